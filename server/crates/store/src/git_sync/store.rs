//! SQL of texts that follow a file in Git, and of their conflicts.

use core_wasm::locale::Locale;
use sqlx::FromRow;

use super::Origin;
use pailou_database::{Db, Tx, on, on_tx};

/// Synchronization state of a text that follows a file in Git.
#[derive(Debug, Clone, FromRow)]
pub struct SyncRow {
    pub text_id: String,
    pub source: String,
    pub file: String,
    pub file_hash: String,
    pub revision: Option<i64>,
    pub base_text: Option<String>,
    pub commit_id: String,
    pub changed_at: i64,
    pub authors: String,
}

macro_rules! row {
    ($rest:literal) => {
        concat!(
            "select text_id, source, file, file_hash, revision, base_text, commit_id, changed_at, \
             authors from upstream_texts ",
            $rest
        )
    };
}

pub(crate) async fn sync_row_of_file(
    tx: &mut Tx,
    source: &str,
    file: &str,
) -> Result<Option<SyncRow>, sqlx::Error> {
    let sql = row!("where source = $1 and file = $2 order by text_id limit 1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(source).bind(file).fetch_optional(conn).await)
}

pub async fn of_text(tx: &mut Tx, text_id: &str) -> Result<Option<SyncRow>, sqlx::Error> {
    let sql = row!("where text_id = $1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(text_id).fetch_optional(conn).await)
}

pub(crate) async fn of_source(tx: &mut Tx, source: &str) -> Result<Vec<SyncRow>, sqlx::Error> {
    let sql = row!("where source = $1 order by file");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(source).fetch_all(conn).await)
}

pub(crate) async fn text_origin(db: &Db, text_id: &str) -> Result<Option<Origin>, sqlx::Error> {
    let sql = "select coalesce(u.source, '') as source, coalesce(u.file, '') as file, \
               coalesce(s.branch, '') as branch, coalesce(u.commit_id, '') as commit_id, \
               coalesce(u.authors, a.authors) as authors from texts t \
               left join upstream_texts u on u.text_id = t.id \
               left join sources s on s.name = u.source \
               left join imported_authors a on a.text_id = t.id \
               where t.id = $1 and (u.text_id is not null or a.text_id is not null)";
    on!(db, pool => sqlx::query_as(sql).bind(text_id).fetch_optional(pool).await)
}

/// Stores the authors of a text that was imported from a working copy. Returns whether they changed.
pub(crate) async fn upsert_imported_authors(
    tx: &mut Tx,
    text_id: &str,
    authors: &str,
) -> Result<bool, sqlx::Error> {
    let sql = "insert into imported_authors (text_id, authors) values ($1, $2) \
               on conflict (text_id) do update set authors = excluded.authors \
               where imported_authors.authors <> excluded.authors";
    let stored = on_tx!(tx, conn => sqlx::query(sql).bind(text_id).bind(authors)
        .execute(conn).await.map(|done| done.rows_affected()))?;
    Ok(stored > 0)
}

pub(crate) async fn upsert_sync_row(tx: &mut Tx, row: &SyncRow) -> Result<(), sqlx::Error> {
    let sql = "insert into upstream_texts (text_id, source, file, file_hash, revision, base_text, \
               commit_id, changed_at, authors) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
               on conflict (text_id) do update set source = excluded.source, \
               file = excluded.file, file_hash = excluded.file_hash, \
               revision = excluded.revision, base_text = excluded.base_text, \
               commit_id = excluded.commit_id, changed_at = excluded.changed_at, \
               authors = excluded.authors";
    on_tx!(tx, conn => sqlx::query(sql).bind(&row.text_id).bind(&row.source).bind(&row.file)
        .bind(&row.file_hash).bind(row.revision).bind(&row.base_text).bind(&row.commit_id)
        .bind(row.changed_at).bind(&row.authors).execute(conn).await.map(drop))
}

pub(crate) async fn delete_sync_row(tx: &mut Tx, text_id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from upstream_texts where text_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).execute(conn).await.map(drop))
}

/// A text with its page.
#[derive(Debug, Clone, FromRow)]
pub struct TextLocation {
    pub text_id: String,
    pub page_id: String,
    pub area: String,
    pub key: String,
    pub locale: String,
    pub path: String,
    pub file: String,
}

macro_rules! location {
    ($rest:literal) => {
        concat!(
            "select t.id as text_id, t.page_id, p.area, p.key, t.locale, t.path, t.file \
             from texts t join pages p on p.id = t.page_id ",
            $rest
        )
    };
}

pub(crate) async fn text_location(
    tx: &mut Tx,
    text_id: &str,
) -> Result<Option<TextLocation>, sqlx::Error> {
    let sql = location!("where t.id = $1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(text_id).fetch_optional(conn).await)
}

/// Returns the text at a path; `None` if there is none outside the trash.
pub(crate) async fn at_path(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
    path: &str,
) -> Result<Option<TextLocation>, sqlx::Error> {
    let sql =
        location!("where t.area = $1 and t.locale = $2 and t.path = $3 and t.removed_at is null");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(area).bind(locale.tag()).bind(path)
        .fetch_optional(conn).await)
}

/// Returns the id of the text with this file, if it does not come from a Git source.
pub(crate) async fn text_of_file(tx: &mut Tx, file: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "select t.id from texts t left join upstream_texts u on u.text_id = t.id \
               where t.file = $1 and u.text_id is null";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(file).fetch_optional(conn).await)
}

/// Returns the texts of a page in all languages, except those in the trash.
pub(crate) async fn texts_of(tx: &mut Tx, page_id: &str) -> Result<Vec<TextLocation>, sqlx::Error> {
    let sql = location!("where t.page_id = $1 and t.removed_at is null order by t.locale");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(page_id).fetch_all(conn).await)
}

pub(crate) async fn page_with_key(
    tx: &mut Tx,
    area: &str,
    key: &str,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "select id from pages where area = $1 and key = $2";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(area).bind(key).fetch_optional(conn).await)
}

pub(crate) async fn rename_page(tx: &mut Tx, page_id: &str, key: &str) -> Result<(), sqlx::Error> {
    let sql = "update pages set key = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(key).execute(conn).await.map(drop))
}

/// Moves a text and its redirects to another page.
pub(crate) async fn move_text(
    tx: &mut Tx,
    location: &TextLocation,
    page_id: &str,
) -> Result<(), sqlx::Error> {
    let sql = "update texts set page_id = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(&location.text_id).bind(page_id)
        .execute(conn).await.map(drop))?;
    let sql = "update redirects set page_id = $2 where page_id = $1 and locale = $3";
    on_tx!(tx, conn => sqlx::query(sql).bind(&location.page_id).bind(page_id).bind(&location.locale)
        .execute(conn).await.map(drop))
}

/// Unpublishes a text and moves it to the trash at `now`. Its revisions are retained; `revision`, the newest, becomes
/// the draft.
pub(crate) async fn unpublish_text(
    tx: &mut Tx,
    text_id: &str,
    revision: i64,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "update texts set published = null, draft = $2, removed_at = $3 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).bind(revision).bind(now)
        .execute(conn).await.map(drop))
}

/// Returns the paths of a source's files that are not pages.
pub(crate) async fn source_files(tx: &mut Tx, source: &str) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select path from files where source = $1 order by path";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(source).fetch_all(conn).await)
}

pub(crate) async fn delete_file(tx: &mut Tx, path: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from files where path = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(path).execute(conn).await.map(drop))
}

/// Deletes the import roots of a source before new ones are inserted.
pub(crate) async fn forget_roots(tx: &mut Tx, source: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from import_roots where source = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(source).execute(conn).await.map(drop))
}

/// Returns front matter and Markdown of one revision; `None` if the revision does not exist.
pub(crate) async fn revision_text(
    tx: &mut Tx,
    text_id: &str,
    number: i64,
) -> Result<Option<(String, String)>, sqlx::Error> {
    let sql = "select front_matter, markdown from revisions where text_id = $1 and number = $2";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(text_id).bind(number).fetch_optional(conn).await)
}

#[derive(Debug, Clone, FromRow)]
pub(crate) struct ConflictRow {
    pub text_id: String,
    pub source: String,
    pub file: String,
    pub file_hash: String,
    pub base: String,
    pub theirs: Option<String>,
    pub commit_id: String,
    pub created_at: i64,
}

macro_rules! conflict {
    ($rest:literal) => {
        concat!(
            "select text_id, source, file, file_hash, base, theirs, commit_id, created_at \
             from source_conflicts ",
            $rest
        )
    };
}

pub(crate) async fn conflict_row(
    tx: &mut Tx,
    text_id: &str,
) -> Result<Option<ConflictRow>, sqlx::Error> {
    let sql = conflict!("where text_id = $1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(text_id).fetch_optional(conn).await)
}

pub(crate) async fn upsert_conflict(tx: &mut Tx, row: &ConflictRow) -> Result<(), sqlx::Error> {
    let sql = "insert into source_conflicts (text_id, source, file, file_hash, base, theirs, commit_id, \
               created_at) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (text_id) do update \
               set source = excluded.source, file = excluded.file, \
               file_hash = excluded.file_hash, base = excluded.base, theirs = excluded.theirs, \
               commit_id = excluded.commit_id, created_at = excluded.created_at \
               where source_conflicts.file_hash <> excluded.file_hash";
    on_tx!(tx, conn => sqlx::query(sql).bind(&row.text_id).bind(&row.source).bind(&row.file)
        .bind(&row.file_hash).bind(&row.base).bind(&row.theirs).bind(&row.commit_id)
        .bind(row.created_at).execute(conn).await.map(drop))
}

pub(crate) async fn delete_conflict(tx: &mut Tx, text_id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from source_conflicts where text_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).execute(conn).await.map(drop))
}

/// A conflict in the list.
#[derive(Debug, Clone, FromRow)]
pub struct ListedRow {
    pub text_id: String,
    pub source: String,
    pub file: String,
    pub commit_id: String,
    pub created_at: i64,
    pub is_deleted: i64,
    pub area: String,
    pub locale: String,
    pub path: String,
    pub title: String,
    pub file_hash: String,
    /// Newest revision of the text on the site.
    pub revision: i64,
}

pub async fn conflicts(
    db: &Db,
    skip: i64,
    size: i64,
) -> Result<(Vec<ListedRow>, i64), sqlx::Error> {
    let sql = "select c.text_id, c.source, c.file, c.commit_id, c.created_at, \
               case when c.theirs is null then cast(1 as bigint) else cast(0 as bigint) end \
               as is_deleted, t.area, t.locale, t.path, t.title, c.file_hash, \
               coalesce(t.draft, t.published) as revision \
               from source_conflicts c join texts t on t.id = c.text_id \
               order by c.source, c.file limit $1 offset $2";
    let rows = on!(db, pool => sqlx::query_as(sql).bind(size).bind(skip).fetch_all(pool).await)?;
    let sql = "select count(*) from source_conflicts";
    let total = on!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await)?;
    Ok((rows, total))
}

/// Returns the number of conflicts of a source.
pub(crate) async fn conflicts_of(db: &Db, source: &str) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from source_conflicts where source = $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(source).fetch_one(pool).await)
}
