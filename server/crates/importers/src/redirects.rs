//! Redirects from the settings of a generator, as aliases of pages.

use core_wasm::locale::Locale;

use crate::folder::PageFile;
use crate::generators::Alias;
use crate::languages;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path;
use pailou_content::root::Root;

/// Finds the target pages of redirects. Returns issues for redirects without a target page and for patterns.
pub(crate) fn resolve_redirects(
    pages: &[PageFile],
    moved: &[(String, String)],
) -> (Vec<Alias>, Vec<Issue>) {
    let (mut found, mut issues) = (Vec::new(), Vec::new());
    for (from, to) in moved {
        let ((from_locale, path), (to_locale, target)) = (split_url(from), split_url(to));
        let target_locale = to_locale.or(from_locale);
        let leads_to = |page: &&PageFile| {
            (page.path == target || page.tree_path == target)
                && target_locale.is_none_or(|locale| page.locale == locale)
                && page.path != path
        };
        let before = found.len();
        // A pattern is not a path.
        let is_plain = !from.contains(['*', '^', '[', '(']) && !from.contains("/:");
        let is_address = is_plain && page_path::check_page_path(&path).is_ok() && !path.is_empty();
        for page in pages.iter().filter(leads_to).filter(|_| is_address) {
            found.push(Alias {
                locale: from_locale.unwrap_or(page.locale),
                path: path.clone(),
                file: page.file.clone(),
            });
        }
        if found.len() == before {
            let detail = format!("{from} → {to}");
            issues.push(Issue::of_file(Severity::Warning, "redirect-not-read", "", detail));
        }
    }
    (found, issues)
}

/// Splits a URL such as `/zh/a/b.html` or `a/b.md` into language and path.
fn split_url(written: &str) -> (Option<Locale>, String) {
    if written.contains("://") {
        return (None, written.to_owned());
    }
    let rooted = written.trim_start_matches('/');
    let (first, rest) = rooted.split_once('/').unwrap_or((rooted, ""));
    match Root::locale_of(first) {
        Some(locale) => (Some(locale), languages::plain_path(rest)),
        None => (None, languages::plain_path(rooted)),
    }
}
