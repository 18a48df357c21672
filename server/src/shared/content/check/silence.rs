//! `<!-- check-disable rule -->`: what an author does not want to hear, from that line on, until
//! `check-enable`, or on the next line only.

use std::collections::HashMap;

use super::super::issue::Issue;
use super::Page;

/// One comment: the lines it speaks of, and the rules, none for all.
struct Silence {
    lines: std::ops::Range<u32>,
    rules: Vec<String>,
}

/// Leaves out what the comments of its page silence.
pub(super) fn heard(pages: &[Page], issues: Vec<Issue>) -> Vec<Issue> {
    let silences: HashMap<&str, Vec<Silence>> = pages
        .iter()
        .filter(|page| page.text.contains("check-disable"))
        .map(|page| (page.file.as_str(), of_text(&page.text)))
        .collect();
    let is_heard = |issue: &Issue| {
        let silences = silences.get(issue.file.as_str()).map(Vec::as_slice).unwrap_or_default();
        let line = issue.line.unwrap_or(0);
        !silences.iter().any(|silence| {
            let is_of_page = issue.line.is_none() && silence.lines.end == u32::MAX;
            (is_of_page || silence.lines.contains(&line)) && silence.speaks_of(issue.code)
        })
    };
    issues.into_iter().filter(is_heard).collect()
}

impl Silence {
    fn speaks_of(&self, code: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|rule| rule == code)
    }
}

fn of_text(text: &str) -> Vec<Silence> {
    let mut silences: Vec<Silence> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((word, rules)) = comment(line) else { continue };
        match word {
            "check-disable" => silences.push(Silence { lines: number..u32::MAX, rules }),
            "check-disable-next-line" => {
                silences.push(Silence { lines: number + 1..number + 2, rules });
            }
            "check-enable" => {
                let open = silences.iter_mut().filter(|silence| silence.lines.end == u32::MAX);
                for silence in open.filter(|silence| rules.is_empty() || silence.rules == rules) {
                    silence.lines.end = number;
                }
            }
            _ => {}
        }
    }
    silences
}

/// `<!-- word rule rule -->`, in MDX `{/* word rule */}`.
fn comment(line: &str) -> Option<(&str, Vec<String>)> {
    let marks = [("<!--", "-->"), ("{/*", "*/}")];
    let inside =
        marks.iter().find_map(|(begin, end)| Some(line.split_once(begin)?.1.split_once(end)?.0))?;
    let mut words = inside.split([' ', ',']).filter(|word| !word.is_empty());
    let word = words.next().filter(|word| word.starts_with("check-"))?;
    Some((word, words.map(str::to_owned).collect()))
}
