//! Sidebar trees.
//!
//! Converts the sidebars of generators to the order and titles of pages and folders.

use std::collections::{HashMap, HashSet};

use crate::navigation::{Data, page_place};
use pailou_content::page_path;
use pailou_content::root;

/// Navigation entry: a page, a group, or both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
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

/// A sidebar that is displayed on the pages below a path.
#[derive(Debug)]
pub(super) struct Section {
    /// Paths of the folders with these pages; the empty path contains all pages.
    keys: Vec<String>,
    entries: Vec<Entry>,
}

impl Section {
    pub(super) fn new(key: String, entries: Vec<Entry>) -> Self {
        Self { keys: vec![key], entries }
    }

    /// Returns the length of the longest key of this section that contains the path; `None` if no key does.
    fn rank(&self, path: &str) -> Option<usize> {
        let inside = self.keys.iter().filter(|key| root::inside(key, path).is_some());
        inside.map(String::len).max()
    }
}

/// Joins the sidebars of a site. If several sections list a page, its label comes from the innermost of them that
/// contains the page, or else from the first of them. A section that does not contain the page loses its entry for the
/// page, unless the label comes from this section.
pub(super) fn without_cross_links(sections: Vec<Section>) -> Vec<Entry> {
    let sections = merged(sections);
    // For each page, the innermost section that contains and lists the page, or else the first section that lists it.
    let mut owners: HashMap<String, (Option<usize>, usize)> = HashMap::new();
    for (at, section) in sections.iter().enumerate() {
        for_each_page(&section.entries, &mut |path| {
            let rank = section.rank(path);
            match owners.get_mut(path) {
                Some(known) if known.0 < rank => *known = (rank, at),
                Some(_) => {}
                None => drop(owners.insert(path.to_owned(), (rank, at))),
            }
        });
    }
    let mut labeled: HashSet<(String, usize)> = HashSet::new();
    let mut folders: HashSet<String> = HashSet::new();
    for (at, section) in sections.iter().enumerate() {
        for_each_labeled(&section.entries, &mut |path, _| {
            labeled.insert((path.to_owned(), at));
        });
        for_each_page(&section.entries, &mut |path| {
            folders.extend(page_path::folders(path).map(str::to_owned));
        });
    }
    let is_labeled_by = |path: &str, at: usize| labeled.contains(&(path.to_owned(), at));
    let mut entries = Vec::new();
    for (at, section) in sections.iter().enumerate() {
        let own = |path: &str| match owners.get(path) {
            Some((_, owner)) if *owner != at && section.rank(path).is_none() => Own::No,
            // Exception: if the path is a folder, its label in an outer section is the title of the folder.
            Some((_, owner))
                if *owner != at && is_labeled_by(path, *owner) && !folders.contains(path) =>
            {
                Own::Unlabeled
            }
            _ => Own::Yes,
        };
        entries.extend(section.entries.iter().filter_map(|entry| own_entry(entry, &own)));
    }
    entries
}

/// Whether a section retains the page of an entry, with or without its label.
enum Own {
    Yes,
    Unlabeled,
    No,
}

fn own_entry(entry: &Entry, own: &dyn Fn(&str) -> Own) -> Option<Entry> {
    let children: Vec<Entry> =
        entry.children.iter().filter_map(|child| own_entry(child, own)).collect();
    let (label, path) = match entry.path.as_deref().map(own) {
        Some(Own::No) => (entry.label.clone(), None),
        Some(Own::Unlabeled) if children.is_empty() => (None, entry.path.clone()),
        _ => (entry.label.clone(), entry.path.clone()),
    };
    (path.is_some() || !children.is_empty()).then_some(Entry { label, path, children })
}

/// Merges sections with the same entries. The order of the sections is retained.
fn merged(sections: Vec<Section>) -> Vec<Section> {
    let mut merged: Vec<Section> = Vec::new();
    let mut known: HashMap<Vec<Entry>, usize> = HashMap::new();
    for section in sections {
        match known.get(&section.entries).and_then(|at| merged.get_mut(*at)) {
            Some(first) => first.keys.extend(section.keys),
            None => {
                known.insert(section.entries.clone(), merged.len());
                merged.push(section);
            }
        }
    }
    merged
}

/// Imports a sidebar. A page with child entries becomes their navigation parent, unless the page and the entries are
/// exactly the pages of one folder. Returns the labels that are not imported, in two cases: the group corresponds
/// neither to a page nor to a folder, or the page at the path of its folder has a different label. The order of the
/// pages in these groups is retained.
pub(super) fn set_sidebar(data: &mut Data, entries: &[Entry]) -> Vec<String> {
    let listed = contents_of(entries).folders;
    let (mut dropped, mut seen) = (Vec::new(), Seen::default());
    for entry in entries {
        add_entry(data, (entry, None), &listed, &mut seen, &mut dropped);
    }
    dropped
}

/// Returns the labels of the entries for a folder that an earlier entry has listed with another label.
pub(super) fn repeated_folders(entries: &[Entry], is_folder: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut first: HashMap<String, String> = HashMap::new();
    let mut repeated = Vec::new();
    for_each_labeled(entries, &mut |path, label| {
        match first.get(path) {
            Some(known) if known == label => {}
            Some(_) => repeated.push(label.to_owned()),
            None if is_folder(path) => drop(first.insert(path.to_owned(), label.to_owned())),
            None => {}
        };
    });
    repeated
}

/// Paths of the entries that were added.
#[derive(Default)]
struct Seen {
    /// Pages with a label.
    labeled: HashSet<String>,
    /// Pages with or without a label.
    placed: HashSet<String>,
    /// Folders whose title is the label of a group.
    titled: HashSet<String>,
}

fn add_entry(
    data: &mut Data,
    (entry, above): (&Entry, Option<&str>),
    listed: &HashMap<String, usize>,
    seen: &mut Seen,
    dropped: &mut Vec<String>,
) {
    let group = entry.label.as_deref().filter(|label| !label.trim().is_empty());
    // Entries below a page entry have a navigation parent, so a group among them is not imported as a folder.
    let folder = own_folder(data, entry, listed).filter(|_| above.is_none());
    // A group that corresponds to a folder may list its linked page again among its children. Then the label of the
    // group is the title of the folder, and the page has the label of the child entry.
    let path = entry.path.as_ref().filter(|path| folder.is_none() || !is_listed_below(entry, path));
    if let Some(path) = path {
        // A page that is listed again keeps its first label and its first parent.
        let label = entry.label.as_deref().filter(|_| seen.labeled.insert(path.clone()));
        let title =
            data.label_of(page_place(path)).filter(|_| seen.titled.contains(page_place(path)));
        dropped.extend(
            title.filter(|title| label.is_some_and(|it| it.trim() != *title)).map(str::to_owned),
        );
        data.add(path, label);
        if seen.placed.insert(path.clone()) {
            data.nest(path, above);
        }
    }
    if entry.children.is_empty() {
        return;
    }
    match (group, path, &folder) {
        // A folder above the page gets the label of this entry if no other entry lists pages of the folder.
        (Some(label), Some(path), _) if above.is_none() => {
            let inside = contents_of(std::slice::from_ref(entry)).folders;
            for folder in page_path::folders(path).filter(|it| listed.get(*it) == inside.get(*it)) {
                if data.label_of(folder).is_none() {
                    data.add(folder, Some(label));
                }
            }
        }
        (Some(label), None, Some(folder)) => {
            data.add(folder, Some(label));
            seen.titled.insert(folder.clone());
        }
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

/// Returns the folder that contains exactly the pages of the group, and has no other title; `None` if there is none.
fn own_folder(data: &Data, entry: &Entry, listed: &HashMap<String, usize>) -> Option<String> {
    let Contents { pages, folders } = contents_of(std::slice::from_ref(entry));
    let count = pages.len();
    // A group with only the page at the path of a folder does not correspond to the folder.
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

/// Pages of a group, and the number of them in each folder. A page that is listed again counts once.
#[derive(Default)]
struct Contents {
    pages: HashSet<String>,
    folders: HashMap<String, usize>,
}

fn contents_of(entries: &[Entry]) -> Contents {
    let mut contents = Contents::default();
    for_each_page(entries, &mut |path| {
        if !contents.pages.insert(path.to_owned()) {
            return;
        }
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

/// Calls `take` with the path and the label of each page entry that has a label.
fn for_each_labeled(entries: &[Entry], take: &mut dyn FnMut(&str, &str)) {
    for entry in entries {
        if let (Some(path), Some(label)) = (&entry.path, &entry.label) {
            take(path, label);
        }
        for_each_labeled(&entry.children, take);
    }
}

/// Returns the parent folders of `path`, and `path` itself, because it may be the path of an index page, which is in
/// the folder with this path: `a/b/c` → `a`, `a/b`, `a/b/c`.
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
    fn folder_title_is_the_label_of_its_page_or_group() {
        check(
            &[group("Guide", &[page("guide/a"), page("guide/b")]), group("Ref", &[page("r/x/a")])],
            &[("guide", "Guide"), ("r", "Ref")],
            &[],
        );
        check(&[group("Guide", &[page("guide"), page("guide/b")])], &[("guide", "Guide")], &[]);
        let named = |path: &str, label: &str| Entry::page(path.to_owned(), Some(label.to_owned()));
        let part = group("Part", &[named("a", "A"), named("a/b", "B")]);
        check(&[part], &[("a", "A")], &["Part"]);
        let same = group("A", &[named("a", "A"), named("a/b", "B")]);
        check(&[same], &[("a", "A")], &[]);
        check(&[named("a", "A"), named("a", "Again")], &[("a", "A")], &[]);
    }

    #[test]
    fn page_with_child_entries_becomes_a_parent_or_a_folder() {
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
    fn group_with_a_linked_page_becomes_a_folder_or_a_parent() {
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
    fn sections_are_joined_without_cross_links() {
        let named = |path: &str, label: &str| Entry::page(path.to_owned(), Some(label.to_owned()));
        let joined = |sections: &[(&str, &[Entry])]| {
            let section = |(key, entries): &(&str, &[Entry])| {
                Section::new((*key).to_owned(), entries.to_vec())
            };
            without_cross_links(sections.iter().map(section).collect())
        };
        let reference = group("Reference", &[named("r/cli", "CLI"), named("r/x", "X")]);
        let link = named("r/x", "See the reference");
        assert_eq!(
            joined(&[
                ("g", &[named("g/a", "A"), link.clone()]),
                ("r", std::slice::from_ref(&reference))
            ]),
            [named("g/a", "A"), reference.clone()]
        );
        // No other section lists the page.
        assert_eq!(
            joined(&[("g", std::slice::from_ref(&link)), ("r", &[])]),
            std::slice::from_ref(&link)
        );
        // The page is outside of both sections, so the first entry counts.
        let sections: [(&str, &[Entry]); 2] =
            [("g", std::slice::from_ref(&link)), ("h", &[page("r/x")])];
        assert_eq!(joined(&sections), std::slice::from_ref(&link));
        // Both sections contain the page, so the label of the inner section counts.
        assert_eq!(
            joined(&[("", &[named("g/a", "Start"), page("x")]), ("g", &[named("g/a", "A")])]),
            [page("g/a"), page("x"), named("g/a", "A")]
        );
        // A page entry with children is retained as a group.
        let parent = |path: Option<&str>| Entry {
            path: path.map(str::to_owned),
            ..group("More", &[page("g/b")])
        };
        assert_eq!(
            joined(&[("g", &[parent(Some("r/x"))]), ("r", &[page("r/x")])]),
            [parent(None), page("r/x")]
        );
        // Sections with the same entries are one section.
        let both = [reference, page("g/a")];
        assert_eq!(joined(&[("g", &both), ("r", &both)]), both);
    }

    #[test]
    fn page_listed_twice_counts_as_one_page_of_its_folder() {
        let group_of =
            |pages: &[&str]| group("G", &pages.iter().map(|path| page(path)).collect::<Vec<_>>());
        check(&[group_of(&["g/a", "g/b", "g/a"]), page("x")], &[("g", "G")], &[]);
        check(&[group_of(&["g/a", "g/b"]), page("g/a")], &[("g", "G")], &[]);
        check(&[group_of(&["g/a", "g/a"]), page("g/b")], &[], &["G"]);
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
