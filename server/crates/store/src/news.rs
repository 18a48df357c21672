//! News of the site, newest first. An entry with a future date is stored but not displayed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use core_wasm::locale::Locale;

use super::sql;
use super::sql::{Text, TextWithFrontMatter};
use super::{NEWS, TEXTS};
use crate::context::Store;
use pailou_content::{front_matter, news, yaml};
use pailou_database::cached::Cached;
use pailou_database::id;

/// All entries, including future ones, newest first.
#[derive(Debug)]
pub struct News(Vec<Entry>);

/// A news entry with its texts.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Publication date in milliseconds since the Unix epoch.
    pub at: i64,
    texts: Vec<Text>,
}

impl Entry {
    /// Returns the text in this language, or else in the other language.
    pub fn text(&self, locale: Locale) -> Option<&Text> {
        self.texts.iter().find(|text| text.locale == locale.tag()).or(self.texts.first())
    }

    /// Whether `path` is the path of the entry in any language.
    pub fn is_at(&self, path: &str) -> bool {
        self.texts.iter().any(|text| text.path == path)
    }

    pub fn is_in(&self, locale: Locale) -> bool {
        self.texts.iter().any(|text| text.locale == locale.tag())
    }
}

impl News {
    pub fn new_cache() -> Cached<Self> {
        Cached::new(TEXTS)
    }

    pub async fn of(store: &Store) -> Result<Arc<Self>, sqlx::Error> {
        let read = async || {
            let rows = sql::with_front_matter(&store.db, NEWS).await?;
            Ok(Self(sorted(rows)))
        };
        store.news.get(&store.changes, read).await
    }

    /// Returns the entries whose date is not in the future.
    pub fn published(&self) -> &[Entry] {
        let now = id::now();
        let to_come = self.0.iter().take_while(|entry| entry.at > now).count();
        &self.0[to_come..]
    }

    /// Page ids of the published entries.
    pub fn page_ids(&self) -> HashSet<&str> {
        self.published().iter().map(|entry| entry.texts[0].page_id.as_str()).collect()
    }

    /// Page ids of the entries with a future date.
    pub fn scheduled_page_ids(&self) -> Vec<String> {
        let to_come = self.0.len() - self.published().len();
        self.0[..to_come].iter().map(|entry| entry.texts[0].page_id.clone()).collect()
    }

    /// Returns the future publication time of a news page, in milliseconds; `None` if it has none.
    pub fn visible_at(&self, page_id: &str) -> Option<i64> {
        let now = id::now();
        let mut to_come = self.0.iter().take_while(|entry| entry.at > now);
        to_come.find(|entry| entry.texts[0].page_id == page_id).map(|entry| entry.at)
    }

    /// Returns the time until the next entry is published; `None` if no entry has a future date.
    pub fn valid_for(&self) -> Option<Duration> {
        let now = id::now();
        let next = self.next_at(now)?;
        Some(Duration::from_millis(u64::try_from(next - now).unwrap_or(0)))
    }

    /// Returns the date of the first entry after `now`, in milliseconds since the Unix epoch.
    pub fn next_at(&self, now: i64) -> Option<i64> {
        self.0.iter().map(|entry| entry.at).take_while(|at| *at > now).last()
    }

    /// Returns the keys of the entries with `after < date <= until`.
    pub fn keys_between(&self, after: i64, until: i64) -> Vec<String> {
        let entries = self.0.iter().filter(|entry| entry.at > after && entry.at <= until);
        entries.map(|entry| entry.texts[0].key.clone()).collect()
    }
}

/// Groups texts by entry, newest entry first. If the languages of an entry have different dates, the earlier date is
/// used.
fn sorted(rows: Vec<TextWithFrontMatter>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut by_page: HashMap<String, usize> = HashMap::new();
    for TextWithFrontMatter { text, front_matter, .. } in rows {
        let values = front_matter::split(&front_matter).values().unwrap_or(yaml::Value::Nothing);
        let at = news::date(&values, &text.path).unwrap_or(text.updated_at);
        let index = *by_page.entry(text.page_id.clone()).or_insert(entries.len());
        match entries.get_mut(index) {
            Some(entry) => {
                entry.at = entry.at.min(at);
                entry.texts.push(text);
            }
            None => entries.push(Entry { at, texts: vec![text] }),
        }
    }
    entries.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| b.texts[0].path.cmp(&a.texts[0].path)));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str, at: i64) -> Entry {
        let text = Text {
            id: key.to_owned(),
            page_id: key.to_owned(),
            key: key.to_owned(),
            source_locale: String::new(),
            locale: Locale::Zh.tag().to_owned(),
            path: key.to_owned(),
            file: String::new(),
            title: String::new(),
            description: String::new(),
            updated_at: 0,
            segments_outdated: 0,
            segments_not_translated: 0,
            segments_not_aligned: 0,
            segments_not_reviewed: 0,
            segments_machine_translated: 0,
            is_copy: 0,
            segments_total: 0,
        };
        Entry { at, texts: vec![text] }
    }

    #[test]
    fn news_returns_next_date_and_entries_between_dates() {
        let news = News(vec![entry("c", 30), entry("b", 20), entry("a", 10)]);
        for (now, next) in
            [(0, Some(10)), (9, Some(10)), (10, Some(20)), (25, Some(30)), (30, None)]
        {
            assert_eq!(news.next_at(now), next, "{now}");
        }
        for (after, until, expected) in [
            (i64::MIN, 9, vec![]),
            (9, 10, vec!["a"]),
            (10, 10, vec![]),
            (10, 30, vec!["c", "b"]),
            (i64::MIN, i64::MAX, vec!["c", "b", "a"]),
        ] {
            assert_eq!(news.keys_between(after, until), expected, "{after} {until}");
        }
    }
}
