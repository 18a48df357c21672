//! Handlers of statistics: event collection and reports.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::StatusCode;
use warp::reply::Response;

use super::api::{Collect, PageViews, SearchTerm, SearchesQuery, Summary, SummaryQuery};
use super::pageview;
use super::pageview::Hit;
use super::{known_pages, store};
use pailou_auth::guard::{Allowed, permission};
use pailou_database::Db;
use pailou_database::id;
use pailou_dates::Day;
use pailou_site::Site;
use pailou_web::client;
use pailou_web::client::{RateLimiter, RequestContext};
use pailou_web::problem::{FieldError, Problem};
use pailou_web::{Query, extract_state};
use pailou_web::{params, reply};

/// Rate limit of events per client address: a burst of `VIEWS`, then one event per `VIEW_EVERY`.
const VIEWS: NonZeroU32 = NonZeroU32::new(120).expect("not zero");
const VIEW_EVERY: Duration = Duration::from_millis(500);
/// Lifetime of cached statistics.
const FRESH_FOR: Duration = Duration::from_secs(5);
const MAX_DAYS: i64 = 400;
/// Retention of searches in days.
const SEARCH_DAYS: i64 = 90;
/// Number of most viewed pages in the summary. They are selected from the `MAX_EXAMINED` most viewed paths.
const TOP: usize = 10;
const MAX_EXAMINED: i64 = 100;
/// Default number of days from the first to the last day of the listed searches.
const USUAL_DAYS: i64 = 30;
/// A visit ends after this time without an event of the visitor, in milliseconds.
const VISIT_MS: i64 = 30 * 60 * 1000;

#[derive(Debug, Clone)]
pub(crate) struct Counter {
    site: Site,
    views: RateLimiter,
    /// Cached salt and its day: the latest day on which this server has counted an event.
    salt: Arc<Mutex<Option<(Day, String)>>>,
}

extract_state!(Counter);

impl AsRef<Db> for Counter {
    fn as_ref(&self) -> &Db {
        &self.site.db
    }
}

impl Counter {
    pub(crate) fn new(site: Site) -> Self {
        Self { site, views: RateLimiter::new(VIEWS, VIEW_EVERY), salt: Arc::default() }
    }

    /// Returns the salt of this day, or the cached salt of a later day. The salt is the same on every server of this
    /// database. On a new day, deletes the searches that are older than `SEARCH_DAYS` days. Also deletes the salts of
    /// earlier days, so that the visitors of those days can no longer be identified.
    async fn salt(&self, day: Day) -> Result<String, sqlx::Error> {
        let known = self.salt.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, salt)) = known.filter(|(known, _)| *known >= day) {
            return Ok(salt);
        }
        let mut tx = self.site.db.begin().await?;
        store::insert_salt(&mut tx, &day.to_string(), &id::secret()).await?;
        let salt = store::salt(&mut tx, &day.to_string()).await?;
        store::delete_salts_before(&mut tx, &day.to_string()).await?;
        let oldest = day.before(SEARCH_DAYS).to_string();
        store::delete_searches_before(&mut tx, &oldest).await?;
        tx.commit().await?;
        *self.salt.lock().unwrap_or_else(PoisonError::into_inner) = Some((day, salt.clone()));
        Ok(salt)
    }

    async fn store_hit(&self, hit: &Hit, network: IpAddr, agent: &str) -> Result<(), sqlx::Error> {
        let now = id::now();
        let today = Day::of(now);
        let salt = self.salt(today).await?;
        let visitor = pageview::visitor(&salt, network, agent);
        let mut tx = self.site.db.begin().await?;
        let is_new = store::insert_hit(&mut tx, hit, &visitor, now, now - VISIT_MS).await?;
        if let Some(search) = hit.search.as_ref().filter(|_| is_new) {
            store::add_search(&mut tx, &today.to_string(), hit.locale, search).await?;
        }
        tx.commit().await
    }
}

/// Record statistics event
///
/// Responds after the event is stored durably.
#[utoipa::path(post, path = "/api/v1/public/datastat/collect", tag = "datastat", request_body = Collect,
    responses(
        (status = 202, description = "Accepted. Visitors who opt out of tracking, and bots, are not counted"),
        (status = 422, description = "A field is invalid"),
        (status = 429, description = "Too many requests from this address"),
    ))]
pub(crate) async fn collect(
    counter: Counter,
    caller: RequestContext,
    body: Result<Collect, Problem>,
) -> Result<Response, Problem> {
    let address = caller.address;
    counter.views.check(address)?;
    let hit = Hit::new(body?)?;
    if !pageview::is_not_counted(&caller.headers) {
        counter.store_hit(&hit, client::rate_limit_key(address), caller.agent()).await?;
    }
    Ok(reply::empty(StatusCode::ACCEPTED))
}

/// Get statistics summary
///
/// Returns the page views, visitors, and visits of a range of days.
#[utoipa::path(get, path = "/api/v1/public/datastat/summary", tag = "datastat", params(SummaryQuery),
    responses(
        (status = 200, description = "The statistics", body = Summary),
        (status = 422, description = "The range of days is invalid"),
    ))]
pub(crate) async fn summary(
    counter: Counter,
    Query(query): Query<SummaryQuery>,
) -> Result<Response, Problem> {
    let as_of = id::now();
    let (from, to) = days(&query.from, &query.to, 0, Day::of(as_of))?;
    let db = &counter.site.db;
    let totals = store::totals(db, from.start(), to.end()).await?;
    let searches = store::search_totals(db, &from.to_string(), &to.to_string(), false).await?;
    let summary = Summary {
        from: from.to_string(),
        to: to.to_string(),
        as_of,
        pageviews: totals.pageviews,
        visitors: totals.visitors,
        visits: totals.visits,
        searches: searches.searches,
        searches_without_result: searches.without_results,
        pages: top_pages(&counter.site, from, to).await?,
    };
    Ok(reply::with_max_age(reply::json(&summary)?, FRESH_FOR))
}

/// Returns the most viewed pages. URLs without a page are excluded, because clients can send any URL.
async fn top_pages(site: &Site, from: Day, to: Day) -> Result<Vec<PageViews>, Problem> {
    let mut pages = Vec::new();
    for viewed in store::top_paths(&site.db, from.start(), to.end(), MAX_EXAMINED).await? {
        if known_pages::is_known_page(site, &viewed.path).await? {
            pages.push(viewed);
        }
        if pages.len() == TOP {
            break;
        }
    }
    Ok(pages)
}

/// List search queries
///
/// Returns the queries of readers, or only those without results. All logged-in users have the permission.
/// `x-total-sum` is the number of searches, or of searches without results.
#[utoipa::path(get, path = "/api/v1/datastat/searches", tag = "datastat", params(SearchesQuery),
    responses(
        (status = 200, description = "One page of the list", body = [SearchTerm],
            headers(("x-total-count" = i64), ("x-total-sum" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The API token lacks the permission"),
        (status = 422, description = "The days, `page` or `size` are out of range"),
    ))]
pub(crate) async fn list_searches(
    _: Allowed<permission::Feedback>,
    counter: Counter,
    Query(query): Query<SearchesQuery>,
) -> Result<Response, Problem> {
    let (from, to) = days(&query.from, &query.to, USUAL_DAYS, Day::of(id::now()))?;
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let only_without_results = params::flag("without_results", query.without_results.as_deref())?;
    let (from, to) = (from.to_string(), to.to_string());
    let db = &counter.site.db;
    let totals = store::search_totals(db, &from, &to, only_without_results).await?;
    let searches =
        store::searches(db, (&from, &to), only_without_results, ((page - 1) * size, size)).await?;
    let sum = if only_without_results { totals.without_results } else { totals.searches };
    Ok(reply::private(reply::list(&searches, totals.count, Some(sum))?))
}

/// Parses the first and the last day of a range. Default: the last day is `today`, and the first day is `before` days
/// before the last day. Returns 422 for an invalid day, if `from` is after `to`, or for a range over `MAX_DAYS` days.
fn days(
    from: &Option<String>,
    to: &Option<String>,
    before: i64,
    today: Day,
) -> Result<(Day, Day), Problem> {
    let mut errors = Vec::new();
    let mut read = |field: &str, text: &Option<String>, default: Day| {
        let Some(text) = text else { return default };
        text.parse().unwrap_or_else(|_| {
            let detail = format!("invalid `{field}`: expected a day such as 2026-01-31");
            errors.push(FieldError::new(field, "invalid-date", detail));
            default
        })
    };
    let to = read("to", to, today);
    let from = read("from", from, to.before(before));
    if !errors.is_empty() {
        return Err(Problem::Invalid(errors));
    }
    if from > to {
        return Err(Problem::invalid("from", "after-to", "invalid range: `from` is after `to`"));
    }
    if from.days_until(to) > MAX_DAYS {
        let detail = format!("range too long: at most {MAX_DAYS} days");
        return Err(Problem::invalid("from", "too-many-days", detail));
    }
    Ok((from, to))
}
