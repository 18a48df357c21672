//! SQL of translation statistics: sums of the counts stored with each text.

use super::api::Status;
use pailou_database::{Db, on};

/// One row for each area and language. If a page has no text in a language, all segments of the other language count as
/// not translated.
pub(crate) async fn status(db: &Db, as_of: i64) -> Result<Vec<Status>, sqlx::Error> {
    let sql = "select locale, area, total, \
               total - outdated - not_translated - not_aligned - not_reviewed as up_to_date, \
               outdated, not_translated, not_aligned, not_reviewed, machine_translated, \
               cast($1 as bigint) as as_of from ( \
               select locales.locale, pages.area, \
               cast(sum(coalesce(own.segments_total, other.segments_total)) as bigint) as total, \
               cast(sum(coalesce(own.segments_outdated, 0)) as bigint) as outdated, \
               cast(sum(coalesce(own.segments_not_translated, other.segments_total)) as bigint) \
               as not_translated, \
               cast(sum(coalesce(own.segments_not_aligned, 0)) as bigint) as not_aligned, \
               cast(sum(coalesce(own.segments_not_reviewed, 0)) as bigint) as not_reviewed, \
               cast(sum(coalesce(own.segments_machine_translated, 0)) as bigint) \
               as machine_translated \
               from pages \
               cross join (select 'zh-CN' as locale union all select 'en-US') locales \
               left join texts own on own.page_id = pages.id \
               and own.locale = locales.locale and own.published is not null \
               left join texts other on other.page_id = pages.id \
               and other.locale <> locales.locale and other.published is not null \
               where own.id is not null or other.id is not null \
               group by locales.locale, pages.area) counted \
               order by area, locale desc";
    on!(db, pool => sqlx::query_as(sql).bind(as_of).fetch_all(pool).await)
}
