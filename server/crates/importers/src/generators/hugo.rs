//! Hugo: pages below `content`, a language per folder or per file name, front matter in YAML, TOML
//! or JSON. Its shortcodes are parsed in `pailou-markdown`.

use std::collections::HashSet;

use core_wasm::locale::Locale;

use crate::generators::{GeneratorSettings, Layout, below};
use crate::languages;
use crate::navigation::missing_pages;
use crate::tree::Tree;
use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_content::issue::Issue;
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
        // `config.toml` is a common name. It belongs to Hugo only in `config/_default` or beside a `content` folder.
        let content = format!("{}/", below(folder, "content"));
        let has_content = || tree.files.iter().any(|file| file.starts_with(&content));
        is_settings && ((stem == "hugo") || (stem == "config" && (is_default || has_content())))
    })
}

/// Parses a settings file in TOML, YAML, or JSON.
fn parse_settings(tree: &Tree<'_>, file: &str) -> Result<Value, Issue> {
    let text = tree.text(file)?;
    let invalid = |line: u32, detail: String| {
        Issue::warning("navigation-invalid", line, detail).in_file(file)
    };
    match file.ends_with(".toml") {
        true => front_matter::toml_values(&text)
            .map_err(|issue| invalid(issue.line.unwrap_or(1), issue.detail)),
        // JSON is a subset of YAML.
        false => yaml::parse(&text).map_err(|mistake| invalid(mistake.line, mistake.detail)),
    }
}

/// Returns the settings and the issues in them. All files in `config/_default` are merged.
fn settings(tree: &Tree<'_>) -> (Value, Vec<Issue>) {
    let Some(main) = detect_marker(tree) else { return (Value::Nothing, Vec::new()) };
    let mut issues = Vec::new();
    let mut read = |file: &str| {
        parse_settings(tree, file).map_err(|issue| issues.push(issue)).unwrap_or(Value::Nothing)
    };
    let mut entries = match read(main) {
        Value::Map(entries) => entries,
        _ => Vec::new(),
    };
    let folder = folder_of(main);
    if folder.ends_with("_default") {
        let beside = tree.files.iter().filter(|file| folder_of(file) == folder && *file != main);
        for file in beside.take(100) {
            let name = file.rsplit('/').next().unwrap_or(file);
            let mut keys: Vec<&str> = name.split('.').collect();
            if !["toml", "yaml", "yml", "json"].contains(&keys.pop().unwrap_or_default()) {
                continue;
            }
            // `menus.en.toml` and the files in a language folder apply to one language.
            let keys: Vec<&str> = match keys.as_slice() {
                ["languages", tag] => vec!["languages", tag],
                [key, tag] => vec!["languages", tag, key],
                [key] => vec![key],
                _ => continue,
            };
            merge(&mut entries, &keys, read(file));
        }
    }
    (Value::Map(entries), issues)
}

fn merge(entries: &mut Vec<(String, Value)>, keys: &[&str], value: Value) {
    let Some((key, rest)) = keys.split_first() else { return };
    let at = entries.iter().position(|(known, _)| known.eq_ignore_ascii_case(key));
    let at = at.unwrap_or_else(|| {
        entries.push(((*key).to_owned(), Value::Nothing));
        entries.len() - 1
    });
    let slot = &mut entries[at].1;
    if rest.is_empty() {
        return match (slot, value) {
            (Value::Map(known), Value::Map(more)) => known.extend(more),
            (slot, value) => *slot = value,
        };
    }
    if !matches!(slot, Value::Map(_)) {
        *slot = Value::Map(Vec::new());
    }
    if let Value::Map(inner) = slot {
        merge(inner, rest, value);
    }
}

/// Returns a value by its key, case-insensitively.
fn get<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    let Value::Map(entries) = value else { return None };
    entries.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| value)
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    get(value, key).and_then(Value::text)
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let base = hugo_site(base);
    let (settings, _) = settings(tree);
    let first = text(&settings, "defaultContentLanguage").and_then(languages::of_tag);
    let mut own = content_folders(&settings, base);
    own.extend(mounts(&settings, base));
    own.retain(|root| !tree.pages(&root.folder).is_empty());
    if own.iter().any(|root| !root.folder.is_empty()) {
        let mut roots: Vec<Root> = Vec::new();
        for root in own {
            let is_new = |known: &Root| known.locale != root.locale && known.folder != root.folder;
            if roots.iter().all(is_new) {
                roots.push(root);
            }
        }
        return Layout { roots, ..Layout::default() };
    }
    let content = text(&settings, "contentDir").unwrap_or("content");
    let content = below(base, content.trim_matches('/'));
    let content = if tree.pages(&content).is_empty() { base.to_owned() } else { content };
    languages::below_folder(tree, &content, first)
}

fn hugo_site(base: &str) -> &str {
    base.strip_suffix("config/_default").unwrap_or(base).trim_end_matches('/')
}

/// Returns the import roots from `languages.zh.contentDir`.
fn content_folders(settings: &Value, base: &str) -> Vec<Root> {
    let Some(Value::Map(all)) = get(settings, "languages") else { return Vec::new() };
    let root = |(tag, language): &(String, Value)| {
        let folder = text(language, "contentDir")?.trim_matches('/');
        Some(Root::new(languages::of_tag(tag)?, below(base, folder), Vec::new()))
    };
    all.iter().filter_map(root).collect()
}

/// Returns the import roots from the `[[module.mounts]]` with a language and the target `content`.
fn mounts(settings: &Value, base: &str) -> Vec<Root> {
    let mounts = get(settings, "module").and_then(|module| get(module, "mounts")).map(Value::list);
    let root = |mount: &Value| {
        let target = text(mount, "target").filter(|target| target.trim_matches('/') == "content");
        let folder = target.and_then(|_| text(mount, "source"))?.trim_matches('/');
        Some(Root::new(languages::of_tag(text(mount, "lang")?)?, below(base, folder), Vec::new()))
    };
    mounts.unwrap_or_default().iter().filter_map(root).collect()
}

/// Menu entry with a link to a page.
struct MenuEntry {
    weight: f64,
    name: Option<String>,
    path: String,
}

/// Reads order and titles from menus and from the front matter of each page.
pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let (settings, issues) = settings(tree);
    output.issues.extend(issues);
    let file = detect_marker(tree).unwrap_or_default();
    let pages = tree.pages("");
    let mut missing: Vec<String> = Vec::new();
    for ((locale, root), data) in layout.languages().into_iter().zip(&mut output.data) {
        let placed: Vec<(&String, String)> = pages
            .iter()
            .filter_map(|file| Some((file, layout.place(file)?)))
            .filter(|(file, (own, _))| *own == locale && root.below(file).is_some())
            .map(|(file, (_, path))| (file, languages::plain_path(&path)))
            .collect();
        let known: HashSet<&str> = placed
            .iter()
            .flat_map(|(_, path)| page_path::folders(path).chain([path.as_str()]))
            .collect();
        let mut entries = Vec::new();
        for entry in menu_entries(&settings, locale, layout.prefix(root)) {
            match known.contains(entry.path.as_str()) {
                true => entries.push(entry),
                false => missing.push(entry.path),
            }
        }
        entries
            .extend(placed.iter().filter_map(|(file, path)| of_page(tree.texts.get(*file)?, path)));
        // Entries without a weight are last.
        let rank =
            |entry: &MenuEntry| if entry.weight == 0.0 { f64::INFINITY } else { entry.weight };
        entries.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
        for entry in entries.iter().filter(|entry| !entry.path.is_empty()) {
            data.add(&entry.path, entry.name.as_deref());
        }
    }
    output.issues.extend(missing_pages(file, missing));
}

/// Returns the entries with links inside the site, from the menus of the site and of one language.
fn menu_entries(settings: &Value, locale: Locale, prefix: &str) -> Vec<MenuEntry> {
    let of_language = match get(settings, "languages") {
        Some(Value::Map(all)) => {
            all.iter().filter(|(tag, _)| languages::of_tag(tag) == Some(locale)).collect()
        }
        _ => Vec::new(),
    };
    let owners =
        std::iter::once(settings).chain(of_language.into_iter().map(|(_, language)| language));
    let menus = owners.flat_map(|owner| [get(owner, "menus"), get(owner, "menu")]).flatten();
    let lists = menus.filter_map(|menus| match menus {
        Value::Map(menus) => Some(menus.iter().flat_map(|(_, menu)| menu.list())),
        _ => None,
    });
    lists.flatten().filter_map(|entry| menu_entry(entry, prefix)).collect()
}

fn menu_entry(entry: &Value, prefix: &str) -> Option<MenuEntry> {
    let link = text(entry, "pageRef").or_else(|| text(entry, "url"))?;
    if link.contains(':') || link.starts_with('#') {
        return None;
    }
    let path = languages::plain_path(link);
    let inside = path
        .strip_prefix(prefix)
        .and_then(|rest| rest.strip_prefix('/'))
        .filter(|_| !prefix.is_empty());
    let path = inside.unwrap_or(&path).to_owned();
    let weight = text(entry, "weight").and_then(|weight| weight.parse().ok()).unwrap_or(0.0);
    Some(MenuEntry { weight, name: text(entry, "name").map(str::to_owned), path })
}

/// Returns the first menu entry in the front matter of a page:
/// `menus: { main: { weight: 10, name: … } }`.
fn of_page(text_of_page: &str, path: &str) -> Option<MenuEntry> {
    let values = front_matter::split(text_of_page).values().ok()?;
    let Value::Map(menus) = get(&values, "menus").or_else(|| get(&values, "menu"))? else {
        return None;
    };
    let (_, entry) = menus.first()?;
    let weight = text(entry, "weight").and_then(|weight| weight.parse().ok()).unwrap_or(0.0);
    Some(MenuEntry { weight, name: text(entry, "name").map(str::to_owned), path: path.to_owned() })
}

/// Returns the path of a page. A `url` with a leading slash is relative to the site root and may include
/// the language; any other `url` is relative to the folder. `slug` replaces the last segment.
pub(super) fn url_path(
    below: &str,
    values: &Value,
    fields: &Fields,
) -> Result<String, &'static str> {
    let path = page_path::path_of_file(below)?;
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
    page_path::check_page_path(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hugo_path_comes_from_url_slug_or_name() {
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
                url_path(below, &values, &fields).as_deref(),
                Ok(expected),
                "{front} {below}"
            );
        }
    }
}
