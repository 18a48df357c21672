//! SQL of drafts, editing presence, preview links, and acknowledgements.

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use super::links::ListedLink;
use pailou_database::id;
use pailou_database::{Db, Tx, on, on_tx};
use pailou_store::sql::StoredAlignment;
use pailou_translation::freshness::Alignment;

#[derive(Debug, Clone, FromRow)]
pub struct PageRow {
    pub id: String,
    pub area: String,
    pub key: String,
    pub source_locale: String,
}

/// Unpublished text.
#[derive(Debug, Clone, FromRow)]
pub struct Draft {
    /// Number of the revision on which the draft is based.
    pub base: i64,
    /// Random string, which changes with each save.
    pub version: String,
    /// Whole file.
    pub body: String,
    pub author: String,
    pub updated_at: i64,
    pub publish_at: Option<i64>,
    pub publish_by: String,
    /// Id of the user whose permissions are checked at the scheduled time.
    pub publish_by_id: String,
    /// Verdicts as JSON.
    pub decisions: String,
    /// Reason why scheduled publishing failed; otherwise empty.
    pub fault: String,
}

impl Draft {
    /// Creates a draft without a schedule.
    pub fn new(base: i64, body: String, author: &str, updated_at: i64) -> Self {
        Self {
            base,
            version: id::new(),
            body,
            author: author.to_owned(),
            updated_at,
            publish_at: None,
            publish_by: String::new(),
            publish_by_id: String::new(),
            decisions: String::new(),
            fault: String::new(),
        }
    }
}

macro_rules! draft {
    () => {
        "select base, version, body, author, updated_at, publish_at, publish_by, \
         publish_by_id, decisions, fault from drafts where text_id = $1"
    };
}

pub(crate) async fn page_row(db: &Db, id: &str) -> Result<Option<PageRow>, sqlx::Error> {
    let sql = "select id, area, key, source_locale from pages where id = $1";
    on!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await)
}

/// Like `page_row`; locks the row until the transaction ends.
pub(crate) async fn locked_page(tx: &mut Tx, id: &str) -> Result<Option<PageRow>, sqlx::Error> {
    let sql = "update pages set created_at = created_at where id = $1 \
               returning id, area, key, source_locale";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(id).fetch_optional(conn).await)
}

pub async fn pages_of(db: &Db, area: &str) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select id from pages where area = $1 order by key";
    on!(db, pool => sqlx::query_scalar(sql).bind(area).fetch_all(pool).await)
}

pub async fn draft(db: &Db, text_id: &str) -> Result<Option<Draft>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(draft!()).bind(text_id).fetch_optional(pool).await)
}

pub(crate) async fn draft_in(tx: &mut Tx, text_id: &str) -> Result<Option<Draft>, sqlx::Error> {
    on_tx!(tx, conn => sqlx::query_as(draft!()).bind(text_id).fetch_optional(conn).await)
}

/// Inserts or replaces a draft, and clears the reason of a failed publication; an existing schedule keeps its time and
/// user.
pub(crate) async fn upsert_draft(
    tx: &mut Tx,
    text_id: &str,
    draft: &Draft,
) -> Result<(), sqlx::Error> {
    let sql = "insert into drafts (text_id, base, version, body, author, updated_at, decisions) \
               values ($1, $2, $3, $4, $5, $6, $7) on conflict (text_id) do update set \
               base = excluded.base, version = excluded.version, body = excluded.body, \
               author = excluded.author, updated_at = excluded.updated_at, \
               decisions = excluded.decisions, fault = ''";
    let Draft { base, version, body, author, updated_at, decisions, .. } = draft;
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).bind(base).bind(version).bind(body)
        .bind(author).bind(updated_at).bind(decisions).execute(conn).await.map(drop))
}

pub(crate) async fn delete_draft(tx: &mut Tx, text_id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from drafts where text_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).execute(conn).await.map(drop))
}

/// Sets the base revision of a draft, without changing its text.
pub(crate) async fn rebase(tx: &mut Tx, text_id: &str, base: i64) -> Result<(), sqlx::Error> {
    let sql = "update drafts set base = $2 where text_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).bind(base).execute(conn).await.map(drop))
}

/// Schedule of a draft: time, user, and verdicts.
pub struct Schedule<'a> {
    pub at: i64,
    pub by: &'a str,
    pub by_id: &'a str,
    /// Verdicts as JSON.
    pub decisions: &'a str,
}

pub(crate) async fn set_schedule(
    tx: &mut Tx,
    text_id: &str,
    schedule: &Schedule<'_>,
) -> Result<(), sqlx::Error> {
    let sql = "update drafts set publish_at = $2, publish_by = $3, publish_by_id = $4, \
               decisions = $5, fault = '' where text_id = $1";
    let Schedule { at, by, by_id, decisions } = *schedule;
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).bind(at).bind(by).bind(by_id)
        .bind(decisions).execute(conn).await.map(drop))
}

/// Stores the reason for a failure and removes the schedule, so that publishing is not retried.
pub async fn failed(tx: &mut Tx, text_id: &str, error_code: &str) -> Result<(), sqlx::Error> {
    let sql = "update drafts set publish_at = null, fault = $2 where text_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).bind(error_code).execute(conn).await.map(drop))
}

/// Returns the ids of the pages with drafts whose scheduled time has passed at `now`.
pub async fn due(db: &Db, now: i64) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select distinct t.page_id from drafts d join texts t on t.id = d.text_id \
               where d.publish_at <= $1 and t.removed_at is null";
    on!(db, pool => sqlx::query_scalar(sql).bind(now).fetch_all(pool).await)
}

/// Returns name, language, and time of each user who has had a page open after `since`, except the user `user_id`.
pub(crate) async fn other_editors(
    db: &Db,
    page_id: &str,
    user_id: &str,
    since: i64,
) -> Result<Vec<(String, String, i64)>, sqlx::Error> {
    let sql = "select u.name, o.locale, o.seen_at from editing_presence o join users u on u.id = o.user_id \
               where o.page_id = $1 and o.user_id <> $2 and o.seen_at > $3 order by u.name, o.locale";
    on!(db, pool => sqlx::query_as(sql).bind(page_id).bind(user_id).bind(since)
        .fetch_all(pool).await)
}

/// Records that a user has a text open at `now`, and deletes the records of all pages up to `since`.
pub(crate) async fn record_presence(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
    user_id: &str,
    now: i64,
    since: i64,
) -> Result<(), sqlx::Error> {
    let sql = "delete from editing_presence where seen_at <= $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(since).execute(conn).await.map(drop))?;
    let sql = "insert into editing_presence (page_id, locale, user_id, seen_at) values ($1, $2, $3, $4) \
               on conflict (page_id, locale, user_id) do update set seen_at = excluded.seen_at";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(locale.tag()).bind(user_id).bind(now)
        .execute(conn).await.map(drop))
}

pub(crate) async fn delete_presence(
    tx: &mut Tx,
    page_id: &str,
    user_id: &str,
) -> Result<(), sqlx::Error> {
    let sql = "delete from editing_presence where page_id = $1 and user_id = $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(user_id).execute(conn).await.map(drop))
}

pub(crate) struct NewLink<'a> {
    pub code_hash: &'a str,
    pub text_id: &'a str,
    pub created_by: &'a str,
    /// Id of the creator, because names can be reused.
    pub created_by_id: &'a str,
    pub now: i64,
    pub expires_at: i64,
}

pub(crate) async fn add_link(tx: &mut Tx, row: &NewLink<'_>) -> Result<(), sqlx::Error> {
    let sql = "delete from preview_links where expires_at <= $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(row.now).execute(conn).await.map(drop))?;
    let sql = "insert into preview_links (code_hash, text_id, created_by, created_by_id, expires_at) \
               values ($1, $2, $3, $4, $5)";
    on_tx!(tx, conn => sqlx::query(sql).bind(row.code_hash).bind(row.text_id).bind(row.created_by)
        .bind(row.created_by_id).bind(row.expires_at).execute(conn).await.map(drop))
}

pub(crate) async fn unexpired_links(db: &Db, now: i64) -> Result<Vec<ListedLink>, sqlx::Error> {
    let sql = "select l.code_hash as id, t.page_id, t.area, t.locale, p.source_locale, t.title, \
               l.created_by, l.created_by_id, l.expires_at from preview_links l \
               join texts t on t.id = l.text_id join pages p on p.id = t.page_id \
               where l.expires_at > $1 order by l.expires_at desc, l.code_hash";
    on!(db, pool => sqlx::query_as(sql).bind(now).fetch_all(pool).await)
}

pub(crate) async fn delete_link(tx: &mut Tx, code_hash: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from preview_links where code_hash = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(code_hash).execute(conn).await.map(drop))
}

/// Returns the page id and language of the text of a preview link, and the user id of the link's creator. `None` if the
/// link is unknown or expired, or the text is in the trash.
pub(crate) async fn active_link(
    db: &Db,
    code_hash: &str,
    now: i64,
) -> Result<Option<(String, String, String)>, sqlx::Error> {
    let sql = "select t.page_id, t.locale, l.created_by_id from preview_links l \
               join texts t on t.id = l.text_id where l.code_hash = $1 and l.expires_at > $2 and t.removed_at is null";
    on!(db, pool => sqlx::query_as(sql).bind(code_hash).bind(now).fetch_optional(pool).await)
}

/// Acknowledgement that a translation is still correct, with the hashes of the source text to which it applies.
#[derive(Debug, Clone, FromRow)]
pub struct Acknowledged {
    pub segment: String,
    pub words: String,
    pub markup: String,
    pub created_by: String,
    pub created_by_id: String,
    pub created_at: i64,
    /// Heading id of its section; empty above the first heading.
    pub section: String,
    /// State of the segment before the acknowledgement, as JSON; its fields are `links` and `since`.
    pub undo: String,
    /// Id of the commit whose trailer is the acknowledgement; empty if a user acknowledged the segment on the site.
    pub commit_id: String,
}

/// State of a segment before it was acknowledged.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StateBefore {
    pub links: Vec<StoredAlignment>,
    /// Time since which the segment was outdated, in milliseconds since 1970-01-01 UTC; `None` if it was not recorded.
    pub since: Option<i64>,
}

impl Acknowledged {
    /// Returns the state of the segment before it was acknowledged. `undo` may also be a list of alignments, which
    /// unreleased builds of Pailou stored.
    fn before(&self) -> StateBefore {
        serde_json::from_str(&self.undo).unwrap_or_else(|_| StateBefore {
            links: serde_json::from_str(&self.undo).unwrap_or_default(),
            since: None,
        })
    }

    /// Returns the alignment of the segment before it was acknowledged.
    pub(crate) fn links_before(&self) -> Vec<Alignment> {
        self.before().links.into_iter().map(Alignment::from).collect()
    }

    /// Returns the time since which the segment was outdated. If this time is unknown or later than the
    /// acknowledgement, returns the time of the acknowledgement.
    pub(crate) fn outdated_since(&self) -> i64 {
        self.before().since.unwrap_or(self.created_at).min(self.created_at)
    }
}

pub(crate) async fn upsert_acknowledged(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
    row: &Acknowledged,
) -> Result<(), sqlx::Error> {
    let sql = "insert into acknowledgements (page_id, locale, segment, words, markup, created_by, \
               created_by_id, created_at, section, undo) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (page_id, locale, segment) do update set words = excluded.words, \
               markup = excluded.markup, created_by = excluded.created_by, \
               created_by_id = excluded.created_by_id, created_at = excluded.created_at, \
               section = excluded.section, undo = excluded.undo, commit_id = excluded.commit_id";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(locale.tag()).bind(&row.segment)
        .bind(&row.words).bind(&row.markup).bind(&row.created_by).bind(&row.created_by_id)
        .bind(row.created_at).bind(&row.section).bind(&row.undo).execute(conn).await.map(drop))
}

macro_rules! acknowledged {
    () => {
        "select segment, words, markup, created_by, created_by_id, created_at, section, undo, \
         commit_id from acknowledgements where page_id = $1 and locale = $2 order by segment"
    };
}

pub(crate) async fn acknowledged_in(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
) -> Result<Vec<Acknowledged>, sqlx::Error> {
    on_tx!(tx, conn => sqlx::query_as(acknowledged!()).bind(page_id).bind(locale.tag())
        .fetch_all(conn).await)
}

pub(crate) async fn delete_acknowledged(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
    segment: &str,
) -> Result<(), sqlx::Error> {
    let sql = "delete from acknowledgements where page_id = $1 and locale = $2 and segment = $3";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(locale.tag()).bind(segment)
        .execute(conn).await.map(drop))
}

pub async fn acknowledged(
    db: &Db,
    page_id: &str,
    locale: Locale,
) -> Result<Vec<Acknowledged>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(acknowledged!()).bind(page_id).bind(locale.tag())
        .fetch_all(pool).await)
}
