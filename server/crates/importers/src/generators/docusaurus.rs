//! Docusaurus: `docs` beside `i18n/<language>/…/current`, number prefixes in names, `sidebars.js`
//! and `_category_.json`. Every page is MDX, even with the extension `.md`. An old version is in
//! `versioned_docs/version-1.0`, `i18n/<language>/…/version-1.0` and
//! `versioned_sidebars/version-1.0-sidebars.json`.

use std::collections::HashMap;

use crate::generators::{GeneratorSettings, Layout, below, read_settings};
use crate::languages;
use crate::navigation;
use crate::navigation::dropped_groups;
use crate::script::{Data, Unknown, within_tree};
use crate::sidebar::{self, Entry};
use crate::tree::Tree;
use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::folder_of;
use pailou_content::page_path::{self, is_index, split_markdown};
use pailou_content::root::Root;
use pailou_content::yaml::Value;

const TRANSLATED: &str = "docusaurus-plugin-content-docs";
const VERSIONS: &str = "versioned_docs/version-";

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    tree.nearest_script("docusaurus.config")
}

/// Returns the layout of the current version of the documentation, or of the old version `version`.
pub(super) fn layout(tree: &Tree<'_>, base: &str, version: Option<&str>) -> Layout {
    let settings = settings(tree);
    let options = docs_options(&settings);
    let path = options.get("path").and_then(Data::text).and_then(|path| within_tree(base, path));
    let docs = path.filter(|path| !tree.pages(path).is_empty());
    let docs = docs.unwrap_or_else(|| below(base, "docs"));
    let version_folder = version.map(|name| (below(base, &format!("{VERSIONS}{name}")), name));
    let version_folder = version_folder.filter(|(folder, _)| !tree.pages(folder).is_empty());
    let (docs, translated) = match version_folder {
        Some((folder, name)) => (folder, format!("{TRANSLATED}/version-{name}")),
        None => (docs, format!("{TRANSLATED}/current")),
    };
    let first = translation(&settings, "defaultLocale");
    let first = first.and_then(|tag| languages::of_tag(&tag));
    if tree.pages(&docs).is_empty() {
        return languages::below_folder(tree, base, first);
    }
    let mut roots = vec![languages::single(tree, &docs, &tree.pages(&docs), first)];
    let translations = translations(&settings, base);
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

fn settings(tree: &Tree<'_>) -> Data {
    detect_marker(tree).map_or(Data::Undefined, |file| read_settings(tree, file))
}

/// Returns a string setting below `i18n`, such as `i18n.defaultLocale`.
fn translation(settings: &Data, name: &str) -> Option<String> {
    settings.get("i18n")?.get(name)?.text().map(str::to_owned)
}

/// Returns the folder of the translations: `i18n`, or the folder in the settings.
fn translations(settings: &Data, base: &str) -> String {
    let path = translation(settings, "path");
    path.and_then(|path| within_tree(base, &path)).unwrap_or_else(|| below(base, "i18n"))
}

/// Returns the options of the documentation: those of the preset, or of the plugin without an id.
fn docs_options(settings: &Data) -> Data {
    let part = |list: &str| settings.get(list).map(|list| list.list().to_vec()).unwrap_or_default();
    let options = |entry: &Data, name: &str| {
        let [found, options, ..] = entry.list() else { return None };
        found.text().filter(|found| found.contains(name)).map(|_| options.clone())
    };
    let presets = part("presets");
    let of_preset = presets.iter().find_map(|entry| options(entry, "")?.get("docs").cloned());
    let plugins = part("plugins");
    let is_first = |options: &Data| options.get("id").is_none_or(|id| id.text() == Some("default"));
    let of_plugin =
        plugins.iter().find_map(|entry| options(entry, "plugin-content-docs").filter(is_first));
    of_preset
        .filter(|options| matches!(options, Data::Map(_)))
        .or(of_plugin)
        .unwrap_or(Data::Undefined)
}

/// Returns the sidebar file, if there is one.
fn sidebars_file(
    tree: &Tree<'_>,
    layout: &Layout,
    options: &Data,
    version: Option<&str>,
) -> Option<String> {
    let expected_file = match (version, options.get("sidebarPath")) {
        (Some(name), _) => {
            Some(below(&layout.base, &format!("versioned_sidebars/version-{name}-sidebars.json")))
        }
        (None, Some(Data::Text(path))) => within_tree(&layout.base, path),
        (None, Some(Data::Bool(false))) => return None,
        (None, _) => None,
    };
    let found = tree.nearest(|file| match &expected_file {
        Some(expected_file) => file == expected_file,
        None => {
            let is_sidebars =
                crate::tree::is_script(file, "sidebars") || file.ends_with("sidebars.json");
            folder_of(file) == layout.base && is_sidebars
        }
    });
    found.map(str::to_owned)
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let versions = below(&layout.base, VERSIONS);
    let version = layout.roots.first().and_then(|root| root.folder.strip_prefix(&versions));
    if version.is_none() && tree.files.iter().any(|file| file.starts_with(&versions)) {
        output.issues.push(Issue::of_file(
            Severity::Note,
            "versions-left-out",
            &below(&layout.base, "versioned_docs"),
            "only the current version is read; `pailou import DIR --version NAME` takes one of them",
        ));
    }
    for ((_, root), data) in layout.languages().into_iter().zip(&mut output.data) {
        add_numbers(tree, root, data);
    }
    let settings = settings(tree);
    let mut unknown = Unknown::default();
    if !matches!(settings, Data::Map(_)) {
        settings.literal(&mut unknown);
    }
    let options = docs_options(&settings);
    redirects(&settings, &options, output);
    if let Some(Data::Function(_)) = options.get("sidebarItemsGenerator") {
        options.get("sidebarItemsGenerator").map(|made| made.literal(&mut unknown));
    }
    if let Some(file) = sidebars_file(tree, layout, &options, version) {
        let value = read_settings(tree, &file).literal(&mut unknown);
        add_sidebars(
            tree,
            layout,
            &Sidebars { file, value, settings: &settings, route: route(&options) },
            output,
        );
    }
    output.issues.extend(unknown.issues());
}

/// Uses number prefixes of names as positions. Front matter and `_category_.json` take precedence.
fn add_numbers(tree: &Tree<'_>, root: &Root, data: &mut navigation::Data) {
    for file in tree.pages(&root.folder) {
        let Some(below) = root.below(&file) else { continue };
        let stem = split_markdown(below).map_or(below, |(stem, _)| stem);
        let has_place = || {
            let values = tree.texts.get(&file).map(|text| front_matter::split(text).values());
            values.is_some_and(|values| {
                values.is_ok_and(|values| Fields::read(&values).order.is_some())
            })
        };
        for part in page_path::folders(stem).chain([stem]) {
            let name = part.rsplit('/').next().unwrap_or(part);
            let digits = name.bytes().take_while(u8::is_ascii_digit).count();
            if without_number(name) == name || (part == stem && has_place()) {
                continue;
            }
            if let Ok(number) = name[..digits].parse() {
                data.folder_positions.insert(without_numbers(part), number);
            }
        }
    }
}

/// Returns the URL path that precedes the path of each documentation page.
fn route(options: &Data) -> String {
    let route = options.get("routeBasePath").and_then(Data::text).unwrap_or("docs");
    route.trim_matches('/').to_owned()
}

struct Sidebars<'s> {
    file: String,
    value: Value,
    settings: &'s Data,
    route: String,
}

fn add_sidebars(
    tree: &Tree<'_>,
    layout: &Layout,
    read: &Sidebars<'_>,
    output: &mut GeneratorSettings,
) {
    let Value::Map(sidebars) = &read.value else { return };
    let translations = translations(read.settings, &layout.base);
    for ((locale, root), data) in layout.languages().into_iter().zip(&mut output.data) {
        let context = SidebarContext::read(tree, &translations, root, &read.route);
        let mut entries = Vec::new();
        for (name, sidebar) in sidebars {
            entries.extend(items(sidebar, name, &context));
        }
        let labels = sidebar::set_sidebar(data, &entries);
        if locale == layout.roots[0].locale {
            output.issues.extend(dropped_groups(&read.file, labels));
        }
    }
}

/// Data for sidebar entries in one language: translated labels from `current.json`, and page paths by
/// document id.
struct SidebarContext {
    route: String,
    messages: Option<serde_json::Value>,
    paths: HashMap<String, String>,
}

impl SidebarContext {
    fn read(tree: &Tree<'_>, translations: &str, root: &Root, route: &str) -> Self {
        let file = format!("{}.json", root.folder);
        let is_translated = root.folder.starts_with(translations);
        let text = is_translated.then(|| tree.text(&file).ok()).flatten();
        let messages = text.and_then(|text| serde_json::from_str(&text).ok());
        let pages = tree.pages(&root.folder);
        let paths = pages.iter().filter_map(|file| {
            let values = front_matter::split(tree.texts.get(file)?).values().ok()?;
            let id = values.get("id")?.text()?;
            let path = path_of_id(root.below(file)?);
            Some((crate::generators::below(folder_of(&path), id), path))
        });
        Self { route: route.to_owned(), messages, paths: paths.collect() }
    }

    fn doc_path(&self, id: &str) -> String {
        self.paths.get(id).cloned().unwrap_or_else(|| path_of_id(id))
    }

    fn of(&self, sidebar: &str, kind: &str, label: &str) -> String {
        let key = format!("sidebar.{sidebar}.{kind}.{label}");
        let message = self.messages.as_ref().and_then(|all| all.get(key)?.get("message")?.as_str());
        message.unwrap_or(label).to_owned()
    }
}

/// Converts a list of items, or the short form `{ 'Title': [...] }`.
fn items(value: &Value, sidebar: &str, context: &SidebarContext) -> Vec<Entry> {
    match value {
        Value::List(values) => {
            values.iter().flat_map(|value| item(value, sidebar, context)).collect()
        }
        Value::Map(groups) => groups
            .iter()
            .map(|(label, group)| Entry {
                label: Some(context.of(sidebar, "category", label)),
                path: None,
                children: items(group, sidebar, context),
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn item(value: &Value, sidebar: &str, context: &SidebarContext) -> Vec<Entry> {
    if let Some(id) = value.text() {
        return vec![Entry::page(context.doc_path(id), None)];
    }
    let text = |name: &str| value.get(name).and_then(Value::text);
    let label = |kind: &str| text("label").map(|label| context.of(sidebar, kind, label));
    match text("type") {
        None => items(value, sidebar, context),
        Some("doc" | "ref") => match text("id") {
            Some(id) => vec![Entry::page(context.doc_path(id), label("doc"))],
            None => Vec::new(),
        },
        Some("category") => {
            let items = value.get("items");
            let children = items.map(|items| self::items(items, sidebar, context));
            let (label, children) = (label("category"), children.unwrap_or_default());
            let items = items.map(Value::list).unwrap_or_default();
            // An autogenerated folder already contains the linked page if the page is in that folder.
            let is_inside = |path: &String| {
                items.iter().filter_map(folder_of_item).any(|folder| {
                    let rest = path.strip_prefix(&path_of_id(folder));
                    rest.is_some_and(|rest| rest.starts_with('/'))
                })
            };
            let linked = value.get("link").and_then(|link| link.get("id")).and_then(Value::text);
            let path = linked.map(|id| context.doc_path(id)).filter(|path| !is_inside(path));
            // A category that contains only the pages of a folder is imported as that folder.
            if let (None, [only], [item]) = (&path, children.as_slice(), items)
                && folder_of_item(item).is_some()
            {
                return vec![Entry { label, ..only.clone() }];
            }
            vec![Entry { label, path, children }]
        }
        // A link to a page of the documentation.
        Some("link") => {
            let path = text("href").and_then(|href| below_route(href, &context.route));
            path.map(|path| {
                Entry::page(context.doc_path(&languages::plain_path(&path)), label("link"))
            })
            .into_iter()
            .collect()
        }
        // Only the folder is added. The order of its pages is unchanged.
        Some("autogenerated") => match folder_of_item(value) {
            Some(folder) => vec![Entry::page(path_of_id(folder), None)],
            None => Vec::new(),
        },
        Some(_) => Vec::new(),
    }
}

/// Returns the folder of an autogenerated item, except the folder of the whole documentation.
fn folder_of_item(item: &Value) -> Option<&str> {
    let text = |name: &str| item.get(name).and_then(Value::text);
    text("dirName").filter(|folder| text("type") == Some("autogenerated") && *folder != ".")
}

fn path_of_id(id: &str) -> String {
    without_numbers(&languages::plain_path(id))
}

/// Removes number prefixes: `01-intro/02-start.md` → `intro/start.md`. Dates and versions are
/// unchanged.
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

/// Returns the path of a page: `slug`, or else folder and `id`, or else the file name. The index of
/// a folder may have the name of the folder.
pub(super) fn doc_path(
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
    page_path::check_page_path(&path)?;
    Ok(path)
}

/// Returns the part of a URL path after `route`, or `None` for pages outside the documentation.
fn below_route(address: &str, route: &str) -> Option<String> {
    let path = address.strip_prefix('/')?;
    let inside = match route {
        "" => Some(path),
        route => path.strip_prefix(route).and_then(|rest| rest.strip_prefix('/')),
    };
    inside.map(str::to_owned)
}

/// Reads the redirects of `@docusaurus/plugin-client-redirects`, except those that a function returns.
fn redirects(settings: &Data, options: &Data, output: &mut GeneratorSettings) {
    let route = route(options);
    let mut unknown = Unknown::default();
    for found in settings.find_all("createRedirects") {
        found.value.literal(&mut unknown);
    }
    for found in settings.find_all("redirects") {
        for entry in found.value.literal(&mut unknown).list() {
            let Some(to) = entry.get("to").and_then(Value::text) else { continue };
            let Some(from) = entry.get("from") else { continue };
            let from = from.text().into_iter().chain(from.list().iter().filter_map(Value::text));
            let strip = |path: &str| {
                below_route(path, &route).unwrap_or_else(|| path.trim_start_matches('/').to_owned())
            };
            output.moved.extend(from.map(|from| (strip(from), strip(to))));
        }
    }
    output.issues.extend(unknown.redirects());
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_content::yaml;

    #[test]
    fn numeric_name_prefixes_are_removed() {
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
    fn docusaurus_path_comes_from_slug_id_or_name() {
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
                doc_path(below, &values, &fields).as_deref(),
                Ok(expected),
                "{front} {below}"
            );
        }
    }
}
