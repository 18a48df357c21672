//! Units of a text for unigram language models: Latin terms, and pairs of adjacent Chinese characters. The split needs
//! no lexicon, so the units of a text are the same on every site.

use std::collections::BTreeSet;

use crate::engine::Engine;
use crate::index::Index;
use crate::postings::Postings;
use crate::token::{self, Run};
use pailou_text_diff::script::is_han;

/// Returns the different units of a text.
pub fn text_units(text: &str) -> BTreeSet<String> {
    let mut units = BTreeSet::new();
    for run in token::runs(text) {
        match run {
            Run::Han(run) => {
                let characters: Vec<char> = run.chars().collect();
                units.extend(characters.windows(2).map(|pair| pair.iter().collect::<String>()));
            }
            Run::Latin(run) => {
                let mut words = Vec::new();
                token::latin(&run, &mut words);
                units.extend(words.into_iter().map(|word| word.term));
            }
        }
    }
    units
}

impl Engine {
    /// Returns the number of sections of both languages that contain a unit, including removed sections.
    pub fn sections_with_text_unit(&self, unit: &str) -> u32 {
        let mut characters = unit.chars();
        let (first, second) = (characters.next(), characters.next());
        let count = |index: &Index| match first.filter(|first| is_han(*first)) {
            Some(first) => index.gram(first, second).map_or(0, Postings::count),
            None => index.used(unit),
        };
        count(&self.zh) + count(&self.en)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use core_wasm::locale::Locale;

    use super::*;
    use crate::index::{Document, Part};
    use crate::lexicon::Lexicon;

    #[test]
    fn text_units_are_latin_terms_and_chinese_character_pairs() {
        let units = |text: &str| text_units(text).into_iter().collect::<Vec<_>>();
        assert_eq!(
            units("Installing 備份文件 and installing"),
            ["and", "instal", "份文", "备份", "文件"]
        );
        assert!(units("，。!").is_empty());
    }

    #[test]
    fn sections_with_a_unit_are_counted_in_both_languages() {
        let mut engine = Engine::new(Arc::new(Lexicon::default()));
        for (key, locale, text) in [
            ("a", Locale::En, "Restore a backup."),
            ("b", Locale::En, "Backups are encrypted."),
            ("c", Locale::Zh, "恢复备份，英文是 backup。"),
        ] {
            let part = Part { text: text.to_owned(), ..Part::default() };
            let (key, sections) = (key.to_owned(), vec![part]);
            engine.put(locale, Document { key, sections, ..Document::default() });
        }
        for (unit, count) in [("backup", 3), ("restor", 1), ("备份", 1), ("复备", 1), ("kafka", 0)]
        {
            assert_eq!(engine.sections_with_text_unit(unit), count, "{unit}");
        }
    }
}
