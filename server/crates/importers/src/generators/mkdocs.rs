//! MkDocs and Material for MkDocs: `mkdocs.yml` with its `nav`, languages by the plugin
//! `mkdocs-static-i18n`, heading ids without Chinese. Its Markdown is read in `mkdocs_markdown.rs`.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use crate::generators::{GeneratorSettings, Layout, below};
use crate::languages;
use crate::sidebar::{self, Entry};
use crate::tree::Tree;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::is_index;
use pailou_content::yaml::{self, Value};

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    tree.nearest(|file| {
        let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
        matches!(name, "mkdocs.yml" | "mkdocs.yaml")
    })
}

fn settings(tree: &Tree<'_>) -> Result<Value, Issue> {
    let Some(file) = detect_marker(tree) else { return Ok(Value::Nothing) };
    let text = tree.text(file)?;
    yaml::parse(&text).map_err(|mistake| {
        Issue::warning("navigation-invalid", mistake.line, mistake.detail).in_file(file)
    })
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let settings = settings(tree).unwrap_or(Value::Nothing);
    let docs = settings.get("docs_dir").and_then(Value::text).unwrap_or("docs");
    let docs = docs.trim_start_matches("./").trim_matches('/');
    let mut docs = below(base, if docs == "." { "" } else { docs });
    if tree.pages(&docs).is_empty() {
        docs = base.to_owned();
    }
    languages::below_folder(tree, &docs, first(&settings))
}

/// The plugin with this name, however it is written.
fn plugin<'v>(settings: &'v Value, name: &str) -> Option<&'v Value> {
    let plugins = settings.get("plugins")?;
    plugins.get(name).or_else(|| plugins.list().iter().find_map(|plugin| plugin.get(name)))
}

/// The language that is said to be the default.
fn first(settings: &Value) -> Option<Locale> {
    let i18n = plugin(settings, "i18n");
    let languages = i18n.and_then(|i18n| i18n.get("languages")).map(Value::list);
    let is_default =
        |language: &&Value| language.get("default").and_then(Value::text) == Some("true");
    let default = languages.unwrap_or_default().iter().find(is_default);
    let default = default.and_then(|language| language.get("locale")?.text());
    let older = i18n.and_then(|i18n| i18n.get("default_language")?.text());
    let theme = settings.get("theme").and_then(|theme| theme.get("language")?.text());
    languages::of_tag(default.or(older).or(theme)?)
}

/// `nav_translations` of one language.
fn translations(settings: &Value, locale: Locale) -> HashMap<String, String> {
    let languages = plugin(settings, "i18n").and_then(|i18n| i18n.get("languages"));
    let of_locale = |language: &&Value| {
        language.get("locale").and_then(Value::text).and_then(languages::of_tag) == Some(locale)
    };
    let words = languages
        .and_then(|languages| languages.list().iter().find(of_locale)?.get("nav_translations"));
    let Some(Value::Map(words)) = words else { return HashMap::new() };
    let word = |(from, to): &(String, Value)| Some((from.clone(), to.text()?.to_owned()));
    words.iter().filter_map(word).collect()
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, said: &mut GeneratorSettings) {
    let file = detect_marker(tree).unwrap_or_default();
    let settings = match settings(tree) {
        Ok(settings) => settings,
        Err(issue) => return said.issues.push(issue),
    };
    let moved = plugin(&settings, "redirects").and_then(|plugin| plugin.get("redirect_maps"));
    if let Some(Value::Map(moved)) = moved {
        let pair = |(from, to): &(String, Value)| Some((from.clone(), to.text()?.to_owned()));
        said.moved.extend(moved.iter().filter_map(pair));
    }
    let Some(nav) = settings.get("nav") else { return };
    let mut told = Vec::new();
    for ((locale, root), data) in layout.languages().into_iter().zip(&mut said.data) {
        let words = translations(&settings, locale);
        // Written without a language, or with the folder of one.
        let entries = entries(nav, &words, layout.prefix(root));
        told.push(sidebar::put(data, &entries));
    }
    for label in told.into_iter().next().unwrap_or_default() {
        said.issues.push(Issue::of_file(Severity::Note, "navigation-group-dropped", file, label));
    }
}

fn entries(nav: &Value, words: &HashMap<String, String>, prefix: &str) -> Vec<Entry> {
    nav.list().iter().filter_map(|item| entry_of(item, words, prefix)).collect()
}

/// `page.md`, `Title: page.md` or `Title: [...]`.
fn entry_of(item: &Value, words: &HashMap<String, String>, prefix: &str) -> Option<Entry> {
    if let Some(file) = item.text() {
        return Some(Entry::page(path(file, prefix)?, None));
    }
    let Value::Map(named) = item else { return None };
    let (title, value) = named.first()?;
    let label = Some(words.get(title).unwrap_or(title).clone());
    if let Some(file) = value.text() {
        let path = path(file, prefix)?;
        // Material's section index: its title is that of the section around it.
        let name = file.rsplit('/').next().unwrap_or(file).split('.').next().unwrap_or_default();
        let label = label.filter(|_| path.is_empty() || !is_index(name));
        return Some(Entry::page(path, label));
    }
    let children = entries(value, words, prefix);
    (!children.is_empty()).then_some(Entry { label, path: None, children })
}

fn path(file: &str, prefix: &str) -> Option<String> {
    if file.contains("://") {
        return None;
    }
    let path = languages::plain_path(file);
    let inside = path.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('/'));
    Some(inside.filter(|_| !prefix.is_empty()).map_or(path.clone(), str::to_owned))
}
