//! SQL of the content store: pages, their texts and revisions, alignments between languages,
//! folders, files.

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, QueryBuilder};

use super::prune::ImportedText;
use super::save::SITE;
use super::taken_paths::TextPlace;
use pailou_database::{Db, Tx, on, on_tx};
use pailou_translation::freshness::TextFreshness;

/// A published text with its page.
#[derive(Debug, Clone, FromRow)]
pub struct Text {
    pub id: String,
    pub page_id: String,
    pub key: String,
    pub source_locale: String,
    pub locale: String,
    pub path: String,
    pub file: String,
    pub title: String,
    pub description: String,
    pub updated_at: i64,
    pub segments_outdated: i64,
    pub segments_not_translated: i64,
    pub segments_not_aligned: i64,
    pub segments_not_reviewed: i64,
    pub segments_machine_translated: i64,
    /// 1 if the text contains untranslated copies and no prose in its own language.
    pub is_copy: i64,
    /// Number of translatable segments; 0 if they are not counted.
    pub segments_total: i64,
}

/// Content of a revision.
#[derive(Debug, Clone, FromRow)]
pub struct Revision {
    pub number: i64,
    pub front_matter: String,
    pub markdown: String,
    pub segments: String,
    pub dialect: String,
}

#[derive(Debug, Clone, FromRow)]
pub struct Outline {
    pub page_id: String,
    pub locale: String,
    pub path: String,
    pub title: String,
    /// Shorter title for the navigation; may be empty.
    pub label: String,
    pub position: i64,
    /// `page_id` of the navigation parent, if it differs from the page at the parent path.
    pub parent: Option<String>,
}

#[derive(Debug, Clone, FromRow)]
pub struct SectionRow {
    pub path: String,
    pub title: String,
    pub position: i64,
}

#[derive(Debug, Clone, FromRow)]
pub struct File {
    pub path: String,
    pub hash: String,
    pub media_type: String,
    pub served: i64,
}

#[derive(Debug, Clone, FromRow, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAlignment {
    pub zh_segment: String,
    pub en_segment: String,
    pub zh_words: String,
    pub zh_markup: String,
    pub en_words: String,
    pub en_markup: String,
    /// Hash with normalized punctuation; empty for alignments that were stored before this hash
    /// existed.
    pub zh_folded: String,
    pub en_folded: String,
}

macro_rules! text_columns {
    () => {
        "select t.id, t.page_id, p.key, p.source_locale, t.locale, t.path, t.file, t.title, \
         t.description, t.updated_at, t.segments_outdated, t.segments_not_translated, \
         t.segments_not_aligned, t.segments_not_reviewed, t.segments_machine_translated, \
         t.is_copy, t.segments_total \
         from texts t join pages p on p.id = t.page_id "
    };
}

/// Returns the published text at a path, in this language or else in the other language.
pub async fn text_at(
    db: &Db,
    area: &str,
    locale: Locale,
    path: &str,
) -> Result<Option<Text>, sqlx::Error> {
    let sql = concat!(
        text_columns!(),
        "where t.area = $1 and t.path = $2 and t.published is not null \
         order by case when t.locale = $3 then 0 else 1 end limit 1"
    );
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(path).bind(locale.tag())
        .fetch_optional(pool).await)
}

/// Returns the published text of a page in a language; `None` if there is none.
pub async fn text_of_page(
    db: &Db,
    page_id: &str,
    locale: Locale,
) -> Result<Option<Text>, sqlx::Error> {
    let sql = concat!(
        text_columns!(),
        "where t.page_id = $1 and t.locale = $2 and t.published is not null"
    );
    on!(db, pool => sqlx::query_as(sql).bind(page_id).bind(locale.tag()).fetch_optional(pool).await)
}

/// Returns the path of the published page with this key: in this language, or else in the other
/// language.
pub async fn path_of_key(
    db: &Db,
    area: &str,
    key: &str,
    locale: Locale,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "select t.path from texts t join pages p on p.id = t.page_id \
               where p.area = $1 and p.key = $2 and t.published is not null \
               order by case when t.locale = $3 then 0 else 1 end limit 1";
    on!(db, pool => sqlx::query_scalar(sql).bind(area).bind(key).bind(locale.tag())
        .fetch_optional(pool).await)
}

pub async fn published_revision(db: &Db, text_id: &str) -> Result<Option<Revision>, sqlx::Error> {
    let sql = "select r.number, r.front_matter, r.markdown, r.segments, r.dialect from revisions r \
               join texts t on t.id = r.text_id and t.published = r.number where t.id = $1";
    on!(db, pool => sqlx::query_as(sql).bind(text_id).fetch_optional(pool).await)
}

/// Returns a revision of a text; `None` if there is none.
pub async fn revision(
    db: &Db,
    text_id: &str,
    number: i64,
) -> Result<Option<Revision>, sqlx::Error> {
    let sql = "select number, front_matter, markdown, segments, dialect from revisions \
               where text_id = $1 and number = $2";
    on!(db, pool => sqlx::query_as(sql).bind(text_id).bind(number).fetch_optional(pool).await)
}

/// Like [`revision`], inside a transaction.
pub async fn revision_in(
    tx: &mut Tx,
    text_id: &str,
    number: i64,
) -> Result<Option<Revision>, sqlx::Error> {
    let sql = "select number, front_matter, markdown, segments, dialect from revisions \
               where text_id = $1 and number = $2";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(text_id).bind(number).fetch_optional(conn).await)
}

/// Returns at most `size` published texts of an area from the offset `skip`, and the number of all texts that match
/// `options`.
pub async fn list_texts(
    db: &Db,
    area: &str,
    options: ListOptions,
    skip: i64,
    size: i64,
) -> Result<(Vec<Text>, i64), sqlx::Error> {
    macro_rules! filter {
        () => {
            "where t.area = $1 and t.published is not null and ($2 is null or t.locale = $2 or \
             ($3 = 1 and not exists (select 1 from texts o where o.page_id = t.page_id \
             and o.locale = $2 and o.published is not null)))"
        };
    }
    let (tag, with_others) = (options.locale.map(Locale::tag), i64::from(options.with_others));
    let sql = concat!(
        text_columns!(),
        filter!(),
        " order by t.position, t.path, t.locale limit $4 offset $5"
    );
    let rows = on!(db, pool => sqlx::query_as(sql).bind(area).bind(tag).bind(with_others)
        .bind(size).bind(skip).fetch_all(pool).await)?;
    let sql = concat!("select count(*) from texts t ", filter!());
    let total = on!(db, pool => sqlx::query_scalar(sql).bind(area).bind(tag).bind(with_others)
        .fetch_one(pool).await)?;
    Ok((rows, total))
}

/// Filter for the texts of an area.
#[derive(Debug, Clone, Copy)]
pub struct ListOptions {
    /// Language; both if `None`.
    pub locale: Option<Locale>,
    /// Whether texts of the other language are included for pages without a text in this language.
    pub with_others: bool,
}

/// A published text with its front matter.
#[derive(Debug, Clone, FromRow)]
pub struct TextWithFrontMatter {
    #[sqlx(flatten)]
    pub text: Text,
    pub front_matter: String,
    /// Number of translatable segments.
    pub segments_total: i64,
}

/// Returns all published texts of an area, in navigation order.
pub async fn with_front_matter(
    db: &Db,
    area: &str,
) -> Result<Vec<TextWithFrontMatter>, sqlx::Error> {
    let sql = "select t.id, t.page_id, p.key, p.source_locale, t.locale, t.path, t.file, t.title, \
               t.description, t.updated_at, t.segments_outdated, t.segments_not_translated, \
               t.segments_not_aligned, t.segments_not_reviewed, t.segments_machine_translated, \
               t.is_copy, t.segments_total, r.front_matter \
               from texts t join pages p on p.id = t.page_id \
               join revisions r on r.text_id = t.id and r.number = t.published \
               where t.area = $1 order by t.position, t.path, t.locale";
    on!(db, pool => sqlx::query_as(sql).bind(area).fetch_all(pool).await)
}

/// Returns at most `size` published texts of an area in one language, the most recently updated first.
pub async fn recent(
    db: &Db,
    area: &str,
    locale: Locale,
    size: i64,
) -> Result<Vec<Text>, sqlx::Error> {
    let sql = concat!(
        text_columns!(),
        "where t.area = $1 and t.locale = $2 and t.published is not null \
         order by t.updated_at desc, t.position limit $3"
    );
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(locale.tag()).bind(size)
        .fetch_all(pool).await)
}

/// Returns the published texts of an area in all languages, in navigation order.
pub async fn outline(db: &Db, area: &str) -> Result<Vec<Outline>, sqlx::Error> {
    let sql = "select page_id, locale, path, title, label, position, parent_page_id as parent \
               from texts \
               where area = $1 and published is not null order by position, path";
    on!(db, pool => sqlx::query_as(sql).bind(area).fetch_all(pool).await)
}

/// Like [`outline`], for the page with this key; unsorted.
pub async fn outline_of(db: &Db, area: &str, key: &str) -> Result<Vec<Outline>, sqlx::Error> {
    let sql = "select page_id, locale, path, title, label, position, parent_page_id as parent \
               from texts \
               where published is not null \
               and page_id = (select id from pages where area = $1 and key = $2)";
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(key).fetch_all(pool).await)
}

/// Returns the title of a folder: the one that an import stored, or else the title of its index page.
pub async fn folder_title(
    db: &Db,
    area: &str,
    locale: Locale,
    path: &str,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "select title, 0 as place from folders \
               where area = $1 and locale = $2 and path = $3 \
               union all \
               select title, 1 as place from texts \
               where area = $1 and locale = $2 and path = $3 and published is not null \
               order by place";
    let tag = locale.tag();
    on!(db, pool => sqlx::query_scalar(sql).bind(area).bind(tag).bind(path).fetch_optional(pool).await)
}

pub async fn section_rows(
    db: &Db,
    area: &str,
    locale: Locale,
) -> Result<Vec<SectionRow>, sqlx::Error> {
    let sql = "select path, title, position from folders where area = $1 and locale = $2";
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(locale.tag()).fetch_all(pool).await)
}

pub async fn is_empty(db: &Db) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from (select 1 from pages limit 1) first_page";
    let pages: i64 = on!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await)?;
    Ok(pages == 0)
}

/// Marks a task as unfinished until [`finish_task`].
pub async fn begin_task(db: &Db, name: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into unfinished_tasks (name) values ($1) on conflict (name) do nothing";
    let mut tx = db.begin().await?;
    on_tx!(&mut tx, conn => sqlx::query(sql).bind(name).execute(conn).await.map(drop))?;
    tx.commit().await
}

pub async fn finish_task(db: &Db, name: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from unfinished_tasks where name = $1";
    let mut tx = db.begin().await?;
    on_tx!(&mut tx, conn => sqlx::query(sql).bind(name).execute(conn).await.map(drop))?;
    tx.commit().await
}

/// Whether the task was started and has not finished.
pub async fn is_unfinished(db: &Db, name: &str) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from unfinished_tasks where name = $1";
    let tasks: i64 = on!(db, pool => sqlx::query_scalar(sql).bind(name).fetch_one(pool).await)?;
    Ok(tasks > 0)
}

pub async fn alignments(db: &Db, page_id: &str) -> Result<Vec<StoredAlignment>, sqlx::Error> {
    let sql = "select zh_segment, en_segment, zh_words, zh_markup, en_words, en_markup, \
               zh_folded, en_folded \
               from alignments where page_id = $1 order by zh_segment, en_segment";
    on!(db, pool => sqlx::query_as(sql).bind(page_id).fetch_all(pool).await)
}

pub async fn find_file(db: &Db, path: &str) -> Result<Option<File>, sqlx::Error> {
    let sql = "select path, hash, media_type, served from files where path = $1 and served = 1";
    on!(db, pool => sqlx::query_as(sql).bind(path).fetch_optional(pool).await)
}

pub async fn all_files(db: &Db) -> Result<Vec<File>, sqlx::Error> {
    let sql = "select path, hash, media_type, served from files order by path";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// A glossary at the top of an imported folder.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct GlossaryFile {
    pub path: String,
    pub hash: String,
    /// Git source; empty for files that were imported manually.
    pub source: String,
}

/// Returns the glossaries at the top of imported folders; of each folder, `glossary.toml` first.
pub(crate) async fn glossary_files(db: &Db) -> Result<Vec<GlossaryFile>, sqlx::Error> {
    let sql = "select path, hash, source from files \
               where (source = '' and path in ('glossary.toml', 'glossary.csv')) \
               or (source <> '' and path in (source || '/glossary.toml', source || '/glossary.csv')) \
               order by source, path desc";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// A published text with the data that `pailou check` needs.
#[derive(Debug, Clone, FromRow)]
pub struct Checked {
    pub page_id: String,
    pub area: String,
    pub key: String,
    pub locale: String,
    pub path: String,
    pub file: String,
    pub front_matter: String,
    pub markdown: String,
    pub dialect: String,
    pub segments: String,
    pub segments_outdated: i64,
}

pub async fn checked(db: &Db) -> Result<Vec<Checked>, sqlx::Error> {
    let sql = "select t.page_id, t.area, p.key, t.locale, t.path, t.file, r.front_matter, r.markdown, \
               r.dialect, r.segments, t.segments_outdated from texts t join pages p on p.id = t.page_id \
               join revisions r on r.text_id = t.id and r.number = t.published order by t.file";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// Returns file name, front matter, and Markdown of every text outside the trash, including imported drafts. An
/// unpublished text is not included if its current revision is the first one and was created on the site.
pub(crate) async fn text_sources(db: &Db) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select t.file, r.front_matter, r.markdown from texts t \
               join revisions r on r.text_id = t.id \
               and r.number = coalesce(t.draft, t.published) \
               where t.removed_at is null \
               and not (t.published is null and r.number = 1 and r.origin = $1) order by t.file";
    on!(db, pool => sqlx::query_as(sql).bind(SITE).fetch_all(pool).await)
}

/// Locks a page until the transaction ends, so that changes are serialized. Returns its area; `None` if the page does
/// not exist.
pub(crate) async fn lock_page(tx: &mut Tx, page_id: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "update pages set created_at = created_at where id = $1 returning area";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(page_id).fetch_optional(conn).await)
}

/// Returns the id of the page with this key, and creates the page if needed.
pub(crate) async fn ensure_page(
    tx: &mut Tx,
    area: &str,
    key: &str,
    source: Locale,
    id: &str,
    created_at: i64,
) -> Result<String, sqlx::Error> {
    let sql = "insert into pages (id, area, key, source_locale, created_at) \
               values ($1, $2, $3, $4, $5) \
               on conflict (area, key) do update set key = excluded.key returning id";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(id).bind(area).bind(key).bind(source.tag())
        .bind(created_at).fetch_one(conn).await)
}

/// Stored state of a text before it is saved again.
#[derive(Debug, Clone, FromRow)]
pub struct Saved {
    pub id: String,
    pub path: String,
    pub title: String,
    pub label: String,
    pub description: String,
    pub position: i64,
    pub file: String,
    pub is_draft: i64,
    /// Time at which the text was moved to the trash.
    #[sqlx(rename = "removed_at")]
    pub trashed_at: Option<i64>,
    pub updated_at: i64,
    pub author: String,
    pub segments_outdated: i64,
    pub segments_not_translated: i64,
    pub segments_not_aligned: i64,
    pub number: i64,
    pub origin: String,
    pub hash: String,
    pub segments: String,
    pub front_matter: String,
    pub markdown: String,
    pub dialect: String,
}

macro_rules! saved {
    () => {
        "select t.id, t.path, t.title, t.label, t.description, t.position, t.file, \
         case when t.published is null then cast(1 as bigint) else cast(0 as bigint) end \
         as is_draft, t.removed_at, t.updated_at, t.author, t.segments_outdated, \
         t.segments_not_translated, t.segments_not_aligned, r.number, r.origin, r.hash, r.segments, \
         r.front_matter, r.markdown, r.dialect from texts t \
         join revisions r on r.text_id = t.id and r.number = coalesce(t.draft, t.published) \
         where t.page_id = $1 and t.locale = $2"
    };
}

pub async fn saved(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
) -> Result<Option<Saved>, sqlx::Error> {
    on_tx!(tx, conn => sqlx::query_as(saved!()).bind(page_id).bind(locale.tag())
        .fetch_optional(conn).await)
}

/// Returns the stored state of a text, outside a transaction; `None` if there is none.
pub async fn saved_text(
    db: &Db,
    page_id: &str,
    locale: Locale,
) -> Result<Option<Saved>, sqlx::Error> {
    on!(db, pool => sqlx::query_as(saved!()).bind(page_id).bind(locale.tag())
        .fetch_optional(pool).await)
}

/// The columns of `texts` that a save sets.
#[derive(Debug)]
pub struct TextRow<'a> {
    pub id: &'a str,
    pub page_id: &'a str,
    pub area: &'a str,
    pub locale: Locale,
    pub path: &'a str,
    pub file: &'a str,
    pub title: &'a str,
    pub label: &'a str,
    pub description: &'a str,
    pub position: i64,
    pub published: Option<i64>,
    pub draft: Option<i64>,
    pub author: &'a str,
    pub updated_at: i64,
}

/// Frees the path and the file name of `text`: if another text has this path or file name, appends `~` and the id of
/// that text to it. An import needs this if pages exchange paths, or if the file of the other page was deleted. If
/// pages exchange paths, the same import moves the other page to its new path. Saves on the site check
/// [`other_at`](super::taken_paths::other_at) first, so only an imported file can displace a page outside the trash.
pub(crate) async fn displace_texts(tx: &mut Tx, text: &TextRow<'_>) -> Result<(), sqlx::Error> {
    let sql = "update texts set path = path || '~' || id \
               where area = $1 and locale = $2 and path = $3 and page_id <> $4";
    on_tx!(tx, conn => sqlx::query(sql).bind(text.area).bind(text.locale.tag()).bind(text.path)
        .bind(text.page_id).execute(conn).await.map(drop))?;
    let sql = "update texts set file = file || '~' || id \
               where file = $1 and not (page_id = $2 and locale = $3)";
    on_tx!(tx, conn => sqlx::query(sql).bind(text.file).bind(text.page_id)
        .bind(text.locale.tag()).execute(conn).await.map(drop))
}

pub(crate) async fn upsert_text(tx: &mut Tx, text: &TextRow<'_>) -> Result<(), sqlx::Error> {
    let sql = "insert into texts (id, page_id, area, locale, path, file, title, label, \
               description, position, published, draft, author, updated_at) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
               on conflict (page_id, locale) do update set path = excluded.path, \
               file = excluded.file, title = excluded.title, label = excluded.label, \
               description = excluded.description, \
               position = excluded.position, published = excluded.published, \
               draft = excluded.draft, removed_at = null, \
               author = excluded.author, updated_at = excluded.updated_at";
    on_tx!(tx, conn => sqlx::query(sql).bind(text.id).bind(text.page_id).bind(text.area)
        .bind(text.locale.tag()).bind(text.path).bind(text.file).bind(text.title)
        .bind(text.label).bind(text.description).bind(text.position).bind(text.published).bind(text.draft).bind(text.author)
        .bind(text.updated_at).execute(conn).await.map(drop))
}

/// The columns of a revision.
#[derive(Debug)]
pub struct RevisionRow<'a> {
    pub text_id: &'a str,
    pub number: i64,
    pub title: &'a str,
    pub front_matter: &'a str,
    pub markdown: &'a str,
    pub segments: &'a str,
    pub hash: &'a str,
    pub dialect: &'a str,
    pub origin: &'a str,
    pub author: &'a str,
    pub now: i64,
    /// Commit id of a file version from Git that precedes the first revision; empty for revisions.
    pub commit_id: &'a str,
}

pub(crate) async fn insert_revision(
    tx: &mut Tx,
    revision: &RevisionRow<'_>,
) -> Result<(), sqlx::Error> {
    let sql = "insert into revisions (text_id, number, title, front_matter, markdown, segments, \
               hash, origin, author, created_at, dialect, commit_id) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    on_tx!(tx, conn => sqlx::query(sql).bind(revision.text_id).bind(revision.number)
        .bind(revision.title).bind(revision.front_matter).bind(revision.markdown)
        .bind(revision.segments).bind(revision.hash).bind(revision.origin).bind(revision.author)
        .bind(revision.now).bind(revision.dialect).bind(revision.commit_id).execute(conn).await.map(drop))
}

pub(crate) async fn alignments_in(
    tx: &mut Tx,
    page_id: &str,
) -> Result<Vec<StoredAlignment>, sqlx::Error> {
    let sql = "select zh_segment, en_segment, zh_words, zh_markup, en_words, en_markup, \
               zh_folded, en_folded \
               from alignments where page_id = $1 order by zh_segment, en_segment";
    on_tx!(tx, conn => sqlx::query_as(sql).bind(page_id).fetch_all(conn).await)
}

/// Returns the source language of a page; English if the page does not exist.
pub(crate) async fn source_in(tx: &mut Tx, page_id: &str) -> Result<Locale, sqlx::Error> {
    let sql = "select source_locale from pages where id = $1";
    let source: Option<String> =
        on_tx!(tx, conn => sqlx::query_scalar(sql).bind(page_id).fetch_optional(conn).await)?;
    Ok(source.and_then(|tag| tag.parse().ok()).unwrap_or(Locale::En))
}

/// Returns the source language of a page; `None` if the stored source language is only a default.
pub(crate) async fn known_source_in(
    tx: &mut Tx,
    page_id: &str,
) -> Result<Option<Locale>, sqlx::Error> {
    let sql = "select source_locale from pages where id = $1 and source_known > 0";
    let source: Option<String> =
        on_tx!(tx, conn => sqlx::query_scalar(sql).bind(page_id).fetch_optional(conn).await)?;
    Ok(source.and_then(|tag| tag.parse().ok()))
}

/// Marks the source language of a page as known, if it equals `locale`.
pub(crate) async fn confirm_source(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
) -> Result<(), sqlx::Error> {
    let sql = "update pages set source_known = 1 \
               where id = $1 and source_locale = $2 and source_known = 0";
    on_tx!(tx, conn => {
        sqlx::query(sql).bind(page_id).bind(locale.tag()).execute(conn).await.map(drop)
    })
}

pub async fn remove_alignments(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from alignments where page_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(page_id).execute(conn).await.map(drop))
}

/// Maximum number of alignments per statement: each binds eleven values, and SQLite accepts 32,766
/// per statement.
const MAX_ALIGNMENTS_PER_STATEMENT: usize = 100;

pub(crate) async fn add_alignments(
    tx: &mut Tx,
    page_id: &str,
    links: &[StoredAlignment],
    origin: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    for links in links.chunks(MAX_ALIGNMENTS_PER_STATEMENT) {
        on_tx!(tx, conn => {
            let mut insert = QueryBuilder::new(
                "insert into alignments (page_id, origin, created_at, zh_segment, en_segment, zh_words, \
                 zh_markup, en_words, en_markup, zh_folded, en_folded) ",
            );
            insert.push_values(links, |mut row, link| {
                row.push_bind(page_id).push_bind(origin).push_bind(now)
                    .push_bind(&link.zh_segment).push_bind(&link.en_segment)
                    .push_bind(&link.zh_words).push_bind(&link.zh_markup)
                    .push_bind(&link.en_words).push_bind(&link.en_markup)
                    .push_bind(&link.zh_folded).push_bind(&link.en_folded);
            });
            insert.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

/// Numbers of segments in a text, by translation state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    total: i64,
    outdated: i64,
    not_translated: i64,
    not_aligned: i64,
    copied: i64,
    is_copy: bool,
}

impl Counts {
    /// Converts the freshness of a text. `is_copy` is the result of `untranslated_copy::is_copy` for the text.
    pub fn of(fresh: &TextFreshness, is_copy: bool) -> Self {
        Self {
            // The title of a text without segments counts as a segment, so that a missing translation is counted.
            total: fresh.total.segments.max(1).into(),
            outdated: fresh.outdated.segments.into(),
            not_translated: fresh.not_translated.segments.into(),
            not_aligned: fresh.not_aligned.segments.into(),
            copied: i64::try_from(fresh.copied_segments.len()).unwrap_or(i64::MAX),
            is_copy,
        }
    }
}

pub(crate) async fn update_counts(
    tx: &mut Tx,
    text_id: &str,
    counts: &Counts,
    pending_since: Option<i64>,
) -> Result<(), sqlx::Error> {
    let sql = "update texts set segments_total = $2, segments_outdated = $3, \
               segments_not_translated = $4, segments_not_aligned = $5, segments_copied = $6, \
               is_copy = $7, pending_since = $8 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).bind(counts.total).bind(counts.outdated)
        .bind(counts.not_translated).bind(counts.not_aligned).bind(counts.copied)
        .bind(i64::from(counts.is_copy)).bind(pending_since).execute(conn).await.map(drop))
}

pub(crate) async fn upsert_section(
    tx: &mut Tx,
    area: &str,
    locale: Locale,
    section: &SectionRow,
) -> Result<u64, sqlx::Error> {
    let sql = "insert into folders (area, locale, path, title, position) \
               values ($1, $2, $3, $4, $5) on conflict (area, locale, path) do update set \
               title = excluded.title, position = excluded.position \
               where folders.title <> excluded.title or folders.position <> excluded.position";
    let done = on_tx!(tx, conn => sqlx::query(sql).bind(area).bind(locale.tag())
        .bind(&section.path).bind(&section.title).bind(section.position)
        .execute(conn).await.map(|done| done.rows_affected()))?;
    Ok(done)
}

pub(crate) async fn upsert_file(
    tx: &mut Tx,
    file: &File,
    source: &str,
    bytes: i64,
    now: i64,
) -> Result<u64, sqlx::Error> {
    let sql = "insert into files (path, hash, media_type, bytes, served, created_at, source) \
               values ($1, $2, $3, $4, $5, $6, $7) on conflict (path) do update set \
               hash = excluded.hash, media_type = excluded.media_type, bytes = excluded.bytes, \
               served = excluded.served, source = excluded.source \
               where files.hash <> excluded.hash or files.source <> excluded.source \
               or files.served <> excluded.served";
    let done = on_tx!(tx, conn => sqlx::query(sql).bind(&file.path).bind(&file.hash)
        .bind(&file.media_type).bind(bytes).bind(file.served).bind(now).bind(source)
        .execute(conn).await.map(|done| done.rows_affected()))?;
    Ok(done)
}

/// Import root of a language. `excluded` is a JSON list of subfolders.
#[derive(Debug, Clone, FromRow)]
pub struct RootRow {
    pub locale: String,
    pub folder: String,
    pub excluded: String,
    pub source: String,
    pub mount: String,
}

pub async fn root_rows(db: &Db) -> Result<Vec<RootRow>, sqlx::Error> {
    let sql = "select locale, folder, excluded, source, mount from import_roots order by folder";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

pub async fn upsert_root(tx: &mut Tx, root: &RootRow) -> Result<(), sqlx::Error> {
    let sql = "insert into import_roots (locale, folder, excluded, source, mount) \
               values ($1, $2, $3, $4, $5) \
               on conflict (folder) do update set locale = excluded.locale, \
               excluded = excluded.excluded, source = excluded.source, mount = excluded.mount";
    on_tx!(tx, conn => sqlx::query(sql).bind(&root.locale).bind(&root.folder).bind(&root.excluded)
        .bind(&root.source).bind(&root.mount).execute(conn).await.map(drop))
}

/// Returns file, locale, and path of every published text of an area.
pub async fn pages_by_file(
    db: &Db,
    area: &str,
) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select file, locale, path from texts where area = $1 and published is not null";
    on!(db, pool => sqlx::query_as(sql).bind(area).fetch_all(pool).await)
}

/// Returns the time at which the draft of a text is to be published; `None` if none is scheduled.
pub(crate) async fn scheduled_at(tx: &mut Tx, text_id: &str) -> Result<Option<i64>, sqlx::Error> {
    let sql = "select publish_at from drafts where text_id = $1";
    let found: Option<Option<i64>> =
        on_tx!(tx, conn => sqlx::query_scalar(sql).bind(text_id).fetch_optional(conn).await)?;
    Ok(found.flatten())
}

/// Cancels the scheduled publication of a draft, if there is one.
pub async fn cancel_schedule(tx: &mut Tx, text_id: &str) -> Result<(), sqlx::Error> {
    let sql = "update drafts set publish_at = null, publish_by = '', publish_by_id = '', \
               decisions = '[]', fault = '' where text_id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(text_id).execute(conn).await.map(drop))
}

/// Returns the locations of all texts.
pub(crate) async fn text_places(tx: &mut Tx) -> Result<Vec<TextPlace>, sqlx::Error> {
    let sql = "select t.page_id, t.area, p.key, t.locale, t.path, t.file, \
               coalesce(u.source, '') as source, \
               case when t.removed_at is null then cast(0 as bigint) else cast(1 as bigint) end \
               as removed from texts t join pages p on p.id = t.page_id \
               left join upstream_texts u on u.text_id = t.id";
    on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)
}

/// Texts whose last change is an import: not edited or moved on the site, without a draft, not from
/// Git, and not in the trash.
macro_rules! imported {
    () => {
        "select t.id as text_id, t.page_id, t.area, p.key, t.locale, t.path, t.file, t.title \
         from texts t join pages p on p.id = t.page_id \
         join revisions r on r.text_id = t.id and r.number = coalesce(t.draft, t.published) \
         left join upstream_texts u on u.text_id = t.id \
         left join drafts d on d.text_id = t.id \
         where t.removed_at is null and r.origin = 'import' and t.author = 'import' \
         and u.text_id is null and d.text_id is null "
    };
}

pub(crate) async fn imported_texts(tx: &mut Tx) -> Result<Vec<ImportedText>, sqlx::Error> {
    let sql = concat!(imported!(), "order by t.file");
    on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)
}

pub(crate) async fn imported_texts_of(
    tx: &mut Tx,
    page_id: &str,
) -> Result<Vec<ImportedText>, sqlx::Error> {
    let sql = concat!(imported!(), "and t.page_id = $1 order by t.file");
    on_tx!(tx, conn => sqlx::query_as(sql).bind(page_id).fetch_all(conn).await)
}
