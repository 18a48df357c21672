//! Chinese lexicon of a site.
//!
//! A large dictionary segments all texts of a site, and is then freed. The lexicon contains the
//! words that occur in the texts, with their frequencies in the large dictionary, so that it
//! segments these texts as the large dictionary does.

use std::collections::{BTreeSet, HashMap};
use std::sync::{PoisonError, RwLock};

use jieba_rs::Jieba;

use crate::normalize::fold;
use crate::question_words;
use crate::synonyms;
use crate::token::{self, Run};

/// Sum of the frequencies in the large dictionary. It is the frequency of `PADDING_WORD`, so that a
/// word is about as probable in the lexicon as in the large dictionary.
const TOTAL_FREQUENCY: usize = 60_101_964;
/// Placeholder for the words that do not occur in the texts.
const PADDING_WORD: &str = "\u{10fffd}\u{10fffd}";

/// Minimum number of joint occurrences at which two adjacent words become one word.
const MIN_SEEN: u32 = 4;
/// Minimum association of the two words: 0 if they are adjacent by chance, 1 if they always occur
/// together.
const MIN_STRENGTH: f64 = 0.65;

pub struct Lexicon {
    words: RwLock<Jieba>,
}

impl Default for Lexicon {
    fn default() -> Self {
        let mut words = Jieba::empty();
        words.add_word(PADDING_WORD, Some(TOTAL_FREQUENCY), None);
        Self { words: RwLock::new(words) }
    }
}

/// Large dictionary with word counts of a site's texts.
pub struct Learner {
    words: Jieba,
    /// Number of occurrences of each word.
    seen: HashMap<String, u32>,
    /// Number of occurrences of each pair of adjacent words.
    neighbours: HashMap<(String, String), u32>,
    all: u32,
}

impl Default for Learner {
    fn default() -> Self {
        Self::new()
    }
}

impl Learner {
    pub fn new() -> Self {
        Self { words: Jieba::new(), seen: HashMap::new(), neighbours: HashMap::new(), all: 0 }
    }

    fn count_words(&mut self, run: &str) {
        let mut last: Option<&str> = None;
        for token in self.words.cut(run, false) {
            *self.seen.entry(token.word.to_owned()).or_default() += 1;
            self.all += 1;
            if let Some(last) = last.filter(|last| may_be_one_word(last, token.word)) {
                *self.neighbours.entry((last.to_owned(), token.word.to_owned())).or_default() += 1;
            }
            last = Some(token.word);
        }
    }

    /// Returns pairs of adjacent words with a strong association, joined to one word: words of this
    /// site that the dictionary lacks. The association is the normalized pointwise mutual
    /// information (Bouma 2009).
    fn joined(&self) -> impl Iterator<Item = String> {
        self.neighbours.iter().filter_map(|((first, second), count)| {
            let share = |count: u32| f64::from(count) / f64::from(self.all.max(1));
            let (a, b) = (share(*self.seen.get(first)?), share(*self.seen.get(second)?));
            let both = share(*count);
            let strength = (both / (a * b)).ln() / -both.ln();
            (*count >= MIN_SEEN && strength >= MIN_STRENGTH).then(|| format!("{first}{second}"))
        })
    }
}

/// Whether two adjacent words may be one word: one of them is a single character, and together they
/// have at most four characters.
fn may_be_one_word(first: &str, second: &str) -> bool {
    let (first, second) = (first.chars().count(), second.chars().count());
    (first == 1 || second == 1) && first + second <= 4
}

impl Lexicon {
    /// Creates a lexicon from questions, whose words may be missing in the texts of the site. Loads
    /// the large dictionary.
    pub fn of_questions<'t>(questions: impl IntoIterator<Item = &'t str>) -> Self {
        let (lexicon, mut learner) = (Self::default(), Learner::new());
        for word in question_words::chinese_stop_and_common_words() {
            lexicon.add(word);
        }
        for question in questions {
            lexicon.learn(&mut learner, &fold(question));
        }
        lexicon
    }

    /// Adds the Chinese words of a text; returns the number of new words.
    pub fn learn(&self, learner: &mut Learner, text: &str) -> usize {
        let mut new = Vec::new();
        for run in token::runs(text) {
            let Run::Han(run) = run else { continue };
            learner.count_words(&run);
            let words = self.words.read().unwrap_or_else(PoisonError::into_inner);
            let large = &learner.words;
            let cut = large.cut_for_search(&run, false).into_iter().map(|token| token.word);
            let is_new = |word: &&str| !words.has_word(word) && large.has_word(word);
            new.extend(cut.filter(is_new).map(str::to_owned));
        }
        if new.is_empty() {
            return 0;
        }
        let mut words = self.words.write().unwrap_or_else(PoisonError::into_inner);
        for word in &new {
            words.add_word(word, Some(learner.words.suggest_freq(word)), None);
        }
        new.len()
    }

    /// Adds the synonyms, the stop words, the common words, and words of the site that the large dictionary lacks.
    /// Must be called after all texts are learned.
    pub fn add_site_words(&self, learner: &Learner) {
        let mut words = self.words.write().unwrap_or_else(PoisonError::into_inner);
        // Sorted, because each added word changes the probability of the next one.
        for word in learner.joined().collect::<BTreeSet<_>>() {
            if !words.has_word(&word) {
                words.add_word(&word, None, None);
            }
        }
        // Synonyms and stop words of questions may be missing in the texts of the site.
        for word in
            synonyms::chinese_synonyms().chain(question_words::chinese_stop_and_common_words())
        {
            if !words.has_word(word) {
                let is_known = learner.words.has_word(word);
                let frequency = is_known.then(|| learner.words.suggest_freq(word));
                words.add_word(word, frequency, None);
            }
        }
    }

    /// Adds a word even if no text contains it, for example a word from an editor's decision.
    pub fn add(&self, word: &str) {
        let mut words = self.words.write().unwrap_or_else(PoisonError::into_inner);
        if !words.has_word(word) {
            words.add_word(word, None, None);
        }
    }

    /// Splits a run into words.
    pub fn segments<'t>(&self, run: &'t str) -> Vec<&'t str> {
        let words = self.words.read().unwrap_or_else(PoisonError::into_inner);
        words.cut(run, false).into_iter().map(|token| token.word).collect()
    }

    /// Returns the words of a run in order, each after the shorter words within it.
    pub fn cut<'t>(&self, run: &'t str) -> Vec<&'t str> {
        let words = self.words.read().unwrap_or_else(PoisonError::into_inner);
        words.cut_for_search(run, false).into_iter().map(|token| token.word).collect()
    }
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Lexicon")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lexicon_built_from_questions_segments_their_words() {
        let lexicon = Lexicon::of_questions(["年付套餐怎么退款"]);
        assert_eq!(lexicon.segments("如何退款"), ["如何", "退款"]);
    }

    #[test]
    fn lexicon_segments_like_the_large_dictionary() {
        let text = "工作流定义保存在数据库里超时时间默认是三十秒快速上手指南和任务插件开发";
        let lexicon = Lexicon::default();
        let mut learner = Learner::new();
        assert!(lexicon.learn(&mut learner, text) > 10);
        let large: Vec<_> =
            Jieba::new().cut_for_search(text, false).into_iter().map(|token| token.word).collect();
        assert_eq!(lexicon.cut(text), large);
        assert_eq!(lexicon.learn(&mut learner, text), 0);
    }
}
