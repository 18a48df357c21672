//! Starlight: pages below `src/content/docs`, languages in folders, possibly with one at the top
//! level, and the sidebar in `astro.config`.

use std::collections::HashSet;

use core_wasm::locale::Locale;

use crate::generators::{GeneratorSettings, Layout, read_settings};
use crate::languages;
use crate::navigation::dropped_groups;
use crate::script::{Data, Scripts, Unknown, imported, within_tree};
use crate::sidebar::{self, Entry};
use crate::tree::Tree;
use pailou_content::fields::{Fields, switch};
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path;
use pailou_content::root::Root;
use pailou_content::yaml::Value;

const DOCS: &str = "content/docs";

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    let file = tree.nearest_script("astro.config")?;
    let folder = page_path::folder_of(file);
    let has_docs = tree.pages(folder).iter().any(|page| page.contains(&format!("/{DOCS}/")));
    let names_starlight = || tree.text(file).is_ok_and(|text| text.contains("starlight"));
    (has_docs || (names_starlight() && loaded_folder(tree, folder, "src").is_some()))
        .then_some(file)
}

/// Returns the folder in `loader: glob({ base: './docs' })` of the collection `docs`; `None` without such a folder.
fn loaded_folder(tree: &Tree<'_>, base: &str, source: &str) -> Option<String> {
    let source = within_tree(base, source)?;
    let names = ["content.config", "content/config"];
    let file = names.iter().find_map(|name| imported(tree.files, &source, &format!("./{name}")))?;
    let exports = Scripts::new(tree, base).exports(&file);
    let loader = exports.get("collections")?.get("docs")?.get("loader")?;
    let folder = within_tree(base, loader.get("base")?.text()?)?;
    (!folder.is_empty() && !tree.pages(&folder).is_empty()).then_some(folder)
}

fn settings(tree: &Tree<'_>) -> Data {
    detect_marker(tree).map_or(Data::Undefined, |file| read_settings(tree, file))
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let settings = settings(tree);
    let source = settings.get("srcDir").and_then(Data::text).unwrap_or("src");
    let docs = within_tree(base, &format!("{source}/{DOCS}"));
    let docs = docs.filter(|docs| !tree.pages(docs).is_empty());
    let docs =
        docs.or_else(|| loaded_folder(tree, base, source)).unwrap_or_else(|| base.to_owned());
    // `root: { label: 'English', lang: 'en' }` is the language at the top level.
    let root = settings.find_all("root").iter().find_map(|found| {
        let lang = found.value.get("lang").and_then(Data::text);
        lang.and_then(languages::of_tag)
    });
    languages::below_folder(tree, &docs, root)
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let Some(file) = detect_marker(tree) else { return };
    let settings = settings(tree);
    let mut unknown = Unknown::default();
    if !matches!(settings, Data::Map(_)) {
        settings.literal(&mut unknown);
    }
    if let Some(moved) = settings.get("redirects") {
        let mut unknown = Unknown::default();
        if let Value::Map(moved) = moved.literal(&mut unknown) {
            output.moved.extend(moved.iter().filter_map(|(from, to)| {
                let to = to.text().or_else(|| to.get("destination")?.text())?;
                Some((from.clone(), to.to_owned()))
            }));
        }
        output.issues.extend(unknown.redirects());
    }
    let sidebar = Value::List(sidebars(&settings, &mut unknown));
    let mut dropped = Vec::new();
    for ((locale, root), data) in layout.languages().into_iter().zip(&mut output.data) {
        let language = Language { locale, tag: layout.prefix(root) };
        let entries: Vec<_> =
            sidebar.list().iter().filter_map(|value| language.entry_of(value)).collect();
        dropped.push(sidebar::set_sidebar(data, &entries));
        let mut listed = HashSet::new();
        language.listed_pages(sidebar.list(), &mut listed);
        output.issues.extend(hidden_pages(tree, layout, locale, &listed));
    }
    output.issues.extend(dropped_groups(file, dropped.into_iter().next().unwrap_or_default()));
    output.issues.extend(unknown.issues());
}

/// Returns one issue for each page with `sidebar: { hidden: true }` that the sidebar does not list by its path.
fn hidden_pages(
    tree: &Tree<'_>,
    layout: &Layout,
    locale: Locale,
    listed: &HashSet<String>,
) -> Vec<Issue> {
    let issue = |file: String| {
        let (_, below) = layout.place(&file).filter(|(own, _)| *own == locale)?;
        let parts = front_matter::split(tree.texts.get(&file)?);
        // Most pages lack the field, so their front matter is not parsed here.
        let values = parts.fields.contains("hidden").then(|| parts.values().ok())??;
        let is_hidden = values.get("sidebar")?.get("hidden").and_then(switch) == Some(true);
        let path = languages::plain_path(&below);
        (is_hidden && !listed.contains(&path))
            .then(|| Issue::of_file(Severity::Note, "navigation-hidden", &file, path))
    };
    tree.pages("").into_iter().filter_map(issue).collect()
}

/// Returns the sidebar of the site, and the topics of `starlight-sidebar-topics`.
fn sidebars(settings: &Data, unknown: &mut Unknown) -> Vec<Value> {
    let mut entries = Vec::new();
    for found in settings.find_all("sidebar") {
        // Pages and components may also have a value named `sidebar`, but the sidebar of the site is a list.
        match &found.value {
            Data::Map(_) | Data::Text(_) | Data::Bool(_) => {}
            value => entries.extend(value.literal(unknown).list().iter().cloned()),
        }
    }
    for found in settings.find_all("plugins") {
        for plugin in found.value.list() {
            let is_topic =
                |topic: &Data| topic.get("items").is_some() && topic.get("label").is_some();
            if !plugin.list().is_empty() && plugin.list().iter().all(is_topic) {
                entries.extend(plugin.literal(unknown).list().iter().cloned());
            }
        }
    }
    entries
}

struct Language<'l> {
    locale: Locale,
    /// Path prefix of the language.
    tag: &'l str,
}

impl Language<'_> {
    fn entry_of(&self, value: &Value) -> Option<Entry> {
        if let Some(slug) = value.text() {
            return Some(Entry::page(self.path(slug), None));
        }
        let text = |name: &str| value.get(name).and_then(Value::text);
        let label = self.label(value);
        if let Some(folder) = value.get("autogenerate").and_then(|made| made.get("directory")) {
            return Some(Entry::page(self.path(folder.text()?), label));
        }
        if let Some(items) = value.get("items") {
            let children: Vec<_> =
                items.list().iter().filter_map(|item| self.entry_of(item)).collect();
            // A group with only the generated entries of a folder is imported as that folder.
            if let ([item], [only]) = (items.list(), children.as_slice())
                && item.get("autogenerate").is_some()
            {
                return Some(Entry { label: label.or(only.label.clone()), ..only.clone() });
            }
            return (!children.is_empty()).then_some(Entry { label, path: None, children });
        }
        let path = text("slug").or_else(|| text("link").filter(|link| !link.contains("://")))?;
        Some(Entry::page(self.path(path), label))
    }

    /// Adds to `listed` the paths of the pages that the sidebar lists individually.
    fn listed_pages(&self, sidebar: &[Value], listed: &mut HashSet<String>) {
        for value in sidebar {
            let named = ["slug", "link"].into_iter().find_map(|key| value.get(key)?.text());
            listed.extend(value.text().or(named).map(|path| self.path(path)));
            self.listed_pages(value.get("items").map_or(&[], Value::list), listed);
        }
    }

    /// Returns the path of a page or folder below the root of the language.
    fn path(&self, written: &str) -> String {
        let path = languages::plain_path(written);
        let inside = path
            .strip_prefix(self.tag)
            .filter(|rest| !self.tag.is_empty() && (rest.is_empty() || rest.starts_with('/')));
        inside.map(|rest| rest.trim_start_matches('/').to_owned()).unwrap_or(path)
    }

    /// Returns the title of an entry: `translations: { 'zh-CN': '指南' }` or `label: { en: 'Guide',
    /// 'zh-CN': '指南' }`, or else the label itself.
    fn label(&self, value: &Value) -> Option<String> {
        let label = value.get("label");
        let translated = value.get("translations").and_then(|translations| self.word(translations));
        let own = label.and_then(Value::text).map(str::to_owned);
        translated.or(own).or_else(|| label.and_then(|translations| self.word(translations)))
    }

    fn word(&self, translations: &Value) -> Option<String> {
        let Value::Map(translations) = translations else { return None };
        let found = translations
            .iter()
            .filter(|(tag, _)| languages::of_tag(tag) == Some(self.locale))
            .min_by_key(|(tag, _)| languages::is_traditional(tag));
        found.and_then(|(_, word)| word.text()).map(str::to_owned)
    }
}

/// Returns the path of a page. A `slug` is relative to the site root and may begin with a language.
pub(super) fn slug_path(below: &str, fields: &Fields) -> Result<String, &'static str> {
    let Some(slug) = &fields.slug else { return page_path::path_of_file(below) };
    let slug = slug.trim_matches('/');
    let (first, rest) = slug.split_once('/').unwrap_or((slug, ""));
    let path = if Root::locale_of(first).is_some() { rest } else { slug };
    page_path::check_page_path(path)?;
    Ok(path.to_owned())
}
