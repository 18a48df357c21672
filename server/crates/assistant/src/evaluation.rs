//! Evaluation of the assistant with a file of questions, for `pailou eval`: retrieval, answer states, and quotations.

use std::collections::HashSet;

use core_wasm::locale::Locale;
use serde::Deserialize;

use crate::answer::{self, AskedQuestion};
use crate::calibration::{AnswerState, Calibration, Trainer};
use crate::passages::contains_quote;
use pailou_content::page_path::decode;
use pailou_search::engine::{Engine, Scope};
use pailou_site_search::Entry;
use pailou_site_search::evaluation::first_screen;
use pailou_site_search::evaluation::query_file::{QueryFileError, addresses};

/// Subject of an evaluation question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A subject that the site documents.
    OnTopic,
    /// Other software or daily life.
    OffTopic,
    /// A related subject that the site does not document.
    NearTopic,
}

/// An evaluation question: one line of the file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenQuestion {
    kind: Subject,
    question: String,
    locale: String,
    /// URLs of sections or pages, each of which answers the question. Empty unless the question is on topic.
    #[serde(default)]
    expect: Vec<String>,
}

impl WrittenQuestion {
    fn reader(&self) -> Locale {
        self.locale.parse().unwrap_or(Locale::En)
    }

    fn to_question(&self) -> AskedQuestion<'_> {
        AskedQuestion { text: &self.question, reader: self.reader(), page: None, before: None }
    }
}

/// Parses a file of evaluation questions, one JSON object per line. Blank lines are skipped.
///
/// # Errors
/// Returns an error for an invalid line, an expected URL that is not in the index, or a file without questions.
pub fn parse_evaluation_questions(
    text: &str,
    engine: &Engine,
) -> Result<Vec<WrittenQuestion>, QueryFileError> {
    let known = addresses(engine);
    let mut all = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let error = |detail: String| QueryFileError { line: number + 1, detail };
        let mut question: WrittenQuestion =
            serde_json::from_str(line).map_err(|it| error(it.to_string()))?;
        if question.locale.parse::<Locale>().is_err() {
            return Err(error(format!(
                "invalid `locale` `{}`: expected zh or en",
                question.locale
            )));
        }
        if (question.kind == Subject::OnTopic) == question.expect.is_empty() {
            let detail = "invalid `expect`: expected URLs for on_topic, and none otherwise";
            return Err(error(detail.to_owned()));
        }
        question.expect = question.expect.iter().map(|address| decode(address)).collect();
        if let Some(address) = question.expect.iter().find(|address| !known.contains(*address)) {
            let detail = format!("invalid `expect` `{address}`: no page or section of this site");
            return Err(error(detail));
        }
        all.push(question);
    }
    if all.is_empty() {
        return Err(QueryFileError { line: 1, detail: "no question in the file".to_owned() });
    }
    Ok(all)
}

/// Retrieval quality for the on-topic questions of one language. `section_at_5` is the share of the questions with an
/// expected section among the first five results.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RetrievalMetrics {
    pub locale: Locale,
    pub count: usize,
    pub section_at_1: f64,
    pub section_at_5: f64,
    pub page_at_5: f64,
    /// Share of the questions whose answer quotes an expected section or page.
    pub cited: f64,
}

/// Share of each answer state in one group of questions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnswerStateShares {
    pub count: usize,
    pub answered: f64,
    pub closest: f64,
    pub off_topic: f64,
}

/// Results of an evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct AssistantMetrics {
    pub retrieval: Vec<RetrievalMetrics>,
    /// Area under the ROC curve of the topic probability as a classifier of on-topic and off-topic questions.
    pub auroc: f64,
    /// Share of the off-topic questions whose topic probability is below a threshold. The threshold is the highest
    /// value that 90 % of the on-topic questions reach.
    pub refused: f64,
    pub on_topic: AnswerStateShares,
    pub off_topic: AnswerStateShares,
    pub near_topic: AnswerStateShares,
    /// States of the on-topic questions when the pages that answer them are left out.
    pub removed: AnswerStateShares,
    /// Share of the quotations that the section at their URL contains verbatim.
    pub verbatim: f64,
    /// Questions without an expected section among the first five results. Each has its text, the rank of the first
    /// expected section (from 1; `None` if it was not found), and the URL of the first result.
    pub missed: Vec<(String, Option<usize>, String)>,
}

/// Answers the questions and measures the results.
pub fn evaluate(
    engine: &Engine,
    calibration: &Calibration,
    questions: &[WrittenQuestion],
) -> AssistantMetrics {
    let of = |kind: Subject| questions.iter().filter(move |question| question.kind == kind);
    let answers = |kind: Subject| -> Vec<answer::QuotedAnswer> {
        of(kind).map(|it| answer::answer(engine, calibration, it.to_question(), None)).collect()
    };
    let [own, other, near] = [Subject::OnTopic, Subject::OffTopic, Subject::NearTopic].map(answers);
    let removed: Vec<_> = of(Subject::OnTopic)
        .map(|question| {
            let scope = without(engine, &question.expect);
            answer::answer(engine, calibration, question.to_question(), Some(&scope))
        })
        .collect();
    let topics = |answers: &[answer::QuotedAnswer]| -> Vec<f64> {
        answers.iter().map(|answer| answer.topic).collect()
    };
    let (own_topics, other_topics) = (topics(&own), topics(&other));
    let mut missed = Vec::new();
    let retrieval = [Locale::Zh, Locale::En]
        .into_iter()
        .filter_map(|locale| retrieval(engine, questions, &own, locale, &mut missed))
        .collect();
    let all = own.iter().chain(&other).chain(&near).chain(&removed);
    AssistantMetrics {
        retrieval,
        auroc: auroc(&own_topics, &other_topics),
        refused: refused(&own_topics, &other_topics, 0.9),
        on_topic: states(&own),
        off_topic: states(&other),
        near_topic: states(&near),
        removed: states(&removed),
        verbatim: verbatim(engine, all.flat_map(|answer| &answer.quotations)),
        missed,
    }
}

/// Results for questions whose page exists in the other language only.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossLanguageMetrics {
    /// Language of the questions.
    pub locale: Locale,
    pub count: usize,
    /// Share of the questions for which the right section, in the other language, is among the first five results.
    pub section_at_5: f64,
    /// Share of the questions whose answer quotes the right section.
    pub cited: f64,
    /// Share of the questions whose first quotation is from the right section.
    pub cited_first: f64,
    /// Share of the questions that are classified as off topic.
    pub off_topic: f64,
}

/// Measures answers across languages. Some pages are left out of the index of one language. The questions are made from
/// the headings and first sentences of these pages in that language. The calibration is trained on the reduced index.
pub fn across_languages(entries: &[Entry]) -> Vec<CrossLanguageMetrics> {
    let (engine, questions) = first_screen::across_languages(entries);
    let calibration = Trainer::train(&engine);
    let of = |locale: Locale| {
        let own = questions.iter().filter(|question| question.reader == locale);
        let (mut count, mut five, mut cited, mut first, mut refused) = (0_usize, 0, 0, 0, 0);
        for question in own {
            let asked_question =
                AskedQuestion { text: &question.text, reader: locale, page: None, before: None };
            let index = engine.index_of(locale.other());
            let page = index.pages.iter().find(|page| page.is_live && *page.key == question.key);
            let url = page.map(|page| page.url.to_string()).unwrap_or_default();
            let right = (url, Some(question.anchor.clone()));
            let answer = answer::answer(&engine, &calibration, asked_question, None);
            let is_right = |it: &answer::Quotation| {
                (&it.page_url, it.anchor.as_deref()) == (&right.0, right.1.as_deref())
            };
            count += 1;
            five += usize::from(
                answer::found(&engine, asked_question).iter().take(5).any(|it| *it == right),
            );
            cited += usize::from(answer.quotations.iter().any(is_right));
            first += usize::from(answer.quotations.first().is_some_and(is_right));
            refused += usize::from(answer.state == AnswerState::OffTopic);
        }
        let share = |of: usize| of as f64 / count as f64;
        (count > 0).then(|| CrossLanguageMetrics {
            locale,
            count,
            section_at_5: share(five),
            cited: share(cited),
            cited_first: share(first),
            off_topic: share(refused),
        })
    };
    [Locale::Zh, Locale::En].into_iter().filter_map(of).collect()
}

fn retrieval(
    engine: &Engine,
    questions: &[WrittenQuestion],
    answers: &[answer::QuotedAnswer],
    locale: Locale,
    missed: &mut Vec<(String, Option<usize>, String)>,
) -> Option<RetrievalMetrics> {
    let (mut count, mut first, mut five, mut page_five, mut cited) = (0_usize, 0, 0, 0, 0);
    let own = questions.iter().filter(|question| question.kind == Subject::OnTopic);
    for (question, answer) in own.zip(answers).filter(|(question, _)| question.reader() == locale) {
        let found = answer::found(engine, question.to_question());
        let address = |(page, anchor): &(String, Option<String>)| {
            let anchor = anchor.as_deref().map(|anchor| format!("#{anchor}"));
            format!("{}{}", decode(page), anchor.unwrap_or_default())
        };
        let is_right = |found: &(String, Option<String>)| {
            question.expect.contains(&address(found)) || question.expect.contains(&decode(&found.0))
        };
        let rank = found.iter().position(is_right);
        let pages: HashSet<&str> = question.expect.iter().map(|it| page_of(it)).collect();
        let mut seen: Vec<String> = Vec::new();
        for (page, _) in &found {
            let page = decode(page);
            if !seen.contains(&page) {
                seen.push(page);
            }
        }
        let page_rank = seen.iter().position(|page| pages.contains(page.as_str()));
        count += 1;
        first += usize::from(rank == Some(0));
        five += usize::from(rank.is_some_and(|rank| rank < 5));
        page_five += usize::from(page_rank.is_some_and(|rank| rank < 5));
        cited +=
            usize::from(answer.quotations.iter().any(|quotation| {
                is_right(&(quotation.page_url.clone(), quotation.anchor.clone()))
            }));
        if rank.is_none_or(|rank| rank >= 5) {
            let top = found.first().map(address).unwrap_or_default();
            missed.push((question.question.clone(), rank.map(|rank| rank + 1), top));
        }
    }
    let share = |of: usize| of as f64 / count as f64;
    (count > 0).then(|| RetrievalMetrics {
        locale,
        count,
        section_at_1: share(first),
        section_at_5: share(five),
        page_at_5: share(page_five),
        cited: share(cited),
    })
}

fn page_of(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

/// Returns the scope of all pages except the expected ones, which are left out in both languages.
fn without(engine: &Engine, expect: &[String]) -> Scope {
    let pages: HashSet<&str> = expect.iter().map(|it| page_of(it)).collect();
    let indexes = [&engine.zh, &engine.en];
    let of_answer = indexes.iter().flat_map(|index| &index.pages);
    let keys: HashSet<&str> = of_answer
        .filter(|page| page.is_live && pages.contains(decode(&page.url).as_str()))
        .map(|page| &*page.key)
        .collect();
    let mut scope = Scope::default();
    for index in indexes {
        for (number, page) in (0..).zip(&index.pages) {
            if page.is_live && !keys.contains(&*page.key) {
                scope.add(index.locale, number);
            }
        }
    }
    scope
}

fn states(answers: &[answer::QuotedAnswer]) -> AnswerStateShares {
    let share = |state: AnswerState| {
        let count = answers.iter().filter(|answer| answer.state == state).count();
        count as f64 / answers.len().max(1) as f64
    };
    AnswerStateShares {
        count: answers.len(),
        answered: share(AnswerState::Answered),
        closest: share(AnswerState::Closest),
        off_topic: share(AnswerState::OffTopic),
    }
}

/// Returns the area under the ROC curve: the probability that a value of `own` is higher than a value of `other`. Equal
/// values count half. Returns 0 if a slice is empty.
fn auroc(own: &[f64], other: &[f64]) -> f64 {
    let mut sum = 0.0;
    for own in own {
        for other in other {
            sum += if own > other {
                1.0
            } else if own == other {
                0.5
            } else {
                0.0
            };
        }
    }
    sum / (own.len() * other.len()).max(1) as f64
}

/// Returns the share of the values in `other` below a threshold. The threshold is the highest value that at least the
/// share `min_share` of the values in `own` reaches.
fn refused(own: &[f64], other: &[f64], min_share: f64) -> f64 {
    let mut own = own.to_vec();
    own.sort_by(|a, b| b.total_cmp(a));
    let last = ((min_share * own.len() as f64).ceil() as usize).clamp(1, own.len().max(1)) - 1;
    let threshold = own.get(last).copied().unwrap_or_default();
    let below = other.iter().filter(|value| **value < threshold).count();
    below as f64 / other.len().max(1) as f64
}

fn verbatim<'a>(engine: &Engine, quotations: impl Iterator<Item = &'a answer::Quotation>) -> f64 {
    let (mut count, mut verbatim) = (0_usize, 0_usize);
    for quotation in quotations {
        let index = engine.index_of(quotation.locale);
        let page = index.at(&quotation.page_url).and_then(|page| index.pages.get(page as usize));
        let mut sections = page.map_or(0..0, |page| page.sections.clone());
        let holds = sections.any(|number| {
            let section = index.sections.get(number as usize);
            section.is_some_and(|section| {
                section.anchor.as_deref() == quotation.anchor.as_deref()
                    && contains_quote(section, &quotation.quote)
            })
        });
        count += 1;
        verbatim += usize::from(holds && !quotation.quote.is_empty());
    }
    verbatim as f64 / count.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::tests::engine;
    use pailou_search::index::{Document, Part};

    #[test]
    fn evaluation_measures_topics_quotations_and_retrieval() {
        let engine = engine();
        let text = r#"{"kind": "on_topic", "question": "how do I restore a backup", "locale": "en", "expect": ["/index/en/docs/backup#restore"]}

{"kind": "off_topic", "question": "best pizza in Naples", "locale": "en"}"#;
        let questions = parse_evaluation_questions(text, &engine).expect("questions");
        let metrics = evaluate(&engine, &Calibration::default(), &questions);
        assert_eq!(metrics.retrieval[0].section_at_1, 1.0);
        assert_eq!(metrics.retrieval[0].cited, 1.0);
        assert_eq!((metrics.auroc, metrics.refused, metrics.verbatim), (1.0, 1.0, 1.0));
        assert_eq!(metrics.removed.answered, 0.0);
        assert!(metrics.missed.is_empty());
    }

    #[test]
    fn error_in_evaluation_file_contains_line_and_cause() {
        for (line, expected) in [
            (
                r#"{"kind": "on_topic", "question": "x", "locale": "fr", "expect": ["/a"]}"#,
                "line 1: invalid `locale` `fr`: expected zh or en",
            ),
            (
                r#"{"kind": "on_topic", "question": "x", "locale": "en"}"#,
                "line 1: invalid `expect`: expected URLs for on_topic, and none otherwise",
            ),
            (
                r#"{"kind": "on_topic", "question": "x", "locale": "en", "expect": ["/a"]}"#,
                "line 1: invalid `expect` `/a`: no page or section of this site",
            ),
            ("", "line 1: no question in the file"),
        ] {
            let error = parse_evaluation_questions(line, &engine()).expect_err(line);
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn untranslated_page_is_found_in_the_other_language() {
        let part = |anchor: &str, heading: &str, text: &str, pair: &str| Part {
            anchor: Some(anchor.to_owned()),
            heading: heading.to_owned(),
            text: text.to_owned(),
            pair: Some(pair.to_owned()),
            ..Part::default()
        };
        let entry = |number: usize| {
            let (zh, en) =
                [("安装", "install"), ("备份", "backup"), ("密码", "password")][number % 3];
            let key = format!("{number:02}");
            let document = |locale: Locale, title: &str, sections| {
                let url = format!("/index/{}/docs/{key}", locale.segment());
                let (key, title) = (key.clone(), title.to_owned());
                (locale, Document { key, url, title, sections, ..Document::default() })
            };
            let name = if number == 2 { ("密码", "password") } else { (zh, en) };
            let text = format!("{} the site.", name.1);
            let sections = vec![part("b", name.1, &text, "a")];
            let english = document(Locale::En, name.1, sections);
            let sections = vec![part("a", name.0, &format!("{}网站。", name.0), "b")];
            let chinese = document(Locale::Zh, name.0, sections);
            let documents = vec![chinese, english];
            let headings = vec![("a".to_owned(), "b".to_owned())];
            let aligned_texts = vec![(name.0.to_owned(), name.1.to_owned())];
            Entry { documents, headings, aligned_texts }
        };
        // `across_languages` leaves the third page out of the Chinese index.
        let entries: Vec<Entry> = (0..3).map(entry).collect();
        let metrics = across_languages(&entries);
        assert_eq!(metrics.len(), 1);
        assert_eq!((metrics[0].locale, metrics[0].section_at_5), (Locale::Zh, 1.0));
        assert_eq!(metrics[0].cited + metrics[0].off_topic, 1.0);
    }

    #[test]
    fn auroc_counts_equal_values_as_half() {
        assert_eq!(auroc(&[0.9, 0.8], &[0.1, 0.8]), 0.875);
    }

    #[test]
    fn refused_share_counts_values_below_the_threshold() {
        assert_eq!(refused(&[0.9, 0.5], &[0.1, 0.6], 0.9), 0.5);
    }
}
