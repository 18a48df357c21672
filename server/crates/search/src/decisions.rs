//! Decisions of editors: accepted and rejected translation pairs, and words with locked
//! translations. Decisions override the learned translations.

use std::collections::{BTreeSet, HashMap};

use core_wasm::locale::Locale;

use crate::lexicon::Lexicon;
use crate::token::{self, Run};

/// Translations of a term with their probabilities.
pub type Translations = Vec<(Box<str>, f32)>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Accepted,
    Rejected,
}

/// A translation pair with the decision of an editor, as terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    pub zh: String,
    /// English terms, one for each different word of the English text.
    pub en: Vec<String>,
    pub verdict: Verdict,
}

/// A word with fixed translations.
#[derive(Debug, Clone, PartialEq)]
pub struct Lock {
    pub locale: Locale,
    pub term: String,
    pub translations: Translations,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decisions {
    pub pairs: Vec<Pair>,
    pub locks: Vec<Lock>,
}

impl Pair {
    /// Parses a pair. Returns `None` if either text has no word, or if `zh` consists of several runs: `超时 时间`.
    pub fn read(zh: &str, en: &str, verdict: Verdict, lexicon: &Lexicon) -> Option<Self> {
        let zh = match token::runs(zh).as_slice() {
            [Run::Han(run)] => run.clone(),
            [Run::Latin(_)] => token::words(zh, lexicon).into_iter().next()?.term,
            _ => return None,
        };
        let mut terms = BTreeSet::new();
        let en = token::words(en, lexicon).into_iter().map(|word| word.term);
        let en: Vec<_> = en.filter(|term| terms.insert(term.clone())).collect();
        (!en.is_empty()).then_some(Self { zh, en, verdict })
    }
}

impl Decisions {
    /// Returns the Chinese words of accepted pairs, for the segmentation lexicon.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let accepted = self.pairs.iter().filter(|pair| pair.verdict == Verdict::Accepted);
        accepted.map(|pair| pair.zh.as_str())
    }

    pub fn is_locked(&self, locale: Locale, term: &str) -> bool {
        self.locks.iter().any(|lock| lock.locale == locale && lock.term == term)
    }

    /// Returns the decision on a translation of a term of the language `from`; `None` without a decision.
    pub fn verdict(&self, from: Locale, term: &str, translation: &str) -> Option<Verdict> {
        let (zh, en) = if from == Locale::Zh { (term, translation) } else { (translation, term) };
        let is_of_pair = |pair: &&Pair| pair.zh == zh && pair.en.iter().any(|own| own == en);
        self.pairs.iter().find(is_of_pair).map(|pair| pair.verdict)
    }

    /// Returns the translations of each word of the language `from` that has a decision. `learnt`
    /// returns the learned translations of a word.
    pub(super) fn applied(
        &self,
        from: Locale,
        learnt: impl Fn(&str) -> Translations,
    ) -> HashMap<Box<str>, Translations> {
        let mut all = HashMap::new();
        for term in self.terms(from) {
            let lock = self.locks.iter().find(|lock| lock.locale == from && lock.term == term);
            let accepted = self.accepted(from, term);
            let translations = match (accepted.is_empty(), lock) {
                (false, _) => accepted,
                (true, Some(lock)) => lock.translations.clone(),
                (true, None) => learnt(term),
            };
            let translations = translations.into_iter();
            let mut remaining: Translations = translations
                .filter(|(to, _)| self.verdict(from, term, to) != Some(Verdict::Rejected))
                .collect();
            let sum: f32 = remaining.iter().map(|(_, probability)| probability).sum();
            if sum > 0.0 && sum < 1.0 {
                remaining.iter_mut().for_each(|(_, probability)| *probability /= sum);
            }
            all.insert(term.into(), remaining);
        }
        all
    }

    fn terms(&self, from: Locale) -> BTreeSet<&str> {
        let mut terms: BTreeSet<&str> = BTreeSet::new();
        for pair in &self.pairs {
            match from {
                Locale::Zh => drop(terms.insert(&pair.zh)),
                Locale::En => terms.extend(pair.en.iter().map(String::as_str)),
            }
        }
        terms.extend(
            self.locks.iter().filter(|lock| lock.locale == from).map(|lock| lock.term.as_str()),
        );
        terms
    }

    /// Returns the accepted translations. All have probability 1, because each of them is correct.
    fn accepted(&self, from: Locale, term: &str) -> Translations {
        let accepted = self.pairs.iter().filter(|pair| pair.verdict == Verdict::Accepted);
        let mut all: Translations = Vec::new();
        for pair in accepted {
            match from {
                Locale::Zh if pair.zh == term => {
                    all.extend(pair.en.iter().map(|en| (en.as_str().into(), 1.0)));
                }
                // The Chinese term translates the whole English text of the pair. It is not a translation of a single
                // word in an English text of several words.
                Locale::En if pair.en == [term] => all.push((pair.zh.as_str().into(), 1.0)),
                _ => {}
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(zh: &str, en: &str, verdict: Verdict) -> Pair {
        Pair::read(zh, en, verdict, &Lexicon::default()).unwrap()
    }

    fn learnt(term: &str) -> Translations {
        match term {
            "超时" => vec![("timeout".into(), 0.6), ("second".into(), 0.4)],
            "timeout" => vec![("超时".into(), 0.7), ("时间".into(), 0.3)],
            _ => Vec::new(),
        }
    }

    #[track_caller]
    fn check(decisions: &Decisions, from: Locale, term: &str, expected: &[(&str, f32)]) {
        let all = decisions.applied(from, learnt);
        let actual: Vec<_> = all[term].iter().map(|(to, p)| (to.as_ref(), *p)).collect();
        assert_eq!(actual, expected);
    }

    #[test]
    fn accepted_translations_replace_learned_translations() {
        let decisions = Decisions {
            pairs: vec![
                pair("超时", "Time limit", Verdict::Accepted),
                pair("超時", "deadline", Verdict::Accepted),
            ],
            locks: Vec::new(),
        };
        check(&decisions, Locale::Zh, "超时", &[("time", 1.0), ("limit", 1.0), ("deadlin", 1.0)]);
        check(&decisions, Locale::En, "deadlin", &[("超时", 1.0)]);
        check(&decisions, Locale::En, "limit", &[]);
        assert_eq!(decisions.verdict(Locale::En, "deadlin", "超时"), Some(Verdict::Accepted));
    }

    #[test]
    fn rejected_translation_is_removed_in_both_directions() {
        let decisions = Decisions {
            pairs: vec![pair("超时", "second", Verdict::Rejected)],
            locks: Vec::new(),
        };
        check(&decisions, Locale::Zh, "超时", &[("timeout", 1.0)]);
        check(&decisions, Locale::En, "second", &[]);
        assert_eq!(decisions.words().count(), 0);
    }

    #[test]
    fn locked_word_keeps_its_translations() {
        let lock = Lock {
            locale: Locale::En,
            term: "timeout".to_owned(),
            translations: vec![("超时".into(), 1.0)],
        };
        let decisions = Decisions { pairs: Vec::new(), locks: vec![lock] };
        check(&decisions, Locale::En, "timeout", &[("超时", 1.0)]);
        assert!(decisions.is_locked(Locale::En, "timeout"));
        assert!(!decisions.is_locked(Locale::Zh, "timeout"));
    }

    #[test]
    fn invalid_translation_pair_is_not_parsed() {
        let lexicon = Lexicon::default();
        for (zh, en) in [("", "x"), ("超时", ""), ("超时 时间", "x"), ("超时", "…"), ("a b", "x")]
        {
            assert_eq!(Pair::read(zh, en, Verdict::Accepted, &lexicon), None, "{zh} {en}");
        }
        assert_eq!(pair("DAG", "dag", Verdict::Accepted).zh, "dag");
    }
}
