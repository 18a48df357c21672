//! SQL of navigation parents.

use core_wasm::locale::Locale;

use pailou_database::{Db, Tx, on, on_tx};

/// Path of a page in one language, with the key and path of its navigation parent.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct NestedRow {
    pub key: String,
    pub path: String,
    pub parent_key: Option<String>,
    pub parent_path: Option<String>,
    /// 1 if a user chose the navigation parent of the page, or chose that the page has none; otherwise 0.
    pub is_chosen: i64,
}

/// Path and navigation parent of a page in one language, outside the trash.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct PlacedRow {
    pub page_id: String,
    pub locale: String,
    pub path: String,
    pub parent_page_id: Option<String>,
}

/// Navigation parent of a page, with the parent's path and title in one language.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct ParentPage {
    pub id: String,
    pub key: String,
    pub locale: String,
    pub path: String,
    pub title: String,
}

/// Key of a page for which a user chose the navigation parent, and key of this parent. `parent` is `None` if the user
/// chose that the page has no navigation parent, or if the parent is in the trash.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct ChosenRow {
    pub page: String,
    pub parent: Option<String>,
}

/// Returns the paths and navigation parents of all pages of an area in all languages, outside the trash.
pub(super) async fn placed(tx: &mut Tx, area: &str) -> Result<Vec<PlacedRow>, sqlx::Error> {
    let sql = "select page_id, locale, path, parent_page_id from texts \
               where area = $1 and removed_at is null";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(area).fetch_all(conn).await)
}

pub(super) async fn id_of(
    tx: &mut Tx,
    area: &str,
    key: &str,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "select id from pages where area = $1 and key = $2";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(area).bind(key).fetch_optional(conn).await)
}

/// Stores the navigation parent that a user chose, for all languages of a page. With `None`, the parent is the page at
/// the parent path.
pub(super) async fn choose_parent(
    tx: &mut Tx,
    page_id: &str,
    parent_id: Option<&str>,
) -> Result<(), sqlx::Error> {
    let sql = "update texts set parent_page_id = $2 where page_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(parent_id).execute(conn).await.map(drop))?;
    let sql = "update pages set parent_chosen = 1 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))
}

macro_rules! parents {
    () => {
        "select above.id, above.key, shown.locale, shown.path, shown.title from texts t \
         join pages above on above.id = t.parent_page_id \
         join texts shown on shown.page_id = above.id and shown.removed_at is null \
         where t.page_id = $1 order by case when shown.locale = t.locale then 0 else 1 end, \
         t.locale, shown.locale"
    };
}

/// Returns the navigation parents of a page, with one row per language of the page and of the parent.
pub(super) async fn parents_of(db: &Db, page_id: &str) -> Result<Vec<ParentPage>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(parents!()).bind(page_id).fetch_all(pool).await)
}

/// Same as `parents_of`, inside a transaction.
pub(super) async fn parents_in(tx: &mut Tx, page_id: &str) -> Result<Vec<ParentPage>, sqlx::Error> {
    on_tx!(tx, conn => sqlx::query_as(parents!()).bind(page_id).fetch_all(conn).await)
}

/// Returns the keys of the pages of an area for which a user chose the navigation parent, each with the parent's key.
pub(super) async fn chosen(db: &Db, area: &str) -> Result<Vec<ChosenRow>, sqlx::Error> {
    let sql = "select distinct p.key as page, above.key as parent from pages p \
               join texts t on t.page_id = p.id and t.removed_at is null \
               left join pages above on above.id = t.parent_page_id and exists \
               (select 1 from texts s where s.page_id = above.id and s.removed_at is null) \
               where p.area = $1 and p.parent_chosen = 1 order by p.key";
    on!(db, pool => sqlx::query_as(sql).bind(area).fetch_all(pool).await)
}

/// Returns every page of an area in a language, with its navigation parent.
pub(super) async fn nested_rows(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
) -> Result<Vec<NestedRow>, sqlx::Error> {
    let sql = "select p.key, t.path, above.key as parent_key, shown.path as parent_path, \
               p.parent_chosen as is_chosen \
               from texts t join pages p on p.id = t.page_id \
               left join pages above on above.id = t.parent_page_id \
               left join texts shown on shown.page_id = above.id and shown.locale = t.locale \
               where t.area = $1 and t.locale = $2";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(area).bind(locale.tag()).fetch_all(conn).await)
}

/// Sets the navigation parent of a page in one language; `None` removes it.
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

/// Removes the navigation parent of a page in all languages, even if a user chose the parent.
pub(super) async fn clear_parent(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    let sql = "update texts set parent_page_id = null where page_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))?;
    let sql = "update pages set parent_chosen = 0 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))
}
