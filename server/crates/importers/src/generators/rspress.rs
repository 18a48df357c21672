//! Rspress: pages below `root`, a folder for each language, `_meta.json` and `_nav.json` or a
//! `sidebar` in `rspress.config`, with translation keys from `i18n.json`. URLs of the default language
//! have no prefix, although its pages are in a language folder.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use super::exclusion::Exclusions;
use crate::generators::vitepress::{Links, of_language};
use crate::generators::{GeneratorSettings, Layout, below, read_settings};
use crate::languages;
use crate::navigation::{dropped_groups, parse_navigation};
use crate::script::{Data, Unknown, within_tree};
use crate::sidebar::{self, Entry};
use crate::tree::Tree;
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::root;
use pailou_content::yaml::Value;

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    tree.nearest_script("rspress.config")
}

fn settings(tree: &Tree<'_>) -> Data {
    detect_marker(tree).map_or(Data::Undefined, |file| read_settings(tree, file))
}

/// Returns the folder in the setting `root`.
fn docs(settings: &Data, base: &str) -> String {
    let root = settings.get("root").and_then(Data::text).unwrap_or("docs");
    within_tree(base, root).unwrap_or_else(|| base.to_owned())
}

fn version(settings: &Data) -> Option<&str> {
    settings.get("multiVersion")?.get("default")?.text()
}

fn default_language(settings: &Data) -> Option<&str> {
    settings.get("lang").and_then(Data::text)
}

/// Returns the layout of the requested version if it has pages, or else of the current version.
pub(super) fn layout(tree: &Tree<'_>, base: &str, requested: Option<&str>) -> Layout {
    let settings = settings(tree);
    let docs = docs(&settings, base);
    let route = match &settings {
        Data::Map(_) => settings.get("route").unwrap_or(&Data::Undefined),
        unknown => unknown,
    };
    let file = detect_marker(tree).unwrap_or_default();
    let exclusions = Exclusions::of(Generator::Rspress, route, Some(&docs), file);
    let requested = requested.filter(|requested| !tree.pages(&below(&docs, requested)).is_empty());
    let version = version(&settings).map(|current| requested.unwrap_or(current));
    let docs = version.map_or(docs.clone(), |version| below(&docs, version));
    let first = default_language(&settings).and_then(languages::of_tag);
    let layout = match tree.pages(&docs).is_empty() {
        true => languages::anywhere(tree),
        false => languages::below_folder(tree, &docs, first),
    };
    layout.with_exclusions(exclusions)
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let Some(file) = detect_marker(tree) else { return };
    let settings = settings(tree);
    let mut unknown = Unknown::default();
    if !matches!(settings, Data::Map(_)) {
        settings.literal(&mut unknown);
    }
    let docs = docs(&settings, &layout.base);
    let current = version(&settings).map(|version| below(&docs, version));
    let is_version =
        |folder: &str| layout.roots.iter().any(|root| root::inside(folder, &root.folder).is_some());
    if current.is_some_and(|folder| is_version(&folder)) {
        output.issues.push(Issue::of_file(
            Severity::Note,
            "versions-left-out",
            &docs,
            "multiVersion",
        ));
    }
    redirects(&settings, output);
    let sidebars = sidebars_by_language(&settings, &mut unknown);
    let default = default_language(&settings).and_then(languages::of_tag);
    let tags: Vec<&str> = layout.languages().iter().map(|(_, root)| layout.prefix(root)).collect();
    let mut dropped = Vec::new();
    let texts = translations(tree, &settings, &layout.base, &mut unknown, output);
    for (((locale, _), tag), data) in
        layout.languages().into_iter().zip(&tags).zip(&mut output.data)
    {
        let others: Vec<&str> = tags.iter().copied().filter(|other| other != tag).collect();
        let own = sidebars_in(&sidebars, locale);
        let entries = own.flat_map(|sidebar| Links::Vitepress.entries(sidebar, ""));
        let top = Entry { children: entries.collect(), ..Entry::default() };
        // Sidebar links to pages in the default language may contain or omit the prefix of this language.
        let named = of_language(&top, tag, &others).filter(|_| !tag.is_empty());
        let unnamed = (tag.is_empty() || default == Some(locale))
            .then(|| {
                of_language(
                    &top,
                    "",
                    &tags.iter().copied().filter(|tag| !tag.is_empty()).collect::<Vec<_>>(),
                )
            })
            .flatten();
        data.translations = texts_of(&texts, locale);
        for mut entry in [named, unnamed].into_iter().flatten() {
            translate(&mut entry.children, &data.translations);
            dropped.extend(sidebar::set_sidebar(data, &entry.children));
        }
    }
    let headers = sidebars.iter().flat_map(|(_, sidebar)| headers_of(sidebar));
    dropped.extend(headers);
    dropped.dedup();
    output.issues.extend(dropped_groups(file, dropped));
    output.issues.extend(unknown.issues());
}

/// Returns the sidebars. Those in `themeConfig.locales` have the tag of their language.
fn sidebars_by_language(settings: &Data, unknown: &mut Unknown) -> Vec<(Option<String>, Value)> {
    let locales = settings.find_all("locales");
    let locales = locales.iter().flat_map(|found| found.value.list());
    let mut sidebars = Vec::new();
    for locale in locales {
        let tag = locale.get("lang").and_then(Data::text);
        for found in locale.find_all("sidebar") {
            sidebars.push((tag.map(str::to_owned), found.value.literal(unknown)));
        }
    }
    for found in settings.find_all("sidebar") {
        if !found.within.iter().any(|name| name == "locales") {
            sidebars.push((None, found.value.literal(unknown)));
        }
    }
    sidebars
}

/// Returns the sidebars of a language, and those without a language. Sidebars of Traditional Chinese are used only if
/// there are none of Simplified Chinese.
fn sidebars_in(
    sidebars: &[(Option<String>, Value)],
    locale: Locale,
) -> impl Iterator<Item = &Value> {
    let of_tag = |tag: &str| languages::of_tag(tag) == Some(locale);
    let tags = sidebars.iter().filter_map(|(tag, _)| tag.as_deref()).filter(|tag| of_tag(tag));
    let is_traditional = tags.map(languages::is_traditional).min();
    let is_own = move |tag: &str| {
        languages::of_tag(tag) == Some(locale)
            && Some(languages::is_traditional(tag)) == is_traditional
    };
    sidebars
        .iter()
        .filter(move |(tag, _)| tag.as_deref().is_none_or(is_own))
        .map(|(_, sidebar)| sidebar)
}

/// Returns the texts in `i18nSource`, or else in the file of `i18nSourcePath`, by default `i18n.json`:
/// `{ "guide": { "en": "Guide", "zh": "指南" } }`.
fn translations(
    tree: &Tree<'_>,
    settings: &Data,
    base: &str,
    unknown: &mut Unknown,
    output: &mut GeneratorSettings,
) -> Value {
    if let Some(source) = settings.get("i18nSource") {
        return source.literal(unknown);
    }
    let path = settings.get("i18nSourcePath");
    if let Some(path) = path.filter(|path| path.text().is_none()) {
        path.literal(unknown);
    }
    let path = path.and_then(Data::text).unwrap_or("i18n.json");
    let is_file = |file: &String| tree.files.binary_search(file).is_ok();
    let Some(file) = within_tree(base, path).filter(is_file) else { return Value::Nothing };
    let read = tree.text(&file).and_then(|text| parse_navigation(&file, &text));
    read.unwrap_or_else(|issue| {
        output.issues.push(issue);
        Value::Nothing
    })
}

/// Returns the texts in one language, by translation key.
fn texts_of(texts: &Value, locale: Locale) -> HashMap<String, String> {
    let Value::Map(texts) = texts else { return HashMap::new() };
    let text = |(key, words): &(String, Value)| {
        let Value::Map(words) = words else { return None };
        let own = words.iter().filter(|(tag, _)| languages::of_tag(tag) == Some(locale));
        let word = own.min_by_key(|(tag, _)| languages::is_traditional(tag));
        Some((key.clone(), word?.1.text()?.to_owned()))
    };
    texts.iter().filter_map(text).collect()
}

/// Replaces each label that is a translation key by its translation.
fn translate(entries: &mut [Entry], translations: &HashMap<String, String>) {
    for entry in entries {
        if let Some(text) = entry.label.as_ref().and_then(|label| translations.get(label)) {
            entry.label = Some(text.clone());
        }
        translate(&mut entry.children, translations);
    }
}

/// Returns the headings between sidebar entries. They are not imported, because no folder corresponds to them.
fn headers_of(sidebar: &Value) -> Vec<String> {
    match sidebar {
        Value::List(items) => items.iter().flat_map(headers_of).collect(),
        Value::Map(entries) => {
            let own = sidebar.get("sectionHeaderText").and_then(Value::text).map(str::to_owned);
            let inside = entries.iter().flat_map(|(_, value)| headers_of(value));
            own.into_iter().chain(inside).collect()
        }
        _ => Vec::new(),
    }
}

/// Reads the redirects of `@rspress/plugin-client-redirects`.
fn redirects(settings: &Data, output: &mut GeneratorSettings) {
    let mut unknown = Unknown::default();
    for found in settings.find_all("plugins") {
        for plugin in found.value.list() {
            for redirect in plugin.get("redirects").map(Data::list).unwrap_or_default() {
                let redirect = redirect.literal(&mut unknown);
                let Some(to) = redirect.get("to").and_then(Value::text) else { continue };
                let Some(from) = redirect.get("from") else { continue };
                output.moved.extend(from.texts().map(|from| (from.to_owned(), to.to_owned())));
            }
        }
    }
    output.issues.extend(unknown.redirects());
}
