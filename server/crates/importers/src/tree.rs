//! File tree of a site.

use std::collections::HashMap;
use std::path::Path;

use pailou_content::issue::Issue;
use pailou_content::page_path::{name_of, split_markdown};
use pailou_content::{root, scan_dir};

/// File extensions of scripts.
const SCRIPTS: &[&str] = &["js", "ts", "mjs", "mts", "cjs", "cts"];

pub(crate) struct Tree<'a> {
    pub(crate) folder: &'a Path,
    /// File paths, sorted, with `/` as separator.
    pub(crate) files: &'a [String],
    /// Contents of the Markdown files that can be read.
    pub(crate) texts: &'a HashMap<String, String>,
}

impl<'a> Tree<'a> {
    /// Returns the content of any file.
    pub(crate) fn text(&self, file: &str) -> Result<String, Issue> {
        self.texts.get(file).cloned().map_or_else(|| scan_dir::read_text(self.folder, file), Ok)
    }

    /// Returns the matching file in the least nested folder; `None` if no file matches.
    pub(crate) fn nearest(&self, is: impl Fn(&str) -> bool) -> Option<&'a str> {
        let found = self.files.iter().filter(|file| is(file));
        found.min_by_key(|file| file.matches('/').count()).map(String::as_str)
    }

    /// Returns the file `stem` with a script extension in the least nested folder; `None` if there is none.
    pub(crate) fn nearest_script(&self, stem: &str) -> Option<&'a str> {
        self.nearest(|file| is_script(file, stem))
    }

    /// Returns the Markdown files below `folder`, except those that cannot be read.
    pub(crate) fn pages(&self, folder: &str) -> Vec<String> {
        let inside = |file: &&String| {
            split_markdown(file).is_some()
                && (folder.is_empty()
                    || file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
        };
        let readable = |file: &&String| self.texts.contains_key(*file);
        self.files.iter().filter(inside).filter(readable).cloned().collect()
    }

    /// Returns [`root::han_share`] of a sample: the first 800 characters of each of the first 200 files.
    pub(crate) fn han_share(&self, files: &[String]) -> f64 {
        let beginning = |file: &String| {
            self.texts.get(file).map(|text| text.chars().take(800).collect::<String>())
        };
        let sample: String = files.iter().take(200).filter_map(beginning).collect();
        root::han_share(&sample)
    }
}

/// Whether the last segment of `file` is `stem` with a script extension.
pub(super) fn is_script(file: &str, stem: &str) -> bool {
    name_of(file)
        .strip_prefix(stem)
        .and_then(|rest| rest.strip_prefix('.'))
        .is_some_and(|ending| SCRIPTS.contains(&ending))
}
