//! Curated answers for a question: selection of the answer with the most similar wording, and the reply that contains
//! this answer.

use std::collections::BTreeSet;
use std::sync::Arc;

use core_wasm::locale::Locale;

use crate::api::{ApprovedAnswer, AskReply, AskState};
use pailou_content::link::LinkTargets;
use pailou_curated_answers::{AnswerFields, CuratedAnswer, TAG, store};
use pailou_database::cached::Cached;
use pailou_search::lexicon::Lexicon;
use pailou_search::normalize::fold;
use pailou_search::query::Query;
use pailou_site::Site;
use pailou_store::answer_links;

/// Minimum similarity of two wordings of the same question. One of four terms may be missing: 2 × 3 / (3 + 4) ≈ 0.857.
pub(crate) const THRESHOLD: f64 = 0.85;

/// A wording, prepared for comparison.
#[derive(Debug)]
struct Wording {
    letters: String,
    terms: BTreeSet<String>,
}

impl Wording {
    fn new(text: &str, lexicon: &Lexicon) -> Self {
        let letters = fold(text).chars().filter(|c| c.is_alphanumeric()).collect();
        Self { letters, terms: Query::question(text).significant_terms(lexicon) }
    }

    /// Returns the similarity of two wordings from 0 to 1: 1 for the same letters and digits, otherwise
    /// the Dice coefficient of the significant terms.
    fn similarity(&self, other: &Self) -> f64 {
        if self.letters == other.letters && !self.letters.is_empty() {
            return 1.0;
        }
        let both = self.terms.intersection(&other.terms).count();
        let all = self.terms.len() + other.terms.len();
        if all == 0 { 0.0 } else { 2.0 * both as f64 / all as f64 }
    }
}

/// The curated answers of the site, prepared for comparison.
#[derive(Debug, Default)]
pub(crate) struct CuratedAnswers {
    answers: Vec<(CuratedAnswer, Vec<Wording>)>,
    /// Lexicon built from the wordings of the questions.
    lexicon: Lexicon,
}

impl CuratedAnswers {
    /// Prepares the answers for comparison. Loads the word segmentation dictionary unless `answers` is empty.
    pub(crate) fn new(answers: Vec<CuratedAnswer>) -> Self {
        if answers.is_empty() {
            return Self::default();
        }
        let patterns = answers.iter().flat_map(|answer| &answer.fields.patterns);
        let lexicon = Lexicon::of_questions(patterns.map(String::as_str));
        let prepare = |answer: CuratedAnswer| {
            let patterns = answer.fields.patterns.iter();
            let wordings = patterns.map(|pattern| Wording::new(pattern, &lexicon)).collect();
            (answer, wordings)
        };
        let answers = answers.into_iter().map(prepare).collect();
        Self { answers, lexicon }
    }

    /// Returns the answer in this language with the most similar wording, and its similarity from 0 to 1. Skips
    /// answers that have expired at the time `now` (milliseconds since 1970-01-01 UTC). Returns `None` if no answer
    /// remains. Of equally similar answers, returns the one with the smallest id.
    pub(crate) fn nearest(
        &self,
        question: &str,
        locale: Locale,
        now: i64,
    ) -> Option<(&CuratedAnswer, f64)> {
        let question_wording = Wording::new(question, &self.lexicon);
        let current = self
            .answers
            .iter()
            .filter(|(answer, _)| answer.fields.locale == locale && answer.is_current(now));
        let scored = current.filter_map(|(answer, wordings)| {
            let similarities = wordings.iter().map(|wording| wording.similarity(&question_wording));
            Some((answer, similarities.reduce(f64::max)?))
        });
        scored.max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.id.cmp(&a.0.id)))
    }

    /// Returns the [`nearest`](Self::nearest) answer if its similarity is at least [`THRESHOLD`].
    pub(crate) fn matching(
        &self,
        question: &str,
        locale: Locale,
        now: i64,
    ) -> Option<&CuratedAnswer> {
        let (answer, similarity) = self.nearest(question, locale, now)?;
        (similarity >= THRESHOLD).then_some(answer)
    }

    pub(crate) fn by_id(&self, id: &str) -> Option<&CuratedAnswer> {
        self.answers.iter().map(|(answer, _)| answer).find(|answer| answer.id == id)
    }
}

/// Cache of the curated answers, which is reloaded after a change.
#[derive(Debug, Clone)]
pub(crate) struct CuratedCache {
    answers: Arc<Cached<CuratedAnswers>>,
}

impl Default for CuratedCache {
    fn default() -> Self {
        Self { answers: Arc::new(Cached::new(TAG)) }
    }
}

impl CuratedCache {
    pub(crate) async fn current(&self, site: &Site) -> Result<Arc<CuratedAnswers>, sqlx::Error> {
        let read = || async {
            let answers = store::all(&site.db).await?;
            let prepare = move || CuratedAnswers::new(answers);
            tokio::task::spawn_blocking(prepare).await.map_err(|_| sqlx::Error::WorkerCrashed)
        };
        self.answers.get(&site.changes, read).await
    }
}

/// Returns a reply with a curated answer and no passages.
pub(crate) fn curated_reply(id: String, answer: &CuratedAnswer, targets: &LinkTargets) -> AskReply {
    AskReply {
        id,
        state: AskState::Answered,
        locale: answer.fields.locale.tag().to_owned(),
        answer: answer.fields.answer.clone(),
        citations: Vec::new(),
        follow_ups: Vec::new(),
        model: None,
        notice: None,
        approved: Some(ApprovedAnswer {
            id: answer.id.clone(),
            revision: answer.revision,
            html: html(&answer.fields, targets),
            updated_at: answer.updated_at,
        }),
        handover: None,
    }
}

/// Returns an answer as sanitized HTML. Links are resolved with the published pages in `targets`.
pub(crate) fn html(fields: &AnswerFields, targets: &LinkTargets) -> String {
    answer_links::render_answer(fields, targets).html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: &str, locale: Locale, patterns: &[&str], expires: Option<&str>) -> CuratedAnswer {
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        let fields = AnswerFields::new(locale, &patterns, "See [x](/index/en/docs/x).", expires);
        CuratedAnswer {
            id: id.to_owned(),
            revision: 1,
            fields: fields.expect("valid"),
            created_at: 0,
            updated_at: 0,
            updated_by: String::new(),
        }
    }

    #[test]
    fn question_matches_similar_unexpired_answer_in_its_language() {
        let answers = CuratedAnswers::new(vec![
            answer("refund", Locale::En, &["How do I get a refund for an annual plan?"], None),
            answer("price", Locale::En, &["price list"], Some("1970-01-01")),
            answer("退款", Locale::Zh, &["年付套餐怎么退款"], None),
        ]);
        for (question, locale, expected) in [
            ("how can i get a refund for the annual plan", Locale::En, Some("refund")),
            ("HOW DO I GET A REFUND FOR AN ANNUAL PLAN", Locale::En, Some("refund")),
            ("refund", Locale::En, None),
            ("annual plan of the restore", Locale::En, None),
            ("price list", Locale::En, None),
            ("年付套餐如何退款？", Locale::Zh, Some("退款")),
            ("年付套餐怎么退款", Locale::En, None),
            ("", Locale::En, None),
            ("😀", Locale::Zh, None),
        ] {
            let found = answers.matching(question, locale, pailou_dates::MS);
            assert_eq!(found.map(|it| it.id.as_str()), expected, "{question}");
        }
        assert!(answers.matching("price list", Locale::En, 0).is_some());
    }

    #[test]
    fn html_of_a_curated_answer_has_no_scripts() {
        let mut fields = answer("x", Locale::En, &["x"], None).fields;
        fields.answer = "x <script>alert(1)</script> [a](javascript:alert(1)) **b**".to_owned();
        let html = html(&fields, &LinkTargets::default());
        assert!(html.contains("<strong>b</strong>"), "{html}");
        assert!(!html.contains("<script") && !html.contains("javascript:"), "{html}");
    }
}
