//! Hugo: pages below `content`, a language per folder or per file name, front matter in YAML, TOML or
//! JSON. Its shortcodes are read in `hugo_markdown.rs`.

use core_wasm::locale::Locale;

use crate::generators::{GeneratorSettings, Layout, below};
use crate::languages;
use crate::tree::Tree;
use pailou_content::fields::Fields;
use pailou_content::page_path;
use pailou_content::page_path::folder_of;
use pailou_content::root::Root;
use pailou_content::yaml::{self, Value};

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    tree.nearest(|file| {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let is_settings =
            [".toml", ".yaml", ".yml", ".json"].iter().any(|ending| name.ends_with(ending));
        let is_default = folder == "config/_default" || folder.ends_with("/config/_default");
        let stem = name.split('.').next().unwrap_or_default();
        // `config.toml` is a common name: only beside `content` is it Hugo's.
        let content = format!("{}/", below(folder, "content"));
        let has_content = || tree.files.iter().any(|file| file.starts_with(&content));
        is_settings && ((stem == "hugo") || (stem == "config" && (is_default || has_content())))
    })
}

/// The settings as they are written, in any of their formats.
fn settings(tree: &Tree<'_>) -> Value {
    let Some(file) = detect_marker(tree) else { return Value::Nothing };
    let text = tree.text(file).unwrap_or_default();
    match file.ends_with(".toml") {
        true => pailou_content::front_matter::toml_values(&text).unwrap_or(Value::Nothing),
        // JSON is YAML.
        false => yaml::parse(&text).unwrap_or(Value::Nothing),
    }
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let base = base.strip_suffix("config/_default").unwrap_or(base).trim_end_matches('/');
    let settings = settings(tree);
    let first = settings.get("defaultContentLanguage").and_then(Value::text);
    let first = first.and_then(languages::of_tag);
    let own = content_folders(&settings, base);
    if own.iter().any(|root| !tree.pages(&root.folder).is_empty()) {
        return Layout { roots: own, ..Layout::default() };
    }
    let content = settings.get("contentDir").and_then(Value::text).unwrap_or("content");
    let content = below(base, content.trim_matches('/'));
    let content = if tree.pages(&content).is_empty() { base.to_owned() } else { content };
    languages::below_folder(tree, &content, first)
}

/// `languages.zh.contentDir`.
fn content_folders(settings: &Value, base: &str) -> Vec<Root> {
    let Some(Value::Map(all)) = settings.get("languages") else { return Vec::new() };
    let root = |(tag, language): &(String, Value)| {
        let folder = language.get("contentDir")?.text()?.trim_matches('/');
        let locale: Locale = languages::of_tag(tag)?;
        Some(Root::new(locale, below(base, folder), Vec::new()))
    };
    let mut roots: Vec<Root> = Vec::new();
    for root in all.iter().filter_map(root) {
        if roots.iter().all(|known| known.locale != root.locale && known.folder != root.folder) {
            roots.push(root);
        }
    }
    roots
}

/// Order and titles stand in the front matter of each page.
pub(super) fn read(_tree: &Tree<'_>, _layout: &Layout, _said: &mut GeneratorSettings) {}

/// `url` counts from the top, its language included; `slug` is the last part.
pub(super) fn address(
    below: &str,
    values: &Value,
    fields: &Fields,
) -> Result<String, &'static str> {
    let path = page_path::of_file(below)?;
    let url = values.get("url").and_then(Value::text).filter(|url| !url.contains([':', '?', '#']));
    let Some(url) = url else {
        return fields
            .slug
            .as_ref()
            .map_or(Ok(path.clone()), |slug| page_path::with_slug(&path, slug));
    };
    let from_top = url.starts_with('/');
    let url = url.trim_matches('/');
    let (first, rest) = url.split_once('/').unwrap_or((url, ""));
    let url = if from_top && Root::locale_of(first).is_some() { rest } else { url };
    let url = url.strip_suffix(".html").unwrap_or(url);
    let path =
        if from_top { url.to_owned() } else { crate::generators::below(folder_of(&path), url) };
    page_path::check(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hugo_url_is_a_url_slug_or_name() {
        for (front, below, expected) in [
            ("{}", "a/_index.md", "a"),
            ("slug: c", "a/b.md", "a/c"),
            ("url: /c/d/", "a/b.md", "c/d"),
            ("url: /zh/c.html", "a/b.md", "c"),
            ("url: c", "a/b.md", "a/c"),
            ("url: https://example.org/x", "a/b.md", "a/b"),
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
