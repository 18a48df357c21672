//! SQL of publish gates.

use pailou_database::{Tx, on_tx};

/// Returns the languages of a page, except those in the trash, each with 1 if published, otherwise 0.
pub(super) async fn languages(
    tx: &mut Tx,
    page_id: &str,
) -> Result<Vec<(String, i64)>, sqlx::Error> {
    let sql = "select locale, cast(case when published is null then 0 else 1 end as bigint) \
               from texts where page_id = $1 and removed_at is null";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(page_id).fetch_all(conn).await)
}

/// Returns the gate of a page and of its area; `None` for an unknown page.
pub(super) async fn gate_names(
    tx: &mut Tx,
    page_id: &str,
) -> Result<Option<(Option<String>, Option<String>)>, sqlx::Error> {
    let sql = "select own.gate as own_gate, area.gate as area_gate from pages p \
               left join page_publish_gates own on own.page_id = p.id \
               left join publish_gates area on area.area = p.area where p.id = $1";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(page_id).fetch_optional(conn).await)
}

pub(super) async fn areas(tx: &mut Tx) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select area, gate from publish_gates";
    on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)
}

pub(super) async fn upsert_area(tx: &mut Tx, area: &str, gate: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into publish_gates (area, gate) values ($1, $2) \
               on conflict (area) do update set gate = excluded.gate";
    on_tx!(tx, conn => sqlx::query(sql).bind(area).bind(gate).execute(conn).await.map(drop))
}

pub(super) async fn upsert_page(tx: &mut Tx, page_id: &str, gate: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into page_publish_gates (page_id, gate) values ($1, $2) \
               on conflict (page_id) do update set gate = excluded.gate";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(gate).execute(conn).await.map(drop))
}

pub(super) async fn delete_page(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from page_publish_gates where page_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))
}
