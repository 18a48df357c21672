//! Search dictionary: translations of words, which are extracted from translated pages, and their corrections by users.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use core_wasm::locale::Locale;

use super::entry::{aligned_texts, area_and_key};
use super::{SearchIndex, store};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::{change_feed, id};
use pailou_search::decisions::{Decisions, Lock, Pair, Verdict};
use pailou_search::index::Index;
use pailou_search::lexicon::Lexicon;
use pailou_search::normalize::fold;
use pailou_search::token;
use pailou_store::context::Store;
use pailou_web::problem::Problem;

/// Cache tag that is invalidated when a user decides on a pair, or locks or unlocks a word.
pub const TAG: &str = "dictionary";
/// Maximum number of pages that are searched for translation examples.
const MAX_PAGES: usize = 40;
/// Maximum number of displayed translation examples.
const MAX_EVIDENCE: usize = 5;

/// A word with its translations.
#[derive(Debug)]
pub struct DictionaryEntry {
    pub term: String,
    /// Shortest form of the word in the texts.
    pub written: String,
    /// Number of sections that contain the word.
    pub used: u32,
    pub is_locked: bool,
    pub translations: Vec<Translation>,
}

#[derive(Debug)]
pub struct Translation {
    pub term: String,
    pub written: String,
    /// Probability; zero for a rejected translation.
    pub probability: f32,
    pub verdict: Option<Verdict>,
}

/// Filter for words.
pub struct WordFilter<'a> {
    pub locale: Locale,
    /// Text that a matching word contains. If it is empty, all words match.
    pub like: &'a str,
    pub only_decided: bool,
    pub skip: usize,
    pub size: usize,
}

impl SearchIndex {
    pub async fn decisions(&self, store: &Store) -> Result<Arc<Decisions>, sqlx::Error> {
        self.decisions.get(&store.changes, || read_decisions(store, self.lexicon())).await
    }

    /// Returns one page of the matching words, and their total number. The words are sorted by the
    /// number of sections that contain them, with very short words last.
    pub fn dictionary(
        &self,
        decisions: &Decisions,
        filter: &WordFilter<'_>,
    ) -> (Vec<DictionaryEntry>, usize) {
        let engine = self.engine();
        let (own, other) = (engine.index_of(filter.locale), engine.index_of(filter.locale.other()));
        let like = fold(filter.like.trim());
        let written = surface(own);
        let matches_filter = |term: &&str| {
            let written = written.get(term).copied().unwrap_or(term);
            let rejected =
                || decisions.pairs.iter().any(|pair| is_term_of_pair(pair, filter.locale, term));
            (written.contains(&like) || term.contains(&like))
                && (!filter.only_decided || decisions.is_locked(filter.locale, term) || rejected())
                && !is_itself(term, engine.translation_model.translations(filter.locale, term))
        };
        let mut terms: Vec<(u32, &str)> = engine
            .translation_model
            .terms(filter.locale)
            .filter(matches_filter)
            .map(|term| (own.used(term), term))
            .collect();
        // Single Chinese characters and the shortest English words are mostly function words.
        let is_short = |term: &str| term.chars().count() < if term.is_ascii() { 4 } else { 2 };
        terms.sort_by_key(|(used, term)| (is_short(term), Reverse(*used), *term));
        let total = terms.len();
        let written_there = self::surface(other);
        let row = |(used, term): (u32, &str)| {
            let translations = engine.translation_model.translations(filter.locale, term);
            let translation_of = |term: &str, probability| Translation {
                term: term.to_owned(),
                written: written_there.get(term).copied().unwrap_or(term).to_owned(),
                probability,
                verdict: None,
            };
            let mut translations: Vec<_> = translations
                .iter()
                .map(|(to, probability)| translation_of(to, *probability))
                .collect();
            let rejected = decisions.pairs.iter().filter(|pair| {
                pair.verdict == Verdict::Rejected && is_term_of_pair(pair, filter.locale, term)
            });
            translations.extend(rejected.flat_map(|pair| match filter.locale {
                Locale::Zh => pair.en.iter().map(|en| translation_of(en, 0.0)).collect::<Vec<_>>(),
                Locale::En => vec![translation_of(&pair.zh, 0.0)],
            }));
            for translation in &mut translations {
                translation.verdict = decisions.verdict(filter.locale, term, &translation.term);
            }
            DictionaryEntry {
                term: term.to_owned(),
                written: written.get(term).copied().unwrap_or(term).to_owned(),
                used,
                is_locked: decisions.is_locked(filter.locale, term),
                translations,
            }
        };
        (terms.into_iter().skip(filter.skip).take(filter.size).map(row).collect(), total)
    }

    /// Returns translation examples: aligned texts that contain the Chinese term and all English
    /// terms, the shortest first.
    pub async fn evidence(
        &self,
        store: &Store,
        zh: &str,
        en: &str,
    ) -> Result<Vec<(String, String)>, Problem> {
        let Some(pair) = Pair::read(zh, en, Verdict::Accepted, &self.lexicon()) else {
            return Ok(Vec::new());
        };
        let Some(first) = pair.en.first() else { return Ok(Vec::new()) };
        let keys: Vec<String> = {
            let engine = self.engine();
            let english_keys: HashSet<&str> =
                engine.en.pages_with(first).map(|page| &*page.key).collect();
            let both =
                engine.zh.pages_with(&pair.zh).filter(|page| english_keys.contains(&*page.key));
            both.take(MAX_PAGES).map(|page| page.key.to_string()).collect()
        };
        let lexicon = self.lexicon();
        let terms = |text: &str| token::terms(text, &lexicon);
        let mut found = Vec::new();
        for document in keys {
            let (area, key) = area_and_key(&document);
            let texts = store::text_rows(&store.db, area, key).await?;
            let Some(page) = texts.first() else { continue };
            let links = store::links(&store.db, &page.page_id, &page.page_id).await?;
            let holds = |(zh, en): &(String, String)| {
                let en = terms(en);
                pair.en.iter().all(|term| en.contains(term)) && terms(zh).contains(&pair.zh)
            };
            found.extend(aligned_texts(&texts, &links).into_iter().filter(holds));
            if found.len() >= MAX_EVIDENCE {
                break;
            }
        }
        found.sort_by_key(|(zh, en)| zh.len() + en.len());
        found.dedup();
        found.truncate(MAX_EVIDENCE);
        Ok(found)
    }

    /// Stores a decision on a pair of words; the verdict `None` deletes it.
    pub async fn decide(
        &self,
        store: &Store,
        (zh, en): (&str, &str),
        verdict: Option<Verdict>,
        by: &Actor,
    ) -> Result<(), Problem> {
        let (zh, en) = (fold(zh.trim()), fold(en.trim()));
        let is_pair = Pair::read(&zh, &en, Verdict::Accepted, &self.lexicon()).is_some();
        if !is_pair {
            let detail = "invalid pair: expected one word in `zh` and at least one in `en`";
            return Err(Problem::invalid("zh", "no-pair", detail));
        }
        let mut tx = store.db.begin().await?;
        match verdict {
            Some(verdict) => {
                store::upsert_pair(&mut tx, (&zh, &en), name(verdict), &by.name, id::now()).await?;
            }
            None => store::delete_pair(&mut tx, &zh, &en).await?,
        }
        let subject = Subject::new(format!("{zh} – {en}")).after(&verdict.map(name));
        audit_log::log(&mut tx, by, Action::DictionaryChanged, subject).await?;
        change_feed::publish(&mut tx, &[TAG.to_owned()]).await?;
        tx.commit().await?;
        Ok(store.changes.poll(&store.db).await?)
    }

    /// Locks the current translations of a word, or unlocks the word. Returns an error if a word without translations
    /// is to be locked.
    pub async fn lock(
        &self,
        store: &Store,
        (locale, term): (Locale, &str),
        locked: bool,
        by: &Actor,
    ) -> Result<(), Problem> {
        let translations = self.engine().translation_model.translations(locale, term).to_vec();
        if locked && translations.is_empty() {
            return Err(Problem::invalid("term", "unknown-word", "no known translation"));
        }
        let json = serde_json::to_string(&translations).unwrap_or_default();
        let mut tx = store.db.begin().await?;
        if locked {
            store::insert_lock(&mut tx, (locale.tag(), term), &json, &by.name, id::now()).await?;
        } else {
            store::delete_lock(&mut tx, locale.tag(), term).await?;
        }
        let subject = Subject::new(term).after(&if locked { "locked" } else { "unlocked" });
        audit_log::log(&mut tx, by, Action::DictionaryChanged, subject).await?;
        change_feed::publish(&mut tx, &[TAG.to_owned()]).await?;
        tx.commit().await?;
        Ok(store.changes.poll(&store.db).await?)
    }
}

async fn read_decisions(store: &Store, lexicon: Arc<Lexicon>) -> Result<Decisions, sqlx::Error> {
    let lexicon = &lexicon;
    let pairs = store::pairs(&store.db).await?.into_iter().filter_map(|(zh, en, verdict)| {
        let verdicts = [Verdict::Accepted, Verdict::Rejected];
        let verdict = verdicts.into_iter().find(|known| name(*known) == verdict)?;
        Pair::read(&zh, &en, verdict, lexicon)
    });
    let locks = store::locks(&store.db).await?.into_iter().filter_map(|(locale, term, json)| {
        let stored: Vec<(String, f32)> = serde_json::from_str(&json).ok()?;
        let translations = stored.into_iter().map(|(to, probability)| (to.into(), probability));
        Some(Lock { locale: locale.parse().ok()?, term, translations: translations.collect() })
    });
    Ok(Decisions { pairs: pairs.collect(), locks: locks.collect() })
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    }
}

fn is_term_of_pair(pair: &Pair, locale: Locale, term: &str) -> bool {
    match locale {
        Locale::Zh => pair.zh == term,
        Locale::En => pair.en.iter().any(|en| en == term),
    }
}

/// Whether the only translation of a word is the word itself, as for names and numbers.
fn is_itself(term: &str, translations: &[(Box<str>, f32)]) -> bool {
    matches!(translations, [(only, _)] if **only == *term)
}

/// Returns the shortest surface form of each Latin term.
fn surface(index: &Index) -> HashMap<&str, &str> {
    let mut all: HashMap<&str, &str> = HashMap::new();
    for (surface, term) in &index.surfaces {
        let Some(term) = index.name(*term) else { continue };
        let shortest = all.entry(term).or_insert(surface);
        if surface.len() < shortest.len() {
            *shortest = surface;
        }
    }
    all
}
