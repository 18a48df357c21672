//! Navigation files: order and titles from `_meta.json`, `_nav.json`, `_category_` files, and `SUMMARY.md`.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use crate::generators::Layout;
use crate::script;
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{is_index, join, name_of, split_markdown};
use pailou_content::root::Root;
use pailou_content::scan_dir::{self, DirScan};
use pailou_content::yaml::{self, Value};

/// Navigation data of one root. Paths are relative to the root.
#[derive(Debug, Default)]
pub(crate) struct Data {
    /// Entry names in order, by folder.
    pub(super) order: HashMap<String, Vec<String>>,
    pub(super) labels: HashMap<String, String>,
    /// Labels of index pages, by folder. A label of the folder takes precedence, because the navigation
    /// displays one title for both.
    pub(super) index_labels: HashMap<String, String>,
    /// Translations of labels in navigation files, by translation key.
    pub(super) translations: HashMap<String, String>,
    /// Positions by path of a page or folder. They take precedence over positions in front matter.
    pub(super) folder_positions: HashMap<String, f64>,
    /// Navigation parents by page or folder, unless the parent is the page at the parent path.
    pub(super) parents: HashMap<String, String>,
    /// Pages in navigation order, each followed by its children.
    pub(super) sequence: Vec<String>,
}

/// Whether a file is the `SUMMARY.md` at the top of a language, which is navigation and not a page.
pub(crate) fn is_summary(below: &str) -> bool {
    below == "SUMMARY.md"
}

pub(crate) fn is_data(file: &str) -> bool {
    matches!(
        name_of(file),
        "_meta.json" | "_nav.json" | "_category_.json" | "_category_.yml" | "_category_.yaml"
    )
}

/// Whether a file contains the title and the position of its folder.
pub(crate) fn is_category(file: &str) -> bool {
    is_data(file) && file.rsplit('/').next().is_some_and(|name| name.starts_with("_category_."))
}

/// Adds the data of navigation files to `data`, which contains the data from the settings.
pub(crate) fn read_navigation(
    folder: &Path,
    walk: &DirScan,
    root: &Root,
    layout: &Layout,
    data: &mut Data,
    issues: &mut Vec<Issue>,
) {
    let is_read = |below: &&str| is_data(below) || is_summary(below);
    let files = walk.files.iter().filter(|file| !walk.named_pages.contains(*file));
    let mut own: Vec<(&String, &str)> =
        files.filter_map(|file| Some((file, root.below(file).filter(is_read)?))).collect();
    // Files of outer folders come first, because the file of an inner folder appends that folder to the outer order.
    own.sort_by_key(|(_, below)| below.matches('/').count());
    for (file, below) in own {
        // The module `docusaurus` reads the categories.
        if layout.generator == Generator::Docusaurus && is_category(below) {
            continue;
        }
        let text = match scan_dir::read_text(folder, file) {
            Ok(text) => text,
            Err(issue) => {
                issues.push(issue);
                continue;
            }
        };
        if is_summary(below) {
            // The modules `mdbook` and `mkdocs` (for the plugin literate-nav) read `SUMMARY.md` themselves.
            if layout.generator != Generator::Mdbook && layout.navigation.is_none() {
                data.add_summary(&text);
            }
            continue;
        }
        // The navigation files of Nextra are maps, which the module `nextra` reads.
        if layout.generator == Generator::Nextra {
            continue;
        }
        match parse_navigation(file, &text) {
            Ok(value) => {
                let headers = data.add_entries(&layout.tree_path_of(below), &value);
                issues.extend(dropped_groups(file, headers));
            }
            Err(issue) => issues.push(issue),
        }
    }
}

/// Parses JSON, with comments and trailing commas allowed, or YAML.
pub(crate) fn parse_navigation(file: &str, text: &str) -> Result<Value, Issue> {
    if !file.ends_with(".json") {
        return yaml::parse(text).map_err(|mistake| {
            Issue::warning("navigation-invalid", mistake.line, mistake.detail).in_file(file)
        });
    }
    script::json(text)
        .map_err(|(line, detail)| Issue::warning("navigation-invalid", line, detail).in_file(file))
}

impl Data {
    /// Adds the entries of a navigation file. Returns the headings between entries, which are not imported.
    fn add_entries(&mut self, below: &str, value: &Value) -> Vec<String> {
        let (folder, name) = below.rsplit_once('/').unwrap_or(("", below));
        let text =
            |entry: &Value, key: &str| entry.get(key).and_then(Value::text).map(str::to_owned);
        if is_category(name) {
            if let Some(label) = text(value, "label") {
                self.label(folder, &label);
            }
            self.add_position(folder, value);
            return Vec::new();
        }
        let mut headers = Vec::new();
        // Of the links in menus, only links to a top-level folder, such as `/api/`, are used. Their text is the title
        // of the folder.
        let is_folder = |entry: &&Value| {
            text(entry, "link")
                .is_some_and(|link| link.ends_with('/') && link.matches('/').count() == 2)
        };
        let in_menus = value.list().iter().filter_map(|entry| entry.get("items"));
        let in_menus = in_menus.flat_map(Value::list).filter(is_folder);
        for entry in value.list().iter().chain(in_menus) {
            let label = text(entry, "label").or_else(|| text(entry, "text"));
            let label = label.map(|label| self.translations.get(&label).cloned().unwrap_or(label));
            if text(entry, "type").as_deref() == Some("section-header") {
                headers.extend(label);
                continue;
            }
            let link = text(entry, "link").filter(|link| link.starts_with('/'));
            let first = link
                .and_then(|link| link.trim_start_matches('/').split('/').next().map(str::to_owned));
            let own = entry.text().map(str::to_owned).or_else(|| text(entry, "name"));
            // A `_meta.json` at the top level may contain the navigation bar: links instead of names.
            let name = if name == "_nav.json" || (folder.is_empty() && own.is_none()) {
                first
            } else {
                own
            };
            let name = name.map(|name| {
                split_markdown(&name).map_or(name.clone(), |(stem, _)| stem.to_owned())
            });
            let Some(name) = name else { continue };
            if is_index(&name) && folder.is_empty() {
                self.add("", label.as_deref());
                continue;
            }
            if is_index(&name) {
                self.add(folder, None);
                self.index_label(folder, label.as_deref());
                continue;
            }
            let Some(path) = join(folder, &name) else { continue };
            self.add(&path, label.as_deref());
        }
        headers
    }

    /// Sets the position of a folder from its `_category_` file.
    pub(super) fn add_position(&mut self, folder: &str, category: &Value) {
        let position = category.get("position").and_then(Value::text);
        if let Some(position) = position.and_then(|position| position.parse().ok()) {
            self.folder_positions.insert(folder.to_owned(), position);
        }
    }

    /// Adds the pages that a `SUMMARY.md` links to, in order, from lines such as `- [Title](folder/page.md)`.
    fn add_summary(&mut self, text: &str) {
        for line in text.lines() {
            let Some((title, rest)) =
                line.split_once('[').and_then(|(_, rest)| rest.split_once("]("))
            else {
                continue;
            };
            let Some((target, _)) = rest.split_once(')') else { continue };
            let Some(path) = split_markdown(target).and_then(|(stem, _)| join("", stem)) else {
                continue;
            };
            self.add(&path, Some(title));
        }
    }

    /// Appends `path` to the order of its folder, and each parent folder to the order of the next outer folder, if they
    /// are missing.
    pub(super) fn add(&mut self, path: &str, label: Option<&str>) {
        let path = page_place(path);
        let mut folder = String::new();
        for name in path.split('/') {
            let names = self.order.entry(folder.clone()).or_default();
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
            folder = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        }
        if let Some(label) = label {
            self.label(path, label);
        }
    }

    /// Appends a page to `sequence`, and sets its navigation parent unless that is the page at the parent path.
    pub(super) fn nest(&mut self, path: &str, above: Option<&str>) {
        let path = page_place(path);
        if let Some(above) = above.map(page_place).filter(|above| *above != parent_folder(path)) {
            self.parents.insert(path.to_owned(), above.to_owned());
        }
        self.sequence.push(path.to_owned());
    }

    pub(super) fn label_of(&self, path: &str) -> Option<&str> {
        self.labels.get(path).map(String::as_str)
    }

    /// Sets the label of a page or folder that has none.
    pub(super) fn add_label(&mut self, path: &str, label: &str) {
        if self.label_of(path).is_none() {
            self.label(path, label);
        }
    }

    /// Sets the label of the index page of a folder.
    pub(super) fn index_label(&mut self, folder: &str, label: Option<&str>) {
        if let Some(label) = label.map(str::trim).filter(|label| !label.is_empty()) {
            self.index_labels.insert(folder.to_owned(), label.to_owned());
        }
    }

    fn label(&mut self, path: &str, label: &str) {
        if !label.trim().is_empty() {
            self.labels.insert(path.to_owned(), label.trim().to_owned());
        }
    }
}

/// Removes the last segment of a path if it is an index below a folder: `a/index` → `a`.
pub(super) fn page_place(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some((folder, name)) if is_index(name) => folder,
        _ => path,
    }
}

/// Returns the parent folder: `a/b` → `a`.
fn parent_folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns one issue for each of the `labels`. They are not displayed, because their groups correspond neither to a
/// page nor to a folder.
pub(crate) fn dropped_groups(
    file: &str,
    labels: impl IntoIterator<Item = String>,
) -> impl Iterator<Item = Issue> {
    let issue =
        move |label| Issue::of_file(Severity::Note, "navigation-group-dropped", file, label);
    labels.into_iter().map(issue)
}

/// Returns one issue for each missing page in a navigation file.
pub(crate) fn missing_pages(file: &str, paths: Vec<String>) -> impl Iterator<Item = Issue> {
    let issue = move |path| Issue::of_file(Severity::Warning, "chapter-missing", file, path);
    BTreeSet::from_iter(paths).into_iter().map(issue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_resembling_identifiers_are_imported_unchanged() {
        let mut data = Data::default();
        let add = |data: &mut Data, file: &str, text: &str| {
            data.add_entries(file, &yaml::parse(text).unwrap());
        };
        data.add_summary("- [rustc](b.md)\n- [iOS](c/index.md)\n");
        add(&mut data, "_meta.json", "[{name: b, label: npm}, {name: d, label: useState}]");
        add(&mut data, "e/_category_.json", "label: gRPC");
        for (path, label) in [("b", "npm"), ("c", "iOS"), ("d", "useState"), ("e", "gRPC")] {
            assert_eq!(data.label_of(path), Some(label), "{path}");
        }
    }

    #[test]
    fn title_of_a_menu_link_applies_to_the_linked_folder_only() {
        let mut data = Data::default();
        let menu = "[{text: A, items: [{text: API, link: /api/}, {text: V2, link: /api/v2/}, {text: Home, link: /}]}]";
        data.add_entries("_nav.json", &yaml::parse(menu).unwrap());
        assert_eq!(data.label_of("api"), Some("API"));
    }

    #[test]
    fn index_label_does_not_become_the_folder_label() {
        let mut data = Data::default();
        let index = yaml::parse("[{name: index, label: Overview}, a]").unwrap();
        data.add_entries("api/_meta.json", &index);
        assert_eq!(data.label_of("api"), None);
        assert_eq!(data.index_labels["api"], "Overview");
        assert_eq!(data.order["api"], ["a"]);
    }
}
