//! Translation lexicon between Chinese and English.
//!
//! IBM Model 1 (Brown et al. 1993, The Mathematics of Statistical Machine Translation, section 4.1)
//! is trained in both directions on the aligned segments of the site. The directions are combined by
//! multiplication, and only likely translations are kept.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use crate::decisions::{Decisions, Translations};

/// Number of steps of expectation maximization.
const STEPS: usize = 4;
/// Number of times each pair of the bootstrap dictionary is added to the corpus.
const SEED_WEIGHT: usize = 2;
/// Maximum number of translations per word, and their minimum probability.
const MAX_TRANSLATIONS: usize = 8;
const MIN_PROBABILITY: f32 = 0.02;
/// Maximum length of a segment in terms. Longer segments are ignored, because it is unclear which
/// of their words correspond.
const MAX_SEGMENT_TERMS: usize = 80;
/// Maximum number of word pairs to train on, to limit memory use.
const MAX_PAIRS: usize = 8_000_000;
/// Number of new word pairs after which duplicates are removed, to limit memory use.
const DEDUPLICATION_INTERVAL: usize = 1 << 20;

/// A pair of aligned segments, as terms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sample {
    pub zh: Vec<String>,
    pub en: Vec<String>,
}

/// Term ids.
type Terms = Box<[u32]>;

/// Aligned segments as term ids, in 4 bytes per term.
#[derive(Debug, Default)]
pub struct Corpus {
    zh: Vocabulary,
    en: Vocabulary,
    samples: Vec<(Terms, Terms)>,
    /// Number of pairs of a Chinese and an English term in the samples.
    pairs: usize,
}

impl Corpus {
    /// Creates a corpus with the bootstrap dictionary of software terms.
    pub fn new(seeds: &[Sample]) -> Self {
        let mut corpus = Self::default();
        for seed in std::iter::repeat_n(seeds, SEED_WEIGHT).flatten() {
            corpus.add(seed);
        }
        corpus
    }

    /// Adds a sample. Ignores a sample that has no words in one of the languages, is very long, or would exceed the
    /// maximum number of word pairs.
    pub fn add(&mut self, sample: &Sample) {
        if [&sample.zh, &sample.en].iter().any(|side| side.len() > MAX_SEGMENT_TERMS) {
            return;
        }
        let (zh, en) = (self.zh.numbers(&sample.zh), self.en.numbers(&sample.en));
        let pairs = zh.len() * en.len();
        if pairs > 0 && self.pairs + pairs <= MAX_PAIRS {
            self.pairs += pairs;
            self.samples.push((zh, en));
        }
    }
}

/// Translations of terms with their probabilities, most probable first.
#[derive(Debug, Clone, Default)]
pub struct TranslationModel {
    from_zh: HashMap<Box<str>, Translations>,
    from_en: HashMap<Box<str>, Translations>,
    /// Translations of the words with decisions of editors. They replace the learned translations.
    decided_zh: HashMap<Box<str>, Translations>,
    decided_en: HashMap<Box<str>, Translations>,
}

impl TranslationModel {
    /// Trains the model on a corpus.
    pub fn learn(corpus: &Corpus) -> Self {
        let (zh, en) = (corpus.zh.words(), corpus.en.words());
        let samples = corpus.samples.iter();
        let to_en = Table::learn(zh.len(), samples.clone().map(|(zh, en)| (&**zh, &**en)));
        let to_zh = Table::learn(en.len(), samples.map(|(zh, en)| (&**en, &**zh)));
        Self {
            from_zh: symmetric(&to_en, &to_zh, &zh, &en),
            from_en: symmetric(&to_zh, &to_en, &en, &zh),
            ..Self::default()
        }
    }

    /// Replaces the decisions of editors.
    pub fn apply_overrides(&mut self, decisions: &Decisions) {
        let of = |from| decisions.applied(from, |term| self.learnt(from, term).to_vec());
        (self.decided_zh, self.decided_en) = (of(Locale::Zh), of(Locale::En));
    }

    /// Returns the translations of a term of one language.
    pub fn translations(&self, from: Locale, term: &str) -> &[(Box<str>, f32)] {
        let decided = if from == Locale::Zh { &self.decided_zh } else { &self.decided_en };
        decided.get(term).map_or_else(|| self.learnt(from, term), Vec::as_slice)
    }

    /// Returns the learned translations of a term, without the decisions of editors.
    pub fn learnt(&self, from: Locale, term: &str) -> &[(Box<str>, f32)] {
        let table = if from == Locale::Zh { &self.from_zh } else { &self.from_en };
        table.get(term).map_or(&[], Vec::as_slice)
    }

    /// Returns all terms of a language that have translations.
    pub fn terms(&self, from: Locale) -> impl Iterator<Item = &str> {
        let (learnt, decided) = match from {
            Locale::Zh => (&self.from_zh, &self.decided_zh),
            Locale::En => (&self.from_en, &self.decided_en),
        };
        let only_decided = decided.keys().filter(|term| !learnt.contains_key(*term));
        learnt.keys().chain(only_decided).map(AsRef::as_ref)
    }

    /// Returns the number of terms of a language with learned translations.
    pub fn len(&self, from: Locale) -> usize {
        if from == Locale::Zh { self.from_zh.len() } else { self.from_en.len() }
    }
}

/// Combines both directions by multiplying their probabilities.
fn symmetric(
    forward: &Table,
    back: &Table,
    from: &[&str],
    to: &[&str],
) -> HashMap<Box<str>, Vec<(Box<str>, f32)>> {
    let mut all = HashMap::new();
    for (number, word) in from.iter().enumerate() {
        let source = number as u32;
        let row = forward.row(source);
        let mut found: Vec<(u32, f32)> = row
            .map(|(target, probability)| (target, probability * back.probability(target, source)))
            .collect();
        normalize(&mut found);
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.retain(|(_, probability)| *probability >= MIN_PROBABILITY);
        found.truncate(MAX_TRANSLATIONS);
        normalize(&mut found);
        let named = found.into_iter().filter_map(|(target, probability)| {
            Some(((*to.get(target as usize)?).into(), probability))
        });
        let named: Vec<_> = named.collect();
        if !named.is_empty() {
            all.insert((*word).into(), named);
        }
    }
    all
}

fn normalize(row: &mut [(u32, f32)]) {
    let sum: f32 = row.iter().map(|(_, p)| p).sum();
    if sum > 0.0 {
        row.iter_mut().for_each(|(_, p)| *p /= sum);
    }
}

/// Whether a term is a word. Version numbers (`1.2.3`) and names with symbols (`c++`, `.net`) are the same in both
/// languages, and need no translation.
fn is_translatable(term: &str) -> bool {
    term.chars().all(char::is_alphanumeric) && term.chars().any(char::is_alphabetic)
}

/// Ids of the terms of one language.
#[derive(Debug, Default)]
struct Vocabulary {
    numbers: HashMap<Box<str>, u32>,
}

impl Vocabulary {
    fn numbers(&mut self, text: &[String]) -> Terms {
        let mut number = |word: &String| match self.numbers.get(word.as_str()) {
            Some(number) => *number,
            None => {
                let next = self.numbers.len() as u32;
                self.numbers.insert(word.as_str().into(), next);
                next
            }
        };
        text.iter().filter(|word| is_translatable(word)).map(&mut number).collect()
    }

    fn words(&self) -> Vec<&str> {
        let mut words = vec![""; self.numbers.len()];
        for (word, number) in &self.numbers {
            words[*number as usize] = word;
        }
        words
    }
}

/// Translation table p(target | source) for word pairs that occur in aligned segments. The last row
/// is that of the NULL word.
struct Table {
    /// Start of the row of each source.
    starts: Vec<u32>,
    targets: Vec<u32>,
    probabilities: Vec<f32>,
}

impl Table {
    fn learn<'s>(
        sources: usize,
        pairs: impl Iterator<Item = (&'s [u32], &'s [u32])> + Clone,
    ) -> Self {
        let mut table = Self::empty(sources, pairs.clone());
        // Table position of each word pair in each sample. With this list, a training step needs no lookups.
        let size = pairs.clone().map(|(source, target)| (source.len() + 1) * target.len()).sum();
        let mut positions = Vec::with_capacity(size);
        for (source, target) in pairs.clone() {
            for target in target {
                for source in source.iter().copied().chain([sources as u32]) {
                    positions.push(table.position_of(source, *target).unwrap_or(0) as u32);
                }
            }
        }
        for _ in 0..STEPS {
            table.step(
                &positions,
                pairs.clone().map(|(source, target)| (source.len() + 1, target.len())),
            );
        }
        table
    }

    /// Creates a table with all occurring pairs, equally probable.
    fn empty<'s>(sources: usize, pairs: impl Iterator<Item = (&'s [u32], &'s [u32])>) -> Self {
        let mut occurring = Vec::new();
        let mut gathered = DEDUPLICATION_INTERVAL;
        for (source, target) in pairs {
            if occurring.len() > gathered {
                occurring.sort_unstable();
                occurring.dedup();
                gathered = occurring.len() * 2 + DEDUPLICATION_INTERVAL;
            }
            for source in source.iter().copied().chain([sources as u32]) {
                occurring.extend(
                    target.iter().map(|target| u64::from(source) << 32 | u64::from(*target)),
                );
            }
        }
        occurring.sort_unstable();
        occurring.dedup();
        let mut starts = vec![0; sources + 2];
        for pair in &occurring {
            starts[(pair >> 32) as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let targets: Vec<u32> = occurring.iter().map(|pair| (pair & 0xffff_ffff) as u32).collect();
        let probabilities = vec![1.0; targets.len()];
        Self { starts, targets, probabilities }
    }

    /// Performs one step of expectation maximization.
    fn step(&mut self, positions: &[u32], sizes: impl Iterator<Item = (usize, usize)>) {
        let mut counts = vec![0.0; self.probabilities.len()];
        let mut at = 0;
        for (sources, targets) in sizes {
            for _ in 0..targets {
                let row = &positions[at..at + sources];
                at += sources;
                let sum: f32 =
                    row.iter().map(|position| self.probabilities[*position as usize]).sum();
                if sum > 0.0 {
                    for position in row {
                        counts[*position as usize] += self.probabilities[*position as usize] / sum;
                    }
                }
            }
        }
        for row in self.starts.windows(2) {
            let row = row[0] as usize..row[1] as usize;
            let sum: f32 = counts[row.clone()].iter().sum();
            if sum > 0.0 {
                counts[row].iter_mut().for_each(|count| *count /= sum);
            }
        }
        self.probabilities = counts;
    }

    fn range(&self, source: u32) -> std::ops::Range<usize> {
        self.starts[source as usize] as usize..self.starts[source as usize + 1] as usize
    }

    fn position_of(&self, source: u32, target: u32) -> Option<usize> {
        let range = self.range(source);
        self.targets[range.clone()].binary_search(&target).ok().map(|at| range.start + at)
    }

    fn probability(&self, source: u32, target: u32) -> f32 {
        self.position_of(source, target).map_or(0.0, |position| self.probabilities[position])
    }

    fn row(&self, source: u32) -> impl Iterator<Item = (u32, f32)> {
        self.range(source).map(|at| (self.targets[at], self.probabilities[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(zh: &str, en: &str) -> Sample {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        Sample { zh: words(zh), en: words(en) }
    }

    fn learnt(samples: &[Sample]) -> TranslationModel {
        let mut corpus = Corpus::default();
        samples.iter().for_each(|sample| corpus.add(sample));
        TranslationModel::learn(&corpus)
    }

    #[test]
    fn translations_are_learned_from_aligned_segments() {
        let samples = [
            sample("安装 数据库", "instal databas"),
            sample("安装 插件", "instal plugin"),
            sample("数据库 超时", "databas timeout"),
            sample("超时 插件 spring", "timeout plugin spring"),
        ];
        let translation_model = learnt(&samples);
        for (zh, en) in
            [("安装", "instal"), ("数据库", "databas"), ("超时", "timeout"), ("spring", "spring")]
        {
            let best = |from, term: &str| {
                translation_model.translations(from, term).first().map(|(word, _)| word.to_string())
            };
            assert_eq!(best(Locale::Zh, zh).as_deref(), Some(en));
            assert_eq!(best(Locale::En, en).as_deref(), Some(zh));
        }
        let sum: f32 =
            translation_model.translations(Locale::Zh, "安装").iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-3);
        assert!(translation_model.translations(Locale::Zh, "没有").is_empty());
    }

    #[test]
    fn names_with_symbols_and_version_numbers_have_no_translations() {
        let zh = "版本 1.2.3 =1.2.3 18 c++ 语言";
        let translation_model = learnt(&[sample(zh, "version 18.17 =18.17 18 c# languag")]);
        for term in ["1.2.3", "18.17", "=18.17", "18", "c++", "c#"] {
            for from in Locale::ALL {
                assert!(translation_model.translations(from, term).is_empty(), "{term}");
            }
        }
        let translations = translation_model.translations(Locale::En, "languag").iter();
        let mut terms: Vec<&str> = translations.map(|(term, _)| term.as_ref()).collect();
        terms.sort_unstable();
        assert_eq!(terms, ["版本", "语言"]);
    }

    #[test]
    fn empty_input_yields_no_translations() {
        assert_eq!(learnt(&[]).len(Locale::Zh), 0);
        assert_eq!(learnt(&[Sample::default()]).len(Locale::En), 0);
    }
}
