//! Starlight: pages below `src/content/docs`, languages in folders with one at the top perhaps, the
//! sidebar in `astro.config`.

use crate::generators::{GeneratorSettings, Layout, below};
use crate::sidebar::{self, Entry};
use crate::tree::Tree;
use crate::{js_literal, languages};
use pailou_content::fields::Fields;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path;
use pailou_content::root::Root;
use pailou_content::yaml::Value;

const DOCS: &str = "src/content/docs";

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    let file = tree.nearest_script("astro.config")?;
    let docs = below(pailou_content::page_path::folder_of(file), DOCS);
    (!tree.pages(&docs).is_empty()).then_some(file)
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let docs = below(base, DOCS);
    let docs = if tree.pages(&docs).is_empty() { base.to_owned() } else { docs };
    let settings = detect_marker(tree).and_then(|file| tree.text(file).ok()).unwrap_or_default();
    // `root: { label: 'English', lang: 'en' }` is the language at the top.
    let root = js_literal::all(&settings, "root").into_iter().find_map(|found| {
        let lang = found.value.get("lang").and_then(Value::text);
        lang.and_then(languages::of_tag)
    });
    languages::below_folder(tree, &docs, root)
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, said: &mut GeneratorSettings) {
    let Some((file, text)) =
        detect_marker(tree).and_then(|file| Some((file, tree.text(file).ok()?)))
    else {
        return;
    };
    for found in js_literal::all(&text, "redirects") {
        if let Value::Map(moved) = &found.value {
            let pair = |(from, to): &(String, Value)| {
                let to = to.text().or_else(|| to.get("destination")?.text())?;
                Some((from.clone(), to.to_owned()))
            };
            said.moved.extend(moved.iter().filter_map(pair));
        }
    }
    // A page may have a `sidebar` as well: that of the site is a list.
    let found = js_literal::all(&text, "sidebar").into_iter();
    for found in found.filter(|found| matches!(found.value, Value::List(_))) {
        for line in &found.unread {
            let issue = Issue::note("navigation-not-literal", *line, "sidebar").in_file(file);
            said.issues.push(issue);
        }
        let mut told = Vec::new();
        for ((_, root), data) in layout.languages().into_iter().zip(&mut said.data) {
            let tag = layout.prefix(root);
            let entries: Vec<_> =
                found.value.list().iter().filter_map(|value| entry_of(value, tag)).collect();
            told.push(sidebar::put(data, &entries));
        }
        for label in told.into_iter().next().unwrap_or_default() {
            said.issues.push(Issue::of_file(
                Severity::Note,
                "navigation-group-dropped",
                file,
                label,
            ));
        }
    }
}

fn entry_of(value: &Value, tag: &str) -> Option<Entry> {
    if let Some(slug) = value.text() {
        return Some(Entry::page(languages::plain_path(slug), None));
    }
    let text = |name: &str| value.get(name).and_then(Value::text);
    let label = translated(value, tag).or_else(|| text("label").map(str::to_owned));
    if let Some(folder) = value.get("autogenerate").and_then(|made| made.get("directory")) {
        return Some(Entry::page(languages::plain_path(folder.text()?), label));
    }
    if let Some(items) = value.get("items") {
        let children: Vec<_> = items.list().iter().filter_map(|item| entry_of(item, tag)).collect();
        return (!children.is_empty()).then_some(Entry { label, path: None, children });
    }
    let path = text("slug").or_else(|| text("link").filter(|link| !link.contains("://")))?;
    let path = languages::plain_path(path);
    let inside = path.strip_prefix(tag).and_then(|rest| rest.strip_prefix('/'));
    let path = inside.filter(|_| !tag.is_empty()).unwrap_or(&path).to_owned();
    Some(Entry::page(path, label))
}

/// `translations: { 'zh-CN': '指南' }`.
fn translated(value: &Value, tag: &str) -> Option<String> {
    let wanted = Root::locale_of(tag)?;
    let Some(Value::Map(words)) = value.get("translations") else { return None };
    let found = words.iter().find(|(tag, _)| languages::of_tag(tag) == Some(wanted));
    found.and_then(|(_, words)| words.text()).map(str::to_owned)
}

/// A `slug` counts from the top, its language included.
pub(super) fn address(below: &str, fields: &Fields) -> Result<String, &'static str> {
    let Some(slug) = &fields.slug else { return page_path::of_file(below) };
    let slug = slug.trim_matches('/');
    let (first, rest) = slug.split_once('/').unwrap_or((slug, ""));
    let path = if Root::locale_of(first).is_some() { rest } else { slug };
    page_path::check(path)?;
    Ok(path.to_owned())
}
