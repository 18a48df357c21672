//! Search over sections held in memory: every word asked for must stand in the section, its heading or
//! its page's title, as a substring, which is what readers of Chinese expect.

use core_wasm::locale::Locale;

use super::wire::Hit;
use super::{AREA, address};
use crate::shared::content::page_path;
use crate::shared::problem::Problem;
use crate::shared::record::{self, store};
use crate::shared::site::Site;

/// A longer query is cut: nobody types more, and each word costs a pass.
const MOST_CHARACTERS: usize = 200;
const MOST_WORDS: usize = 12;
const AROUND: usize = 60;

/// A heading with what stands below it, up to the next one.
#[derive(Debug)]
struct Entry {
    locale: Locale,
    url: String,
    title: String,
    heading: String,
    text: String,
    /// Lower case, for comparing.
    folded: Folded,
}

#[derive(Debug)]
struct Folded {
    title: String,
    heading: String,
    text: String,
}

/// All sections of the documentation.
#[derive(Debug, Default)]
pub(super) struct Index {
    entries: Vec<Entry>,
}

pub(super) async fn build(site: &Site) -> Result<Index, Problem> {
    let places = record::places(site).await?;
    let sources = store::searchable(&site.db, AREA).await?;
    let built = tokio::task::spawn_blocking(move || {
        let mut index = Index::default();
        for (tag, path, file, title, markdown) in sources {
            let locale = tag.parse().unwrap_or(Locale::En);
            let url = address(locale, &path);
            for section in record::sections_of(&places, &file, locale, &markdown) {
                let url = match &section.heading_id {
                    Some(id) => format!("{url}#{}", page_path::encode(id)),
                    None => url.clone(),
                };
                index.add(locale, url, &title, &section.heading, section.text);
            }
        }
        index
    });
    built.await.map_err(|error| Problem::Internal(error.to_string()))
}

impl Index {
    fn add(&mut self, locale: Locale, url: String, title: &str, heading: &str, text: String) {
        let folded = Folded {
            title: title.to_lowercase(),
            heading: heading.to_lowercase(),
            text: text.to_lowercase(),
        };
        let (title, heading) = (title.to_owned(), heading.to_owned());
        self.entries.push(Entry { locale, url, title, heading, text, folded });
    }

    /// Sections that hold every word, best first: the reader's language, then where the words stand.
    pub(super) fn find(&self, query: &str, reader: Locale) -> Vec<Hit> {
        let words = words(query);
        if words.is_empty() {
            return Vec::new();
        }
        let mut hits: Vec<_> =
            self.entries.iter().filter_map(|entry| entry.hit(&words, reader)).collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits
    }
}

fn words(query: &str) -> Vec<String> {
    let query: String = query.chars().take(MOST_CHARACTERS).collect();
    let mut words: Vec<_> =
        query.split_whitespace().map(str::to_lowercase).take(MOST_WORDS).collect();
    words.sort();
    words.dedup();
    words
}

impl Entry {
    fn hit(&self, words: &[String], reader: Locale) -> Option<Hit> {
        let mut score = if self.locale == reader { 1.0 } else { 0.0 };
        for word in words {
            score += self.folded.weight(word)?;
        }
        let matched = words.iter().map(|word| (word.clone(), self.as_written(word))).collect();
        Some(Hit {
            url: self.url.clone(),
            title: self.title.clone(),
            heading: self.heading.clone(),
            locale: self.locale.tag().to_owned(),
            snippet: snippet(&self.text, words),
            score,
            matched,
        })
    }

    /// The word in the letters of the text.
    fn as_written(&self, word: &str) -> String {
        let found = [&self.heading, &self.text, &self.title].into_iter().find_map(|text| {
            let at = find_folded(text, word)?;
            Some(text.chars().skip(at).take(word.chars().count()).collect())
        });
        found.unwrap_or_else(|| word.to_owned())
    }
}

impl Folded {
    /// How much a word's places count; none when it stands nowhere.
    fn weight(&self, word: &str) -> Option<f64> {
        let places = [(&self.title, 3.0), (&self.heading, 3.0), (&self.text, 1.0)];
        let weight: f64 = places
            .iter()
            .map(|(text, weight)| match text.matches(word).count() {
                0 => 0.0,
                times => weight * (1.0 + (times as f64).ln()),
            })
            .sum();
        (weight > 0.0).then_some(weight)
    }
}

/// Where a lower-case word begins in a text, in characters.
fn find_folded(text: &str, word: &str) -> Option<usize> {
    let letters: Vec<char> = text.chars().collect();
    let wanted: Vec<char> = word.chars().collect();
    let same = |a: &char, b: &char| a == b || a.to_lowercase().eq(b.to_lowercase());
    letters
        .windows(wanted.len().max(1))
        .position(|window| window.iter().zip(&wanted).all(|(a, b)| same(a, b)))
}

/// The words' surroundings: from a little before the first of them.
fn snippet(text: &str, words: &[String]) -> String {
    let first = words.iter().filter_map(|word| find_folded(text, word)).min().unwrap_or(0);
    let start = first.saturating_sub(AROUND / 2);
    let mut shown: String = text.chars().skip(start).take(AROUND * 3).collect();
    if start > 0 {
        shown.insert(0, '…');
    }
    if text.chars().nth(start + AROUND * 3).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> Index {
        let mut index = Index::default();
        for (locale, url, title, heading, text) in [
            (Locale::Zh, "/zh#a", "安装", "", "下载一个文件，待处理的页面。"),
            (Locale::En, "/en#a", "Install", "Download", "Get one file. Retry with maxRetries."),
            (Locale::En, "/en#b", "Write", "", "Write a page, then download it."),
        ] {
            index.add(locale, url.to_owned(), title, heading, text.to_owned());
        }
        index
    }

    #[track_caller]
    fn check(query: &str, expected: &[&str]) {
        let hits = index().find(query, Locale::En);
        assert_eq!(
            hits.iter().map(|hit| hit.url.as_str()).collect::<Vec<_>>(),
            expected,
            "{query}"
        );
    }

    #[test]
    fn every_word_must_stand_somewhere() {
        check("download", &["/en#a", "/en#b"]);
        check("DOWNLOAD page", &["/en#b"]);
        check("处理", &["/zh#a"]);
        check("maxretries", &["/en#a"]);
        check("nothing of it", &[]);
    }

    #[test]
    fn hostile_queries_find_nothing_and_harm_nothing() {
        for query in ["", " ", "\0", ".*+?[(", "💥", &"a ".repeat(5_000), &"x".repeat(10_000)] {
            let _ = index().find(query, Locale::Zh);
        }
        check("", &[]);
        check(".*", &[]);
    }

    #[test]
    fn the_snippet_shows_the_word_as_it_stands() {
        let hit = index().find("maxretries", Locale::En).remove(0);
        assert_eq!(hit.matched, [("maxretries".to_owned(), "maxRetries".to_owned())]);
        assert_eq!(hit.snippet, "Get one file. Retry with maxRetries.");
    }
}
