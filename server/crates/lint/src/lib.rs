//! Linter for bilingual sites: links and anchors, translations, front matter, typography, and
//! terms.
//!
//! [`check`] checks the [`Page`]s of a site and returns issues with file, line, and code;
//! [`fix_all`] returns the automatic fixes.
//!
//! ```
//! use pailou_content::lint_rules::is_rule;
//!
//! assert!(is_rule("anchor-missing"));
//! ```

mod chinese;
mod conflict_markers;
mod copies;
mod english;
mod fields;
mod fix;
mod links;
mod pairs;
mod prose;
mod suppression;
mod terms;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::thread;

use core_wasm::locale::Locale;

use pailou_content::area;
use pailou_content::front_matter;
use pailou_content::issue::Issue;
use pailou_content::link::{Link, LinkTargets};
use pailou_content::lint_rules::{Spacing, with_rule_severity};
use pailou_importers::folder::Folder;
use pailou_markdown::flavor::Flavor;
use pailou_markdown::html::{self, LinkUse, Rendered, Source};
use pailou_markdown::include;
use pailou_text_diff::script::is_han;

pub use fix::fix_all;
pub use terms::{GLOSSARIES, Glossary, Term};

/// A page in one language.
#[derive(Debug, Clone)]
pub struct Page {
    pub file: String,
    pub locale: Locale,
    /// Key, equal for a page and its translation.
    pub key: String,
    /// URL on this site.
    pub url: String,
    pub dialect: Flavor,
    /// Front matter and body.
    pub text: String,
    /// Segments that are outdated because the other language changed, if known.
    pub outdated: Vec<OutdatedSegment>,
}

/// A segment that is outdated because the other language changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutdatedSegment {
    /// Line of the file.
    pub line: u32,
    /// First words of the segment.
    pub words: String,
}

#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Codes of disabled rules.
    pub off: HashSet<String>,
    pub spacing: Spacing,
    pub glossary: Glossary,
    /// Intentional copies by page key: language, and hash of the text.
    pub intentional: HashMap<String, HashSet<(Locale, String)>>,
}

/// Data of a page for the checks that need all pages.
struct Read {
    issues: Vec<Issue>,
    links: Vec<LinkUse>,
    ids: HashSet<String>,
    headings: Vec<(u8, String, u32)>,
}

/// Takes the pages from `folder` and converts them to the input of [`check`]. `folder` has no pages afterwards.
pub fn pages_of(folder: &mut Folder) -> Vec<Page> {
    let pages = std::mem::take(&mut folder.pages);
    let page = |page: pailou_importers::folder::PageFile| Page {
        url: area::address(page.area, page.locale, &page.path),
        file: page.file,
        locale: page.locale,
        key: page.key,
        dialect: page.dialect,
        text: page.text,
        outdated: Vec::new(),
    };
    pages.into_iter().map(page).collect()
}

/// Whether any of these pages may include other files.
pub fn may_include_files(pages: &[Page]) -> bool {
    pages.iter().any(|page| include::may_include(&page.text))
}

/// Returns the issues of all pages, sorted by file and line.
pub fn check(pages: &[Page], targets: &LinkTargets, options: &Options) -> Vec<Issue> {
    let read = in_parallel(pages, &|page| read(page, targets, options));
    let mut issues = links::check(pages, &read);
    issues.extend(pairs::check(pages, &read));
    issues.extend(copies::check(pages, options));
    if !options.glossary.is_empty() {
        issues.extend(terms::check_pairs(pages, &options.glossary));
    }
    issues = suppression::apply_suppressions(pages, issues);
    issues.extend(read.into_iter().flat_map(|read| read.issues));
    issues.retain(|issue| !options.off.contains(issue.code));
    issues.sort();
    issues.dedup();
    issues
}

/// Returns the numbers of Chinese characters and of words in other scripts in a body.
pub fn words(body: &str, dialect: Flavor) -> (u32, u32) {
    let (mut han, mut words) = (0, 0);
    for line in prose::lines(body, dialect) {
        let mut in_word = false;
        for c in line.text().chars() {
            let is_letter = c.is_alphanumeric() && !is_han(c);
            // An apostrophe, hyphen, period, or underscore inside a word belongs to the word.
            let does_continue = is_letter || (in_word && matches!(c, '\'' | '’' | '-' | '.' | '_'));
            words += u32::from(is_letter && !in_word);
            han += u32::from(is_han(c));
            in_word = does_continue;
        }
    }
    (han, words)
}

/// Calls `read` for all pages in parallel, with one thread per CPU core. The results are in the order of the pages.
fn in_parallel<T: Send>(pages: &[Page], read: &(dyn Fn(&Page) -> T + Sync)) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = pages.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = pages
            .chunks(share)
            .map(|part| scope.spawn(move || part.iter().map(read).collect::<Vec<T>>()))
            .collect();
        // A panic in a thread is propagated.
        let done = parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        done.flatten().collect()
    })
}

fn read(page: &Page, targets: &LinkTargets, options: &Options) -> Read {
    let parts = front_matter::split(&page.text);
    let rendered = render(page, &parts, targets);
    let mut issues = fields::check(&parts);
    let above = parts.lines_before_body();
    let mut of_body = Vec::new();
    let lines = prose::lines(parts.body, page.dialect);
    match page.locale {
        Locale::Zh => chinese::check(&lines, options.spacing, &mut of_body),
        Locale::En => english::check(&lines, &mut of_body),
    }
    terms::check_page(&lines, page.locale, &options.glossary, &mut of_body);
    issues.extend(conflict_markers::check(&parts, page.dialect));
    of_body.extend(images_without_alt_text(targets, &page.file, page.locale, parts.body));
    issues.extend(of_body.into_iter().map(|issue| issue.below(above)));
    let mut issues: Vec<_> = issues.into_iter().map(|issue| issue.in_file(&page.file)).collect();
    // Anchors are checked later in all pages together.
    let of_reading = rendered.issues.into_iter().filter(|issue| issue.code != "anchor-missing");
    issues.extend(of_reading.filter_map(with_rule_severity));
    let issues = suppression::apply_suppressions(std::slice::from_ref(page), issues);
    // The title is not compared: one language may have it in front matter, the other in the text.
    let headings = rendered.headings.into_iter();
    let headings = headings.map(|heading| (heading.level, heading.text, heading.line));
    Read {
        ids: links::ids(&rendered.html),
        headings: headings.collect(),
        links: rendered.links,
        issues,
    }
}

/// Returns an issue for each image in `body` without alt text, unless the media library contains alt text for the image
/// or marks it as decorative.
pub fn images_without_alt_text(
    targets: &LinkTargets,
    file: &str,
    locale: Locale,
    body: &str,
) -> Vec<Issue> {
    links::images(body, &|written| {
        let Link::Media(url) = targets.resolve(file, locale, written) else { return false };
        let known = targets.image(&url);
        known.is_some_and(|known| known.is_decorative || !known.words(locale).is_empty())
    })
}

fn render(page: &Page, parts: &front_matter::Parts<'_>, targets: &LinkTargets) -> Rendered {
    html::render(&Source {
        file: &page.file,
        body: parts.body,
        lines_above: parts.lines_before_body(),
        front_title: parts.title().as_deref(),
        dialect: page.dialect,
        locale: page.locale,
        link: &|written| targets.resolve(&page.file, page.locale, written),
        file_text: &|path| targets.part(path),
        image: &|_| None,
    })
}
