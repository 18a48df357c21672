//! SQL of the translation status: sums of the counts stored with each text, pages, days, acknowledgements, and
//! contributors.

use core_wasm::locale::Locale;
use sqlx::{FromRow, QueryBuilder};

use super::api::{PageArea, PageSort, StateFilter, Status, TrendDay};
use pailou_database::{Db, Tx, containing, on, on_tx};

macro_rules! push_hidden {
    ($query:ident, $hidden:expr, $column:literal) => {
        if !$hidden.is_empty() {
            $query.push(concat!(" and ", $column, " not in ("));
            let mut ids = $query.separated(", ");
            for id in $hidden {
                ids.push_bind(id.clone());
            }
            $query.push(")");
        }
    };
}
/// Returns one row per page area and language, without the pages with the ids `hidden`. If a page has no text in a
/// language, all segments of the other language count as not translated. `as_of` is copied to each row.
pub(crate) async fn status_rows(
    db: &Db,
    as_of: i64,
    hidden: &[String],
) -> Result<Vec<Status>, sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new(
            "select locale, area, total, \
             total - outdated - not_translated - not_aligned - not_reviewed as up_to_date, \
             outdated, not_translated, not_aligned, not_reviewed, machine_translated, cast(",
        );
        query.push_bind(as_of);
        query.push(
            " as bigint) as as_of from (select locale, area, cast(sum(total) as bigint) as total, \
             cast(sum(outdated) as bigint) as outdated, \
             cast(sum(not_translated) as bigint) as not_translated, \
             cast(sum(not_aligned) as bigint) as not_aligned, \
             cast(sum(not_reviewed) as bigint) as not_reviewed, \
             cast(sum(machine_translated) as bigint) as machine_translated from \
             (select own.locale, own.area, own.segments_total as total, \
             own.segments_outdated as outdated, own.segments_not_translated as not_translated, \
             own.segments_not_aligned as not_aligned, own.segments_not_reviewed as not_reviewed, \
             own.segments_machine_translated as machine_translated \
             from texts own where own.published is not null",
        );
        push_hidden!(query, hidden, "own.page_id");
        query.push(
            " union all select case when own.locale = 'zh-CN' then 'en-US' else 'zh-CN' end, \
             own.area, own.segments_total, 0, own.segments_total, 0, 0, 0 \
             from texts own where own.published is not null and not exists \
             (select 1 from texts other where other.page_id = own.page_id \
             and other.locale <> own.locale and other.published is not null)",
        );
        push_hidden!(query, hidden, "own.page_id");
        query.push(") counted group by locale, area) summed order by area, locale desc");
        query.build_query_as().fetch_all(pool).await
    })
}

/// Filters and order of the page list.
pub(crate) struct PageFilter {
    pub(crate) locale: Option<Locale>,
    pub(crate) area: Option<PageArea>,
    pub(crate) state: Option<StateFilter>,
    pub(crate) sort: PageSort,
    /// Part of a title; empty for all pages.
    pub(crate) like: String,
    pub(crate) key: Option<String>,
    pub(crate) hidden: Vec<String>,
    pub(crate) now: i64,
}

impl PageFilter {
    /// Whether the filter excludes pages that are up to date.
    fn is_pending(&self) -> bool {
        self.state.is_some_and(|state| state != StateFilter::UpToDate)
    }
}

/// Translation state of a page in one language.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct PageRow {
    pub id: String,
    pub area: String,
    pub key: String,
    pub source_locale: String,
    pub locale: String,
    pub own_path: Option<String>,
    pub own_title: Option<String>,
    pub other_path: Option<String>,
    pub other_title: Option<String>,
    pub source_changed_at: Option<i64>,
    pub pending_since: Option<i64>,
    pub total: i64,
    pub up_to_date: i64,
    pub outdated: i64,
    pub not_translated: i64,
    pub not_aligned: i64,
    pub not_reviewed: i64,
    pub machine_translated: i64,
    pub views: i64,
    /// Number of all matching rows, and of their segments that are not up to date; both are 0 if they are not counted
    /// with the list.
    #[sqlx(default)]
    pub all_rows: i64,
    #[sqlx(default)]
    pub all_pending: i64,
}

/// `from` clause with one row per page and language.
const BOTH_LANGUAGES: &str = "from pages \
    cross join (select 'zh-CN' as locale union all select 'en-US') locales \
    left join texts own on own.page_id = pages.id \
    and own.locale = locales.locale and own.published is not null \
    left join texts other on other.page_id = pages.id \
    and other.locale <> locales.locale and other.published is not null ";

/// Like `BOTH_LANGUAGES`, but only with rows that are not up to date: texts with segments that are not up to date, and
/// pages without a text in one language. The condition must equal that of the index `texts_pending`.
const PENDING_LANGUAGES: &str = "from (select page_id, locale from texts where published is not null \
    and segments_outdated + segments_not_translated + segments_not_aligned + segments_not_reviewed > 0 \
    union all select one.page_id, case when one.locale = 'zh-CN' then 'en-US' else 'zh-CN' end \
    from texts one where one.published is not null and not exists (select 1 from texts two \
    where two.page_id = one.page_id and two.locale <> one.locale and two.published is not null)) locales \
    join pages on pages.id = locales.page_id \
    left join texts own on own.page_id = pages.id \
    and own.locale = locales.locale and own.published is not null \
    left join texts other on other.page_id = pages.id \
    and other.locale <> locales.locale and other.published is not null ";

const COUNTED: &str = "from (select pages.id, pages.area, pages.key, pages.source_locale, locales.locale, \
    own.path as own_path, own.title as own_title, \
    other.path as other_path, other.title as other_title, other.updated_at as source_changed_at, \
    case when own.id is not null then own.pending_since when pages.created_at < other.updated_at \
    then pages.created_at else other.updated_at end as pending_since, \
    coalesce(own.segments_total, other.segments_total) as total, \
    coalesce(own.segments_total - own.segments_outdated - own.segments_not_translated \
    - own.segments_not_aligned - own.segments_not_reviewed, 0) as up_to_date, \
    coalesce(own.segments_outdated, 0) as outdated, \
    coalesce(own.segments_not_translated, other.segments_total) as not_translated, \
    coalesce(own.segments_not_aligned, 0) as not_aligned, \
    coalesce(own.segments_not_reviewed, 0) as not_reviewed, \
    coalesce(own.segments_machine_translated, 0) as machine_translated, \
    coalesce(own_views.views, 0) + coalesce(other_views.views, 0) as views ";

const WITH_VIEWS: &str = "left join view_counts own_views on own_views.area = own.area \
    and own_views.locale = own.locale and own_views.path = own.path \
    left join view_counts other_views on other_views.area = other.area \
    and other_views.locale = other.locale and other_views.path = other.path \
    where (own.id is not null or other.id is not null)";

macro_rules! push_pages {
    ($query:ident, $filter:ident) => {
        let languages = if $filter.is_pending() { PENDING_LANGUAGES } else { BOTH_LANGUAGES };
        $query.push(COUNTED).push(languages).push(WITH_VIEWS);
        push_hidden!($query, &$filter.hidden, "pages.id");
        if let Some(locale) = $filter.locale {
            $query.push(" and locales.locale = ").push_bind(locale.tag());
        }
        if let Some(area) = $filter.area {
            $query.push(" and pages.area = ").push_bind(area.0);
        }
        if let Some(key) = &$filter.key {
            $query.push(" and pages.key = ").push_bind(key.clone());
        }
        $query.push(") counted where 1 = 1");
        if let Some(state) = $filter.state {
            $query.push(state_condition(state));
        }
        if !$filter.like.is_empty() {
            let like = containing(&$filter.like.to_lowercase());
            $query.push(" and (lower(own_title) like ").push_bind(like.clone());
            $query.push(" escape '!' or lower(other_title) like ").push_bind(like);
            $query.push(" escape '!')");
        }
    };
}

fn state_condition(state: StateFilter) -> &'static str {
    match state {
        StateFilter::Pending => " and up_to_date < total",
        StateFilter::Outdated => " and outdated > 0",
        StateFilter::NotTranslated => " and not_translated > 0",
        StateFilter::NotAligned => " and not_aligned > 0",
        StateFilter::NotReviewed => " and not_reviewed > 0",
        StateFilter::UpToDate => " and up_to_date = total",
    }
}

/// Sort key: share of segments that are outdated or not translated × age of the oldest of them in milliseconds. If
/// this age is not recorded, the age of the last source change is used.
const SHARE_AND_AGE: &str = "case when total > 0 and coalesce(pending_since, source_changed_at) is not null \
    then cast(outdated + not_translated as double precision) / total \
    * (now_at - coalesce(pending_since, source_changed_at)) else 0 end desc";

fn order(filter: &PageFilter) -> String {
    let now = filter.now.to_string();
    match filter.sort {
        PageSort::Priority => {
            let by_age = SHARE_AND_AGE.replace("now_at", &now);
            let weighted = by_age.replacen("then cast", "then views * cast", 1);
            format!(" order by {weighted}, {by_age}, area, key, locale desc")
        }
        PageSort::Title => {
            " order by lower(coalesce(own_title, other_title)), area, key, locale desc".to_owned()
        }
        PageSort::Segments => {
            " order by total - up_to_date desc, area, key, locale desc".to_owned()
        }
        PageSort::Changed => {
            " order by coalesce(source_changed_at, 0) desc, area, key, locale desc".to_owned()
        }
        PageSort::Views => " order by views desc, area, key, locale desc".to_owned(),
    }
}

pub(crate) async fn page_rows(
    db: &Db,
    filter: &PageFilter,
    skip: i64,
    size: i64,
) -> Result<Vec<PageRow>, sqlx::Error> {
    on!(db, pool => {
        // A filtered list has few rows, so its totals are counted in the same statement; for all pages, a second
        // statement is faster.
        let mut query = QueryBuilder::new(match filter.is_pending() {
            true => "select *, count(*) over () as all_rows, \
                     cast(sum(total - up_to_date) over () as bigint) as all_pending ",
            false => "select * ",
        });
        push_pages!(query, filter);
        query.push(order(filter)).push(" limit ").push_bind(size).push(" offset ").push_bind(skip);
        query.build_query_as().fetch_all(pool).await
    })
}

/// Returns the number of matching rows and of their segments that are not up to date.
pub(crate) async fn page_totals(db: &Db, filter: &PageFilter) -> Result<(i64, i64), sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new(
            "select count(*), cast(coalesce(sum(total - up_to_date), 0) as bigint) ",
        );
        push_pages!(query, filter);
        query.build_query_as().fetch_one(pool).await
    })
}

pub(crate) async fn page_id(db: &Db, area: &str, key: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "select id from pages where area = $1 and key = $2";
    on!(db, pool => sqlx::query_scalar(sql).bind(area).bind(key).fetch_optional(pool).await)
}

pub(crate) async fn has_views(db: &Db) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from (select 1 from view_counts where views > 0 limit 1) first_row";
    let rows: i64 = on!(db, pool => sqlx::query_scalar(sql).fetch_one(pool).await)?;
    Ok(rows > 0)
}

/// Returns one row per language: the language, the number of folder titles in the navigation, and the number of folder
/// titles that exist in the other language only. The title of a folder's page counts as the title of the folder.
pub(crate) async fn folder_titles(db: &Db) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
    let sql = "select locales.locale, count(*), \
               cast(sum(case when own.path is null and page.id is null then 1 else 0 end) as bigint) \
               from (select distinct area, path from folders where title <> '') named \
               cross join (select 'zh-CN' as locale union all select 'en-US') locales \
               left join folders own on own.area = named.area and own.path = named.path \
               and own.locale = locales.locale and own.title <> '' \
               left join texts page on page.area = named.area and page.path = named.path \
               and page.locale = locales.locale and page.published is not null \
               group by locales.locale";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// Returns the number of served files with an alt text in at least one language. The second and the third number are
/// the numbers of these files without an alt text in Chinese and in English. Decorative images are not counted.
pub(crate) async fn alt_texts(db: &Db) -> Result<(i64, i64, i64), sqlx::Error> {
    let sql = "select count(*), \
               cast(coalesce(sum(case when w.alt_zh = '' then 1 else 0 end), 0) as bigint), \
               cast(coalesce(sum(case when w.alt_en = '' then 1 else 0 end), 0) as bigint) \
               from media_alt_texts w join files f on f.path = w.path \
               where f.served = 1 and w.decorative = 0 and (w.alt_zh <> '' or w.alt_en <> '')";
    on!(db, pool => sqlx::query_as(sql).fetch_one(pool).await)
}

/// Deletes the record of the day `day`, and all records before `oldest`.
pub(crate) async fn delete_days(tx: &mut Tx, day: &str, oldest: &str) -> Result<(), sqlx::Error> {
    let sql = "delete from translation_days where day = $1 or day < $2";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).bind(oldest).execute(conn).await.map(drop))
}

pub(crate) async fn add_day(tx: &mut Tx, day: &str, row: &Status) -> Result<(), sqlx::Error> {
    // A second server process may have recorded the day at the same time.
    let sql = "insert into translation_days (day, locale, area, total, outdated, not_translated, \
               not_aligned, not_reviewed, machine_translated) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
               on conflict (day, locale, area) do update set total = excluded.total, \
               outdated = excluded.outdated, not_translated = excluded.not_translated, \
               not_aligned = excluded.not_aligned, not_reviewed = excluded.not_reviewed, \
               machine_translated = excluded.machine_translated";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).bind(&row.locale).bind(&row.area).bind(row.total)
        .bind(row.outdated).bind(row.not_translated).bind(row.not_aligned).bind(row.not_reviewed)
        .bind(row.machine_translated).execute(conn).await.map(drop))
}

pub(crate) async fn days(
    db: &Db,
    first: &str,
    locale: Option<Locale>,
    area: &str,
) -> Result<Vec<TrendDay>, sqlx::Error> {
    let sql = "select day, locale, cast(sum(total) as bigint) as total, \
               cast(sum(total - outdated - not_translated - not_aligned - not_reviewed) as bigint) \
               as up_to_date, cast(sum(outdated) as bigint) as outdated, \
               cast(sum(not_translated) as bigint) as not_translated, \
               cast(sum(not_aligned) as bigint) as not_aligned, \
               cast(sum(not_reviewed) as bigint) as not_reviewed, \
               cast(sum(machine_translated) as bigint) as machine_translated \
               from translation_days where day >= $1 and ($2 = '' or locale = $2) \
               and (area = $3 or $3 = '' and area in ('docs', 'landing', 'news')) \
               group by day, locale order by day, locale desc";
    let tag = locale.map_or("", Locale::tag);
    on!(db, pool => sqlx::query_as(sql).bind(first).bind(tag).bind(area).fetch_all(pool).await)
}

pub(crate) async fn counted_at(db: &Db, name: &str) -> Result<Option<i64>, sqlx::Error> {
    let sql = "select at from counted_events where name = $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(name).fetch_optional(pool).await)
}

pub(crate) async fn upsert_counted_at(
    tx: &mut Tx,
    name: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into counted_events (name, at) values ($1, $2) \
               on conflict (name) do update set at = excluded.at";
    on_tx!(tx, conn => sqlx::query(sql).bind(name).bind(now).execute(conn).await.map(drop))
}

/// Acknowledgement with the published text that contains its segment.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct Acknowledged {
    pub locale: String,
    pub area: String,
    pub key: String,
    pub path: String,
    pub title: String,
    pub segment: String,
    /// Segments of the text as JSON.
    pub segments: String,
    pub created_by: String,
    pub created_at: i64,
    /// Id of the commit with the trailer; empty if a user acknowledged the segment on the site.
    pub commit_id: String,
}

pub(crate) async fn acknowledged(
    db: &Db,
    hidden: &[String],
    skip: i64,
    size: i64,
) -> Result<Vec<Acknowledged>, sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new(
            "select a.locale, p.area, p.key, t.path, t.title, a.segment, r.segments, a.created_by, \
             a.created_at, a.commit_id from acknowledgements a join pages p on p.id = a.page_id \
             join texts t on t.page_id = a.page_id and t.locale = a.locale \
             join revisions r on r.text_id = t.id and r.number = t.published where 1 = 1",
        );
        push_hidden!(query, hidden, "p.id");
        query.push(" order by a.created_at desc, p.area, p.key, a.segment limit ").push_bind(size);
        query.push(" offset ").push_bind(skip);
        query.build_query_as().fetch_all(pool).await
    })
}

pub(crate) async fn count_acknowledged(db: &Db, hidden: &[String]) -> Result<i64, sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new(
            "select count(*) from acknowledgements a join texts t on t.page_id = a.page_id \
             and t.locale = a.locale where t.published is not null",
        );
        push_hidden!(query, hidden, "a.page_id");
        query.build_query_scalar().fetch_one(pool).await
    })
}

/// Published text with one of its authors.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct WrittenText {
    pub author: String,
    pub text_id: String,
    pub locale: String,
    pub last_at: i64,
}

/// Returns published texts with the users who wrote them on the site. Imported files are omitted: their authors are
/// unknown or recorded only in Git.
pub(crate) async fn written_texts(db: &Db) -> Result<Vec<WrittenText>, sqlx::Error> {
    let sql = "select r.author, r.text_id, t.locale, max(r.created_at) as last_at \
               from revisions r join texts t on t.id = r.text_id \
               where r.author <> 'import' and r.origin <> 'git' and t.published is not null \
               group by r.author, r.text_id, t.locale";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

/// Returns id, language, and Git authors (JSON) of published texts, from Git sources and imported working copies.
pub(crate) async fn git_authors(db: &Db) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select t.id, t.locale, a.authors from (select text_id, authors from upstream_texts \
               union all select text_id, authors from imported_authors) a \
               join texts t on t.id = a.text_id where t.published is not null";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}
