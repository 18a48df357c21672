//! Docusaurus: `docs` beside `i18n/<language>/…/current`, numbers before names, `sidebars.js` and `_category_.json`.
//! Every page is MDX, also with the ending `.md`. An old version stands in `versioned_docs/version-1.0`,
//! `i18n/<language>/…/version-1.0` and `versioned_sidebars/version-1.0-sidebars.json`.

use std::collections::HashMap;

use crate::generators::{GeneratorSettings, Layout, below};
use crate::sidebar::{self, Entry};
use crate::tree::Tree;
use crate::{js_literal, languages};
use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::folder_of;
use pailou_content::page_path::{self, is_index, split_markdown};
use pailou_content::root::Root;
use pailou_content::yaml::{self, Value};

const TRANSLATED: &str = "docusaurus-plugin-content-docs";
const VERSIONS: &str = "versioned_docs/version-";

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    tree.nearest_script("docusaurus.config")
}

/// Of today's pages, or of an old version that the site has kept under this name.
pub(super) fn layout(tree: &Tree<'_>, base: &str, version: Option<&str>) -> Layout {
    let settings = settings(tree);
    let path = js_literal::first_text(&settings, "path");
    let path = path.map(|path| path.trim_start_matches("./").trim_matches('/').to_owned());
    let docs = path.filter(|path| !tree.pages(&below(base, path)).is_empty());
    let docs = below(base, docs.as_deref().unwrap_or("docs"));
    let kept = version.map(|name| (below(base, &format!("{VERSIONS}{name}")), name));
    let kept = kept.filter(|(folder, _)| !tree.pages(folder).is_empty());
    let (docs, translated) = match kept {
        Some((folder, name)) => (folder, format!("{TRANSLATED}/version-{name}")),
        None => (docs, format!("{TRANSLATED}/current")),
    };
    let first = js_literal::first_text(&settings, "defaultLocale");
    let first = first.and_then(|tag| languages::of_tag(&tag));
    if tree.pages(&docs).is_empty() {
        return languages::below_folder(tree, base, first);
    }
    let mut roots = vec![languages::single(tree, &docs, &tree.pages(&docs), first)];
    let translations = below(base, "i18n");
    for file in tree.files {
        let inside = file.strip_prefix(&translations).and_then(|rest| rest.strip_prefix('/'));
        let Some((tag, rest)) = inside.and_then(|inside| inside.split_once('/')) else { continue };
        let is_page = rest.strip_prefix(&translated).is_some_and(|rest| rest.starts_with('/'));
        let Some(locale) = Root::locale_of(tag).filter(|_| is_page) else { continue };
        if roots.iter().all(|root| root.locale != locale) {
            let folder = format!("{translations}/{tag}/{translated}");
            roots.push(Root::new(locale, folder, Vec::new()));
        }
    }
    Layout { roots, ..Layout::default() }
}

fn settings(tree: &Tree<'_>) -> String {
    detect_marker(tree).and_then(|file| tree.text(file).ok()).unwrap_or_default()
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, said: &mut GeneratorSettings) {
    let versions = below(&layout.base, VERSIONS);
    let version = layout.roots.first().and_then(|root| root.folder.strip_prefix(&versions));
    if version.is_none() && tree.files.iter().any(|file| file.starts_with(&versions)) {
        said.issues.push(Issue::of_file(
            Severity::Note,
            "versions-left-out",
            &below(&layout.base, "versioned_docs"),
            "only the current version is read; `pailou import DIR --version NAME` takes one of them",
        ));
    }
    redirects(tree, said);
    let wanted = version.map(|name| {
        below(&layout.base, &format!("versioned_sidebars/version-{name}-sidebars.json"))
    });
    let sidebars = tree.nearest(|file| match &wanted {
        Some(wanted) => file == wanted,
        None => folder_of(file) == layout.base && crate::tree::is_script(file, "sidebars"),
    });
    let Some((file, text)) = sidebars.and_then(|file| Some((file, tree.text(file).ok()?))) else {
        return;
    };
    // JSON is YAML; a script is read as far as its values are literals.
    let found = match version {
        Some(_) => yaml::parse(&text).ok().map(|value| (value, Vec::new())),
        None => {
            let exported = js_literal::Program::new(&text).exported();
            exported.map(|found| (found.value, found.unread))
        }
    };
    let Some((value, unread)) = found else {
        said.issues.push(Issue::note("navigation-not-literal", 1, "sidebars").in_file(file));
        return;
    };
    for line in unread {
        said.issues.push(Issue::note("navigation-not-literal", line, "sidebars").in_file(file));
    }
    let Value::Map(sidebars) = &value else { return };
    for ((locale, root), data) in layout.languages().into_iter().zip(&mut said.data) {
        let words = Words::read(tree, layout, root);
        let mut entries = Vec::new();
        for (name, sidebar) in sidebars {
            entries.extend(items(sidebar, name, &words));
        }
        for label in sidebar::put(data, &entries) {
            if locale == layout.roots[0].locale {
                let issue = Issue::of_file(Severity::Note, "navigation-group-dropped", file, label);
                said.issues.push(issue);
            }
        }
    }
}

/// What sidebars name in one language: titles of categories, from `current.json`, and pages by their ids.
struct Words {
    messages: Option<serde_json::Value>,
    places: HashMap<String, String>,
}

impl Words {
    fn read(tree: &Tree<'_>, layout: &Layout, root: &Root) -> Self {
        let file = format!("{}.json", root.folder);
        let is_translated = root.folder.starts_with(&below(&layout.base, "i18n"));
        let text = is_translated.then(|| tree.text(&file).ok()).flatten();
        let messages = text.and_then(|text| serde_json::from_str(&text).ok());
        let pages = tree.pages(&root.folder);
        let places = pages.iter().filter_map(|file| {
            let values = front_matter::split(tree.texts.get(file)?).values().ok()?;
            let id = values.get("id")?.text()?;
            let place = place(root.below(file)?);
            Some((crate::generators::below(folder_of(&place), id), place))
        });
        Self { messages, places: places.collect() }
    }

    fn place(&self, id: &str) -> String {
        self.places.get(id).cloned().unwrap_or_else(|| place(id))
    }

    fn of(&self, sidebar: &str, kind: &str, label: &str) -> String {
        let key = format!("sidebar.{sidebar}.{kind}.{label}");
        let message = self.messages.as_ref().and_then(|all| all.get(key)?.get("message")?.as_str());
        message.unwrap_or(label).to_owned()
    }
}

/// A list of items, or the short form `{ 'Title': [...] }`.
fn items(value: &Value, sidebar: &str, words: &Words) -> Vec<Entry> {
    match value {
        Value::List(values) => {
            values.iter().flat_map(|value| item(value, sidebar, words)).collect()
        }
        Value::Map(groups) => groups
            .iter()
            .map(|(label, group)| Entry {
                label: Some(words.of(sidebar, "category", label)),
                path: None,
                children: items(group, sidebar, words),
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn item(value: &Value, sidebar: &str, words: &Words) -> Vec<Entry> {
    if let Some(id) = value.text() {
        return vec![Entry::page(words.place(id), None)];
    }
    let text = |name: &str| value.get(name).and_then(Value::text);
    let label = |kind: &str| text("label").map(|label| words.of(sidebar, kind, label));
    match text("type") {
        None => items(value, sidebar, words),
        Some("doc" | "ref") => match text("id") {
            Some(id) => vec![Entry::page(words.place(id), label("doc"))],
            None => Vec::new(),
        },
        Some("category") => {
            let linked = value.get("link").and_then(|link| link.get("id")).and_then(Value::text);
            let children = value.get("items").map(|items| self::items(items, sidebar, words));
            vec![Entry {
                label: label("category"),
                path: linked.map(|id| words.place(id)),
                children: children.unwrap_or_default(),
            }]
        }
        // What a folder holds, in its own order: the folder is put here.
        Some("autogenerated") => match text("dirName").filter(|folder| *folder != ".") {
            Some(folder) => vec![Entry::page(place(folder), None)],
            None => Vec::new(),
        },
        Some(_) => Vec::new(),
    }
}

fn place(id: &str) -> String {
    without_numbers(&languages::plain_path(id))
}

/// `01-intro/02-start.md` → `intro/start.md`. Dates and versions keep their numbers.
pub(super) fn without_numbers(path: &str) -> String {
    path.split('/').map(without_number).collect::<Vec<_>>().join("/")
}

fn without_number(name: &str) -> &str {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let rest = name[digits..].trim_start_matches([' ', '-', '_', '.']);
    let has_separator = rest.len() < name.len() - digits;
    let is_number = digits > 0 && has_separator && !rest.starts_with(|c: char| c.is_ascii_digit());
    let keeps_name = !rest.is_empty() && !page_path::MARKDOWN.contains(&rest);
    if is_number && keeps_name { rest } else { name }
}

/// `slug`, else the folder and `id`, else the name; a folder's index may have the name of the folder.
pub(super) fn address(
    below: &str,
    values: &Value,
    fields: &Fields,
) -> Result<String, &'static str> {
    let (stem, _) = split_markdown(below).unwrap_or((below, ""));
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    let id = values.get("id").and_then(Value::text).filter(|id| !id.contains('/'));
    let path = match (&fields.slug, id) {
        (Some(slug), _) if slug.starts_with('/') => slug.trim_matches('/').to_owned(),
        (Some(slug), _) => page_path::join(folder, slug).ok_or("a `.` or `..` segment")?,
        (None, Some(id)) => crate::generators::below(folder, id),
        (None, None) => {
            let is_index = is_index(name) || folder.rsplit('/').next() == Some(name);
            if is_index { folder.to_owned() } else { stem.to_owned() }
        }
    };
    page_path::check(&path)?;
    Ok(path)
}

/// `@docusaurus/plugin-client-redirects`, as far as it is written out.
fn redirects(tree: &Tree<'_>, said: &mut GeneratorSettings) {
    for found in js_literal::all(&settings(tree), "redirects") {
        for entry in found.value.list() {
            let Some(to) = entry.get("to").and_then(Value::text) else { continue };
            let Some(from) = entry.get("from") else { continue };
            let from = from.text().into_iter().chain(from.list().iter().filter_map(Value::text));
            let strip = |path: &str| {
                let path = path.trim_start_matches('/');
                path.strip_prefix("docs/").unwrap_or(path).to_owned()
            };
            said.moved.extend(from.map(|from| (strip(from), strip(to))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_content::yaml;

    #[test]
    fn numeric_name_prefixes_set_the_order() {
        for (path, plain) in [
            ("01-intro/02. start.md", "intro/start.md"),
            ("1.2.md", "1.2.md"),
            ("2024-01-02-news.md", "2024-01-02-news.md"),
            ("3-d.md", "d.md"),
            ("7.md", "7.md"),
            ("a/10_b", "a/b"),
        ] {
            assert_eq!(without_numbers(path), plain);
        }
    }

    #[test]
    fn docusaurus_url_is_a_slug_id_or_name() {
        for (front, below, expected) in [
            ("{}", "a/b.md", "a/b"),
            ("{}", "a/a.md", "a"),
            ("{}", "a/README.md", "a"),
            ("id: c", "a/b.md", "a/c"),
            ("slug: c", "a/index.md", "a/c"),
            ("slug: /c/d", "a/b.md", "c/d"),
            ("slug: ../c", "a/b/d.md", "a/c"),
        ] {
            let values = yaml::parse(front).unwrap();
            let fields = Fields::read(&values);
            assert_eq!(
                address(below, &values, &fields).as_deref(),
                Ok(expected),
                "{front} {below}"
            );
        }
    }
}
