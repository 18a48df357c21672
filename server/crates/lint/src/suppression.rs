//! Suppression comments.
//!
//! `<!-- check-disable rule -->` suppresses a rule up to `check-enable`; `check-disable-next-line`
//! suppresses it on the next line only.

use std::collections::HashMap;

use crate::Page;
use pailou_content::issue::Issue;

/// A suppression: lines, and rules (all rules if empty).
struct Suppression {
    lines: std::ops::Range<u32>,
    rules: Vec<String>,
}

/// Removes the issues that comments on the page suppress.
pub(super) fn apply_suppressions(pages: &[Page], issues: Vec<Issue>) -> Vec<Issue> {
    let suppressions: HashMap<&str, Vec<Suppression>> = pages
        .iter()
        .filter(|page| page.text.contains("check-disable"))
        .map(|page| (page.file.as_str(), of_text(&page.text)))
        .collect();
    let is_reported = |issue: &Issue| {
        let suppressions =
            suppressions.get(issue.file.as_str()).map(Vec::as_slice).unwrap_or_default();
        let line = issue.line.unwrap_or(0);
        !suppressions.iter().any(|suppression| {
            let is_of_page = issue.line.is_none() && suppression.lines.end == u32::MAX;
            (is_of_page || suppression.lines.contains(&line)) && suppression.suppresses(issue.code)
        })
    };
    issues.into_iter().filter(is_reported).collect()
}

impl Suppression {
    fn suppresses(&self, code: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|rule| rule == code)
    }
}

fn of_text(text: &str) -> Vec<Suppression> {
    let mut suppressions: Vec<Suppression> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((word, rules)) = comment(line) else { continue };
        match word {
            "check-disable" => suppressions.push(Suppression { lines: number..u32::MAX, rules }),
            "check-disable-next-line" => {
                suppressions.push(Suppression { lines: number + 1..number + 2, rules });
            }
            "check-enable" => {
                let open =
                    suppressions.iter_mut().filter(|suppression| suppression.lines.end == u32::MAX);
                for suppression in
                    open.filter(|suppression| rules.is_empty() || suppression.rules == rules)
                {
                    suppression.lines.end = number;
                }
            }
            _ => {}
        }
    }
    suppressions
}

/// Parses `<!-- directive rule rule -->`, or in MDX `{/* directive rule */}`; `None` for any other line.
fn comment(line: &str) -> Option<(&str, Vec<String>)> {
    let marks = [("<!--", "-->"), ("{/*", "*/}")];
    let inside =
        marks.iter().find_map(|(begin, end)| Some(line.split_once(begin)?.1.split_once(end)?.0))?;
    let mut parts = inside.split([' ', ',']).filter(|word| !word.is_empty());
    let word = parts.next().filter(|word| word.starts_with("check-"))?;
    Some((word, parts.map(str::to_owned).collect()))
}
