//! Calibration of the answer states by two probabilities: the probability that a question is about this site, and the
//! probability that the passages found answer the question.
//!
//! Two logistic regressions use features of the search results. The training questions are generated from the sections
//! of the site. Their features are computed with and without the page of the section. A fixed list of questions about
//! other subjects is added. The training is deterministic, so servers with the same index compute the same calibration.

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};

use crate::other_subjects;
use crate::retrieval::Retrieved;
use pailou_search::engine::{Engine, Scope};
use pailou_search::index::{BlockKind, Index, Section};
use pailou_search::query::Query;
use pailou_text_diff::script::is_han;

/// If one section contains at least this share of a listed off-topic question, the question may be about this site, and
/// is not used for training.
const COVERED: f64 = 0.85;
/// Minimum number of on-topic and of off-topic examples for training.
const MIN_EXAMPLES: usize = 40;
/// Maximum number of sections per language from which training questions are generated.
const MAX_SECTIONS: usize = 80;
/// Target share of off-topic training questions that are classified as off topic.
const REFUSED: f64 = 0.9;
/// Minimum share of on-topic training questions that are not classified as off topic. Overrides [`REFUSED`].
const MIN_ON_TOPIC_SHARE: f64 = 0.95;
/// Target share of on-topic training questions that are not answered if their page is left out.
const NOT_ANSWERED: f64 = 0.8;

const STEPS: usize = 400;
const RATE: f64 = 0.5;
const PENALTY: f64 = 0.02;

/// Number of features.
pub(crate) const FEATURES: usize = 11;

/// Index of the feature "largest share of the question that one section covers".
const COVERAGE: usize = 1;

/// Index of the feature "log-likelihood ratio of the question between other subjects and the site". The support
/// regression does not use this feature, because it does not depend on the passages found.
const OTHER_SUBJECT: usize = 10;

/// Feature vector of one question and its search results.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct FeatureVector(pub [f64; FEATURES]);

impl FeatureVector {
    /// Returns the feature vector with one feature set to 0, so that no weight is trained for it.
    fn without(mut self, number: usize) -> Self {
        self.0[number] = 0.0;
        self
    }
}

/// The state of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnswerState {
    /// The quoted passages answer the question.
    Answered,
    /// The quoted passages are the closest ones found and may not answer the question.
    Closest,
    /// The question is not about this site.
    OffTopic,
}

impl AnswerState {
    /// Name of the state in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Closest => "closest",
            Self::OffTopic => "off_topic",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Regression {
    weights: [f64; FEATURES],
    bias: f64,
}

/// Trained models and thresholds that determine the answer state on one site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    topic: Regression,
    /// If the probability of `topic` is at most this value, the question is classified as off topic.
    topic_threshold: f64,
    support: Regression,
    /// If a question is not off topic and the probability of `support` is at most this value, the state is `Closest`.
    support_threshold: f64,
}

impl Default for Calibration {
    /// Calibration trained on Pailou's documentation. It is used until a site is calibrated, and for sites with too few
    /// training examples.
    fn default() -> Self {
        Self {
            topic: Regression {
                weights: [
                    0.297, 1.05, -2.128, 0.128, 1.475, 0.866, 1.047, 1.811, 0.983, 1.188, -0.633,
                ],
                bias: -5.787,
            },
            topic_threshold: 0.221,
            support: Regression {
                weights: [
                    -0.194, -2.154, 2.41, 3.055, 1.834, 2.841, 0.443, 3.231, 1.833, 1.419, 0.0,
                ],
                bias: -7.252,
            },
            support_threshold: 0.53,
        }
    }
}

impl Regression {
    fn probability(&self, of: &FeatureVector) -> f64 {
        let sum: f64 = self.weights.iter().zip(of.0).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-(sum + self.bias)).exp())
    }

    /// Trains by gradient descent on standardized features. Both classes have the same total weight.
    fn train(positive: &[FeatureVector], negative: &[FeatureVector]) -> Self {
        let all = || positive.iter().chain(negative);
        let count = (positive.len() + negative.len()).max(1) as f64;
        let mut mean = [0.0; FEATURES];
        let mut deviation = [0.0; FEATURES];
        for number in 0..FEATURES {
            mean[number] = all().map(|it| it.0[number]).sum::<f64>() / count;
            let variance = all().map(|it| (it.0[number] - mean[number]).powi(2)).sum::<f64>();
            deviation[number] = (variance / count).sqrt().max(1e-6);
        }
        let scaled = |of: &FeatureVector| {
            let mut scaled = [0.0; FEATURES];
            for number in 0..FEATURES {
                scaled[number] = (of.0[number] - mean[number]) / deviation[number];
            }
            FeatureVector(scaled)
        };
        let examples = |of: &[FeatureVector], label: f64| {
            let weight = 0.5 / of.len().max(1) as f64;
            of.iter().map(|it| (scaled(it), label, weight)).collect::<Vec<_>>()
        };
        let mut examples_of_both = examples(positive, 1.0);
        examples_of_both.extend(examples(negative, 0.0));
        let mut model = Self { weights: [0.0; FEATURES], bias: 0.0 };
        for _ in 0..STEPS {
            let (mut slope, mut bias) = (model.weights.map(|weight| PENALTY * weight), 0.0);
            for (example, label, weight) in &examples_of_both {
                let error = (model.probability(example) - label) * weight;
                bias += error;
                for (slope, measured) in slope.iter_mut().zip(example.0) {
                    *slope += error * measured;
                }
            }
            for (weight, slope) in model.weights.iter_mut().zip(slope) {
                *weight -= RATE * slope;
            }
            model.bias -= RATE * bias;
        }
        for number in 0..FEATURES {
            model.weights[number] /= deviation[number];
            model.bias -= model.weights[number] * mean[number];
        }
        model
    }
}

impl Calibration {
    /// Probability that the question is about the site.
    pub(crate) fn topic(&self, of: &FeatureVector) -> f64 {
        self.topic.probability(of)
    }

    /// Probability that the passages answer the question.
    pub(crate) fn support(&self, of: &FeatureVector) -> f64 {
        self.support.probability(of)
    }

    pub(crate) fn state(&self, of: &FeatureVector) -> AnswerState {
        if self.topic(of) <= self.topic_threshold {
            return AnswerState::OffTopic;
        }
        match self.support(of) <= self.support_threshold {
            true => AnswerState::Closest,
            false => AnswerState::Answered,
        }
    }

    /// Calibration that classifies every question as answered.
    #[cfg(test)]
    pub(crate) fn always_answers() -> Self {
        Self { topic_threshold: -1.0, support_threshold: -1.0, ..Self::default() }
    }

    /// Calibration that classifies no question as answered.
    #[cfg(test)]
    pub(crate) fn never_answers() -> Self {
        Self { support_threshold: 1.0, ..Self::default() }
    }

    /// Trains on the examples. Returns the default calibration if there are too few.
    fn of(examples: &Examples) -> Self {
        let Examples { topic: own, other, supported, unsupported } = examples;
        if own.len() < MIN_EXAMPLES || other.len() < MIN_EXAMPLES {
            return Self::default();
        }
        let topic = Regression::train(own, other);
        let without_subject = |examples: &[FeatureVector]| -> Vec<FeatureVector> {
            examples.iter().map(|it| it.without(OTHER_SUBJECT)).collect()
        };
        let support = Regression::train(&without_subject(supported), &without_subject(unsupported));
        let refusing = quantile(other.iter().map(|it| topic.probability(it)), REFUSED);
        let keeping =
            quantile(own.iter().map(|it| topic.probability(it)), 1.0 - MIN_ON_TOPIC_SHARE);
        let answering =
            quantile(unsupported.iter().map(|it| support.probability(it)), NOT_ANSWERED);
        Self {
            topic_threshold: refusing.min(keeping),
            support_threshold: answering,
            topic,
            support,
        }
    }
}

/// Returns the quantile of the values at `share`, or 0 without values.
fn quantile(values: impl Iterator<Item = f64>, share: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let at = (share * values.len() as f64) as usize;
    values.get(at.min(values.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// Feature vectors of the training questions.
#[derive(Debug, Default)]
struct Examples {
    /// Questions of origin `Exact` or `Vague`; the search includes the page that answers the question. For questions of
    /// origin `Exact`, a second vector is from a search without that page.
    topic: Vec<FeatureVector>,
    /// Questions about other subjects.
    other: Vec<FeatureVector>,
    /// Questions of origin `Vague` or `Middle`; the search includes the page that answers the question.
    supported: Vec<FeatureVector>,
    /// The questions of `supported`; the search omits the page that answers the question.
    unsupported: Vec<FeatureVector>,
}

/// Text from which a training question is generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// "How to" (`怎么`) with the heading, or unchanged words of the first paragraph.
    Exact,
    /// Title and heading, or words of the first paragraph. Unrelated words replace some of the words.
    Vague,
    /// Words from the middle of the first paragraph. Unrelated words replace some of the words.
    Middle,
    OtherSubject,
}

/// A training question. `page` is the key of the page that answers it; `None` for other subjects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TrainingQuestion {
    text: String,
    origin: Origin,
    locale: Locale,
    page: Option<String>,
}

/// Collects feature vectors question by question, so that the index need not be locked for the whole training.
#[derive(Debug, Default)]
pub struct Trainer {
    examples: Examples,
}

impl Trainer {
    /// Returns the training questions in a fixed order.
    pub(crate) fn questions(engine: &Engine) -> Vec<TrainingQuestion> {
        let mut all = Vec::new();
        for locale in [Locale::Zh, Locale::En] {
            for (page, section) in sample(engine.index_of(locale)) {
                let texts = questions_of(locale, &page.title, section);
                let key = Some(page.key.to_string());
                all.extend(texts.into_iter().map(|(origin, text)| TrainingQuestion {
                    text,
                    origin,
                    locale,
                    page: key.clone(),
                }));
            }
        }
        all.extend(other_subjects::questions().map(|question| {
            let locale = if question.chars().any(is_han) { Locale::Zh } else { Locale::En };
            let (text, origin) = (question.to_owned(), Origin::OtherSubject);
            TrainingQuestion { text, origin, locale, page: None }
        }));
        all
    }

    pub(crate) fn measure(&mut self, engine: &Engine, question: &TrainingQuestion) {
        let query = Query::question(&question.text);
        let measured = |scope: Option<&Scope>| {
            Retrieved::new(engine, &query, question.locale, scope, None).features()
        };
        let found = measured(None);
        let Examples { topic, other, supported, unsupported } = &mut self.examples;
        let Some(key) = &question.page else {
            other.extend(Some(found).filter(|found| found.0[COVERAGE] < COVERED));
            return;
        };
        let removed = measured(Some(&Scope::without_page(engine, key)));
        match question.origin {
            Origin::Exact => topic.extend([found, removed]),
            Origin::Vague => {
                topic.push(found);
                supported.push(found);
                unsupported.push(removed);
            }
            Origin::Middle | Origin::OtherSubject => {
                supported.push(found);
                unsupported.push(removed);
            }
        }
    }

    pub fn finish(&self) -> Calibration {
        Calibration::of(&self.examples)
    }

    /// Trains on all questions of an index in one call.
    pub fn train(engine: &Engine) -> Calibration {
        let mut trainer = Self::default();
        for question in Self::questions(engine) {
            trainer.measure(engine, &question);
        }
        trainer.finish()
    }
}

/// Returns at most [`MAX_SECTIONS`] sections with an anchor and more than 80 bytes of text: those with the smallest
/// hashes of page key and anchor. A new or removed section therefore changes at most one section of the sample.
fn sample(index: &Index) -> Vec<(&pailou_search::index::Page, &Section)> {
    let pages = index.pages.iter().filter(|page| page.is_live);
    let sections = pages.flat_map(|page| {
        let sections = page.sections.clone();
        sections.filter_map(move |number| Some((page, index.sections.get(number as usize)?)))
    });
    let mut all: Vec<_> = sections
        .filter(|(_, section)| section.text.len() > 80)
        .filter_map(|(page, section)| {
            let anchor = section.anchor.as_deref()?;
            let hash = blake3::hash(format!("{}#{anchor}", page.key).as_bytes());
            Some((*hash.as_bytes(), (page, section)))
        })
        .collect();
    all.sort_unstable_by_key(|(hash, _)| *hash);
    all.truncate(MAX_SECTIONS);
    all.into_iter().map(|(_, sampled)| sampled).collect()
}

/// Generates training questions from the title, heading, and first paragraph of a section. Some of them contain
/// unrelated words, because visitors do not always use the words of the page.
fn questions_of(locale: Locale, title: &str, section: &Section) -> Vec<(Origin, String)> {
    let heading = match locale {
        Locale::Zh => format!("怎么{}", section.heading),
        Locale::En => format!("how to {}", section.heading),
    };
    let titled = query_words(locale, &format!("{title} {}", section.heading), true);
    let mut all = vec![(Origin::Exact, heading), (Origin::Vague, titled)];
    let paragraph = section.blocks.iter().find(|block| block.kind == BlockKind::Paragraph);
    if let Some(text) = paragraph.and_then(|block| section.text.get(block.range.clone())) {
        let middle: String = text.chars().skip(text.chars().count() / 2).collect();
        all.push((Origin::Exact, query_words(locale, text, false)));
        all.push((Origin::Vague, query_words(locale, text, true)));
        all.push((Origin::Middle, query_words(locale, &middle, true)));
    }
    all.retain(|(_, text)| !Query::question(text).is_empty());
    all
}

const VAGUE_ZH: [&str; 6] = ["邻居", "早餐", "雨伞", "假期", "打印机", "窗帘"];
const VAGUE_EN: [&str; 6] = ["neighbor", "breakfast", "umbrella", "vacation", "printer", "curtain"];

/// Returns the first 8 English words with more than 3 letters, or the first 18 Chinese characters. If `is_vague`,
/// every third word, or every third group of 3 characters, is replaced by an unrelated word.
fn query_words(locale: Locale, text: &str, is_vague: bool) -> String {
    let is_replaced = |number: usize| is_vague && number % 3 == 2;
    match locale {
        Locale::Zh => {
            let han: Vec<char> = text.chars().filter(|c| is_han(*c)).take(18).collect();
            let pieces =
                han.chunks(3).enumerate().map(|(number, piece)| match is_replaced(number) {
                    true => VAGUE_ZH[(number / 3 + han.len()) % VAGUE_ZH.len()].to_owned(),
                    false => piece.iter().collect(),
                });
            pieces.collect()
        }
        Locale::En => {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3);
            let words = words.take(8).enumerate().map(|(number, word)| match is_replaced(number) {
                true => VAGUE_EN[(number / 3 + text.len()) % VAGUE_EN.len()],
                false => word,
            });
            words.collect::<Vec<_>>().join(" ")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::answer::{AskedQuestion, answer};
    use pailou_search::index::{Document, Part};

    fn features(coverage: f64) -> FeatureVector {
        let mut all = [0.3; FEATURES];
        all[COVERAGE] = coverage;
        FeatureVector(all)
    }

    #[test]
    fn regression_separates_two_classes() {
        let high: Vec<_> = (0..20).map(|at| features(0.6 + f64::from(at) / 100.0)).collect();
        let low: Vec<_> = (0..20).map(|at| features(0.1 + f64::from(at) / 100.0)).collect();
        let model = Regression::train(&high, &low);
        assert!(high.iter().all(|it| model.probability(it) > 0.5));
        assert!(low.iter().all(|it| model.probability(it) < 0.5));
        assert_eq!(model, Regression::train(&high, &low));
    }

    #[test]
    fn trained_calibration_separates_answered_and_off_topic_questions() {
        let (high, low) = (features(0.9), features(0.05));
        let calibration = Calibration::of(&Examples {
            topic: vec![high; 40],
            other: vec![low; 40],
            supported: vec![high; 40],
            unsupported: vec![features(0.4); 40],
        });
        assert_eq!(calibration.state(&high), AnswerState::Answered);
        assert_eq!(calibration.state(&low), AnswerState::OffTopic);
    }

    #[test]
    fn calibration_with_too_few_examples_is_the_default() {
        assert_eq!(Calibration::of(&Examples::default()), Calibration::default());
    }

    /// Builds a site with the given number of pages, the first one about backups.
    fn site_of(pages: usize) -> Engine {
        let texts = [
            ("Backup", "Restore a backup", "Stop the server, then restore the backup file."),
            ("Login", "Log in with a passkey", "A passkey replaces the password at login."),
            ("Images", "Upload an image", "Images are uploaded in parts and get alt text."),
            ("Search", "Search across languages", "A Chinese question finds English sections."),
            ("Webhooks", "Verify the signature", "Each message is signed with a secret."),
            ("Proxy", "Reverse proxy", "Run the server behind nginx with TLS."),
            ("News", "Write news", "An entry of the news has a date and a feed."),
            ("Glossary", "Terms", "The glossary names the translation of a term."),
            ("Versions", "Old versions", "Readers choose a version above each page."),
            ("Statistics", "Page views", "Visitors are counted without cookies."),
        ];
        let mut engine = Engine::new(Default::default());
        for (title, heading, text) in texts.into_iter().take(pages) {
            let part = Part {
                anchor: Some(title.to_lowercase()),
                heading: heading.to_owned(),
                text: text.to_owned(),
                ..Part::default()
            };
            let (key, url) = (title.to_lowercase(), format!("/index/en/docs/{title}"));
            let title = title.to_owned();
            let sections = vec![part];
            engine.put(Locale::En, Document { key, url, title, sections, ..Document::default() });
        }
        engine
    }

    #[test]
    fn new_section_changes_at_most_one_section_of_the_sample() {
        let page = |number: usize| {
            let part = |part: usize| Part {
                anchor: Some(format!("part-{part}")),
                heading: format!("Part {part}"),
                text: "A text for training questions. ".repeat(4),
                ..Part::default()
            };
            let (key, url) = (format!("page-{number:03}"), format!("/index/en/docs/{number:03}"));
            let sections = (0..4).map(part).collect();
            Document { key, url, sections, ..Document::default() }
        };
        let sampled = |engine: &Engine| -> BTreeSet<String> {
            let name = |(page, section): (&pailou_search::index::Page, &Section)| {
                format!("{}#{}", page.key, section.anchor.as_deref().unwrap_or_default())
            };
            sample(&engine.en).into_iter().map(name).collect()
        };
        let mut engine = Engine::new(Default::default());
        (1..=MAX_SECTIONS / 2).for_each(|number| {
            engine.put(Locale::En, page(number));
        });
        let before = sampled(&engine);
        assert_eq!(before.len(), MAX_SECTIONS);
        let mut single = page(0);
        single.sections.truncate(1);
        engine.put(Locale::En, single);
        assert!(before.difference(&sampled(&engine)).count() <= 1);
    }

    #[test]
    fn only_unrelated_question_is_off_topic_on_a_small_site() {
        for pages in [1, 3, 10] {
            let engine = site_of(pages);
            let calibration = Trainer::train(&engine);
            let state = |text: &str| {
                let question = AskedQuestion { text, reader: Locale::En, page: None, before: None };
                answer(&engine, &calibration, question, None).state
            };
            for text in [
                "how do I restore my backup",
                "can I restore the backup onto a Raspberry",
                "restore a backup after the intern deleted everything",
            ] {
                assert_ne!(state(text), AnswerState::OffTopic, "{pages} pages: {text}");
            }
            for text in ["best pizza in Naples", "explain quantum entanglement", "今天天气怎么样"]
            {
                assert_eq!(state(text), AnswerState::OffTopic, "{pages} pages: {text}");
            }
        }
    }

    #[test]
    fn calibration_round_trips_as_json() {
        let text = serde_json::to_string(&Calibration::default()).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Calibration>(&text).expect("a calibration"),
            Calibration::default()
        );
    }
}
