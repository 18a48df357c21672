//! Moves of a page to another path, in both languages; the old path redirects there.

use std::collections::BTreeSet;

use super::{
    PageError, check_language, check_unused, current_state, follows_git, lock_unchanged_page, name,
    store, untrashed_texts_by_locale, validate_path,
};
use crate::{EditableText, Page};
use pailou_content::fields::Fields;
use pailou_content::root;
use pailou_content::root::Root;
use pailou_content::{front_matter, page_path, rewrite_links};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_database::change_feed::CacheTag;
use pailou_navigation_parents as nesting;
use pailou_store::context::Store;
use pailou_store::outbox;
use pailou_store::save;
use pailou_store::save::Incoming;
use pailou_store::sql as record;
use pailou_store::sql::Saved;
use pailou_store::{page_tag, read};

/// Moves a page to another path within its area, and renames its files accordingly. Returns an error for a page in the
/// trash, on the front page, from Git, or with a `slug`. Also returns an error for a path that is invalid or in use.
pub async fn move_to(
    store: &Store,
    page_id: &str,
    path: &str,
    seen: Option<&str>,
    actor: &Actor,
) -> Result<Page, PageError> {
    validate_path(path)?;
    let roots = read::import_roots(store).await?;
    let mut tx = store.db.begin().await?;
    let page = lock_unchanged_page(&mut tx, page_id, seen).await?;
    if page.is_in_trash() || page.area == pailou_content::area::LANDING {
        return Err(PageError::Unknown);
    }
    if untrashed_texts_by_locale(&page).all(|(_, text)| text.saved.path == path) {
        return Err(PageError::Same);
    }
    if follows_git(store, &mut tx, page_id).await? {
        return Err(PageError::FollowsGit);
    }
    let mut tags: BTreeSet<CacheTag> = BTreeSet::from([page_tag(&page.area, &page.key)]);
    let mut places = Vec::new();
    for (_, text) in untrashed_texts_by_locale(&page) {
        if has_slug(text) {
            return Err(PageError::HasSlug);
        }
        let (root, below) = file_at(&roots, &page, text, path).ok_or(PageError::Unknown)?;
        check_language(&roots, root, &below)?;
        let file = root::below(&root.folder, &below);
        check_unused(&mut tx, &page.area, (path, path), &file, page_id).await?;
        places.push((text, file));
    }
    let before = outbox::event_payloads(&mut tx, page_id).await?;
    store::set_key(&mut tx, page_id, path).await?;
    let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    if places.iter().any(|(text, _)| folder(&text.saved.path) != folder(path)) {
        nesting::reset_nesting(&mut tx, page_id).await?;
    }
    for (text, file) in &places {
        let old = &text.saved.file;
        let markdown = rewrite_links::rebase_links(&text.saved.markdown, old, file);
        let current = current_state(&page, text, (path, path, file), &actor.name);
        let incoming = Incoming { markdown: &markdown, ..current };
        let done = save::text(&mut tx, &incoming).await?;
        if let Some(draft) = &text.draft {
            let parts = front_matter::split(&draft.body);
            let body =
                format!("{}{}", parts.front, rewrite_links::rebase_links(parts.body, old, file));
            crate::rebase_draft(&mut tx, text, done.number, body).await?;
        }
        let now = record::saved(&mut tx, page_id, text.locale).await?;
        if let Some(now) = now.filter(|now| now.markdown != text.saved.markdown) {
            let known = |saved: &Saved| {
                save::stored_segments(&saved.markdown, saved.dialect(), &saved.segments)
            };
            let texts = (text.locale, &*known(&text.saved), &*known(&now));
            save::follow_notation(&mut tx, page_id, incoming.now, texts).await?;
        }
        store::rename_in_snippets(&mut tx, &text.saved.file, file).await?;
        tags.extend(done.tags);
    }
    change_feed::publish(&mut tx, &tags.into_iter().collect::<Vec<_>>()).await?;
    let subject = Subject::new(name(&page)).after(&path);
    audit_log::log(&mut tx, actor, Action::PageMoved, subject).await?;
    outbox::enqueue_move(&mut tx, actor, page_id, &before).await?;
    let page = crate::lock_page(&mut tx, page_id).await?;
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    Ok(page)
}

fn has_slug(text: &EditableText) -> bool {
    let whole = text.whole();
    let values = front_matter::split(&whole).values();
    values.is_ok_and(|values| Fields::read(&values).slug.is_some())
}

/// Returns the root of a text, and the path of its file below the root after a move to the page path `path`. `None` if
/// the current file is in no root.
fn file_at<'r>(
    roots: &'r [Root],
    page: &Page,
    text: &EditableText,
    path: &str,
) -> Option<(&'r Root, String)> {
    let file = &text.saved.file;
    let root = roots.iter().find(|root| root.below(file).is_some())?;
    let (_, extension) = page_path::split_markdown(file)?;
    let folder = if page.area == pailou_content::area::NEWS { "_news" } else { "" };
    Some((root, root::below(folder, &format!("{path}.{extension}"))))
}
