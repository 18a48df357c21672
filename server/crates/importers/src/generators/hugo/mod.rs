//! Hugo: pages below `content`, a language per folder or per file name, front matter in YAML, TOML,
//! or JSON. Its shortcodes are parsed in `pailou-markdown`.

mod menu;
mod publication;

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use self::menu::{Language, MenuEntry, of_page};
use self::publication::{now, visibility};
use super::exclusion::Exclusions;
use crate::generators::{GeneratorSettings, Layout, below};
use crate::languages::{self, is_traditional};
use crate::navigation::missing_pages;
use crate::tree::Tree;
use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{self, folder_of, name_of};
use pailou_content::root::{self, Root};
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

/// Maximum number of files in `config/_default` that are read.
const MAX_SETTINGS_FILES: usize = 100;

/// Returns the settings and the issues in them. If the settings are in `config/_default`, all files in that folder and
/// its subfolders are merged; a later file replaces the values of earlier files.
fn settings(tree: &Tree<'_>) -> (Value, Vec<Issue>) {
    let Some(main) = detect_marker(tree) else { return (Value::Nothing, Vec::new()) };
    let mut issues = Vec::new();
    let mut read = |file: &str| {
        parse_settings(tree, file).map_err(|issue| issues.push(issue)).unwrap_or(Value::Nothing)
    };
    let mut settings = Value::Map(Vec::new());
    let folder = folder_of(main);
    if !folder.ends_with("_default") {
        merge(&mut settings, read(main));
        return (settings, issues);
    }
    let inside = tree.files.iter().filter(|file| root::inside(folder, file).is_some());
    let named = inside.filter_map(|file| Some((file, settings_keys(name_of(file))?)));
    for (file, keys) in named.take(MAX_SETTINGS_FILES) {
        let value = without_root_key(read(file), &keys);
        let nested = keys
            .iter()
            .rev()
            .fold(value, |value, key| Value::Map(vec![((*key).to_owned(), value)]));
        merge(&mut settings, nested);
    }
    (settings, issues)
}

/// Returns the keys above the values in a file of `config/_default`: none for `hugo.toml`, `params` for `params.toml`,
/// and `languages.en.menus` for `menus.en.toml`. The keys of other files with a language, such as `languages.en.toml`,
/// are `languages.en`. The names of subfolders have no effect. Returns `None` if the file is not TOML, YAML, or JSON.
fn settings_keys(name: &str) -> Option<Vec<&str>> {
    let (stem, extension) = name.rsplit_once('.')?;
    if !["toml", "yaml", "yml", "json"].contains(&extension) {
        return None;
    }
    Some(match stem.rsplit_once('.') {
        _ if ["hugo", "config"].contains(&stem) => Vec::new(),
        None => vec![stem],
        Some(("menu" | "menus", tag)) => vec!["languages", tag, "menus"],
        Some(("params", tag)) => vec!["languages", tag, "params"],
        Some((_, tag)) => vec!["languages", tag],
    })
}

/// Returns the values of a file that may repeat its root key as its only key: `[languages.en]` in `languages.toml`.
fn without_root_key(value: Value, keys: &[&str]) -> Value {
    match (value, keys) {
        (Value::Map(mut entries), [key]) if entries.len() == 1 && entries[0].0 == *key => {
            entries.pop().map_or(Value::Nothing, |(_, value)| value)
        }
        (value, _) => value,
    }
}

/// Merges maps by key, case-insensitively. Any other value of `new` replaces the value in `known`.
fn merge(known: &mut Value, new: Value) {
    match (known, new) {
        (_, Value::Nothing) => {}
        (Value::Map(known), Value::Map(new)) => {
            let places = known.iter().enumerate().map(|(at, (key, _))| (key.to_lowercase(), at));
            let mut places: HashMap<String, usize> = places.collect();
            for (key, value) in new {
                match places.get(&key.to_lowercase()) {
                    Some(at) => merge(&mut known[*at].1, value),
                    None => {
                        places.insert(key.to_lowercase(), known.len());
                        known.push((key, value));
                    }
                }
            }
        }
        (known, new) => *known = new,
    }
}

/// Returns a value by its key, case-insensitively; `None` if there is none.
fn get<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    let Value::Map(entries) = value else { return None };
    entries.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| value)
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    get(value, key).and_then(Value::text)
}

/// Returns the words of a string, or the strings of a list.
fn words<'v>(value: &'v Value, key: &str) -> Vec<&'v str> {
    match get(value, key) {
        Some(Value::Text(text)) => text.split_whitespace().collect(),
        value => value.into_iter().flat_map(Value::texts).collect(),
    }
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let (settings, _) = settings(tree);
    let layout = layout_of_settings(tree, base, &settings);
    let exclusions = exclusions(tree, &layout, base, &settings);
    layout.with_exclusions(exclusions)
}

fn layout_of_settings(tree: &Tree<'_>, base: &str, settings: &Value) -> Layout {
    let base = hugo_site(base);
    let first = text(settings, "defaultContentLanguage").and_then(languages::of_tag);
    let shared = shared_folder(settings, base);
    let folders = content_folders(settings, base, &shared);
    let roots = content_roots(tree, &folders);
    let content = match roots.as_slice() {
        // Two languages with the same folder are distinguished by the names of subfolders or files.
        [one, other] if one.folder == other.folder => one.folder.clone(),
        [only] if only.folder == shared => shared,
        [] if tree.pages(&shared).is_empty() => base.to_owned(),
        [] => shared,
        _ => return Layout { roots, ..Layout::default() },
    };
    let mut layout = languages::below_folder(tree, &content, first);
    for root in &mut layout.roots {
        let inside = folders_inside(&root.folder, &folders);
        root.without.extend(inside);
        root.without.sort();
        root.without.dedup();
    }
    layout
}

/// Returns the files that `ignoreFiles` and the globs of mounts exclude, and issues for patterns that cannot be read.
fn exclusions(
    tree: &Tree<'_>,
    layout: &Layout,
    base: &str,
    settings: &Value,
) -> (Exclusions, Vec<Issue>) {
    let marker = detect_marker(tree).unwrap_or_default();
    let patterns = words(settings, "ignoreFiles");
    let mut folders: Vec<String> = layout.roots.iter().map(|root| root.folder.clone()).collect();
    folders.dedup();
    let (mut exclusions, mut issues) = Exclusions::of_ignored_files(&patterns, &folders, marker);
    let filtered = content_mounts(settings).filter_map(|mount| {
        let globs = |key: &str, sign: &str| -> Vec<String> {
            let globs = get(mount, key).into_iter().flat_map(Value::texts);
            globs.map(|glob| format!("{sign}{glob}")).collect()
        };
        let globs =
            [globs("files", ""), globs("excludeFiles", "!"), globs("includeFiles", "")].concat();
        let folder = page_path::join(hugo_site(base), text(mount, "source")?)?;
        (!globs.is_empty()).then_some((folder, globs))
    });
    for (at, (folder, globs)) in filtered.enumerate() {
        if at == MAX_FILTERED_MOUNTS {
            let issue = Issue::of_file(Severity::Warning, "exclusion-not-read", marker, folder);
            issues.push(issue);
            break;
        }
        let (of_mount, unread) = Exclusions::of_mount(&globs, &folder, marker);
        exclusions.append(of_mount);
        issues.extend(unread);
    }
    (exclusions, issues)
}

fn hugo_site(base: &str) -> &str {
    base.strip_suffix("config/_default").unwrap_or(base).trim_end_matches('/')
}

/// Maximum number of languages and of content mounts that are read from the settings.
const MAX_LANGUAGES: usize = 200;
/// Maximum number of mounts with globs that are read.
const MAX_FILTERED_MOUNTS: usize = 20;

/// Returns the tag and the settings of each language in `languages`.
fn language_settings(settings: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let languages = match get(settings, "languages") {
        Some(Value::Map(languages)) => languages.as_slice(),
        _ => &[],
    };
    languages.iter().take(MAX_LANGUAGES).map(|(tag, language)| (tag.as_str(), language))
}

/// Returns the mounts with the target `content`.
fn content_mounts(settings: &Value) -> impl Iterator<Item = &Value> {
    let mounts = get(settings, "module").and_then(|module| get(module, "mounts")).map(Value::list);
    let is_content = |mount: &&Value| {
        text(mount, "target").is_some_and(|target| target.trim_matches('/') == "content")
    };
    mounts.unwrap_or_default().iter().filter(is_content).take(MAX_LANGUAGES)
}

/// Returns the language tag and the source of each mount with the target `content`. The tag is `lang` or is in
/// `sites.matrix.languages`. A mount with several tags is returned once per tag, and a mount without tags with `None`.
fn mounts(settings: &Value) -> impl Iterator<Item = (Option<&str>, &str)> {
    content_mounts(settings).flat_map(|mount| {
        let matrix = get(mount, "sites").and_then(|sites| get(sites, "matrix"));
        let matrix = matrix.and_then(|matrix| get(matrix, "languages"));
        let is_tag = |tag: &&str| !tag.contains(['*', '{', '!', '?', '[']);
        let tags = text(mount, "lang").into_iter();
        let mut tags: Vec<Option<&str>> = tags
            .chain(matrix.into_iter().flat_map(Value::texts).filter(is_tag))
            .map(Some)
            .collect();
        if tags.is_empty() {
            tags.push(None);
        }
        let source = text(mount, "source");
        tags.into_iter().filter_map(move |tag| Some((tag, source?)))
    })
}

/// Returns the content folder of all languages that have no folder of their own.
fn shared_folder(settings: &Value, base: &str) -> String {
    let mounted = mounts(settings).find_map(|(tag, source)| tag.is_none().then_some(source));
    let folder = mounted.or_else(|| text(settings, "contentDir")).filter(|it| !it.is_empty());
    let inside = folder.and_then(|folder| page_path::join(base, folder));
    inside.unwrap_or_else(|| below(base, "content"))
}

/// Returns the content folder of each language: `languages.zh.contentDir`, the source of its mount,
/// or the shared folder.
fn content_folders<'s>(settings: &'s Value, base: &str, shared: &str) -> Vec<(&'s str, String)> {
    let own = language_settings(settings)
        .filter_map(|(tag, language)| Some((tag, text(language, "contentDir")?)));
    let mounted = mounts(settings).filter_map(|(tag, source)| Some((tag?, source)));
    let mut folders: Vec<(&str, String)> = own
        .chain(mounted)
        .filter(|(_, folder)| !folder.is_empty())
        .filter_map(|(tag, folder)| Some((tag, page_path::join(base, folder)?)))
        .collect();
    for (tag, _) in language_settings(settings) {
        if !folders.iter().any(|(known, _)| known.eq_ignore_ascii_case(tag)) {
            folders.push((tag, shared.to_owned()));
        }
    }
    folders
}

/// Returns one root for each supported language that has pages.
fn content_roots(tree: &Tree<'_>, folders: &[(&str, String)]) -> Vec<Root> {
    let mut roots: Vec<(&str, Root)> = Vec::new();
    for (tag, folder) in folders {
        let Some(locale) = languages::of_tag(tag) else { continue };
        let known = roots.iter().position(|(_, known)| known.locale == locale);
        let is_better = |at: usize| is_traditional(roots[at].0) && !is_traditional(tag);
        if known.is_some_and(|at| !is_better(at)) {
            continue;
        }
        let root = Root::new(locale, folder.as_str(), folders_inside(folder, folders));
        if !tree.pages(folder).iter().any(|file| root.below(file).is_some()) {
            continue;
        }
        match known {
            Some(at) => roots[at] = (tag, root),
            None => roots.push((tag, root)),
        }
    }
    roots.into_iter().map(|(_, root)| root).collect()
}

/// Returns the content folders inside a folder.
fn folders_inside(folder: &str, folders: &[(&str, String)]) -> Vec<String> {
    let is_inside = |other: &str| root::inside(folder, other).is_some_and(|rest| !rest.is_empty());
    folders.iter().filter(|(_, other)| is_inside(other)).map(|(_, other)| other.clone()).collect()
}

/// A page with its front matter.
struct Page<'t> {
    file: &'t str,
    locale: Locale,
    /// Path below the root, without language suffix.
    below: String,
    values: Value,
}

impl<'t> Page<'t> {
    fn read(tree: &Tree<'_>, layout: &Layout, file: &'t str) -> Option<Self> {
        let values = front_matter::split(tree.texts.get(file)?).values();
        let (locale, below) = layout.place(file)?;
        Some(Self { file, locale, below, values: values.unwrap_or(Value::Nothing) })
    }

    /// Returns the name of the file without language suffix and extension.
    fn name(&self) -> &str {
        let name = name_of(&self.below);
        page_path::split_markdown(name).map_or(name, |(stem, _)| stem)
    }

    fn folder(&self) -> (Locale, &str) {
        (self.locale, folder_of(&self.below))
    }
}

/// Reads order and titles from menus and from the front matter of each page.
pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let (settings, issues) = settings(tree);
    output.issues.extend(issues);
    let marker = detect_marker(tree).unwrap_or_default();
    let pages: Vec<Page<'_>> =
        tree.files.iter().filter_map(|file| Page::read(tree, layout, file)).collect();
    let visibility = visibility(&pages, &settings, now());
    let is_imported = |page: &&Page<'_>| !layout.exclusions.contains(layout, page.file);
    let hidden = pages.iter().filter(|page| visibility.hidden.contains(page.file));
    output.issues.extend(hidden.filter(is_imported).map(|page| {
        let path = languages::plain_path(&page.below);
        Issue::of_file(Severity::Note, "navigation-hidden", page.file, path)
    }));
    output.unpublished = visibility.unpublished;
    output.issues.extend(permalinks(&settings, &pages, marker));
    let adapters = tree.files.iter().filter(|file| is_content_adapter(layout, file));
    output.issues.extend(adapters.map(|file| {
        Issue::of_file(Severity::Warning, "navigation-not-literal", file, name_of(file))
    }));
    let languages = layout.languages();
    let locales: Vec<Locale> = languages.iter().map(|(locale, _)| *locale).collect();
    let mut missing: Vec<String> = Vec::new();
    for ((locale, root), data) in languages.into_iter().zip(&mut output.data) {
        let placed: Vec<(&Page<'_>, String)> = pages
            .iter()
            .filter(|page| page.locale == locale && root.below(page.file).is_some())
            .map(|page| (page, languages::plain_path(&page.below)))
            .collect();
        let known: HashSet<&str> = placed
            .iter()
            .flat_map(|(_, path)| page_path::folders(path).chain([path.as_str()]))
            .collect();
        let language = Language::new(tree, &settings, hugo_site(&layout.base), locale, &locales);
        let mut entries = Vec::new();
        for entry in language.menu_entries(&known) {
            match known.contains(entry.path.as_str()) {
                true => entries.push(entry),
                false if entry.path.is_empty() || language.generates(&entry.path) => {}
                false => missing.push(entry.path),
            }
        }
        entries.extend(placed.iter().filter_map(|(page, path)| of_page(&page.values, path)));
        // Entries without a weight are last.
        let rank =
            |entry: &MenuEntry| if entry.weight == 0.0 { f64::INFINITY } else { entry.weight };
        entries.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
        for entry in entries.iter().filter(|entry| !entry.path.is_empty()) {
            data.add(&entry.path, entry.name.as_deref());
        }
        // Hugo treats the weight 0 as a missing weight.
        let is_unset = |page: &Page<'_>| Fields::read(&page.values).order == Some(0.0);
        let unset = placed.iter().filter(|(page, _)| is_unset(page));
        data.folder_positions.extend(unset.map(|(_, path)| (path.clone(), f64::INFINITY)));
    }
    output.issues.extend(missing_pages(marker, missing));
}

/// Whether a file is a template from which Hugo generates pages.
fn is_content_adapter(layout: &Layout, file: &str) -> bool {
    let is_imported = |root: &Root| root::inside(&root.folder, file).is_some();
    name_of(file).starts_with("_content.")
        && file.ends_with(".gotmpl")
        && layout.roots.iter().any(is_imported)
}

/// Returns one issue for each pattern that would change the URLs of the pages in a section, such as `permalinks.docs`
/// or `permalinks.page.docs`.
fn permalinks(settings: &Value, pages: &[Page<'_>], file: &str) -> Vec<Issue> {
    let Some(Value::Map(entries)) = get(settings, "permalinks") else { return Vec::new() };
    let is_section = |name: &str| {
        pages.iter().any(|page| page.below.split_once('/').is_some_and(|(first, _)| first == name))
    };
    let of_kinds = entries.iter().flat_map(|(key, value)| match value {
        Value::Map(sections) if ["page", "section"].contains(&key.as_str()) => sections.as_slice(),
        _ => &[],
    });
    let of_sections = entries.iter().filter(|(_, value)| value.text().is_some());
    let sections = of_kinds.chain(of_sections).filter(|(section, _)| is_section(section));
    let issue = |(section, pattern): &(String, Value)| {
        let detail = format!("permalinks.{section}: {}", pattern.text().unwrap_or_default());
        Issue::of_file(Severity::Warning, "rewrite-not-read", file, detail)
    };
    sections.map(issue).collect()
}

/// Returns the tag of a language in the settings; of several Chinese tags, one of Simplified Chinese is preferred.
/// Returns `None` if neither `languages` nor `defaultContentLanguage` (by default `en`) has a tag of the language.
fn tag_of(settings: &Value, locale: Locale) -> Option<&str> {
    let default = text(settings, "defaultContentLanguage").unwrap_or("en");
    let tags = language_settings(settings).map(|(tag, _)| tag).chain([default]);
    let own = tags.filter(|tag| languages::of_tag(tag) == Some(locale));
    own.min_by_key(|tag| is_traditional(tag))
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
