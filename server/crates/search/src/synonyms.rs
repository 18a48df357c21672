//! Synonyms of everyday and technical words, for questions in whole sentences.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::token;
use pailou_text_diff::script::is_han;

/// One group of synonyms per line.
const GROUPS: &str = include_str!("synonyms.txt");

/// Synonyms of each term.
static SYNONYMS: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut all: HashMap<String, Vec<String>> = HashMap::new();
    for line in GROUPS.lines() {
        let terms: Vec<String> = line.split_whitespace().map(term).collect();
        for term in &terms {
            let others = all.entry(term.clone()).or_default();
            others.extend(terms.iter().filter(|other| *other != term).cloned());
        }
    }
    for others in all.values_mut() {
        others.sort_unstable();
        others.dedup();
    }
    all
});

/// Returns the indexed term of a word.
fn term(written: &str) -> String {
    if written.starts_with(is_han) {
        return written.to_owned();
    }
    let mut words = Vec::new();
    token::latin(written, &mut words);
    words.into_iter().next().map_or_else(|| written.to_owned(), |word| word.term)
}

/// Returns the Chinese words of several characters that have synonyms.
pub(crate) fn chinese_synonyms() -> impl Iterator<Item = &'static str> {
    let words = GROUPS.split_whitespace();
    words.filter(|word| word.starts_with(is_han) && word.chars().nth(1).is_some())
}

pub(crate) fn synonyms(term: &str) -> &'static [String] {
    SYNONYMS.get(term).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_are_symmetric_and_exclude_the_term() {
        assert!(synonyms("dump").iter().any(|term| term == "backup"));
        assert!(synonyms("backup").iter().any(|term| term == "dump"));
        assert!(synonyms("转储").iter().any(|term| term == "备份"));
        assert!(synonyms("zebra").is_empty());
        for (term, others) in SYNONYMS.iter() {
            assert!(!others.contains(term), "{term}");
        }
    }
}
