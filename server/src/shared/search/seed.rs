//! Words of software documentation in both languages: what the bridge starts from before a site has taught it
//! its own, and what a site never says in pairs.

use super::bridge::Sample;
use super::lexicon::Lexicon;
use super::token;

/// One pair a line: Chinese, a blank, English.
const PAIRS: &str = include_str!("seed.txt");

/// The pairs.
pub(crate) fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAIRS.lines().filter_map(|line| line.split_once(' '))
}

pub(crate) fn samples(lexicon: &Lexicon) -> Vec<Sample> {
    let terms = |text: &str| token::terms(text, lexicon);
    pairs().map(|(zh, en)| Sample { zh: terms(zh), en: terms(en) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::content::section::is_han;

    #[test]
    fn every_pair_is_in_both_languages() {
        for (zh, en) in pairs() {
            assert!(zh.chars().all(is_han), "{zh}");
            assert!(en.chars().all(|c| c.is_ascii_lowercase() || " -".contains(c)), "{en}");
        }
        assert!(pairs().count() > 300);
    }
}
