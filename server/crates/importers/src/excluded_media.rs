//! Media of excluded pages.
//!
//! Pailou serves imported media to readers. Media that only excluded pages use, or that are in an
//! excluded folder, are therefore not imported, unless the text of another page refers to them.

use std::collections::{HashMap, HashSet};

use crate::generators::Layout;
use pailou_content::link::is_media;
use pailou_content::page_path::{decode, folder_of, folders, join, name_of, split_markdown};
use pailou_markdown::include;

/// Returns the media that are not imported, each with the outermost excluded folder that contains it, or else with its
/// own folder. `files` are all files of the scanned folder, and `texts` the contents of the Markdown files.
pub(crate) fn find(
    layout: &Layout,
    files: &[String],
    texts: &HashMap<String, String>,
) -> Vec<(String, String)> {
    if layout.exclusions.is_empty() {
        return Vec::new();
    }
    let is_excluded = |file: &str| layout.exclusions.contains(layout, file);
    let media: Vec<&str> = files.iter().map(String::as_str).filter(|file| is_media(file)).collect();
    let (excluded, others): (Vec<&str>, Vec<&str>) = files
        .iter()
        .map(String::as_str)
        .filter(|file| texts.contains_key(*file))
        .partition(|file| is_excluded(file));
    if excluded.is_empty() && !media.iter().any(|file| is_excluded(file)) {
        return Vec::new();
    }
    let names: Names<'_> = Names::new(media.iter().chain(&excluded).copied());
    let mut imported = References::default();
    for file in &others {
        imported.add(file, &texts[*file], &names);
    }
    let mut hidden = References::default();
    for file in with_included(excluded.clone(), texts, &names, &mut imported) {
        hidden.add(file, &texts[file], &names);
    }
    let folders_of = |pages: &[&str]| -> HashSet<String> {
        pages.iter().flat_map(|page| folders(page)).map(str::to_owned).collect()
    };
    let (excluded_folders, other_folders) = (folders_of(&excluded), folders_of(&others));
    let excluded_folder = |file: &str| {
        let is_hidden =
            |folder: &&str| excluded_folders.contains(*folder) && !other_folders.contains(*folder);
        let folder = folders(file).find(is_hidden).filter(|folder| !is_published(folder));
        folder.map(str::to_owned)
    };
    let mut found = Vec::new();
    for file in media {
        if imported.contains(file) {
            continue;
        }
        let folder = excluded_folder(file);
        let is_hidden = folder.is_some() || (is_excluded(file) && !is_published(file));
        if is_hidden || hidden.contains(file) {
            let folder = folder.unwrap_or_else(|| folder_of(file).to_owned());
            found.push((file.to_owned(), folder));
        }
    }
    found
}

/// Whether a path is in a folder that generators publish without changes, such as `.vuepress/public`, even if the
/// settings exclude the folder from the pages.
fn is_published(path: &str) -> bool {
    let is_folder = |part: &str| part.starts_with('.') || ["public", "static"].contains(&part);
    path.split('/').any(is_folder)
}

/// Some excluded files are inserted into imported pages by an include directive. Adds the references in these files to
/// `imported`, and returns the other excluded files.
fn with_included<'f>(
    mut excluded: Vec<&'f str>,
    texts: &HashMap<String, String>,
    names: &Names<'_>,
    imported: &mut References,
) -> Vec<&'f str> {
    // Each round adds the references in the files to which the files of the previous round refer.
    const MAX_ROUNDS: usize = 8;
    for _ in 0..MAX_ROUNDS {
        let (included, rest): (Vec<&str>, Vec<&str>) =
            excluded.into_iter().partition(|file| imported.contains(file));
        for file in &included {
            imported.add(file, &texts[*file], names);
        }
        excluded = rest;
        if included.is_empty() {
            break;
        }
    }
    excluded
}

/// Whether a character ends a path in a text.
fn is_delimiter(char: char) -> bool {
    char.is_whitespace() || "\"'`()<>[]{}=,;|&*".contains(char)
}

/// Returns the part of a file name after its last delimiter: `.png` for `a(1).png`. A path in a text ends with this
/// part, even if delimiters split the path.
fn end_of_name(name: &str) -> &str {
    name.rsplit(is_delimiter).next().unwrap_or(name)
}

/// Files to which texts may refer, and the ends of their names, as returned by [`end_of_name`].
struct Names<'f> {
    files: HashSet<&'f str>,
    ends: HashSet<&'f str>,
}

impl<'f> Names<'f> {
    fn new(files: impl Iterator<Item = &'f str>) -> Self {
        let files: HashSet<&str> = files.collect();
        let ends = files.iter().map(|file| end_of_name(name_of(file))).collect();
        Self { files, ends }
    }
}

/// Files to which texts refer.
#[derive(Default)]
struct References {
    files: HashSet<String>,
    /// Last parts of the paths that do not resolve to a file, such as URL paths of the published site.
    ends: HashSet<String>,
}

impl References {
    /// Adds the files to which the text of a page refers. A Markdown file is added only if the line with its path
    /// contains the syntax of an include.
    fn add(&mut self, page: &str, text: &str, names: &Names<'_>) {
        const OTHER_SIGNS: [&str; 4] = ["include", "import", "{{", "{%"];
        for line in text.lines() {
            let mut signs = OTHER_SIGNS.iter().chain(&include::SIGNS);
            let includes = signs.any(|sign| line.contains(sign));
            for token in line.split(is_delimiter).filter(|token| token.contains('.')) {
                for part in token.split(':') {
                    let path = part.split(['?', '#']).next().unwrap_or_default();
                    // Punctuation of a sentence or the end of a comment may follow the path.
                    let path = decode(path.trim_end_matches(['-', '.', '!']));
                    // A backslash escapes a character, or separates folders.
                    for path in [path.replace('\\', ""), path.replace('\\', "/")] {
                        let is_known = names.ends.contains(end_of_name(name_of(&path)));
                        if is_known && (includes || split_markdown(&path).is_none()) {
                            self.add_path(page, &path, names);
                        }
                    }
                }
            }
        }
    }

    fn add_path(&mut self, page: &str, path: &str, names: &Names<'_>) {
        let is_rooted = path.starts_with(['/', '@', '~']) || path.contains("://");
        let file = join(folder_of(page), path).filter(|_| !is_rooted);
        match file.filter(|file| names.files.contains(file.as_str())) {
            Some(file) => drop(self.files.insert(file)),
            None => {
                let path = match path.strip_prefix(['@', '~']) {
                    Some(rest) => rest.split_once('/').map_or(rest, |(_, rest)| rest),
                    None => path,
                };
                let end = path.trim_start_matches(['.', '/']);
                let is_name = end_of_name(name_of(path)) == name_of(path) && !end.is_empty();
                let end = if is_name { end } else { end_of_name(name_of(path)) };
                self.ends.insert(end.to_owned());
            }
        }
    }

    /// Whether a text refers to the file, or contains an unresolved path that ends like the path of the file.
    fn contains(&self, file: &str) -> bool {
        let starts = file.match_indices('/').map(|(at, _)| at + 1);
        let mut ends = starts.chain([0]).map(|at| &file[at..]);
        let name = name_of(file);
        let end = end_of_name(name);
        self.files.contains(file)
            || ends.any(|end| self.ends.contains(end))
            || (end != name
                && [end, end.trim_start_matches('.')].iter().any(|end| self.ends.contains(*end)))
    }
}
