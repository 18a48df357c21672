//! Tests of the architecture and of the wording. The failure message of a rule lists every violation.

#![allow(clippy::unwrap_used)]

mod chinese;
mod layers;
mod navigation;
mod prose;
mod sources;
mod translation;

use std::fs;
use std::path::PathBuf;

/// A file of the repository.
#[derive(Clone)]
struct Source {
    /// Path from the root of the repository, with `/` as separator.
    name: String,
    text: String,
}

fn top() -> PathBuf {
    std::fs::canonicalize("..").unwrap()
}

/// Returns all files in a folder and its subfolders whose path ends with `ending`, sorted by path.
fn sources(folder: &str, ending: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(top().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                waiting.push(name);
            } else if name.ends_with(ending) {
                let text = fs::read_to_string(entry.path()).unwrap();
                found.push(Source { name, text });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!found.is_empty(), "no {ending} below {folder}");
    found
}

/// Returns the names of the folders in a folder.
fn folders(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(top().join(folder)).unwrap().map(Result::unwrap);
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<_> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

impl Source {
    /// Returns the lines with their numbers, starting at 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(at, line)| (at + 1, line))
    }
}

#[track_caller]
fn assert_no_violations(rule: &str, broken: &[String]) {
    assert!(broken.is_empty(), "{rule}:\n{}", broken.join("\n"));
}
