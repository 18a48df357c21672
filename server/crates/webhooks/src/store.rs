//! SQL of webhooks and of their deliveries.

use sqlx::FromRow;

use pailou_database::{Db, Tx, on, on_tx};

/// A webhook with the numbers of its pending and failed deliveries.
#[derive(Debug, FromRow)]
pub struct Row {
    pub id: String,
    pub revision: i64,
    pub endpoint: String,
    pub events: String,
    pub note: String,
    pub is_on: i64,
    pub fault: String,
    pub created_at: i64,
    pub created_by: String,
    pub waiting: i64,
    pub failed: i64,
}

macro_rules! row {
    ($rest:literal) => {
        concat!(
            "select w.id, w.revision, w.endpoint, w.events, w.note, w.is_on, w.fault, w.created_at, \
             w.created_by, (select count(*) from webhook_deliveries d where d.webhook_id = w.id \
             and d.next_at is not null) as waiting, (select count(*) from webhook_deliveries d \
             where d.webhook_id = w.id and d.next_at is null \
             and (d.status is null or d.status not between 200 and 299)) as failed \
             from webhooks w ",
            $rest
        )
    };
}

pub async fn rows(db: &Db, skip: i64, size: i64) -> Result<(Vec<Row>, i64), sqlx::Error> {
    let total = on!(db, pool => {
        sqlx::query_scalar("select count(*) from webhooks").fetch_one(pool).await
    })?;
    let sql = row!("order by w.created_at, w.id limit $1 offset $2");
    let rows = on!(db, pool => {
        sqlx::query_as(sql).bind(size).bind(skip).fetch_all(pool).await
    })?;
    Ok((rows, total))
}

pub async fn row(db: &Db, id: &str) -> Result<Option<Row>, sqlx::Error> {
    let sql = row!("where w.id = $1");
    on!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await)
}

pub async fn count(tx: &mut Tx) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from webhooks";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await)
}

/// The fields of a webhook that users edit.
pub struct EndpointFields<'a> {
    pub endpoint: &'a str,
    pub events: &'a str,
    pub note: &'a str,
}

pub async fn add(
    tx: &mut Tx,
    id: &str,
    fields: &EndpointFields<'_>,
    secret: &str,
    now: i64,
    by: &str,
) -> Result<(), sqlx::Error> {
    let sql = "insert into webhooks (id, revision, endpoint, events, note, secret, is_on, created_at, \
               created_by) values ($1, 1, $2, $3, $4, $5, 1, $6, $7)";
    let EndpointFields { endpoint, events, note } = *fields;
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(endpoint).bind(events).bind(note)
        .bind(secret).bind(now).bind(by).execute(conn).await.map(drop))
}

/// Locks a webhook until the transaction ends. Returns its endpoint, whether it is enabled (0 or 1), and its revision;
/// `None` if the webhook does not exist.
pub async fn lock(tx: &mut Tx, id: &str) -> Result<Option<(String, i64, i64)>, sqlx::Error> {
    let sql = "update webhooks set revision = revision where id = $1 \
               returning endpoint, is_on, revision";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(id).fetch_optional(conn).await)
}

/// Updates a webhook. Clears `fault`, because the user has seen why the webhook was disabled.
pub async fn change(
    tx: &mut Tx,
    id: &str,
    fields: &EndpointFields<'_>,
    is_on: bool,
) -> Result<(), sqlx::Error> {
    let sql = "update webhooks set revision = revision + 1, endpoint = $2, events = $3, note = $4, \
               is_on = $5, fault = '' where id = $1";
    let EndpointFields { endpoint, events, note } = *fields;
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(endpoint).bind(events).bind(note)
        .bind(i64::from(is_on)).execute(conn).await.map(drop))
}

pub async fn set_secret(tx: &mut Tx, id: &str, secret: &str) -> Result<(), sqlx::Error> {
    let sql = "update webhooks set revision = revision + 1, secret = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(secret).execute(conn).await.map(drop))
}

pub(crate) async fn disable_with_reason(
    tx: &mut Tx,
    id: &str,
    reason: &str,
) -> Result<(), sqlx::Error> {
    let sql = "update webhooks set revision = revision + 1, is_on = 0, fault = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(reason).execute(conn).await.map(drop))
}

/// Cancels all pending deliveries of a webhook and stores the reason as their error code.
pub(crate) async fn abandon(
    tx: &mut Tx,
    webhook_id: &str,
    reason: &str,
) -> Result<(), sqlx::Error> {
    let sql = "update webhook_deliveries set next_at = null, fault = $2 \
               where webhook_id = $1 and next_at is not null";
    on_tx!(tx, conn => sqlx::query(sql).bind(webhook_id).bind(reason).execute(conn).await.map(drop))
}

pub async fn remove(tx: &mut Tx, id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from webhooks where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))
}

#[derive(Debug, FromRow)]
pub struct DeliveryRow {
    pub id: String,
    pub event: String,
    pub data: String,
    pub created_at: i64,
    pub next_at: Option<i64>,
    pub attempts: i64,
    pub sent_at: Option<i64>,
    pub took_ms: Option<i64>,
    pub status: Option<i64>,
    pub fault: String,
}

/// Returns up to `size` deliveries of a webhook, the newest first, and the number of all its deliveries.
pub async fn deliveries(
    db: &Db,
    webhook_id: &str,
    skip: i64,
    size: i64,
) -> Result<(Vec<DeliveryRow>, i64), sqlx::Error> {
    let sql = "select count(*) from webhook_deliveries where webhook_id = $1";
    let total = on!(db, pool => sqlx::query_scalar(sql).bind(webhook_id).fetch_one(pool).await)?;
    let sql = "select id, event, data, created_at, next_at, attempts, sent_at, duration_ms as took_ms, status, fault \
               from webhook_deliveries where webhook_id = $1 \
               order by sequence desc, id limit $2 offset $3";
    let rows = on!(db, pool => {
        sqlx::query_as(sql).bind(webhook_id).bind(size).bind(skip).fetch_all(pool).await
    })?;
    Ok((rows, total))
}

/// Schedules a delivery for the time `now` and resets its number of attempts. Returns false if the webhook has no such
/// delivery.
pub async fn redeliver(
    tx: &mut Tx,
    webhook_id: &str,
    id: &str,
    now: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "update webhook_deliveries set next_at = $3, attempts = 0, fault = '', status = null \
               where webhook_id = $1 and id = $2 returning id";
    let found: Option<String> = on_tx!(tx, conn => {
        sqlx::query_scalar(sql).bind(webhook_id).bind(id).bind(now).fetch_optional(conn).await
    })?;
    Ok(found.is_some())
}

/// Longest delay between two attempts, in milliseconds. A delivery with a later due time was stored while the clock was
/// ahead, so it is treated as due.
const MAX_DELAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Returns the number of pending deliveries.
pub async fn count_pending(db: &Db) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from webhook_deliveries where next_at is not null";
    on!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await)
}

/// Returns the ids of the enabled webhooks with due deliveries. A delivery is also due if its time is so far in the
/// future that the clock must have been wrong.
pub(crate) async fn webhooks_with_due(db: &Db, now: i64) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select distinct w.id from webhooks w join webhook_deliveries d \
               on d.webhook_id = w.id where w.is_on = 1 and (d.next_at <= $1 or d.next_at > $2)";
    let latest = now + MAX_DELAY_MS;
    on!(db, pool => sqlx::query_scalar(sql).bind(now).bind(latest).fetch_all(pool).await)
}

/// Returns the id and the due time of the oldest due delivery of a webhook; `None` if no delivery is due or the webhook
/// is disabled.
pub async fn due(
    db: &Db,
    webhook_id: &str,
    now: i64,
) -> Result<Option<(String, i64)>, sqlx::Error> {
    let sql = "select d.id, d.next_at from webhook_deliveries d join webhooks w \
               on w.id = d.webhook_id where d.webhook_id = $1 and w.is_on = 1 \
               and (d.next_at <= $2 or d.next_at > $3) order by d.sequence, d.id limit 1";
    let latest = now + MAX_DELAY_MS;
    on!(db, pool => {
        sqlx::query_as(sql).bind(webhook_id).bind(now).bind(latest).fetch_optional(pool).await
    })
}

/// A claimed delivery with its endpoint.
#[derive(Debug, FromRow)]
pub struct Claimed {
    pub event: String,
    pub data: String,
    pub created_at: i64,
    pub attempts: i64,
    pub endpoint: String,
    pub secret: String,
}

/// Claims a delivery until the time `until`, if its due time is still `due_at`. Otherwise, another server has claimed
/// it, and the result is `None`.
pub async fn claim(
    tx: &mut Tx,
    id: &str,
    due_at: i64,
    until: i64,
) -> Result<Option<Claimed>, sqlx::Error> {
    let sql = "update webhook_deliveries set next_at = $3, attempts = attempts + 1 \
               where id = $1 and next_at = $2 returning event, data, created_at, attempts, \
               (select w.endpoint from webhooks w where w.id = webhook_id) as endpoint, \
               (select w.secret from webhooks w where w.id = webhook_id) as secret";
    on_tx!(tx, conn => {
        sqlx::query_as(sql).bind(id).bind(due_at).bind(until).fetch_optional(conn).await
    })
}

/// Result of an attempt to send a delivery.
pub struct Outcome {
    pub status: Option<i64>,
    pub fault: &'static str,
    pub took_ms: i64,
}

pub(crate) async fn store_outcome(
    tx: &mut Tx,
    id: &str,
    outcome: &Outcome,
    sent_at: i64,
    next_at: Option<i64>,
) -> Result<(), sqlx::Error> {
    let sql = "update webhook_deliveries set next_at = $2, sent_at = $3, duration_ms = $4, \
               status = $5, fault = $6 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(next_at).bind(sent_at).bind(outcome.took_ms)
        .bind(outcome.status).bind(outcome.fault).execute(conn).await.map(drop))
}
