//! MkDocs, Material for MkDocs, and Zensical: `mkdocs.yml` with its `nav`, languages by the plugin
//! `mkdocs-static-i18n` or by a settings file per language. The Markdown is parsed in `pailou-markdown`.

mod nav;

use std::collections::{BTreeMap, HashMap, HashSet};

use core_wasm::locale::Locale;

use self::nav::{List, Paths, Reader, Source, items_of, without_repeated_labels};
use super::exclusion::Exclusions;
use crate::generators::{GeneratorSettings, Layout, below, known_paths};
use crate::languages;
use crate::navigation::dropped_groups;
use crate::script::within_tree;
use crate::sidebar;
use crate::tree::Tree;
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{folder_of, name_of};
use pailou_content::root::{self, Root};
use pailou_content::yaml::{self, Value, YamlError};
use pailou_markdown::plugins::{Plugin, Plugins};

/// Settings file of Zensical, the successor of Material for MkDocs.
const ZENSICAL: &str = "zensical.toml";

/// Maximum number of settings files from which one settings file inherits, directly or indirectly.
const MAX_INHERITED: usize = 8;

/// Maximum number of settings files that are read, one per language or project of a repository.
const MAX_SITES: usize = 20;

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    settings_files(tree).first().copied()
}

/// Returns the settings files, sorted by depth. At equal depth, files without a language in the name of the file or
/// folder are first, then those of supported languages, then those of other languages.
fn settings_files<'t>(tree: &Tree<'t>) -> Vec<&'t str> {
    let mut files: Vec<&str> =
        tree.files.iter().map(String::as_str).filter(|file| is_settings_file(file)).collect();
    let rank = |file: &str| {
        let folder = name_of(folder_of(file));
        match language_of_name(file).or_else(|| Root::locale_of(folder)) {
            Some(_) => 1,
            None if root::is_language_name(folder) => 2,
            None => 0,
        }
    };
    files.sort_by_key(|file| (file.matches('/').count(), rank(file)));
    files
}

/// Whether a file is `mkdocs.yml` or `zensical.toml`, or its name contains a supported language: `mkdocs.zh.yml`.
fn is_settings_file(file: &str) -> bool {
    suffix_of_name(file).is_some_and(str::is_empty)
        || language_of_name(file).is_some()
        || name_of(file) == ZENSICAL
}

/// Returns the part between `mkdocs` and the extension: `.zh` of `mkdocs.zh.yml`. Returns `None` for any other file.
fn suffix_of_name(file: &str) -> Option<&str> {
    let name = name_of(file).strip_prefix("mkdocs")?;
    name.strip_suffix(".yml").or_else(|| name.strip_suffix(".yaml"))
}

fn language_of_name(file: &str) -> Option<Locale> {
    Root::locale_of(suffix_of_name(file)?.strip_prefix(['.', '-', '_'])?)
}

/// Returns the path of the folder of a settings file, without the language names in this path: `docs` for
/// `docs/zh/mkdocs.yml` and `docs-zh/mkdocs.yml`. The result is the same for the settings files of one project.
fn place_of(file: &str) -> String {
    let without_language = |part: &str| match part.rsplit_once(['-', '_', '.']) {
        _ if root::is_language_name(part) => None,
        Some((name, tag)) if root::is_language_name(tag) => Some(name.to_owned()),
        _ => Some(part.to_owned()),
    };
    let parts = folder_of(file).split('/').filter(|part| !part.is_empty());
    parts.filter_map(without_language).collect::<Vec<_>>().join("/")
}

/// A settings file, with the settings that it inherits.
struct Site {
    file: String,
    settings: Value,
    /// Errors in the file and in the files that it inherits from.
    issues: Vec<Issue>,
    /// Whether the file was read, possibly without the files that it inherits from.
    is_read: bool,
    /// The file, and the files that it inherits from.
    files: Vec<String>,
    /// Folder of the pages; `None` if there are no pages.
    docs: Option<String>,
    /// Language that the file name, a folder name, or the settings specify.
    locale: Option<Locale>,
}

/// Reads the settings files: first the main one, then those of other languages that belong to the same project.
fn sites(tree: &Tree<'_>) -> Vec<Site> {
    let mut files = settings_files(tree);
    if let Some(place) = files.first().map(|first| place_of(first)) {
        files.sort_by_key(|file| place_of(file) != place);
    }
    let mut sites: Vec<Site> =
        files.into_iter().take(MAX_SITES).map(|file| Site::read(tree, file)).collect();
    if let Some(main) = sites.iter().position(|site| site.docs.is_some()) {
        sites[..=main].rotate_right(1);
    }
    let mut sites = sites.into_iter();
    let Some(main) = sites.next() else { return Vec::new() };
    let is_other = |site: &Site| {
        site.docs.is_some()
            && site.locale.is_some()
            && site.locale != main.locale
            && site.is_of_project(&main)
    };
    let others: Vec<Site> = sites.filter(is_other).collect();
    [main].into_iter().chain(others).collect()
}

impl Site {
    fn read(tree: &Tree<'_>, file: &str) -> Self {
        let (mut files, mut issues) = (Vec::new(), Vec::new());
        let settings = inherited_settings(tree, file, &mut files, &mut issues);
        let is_read = settings.is_some();
        let settings = settings.unwrap_or(Value::Nothing);
        let base = folder_of(file);
        let named = settings.get("docs_dir").and_then(text_or_default).unwrap_or("docs");
        let folders = [named, "docs"].into_iter().filter_map(|folder| within_tree(base, folder));
        let docs = folders.into_iter().find(|folder| !tree.pages(folder).is_empty());
        let of_folder = |folder: &str| folder.rsplit('/').find_map(Root::locale_of);
        let locale = language_of_name(file)
            .or_else(|| of_folder(docs.as_deref()?))
            .or_else(|| of_folder(base))
            .or_else(|| first(&settings));
        Self { file: file.to_owned(), settings, issues, is_read, files, docs, locale }
    }

    /// Whether this settings file belongs to the same project as the main file, and not to an example in the project.
    /// There are three cases: the paths differ only in the language, the files inherit from a common file, or this file
    /// is in a language folder of the documentation.
    fn is_of_project(&self, main: &Site) -> bool {
        let place = place_of(&self.file);
        let of_docs = || main.docs.as_ref().map(|docs| place_of(&below(docs, "index.md")));
        place == place_of(&main.file)
            || self.files.iter().any(|file| main.files.contains(file))
            || of_docs().is_some_and(|docs| place == docs)
    }

    /// Whether this is the site of the language `locale`, and its folder of pages contains `folder`.
    fn is_of(&self, locale: Locale, folder: &str) -> bool {
        self.locale == Some(locale)
            && self.docs.as_deref().is_some_and(|docs| root::inside(docs, folder).is_some())
    }

    /// Returns `nav` of a language, or else the common `nav`.
    fn nav(&self, locale: Locale) -> Option<Value> {
        let own =
            i18n_language(&self.settings, locale).and_then(|language| language.get("nav").cloned());
        let common = || self.settings.get("nav").or_else(|| self.settings.get("pages")).cloned();
        own.or_else(common)
    }
}

/// Returns the settings of a file, merged with the settings of the file that `INHERIT` names;
/// `None` if the file cannot be read. `files` are the files that were read before.
fn inherited_settings(
    tree: &Tree<'_>,
    file: &str,
    files: &mut Vec<String>,
    issues: &mut Vec<Issue>,
) -> Option<Value> {
    files.push(file.to_owned());
    let invalid = |mistake: YamlError| {
        Issue::warning("navigation-invalid", mistake.line, mistake.detail).in_file(file)
    };
    let parse = |text: String| match name_of(file) == ZENSICAL {
        true => project_of(&text).map_err(|issue| {
            Issue::warning("navigation-invalid", issue.line.unwrap_or(1), issue.detail)
                .in_file(file)
        }),
        false => yaml::parse(&without_variables(&text)).map_err(invalid),
    };
    let value = tree.text(file).and_then(parse).map_err(|issue| issues.push(issue)).ok()?;
    let Some(path) = value.get("INHERIT").and_then(Value::text) else { return Some(value) };
    let parent = within_tree(folder_of(file), path)
        .filter(|parent| tree.files.binary_search(parent).is_ok());
    let Some(parent) = parent else {
        let detail = format!("INHERIT: {path}");
        issues.push(Issue::of_file(Severity::Warning, "navigation-invalid", file, detail));
        return Some(value);
    };
    if files.len() > MAX_INHERITED || files.contains(&parent) {
        return Some(value);
    }
    let common = inherited_settings(tree, &parent, files, issues);
    Some(over(common.unwrap_or(Value::Nothing), value))
}

/// Returns the table `project` of `zensical.toml`, which has the keys of `mkdocs.yml`.
fn project_of(text: &str) -> Result<Value, Issue> {
    let values = front_matter::toml_values(text)?;
    Ok(values.get("project").cloned().unwrap_or(Value::Nothing))
}

/// Replaces `!ENV NAME` by `null`: environment variables count as not set. Lists such as
/// `!ENV [NAME, 'default']` are unchanged.
fn without_variables(text: &str) -> String {
    const TAG: &str = "!ENV";
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(TAG) {
        replaced.push_str(before);
        let is_value = before.trim_end_matches([' ', '\t']).ends_with([':', '-', '[', ',']);
        let name = after.trim_start_matches([' ', '\t']);
        let quote = name.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let plain = name.trim_start_matches(['\'', '"']);
        let end = plain.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (variable, tail) = plain.split_at(end.unwrap_or(plain.len()));
        let is_variable = is_value && name.len() < after.len() && !variable.is_empty();
        rest = match quote {
            _ if !is_variable => {
                replaced.push_str(TAG);
                after
            }
            quote => {
                replaced.push_str("null");
                quote.and_then(|quote| tail.strip_prefix(quote)).unwrap_or(tail)
            }
        };
    }
    replaced.push_str(rest);
    replaced
}

/// Merges two maps recursively. A value in `own` replaces the value with the same key in `common`.
fn over(common: Value, own: Value) -> Value {
    match (common, own) {
        (Value::Map(mut common), Value::Map(own)) => {
            for (key, value) in own {
                match common.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, known)) => {
                        *known = over(std::mem::replace(known, Value::Nothing), value)
                    }
                    None => common.push((key, value)),
                }
            }
            Value::Map(common)
        }
        (_, own) => own,
    }
}

/// Returns a string, or the default of `!ENV [NAME, 'default']`: the last item, if there are several.
fn text_or_default(value: &Value) -> Option<&str> {
    let default = || match value.list() {
        [_, .., default] => default.text(),
        _ => None,
    };
    value.text().or_else(default)
}

pub(super) fn layout(tree: &Tree<'_>, base: &str) -> Layout {
    let sites = sites(tree);
    let main = sites.first();
    let named = main.and_then(|main| main.docs.clone());
    let default = || within_tree(base, "docs").filter(|docs| !tree.pages(docs).is_empty());
    let docs = named.or_else(default).unwrap_or_else(|| base.to_owned());
    let mut layout = languages::below_folder(tree, &docs, main.and_then(|main| main.locale));
    if let ([only], false) = (layout.roots.as_slice(), layout.suffixes) {
        let locale = only.locale.other();
        let is_other = |site: &&Site| {
            site.is_read
                && site.locale == Some(locale)
                && site.docs.as_ref().is_some_and(|docs| *docs != only.folder)
        };
        let site = sites.iter().skip(1).find(is_other).and_then(|site| site.docs.clone());
        if let Some(folder) = site.or_else(|| translated_folder(tree, &docs, locale)) {
            let folders = [(only.locale, only.folder.clone()), (locale, folder)];
            layout.roots = Root::layout(&folders);
        }
    }
    let navigation = sites.iter().find_map(|site| nav_file(&site.settings));
    let layout = Layout { navigation, plugins: plugins(tree, &sites), ..layout };
    layout.with_exclusions(site_exclusions(&sites))
}

/// Returns the folder of the language `locale` for the folder `docs` of the other language: `zh/docs` for `en/docs`.
fn translated_folder(tree: &Tree<'_>, docs: &str, locale: Locale) -> Option<String> {
    let parts: Vec<&str> = docs.split('/').collect();
    let at = parts.iter().rposition(|part| Root::locale_of(part) == Some(locale.other()))?;
    let (above, within) = (parts[..at].join("/"), parts[at + 1..].join("/"));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for page in tree.pages(&above) {
        let name = root::inside(&above, &page).and_then(|rest| rest.split('/').next());
        let Some(name) = name.filter(|name| Root::locale_of(name) == Some(locale)) else {
            continue;
        };
        let folder = below(&below(&above, name), &within);
        if root::inside(&folder, &page).is_some_and(|rest| !rest.is_empty()) {
            *counts.entry(folder).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(folder, _)| folder)
}

/// Returns the name of the navigation files of the plugin literate-nav, if it is enabled.
fn nav_file(settings: &Value) -> Option<String> {
    let options = plugin(settings, "literate-nav")?;
    Some(options.get("nav_file").and_then(Value::text).unwrap_or("SUMMARY.md").to_owned())
}

/// Markdown extensions and the syntax that they enable. A script of a math library enables math without an extension.
const EXTENSIONS: &[(&str, Plugin)] = &[
    ("pymdownx.tilde", Plugin::Tilde),
    ("pymdownx.caret", Plugin::Caret),
    ("pymdownx.mark", Plugin::Mark),
    ("pymdownx.keys", Plugin::Keys),
    ("pymdownx.arithmatex", Plugin::Math),
    ("mdx_math", Plugin::Math),
    ("mathjax", Plugin::Math),
    ("katex", Plugin::Math),
    ("def_list", Plugin::Definitions),
];

/// Whether a line contains the extension `extra`, as a whole item of a YAML list or as a TOML table.
fn has_extra(line: &str) -> bool {
    let is_extra = |part: &str| {
        let name = part.trim().trim_start_matches("- ").trim_end_matches(':');
        let name = name.trim_matches(['"', '\'', ' ']);
        name == "extra" || name == "pymdownx.extra" || name.ends_with("extensions.extra")
    };
    !line.starts_with("extra") && line.split(['[', ']', ',', '{']).any(is_extra)
}

/// Returns the files that the settings exclude, and issues for settings that cannot be read.
fn site_exclusions(sites: &[Site]) -> (Exclusions, Vec<Issue>) {
    let (mut exclusions, mut issues) = (Exclusions::default(), Vec::new());
    for site in sites {
        let file = site.file.as_str();
        let folder = site.docs.as_deref().unwrap_or_else(|| folder_of(file));
        let (of_site, unread) =
            Exclusions::of_mkdocs(&site.settings, plugin(&site.settings, "exclude"), folder, file);
        exclusions.append(of_site);
        issues.extend(unread);
        if !site.issues.is_empty() {
            issues.push(Issue::of_file(Severity::Warning, "exclusion-not-read", file, file));
        }
    }
    (exclusions, issues)
}

/// Returns the Markdown plugins that a settings file of either language enables, including inherited files. Returns
/// all plugins if there is no settings file. The text is searched, because YAML with errors cannot be parsed.
fn plugins(tree: &Tree<'_>, sites: &[Site]) -> Plugins {
    let sources: Vec<_> =
        sites.iter().take(2).flat_map(|site| inherited_texts(tree, &site.file)).collect();
    if sources.is_empty() {
        return Plugins::ALL;
    }
    // Zensical enables the extensions by default.
    let is_default = |(file, text): &(String, String)| {
        name_of(file) == ZENSICAL && !text.contains("markdown_extensions")
    };
    if sources.iter().any(is_default) {
        return Plugins::ALL;
    }
    let lines = sources.iter().flat_map(|(_, text)| text.lines());
    let lines: Vec<&str> = lines.map(without_comment).collect();
    let lower: Vec<String> = lines.iter().map(|line| line.to_lowercase()).collect();
    let is_enabled = |name: &str| lower.iter().any(|line| line.contains(name));
    let found = EXTENSIONS.iter().filter(|(name, _)| is_enabled(name));
    let extra = lines.iter().any(|line| has_extra(line)).then_some(Plugin::Definitions);
    found.map(|(_, plugin)| *plugin).chain(extra).collect()
}

/// Returns a settings file and the files that it inherits from, with their texts.
fn inherited_texts(tree: &Tree<'_>, file: &str) -> Vec<(String, String)> {
    let mut next = tree.text(file).ok().map(|text| (file.to_owned(), text));
    let mut found: Vec<(String, String)> = Vec::new();
    while let Some((file, text)) = next.take() {
        if found.len() > MAX_INHERITED || found.iter().any(|(known, _)| *known == file) {
            break;
        }
        next = inherited(tree, &file, &text);
        found.push((file, text));
    }
    found
}

/// Returns the name and the text of the file in `INHERIT: ../base.yml`. Returns `None` if the setting or the file is
/// missing.
fn inherited(tree: &Tree<'_>, file: &str, text: &str) -> Option<(String, String)> {
    let parent = text.lines().find_map(|line| line.strip_prefix("INHERIT:"))?;
    let parent = without_comment(parent).trim().trim_matches(['"', '\'']);
    let parent = within_tree(folder_of(file), parent)?;
    let text = tree.text(&parent).ok()?;
    Some((parent, text))
}

fn without_comment(line: &str) -> &str {
    let is_comment = line.trim_start().starts_with('#');
    if is_comment { "" } else { line.split(" #").next().unwrap_or_default() }
}

/// Returns the options of a plugin in any notation: map, list of maps, or list of names. Returns `None` if the plugin
/// is not in use. The plugin `group` of Material contains other plugins.
fn plugin<'v>(settings: &'v Value, name: &str) -> Option<&'v Value> {
    let plugins = settings.get("plugins")?;
    let groups = plugins.list().iter().filter_map(|plugin| plugin.get("group"));
    let mut groups = groups.chain(plugins.get("group"));
    plugin_of_list(plugins, name)
        .or_else(|| groups.find_map(|group| plugin_of_list(group.get("plugins")?, name)))
}

fn plugin_of_list<'v>(plugins: &'v Value, name: &str) -> Option<&'v Value> {
    let is_named = |plugin: &&Value| plugin.text() == Some(name);
    let of_list = || plugins.list().iter().find_map(|plugin| plugin.get(name));
    plugins.get(name).or_else(of_list).or_else(|| plugins.list().iter().find(is_named))
}

/// Returns the languages of the i18n plugin with their settings: a list, or a map in older versions.
fn languages_of(settings: &Value) -> Vec<(String, Value)> {
    match plugin(settings, "i18n").and_then(|i18n| i18n.get("languages")) {
        Some(Value::List(languages)) => languages
            .iter()
            .filter_map(|language| {
                Some((language.get("locale")?.text()?.to_owned(), language.clone()))
            })
            .collect(),
        Some(Value::Map(languages)) => languages.clone(),
        _ => Vec::new(),
    }
}

/// Returns the default language; `None` if it is not set or not supported.
fn first(settings: &Value) -> Option<Locale> {
    let languages = languages_of(settings);
    let is_default = |(_, language): &&(String, Value)| {
        language.get("default").and_then(Value::text) == Some("true")
    };
    let default = languages.iter().find(is_default).map(|(tag, _)| tag.as_str());
    let older = plugin(settings, "i18n").and_then(|i18n| i18n.get("default_language")?.text());
    let theme =
        settings.get("theme").and_then(|theme| theme.get("language").and_then(text_or_default));
    languages::of_tag(default.or(older).or(theme)?)
}

/// Returns the value whose tag denotes the language `locale`, possibly with a script or a region. Tags of Simplified
/// Chinese take precedence over those of Traditional Chinese. Returns `None` if no tag denotes the language.
fn preferred_value<T>(all: Vec<(String, T)>, locale: Locale) -> Option<T> {
    let own = all.into_iter().filter(|(tag, _)| languages::of_tag(tag) == Some(locale));
    own.min_by_key(|(tag, _)| languages::is_traditional(tag)).map(|(_, value)| value)
}

/// Returns the settings of one language; `None` if there are none.
fn i18n_language(settings: &Value, locale: Locale) -> Option<Value> {
    preferred_value(languages_of(settings), locale)
}

/// Returns `nav_translations` of one language, from the settings of the language or of the plugin.
fn translations(settings: &Value, locale: Locale) -> HashMap<String, String> {
    let own = i18n_language(settings, locale)
        .and_then(|language| language.get("nav_translations").cloned());
    let older = || match plugin(settings, "i18n")?.get("nav_translations")? {
        Value::Map(all) => preferred_value(all.clone(), locale),
        _ => None,
    };
    let Some(Value::Map(translated)) = own.or_else(older) else { return HashMap::new() };
    translated.into_iter().filter_map(|(from, to)| Some((from, to.text()?.to_owned()))).collect()
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let sites = sites(tree);
    let known = known_paths(tree, layout);
    let mut issues: Vec<Issue> = Vec::new();
    let mut dropped: HashSet<String> = HashSet::new();
    let mut moved: HashSet<(String, String)> = HashSet::new();
    for (at, (locale, root)) in layout.languages().into_iter().enumerate() {
        let own = sites.iter().skip(1).find(|site| site.is_of(locale, &root.folder));
        let Some(site) = own.or_else(|| sites.first()) else { return };
        issues.extend(site.issues.clone());
        let pairs = redirects(&site.settings).into_iter();
        output.moved.extend(pairs.filter(|pair| moved.insert(pair.clone())));
        let common = site.docs.as_deref().filter(|docs| root::inside(docs, &root.folder).is_some());
        let docs = common.unwrap_or(&root.folder);
        let is_translation = root.locale != locale
            || common.is_none() && site.docs.is_some()
            || layout.roots.iter().any(|it| it.folder == docs && it.locale != locale);
        let paths = Paths { tree, layout, docs, known: &known };
        let mut reader = Reader::new(paths, locale, root, translations(&site.settings, locale));
        reader.is_unlabeled =
            is_translation && own.is_none() && plugin(&site.settings, "i18n").is_none();
        let mut entries = Vec::new();
        if let Some(nav) = site.nav(locale) {
            let list = List { folder: "", items: items_of(&nav), is_common: true };
            let sources = inherited_texts(tree, &site.file);
            entries = reader.entries_of_list(&list, &Source::of(&sources));
        }
        entries.extend(reader.files_of_plugins(&site.settings));
        if let Some(patterns) = site.settings.get("not_in_nav").and_then(Value::text) {
            reader.hide(patterns.lines(), "", &site.file);
        }
        reader.report_hidden();
        without_repeated_labels(&mut entries);
        for label in sidebar::set_sidebar(&mut output.data[at], &entries) {
            let mut names: Vec<String> = reader.originals(&label);
            if names.is_empty() {
                names.push(label.clone());
            }
            let is_known = names.iter().any(|name| dropped.contains(name));
            if !reader.is_group_of_language(&entries, &label) && !is_known {
                dropped.extend(names);
                output.issues.extend(dropped_groups(&site.file, [label]));
            }
        }
        issues.append(&mut reader.issues);
    }
    // If several languages read the same file, its issues are found more than once.
    issues.sort();
    issues.dedup();
    output.issues.append(&mut issues);
}

/// Returns the redirects of the plugin `redirects`.
fn redirects(settings: &Value) -> Vec<(String, String)> {
    let moved = plugin(settings, "redirects").and_then(|plugin| plugin.get("redirect_maps"));
    let Some(Value::Map(moved)) = moved else { return Vec::new() };
    let pair = |(from, to): &(String, Value)| Some((from.clone(), to.text()?.to_owned()));
    moved.iter().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use super::*;

    #[test]
    fn environment_variables_count_as_not_set() {
        for (text, expected) in [
            ("a: !ENV NAME\nb: 1\n", "a: null\nb: 1\n"),
            ("- !ENV 'NAME' # x", "- null # x"),
            ("{a: !ENV \"NAME\", b: [!ENV X]}", "{a: null, b: [null]}"),
            ("a: !ENV [NAME, 'b']", "a: !ENV [NAME, 'b']"),
            ("a: use !ENV NAME", "a: use !ENV NAME"),
            ("a: !ENV", "a: !ENV"),
            ("a: !ENVIRONMENT", "a: !ENVIRONMENT"),
            ("a: !ENV 甲", "a: !ENV 甲"),
        ] {
            assert_eq!(without_variables(text), expected);
        }
        let list = |items: &[&str]| {
            Value::List(items.iter().map(|item| Value::Text((*item).to_owned())).collect())
        };
        assert_eq!(text_or_default(&list(&["NAME"])), None);
        assert_eq!(text_or_default(&list(&["NAME", "b"])), Some("b"));
        assert_eq!(text_or_default(&list(&["NAME", "OTHER", "b"])), Some("b"));
        let null = Value::List(vec![Value::Text("NAME".to_owned()), Value::Nothing]);
        assert_eq!(text_or_default(&null), None);
    }

    #[test]
    fn settings_files_may_be_named_after_a_language() {
        for (files, expected) in [
            (&["docs/de/mkdocs.yml", "docs/en/mkdocs.yml"][..], Some("docs/en/mkdocs.yml")),
            (&["mkdocs-en.yml", "mkdocs.yml"], Some("mkdocs.yml")),
            (&["a/mkdocs.yaml", "mkdocs.zh-CN.yml"], Some("mkdocs.zh-CN.yml")),
            (&["mkdocs.base.yml", "mkdocs.yml.txt", "xmkdocs.yml", "mkdocszh.yml"], None),
        ] {
            let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
            let texts = HashMap::new();
            let tree = Tree { folder: Path::new(""), files: &files, texts: &texts };
            assert_eq!(detect_marker(&tree), expected, "{files:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn replacing_variables_keeps_the_number_of_lines(text in "[-a: \n\\[\\]{},.\"'#!ENV|中*]{0,40}") {
            let replaced = without_variables(&text);
            proptest::prop_assert_eq!(replaced.lines().count(), text.lines().count());
        }
    }

    #[test]
    fn markdown_extensions_enable_their_syntax() {
        let check = |files: &[(&str, &str)], expected: Plugins| {
            let texts: HashMap<String, String> =
                files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
            let names: Vec<String> = files.iter().map(|(file, _)| (*file).to_owned()).collect();
            let tree = Tree { folder: Path::new(""), files: &names, texts: &texts };
            assert_eq!(plugins(&tree, &sites(&tree)), expected, "{files:?}");
        };
        check(&[("a.md", "")], Plugins::ALL);
        check(&[("mkdocs.yml", "site_name: A\n")], Plugins::NONE);
        let both = [Plugin::Tilde, Plugin::Math].into_iter().collect();
        let text = "markdown_extensions:\n  - pymdownx.tilde\n  # - pymdownx.caret\n  - a # pymdownx.mark\n  - pymdownx.arithmatex:\n      x: !!python/name:a\n";
        check(&[("mkdocs.yml", text)], both);
        check(&[("base.yml", text), ("docs/mkdocs.yml", "INHERIT: ../base.yml\n")], both);
        let (first, second) = ("INHERIT: sub/second.yml\n", "INHERIT: third.yml\n");
        check(&[("mkdocs.yml", first), ("sub/second.yml", second), ("sub/third.yml", text)], both);
        check(&[("mkdocs.yml", "INHERIT: mkdocs.yml\n")], Plugins::NONE);
        let definitions = [Plugin::Definitions].into_iter().collect();
        for name in ["def_list", "extra", "pymdownx.extra", "markdown.extensions.extra"] {
            let text = format!("extra_css: [a.css]\nmarkdown_extensions:\n  - {name}\n");
            check(&[("mkdocs.yml", &text)], definitions);
        }
        for list in ["[toc, extra]", "\n  -   extra", "\n- \"extra\"", "\n  - 'extra':\n      a: b"]
        {
            check(&[("mkdocs.yml", &format!("markdown_extensions: {list}\n"))], definitions);
        }
        check(&[("zensical.toml", "[project.markdown_extensions.extra]\n")], definitions);
        for text in [
            "extra:\n  generator: false\n",
            "nav:\n  - Extra features: x.md\n  - Extra:\n    - y.md\n",
            "nav:\n  - extra features: x.md\n",
            "markdown_extensions:\n  - pymdownx.extrarawhtml\n",
        ] {
            check(&[("mkdocs.yml", text)], Plugins::NONE);
        }
    }
}
