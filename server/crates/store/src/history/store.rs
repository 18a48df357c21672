//! SQL for the replay of a Git history: existing texts, and user decisions that the replay must not contradict.

use core_wasm::locale::Locale;
use sqlx::FromRow;

use crate::save;
use pailou_database::{Db, Tx, on, on_tx};

/// A text on the site, with its Git source and file (empty if none).
#[derive(Debug, Clone, FromRow)]
pub(super) struct KnownRow {
    pub area: String,
    pub key: String,
    pub locale: String,
    pub source: String,
    pub file: String,
    pub file_hash: String,
    pub source_locale: String,
    /// Id of the commit that was imported when a user changed the source language; empty if no user changed it.
    pub source_commit: String,
}

pub(super) async fn existing_rows(db: &Db) -> Result<Vec<KnownRow>, sqlx::Error> {
    let sql = "select p.area, p.key, t.locale, coalesce(u.source, '') as source, \
               coalesce(u.file, '') as file, coalesce(u.file_hash, '') as file_hash, \
               p.source_locale, p.source_commit \
               from texts t join pages p on p.id = t.page_id \
               left join upstream_texts u on u.text_id = t.id where t.removed_at is null";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// Returns the Markdown of a page in one language; `None` if the page has no text in this language.
pub(super) async fn stored_markdown(
    db: &Db,
    (area, key): (&str, &str),
    locale: Locale,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "select r.markdown from pages p join texts t on t.page_id = p.id \
               join revisions r on r.text_id = t.id and r.number = coalesce(t.draft, t.published) \
               where p.area = $1 and p.key = $2 and t.locale = $3 and t.removed_at is null";
    on!(db, pool => {
        sqlx::query_scalar(sql).bind(area).bind(key).bind(locale.tag()).fetch_optional(pool).await
    })
}

pub(super) async fn has_draft(tx: &mut Tx, text_id: &str) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from drafts where text_id = $1";
    let drafts: i64 =
        on_tx!(tx, conn => sqlx::query_scalar(sql).bind(text_id).fetch_one(conn).await)?;
    Ok(drafts > 0)
}

/// Whether a user published one of the two texts of a page on the site. The first revision of a text that was created
/// on the site does not count.
pub(super) async fn was_published_on_site(
    tx: &mut Tx,
    zh_id: &str,
    en_id: &str,
) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from revisions where text_id in ($1, $2) \
               and origin not in ('git', 'import') and not (number = $3 and origin = $4)";
    let revisions: i64 = on_tx!(tx, conn => sqlx::query_scalar(sql).bind(zh_id).bind(en_id)
        .bind(save::FIRST).bind(save::SITE).fetch_one(conn).await)?;
    Ok(revisions > 0)
}

/// A segment that a user acknowledged on the site, with the fingerprint of its source at that time.
#[derive(Debug, Clone, FromRow)]
pub(super) struct AcknowledgedRow {
    pub locale: String,
    pub segment: String,
    pub words: String,
    pub markup: String,
}

pub(super) async fn acknowledged(
    tx: &mut Tx,
    page_id: &str,
) -> Result<Vec<AcknowledgedRow>, sqlx::Error> {
    let sql = "select locale, segment, words, markup from acknowledgements \
               where page_id = $1 and commit_id = ''";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(page_id).fetch_all(conn).await)
}

/// A segment that the trailer of a commit acknowledged, with the fingerprint of its source at that commit. The
/// fingerprint is empty if the source was deleted.
#[derive(Debug)]
pub(super) struct GitAcknowledgement {
    pub locale: Locale,
    pub segment: String,
    pub words: String,
    pub markup: String,
    /// Heading id of the section with the segment; empty above the first heading.
    pub section: String,
    pub author: String,
    pub at: i64,
    pub commit: String,
}

/// Replaces the acknowledgements that commits made on a page. Acknowledgements of users on the site
/// are kept and take precedence over those of commits.
pub(super) async fn replace_acknowledged(
    tx: &mut Tx,
    page_id: &str,
    rows: &[GitAcknowledgement],
) -> Result<(), sqlx::Error> {
    let sql = "delete from acknowledgements where page_id = $1 and commit_id <> ''";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))?;
    let sql = "insert into acknowledgements (page_id, locale, segment, words, markup, created_by, \
               created_by_id, created_at, section, commit_id) \
               values ($1, $2, $3, $4, $5, $6, '', $7, $8, $9) on conflict do nothing";
    for row in rows {
        on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(row.locale.tag())
            .bind(&row.segment).bind(&row.words).bind(&row.markup).bind(&row.author)
            .bind(row.at).bind(&row.section).bind(&row.commit).execute(conn).await.map(drop))?;
    }
    Ok(())
}

/// Stores the source language that follows from the history of a page.
pub(super) async fn set_source(
    tx: &mut Tx,
    page_id: &str,
    source: Locale,
) -> Result<(), sqlx::Error> {
    let sql = "update pages set source_locale = $2, source_known = 2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).bind(source.tag())
        .execute(conn).await.map(drop))
}

/// Returns number and segments of each revision of a text.
pub(super) async fn revisions(
    tx: &mut Tx,
    text_id: &str,
) -> Result<Vec<(i64, String)>, sqlx::Error> {
    let sql = "select number, segments from revisions where text_id = $1 order by number";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(text_id).fetch_all(conn).await)
}
