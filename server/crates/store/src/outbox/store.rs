//! SQL of the outbox.

use sqlx::FromRow;

use pailou_database::{Tx, on_tx};

/// Returns the ids of the enabled webhooks, with their JSON lists of events.
pub(crate) async fn enabled_webhooks(tx: &mut Tx) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select id, events from webhooks where is_on = 1";
    on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)
}

#[derive(Debug, FromRow)]
pub(crate) struct EventText {
    pub locale: String,
    pub area: String,
    pub path: String,
    pub title: String,
}

/// Returns the published texts of a page.
pub(crate) async fn event_texts(tx: &mut Tx, page_id: &str) -> Result<Vec<EventText>, sqlx::Error> {
    let sql = "select locale, area, path, title from texts \
               where page_id = $1 and published is not null and removed_at is null order by locale desc";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(page_id).fetch_all(conn).await)
}

pub async fn count_pending(tx: &mut Tx, webhook_id: &str) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from webhook_deliveries \
               where webhook_id = $1 and next_at is not null";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(webhook_id).fetch_one(conn).await)
}

pub struct NewDelivery<'a> {
    pub id: &'a str,
    pub webhook_id: &'a str,
    pub event: &'a str,
    pub data: &'a str,
    pub created_at: i64,
    pub next_at: Option<i64>,
    pub fault: &'a str,
}

/// Appends a delivery to the queue of its webhook. The sequence number gives the order, because
/// times can be equal within a transaction, and the clock can be set back.
pub async fn insert(tx: &mut Tx, row: &NewDelivery<'_>) -> Result<(), sqlx::Error> {
    let sql = "insert into webhook_deliveries \
               (id, webhook_id, event, data, created_at, next_at, fault, sequence) \
               select $1, $2, $3, $4, $5, $6, $7, coalesce(max(sequence), 0) + 1 \
               from webhook_deliveries where webhook_id = $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(row.id).bind(row.webhook_id).bind(row.event)
        .bind(row.data).bind(row.created_at).bind(row.next_at).bind(row.fault)
        .execute(conn).await.map(drop))
}

/// Deletes the finished deliveries of a webhook, except the newest `keep_count`.
pub(crate) async fn delete_old_deliveries(
    tx: &mut Tx,
    webhook_id: &str,
    keep_count: i64,
) -> Result<(), sqlx::Error> {
    let sql = "delete from webhook_deliveries where webhook_id = $1 and next_at is null \
               and id not in (select id from webhook_deliveries \
               where webhook_id = $1 and next_at is null order by sequence desc, id limit $2)";
    on_tx!(tx, conn => sqlx::query(sql).bind(webhook_id).bind(keep_count).execute(conn).await.map(drop))
}
