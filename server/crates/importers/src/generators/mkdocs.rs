//! MkDocs and Material for MkDocs: `mkdocs.yml` with its `nav`, languages by the plugin
//! `mkdocs-static-i18n` or by a settings file per language, heading ids without Chinese characters.
//! Its Markdown is parsed in `pailou-markdown`.

use std::collections::{BTreeMap, HashMap, HashSet};

use core_wasm::locale::Locale;
use globset::{GlobBuilder, GlobMatcher};

use crate::exclusion::Exclusions;
use crate::generators::{GeneratorSettings, Layout, below, known_paths};
use crate::languages;
use crate::navigation::dropped_groups;
use crate::order::natural;
use crate::script::within_tree;
use crate::sidebar::{self, Entry};
use crate::summary::{self, Chapter};
use crate::tree::Tree;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{self, folder_of, is_index, split_markdown};
use pailou_content::root::{self, Root};
use pailou_content::yaml::{self, Value};
use pailou_markdown::plugins::{Plugin, Plugins};

/// Maximum number of settings files that inherit from each other.
const MAX_INHERITED: usize = 8;

/// Maximum number of settings files that are read, one per language or project of a repository.
const MAX_SITES: usize = 20;

/// Maximum number of patterns for unlisted pages in a list.
const MAX_PATTERNS: usize = 10;

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    settings_files(tree).first().copied()
}

/// Returns the settings files: those with the shortest path first, and at equal depth those that
/// are not named after a language first. Files of unsupported languages are last.
fn settings_files<'t>(tree: &Tree<'t>) -> Vec<&'t str> {
    let mut files: Vec<&str> =
        tree.files.iter().map(String::as_str).filter(|file| is_settings_file(file)).collect();
    let rank = |file: &str| {
        let folder = folder_of(file).rsplit('/').next().unwrap_or_default();
        match language_of_name(file).or_else(|| Root::locale_of(folder)) {
            Some(_) => 1,
            None if root::is_language_name(folder) => 2,
            None => 0,
        }
    };
    files.sort_by_key(|file| (file.matches('/').count(), rank(file)));
    files
}

/// Whether a file is `mkdocs.yml`, or has the name of a supported language: `mkdocs.zh.yml`.
fn is_settings_file(file: &str) -> bool {
    suffix_of_name(file).is_some_and(str::is_empty) || language_of_name(file).is_some()
}

/// Returns the part between `mkdocs` and the extension: `.zh` of `mkdocs.zh.yml`.
fn suffix_of_name(file: &str) -> Option<&str> {
    let name = file.rsplit_once('/').map_or(file, |(_, name)| name).strip_prefix("mkdocs")?;
    name.strip_suffix(".yml").or_else(|| name.strip_suffix(".yaml"))
}

fn language_of_name(file: &str) -> Option<Locale> {
    Root::locale_of(suffix_of_name(file)?.strip_prefix(['.', '-', '_'])?)
}

/// A settings file, with the settings that it inherits.
struct Site {
    file: String,
    settings: Value,
    /// Error in the settings.
    issue: Option<Issue>,
    /// Folder of the pages; `None` if there are no pages.
    docs: Option<String>,
    /// Language that the name of a file or folder or the settings specify.
    locale: Option<Locale>,
}

/// Reads the settings files: first the main one, then those that specify a language.
fn sites(tree: &Tree<'_>) -> Vec<Site> {
    let files = settings_files(tree);
    let mut sites: Vec<Site> =
        files.into_iter().take(MAX_SITES).map(|file| Site::read(tree, file)).collect();
    if let Some(main) = sites.iter().position(|site| site.docs.is_some()) {
        sites[..=main].rotate_right(1);
    }
    let mut sites = sites.into_iter();
    let Some(main) = sites.next() else { return Vec::new() };
    let is_other =
        |site: &Site| site.docs.is_some() && site.locale.is_some() && site.locale != main.locale;
    let others: Vec<Site> = sites.filter(is_other).collect();
    [main].into_iter().chain(others).collect()
}

impl Site {
    fn read(tree: &Tree<'_>, file: &str) -> Self {
        let (settings, issue) = match inherited_settings(tree, file, MAX_INHERITED) {
            Ok(settings) => (settings, None),
            Err(issue) => (Value::Nothing, Some(issue)),
        };
        let base = folder_of(file);
        let named = settings.get("docs_dir").and_then(text_or_default).unwrap_or("docs");
        let folders = [named, "docs"].into_iter().filter_map(|folder| within_tree(base, folder));
        let docs = folders.into_iter().find(|folder| !tree.pages(folder).is_empty());
        let of_folder = |folder: &str| folder.rsplit('/').find_map(Root::locale_of);
        let locale = language_of_name(file)
            .or_else(|| of_folder(docs.as_deref()?))
            .or_else(|| of_folder(base))
            .or_else(|| first(&settings));
        Self { file: file.to_owned(), settings, issue, docs, locale }
    }

    /// Whether this is the site of a language with its pages in `folder`.
    fn is_of(&self, locale: Locale, folder: &str) -> bool {
        self.locale == Some(locale)
            && self.docs.as_deref().is_some_and(|docs| inside(docs, folder).is_some())
    }

    /// Returns `nav` of a language, or else the common `nav`.
    fn nav(&self, locale: Locale) -> Option<Value> {
        let own =
            of_locale(&self.settings, locale).and_then(|language| language.get("nav").cloned());
        let common = || self.settings.get("nav").or_else(|| self.settings.get("pages")).cloned();
        own.or_else(common)
    }
}

/// Returns the settings of a file, merged with the settings of the file that `INHERIT` names.
fn inherited_settings(tree: &Tree<'_>, file: &str, left: usize) -> Result<Value, Issue> {
    let text = tree.text(file)?;
    let value = yaml::parse(&without_variables(&text)).map_err(|mistake| {
        Issue::warning("navigation-invalid", mistake.line, mistake.detail).in_file(file)
    })?;
    let parent = value
        .get("INHERIT")
        .and_then(Value::text)
        .and_then(|path| within_tree(folder_of(file), path));
    match parent.filter(|_| left > 0) {
        Some(parent) => Ok(over(inherited_settings(tree, &parent, left - 1)?, value)),
        None => Ok(value),
    }
}

/// Replaces `!ENV NAME` by `null`: environment variables count as not set. Lists such as
/// `!ENV [NAME, 'default']` are unchanged.
fn without_variables(text: &str) -> String {
    const TAG: &str = "!ENV";
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(TAG) {
        replaced.push_str(before);
        let is_value = before.trim_end_matches([' ', '\t']).ends_with([':', '-', '[', ',']);
        let name = after.trim_start_matches([' ', '\t']);
        let quote = name.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let plain = name.trim_start_matches(['\'', '"']);
        let end = plain.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (variable, tail) = plain.split_at(end.unwrap_or(plain.len()));
        let is_variable = is_value && name.len() < after.len() && !variable.is_empty();
        rest = match quote {
            _ if !is_variable => {
                replaced.push_str(TAG);
                after
            }
            quote => {
                replaced.push_str("null");
                quote.and_then(|quote| tail.strip_prefix(quote)).unwrap_or(tail)
            }
        };
    }
    replaced.push_str(rest);
    replaced
}

/// Merges two maps recursively. A value in `own` replaces the value with the same key in `common`.
fn over(common: Value, own: Value) -> Value {
    match (common, own) {
        (Value::Map(mut common), Value::Map(own)) => {
            for (key, value) in own {
                match common.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, known)) => {
                        *known = over(std::mem::replace(known, Value::Nothing), value)
                    }
                    None => common.push((key, value)),
                }
            }
            Value::Map(common)
        }
        (_, own) => own,
    }
}

/// Returns a string, or the default of `!ENV [NAME, 'default']`: the last item, if there are
/// several.
fn text_or_default(value: &Value) -> Option<&str> {
    let default = || match value.list() {
        [_, .., default] => default.text(),
        _ => None,
    };
    value.text().or_else(default)
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let sites = sites(tree);
    let main = sites.first();
    let named = main.and_then(|main| main.docs.clone());
    let default = || within_tree(base, "docs").filter(|docs| !tree.pages(docs).is_empty());
    let docs = named.or_else(default).unwrap_or_else(|| base.to_owned());
    let mut layout = languages::below_folder(tree, &docs, main.and_then(|main| main.locale));
    if let ([only], false) = (layout.roots.as_slice(), layout.suffixes) {
        let locale = only.locale.other();
        let is_other = |site: &&Site| {
            site.issue.is_none()
                && site.locale == Some(locale)
                && site.docs.as_ref().is_some_and(|docs| *docs != only.folder)
        };
        let site = sites.iter().skip(1).find(is_other).and_then(|site| site.docs.clone());
        if let Some(folder) = site.or_else(|| translated_folder(tree, &docs, locale)) {
            let folders = [(only.locale, only.folder.clone()), (locale, folder)];
            layout.roots = Root::layout(&folders);
        }
    }
    let navigation = sites.iter().find_map(|site| nav_file(&site.settings));
    Layout { navigation, ..layout }
}

/// Returns the folder with the name of the other language: `zh/docs` for `en/docs`.
fn translated_folder(tree: &Tree<'_>, docs: &str, locale: Locale) -> Option<String> {
    let parts: Vec<&str> = docs.split('/').collect();
    let at = parts.iter().rposition(|part| Root::locale_of(part) == Some(locale.other()))?;
    let (above, within) = (parts[..at].join("/"), parts[at + 1..].join("/"));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for page in tree.pages(&above) {
        let name = inside(&above, &page).and_then(|rest| rest.split('/').next());
        let Some(name) = name.filter(|name| Root::locale_of(name) == Some(locale)) else {
            continue;
        };
        let folder = below(&below(&above, name), &within);
        if inside(&folder, &page).is_some_and(|rest| !rest.is_empty()) {
            *counts.entry(folder).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(folder, _)| folder)
}

/// Returns a path relative to `folder`, if it is the folder or a path in it.
fn inside<'p>(folder: &str, path: &'p str) -> Option<&'p str> {
    match path.strip_prefix(folder)? {
        rest if folder.is_empty() || rest.is_empty() => Some(rest),
        rest => rest.strip_prefix('/'),
    }
}

/// Returns the name of the navigation files of the plugin literate-nav, if it is enabled.
fn nav_file(settings: &Value) -> Option<String> {
    let options = plugin(settings, "literate-nav")?;
    Some(options.get("nav_file").and_then(Value::text).unwrap_or("SUMMARY.md").to_owned())
}

/// Markdown extensions and the syntax that they enable. A script of a math library enables math
/// without an extension.
const EXTENSIONS: &[(&str, Plugin)] = &[
    ("pymdownx.tilde", Plugin::Tilde),
    ("pymdownx.caret", Plugin::Caret),
    ("pymdownx.mark", Plugin::Mark),
    ("pymdownx.keys", Plugin::Keys),
    ("pymdownx.arithmatex", Plugin::Math),
    ("mdx_math", Plugin::Math),
    ("mathjax", Plugin::Math),
    ("katex", Plugin::Math),
];

/// Returns the files that the settings exclude.
pub(super) fn exclusions(tree: &Tree<'_>) -> Exclusions {
    sites(tree).first().map(|main| Exclusions::of_mkdocs(&main.settings)).unwrap_or_default()
}

/// Returns the Markdown plugins that the settings of both languages and the files that they inherit
/// from enable, or all plugins if there is no settings file. The text is searched, because YAML
/// with errors cannot be parsed.
pub(super) fn plugins(tree: &Tree<'_>) -> Plugins {
    let sites = sites(tree);
    let sources: Vec<_> =
        sites.iter().take(2).flat_map(|site| inherited_texts(tree, &site.file)).collect();
    if sources.is_empty() {
        return Plugins::ALL;
    }
    let lines = sources.iter().flat_map(|(_, text)| text.lines());
    let lines: Vec<String> = lines.map(|line| without_comment(line).to_lowercase()).collect();
    let is_enabled = |name: &str| lines.iter().any(|line| line.contains(name));
    let found = EXTENSIONS.iter().filter(|(name, _)| is_enabled(name));
    found.map(|(_, plugin)| *plugin).collect()
}

/// Returns a settings file and the files that it inherits from, with their texts.
fn inherited_texts(tree: &Tree<'_>, file: &str) -> Vec<(String, String)> {
    let mut next = tree.text(file).ok().map(|text| (file.to_owned(), text));
    let mut found: Vec<(String, String)> = Vec::new();
    while let Some((file, text)) = next.take() {
        if found.len() > MAX_INHERITED || found.iter().any(|(known, _)| *known == file) {
            break;
        }
        next = inherited(tree, &file, &text);
        found.push((file, text));
    }
    found
}

/// Returns the name and the text of the file in `INHERIT: ../base.yml`.
fn inherited(tree: &Tree<'_>, file: &str, text: &str) -> Option<(String, String)> {
    let parent = text.lines().find_map(|line| line.strip_prefix("INHERIT:"))?;
    let parent = without_comment(parent).trim().trim_matches(['"', '\'']);
    let parent = within_tree(folder_of(file), parent)?;
    let text = tree.text(&parent).ok()?;
    Some((parent, text))
}

fn without_comment(line: &str) -> &str {
    let is_comment = line.trim_start().starts_with('#');
    if is_comment { "" } else { line.split(" #").next().unwrap_or_default() }
}

/// Returns the options of a plugin in any notation: map, list of maps, or list of names.
fn plugin<'v>(settings: &'v Value, name: &str) -> Option<&'v Value> {
    let plugins = settings.get("plugins")?;
    let is_named = |plugin: &&Value| plugin.text() == Some(name);
    let of_list = || plugins.list().iter().find_map(|plugin| plugin.get(name));
    plugins.get(name).or_else(of_list).or_else(|| plugins.list().iter().find(is_named))
}

/// Returns the languages of the i18n plugin with their settings: a list, or a map in older
/// versions.
fn languages_of(settings: &Value) -> Vec<(String, Value)> {
    match plugin(settings, "i18n").and_then(|i18n| i18n.get("languages")) {
        Some(Value::List(languages)) => languages
            .iter()
            .filter_map(|language| {
                Some((language.get("locale")?.text()?.to_owned(), language.clone()))
            })
            .collect(),
        Some(Value::Map(languages)) => languages.clone(),
        _ => Vec::new(),
    }
}

/// Returns the default language.
fn first(settings: &Value) -> Option<Locale> {
    let languages = languages_of(settings);
    let is_default = |(_, language): &&(String, Value)| {
        language.get("default").and_then(Value::text) == Some("true")
    };
    let default = languages.iter().find(is_default).map(|(tag, _)| tag.as_str());
    let older = plugin(settings, "i18n").and_then(|i18n| i18n.get("default_language")?.text());
    let theme =
        settings.get("theme").and_then(|theme| theme.get("language").and_then(text_or_default));
    languages::of_tag(default.or(older).or(theme)?)
}

/// Returns the value of a language, the tag of which may have a script or region. Tags of
/// Simplified Chinese take precedence over those of Traditional Chinese.
fn preferred_value<T>(all: Vec<(String, T)>, locale: Locale) -> Option<T> {
    let own = all.into_iter().filter(|(tag, _)| languages::of_tag(tag) == Some(locale));
    own.min_by_key(|(tag, _)| languages::is_traditional(tag)).map(|(_, value)| value)
}

/// Returns the settings of one language.
fn of_locale(settings: &Value, locale: Locale) -> Option<Value> {
    preferred_value(languages_of(settings), locale)
}

/// Returns `nav_translations` of one language, from the settings of the language or of the plugin.
fn translations(settings: &Value, locale: Locale) -> HashMap<String, String> {
    let own =
        of_locale(settings, locale).and_then(|language| language.get("nav_translations").cloned());
    let older = || match plugin(settings, "i18n")?.get("nav_translations")? {
        Value::Map(all) => preferred_value(all.clone(), locale),
        _ => None,
    };
    let Some(Value::Map(translated)) = own.or_else(older) else { return HashMap::new() };
    translated.into_iter().filter_map(|(from, to)| Some((from, to.text()?.to_owned()))).collect()
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let sites = sites(tree);
    let known = known_paths(tree, layout);
    let mut issues: Vec<Issue> = Vec::new();
    let mut dropped: HashSet<String> = HashSet::new();
    let mut moved: HashSet<(String, String)> = HashSet::new();
    for (at, (locale, root)) in layout.languages().into_iter().enumerate() {
        let own = sites.iter().skip(1).find(|site| site.is_of(locale, &root.folder));
        let Some(site) = own.or_else(|| sites.first()) else { return };
        issues.extend(site.issue.clone());
        let pairs = redirects(&site.settings).into_iter();
        output.moved.extend(pairs.filter(|pair| moved.insert(pair.clone())));
        let common = site.docs.as_deref().filter(|docs| inside(docs, &root.folder).is_some());
        let docs = common.unwrap_or(&root.folder);
        let is_translation = root.locale != locale
            || common.is_none() && site.docs.is_some()
            || layout.roots.iter().any(|it| it.folder == docs && it.locale != locale);
        let paths = Paths { tree, layout, docs, known: &known };
        let mut reader = Reader::new(paths, locale, root, translations(&site.settings, locale));
        reader.is_unlabeled =
            is_translation && own.is_none() && plugin(&site.settings, "i18n").is_none();
        let mut entries = Vec::new();
        if let Some(nav) = site.nav(locale) {
            let list = List { folder: "", items: items_of(&nav), is_common: true };
            let sources = inherited_texts(tree, &site.file);
            entries = reader.entries_of_list(&list, &Source::of(&sources));
        }
        entries.extend(reader.files_of_plugins(&site.settings));
        without_repeated_labels(&mut entries);
        let written: HashMap<&str, &str> =
            reader.translations.iter().map(|(from, to)| (to.as_str(), from.as_str())).collect();
        for label in sidebar::set_sidebar(&mut output.data[at], &entries) {
            let name = written.get(label.as_str()).copied().unwrap_or(&label).to_owned();
            if !reader.is_group_of_language(&entries, &label) && dropped.insert(name) {
                output.issues.extend(dropped_groups(&site.file, [label]));
            }
        }
        issues.append(&mut reader.issues);
    }
    // Languages may read the same files.
    issues.sort();
    issues.dedup();
    output.issues.append(&mut issues);
}

/// Returns the redirects of the plugin `redirects`.
fn redirects(settings: &Value) -> Vec<(String, String)> {
    let moved = plugin(settings, "redirects").and_then(|plugin| plugin.get("redirect_maps"));
    let Some(Value::Map(moved)) = moved else { return Vec::new() };
    let pair = |(from, to): &(String, Value)| Some((from.clone(), to.text()?.to_owned()));
    moved.iter().filter_map(pair).collect()
}

/// Entry of a navigation list in any notation.
#[derive(Debug, Default)]
struct Item {
    label: Option<String>,
    /// File, folder, URL, or pattern; empty for a group.
    target: String,
    line: Option<u32>,
    children: Vec<Item>,
}

/// Navigation list.
struct List<'l> {
    /// Folder to which the paths are relative, below the folder of the pages of all languages.
    folder: &'l str,
    items: Vec<Item>,
    /// Whether the list applies to every language: it is not in a folder of the pages.
    is_common: bool,
}

/// Converts `page.md`, `Title: page.md`, and `Title: [...]`.
fn items_of(nav: &Value) -> Vec<Item> {
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
        let name = self.target.rsplit('/').next().unwrap_or_default();
        split_markdown(name).is_some_and(|(stem, _)| {
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

/// Lines of the values in YAML files.
struct Source<'s> {
    file: &'s str,
    lines: Vec<(&'s str, HashMap<&'s str, u32>)>,
}

impl<'s> Source<'s> {
    /// The first file is the one that inherits from the others.
    fn of(files: &'s [(String, String)]) -> Self {
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

/// Returns the line of each value in a YAML file. Values in `nav` take precedence over other
/// values.
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

/// Paths of the navigation, which are relative to the folder of the pages of all languages.
#[derive(Clone, Copy)]
struct Paths<'r> {
    tree: &'r Tree<'r>,
    layout: &'r Layout,
    docs: &'r str,
    /// Paths of pages and folders in all languages.
    known: &'r HashSet<String>,
}

/// Target of an item.
struct Target {
    /// File or folder below the folder of the pages of all languages.
    file: String,
    /// Language that the path specifies.
    locale: Option<Locale>,
    /// Path below the root of the language.
    path: String,
}

impl Paths<'_> {
    /// Returns the folder of a language below the folder of the pages.
    fn prefix<'p>(&self, root: &'p Root) -> &'p str {
        inside(self.docs, &root.folder).unwrap_or("")
    }

    /// Resolves the target of an item. Returns `None` for URLs, patterns, and folders of a
    /// language.
    fn target(&self, item: &Item, folder: &str) -> Option<Target> {
        let written = item.target.as_str();
        if written.is_empty() || written.contains([':', '*']) || written.starts_with("...") {
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
            let Some(rest) = inside(prefix, &target.file).filter(|_| !prefix.is_empty()) else {
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

    /// Whether a target is a page that no language contains.
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
struct Reader<'r> {
    paths: Paths<'r>,
    locale: Locale,
    root: &'r Root,
    /// Folder of the language below the folder of the pages.
    prefix: &'r str,
    translations: HashMap<String, String>,
    /// Files of the pages below the root, sorted, without language suffix.
    pages: Vec<String>,
    /// Pages and folders in each folder below the root: file name by name without extension.
    folders: BTreeMap<String, BTreeMap<String, String>>,
    /// Whether paths in a list above the folder of the language specify this language.
    has_own: bool,
    /// Whether the labels of shared lists are in the other language.
    is_unlabeled: bool,
    issues: Vec<Issue>,
}

/// Entries for the patterns of a list, by pattern.
type Rest = HashMap<String, Vec<Entry>>;

impl<'r> Reader<'r> {
    fn new(
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
                let name = path.rsplit('/').next().unwrap_or(path).to_owned();
                let file = file.rsplit('/').next().unwrap_or(file).to_owned();
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
        }
    }

    /// Converts a list. Reports pages that no language contains.
    fn entries_of_list(&mut self, list: &List<'_>, source: &Source<'_>) -> Vec<Entry> {
        let mut has_own = false;
        let mut issues = Vec::new();
        for_each_item(&list.items, &mut |item| {
            if is_regex(&item.target) {
                issues.push(source.issue(Severity::Note, "navigation-not-literal", item));
            }
            let Some(target) = self.paths.target(item, list.folder) else { return };
            if self.paths.is_missing(&target) {
                issues.push(source.issue(Severity::Warning, "chapter-missing", item));
            }
            has_own |= target.locale == Some(self.locale);
        });
        self.issues.append(&mut issues);
        let is_above = inside(self.prefix, list.folder).is_none();
        self.has_own |= has_own && (list.is_common || is_above);
        // Paths without a language belong to the language without folder or suffix. The other
        // language uses them if it has no entries of its own.
        let is_first = self.prefix.is_empty() && self.root.locale == self.locale;
        let is_shared = self.prefix.is_empty() || list.is_common;
        let takes_shared = is_first || is_shared && !has_own;
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

    /// Whether the only entry of a group is the index of a folder, which has the label of the
    /// group.
    fn is_only_index(&self, group: &Item, folder: &str, only: &Entry) -> bool {
        let is_only = |item: &Item| {
            let path = self.paths.target(item, folder).map(|target| target.path);
            item.is_index() && path == only.path
        };
        only.children.is_empty() && group.children.iter().any(is_only)
    }

    /// Returns the path of an item below the root, if the item belongs to this language.
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

    /// Returns the unlisted pages and folders for the patterns of a list, such as `...` of the
    /// plugin awesome-pages. Unlisted pages without a pattern are last, as are those of `...` at
    /// the end.
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
        let folder = match inside(self.prefix, list.folder) {
            Some(folder) => folder,
            // In a list above the folder of the language, this folder is an unlisted entry.
            None if list.is_common && takes_shared => "",
            None => return Rest::new(),
        };
        let is_last = |pattern: &str| list.items.last().is_some_and(|item| item.target == pattern);
        // Entries without a pattern are those that no pattern matches.
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

    /// Returns the candidates for a pattern, with the text that the pattern is compared with: the
    /// names in a folder, or the paths of all pages below it.
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
                false => page.rsplit('/').next().unwrap_or(page).to_owned(),
            };
            pages.map(|page| (languages::plain_path(page), file(page))).collect()
        } else {
            let names = self.folders.get(folder).into_iter().flatten();
            let names = names.filter(|(name, _)| !is_index(name));
            names.map(|(name, file)| (below(folder, name), file.clone())).collect()
        }
    }

    /// Whether all entries of this language are in one group, with the name of the language.
    fn is_group_of_language(&self, entries: &[Entry], label: &str) -> bool {
        let is_named = |group: &Entry| {
            group.path.is_none() && group.label.as_deref().map(str::trim) == Some(label.trim())
        };
        self.has_own && matches!(entries, [only] if is_named(only))
    }

    /// Reads the files of the plugins awesome-pages, awesome-nav, and literate-nav, from the folder
    /// of all pages downwards.
    fn files_of_plugins(&mut self, settings: &Value) -> Vec<Entry> {
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

    /// Reads `.pages` or `.nav.yml`: title and entries of a folder.
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
        let mut entries = Vec::new();
        let own = inside(self.prefix, folder).map(str::to_owned);
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

/// Whether a pattern matches all unlisted pages and folders.
fn is_all(pattern: &str) -> bool {
    matches!(pattern, "..." | "*")
}

/// Splits `... | flat | pattern` into whether it is flat, and the pattern.
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

/// Removes the labels of index pages in the groups that title their folders.
fn without_repeated_labels(entries: &mut [Entry]) {
    let mut listed = HashMap::new();
    count_pages(entries, &mut listed);
    remove_repeated_labels(entries, &listed);
}

fn remove_repeated_labels(entries: &mut [Entry], listed: &HashMap<String, usize>) {
    for entry in entries {
        if entry.path.is_none() && entry.label.is_some() && !entry.children.is_empty() {
            let mut within = HashMap::new();
            let count = count_pages(&entry.children, &mut within);
            // A group with exactly the pages of a folder is the title of the outermost such folder.
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

/// Adds the number of listed pages in each folder to `counts`, and returns the number of all.
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
    use std::collections::HashMap;
    use std::path::Path;

    use super::*;

    #[test]
    fn environment_variables_are_not_set() {
        for (text, expected) in [
            ("a: !ENV NAME\nb: 1\n", "a: null\nb: 1\n"),
            ("- !ENV 'NAME' # x", "- null # x"),
            ("{a: !ENV \"NAME\", b: [!ENV X]}", "{a: null, b: [null]}"),
            ("a: !ENV [NAME, 'b']", "a: !ENV [NAME, 'b']"),
            ("a: use !ENV NAME", "a: use !ENV NAME"),
            ("a: !ENV", "a: !ENV"),
            ("a: !ENVIRONMENT", "a: !ENVIRONMENT"),
            ("a: !ENV 甲", "a: !ENV 甲"),
        ] {
            assert_eq!(without_variables(text), expected);
        }
        let list = |items: &[&str]| {
            Value::List(items.iter().map(|item| Value::Text((*item).to_owned())).collect())
        };
        assert_eq!(text_or_default(&list(&["NAME"])), None);
        assert_eq!(text_or_default(&list(&["NAME", "b"])), Some("b"));
        assert_eq!(text_or_default(&list(&["NAME", "OTHER", "b"])), Some("b"));
        let null = Value::List(vec![Value::Text("NAME".to_owned()), Value::Nothing]);
        assert_eq!(text_or_default(&null), None);
    }

    #[test]
    fn settings_files_may_be_named_after_a_language() {
        for (files, expected) in [
            (&["docs/de/mkdocs.yml", "docs/en/mkdocs.yml"][..], Some("docs/en/mkdocs.yml")),
            (&["mkdocs-en.yml", "mkdocs.yml"], Some("mkdocs.yml")),
            (&["a/mkdocs.yaml", "mkdocs.zh-CN.yml"], Some("mkdocs.zh-CN.yml")),
            (&["mkdocs.base.yml", "mkdocs.yml.txt", "xmkdocs.yml", "mkdocszh.yml"], None),
        ] {
            let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
            let texts = HashMap::new();
            let tree = Tree { folder: Path::new(""), files: &files, texts: &texts };
            assert_eq!(detect_marker(&tree), expected, "{files:?}");
        }
    }

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
        fn text_of_settings_does_not_panic(text in "[-a: \n\\[\\]{},.\"'#!ENV|中*]{0,40}") {
            let replaced = without_variables(&text);
            proptest::prop_assert_eq!(replaced.lines().count(), text.lines().count());
            let _ = (lines_of(&text), split_rest(&text), RestPattern::parse(&text));
        }
    }

    #[test]
    fn markdown_extensions_enable_their_syntax() {
        let check = |files: &[(&str, &str)], expected: Plugins| {
            let texts: HashMap<String, String> =
                files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
            let names: Vec<String> = files.iter().map(|(file, _)| (*file).to_owned()).collect();
            let tree = Tree { folder: Path::new(""), files: &names, texts: &texts };
            assert_eq!(plugins(&tree), expected, "{files:?}");
        };
        check(&[("a.md", "")], Plugins::ALL);
        check(&[("mkdocs.yml", "site_name: A\n")], Plugins::NONE);
        let both = [Plugin::Tilde, Plugin::Math].into_iter().collect();
        let text = "markdown_extensions:\n  - pymdownx.tilde\n  # - pymdownx.caret\n  - a # pymdownx.mark\n  - pymdownx.arithmatex:\n      x: !!python/name:a\n";
        check(&[("mkdocs.yml", text)], both);
        check(&[("base.yml", text), ("docs/mkdocs.yml", "INHERIT: ../base.yml\n")], both);
        let (first, second) = ("INHERIT: sub/second.yml\n", "INHERIT: third.yml\n");
        check(&[("mkdocs.yml", first), ("sub/second.yml", second), ("sub/third.yml", text)], both);
        check(&[("mkdocs.yml", "INHERIT: mkdocs.yml\n")], Plugins::NONE);
    }
}
