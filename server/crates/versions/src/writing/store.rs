//! SQL for writing versions: reads stored texts, and inserts the new contents.

use core_wasm::locale::Locale;
use sqlx::FromRow;

use pailou_database::{Db, Tx, on, on_tx};
use pailou_store::sql::{File, SectionRow};
use pailou_store::version_list::VersionRow;
use pailou_translation::freshness::TextFreshness;

/// Inserts a version or updates its metadata.
pub(crate) async fn upsert_version(tx: &mut Tx, row: &VersionRow) -> Result<(), sqlx::Error> {
    let sql = "insert into versions (name, label, state, position, released_at, revision) \
               values ($1, $2, $3, $4, $5, $6) on conflict (name) do update set \
               label = excluded.label, state = excluded.state, position = excluded.position, \
               released_at = excluded.released_at, revision = excluded.revision";
    on_tx!(tx, conn => sqlx::query(sql).bind(&row.name).bind(&row.label).bind(&row.state)
        .bind(row.position).bind(row.released_at).bind(row.revision).execute(conn).await.map(drop))
}

/// Deletes a version with its texts and files; returns whether it existed.
pub(crate) async fn remove_version(tx: &mut Tx, name: &str) -> Result<bool, sqlx::Error> {
    let sql = "delete from versions where name = $1";
    let removed = on_tx!(tx, conn => sqlx::query(sql).bind(name)
        .execute(conn).await.map(|done| done.rows_affected()))?;
    Ok(removed > 0)
}

/// Deletes the stored contents that no text of any version has.
pub(crate) async fn remove_unused_bodies(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "delete from version_bodies where not exists \
               (select 1 from version_texts t where t.body = version_bodies.hash)";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

/// Returns the hash of each stored content, and the title in its Markdown. The title is empty if there is none.
pub async fn bodies(db: &Db) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select hash, title from version_bodies";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub async fn pairs(db: &Db) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select zh_body, en_body from version_pairs";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// A text of the current pages, with the content of its published revision, or of its draft if it
/// is not published.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct CurrentText {
    pub area: String,
    pub locale: String,
    pub path: String,
    pub key: String,
    pub file: String,
    pub title: String,
    pub label: String,
    pub description: String,
    pub position: i64,
    pub is_published: i64,
    pub updated_at: i64,
    pub segments_outdated: i64,
    pub segments_not_translated: i64,
    pub segments_not_aligned: i64,
    pub parent_key: Option<String>,
    pub text_id: String,
    pub number: i64,
    pub front_matter: String,
    pub markdown: String,
    pub dialect: String,
}

/// Returns the texts of the current pages.
pub(crate) async fn heads(db: &Db) -> Result<Vec<CurrentText>, sqlx::Error> {
    let sql = "select t.area, t.locale, t.path, p.key, t.file, t.title, t.label, \
               t.description, t.position, case when t.published is null \
               then cast(0 as bigint) else cast(1 as bigint) end as is_published, t.updated_at, \
               t.segments_outdated, t.segments_not_translated, t.segments_not_aligned, \
               above.key as parent_key, r.text_id, r.number, r.front_matter, r.markdown, r.dialect \
               from texts t join pages p on p.id = t.page_id \
               left join pages above on above.id = t.parent_page_id \
               join revisions r on r.text_id = t.id \
               and r.number = coalesce(t.published, t.draft) \
               where t.removed_at is null order by t.file";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// A text in the list of a version.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub(crate) struct VersionTextRow {
    pub area: String,
    pub locale: String,
    pub path: String,
    pub key: String,
    pub file: String,
    pub title: String,
    pub label: String,
    pub description: String,
    pub position: i64,
    pub is_published: i64,
    pub updated_at: i64,
    pub body: String,
    pub parent_key: Option<String>,
}

pub(crate) async fn listed_texts(
    db: &Db,
    version: &str,
) -> Result<Vec<VersionTextRow>, sqlx::Error> {
    let sql = "select area, locale, path, key, file, title, label, description, position, \
               is_published, updated_at, body, parent_key from version_texts where version = $1";
    on!(db, pool => sqlx::query_as(sql).bind(version).fetch_all(pool).await)
}

pub(crate) async fn insert_listed(
    tx: &mut Tx,
    version: &str,
    text: &VersionTextRow,
) -> Result<(), sqlx::Error> {
    let sql = "insert into version_texts (version, area, locale, path, key, file, title, label, \
               description, position, is_published, updated_at, body, parent_key) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    on_tx!(tx, conn => sqlx::query(sql).bind(version).bind(&text.area).bind(&text.locale)
        .bind(&text.path).bind(&text.key).bind(&text.file).bind(&text.title).bind(&text.label)
        .bind(&text.description).bind(text.position).bind(text.is_published).bind(text.updated_at)
        .bind(&text.body).bind(&text.parent_key).execute(conn).await.map(drop))
}

/// Content of a text, or a reference to the revision that contains it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Body {
    pub hash: String,
    pub revision: Option<(String, i64)>,
    pub title: String,
    pub front_matter: String,
    pub markdown: String,
    pub dialect: String,
}

pub(crate) async fn insert_body(tx: &mut Tx, body: &Body) -> Result<(), sqlx::Error> {
    let sql = "insert into version_bodies (hash, text_id, number, title, front_matter, markdown, \
               dialect) values ($1, $2, $3, $4, $5, $6, $7) on conflict (hash) do nothing";
    let (text_id, number) = body.revision.clone().unzip();
    on_tx!(tx, conn => sqlx::query(sql).bind(&body.hash).bind(text_id).bind(number)
        .bind(&body.title).bind(&body.front_matter).bind(&body.markdown).bind(&body.dialect)
        .execute(conn).await.map(drop))
}

/// Translation states of both languages of a page: numbers of outdated, untranslated, and unaligned
/// segments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pair {
    pub zh_body: String,
    pub en_body: String,
    pub zh: [i64; 3],
    pub en: [i64; 3],
}

impl Pair {
    pub fn counts(fresh: &TextFreshness) -> [i64; 3] {
        [fresh.outdated.segments, fresh.not_translated.segments, fresh.not_aligned.segments]
            .map(i64::from)
    }
}

pub(crate) async fn insert_pair(tx: &mut Tx, pair: &Pair) -> Result<(), sqlx::Error> {
    let sql = "insert into version_pairs (zh_body, en_body, zh_outdated, zh_not_translated, zh_not_aligned, \
               en_outdated, en_not_translated, en_not_aligned) values ($1, $2, $3, $4, $5, $6, $7, $8) \
               on conflict (zh_body, en_body) do nothing";
    on_tx!(tx, conn => sqlx::query(sql).bind(&pair.zh_body).bind(&pair.en_body)
        .bind(pair.zh[0]).bind(pair.zh[1]).bind(pair.zh[2])
        .bind(pair.en[0]).bind(pair.en[1]).bind(pair.en[2]).execute(conn).await.map(drop))
}

pub(crate) async fn insert_section(
    tx: &mut Tx,
    version: &str,
    locale: &str,
    section: &SectionRow,
) -> Result<(), sqlx::Error> {
    let sql = "insert into version_folders (version, locale, path, title, position) \
               values ($1, $2, $3, $4, $5) on conflict (version, locale, path) do nothing";
    on_tx!(tx, conn => sqlx::query(sql).bind(version).bind(locale).bind(&section.path)
        .bind(&section.title).bind(section.position).execute(conn).await.map(drop))
}

pub async fn insert_root(
    tx: &mut Tx,
    version: &str,
    (locale, folder, excluded): &(String, String, String),
) -> Result<(), sqlx::Error> {
    let sql = "insert into version_import_roots (version, locale, folder, excluded) \
               values ($1, $2, $3, $4)";
    on_tx!(tx, conn => sqlx::query(sql).bind(version).bind(locale).bind(folder).bind(excluded)
        .execute(conn).await.map(drop))
}

pub async fn insert_file(
    tx: &mut Tx,
    version: &str,
    file: &File,
    bytes: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into version_files (version, path, hash, media_type, bytes, served) \
               values ($1, $2, $3, $4, $5, $6)";
    on_tx!(tx, conn => sqlx::query(sql).bind(version).bind(&file.path).bind(&file.hash)
        .bind(&file.media_type).bind(bytes).bind(file.served).execute(conn).await.map(drop))
}

/// Returns path and size of the current files.
pub async fn lengths(db: &Db) -> Result<Vec<(String, i64)>, sqlx::Error> {
    let sql = "select path, bytes from files";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// Returns the newest revision of a text with exactly this content: text id, number, and title; `None` if there is
/// none.
pub(crate) async fn find_revision_by_text(
    db: &Db,
    (area, key, locale): (&str, &str, Locale),
    (front_matter, markdown, dialect): (&str, &str, &str),
) -> Result<Option<(String, i64, String)>, sqlx::Error> {
    let sql = "select r.text_id, r.number, r.title from revisions r \
               join texts t on t.id = r.text_id join pages p on p.id = t.page_id \
               where p.area = $1 and p.key = $2 and t.locale = $3 \
               and r.front_matter = $4 and r.markdown = $5 and r.dialect = $6 order by r.number desc limit 1";
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(key).bind(locale.tag())
        .bind(front_matter).bind(markdown).bind(dialect).fetch_optional(pool).await)
}
