//! Hugo: pages below `content`, a language per folder or per file name, front matter in YAML, TOML
//! or JSON. Its shortcodes are parsed in `pailou-markdown`.

use std::collections::{HashMap, HashSet};
use std::time::{SystemTime, UNIX_EPOCH};

use core_wasm::locale::Locale;
use regex::{Regex, RegexBuilder};

use super::exclusion::{Exclusions, regex_of_glob};
use crate::generators::{GeneratorSettings, Layout, below};
use crate::languages::{self, is_traditional};
use crate::navigation::missing_pages;
use crate::tree::Tree;
use pailou_content::fields::{Fields, switch};
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::news;
use pailou_content::page_path;
use pailou_content::page_path::folder_of;
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
        // Both languages in one folder are distinguished by folder or file name.
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

/// Returns the files that `ignoreFiles` and the globs of mounts exclude, and issues for patterns
/// that cannot be read.
fn exclusions(
    tree: &Tree<'_>,
    layout: &Layout,
    base: &str,
    settings: &Value,
) -> (Exclusions, Vec<Issue>) {
    let marker = detect_marker(tree).unwrap_or_default();
    let ignored = get(settings, "ignoreFiles");
    let separate = ignored.and_then(Value::text).unwrap_or_default().split_whitespace();
    let listed = ignored.map(Value::list).unwrap_or_default().iter().filter_map(Value::text);
    let patterns: Vec<&str> = separate.chain(listed).collect();
    let mut folders: Vec<String> = layout.roots.iter().map(|root| root.folder.clone()).collect();
    folders.dedup();
    let (mut exclusions, mut issues) = Exclusions::of_ignored_files(&patterns, &folders, marker);
    let mut filtered = 0;
    for mount in content_mounts(settings) {
        let globs = |key: &str, sign: &str| -> Vec<String> {
            let value = get(mount, key);
            let list = value.map(Value::list).unwrap_or_default().iter().filter_map(Value::text);
            let globs = value.and_then(Value::text).into_iter().chain(list);
            globs.map(|glob| format!("{sign}{glob}")).collect()
        };
        let own = [globs("files", ""), globs("excludeFiles", "!"), globs("includeFiles", "")];
        let source = text(mount, "source").and_then(|it| page_path::join(hugo_site(base), it));
        let (Some(folder), globs) = (source, own.concat()) else { continue };
        if globs.is_empty() {
            continue;
        }
        filtered += 1;
        if filtered > MAX_FILTERED_MOUNTS {
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

/// Maximum number of languages in the settings.
const MAX_LANGUAGES: usize = 200;
/// Maximum number of mounts with globs that are read.
const MAX_FILTERED_MOUNTS: usize = 20;
/// Maximum number of cascades of a page or of the settings.
const MAX_CASCADES: usize = 50;
/// Maximum number of targets of cascades on a site.
const MAX_TARGETS: usize = 500;
/// Maximum number of languages of a target.
const MAX_TARGET_LANGUAGES: usize = 20;
/// Maximum length of a glob in a cascade, in bytes.
const MAX_GLOB: usize = 300;
/// Maximum size of a compiled glob, in bytes.
const MAX_REGEX_SIZE: usize = 1 << 15;

/// Returns the languages of the settings with their tags. The files in `config/_default` can define
/// a language more than once.
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

/// Returns the language of each mount with the target `content`, and its source.
fn mounts(settings: &Value) -> impl Iterator<Item = (Option<&str>, &str)> {
    content_mounts(settings).filter_map(|mount| Some((text(mount, "lang"), text(mount, "source")?)))
}

/// Returns the folder of the languages without a folder of their own.
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
        let name = self.below.rsplit('/').next().unwrap_or(&self.below);
        name.split('.').next().unwrap_or(name)
    }

    /// Returns the kind of the page in Hugo. Pages of taxonomies count as sections.
    fn kind(&self) -> &'static str {
        match self.name() {
            "_index" if folder_of(&self.below).is_empty() => "home",
            "_index" => "section",
            _ => "page",
        }
    }

    /// Returns the path by which Hugo selects the page: in lower case, with hyphens for spaces,
    /// without language and extension.
    fn logical_path(&self) -> String {
        let folder = folder_of(&self.below);
        let path = match self.name() {
            "index" | "_index" => folder.to_owned(),
            name => below(folder, name),
        };
        format!("/{}", path.to_lowercase().replace(' ', "-"))
    }

    fn folder(&self) -> (Locale, &str) {
        (self.locale, folder_of(&self.below))
    }
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
    let marker = detect_marker(tree).unwrap_or_default();
    let pages: Vec<Page<'_>> =
        tree.files.iter().filter_map(|file| Page::read(tree, layout, file)).collect();
    output.unpublished = unpublished_files(&pages, &settings, now());
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
        // The weight 0 is the default, as if there were none.
        let is_unset = |page: &Page<'_>| Fields::read(&page.values).order == Some(0.0);
        let unset = placed.iter().filter(|(page, _)| is_unset(page));
        data.folder_positions.extend(unset.map(|(_, path)| (path.clone(), f64::INFINITY)));
    }
    output.issues.extend(missing_pages(marker, missing));
}

/// Returns the tag of a language in the settings. Simplified Chinese takes precedence.
fn tag_of(settings: &Value, locale: Locale) -> Option<&str> {
    let default = text(settings, "defaultContentLanguage").unwrap_or("en");
    let tags = language_settings(settings).map(|(tag, _)| tag).chain([default]);
    let own = tags.filter(|tag| languages::of_tag(tag) == Some(locale));
    own.min_by_key(|tag| is_traditional(tag))
}

/// A language of the site, for which the menus are read.
struct Language<'s> {
    settings: &'s Value,
    locale: Locale,
    /// Tag in the settings.
    tag: Option<&'s str>,
    /// Whether the names in the menus of the site are in this language.
    is_default: bool,
    /// Whether the site has both languages.
    has_other: bool,
    /// Texts of the language in the folder `i18n`, by their ids in lower case.
    translations: HashMap<String, String>,
}

impl<'s> Language<'s> {
    fn new(
        tree: &Tree<'_>,
        settings: &'s Value,
        base: &str,
        locale: Locale,
        locales: &[Locale],
    ) -> Self {
        let default = text(settings, "defaultContentLanguage").unwrap_or("en");
        let is_own = |tag: &&str| languages::of_tag(tag) == Some(locale);
        let tag = tag_of(settings, locale);
        let has_other = locales.iter().any(|other| *other != locale);
        let is_same_script = tag.is_none_or(|tag| is_traditional(tag) == is_traditional(default));
        let is_default = !has_other || (is_own(&default) && is_same_script);
        let translations = translations(tree, base, locale, tag);
        Self { settings, locale, tag, is_default, has_other, translations }
    }

    /// Returns the entries with links inside the site, from the menus of the site and of the
    /// language.
    fn menu_entries(&self, known: &HashSet<&str>) -> Vec<MenuEntry> {
        let is_own = |tag: &str| self.tag.is_some_and(|own| own.eq_ignore_ascii_case(tag));
        let of_language = language_settings(self.settings)
            .filter(|(tag, _)| is_own(tag))
            .flat_map(|(_, language)| entries_of(language).map(|entry| (entry, true)));
        entries_of(self.settings)
            .map(|entry| (entry, self.is_default))
            .chain(of_language)
            .filter_map(|(entry, has_name)| self.menu_entry(entry, has_name, known))
            .collect()
    }

    /// Whether Hugo generates the target of a menu entry without a content file: the list of a
    /// taxonomy or of a term in it, a feed, or the sitemap.
    fn generates(&self, path: &str) -> bool {
        const FILES: [&str; 4] = ["index.xml", "index.json", "sitemap.xml", "robots.txt"];
        let is_disabled = |kind: &str| {
            let kinds = get(self.settings, "disableKinds").map(Value::list).unwrap_or_default();
            kinds.iter().filter_map(Value::text).any(|it| it.eq_ignore_ascii_case(kind))
        };
        let own = language_settings(self.settings)
            .filter(|(tag, _)| self.tag.is_some_and(|own| own.eq_ignore_ascii_case(tag)))
            .map(|(_, language)| language);
        let mut settings = own.chain([self.settings]);
        let taxonomies = settings.find_map(|settings| get(settings, "taxonomies"));
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        let is_taxonomy = match taxonomies {
            Some(Value::Map(taxonomies)) => taxonomies
                .iter()
                .filter_map(|(_, plural)| plural.text())
                .any(|plural| plural.eq_ignore_ascii_case(first)),
            Some(_) => false,
            None => ["tags", "categories"].contains(&first),
        };
        let kind = if rest.is_empty() { "taxonomy" } else { "term" };
        let name = path.rsplit('/').next().unwrap_or(path);
        (is_taxonomy && !is_disabled(kind)) || FILES.contains(&name)
    }

    /// Returns an entry; `None` if it links to another language or out of the site. `has_name` is
    /// whether its name is in this language, as it is if the link begins with this language.
    fn menu_entry(
        &self,
        entry: &Value,
        has_name: bool,
        known: &HashSet<&str>,
    ) -> Option<MenuEntry> {
        let link = text(entry, "pageRef").or_else(|| text(entry, "url"))?;
        if link.contains(':') || link.starts_with('#') {
            return None;
        }
        let path = languages::plain_path(link);
        let (path, is_prefixed) = match known.contains(path.as_str()) {
            true => (path, false),
            false => self.without_prefix(&path)?,
        };
        let name = text(entry, "name").filter(|_| has_name || is_prefixed).map(str::to_owned);
        let id = text(entry, "identifier").map(str::to_lowercase);
        let name = name.or_else(|| self.translations.get(&id?).cloned());
        Some(MenuEntry { weight: weight(entry), name, path })
    }

    /// Removes the language from the beginning of a path, and returns whether there was one; `None`
    /// if it is another language.
    fn without_prefix(&self, path: &str) -> Option<(String, bool)> {
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        let is = |tag: &str| tag.eq_ignore_ascii_case(first);
        let locale = Root::locale_of(first);
        if self.tag.is_some_and(is) || locale == Some(self.locale) {
            return Some((rest.to_owned(), true));
        }
        let is_other = (self.has_other && locale.is_some())
            || language_settings(self.settings).any(|(tag, _)| is(tag));
        (!is_other).then(|| (path.to_owned(), false))
    }
}

/// Reads the texts of a language from `i18n/zh-cn.yaml`: `menu: 菜单`, `menu: {other: 菜单}`, or in a
/// list `{id: menu, translation: 菜单}`.
fn translations(
    tree: &Tree<'_>,
    base: &str,
    locale: Locale,
    tag: Option<&str>,
) -> HashMap<String, String> {
    let folder = below(base, "i18n");
    let of_language = |file: &&String| {
        let name = file.strip_prefix(&folder)?.strip_prefix('/')?;
        let (stem, extension) = name.rsplit_once('.')?;
        let is_settings = ["toml", "yaml", "yml", "json"].contains(&extension);
        let is_tag = tag.is_some_and(|tag| tag.eq_ignore_ascii_case(stem));
        let is_close = languages::of_tag(stem) == Some(locale)
            && tag.is_some_and(is_traditional) == is_traditional(stem);
        (is_settings && (is_tag || is_close)).then_some(!is_tag)
    };
    let files = tree.files.iter().filter_map(|file| Some((of_language(&file)?, file)));
    let file = files.min_by_key(|(rank, _)| *rank).map(|(_, file)| file);
    let translated = |id: &str, value: &Value| {
        let translation = value.text().or_else(|| text(value, "other"))?;
        Some((id.to_lowercase(), translation.to_owned()))
    };
    match file.and_then(|file| parse_settings(tree, file).ok()) {
        Some(Value::Map(texts)) => {
            texts.iter().filter_map(|(id, value)| translated(id, value)).collect()
        }
        Some(Value::List(texts)) => texts
            .iter()
            .filter_map(|entry| translated(text(entry, "id")?, get(entry, "translation")?))
            .collect(),
        _ => HashMap::new(),
    }
}

/// Returns the entries of all menus of the site or of a language.
fn entries_of(owner: &Value) -> impl Iterator<Item = &Value> {
    let menus = [get(owner, "menus"), get(owner, "menu")].into_iter().flatten();
    let lists = menus.map(|menus| match menus {
        Value::Map(menus) => menus.as_slice(),
        _ => &[],
    });
    lists.flatten().flat_map(|(_, menu)| menu.list())
}

fn weight(entry: &Value) -> f64 {
    text(entry, "weight").and_then(|weight| weight.parse().ok()).unwrap_or(0.0)
}

/// Returns the first menu entry in the front matter of a page:
/// `menus: { main: { weight: 10, name: … } }`.
fn of_page(values: &Value, path: &str) -> Option<MenuEntry> {
    let Value::Map(menus) = get(values, "menus").or_else(|| get(values, "menu"))? else {
        return None;
    };
    let (_, entry) = menus.first()?;
    let name = text(entry, "name").map(str::to_owned);
    Some(MenuEntry { weight: weight(entry), name, path: path.to_owned() })
}

/// Front matter that determines whether Hugo publishes a page; `None` if it is not set.
#[derive(Debug, Default, Clone, Copy)]
struct Publication {
    is_draft: Option<bool>,
    is_headless: Option<bool>,
    is_rendered: Option<bool>,
    published_at: Option<i64>,
    expires_at: Option<i64>,
}

impl Publication {
    fn read(values: &Value) -> Self {
        let flag = |key| get(values, key).and_then(switch);
        let date = |keys: &[&str]| keys.iter().find_map(|key| date(get(values, key)?));
        let build = get(values, "build").or_else(|| get(values, "_build"));
        let render = build.and_then(|build| text(build, "render"));
        Self {
            is_draft: flag("draft"),
            is_headless: flag("headless"),
            // A page with `link` has an address but no content.
            is_rendered: render.map(|render| {
                !["never", "link", "false"].iter().any(|never| render.eq_ignore_ascii_case(never))
            }),
            published_at: date(&["publishDate", "pubdate", "published", "date"]),
            expires_at: date(&["expiryDate", "unpublishdate"]),
        }
    }

    /// Returns the values that are set, and otherwise those of `other`.
    fn or(self, other: Self) -> Self {
        Self {
            is_draft: self.is_draft.or(other.is_draft),
            is_headless: self.is_headless.or(other.is_headless),
            is_rendered: self.is_rendered.or(other.is_rendered),
            published_at: self.published_at.or(other.published_at),
            expires_at: self.expires_at.or(other.expires_at),
        }
    }

    fn is_public(&self, now: i64) -> bool {
        self.is_draft != Some(true)
            && self.is_headless != Some(true)
            && self.is_rendered != Some(false)
            && self.published_at.is_none_or(|at| at <= now)
            && self.expires_at.is_none_or(|at| at > now)
    }
}

/// Front matter that a page or the settings cascade to the pages below that match a target.
struct Cascade {
    publication: Publication,
    target: Target,
}

/// Selection of pages by globs. Pages of a target that cannot be read are not selected.
#[derive(Default)]
struct Target {
    path: Option<Regex>,
    kind: Option<Regex>,
    language: Vec<Regex>,
    is_never: bool,
}

impl Target {
    fn read(value: &Value) -> Self {
        let compile = |glob: &str| {
            let is_short = glob.len() <= MAX_GLOB;
            let regex = || {
                let regex = RegexBuilder::new(&regex_of_glob(&glob.to_lowercase(), true))
                    .size_limit(MAX_REGEX_SIZE)
                    .build();
                regex.ok()
            };
            is_short.then(regex).flatten()
        };
        let mut is_never = false;
        let mut read = |glob: &str| {
            let regex = compile(glob);
            is_never |= regex.is_none();
            regex
        };
        let path = text(value, "path").and_then(&mut read);
        let kind = text(value, "kind").and_then(&mut read);
        let matrix = get(value, "sites").and_then(|sites| get(sites, "matrix"));
        let languages = matrix.and_then(|matrix| get(matrix, "languages"));
        let of_matrix = languages.map(Value::list).unwrap_or_default().iter();
        let tags = text(value, "lang").into_iter().chain(of_matrix.filter_map(Value::text));
        let tags = tags.chain(languages.and_then(Value::text));
        let language = tags.take(MAX_TARGET_LANGUAGES).filter_map(&mut read).collect();
        let environment = text(value, "environment").and_then(&mut read);
        // A site is published in the environment `production`.
        is_never |= environment.is_some_and(|it| !it.is_match("production"));
        Self { path, kind, language, is_never }
    }

    fn contains(&self, page: &Page<'_>, tag: Option<&str>) -> bool {
        let is_match = |regex: &Option<Regex>, text: &str| {
            regex.as_ref().is_none_or(|regex| regex.is_match(text))
        };
        let is_language = || {
            let tag = tag.unwrap_or_default().to_lowercase();
            self.language.is_empty() || self.language.iter().any(|it| it.is_match(&tag))
        };
        !self.is_never
            && is_match(&self.kind, page.kind())
            && is_match(&self.path, &page.logical_path())
            && is_language()
    }
}

impl Cascade {
    fn read(value: &Value, left: &mut usize) -> Self {
        let target = get(value, "target").or_else(|| get(value, "_target"));
        let target = match target {
            None => Target::default(),
            Some(_) if *left == 0 => Target { is_never: true, ..Target::default() },
            Some(target) => {
                *left -= 1;
                Target::read(target)
            }
        };
        Self { publication: Publication::read(value), target }
    }

    /// Reads the cascades of a page or of the settings, by precedence. `left` is the number of
    /// targets that may still be read.
    fn read_all(owner: &Value, left: &mut usize) -> Vec<Self> {
        let cascades = match get(owner, "cascade") {
            Some(Value::List(cascades)) => cascades.as_slice(),
            Some(cascade) => std::slice::from_ref(cascade),
            None => &[],
        };
        cascades.iter().take(MAX_CASCADES).map(|cascade| Self::read(cascade, left)).collect()
    }
}

/// Returns the current time in milliseconds since 1970-01-01 UTC.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

fn date(value: &Value) -> Option<i64> {
    // Without a path, the date comes from the value only.
    news::date(&Value::Map(vec![("date".to_owned(), value.clone())]), "")
}

/// Returns the files of the pages that Hugo does not publish at the time `now`.
fn unpublished_files(pages: &[Page<'_>], settings: &Value, now: i64) -> HashSet<String> {
    let has = |key| get(settings, key).and_then(switch) == Some(true);
    let (builds_future, builds_expired) = (has("buildFuture"), has("buildExpired"));
    let mut left = MAX_TARGETS;
    let of_site = Cascade::read_all(settings, &mut left);
    let cascades: HashMap<(Locale, &str), Vec<Cascade>> = pages
        .iter()
        .filter(|page| page.name() == "_index" && get(&page.values, "cascade").is_some())
        .map(|page| (page.folder(), Cascade::read_all(&page.values, &mut left)))
        .collect();
    let tags = Locale::ALL.map(|locale| (locale, tag_of(settings, locale)));
    let tag_of_page = |page: &Page<'_>| tags.iter().find(|(it, _)| *it == page.locale)?.1;
    let of_languages: Vec<(Locale, Vec<Cascade>)> = tags
        .iter()
        .filter_map(|(locale, tag)| {
            let mut all = language_settings(settings);
            let (_, language) = all.find(|(known, _)| *tag == Some(*known))?;
            Some((*locale, Cascade::read_all(language, &mut left)))
        })
        .collect();
    let is_public = |page: &&Page<'_>| {
        let own = folders_above(&page.below)
            .filter_map(|folder| cascades.get(&(page.locale, folder)))
            .chain(of_languages.iter().filter(|(it, _)| *it == page.locale).map(|(_, it)| it))
            .chain([&of_site])
            .flatten();
        let selected = own.filter(|cascade| cascade.target.contains(page, tag_of_page(page)));
        let mut publication =
            selected.fold(Publication::read(&page.values), |known, it| known.or(it.publication));
        publication.published_at = publication.published_at.filter(|_| !builds_future);
        publication.expires_at = publication.expires_at.filter(|_| !builds_expired);
        publication.is_public(now)
    };
    let is_disabled = |page: &Page<'_>| {
        let tag = tag_of_page(page);
        tag.is_some_and(|tag| is_disabled_language(settings, tag))
    };
    let hidden: Vec<&Page<'_>> =
        pages.iter().filter(|page| is_disabled(page) || !is_public(page)).collect();
    // The other files in the folder of an `index.md` are parts of its page.
    let bundles: HashSet<(Locale, &str)> = hidden
        .iter()
        .filter(|page| page.name() == "index")
        .map(|page| page.folder())
        .filter(|(_, folder)| !folder.is_empty())
        .collect();
    let is_part = |page: &&Page<'_>| {
        folders_above(&page.below).any(|folder| bundles.contains(&(page.locale, folder)))
    };
    let parts = pages.iter().filter(is_part);
    hidden.iter().copied().chain(parts).map(|page| page.file.to_owned()).collect()
}

/// Whether `disabled` of the language or `disableLanguages` disables a language.
fn is_disabled_language(settings: &Value, tag: &str) -> bool {
    let disabled = get(settings, "disableLanguages");
    let listed = disabled.map(Value::list).unwrap_or_default().iter().filter_map(Value::text);
    let named = disabled.and_then(Value::text).unwrap_or_default().split_whitespace();
    let mut languages = language_settings(settings);
    listed.chain(named).any(|it| it.eq_ignore_ascii_case(tag))
        || languages.any(|(known, language)| {
            known == tag && get(language, "disabled").and_then(switch) == Some(true)
        })
}

/// Returns the folders above a file, innermost first, ending with the empty path.
fn folders_above(file: &str) -> impl Iterator<Item = &str> {
    let mut next = Some(folder_of(file));
    std::iter::from_fn(move || {
        let folder = next?;
        next = (!folder.is_empty()).then_some(folder_of(folder));
        Some(folder)
    })
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
    use std::fs;

    use super::*;
    use crate::folder::read_folder;

    #[track_caller]
    fn check_drafts(files: &[(&str, &str)], expected: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let read = read_folder(folder.path(), None);
        let drafts = read.pages.iter().filter(|page| page.fields.draft);
        let mut drafts: Vec<&str> = drafts.map(|page| page.file.as_str()).collect();
        drafts.sort_unstable();
        assert_eq!(drafts, expected, "{files:?}");
    }

    #[test]
    fn page_that_hugo_does_not_publish_is_a_draft() {
        for (front, is_draft) in [
            ("title: A", false),
            ("publishDate: 2999-01-01", true),
            ("publishdate: 2999-01-01T00:00:00Z", true),
            ("PublishDate: 2999-01-01", true),
            ("pubdate: 2999-01-01", true),
            ("date: 2999-01-01 08:00:00 +0800", true),
            ("publishDate: 2001-01-01\ndate: 2999-01-01", false),
            ("date: 2001-01-01\nlastmod: 2999-01-01", false),
            ("date: soon", false),
            ("expiryDate: 2001-01-01", true),
            ("unpublishdate: 2001-01-01", true),
            ("expiryDate: 2999-01-01", false),
            ("headless: true", true),
            ("headless: false", false),
            ("build: {render: never, list: never}", true),
            ("build: {render: link}", true),
            ("build:\n  render: always\n  list: never", false),
            ("_build: {render: false}", true),
            ("_build: {list: false}", false),
            ("build: never", false),
        ] {
            let text = format!("---\n{front}\n---\n\n# A\n");
            let drafts: &[&str] = if is_draft { &["content/a.md"] } else { &[] };
            check_drafts(&[("hugo.toml", ""), ("content/a.md", &text)], drafts);
            // Only Hugo hides these pages.
            check_drafts(&[("content/a.md", &text)], &[]);
        }
        let toml =
            "+++\npublishDate = 2999-01-01T00:00:00Z\n[build]\nrender = 'always'\n+++\n# A\n";
        check_drafts(&[("hugo.toml", ""), ("content/a.md", toml)], &["content/a.md"]);
    }

    #[test]
    fn settings_can_publish_future_and_expired_pages() {
        let pages = [
            ("content/a.md", "---\ndate: 2999-01-01\n---\n"),
            ("content/b.md", "---\nexpiryDate: 2001-01-01\n---\n"),
            ("content/c.md", "---\nheadless: true\n---\n"),
        ];
        let check = |settings: &str, expected: &[&str]| {
            check_drafts(&[&[("hugo.toml", settings)], pages.as_slice()].concat(), expected);
        };
        check("", &["content/a.md", "content/b.md", "content/c.md"]);
        check("buildFuture = true", &["content/b.md", "content/c.md"]);
        check("buildExpired = true", &["content/a.md", "content/c.md"]);
    }

    #[test]
    fn hidden_section_or_bundle_hides_its_pages() {
        let never = "---\ncascade:\n  build: {render: never}\n---\n";
        let always = "---\nbuild: {render: always}\n---\n";
        check_drafts(
            &[
                ("hugo.toml", "defaultContentLanguage = 'en'"),
                ("content/a/_index.md", never),
                ("content/a/_index.zh.md", ""),
                ("content/a/b/c.md", ""),
                ("content/a/b/c.zh.md", ""),
                ("content/a/d.md", always),
                ("content/ab/e.md", ""),
            ],
            &["content/a/_index.md", "content/a/b/c.md"],
        );
        let targets = "---\ncascade:\n- target: {environment: production}\n  draft: true\n\
                       - _target: {path: /b/x}\n  headless: true\n---\n";
        check_drafts(
            &[("hugo.toml", ""), ("content/b/_index.md", targets), ("content/b/c.md", "")],
            &["content/b/_index.md", "content/b/c.md"],
        );
        let other = "---\ncascade: {headless: true, target: {environment: staging}}\n---\n";
        check_drafts(&[("hugo.toml", ""), ("content/b/_index.md", other)], &[]);
        check_drafts(
            &[
                ("hugo.toml", ""),
                ("content/parts/index.md", "---\nheadless: true\n---\n"),
                ("content/parts/a.md", ""),
                ("content/b.md", ""),
            ],
            &["content/parts/a.md", "content/parts/index.md"],
        );
        check_drafts(
            &[("hugo.toml", "[cascade]\nheadless = true"), ("content/a.md", "")],
            &["content/a.md"],
        );
    }

    #[test]
    fn cascade_applies_to_the_pages_of_its_target() {
        let check = |settings: &str, expected: &[&str]| {
            let files = [
                ("hugo.toml", settings),
                ("content/_index.md", ""),
                ("content/a/_index.md", ""),
                ("content/a/My page.md", ""),
                ("content/a/b/index.md", ""),
                ("content/a/_index.zh.md", ""),
                ("content/c.md", ""),
            ];
            check_drafts(&files, expected);
        };
        let cascade = |target: &str| {
            format!(
                "defaultContentLanguage = 'en'\n[languages.en]\n[languages.zh]\n\
                 [[cascade]]\ndraft = true\n[cascade.target]\n{target}\n"
            )
        };
        for (target, expected) in [
            ("path = '/a/my-page'", &["content/a/My page.md"][..]),
            ("path = '/A/*'", &["content/a/My page.md", "content/a/b/index.md"]),
            (
                "path = '{/a,/a/**}'\nkind = 'section'",
                &["content/a/_index.md", "content/a/_index.zh.md"],
            ),
            (
                "kind = '{home,page}'",
                &[
                    "content/_index.md",
                    "content/a/My page.md",
                    "content/a/b/index.md",
                    "content/c.md",
                ],
            ),
            ("lang = 'zh'", &["content/a/_index.zh.md"]),
            ("sites = {matrix = {languages = ['z*']}}", &["content/a/_index.zh.md"]),
            ("path = '/c'\nenvironment = '{production,staging}'", &["content/c.md"]),
            ("path = '/c'\nenvironment = 'staging'", &[]),
            ("path = '[c'", &[]),
            ("path = '/a'\nlang = 'fr'", &[]),
        ] {
            check(&cascade(target), expected);
        }
        // The first cascade that sets a value takes precedence.
        let both = "[[cascade]]\ndraft = false\n[cascade.target]\npath = '/c'\n\
                    [[cascade]]\ndraft = true\nbuild = {render = 'never'}\n\
                    [cascade.target]\npath = '{/c,/a}'\nlang = 'en'\n";
        check(both, &["content/a/_index.md", "content/c.md"]);
        let of_page = "+++\n[[cascade]]\npublishDate = 2999-01-01\n[cascade.target]\n\
                       kind = 'page'\npath = '/a/{x,y/**}'\n+++\n";
        check_drafts(
            &[
                ("hugo.toml", ""),
                ("content/a/_index.md", of_page),
                ("content/a/x.md", ""),
                ("content/a/y/_index.md", ""),
                ("content/a/y/z.md", ""),
                ("content/a/v.md", ""),
            ],
            &["content/a/x.md", "content/a/y/z.md"],
        );
    }

    #[test]
    fn page_of_a_disabled_language_is_a_draft() {
        for (settings, is_draft) in [
            ("[languages.en]\n[languages.zh]\n", false),
            ("[languages.en]\n[languages.zh]\ndisabled = true\n", true),
            ("disableLanguages = ['zh']\n[languages.en]\n[languages.zh]\n", true),
            ("disableLanguages = ['fr']\n[languages.en]\n[languages.zh]\n", false),
        ] {
            let drafts: &[&str] = if is_draft { &["content/a.zh.md"] } else { &[] };
            check_drafts(
                &[("hugo.toml", settings), ("content/a.md", ""), ("content/a.zh.md", "")],
                drafts,
            );
        }
    }

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
