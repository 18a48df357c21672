//! Dispatcher of webhook deliveries, with retries and increasing delays until success or the last
//! attempt. Each webhook has its own task, so that a slow receiver does not delay others.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::future::join_all;
use http::{Request, StatusCode};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::endpoint;
use super::message::Message;
use super::signing::signature;
use super::store::{self, Claimed, Outcome};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::id;
use pailou_store::context::Store;
use pailou_web::http_client::{HttpClient, UrlOrigin};

/// Interval between checks for pending deliveries.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Lease of a delivery, in milliseconds. If no result is stored within this time, the delivery becomes due again.
const LEASE_MS: i64 = 60_000;
/// Delays between attempts, in seconds: about 35 hours in total. A delivery fails after 8 attempts.
const RETRY_DELAYS: [i64; 7] = [10, 60, 300, 1800, 7200, 28_800, 86_400];

/// Returns the delay in seconds after the given number of attempts; `None` after the last attempt. Browser tests set
/// one delay for all attempts (docs/testing.md).
fn retry_delay(attempts: i64) -> Option<i64> {
    static IN_TESTS: LazyLock<Option<i64>> = LazyLock::new(|| {
        let seconds = std::env::var("PAILOU_TEST_RETRY_SECONDS").ok()?;
        seconds.parse().ok()
    });
    let pause = RETRY_DELAYS.get(usize::try_from(attempts - 1).ok()?)?;
    Some(IN_TESTS.unwrap_or(*pause))
}

/// Sends pending deliveries until the future is dropped.
pub async fn run_dispatcher(store: Store, outbound: Arc<HttpClient>) {
    let mut clock = interval(POLL_INTERVAL);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut busy, mut serving) = (HashSet::new(), JoinSet::new());
    loop {
        clock.tick().await;
        while let Some(done) = serving.try_join_next() {
            // After a panic, the id of the webhook is unknown, so all ids are removed from `busy`.
            let Ok(webhook_id) = done else {
                busy.clear();
                continue;
            };
            busy.remove(&webhook_id);
        }
        match store::webhooks_with_due(&store.db, id::now()).await {
            Ok(webhooks) => {
                for webhook_id in webhooks {
                    if busy.insert(webhook_id.clone()) {
                        let (store, outbound) = (store.clone(), outbound.clone());
                        serving.spawn(async move {
                            deliver_due_of(&store, &outbound, &webhook_id, 0).await;
                            webhook_id
                        });
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "reading due webhook deliveries failed"),
        }
    }
}

/// Sends all deliveries that are due within the next `later` milliseconds. Database errors in a delivery are only
/// logged.
pub async fn deliver_due(
    store: &Store,
    outbound: &HttpClient,
    later: i64,
) -> Result<(), sqlx::Error> {
    let webhooks = store::webhooks_with_due(&store.db, id::now() + later).await?;
    join_all(webhooks.iter().map(|webhook_id| deliver_due_of(store, outbound, webhook_id, later)))
        .await;
    Ok(())
}

/// Sends the deliveries of one webhook that are due within the next `later` milliseconds, the oldest first. Stops at a
/// database error, which is logged.
async fn deliver_due_of(store: &Store, outbound: &HttpClient, webhook_id: &str, later: i64) {
    loop {
        match deliver_next(store, outbound, webhook_id, id::now() + later).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::warn!(%error, webhook_id, "webhook delivery postponed by database error");
                return;
            }
        }
    }
}

/// Sends one delivery of a webhook. Returns false if no delivery is due, or if the receiver answered 410 (Gone), which
/// disables the webhook. Of several servers, only the server that claims the delivery sends it.
async fn deliver_next(
    store: &Store,
    outbound: &HttpClient,
    webhook_id: &str,
    now: i64,
) -> Result<bool, sqlx::Error> {
    let Some((delivery_id, due_at)) = store::due(&store.db, webhook_id, now).await? else {
        return Ok(false);
    };
    let mut tx = store.db.begin().await?;
    let claimed = store::claim(&mut tx, &delivery_id, due_at, now + LEASE_MS).await?;
    tx.commit().await?;
    let Some(claimed) = claimed else { return Ok(true) };
    let began = Instant::now();
    let answer = send(store, outbound, &delivery_id, &claimed).await;
    let took_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    let outcome = match &answer {
        Ok(status) => Outcome { status: Some(i64::from(status.as_u16())), fault: "", took_ms },
        Err(code) => Outcome { status: None, fault: code, took_ms },
    };
    let is_delivered = matches!(answer, Ok(status) if status.is_success());
    let is_gone = answer == Ok(StatusCode::GONE);
    let pause = retry_delay(claimed.attempts).filter(|_| !is_delivered && !is_gone);
    let next_at = pause.map(|pause| now + pause * 1000);
    let mut tx = store.db.begin().await?;
    store::store_outcome(&mut tx, &delivery_id, &outcome, now, next_at).await?;
    if is_gone {
        store::disable_with_reason(&mut tx, webhook_id, "gone").await?;
        store::abandon(&mut tx, webhook_id, "gone").await?;
        let subject = Subject::new(endpoint::endpoint_origin(&claimed.endpoint)).after(&410);
        audit_log::log(&mut tx, &Actor::default(), Action::WebhookChanged, subject).await?;
    }
    tx.commit().await?;
    Ok(!is_gone)
}

async fn send(
    store: &Store,
    outbound: &HttpClient,
    delivery_id: &str,
    claimed: &Claimed,
) -> Result<StatusCode, &'static str> {
    let body = body(&store.settings.origin(), claimed.created_at, &claimed.event, &claimed.data);
    let seconds = id::now() / 1000;
    let signature = signature(&claimed.secret, delivery_id, seconds, &body).map_err(|error| {
        tracing::error!(%error, delivery_id, "signing webhook delivery failed");
        "invalid-secret"
    })?;
    let request = Request::post(&claimed.endpoint)
        .header("content-type", "application/json")
        .header("webhook-id", delivery_id)
        .header("webhook-timestamp", seconds)
        .header("webhook-signature", signature)
        .body(Bytes::from(body))
        .map_err(|_| "address")?;
    let answer = outbound.notify(UrlOrigin::User, request).await;
    answer.map_err(|error| {
        tracing::debug!(%error, delivery_id, "webhook delivery failed");
        error.code()
    })
}

/// Returns the JSON body of a delivery. `site` is the public origin, `created_at` the time of the event in milliseconds
/// since 1970-01-01 UTC, and `data` the JSON payload; invalid JSON becomes `null`.
pub fn body(site: &str, created_at: i64, event: &str, data: &str) -> String {
    let data = serde_json::from_str(data).unwrap_or_default();
    let message = Message { event, timestamp: pailou_dates::rfc3339(created_at), site, data };
    serde_json::to_string(&message).unwrap_or_default()
}
