//! Trend: daily counts of the translation status, recorded by a scheduled task and kept for 400 days.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use warp::reply::Response;

use super::api::{Step, TrendDay, TrendQuery};
use super::{Localization, fresh, overview, store};
use pailou_database::{Db, id};
use pailou_dates::{Day, MS};
use pailou_site::Site;
use pailou_store::view_counts;
use pailou_web::problem::Problem;
use pailou_web::{Query, params, reply};

/// Interval at which the counts of the current day are recorded.
const RECORD_EVERY: Duration = Duration::from_secs(10 * 60);
/// Maximum age of a record in milliseconds; an older record counts as late.
const LATE_MS: i64 = 2 * 60 * 60 * 1000;
/// Number of days that a trend covers.
const SHOWN_DAYS: i64 = 365;
/// Number of days for which records are kept.
const KEPT_DAYS: i64 = 400;
const WEEK: i64 = 7;
/// Name under which the time of the last record is stored in `counted_events`.
const RECORD: &str = "translation_days";

/// Records the counts of the current day at regular intervals, until the future is dropped.
pub async fn run_recorder(site: Site) {
    let mut clock = interval(RECORD_EVERY);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        if let Err(error) = record(&site, id::now()).await {
            tracing::warn!(%error, "recording translation status or counting page views failed");
        }
    }
}

/// Records the translation status counts for the day of `now`, replacing an earlier record of that day. Deletes records
/// that are older than `KEPT_DAYS`. Also updates the counts of page views.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn record(site: &Site, now: i64) -> Result<(), sqlx::Error> {
    let rows = overview::all_areas(site, now).await?;
    let day = Day::of(now);
    let mut tx = site.db.begin().await?;
    store::delete_days(&mut tx, &day.to_string(), &day.before(KEPT_DAYS).to_string()).await?;
    for row in &rows {
        store::add_day(&mut tx, &day.to_string(), row).await?;
    }
    store::upsert_counted_at(&mut tx, RECORD, now).await?;
    tx.commit().await?;
    if view_counts::has_events(&site.db).await? {
        view_counts::update_view_counts(&site.db, now).await?;
    }
    Ok(())
}

/// Returns the time of the last record, in milliseconds since 1970-01-01 UTC; `None` if there is no record.
pub(crate) async fn recorded_at(db: &Db) -> Result<Option<i64>, sqlx::Error> {
    store::counted_at(db, RECORD).await
}

/// Whether the last record is missing or late, which means that the scheduled task does not run or fails.
pub(crate) fn is_late(recorded_at: Option<i64>, now: i64) -> bool {
    recorded_at.is_none_or(|at| now - at > LATE_MS)
}

/// Get translation trend
///
/// Returns the counts of each recorded day of the last year, or of the last recorded day of each week, oldest first.
#[utoipa::path(get, path = "/api/v1/public/localization/trend", tag = "localization",
    params(TrendQuery),
    responses(
        (status = 200, description = "One row per day and language", body = [TrendDay],
            headers(("x-total-count" = i64))),
        (status = 400, description = "Unknown language"),
        (status = 422, description = "The step is invalid"),
    ))]
pub(crate) async fn trend(
    Localization { site, .. }: Localization,
    Query(query): Query<TrendQuery>,
) -> Result<Response, Problem> {
    let locale = query.locale.as_deref().map(params::locale).transpose()?;
    let step = params::parse_enum("step", query.step.as_deref().unwrap_or_default())?;
    let first = Day::of(id::now()).before(SHOWN_DAYS).to_string();
    let area = query.area.unwrap_or_default();
    let days = store::days(&site.db, &first, locale, &area).await?;
    let days = if step == Some(Step::Week) { weekly(days) } else { days };
    Ok(fresh(reply::list(&days, days.len() as i64, None)?))
}

/// Returns the last recorded day of each week and language. `days` must be in ascending order.
fn weekly(days: Vec<TrendDay>) -> Vec<TrendDay> {
    let week = |day: &TrendDay| day.day.parse::<Day>().map_or(0, |day| day.start() / MS / WEEK);
    let mut last_days: Vec<TrendDay> = Vec::new();
    for day in days {
        let same = last_days.iter_mut().rev().take(2).find(|last| last.locale == day.locale);
        match same {
            Some(last) if week(last) == week(&day) => *last = day,
            _ => last_days.push(day),
        }
    }
    last_days
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: &str, locale: &str) -> TrendDay {
        TrendDay {
            day: day.to_owned(),
            locale: locale.to_owned(),
            total: 1,
            up_to_date: 1,
            outdated: 0,
            not_translated: 0,
            not_aligned: 0,
            not_reviewed: 0,
            machine_translated: 0,
        }
    }

    #[test]
    fn weekly_trend_has_the_last_day_of_each_week() {
        // Weeks are counted from 1970-01-01, so a week begins on 2026-11-19, a Thursday.
        let days = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-21"];
        let days = days.iter().flat_map(|at| [day(at, "zh-CN"), day(at, "en-US")]).collect();
        let actual: Vec<_> = weekly(days).into_iter().map(|day| (day.day, day.locale)).collect();
        let expected = [
            ("2026-11-18", "zh-CN"),
            ("2026-11-18", "en-US"),
            ("2026-11-21", "zh-CN"),
            ("2026-11-21", "en-US"),
        ];
        assert_eq!(actual, expected.map(|(day, locale)| (day.to_owned(), locale.to_owned())));
    }

    #[test]
    fn counts_recorded_over_two_hours_ago_are_late() {
        for (recorded_at, now, late) in
            [(None, 0, true), (Some(0), LATE_MS, false), (Some(0), LATE_MS + 1, true)]
        {
            assert_eq!(is_late(recorded_at, now), late, "{recorded_at:?} {now}");
        }
    }
}
