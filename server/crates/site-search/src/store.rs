//! SQL of the search index: texts and alignments in batches of pages, and dictionary decisions.

use sqlx::FromRow;

use pailou_database::{Db, Tx, on, on_tx};
use pailou_markdown::flavor::Flavor;

/// A published text with its segments.
#[derive(Debug, Clone, FromRow)]
pub struct TextRow {
    pub page_id: String,
    pub area: String,
    pub key: String,
    pub locale: String,
    pub path: String,
    pub file: String,
    pub title: String,
    pub markdown: String,
    pub segments: String,
    pub dialect: String,
}

impl TextRow {
    pub fn dialect(&self) -> Flavor {
        Flavor::read(&self.dialect, &self.file)
    }
}

/// An alignment of two segments.
#[derive(Debug, Clone, FromRow)]
pub struct LinkRow {
    pub page_id: String,
    pub zh_segment: String,
    pub en_segment: String,
}

macro_rules! text_columns {
    () => {
        "select t.page_id, p.area, p.key, t.locale, t.path, t.file, t.title, r.markdown, r.segments, \
         r.dialect \
         from texts t join pages p on p.id = t.page_id \
         join revisions r on r.text_id = t.id and r.number = t.published "
    };
}

/// Returns the published texts of the next `size` pages of an area after a page id, ordered by page id.
pub async fn batch(
    db: &Db,
    area: &str,
    after: &str,
    size: i64,
) -> Result<Vec<TextRow>, sqlx::Error> {
    let sql = concat!(
        text_columns!(),
        "where p.id in (select id from pages where area = $1 and id > $2 order by id limit $3) \
         order by t.page_id, t.locale"
    );
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(after).bind(size).fetch_all(pool).await)
}

/// Returns the published texts of one page.
pub(crate) async fn text_rows(db: &Db, area: &str, key: &str) -> Result<Vec<TextRow>, sqlx::Error> {
    let sql = concat!(text_columns!(), "where p.area = $1 and p.key = $2 order by t.locale");
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(key).fetch_all(pool).await)
}

/// Returns the alignments of all pages with ids from `first` to `last`, inclusive.
pub async fn links(db: &Db, first: &str, last: &str) -> Result<Vec<LinkRow>, sqlx::Error> {
    let sql = "select page_id, zh_segment, en_segment from alignments \
               where page_id >= $1 and page_id <= $2 order by page_id";
    on!(db, pool => sqlx::query_as(sql).bind(first).bind(last).fetch_all(pool).await)
}

/// Returns the Chinese term, the English terms, and the decision of each pair.
pub async fn pairs(db: &Db) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select zh, en, verdict from dictionary_pairs order by zh, en";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// Returns locale, term, and translations (as JSON) of each locked word.
pub async fn locks(db: &Db) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select locale, term, translations from dictionary_locks order by locale, term";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub(crate) async fn upsert_pair(
    tx: &mut Tx,
    (zh, en): (&str, &str),
    verdict: &str,
    by: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into dictionary_pairs (zh, en, verdict, decided_by, decided_at) \
               values ($1, $2, $3, $4, $5) on conflict (zh, en) do update set \
               verdict = excluded.verdict, decided_by = excluded.decided_by, \
               decided_at = excluded.decided_at";
    on_tx!(tx, conn => sqlx::query(sql).bind(zh).bind(en).bind(verdict).bind(by).bind(now)
        .execute(conn).await.map(drop))
}

pub(crate) async fn delete_pair(tx: &mut Tx, zh: &str, en: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from dictionary_pairs where zh = $1 and en = $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(zh).bind(en).execute(conn).await.map(drop))
}

pub(crate) async fn insert_lock(
    tx: &mut Tx,
    (locale, term): (&str, &str),
    translations: &str,
    by: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into dictionary_locks (locale, term, translations, decided_by, decided_at) \
               values ($1, $2, $3, $4, $5) on conflict (locale, term) do nothing";
    on_tx!(tx, conn => sqlx::query(sql).bind(locale).bind(term).bind(translations).bind(by)
        .bind(now).execute(conn).await.map(drop))
}

pub(crate) async fn delete_lock(tx: &mut Tx, locale: &str, term: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from dictionary_locks where locale = $1 and term = $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(locale).bind(term).execute(conn).await.map(drop))
}
