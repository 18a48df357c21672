//! Sidebar trees.
//!
//! Converts the trees of generators to order and titles of the folder tree.

use std::collections::{HashMap, HashSet};

use crate::navigation::Data;
use pailou_content::page_path;

/// Navigation entry: a page, a group, or both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) label: Option<String>,
    /// Path below the root of its language, without extension.
    pub(super) path: Option<String>,
    pub(super) children: Vec<Entry>,
}

impl Entry {
    pub(super) fn page(path: String, label: Option<String>) -> Self {
        Self { label, path: Some(path), children: Vec::new() }
    }

    /// Whether this entry or an entry below it has the path `folder`, or a path in that folder.
    pub(super) fn lists_in(&self, folder: &str) -> bool {
        let is_inside = |path: &String| {
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.path.as_ref().is_some_and(is_inside)
            || self.children.iter().any(|child| child.lists_in(folder))
    }
}

/// Imports a sidebar. The children of a page entry get this page as navigation parent, unless they
/// are the pages of one folder. Returns the labels of groups that are neither a page nor a folder;
/// the order of their pages is retained.
pub(super) fn set_sidebar(data: &mut Data, entries: &[Entry]) -> Vec<String> {
    let mut listed: HashMap<String, usize> = HashMap::new();
    for_each_page(entries, &mut |path| {
        for folder in ancestor_folders(path) {
            *listed.entry(folder.to_owned()).or_default() += 1;
        }
    });
    let (mut dropped, mut seen) = (Vec::new(), Seen::default());
    for entry in entries {
        add_entry(data, (entry, None), &listed, &mut seen, &mut dropped);
    }
    dropped
}

/// Paths of the entries added so far, and of those added with a label.
#[derive(Default)]
struct Seen {
    labeled: HashSet<String>,
    placed: HashSet<String>,
}

fn add_entry(
    data: &mut Data,
    (entry, above): (&Entry, Option<&str>),
    listed: &HashMap<String, usize>,
    seen: &mut Seen,
    dropped: &mut Vec<String>,
) {
    let group = entry.label.as_deref().filter(|label| !label.trim().is_empty());
    // Pages below a page entry get a navigation parent, so they do not belong to a folder of the
    // sidebar.
    let folder = own_folder(data, entry, listed).filter(|_| above.is_none());
    // If a group lists its page again among its children, the label of the group is the title of the
    // folder, and the page has the label of the child entry.
    let path = entry.path.as_ref().filter(|path| folder.is_none() || !is_listed_below(entry, path));
    if let Some(path) = path {
        // A page that is listed again keeps its first label and its first parent.
        let label = entry.label.as_deref();
        data.add(path, label.filter(|_| seen.labeled.insert(path.clone())));
        if seen.placed.insert(path.clone()) {
            data.nest(path, above);
        }
    }
    if entry.children.is_empty() {
        return;
    }
    match (group, path, &folder) {
        // A folder with the title of its first page is displayed as that page.
        (Some(label), Some(path), _) if above.is_none() => {
            let inside = folders_of(entry).folders;
            for folder in page_path::folders(path).filter(|it| listed.get(*it) == inside.get(*it)) {
                if data.label_of(folder).is_none() {
                    data.add(folder, Some(label));
                }
            }
        }
        (Some(label), None, Some(folder)) => data.add(folder, Some(label)),
        (Some(label), None, None) => dropped.push(label.to_owned()),
        _ => {}
    }
    let above = match (path, folder) {
        (Some(path), None) => Some(path.as_str()),
        _ => above,
    };
    for child in &entry.children {
        add_entry(data, (child, above), listed, seen, dropped);
    }
}

/// Returns the folder that contains exactly the pages of the group, and has no other title.
fn own_folder(data: &Data, entry: &Entry, listed: &HashMap<String, usize>) -> Option<String> {
    let Contents { count, pages, folders } = folders_of(entry);
    // A single page is not a folder.
    let whole = folders.into_iter().filter(|(folder, inside)| {
        *inside == count
            && listed.get(folder) == Some(inside)
            && (count > 1 || !pages.contains(folder))
    });
    let label = entry.label.as_deref().map(str::trim);
    let is_free = |folder: &String| data.label_of(folder).is_none_or(|known| label == Some(known));
    // If several nested folders contain exactly these pages, the outermost one is chosen.
    whole.map(|(folder, _)| folder).filter(is_free).min_by_key(String::len)
}

/// Pages of a group, and the number of them in each folder.
#[derive(Default)]
struct Contents {
    count: usize,
    pages: HashSet<String>,
    folders: HashMap<String, usize>,
}

fn folders_of(entry: &Entry) -> Contents {
    let mut contents = Contents::default();
    for_each_page(std::slice::from_ref(entry), &mut |path| {
        contents.count += 1;
        contents.pages.insert(path.to_owned());
        for folder in ancestor_folders(path) {
            *contents.folders.entry(folder.to_owned()).or_default() += 1;
        }
    });
    contents
}

fn is_listed_below(entry: &Entry, path: &str) -> bool {
    let mut is_listed = false;
    for_each_page(&entry.children, &mut |below| is_listed |= below == path);
    is_listed
}

fn for_each_page(entries: &[Entry], take: &mut dyn FnMut(&str)) {
    for entry in entries {
        if let Some(path) = &entry.path {
            take(path);
        }
        for_each_page(&entry.children, take);
    }
}

/// Returns all folders of a path, including itself, because it may be the index of a folder:
/// `a/b/c` → `a`, `a/b`, `a/b/c`.
fn ancestor_folders(path: &str) -> impl Iterator<Item = &str> {
    let inner = page_path::folders(path);
    inner.chain(std::iter::once(path)).filter(|folder| !folder.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(label: &str, children: &[Entry]) -> Entry {
        Entry { label: Some(label.to_owned()), path: None, children: children.to_vec() }
    }

    fn page(path: &str) -> Entry {
        Entry::page(path.to_owned(), None)
    }

    #[track_caller]
    fn check(entries: &[Entry], folders: &[(&str, &str)], dropped: &[&str]) {
        let mut data = Data::default();
        assert_eq!(set_sidebar(&mut data, entries), dropped);
        for (folder, label) in folders {
            assert_eq!(data.label_of(folder), Some(*label), "{folder}");
        }
    }

    #[test]
    fn group_title_becomes_the_folder_title() {
        check(
            &[group("Guide", &[page("guide/a"), page("guide/b")]), group("Ref", &[page("r/x/a")])],
            &[("guide", "Guide"), ("r", "Ref")],
            &[],
        );
        check(&[group("Guide", &[page("guide"), page("guide/b")])], &[("guide", "Guide")], &[]);
        let named = |path: &str, label: &str| Entry::page(path.to_owned(), Some(label.to_owned()));
        check(&[group("Part", &[named("a", "A"), named("a/b", "B")])], &[("a", "A")], &[]);
        check(&[named("a", "A"), named("a", "Again")], &[("a", "A")], &[]);
    }

    #[test]
    fn page_with_child_entries_is_their_parent() {
        let chapter = |path: &str, children: &[Entry]| Entry {
            label: Some(path.to_owned()),
            path: Some(path.to_owned()),
            children: children.to_vec(),
        };
        let mut data = Data::default();
        let entries = [
            chapter("a", &[chapter("a1", &[page("x/a2")]), group("More", &[page("x/a3")])]),
            chapter("b", &[page("b/c"), page("index")]),
            chapter("f/start", &[page("f/next"), page("a1")]),
            chapter("g/start", &[page("g/next")]),
        ];
        assert_eq!(set_sidebar(&mut data, &entries), ["More"]);
        let mut parents: Vec<_> =
            data.parents.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        parents.sort_unstable();
        assert_eq!(
            parents,
            [("a1", "a"), ("f/next", "f/start"), ("index", "b"), ("x/a2", "a1"), ("x/a3", "a"),]
        );
        assert_eq!(data.label_of("g"), Some("g/start"));
        assert_eq!(data.label_of("f"), Some("f/start"));
        assert_eq!(data.sequence[..4], ["a", "a1", "x/a2", "x/a3"]);
    }

    #[test]
    fn group_listing_its_own_page_is_a_folder() {
        let linked = |label: &str, path: &str, children: &[Entry]| Entry {
            label: Some(label.to_owned()),
            path: Some(path.to_owned()),
            children: children.to_vec(),
        };
        let named = |path: &str, label: &str| Entry::page(path.to_owned(), Some(label.to_owned()));
        for (entry, labels, parents) in [
            (linked("G", "g/a", &[page("g/b")]), &[("g", "G"), ("g/a", "G")][..], &[][..]),
            (linked("G", "g/a", &[page("g/a"), page("g/b")]), &[("g", "G")], &[]),
            (
                linked("G", "g/a", &[page("g/b"), named("g/a", "A")]),
                &[("g", "G"), ("g/a", "A")],
                &[],
            ),
            (
                linked("G", "g/a", &[group("More", &[page("g/m/a"), page("g/m/b"), page("g/a")])]),
                &[("g", "G")],
                &[],
            ),
            (linked("G", "g/index", &[page("g/index"), page("g/b")]), &[("g", "G")], &[]),
            // The outer group corresponds to the folder, and the inner group to its page only.
            (
                group("G", &[linked("Start", "g/a", &[page("g/b")])]),
                &[("g", "G"), ("g/a", "Start")],
                &[("g/b", "g/a")],
            ),
            (
                linked("G", "g/a", &[page("x"), page("g/b")]),
                &[("g", "G"), ("g/a", "G")],
                &[("g/b", "g/a"), ("x", "g/a")],
            ),
        ] {
            let mut data = Data::default();
            set_sidebar(&mut data, std::slice::from_ref(&entry));
            let mut found: Vec<_> =
                data.labels.iter().map(|(path, label)| (path.as_str(), label.as_str())).collect();
            found.sort_unstable();
            assert_eq!(found, labels, "{entry:?}");
            let mut found: Vec<_> =
                data.parents.iter().map(|(page, above)| (page.as_str(), above.as_str())).collect();
            found.sort_unstable();
            assert_eq!(found, parents, "{entry:?}");
        }
    }

    #[test]
    fn group_without_folder_is_reported() {
        check(
            &[group("Intro", &[page("guide/a")]), group("More", &[page("guide/b"), page("x")])],
            &[],
            &["Intro", "More"],
        );
        let outer =
            group("Guide", &[group("Intro", &[page("g/a")]), group("More", &[page("g/b")])]);
        check(&[outer], &[("g", "Guide")], &["Intro", "More"]);
    }
}
