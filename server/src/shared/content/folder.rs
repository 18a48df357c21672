//! Reads a folder of Markdown: its pages in two languages, its media, and every file that could not
//! be taken.

use std::collections::HashMap;
use std::path::Path;

use core_wasm::locale::Locale;

use super::dialect::Dialect;
use super::fields::Fields;
use super::front_matter;
use super::issue::{Issue, Severity};
use super::link::{Places, is_media};
use super::navigation;
use super::order::{self, Branch};
use super::page_path;
use super::root::{self, Choice, Root};
use super::walk::{self, Walk};

/// Everything that was found. Files count from the folder, `/` between their parts.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    pub(crate) roots: Vec<Root>,
    /// In the order of navigation, language by language.
    pub(crate) pages: Vec<PageFile>,
    pub(crate) media: Vec<String>,
    /// Neither page nor media nor navigation; not taken.
    pub(crate) others: Vec<String>,
    /// Folders of pages, with the titles that the navigation data give them.
    pub(crate) branches: Vec<Branch>,
    pub(crate) issues: Vec<Issue>,
}

/// One page in one language, as its file says.
#[derive(Debug, Clone)]
pub(crate) struct PageFile {
    pub(crate) file: String,
    pub(crate) locale: Locale,
    /// The address below `/docs`; empty for the first page.
    pub(crate) path: String,
    /// Equal for a page and its translation.
    pub(crate) key: String,
    pub(crate) dialect: Dialect,
    /// The whole file: split it with `front_matter::split`.
    pub(crate) text: String,
    pub(crate) fields: Fields,
    /// A title from the navigation data, else from the front matter.
    pub(crate) label: Option<String>,
    /// Its place in its language's navigation, from 0.
    pub(crate) position: u32,
}

impl Folder {
    /// Where links of these pages can lead.
    pub(crate) fn places(&self) -> Places {
        let mut places = Places::new(self.roots.clone());
        for page in &self.pages {
            if page.is_front() {
                places.add_front(&page.file, page.locale);
            } else {
                places.add_page(&page.file, page.locale, &page.path);
            }
        }
        for file in &self.media {
            places.add_media(file);
        }
        places
    }
}

impl Folder {
    /// The same folder as a part of the site: its files below the name of a source, its pages below an
    /// address and after those of others.
    pub(crate) fn placed(mut self, source: &str, mount: &str, position: u32) -> Self {
        let place = |file: &mut String| *file = root::below(source, file);
        for page in &mut self.pages {
            place(&mut page.file);
            page.path = root::below(mount, &page.path);
            page.key = root::below(mount, &page.key);
            page.position = page.position.saturating_add(position);
        }
        self.media.iter_mut().chain(&mut self.others).for_each(place);
        self.issues.iter_mut().for_each(|issue| place(&mut issue.file));
        for branch in &mut self.branches {
            branch.path = root::below(mount, &branch.path);
            branch.position = branch.position.saturating_add(position);
        }
        self.roots = self.roots.into_iter().map(|root| root.placed(source, mount)).collect();
        self
    }
}

impl PageFile {
    /// The front page of its language, laid out as one.
    pub(crate) fn is_front(&self) -> bool {
        self.path.is_empty() && self.fields.layout.as_deref() == Some("home")
    }
}

/// Reads `folder`. What is wrong with a file is an issue, never the end of reading.
pub(crate) fn read(folder: &Path) -> Folder {
    read_as(folder, None)
}

/// The same where somebody has said which folders hold which language.
pub(crate) fn read_as(folder: &Path, layout: Option<Vec<Root>>) -> Folder {
    let walk = walk::walk(folder);
    let mut read = Folder { issues: walk.issues.clone(), ..Folder::default() };
    let mut texts: HashMap<String, String> = HashMap::new();
    for file in walk.files.iter().filter(|file| page_path::split_markdown(file).is_some()) {
        match walk::text(folder, file) {
            Ok(text) => drop(texts.insert(file.clone(), text)),
            Err(issue) => read.issues.push(issue),
        }
    }
    let markdown: Vec<String> =
        walk.files.iter().filter(|file| texts.contains_key(*file)).cloned().collect();
    let sample: String =
        markdown.iter().take(200).filter_map(|file| texts[file].get(..2_000)).collect();
    let choice = match layout {
        Some(roots) => Choice { roots, passed_over: Vec::new() },
        None => root::choose(&markdown, root::han_share(&sample)),
    };
    for parent in choice.passed_over {
        read.issues.push(Issue::of_file(
            Severity::Warning,
            "root-passed-over",
            &parent,
            "has languages of its own",
        ));
    }
    read.roots = choice.roots;
    for file in markdown {
        let text = texts.remove(&file).unwrap_or_default();
        read.add_markdown(file, text);
    }
    read.refuse_taken_paths();
    read.put_in_order(folder, &walk);
    read.sort_out_rest(walk);
    if read.pages.is_empty() {
        read.issues.push(Issue::of_file(
            Severity::Error,
            "no-pages",
            "",
            folder.display().to_string(),
        ));
    }
    read.issues.sort();
    read
}

impl Folder {
    fn add_markdown(&mut self, file: String, text: String) {
        let place =
            self.roots.iter().find_map(|root| Some((root.locale, root.below(&file)?.to_owned())));
        let Some((locale, below)) = place else {
            self.others.push(file);
            return;
        };
        if navigation::is_summary(&below) {
            return;
        }
        let name = below.rsplit_once('/').map_or(below.as_str(), |(_, name)| name);
        if name.starts_with('_') && !name.starts_with("_index.") {
            self.issues.push(Issue::of_file(Severity::Note, "partial-skipped", &file, name));
            self.others.push(file);
            return;
        }
        match page(&file, &below, locale, text) {
            Ok((page, issue)) => {
                self.pages.push(page);
                self.issues.extend(issue);
            }
            Err(issue) => self.issues.push(issue.in_file(&file)),
        }
    }

    /// `a.md` and `a/index.md` cannot both be the page `a`: the first in the order of files stays.
    fn refuse_taken_paths(&mut self) {
        let mut taken: HashMap<(Locale, String), String> = HashMap::new();
        let issues = &mut self.issues;
        self.pages.retain(|page| {
            let other =
                taken.entry((page.locale, page.path.clone())).or_insert_with(|| page.file.clone());
            if *other == page.file {
                return true;
            }
            issues.push(Issue::of_file(Severity::Error, "path-taken", &page.file, other.as_str()));
            false
        });
    }

    fn put_in_order(&mut self, folder: &Path, walk: &Walk) {
        for root in self.roots.clone() {
            let data = navigation::read(folder, &walk.files, &root, &mut self.issues);
            let branches = order::order(&mut self.pages, &root, &data);
            self.branches.extend(branches);
        }
        self.pages.sort_by_key(|page| (page.locale, page.position));
    }

    fn sort_out_rest(&mut self, walk: Walk) {
        for file in walk.files {
            if is_media(&file) {
                self.media.push(file);
            } else if page_path::split_markdown(&file).is_none() && !navigation::is_data(&file) {
                self.others.push(file);
            }
        }
    }
}

fn page(
    file: &str,
    below: &str,
    locale: Locale,
    text: String,
) -> Result<(PageFile, Option<Issue>), Issue> {
    let refused = |detail: &str| Issue::of_file(Severity::Error, "path-refused", file, detail);
    let parts = front_matter::split(&text);
    let fields = Fields::read(&parts.values()?);
    let issue = parts.issue().map(|issue| issue.in_file(file));
    let of_file = page_path::of_file(below).map_err(refused)?;
    let path = match &fields.slug {
        Some(slug) => page_path::with_slug(&of_file, slug).map_err(refused)?,
        None => of_file.clone(),
    };
    let key = fields.key.clone().unwrap_or(of_file);
    let label = fields.label.clone();
    let dialect = Dialect::of(file);
    let file = file.to_owned();
    Ok((PageFile { file, locale, path, key, dialect, text, fields, label, position: 0 }, issue))
}

#[cfg(test)]
#[path = "folder_tests.rs"]
mod tests;
