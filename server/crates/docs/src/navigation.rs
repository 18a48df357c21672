//! Navigation tree of one language: folders and pages in order, the open branch of a page, and the previous and next
//! page. Pure functions.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::str::FromStr;
use std::sync::Arc;

use core_wasm::locale::Locale;

use super::api::{PageLink, TreeNode};
use pailou_content::page_path;
use pailou_navigation_parents::MAX_DEPTH;
use pailou_store::sql::{Outline, SectionRow};
use pailou_versions::DocsVersion;

/// Page of the documentation, as input for the tree.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub path: String,
    pub title: String,
    pub locale: Locale,
    pub position: Position,
    /// Path of the navigation parent; if `None`, the parent is the page or folder at the parent path.
    pub parent: Option<String>,
}

/// Positions in the language of the navigation and in the other language; `None` without a text in that language. Each
/// language numbers its own pages, so the two numbers are not comparable.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Position {
    pub own: Option<i64>,
    pub other: Option<i64>,
}

#[derive(Debug, Clone)]
struct Node {
    path: Arc<str>,
    title: Arc<str>,
    locale: Locale,
    is_page: bool,
    position: Position,
    children: Vec<Node>,
}

/// Navigation of one language. Clones share all strings.
#[derive(Debug, Clone)]
pub(crate) struct Navigation {
    docs_version: DocsVersion,
    locale: Locale,
    roots: Vec<Node>,
    /// Paths and titles of the pages in reading order.
    order: Vec<(Arc<str>, Arc<str>)>,
    places: Arc<HashMap<Arc<str>, usize>>,
    /// Path of the parent of each page and folder that is not at the top level.
    parents: Arc<HashMap<Arc<str>, Arc<str>>>,
    /// Pages that replace their folders, because both have the same title.
    merged: Arc<HashSet<Arc<str>>>,
}

/// Navigation around a page.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct PageNavigation {
    pub previous: Option<PageLink>,
    pub next: Option<PageLink>,
    pub breadcrumbs: Vec<PageLink>,
    /// Folders on whose pages this navigation depends: the open folders, and the folders of the previous and next page.
    pub folders: Vec<String>,
}

/// Creates the navigation of a language from all texts: each page once, in this language if it exists, or else in the
/// other language.
pub(crate) fn of_outline(
    docs_version: DocsVersion,
    locale: Locale,
    outline: Vec<Outline>,
    sections: Vec<SectionRow>,
) -> Navigation {
    let mut positions: HashMap<String, Position> = HashMap::new();
    for text in &outline {
        let position = positions.entry(text.page_id.clone()).or_default();
        match text.locale == locale.tag() {
            true => position.own = Some(text.position),
            false => position.other = Some(text.position),
        }
    }
    let translated: HashSet<String> = outline
        .iter()
        .filter(|text| text.locale == locale.tag())
        .map(|text| text.page_id.clone())
        .collect();
    let own_paths: HashSet<String> = outline
        .iter()
        .filter(|text| text.locale == locale.tag())
        .map(|text| text.path.clone())
        .collect();
    let texts = outline.into_iter().filter(|text| {
        let is_missing = || !translated.contains(&text.page_id) && !own_paths.contains(&text.path);
        text.locale == locale.tag() || is_missing()
    });
    let texts: Vec<_> = texts.collect();
    let paths: HashMap<String, String> =
        texts.iter().map(|text| (text.page_id.clone(), text.path.clone())).collect();
    let leaves = texts.into_iter().map(|text| Leaf {
        locale: Locale::from_str(&text.locale).unwrap_or(locale),
        title: name(&text).to_owned(),
        path: text.path,
        position: positions.get(&text.page_id).copied().unwrap_or_default(),
        parent: text.parent.and_then(|page| paths.get(&page).cloned()),
    });
    Navigation::new(docs_version, locale, leaves.collect(), &sections)
}

/// Returns the label of a page in the navigation.
fn name(text: &Outline) -> &str {
    if text.label.is_empty() { &text.title } else { &text.label }
}

impl PageNavigation {
    /// Returns a hash that changes with the navigation around a page.
    pub(crate) fn mark(&self) -> String {
        let places = [&self.previous, &self.next].into_iter().flatten().chain(&self.breadcrumbs);
        let text: Vec<_> = places.map(|link| format!("{link:?}")).collect();
        blake3::hash(text.concat().as_bytes()).to_hex()[..8].to_owned()
    }
}

impl Navigation {
    pub(crate) fn new(
        docs_version: DocsVersion,
        locale: Locale,
        leaves: Vec<Leaf>,
        sections: &[SectionRow],
    ) -> Self {
        let sections = sections.iter().map(|section| (section.path.as_str(), section)).collect();
        let mut leaves = leaves;
        leaves.sort_by(|a, b| a.path.split('/').cmp(b.path.split('/')));
        let mut placed = Placed::default();
        for leaf in &leaves {
            placed.insert(leaf, &sections, locale);
        }
        for leaf in &leaves {
            placed.nest(leaf);
        }
        let (roots, parents, merged) = placed.tree(&sections);
        let mut order = Vec::new();
        collect(&roots, &mut order);
        let places: HashMap<_, _> =
            order.iter().enumerate().map(|(at, (path, _))| (path.clone(), at)).collect();
        Self {
            docs_version,
            locale,
            roots,
            order,
            places: Arc::new(places),
            parents: Arc::new(parents),
            merged: Arc::new(merged),
        }
    }

    /// Returns the navigation with the current titles of these pages. Returns `None` if a page is missing, or if a
    /// title may determine whether a page replaces its folder.
    pub(crate) fn renamed(&self, pages: &[Vec<Outline>]) -> Option<Self> {
        let mut renamed = self.clone();
        for texts in pages {
            let own = texts.iter().find(|text| text.locale == self.locale.tag());
            let Some(text) = own.or(texts.first()) else { continue };
            let (index, name) = (*self.places.get(text.path.as_str())?, Arc::from(name(text)));
            let branch = renamed.branch(&text.path);
            let above = renamed.nodes(&branch).into_iter().rev().nth(1);
            let equals_folder = above.is_some_and(|node| !node.is_page && node.title == name);
            if self.merged.contains(text.path.as_str()) || equals_folder {
                return None;
            }
            renamed.order.get_mut(index)?.1 = Arc::clone(&name);
            find_node(&mut renamed.roots, &branch)?.title = name;
        }
        Some(renamed)
    }

    /// Returns the tree with the branch to the page at the path `at` open.
    pub(crate) fn open_at(&self, at: &str) -> Vec<TreeNode> {
        let open: HashSet<_> = self.branch(at).into_iter().collect();
        self.roots.iter().map(|node| node.open_at(at, &open, self)).collect()
    }

    /// Returns the paths from the top level down to a page, or to the nearest folder above an
    /// unknown page.
    fn branch(&self, at: &str) -> Vec<Arc<str>> {
        let is_known = |path: &&str| self.parents.contains_key(*path) || self.is_at_top(path);
        let known = ends(at).map(|end| &at[..end]).filter(is_known).last();
        let first = known.map(Arc::from);
        let mut branch: Vec<Arc<str>> =
            std::iter::successors(first, |path| self.parents.get(path).cloned()).collect();
        branch.reverse();
        branch
    }

    fn is_at_top(&self, path: &str) -> bool {
        self.roots.iter().any(|node| *node.path == *path)
    }

    /// Returns the nodes at the paths of a branch, from the top level down.
    fn nodes<'n>(&'n self, branch: &[Arc<str>]) -> Vec<&'n Node> {
        let mut nodes = &self.roots;
        let mut found = Vec::new();
        for path in branch {
            let Some(node) = nodes.iter().find(|node| node.path == *path) else { break };
            found.push(node);
            nodes = &node.children;
        }
        found
    }

    /// Returns the folders of all pages in the tree that is expanded at the path `at`.
    pub(crate) fn expanded_folders(&self, at: &str) -> HashSet<String> {
        let branch = self.branch(at);
        let open = self.nodes(&branch);
        let below: HashSet<&str> =
            open.iter().flat_map(|node| &node.children).map(|child| parent(&child.path)).collect();
        let mut folders: HashSet<String> = below.into_iter().map(str::to_owned).collect();
        folders.extend(self.roots.iter().map(|root| parent(&root.path).to_owned()));
        folders.extend(ancestors(at));
        folders.extend(branch.iter().map(ToString::to_string));
        folders.insert(at.to_owned());
        folders
    }

    pub(crate) fn around(&self, path: &str) -> PageNavigation {
        let Some(&at) = self.places.get(path) else { return PageNavigation::default() };
        let previous = at.checked_sub(1).and_then(|at| self.order.get(at));
        let next = self.order.get(at + 1);
        let mut folders = self.expanded_folders(path);
        folders.extend(
            [previous, next].into_iter().flatten().map(|(path, _)| parent(path).to_owned()),
        );
        let mut folders: Vec<_> = folders.into_iter().collect();
        folders.sort();
        let link = |(path, title): &(Arc<str>, Arc<str>)| PageLink {
            title: title.to_string(),
            url: Some(self.docs_version.address(self.locale, path)),
        };
        PageNavigation {
            previous: previous.map(link),
            next: next.map(link),
            breadcrumbs: self.breadcrumbs(path),
            folders,
        }
    }

    fn breadcrumbs(&self, path: &str) -> Vec<PageLink> {
        let branch = self.branch(path);
        let above = self.nodes(&branch).into_iter().filter(|node| *node.path != *path);
        above
            .map(|node| PageLink {
                title: node.title.to_string(),
                url: node.is_page.then(|| self.docs_version.address(self.locale, &node.path)),
            })
            .collect()
    }
}

impl Node {
    fn open_at(&self, at: &str, branch: &HashSet<Arc<str>>, of: &Navigation) -> TreeNode {
        let open = !self.children.is_empty() && branch.contains(&self.path);
        let target = if self.is_page { Some(&self.path) } else { self.first_page() };
        TreeNode {
            title: self.title.to_string(),
            url: target.map(|path| of.docs_version.address(of.locale, path)),
            locale: self.locale.tag().to_owned(),
            current: self.is_page && *self.path == *at,
            open,
            has_more: !open && !self.children.is_empty(),
            children: if open {
                self.children.iter().map(|child| child.open_at(at, branch, of)).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// Returns the first page below a folder. A folder without an index page links to this page.
    fn first_page(&self) -> Option<&Arc<str>> {
        self.children
            .iter()
            .find_map(|child| if child.is_page { Some(&child.path) } else { child.first_page() })
    }
}

fn find_node<'n>(roots: &'n mut [Node], branch: &[Arc<str>]) -> Option<&'n mut Node> {
    let (last, above) = branch.split_last()?;
    let mut nodes = roots;
    for path in above {
        nodes = &mut nodes.iter_mut().find(|node| node.path == *path)?.children;
    }
    nodes.iter_mut().find(|node| node.path == *last)
}

type Sections<'s> = HashMap<&'s str, &'s SectionRow>;

/// Input of the tree: pages and folders, each with the index of its parent.
#[derive(Default)]
struct Placed {
    nodes: Vec<Node>,
    above: Vec<Option<usize>>,
    by_path: HashMap<Arc<str>, usize>,
}

impl Placed {
    /// Adds a page below the folders of its path.
    fn insert(&mut self, leaf: &Leaf, sections: &Sections<'_>, locale: Locale) {
        let mut above = None;
        for end in ends(&leaf.path) {
            let path = &leaf.path[..end];
            let at = match self.by_path.get(path) {
                Some(at) => *at,
                None => {
                    let node = folder(path, sections, locale);
                    self.by_path.insert(node.path.clone(), self.nodes.len());
                    self.nodes.push(node);
                    self.above.push(above);
                    self.nodes.len() - 1
                }
            };
            above = Some(at);
        }
        let Some(node) = above.and_then(|at| self.nodes.get_mut(at)) else { return };
        node.is_page = true;
        node.locale = leaf.locale;
        node.position = leaf.position;
        node.title = leaf.title.as_str().into();
    }

    /// Moves a page with its descendants below its navigation parent, unless that creates a cycle or exceeds the
    /// maximum depth.
    fn nest(&mut self, leaf: &Leaf) {
        let parent = leaf.parent.as_deref().and_then(|parent| self.by_path.get(parent));
        let (Some(at), Some(parent)) = (self.by_path.get(leaf.path.as_str()), parent) else {
            return;
        };
        let above = std::iter::successors(Some(*parent), |above| self.above[*above]);
        let above: Vec<usize> = above.take(MAX_DEPTH + 1).collect();
        if above.len() <= MAX_DEPTH && !above.contains(at) {
            self.above[*at] = Some(*parent);
        }
    }

    /// Returns the tree, the path of the parent of each node, and the pages that are listed in place of their folders.
    /// Folders without pages are omitted.
    fn tree(self, sections: &Sections<'_>) -> (Vec<Node>, Parents, HashSet<Arc<str>>) {
        let path = |at: usize| self.nodes[at].path.clone();
        let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        let mut parents = Parents::new();
        for (at, above) in self.above.iter().enumerate() {
            children.entry(*above).or_default().push(at);
            parents.extend(above.map(|above| (path(at), path(above))));
        }
        let nodes = self.nodes.into_iter().map(Some).collect();
        let mut assembly = Assembly { children, nodes, sections, merged: HashMap::new() };
        let roots = assembly.assemble(None);
        let merged = assembly.merged;
        let pages = merged.values().cloned().collect();
        (roots, parents_of_merged(parents, merged), pages)
    }
}

/// Path of the parent of a page or folder.
type Parents = HashMap<Arc<str>, Arc<str>>;

struct Assembly<'s> {
    children: HashMap<Option<usize>, Vec<usize>>,
    nodes: Vec<Option<Node>>,
    sections: &'s Sections<'s>,
    /// Page that replaces a folder, by the path of the folder.
    merged: HashMap<Arc<str>, Arc<str>>,
}

impl Assembly<'_> {
    /// Returns the children of a node in order, each with its descendants.
    fn assemble(&mut self, above: Option<usize>) -> Vec<Node> {
        let mut found = Vec::new();
        for at in self.children.remove(&above).into_iter().flatten() {
            let below = self.assemble(Some(at));
            let Some(mut node) = self.nodes.get_mut(at).and_then(Option::take) else { continue };
            if !node.is_page && below.is_empty() {
                continue;
            }
            let section = self.sections.get(&*node.path).map(|section| section.position);
            let first_below =
                |position: fn(&Node) -> Option<i64>| below.iter().filter_map(position).min();
            node.position = Position {
                own: section
                    .or(node.position.own)
                    .or_else(|| first_below(|node| node.position.own)),
                other: node.position.other.or_else(|| first_below(|node| node.position.other)),
            };
            node.children = below;
            found.push(self.merge(node));
        }
        sort(&mut found);
        found
    }

    /// Replaces a folder without an index page by its first page if both have the same title, so that the title is not
    /// listed twice. Imported sidebars have such folders: groups that link to one of their pages.
    fn merge(&mut self, mut folder: Node) -> Node {
        let first = folder.children.first();
        if folder.is_page || !first.is_some_and(|page| page.is_page && page.title == folder.title) {
            return folder;
        }
        let mut page = folder.children.remove(0);
        self.merged.insert(folder.path, page.path.clone());
        page.position = folder.position;
        page.children.extend(folder.children);
        sort(&mut page.children);
        page
    }
}

/// Sorts siblings by position, then by path. A node may have no position in the language of the navigation. It then
/// follows the nearest node that precedes it in the other language and has a position in both languages. Without such a
/// node, it precedes the first node that has both positions; if no node has both, it comes last.
fn sort(nodes: &mut Vec<Node>) {
    nodes.sort_by(|a, b| (a.position.other, &a.path).cmp(&(b.position.other, &b.path)));
    let own_key = |node: &Node| node.position.own.map(|own| (own, node.path.clone()));
    let is_translated = |node: &&Node| node.position.own.is_some() && node.position.other.is_some();
    let first = nodes.iter().find(is_translated).and_then(own_key);
    let (mut preceding, mut side) = (first, Ordering::Less);
    let mut keyed = Vec::with_capacity(nodes.len());
    for node in nodes.drain(..) {
        let key = match own_key(&node) {
            Some(own) => {
                if node.position.other.is_some() {
                    (preceding, side) = (Some(own.clone()), Ordering::Greater);
                }
                (false, Some(own), Ordering::Equal)
            }
            None => (preceding.is_none(), preceding.clone(), side),
        };
        keyed.push((key, node));
    }
    // The sort is stable: nodes without a position keep the order of the other language.
    keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
    nodes.extend(keyed.into_iter().map(|(_, node)| node));
}

/// Returns the parents after pages have replaced their folders. The page that replaces a folder becomes the parent of
/// this folder, so that an unknown path in the folder expands the page.
fn parents_of_merged(parents: Parents, merged: HashMap<Arc<str>, Arc<str>>) -> Parents {
    let above = |child: &Arc<str>| {
        let mut above = parents.get(child)?;
        while merged.get(above) == Some(child) {
            above = parents.get(above)?;
        }
        Some(merged.get(above).unwrap_or(above).clone())
    };
    let others = parents.keys().filter(|child| !merged.contains_key(*child));
    let mut replaced: Parents =
        others.filter_map(|child| Some((child.clone(), above(child)?))).collect();
    replaced.extend(merged.iter().map(|(folder, page)| (folder.clone(), page.clone())));
    replaced
}

fn folder(path: &str, sections: &Sections<'_>, locale: Locale) -> Node {
    let section = sections.get(path);
    let name = path.rsplit('/').next().unwrap_or(path);
    Node {
        path: path.into(),
        title: section.map_or_else(|| readable(name), |section| section.title.clone()).into(),
        locale,
        is_page: false,
        position: Position::default(),
        children: Vec::new(),
    }
}

/// Converts a folder name to a title: `getting-started` → `Getting started`.
fn readable(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn collect(nodes: &[Node], order: &mut Vec<(Arc<str>, Arc<str>)>) {
    for node in nodes {
        if node.is_page {
            order.push((node.path.clone(), node.title.clone()));
        }
        collect(&node.children, order);
    }
}

/// Returns the end offsets of the components of a path: `a/b/c` → 1, 3, 5.
fn ends(path: &str) -> impl Iterator<Item = usize> {
    path.match_indices('/').map(|(at, _)| at).chain([path.len()]).filter(|end| *end > 0)
}

/// Returns the parent path: `a/b/c` → `a/b`; empty for a page at the top level.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Returns every folder above a path: `a/b/c` → ``, `a`, `a/b`.
pub(crate) fn ancestors(path: &str) -> Vec<String> {
    let folders = page_path::folders(path).map(str::to_owned);
    [String::new()].into_iter().chain(folders).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(position: i64) -> Position {
        Position { own: Some(position), other: None }
    }

    fn navigation() -> Navigation {
        let leaf = |path: &str, title: &str, locale, position| Leaf {
            path: path.to_owned(),
            title: title.to_owned(),
            locale,
            position: match locale {
                Locale::Zh => own(position),
                Locale::En => Position { own: None, other: Some(position) },
            },
            parent: None,
        };
        let leaves = vec![
            leaf("intro", "介绍", Locale::Zh, 1),
            leaf("guide/start", "开始", Locale::Zh, 3),
            leaf("guide", "指南", Locale::Zh, 2),
            leaf("guide/deep/er", "Deeper", Locale::En, 4),
            leaf("api/x", "接口", Locale::Zh, 5),
        ];
        let sections =
            [SectionRow { path: "api".to_owned(), title: "参考".to_owned(), position: 9 }];
        Navigation::new(DocsVersion::Current, Locale::Zh, leaves, &sections)
    }

    fn titles(nodes: &[TreeNode]) -> String {
        let title = |node: &TreeNode| match titles(&node.children) {
            children if children.is_empty() => node.title.clone(),
            children => format!("{}({children})", node.title),
        };
        nodes.iter().map(title).collect::<Vec<_>>().join(" ")
    }

    fn called(page: &str, locale: Locale, path: &str, title: &str, label: &str) -> Outline {
        Outline {
            page_id: page.to_owned(),
            locale: locale.tag().to_owned(),
            path: path.to_owned(),
            title: title.to_owned(),
            label: label.to_owned(),
            position: 0,
            parent: None,
        }
    }

    #[test]
    fn renamed_page_has_its_new_title_in_the_navigation() {
        let changed = [
            vec![called("a", Locale::Zh, "guide/start", "开始使用", "")],
            vec![called("b", Locale::Zh, "guide", "使用指南", "使用")],
            vec![called("c", Locale::En, "guide/deep/er", "Deepest", "")],
            vec![
                called("d", Locale::En, "intro", "Introduction", ""),
                called("d", Locale::Zh, "intro", "简介", ""),
            ],
        ];
        let renamed = navigation().renamed(&changed).unwrap();
        assert_eq!(
            titles(&renamed.open_at("guide/deep/er")),
            "简介 使用(开始使用 Deep(Deepest)) 参考"
        );
        let around = renamed.around("guide/start");
        let title = |link: Option<PageLink>| link.map(|link| link.title);
        assert_eq!(title(around.previous).as_deref(), Some("使用"));
        assert_eq!(title(around.next).as_deref(), Some("Deepest"));
        let unknown = [vec![called("e", Locale::Zh, "nowhere", "x", "")]];
        assert!(navigation().renamed(&unknown).is_none());
    }

    /// Creates a navigation from pages in the form `path<parent`, in order.
    fn nested(pages: &[&str]) -> Navigation {
        let leaf = |(position, page): (i64, &&str)| {
            let (path, parent) = page.split_once('<').unwrap_or((page, ""));
            Leaf {
                path: path.to_owned(),
                title: path.to_uppercase(),
                locale: Locale::Zh,
                position: own(position),
                parent: Some(parent.to_owned()).filter(|parent| !parent.is_empty()),
            }
        };
        let leaves = (0..).zip(pages).map(leaf).collect();
        Navigation::new(DocsVersion::Current, Locale::Zh, leaves, &[])
    }

    #[track_caller]
    fn check_nested(pages: &[&str], at: &str, expected: &str) {
        assert_eq!(titles(&nested(pages).open_at(at)), expected, "{pages:?} at {at}");
    }

    #[test]
    fn page_is_nested_below_its_navigation_parent() {
        let book = ["ch1", "ch1-1<ch1", "ch1-2<ch1", "x/deep<ch1-2", "ch2", "x/a<ch2"];
        check_nested(&book, "ch1", "CH1(CH1-1 CH1-2) CH2");
        check_nested(&book, "x/deep", "CH1(CH1-1 CH1-2(X/DEEP)) CH2");
        check_nested(&book, "x/a", "CH1 CH2(X/A)");
        let book = nested(&book);
        let title = |link: Option<PageLink>| link.map(|link| link.title);
        let around = book.around("x/deep");
        let above: Vec<_> = around.breadcrumbs.iter().map(|link| link.title.as_str()).collect();
        assert_eq!(above, ["CH1", "CH1-2"]);
        assert_eq!(title(around.previous).as_deref(), Some("CH1-2"));
        assert_eq!(title(around.next).as_deref(), Some("CH2"));
        assert_eq!(around.folders, ["", "ch1", "ch1-2", "x", "x/deep"]);
        let renamed = [vec![called("a", Locale::Zh, "x/deep", "New", "")]];
        let renamed = book.renamed(&renamed).unwrap();
        assert_eq!(titles(&renamed.open_at("x/deep")), "CH1(CH1-1 CH1-2(New)) CH2");
        assert_eq!(title(renamed.around("ch2").previous).as_deref(), Some("New"));
    }

    #[track_caller]
    fn check_listed_once(pages: &[(&str, &str)], sections: &[(&str, &str)], expected: &str) {
        let leaf = |(position, (page, title)): (i64, &(&str, &str))| {
            let (path, parent) = page.split_once('<').unwrap_or((page, ""));
            Leaf {
                path: path.to_owned(),
                title: (*title).to_owned(),
                locale: Locale::En,
                position: own(position),
                parent: Some(parent.to_owned()).filter(|parent| !parent.is_empty()),
            }
        };
        let section = |(position, (path, title)): (i64, &(&str, &str))| SectionRow {
            path: (*path).to_owned(),
            title: (*title).to_owned(),
            position,
        };
        let leaves = (0..).zip(pages).map(leaf).collect();
        let sections: Vec<_> = (0..).zip(sections).map(section).collect();
        let navigation = Navigation::new(DocsVersion::Current, Locale::En, leaves, &sections);
        let (last, _) = pages.last().unwrap();
        let at = last.split('<').next().unwrap();
        assert_eq!(titles(&navigation.open_at(at)), expected, "{pages:?}");
    }

    #[test]
    fn folder_is_replaced_by_its_first_page_if_titles_are_equal() {
        let guides = [("guides", "Guides")];
        let check = check_listed_once;
        check(&[("guides/intro", "Guides"), ("guides/a", "A")], &guides, "Guides(A)");
        check(&[("guides/intro", "Guides")], &guides, "Guides");
        check(&[("guides/intro", "Intro"), ("guides/a", "A")], &guides, "Guides(Intro A)");
        check(&[("guides/a", "A"), ("guides/intro", "Guides")], &guides, "Guides(A Guides)");
        check(
            &[("guides/intro", "Guides"), ("guides/b", "B"), ("guides/a<guides/intro", "A")],
            &guides,
            "Guides(B A)",
        );
        check(
            &[("guides", "Guides"), ("guides/intro", "Guides"), ("guides/a", "A")],
            &guides,
            "Guides(Guides A)",
        );
        let nested = [("a", "Part"), ("a/b", "Deep")];
        check(
            &[("a/start", "Part"), ("a/b/start", "Deep"), ("a/b/c", "C")],
            &nested,
            "Part(Deep(C))",
        );
        check(
            &[("a/b/start", "Part"), ("a/b/c", "C")],
            &[("a", "Part"), ("a/b", "Part")],
            "Part(C)",
        );
    }

    #[test]
    fn page_replacing_a_folder_becomes_parent_of_its_other_pages() {
        let leaf = |position, path: &str, title: &str| Leaf {
            path: path.to_owned(),
            title: title.to_owned(),
            locale: Locale::En,
            position: own(position),
            parent: None,
        };
        let leaves = vec![
            leaf(0, "guides/intro", "Guides"),
            leaf(1, "guides/a", "A"),
            leaf(2, "end", "End"),
        ];
        let navigation = Navigation::new(DocsVersion::Current, Locale::En, leaves, &[]);
        let titles =
            |links: Vec<PageLink>| links.into_iter().map(|it| it.title).collect::<Vec<_>>();
        let around = navigation.around("guides/a");
        assert_eq!(titles(around.breadcrumbs), ["Guides"]);
        assert_eq!(
            titles(around.previous.into_iter().chain(around.next).collect()),
            ["Guides", "End"]
        );
        let tree = navigation.open_at("guides/unknown");
        assert!(tree[0].open && tree[0].url.as_deref() == Some("/index/en/docs/guides/intro"));
        // The page that replaces the folder is at the top level of every tree. Every tree therefore depends on the
        // pages in the folder: the title of the first page determines whether the page replaces the folder.
        assert!(navigation.expanded_folders("end").contains("guides"));
        let renamed = |path: &str, title: &str| {
            navigation.renamed(&[vec![called("a", Locale::En, path, title, "")]]).is_some()
        };
        assert!(renamed("guides/a", "B") && renamed("end", "Finish"));
        assert!(!renamed("guides/intro", "Start"));
    }

    #[test]
    fn nested_page_keeps_its_descendants() {
        check_nested(&["a", "b<a", "b/c", "b/c/d"], "b/c/d", "A(B(B/C(B/C/D)))");
    }

    #[test]
    fn cyclic_missing_or_too_deep_navigation_parent_is_ignored() {
        check_nested(&["a<a", "b<missing"], "a", "A B");
        check_nested(&["a<b", "b<a"], "a", "B(A)");
        check_nested(&["a<a/b", "a/b"], "a", "A(A/B)");
        let deep: Vec<String> = (0..200).map(|at| format!("p{at:03}<p{:03}", at + 1)).collect();
        let deep: Vec<&str> = deep.iter().map(String::as_str).collect();
        assert_eq!(nested(&deep).order.len(), 200);
    }

    #[test]
    fn only_the_branch_of_the_current_page_is_expanded() {
        for (at, expected) in [
            ("intro", "介绍 指南 参考"),
            ("guide", "介绍 指南(开始 Deep) 参考"),
            ("guide/deep/er", "介绍 指南(开始 Deep(Deeper)) 参考"),
            ("api/x", "介绍 指南 参考(接口)"),
            ("nowhere", "介绍 指南 参考"),
        ] {
            assert_eq!(titles(&navigation().open_at(at)), expected, "{at}");
        }
    }

    #[test]
    fn collapsed_folder_indicates_hidden_pages() {
        let tree = navigation().open_at("guide");
        let more: Vec<_> = tree.iter().map(|node| node.has_more).collect();
        assert_eq!(more, [false, false, true]);
        assert!(tree[1].children[1].has_more && !tree[1].children[0].has_more);
    }

    #[test]
    fn folder_without_page_links_to_its_first_page() {
        let tree = navigation().open_at("intro");
        assert_eq!(tree[2].url.as_deref(), Some("/index/zh/docs/api/x"));
        assert!(!tree[2].current);
    }

    #[test]
    fn previous_and_next_page_are_in_reading_order() {
        let around = navigation().around("guide/start");
        assert_eq!(around.previous.unwrap().title, "指南");
        assert_eq!(around.next.unwrap().title, "Deeper");
        assert_eq!(
            around.breadcrumbs.iter().map(|p| p.title.as_str()).collect::<Vec<_>>(),
            ["指南"]
        );
        assert_eq!(around.folders, ["", "guide", "guide/deep", "guide/start"]);
        assert_eq!(navigation().around("intro").previous, None);
        assert_eq!(navigation().around("nowhere"), PageNavigation::default());
    }

    #[test]
    fn page_in_both_languages_has_the_title_in_the_tree_language() {
        let outline = || {
            vec![
                called("a", Locale::En, "guide/install", "Setup", ""),
                called("b", Locale::Zh, "guide/install", "安装", ""),
            ]
        };
        for (locale, title) in [(Locale::En, "Guide(Setup)"), (Locale::Zh, "Guide(安装)")] {
            let navigation = of_outline(DocsVersion::Current, locale, outline(), Vec::new());
            assert_eq!(titles(&navigation.open_at("guide/install")), title);
        }
    }

    /// Creates the Chinese navigation from pages and folders (`sections`) in the form `path position`. A page has the
    /// same path in both languages.
    fn partly_translated(zh: &[&str], en: &[&str], sections: &[&str]) -> Navigation {
        let row = |text: &str| {
            let (path, position) = text.split_once(' ').unwrap();
            (path.to_owned(), position.parse::<i64>().unwrap())
        };
        let outline = |locale, text: &&str| {
            let (path, position) = row(text);
            Outline { position, ..called(&path, locale, &path, &path, "") }
        };
        let zh = zh.iter().map(|text| outline(Locale::Zh, text));
        let en = en.iter().map(|text| outline(Locale::En, text));
        let section = |text: &&str| {
            let (path, position) = row(text);
            SectionRow { title: path.to_uppercase(), path, position }
        };
        let sections = sections.iter().map(section).collect();
        let mut texts: Vec<Outline> = zh.chain(en).collect();
        texts.sort_by(|a, b| (a.position, &a.path).cmp(&(b.position, &b.path)));
        of_outline(DocsVersion::Current, Locale::Zh, texts, sections)
    }

    #[track_caller]
    fn check_order(zh: &[&str], en: &[&str], sections: &[&str], expected: &str) {
        let navigation = partly_translated(zh, en, sections);
        let order: Vec<&str> = navigation.order.iter().map(|(path, _)| &**path).collect();
        assert_eq!(order.join(" "), expected, "zh={zh:?} en={en:?} sections={sections:?}");
    }

    #[test]
    fn untranslated_page_keeps_its_place_among_translated_pages() {
        let check = check_order;
        let en = ["k 0", "j 1", "i 2", "h 3", "g 4", "f 5", "e 6", "d 7", "c 8", "b 9"];
        check(&["d 0", "c 1"], &en, &[], "k j i h g f e d c b");
        check(&["k 0", "b 1"], &en, &[], "k j i h g f e d c b");
        check(&[], &en, &[], "k j i h g f e d c b");
        // The order of the translated pages differs: an untranslated page follows the page that precedes it in the
        // other language.
        check(&["c 0", "a 1"], &["a 0", "b 1", "c 2", "d 3"], &[], "c d a b");
        // The pages `x` and `u` exist in one language only, and are on the same side of the translated page `t`.
        check(&["x 0", "t 1"], &["u 0", "t 1"], &[], "x u t");
        check(&["t 0", "x 1"], &["t 0", "u 1"], &[], "t u x");
        // No page is in both languages.
        check(&["x 5", "y 6"], &["u 0", "t 1"], &[], "x y u t");
        // Equal, negative, and very large positions.
        check(&["b 0", "d 0"], &["d 0", "c 0", "b 0", "a 0"], &[], "a b c d");
        check(&["b -7", "d -9"], &["b -5", "c -4", "d -3", "a -9"], &[], "d a b c");
        let (last, first) = (format!("b {}", i64::MAX), format!("a {}", i64::MIN));
        check(&[&last, &first], &[&first, "c 0", &last], &[], "a c b");
    }

    #[test]
    fn untranslated_folder_keeps_its_place_among_translated_folders() {
        let check = check_order;
        let en = ["a/1 0", "a/2 1", "b/x/1 2", "b/x/2 3", "c/1 4", "d 5"];
        let whole = "a/1 a/2 b/x/1 b/x/2 c/1 d";
        // With and without positions of folders; some folders contain no translated page.
        check(&["a/2 0", "d 1"], &en, &["a 0"], whole);
        check(&["a/2 0", "d 1"], &en, &[], whole);
        check(&["d 0"], &en, &[], whole);
        check(&["b/x/2 0"], &en, &["b 0", "b/x 0"], whole);
        // The order of the folders differs between the languages; an untranslated page stays in its folder.
        check(&["c/1 0", "a/2 1"], &en, &["c 0", "a 1"], "c/1 d a/1 a/2 b/x/1 b/x/2");
        // The index page of a folder is not translated; the other page of the folder is translated.
        check(&["g/s 0", "z 1"], &["i 0", "g 1", "g/s 2", "z 3"], &["g 0"], "i g g/s z");
        check(&["g/s 0", "z 1"], &["i 0", "g 1", "g/s 2", "z 3"], &[], "i g g/s z");
        // Only the index page is translated.
        check(&["g 0", "z 1"], &["g 0", "g/t 1", "g/s 2", "z 3"], &[], "g g/t g/s z");
    }

    #[test]
    fn untranslated_page_keeps_its_place_below_a_navigation_parent() {
        let text = |locale, (path, position, parent): (&str, i64, &str)| Outline {
            position,
            parent: Some(parent.to_owned()).filter(|parent| !parent.is_empty()),
            ..called(path, locale, path, path, "")
        };
        let en = [("ch", 0, ""), ("x", 1, "ch"), ("y", 2, "ch"), ("w", 3, "y"), ("z", 4, "ch")];
        let zh = [("ch", 0, ""), ("z", 1, "ch"), ("y", 2, "ch")];
        let outline = en.map(|page| text(Locale::En, page)).into_iter();
        let outline = outline.chain(zh.map(|page| text(Locale::Zh, page))).collect();
        let navigation = of_outline(DocsVersion::Current, Locale::Zh, outline, Vec::new());
        assert_eq!(titles(&navigation.open_at("w")), "ch(z x y(w))");
        let title = |link: Option<PageLink>| link.map(|link| link.title);
        let around = navigation.around("y");
        assert_eq!(title(around.previous).as_deref(), Some("x"));
        assert_eq!(title(around.next).as_deref(), Some("w"));
    }

    #[test]
    fn untranslated_page_in_the_tree_has_locale_of_its_text() {
        let tree = navigation().open_at("guide/deep/er");
        assert_eq!(tree[1].children[1].children[0].locale, "en-US");
    }
}
