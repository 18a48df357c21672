//! SQL of snippets.

use pailou_database::{Db, Tx, on, on_tx};

pub(crate) async fn snippets_of_file(tx: &mut Tx, file: &str) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select snippet from snippets where file = $1 order by snippet";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(file).fetch_all(conn).await)
}

pub(crate) async fn delete_snippets(tx: &mut Tx, file: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from snippets where file = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(file).execute(conn).await.map(drop))
}

pub(crate) async fn insert_snippet(tx: &mut Tx, file: &str, part: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into snippets (file, snippet) values ($1, $2)";
    on_tx!(tx, conn => sqlx::query(sql).bind(file).bind(part).execute(conn).await.map(drop))
}

/// Returns every included file.
pub(crate) async fn included_files(db: &Db) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select distinct snippet from snippets order by snippet";
    on!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await)
}

/// Returns area and key of the pages that include this file.
pub(crate) async fn pages_with_snippet(
    tx: &mut Tx,
    part: &str,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select distinct p.area, p.key from snippets s join texts t on t.file = s.file \
               join pages p on p.id = t.page_id where s.snippet = $1";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(part).fetch_all(conn).await)
}

/// Returns front matter and Markdown of the published text with this file; `None` if there is none.
pub(crate) async fn page_with_file(
    db: &Db,
    file: &str,
) -> Result<Option<(String, String)>, sqlx::Error> {
    let sql = "select r.front_matter, r.markdown from texts t \
               join revisions r on r.text_id = t.id and r.number = t.published \
               where t.file = $1";
    on!(db, pool => sqlx::query_as(sql).bind(file).fetch_optional(pool).await)
}

/// Returns the hash of a file that is not a page; `None` if there is no such file.
pub async fn hash(db: &Db, path: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "select hash from files where path = $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(path).fetch_optional(pool).await)
}
