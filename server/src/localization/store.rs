//! Sums over the counts that stand beside each text.

use super::wire::Status;
use crate::shared::db::{Db, on};

/// One row for each area and language. Where a page has no text in a language, all that the other
/// language says is missing.
pub(super) async fn status(db: &Db, as_of: i64) -> Result<Vec<Status>, sqlx::Error> {
    let sql = "select locale, area, total, total - behind - missing - unreviewed - machine as current, \
               behind, missing, unreviewed, machine, cast($1 as bigint) as as_of from ( \
               select locales.locale, pages.area, \
               cast(sum(coalesce(own.segments_total, other.segments_total)) as bigint) as total, \
               cast(sum(coalesce(own.segments_behind, 0)) as bigint) as behind, \
               cast(sum(coalesce(own.segments_missing, other.segments_total)) as bigint) as missing, \
               cast(sum(coalesce(own.segments_unreviewed, 0)) as bigint) as unreviewed, \
               cast(sum(coalesce(own.segments_machine, 0)) as bigint) as machine \
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
