//! Glossary rules: forbidden words, and missing translations of terms.
//!
//! The glossary is `glossary.toml` or `glossary.csv` in the root folder.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use crate::Page;
use crate::prose::Line;
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::lint_rules::rule_issue;
use pailou_text_diff::script::is_han;
use pailou_translation::fingerprint::normalized;
use pailou_translation::pairing;
use pailou_translation::segment::{self, Known};

/// Paths of the glossary.
pub const GLOSSARIES: &[&str] = &["glossary.toml", "glossary.csv"];

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Glossary {
    terms: Vec<Term>,
}

/// An English term, its Chinese translation, and forbidden alternatives.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    pub term: String,
    /// Chinese translation; empty if there is none.
    #[serde(default)]
    pub translation: String,
    #[serde(default)]
    pub forbidden: Vec<String>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    term: Vec<Term>,
}

impl Glossary {
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the terms in file order.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Adds the terms of another glossary at the end.
    pub fn append(&mut self, mut other: Self) {
        self.terms.append(&mut other.terms);
    }

    /// Returns the terms in both languages.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let both = self.terms.iter().flat_map(|term| [&term.term, &term.translation]);
        both.map(|word| word.trim()).filter(|word| !word.is_empty())
    }

    /// Parses `[[term]]` tables, or lines of `term,translation,forbidden|forbidden`.
    pub fn read(file: &str, text: &str) -> Result<Self, Issue> {
        let refused =
            |detail: String| Issue::of_file(Severity::Error, "glossary-invalid", file, detail);
        if file.ends_with(".toml") {
            let read: File =
                toml::from_str(text).map_err(|error| refused(error.message().to_owned()))?;
            return Ok(Self { terms: read.term });
        }
        let text = text.trim_start_matches('\u{feff}');
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut terms = Vec::new();
        for (number, row) in reader.records().enumerate() {
            let row = row.map_err(|error| refused(error.to_string()))?;
            let cell = |at: usize| row.get(at).unwrap_or_default();
            let is_head = number == 0 && cell(0) == "term";
            if is_head || row.iter().eq([""]) {
                continue;
            }
            if row.len() > 3 || cell(0).is_empty() {
                let detail = "expected the columns term,translation,forbidden|forbidden";
                let line = row_line(text, row.position());
                return Err(Issue::error("glossary-invalid", line, detail).in_file(file));
            }
            let forbidden = cell(2).split(['|', ';']).map(str::trim);
            terms.push(Term {
                term: cell(0).to_owned(),
                translation: cell(1).to_owned(),
                forbidden: forbidden.filter(|word| !word.is_empty()).map(str::to_owned).collect(),
            });
        }
        Ok(Self { terms })
    }
}

/// Returns the line of a row, counted from 1. The parser's position is the end of the previous row,
/// which may be followed by blank lines.
fn row_line(text: &str, position: Option<&csv::Position>) -> u32 {
    let at = position.and_then(|at| usize::try_from(at.byte()).ok()).unwrap_or_default();
    let rest = text.get(at..).unwrap_or_default();
    let row = text.len() - rest.trim_start_matches(['\r', '\n']).len();
    u32::try_from(1 + text[..row].matches('\n').count()).unwrap_or(u32::MAX)
}

/// Reports words that the glossary forbids.
pub(super) fn check_page(
    lines: &[Line],
    locale: Locale,
    glossary: &Glossary,
    issues: &mut Vec<Issue>,
) {
    if glossary.is_empty() {
        return;
    }
    for line in lines {
        let text = line.text();
        for term in &glossary.terms {
            let preferred = match locale {
                Locale::Zh if !term.translation.is_empty() => &term.translation,
                _ => &term.term,
            };
            for word in &term.forbidden {
                let right = [&term.term, &term.translation];
                for position in places(&text, word) {
                    // The forbidden `页` is allowed within `页面`.
                    if right.iter().any(|right| covers(&text, position, right, word)) {
                        continue;
                    }
                    let at = text[..position].chars().count();
                    let issue = rule_issue(
                        "term-forbidden",
                        line.number,
                        format!("`{word}`: write `{preferred}`"),
                    );
                    issues.push(issue.at_column(line.column(at)));
                }
            }
        }
    }
}

/// Returns the positions of a word. A Latin word must be a whole word; a Chinese word may be part of a longer text.
fn places(text: &str, word: &str) -> Vec<usize> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let found = text.match_indices(word).map(|(at, _)| at);
    let is_whole = |at: &usize| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let continues_word = |outer: Option<char>, inner: Option<char>| {
            outer.is_some_and(is_word) && inner.is_some_and(is_word)
        };
        !continues_word(before, word.chars().next())
            && !continues_word(after, word.chars().next_back())
    };
    found.filter(is_whole).collect()
}

/// Whether the word at this position is a part of the correct term `right`.
fn covers(text: &str, position: usize, right: &str, word: &str) -> bool {
    right.len() > word.len()
        && right.match_indices(word).any(|(inside, _)| {
            position
                .checked_sub(inside)
                .is_some_and(|start| text.get(start..).is_some_and(|rest| rest.starts_with(right)))
        })
}

/// Reports each term of an English segment if the aligned Chinese segment has neither the term nor its translation.
pub(super) fn check_pairs(pages: &[Page], glossary: &Glossary) -> Vec<Issue> {
    let english: HashMap<&str, &Page> = pages
        .iter()
        .filter(|page| page.locale == Locale::En)
        .map(|page| (page.key.as_str(), page))
        .collect();
    let chinese = pages.iter().filter(|page| page.locale == Locale::Zh);
    let pairs = chinese.filter_map(|zh| Some((zh, *english.get(zh.key.as_str())?)));
    pairs.flat_map(|(zh, en)| check_terms(zh, en, glossary)).collect()
}

fn check_terms(zh: &Page, en: &Page, glossary: &Glossary) -> Vec<Issue> {
    let lower = normalized(&en.text.to_lowercase());
    let named = |term: &&Term| lower.contains(&normalized(&term.term.to_lowercase()));
    let used: Vec<_> =
        glossary.terms.iter().filter(|term| !term.translation.is_empty()).filter(named).collect();
    if used.is_empty() {
        return Vec::new();
    }
    let ((zh_known, zh_lines), (en_known, _)) = (segments(zh), segments(en));
    let (left, right) = (by_id(&zh_known), by_id(&en_known));
    let mut issues = Vec::new();
    for pair in pairing::pairs(&zh_known, &en_known) {
        let (Some(own), Some(other)) = (left.get(pair.zh.as_str()), right.get(pair.en.as_str()))
        else {
            continue;
        };
        if !own.words.chars().any(is_han) {
            continue;
        }
        let (ours, theirs) = (own.words.to_lowercase(), other.words.to_lowercase());
        for term in &used {
            // Normalized text has no space between Chinese and Latin characters.
            let name = normalized(&term.term.to_lowercase());
            let translation = normalized(&term.translation.to_lowercase());
            let is_used = has_word(&theirs, &name);
            let is_there = ours.contains(&translation) || has_word(&ours, &name);
            if is_used && !is_there {
                let line = zh_lines.get(pair.zh.as_str()).copied().unwrap_or(1);
                let detail =
                    format!("`{}` must be translated as `{}`", term.term, term.translation);
                issues.push(rule_issue("term-missing", line, detail).in_file(&zh.file));
            }
        }
    }
    issues
}

/// Whether a text contains a term or its plural.
fn has_word(text: &str, term: &str) -> bool {
    !places(text, term).is_empty() || !places(text, &format!("{term}s")).is_empty()
}

fn by_id(known: &[Known]) -> HashMap<&str, &Known> {
    known.iter().map(|known| (known.id.as_str(), known)).collect()
}

/// Returns the segments of a page, with their numbers as ids, and the first line of each in the
/// file.
pub(super) fn segments(page: &Page) -> (Vec<Known>, HashMap<String, u32>) {
    let parts = front_matter::split(&page.text);
    let above = parts.lines_before_body();
    let cut = segment::segments(parts.body, page.dialect);
    let numbered = cut.into_iter().enumerate();
    let known: Vec<(Known, u32)> = numbered
        .map(|(number, segment)| {
            let line = segment.line + above;
            (Known::new(number.to_string(), &segment), line)
        })
        .collect();
    let lines = known.iter().map(|(known, line)| (known.id.clone(), *line)).collect();
    (known.into_iter().map(|(known, _)| known).collect(), lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose;
    use pailou_markdown::flavor::Flavor;

    const CSV: &str = "term,translation,forbidden\npage,页面,网页|页\n\"a, b\",,\n";

    #[test]
    fn toml_and_csv_glossaries_are_parsed_and_validated() {
        let csv = Glossary::read("glossary.csv", CSV).unwrap();
        assert_eq!(csv.terms[0].forbidden, ["网页", "页"]);
        assert_eq!(csv.terms[1].term, "a, b");
        let toml =
            "[[term]]\nterm = \"page\"\ntranslation = \"页面\"\nforbidden = [\"网页\", \"页\"]\n";
        assert_eq!(Glossary::read("glossary.toml", toml).unwrap().terms[0], csv.terms[0]);
        let issue = Glossary::read("glossary.csv", "a,b\n,c\n").unwrap_err();
        assert_eq!((issue.code, issue.line), ("glossary-invalid", Some(2)));
        let text = "\u{feff}term\r\nterm,术语\r\n\r\n \r\n\"a \"\"b\"\"\nc\",d\r\n\r\na,b,c,d\r\n";
        let issue = Glossary::read("glossary.csv", text).unwrap_err();
        assert_eq!((issue.code, issue.line), ("glossary-invalid", Some(8)));
        let csv = Glossary::read("glossary.csv", &text.replace("a,b,c,d", "")).unwrap();
        let terms: Vec<_> = csv.terms.iter().map(|term| term.term.as_str()).collect();
        assert_eq!(terms, ["term", "a \"b\"\nc"]);
        let issue = Glossary::read("glossary.toml", "[[term]]\nterms = 1\n").unwrap_err();
        assert!(issue.detail.contains("terms"), "{}", issue.detail);
    }

    #[track_caller]
    fn check(body: &str, locale: Locale, expected: &[(u32, &str)]) {
        let glossary = Glossary::read("glossary.csv", CSV).unwrap();
        let mut issues = Vec::new();
        check_page(&prose::lines(body, Flavor::Markdown), locale, &glossary, &mut issues);
        let actual: Vec<_> =
            issues.iter().map(|issue| (issue.column.unwrap(), issue.detail.as_str())).collect();
        assert_eq!(actual, expected, "{body}");
    }

    #[test]
    fn forbidden_term_is_reported() {
        check("一个网页", Locale::Zh, &[(3, "`网页`: write `页面`"), (4, "`页`: write `页面`")]);
        check("一个页面 `网页`", Locale::Zh, &[]);
    }

    fn page(locale: Locale, text: &str) -> Page {
        Page {
            file: "a.md".to_owned(),
            locale,
            key: "a".to_owned(),
            url: String::new(),
            dialect: Flavor::Markdown,
            text: text.to_owned(),
            outdated: Vec::new(),
        }
    }

    #[test]
    fn glossary_translation_may_mix_scripts() {
        let csv = "API  token,API 令牌\nwebhook,Webhook\n";
        let glossary = Glossary::read("glossary.csv", csv).unwrap();
        let en = page(Locale::En, "# A\n\nAn API\ntoken.\n\nA webhook.\n\nAPI tokens.\n");
        for (text, lines) in [
            ("# 甲\n\n一个 API 令牌。\n\n一个 webhook。\n\nAPI令牌\n", &[][..]),
            ("# 甲\n\n一个 API\n令牌。\n\n一个 Webhook。\n\n令牌\n", &[Some(8)]),
        ] {
            let issues = check_pairs(&[en.clone(), page(Locale::Zh, text)], &glossary);
            let found: Vec<_> = issues.iter().map(|issue| issue.line).collect();
            assert_eq!(found, lines, "{text}");
        }
    }

    #[test]
    fn glossary_term_is_checked_in_the_aligned_segment() {
        let glossary = Glossary::read("glossary.csv", CSV).unwrap();
        let en = page(Locale::En, "# A\n\nTwo Pages.\n\nOne page.\n\nHomepage.\n");
        let zh = page(Locale::Zh, "---\nx: 1\n---\n# 甲\n\n两个页面。\n\n一个文档。\n\n主页。\n");
        let issues = check_pairs(&[en, zh], &glossary);
        let found: Vec<_> = issues.iter().map(|issue| (issue.code, issue.line)).collect();
        assert_eq!(found, [("term-missing", Some(8))]);
    }
}
