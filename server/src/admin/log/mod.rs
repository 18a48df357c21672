//! Audit log: list and export. Entries are never changed.

mod export;
mod store;

use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::accounts::{self, Name};
use super::wire::LogEntry;
use crate::shared::problem::Problem;
use crate::shared::session::{self, Act};
use crate::shared::site::Site;
use crate::shared::visitor::Caller;
use crate::shared::web::{Query, Route, route};
use crate::shared::{asked, reply};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LogQuery {
    /// The name of a user, in any case and Unicode form: what was done under it, and by the account that has it now.
    who: Option<String>,
    /// Such as `login` or `user-changed`.
    action: Option<String>,
    /// From this time on, in milliseconds since 1970.
    from: Option<String>,
    /// Before this time, in milliseconds since 1970.
    to: Option<String>,
    /// From 1.
    page: Option<String>,
    /// At most 200; 20 when absent.
    size: Option<String>,
    /// Of an export: `csv` or `json`.
    format: Option<String>,
}

impl LogQuery {
    async fn wanted(&self, site: &Site) -> Result<store::Wanted, Problem> {
        let time = |field: &str, text: &Option<String>, default: i64| match text.as_deref() {
            None | Some("") => Ok(default),
            Some(text) => text.parse().map_err(|_| {
                let detail = format!("`{field}` is a number of milliseconds since 1970.");
                Problem::invalid(field, "out-of-range", detail)
            }),
        };
        let text = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
        let (from, to) = (time("from", &self.from, i64::MIN)?, time("to", &self.to, i64::MAX)?);
        let who = match Name::folded(&text(&self.who)).as_str() {
            "" => None,
            key => Some(called(site, key).await?),
        };
        Ok(store::Wanted { who, action: text(&self.action), from, to })
    }
}

/// Names with this key in the log, and the account that has the name now. Compared in Rust, because databases fold the
/// case of ASCII only.
async fn called(site: &Site, key: &str) -> Result<store::Who, sqlx::Error> {
    let mut names = store::names(&site.db).await?;
    names.retain(|name| Name::folded(name) == key);
    let account = accounts::store::named(&site.db, key).await?;
    Ok(store::Who { names, account: account.map(|account| account.id) })
}

pub(super) fn routes(site: &Site) -> Vec<Route> {
    vec![route!(site, list), route!(site, export::export)]
}

/// What was done, the newest first.
#[utoipa::path(get, path = "/api/v1/admin/log", tag = "admin", params(LogQuery), security(("token" = ["log"])),
    responses(
        (status = 200, description = "A part of the log", body = [LogEntry], headers(("x-total-count" = i64))),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not read the log"),
        (status = 422, description = "A number is out of range"),
    ))]
pub(super) async fn list(
    site: Site,
    caller: Caller,
    Query(query): Query<LogQuery>,
) -> Result<Response, Problem> {
    session::allowed(&site.db, &caller, Act::Log).await?;
    let (page, size) = asked::part(query.page.as_deref(), query.size.as_deref())?;
    let wanted = query.wanted(&site).await?;
    let total = store::count(&site.db, &wanted).await?;
    let rows = store::entries(&site.db, &wanted, (page - 1) * size, size).await?;
    let rows: Vec<_> = rows.into_iter().map(LogEntry::from).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}
