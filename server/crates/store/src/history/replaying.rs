//! Replay of the history of imported pages.

use std::collections::{BTreeMap, HashMap};

use core_wasm::locale::Locale;

use super::store::{self, KnownRow};
use crate::context::Store;
use crate::import::configured_source_language;
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_database::{Db, id};
use pailou_git_history::import::{
    FileNames, ImportReader, PageFiles, PageId, ReplayedBatch, RepositoryHistory,
};
use pailou_importers::folder::PageFile;

/// Replays those pages of an import that have a history.
#[derive(Default)]
pub(crate) struct PageHistories {
    reader: Option<ImportReader>,
    /// Texts on the site before the import, by area, key, and language.
    known: HashMap<(String, String, String), KnownRow>,
    /// Name of the Git source; empty for a folder that is imported manually.
    source: String,
    was_rewritten: bool,
    /// Number of commits in the log.
    pub commits: usize,
    /// Number of replayed pages, and total number of pages to replay.
    replayed: (usize, usize),
    pub issues: Vec<Issue>,
}

impl PageHistories {
    /// Reads the log of the files of these pages. `source` is empty for a folder that is imported
    /// manually.
    pub(crate) async fn begin(
        store: &Store,
        history: Result<RepositoryHistory, String>,
        pages: &[PageFile],
        source: &str,
    ) -> Result<Self, sqlx::Error> {
        let mut all = Self { source: source.to_owned(), ..Self::default() };
        let history = match history {
            Ok(history) => history,
            Err(detail) => {
                all.note("history-unavailable", detail);
                return Ok(all);
            }
        };
        if history.repository.is_shallow {
            all.note("history-shallow", String::new());
        }
        all.was_rewritten = history.was_rewritten;
        for row in store::existing_rows(&store.db).await? {
            all.known.insert((row.area.clone(), row.key.clone(), row.locale.clone()), row);
        }
        let names = FileNames { source: source.to_owned(), folder: history.folder.clone() };
        let files = pages.iter().map(|page| names.in_repository(&page.file)).collect();
        let pairs: Vec<[String; 2]> = page_pairs(pages)
            .values()
            .filter_map(page_pair)
            .map(|pair| pair.map(|page| names.in_repository(&page.file)))
            .collect();
        let original = configured_source_language(store);
        let is_first = all.known.values().all(|row| row.source != source);
        let open =
            move || ImportReader::open(&history, (&files, &pairs), names, (original, is_first));
        match tokio::task::spawn_blocking(open).await {
            Ok(Ok(mut reader)) => {
                if reader.log.is_partial {
                    all.note("history-partial", String::new());
                }
                all.commits = reader.log.commits.len();
                all.issues.append(&mut reader.issues);
                let is_new = |page: &Pair<'_>| source.is_empty() || all.needs_replay(&reader, page);
                all.replayed.1 =
                    page_pairs(pages).values().filter_map(page_pair).filter(is_new).count();
                all.reader = Some(reader);
            }
            Ok(Err(error)) => all.note("history-unavailable", error.detail),
            Err(error) => all.note("history-unavailable", error.to_string()),
        }
        Ok(all)
    }

    /// Replays those pages of a batch that `needs_replay` or `differs_from_file` selects.
    pub(crate) async fn replay(
        &mut self,
        db: &Db,
        batch: &[PageFile],
    ) -> Result<ReplayedBatch, sqlx::Error> {
        let Some(reader) = self.reader.take() else { return Ok(ReplayedBatch::default()) };
        let (pages, done) = self.pages(db, &reader, batch).await?;
        self.replayed.0 += done;
        let files = match reader.changes.is_empty() {
            true => Vec::new(),
            false => batch.to_vec(),
        };
        if pages.is_empty() && files.is_empty() {
            self.reader = Some(reader);
            return Ok(ReplayedBatch::default());
        }
        let replay = move || {
            let mut reader = reader;
            let replayed = reader.changes(files, id::now()).and_then(|changes| {
                let (pages, is_over) = reader.replay(&pages)?;
                Ok((ReplayedBatch { pages, changes }, is_over))
            });
            (reader, replayed)
        };
        Ok(match tokio::task::spawn_blocking(replay).await {
            Ok((reader, Ok((replayed, is_over)))) => {
                match is_over {
                    true => self.note("history-partial", String::new()),
                    false => self.reader = Some(reader),
                }
                replayed
            }
            Ok((_, Err(error))) => {
                self.note("history-unavailable", error.detail);
                ReplayedBatch::default()
            }
            Err(error) => {
                self.note("history-unavailable", error.to_string());
                ReplayedBatch::default()
            }
        })
    }

    /// Returns the number of replayed pages and the total number.
    pub(crate) fn progress(&self) -> (usize, usize) {
        self.replayed
    }

    fn note(&mut self, code: &'static str, detail: String) {
        self.issues.push(Issue::of_file(Severity::Note, code, "", detail));
    }

    /// Returns the pages of a batch to replay, and the number by which the progress increases. In a folder that is
    /// imported manually, pages without changes count as replayed, too.
    async fn pages(
        &self,
        db: &Db,
        reader: &ImportReader,
        batch: &[PageFile],
    ) -> Result<(Vec<PageFiles>, usize), sqlx::Error> {
        let named = |page: &PageFile| (page.clone(), reader.names.in_repository(&page.file));
        let pairs = page_pairs(batch);
        let pairs = pairs.iter().filter_map(|(id, files)| Some((id, page_pair(files)?)));
        let (mut pages, mut done) = (Vec::new(), 0);
        for (id, pair) in pairs {
            let is_manual = self.source.is_empty();
            let is_new = self.needs_replay(reader, &pair)
                || is_manual && differs_from_file(db, &pair).await?;
            done += usize::from(is_new || is_manual);
            if is_new {
                let ([zh, en], chosen) = (pair, self.chosen(pair[0]));
                pages.push(PageFiles { id: id.clone(), zh: named(zh), en: named(en), chosen });
            }
        }
        Ok((pages, done))
    }

    fn chosen(&self, page: &PageFile) -> Option<(Locale, String)> {
        let id = |locale: Locale| (page.area.to_owned(), page.key.clone(), locale.tag().to_owned());
        let row = Locale::ALL.into_iter().find_map(|locale| self.known.get(&id(locale)))?;
        let source = row.source_locale.parse().ok()?;
        Some((source, row.source_commit.clone())).filter(|(_, commit)| !commit.is_empty())
    }

    /// Whether a page must be replayed: it is new to the site, or commits acknowledge its segments. A page of a Git
    /// source must also be replayed if its files changed or the history was rewritten.
    fn needs_replay(&self, reader: &ImportReader, page: &Pair<'_>) -> bool {
        let known = |page: &PageFile| {
            let id = (page.area.to_owned(), page.key.clone(), page.locale.tag().to_owned());
            self.known.get(&id)
        };
        if self.source.is_empty() {
            let is_new = |file: &&PageFile| {
                let name = reader.names.in_repository(&file.file);
                known(file).is_none() || reader.acknowledged.contains(&name)
            };
            return page.iter().any(is_new);
        }
        let is_changed = |file: &&PageFile| {
            let name = reader.names.in_repository(&file.file);
            let hash = blake3::hash(file.text.as_bytes()).to_hex();
            known(file).is_none_or(|known| {
                known.source != self.source
                    || known.file != name
                    || known.file_hash != hash[..32]
                    || reader.acknowledged.contains(&name)
            })
        };
        self.was_rewritten || page.iter().any(is_changed)
    }
}

/// Whether the stored Markdown of a page differs from its files in any language. Ignores front matter.
async fn differs_from_file(db: &Db, page: &Pair<'_>) -> Result<bool, sqlx::Error> {
    for file in page {
        let id = (file.area, file.key.as_str());
        let stored = store::stored_markdown(db, id, file.locale).await?;
        if stored.as_deref() != Some(front_matter::split(&file.text).body) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Files of a page in both languages: Chinese, English.
type Pair<'a> = [&'a PageFile; 2];

fn page_pairs(pages: &[PageFile]) -> BTreeMap<PageId, [Option<&PageFile>; 2]> {
    let mut by_key: BTreeMap<PageId, [Option<&PageFile>; 2]> = BTreeMap::new();
    for page in pages {
        let files = by_key.entry((page.area, page.key.clone())).or_default();
        files[usize::from(page.locale == Locale::En)] = Some(page);
    }
    by_key
}

fn page_pair<'a>(files: &[Option<&'a PageFile>; 2]) -> Option<Pair<'a>> {
    let [Some(zh), Some(en)] = files else { return None };
    Some([zh, en])
}
