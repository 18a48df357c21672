//! Import of a page file from a Git source. A text that was edited on the site is not overwritten.

use super::step::{Base, LocalState, SyncStep, step};
use super::store::{self, ConflictRow, SyncRow};
use super::{Change, Source, SyncSummary, merged, moves};
use crate::save;
use crate::save::{Incoming, SaveResult};
use crate::sql as record;
use crate::sql::Saved;
use crate::{TEXTS, page_tag};
use pailou_content::issue::{Issue, Severity};
use pailou_database::Tx;

/// Origin of revisions that come from Git.
pub(crate) const GIT: &str = "git";

/// Result of the import of a page file: the saved text and an issue, if any.
pub(crate) struct SyncOutcome {
    pub done: Option<SaveResult>,
    pub moved: bool,
    pub issue: Option<Issue>,
}

/// Imports one text. `whole` is the content of its file, including front matter.
pub(crate) async fn import_text(
    tx: &mut Tx,
    source: &Source<'_>,
    summary: &mut SyncSummary,
    incoming: Incoming<'_>,
    whole: &str,
) -> Result<SyncOutcome, sqlx::Error> {
    let file = source.in_repository(incoming.file);
    let refused = |code, detail: String| SyncOutcome {
        done: None,
        moved: false,
        issue: Some(Issue::of_file(Severity::Error, code, incoming.file, detail)),
    };
    let mut known = store::sync_row_of_file(tx, source.name, &file).await?;
    let old = source.moved_from.get(&file);
    if let (None, Some(old)) = (&known, old) {
        known = store::sync_row_of_file(tx, source.name, old).await?;
    }
    let mut left = None;
    if let Some(known) = &known {
        left = moves::follow_move(tx, Some(source), summary, &known.text_id, &incoming).await?;
    }
    let saved = match store::page_with_key(tx, incoming.area, incoming.key).await? {
        Some(page) => record::saved(tx, &page, incoming.locale).await?,
        None => None,
    };
    let base = match &saved {
        Some(saved) => store::of_text(tx, &saved.id).await?,
        None => None,
    };
    let is_present = saved.as_ref().is_some_and(|saved| saved.trashed_at.is_none());
    let others = base.as_ref().filter(|base| base.source != source.name);
    if let Some(other) = others.filter(|_| is_present) {
        return Ok(refused("page-of-another-source", format!("{}: {}", other.source, other.file)));
    }
    // This Git source may take over a trashed text of another Git source.
    let is_free = others.is_some();
    let base = base.filter(|_| !is_free);
    if let Some(other) = conflicting_file(tx, source, &incoming, saved.as_ref()).await? {
        return Ok(refused("path-taken", other));
    }
    let file_hash = blake3::hash(whole.as_bytes()).to_hex()[..32].to_owned();
    let older = known.as_ref().or(base.as_ref());
    let in_conflict = match &saved {
        Some(saved) => store::conflict_row(tx, &saved.id).await?,
        None => None,
    };
    let has_seen = |older: &SyncRow| {
        let conflict = in_conflict.as_ref().map(|conflict| conflict.file_hash.as_str());
        older.file_hash == file_hash || conflict == Some(file_hash.as_str())
    };
    // A merge commit can change a file that no commit lists as changed. Such a file gets the change `head`.
    let change = source.changes.get(&file);
    let change = change.or_else(|| (!older.is_some_and(has_seen)).then_some(&source.head));
    let changed_at = change.and_then(|change| change.at).or(older.map(|older| older.changed_at));
    let written_at = changed_at.unwrap_or(0);
    let added_at = change.map_or(incoming.now, |it| it.added_at).min(incoming.now);
    let incoming = Incoming { origin: GIT, written_at, added_at, ..incoming };
    let next = step(
        base.as_ref().map(|base| Base { file_hash: &base.file_hash, revision: base.revision }),
        // A text in the trash cannot conflict with its file.
        saved.as_ref().filter(|_| !is_free && is_present).map(|saved| LocalState {
            revision: saved.number,
            has_equal_text: whole_of(saved) == whole,
            was_imported: ["import", GIT].contains(&saved.origin.as_str()),
        }),
        &file_hash,
    );
    let issue = issue_of(next, &incoming);
    let author = change.and_then(|change| change.authors.first()).map(|author| author.name.clone());
    let incoming = Incoming { author: author.as_deref().unwrap_or(GIT), ..incoming };
    let mut done = match (&saved, next) {
        (Some(saved), SyncStep::Keep | SyncStep::Conflict) => {
            save::text(tx, &site_text_at_git_path(&incoming, saved)).await?
        }
        _ => save::text(tx, &incoming).await?,
    };
    done.tags.extend(left);
    summary.texts.insert(done.text_id.clone());
    let row = sync_row(source, &file, older, change, &done, file_hash);
    if base.as_ref().is_none_or(|base| base.commit_id != row.commit_id) {
        done.tags.push(page_tag(incoming.area, incoming.key));
    }
    if base.as_ref().is_some_and(|base| base.authors != row.authors) {
        done.tags.extend([page_tag(incoming.area, incoming.key), TEXTS.to_owned()]);
    }
    if next == SyncStep::Conflict {
        let base_text = base_text(tx, base.as_ref()).await?;
        record_conflict(tx, &row, base_text, Some(whole)).await?;
        // The base remains the last text that the site and Git had in common.
        if let Some(base) = base {
            let (file_hash, revision, base_text) = (base.file_hash, base.revision, base.base_text);
            store::upsert_sync_row(tx, &SyncRow { file_hash, revision, base_text, ..row }).await?;
        } else {
            let (file_hash, base_text) = (String::new(), Some(String::new()));
            store::upsert_sync_row(tx, &SyncRow { file_hash, revision: None, base_text, ..row })
                .await?;
        }
    } else {
        store::delete_conflict(tx, &done.text_id).await?;
        let row = match base.filter(|_| next == SyncStep::Keep) {
            Some(base) => SyncRow { revision: base.revision, base_text: base.base_text, ..row },
            None => row,
        };
        store::upsert_sync_row(tx, &row).await?;
    }
    Ok(SyncOutcome { done: Some(done), moved: old.is_some(), issue })
}

/// Returns the file of another page with the same path, if this source may not replace that page.
async fn conflicting_file(
    tx: &mut Tx,
    source: &Source<'_>,
    incoming: &Incoming<'_>,
    own: Option<&Saved>,
) -> Result<Option<String>, sqlx::Error> {
    let existing = store::at_path(tx, incoming.area, incoming.locale, incoming.path).await?;
    let Some(existing) =
        existing.filter(|existing| own.is_none_or(|own| own.id != existing.text_id))
    else {
        return Ok(None);
    };
    // Pages of one Git source may exchange their paths.
    let owner = store::of_text(tx, &existing.text_id).await?;
    let is_ours = owner.is_some_and(|owner| owner.source == source.name);
    Ok((!is_ours).then_some(existing.file))
}

pub(crate) fn whole_of(saved: &Saved) -> String {
    format!("{}{}", saved.front_matter, saved.markdown)
}

/// Returns the text on the site, with the path and position of its file in Git.
fn site_text_at_git_path<'a>(incoming: &Incoming<'a>, saved: &'a Saved) -> Incoming<'a> {
    Incoming {
        title: &saved.title,
        description: &saved.description,
        front_matter: &saved.front_matter,
        markdown: &saved.markdown,
        is_draft: saved.is_draft == 1,
        written_at: saved.updated_at,
        ..*incoming
    }
}

fn sync_row(
    source: &Source<'_>,
    file: &str,
    older: Option<&SyncRow>,
    change: Option<&Change>,
    done: &SaveResult,
    file_hash: String,
) -> SyncRow {
    // If the whole history was read, its authors replace the stored authors.
    let earlier = older.filter(|_| !source.whole_history || change.is_none());
    let earlier = earlier.and_then(|older| serde_json::from_str(&older.authors).ok());
    let authors = merged(change.map_or(&[], |change| &change.authors), earlier.unwrap_or_default());
    let commit_id = change.map(|change| &change.commit).or(older.map(|older| &older.commit_id));
    SyncRow {
        text_id: done.text_id.clone(),
        source: source.name.to_owned(),
        file: file.to_owned(),
        file_hash,
        revision: Some(done.number),
        base_text: None,
        commit_id: commit_id.cloned().unwrap_or_default(),
        changed_at: change
            .and_then(|change| change.at)
            .or(older.map(|it| it.changed_at))
            .unwrap_or(0),
        authors: serde_json::to_string(&authors).unwrap_or_default(),
    }
}

fn issue_of(step: SyncStep, incoming: &Incoming<'_>) -> Option<Issue> {
    let (severity, code) = match step {
        SyncStep::Take => return None,
        SyncStep::TakeOver => (Severity::Warning, "page-taken-over"),
        SyncStep::Keep => (Severity::Note, "ahead-of-git"),
        SyncStep::Conflict => (Severity::Warning, "conflict"),
    };
    Some(Issue::of_file(severity, code, incoming.file, incoming.path))
}

/// Returns the last text that the site and Git had in common; empty if there is none.
pub(crate) async fn base_text(tx: &mut Tx, base: Option<&SyncRow>) -> Result<String, sqlx::Error> {
    let Some(base) = base else { return Ok(String::new()) };
    let revision = match base.revision {
        Some(number) => store::revision_text(tx, &base.text_id, number).await?,
        None => None,
    };
    let revision = revision.map(|(front_matter, markdown)| format!("{front_matter}{markdown}"));
    Ok(revision.or_else(|| base.base_text.clone()).unwrap_or_default())
}

pub(crate) async fn record_conflict(
    tx: &mut Tx,
    row: &SyncRow,
    base: String,
    theirs: Option<&str>,
) -> Result<(), sqlx::Error> {
    let conflict = ConflictRow {
        text_id: row.text_id.clone(),
        source: row.source.clone(),
        file: row.file.clone(),
        file_hash: theirs.map_or(String::new(), |_| row.file_hash.clone()),
        base,
        theirs: theirs.map(str::to_owned),
        commit_id: row.commit_id.clone(),
        created_at: pailou_database::id::now(),
    };
    store::upsert_conflict(tx, &conflict).await
}
