//! Chinese titles and headings by their sound: `anzhuang` and `az` for 安装.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use pinyin::ToPinyin;

use super::lexicon::Lexicon;
use super::token::{self, Run};

/// A longer run is nothing that somebody types in one piece.
const LONGEST: usize = 12;

/// Words and whole runs by their sound, in full and by initials.
#[derive(Debug, Default)]
pub(crate) struct Pinyin {
    sounds: BTreeMap<Box<str>, BTreeSet<Box<str>>>,
}

impl Pinyin {
    pub(crate) fn add(&mut self, heading: &str, lexicon: &Lexicon) {
        for run in token::runs(heading) {
            let Run::Han(run) = run else { continue };
            self.enter(&run);
            for word in lexicon.cut(&run) {
                self.enter(word);
            }
        }
    }

    fn enter(&mut self, word: &str) {
        let count = word.chars().count();
        if !(2..=LONGEST).contains(&count) {
            return;
        }
        let syllables: Vec<&str> =
            word.chars().filter_map(|c| c.to_pinyin()).map(|pinyin| pinyin.plain()).collect();
        if syllables.len() != count {
            return;
        }
        let initials: String =
            syllables.iter().filter_map(|syllable| syllable.chars().next()).collect();
        for sound in [syllables.concat().replace('ü', "v"), initials] {
            self.sounds.entry(sound.into()).or_default().insert(word.into());
        }
    }

    /// Chinese words with this sound, or, while it is being typed, with one that begins so; the shortest first.
    pub(crate) fn find(&self, typed: &str, is_prefix: bool, most: usize) -> Vec<&str> {
        if let Some(words) = self.sounds.get(typed) {
            return words.iter().take(most).map(AsRef::as_ref).collect();
        }
        if !is_prefix || typed.len() < 3 {
            return Vec::new();
        }
        let begins = self
            .sounds
            .range::<str, _>((Bound::Included(typed), Bound::Unbounded))
            .take_while(|(sound, _)| sound.starts_with(typed));
        let mut found: Vec<&str> =
            begins.take(4 * most).flat_map(|(_, words)| words).map(AsRef::as_ref).collect();
        found.sort_by_key(|word| word.len());
        found.dedup();
        found.truncate(most);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexicon::Learner;
    use super::*;

    #[test]
    fn words_are_found_by_sound() {
        let lexicon = Lexicon::default();
        lexicon.learn(&mut Learner::new(), "安装指南");
        let mut pinyin = Pinyin::default();
        pinyin.add("安装指南", &lexicon);
        pinyin.add("绿色", &lexicon);
        for (typed, is_prefix, found) in [
            ("anzhuang", false, vec!["安装"]),
            ("az", false, vec!["安装"]),
            ("anzhuangzhinan", false, vec!["安装指南"]),
            ("anzhua", true, vec!["安装", "安装指南"]),
            ("anzhua", false, vec![]),
            ("lvse", false, vec!["绿色"]),
            ("zzz", true, vec![]),
        ] {
            assert_eq!(pinyin.find(typed, is_prefix, 8), found, "{typed}");
        }
    }
}
