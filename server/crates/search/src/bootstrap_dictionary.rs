//! Bootstrap dictionary of software terms: training pairs for the translation model, mainly for
//! sites with few translated pages.

use crate::lexicon::Lexicon;
use crate::token;
use crate::translation_model::Sample;

/// One pair per line: Chinese term, space, English term.
const PAIRS: &str = include_str!("bootstrap_dictionary.txt");

/// Returns the pairs of a Chinese and an English term.
pub fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAIRS.lines().filter_map(|line| line.split_once(' '))
}

pub fn samples(lexicon: &Lexicon) -> Vec<Sample> {
    let terms = |text: &str| token::terms(text, lexicon);
    pairs().map(|(zh, en)| Sample { zh: terms(zh), en: terms(en) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_text_diff::script::is_han;

    #[test]
    fn every_bootstrap_pair_has_both_languages() {
        for (zh, en) in pairs() {
            assert!(zh.chars().all(is_han), "{zh}");
            assert!(en.chars().all(|c| c.is_ascii_lowercase() || " -".contains(c)), "{en}");
        }
        assert!(pairs().count() > 300);
    }
}
