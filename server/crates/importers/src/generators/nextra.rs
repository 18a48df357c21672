//! Nextra: pages below `content`, `pages`, or `app`; `_meta` files in any format; languages in
//! folders or in file names.

use core_wasm::locale::Locale;

use crate::generators::{GeneratorSettings, Layout, below, read_settings};
use crate::hosting::without_base;
use crate::languages;
use crate::navigation;
use crate::script::{Data, Scripts, Unknown};
use crate::tree::Tree;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{folder_of, is_index, split_markdown};
use pailou_content::root::{self, Root};
use pailou_content::yaml::Value;

/// Folders of pages; the first one that contains pages is used.
const FOLDERS: &[&str] = &["content", "src/content", "pages", "src/pages", "app", "src/app"];
const ENDINGS: &[&str] = &["json", "js", "jsx", "ts", "tsx", "mjs", "mts"];

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    let names_nextra =
        |file: &str| tree.text(file).is_ok_and(|text| text.to_ascii_lowercase().contains("nextra"));
    tree.nearest(|file| {
        crate::tree::is_script(file, "next.config")
            && (names_nextra(file) || names_nextra(&below(folder_of(file), "package.json")))
    })
}

fn settings(tree: &Tree<'_>) -> Data {
    detect_marker(tree).map_or(Data::Undefined, |file| read_settings(tree, file))
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let docs = FOLDERS.iter().map(|folder| below(base, folder));
    let docs = docs.into_iter().find(|folder| !tree.pages(folder).is_empty());
    let settings = settings(tree);
    let first =
        settings.get("i18n").and_then(|i18n| i18n.get("defaultLocale")?.text().map(str::to_owned));
    let first = first.as_deref().and_then(languages::of_tag);
    languages::below_folder(tree, docs.as_deref().unwrap_or(base), first)
}

/// Returns the file path in the page tree: `(docs)/guide/page.mdx` becomes `guide/index.mdx`.
pub(super) fn route_of(below: &str) -> String {
    let is_group = |part: &&str| part.starts_with('(') && part.ends_with(')');
    let parts: Vec<&str> = below.split('/').filter(|part| !is_group(part)).collect();
    let path = parts.join("/");
    match split_markdown(&path) {
        Some((stem, ending)) if stem == "page" || stem.ends_with("/page") => {
            format!("{}index.{ending}", &stem[..stem.len() - "page".len()])
        }
        _ => path,
    }
}

/// Returns the language in the name of a `_meta` file such as `_meta.zh.json`; `Some(None)` without a
/// language, as in `_meta.global.ts`; `None` for other files.
fn meta_name(file: &str) -> Option<Option<&str>> {
    let name = file.rsplit('/').next()?;
    let (stem, ending) = name.rsplit_once('.')?;
    if !ENDINGS.contains(&ending) {
        return None;
    }
    match stem.strip_prefix("_meta").or_else(|| stem.strip_prefix("meta"))? {
        "" | ".global" => Some(None),
        tag => tag.strip_prefix('.').filter(|tag| root::is_language_name(tag)).map(Some),
    }
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let scripts = Scripts::new(tree, &layout.base);
    let settings = detect_marker(tree).map_or(Data::Undefined, |file| scripts.settings(file));
    output.route = content_base(&scripts);
    redirects(&scripts, &settings, output);
    let mut unknown = Unknown::default();
    for file in tree.files {
        let Some(tag) = meta_name(file) else { continue };
        let locale = tag.map(Root::locale_of);
        if locale == Some(None) {
            continue;
        }
        let folders = meta_folders(layout, file);
        if folders.iter().all(Option::is_none) {
            continue;
        }
        let meta = scripts.settings(file);
        if file.ends_with(".json") && !matches!(meta, Data::Map(_)) {
            output.issues.push(Issue::of_file(
                Severity::Warning,
                "navigation-invalid",
                file,
                "JSON",
            ));
            continue;
        }
        let meta = meta.literal(&mut unknown);
        output.issues.extend(unsupported_entries(&meta, file));
        for (((own, _), folder), data) in
            layout.languages().into_iter().zip(&folders).zip(&mut output.data)
        {
            if let Some(folder) = folder.as_ref().filter(|_| is_of(locale.flatten(), own)) {
                set_meta(data, folder, &meta);
            }
        }
    }
    output.issues.extend(unknown.issues());
}

fn is_of(named: Option<Locale>, locale: Locale) -> bool {
    named.is_none_or(|named| named == locale)
}

/// Returns, for each language, the folder to which a `_meta` file applies, relative to the root;
/// `None` if it does not apply to the language. A file in `app` also applies to `content`.
fn meta_folders(layout: &Layout, file: &str) -> Vec<Option<String>> {
    let of_app = ["app", "src/app"]
        .iter()
        .find_map(|app| file.strip_prefix(&below(&layout.base, app))?.strip_prefix('/'));
    let folder = |root: &Root| root.below(file).or(of_app).map(|file| route_of(folder_of(file)));
    layout.languages().into_iter().map(|(_, root)| folder(root)).collect()
}

fn set_meta(data: &mut navigation::Data, folder: &str, meta: &Value) {
    let Value::Map(entries) = meta else { return };
    for (name, entry) in entries {
        let is_type = |name: &str| entry.get("type").and_then(Value::text) == Some(name);
        if name == "*" || entry.get("href").is_some() || is_type("separator") || is_type("menu") {
            continue;
        }
        let label = entry.text().or_else(|| entry.get("title")?.text());
        if is_index(name) {
            match folder {
                "" => data.add("", label.filter(|label| !label.trim().is_empty())),
                folder => data.index_label(folder, label),
            }
            continue;
        }
        let path = below(folder, name);
        data.add(&path, label.filter(|label| !label.trim().is_empty()));
        if let Some(items) = entry.get("items") {
            set_meta(data, &path, items);
        }
    }
}

/// Returns issues for separators with a title and for hidden pages, which the page tree does not support.
fn unsupported_entries(meta: &Value, file: &str) -> Vec<Issue> {
    let Value::Map(entries) = meta else { return Vec::new() };
    let mut issues = Vec::new();
    for (name, entry) in entries {
        let text = |key: &str| entry.get(key).and_then(Value::text);
        match (text("type"), text("title"), text("display")) {
            (Some("separator"), Some(title), _) => {
                issues.push(Issue::of_file(
                    Severity::Note,
                    "navigation-group-dropped",
                    file,
                    title,
                ));
            }
            (_, _, Some("hidden")) => {
                issues.push(Issue::of_file(
                    Severity::Note,
                    "navigation-hidden",
                    file,
                    name.as_str(),
                ));
            }
            _ => {}
        }
        issues.extend(
            entry.get("items").map(|items| unsupported_entries(items, file)).unwrap_or_default(),
        );
    }
    issues
}

/// Returns `contentDirBasePath`, the URL path below which Nextra serves the pages; empty if it is not set.
fn content_base(scripts: &Scripts<'_>) -> String {
    let options = scripts.nextra_options();
    let base = options.get("contentDirBasePath").and_then(Data::text).unwrap_or_default();
    base.trim_matches('/').to_owned()
}

/// Reads the `redirects` of Next.js.
fn redirects(scripts: &Scripts<'_>, settings: &Data, output: &mut GeneratorSettings) {
    let Some(redirects) = settings.get("redirects") else { return };
    let mut unknown = Unknown::default();
    let redirects = scripts.called(redirects).literal(&mut unknown);
    for redirect in redirects.list() {
        let text = |name: &str| redirect.get(name).and_then(Value::text).map(str::to_owned);
        if let (Some(from), Some(to)) = (text("source"), text("destination")) {
            let route = &output.route;
            output.moved.push((without_base(&from, route), without_base(&to, route)));
        }
    }
    output.issues.extend(unknown.redirects());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn route_omits_route_groups_and_the_page_file_name() {
        for (below, route) in [
            ("(docs)/guide/page.mdx", "guide/index.mdx"),
            ("page.md", "index.md"),
            ("guide/homepage.md", "guide/homepage.md"),
            ("a/b", "a/b"),
        ] {
            assert_eq!(route_of(below), route);
        }
    }

    #[test]
    fn meta_file_name_may_contain_a_language() {
        for (file, expected) in [
            ("a/_meta.json", Some(None)),
            ("_meta.zh-CN.json", Some(Some("zh-CN"))),
            ("_meta.global.tsx", Some(None)),
            ("meta.json", Some(None)),
            ("_meta.test.ts", None),
            ("metadata.json", None),
        ] {
            assert_eq!(meta_name(file), expected, "{file}");
        }
    }
}
