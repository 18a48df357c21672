//! Checks of a whole site: links and anchors, pairs of languages, front matter, how Chinese is set, terms.
//! Pure: pages in, findings out, each with file, line, code and what to do.

mod chinese;
mod copies;
mod english;
mod fields;
mod links;
mod mend;
mod merge_marks;
mod pairs;
mod prose;
mod rules;
mod silence;
mod terms;

use std::collections::{HashMap, HashSet};
use std::thread;

use core_wasm::locale::Locale;

use super::area;
use super::dialect::Dialect;
use super::folder::Folder;
use super::front_matter;
use super::html::{self, LinkUse, Rendered, Source};
use super::include;
use super::issue::Issue;
use super::link::{Link, Places};
use super::section::is_han;

pub(crate) use mend::all_mended;
pub(crate) use rules::{graded, is_rule, listed};
pub(crate) use terms::{GLOSSARIES, Glossary};

/// One page in one language, wherever it came from.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    pub(crate) file: String,
    pub(crate) locale: Locale,
    /// Equal for a page and its translation.
    pub(crate) key: String,
    /// Its address on this site.
    pub(crate) url: String,
    pub(crate) dialect: Dialect,
    /// Front matter and body.
    pub(crate) text: String,
    /// Segments that the other language has moved on from, as far as that is known.
    pub(crate) outdated: u32,
}

/// Whether Han and Latin are kept apart by a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Spacing {
    #[default]
    Require,
    Strip,
    Off,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    /// Codes that are not reported.
    pub(crate) off: HashSet<String>,
    pub(crate) spacing: Spacing,
    pub(crate) glossary: Glossary,
    /// Copies that a person keeps as they are, by the key of their page: their language and the hash of their words.
    pub(crate) intentional: HashMap<String, HashSet<(Locale, String)>>,
}

/// What is kept of a page for the checks that need all pages.
struct Read {
    issues: Vec<Issue>,
    links: Vec<LinkUse>,
    ids: HashSet<String>,
    headings: Vec<(u8, String, u32)>,
}

/// The pages of a folder as they are checked.
pub(crate) fn pages_of(folder: &mut Folder) -> Vec<Page> {
    let pages = std::mem::take(&mut folder.pages);
    let page = |page: super::folder::PageFile| Page {
        url: area::address(page.area, page.locale, &page.path),
        file: page.file,
        locale: page.locale,
        key: page.key,
        dialect: page.dialect,
        text: page.text,
        outdated: 0,
    };
    pages.into_iter().map(page).collect()
}

/// Whether some of these pages may show parts of other files.
pub(crate) fn show_parts(pages: &[Page]) -> bool {
    pages.iter().any(|page| include::may_include(&page.text))
}

/// Everything that is wrong with these pages, in the order of files and lines.
pub(crate) fn check(pages: &[Page], places: &Places, options: &Options) -> Vec<Issue> {
    let read = in_parallel(pages, &|page| read(page, places, options));
    let mut issues = links::check(pages, &read);
    issues.extend(pairs::check(pages, &read));
    issues.extend(copies::check(pages, options));
    if !options.glossary.is_empty() {
        issues.extend(terms::check_pairs(pages, &options.glossary));
    }
    issues = silence::heard(pages, issues);
    issues.extend(read.into_iter().flat_map(|read| read.issues));
    issues.retain(|issue| !options.off.contains(issue.code));
    issues.sort();
    issues.dedup();
    issues
}

/// How many Chinese characters and how many words of other scripts there are to read in a body.
pub(crate) fn words(body: &str, dialect: Dialect) -> (u32, u32) {
    let (mut han, mut words) = (0, 0);
    for line in prose::lines(body, dialect) {
        let mut in_word = false;
        for c in line.text().chars() {
            let is_letter = c.is_alphanumeric() && !is_han(c);
            // An apostrophe or a hyphen inside a word is a part of it.
            let goes_on = is_letter || (in_word && matches!(c, '\'' | '’' | '-' | '.' | '_'));
            words += u32::from(is_letter && !in_word);
            han += u32::from(is_han(c));
            in_word = goes_on;
        }
    }
    (han, words)
}

/// Reads every page, on as many threads as there are processors; the answers are in order.
fn in_parallel<T: Send>(pages: &[Page], read: &(dyn Fn(&Page) -> T + Sync)) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = pages.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = pages
            .chunks(share)
            .map(|part| scope.spawn(move || part.iter().map(read).collect::<Vec<T>>()))
            .collect();
        // A panic of one thread is a mistake of this program and stays one.
        let done = parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        done.flatten().collect()
    })
}

fn read(page: &Page, places: &Places, options: &Options) -> Read {
    let parts = front_matter::split(&page.text);
    let rendered = render(page, &parts, places);
    let mut issues = fields::check(&parts);
    let above = parts.lines_before_body();
    let mut of_body = Vec::new();
    let lines = prose::lines(parts.body, page.dialect);
    match page.locale {
        Locale::Zh => chinese::check(&lines, options.spacing, &mut of_body),
        Locale::En => english::check(&lines, &mut of_body),
    }
    terms::check_page(&lines, page.locale, &options.glossary, &mut of_body);
    issues.extend(merge_marks::check(&parts, page.dialect));
    of_body.extend(undescribed(places, &page.file, page.locale, parts.body));
    issues.extend(of_body.into_iter().map(|issue| issue.below(above)));
    let mut issues: Vec<_> = issues.into_iter().map(|issue| issue.in_file(&page.file)).collect();
    // Anchors are looked for in all pages together, their own included.
    let of_reading = rendered.issues.into_iter().filter(|issue| issue.code != "anchor-missing");
    issues.extend(of_reading.filter_map(rules::graded));
    let issues = silence::heard(std::slice::from_ref(page), issues);
    // The title may stand in front matter on one side and above the text on the other.
    let headings = rendered.headings.into_iter();
    let headings = headings.map(|heading| (heading.level, heading.text, heading.line));
    Read {
        ids: links::ids(&rendered.html),
        headings: headings.collect(),
        links: rendered.links,
        issues,
    }
}

/// Pictures of a body that nobody has described, neither in the text nor in the library.
pub(crate) fn undescribed(places: &Places, file: &str, locale: Locale, body: &str) -> Vec<Issue> {
    links::pictures(body, &|written| {
        let Link::Media(url) = places.resolve(file, locale, written) else { return false };
        let known = places.picture(&url);
        known.is_some_and(|known| known.is_decorative || !known.words(locale).is_empty())
    })
}

fn render(page: &Page, parts: &front_matter::Parts<'_>, places: &Places) -> Rendered {
    html::render(&Source {
        file: &page.file,
        body: parts.body,
        lines_above: parts.lines_before_body(),
        dialect: page.dialect,
        locale: page.locale,
        link: &|written| places.resolve(&page.file, page.locale, written),
        file_text: &|path| places.part(path),
        picture: &|_| None,
    })
}

#[cfg(test)]
mod tests;
