//! Navigation lists of MkDocs: `nav`, and the files of the plugins awesome-pages, awesome-nav, and literate-nav.

use std::collections::{BTreeMap, HashMap, HashSet};

use core_wasm::locale::Locale;
use globset::{GlobBuilder, GlobMatcher};

use super::{nav_file, plugin, without_comment};
use crate::generators::exclusion::Exclusions;
use crate::generators::{Layout, below};
use crate::languages;
use crate::order::natural;
use crate::sidebar::Entry;
use crate::summary::{self, Chapter};
use crate::tree::Tree;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{self, folder_of, is_index, name_of, split_markdown};
use pailou_content::root::{self, Root};
use pailou_content::yaml::{self, Value};

/// Maximum number of patterns per list. A pattern adds unlisted pages.
const MAX_PATTERNS: usize = 10;

/// Entry of a navigation list in any notation.
#[derive(Debug, Default)]
pub(super) struct Item {
    label: Option<String>,
    /// File, folder, URL, or pattern; empty for a group.
    target: String,
    line: Option<u32>,
    children: Vec<Item>,
}

/// Navigation list: `nav`, or the list in a file of a plugin.
pub(super) struct List<'l> {
    /// Folder to which the paths of the items are relative. The folder is relative to the docs folder (`Paths::docs`).
    pub(super) folder: &'l str,
    pub(super) items: Vec<Item>,
    /// Whether the list is the `nav` of a settings file, which can apply to every language.
    pub(super) is_common: bool,
}

/// Converts the items of a list: `page.md`, `Title: page.md`, and `Title: [...]`.
pub(super) fn items_of(nav: &Value) -> Vec<Item> {
    let item = |value: &Value| {
        if let Some(target) = value.text() {
            return Some(Item { target: target.to_owned(), ..Item::default() });
        }
        let Value::Map(named) = value else { return None };
        let (label, value) = named.first()?;
        let target = value.text().unwrap_or_default().to_owned();
        Some(Item { label: Some(label.clone()), target, line: None, children: items_of(value) })
    };
    nav.list().iter().filter_map(item).collect()
}

fn items_of_chapters(chapters: Vec<Chapter>) -> Vec<Item> {
    let item = |chapter: Chapter| Item {
        label: Some(chapter.title),
        target: chapter.target.unwrap_or_default(),
        line: Some(chapter.line),
        children: items_of_chapters(chapter.children),
    };
    chapters.into_iter().map(item).collect()
}

impl Item {
    /// Whether the target is the index file of a folder.
    fn is_index(&self) -> bool {
        split_markdown(name_of(&self.target)).is_some_and(|(stem, _)| {
            let bare = stem.rsplit_once('.').map_or(stem, |(bare, _)| bare);
            is_index(stem) || is_index(bare)
        })
    }
}

/// Calls `take` with each item of a list and the items below it.
fn for_each_item<'i>(items: &'i [Item], take: &mut dyn FnMut(&'i Item)) {
    for item in items {
        take(item);
        for_each_item(&item.children, take);
    }
}

/// Line numbers of the values in YAML files.
pub(super) struct Source<'s> {
    file: &'s str,
    lines: Vec<(&'s str, HashMap<&'s str, u32>)>,
}

impl<'s> Source<'s> {
    /// Finds the lines in the settings file, which is the first file, and in the files that it inherits from.
    pub(super) fn of(files: &'s [(String, String)]) -> Self {
        let lines = files.iter().map(|(file, text)| (file.as_str(), lines_of(text))).collect();
        Self { file: files.first().map_or("", |(file, _)| file), lines }
    }

    /// Returns the file and the line of an item, if they are known.
    fn position(&self, item: &Item) -> (&'s str, Option<u32>) {
        let line = |(file, lines): &(&'s str, HashMap<&str, u32>)| {
            Some((*file, Some(*lines.get(item.target.as_str())?)))
        };
        match item.line {
            Some(line) => (self.file, Some(line)),
            None => self.lines.iter().find_map(line).unwrap_or((self.file, None)),
        }
    }

    fn issue(&self, severity: Severity, code: &'static str, item: &Item) -> Issue {
        let (file, line) = self.position(item);
        let issue = Issue::of_file(severity, code, file, item.target.as_str());
        Issue { line, ..issue }
    }
}

/// Returns the first line that contains each value of a YAML file. Lines from `nav` on take precedence over the lines
/// above `nav`.
fn lines_of(text: &str) -> HashMap<&str, u32> {
    let mut lines = HashMap::new();
    let numbered: Vec<(u32, &str)> = (1..).zip(text.lines()).collect();
    let is_nav = |(_, line): &(u32, &str)| line.starts_with("nav:") || line.starts_with("pages:");
    let nav = numbered.iter().position(is_nav).unwrap_or(0);
    for (number, line) in numbered[nav..].iter().chain(&numbered[..nav]) {
        let line = without_comment(line);
        for part in line.split(['[', ']', '{', '}', ',', '"', '\'']).chain([line]) {
            let part = part.trim().trim_start_matches("- ").trim_matches(['"', '\'']);
            let value = part.rsplit_once(": ").map_or(part, |(_, value)| value).trim();
            lines.entry(value).or_insert(*number);
        }
    }
    lines
}

/// Data for resolving paths in the navigation. These paths are relative to `docs`, the folder of the pages in all
/// languages.
#[derive(Clone, Copy)]
pub(super) struct Paths<'r> {
    pub(super) tree: &'r Tree<'r>,
    pub(super) layout: &'r Layout,
    pub(super) docs: &'r str,
    /// Paths of pages and folders in all languages.
    pub(super) known: &'r HashSet<String>,
}

/// Target of an item.
struct Target {
    /// Path of the file or folder, relative to the docs folder (`Paths::docs`).
    file: String,
    /// Language that the path specifies.
    locale: Option<Locale>,
    /// Path below the root of the language.
    path: String,
}

impl Paths<'_> {
    /// Returns the folder of a language, relative to the docs folder; empty for the docs folder itself.
    fn prefix<'p>(&self, root: &'p Root) -> &'p str {
        root::inside(self.docs, &root.folder).unwrap_or("")
    }

    /// Resolves the target of an item; `None` for groups, URLs, patterns, language folders, and unsupported languages.
    fn target(&self, item: &Item, folder: &str) -> Option<Target> {
        let written = item.target.as_str();
        let is_pattern = written.contains([':', '*']) || written.starts_with("...");
        if written.is_empty() || is_pattern || is_include(written) {
            return None;
        }
        let plain = written.split(['#', '?']).next().unwrap_or_default();
        let file = page_path::join(folder, plain)?;
        let is_page = split_markdown(&file).is_some();
        let mut target = Target { path: languages::plain_path(&file), locale: None, file };
        if self.layout.suffixes {
            let first = self.layout.roots.first()?.locale;
            let (locale, bare) = languages::without_suffix(&target.file, first)?;
            if bare != target.file {
                target.path = languages::plain_path(&bare);
                target.locale = Some(locale);
            }
            return Some(target);
        }
        for root in &self.layout.roots {
            let prefix = self.prefix(root);
            let Some(rest) = root::inside(prefix, &target.file).filter(|_| !prefix.is_empty())
            else {
                continue;
            };
            if rest.is_empty() && !is_page {
                return None;
            }
            target.path = languages::plain_path(rest);
            target.locale = Some(root.locale);
            break;
        }
        Some(target)
    }

    /// Whether a target is a page that exists in no language.
    fn is_missing(&self, target: &Target) -> bool {
        if split_markdown(&target.file).is_none() {
            return false;
        }
        let is_file = || self.tree.files.binary_search(&below(self.docs, &target.file)).is_ok();
        let is_known = target.locale.is_none() && self.known.contains(&target.path);
        !is_known && !is_file()
    }
}

/// Reader of the navigation of one language.
pub(super) struct Reader<'r> {
    paths: Paths<'r>,
    locale: Locale,
    root: &'r Root,
    /// Folder of the language, relative to the docs folder (`Paths::docs`).
    prefix: &'r str,
    translations: HashMap<String, String>,
    /// Files of the pages below the root, sorted, without language suffix.
    pages: Vec<String>,
    /// For the root and each folder below it, the names of its pages and folders, by name without extension.
    folders: BTreeMap<String, BTreeMap<String, String>>,
    /// Whether paths in `nav`, or in a list above the folder of the language, specify this language.
    has_own: bool,
    /// Whether the labels of shared lists are in the other language.
    pub(super) is_unlabeled: bool,
    pub(super) issues: Vec<Issue>,
    /// Paths of the pages that are named in a list.
    named: HashSet<String>,
    /// Patterns of pages that the settings hide in the navigation, with the file of the patterns.
    hidden: Vec<(String, Exclusions)>,
}

/// For each pattern of a list, the entries that it matches.
type Rest = HashMap<String, Vec<Entry>>;

impl<'r> Reader<'r> {
    pub(super) fn new(
        paths: Paths<'r>,
        locale: Locale,
        root: &'r Root,
        translations: HashMap<String, String>,
    ) -> Self {
        let bare = |file: &str| match paths.layout.suffixes {
            true => languages::without_suffix(file, root.locale).map(|(_, bare)| bare),
            false => Some(file.to_owned()),
        };
        let files = paths.tree.pages(&root.folder);
        let mut pages: Vec<String> =
            files.iter().filter_map(|file| bare(root.below(file)?)).collect();
        pages.sort();
        pages.dedup();
        let mut folders: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        folders.insert(String::new(), BTreeMap::new());
        for page in &pages {
            let stem = split_markdown(page).map_or(page.as_str(), |(stem, _)| stem);
            let inner = page_path::folders(page).map(|folder| (folder, folder));
            for (path, file) in inner.chain([(stem, page.as_str())]) {
                let name = name_of(path).to_owned();
                let file = name_of(file).to_owned();
                let names = folders.entry(folder_of(path).to_owned()).or_default();
                names.entry(name).or_insert(file);
            }
        }
        let prefix = paths.prefix(root);
        let (has_own, is_unlabeled, issues) = (false, false, Vec::new());
        Self {
            paths,
            locale,
            root,
            prefix,
            translations,
            pages,
            folders,
            has_own,
            is_unlabeled,
            issues,
            named: HashSet::new(),
            hidden: Vec::new(),
        }
    }

    /// Converts a list. Reports pages that exist in no language.
    pub(super) fn entries_of_list(&mut self, list: &List<'_>, source: &Source<'_>) -> Vec<Entry> {
        let mut has_own = false;
        let mut issues = Vec::new();
        for_each_item(&list.items, &mut |item| {
            if is_regex(&item.target) {
                issues.push(source.issue(Severity::Note, "navigation-not-literal", item));
            }
            if is_include(&item.target) {
                issues.push(source.issue(Severity::Warning, "chapter-missing", item));
            }
            let Some(target) = self.paths.target(item, list.folder) else { return };
            if self.paths.is_missing(&target) {
                issues.push(source.issue(Severity::Warning, "chapter-missing", item));
            }
            has_own |= target.locale == Some(self.locale);
        });
        self.issues.append(&mut issues);
        let is_above = root::inside(self.prefix, list.folder).is_none();
        self.has_own |= has_own && (list.is_common || is_above);
        // Paths without a language belong to the language without folder or suffix. The other
        // language uses them if it has no entries of its own.
        let is_first = self.prefix.is_empty() && self.root.locale == self.locale;
        let is_shared = self.prefix.is_empty() || list.is_common;
        let takes_shared = is_first || is_shared && !has_own;
        let mut named = Vec::new();
        for_each_item(&list.items, &mut |item| {
            named.extend(self.path(item, list.folder, takes_shared));
        });
        self.named.extend(named);
        let mut rest = self.rest_of_list(list, takes_shared);
        let mut entries = self.entries(&list.items, list.folder, takes_shared, &mut rest);
        let is_of_both = list.is_common || self.paths.layout.suffixes;
        if self.is_unlabeled && is_of_both && !has_own {
            remove_labels(&mut entries);
        }
        entries
    }

    fn entries(
        &self,
        items: &[Item],
        folder: &str,
        takes_shared: bool,
        rest: &mut Rest,
    ) -> Vec<Entry> {
        let mut entries = Vec::new();
        for item in items {
            match rest.remove(&item.target) {
                Some(unlisted) => entries.extend(unlisted),
                None => entries.extend(self.entry(item, folder, takes_shared, rest)),
            }
        }
        entries
    }

    fn entry(
        &self,
        item: &Item,
        folder: &str,
        takes_shared: bool,
        rest: &mut Rest,
    ) -> Option<Entry> {
        let translated = item.label.as_ref().and_then(|label| self.translations.get(label));
        let label = translated.or(item.label.as_ref()).cloned();
        let path = self.path(item, folder, takes_shared);
        let children = self.entries(&item.children, folder, takes_shared, rest);
        if let ([only], None) = (children.as_slice(), &path)
            && self.is_only_index(item, folder, only)
        {
            return Some(Entry { label: label.or_else(|| only.label.clone()), ..only.clone() });
        }
        (path.is_some() || !children.is_empty()).then_some(Entry { label, path, children })
    }

    /// Whether the only entry of a group is the index page of a folder. The entry then gets the label of the group.
    fn is_only_index(&self, group: &Item, folder: &str, only: &Entry) -> bool {
        let is_only = |item: &Item| {
            let path = self.paths.target(item, folder).map(|target| target.path);
            item.is_index() && path == only.path
        };
        only.children.is_empty() && group.children.iter().any(is_only)
    }

    /// Returns the path of `item` below the root; `None` if the item does not belong to this language. `takes_shared`
    /// states whether items without a language belong to this language.
    fn path(&self, item: &Item, folder: &str, takes_shared: bool) -> Option<String> {
        let target = self.paths.target(item, folder)?;
        let is_own = match target.locale {
            Some(locale) => locale == self.locale,
            None => takes_shared,
        };
        let is_page = split_markdown(&target.file).is_some();
        let is_known = !is_page || self.paths.known.contains(&target.path);
        (is_own && is_known).then_some(target.path)
    }

    /// For each pattern of a list, such as `...` of the plugin awesome-pages, returns the unlisted pages and folders
    /// that it matches. A pattern for all pages at the end of a list is ignored, because unlisted pages follow the list
    /// by default. See [`Self::path`] for `takes_shared`.
    fn rest_of_list(&self, list: &List<'_>, takes_shared: bool) -> Rest {
        let mut patterns: Vec<&str> = Vec::new();
        let (mut listed, mut folders) = (HashSet::new(), HashSet::new());
        for_each_item(&list.items, &mut |item| {
            if is_rest(&item.target) && patterns.len() < MAX_PATTERNS {
                patterns.push(&item.target);
            }
            if let Some(path) = self.path(item, list.folder, takes_shared) {
                listed.extend(page_path::folders(&path).map(str::to_owned));
                if split_markdown(&item.target).is_none() {
                    folders.insert(path.clone());
                }
                listed.insert(path);
            }
        });
        let folder = match root::inside(self.prefix, list.folder) {
            Some(folder) => folder,
            // The patterns of `nav` apply to all pages in the folder of the language.
            None if list.is_common && takes_shared => "",
            None => return Rest::new(),
        };
        let is_last = |pattern: &str| list.items.last().is_some_and(|item| item.target == pattern);
        // Patterns for all pages come last, because they apply to the pages that no other pattern matches.
        patterns.sort_by_key(|pattern| is_all(pattern));
        let mut rest = Rest::new();
        for pattern in patterns {
            if rest.contains_key(pattern) || is_all(pattern) && is_last(pattern) {
                continue;
            }
            let Some(glob) = RestPattern::parse(pattern) else { continue };
            let mut found = Vec::new();
            for (path, file) in self.unlisted(folder, &glob, list.is_common) {
                let is_listed = listed.contains(&path)
                    || page_path::folders(&path).any(|folder| folders.contains(folder));
                if !is_listed && glob.matches(&file) {
                    listed.extend(page_path::folders(&path).map(str::to_owned));
                    listed.insert(path.clone());
                    found.push(Entry::page(path, None));
                }
            }
            found.sort_by(|a: &Entry, b: &Entry| {
                natural(
                    a.path.as_deref().unwrap_or_default(),
                    b.path.as_deref().unwrap_or_default(),
                )
            });
            rest.insert(pattern.to_owned(), found);
        }
        rest
    }

    /// Returns the candidates for a pattern: the entries of a folder, or all pages below it. Each candidate is a path
    /// and the text with which the pattern is compared. `is_common` states whether the list applies to both languages.
    fn unlisted(
        &self,
        folder: &str,
        pattern: &RestPattern,
        is_common: bool,
    ) -> Vec<(String, String)> {
        let is_path = pattern.glob.is_some() && (is_common || pattern.has_slash);
        if pattern.is_flat || is_path {
            let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            let at = self.pages.partition_point(|page| *page < start);
            let pages = self.pages[at..].iter().take_while(|page| page.starts_with(&start));
            let file = |page: &String| match is_path {
                true if is_common => below(self.prefix, page),
                true => page[start.len()..].to_owned(),
                false => name_of(page).to_owned(),
            };
            pages.map(|page| (languages::plain_path(page), file(page))).collect()
        } else {
            let names = self.folders.get(folder).into_iter().flatten();
            let names = names.filter(|(name, _)| !is_index(name));
            names.map(|(name, file)| (below(folder, name), file.clone())).collect()
        }
    }

    /// Returns the labels whose translation is `label`, sorted.
    pub(super) fn originals(&self, label: &str) -> Vec<String> {
        let translations = self.translations.iter().filter(|(_, to)| *to == label);
        let mut originals: Vec<String> = translations.map(|(from, _)| from.clone()).collect();
        originals.sort();
        originals
    }

    /// Whether the navigation of this language is only a group with the label `label`, the name of the language.
    pub(super) fn is_group_of_language(&self, entries: &[Entry], label: &str) -> bool {
        let is_named = |group: &Entry| {
            group.path.is_none() && group.label.as_deref().map(str::trim) == Some(label.trim())
        };
        self.has_own && matches!(entries, [only] if is_named(only))
    }

    /// Reads the files of the plugins awesome-pages, awesome-nav, and literate-nav. Files of outer folders come first.
    pub(super) fn files_of_plugins(&mut self, settings: &Value) -> Vec<Entry> {
        let summary = nav_file(settings);
        let awesome =
            ["awesome-pages", "awesome-nav"].iter().any(|name| plugin(settings, name).is_some());
        let above = page_path::folders(self.prefix).chain([""]).filter(|_| !self.prefix.is_empty());
        let above: Vec<String> = above.map(str::to_owned).collect();
        let own = self.folders.keys().map(|folder| below(self.prefix, folder));
        let mut folders: Vec<String> = above.into_iter().chain(own).collect();
        folders.sort();
        let mut entries = Vec::new();
        for folder in folders {
            if let Some(name) = &summary {
                entries.extend(self.summary(&folder, name));
            }
            if awesome {
                entries.extend(self.awesome(&folder));
            }
        }
        entries
    }

    fn summary(&mut self, folder: &str, name: &str) -> Vec<Entry> {
        let file = below(&below(self.paths.docs, folder), name);
        let text = self.paths.tree.text(&file).unwrap_or_default();
        let items = items_of_chapters(summary::chapters(&text));
        let list = List { folder, items, is_common: false };
        self.entries_of_list(&list, &Source { file: &file, lines: Vec::new() })
    }

    /// Reads the title and the entries of `folder` from its `.nav.yml` or `.pages`.
    fn awesome(&mut self, folder: &str) -> Vec<Entry> {
        let full_path = below(self.paths.docs, folder);
        let names = [".nav.yml", ".nav.yaml", ".pages"].map(|name| below(&full_path, name));
        let is_file = |name: &String| self.paths.tree.files.binary_search(name).is_ok();
        let Some(file) = names.into_iter().find(is_file) else { return Vec::new() };
        let text = self.paths.tree.text(&file).unwrap_or_default();
        let value = match yaml::parse(&text) {
            Ok(value) => value,
            Err(mistake) => {
                let issue = Issue::warning("navigation-invalid", mistake.line, mistake.detail);
                self.issues.push(issue.in_file(&file));
                return Vec::new();
            }
        };
        if value.get("hide").and_then(Value::text) == Some("true") {
            let issue = Issue::of_file(Severity::Note, "navigation-hidden", &file, folder);
            self.issues.push(issue);
        }
        if let Some(ignored) = value.get("ignore") {
            let patterns: Vec<&str> = ignored.texts().collect();
            self.hide(patterns.into_iter(), folder, &file);
        }
        let mut entries = Vec::new();
        let own = root::inside(self.prefix, folder).map(str::to_owned);
        let title = value.get("title").and_then(Value::text);
        if let (Some(title), Some(own)) = (title, own.as_ref().filter(|own| !own.is_empty())) {
            entries.push(Entry::page(own.clone(), Some(title.to_owned())));
        }
        if let Some(nav) = value.get("nav").or_else(|| value.get("arrange")) {
            let list = List { folder, items: items_of(nav), is_common: false };
            let sources = [(file, text)];
            entries.extend(self.entries_of_list(&list, &Source::of(&sources)));
        }
        let is_descending = |value: &Value| value.text() == Some("desc");
        let sort = value.get("sort").and_then(|sort| sort.get("direction"));
        if value.get("order").or(sort).is_some_and(is_descending) {
            entries.extend(own.iter().flat_map(|folder| self.descending(folder)));
        }
        entries
    }

    /// Adds patterns of hidden pages in the syntax of `.gitignore`. The patterns are relative to `folder`, which is
    /// relative to the docs folder (`Paths::docs`). `file` is the file that contains the patterns.
    pub(super) fn hide<'p>(
        &mut self,
        patterns: impl Iterator<Item = &'p str>,
        folder: &str,
        file: &str,
    ) {
        let folder = below(self.paths.docs, folder);
        let (hidden, issues) = Exclusions::of_gitignore(patterns, &folder, file);
        self.hidden.push((file.to_owned(), hidden));
        self.issues.extend(issues);
    }

    /// Reports the pages of this language that match a pattern in `hidden` and are not named in a list.
    pub(super) fn report_hidden(&mut self) {
        let Paths { tree, layout, docs, .. } = self.paths;
        if self.hidden.is_empty() {
            return;
        }
        for page in tree.pages(&self.root.folder) {
            let place = layout.place(&page).filter(|(locale, _)| *locale == self.locale);
            let Some((_, path)) = place.filter(|_| !layout.exclusions.contains(layout, &page))
            else {
                continue;
            };
            if self.named.contains(&languages::plain_path(&path)) {
                continue;
            }
            let hides = |(_, patterns): &&(String, Exclusions)| patterns.contains(layout, &page);
            if let Some((file, _)) = self.hidden.iter().find(hides) {
                let detail = root::inside(docs, &page).unwrap_or(&page);
                self.issues.push(Issue::of_file(Severity::Note, "navigation-hidden", file, detail));
            }
        }
    }

    fn descending(&self, folder: &str) -> Vec<Entry> {
        let mut names: Vec<&String> =
            self.folders.get(folder).into_iter().flat_map(BTreeMap::keys).collect();
        names.sort_by(|a, b| natural(b, a));
        names.into_iter().map(|name| Entry::page(below(folder, name), None)).collect()
    }
}

/// Pattern for unlisted pages: `...`, `... | flat`, `... | glob`, or `... | flat | glob` of the
/// plugin awesome-pages, or a glob of awesome-nav.
struct RestPattern {
    is_flat: bool,
    glob: Option<GlobMatcher>,
    /// Whether the glob matches paths instead of names.
    has_slash: bool,
}

impl RestPattern {
    fn parse(written: &str) -> Option<Self> {
        let (is_flat, pattern) = match written.starts_with("...") {
            true => split_rest(written)?,
            false => (false, Some(written)),
        };
        let pattern = pattern.map(|pattern| pattern.strip_prefix("glob=").unwrap_or(pattern));
        let build = |pattern: &str| GlobBuilder::new(pattern).literal_separator(true).build();
        let glob = match pattern {
            Some(_) if is_regex(written) => return None,
            Some(pattern) => Some(build(pattern).ok()?.compile_matcher()),
            None => None,
        };
        Some(Self { is_flat, glob, has_slash: pattern.is_some_and(|it| it.contains('/')) })
    }

    fn matches(&self, file: &str) -> bool {
        self.glob.as_ref().is_none_or(|glob| glob.is_match(file))
    }
}

/// Whether an entry is a pattern for unlisted pages.
fn is_rest(written: &str) -> bool {
    written.starts_with("...") || written.contains('*')
}

/// Whether an entry inserts the navigation of another site, by the plugin monorepo: `!include ./api/mkdocs.yml`.
fn is_include(written: &str) -> bool {
    written.starts_with("!include ") || written.starts_with("*include ")
}

/// Whether a pattern matches all unlisted pages and folders.
fn is_all(pattern: &str) -> bool {
    matches!(pattern, "..." | "*")
}

/// Parses `...`, `... | flat`, `... | PATTERN`, or `... | flat | PATTERN`. Returns whether `flat` is present, and the
/// pattern. Returns `None` for other text.
fn split_rest(written: &str) -> Option<(bool, Option<&str>)> {
    let rest = written.strip_prefix("...")?.trim();
    if rest.is_empty() {
        return Some((false, None));
    }
    let rest = rest.strip_prefix('|')?.trim_start();
    match rest.strip_prefix("flat").map(str::trim_start) {
        Some("") => Some((true, None)),
        Some(after) if after.starts_with('|') => Some((true, Some(after[1..].trim_start()))),
        _ => Some((false, Some(rest))),
    }
}

/// Whether an entry for unlisted pages has a regular expression, which is not supported.
fn is_regex(written: &str) -> bool {
    let pattern = split_rest(written).and_then(|(_, pattern)| pattern);
    pattern.is_some_and(|pattern| pattern.starts_with("regex="))
}

/// Removes the label of the index page of a folder if the label of a group becomes the title of this folder.
pub(super) fn without_repeated_labels(entries: &mut [Entry]) {
    let mut listed = HashMap::new();
    count_pages(entries, &mut listed);
    remove_repeated_labels(entries, &listed);
}

fn remove_repeated_labels(entries: &mut [Entry], listed: &HashMap<String, usize>) {
    for entry in entries {
        if entry.path.is_none() && entry.label.is_some() && !entry.children.is_empty() {
            let mut within = HashMap::new();
            let count = count_pages(&entry.children, &mut within);
            // If a group has exactly the pages of a folder, its label is the title of the outermost such folder.
            let is_whole = |(folder, inside): &(&String, &usize)| {
                **inside == count && listed.get(*folder) == Some(*inside)
            };
            let whole = within.iter().filter(is_whole).map(|(folder, _)| folder);
            let titled = whole.min_by_key(|folder| folder.len()).cloned();
            if let Some(folder) = titled.filter(|_| count > 1) {
                remove_label(&mut entry.children, &folder);
            }
        }
        remove_repeated_labels(&mut entry.children, listed);
    }
}

fn remove_labels(entries: &mut [Entry]) {
    for entry in entries {
        entry.label = None;
        remove_labels(&mut entry.children);
    }
}

fn remove_label(entries: &mut [Entry], path: &str) {
    for entry in entries {
        if entry.path.as_deref() == Some(path) && entry.children.is_empty() {
            entry.label = None;
        }
        remove_label(&mut entry.children, path);
    }
}

/// Adds the number of listed pages in each folder to `counts`, and returns the total number.
fn count_pages(entries: &[Entry], counts: &mut HashMap<String, usize>) -> usize {
    let mut count = 0;
    for entry in entries {
        if let Some(path) = &entry.path {
            count += 1;
            for folder in page_path::folders(path).chain([path.as_str()]) {
                if !folder.is_empty() {
                    *counts.entry(folder.to_owned()).or_default() += 1;
                }
            }
        }
        count += count_pages(&entry.children, counts);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_for_unlisted_pages_are_parsed() {
        for (written, expected) in [
            ("...", Some((false, None))),
            ("... | flat", Some((true, None))),
            ("...|flat|a*", Some((true, Some("a*")))),
            ("... | flatten.md", Some((false, Some("flatten.md")))),
            ("... | glob=a | b", Some((false, Some("glob=a | b")))),
            ("...x", None),
            ("a", None),
        ] {
            assert_eq!(split_rest(written), expected, "{written}");
        }
        assert!(RestPattern::parse("... | regex=[x").is_none());
        assert!(RestPattern::parse("... | [x").is_none());
    }

    proptest::proptest! {
        #[test]
        fn any_navigation_text_is_read_without_panic(text in "[-a: \n\\[\\]{},.\"'#!ENV|中*]{0,40}") {
            let _ = (lines_of(&text), split_rest(&text), RestPattern::parse(&text));
        }
    }
}
