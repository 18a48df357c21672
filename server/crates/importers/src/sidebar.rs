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

/// Paths of entries so far. An entry without a label does not take the label of a later one.
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
    if let Some(path) = &entry.path {
        // A page that is listed again keeps its first label and its first place.
        let label = entry.label.as_deref();
        data.add(path, label.filter(|_| seen.labeled.insert(path.clone())));
        if seen.placed.insert(path.clone()) {
            data.nest(path, above);
        }
    }
    if entry.children.is_empty() {
        return;
    }
    let group = entry.label.as_deref().filter(|label| !label.trim().is_empty());
    // Pages below a page entry get a navigation parent, so they do not belong to a folder of the
    // sidebar.
    let folder = own_folder(entry, listed).filter(|_| above.is_none());
    let above = match (&entry.path, &folder) {
        (Some(path), None) => Some(path.as_str()),
        _ => above,
    };
    match (group, folder) {
        (Some(label), Some(folder)) if data.label_of(&folder).is_none() => {
            data.add(&folder, Some(label));
        }
        (Some(label), None) if entry.path.is_none() => dropped.push(label.to_owned()),
        _ => {}
    }
    for child in &entry.children {
        add_entry(data, (child, above), listed, seen, dropped);
    }
}

/// Returns the folder that contains exactly the pages of the group.
fn own_folder(entry: &Entry, listed: &HashMap<String, usize>) -> Option<String> {
    let mut inside: HashMap<String, usize> = HashMap::new();
    let mut pages = HashSet::new();
    let mut count = 0;
    for_each_page(std::slice::from_ref(entry), &mut |path| {
        count += 1;
        pages.insert(path.to_owned());
        for folder in ancestor_folders(path) {
            *inside.entry(folder.to_owned()).or_default() += 1;
        }
    });
    // A single page is not a folder.
    let whole = inside.into_iter().filter(|(folder, inside)| {
        *inside == count
            && listed.get(folder) == Some(inside)
            && (count > 1 || !pages.contains(folder))
    });
    // The outermost folder: the folders below it contain no other pages.
    whole.map(|(folder, _)| folder).min_by_key(String::len)
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
        assert_eq!(data.sequence[..4], ["a", "a1", "x/a2", "x/a3"]);
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
