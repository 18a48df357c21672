//! Pinyin matching of Chinese titles and headings.
//!
//! `anzhuang` and `az` find 安装.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use pinyin::ToPinyin;

use crate::lexicon::Lexicon;
use crate::token::{self, Run};

/// Maximum length of a run that can be typed as pinyin, in characters.
const MAX_LENGTH: usize = 12;

/// Words and whole runs, by their full pinyin and by its initials.
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
        if !(2..=MAX_LENGTH).contains(&count) {
            return;
        }
        let syllables: Vec<String> = syllables(word).collect();
        if syllables.len() != count {
            return;
        }
        let initials: String =
            syllables.iter().filter_map(|syllable| syllable.chars().next()).collect();
        for sound in [syllables.concat(), initials] {
            self.sounds.entry(sound.into()).or_default().insert(word.into());
        }
    }

    /// Returns the Chinese words with the pinyin `typed`. If there are none, `is_prefix` is set, and `typed` has at
    /// least three letters, returns the words whose pinyin begins with `typed`, the shortest first.
    pub(crate) fn find(&self, typed: &str, is_prefix: bool, max: usize) -> Vec<&str> {
        if let Some(words) = self.sounds.get(typed) {
            return words.iter().take(max).map(AsRef::as_ref).collect();
        }
        if !is_prefix || typed.len() < 3 {
            return Vec::new();
        }
        let begins = self
            .sounds
            .range::<str, _>((Bound::Included(typed), Bound::Unbounded))
            .take_while(|(sound, _)| sound.starts_with(typed));
        let mut found: Vec<&str> =
            begins.take(4 * max).flat_map(|(_, words)| words).map(AsRef::as_ref).collect();
        found.sort_by_key(|word| word.len());
        found.dedup();
        found.truncate(max);
        found
    }

    /// Whether the pieces together spell a word, and each piece consists of whole syllables. With `is_prefix` (the user
    /// is typing), the last syllable may be incomplete, and further syllables of the word may be missing.
    pub(crate) fn is_spelled_by(&self, pieces: &[&str], is_prefix: bool) -> bool {
        self.find(&pieces.concat(), is_prefix, MAX_LENGTH).into_iter().any(|word| {
            let mut rest = pieces.iter().copied();
            let mut piece = rest.next().unwrap_or_default();
            for syllable in syllables(word) {
                if piece.is_empty() {
                    let Some(next) = rest.next() else { return is_prefix };
                    piece = next;
                }
                match piece.strip_prefix(syllable.as_str()) {
                    Some(after) => piece = after,
                    None => {
                        return is_prefix && rest.next().is_none() && syllable.starts_with(piece);
                    }
                }
            }
            piece.is_empty() && rest.next().is_none()
        })
    }
}

/// Returns the syllables of a word as they are typed, with `v` for `ü`. Only Chinese characters
/// have syllables.
fn syllables(word: &str) -> impl Iterator<Item = String> {
    word.chars().filter_map(|c| c.to_pinyin()).map(|pinyin| pinyin.plain().replace('ü', "v"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Learner;

    #[test]
    fn pinyin_matches_chinese_words() {
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

    #[test]
    fn spaces_separate_pinyin_syllables() {
        let mut pinyin = Pinyin::default();
        ["安装指南", "绿色", "西安"].iter().for_each(|word| pinyin.enter(word));
        for (typed, is_prefix, expected) in [
            ("an zhuang zhi nan", false, true),
            ("anzhuang zhinan", false, true),
            ("lv se", false, true),
            ("xi an", false, true),
            ("an zhuang", true, true),
            ("an zhuang zh", true, true),
            ("anzhuang z", true, true),
            ("an zhuang", false, false),
            ("an zhuang zh", false, false),
            ("an zhuangzhi na n", true, false),
            ("anz huang", true, false),
            ("a z z n", true, false),
            ("x a", false, false),
        ] {
            let pieces: Vec<&str> = typed.split(' ').collect();
            assert_eq!(pinyin.is_spelled_by(&pieces, is_prefix), expected, "{typed}");
        }
    }
}
