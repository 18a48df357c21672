//! Deletions in Git: a text whose file was deleted is unpublished and moved to the trash. A text that was edited on
//! the site stays published and is listed as a conflict.

use std::collections::HashSet;

use super::apply::{base_text, record_conflict};
use super::store;
use super::{Source, SyncSummary};
use crate::git_sync::store::TextLocation;
use crate::import::Report;
use crate::{LINK_TARGETS, TEXTS, TREE, branch_above, page_tag, save, sql as record};
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path;
use pailou_database::Tx;
use pailou_database::audit_log::{self, Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_database::change_feed::CacheTag;

/// Moves a text to the trash if its file was deleted in Git. If the text was edited on the site, records a
/// conflict instead. Also deletes stored files that are not pages and no longer exist in Git. `refused`
/// are files in Git with errors, which do not count as deleted. `beside` are the stored names of the
/// files in Git that are not pages.
pub(crate) async fn apply_deletions(
    tx: &mut Tx,
    source: &Source<'_>,
    summary: &SyncSummary,
    refused: &HashSet<String>,
    beside: &HashSet<&str>,
    report: &mut Report,
    now: i64,
) -> Result<(), sqlx::Error> {
    let mut tags: HashSet<CacheTag> = HashSet::new();
    for row in store::of_source(tx, source.name).await? {
        if summary.texts.contains(&row.text_id) || refused.contains(&row.file) {
            continue;
        }
        let Some(location) = store::text_location(tx, &row.text_id).await? else { continue };
        let Some(saved) = record::saved(tx, &location.page_id, locale(&location)).await? else {
            continue;
        };
        if saved.trashed_at.is_some() {
            continue;
        }
        let issue = |severity, code| Issue::of_file(severity, code, &location.file, &location.path);
        if row.revision != Some(saved.number) {
            let base = base_text(tx, Some(&row)).await?;
            record_conflict(tx, &row, base, None).await?;
            report.conflicts += 1;
            report.issues.push(issue(Severity::Warning, "conflict-removed"));
            continue;
        }
        tags.extend(trash_text(tx, &location, saved.number, &Actor::git(), now).await?);
        report.removed += 1;
        report.issues.push(issue(Severity::Note, "page-removed"));
    }
    for path in store::source_files(tx, source.name).await? {
        if !beside.contains(path.as_str()) && !refused.contains(&source.in_repository(&path)) {
            store::delete_file(tx, &path).await?;
            tags.extend([LINK_TARGETS.to_owned(), TEXTS.to_owned()]);
        }
    }
    change_feed::publish(tx, &tags.into_iter().collect::<Vec<_>>()).await
}

/// Unpublishes one text, moves it to the trash, and cancels its schedule. Returns the cache tags to invalidate.
pub(crate) async fn trash_text(
    tx: &mut Tx,
    location: &TextLocation,
    revision: i64,
    actor: &Actor,
    now: i64,
) -> Result<Vec<CacheTag>, sqlx::Error> {
    // If the text is published again later, the old schedule must not apply. The draft is locked
    // before the text, in the same order as publishing.
    let scheduled_at = record::scheduled_at(tx, &location.text_id).await?;
    record::cancel_schedule(tx, &location.text_id).await?;
    if let Some(at) = scheduled_at {
        let TextLocation { area, path, .. } = location;
        let name = format!("{area}/{}/{path}", locale(location).segment());
        let subject = Subject::new(name).before(&at);
        audit_log::log(tx, actor, Action::PageScheduled, subject).await?;
    }
    store::unpublish_text(tx, &location.text_id, revision, now).await?;
    store::delete_conflict(tx, &location.text_id).await?;
    save::realign_page(tx, &location.page_id, now).await?;
    let page = page_tag(&location.area, &location.key);
    let mut tags: Vec<CacheTag> = [TREE, LINK_TARGETS, TEXTS, "status"].map(str::to_owned).into();
    tags.push(page);
    tags.push(branch_above(&location.path));
    tags.extend(page_path::folders(&location.path).map(branch_above));
    Ok(tags)
}

/// Unpublishes a text by its id and moves it to the trash. The text need not come from Git.
pub async fn trash_text_by_id(
    tx: &mut Tx,
    text_id: &str,
    actor: &Actor,
    now: i64,
) -> Result<Vec<CacheTag>, sqlx::Error> {
    let Some(location) = store::text_location(tx, text_id).await? else { return Ok(Vec::new()) };
    let Some(saved) = record::saved(tx, &location.page_id, locale(&location)).await? else {
        return Ok(Vec::new());
    };
    trash_text(tx, &location, saved.number, actor, now).await
}

pub fn locale(location: &TextLocation) -> core_wasm::locale::Locale {
    location.locale.parse().unwrap_or(core_wasm::locale::Locale::En)
}
