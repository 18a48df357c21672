//! SQL of navigation parents.

use core_wasm::locale::Locale;

use pailou_database::{Tx, on_tx};

/// Path of a text, with the key and path of its navigation parent.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct NestedRow {
    pub key: String,
    pub path: String,
    pub parent_key: Option<String>,
    pub parent_path: Option<String>,
}

/// Returns every text of an area in a language.
pub(super) async fn nested_rows(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
) -> Result<Vec<NestedRow>, sqlx::Error> {
    let sql = "select p.key, t.path, above.key as parent_key, shown.path as parent_path \
               from texts t join pages p on p.id = t.page_id \
               left join pages above on above.id = t.parent_page_id \
               left join texts shown on shown.page_id = above.id and shown.locale = t.locale \
               where t.area = $1 and t.locale = $2";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(area).bind(locale.tag()).fetch_all(conn).await)
}

/// Sets the navigation parent of a text; `None` removes it.
pub(super) async fn set_parent(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
    (key, parent): (&str, Option<&str>),
) -> Result<(), sqlx::Error> {
    let sql = "update texts set parent_page_id = \
               (select id from pages where area = $1 and key = $4) \
               where locale = $2 \
               and page_id = (select id from pages where area = $1 and key = $3)";
    on_tx!(tx, conn => sqlx::query(sql).bind(area).bind(locale.tag()).bind(key).bind(parent)
        .execute(conn).await.map(drop))
}

/// Removes the navigation parents of all texts of a page.
pub(super) async fn clear_parent(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    let sql = "update texts set parent_page_id = null where page_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))
}
