//! Trash: pages that are hidden until they are restored or deleted permanently.

use std::collections::BTreeSet;

use super::{
    PageError, check_unused, current_state, follows_git, lock_unchanged_page, name, store,
    untrashed_texts_by_locale,
};
use crate::{EditableText, Page};
use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_database::change_feed::CacheTag;
use pailou_database::id;
use pailou_store::context::Store;
use pailou_store::outbox;
use pailou_store::outbox::Event;
use pailou_store::{git_sync, save};

/// Moves both languages of a page to the trash. Drafts with changes are kept; schedules are canceled.
pub async fn trash(
    store: &Store,
    page_id: &str,
    seen: Option<&str>,
    actor: &Actor,
) -> Result<(), PageError> {
    let mut tx = store.db.begin().await?;
    let page = lock_unchanged_page(&mut tx, page_id, seen).await?;
    if page.is_in_trash() {
        return Err(PageError::Unknown);
    }
    if follows_git(store, &mut tx, page_id).await? {
        return Err(PageError::FollowsGit);
    }
    let texts = outbox::event_payloads(&mut tx, page_id).await?;
    outbox::enqueue_page_event(&mut tx, Event::PageTrashed, actor, page_id, texts).await?;
    let mut tags: BTreeSet<CacheTag> = BTreeSet::new();
    for (_, text) in untrashed_texts_by_locale(&page) {
        crate::end_schedule(&mut tx, &page, text, actor).await?;
        tags.extend(git_sync::trash_text_by_id(&mut tx, &text.saved.id, actor, id::now()).await?);
    }
    change_feed::publish(&mut tx, &tags.into_iter().collect::<Vec<_>>()).await?;
    audit_log::log(&mut tx, actor, Action::PageTrashed, Subject::new(name(&page))).await?;
    tx.commit().await?;
    Ok(store.changes.poll(&store.db).await?)
}

/// Restores a page from the trash; published texts become public again.
pub async fn restore(store: &Store, page_id: &str, actor: &Actor) -> Result<Page, PageError> {
    let mut tx = store.db.begin().await?;
    let page = crate::lock_page(&mut tx, page_id).await?;
    let is_trashed = |text: &&EditableText| text.saved.trashed_at.is_some();
    if !page.texts().any(|text| is_trashed(&text)) {
        return Err(PageError::Unknown);
    }
    let mut tags: BTreeSet<CacheTag> = BTreeSet::new();
    for text in page.texts().filter(is_trashed) {
        // If another page was created at the path, the path and file of the trashed page got a suffix.
        let aside = format!("~{}", text.saved.id);
        let own = |value: &str| value.strip_suffix(&aside).unwrap_or(value).to_owned();
        let (path, file) = (own(&text.saved.path), own(&text.saved.file));
        check_unused(&mut tx, &page.area, (&path, &page.key), &file, page_id).await?;
        let mut incoming = current_state(&page, text, (&page.key, &path, &file), &actor.name);
        incoming.is_draft = is_marked_draft(text);
        tags.extend(save::text(&mut tx, &incoming).await?.tags);
    }
    save::realign_page(&mut tx, page_id, id::now()).await?;
    change_feed::publish(&mut tx, &tags.into_iter().collect::<Vec<_>>()).await?;
    audit_log::log(&mut tx, actor, Action::PageRestored, Subject::new(name(&page))).await?;
    let texts = outbox::event_payloads(&mut tx, page_id).await?;
    outbox::enqueue_page_event(&mut tx, Event::PagePublished, actor, page_id, texts).await?;
    let page = crate::lock_page(&mut tx, page_id).await?;
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    Ok(page)
}

fn is_marked_draft(text: &EditableText) -> bool {
    let values = front_matter::split(&text.saved.front_matter).values();
    values.is_ok_and(|values| Fields::read(&values).draft)
}

/// Deletes a page in the trash with all its revisions. Returns `Unknown` if the page is not in the trash.
pub async fn purge(store: &Store, page_id: &str, actor: &Actor) -> Result<(), PageError> {
    let mut tx = store.db.begin().await?;
    let page = crate::lock_page(&mut tx, page_id).await?;
    if !page.is_in_trash() {
        return Err(PageError::Unknown);
    }
    store::delete_page(&mut tx, page_id).await?;
    let texts: Vec<_> =
        page.texts().map(|text| (text.locale.tag(), text.published_text())).collect();
    let subject = Subject::new(name(&page)).before(&texts);
    audit_log::log(&mut tx, actor, Action::PageDeleted, subject).await?;
    Ok(tx.commit().await?)
}
