//! Navigation files.
//!
//! Order and titles from `_meta.json`, `_nav.json`, `_category_.json`, `SUMMARY.md`, front matter and names, in this
//! order of precedence.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use crate::generators::Layout;
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{is_index, join, split_markdown};
use pailou_content::root::Root;
use pailou_content::scan_dir;

/// What the navigation files of one root say. Paths count from the root.
#[derive(Debug, Default)]
pub(crate) struct Data {
    /// Names in order, by folder.
    pub(super) order: HashMap<String, Vec<String>>,
    pub(super) labels: HashMap<String, String>,
    /// The place that `_category_.json` gives a folder.
    pub(super) places: HashMap<String, f64>,
}

/// `SUMMARY.md` at the top of a language is navigation, not a page.
pub(crate) fn is_summary(below: &str) -> bool {
    below == "SUMMARY.md"
}

pub(crate) fn is_data(file: &str) -> bool {
    let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
    matches!(name, "_meta.json" | "_nav.json" | "_category_.json")
}

/// Adds what the navigation files among `files` say to what the settings do.
pub(crate) fn read(
    folder: &Path,
    files: &[String],
    root: &Root,
    layout: &Layout,
    data: &mut Data,
    issues: &mut Vec<Issue>,
) {
    for file in files {
        let Some(below) = root.below(file).filter(|below| is_data(below) || is_summary(below))
        else {
            continue;
        };
        let text = match scan_dir::text(folder, file) {
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
        match serde_json::from_str::<Value>(&text) {
            Ok(value) => data.add_json(&layout.plain(below), &value),
            Err(error) => {
                let mut issue = Issue::of_file(
                    Severity::Warning,
                    "navigation-invalid",
                    file,
                    error.to_string(),
                );
                issue.line = u32::try_from(error.line()).ok();
                issues.push(issue);
            }
        }
    }
}

impl Data {
    fn add_json(&mut self, below: &str, value: &Value) {
        let (folder, name) = below.rsplit_once('/').unwrap_or(("", below));
        if name == "_category_.json" {
            if let Some(label) = value["label"].as_str() {
                self.label(folder, label);
            }
            if let Some(place) = value["position"].as_f64() {
                self.places.insert(folder.to_owned(), place);
            }
            return;
        }
        for entry in value.as_array().map(Vec::as_slice).unwrap_or_default() {
            let link = entry["link"].as_str().filter(|link| link.starts_with('/'));
            let first =
                link.map(|link| link.trim_start_matches('/').split('/').next().unwrap_or_default());
            let name = if name == "_nav.json" {
                first
            } else {
                entry.as_str().or_else(|| entry["name"].as_str())
            };
            let Some(path) = name.and_then(|name| join(folder, name)) else { continue };
            self.add(&path, entry["label"].as_str().or_else(|| entry["text"].as_str()));
        }
    }

    /// Lines such as `- [Title](folder/page.md)`.
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

    /// Puts `path` behind what its folder has so far, and its folders likewise.
    pub(super) fn add(&mut self, path: &str, label: Option<&str>) {
        let path = match path.rsplit_once('/') {
            Some((folder, name)) if is_index(name) => folder,
            _ => path,
        };
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

    pub(super) fn label_of(&self, path: &str) -> Option<&str> {
        self.labels.get(path).map(String::as_str)
    }

    /// A label may be a key of a dictionary that only the generator has: then its words are better
    /// than nothing for a folder, and worse than the title for a page.
    fn label(&mut self, path: &str, label: &str) {
        let is_worse = is_key(label) && self.labels.get(path).is_some_and(|known| !is_key(known));
        if !label.trim().is_empty() && !is_worse {
            self.labels.insert(path.to_owned(), label.trim().to_owned());
        }
    }
}

/// A label such as `gettingStarted`.
pub(super) fn is_key(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_lowercase())
        && label.chars().all(|c| c.is_ascii_alphanumeric())
}
