//! VitePress and VuePress: a `config` file with a sidebar, and languages in folders, possibly with one at the top
//! level.

use core_wasm::locale::Locale;

use super::detect_marker as detect_marker_of;
use super::exclusion::Exclusions;
use crate::generators::{GeneratorSettings, Layout, read_settings};
use crate::languages;
use crate::navigation::dropped_groups;
use crate::redirects::{MAX_SEARCHES, line_of};
use crate::script::{Data, Found, Scripts, Unknown, within_tree};
use crate::sidebar::{self, Entry, Section};
use crate::tree::{Tree, is_script};
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::folder_of;
use pailou_content::root::{self, Root, is_language_name};
use pailou_content::yaml::Value;
use pailou_markdown::plugins::{Plugin, Plugins};

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    settings_in(tree, ".vitepress", &[])
}

pub(super) fn detect_vuepress_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    settings_in(tree, ".vuepress", &["config.yml", "config.yaml"])
}

/// Returns the settings file, such as `docs/.vitepress/config.ts` or `.vitepress/config/index.ts`; `None` if there is
/// none.
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

/// Returns the folder that contains `.vitepress` or `.vuepress`.
fn vitepress_folder(base: &str) -> &str {
    folder_of(settings_folder(base))
}

/// Returns the settings of the site, of the theme Plume, and of page folders, which VitePress merges. Each item
/// contains the path of a settings file, the path of the page folder to which it applies, and its values.
fn all_settings(tree: &Tree<'_>, generator: Generator, docs: &str) -> Vec<(String, String, Data)> {
    let Some(main) = detect_marker_of(generator, tree) else { return Vec::new() };
    let key_of = |file: &str| Some(folder_of(root::inside(docs, file)?).to_owned());
    // The folders of unsupported languages are not imported.
    let is_imported = |key: &String| {
        let first = key.split('/').next().unwrap_or_default();
        let is_unsupported = is_language_name(first) && Root::locale_of(first).is_none();
        !is_unsupported && !key.split('/').any(|part| part.starts_with('.'))
    };
    let additional = |file: &String| {
        let key = key_of(file).filter(is_imported)?;
        let is_settings = is_script(file, "config")
            && tree.text(file).is_ok_and(|text| text.contains("AdditionalConfig"));
        is_settings.then(|| (file.clone(), key))
    };
    let theme_folder = settings_folder(folder_of(main));
    let is_of_theme = |file: &&String| {
        generator == Generator::Vuepress
            && folder_of(file) == theme_folder
            && is_script(file, "plume.config")
    };
    let theme = tree.files.iter().filter(is_of_theme).take(1);
    let more = tree.files.iter().filter_map(additional).take(100);
    std::iter::once((main.to_owned(), String::new()))
        .chain(theme.map(|file| (file.clone(), String::new())))
        .chain(more)
        .map(|(file, key)| {
            let settings = read_settings(tree, &file);
            (file, key, settings)
        })
        .collect()
}

/// Removes `/config` from the end of the path of the folder with the settings file: `.vitepress/config` → `.vitepress`.
fn settings_folder(base: &str) -> &str {
    base.strip_suffix("/config").unwrap_or(base)
}

/// Evaluates the settings file. Paths in its values are relative to the site.
fn settings_of_site(tree: &Tree<'_>, file: &str) -> Data {
    match file.ends_with(".yml") || file.ends_with(".yaml") {
        true => read_settings(tree, file),
        false => Scripts::new(tree, vitepress_folder(folder_of(file))).settings(file),
    }
}

/// Returns the folder of the pages: `srcDir` of VitePress, or else the folder that contains `.vitepress` or
/// `.vuepress`. Returns `None` if there are no pages in it.
fn docs_folder(
    tree: &Tree<'_>,
    generator: Generator,
    file: &str,
    settings: &Data,
) -> Option<String> {
    let base = folder_of(file);
    let site = vitepress_folder(base);
    let source = settings.get("srcDir").filter(|_| generator == Generator::Vitepress);
    let source = source.and_then(Data::text);
    // `srcDir` may be relative to the settings file (`import.meta.url`), or to the working directory.
    let folders = [site, settings_folder(base), base, ""];
    let named = folders.iter().filter_map(|folder| within_tree(folder, source?));
    named.chain([site.to_owned()]).find(|folder| !tree.pages(folder).is_empty())
}

pub(super) fn layout(tree: &Tree<'_>, generator: Generator) -> Layout {
    let Some(file) = detect_marker_of(generator, tree) else { return languages::anywhere(tree) };
    let settings = settings_of_site(tree, file);
    let docs = docs_folder(tree, generator, file, &settings);
    let folder = docs.as_deref().unwrap_or_else(|| vitepress_folder(folder_of(file)));
    let exclusions = Exclusions::of(generator, &settings, Some(folder), file);
    let layout = match &docs {
        Some(docs) => languages::below_folder(tree, docs, None),
        None => languages::anywhere(tree),
    };
    layout.with_exclusions(exclusions)
}

/// Returns the scripts in the settings folder with their texts, except those of the folder `theme`.
fn settings_scripts(tree: &Tree<'_>, base: &str) -> Vec<(String, String)> {
    let folder = settings_folder(base);
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

/// Returns the Markdown plugins that the settings enable: math if `markdown.math` is enabled or a math plugin is
/// used. Returns all plugins if there are no scripts in the settings folder.
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
    let Some(file) = detect_marker_of(layout.generator, tree) else { return };
    let mut unknown = Unknown::default();
    let settings = settings_of_site(tree, file);
    let docs = docs_folder(tree, layout.generator, file, &settings).unwrap_or_default();
    let links = Links::of(layout.generator);
    let all = all_settings(tree, layout.generator, &docs);
    let prefixes = Prefixes::read(layout, &all);
    if layout.generator == Generator::Vitepress
        && let Some(source) = settings.get("srcDir")
    {
        source.literal(&mut unknown);
    }
    let mut sections: Vec<Section> = Vec::new();
    for (file, key, settings) in &all {
        if !matches!(settings, Data::Map(_)) {
            settings.literal(&mut unknown);
        }
        for found in settings.find_all("sidebar").iter().filter(|found| !is_of_collection(found)) {
            sections.extend(links.sections(&found.value.literal(&mut unknown), key));
        }
        for name in COLLECTIONS.iter().filter(|_| links == Links::Vuepress) {
            for found in settings.find_all(name) {
                let value = found.value.literal(&mut unknown);
                sections.extend(collections(&value, locale_path(&found)));
            }
        }
        rewrites(tree, file, settings, output);
        redirects(settings, output);
    }
    output.issues.extend(unknown.issues());
    let top = Entry { children: sidebar::without_cross_links(sections), ..Entry::default() };
    for (at, data) in output.data.iter_mut().enumerate() {
        let entries = map_paths(&top, &|path| prefixes.below(at, path));
        let entries = entries.map(|entry| entry.children).unwrap_or_default();
        output.issues.extend(dropped_groups(file, sidebar::set_sidebar(data, &entries)));
    }
}

/// Maximum number of URL prefixes of a language.
const MAX_PREFIXES: usize = 8;

/// First segments of the URLs in each language, in the order of `Layout::languages`; empty for URLs without a language.
struct Prefixes(Vec<Vec<String>>);

impl Prefixes {
    fn read(layout: &Layout, all: &[(String, String, Data)]) -> Self {
        let languages = layout.languages();
        let mut prefixes: Vec<Vec<String>> =
            languages.iter().map(|(_, root)| vec![layout.prefix(root).to_owned()]).collect();
        for (_, _, settings) in all {
            for (from, to) in settings.find_all("rewrites").iter().flat_map(|it| it.value.entries())
            {
                let Some((folder, prefix)) = to.text().and_then(|to| language_rewrite(from, to))
                else {
                    continue;
                };
                let is_new = |known: &&mut Vec<String>| {
                    known[0] == folder
                        && known.len() < MAX_PREFIXES
                        && known.iter().all(|other| other != prefix)
                };
                let of_folder = prefixes.iter_mut().filter(is_new);
                of_folder.for_each(|known| known.push(prefix.to_owned()));
            }
        }
        // `rewrites` may be a function, which is not called. It is assumed to remove the language from the URLs of the
        // root locale.
        if prefixes.iter().flatten().all(|prefix| !prefix.is_empty()) {
            let root = all.iter().find_map(|(_, _, settings)| root_locale(settings));
            let of_root = languages.iter().zip(&mut prefixes);
            of_root
                .filter(|((locale, _), _)| Some(*locale) == root)
                .for_each(|(_, known)| known.push(String::new()));
        }
        Self(prefixes)
    }

    /// Returns the part of `path` below the root of the language with the index `at`; `None` if `path` is not below it.
    fn below(&self, at: usize, path: &str) -> Option<String> {
        let own = self.0.get(at)?;
        let first = path.split('/').next().unwrap_or_default();
        if !first.is_empty() && own.iter().any(|prefix| prefix == first) {
            return Some(path[first.len()..].trim_matches('/').to_owned());
        }
        let mut named = self.0.iter().flatten().filter(|prefix| !prefix.is_empty()).peekable();
        // If there is a folder of a supported language, the folders of unsupported languages are not imported.
        let is_unsupported = named.peek().is_some() && is_language_name(first);
        let is_unnamed = own.iter().any(String::is_empty) && !is_unsupported;
        (is_unnamed && named.all(|prefix| prefix != first)).then(|| path.to_owned())
    }
}

/// Returns the language of the root locale; `None` if it is not set or not supported.
fn root_locale(settings: &Data) -> Option<Locale> {
    let locales = settings.get("locales")?;
    let root = locales.get("root").or_else(|| locales.get("/"))?;
    let lang = root.get("lang").or_else(|| settings.get("lang"))?;
    languages::of_tag(lang.text()?)
}

/// Returns a language folder and the first segment of its URLs, if a rewrite only replaces the
/// folder: `en/:rest*` and `:rest*` → `en` and an empty segment.
fn language_rewrite<'r>(from: &'r str, to: &'r str) -> Option<(&'r str, &'r str)> {
    let name = |pattern: &'r str| match pattern.strip_prefix(':') {
        Some(rest) if !rest.contains('/') => rest.split(['*', '(', '+', '?']).next(),
        _ => None,
    };
    let is_same =
        |from: &'r str, to: &'r str| from == to || (name(from).is_some() && name(from) == name(to));
    let (folder, from) = from.trim_start_matches('/').split_once('/')?;
    let to = to.trim_start_matches('/');
    Root::locale_of(folder)?;
    if is_same(from, to) {
        return Some((folder, ""));
    }
    let (prefix, to) = to.split_once('/')?;
    let is_plain = !prefix.contains([':', '*', '(']);
    // A rewrite without placeholders applies to one page only. It is imported as a redirect.
    (is_plain && from.contains([':', '*', '(']) && is_same(from, to)).then_some((folder, prefix))
}

/// Reads `rewrites`, which map files to other page paths, as redirects.
fn rewrites(tree: &Tree<'_>, file: &str, settings: &Data, output: &mut GeneratorSettings) {
    let text = tree.text(file).unwrap_or_default();
    let not_read = |from: &str, to: &str, is_searched: bool| {
        let issue =
            Issue::of_file(Severity::Warning, "rewrite-not-read", file, format!("{from}: {to}"));
        Issue { line: is_searched.then(|| line_of(&text, from)).flatten(), ..issue }
    };
    let mut left = MAX_SEARCHES;
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
            if to.text().is_some_and(|to| language_rewrite(from, to).is_some()) {
                continue;
            }
            match to.text().filter(|to| !format!("{from}{to}").contains([':', '*', '('])) {
                Some(to) => output.moved.push((to.to_owned(), from.clone())),
                None => {
                    let to = to.text().unwrap_or_default();
                    output.issues.push(not_read(from, to, left > 0));
                    left = left.saturating_sub(1);
                }
            }
        }
    }
}

/// Reads the redirects of `@vuepress/plugin-redirect`, in the list of plugins or in the options of a theme:
/// `redirectPlugin({ config: { '/old.html': '/new.html' } })`.
fn redirects(settings: &Data, output: &mut GeneratorSettings) {
    let mut unknown = Unknown::default();
    for found in settings.find_all("plugins") {
        let of_theme = found.value.get("redirect");
        for plugin in found.value.list().iter().chain(of_theme) {
            let Some(config) = plugin.get("config") else { continue };
            if let Value::Map(moved) = config.literal(&mut unknown) {
                let pair = |(from, to): (String, Value)| Some((from, to.text()?.to_owned()));
                let is_url = |(from, _): &(String, String)| from.starts_with('/');
                output.moved.extend(moved.into_iter().filter_map(pair).filter(is_url));
            }
        }
    }
    output.issues.extend(unknown.redirects());
}

/// Settings of `vuepress-theme-plume` with collections of pages, each with a sidebar. `notes` is
/// the name in older versions.
const COLLECTIONS: [&str; 2] = ["collections", "notes"];

/// Whether the sidebar belongs to a collection of `vuepress-theme-plume`. The links in such a
/// sidebar are relative to the folder of the collection.
fn is_of_collection(found: &Found) -> bool {
    found.within.iter().any(|name| COLLECTIONS.contains(&name.as_str()))
}

/// Returns the path of the language in which a value is set, such as `/en/`.
fn locale_path(found: &Found) -> &str {
    let mut names = found.within.iter().skip_while(|name| *name != "locales").skip(1);
    names.next().map_or("/", String::as_str)
}

/// Converts `collections`, which are relative to the folder of the language, or `notes`, which are
/// relative to their own `dir`.
fn collections(value: &Value, locale: &str) -> Vec<Section> {
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::text).map(str::to_owned);
    let (folder, collections) = match value.get("notes") {
        Some(notes) => (text(value, "dir").unwrap_or_default(), notes),
        None => (locale.to_owned(), value),
    };
    let section = |collection: &Value| {
        let dir = text(collection, "dir").or_else(|| text(collection, "link"))?;
        let base = format!("/{}/{}/", folder.trim_matches('/'), dir.trim_matches('/'));
        let base = base.replace("//", "/");
        let sidebar = collection.get("sidebar")?;
        let entries = match sidebar.text() {
            Some("auto") => whole_folder(&base, None).into_iter().collect(),
            _ => Links::Vuepress.entries(sidebar, &base),
        };
        Some(Section::new(languages::plain_path(&base), entries))
    };
    collections.list().iter().filter_map(section).collect()
}

/// Rule for resolving the links in a sidebar.
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
            Value::Map(parts) if is_entry(parts) => {
                self.entry_of(value, base).map(|entry| vec![entry]).unwrap_or_default()
            }
            Value::Map(parts) => sidebar::without_cross_links(self.parts(parts, base).collect()),
            _ => Vec::new(),
        }
    }

    /// Converts a sidebar for the pages below `key`, or a map with one sidebar per section.
    fn sections(self, value: &Value, key: &str) -> Vec<Section> {
        match value {
            Value::Map(parts) if !is_entry(parts) => self.parts(parts, "").collect(),
            _ => vec![Section::new(key.to_owned(), self.entries(value, ""))],
        }
    }

    fn parts<'v>(
        self,
        parts: &'v [(String, Value)],
        base: &'v str,
    ) -> impl Iterator<Item = Section> + 'v {
        parts.iter().map(move |(key, part)| {
            Section::new(languages::plain_path(key), self.part(key, part, base))
        })
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
                let prefix = text(&["prefix", "dir"]);
                prefix.map_or_else(|| base.to_owned(), |prefix| joined(base, prefix))
            }
        };
        let link_base = if self == Self::Vitepress { &inner } else { base };
        let path = text(&["link", "path"]).and_then(|link| self.address(link, link_base));
        let label = text(&["text", "title", "sectionHeaderText"]);
        let label = match self {
            Self::Vitepress => label.map(plain_label).filter(|label| !label.is_empty()),
            Self::Vuepress => label.map(str::to_owned),
        };
        let children = ["items", "children"].iter().find_map(|name| value.get(name));
        if let Some("structure" | "auto") = children.and_then(Value::text) {
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
                let link = link.strip_prefix('/').filter(|_| base.ends_with('/')).unwrap_or(link);
                format!("{base}{link}")
            }
            Self::Vitepress => link.to_owned(),
            Self::Vuepress => joined(base, link),
        };
        Some(languages::plain_path(&link))
    }
}

/// Whether a map is an entry, and not a map of sections.
fn is_entry(parts: &[(String, Value)]) -> bool {
    parts.iter().any(|(key, _)| key == "items" || key == "children")
}

fn joined(base: &str, link: &str) -> String {
    let slash = if base.is_empty() || base.ends_with('/') { "" } else { "/" };
    if link.starts_with('/') { link.to_owned() } else { format!("{base}{slash}{link}") }
}

/// Converts a label, which VitePress displays as HTML, to text: removes tags and decodes character references.
fn plain_label(label: &str) -> String {
    let mut text = String::new();
    let mut rest = label;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        text.push_str(before);
        let is_tag = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || "/!".contains(c));
        if !is_tag {
            text.push('<');
            rest = &tag[1..];
            continue;
        }
        let end = if tag.starts_with("<!--") { "-->" } else { ">" };
        match tag.find(end) {
            Some(at) => rest = &tag[at + end.len()..],
            None => return decoded(&format!("{text}{tag}")),
        }
    }
    text.push_str(rest);
    decoded(&text)
}

/// Maximum length of a character reference with its semicolon and without its `&`, in bytes.
const MAX_REFERENCE: usize = 11;

/// Decodes character references, and collapses white space.
fn decoded(text: &str) -> String {
    let mut decoded = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(MAX_REFERENCE).position(|byte| byte == b';');
        let reference = end.and_then(|end| Some((character(&rest[..end])?, &rest[end + 1..])));
        match reference {
            Some((c, after)) => {
                decoded.push(c);
                rest = after;
            }
            None => decoded.push('&'),
        }
    }
    decoded.push_str(rest);
    decoded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the character of a numeric reference, such as `#39`, or of a common name; `None` for any other name.
fn character(name: &str) -> Option<char> {
    const NAMES: &[(&str, char)] = &[
        ("lt", '<'),
        ("gt", '>'),
        ("amp", '&'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", '\u{a0}'),
        ("copy", '©'),
        ("reg", '®'),
        ("trade", '™'),
        ("middot", '·'),
        ("bull", '•'),
        ("times", '×'),
        ("ndash", '–'),
        ("mdash", '—'),
        ("hellip", '…'),
        ("larr", '←'),
        ("rarr", '→'),
        ("laquo", '«'),
        ("raquo", '»'),
        ("lsquo", '‘'),
        ("rsquo", '’'),
        ("ldquo", '“'),
        ("rdquo", '”'),
    ];
    // Names and numbers are short; a longer text is not a reference.
    if name.len() > 10 {
        return None;
    }
    let Some(number) = name.strip_prefix('#') else {
        return NAMES.iter().find(|(known, _)| *known == name).map(|(_, c)| *c);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    code.ok().and_then(char::from_u32).filter(|c| !c.is_control())
}

/// Returns an entry for a folder. The order of the pages in the folder is unchanged. Returns `None` for the root
/// folder.
fn whole_folder(base: &str, label: Option<String>) -> Option<Entry> {
    let path = languages::plain_path(base);
    (!path.is_empty()).then(|| Entry::page(path, label))
}

/// Returns `entry` with only the pages of one language, by their paths below the root of this language; `None` if there
/// are no such pages. `prefix` is the URL prefix of this language; `others` are the prefixes of the other languages.
pub(super) fn of_language(entry: &Entry, prefix: &str, others: &[&str]) -> Option<Entry> {
    map_paths(entry, &|path| {
        let first = path.split('/').next().unwrap_or_default();
        match prefix {
            "" => (first.is_empty() || !others.contains(&first)).then(|| path.to_owned()),
            _ if first == prefix => Some(path[prefix.len()..].trim_matches('/').to_owned()),
            _ => None,
        }
    })
}

/// Converts the path of each entry. Entries without a path and without children are removed. Returns `None` if nothing
/// remains.
fn map_paths(entry: &Entry, convert: &dyn Fn(&str) -> Option<String>) -> Option<Entry> {
    let children: Vec<Entry> =
        entry.children.iter().filter_map(|child| map_paths(child, convert)).collect();
    let path = entry.path.as_deref().and_then(convert);
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
    fn vitepress_settings_determine_the_math_syntax() {
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
    fn rewrite_of_a_language_folder_is_recognized() {
        for (from, to, expected) in [
            ("en/:rest*", ":rest*", Some(("en", ""))),
            ("zh-CN/:path(.*)", "/:path*", Some(("zh-CN", ""))),
            ("zh/(.*)", "(.*)", Some(("zh", ""))),
            ("en/:pkg/:page", ":pkg/:page", Some(("en", ""))),
            ("en/index.md", "index.md", Some(("en", ""))),
            ("zh/:rest*", "chinese/:rest*", Some(("zh", "chinese"))),
            ("zh/a.md", "b/a.md", None),
            ("zh/:rest*", ":other*", None),
            ("zh/:rest*", "a/b/:rest*", None),
            ("ja/:rest*", ":rest*", None),
            ("packages/:pkg/src/:page", ":pkg/:page", None),
            ("en", "", None),
            ("", "", None),
        ] {
            assert_eq!(language_rewrite(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn html_label_is_converted_to_text() {
        for (label, expected) in [
            ("Config &amp; API", "Config & API"),
            ("&lt;script setup&gt;", "<script setup>"),
            ("乙 <b>新</b>", "乙 新"),
            ("a < b, c > d, <3", "a < b, c > d, <3"),
            ("<!-- <b> -->A<br/>", "A"),
            ("A <b", "A <b"),
            ("&#x4e2d;&#25991; &#39;&#0;&#xffffffff; &amp;lt;", "中文 '&#0;&#xffffffff; &lt;"),
            ("&é; &", "&é; &"),
            ("<i></i>", ""),
        ] {
            assert_eq!(plain_label(label), expected, "{label}");
        }
        for sign in ["<", "&"] {
            let label = sign.repeat(500_000);
            assert_eq!(plain_label(&label), label);
        }
    }

    #[test]
    fn number_of_url_prefixes_of_a_language_is_limited() {
        let file = ".vitepress/config.js".to_owned();
        let rewrites: String = (0..9_000).map(|n| format!("'zh/:p{n}*': 'x{n}/:p{n}*',")).collect();
        let config = format!("export default {{ rewrites: {{ {rewrites} }}, sidebar: [] }}");
        let texts = HashMap::from([
            (file.clone(), config),
            ("en/a.md".to_owned(), String::new()),
            ("zh/a.md".to_owned(), String::new()),
        ]);
        let mut files: Vec<String> = texts.keys().cloned().collect();
        files.sort();
        let tree = Tree { folder: Path::new(""), files: &files, texts: &texts };
        let settings = read_settings(&tree, &file);
        let layout = layout(&tree, Generator::Vitepress);
        let prefixes = Prefixes::read(&layout, &[(file, String::new(), settings)]);
        assert!(prefixes.0.iter().all(|known| known.len() <= MAX_PREFIXES));
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
