//! Docusaurus: `docs` beside `i18n/<language>/…/current`, number prefixes in names, `sidebars.js`
//! and `_category_.json`. Every page is MDX, even with the extension `.md`, unless `markdown.format` in
//! the settings is `detect` or `md`. An old version is in `versioned_docs/version-1.0`,
//! `i18n/<language>/…/version-1.0`, and `versioned_sidebars/version-1.0-sidebars.json`.

use std::collections::{BTreeMap, HashMap, HashSet};

use core_wasm::locale::Locale;

use super::exclusion::Exclusions;
use crate::generators::{GeneratorSettings, Layout, below, read_settings};
use crate::languages;
use crate::navigation;
use crate::navigation::{dropped_groups, page_place, parse_navigation};
use crate::script::{Data, Unknown, imported, json, within_tree};
use crate::sidebar::{self, Entry};
use crate::tree::Tree;
use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{self, is_index, split_markdown};
use pailou_content::page_path::{folder_of, name_of};
use pailou_content::root::{self, Root};
use pailou_content::yaml::Value;

const TRANSLATED: &str = "docusaurus-plugin-content-docs";
const VERSIONS: &str = "versioned_docs/version-";

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    tree.nearest_script("docusaurus.config")
}

/// Returns the layout of the old version `version` of the documentation. If `version` is `None`, returns the layout of
/// the current version or, if the site does not publish the current version, of the latest version.
pub(super) fn layout(tree: &Tree<'_>, base: &str, version: Option<&str>) -> Layout {
    let settings = settings(tree);
    let options = docs_options(&settings);
    let file = detect_marker(tree).unwrap_or_default();
    let part = if matches!(settings, Data::Map(_)) { &options } else { &settings };
    let exclusions = Exclusions::of(Generator::Docusaurus, part, None, file);
    let format = settings.get("markdown").and_then(|markdown| markdown.get("format")?.text());
    let latest = if version.is_none() { latest_version(tree, base, &options) } else { None };
    let layout = pages_layout(tree, base, version.or(latest.as_deref()), &settings, &options);
    let layout = Layout { detects_mdx: matches!(format, Some("detect" | "md")), ..layout };
    let mut layout = layout.with_exclusions(exclusions);
    layout.issues.extend(latest.map(|name| versions_left_out(base, &name)));
    layout
}

fn pages_layout(
    tree: &Tree<'_>,
    base: &str,
    version: Option<&str>,
    settings: &Data,
    options: &Data,
) -> Layout {
    let path = options.get("path").and_then(Data::text).and_then(|path| within_tree(base, path));
    let docs = path.filter(|path| !tree.pages(path).is_empty());
    let docs = docs.unwrap_or_else(|| below(base, "docs"));
    let version_folder = version.map(|name| (below(base, &format!("{VERSIONS}{name}")), name));
    let version_folder = version_folder.filter(|(folder, _)| !tree.pages(folder).is_empty());
    let (docs, translated) = match version_folder {
        Some((folder, name)) => (folder, format!("{TRANSLATED}/version-{name}")),
        None => (docs, format!("{TRANSLATED}/current")),
    };
    let keeps_numbers = matches!(options.get("numberPrefixParser"), Some(Data::Bool(false)));
    let first = translation(settings, "defaultLocale");
    let first = first.and_then(|tag| languages::of_tag(&tag));
    if tree.pages(&docs).is_empty() {
        return Layout { keeps_numbers, ..languages::below_folder(tree, base, first) };
    }
    let mut roots = vec![languages::single(tree, &docs, &tree.pages(&docs), first)];
    let translations = translations(settings, base);
    for file in tree.files {
        let inside = file.strip_prefix(&translations).and_then(|rest| rest.strip_prefix('/'));
        let Some((tag, rest)) = inside.and_then(|inside| inside.split_once('/')) else { continue };
        let is_page = rest.strip_prefix(&translated).is_some_and(|rest| rest.starts_with('/'));
        let Some(locale) = locale_of_folder(settings, tag).filter(|_| is_page) else { continue };
        if roots.iter().all(|root| root.locale != locale) {
            let folder = format!("{translations}/{tag}/{translated}");
            roots.push(Root::new(locale, folder, Vec::new()));
        }
    }
    Layout { roots, keeps_numbers, ..Layout::default() }
}

/// Returns the latest version if `includeCurrentVersion` is false: `lastVersion`, or the first in `versions.json`.
/// Otherwise returns `None`.
fn latest_version(tree: &Tree<'_>, base: &str, options: &Data) -> Option<String> {
    let Some(Data::Bool(false)) = options.get("includeCurrentVersion") else { return None };
    let named = options.get("lastVersion").and_then(Data::text).filter(|name| *name != "current");
    let listed = || {
        let text = tree.text(&below(base, "versions.json")).ok()?;
        json(&text).ok()?.list().first()?.text().map(str::to_owned)
    };
    named.map(str::to_owned).or_else(listed)
}

fn versions_left_out(base: &str, read: &str) -> Issue {
    let detail = format!(
        "only the {read} version is read; `pailou import DIR --version NAME` takes one of them"
    );
    Issue::of_file(Severity::Note, "versions-left-out", &below(base, "versioned_docs"), detail)
}

fn settings(tree: &Tree<'_>) -> Data {
    detect_marker(tree).map_or(Data::Undefined, |file| read_settings(tree, file))
}

/// Returns a string setting below `i18n`, such as `i18n.defaultLocale`; `None` if it is missing.
fn translation(settings: &Data, name: &str) -> Option<String> {
    settings.get("i18n")?.get(name)?.text().map(str::to_owned)
}

/// Returns the folder of the translations: the setting `i18n.path`, or else `i18n`.
fn translations(settings: &Data, base: &str) -> String {
    let path = translation(settings, "path");
    path.and_then(|path| within_tree(base, &path)).unwrap_or_else(|| below(base, "i18n"))
}

fn locale_configs(settings: &Data) -> Option<&Data> {
    settings.get("i18n")?.get("localeConfigs")
}

/// Returns the folder of a locale in the folder of the translations: its `path` in `i18n.localeConfigs`, or else its
/// tag.
fn folder_of_locale<'s>(settings: &'s Data, tag: &'s str) -> &'s str {
    let path = locale_configs(settings).and_then(|configs| configs.get(tag)?.get("path")?.text());
    path.map_or(tag, |path| path.trim_start_matches("./").trim_matches('/'))
}

/// Returns the locale of a folder in the folder of the translations; `None` for an unsupported language.
fn locale_of_folder(settings: &Data, folder: &str) -> Option<Locale> {
    let configs = locale_configs(settings);
    let mut tags = configs.map_or(&[][..], Data::entries).iter().map(|(tag, _)| tag.as_str());
    let tag = tags.find(|tag| folder_of_locale(settings, tag) == folder);
    Root::locale_of(tag.unwrap_or(folder))
}

/// Returns the options of the documentation: those of the preset, or of the plugin without an id or with the id
/// `default`.
pub(super) fn docs_options(settings: &Data) -> Data {
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
        plugins.iter().find_map(|entry| options(entry, "content-docs").filter(is_first));
    of_preset
        .filter(|options| matches!(options, Data::Map(_)))
        .or(of_plugin)
        .unwrap_or(Data::Undefined)
}

/// Returns the sidebar file, if there is one. Reports a `sidebarPath` that cannot be evaluated or that
/// is not in the tree.
fn sidebars_file(
    tree: &Tree<'_>,
    layout: &Layout,
    options: &Data,
    version: Option<&str>,
    unknown: &mut Unknown,
) -> Result<Option<String>, Issue> {
    if let Some(name) = version {
        let file = below(&layout.base, &format!("versioned_sidebars/version-{name}-sidebars.json"));
        return Ok(tree.nearest(|found| found == file).map(str::to_owned));
    }
    match options.get("sidebarPath") {
        Some(Data::Bool(false)) => return Ok(None),
        Some(Data::Text(path)) => {
            let missing = || {
                let settings = detect_marker(tree).unwrap_or_default();
                Issue::of_file(Severity::Warning, "chapter-missing", settings, path.to_string())
            };
            let found = imported(tree.files, &layout.base, &format!("./{path}"));
            return found.map(Some).ok_or_else(missing);
        }
        Some(path) => drop(path.literal(unknown)),
        None => {}
    }
    let found = tree.nearest(|file| {
        let is_sidebars =
            crate::tree::is_script(file, "sidebars") || file.ends_with("sidebars.json");
        folder_of(file) == layout.base && is_sidebars
    });
    Ok(found.map(str::to_owned))
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let versions = below(&layout.base, VERSIONS);
    let version = layout.roots.first().and_then(|root| root.folder.strip_prefix(&versions));
    if version.is_none() && tree.files.iter().any(|file| file.starts_with(&versions)) {
        output.issues.push(versions_left_out(&layout.base, "current"));
    }
    if !layout.keeps_numbers {
        for ((_, root), data) in layout.languages().into_iter().zip(&mut output.data) {
            add_numbers(tree, root, data);
        }
    }
    let settings = settings(tree);
    let mut unknown = Unknown::default();
    if !matches!(settings, Data::Map(_)) {
        settings.literal(&mut unknown);
    }
    let options = docs_options(&settings);
    output.route = route(&options);
    redirects(&settings, output);
    for name in ["sidebarItemsGenerator", "numberPrefixParser"] {
        if let Some(made @ Data::Function(_)) = options.get(name) {
            made.literal(&mut unknown);
        }
    }
    let languages = Languages::read(tree, layout, &settings, version);
    match sidebars_file(tree, layout, &options, version, &mut unknown) {
        Ok(Some(file)) => {
            let value = read_settings(tree, &file).literal(&mut unknown);
            add_sidebars(&file, &value, layout, &languages, output);
        }
        Ok(None) => {}
        Err(issue) => output.issues.push(issue),
    }
    add_categories(tree, layout, &languages, output);
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
            let name = name_of(part);
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

fn add_sidebars(
    file: &str,
    sidebars: &Value,
    layout: &Layout,
    languages: &Languages,
    output: &mut GeneratorSettings,
) {
    let Value::Map(sidebars) = sidebars else { return };
    let contexts = layout.languages().into_iter().zip(&languages.contexts);
    for (((locale, _), context), data) in contexts.zip(&mut output.data) {
        let mut entries = Vec::new();
        for (name, sidebar) in sidebars {
            entries.extend(items(sidebar, name, context));
        }
        let is_folder = |path: &str| context.is_folder(path);
        let mut labels = sidebar::set_sidebar(data, &entries);
        labels.extend(sidebar::repeated_folders(&entries, &is_folder));
        if locale == layout.roots[0].locale {
            output.issues.extend(dropped_groups(file, labels));
        }
    }
}

/// Contents of `_category_` files, by folder in the page tree.
type Categories = BTreeMap<String, Value>;

/// Reads the `_category_` files below a root.
fn read_categories(
    tree: &Tree<'_>,
    layout: &Layout,
    root: &Root,
    issues: &mut Vec<Issue>,
) -> Categories {
    let mut categories = Categories::new();
    for file in tree.files.iter().filter(|file| navigation::is_category(file)) {
        let Some(below) = root.below(file) else { continue };
        match tree.text(file).and_then(|text| parse_navigation(file, &text)) {
            Ok(category) => {
                let folder = layout.tree_path_of(below);
                categories.insert(folder_of(&folder).to_owned(), category);
            }
            Err(issue) => issues.push(issue),
        }
    }
    categories
}

/// Adds the titles and positions of folders. Like Docusaurus, prefers those in the folder of the default language, and
/// translates the titles with `current.json`. The sidebar file takes precedence.
fn add_categories(
    tree: &Tree<'_>,
    layout: &Layout,
    languages: &Languages,
    output: &mut GeneratorSettings,
) {
    let mut read: HashMap<&str, Categories> = HashMap::new();
    for root in &layout.roots {
        let categories = read_categories(tree, layout, root, &mut output.issues);
        read.insert(&root.folder, categories);
    }
    let none = Categories::new();
    let of_default = languages.default_folder.as_deref().and_then(|folder| read.get(folder));
    let contexts = layout.languages().into_iter().zip(&languages.contexts);
    for (((_, root), context), data) in contexts.zip(&mut output.data) {
        let own = read.get(root.folder.as_str()).unwrap_or(&none);
        let of_default = of_default.filter(|_| context.is_translation).unwrap_or(&none);
        for (folder, category) in of_default {
            context.add_category(folder, category, own.get(folder), data);
        }
        for (folder, category) in own.iter().filter(|(folder, _)| !of_default.contains_key(*folder))
        {
            context.add_category(folder, category, None, data);
        }
        // The title of a folder without a `_category_` file is its name, which `current.json` may translate.
        for folder in context.pages.iter().flat_map(|path| page_path::folders(path)) {
            let name = name_of(folder);
            if let Some(label) = context.in_any_sidebar("category", name) {
                data.add_label(folder, label);
            }
        }
    }
}

/// Data for sidebars and categories in all languages.
struct Languages {
    /// Contexts in the order of `Layout::languages`.
    contexts: Vec<SidebarContext>,
    /// Folder of the pages in the default language.
    default_folder: Option<String>,
}

impl Languages {
    fn read(tree: &Tree<'_>, layout: &Layout, settings: &Data, version: Option<&str>) -> Self {
        let translations = translations(settings, &layout.base);
        let is_translation = |root: &Root| {
            let inside = root.folder.strip_prefix(&translations);
            inside.is_some_and(|inside| inside.starts_with('/'))
        };
        let tag = translation(settings, "defaultLocale").unwrap_or_else(|| "en".to_owned());
        let name = version.map_or("current".to_owned(), |version| format!("version-{version}"));
        let folder = folder_of_locale(settings, &tag);
        let of_default = format!("{translations}/{folder}/{TRANSLATED}/{name}.json");
        let context = |root: &Root| {
            let is_translation = is_translation(root);
            let file = match is_translation {
                true => format!("{}.json", root.folder),
                false => of_default.clone(),
            };
            SidebarContext {
                is_translation,
                keeps_numbers: layout.keeps_numbers,
                messages: tree.text(&file).map(|text| messages(&text)).unwrap_or_default(),
                pages: page_paths(tree, layout, root),
                paths: paths_by_id(tree, layout, root),
            }
        };
        let default_root = layout.roots.iter().find(|root| !is_translation(root));
        Self {
            contexts: layout.languages().into_iter().map(|(_, root)| context(root)).collect(),
            default_folder: default_root.map(|root| root.folder.clone()),
        }
    }
}

/// Reads translated labels from a file such as `current.json`, by key with and without the name of the sidebar.
fn messages(text: &str) -> HashMap<String, String> {
    let Ok(serde_json::Value::Object(entries)) = serde_json::from_str(text) else {
        return HashMap::new();
    };
    let mut messages = HashMap::new();
    for (key, entry) in &entries {
        let message = entry.get("message").and_then(serde_json::Value::as_str);
        let Some(message) = message.filter(|message| !message.trim().is_empty()) else { continue };
        messages.insert(key.clone(), message.to_owned());
        if let Some(key) = in_any_sidebar(key) {
            messages.entry(key).or_insert_with(|| message.to_owned());
        }
    }
    messages
}

/// Returns the key of a message without the name of the sidebar: `sidebar.docs.category.Guide` → `category.Guide`;
/// `None` for a key that does not belong to a sidebar.
fn in_any_sidebar(key: &str) -> Option<String> {
    let inside = key.strip_prefix("sidebar.")?;
    let at = [".category.", ".doc."].iter().filter_map(|kind| inside.find(kind)).min()?;
    Some(inside[at + 1..].to_owned())
}

/// Returns the paths of the pages of a root in the page tree.
fn page_paths(tree: &Tree<'_>, layout: &Layout, root: &Root) -> HashSet<String> {
    let path = |file: &String| Some(layout.tree_path_of(split_markdown(root.below(file)?)?.0));
    tree.pages(&root.folder).iter().filter_map(path).collect()
}

/// Returns the paths of the pages with an `id`, by document id.
fn paths_by_id(tree: &Tree<'_>, layout: &Layout, root: &Root) -> HashMap<String, String> {
    let path = |file: &String| {
        let values = front_matter::split(tree.texts.get(file)?).values().ok()?;
        let id = values.get("id")?.text()?;
        let path = path_of_id(root.below(file)?, layout.keeps_numbers);
        Some((below(folder_of(&path), id), path))
    };
    tree.pages(&root.folder).iter().filter_map(path).collect()
}

/// Data for sidebars and categories in one language.
struct SidebarContext {
    /// Whether the pages are translations of the pages in the default language.
    is_translation: bool,
    keeps_numbers: bool,
    /// Translated labels from `current.json`, by key with and without the name of the sidebar.
    messages: HashMap<String, String>,
    /// Paths of all pages in the page tree.
    pages: HashSet<String>,
    /// Page paths by document id.
    paths: HashMap<String, String>,
}

impl SidebarContext {
    fn doc_path(&self, id: &str) -> String {
        self.paths.get(id).cloned().unwrap_or_else(|| self.path_of_id(id))
    }

    fn path_of_id(&self, id: &str) -> String {
        path_of_id(id, self.keeps_numbers)
    }

    /// Whether a path is a folder without a page of its own.
    fn is_folder(&self, path: &str) -> bool {
        let is_inside =
            |page: &String| root::inside(path, page).is_some_and(|rest| !rest.is_empty());
        let mut indexes = ["index", "README"].iter().map(|name| below(path, name));
        !self.pages.contains(path)
            && !indexes.any(|page| self.pages.contains(&page))
            && self.pages.iter().any(is_inside)
    }

    /// Returns the translated label of an entry. `key` is the key of its message; if `None`, the label is the key.
    fn label_of(&self, sidebar: &str, kind: &str, label: &str, key: Option<&str>) -> String {
        let key = key.unwrap_or(label);
        let message = self.messages.get(&format!("sidebar.{sidebar}.{kind}.{key}"));
        let message = message.map(String::as_str).or_else(|| self.in_any_sidebar(kind, key));
        message.unwrap_or(label).to_owned()
    }

    fn in_any_sidebar(&self, kind: &str, key: &str) -> Option<&str> {
        self.messages.get(&format!("{kind}.{key}")).map(String::as_str)
    }

    /// Adds title, position, and page of a folder. `copy` is the `_category_` file in the folder of the translation.
    /// Docusaurus ignores this file. The import uses its title if `current.json` contains no translation.
    fn add_category(
        &self,
        folder: &str,
        category: &Value,
        copy: Option<&Value>,
        data: &mut navigation::Data,
    ) {
        if folder.is_empty() {
            return;
        }
        data.add_position(folder, category);
        // The sidebar file, which takes precedence, has set a title.
        if data.label_of(folder).is_some() {
            return;
        }
        let text = |value: &Value, name: &str| {
            value.get(name).and_then(Value::text).map(|text| text.trim().to_owned())
        };
        let label = text(category, "label");
        let key = text(category, "key").or_else(|| label.clone());
        let translated = key.and_then(|key| self.in_any_sidebar("category", &key));
        let translated = translated.map(str::to_owned);
        let label = translated.or_else(|| text(copy?, "label")).or(label);
        if let Some(label) = &label {
            data.add_label(folder, label);
        }
        let Some(linked) = self.linked_page(folder, category) else { return };
        if let Some(label) = &label {
            data.add_label(page_place(&linked), label);
        }
        if page_place(&linked) == folder {
            return;
        }
        if root::inside(folder, &linked).is_some() {
            data.folder_positions.insert(linked, f64::NEG_INFINITY);
            return;
        }
        // The linked page is outside of the folder. It becomes the navigation parent of the folder, and gets the
        // position of the folder.
        if let Some(position) = data.folder_positions.get(folder).copied() {
            data.folder_positions.entry(linked.clone()).or_insert(position);
        }
        data.parents.entry(folder.to_owned()).or_insert(linked);
    }

    /// Returns the page that the title of a category links to: the document in `link` or, without `link`, the page in
    /// the folder that has the name of the folder.
    fn linked_page(&self, folder: &str, category: &Value) -> Option<String> {
        let name = name_of(folder);
        let is_page = |path: &String| self.pages.contains(path);
        let inside = |id: &str| page_path::join(folder, id).filter(is_page);
        match category.get("link") {
            None => inside(name),
            Some(link) => link
                .get("id")
                .and_then(Value::text)
                .and_then(|id| inside(id).or_else(|| page_path::join("", id).filter(is_page))),
        }
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
            .map(|(label, group)| {
                let label = context.label_of(sidebar, "category", label, None);
                category(Some(label), None, group.list(), items(group, sidebar, context))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the entry of a category. A category whose only pages are those of an autogenerated folder is imported as
/// that folder; its links and HTML are ignored.
fn category(
    label: Option<String>,
    path: Option<String>,
    items: &[Value],
    children: Vec<Entry>,
) -> Entry {
    let has_folder = || items.iter().any(|item| folder_of_item(item).is_some());
    match children.as_slice() {
        [only] if path.is_none() && has_folder() => Entry { label, ..only.clone() },
        _ => Entry { label, path, children },
    }
}

fn item(value: &Value, sidebar: &str, context: &SidebarContext) -> Vec<Entry> {
    if let Some(id) = value.text() {
        return vec![Entry::page(context.doc_path(id), None)];
    }
    let text = |name: &str| value.get(name).and_then(Value::text);
    let label =
        |kind: &str| text("label").map(|label| context.label_of(sidebar, kind, label, text("key")));
    match text("type") {
        None => items(value, sidebar, context),
        Some("doc") => match text("id") {
            Some(id) => vec![Entry::page(context.doc_path(id), label("doc"))],
            None => Vec::new(),
        },
        Some("category") => {
            let items = value.get("items");
            let children = items.map(|items| self::items(items, sidebar, context));
            let (label, children) = (label("category"), children.unwrap_or_default());
            let items = items.map(Value::list).unwrap_or_default();
            // A linked page in an autogenerated folder needs no entry, because the folder contains the page.
            let is_inside = |path: &String| {
                items.iter().filter_map(folder_of_item).any(|folder| {
                    let rest = path.strip_prefix(&context.path_of_id(folder));
                    rest.is_some_and(|rest| rest.starts_with('/'))
                })
            };
            let linked = value.get("link").and_then(|link| link.get("id")).and_then(Value::text);
            let path = linked.map(|id| context.doc_path(id)).filter(|path| !is_inside(path));
            vec![category(label, path, items, children)]
        }
        // Only the folder is added. The order of its pages is unchanged.
        Some("autogenerated") => match folder_of_item(value) {
            Some(folder) => vec![Entry::page(context.path_of_id(folder), None)],
            None => Vec::new(),
        },
        // An item of another type, such as a link, does not set the position of a page.
        Some(_) => Vec::new(),
    }
}

/// Returns the folder of an autogenerated item, except the folder of the whole documentation; `None` for any other
/// item.
fn folder_of_item(item: &Value) -> Option<&str> {
    let text = |name: &str| item.get(name).and_then(Value::text);
    text("dirName").filter(|folder| text("type") == Some("autogenerated") && *folder != ".")
}

fn path_of_id(id: &str, keeps_numbers: bool) -> String {
    let path = languages::plain_path(id);
    if keeps_numbers { path } else { without_numbers(&path) }
}

/// Removes number prefixes: `01-intro/02-start.md` → `intro/start.md`. Dates and versions are unchanged.
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
fn redirects(settings: &Data, output: &mut GeneratorSettings) {
    let mut unknown = Unknown::default();
    for found in settings.find_all("createRedirects") {
        found.value.literal(&mut unknown);
    }
    for found in settings.find_all("redirects") {
        for entry in found.value.literal(&mut unknown).list() {
            let Some(to) = entry.get("to").and_then(Value::text) else { continue };
            let Some(from) = entry.get("from") else { continue };
            let strip = |path: &str| {
                below_route(path, &output.route)
                    .unwrap_or_else(|| path.trim_start_matches('/').to_owned())
            };
            let moved: Vec<_> = from.texts().map(|from| (strip(from), strip(to))).collect();
            output.moved.extend(moved);
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
