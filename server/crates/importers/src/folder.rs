//! Import of a folder of Markdown.
//!
//! Lists the media, and reads the pages of two languages. Files with errors are reported as issues.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

use core_wasm::locale::Locale;

use crate::excluded_media;
use crate::generators::{self, Alias, Detected, Layout};
use crate::hosting::{self, HostingFile};
use crate::navigation::{self, Data};
use crate::order::{self, Branch};
use crate::redirects::resolve_redirects;
use crate::sources;
use crate::tree::Tree;
use pailou_content::area::{self, DOCS, LANDING, NEWS};
use pailou_content::fields::{Fields, switch, undisplayed_home_keys, unreadable_draft_key};
use pailou_content::file_name;
use pailou_content::front_matter::{self, Parts};
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::landing;
use pailou_content::link::{Link, LinkTargets, is_media};
use pailou_content::news;
use pailou_content::page_path;
use pailou_content::root::{self, Root};
use pailou_content::scan_dir::{self, DirScan};
use pailou_content::yaml::Value;
use pailou_markdown::flavor::Flavor;

/// Result of reading a folder. File paths are relative to the folder, with `/` as separator.
#[derive(Debug, Default)]
pub struct Folder {
    /// Site generator, and the file by which it was detected.
    pub detected: Detected,
    pub roots: Vec<Root>,
    /// Pages by language, in navigation order.
    pub pages: Vec<PageFile>,
    pub media: Vec<String>,
    /// Files that are not imported, such as excluded pages with their media, and files of other types.
    pub others: Vec<String>,
    /// Markdown files among `others`: in an unsupported language, or outside the documentation.
    outside: Vec<String>,
    /// Folders of pages, with titles from the navigation data or else from the folder names.
    pub branches: Vec<Branch>,
    /// Redirects from the settings of the generator.
    pub redirects: Vec<Alias>,
    pub issues: Vec<Issue>,
    /// Layout of the folder, or of each part of an export with Git sources.
    layouts: Vec<PlacedLayout>,
}

/// Layout of a folder that is part of a site.
#[derive(Debug)]
struct PlacedLayout {
    /// Folder of a Git source; empty for the whole folder.
    source: String,
    /// Path below which the pages are served; empty if they are served at the root.
    mount: String,
    layout: Layout,
}

impl PlacedLayout {
    /// See [`Folder::page_of_name`].
    fn page_of_name(&self, file: &str) -> Option<(&'static str, Locale, String)> {
        let (locale, below) = self.layout.place(root::inside(&self.source, file)?)?;
        let (area, below) = area::area_of_file(&below);
        let key = page_path::path_of_file(below).ok()?;
        Some((area, locale, if area == DOCS { root::below(&self.mount, &key) } else { key }))
    }
}

/// A page in one language, parsed from its file.
#[derive(Debug, Clone)]
pub struct PageFile {
    pub file: String,
    pub area: &'static str,
    pub locale: Locale,
    /// Path within its area (documentation, front page, or news); empty for the front page and the index page of the
    /// documentation.
    pub path: String,
    /// Path in the page tree, from the file name. Differs from `path`, for example, if the front matter sets `path`.
    pub tree_path: String,
    /// Key, equal for a page and its translation.
    pub key: String,
    pub dialect: Flavor,
    /// Content of the whole file, to be split with `front_matter::split`.
    pub text: String,
    pub fields: Fields,
    /// Label for the navigation: from the navigation data, or else `Fields::label`; `None` if neither specifies one.
    pub label: Option<String>,
    /// Position in the navigation of its language, from 0.
    pub position: u32,
    /// Key of the navigation parent; if `None`, the parent is the page at the parent path.
    pub parent: Option<String>,
}

impl Folder {
    /// Returns the area, the language, and the key that the name of a file determines; `None` if a file with this name
    /// is not a page. The front matter of the file may specify another key.
    pub fn page_of_name(&self, file: &str) -> Option<(&'static str, Locale, String)> {
        let is_inside = |it: &&PlacedLayout| root::inside(&it.source, file).is_some();
        let innermost = self.layouts.iter().filter(is_inside).max_by_key(|it| it.source.len());
        innermost?.page_of_name(file)
    }

    /// Returns the link targets in this folder.
    pub fn link_targets(&self) -> LinkTargets {
        let mut targets = LinkTargets::new(self.roots.clone());
        for page in &self.pages {
            targets.add_page(&page.file, page.area, page.locale, &page.path);
        }
        for file in &self.media {
            targets.add_media(file);
        }
        for file in self.others.iter().filter(|file| page_path::split_markdown(file).is_none()) {
            targets.add_unserved(file);
        }
        targets
    }
}

impl Folder {
    /// Returns the folder as one Git source of a site. Files are below the name of the source, pages are
    /// below the path `mount`, and navigation positions start at `position`.
    pub fn placed(mut self, source: &str, mount: &str, position: u32) -> Self {
        let prepend_source = |file: &mut String| *file = root::below(source, file);
        for page in &mut self.pages {
            prepend_source(&mut page.file);
            // A site has one front page. The front page of a mounted Git source becomes a documentation page.
            if page.is_front() && !mount.is_empty() {
                page.area = DOCS;
            }
            if page.area == DOCS {
                page.path = root::below(mount, &page.path);
                page.tree_path = root::below(mount, &page.tree_path);
                page.key = root::below(mount, &page.key);
                page.parent = page.parent.take().map(|parent| root::below(mount, &parent));
            }
            page.position = page.position.saturating_add(position);
        }
        self.media.iter_mut().chain(&mut self.others).for_each(prepend_source);
        self.issues.iter_mut().for_each(|issue| prepend_source(&mut issue.file));
        for branch in &mut self.branches {
            branch.path = root::below(mount, &branch.path);
            branch.position = branch.position.saturating_add(position);
        }
        for old in &mut self.redirects {
            prepend_source(&mut old.file);
            old.path = root::below(mount, &old.path);
        }
        for placed in &mut self.layouts {
            prepend_source(&mut placed.source);
            placed.mount = root::below(mount, &placed.mount);
        }
        self.roots = self.roots.into_iter().map(|root| root.placed(source, mount)).collect();
        self
    }

    /// Adds the files of another part of the same site.
    pub(crate) fn append(&mut self, other: Self) {
        if self.pages.is_empty() {
            self.detected = other.detected;
        }
        self.roots.extend(other.roots);
        self.pages.extend(other.pages);
        self.media.extend(other.media);
        self.others.extend(other.others);
        self.branches.extend(other.branches);
        self.redirects.extend(other.redirects);
        self.issues.extend(other.issues);
        self.layouts.extend(other.layouts);
    }

    /// Excludes the top-level folders `names` from each language folder that is the whole scanned folder. If there are
    /// no pages, removes all language folders.
    pub(crate) fn exclude_folders<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        if self.pages.is_empty() {
            self.roots.clear();
        }
        let names: Vec<String> = names.map(str::to_owned).collect();
        for root in self.roots.iter_mut().filter(|root| root.folder.is_empty()) {
            root.without.extend(names.iter().cloned());
        }
    }

    /// Sorts the content of all parts, and rejects pages with equal paths.
    pub(crate) fn joined(mut self, folder: &Path) -> Self {
        self.issues.retain(|issue| issue.code != "no-pages");
        self.reject_duplicate_paths();
        self.pages.sort_by_key(|page| (page.locale, page.position));
        self.media.sort();
        self.others.sort();
        self.sorted_issues(folder)
    }

    fn sorted_issues(mut self, folder: &Path) -> Self {
        if self.pages.is_empty() {
            let folder = folder.display().to_string();
            self.issues.push(Issue::of_file(Severity::Error, "no-pages", "", folder));
        }
        self.issues.sort();
        self
    }

    /// Returns a folder in which no file is a page.
    pub(crate) fn without_pages(walk: DirScan, issue: Issue) -> Self {
        let (media, others) = walk.files.into_iter().partition(|file| is_media(file));
        Self { media, others, issues: vec![issue], ..Self::default() }
    }
}

impl PageFile {
    /// Whether this is the front page of its language.
    pub fn is_front(&self) -> bool {
        self.area == LANDING && self.path.is_empty()
    }

    /// Whether the page is in the file tree that the navigation displays.
    pub(super) fn is_in_tree(&self) -> bool {
        self.area == DOCS || self.is_front()
    }
}

/// Reads a folder with the layout of the generator `named`, or else of the detected one. Errors in a file are reported
/// as issues and do not stop the import.
pub fn read_folder(folder: &Path, named: Option<Generator>) -> Folder {
    read_as(folder, named, None, None)
}

/// Like [`read_folder`], with the language folders `roots` instead of detected ones. With `version`, reads this old
/// version of the documentation instead of the current pages.
pub fn read_as(
    folder: &Path,
    named: Option<Generator>,
    roots: Option<Vec<Root>>,
    version: Option<&str>,
) -> Folder {
    let walk = scan_dir::walk(folder);
    match roots {
        Some(roots) => read_part(folder, walk, named, version, |layout| layout.with_roots(roots)),
        None if walk.files.iter().any(|file| file == sources::NAME) => {
            sources::read_export(folder, walk, named, version)
        }
        None => read_part(folder, walk, named, version, |layout| layout),
    }
}

/// Reads the files `walk` of `folder`. `change_layout` converts the detected layout to the layout that is used.
pub(crate) fn read_part(
    folder: &Path,
    walk: DirScan,
    named: Option<Generator>,
    version: Option<&str>,
    change_layout: impl FnOnce(Layout) -> Layout,
) -> Folder {
    let mut read = Folder { issues: walk.issues.clone(), ..Folder::default() };
    let mut texts: HashMap<String, String> = HashMap::new();
    for file in walk.files.iter().filter(|file| page_path::split_markdown(file).is_some()) {
        match scan_dir::read_text(folder, file) {
            Ok(text) => drop(texts.insert(file.clone(), text)),
            Err(issue) => read.issues.push(issue),
        }
    }
    let tree = Tree { folder, files: &walk.files, texts: &texts };
    read.detected = generators::detect(&tree, named);
    let mut layout = change_layout(generators::layout(&tree, read.detected.generator, version));
    let generator_settings = generators::import_settings(&tree, &layout);
    let settings_file = generators::detect_marker(layout.generator, &tree)
        .and_then(|file| Some((file.to_owned(), tree.text(file).ok()?)));
    read.issues.extend(generator_settings.issues);
    let (hosting_files, issues) =
        hosting::read_redirects(&tree, &layout.base, &generator_settings.route);
    read.issues.extend(issues);
    read.issues.append(&mut layout.issues);
    for parent in &layout.skipped_entries {
        read.issues.push(Issue::of_file(
            Severity::Warning,
            "root-passed-over",
            parent,
            "has languages of its own",
        ));
    }
    read.roots = layout.roots.clone();
    let hidden_media = excluded_media::find(&layout, &walk.files, &texts);
    let files = walk.files.iter().filter_map(|file| texts.remove_entry(file));
    for (file, text) in files.collect::<Vec<_>>() {
        let is_named_page = walk.named_pages.contains(&file);
        read.add_markdown(&layout, file, text, is_named_page);
    }
    for page in &mut read.pages {
        page.fields.draft |= generator_settings.unpublished.contains(&page.file);
    }
    read.report_outside();
    read.reject_duplicate_paths();
    read.pair_by_path();
    read.apply_order(folder, &walk, &layout, generator_settings.data);
    let (moved, issues) =
        resolve_redirects(&read.pages, &generator_settings.moved, settings_file.as_ref());
    read.redirects = moved;
    read.issues.extend(issues);
    for HostingFile { source, moved, issues } in hosting_files {
        read.issues.extend(issues);
        let (moved, issues) = resolve_redirects(&read.pages, &moved, Some(&source));
        read.redirects.extend(moved);
        read.issues.extend(issues);
    }
    read.sort_out_rest(walk, &hidden_media);
    read.report_hidden_media(&hidden_media);
    read.layouts = vec![PlacedLayout { source: String::new(), mount: String::new(), layout }];
    read.sorted_issues(folder)
}

impl Folder {
    /// Adds a Markdown file to `pages`, or to `others` if it is not imported. Navigation files, and files for which
    /// [`page`] returns an error, are added to neither. `is_named_page`: Pailou's export escaped the file name, so a
    /// name such as `SUMMARY.md` or `_a.md` is an ordinary page (see `DirScan::named_pages`).
    fn add_markdown(&mut self, layout: &Layout, file: String, text: String, is_named_page: bool) {
        let Some((locale, below)) = layout.place(&file) else {
            self.outside.push(file.clone());
            self.others.push(file);
            return;
        };
        if navigation::is_summary(&below) && !is_named_page {
            return;
        }
        let is_docs = area::area_of_file(&below).0 == DOCS;
        if layout.navigation.as_deref() == Some(page_path::name_of(&below)) {
            return;
        }
        if let Some(name) = partial_name(layout, &below).filter(|_| !is_named_page) {
            self.issues.push(Issue::of_file(Severity::Note, "partial-skipped", &file, name));
            self.others.push(file);
            return;
        }
        if layout.exclusions.contains(layout, &file) {
            self.issues.push(Issue::of_file(Severity::Note, "page-excluded", &file, ""));
            self.others.push(file);
            return;
        }
        if is_docs && layout.listed.as_ref().is_some_and(|listed| !listed.contains(&file)) {
            self.issues.push(Issue::of_file(Severity::Note, "page-unlisted", &file, "SUMMARY.md"));
            self.others.push(file);
            return;
        }
        if let Some(line) = second_language(&text) {
            let issue = Issue::warning("languages-in-one-file", line, "");
            self.issues.push(issue.in_file(&file));
            self.others.push(file);
            return;
        }
        match page(layout, &file, &below, locale, text) {
            Ok((page, issues)) => {
                self.pages.push(page);
                self.issues.extend(issues);
            }
            Err(issue) => self.issues.push(issue.in_file(&file)),
        }
    }

    /// Adds one note for each folder with media of excluded pages, and for each such media file in the top folder.
    fn report_hidden_media(&mut self, hidden: &[(String, String)]) {
        let place = |(file, folder): &(String, String)| match folder.as_str() {
            "" => file.clone(),
            folder => format!("{folder}/"),
        };
        let places: BTreeSet<String> = hidden.iter().map(place).collect();
        let note = |place: &String| Issue::of_file(Severity::Note, "page-excluded", place, "");
        self.issues.extend(places.iter().map(note));
    }

    /// Adds one note for each top-level folder with files in `outside`, and for each such file at the top level.
    fn report_outside(&mut self) {
        let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
        for file in &self.outside {
            *folders.entry(file.split('/').next().unwrap_or(file)).or_default() += 1;
        }
        let issue = |(folder, count): (&str, usize)| {
            let detail = format!("{count} Markdown files are not documentation pages");
            Issue::of_file(Severity::Note, "markdown-outside", folder, detail)
        };
        let issues: Vec<Issue> = folders.into_iter().map(issue).collect();
        self.issues.extend(issues);
    }

    /// Removes pages with the path of an earlier page. `a.md` and `a/index.md` both have the path `a`;
    /// `a.md` and `A.md` are the same file on some file systems. `index.md` takes precedence over
    /// `README.md` in the same folder: `README.md` is then reported and not imported.
    fn reject_duplicate_paths(&mut self) {
        let is_index = |page: &&PageFile| page.file.rsplit('/').next() == Some("index.md");
        let folder_of = |page: &PageFile| page_path::folder_of(&page.file).to_owned();
        let indexes: HashSet<String> = self.pages.iter().filter(is_index).map(folder_of).collect();
        let is_readme = |page: &mut PageFile| {
            let (folder, name) = page.file.rsplit_once('/').unwrap_or(("", page.file.as_str()));
            name.eq_ignore_ascii_case("readme.md") && indexes.contains(folder)
        };
        for readme in self.pages.extract_if(.., is_readme) {
            let issue = Issue::of_file(Severity::Warning, "path-taken", &readme.file, "index.md");
            self.issues.push(issue);
            self.others.push(readme.file);
        }
        let mut files_by_path: HashMap<(&str, Locale, String), String> = HashMap::new();
        let issues = &mut self.issues;
        self.pages.retain(|page| {
            let key = (page.area, page.locale, file_name::folded(&page.path));
            let other = files_by_path.entry(key).or_insert_with(|| page.file.clone());
            if *other == page.file {
                return true;
            }
            issues.push(Issue::of_file(Severity::Error, "path-taken", &page.file, other.as_str()));
            false
        });
    }

    /// Makes two pages with the same path in different languages translations of each other. Their file names may
    /// differ if the front matter sets the path. Pages with a counterpart or a `key` are unchanged.
    fn pair_by_path(&mut self) {
        let keys: HashSet<(Locale, &str)> =
            self.pages.iter().map(|page| (page.locale, page.key.as_str())).collect();
        let is_single = |page: &PageFile| {
            page.fields.key.is_none() && !keys.contains(&(page.locale.other(), page.key.as_str()))
        };
        let mut singles: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
        for (at, page) in self.pages.iter().enumerate().filter(|(_, page)| is_single(page)) {
            singles.entry((page.area, page.path.as_str())).or_default().push(at);
        }
        let pairs: Vec<(usize, usize)> = singles
            .into_values()
            .filter_map(|found| match found[..] {
                [first, second] => Some((first, second)),
                _ => None,
            })
            .collect();
        for (first, second) in pairs {
            let is_english = self.pages[first].locale == Locale::En;
            let (from, to) = if is_english { (first, second) } else { (second, first) };
            self.pages[to].key = self.pages[from].key.clone();
        }
    }

    fn apply_order(
        &mut self,
        folder: &Path,
        walk: &DirScan,
        layout: &Layout,
        navigation_data: Vec<Data>,
    ) {
        for ((locale, root), mut data) in layout.languages().into_iter().zip(navigation_data) {
            navigation::read_navigation(folder, walk, root, layout, &mut data, &mut self.issues);
            let branches = order::order(&mut self.pages, locale, &data);
            self.branches.extend(branches);
        }
        self.pages.sort_by_key(|page| (page.locale, page.position));
    }

    /// Returns issues for missing files in download blocks of the front page.
    pub fn missing_downloads(&self, targets: &LinkTargets) -> Vec<Issue> {
        let mut issues = Vec::new();
        for page in self.pages.iter().filter(|page| page.area == LANDING) {
            let parts = front_matter::split(&page.text);
            let Ok(values) = parts.values() else { continue };
            issues.extend(missing(&page.file, page.locale, &parts, &values, targets));
        }
        issues
    }

    /// Sorts the files that are neither Markdown nor navigation data into `media` and `others` (not imported). `hidden`
    /// contains the media of excluded pages; they are added to `others`.
    fn sort_out_rest(&mut self, walk: DirScan, hidden: &[(String, String)]) {
        let hidden: HashSet<&str> = hidden.iter().map(|(file, _)| file.as_str()).collect();
        for file in walk.files {
            if hidden.contains(file.as_str()) {
                self.others.push(file);
            } else if is_media(&file) {
                self.media.push(file);
            } else if page_path::split_markdown(&file).is_none() && !navigation::is_data(&file) {
                self.others.push(file);
            }
        }
        self.others.sort();
    }
}

/// Returns the name with a leading `_` that marks a file as a part of other pages: the file name, except `_index`, or
/// for Docusaurus the name of a folder. Returns `None` if there is no such name.
fn partial_name<'f>(layout: &Layout, below: &'f str) -> Option<&'f str> {
    let (folder, name) = below.rsplit_once('/').unwrap_or(("", below));
    if name.starts_with('_') && !name.starts_with("_index.") {
        return Some(name);
    }
    let has_folders = layout.generator == Generator::Docusaurus;
    folder.split('/').find(|part| has_folders && part.starts_with('_'))
}

/// Parses a page from the text of its file; `below` is the path of the file in the page tree.
pub fn page(
    layout: &Layout,
    file: &str,
    below: &str,
    locale: Locale,
    text: String,
) -> Result<(PageFile, Vec<Issue>), Issue> {
    let refused = |detail: &str| Issue::of_file(Severity::Error, "path-refused", file, detail);
    let parts = front_matter::split(&text);
    let values = parts.values().map_err(|issue| issue.in_file(file))?;
    let fields = Fields::read(&values);
    let mut issues: Vec<Issue> = parts.issue().into_iter().collect();
    if let Some(key) = unreadable_draft_key(&values) {
        let detail = format!("`{key}` must be true or false");
        issues.push(Issue::warning("front-matter-value", parts.line_of(key), detail));
    }
    if values.get("unlisted").and_then(switch) == Some(true) {
        let line = parts.line_of("unlisted");
        issues.push(Issue::warning("page-listed", line, "unlisted"));
    }
    if let Some(key) = search_exclusion(layout.generator, &values) {
        issues.push(Issue::note("navigation-hidden", parts.line_of(key), below));
    }
    let (mut area, below) = area::area_of_file(below);
    let place = page_path::path_of_file(below).map_err(refused)?;
    let path = layout.page_path(below, &values, &fields).map_err(refused)?;
    match area {
        DOCS => {
            let is_front = path.is_empty() && fields.layout.as_deref() == Some("home");
            area = if is_front { LANDING } else { DOCS };
            issues.extend(undisplayed_home_keys(&values, is_front).into_iter().map(|key| {
                Issue::warning("element-dropped", parts.line_of(&format!("{key}:")), key)
            }));
        }
        LANDING => issues.extend(of_block(&parts, &values)),
        NEWS if news::date(&values, &path).is_none() => {
            issues.push(Issue::warning("news-without-date", 1, "date: 2026-11-22"));
        }
        _ => {}
    }
    let key = fields.key.clone().unwrap_or_else(|| place.clone());
    if let Err(reason) = file_name::check_file_name(file) {
        issues.push(Issue::of_file(Severity::Note, "name-escaped", file, reason));
    }
    let label = fields.label.clone();
    let dialect = layout.dialect(file).or_mdx(parts.body);
    let file = file.to_owned();
    let issues = issues.into_iter().map(|issue| issue.in_file(&file)).collect();
    let (position, parent) = (0, None);
    let page = PageFile {
        file,
        area,
        locale,
        path,
        tree_path: place,
        key,
        dialect,
        text,
        fields,
        label,
        position,
        parent,
    };
    Ok((page, issues))
}

/// Returns the key by which a generator excludes the page from its search; `None` if there is none.
fn search_exclusion(generator: Generator, values: &Value) -> Option<&'static str> {
    let is = |value: Option<&Value>, expected| value.and_then(switch) == Some(expected);
    match generator {
        Generator::Starlight => is(values.get("pagefind"), false).then_some("pagefind"),
        Generator::Vitepress => is(values.get("search"), false).then_some("search"),
        Generator::Mkdocs => is(values.get("search")?.get("exclude"), true).then_some("search"),
        _ => None,
    }
}

/// Detects a file with a heading `zh-CN` above the Chinese text and a heading `en-US` above the English text,
/// as in the demos of dumi. Such a file is not imported, because its page would display both languages. Returns the
/// line of the second heading; `None` for other files.
fn second_language(text: &str) -> Option<u32> {
    let mut found: Option<(usize, Locale)> = None;
    for (line, text) in (1..).zip(text.lines()) {
        let name = text.trim_start_matches('#');
        let level = text.len() - name.len();
        let locale = match name.trim() {
            tag if !(1..=6).contains(&level) || !name.starts_with(' ') || tag.len() != 5 => {
                continue;
            }
            tag => Locale::ALL.into_iter().find(|locale| locale.tag() == tag),
        };
        match (found, locale) {
            (None, Some(locale)) => found = Some((level, locale)),
            (Some((first, other)), Some(locale)) if first == level && other != locale => {
                return Some(line);
            }
            _ => {}
        }
    }
    None
}

/// Returns the issues in the front matter of a front page block.
pub fn block_issues(file: &str, locale: Locale, text: &str, targets: &LinkTargets) -> Vec<Issue> {
    let parts = front_matter::split(text);
    let Ok(values) = parts.values() else { return Vec::new() };
    let own = of_block(&parts, &values).map(|issue| issue.in_file(file));
    own.chain(missing(file, locale, &parts, &values, targets)).collect()
}

fn of_block(parts: &Parts<'_>, values: &Value) -> impl Iterator<Item = Issue> {
    let (_, mistakes) = landing::parse_block(values);
    mistakes.into_iter().map(|(code, detail)| {
        // The detail begins with the invalid text; the issue gets the line of this text.
        let written = detail.split(": `").next().unwrap_or_default();
        Issue::warning(code, parts.line_of(written), detail)
    })
}

fn missing<'a>(
    file: &'a str,
    locale: Locale,
    parts: &'a Parts<'_>,
    values: &Value,
    targets: &'a LinkTargets,
) -> impl Iterator<Item = Issue> + 'a {
    landing::parse_block(values).0.files.into_iter().filter_map(move |download| {
        let Link::Broken { code, .. } = targets.resolve(file, locale, &download.file) else {
            return None;
        };
        let line = parts.line_of(&download.file);
        Some(Issue::warning(code, line, download.file).in_file(file))
    })
}

#[cfg(test)]
#[path = "folder_tests.rs"]
pub(crate) mod tests;
