//! SQL of media files, their alt text, and their smaller sizes.

use sqlx::FromRow;

use super::AltTexts;
use crate::sql::File;
use pailou_database::{Db, Tx, on, on_tx};

/// A file that is served to readers.
#[derive(Debug, Clone, FromRow)]
pub struct MediaRow {
    pub path: String,
    pub hash: String,
    pub media_type: String,
    pub bytes: i64,
    pub created_at: i64,
    /// Git source of the file; may be empty.
    pub source: String,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub alt_zh: Option<String>,
    pub alt_en: Option<String>,
    pub decorative: Option<i64>,
    words_revision: Option<i64>,
    pub author: Option<String>,
    pub changed_at: Option<i64>,
}

impl MediaRow {
    pub fn words(&self) -> AltTexts {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        AltTexts {
            zh: text(&self.alt_zh),
            en: text(&self.alt_en),
            decorative: self.decorative.is_some_and(|decorative| decorative != 0),
        }
    }

    /// Returns the revision, which changes whenever the file or its alt text changes.
    pub fn revision(&self) -> String {
        let hash = self.hash.get(..16).unwrap_or(&self.hash);
        format!("{hash}-{}", self.words_revision.unwrap_or(0))
    }
}

macro_rules! of_file {
    ($rest:literal) => {
        concat!(
            "select f.path, f.hash, f.media_type, f.bytes, f.created_at, f.source, s.width, ",
            "s.height, w.alt_zh, w.alt_en, w.decorative, w.revision as words_revision, ",
            "w.author, w.changed_at from files f ",
            "left join image_sizes s on s.hash = f.hash ",
            "left join media_alt_texts w on w.path = f.path where f.served = 1 ",
            $rest
        )
    };
}

pub async fn media_rows(db: &Db) -> Result<Vec<MediaRow>, sqlx::Error> {
    let sql = of_file!("order by f.path");
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub async fn media_row(db: &Db, path: &str) -> Result<Option<MediaRow>, sqlx::Error> {
    let sql = of_file!("and f.path = $1");
    on!(db, pool => sqlx::query_as(sql).bind(path).fetch_optional(pool).await)
}

pub(crate) async fn row_in(tx: &mut Tx, path: &str) -> Result<Option<MediaRow>, sqlx::Error> {
    let sql = of_file!("and f.path = $1");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(path).fetch_optional(conn).await)
}

/// Returns hash and source of a file, and locks its row until the transaction ends; `None` for an unknown path.
pub(crate) async fn lock_file(
    tx: &mut Tx,
    path: &str,
) -> Result<Option<(String, String)>, sqlx::Error> {
    // An update instead of a select, because it acquires a lock in SQLite and in PostgreSQL.
    let sql = "update files set path = path where path = $1 and served = 1 returning hash, source";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(path).fetch_optional(conn).await)
}

/// Inserts a file; returns false if the path is in use.
pub(crate) async fn insert_file(
    tx: &mut Tx,
    file: &File,
    bytes: i64,
    now: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "insert into files (path, hash, media_type, bytes, served, created_at) \
               values ($1, $2, $3, $4, $5, $6) on conflict (path) do nothing";
    on_tx!(tx, conn => sqlx::query(sql).bind(&file.path).bind(&file.hash).bind(&file.media_type)
        .bind(bytes).bind(file.served).bind(now).execute(conn).await
        .map(|done| done.rows_affected() > 0))
}

pub async fn paths(db: &Db) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select path from files";
    on!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await)
}

pub(crate) async fn paths_in(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select path from files";
    on_tx!(tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await)
}

pub(crate) async fn delete_media_row(tx: &mut Tx, path: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from files where path = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(path).execute(conn).await.map(drop))?;
    let sql = "delete from media_alt_texts where path = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(path).execute(conn).await.map(drop))
}

/// Returns, for each file with alt texts: path, Chinese and English alt text, and 1 if the image is decorative, else 0.
pub async fn words(db: &Db) -> Result<Vec<(String, String, String, i64)>, sqlx::Error> {
    let sql = "select path, alt_zh, alt_en, decorative from media_alt_texts";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub(crate) async fn upsert_alt_text(
    tx: &mut Tx,
    path: &str,
    alt_text: &AltTexts,
    author: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into media_alt_texts \
               (path, alt_zh, alt_en, decorative, revision, author, changed_at) \
               values ($1, $2, $3, $4, 1, $5, $6) on conflict (path) do update set \
               alt_zh = excluded.alt_zh, alt_en = excluded.alt_en, \
               decorative = excluded.decorative, revision = media_alt_texts.revision + 1, \
               author = excluded.author, changed_at = excluded.changed_at";
    on_tx!(tx, conn => sqlx::query(sql).bind(path).bind(&alt_text.zh).bind(&alt_text.en)
        .bind(i64::from(alt_text.decorative)).bind(author).bind(now)
        .execute(conn).await.map(drop))
}

/// Stores the user who uploaded the file, and increments the revision of its alt text.
pub(crate) async fn upsert_author(
    tx: &mut Tx,
    path: &str,
    author: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into media_alt_texts \
               (path, alt_zh, alt_en, decorative, revision, author, changed_at) \
               values ($1, '', '', 0, 1, $2, $3) on conflict (path) do update set \
               revision = media_alt_texts.revision + 1, author = excluded.author, \
               changed_at = excluded.changed_at";
    on_tx!(tx, conn => sqlx::query(sql).bind(path).bind(author).bind(now)
        .execute(conn).await.map(drop))
}

/// Returns path and width of every smaller size, sorted by path and width.
pub async fn widths(db: &Db) -> Result<Vec<(String, i64)>, sqlx::Error> {
    let sql = "select f.path, v.width from files f join media_variants v on v.hash = f.hash \
               where f.served = 1 order by f.path, v.width";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// Returns the hashes of a smaller size as WebP and as AVIF. The AVIF hash is empty if there is no AVIF file, and
/// `None` before encoding was attempted.
pub async fn variant(
    db: &Db,
    hash: &str,
    width: i64,
) -> Result<Option<(String, Option<String>)>, sqlx::Error> {
    let sql = "select variant, avif from media_variants where hash = $1 and width = $2";
    on!(db, pool => sqlx::query_as(sql).bind(hash).bind(width).fetch_optional(pool).await)
}

/// Returns hash, width in pixels, and WebP size in bytes of a smaller image for which AVIF encoding was not attempted
/// yet; `None` if there is none.
pub(crate) async fn without_avif(db: &Db) -> Result<Option<(String, i64, i64)>, sqlx::Error> {
    // Random order, so that several servers share the work.
    let sql = "select hash, width, bytes from media_variants where avif is null \
               order by random() limit 1";
    on!(db, pool => sqlx::query_as(sql).fetch_optional(pool).await)
}

pub(crate) async fn set_avif(
    tx: &mut Tx,
    hash: &str,
    width: i64,
    avif: &str,
) -> Result<(), sqlx::Error> {
    let sql = "update media_variants set avif = $3 where hash = $1 and width = $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).bind(width).bind(avif)
        .execute(conn).await.map(drop))
}

pub(crate) async fn insert_variant(
    tx: &mut Tx,
    hash: &str,
    width: i64,
    variant: &str,
    bytes: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into media_variants (hash, width, variant, bytes) \
               values ($1, $2, $3, $4) on conflict (hash, width) do nothing";
    on_tx!(tx, conn => sqlx::query(sql).bind(hash).bind(width).bind(variant).bind(bytes)
        .execute(conn).await.map(drop))
}

/// A text that may use files.
#[derive(Debug, FromRow)]
pub(crate) struct TextWithMedia {
    pub page_id: String,
    pub area: String,
    pub locale: String,
    pub path: String,
    pub file: String,
    pub title: String,
    /// Deletion time, if the page is in the trash in all languages.
    pub trashed_at: Option<i64>,
    /// Stored Markdown dialect.
    pub dialect: String,
    /// Text of a revision. In a row of `unpublished`, empty if the text has a draft and is not in the trash.
    pub text: String,
    /// Text of the draft; may be empty.
    pub draft: String,
}

macro_rules! published {
    () => {
        "select t.page_id, t.area, t.locale, t.path, t.file, t.title, \
         cast(null as bigint) as trashed_at, r.dialect, \
         r.front_matter || r.markdown as text, '' as draft from texts t \
         join revisions r on r.text_id = t.id and r.number = t.published \
         where t.removed_at is null order by t.file"
    };
}

// For a text in the trash, selects both the text and its draft, because both can be restored.
macro_rules! unpublished {
    () => {
        "select t.page_id, t.area, t.locale, t.path, t.file, t.title, \
         case when exists (select 1 from texts o where o.page_id = t.page_id \
         and o.removed_at is null) then cast(null as bigint) \
         else t.removed_at end as trashed_at, r.dialect, \
         case when d.text_id is null or t.removed_at is not null \
         then r.front_matter || r.markdown else '' end as text, \
         coalesce(d.body, '') as draft \
         from texts t join revisions r on r.text_id = t.id \
         and r.number = coalesce(t.draft, t.published) \
         left join drafts d on d.text_id = t.id \
         where d.text_id is not null or t.published is null order by t.file"
    };
}

pub(crate) async fn published_texts(db: &Db) -> Result<Vec<TextWithMedia>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(published!()).fetch_all(pool).await)
}

/// Returns drafts, unpublished texts, and texts in the trash.
pub(crate) async fn unpublished(db: &Db) -> Result<Vec<TextWithMedia>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(unpublished!()).fetch_all(pool).await)
}

/// Name and text of site files: the published version, the fallback of an unconfirmed version, and the scheduled
/// version.
const VALUES: &str = "select c.name, v.body from config_heads c join config_versions v \
                      on v.name = c.name and v.number in (c.version, c.fallback, c.due)";

pub async fn values(db: &Db) -> Result<Vec<(String, String)>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(VALUES).fetch_all(pool).await)
}

pub(crate) async fn values_in(tx: &mut Tx) -> Result<Vec<(String, String)>, sqlx::Error> {
    on_tx!(tx, conn => sqlx::query_as(VALUES).fetch_all(conn).await)
}

/// Returns published and unpublished texts.
pub(crate) async fn all_in(tx: &mut Tx) -> Result<Vec<TextWithMedia>, sqlx::Error> {
    let mut all: Vec<TextWithMedia> =
        on_tx!(tx, conn => sqlx::query_as(published!()).fetch_all(conn).await)?;
    let others: Vec<TextWithMedia> =
        on_tx!(tx, conn => sqlx::query_as(unpublished!()).fetch_all(conn).await)?;
    all.extend(others);
    Ok(all)
}
