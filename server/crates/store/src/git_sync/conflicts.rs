//! Conflicts between texts on the site and in Git: the list, both texts, their merge, and the resolution by a user.

use std::str::FromStr;

use core_wasm::locale::Locale;

use super::apply::{GIT, whole_of};
use super::deleted::{locale, trash_text};
use super::store::{self, ConflictRow, SyncRow, TextLocation};
use crate::address;
use crate::context::Store;
use crate::sql as record;
use crate::sql::Saved;
use crate::write::{TextWrite, WriteContext, WriteError, write_text};
use pailou_content::issue::Issue;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_database::id;
use pailou_database::{Db, Tx};

/// A conflict in the list. Its id is the text id.
#[derive(Debug, Clone)]
pub struct ConflictSummary {
    pub id: String,
    pub source: String,
    pub file: String,
    pub commit: String,
    pub created_at: i64,
    /// True if the file is deleted in Git.
    pub is_deleted: bool,
    pub locale: String,
    pub url: String,
    pub title: String,
    pub etag: String,
}

/// A conflict with both texts: whole files, including front matter.
#[derive(Debug, Clone)]
pub struct Conflict {
    pub source: String,
    pub file: String,
    pub commit: String,
    /// Last text that the site and Git had in common.
    pub base: String,
    /// Text on the site.
    pub ours: String,
    /// Text in Git; `None` if the file was deleted.
    pub theirs: Option<String>,
    /// Changes when either text changes.
    pub etag: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    Ours,
    Theirs,
    Merged(String),
}

impl Choice {
    const fn name(&self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Theirs => "theirs",
            Self::Merged(_) => "merged",
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    #[error("conflict not found")]
    Unknown,
    #[error("stale conflict: a text has changed since it was read")]
    Stale,
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

pub async fn list_conflicts(
    db: &Db,
    skip: i64,
    size: i64,
) -> Result<(Vec<ConflictSummary>, i64), sqlx::Error> {
    let (rows, total) = store::conflicts(db, skip, size).await?;
    let listed = rows.into_iter().map(|row| {
        let locale = Locale::from_str(&row.locale).unwrap_or(Locale::En);
        ConflictSummary {
            etag: etag(&row.text_id, row.revision, &row.file_hash),
            url: address(&row.area, locale, &row.path),
            id: row.text_id,
            source: row.source,
            file: row.file,
            commit: row.commit_id,
            created_at: row.created_at,
            is_deleted: row.is_deleted == 1,
            locale: row.locale,
            title: row.title,
        }
    });
    Ok((listed.collect(), total))
}

pub async fn count_conflicts(db: &Db, source: &str) -> Result<i64, sqlx::Error> {
    store::conflicts_of(db, source).await
}

pub async fn conflict(db: &Db, id: &str) -> Result<Option<Conflict>, sqlx::Error> {
    let mut tx = db.begin().await?;
    let found = conflict_sides(&mut tx, id).await?;
    Ok(found.map(|(row, _, saved)| Conflict {
        etag: etag(id, saved.number, &row.file_hash),
        ours: whole_of(&saved),
        source: row.source,
        file: row.file,
        commit: row.commit_id,
        base: row.base,
        theirs: row.theirs,
    }))
}

async fn conflict_sides(
    tx: &mut Tx,
    id: &str,
) -> Result<Option<(ConflictRow, TextLocation, Saved)>, sqlx::Error> {
    let Some(row) = store::conflict_row(tx, id).await? else { return Ok(None) };
    let Some(location) = store::text_location(tx, id).await? else { return Ok(None) };
    let saved = record::saved(tx, &location.page_id, locale(&location)).await?;
    Ok(saved.map(|saved| (row, location, saved)))
}

/// Returns the ETag of a conflict: text id, revision on the site, and hash of the file in Git.
fn etag(id: &str, revision: i64, file_hash: &str) -> String {
    format!("{id}-{revision}-{file_hash}")
}

/// Merges the changes on the site and in Git line by line. Overlapping changes are enclosed in
/// conflict markers, as in Git.
pub async fn merge(store: &Store, base: String, ours: String, theirs: String) -> String {
    let both = move || match diffy::merge(&base, &ours, &theirs) {
        Ok(merged) | Err(merged) => merged,
    };
    store.cpu_limit.work(both).await.unwrap_or_default()
}

/// Returns an issue for the first conflict marker of [`merge`] in a text.
fn conflict_marker_issue(text: &str) -> Option<Issue> {
    let is_marker = |line: &str| ["<<<<<<< ours", ">>>>>>> theirs"].contains(&line.trim_end());
    let at = text.lines().position(is_marker)?;
    let line = u32::try_from(at + 1).unwrap_or(u32::MAX);
    Some(Issue::error(
        "conflict-marker",
        line,
        "both texts are still here: keep the correct one and delete the markers",
    ))
}

/// Resolves a conflict. `etag_seen` is the ETag of the conflict that the user loaded.
pub async fn resolve_conflict(
    store: &Store,
    id: &str,
    etag_seen: &str,
    choice: &Choice,
    actor: &Actor,
) -> Result<(), ResolveError> {
    let around = WriteContext::of(store).await?;
    let mut tx = store.db.begin().await?;
    let (row, location, saved) = conflict_sides(&mut tx, id).await?.ok_or(ResolveError::Unknown)?;
    if etag(id, saved.number, &row.file_hash) != etag_seen {
        return Err(ResolveError::Stale);
    }
    let own = store::of_text(&mut tx, id).await?;
    let writing = |whole, origin, author| TextWrite {
        area: &location.area,
        key: &location.key,
        locale: locale(&location),
        saved: &saved,
        whole,
        origin,
        author,
    };
    let tags = match (choice, &row.theirs) {
        (Choice::Theirs, None) => {
            trash_text(&mut tx, &location, saved.number, actor, id::now()).await?
        }
        (Choice::Theirs, Some(theirs)) => {
            let done = write_text(&mut tx, &around, &writing(theirs, GIT, GIT)).await?.done;
            set_git_text_as_base(&mut tx, own, &row, Some(done.number)).await?;
            done.tags
        }
        (Choice::Merged(text), theirs) => {
            if let Some(issue) = conflict_marker_issue(text) {
                return Err(WriteError::Unreadable(issue).into());
            }
            let done =
                write_text(&mut tx, &around, &writing(text, "merge", &actor.name)).await?.done;
            let agrees = theirs.as_ref() == Some(text);
            set_git_text_as_base(&mut tx, own, &row, agrees.then_some(done.number)).await?;
            done.tags
        }
        (Choice::Ours, _) => {
            set_git_text_as_base(&mut tx, own, &row, None).await?;
            Vec::new()
        }
    };
    store::delete_conflict(&mut tx, id).await?;
    let subject = Subject::new(&row.file).after(&choice.name());
    audit_log::log(&mut tx, actor, Action::ConflictDecided, subject).await?;
    change_feed::publish(&mut tx, &tags).await?;
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    Ok(())
}

/// Makes the Git text the base with which later changes are compared. `revision` is the revision with
/// the Git text; without such a revision, the Git text is stored as base text. If the file was deleted
/// in Git, the synchronization row is deleted.
async fn set_git_text_as_base(
    tx: &mut Tx,
    own: Option<SyncRow>,
    conflict: &ConflictRow,
    revision: Option<i64>,
) -> Result<(), sqlx::Error> {
    let (Some(own), Some(theirs)) = (own, &conflict.theirs) else {
        return store::delete_sync_row(tx, &conflict.text_id).await;
    };
    let base_text = revision.is_none().then(|| theirs.clone());
    let file_hash = conflict.file_hash.clone();
    store::upsert_sync_row(tx, &SyncRow { file_hash, revision, base_text, ..own }).await
}
