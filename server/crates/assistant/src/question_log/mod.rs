//! Log of visitors' questions. Personal data is masked before a question is stored, client addresses are not stored,
//! and questions are deleted after the retention period. Questions of visitors who have opted out are not logged.

pub(crate) mod store;

use core_wasm::locale::Locale;
use http::HeaderMap;

use crate::api::{AskReply, AskState, QuestionOrigin};
use crate::masking::mask;
use crate::retention::{MAX_KEPT, RowCounter, retention_start};
use pailou_database::Db;
use pailou_site::Site;
use pailou_web::client::RequestContext;
use store::QuestionRow;

/// Clock that returns milliseconds since 1970-01-01 UTC.
pub(crate) type Clock = fn() -> i64;

/// Origin of a request, and whether its question may be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Visit {
    origin: QuestionOrigin,
    is_logged: bool,
}

impl Visit {
    /// `may_store` is the visitor's choice on the site. Questions of the server-side renderer, whose requests have the
    /// unspecified address, are not stored.
    pub(crate) fn new(
        caller: &RequestContext,
        origin: QuestionOrigin,
        may_store: Option<bool>,
    ) -> Self {
        let has_visitor = !caller.address.is_unspecified();
        let is_logged = has_visitor && may_store != Some(false) && !is_opted_out(&caller.headers);
        Self { origin, is_logged }
    }
}

/// Whether the browser requests not to be tracked (Do Not Track, Global Privacy Control) or is prefetching a page.
fn is_opted_out(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    text("dnt") == Some("1")
        || text("sec-gpc") == Some("1")
        || text("sec-purpose").is_some_and(|purpose| purpose.contains("prefetch"))
}

#[derive(Debug, Clone)]
pub(crate) struct QuestionLog {
    clock: Clock,
    rows: RowCounter,
}

impl QuestionLog {
    pub(crate) fn new(clock: Clock) -> Self {
        Self { clock, rows: RowCounter::default() }
    }

    /// Stores a question with the state and the best section of its answer, unless `visit` or the settings of the site
    /// forbid it. A failure is only logged.
    pub(crate) async fn record(
        &self,
        site: &Site,
        (locale, question): (Locale, &str),
        reply: &AskReply,
        visit: Visit,
    ) {
        let row = row(locale, question, "", reply, visit.origin);
        self.put(site, row, visit).await;
    }

    /// Stores a question that was reported as not answered. Returns whether it was stored.
    pub(crate) async fn report(
        &self,
        site: &Site,
        (locale, question, note): (Locale, &str, &str),
        reply: &AskReply,
        visit: Visit,
    ) -> bool {
        let row = QuestionRow {
            state: store::REPORTED.to_owned(),
            ..row(locale, question, note, reply, visit.origin)
        };
        self.put(site, row, visit).await
    }

    async fn put(&self, site: &Site, row: QuestionRow, visit: Visit) -> bool {
        if !visit.is_logged || !site.settings.assistant_questions {
            return false;
        }
        let now = (self.clock)();
        let row = QuestionRow { asked_at: now, ..row };
        let is_due = self.rows.count();
        let stored = async {
            let mut tx = site.db.begin().await?;
            store::put(&mut tx, &row).await?;
            if is_due {
                store::delete_old_questions(&mut tx, retention_start(site, now), MAX_KEPT).await?;
            }
            tx.commit().await
        };
        let stored: Result<(), sqlx::Error> = stored.await;
        if let Err(error) = &stored {
            tracing::warn!(%error, "storing question failed");
        }
        stored.is_ok()
    }
}

fn row(
    locale: Locale,
    question: &str,
    note: &str,
    reply: &AskReply,
    origin: QuestionOrigin,
) -> QuestionRow {
    let best = reply.citations.first();
    let title = best.map_or_else(String::new, |best| {
        match best.heading.is_empty() || best.heading == best.title {
            true => best.title.clone(),
            false => format!("{} › {}", best.title, best.heading),
        }
    });
    QuestionRow {
        id: reply.id.clone(),
        asked_at: 0,
        locale: locale.tag().to_owned(),
        origin: origin.name().to_owned(),
        question: mask(question),
        note: mask(note),
        state: state_name(reply.state).to_owned(),
        url: best.map_or_else(String::new, |best| best.url.clone()),
        title,
        passage_locale: best.map_or_else(String::new, |best| best.locale.clone()),
        is_approved: i64::from(reply.approved.is_some()),
        helpful: None,
    }
}

pub(crate) fn state_name(state: AskState) -> &'static str {
    match state {
        AskState::Answered => "answered",
        AskState::Closest => "closest",
        AskState::OffTopic => "off_topic",
    }
}

/// Returns the texts of the stored questions, sorted.
///
/// # Errors
/// Returns the database error.
pub async fn stored_questions(db: &Db) -> Result<Vec<String>, sqlx::Error> {
    store::texts(db).await
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn question_of_opted_out_visitor_or_renderer_is_not_logged() {
        let check = |header: Option<(&'static str, &'static str)>,
                     address: [u8; 4],
                     may_store,
                     expected| {
            let mut headers = HeaderMap::new();
            if let Some((name, value)) = header {
                headers.insert(name, HeaderValue::from_static(value));
            }
            let caller = RequestContext { headers, address: address.into() };
            let visit = Visit::new(&caller, QuestionOrigin::Web, may_store);
            assert_eq!(visit.is_logged, expected, "{header:?} {address:?} {may_store:?}");
        };
        let own = [127, 0, 0, 1];
        check(None, own, None, true);
        check(None, own, Some(true), true);
        check(None, own, Some(false), false);
        check(Some(("dnt", "1")), own, None, false);
        check(Some(("dnt", "0")), own, None, true);
        check(Some(("sec-gpc", "1")), own, Some(true), false);
        check(Some(("sec-purpose", "prefetch;prerender")), own, None, false);
        check(None, [0, 0, 0, 0], None, false);
    }
}
