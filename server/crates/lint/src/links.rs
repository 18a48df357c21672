//! Link rules: pages and anchors.

use std::collections::{HashMap, HashSet};

use crate::{Page, Read};
use pailou_content::issue::Issue;
use pailou_content::link::Link;
use pailou_content::lint_rules::rule_issue;
use pailou_content::page_path::decode;
use pailou_markdown::code;
use pailou_markdown::fences::Fences;
use pailou_sanitize::html::ID_PREFIX;

/// Returns the values of all `id` and `name` attributes in a page, to which a fragment can refer.
pub(super) fn ids(html: &str) -> HashSet<String> {
    let mut ids = HashSet::new();
    for attribute in [" id=\"", " name=\""] {
        let mut rest = html;
        while let Some(at) = rest.find(attribute) {
            rest = &rest[at + attribute.len()..];
            let Some((id, after)) = rest.split_once('"') else { break };
            let id = code::decode(id);
            ids.insert(id.strip_prefix(ID_PREFIX).map(str::to_owned).unwrap_or(id));
            rest = after;
        }
    }
    ids
}

pub(super) fn check(pages: &[Page], read: &[Read]) -> Vec<Issue> {
    let by_url: HashMap<&str, usize> =
        pages.iter().enumerate().map(|(at, page)| (page.url.as_str(), at)).collect();
    let twins: HashMap<(&str, _), usize> =
        pages.iter().enumerate().map(|(at, page)| ((page.key.as_str(), page.locale), at)).collect();
    let has_id = |at: usize, id: &str| {
        // A heading can also be reached by its id in the other language.
        let page = &pages[at];
        let twin = twins.get(&(page.key.as_str(), page.locale.other()));
        [Some(&at), twin].into_iter().flatten().any(|at| read[*at].ids.contains(id))
    };
    let mut issues = Vec::new();
    for (page, read_page) in pages.iter().zip(read) {
        for used in &read_page.links {
            let url = match &used.link {
                Link::Page(url) => url.clone(),
                Link::Anchor(id) => format!("{}#{id}", page.url),
                _ => continue,
            };
            let (address, fragment) = url.split_once('#').unwrap_or((&url, ""));
            let address = address.split('?').next().unwrap_or_default();
            let other = || by_url.get(switched(address)?.as_str()).copied();
            let Some(at) = by_url.get(address).copied().or_else(other) else { continue };
            // The fragment `#top` exists on every page.
            if !matches!(fragment, "" | "top") && !has_id(at, &decode(fragment)) {
                let detail = format!("{}: no heading `{}`", used.written, decode(fragment));
                issues.push(rule_issue("anchor-missing", used.line, detail).in_file(&page.file));
            }
        }
    }
    issues
}

/// Returns issues for images without alt text. `has_alt_text` returns whether an image needs no alt
/// text in the body.
pub(super) fn images(body: &str, has_alt_text: &dyn Fn(&str) -> bool) -> Vec<Issue> {
    let mut fences = Fences::at_any_indent();
    let mut issues = Vec::new();
    for (number, line) in (1..).zip(body.lines()) {
        let is_code = fences.is_code(line);
        for (at, _) in line.match_indices("![](").filter(|_| !is_code) {
            let is_in_code = line[..at].matches('`').count() % 2 == 1;
            let target = image_target(&line[at + 4..]);
            if !is_in_code && !has_alt_text(target) {
                let issue = rule_issue("image-without-alt-text", number, target);
                issues.push(issue.at_column(line[..at].chars().count() + 1));
            }
        }
    }
    issues
}

/// Returns the target of an image: enclosed in `<` and `>`, or up to a space or the closing
/// parenthesis.
fn image_target(inside: &str) -> &str {
    match inside.trim_start().strip_prefix('<') {
        Some(inside) => inside.split('>').next().unwrap_or_default(),
        None => inside.split([')', ' ']).next().unwrap_or_default(),
    }
}

/// Returns the URL of the page at `address` in the other language; `None` for a URL without a language. Pailou displays
/// the other language if a page is not translated.
fn switched(address: &str) -> Option<String> {
    address
        .strip_prefix("/index/zh")
        .map(|rest| format!("/index/en{rest}"))
        .or_else(|| address.strip_prefix("/index/en").map(|rest| format!("/index/zh{rest}")))
}
