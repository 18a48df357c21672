//! Pruning: moves imported pages to the trash if their files are no longer in the folder. Texts are
//! kept if they were edited or moved on the site, have a draft, or come from Git.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

use core_wasm::locale::Locale;
use sqlx::FromRow;

use crate::context::Store;
use crate::git_sync;
use crate::outbox;
use crate::outbox::Event;
use crate::sql;
use pailou_content::page_path;
use pailou_content::scan_dir;
use pailou_database::Tx;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_database::id;
use pailou_importers::folder::Folder;

/// Pages per transaction.
const BATCH: usize = 50;

/// A text whose last change is an import.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct ImportedText {
    text_id: String,
    page_id: String,
    area: String,
    key: String,
    pub locale: String,
    path: String,
    pub file: String,
    pub title: String,
}

/// Files of a folder, and the pages imported from them.
pub(crate) struct FolderFiles {
    files: HashSet<String>,
    /// Area, key, and language of each page.
    pages: HashSet<(String, String, String)>,
}

impl FolderFiles {
    /// Returns `None` for a folder without pages, because it is more likely the wrong folder than
    /// an empty site.
    pub(crate) fn of(dir: &Path, folder: &Folder) -> Option<Self> {
        if folder.pages.is_empty() {
            return None;
        }
        let pages = folder.pages.iter();
        let pages =
            pages.map(|it| (it.area.to_owned(), it.key.clone(), it.locale.tag().to_owned()));
        // Markdown files that are not pages, for example because the settings exclude them, count as absent.
        let others: HashSet<&String> = folder.others.iter().collect();
        let is_present =
            |file: &String| !(page_path::split_markdown(file).is_some() && others.contains(file));
        let files = scan_dir::walk(dir).files.into_iter().filter(is_present);
        Some(Self { files: files.collect(), pages: pages.collect() })
    }

    fn contains(&self, text: &ImportedText) -> bool {
        let page = (text.area.clone(), text.key.clone(), text.locale.clone());
        self.files.contains(&text.file) || self.pages.contains(&page)
    }
}

/// Returns the texts of earlier imports whose files are not in the folder. `refused` are existing files and folders
/// with errors.
pub(crate) async fn absent_texts(
    tx: &mut Tx,
    files: &FolderFiles,
    refused: &HashSet<String>,
) -> Result<Vec<ImportedText>, sqlx::Error> {
    let is_refused = |file: &str| {
        let folders = file.match_indices('/').map(|(at, _)| &file[..at]);
        folders.chain([file]).any(|name| refused.contains(name)) || refused.contains("")
    };
    let mut texts = sql::imported_texts(tx).await?;
    texts.retain(|text| !files.contains(text) && !is_refused(&text.file));
    Ok(texts)
}

/// Moves these texts to the trash, except those that were changed on the site since they were
/// listed. Returns the moved texts.
pub(crate) async fn prune(
    store: &Store,
    absent: Vec<ImportedText>,
    actor: &Actor,
) -> Result<Vec<ImportedText>, sqlx::Error> {
    let page_ids: BTreeSet<String> = absent.iter().map(|text| text.page_id.clone()).collect();
    let page_ids: Vec<String> = page_ids.into_iter().collect();
    let by_id: HashMap<&str, &ImportedText> =
        absent.iter().map(|text| (text.text_id.as_str(), text)).collect();
    let mut pruned = HashSet::new();
    for batch in page_ids.chunks(BATCH) {
        let mut tx = store.db.begin().await?;
        let mut tags = BTreeSet::new();
        for page_id in batch {
            if sql::lock_page(&mut tx, page_id).await?.is_none() {
                continue;
            }
            let mut texts = sql::imported_texts_of(&mut tx, page_id).await?;
            texts.retain(|text| by_id.get(text.text_id.as_str()) == Some(&text));
            tags.extend(prune_page(&mut tx, page_id, &texts, actor).await?);
            pruned.extend(texts.into_iter().map(|text| text.text_id));
        }
        change_feed::publish(&mut tx, &tags.into_iter().collect::<Vec<_>>()).await?;
        tx.commit().await?;
    }
    Ok(absent.into_iter().filter(|text| pruned.contains(&text.text_id)).collect())
}

async fn prune_page(
    tx: &mut Tx,
    page_id: &str,
    texts: &[ImportedText],
    actor: &Actor,
) -> Result<Vec<change_feed::CacheTag>, sqlx::Error> {
    let Some(first) = texts.first() else { return Ok(Vec::new()) };
    let mut published = outbox::event_payloads(tx, page_id).await?;
    let locales: Vec<Locale> = texts.iter().filter_map(|text| text.locale.parse().ok()).collect();
    published.retain(|text| locales.iter().any(|locale| text.is_in(*locale)));
    outbox::enqueue_page_event(tx, Event::PageTrashed, actor, page_id, published).await?;
    let mut tags = Vec::new();
    for text in texts {
        tags.extend(git_sync::trash_text_by_id(tx, &text.text_id, actor, id::now()).await?);
    }
    let is_whole = git_sync::store::texts_of(tx, page_id).await?.is_empty();
    let name = match locales[..] {
        [locale] if !is_whole => format!("{}/{}/{}", first.area, locale.segment(), first.path),
        _ => format!("{}/{}", first.area, first.path),
    };
    audit_log::log(tx, actor, Action::PageTrashed, Subject::new(name)).await?;
    Ok(tags)
}
