//! VitePress and VuePress: a `config` script with a sidebar, languages in folders with the first
//! language at the top level, and a special format of heading ids.

use crate::generators::{GeneratorSettings, Layout, below, read_settings};
use crate::languages;
use crate::navigation::dropped_groups;
use crate::script::{Data, Found, Unknown};
use crate::sidebar::{self, Entry};
use crate::tree::{Tree, is_script};
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::folder_of;
use pailou_content::yaml::Value;
use pailou_markdown::plugins::{Plugin, Plugins};

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    settings_in(tree, ".vitepress", &[])
}

pub(super) fn detect_vuepress_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    settings_in(tree, ".vuepress", &["config.yml", "config.yaml"])
}

/// Returns the settings file, such as `docs/.vitepress/config.ts` or `.vitepress/config/index.ts`.
fn settings_in<'t>(tree: &Tree<'t>, name: &str, others: &[&str]) -> Option<&'t str> {
    tree.nearest(|file| {
        let folder = folder_of(file);
        let (folder, stem) = match folder.strip_suffix("/config") {
            Some(folder) => (folder, "index"),
            None => (folder, "config"),
        };
        let is_other = file.rsplit('/').next().is_some_and(|name| others.contains(&name));
        (folder == name || folder.ends_with(&format!("/{name}")))
            && (is_script(file, stem) || is_other)
    })
}

/// Returns the folder that contains `.vitepress`.
fn vitepress_folder(base: &str) -> &str {
    let base = base.strip_suffix("/config").unwrap_or(base);
    folder_of(base)
}

fn marker<'t>(tree: &Tree<'t>, generator: Generator) -> Option<&'t str> {
    match generator {
        Generator::Vuepress => detect_vuepress_marker(tree),
        _ => detect_marker(tree),
    }
}

/// Returns the settings, and the additional settings in page folders, which VitePress merges.
fn all_settings(tree: &Tree<'_>, generator: Generator, docs: &str) -> Vec<(String, Data)> {
    let Some(main) = marker(tree, generator) else { return Vec::new() };
    let is_additional = |file: &&String| {
        let inside =
            docs.is_empty() || file.strip_prefix(docs).is_some_and(|rest| rest.starts_with('/'));
        let is_of_tree = !file.split('/').any(|part| part.starts_with('.'));
        inside
            && is_of_tree
            && is_script(file, "config")
            && tree.text(file).is_ok_and(|text| text.contains("AdditionalConfig"))
    };
    let additional = tree.files.iter().filter(is_additional).take(100);
    let files = std::iter::once(main).chain(additional.map(String::as_str));
    files.map(|file| (file.to_owned(), read_settings(tree, file))).collect()
}

pub(super) fn layout(tree: &Tree<'_>, base: &str, generator: Generator) -> Layout {
    let site = vitepress_folder(base);
    let settings = marker(tree, generator).map(|file| read_settings(tree, file));
    let source = settings.and_then(|settings| settings.find_text("srcDir")).unwrap_or_default();
    let source = source.trim_start_matches("./").trim_matches('/');
    let docs = below(site, if source == "." { "" } else { source });
    languages::below_folder(tree, &docs, None)
}

/// Returns the settings file and the scripts beside it.
fn settings_scripts(tree: &Tree<'_>, base: &str) -> Vec<(String, String)> {
    let folder = base.strip_suffix("/config").unwrap_or(base);
    if folder.is_empty() {
        return Vec::new();
    }
    let is_settings = |file: &&String| {
        let rest = file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        rest.is_some_and(|rest| !rest.starts_with("theme/") && rest.matches('/').count() <= 2)
            && [".js", ".ts", ".mjs", ".mts", ".cjs"].iter().any(|ending| file.ends_with(ending))
    };
    let files = tree.files.iter().filter(is_settings).take(60);
    files.filter_map(|file| Some((file.clone(), tree.text(file).ok()?))).collect()
}

/// Returns the Markdown plugins that the settings enable: math, by `markdown.math` or a plugin. Returns
/// all plugins if there is no settings file.
pub(super) fn plugins(tree: &Tree<'_>, base: &str) -> Plugins {
    let programs = settings_scripts(tree, base);
    if programs.is_empty() {
        return Plugins::ALL;
    }
    let has_math = programs.iter().any(|(_, text)| {
        let is_set = |line: &str| {
            let line = line.split("//").next().unwrap_or_default();
            let value = line.split_once("math:").map(|(_, value)| value.trim_start());
            value.is_some_and(|value| !value.starts_with("false"))
                || ["mathjax", "katex", "texmath"].iter().any(|name| line.contains(name))
        };
        text.lines().any(is_set)
    });
    has_math.then_some(Plugin::Math).into_iter().collect()
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let Some(file) = marker(tree, layout.generator) else { return };
    let mut groups: Vec<Vec<Entry>> = vec![Vec::new(); output.data.len()];
    let mut unknown = Unknown::default();
    let docs =
        layout.roots.iter().map(|root| root.folder.as_str()).min_by_key(|folder| folder.len());
    let links = Links::of(layout.generator);
    for (file, settings) in all_settings(tree, layout.generator, docs.unwrap_or_default()) {
        if !matches!(settings, Data::Map(_)) {
            settings.literal(&mut unknown);
        }
        let sidebars = settings.find_all("sidebar");
        let own = sidebars.iter().filter(|found| !is_of_notes(found));
        let mut tops: Vec<Vec<Entry>> =
            own.map(|found| links.entries(&found.value.literal(&mut unknown), "")).collect();
        tops.extend(
            settings
                .find_all("notes")
                .iter()
                .map(|found| notes(&found.value.literal(&mut unknown))),
        );
        for top in tops {
            let top = Entry { children: top, ..Entry::default() };
            for ((prefix, others), groups) in prefixes(layout).zip(&mut groups) {
                let entry = of_language(&top, prefix, &others);
                groups.extend(entry.map(|entry| entry.children).unwrap_or_default());
            }
        }
        rewrites(&file, &settings, output);
    }
    output.issues.extend(unknown.issues());
    for (data, entries) in output.data.iter_mut().zip(groups) {
        output.issues.extend(dropped_groups(file, sidebar::set_sidebar(data, &entries)));
    }
}

/// Returns the URL prefix of each language, together with the prefixes of the other languages.
fn prefixes(layout: &Layout) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let all: Vec<&str> = layout.languages().iter().map(|(_, root)| layout.prefix(root)).collect();
    all.clone()
        .into_iter()
        .map(move |prefix| (prefix, all.iter().copied().filter(|other| *other != prefix).collect()))
}

/// Reads `rewrites`, which map files to other page paths, as redirects.
fn rewrites(file: &str, settings: &Data, output: &mut GeneratorSettings) {
    let not_read =
        |detail: String| Issue::of_file(Severity::Warning, "rewrite-not-read", file, detail);
    for found in settings.find_all("rewrites") {
        if !matches!(found.value, Data::Map(_)) {
            let mut unknown = Unknown::default();
            found.value.literal(&mut unknown);
            output.issues.extend(unknown.issues().map(|issue| Issue {
                code: "rewrite-not-read",
                severity: Severity::Warning,
                ..issue
            }));
        }
        for (from, to) in found.value.entries() {
            match to.text().filter(|to| !format!("{from}{to}").contains([':', '*', '('])) {
                Some(to) => output.moved.push((to.to_owned(), from.clone())),
                None => output
                    .issues
                    .push(not_read(format!("{from}: {}", to.text().unwrap_or_default()))),
            }
        }
    }
}

/// Whether the sidebar belongs to a note (page collection) of `vuepress-theme-plume`. The links in such a
/// sidebar are relative to the note.
fn is_of_notes(found: &Found) -> bool {
    found.within.iter().any(|name| name == "notes")
}

fn notes(value: &Value) -> Vec<Entry> {
    let notes = value.get("notes").unwrap_or(value).list();
    let entries = |note: &Value| {
        let base = note.get("link").and_then(Value::text).unwrap_or_default().to_owned();
        note.get("sidebar")
            .map(|sidebar| Links::Vuepress.entries(sidebar, &base))
            .unwrap_or_default()
    };
    notes.iter().flat_map(entries).collect()
}

/// Base of the links in a sidebar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// `base` is prepended to every link that does not begin with it, even if the link has a leading slash.
    Vitepress,
    /// Links without a leading slash are relative to `prefix` or to the section.
    Vuepress,
}

impl Links {
    fn of(generator: Generator) -> Self {
        if generator == Generator::Vuepress { Self::Vuepress } else { Self::Vitepress }
    }

    /// Converts an array of entries, or a map with one array per section of the site:
    /// `{ '/guide/': [...], '/api/': { base, items } }`.
    pub(super) fn entries(self, value: &Value, base: &str) -> Vec<Entry> {
        match value {
            Value::List(values) => {
                values.iter().filter_map(|value| self.entry_of(value, base)).collect()
            }
            Value::Map(parts)
                if parts.iter().any(|(key, _)| key == "items" || key == "children") =>
            {
                self.entry_of(value, base).map(|entry| vec![entry]).unwrap_or_default()
            }
            Value::Map(parts) => {
                parts.iter().flat_map(|(key, part)| self.part(key, part, base)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn part(self, key: &str, part: &Value, base: &str) -> Vec<Entry> {
        let base = if self == Self::Vuepress { key } else { base };
        match part.text() {
            Some("structure") => whole_folder(base, None).into_iter().collect(),
            _ => self.entries(part, base),
        }
    }

    fn entry_of(self, value: &Value, base: &str) -> Option<Entry> {
        if let Some(path) = value.text() {
            return Some(Entry::page(self.address(path, base)?, None));
        }
        // Entry in the form `['/link', 'Text']`.
        if let [link, text] = value.list() {
            return Some(Entry::page(
                self.address(link.text()?, base)?,
                text.text().map(str::to_owned),
            ));
        }
        let text = |names: &[&str]| names.iter().find_map(|name| value.get(name)?.text());
        let inner = match self {
            Self::Vitepress => text(&["base"]).unwrap_or(base).to_owned(),
            Self::Vuepress => {
                text(&["prefix"]).map_or_else(|| base.to_owned(), |prefix| joined(base, prefix))
            }
        };
        let link_base = if self == Self::Vitepress { &inner } else { base };
        let path = text(&["link", "path"]).and_then(|link| self.address(link, link_base));
        let label = text(&["text", "title", "sectionHeaderText"]).map(str::to_owned);
        let children = ["items", "children"].iter().find_map(|name| value.get(name));
        if children.and_then(Value::text) == Some("structure") {
            return whole_folder(&inner, label);
        }
        let children = children.map(|children| self.entries(children, &inner)).unwrap_or_default();
        (path.is_some() || !children.is_empty()).then_some(Entry { label, path, children })
    }

    fn address(self, link: &str, base: &str) -> Option<String> {
        if link.contains("://") || link.starts_with("mailto:") {
            return None;
        }
        let link = match self {
            Self::Vitepress if !base.is_empty() && !link.starts_with(base) => {
                format!("{}/{}", base.trim_end_matches('/'), link.trim_start_matches('/'))
            }
            Self::Vitepress => link.to_owned(),
            Self::Vuepress => joined(base, link),
        };
        Some(languages::plain_path(&link))
    }
}

fn joined(base: &str, link: &str) -> String {
    if link.starts_with('/') { link.to_owned() } else { format!("{base}{link}") }
}

/// Returns an entry for a folder. The order of the pages in the folder is unchanged.
fn whole_folder(base: &str, label: Option<String>) -> Option<Entry> {
    let path = languages::plain_path(base);
    (!path.is_empty()).then(|| Entry::page(path, label))
}

/// Returns the entries of one language, with paths relative to its root.
pub(super) fn of_language(entry: &Entry, prefix: &str, others: &[&str]) -> Option<Entry> {
    let children: Vec<Entry> =
        entry.children.iter().filter_map(|child| of_language(child, prefix, others)).collect();
    let path = entry.path.as_deref().and_then(|path| {
        let first = path.split('/').next().unwrap_or_default();
        match prefix {
            "" => (first.is_empty() || !others.contains(&first)).then(|| path.to_owned()),
            _ if first == prefix => Some(path[prefix.len()..].trim_matches('/').to_owned()),
            _ => None,
        }
    });
    let has_something = path.is_some() || !children.is_empty();
    has_something.then(|| Entry { label: entry.label.clone(), path, children })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use super::*;
    use pailou_content::yaml;

    #[test]
    fn vitepress_setting_enables_math_syntax() {
        for (config, expected) in [
            ("export default { title: 'A' }", false),
            ("export default { markdown: { math: true } }", true),
            ("export default { markdown: {\n  math: false // math: true\n} }", false),
            ("import katex from 'markdown-it-katex'", true),
        ] {
            let file = ".vitepress/config.ts".to_owned();
            let texts = HashMap::from([(file.clone(), config.to_owned())]);
            let tree = Tree { folder: Path::new(""), files: &[file], texts: &texts };
            assert_eq!(plugins(&tree, ".vitepress").has(Plugin::Math), expected, "{config}");
        }
    }

    #[test]
    fn sidebar_list_and_map_are_parsed() {
        let read = |text: &str| Links::Vitepress.entries(&yaml::parse(text).unwrap(), "");
        let list = read("['/a/b.md', { text: 'C', link: '/c/' }, { text: 'X' }]");
        assert_eq!(
            list.iter().map(|entry| entry.path.as_deref()).collect::<Vec<_>>(),
            [Some("a/b"), Some("c")]
        );
        let parts = read(
            "{ '/g/': { base: '/g/', items: [{ link: 'a' }, { link: '/b' }] }, '/h/': [{ link: '/h/b' }] }",
        );
        assert_eq!(parts[0].children[0].path.as_deref(), Some("g/a"));
        assert_eq!(parts[0].children[1].path.as_deref(), Some("g/b"));
        assert_eq!(parts[1].path.as_deref(), Some("h/b"));
    }
}
