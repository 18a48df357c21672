//! Navigation files.
//!
//! Order and titles come from `_meta.json`, `_nav.json`, `_category_.json`, `SUMMARY.md`, front
//! matter, and file names, in this order of precedence.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

use crate::generators::Layout;
use crate::script;
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{is_index, join, split_markdown};
use pailou_content::root::Root;
use pailou_content::scan_dir;
use pailou_content::yaml::{self, Value};

/// Navigation data of one root. Paths are relative to the root.
#[derive(Debug, Default)]
pub(crate) struct Data {
    /// Entry names in order, by folder.
    pub(super) order: HashMap<String, Vec<String>>,
    pub(super) labels: HashMap<String, String>,
    /// Position of each folder in `_category_.json`.
    pub(super) folder_positions: HashMap<String, f64>,
    /// Navigation parents that differ from the page at the parent path.
    pub(super) parents: HashMap<String, String>,
    /// Pages in navigation order, each followed by its children.
    pub(super) sequence: Vec<String>,
}

/// Whether a file is the `SUMMARY.md` at the top of a language, which is navigation and not a page.
pub(crate) fn is_summary(below: &str) -> bool {
    below == "SUMMARY.md"
}

pub(crate) fn is_data(file: &str) -> bool {
    let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
    matches!(
        name,
        "_meta.json" | "_nav.json" | "_category_.json" | "_category_.yml" | "_category_.yaml"
    )
}

/// Adds the data of navigation files to those of the settings.
pub(crate) fn read_navigation(
    folder: &Path,
    files: &[String],
    root: &Root,
    layout: &Layout,
    data: &mut Data,
    issues: &mut Vec<Issue>,
) {
    let page = |file: &String| Some(layout.tree_path_of(split_markdown(root.below(file)?)?.0));
    let pages: HashSet<String> = files.iter().filter_map(page).collect();
    for file in files {
        let Some(below) = root.below(file).filter(|below| is_data(below) || is_summary(below))
        else {
            continue;
        };
        let text = match scan_dir::read_text(folder, file) {
            Ok(text) => text,
            Err(issue) => {
                issues.push(issue);
                continue;
            }
        };
        if is_summary(below) {
            if layout.generator != Generator::Mdbook {
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
                if layout.generator == Generator::Docusaurus {
                    data.add_linked_page(&layout.tree_path_of(below), &value, &pages);
                }
                let headers = data.add_entries(&layout.tree_path_of(below), &value);
                issues.extend(dropped_groups(file, headers));
            }
            Err(issue) => issues.push(issue),
        }
    }
}

/// Parses JSON, with comments and trailing commas allowed, or YAML.
fn parse_navigation(file: &str, text: &str) -> Result<Value, Issue> {
    if !file.ends_with(".json") {
        return yaml::parse(text).map_err(|mistake| {
            Issue::warning("navigation-invalid", mistake.line, mistake.detail).in_file(file)
        });
    }
    script::json(text)
        .map_err(|(line, detail)| Issue::warning("navigation-invalid", line, detail).in_file(file))
}

impl Data {
    /// Adds the entries of a file. Returns the headings between entries; no folder corresponds to them.
    fn add_entries(&mut self, below: &str, value: &Value) -> Vec<String> {
        let (folder, name) = below.rsplit_once('/').unwrap_or(("", below));
        let text =
            |entry: &Value, key: &str| entry.get(key).and_then(Value::text).map(str::to_owned);
        if name.starts_with("_category_.") {
            if let Some(label) = text(value, "label") {
                self.label(folder, &label);
            }
            if let Some(position) =
                text(value, "position").and_then(|position| position.parse().ok())
            {
                self.folder_positions.insert(folder.to_owned(), position);
            }
            return Vec::new();
        }
        let mut headers = Vec::new();
        for entry in value.list() {
            let label = text(entry, "label").or_else(|| text(entry, "text"));
            if text(entry, "type").as_deref() == Some("section-header") {
                headers.extend(label);
                continue;
            }
            let link = text(entry, "link").filter(|link| link.starts_with('/'));
            let first = link
                .and_then(|link| link.trim_start_matches('/').split('/').next().map(str::to_owned));
            let own = entry.text().map(str::to_owned).or_else(|| text(entry, "name"));
            // The file at the top level may contain the navigation bar.
            let name = if name == "_nav.json" || (folder.is_empty() && own.is_none()) {
                first
            } else {
                own
            };
            let name = name.map(|name| {
                split_markdown(&name).map_or(name.clone(), |(stem, _)| stem.to_owned())
            });
            let Some(path) = name.and_then(|name| join(folder, &name)) else { continue };
            self.add(&path, label.as_deref());
        }
        headers
    }

    /// Gives the page that a category of Docusaurus links to the label of the category, and lists it
    /// first. The page is the document in `link`, or by default the one with the name of the folder.
    fn add_linked_page(&mut self, below: &str, category: &Value, pages: &HashSet<String>) {
        let Some((folder, _)) = below.rsplit_once('/') else { return };
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let inside = |id: &str| join(folder, id).filter(|path| pages.contains(path));
        let linked = match category.get("link") {
            None => inside(name),
            Some(link) => link.get("id").and_then(Value::text).and_then(|id| {
                inside(id).or_else(|| join("", id).filter(|path| pages.contains(path)))
            }),
        };
        let Some(linked) = linked else { return };
        if let Some(label) = category.get("label").and_then(Value::text) {
            self.label(page_place(&linked), label);
        }
        if page_place(&linked) != folder {
            self.folder_positions.insert(linked, f64::NEG_INFINITY);
        }
    }

    /// Adds lines such as `- [Title](folder/page.md)`.
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

    /// Appends `path` to the entries of its folder, and each parent folder to the entries of the folder above.
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

    /// Sets a label. A label that may be a translation key does not replace another label, because the
    /// translation file is not available.
    fn label(&mut self, path: &str, label: &str) {
        let is_worse = is_key(label) && self.labels.get(path).is_some_and(|known| !is_key(known));
        if !label.trim().is_empty() && !is_worse {
            self.labels.insert(path.to_owned(), label.trim().to_owned());
        }
    }
}

/// Returns the path of a page in the file tree, without `index`: `a/index` → `a`.
fn page_place(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some((folder, name)) if is_index(name) => folder,
        _ => path,
    }
}

/// Returns the parent folder: `a/b` → `a`.
fn parent_folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a label may be a translation key, such as `gettingStarted`.
pub(super) fn is_key(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_lowercase())
        && label.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Returns issues for groups that are not imported: their labels are not displayed, because their
/// pages are elsewhere in the navigation.
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
