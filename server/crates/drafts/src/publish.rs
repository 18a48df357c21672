//! Publishing of drafts, now or scheduled, and unpublishing.

use std::collections::HashMap;
use std::time::Duration;

use core_wasm::locale::Locale;
use serde_json::json;

use super::save::text_if_unchanged;
use super::segmented_draft::DraftSegments;
use super::store::Schedule;
use super::{DraftError, EditableText, Page, TextAtRevision, lock_page, store};
use pailou_auth::session::Rights;
use pailou_content::{field_line, front_matter};
use pailou_database::Tx;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_database::id;
use pailou_store::Verdict;
use pailou_store::context::Store;
use pailou_store::decisions::Decided;
use pailou_store::edit::with_lf;
use pailou_store::outbox;
use pailou_store::outbox::Event;
use pailou_store::page_change::PageChange;
use pailou_store::page_segments::PageSegments;
use pailou_store::save;
use pailou_store::sql as record;
use pailou_store::write::{SLUG_TAKEN, TextWrite, WriteContext, WriteError, write_text};
use pailou_translation::segment::Known;

/// A request to publish the text in `locale` and, with `other`, also the text in the other language.
pub struct Publishing<'a> {
    pub page_id: &'a str,
    pub locale: Locale,
    /// Revision of the text in `locale` that the client read; `None` accepts any revision.
    pub seen: Option<&'a str>,
    /// Revision of the text in the other language that the client read; if `None`, only the text in `locale` is
    /// published.
    pub other: Option<&'a str>,
    /// Verdicts on the segment changes in `locale`.
    pub decisions: &'a [(String, Verdict)],
    pub actor: &'a Actor,
}

impl Publishing<'_> {
    /// Wraps `error` in [`DraftError::Other`] if it concerns the text of the other language. `locale` is the language
    /// of the text with the error.
    fn of(&self, locale: Locale, error: DraftError) -> DraftError {
        if locale == self.locale { error } else { DraftError::Other(Box::new(error)) }
    }
}

/// Published page and its path.
pub struct Published {
    pub page: Page,
    pub path: String,
}

/// Publishes the drafts: all of them, or none.
pub async fn publish(store: &Store, publishing: &Publishing<'_>) -> Result<Published, DraftError> {
    let around = WriteContext::of(store).await?;
    let mut tx = store.db.begin().await?;
    let page = lock_page(&mut tx, publishing.page_id).await?;
    let texts = selected_texts(&page, publishing)?;
    let change = PageChange::begin(&mut tx, &page.id).await?;
    let decisions = Decisions::of(&page, publishing.locale, publishing.decisions.to_vec());
    let mut path = String::new();
    for text in texts {
        let new_path = publish_text(&mut tx, &around, &page, text, publishing.actor).await;
        let new_path = new_path.map_err(|error| publishing.of(text.locale, error))?;
        if text.locale == publishing.locale {
            path = new_path;
        }
    }
    store_decisions(&mut tx, &page, change.before(), vec![decisions], publishing.actor).await?;
    change.finish(&mut tx, publishing.actor).await?;
    let page = lock_page(&mut tx, publishing.page_id).await?;
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    Ok(Published { page, path })
}

/// Returns the texts to publish. Returns `Stale` if one does not have the revision that the client read.
fn selected_texts<'p>(
    page: &'p Page,
    publishing: &Publishing<'_>,
) -> Result<Vec<&'p EditableText>, DraftError> {
    let mut texts = vec![text_if_unchanged(page, publishing.locale, publishing.seen)?];
    if let Some(other) = publishing.other {
        texts.push(text_if_unchanged(page, publishing.locale.other(), Some(other))?);
    }
    Ok(texts)
}

/// Publishes one text; returns its path.
async fn publish_text(
    tx: &mut Tx,
    around: &WriteContext,
    page: &Page,
    text: &EditableText,
    actor: &Actor,
) -> Result<String, DraftError> {
    if text.is_outdated() {
        return Err(outdated(tx, text).await?);
    }
    require_alt_texts(around, text)?;
    let whole = field_line::with_draft(&text.whole(), false);
    store::delete_draft(tx, &text.saved.id).await?;
    if text.was_never_public() {
        // Removes the alignments of the initial copy, so that the segments are aligned with the
        // current text of the other language.
        record::remove_alignments(tx, &page.id).await?;
    }
    let path = store_text(tx, around, page, text, &whole, actor, Action::PagePublished).await?;
    enqueue_event(tx, Event::PagePublished, page, text.locale, actor).await?;
    Ok(path)
}

/// Queues the webhook event with the current public state of one text.
async fn enqueue_event(
    tx: &mut Tx,
    event: Event,
    page: &Page,
    locale: Locale,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    let mut texts = outbox::event_payloads(tx, &page.id).await?;
    texts.retain(|text| text.is_in(locale));
    outbox::enqueue_page_event(tx, event, actor, &page.id, texts).await
}

/// Returns an error if an image has alt text neither in the text nor in the media library. An image that also lacks alt
/// text in the published text is ignored. Returns no error if the site allows images without alt text.
fn require_alt_texts(around: &WriteContext, text: &EditableText) -> Result<(), DraftError> {
    if around.allows_missing_alt_text {
        return Ok(());
    }
    let silent = |whole: &str| -> Vec<(u32, String)> {
        let parts = front_matter::split(whole);
        let (file, above) = (&text.saved.file, parts.lines_before_body());
        pailou_lint::images_without_alt_text(&around.targets, file, text.locale, parts.body)
            .into_iter()
            .map(|issue| (issue.line.unwrap_or(1) + above, issue.detail))
            .collect()
    };
    let published_issues =
        if text.is_published() { silent(&text.published_text()) } else { Vec::new() };
    let is_new =
        |(_, target): &(u32, String)| published_issues.iter().all(|(_, other)| other != target);
    let new: Vec<_> = silent(&text.whole()).into_iter().filter(is_new).collect();
    if new.is_empty() { Ok(()) } else { Err(DraftError::MissingAltText(new)) }
}

/// Stores the new saved text with its audit log entry; returns its path.
pub(crate) async fn store_text(
    tx: &mut Tx,
    around: &WriteContext,
    page: &Page,
    text: &EditableText,
    whole: &str,
    actor: &Actor,
    action: Action,
) -> Result<String, DraftError> {
    let writing = TextWrite {
        area: &page.area,
        key: &page.key,
        locale: text.locale,
        saved: &text.saved,
        whole,
        origin: save::SITE,
        author: &actor.name,
    };
    let written = write_text(tx, around, &writing).await?;
    change_feed::publish(tx, &written.done.tags).await?;
    let revision = |number: i64| json!({ "revision": number });
    let subject = Subject::new(page.name(text)).before(&revision(text.saved.number));
    audit_log::log(tx, actor, action, subject.after(&revision(written.done.number))).await?;
    Ok(written.path)
}

/// Creates the error for a draft that is based on an earlier revision than the published one, with both texts.
async fn outdated(tx: &mut Tx, text: &EditableText) -> Result<DraftError, sqlx::Error> {
    let id = &text.saved.id;
    let state = |number: i64, text: String| {
        Box::new(TextAtRevision { revision: format!("{id}-{number}"), text: with_lf(&text) })
    };
    let base = text.draft.as_ref().map_or(0, |draft| draft.base);
    let began_with = record::revision_in(tx, id, base).await?;
    let base =
        began_with.map(|once| state(base, format!("{}{}", once.front_matter, once.markdown)));
    Ok(DraftError::Stale { current: state(text.saved.number, text.published_text()), base })
}

/// Verdicts of a user on the segments of one language.
struct Decisions {
    locale: Locale,
    verdicts: Vec<(String, Verdict)>,
    /// Ids of the segments in the draft. The verdicts contain these ids.
    drafted: Vec<String>,
}

impl Decisions {
    fn of(page: &Page, locale: Locale, verdicts: Vec<(String, Verdict)>) -> Self {
        let text = page.text(locale).filter(|_| !verdicts.is_empty());
        let drafted = text.map_or_else(Vec::new, |text| DraftSegments::written(text).known);
        Self { locale, verdicts, drafted: drafted.into_iter().map(|known| known.id).collect() }
    }

    /// Returns the verdicts with the ids of the published segments `now` instead of the ids in the draft. If the draft
    /// and the published text have different numbers of segments, the ids are unchanged.
    fn published(self, now: &[Known]) -> Vec<(String, Verdict)> {
        let Self { mut verdicts, drafted, .. } = self;
        if drafted.len() == now.len() {
            let named = drafted.iter().zip(now);
            let ids: HashMap<&str, &str> =
                named.map(|(id, known)| (id.as_str(), known.id.as_str())).collect();
            for (segment, _) in &mut verdicts {
                if let Some(id) = ids.get(segment.as_str()) {
                    (*id).clone_into(segment);
                }
            }
        }
        verdicts
    }
}

/// Stores the users' verdicts on segments, and adds entries to the audit log. `before` is the state
/// before the drafts were published.
async fn store_decisions(
    tx: &mut Tx,
    page: &Page,
    before: &PageSegments,
    decisions: Vec<Decisions>,
    actor: &Actor,
) -> Result<(), DraftError> {
    if decisions.iter().all(|decisions| decisions.verdicts.is_empty()) {
        return Ok(());
    }
    let now = PageSegments::read(tx, &page.id).await?;
    let of_text = |decisions: Decisions| {
        let locale = decisions.locale;
        (locale, decisions.published(now.of(locale)))
    };
    let verdicts: Vec<_> = decisions.into_iter().map(of_text).collect();
    let decided: Vec<_> = verdicts
        .iter()
        .map(|(locale, verdicts)| Decided { locale: *locale, verdicts, before })
        .collect();
    save::realign_decided(tx, &page.id, id::now(), &decided).await?;
    for Decided { locale, verdicts, .. } in decided {
        // `Meaning` has the same effect as no verdict, so it is not logged.
        let means_the_same = |(_, verdict): &&(String, Verdict)| *verdict != Verdict::Meaning;
        let verdicts: Vec<_> = verdicts.iter().filter(means_the_same).collect();
        if !verdicts.is_empty() {
            let name = page.text(locale).map(|text| page.name(text)).unwrap_or_default();
            let subject = Subject::new(name).after(&verdicts);
            audit_log::log(tx, actor, Action::SegmentsDecided, subject).await?;
        }
    }
    Ok(())
}

/// Schedules the selected texts of a page for publication at `at`, in milliseconds since 1970. A selected text without
/// a draft gets an unchanged draft. `scheduler` is the id of the acting user.
pub async fn schedule_draft(
    store: &Store,
    publishing: &Publishing<'_>,
    scheduler: &str,
    at: i64,
) -> Result<Page, DraftError> {
    let decisions = serde_json::to_string(publishing.decisions).unwrap_or_default();
    let around = WriteContext::of(store).await?;
    let mut tx = store.db.begin().await?;
    let page = lock_page(&mut tx, publishing.page_id).await?;
    for text in selected_texts(&page, publishing)? {
        if text.is_outdated() {
            return Err(outdated(&mut tx, text).await?);
        }
        require_alt_texts(&around, text).map_err(|error| publishing.of(text.locale, error))?;
        let (id, by) = (&text.saved.id, &publishing.actor.name);
        if text.draft.is_none() {
            // The schedule is stored with the draft, so a text without a draft gets an unchanged one.
            let saved = &text.saved;
            let draft = store::Draft::new(saved.number, text.whole(), "", saved.updated_at);
            store::upsert_draft(&mut tx, id, &draft).await?;
        }
        let decisions = if text.locale == publishing.locale { &decisions } else { "[]" };
        let schedule = Schedule { at, by, by_id: scheduler, decisions };
        store::set_schedule(&mut tx, id, &schedule).await?;
        let subject = Subject::new(page.name(text)).after(&at);
        audit_log::log(&mut tx, publishing.actor, Action::PageScheduled, subject).await?;
    }
    let page = lock_page(&mut tx, publishing.page_id).await?;
    tx.commit().await?;
    Ok(page)
}

/// Cancels the schedule of a draft.
pub async fn unschedule(
    store: &Store,
    page_id: &str,
    locale: Locale,
    actor: &Actor,
) -> Result<(), DraftError> {
    let mut tx = store.db.begin().await?;
    let page = lock_page(&mut tx, page_id).await?;
    let text = text_if_unchanged(&page, locale, None)?;
    end_schedule(&mut tx, &page, text, actor).await?;
    Ok(tx.commit().await?)
}

/// Cancels the schedule of a draft, if it has one. The draft is kept, unless it is equal to the saved text.
pub(crate) async fn end_schedule(
    tx: &mut Tx,
    page: &Page,
    text: &EditableText,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    let Some(draft) = &text.draft else { return Ok(()) };
    let Some(at) = draft.publish_at else { return Ok(()) };
    // A draft without changes was only created for the schedule.
    if draft.body == text.published_text() {
        store::delete_draft(tx, &text.saved.id).await?;
    } else {
        record::cancel_schedule(tx, &text.saved.id).await?;
    }
    let subject = Subject::new(page.name(text)).before(&at);
    audit_log::log(tx, actor, Action::PageScheduled, subject).await
}

/// Interval between checks for scheduled drafts.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Publishes scheduled drafts when they are due, until the server stops.
pub async fn run_scheduler(store: Store) {
    let mut tick = tokio::time::interval(POLL_INTERVAL);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(error) = publish_due(&store, id::now()).await {
            tracing::warn!(%error, "reading due drafts failed");
        }
    }
}

/// Publishes all drafts that are due. Several servers may call this concurrently: the second server to lock a page
/// finds no due drafts.
pub async fn publish_due(store: &Store, now: i64) -> Result<(), sqlx::Error> {
    for page_id in store::due(&store.db, now).await? {
        // Database errors are temporary: this page is retried later, and the other pages are published.
        if let Err(error) = publish_page(store, &page_id, now).await {
            tracing::warn!(page_id, %error, "publishing scheduled page failed, retrying");
        }
    }
    Ok(())
}

/// Publishes the due drafts of a page. Returns database errors; stores the code of any other error.
async fn publish_page(store: &Store, page_id: &str, now: i64) -> Result<(), sqlx::Error> {
    let around = WriteContext::of(store).await?;
    let mut tx = store.db.begin().await?;
    let done = publish_due_of(&mut tx, &around, page_id, now).await;
    match done {
        Ok(()) => {
            tx.commit().await?;
            store.changes.poll(&store.db).await
        }
        Err(DraftError::Database(error) | DraftError::Write(WriteError::Database(error))) => {
            Err(error)
        }
        Err(error) => {
            drop(tx);
            tracing::warn!(page_id, %error, "publishing scheduled page failed");
            store_publication_failure(store, page_id, error.code(), now).await
        }
    }
}

async fn publish_due_of(
    tx: &mut Tx,
    around: &WriteContext,
    page_id: &str,
    now: i64,
) -> Result<(), DraftError> {
    let page = lock_page(tx, page_id).await?;
    let change = PageChange::begin(tx, page_id).await?;
    let (mut all, mut by) = (Vec::new(), None);
    for text in page.texts().filter(|text| text.is_due(now)) {
        let Some(draft) = &text.draft else { continue };
        let rights = Rights::read_in_tx(tx, &draft.publish_by_id).await?;
        if !rights.allow_in(page.permission_for(text.locale), page.area_of_limits(), text.locale) {
            return Err(DraftError::Rights);
        }
        let decisions = serde_json::from_str(&draft.decisions).unwrap_or_default();
        let decisions = Decisions::of(&page, text.locale, decisions);
        let scheduler = Actor::of(&draft.publish_by_id, &draft.publish_by);
        let actor = Actor { agent: "schedule".to_owned(), ..scheduler };
        publish_text(tx, around, &page, text, &actor).await?;
        all.push(decisions);
        by = Some(actor);
    }
    let Some(actor) = by else { return Ok(()) };
    store_decisions(tx, &page, change.before(), all, &actor).await?;
    Ok(change.finish(tx, &actor).await?)
}

/// Stores why the due drafts of a page were not published, and removes their schedules.
async fn store_publication_failure(
    store: &Store,
    page_id: &str,
    error_code: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let mut tx = store.db.begin().await?;
    if let Ok(page) = lock_page(&mut tx, page_id).await {
        for text in page.texts().filter(|text| text.is_due(now)) {
            store::failed(&mut tx, &text.saved.id, error_code).await?;
        }
    }
    tx.commit().await
}

impl EditableText {
    fn is_due(&self, now: i64) -> bool {
        let at = self.draft.as_ref().and_then(|draft| draft.publish_at);
        self.saved.trashed_at.is_none() && at.is_some_and(|at| at <= now)
    }
}

impl DraftError {
    /// Returns the stable error code, which is stored to be displayed later.
    fn code(&self) -> &'static str {
        match self {
            Self::Stale { .. } => "stale",
            Self::MissingAltText(_) => "undescribed",
            Self::Rights => "rights",
            Self::Gate(_) => "gate",
            Self::Write(WriteError::Taken(_)) => SLUG_TAKEN,
            Self::Write(_) => "unreadable",
            _ => "failed",
        }
    }
}

/// A request to unpublish the text in `locale` and, with `other`, also the text in the other language.
pub struct Unpublishing<'a> {
    pub page_id: &'a str,
    pub locale: Locale,
    /// Revision of the text in `locale` that the client read; `None` accepts any revision.
    pub seen: Option<&'a str>,
    /// Revision of the text in the other language that the client read; if `None`, only the text in `locale` is
    /// unpublished.
    pub other: Option<&'a str>,
    pub actor: &'a Actor,
}

/// Unpublishes texts: all of them, or none. Cancels their schedules, and keeps drafts with changes.
pub async fn unpublish(store: &Store, unpublishing: &Unpublishing<'_>) -> Result<Page, DraftError> {
    let Unpublishing { page_id, locale, seen, other, actor } = *unpublishing;
    let publishing = Publishing { page_id, locale, seen, other, decisions: &[], actor };
    let around = WriteContext::of(store).await?;
    let mut tx = store.db.begin().await?;
    let page = lock_page(&mut tx, page_id).await?;
    let texts = selected_texts(&page, &publishing)?;
    let change = PageChange::begin(&mut tx, page_id).await?;
    for text in texts.into_iter().filter(|text| text.is_published()) {
        unpublish_text(&mut tx, &around, &page, text, actor).await?;
    }
    change.finish(&mut tx, actor).await?;
    let page = lock_page(&mut tx, page_id).await?;
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    Ok(page)
}

async fn unpublish_text(
    tx: &mut Tx,
    around: &WriteContext,
    page: &Page,
    text: &EditableText,
    actor: &Actor,
) -> Result<(), DraftError> {
    let whole = field_line::with_draft(&text.published_text(), true);
    // A schedule would publish the text again.
    end_schedule(tx, page, text, actor).await?;
    enqueue_event(tx, Event::PageUnpublished, page, text.locale, actor).await?;
    store_text(tx, around, page, text, &whole, actor, Action::PageUnpublished).await?;
    if !text.is_outdated() {
        let now = record::saved(tx, &page.id, text.locale).await?;
        let number = now.map_or(text.saved.number, |saved| saved.number);
        store::rebase(tx, &text.saved.id, number).await?;
    }
    Ok(())
}
