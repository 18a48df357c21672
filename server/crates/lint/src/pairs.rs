//! Translation rules: missing page, different headings, outdated segments.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use crate::{Page, Read};
use pailou_content::issue::Issue;
use pailou_content::lint_rules::rule_issue;

pub(super) fn check(pages: &[Page], read: &[Read]) -> Vec<Issue> {
    let has = |locale: Locale| pages.iter().any(|page| page.locale == locale);
    let mut issues = Vec::new();
    let by_key: HashMap<(&str, Locale), usize> =
        pages.iter().enumerate().map(|(at, page)| ((page.key.as_str(), page.locale), at)).collect();
    // In a site with one language, no translation is missing.
    let is_bilingual = has(Locale::Zh) && has(Locale::En);
    for (page, read_page) in pages.iter().zip(read) {
        let twin = by_key.get(&(page.key.as_str(), page.locale.other()));
        match twin {
            None if is_bilingual => {
                let other = page.locale.other().tag();
                let detail = format!("no page in {other} with the key `{}`", page.key);
                issues.push(rule_issue("page-unpaired", 1, detail).in_file(&page.file));
            }
            Some(at) if page.locale == Locale::Zh => {
                issues.extend(headings(page, read_page, &pages[*at], &read[*at]));
            }
            _ => {}
        }
        if !page.outdated.is_empty() {
            let detail = format!("{} segments", page.outdated.len());
            issues.push(rule_issue("translation-outdated", 1, detail).in_file(&page.file));
        }
        let outdated = page.outdated.iter();
        let outdated = outdated.map(|it| rule_issue("segment-outdated", it.line, it.words.clone()));
        issues.extend(outdated.map(|issue| issue.in_file(&page.file)));
    }
    issues
}

/// Returns an issue for the first heading that has no counterpart or a counterpart of another level.
fn headings(page: &Page, read: &Read, other: &Page, other_read: &Read) -> Option<Issue> {
    let (own, others) = (&read.headings, &other_read.headings);
    let same = own.iter().zip(others).take_while(|(a, b)| a.0 == b.0).count();
    if same == own.len() && same == others.len() {
        return None;
    }
    let format_heading = |(level, text, _): &(u8, String, u32)| {
        format!("`{} {text}`", "#".repeat(usize::from(*level)))
    };
    let line = own.get(same).or_else(|| own.last()).map_or(1, |(_, _, line)| *line);
    let line_there = others.get(same).map_or(String::new(), |(_, _, line)| format!(":{line}"));
    let location = format!("{}{line_there}", other.file);
    let detail = match (own.get(same).map(format_heading), others.get(same).map(format_heading)) {
        (None, Some(other_heading)) => format!("nothing here, {other_heading} in {location}"),
        (Some(own_heading), None) => format!("{own_heading} here, nothing in {location}"),
        (own_heading, other_heading) => {
            let (own_heading, other_heading) =
                (own_heading.unwrap_or_default(), other_heading.unwrap_or_default());
            format!("{own_heading} here, {other_heading} in {location}")
        }
    };
    Some(rule_issue("headings-differ", line, detail).in_file(&page.file))
}
