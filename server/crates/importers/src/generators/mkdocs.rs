//! MkDocs and Material for MkDocs: `mkdocs.yml` with its `nav`, languages by the plugin
//! `mkdocs-static-i18n`, heading ids without Chinese characters. Its Markdown is parsed in
//! `pailou-markdown`.

use std::collections::{BTreeSet, HashMap, HashSet};

use core_wasm::locale::Locale;

use crate::generators::{GeneratorSettings, Layout, below, known_paths};
use crate::languages;
use crate::navigation::{dropped_groups, missing_pages};
use crate::order::natural;
use crate::script::within_tree;
use crate::sidebar::{self, Entry};
use crate::summary::{self, Chapter};
use crate::tree::Tree;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{self, folder_of, is_index, split_markdown};
use pailou_content::yaml::{self, Value};
use pailou_markdown::plugins::{Plugin, Plugins};

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    tree.nearest(|file| {
        let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
        matches!(name, "mkdocs.yml" | "mkdocs.yaml")
    })
}

/// Maximum number of settings files that inherit from each other.
const MAX_INHERITED: usize = 8;

fn settings(tree: &Tree<'_>) -> Result<Value, Issue> {
    match detect_marker(tree) {
        Some(file) => inherited_settings(tree, file, MAX_INHERITED),
        None => Ok(Value::Nothing),
    }
}

/// Returns the settings of a file, merged with the settings of the file that `INHERIT` names.
fn inherited_settings(tree: &Tree<'_>, file: &str, left: usize) -> Result<Value, Issue> {
    let text = tree.text(file)?;
    let value = yaml::parse(&text).map_err(|mistake| {
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

/// Returns a string, or the default of `!ENV [NAME, 'default']`, because environment variables are
/// unknown here.
fn text_or_default(value: &Value) -> Option<&str> {
    value.text().or_else(|| value.list().last().and_then(Value::text))
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let settings = settings(tree).unwrap_or(Value::Nothing);
    let named = settings.get("docs_dir").and_then(text_or_default).unwrap_or("docs");
    let folders = [named, "docs"].into_iter().filter_map(|folder| within_tree(base, folder));
    let mut folders = folders.filter(|folder| !tree.pages(folder).is_empty());
    let docs = folders.next().unwrap_or_else(|| base.to_owned());
    let layout = languages::below_folder(tree, &docs, first(&settings));
    Layout { navigation: nav_file(&settings), ..layout }
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

/// Returns the Markdown plugins that `mkdocs.yml` and the files that it inherits from enable, or all
/// plugins if there is no settings file. The text is searched, because YAML with Python tags cannot be parsed.
pub(super) fn plugins(tree: &Tree<'_>) -> Plugins {
    let Some(file) = detect_marker(tree) else { return Plugins::ALL };
    let Ok(text) = tree.text(file) else { return Plugins::ALL };
    let mut lines: Vec<String> = Vec::new();
    let mut next = Some((file.to_owned(), text));
    for _ in 0..=MAX_INHERITED {
        let Some((file, text)) = next else { break };
        lines.extend(text.lines().map(|line| without_comment(line).to_lowercase()));
        next = inherited(tree, &file, &text);
    }
    let is_enabled = |name: &str| lines.iter().any(|line| line.contains(name));
    let found = EXTENSIONS.iter().filter(|(name, _)| is_enabled(name));
    found.map(|(_, plugin)| *plugin).collect()
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

/// Returns the settings of one language.
fn of_locale(settings: &Value, locale: Locale) -> Option<Value> {
    let is_own = |(tag, _): &(String, Value)| languages::of_tag(tag) == Some(locale);
    languages_of(settings).into_iter().find(is_own).map(|(_, language)| language)
}

/// Returns `nav_translations` of one language, from the settings of the language or of the plugin.
fn translations(settings: &Value, locale: Locale) -> HashMap<String, String> {
    let own =
        of_locale(settings, locale).and_then(|language| language.get("nav_translations").cloned());
    let shared = plugin(settings, "i18n").and_then(|i18n| i18n.get("nav_translations"));
    let older = match shared {
        Some(Value::Map(all)) => all.iter().find(|(tag, _)| languages::of_tag(tag) == Some(locale)),
        _ => None,
    };
    let translated = own.or_else(|| older.map(|(_, translated)| translated.clone()));
    let Some(Value::Map(translated)) = translated else { return HashMap::new() };
    translated.into_iter().filter_map(|(from, to)| Some((from, to.text()?.to_owned()))).collect()
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let file = detect_marker(tree).unwrap_or_default();
    let settings = match settings(tree) {
        Ok(settings) => settings,
        Err(issue) => return output.issues.push(issue),
    };
    let moved = plugin(&settings, "redirects").and_then(|plugin| plugin.get("redirect_maps"));
    if let Some(Value::Map(moved)) = moved {
        let pair = |(from, to): &(String, Value)| Some((from.clone(), to.text()?.to_owned()));
        output.moved.extend(moved.iter().filter_map(pair));
    }
    let known = known_paths(tree, layout);
    let mut dropped = Vec::new();
    let mut missing: Vec<String> = Vec::new();
    for (at, (locale, root)) in layout.languages().into_iter().enumerate() {
        let own = of_locale(&settings, locale).and_then(|language| language.get("nav").cloned());
        let nav = own.as_ref().or_else(|| settings.get("nav").or_else(|| settings.get("pages")));
        let mut reader = Reader {
            tree,
            root: &root.folder,
            translations: translations(&settings, locale),
            // Paths may begin with the folder of the language or be relative to that folder.
            prefix: layout.prefix(root),
            known: &known,
            missing: Vec::new(),
            issues: Vec::new(),
        };
        let mut entries = nav.map(|nav| reader.entries_and_rest(nav, "")).unwrap_or_default();
        entries.extend(reader.files_of_plugins(&settings));
        dropped.push(sidebar::set_sidebar(&mut output.data[at], &entries));
        output.issues.append(&mut reader.issues);
        missing.append(&mut reader.missing);
    }
    output.issues.extend(dropped_groups(file, dropped.into_iter().next().unwrap_or_default()));
    output.issues.extend(missing_pages(file, missing));
}

struct Reader<'r> {
    tree: &'r Tree<'r>,
    /// Folder of the language.
    root: &'r str,
    translations: HashMap<String, String>,
    prefix: &'r str,
    /// Paths of pages and folders in all languages.
    known: &'r HashSet<String>,
    /// Listed files that do not exist.
    missing: Vec<String>,
    issues: Vec<Issue>,
}

impl Reader<'_> {
    /// Converts the entries of a list. Their paths are relative to `folder`, below the root of the
    /// language.
    fn entries(&mut self, nav: &[Value], folder: &str) -> Vec<Entry> {
        nav.iter().filter_map(|item| self.entry_of(item, folder)).collect()
    }

    /// Converts the entries of a folder. As in the plugin awesome-pages, `...` before another entry is replaced
    /// by the unlisted pages and folders. If there is no such `...`, unlisted pages are last.
    fn entries_and_rest(&mut self, nav: &Value, folder: &str) -> Vec<Entry> {
        let items = nav.list();
        let is_rest = |item: &Value| item.text() == Some("...");
        let rest = items.iter().position(is_rest).filter(|at| at + 1 < items.len());
        let mut entries = self.entries(&items[..rest.unwrap_or(items.len())], folder);
        let Some(rest) = rest else { return entries };
        let before = entries.len();
        entries.extend(self.entries(&items[rest..], folder));
        let mut others = self.names(folder);
        others.sort_by(|a, b| natural(a, b));
        let others = others.into_iter().filter(|name| !is_index(name));
        let others = others.map(|name| below(folder, &name));
        let others: Vec<Entry> = others
            .filter(|path| !entries.iter().any(|entry| entry.lists_in(path)))
            .map(|path| Entry::page(path, None))
            .collect();
        entries.splice(before..before, others);
        entries
    }

    /// Converts `page.md`, `Title: page.md`, or `Title: [...]`.
    fn entry_of(&mut self, item: &Value, folder: &str) -> Option<Entry> {
        if let Some(file) = item.text() {
            return Some(Entry::page(self.path(file, folder)?, None));
        }
        let Value::Map(named) = item else { return None };
        let (title, value) = named.first()?;
        let label = Some(self.translations.get(title).unwrap_or(title).clone());
        if let Some(file) = value.text() {
            let path = self.path(file, folder)?;
            // The section index of Material for MkDocs has the title of its section instead of its label.
            let name =
                file.rsplit('/').next().unwrap_or(file).split('.').next().unwrap_or_default();
            let label = label.filter(|_| path.is_empty() || !is_index(name));
            return Some(Entry::page(path, label));
        }
        let children = self.entries(value.list(), folder);
        (!children.is_empty()).then_some(Entry { label, path: None, children })
    }

    fn path(&mut self, file: &str, folder: &str) -> Option<String> {
        if file.contains(':') || file.contains('*') || file == "..." {
            return None;
        }
        let file = file.trim_start_matches("./");
        let path = below(folder, &languages::plain_path(file));
        let inside = path.strip_prefix(self.prefix).and_then(|rest| rest.strip_prefix('/'));
        let path = inside.filter(|_| !self.prefix.is_empty()).map_or(path.clone(), str::to_owned);
        if split_markdown(file).is_some() && !self.known.contains(&path) {
            self.missing.push(file.to_owned());
            return None;
        }
        Some(path)
    }

    /// Reads the files of the plugins awesome-pages, awesome-nav, and literate-nav, from the top
    /// folder downwards.
    fn files_of_plugins(&mut self, settings: &Value) -> Vec<Entry> {
        let summary = nav_file(settings);
        let awesome =
            ["awesome-pages", "awesome-nav"].iter().any(|name| plugin(settings, name).is_some());
        let mut folders: Vec<String> = vec![String::new()];
        for page in self.tree.pages(self.root) {
            let inside =
                page.strip_prefix(self.root).unwrap_or(&page).trim_start_matches('/').to_owned();
            folders.extend(page_path::folders(&inside).map(str::to_owned));
        }
        folders.sort();
        folders.dedup();
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
        let file = below(&below(self.root, folder), name);
        let text = self.tree.text(&file).unwrap_or_default();
        let chapters = summary::chapters(&text);
        self.chapters(&chapters, folder)
    }

    fn chapters(&mut self, chapters: &[Chapter], folder: &str) -> Vec<Entry> {
        let mut entries = Vec::new();
        for chapter in chapters {
            let children = self.chapters(&chapter.children, folder);
            let path = chapter.target.as_deref().and_then(|target| self.path(target, folder));
            if path.is_some() || !children.is_empty() {
                entries.push(Entry { label: Some(chapter.title.clone()), path, children });
            }
        }
        entries
    }

    /// Reads `.pages` or `.nav.yml`: title and entries of a folder.
    fn awesome(&mut self, folder: &str) -> Vec<Entry> {
        let full_path = below(self.root, folder);
        let names = [".nav.yml", ".nav.yaml", ".pages"].map(|name| below(&full_path, name));
        let Some(file) = names.into_iter().find(|name| self.tree.files.binary_search(name).is_ok())
        else {
            return Vec::new();
        };
        let text = self.tree.text(&file).unwrap_or_default();
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
        if let Some(title) = value.get("title").and_then(Value::text).filter(|_| !folder.is_empty())
        {
            entries.push(Entry::page(folder.to_owned(), Some(title.to_owned())));
        }
        let nav = value.get("nav").or_else(|| value.get("arrange"));
        entries.extend(nav.map(|nav| self.entries_and_rest(nav, folder)).unwrap_or_default());
        let is_descending = |value: &Value| value.text() == Some("desc");
        let sort = value.get("sort").and_then(|sort| sort.get("direction"));
        if value.get("order").or(sort).is_some_and(is_descending) {
            entries.extend(self.descending(folder));
        }
        entries
    }

    fn descending(&self, folder: &str) -> Vec<Entry> {
        let mut names = self.names(folder);
        names.sort_by(|a, b| natural(b, a));
        names.into_iter().map(|name| Entry::page(below(folder, &name), None)).collect()
    }

    /// Returns the names of the pages and folders in a folder.
    fn names(&self, folder: &str) -> Vec<String> {
        let full_path = below(self.root, folder);
        let names: BTreeSet<String> = self
            .tree
            .pages(&full_path)
            .iter()
            .filter_map(|page| {
                let inside = page.strip_prefix(&full_path)?.trim_start_matches('/');
                let name = inside.split('/').next()?.split('.').next()?;
                Some(name.to_owned())
            })
            .collect();
        names.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use super::*;

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
