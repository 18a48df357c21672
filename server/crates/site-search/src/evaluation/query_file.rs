//! Hand-written queries, one JSON object per line, evaluated on the merged results of both
//! languages.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;
use serde::Deserialize;

use super::{EvaluationRow, Ranks};
use pailou_content::page_path::{decode, encode};
use pailou_search::engine::{Engine, SearchHit};
use pailou_search::query::Query;

/// Error in a query file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {detail}")]
pub struct QueryFileError {
    pub line: usize,
    pub detail: String,
}

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    question: String,
    locale: String,
    expect: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluationQuery {
    question: String,
    reader: Locale,
    /// URLs of sections or pages, any of which is a right answer.
    expect: Vec<String>,
}

/// Parses a query file and checks that the index contains its URLs. Blank lines are ignored.
pub fn parse_queries(text: &str, engine: &Engine) -> Result<Vec<EvaluationQuery>, QueryFileError> {
    let known = addresses(engine);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let all: Result<Vec<_>, _> = lines
        .map(|(number, line)| {
            parse_query(line, &known).map_err(|detail| QueryFileError { line: number + 1, detail })
        })
        .collect();
    match all {
        Ok(all) if all.is_empty() => {
            Err(QueryFileError { line: 1, detail: "the file contains no questions".to_owned() })
        }
        all => all,
    }
}

fn parse_query(line: &str, known: &HashSet<String>) -> Result<EvaluationQuery, String> {
    let line: Line = serde_json::from_str(line).map_err(|error| {
        format!("{error}; a line is {{\"question\": …, \"locale\": \"zh\" or \"en\", \"expect\": [addresses]}}")
    })?;
    if Query::read(&line.question).is_empty() {
        return Err("`question` contains no searchable word".to_owned());
    }
    let reader = line
        .locale
        .parse()
        .map_err(|_| format!("`{}` is no locale of the site: write zh or en", line.locale))?;
    if line.expect.is_empty() {
        return Err("`expect` contains no URL".to_owned());
    }
    let expect: Vec<String> = line.expect.iter().map(|address| decode(address)).collect();
    match expect.iter().find(|address| !known.contains(*address)) {
        Some(address) => Err(format!("`{address}` is neither a page of this site nor a section")),
        None => Ok(EvaluationQuery { question: line.question, reader, expect }),
    }
}

/// Returns the decoded URLs of all searchable pages and sections.
pub fn addresses(engine: &Engine) -> HashSet<String> {
    let mut all = HashSet::new();
    for index in [&engine.zh, &engine.en] {
        for page in index.pages.iter().filter(|page| page.is_live) {
            all.insert(decode(&page.url));
            let sections = page.sections.clone();
            for section in sections.filter_map(|number| index.sections.get(number as usize)) {
                if let Some(anchor) = &section.anchor {
                    all.insert(decode(&format!("{}#{}", page.url, encode(anchor))));
                }
            }
        }
    }
    all
}

/// Returns one row of metrics for each language of readers; a language without queries has no row.
pub fn evaluate_queries(engine: &Engine, queries: &[EvaluationQuery]) -> Vec<EvaluationRow> {
    let mut rows = Vec::new();
    for reader in [Locale::Zh, Locale::En] {
        let mut ranks = Ranks::default();
        for query in queries.iter().filter(|query| query.reader == reader) {
            ranks.push(self::query_ranks(engine, query));
        }
        if !ranks.sections.is_empty() {
            rows.push(ranks.row(reader, None, "manual"));
        }
    }
    rows
}

/// Returns the queries without a right section among the first five results. For each, returns the
/// rank of the first right section and the URL of the first result.
pub fn missed<'a>(
    engine: &Engine,
    queries: &'a [EvaluationQuery],
) -> Vec<(&'a str, Option<usize>, String)> {
    let rank = |query: &'a EvaluationQuery| (query, query_ranks(engine, query).0);
    let missed = queries.iter().map(rank).filter(|(_, rank)| rank.is_none_or(|rank| rank > 5));
    let first = |query: &EvaluationQuery| {
        let found = engine.question(&Query::read(&query.question)).find(query.reader, None).best(1);
        found.first().and_then(|found| address(engine, found)).map(|(_, section)| section)
    };
    missed
        .map(|(query, rank)| (query.question.as_str(), rank, first(query).unwrap_or_default()))
        .collect()
}

/// Returns the rank of the first right section, and the rank of the first right page among the
/// pages. Ranks count from 1; `None` if there is no such result.
fn query_ranks(engine: &Engine, query: &EvaluationQuery) -> (Option<usize>, Option<usize>) {
    let page_of = |address: &str| address.split('#').next().unwrap_or_default().to_owned();
    let right_pages: HashSet<String> =
        query.expect.iter().map(|address| page_of(address)).collect();
    let mut pages: HashMap<String, usize> = HashMap::new();
    let mut page_rank = None;
    for (number, found) in engine
        .question(&Query::read(&query.question))
        .find(query.reader, None)
        .best(usize::MAX)
        .iter()
        .enumerate()
    {
        let Some((page, section)) = address(engine, found) else { continue };
        let next = pages.len() + 1;
        let rank = *pages.entry(page.clone()).or_insert(next);
        if right_pages.contains(&page) {
            page_rank = page_rank.or(Some(rank));
        }
        if query.expect.contains(&section) || query.expect.contains(&page) {
            return (Some(number + 1), page_rank);
        }
    }
    (None, page_rank)
}

/// Returns the decoded URLs of the page and of the section; `None` if the index has no such section.
fn address(engine: &Engine, found: &SearchHit) -> Option<(String, String)> {
    let (page, section) = engine.index_of(found.locale).page_of(found.section)?;
    let anchor = section.anchor.as_deref().map(|anchor| format!("#{anchor}"));
    let page = decode(&page.url);
    let section = format!("{page}{}", anchor.unwrap_or_default());
    Some((page, section))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use pailou_search::index::{Document, Part};
    use pailou_search::lexicon::Lexicon;

    fn engine() -> Engine {
        let part = |anchor: &str, text: &str| Part {
            anchor: Some(anchor.to_owned()),
            heading: anchor.to_owned(),
            text: text.to_owned(),
            ..Part::default()
        };
        let mut engine = Engine::new(Arc::new(Lexicon::default()));
        let sections = vec![part("安装", "Install the gate."), part("beam", "Lift the beam.")];
        let url = "/index/en/docs/a%20b".to_owned();
        let key = "a".to_owned();
        let document =
            Document { key, url, title: "Arch".to_owned(), sections, ..Document::default() };
        engine.put(Locale::En, document);
        engine
    }

    #[test]
    fn query_metrics_are_computed_for_both_languages() {
        let engine = engine();
        let text = r#"{"question": "lift", "locale": "zh", "expect": ["/index/en/docs/a b#beam"]}

{"question": "lift", "locale": "en", "expect": ["/index/en/docs/a%20b#%E5%AE%89%E8%A3%85"]}
{"question": "gate", "locale": "en", "expect": ["/index/en/docs/a b"]}"#;
        let queries = parse_queries(text, &engine).expect("questions");
        let rows = evaluate_queries(&engine, &queries);
        let actual: Vec<_> =
            rows.iter().map(|row| (row.from, row.section.recall[1], row.page.recall[0])).collect();
        assert_eq!(actual, [(Locale::Zh, 1.0, 1.0), (Locale::En, 0.5, 1.0)]);
        let missed = missed(&engine, &queries);
        assert_eq!(missed, [("lift", None, "/index/en/docs/a b#beam".to_owned())]);
    }

    #[test]
    fn query_file_error_contains_the_line_number() {
        let ok = r#"{"question": "lift", "locale": "en", "expect": ["/index/en/docs/a b"]}"#;
        for (line, expected) in [
            (
                r#"{"question": "x", "locale": "fr", "expect": ["/a"]}"#,
                "line 2: `fr` is no locale of the site: write zh or en",
            ),
            (
                r#"{"question": "?", "locale": "en", "expect": ["/a"]}"#,
                "line 2: `question` contains no searchable word",
            ),
            (
                r#"{"question": "x", "locale": "en", "expect": []}"#,
                "line 2: `expect` contains no URL",
            ),
            (
                r#"{"question": "x", "locale": "en", "expect": ["/index/en/docs/c"]}"#,
                "line 2: `/index/en/docs/c` is neither a page of this site nor a section",
            ),
        ] {
            let mistake = parse_queries(&format!("{ok}\n{line}"), &engine()).expect_err(line);
            assert_eq!(mistake.to_string(), expected);
        }
        let mistake = parse_queries("lift", &engine()).expect_err("no JSON");
        assert!(mistake.to_string().starts_with("line 1: expected"), "{mistake}");
        assert_eq!(
            parse_queries("\n", &engine()).expect_err("none").to_string(),
            "line 1: the file contains no questions"
        );
    }
}
