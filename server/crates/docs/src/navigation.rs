//! Navigation tree of one language: folders and pages in order, the open branch of a page, and the previous and next
//! page. Pure functions.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;
use std::sync::Arc;

use core_wasm::locale::Locale;

use super::api::{PageLink, TreeNode};
use pailou_content::page_path;
use pailou_store::sql::{Outline, SectionRow};
use pailou_versions::DocsVersion;

/// A page of the tree: path, title, and language.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub path: String,
    pub title: String,
    pub locale: Locale,
    pub position: i64,
}

#[derive(Debug, Clone)]
struct Node {
    path: Arc<str>,
    title: Arc<str>,
    locale: Locale,
    is_page: bool,
    position: i64,
    children: Vec<Node>,
}

/// The whole navigation of one language. A copy shares all texts.
#[derive(Debug, Clone)]
pub(crate) struct Navigation {
    edition: DocsVersion,
    locale: Locale,
    roots: Vec<Node>,
    /// Pages in reading order.
    order: Vec<(Arc<str>, Arc<str>)>,
    places: Arc<HashMap<Arc<str>, usize>>,
}

/// Navigation around a page.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct PageNavigation {
    pub previous: Option<PageLink>,
    pub next: Option<PageLink>,
    pub breadcrumbs: Vec<PageLink>,
    /// Folders whose pages are shown: the open ones and those of the neighbors.
    pub folders: Vec<String>,
}

/// The navigation of a language from all texts: each page once, in this language or otherwise in the other one.
pub(crate) fn of_outline(
    edition: DocsVersion,
    locale: Locale,
    outline: Vec<Outline>,
    sections: Vec<SectionRow>,
) -> Navigation {
    let translated: HashSet<String> = outline
        .iter()
        .filter(|text| text.locale == locale.tag())
        .map(|text| text.page_id.clone())
        .collect();
    let shown = outline
        .into_iter()
        .filter(|text| text.locale == locale.tag() || !translated.contains(&text.page_id));
    let leaves = shown.map(|text| Leaf {
        locale: Locale::from_str(&text.locale).unwrap_or(locale),
        title: name(&text).to_owned(),
        path: text.path,
        position: text.position,
    });
    Navigation::new(edition, locale, leaves.collect(), &sections)
}

/// Label of a page in the navigation.
fn name(text: &Outline) -> &str {
    if text.label.is_empty() { &text.title } else { &text.label }
}

impl PageNavigation {
    /// Hash that changes when the navigation around a page does.
    pub(crate) fn mark(&self) -> String {
        let places = [&self.previous, &self.next].into_iter().flatten().chain(&self.breadcrumbs);
        let text: Vec<_> = places.map(|place| format!("{place:?}")).collect();
        blake3::hash(text.concat().as_bytes()).to_hex()[..8].to_owned()
    }
}

impl Navigation {
    pub(crate) fn new(
        edition: DocsVersion,
        locale: Locale,
        leaves: Vec<Leaf>,
        sections: &[SectionRow],
    ) -> Self {
        let mut roots = Vec::new();
        let sections = sections.iter().map(|section| (section.path.as_str(), section)).collect();
        // Sorted by path component, the pages below a folder are adjacent, so a folder is always the last of its
        // siblings.
        let mut leaves = leaves;
        leaves.sort_by(|a, b| a.path.split('/').cmp(b.path.split('/')));
        for leaf in &leaves {
            insert(&mut roots, leaf, &sections, locale);
        }
        arrange(&mut roots, &sections);
        let mut order = Vec::new();
        collect(&roots, &mut order);
        let places: HashMap<_, _> =
            order.iter().enumerate().map(|(at, (path, _))| (path.clone(), at)).collect();
        Self { edition, locale, roots, order, places: Arc::new(places) }
    }

    /// The navigation with the present titles of these pages; `None` if one of them is not in it.
    pub(crate) fn renamed(&self, pages: &[Vec<Outline>]) -> Option<Self> {
        let mut renamed = self.clone();
        for texts in pages {
            let own = texts.iter().find(|text| text.locale == self.locale.tag());
            let Some(text) = own.or(texts.first()) else { continue };
            let (place, name) = (*self.places.get(text.path.as_str())?, Arc::from(name(text)));
            renamed.order.get_mut(place)?.1 = Arc::clone(&name);
            find(&mut renamed.roots, &text.path)?.title = name;
        }
        Some(renamed)
    }

    /// The tree with the branch to `at` open.
    pub(crate) fn open_at(&self, at: &str) -> Vec<TreeNode> {
        self.roots.iter().map(|node| node.open_at(at, self)).collect()
    }

    pub(crate) fn around(&self, path: &str) -> PageNavigation {
        let Some(&at) = self.places.get(path) else { return PageNavigation::default() };
        let previous = at.checked_sub(1).and_then(|at| self.order.get(at));
        let next = self.order.get(at + 1);
        let mut folders: Vec<_> = ancestors(path);
        folders.push(path.to_owned());
        folders.extend(
            [previous, next].into_iter().flatten().map(|(path, _)| parent(path).to_owned()),
        );
        folders.sort();
        folders.dedup();
        let place = |(path, title): &(Arc<str>, Arc<str>)| PageLink {
            title: title.to_string(),
            url: Some(self.edition.address(self.locale, path)),
        };
        PageNavigation {
            previous: previous.map(place),
            next: next.map(place),
            breadcrumbs: self.breadcrumbs(path),
            folders,
        }
    }

    fn breadcrumbs(&self, path: &str) -> Vec<PageLink> {
        let mut found = Vec::new();
        let mut nodes = &self.roots;
        while let Some(node) =
            nodes.iter().find(|node| leads_to(&node.path, path) && *node.path != *path)
        {
            let url = node.is_page.then(|| self.edition.address(self.locale, &node.path));
            found.push(PageLink { title: node.title.to_string(), url });
            nodes = &node.children;
        }
        found
    }
}

impl Node {
    fn open_at(&self, at: &str, of: &Navigation) -> TreeNode {
        let open = !self.children.is_empty() && leads_to(&self.path, at);
        let target = if self.is_page { Some(&self.path) } else { self.first_page() };
        TreeNode {
            title: self.title.to_string(),
            url: target.map(|path| of.edition.address(of.locale, path)),
            locale: self.locale.tag().to_owned(),
            current: self.is_page && *self.path == *at,
            open,
            has_more: !open && !self.children.is_empty(),
            children: if open {
                self.children.iter().map(|child| child.open_at(at, of)).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// A folder without an index page links to its first page.
    fn first_page(&self) -> Option<&Arc<str>> {
        self.children
            .iter()
            .find_map(|child| if child.is_page { Some(&child.path) } else { child.first_page() })
    }
}

fn find<'n>(roots: &'n mut [Node], path: &str) -> Option<&'n mut Node> {
    let mut nodes = roots;
    loop {
        let node = nodes.iter_mut().find(|node| leads_to(&node.path, path))?;
        if *node.path == *path {
            return Some(node);
        }
        nodes = &mut node.children;
    }
}

type Sections<'s> = HashMap<&'s str, &'s SectionRow>;

fn insert(roots: &mut Vec<Node>, leaf: &Leaf, sections: &Sections<'_>, locale: Locale) {
    let mut nodes = roots;
    for end in ends(&leaf.path) {
        let path = &leaf.path[..end];
        if nodes.last().is_none_or(|node| *node.path != *path) {
            nodes.push(folder(path, sections, locale, leaf.position));
        }
        let at = nodes.len() - 1;
        let node = &mut nodes[at];
        if end == leaf.path.len() {
            node.is_page = true;
            node.locale = leaf.locale;
            node.position = leaf.position;
            node.title = leaf.title.as_str().into();
        }
        nodes = &mut node.children;
    }
}

fn folder(path: &str, sections: &Sections<'_>, locale: Locale, position: i64) -> Node {
    let section = sections.get(path);
    let name = path.rsplit('/').next().unwrap_or(path);
    Node {
        path: path.into(),
        title: section.map_or_else(|| readable(name), |section| section.title.clone()).into(),
        locale,
        is_page: false,
        position: section.map_or(position, |section| section.position),
        children: Vec::new(),
    }
}

/// `getting-started` → `Getting started`.
fn readable(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn arrange(nodes: &mut [Node], sections: &Sections<'_>) {
    for node in nodes.iter_mut() {
        arrange(&mut node.children, sections);
        if let Some(section) = sections.get(&*node.path) {
            node.position = section.position;
        } else if !node.is_page {
            node.position = node.children.iter().map(|child| child.position).min().unwrap_or(0);
        }
    }
    nodes.sort_by(|a, b| a.position.cmp(&b.position).then_with(|| a.path.cmp(&b.path)));
}

fn collect(nodes: &[Node], order: &mut Vec<(Arc<str>, Arc<str>)>) {
    for node in nodes {
        if node.is_page {
            order.push((node.path.clone(), node.title.clone()));
        }
        collect(&node.children, order);
    }
}

/// End offsets of the components of a path: `a/b/c` → 1, 3, 5.
fn ends(path: &str) -> impl Iterator<Item = usize> {
    path.match_indices('/').map(|(at, _)| at).chain([path.len()]).filter(|end| *end > 0)
}

fn leads_to(folder: &str, path: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// `a/b/c` → `a/b`; a page at the top → ``.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Every folder above: `a/b/c` → ``, `a`, `a/b`.
pub(crate) fn ancestors(path: &str) -> Vec<String> {
    let folders = page_path::folders(path).map(str::to_owned);
    [String::new()].into_iter().chain(folders).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn navigation() -> Navigation {
        let leaf = |path: &str, title: &str, locale, position| Leaf {
            path: path.to_owned(),
            title: title.to_owned(),
            locale,
            position,
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
        }
    }

    #[test]
    fn title_override_applies_everywhere() {
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
        let title = |place: Option<PageLink>| place.map(|place| place.title);
        assert_eq!(title(around.previous).as_deref(), Some("使用"));
        assert_eq!(title(around.next).as_deref(), Some("Deepest"));
        let unknown = [vec![called("e", Locale::Zh, "nowhere", "x", "")]];
        assert!(navigation().renamed(&unknown).is_none());
    }

    #[test]
    fn only_the_branch_of_the_page_is_open() {
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
    fn closed_folders_have_more() {
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
    fn previous_and_next_are_in_reading_order() {
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
    fn untranslated_page_keeps_its_language() {
        let tree = navigation().open_at("guide/deep/er");
        assert_eq!(tree[1].children[1].children[0].locale, "en-US");
    }
}
