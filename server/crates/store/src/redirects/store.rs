//! SQL of redirects.

use core_wasm::locale::Locale;

use pailou_database::{Db, Tx, on, on_tx};

/// Returns locale and page id of the redirects from a path.
pub async fn at(db: &Db, area: &str, path: &str) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select locale, page_id from redirects where area = $1 and path = $2";
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(path).fetch_all(pool).await)
}

/// Stores a redirect. It replaces an earlier redirect from the same path.
pub(crate) async fn upsert_redirect(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
    path: &str,
    page_id: &str,
    declared_by: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into redirects (area, locale, path, page_id, declared_by, created_at) \
               values ($1, $2, $3, $4, $5, $6) on conflict (area, locale, path) do update set \
               page_id = excluded.page_id, declared_by = excluded.declared_by, created_at = excluded.created_at";
    on_tx!(tx, conn => sqlx::query(sql).bind(area).bind(locale.tag()).bind(path).bind(page_id)
        .bind(declared_by).bind(now).execute(conn).await.map(drop))
}

pub(crate) async fn page_of_file(tx: &mut Tx, file: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "select page_id from texts where file = $1";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(file).fetch_optional(conn).await)
}

/// Deletes the redirects that the front matter of one text declared.
pub(crate) async fn delete_declared_redirects(
    tx: &mut Tx,
    page_id: &str,
    declared_by: &str,
) -> Result<(), sqlx::Error> {
    let sql = "delete from redirects where page_id = $1 and declared_by = $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(declared_by).execute(conn).await.map(drop))
}

/// A redirect with its current target.
#[derive(Debug, sqlx::FromRow)]
pub struct RedirectRow {
    pub locale: String,
    pub path: String,
    pub declared_by: String,
    pub created_at: i64,
    /// Path of the page for readers of this language; null while the page is unpublished.
    pub to_path: Option<String>,
    pub title: Option<String>,
    /// 1 if a published text is at the path, so that the redirect has no effect.
    pub is_taken: i64,
}

macro_rules! listed {
    () => {
        "from redirects r \
         left join texts o on o.page_id = r.page_id and o.locale = r.locale \
             and o.published is not null \
         left join texts x on x.page_id = r.page_id and x.locale <> r.locale \
             and x.published is not null \
         where r.area = $1 and ($2 = '' or r.path like $3 escape '!' \
             or coalesce(o.path, x.path) like $3 escape '!') "
    };
}

/// Returns at most `size` redirects of an area from the offset `skip`, and the number of all matches. The old or new
/// path of a match contains `words`; empty `words` match all redirects.
pub(crate) async fn redirect_rows(
    db: &Db,
    area: &str,
    words: &str,
    skip: i64,
    size: i64,
) -> Result<(Vec<RedirectRow>, i64), sqlx::Error> {
    let like = words.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    let like = format!("%{like}%");
    let sql = concat!("select count(*) ", listed!());
    let total = on!(db, pool => {
        sqlx::query_scalar(sql).bind(area).bind(words).bind(&like).fetch_one(pool).await
    })?;
    let sql = concat!(
        "select r.locale, r.path, r.declared_by, r.created_at, coalesce(o.path, x.path) as to_path, \
         coalesce(o.title, x.title) as title, \
         case when exists (select 1 from texts t where t.area = r.area and t.locale = r.locale \
             and t.path = r.path and t.published is not null) \
             then cast(1 as bigint) else cast(0 as bigint) end as is_taken ",
        listed!(),
        "order by r.path, r.locale limit $4 offset $5"
    );
    let rows = on!(db, pool => {
        let query = sqlx::query_as(sql).bind(area).bind(words).bind(&like);
        query.bind(size).bind(skip).fetch_all(pool).await
    })?;
    Ok((rows, total))
}

/// Adds a redirect unless the path already has one. Returns whether it was added.
pub(crate) async fn insert_redirect(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
    path: &str,
    page_id: &str,
    declared_by: &str,
    now: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "insert into redirects (area, locale, path, page_id, declared_by, created_at) \
               values ($1, $2, $3, $4, $5, $6) on conflict (area, locale, path) do nothing \
               returning path";
    let added: Option<String> = on_tx!(tx, conn => {
        let query = sqlx::query_scalar(sql).bind(area).bind(locale.tag()).bind(path);
        query.bind(page_id).bind(declared_by).bind(now).fetch_optional(conn).await
    })?;
    Ok(added.is_some())
}

/// Returns the origin of the redirect from a path; `None` if there is none.
pub async fn declared_by(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
    path: &str,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "select declared_by from redirects where area = $1 and locale = $2 and path = $3";
    on_tx!(tx, conn => {
        sqlx::query_scalar(sql).bind(area).bind(locale.tag()).bind(path).fetch_optional(conn).await
    })
}

pub(crate) async fn delete_redirect(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
    path: &str,
) -> Result<(), sqlx::Error> {
    let sql = "delete from redirects where area = $1 and locale = $2 and path = $3";
    on_tx!(tx, conn => {
        sqlx::query(sql).bind(area).bind(locale.tag()).bind(path).execute(conn).await.map(drop)
    })
}
