//! SQL of creating, moving, and deleting pages.

use core_wasm::locale::Locale;

use pailou_database::id;
use pailou_database::{Tx, on_tx};

/// Returns 1 if a page other than `page_id` with this key is in the trash, and 0 if it is not in the trash. Returns
/// `None` if no other page has the key.
pub(crate) async fn trash_state_of_key(
    tx: &mut Tx,
    area: &str,
    key: &str,
    page_id: &str,
) -> Result<Option<i64>, sqlx::Error> {
    let sql = "select case when exists (select 1 from texts t \
               where t.page_id = p.id and t.removed_at is null) then cast(0 as bigint) \
               else cast(1 as bigint) end as removed from pages p \
               where p.area = $1 and p.key = $2 and p.id <> $3";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(area).bind(key).bind(page_id)
        .fetch_optional(conn).await)
}

/// Inserts a page; returns false if the area has a page with this key.
pub(crate) async fn insert_page(
    tx: &mut Tx,
    area: &str,
    key: &str,
    source: Locale,
) -> Result<bool, sqlx::Error> {
    let sql = "insert into pages (id, area, key, source_locale, created_at, source_known) \
               values ($1, $2, $3, $4, $5, 1) on conflict (area, key) do nothing";
    on_tx!(tx, conn => sqlx::query(sql).bind(id::new()).bind(area).bind(key)
        .bind(source.tag()).bind(id::now()).execute(conn).await
        .map(|done| done.rows_affected() > 0))
}

/// Returns the highest navigation position of the pages of an area in a language; 0 if there are no pages.
pub(crate) async fn last_position(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
) -> Result<i64, sqlx::Error> {
    let sql = "select coalesce(max(position), 0) from texts where area = $1 and locale = $2";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(area).bind(locale.tag()).fetch_one(conn).await)
}

pub(crate) async fn set_key(tx: &mut Tx, page_id: &str, key: &str) -> Result<(), sqlx::Error> {
    let sql = "update pages set key = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(key).execute(conn).await.map(drop))
}

pub(crate) async fn set_page_source(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
) -> Result<(), sqlx::Error> {
    // A later replay uses the new source language for the commits after the currently imported one.
    let sql = "update pages set source_locale = $2, source_known = 1, source_commit = \
               coalesce((select max(s.commit_id) from texts t \
               join upstream_texts u on u.text_id = t.id join sources s on s.name = u.source \
               where t.page_id = pages.id), '') where id = $1";
    on_tx!(tx, conn => {
        sqlx::query(sql).bind(page_id).bind(locale.tag()).execute(conn).await.map(drop)
    })
}

/// Replaces the file name of a page in the records of the files that the page includes.
pub(crate) async fn rename_in_snippets(
    tx: &mut Tx,
    old: &str,
    new: &str,
) -> Result<(), sqlx::Error> {
    let sql = "update snippets set file = $2 where file = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(old).bind(new).execute(conn).await.map(drop))
}

/// Returns the names of the Git sources of a page, including sources that are no longer in the settings. Texts in the
/// trash do not count.
pub(crate) async fn git_sources(tx: &mut Tx, page_id: &str) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select distinct u.source from upstream_texts u join texts t on t.id = u.text_id \
               where t.page_id = $1 and t.removed_at is null";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(page_id).fetch_all(conn).await)
}

/// Deletes a page with all its revisions. First copies the revisions that old versions of the documentation need.
pub async fn delete_page(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    let sql = "update version_bodies set \
               front_matter = (select r.front_matter from revisions r \
               where r.text_id = version_bodies.text_id and r.number = version_bodies.number), \
               markdown = (select r.markdown from revisions r \
               where r.text_id = version_bodies.text_id and r.number = version_bodies.number), \
               dialect = (select r.dialect from revisions r \
               where r.text_id = version_bodies.text_id and r.number = version_bodies.number), \
               text_id = null, number = null \
               where text_id in (select id from texts where page_id = $1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))?;
    let sql = "delete from pages where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))
}
