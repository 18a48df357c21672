//! Questions about subjects other than the site: other software, daily life, general knowledge. They are the off-topic
//! training questions of the calibration. A unigram language model of them is compared with that of the site.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use pailou_search::engine::Engine;
use pailou_search::normalize::fold;
use pailou_search::text_units::text_units;

/// One question per line.
const QUESTIONS: &str = include_str!("other_subjects.txt");
/// Weight of the prior as a number of texts, and prior probability that a text contains a unit (Dirichlet smoothing;
/// Zhai and Lafferty 2001).
const PRIOR_TEXTS: f64 = 10.0;
const PRIOR: f64 = 0.0005;

/// Unigram language model of the listed questions: the number of questions that contain each text unit.
struct Model {
    counts: HashMap<String, u32>,
    /// Folded questions.
    questions: BTreeSet<String>,
}

static MODEL: LazyLock<Model> = LazyLock::new(|| {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for unit in questions().flat_map(text_units) {
        *counts.entry(unit).or_default() += 1;
    }
    Model { counts, questions: questions().map(fold).collect() }
});

/// Returns the questions in a fixed order.
pub(crate) fn questions() -> impl Iterator<Item = &'static str> {
    QUESTIONS.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Returns the mean log-likelihood ratio of the units of a question: the probability in questions about other subjects
/// against the probability in sections of the site. Positive values suggest another subject. Returns 0 without units.
///
/// A listed question is also a training question of the calibration. Its own words are subtracted from the model, so
/// that its ratio is computed in the same way as that of an unlisted question.
pub(crate) fn log_ratio(engine: &Engine, question: &str) -> f64 {
    let units = text_units(question);
    if units.is_empty() {
        return 0.0;
    }
    let own = u32::from(MODEL.questions.contains(&fold(question.trim())));
    let others = MODEL.questions.len() as f64 - f64::from(own);
    let sections = f64::from(engine.zh.live.sections.max(engine.en.live.sections));
    let probability =
        |count: u32, of: f64| (f64::from(count) + PRIOR_TEXTS * PRIOR) / (of + PRIOR_TEXTS);
    let ratio = |unit: &String| {
        let other = MODEL.counts.get(unit).copied().unwrap_or_default().saturating_sub(own);
        let site = engine.sections_with_text_unit(unit);
        (probability(other, others) / probability(site, sections)).ln()
    };
    units.iter().map(ratio).sum::<f64>() / units.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::tests::engine;

    #[test]
    fn off_topic_question_has_higher_log_ratio_than_on_topic() {
        let engine = engine();
        let ratio = |question: &str| log_ratio(&engine, question);
        for own in ["how do I restore a backup", "怎么恢复备份"] {
            for other in ["bake bread at home", "洗衣机漏水", "a Cassandra cluster"] {
                assert!(ratio(own) < ratio(other), "{own} / {other}");
            }
        }
        assert_eq!(ratio("？！"), 0.0);
    }

    #[test]
    fn listed_question_is_scored_without_its_own_words() {
        let engine = engine();
        for question in questions() {
            let punctuated = log_ratio(&engine, &format!("“{question}”…"));
            assert!(log_ratio(&engine, question) < punctuated, "{question}");
            let units = text_units(question);
            let own_only = |unit: &String| MODEL.counts.get(unit) == Some(&1);
            if units.iter().all(own_only) {
                assert!(log_ratio(&engine, question) < 0.5, "{question}");
            }
        }
    }

    #[test]
    fn listed_off_topic_questions_are_distinct() {
        assert_eq!(MODEL.questions.len(), questions().count());
    }
}
