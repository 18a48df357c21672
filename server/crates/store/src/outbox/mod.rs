//! Transactional outbox of webhooks: a delivery is stored in the transaction of its change. A rollback also removes the
//! delivery, and no delivery is lost if the server stops.

pub mod event;
pub mod payload;
pub mod store;

use core_wasm::locale::Locale;

pub use event::Event;
pub use payload::{EventPayload, OutdatedPayload, TextPayload, ValuePayload};

use super::page_segments::Gaps;
use super::{git_sync, save, sql};
use pailou_content::area::address;
use pailou_database::Tx;
use pailou_database::audit_log::Actor;
use pailou_database::id;

/// Maximum number of pending deliveries per webhook; further deliveries are stored as failed.
const MAX_WAITING: i64 = 1000;
/// Number of finished deliveries that are retained per webhook.
const KEPT: i64 = 200;

/// Returns the published texts of a page in all languages, as parts of an event payload.
pub async fn event_payloads(tx: &mut Tx, page_id: &str) -> Result<Vec<TextPayload>, sqlx::Error> {
    let rows = store::event_texts(tx, page_id).await?;
    let payload = |store::EventText { locale, area, path, title }: store::EventText| {
        let url = locale.parse().map(|locale: Locale| address(&area, locale, &path)).ok()?;
        Some(TextPayload { locale, title, url, old_url: None })
    };
    Ok(rows.into_iter().filter_map(payload).collect())
}

/// Stores the deliveries for an event of a page; none if `texts` is empty.
pub async fn enqueue_page_event(
    tx: &mut Tx,
    event: Event,
    actor: &Actor,
    page_id: &str,
    texts: Vec<TextPayload>,
) -> Result<(), sqlx::Error> {
    if texts.is_empty() {
        return Ok(());
    }
    let page = Some(page_id.to_owned());
    let payload = EventPayload { by: actor.name.clone(), page, texts, ..EventPayload::default() };
    send_to_all(tx, event, payload).await
}

/// Whether any enabled webhook is subscribed to `translation.outdated` events.
pub(crate) async fn has_outdated_subscribers(tx: &mut Tx) -> Result<bool, sqlx::Error> {
    let receivers = store::enabled_webhooks(tx).await?;
    Ok(receivers.iter().any(|(_, events)| is_subscribed(events, Event::TranslationOutdated)))
}

/// Stores the deliveries of `translation.outdated` events: one event for each language in which segments became
/// outdated between `before` and `now`.
pub(crate) async fn enqueue_outdated(
    tx: &mut Tx,
    by: &str,
    page_id: &str,
    (before, now): (&Gaps, &Gaps),
) -> Result<(), sqlx::Error> {
    for locale in Locale::ALL {
        let new = now.new_since(before, locale);
        let new: Vec<_> = new.into_iter().filter(|gap| gap.is_outdated).collect();
        let mut texts = event_payloads(tx, page_id).await?;
        texts.retain(|text| text.is_in(locale));
        let source = sql::saved(tx, page_id, locale.other()).await?;
        let Some(source) = source.filter(|_| !new.is_empty() && !texts.is_empty()) else {
            continue;
        };
        let follows = match source.origin == save::SITE {
            true => None,
            false => git_sync::store::of_text(tx, &source.id).await?,
        };
        let mut sections: Vec<String> =
            new.iter().filter_map(|gap| gap.heading_id.clone()).collect();
        sections.dedup();
        let outdated = OutdatedPayload {
            locale: locale.tag().to_owned(),
            segments: u32::try_from(new.len()).unwrap_or(u32::MAX),
            sections,
            revision: source.number,
            commit: follows.map(|row| row.commit_id).filter(|commit| !commit.is_empty()),
        };
        let payload = EventPayload {
            by: by.to_owned(),
            page: Some(page_id.to_owned()),
            texts,
            outdated: Some(outdated),
            value: None,
        };
        send_to_all(tx, Event::TranslationOutdated, payload).await?;
    }
    Ok(())
}

/// Whether a webhook is subscribed to an event. `events` is the webhook's JSON list of event names; an
/// empty list subscribes to all events. Unknown names are ignored, and invalid JSON subscribes to no event.
fn is_subscribed(events: &str, event: Event) -> bool {
    let names: Result<Vec<String>, _> = serde_json::from_str(events);
    names.is_ok_and(|names| names.is_empty() || names.iter().any(|name| name == event.name()))
}

/// Stores the deliveries for a moved page. `before` contains the texts with their old URLs.
pub async fn enqueue_move(
    tx: &mut Tx,
    actor: &Actor,
    page_id: &str,
    before: &[TextPayload],
) -> Result<(), sqlx::Error> {
    let mut now = event_payloads(tx, page_id).await?;
    for text in &mut now {
        let old = before.iter().find(|old| old.locale == text.locale);
        text.old_url = old.map(|old| old.url.clone());
    }
    enqueue_page_event(tx, Event::PageMoved, actor, page_id, now).await
}

/// Stores the deliveries for a change of a site file. `version` is its published version, `None` after its deletion.
pub async fn config(
    tx: &mut Tx,
    actor: &Actor,
    name: &str,
    version: Option<i64>,
) -> Result<(), sqlx::Error> {
    let url = format!("/api/v1/public/config/raw/{name}");
    let value = Some(ValuePayload { name: name.to_owned(), version, url });
    let payload = EventPayload { by: actor.name.clone(), value, ..EventPayload::default() };
    send_to_all(tx, Event::ConfigPublished, payload).await
}

async fn send_to_all(tx: &mut Tx, event: Event, payload: EventPayload) -> Result<(), sqlx::Error> {
    for (webhook_id, events) in store::enabled_webhooks(tx).await? {
        if is_subscribed(&events, event) {
            enqueue(tx, &webhook_id, event, &payload).await?;
        }
    }
    Ok(())
}

/// Stores a delivery for one webhook, and deletes old deliveries. Returns the id of the new one.
pub async fn enqueue(
    tx: &mut Tx,
    webhook_id: &str,
    event: Event,
    payload: &EventPayload,
) -> Result<String, sqlx::Error> {
    let (id, now) = (format!("msg_{}", id::new()), id::now());
    let is_full = store::count_pending(tx, webhook_id).await? >= MAX_WAITING;
    let row = store::NewDelivery {
        id: &id,
        webhook_id,
        event: event.name(),
        data: &serde_json::to_string(payload).unwrap_or_default(),
        created_at: now,
        next_at: (!is_full).then_some(now),
        fault: if is_full { "full" } else { "" },
    };
    store::insert(tx, &row).await?;
    store::delete_old_deliveries(tx, webhook_id, KEPT).await?;
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webhook_receives_listed_events_or_all_if_list_is_empty() {
        for (events, expected) in [
            ("[]", true),
            (r#"["page.moved"]"#, true),
            (r#"["page.published"]"#, false),
            (r#"["page.read", "page.moved"]"#, true),
            (r#"["page.read", "page.published"]"#, false),
            (r#"["page.read"]"#, false),
            ("", false),
            ("page.moved", false),
            (r#"[1, "page.moved"]"#, false),
        ] {
            assert_eq!(is_subscribed(events, Event::PageMoved), expected, "{events}");
        }
    }
}
