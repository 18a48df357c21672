//! Audit log: list and export.

mod export;
mod store;

use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::LogEntry;
use pailou_auth::accounts;
use pailou_auth::accounts::Name;
use pailou_auth::guard::{Allowed, permission};
use pailou_site::Site;
use pailou_web::problem::Problem;
use pailou_web::{Query, Route, route};
use pailou_web::{params, reply};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// User name; letter case and Unicode normalization form are ignored. Selects the entries with
    /// this name, and the entries of the account that currently has the name.
    actor: Option<String>,
    /// Action, such as `login` or `user-changed`.
    action: Option<String>,
    /// Start (inclusive), in milliseconds since 1970-01-01 UTC.
    from: Option<String>,
    /// End (exclusive), in milliseconds since 1970-01-01 UTC.
    to: Option<String>,
    /// Page number, from 1. Default: 1.
    page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    size: Option<String>,
    /// Format of an export: `csv` or `json`. Default: `csv`. Applies to the export only.
    format: Option<String>,
}

impl LogQuery {
    async fn filter(&self, site: &Site) -> Result<store::LogFilter, Problem> {
        let time = |field: &str, text: &Option<String>, default: i64| match text.as_deref() {
            None | Some("") => Ok(default),
            Some(text) => text.parse().map_err(|_| {
                let detail = format!("`{field}` must be a number of milliseconds since 1970.");
                Problem::invalid(field, "out-of-range", detail)
            }),
        };
        let text = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
        let (from, to) = (time("from", &self.from, i64::MIN)?, time("to", &self.to, i64::MAX)?);
        let actor = match Name::folded(&text(&self.actor)).as_str() {
            "" => None,
            key => Some(find_actors(site, key).await?),
        };
        Ok(store::LogFilter { actor, action: text(&self.action), from, to })
    }
}

/// Returns the names in the log that equal `key` after normalization, and the account that
/// currently has the name. The names are compared in Rust, because SQLite folds the case of ASCII
/// letters only.
async fn find_actors(site: &Site, key: &str) -> Result<store::Actor, sqlx::Error> {
    let mut names = store::names(&site.db).await?;
    names.retain(|name| Name::folded(name) == key);
    let account = accounts::store::named(&site.db, key).await?;
    Ok(store::Actor { names, account: account.map(|account| account.id) })
}

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    vec![route!(site, list_log), route!(site, export::export_log)]
}

/// List audit log entries
///
/// Returns the entries, newest first.
#[utoipa::path(get, path = "/api/v1/admin/log", tag = "admin", params(LogQuery),
    responses(
        (status = 200, description = "One page of the log", body = [LogEntry], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read the audit log"),
        (status = 422, description = "A number is out of range"),
    ))]
pub(crate) async fn list_log(
    _: Allowed<permission::Log>,
    site: Site,
    Query(query): Query<LogQuery>,
) -> Result<Response, Problem> {
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let filter = query.filter(&site).await?;
    let total = store::count_entries(&site.db, &filter).await?;
    let rows = store::entries(&site.db, &filter, (page - 1) * size, size).await?;
    let rows: Vec<_> = rows.into_iter().map(LogEntry::from).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}
