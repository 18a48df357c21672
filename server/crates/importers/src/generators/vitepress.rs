//! VitePress and VuePress: a `config` that is a program with a sidebar mostly written out, languages in
//! folders with the first one at the top, and heading ids of their own.

use crate::generators::{GeneratorSettings, Layout, below};
use crate::sidebar::{self, Entry};
use crate::tree::Tree;
use crate::tree::is_script;
use crate::{js_literal, languages};
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::folder_of;
use pailou_content::yaml::Value;

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    settings_in(tree, ".vitepress")
}

pub(super) fn detect_vuepress_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    settings_in(tree, ".vuepress")
}

/// `docs/.vitepress/config.ts`, `.vitepress/config/index.ts`.
fn settings_in<'t>(tree: &Tree<'t>, name: &str) -> Option<&'t str> {
    tree.nearest(|file| {
        let folder = folder_of(file);
        let (folder, stem) = match folder.strip_suffix("/config") {
            Some(folder) => (folder, "index"),
            None => (folder, "config"),
        };
        (folder == name || folder.ends_with(&format!("/{name}"))) && is_script(file, stem)
    })
}

/// The folder that `.vitepress` stands in.
fn site_of(base: &str) -> &str {
    let base = base.strip_suffix("/config").unwrap_or(base);
    folder_of(base)
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let site = site_of(base);
    let source = programs(tree, base)
        .into_iter()
        .find_map(|(_, text)| js_literal::first_text(&text, "srcDir"))
        .unwrap_or_default();
    let source = source.trim_start_matches("./").trim_matches('/');
    let docs = below(site, if source == "." { "" } else { source });
    languages::below_folder(tree, &docs, None)
}

/// The settings, and what they are put together from.
fn programs(tree: &Tree<'_>, base: &str) -> Vec<(String, String)> {
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

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, said: &mut GeneratorSettings) {
    let mut groups: Vec<Vec<Entry>> = vec![Vec::new(); said.data.len()];
    for (file, text) in programs(tree, &layout.base) {
        for found in js_literal::all(&text, "sidebar") {
            for line in &found.unread {
                said.issues
                    .push(Issue::note("navigation-not-literal", *line, "sidebar").in_file(&file));
            }
            let top = Entry { children: entries(&found.value, ""), ..Entry::default() };
            for ((_, root), groups) in layout.languages().into_iter().zip(&mut groups) {
                let prefix = layout.prefix(root);
                let others: Vec<&str> = layout
                    .languages()
                    .into_iter()
                    .map(|(_, other)| layout.prefix(other))
                    .filter(|other| *other != prefix)
                    .collect();
                groups.extend(
                    of_language(&top, prefix, &others)
                        .map(|entry| entry.children)
                        .unwrap_or_default(),
                );
            }
        }
        rewrites(&file, &text, said);
    }
    let file = detect_marker(tree).or_else(|| detect_vuepress_marker(tree)).unwrap_or_default();
    for (data, entries) in said.data.iter_mut().zip(groups) {
        for label in sidebar::put(data, &entries) {
            said.issues.push(Issue::of_file(
                Severity::Note,
                "navigation-group-dropped",
                file,
                label,
            ));
        }
    }
}

/// `rewrites` give pages another address than their files have: it leads to them.
fn rewrites(file: &str, text: &str, said: &mut GeneratorSettings) {
    for found in js_literal::all(text, "rewrites") {
        let Value::Map(entries) = &found.value else { continue };
        for (from, to) in entries {
            match to.text().filter(|to| !format!("{from}{to}").contains([':', '*', '('])) {
                Some(to) => said.moved.push((to.to_owned(), from.clone())),
                None => said.issues.push(
                    Issue::warning("rewrite-not-read", found.line, format!("{from}: {to:?}"))
                        .in_file(file),
                ),
            }
        }
    }
}

/// An array of entries, or one per part of the site: `{ '/guide/': [...], '/api/': { base, items } }`.
fn entries(value: &Value, base: &str) -> Vec<Entry> {
    match value {
        Value::List(values) => values.iter().filter_map(|value| entry_of(value, base)).collect(),
        Value::Map(parts) if parts.iter().any(|(key, _)| key == "items") => {
            entry_of(value, base).map(|entry| vec![entry]).unwrap_or_default()
        }
        Value::Map(parts) => parts.iter().flat_map(|(_, part)| entries(part, base)).collect(),
        _ => Vec::new(),
    }
}

fn entry_of(value: &Value, base: &str) -> Option<Entry> {
    if let Some(path) = value.text() {
        return Some(Entry::page(address(path, base)?, None));
    }
    let text = |names: &[&str]| names.iter().find_map(|name| value.get(name)?.text());
    let base = text(&["base"]).unwrap_or(base);
    let path = text(&["link", "path"]).and_then(|link| address(link, base));
    let children = ["items", "children"].iter().find_map(|name| value.get(name));
    let entry = Entry {
        label: text(&["text", "title"]).map(str::to_owned),
        path,
        children: children.map(|children| entries(children, base)).unwrap_or_default(),
    };
    (entry.path.is_some() || !entry.children.is_empty()).then_some(entry)
}

fn address(link: &str, base: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let link = if link.starts_with('/') { link.to_owned() } else { format!("{base}{link}") };
    Some(languages::plain_path(&link))
}

/// The entries of one language, counted from its root.
fn of_language(entry: &Entry, prefix: &str, others: &[&str]) -> Option<Entry> {
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
    use super::*;

    #[test]
    fn sidebar_is_a_list_or_has_parts() {
        let read = |text: &str| entries(&js_literal::all(text, "sidebar")[0].value, "");
        let list = read("{ sidebar: ['/a/b.md', { text: 'C', link: '/c/' }, { text: 'X' }] }");
        assert_eq!(
            list.iter().map(|entry| entry.path.as_deref()).collect::<Vec<_>>(),
            [Some("a/b"), Some("c")]
        );
        let parts = read(
            "{ sidebar: { '/g/': { base: '/g/', items: [{ link: 'a' }] }, '/h/': [{ link: '/h/b' }] } }",
        );
        assert_eq!(parts[0].children[0].path.as_deref(), Some("g/a"));
        assert_eq!(parts[1].path.as_deref(), Some("h/b"));
    }
}
