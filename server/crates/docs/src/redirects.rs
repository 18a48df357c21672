//! Redirects of documentation pages: list, creation, and deletion.

use core_wasm::locale::Locale;
use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::{ListedRedirect, NewRedirect, RedirectBy};
use super::{AREA, address};
use pailou_auth::guard::{Allowed, permission};
use pailou_auth::session::Permission;
use pailou_content::alias;
use pailou_site::Site;
use pailou_store::redirects::RedirectRow;
use pailou_store::redirects::admin;
use pailou_store::redirects::admin::{EDITOR, Removed};
use pailou_store::sql;
use pailou_web::params;
use pailou_web::params::locale;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::{Query, Route, Tail, route};

const MAX_BODY: u64 = 16 << 10;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RedirectsQuery {
    /// Part of the old or the new path.
    q: Option<String>,
    /// Page number, from 1. Default: 1.
    page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    size: Option<String>,
}

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let body_limit = MAX_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, list_redirects),
        route!(site, add).with_body_limit(body_limit),
        route!(site, remove).with_tail(),
    ]
}

/// List redirects
///
/// Returns the redirects, sorted by old path.
#[utoipa::path(get, path = "/api/v1/admin/docs-redirects", tag = "docs", params(RedirectsQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ListedRedirect], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(crate) async fn list_redirects(
    _: Allowed<permission::PagesEdit>,
    site: Site,
    Query(query): Query<RedirectsQuery>,
) -> Result<Response, Problem> {
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let words = query.q.as_deref().unwrap_or_default().trim();
    let (rows, total) =
        admin::list_redirects(&site.db, AREA, words, (page - 1) * size, size).await?;
    let rows: Vec<_> = rows.into_iter().map(to_listed).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Create redirect
///
/// If the target page is moved later, the redirect leads to its new URL.
#[utoipa::path(post, path = "/api/v1/admin/docs-redirects", tag = "docs", request_body = NewRedirect,
    responses(
        (status = 204, description = "Redirect saved"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages, or to edit this language"),
        (status = 422, description = "The old URL is invalid, in use by a page or by another redirect, or the target page does not exist; or one of the two is outside the documentation"),
    ))]
pub(crate) async fn add(
    user: Allowed<permission::PagesEdit>,
    site: Site,
    body: Result<NewRedirect, Problem>,
) -> Result<Response, Problem> {
    let NewRedirect { locale: tag, old, target } = body?;
    let requested_locale = locale(&tag)?;
    let (old_locale, old) = parse_url("old", &old, requested_locale)?;
    let (new_locale, new) = parse_url("target", &target, requested_locale)?;
    user.require_for_text(Permission::PagesEdit, AREA, old_locale)?;
    // No redirect is possible from the root of the documentation, which always exists, or from a
    // path in an old version.
    if old.is_empty() || old.starts_with('@') {
        return Err(not_an_address("old"));
    }
    if sql::text_at(&site.db, AREA, old_locale, &old).await?.is_some() {
        return Err(Problem::invalid("old", "page-there", "URL in use by a page"));
    }
    let page = sql::text_at(&site.db, AREA, new_locale, &new).await?;
    let is_of_site = |written: &str| written.starts_with(&site.settings.origin());
    let page = page.ok_or_else(|| match target.trim() {
        elsewhere if elsewhere.contains("://") && !is_of_site(elsewhere) => not_docs("target"),
        _ => Problem::invalid("target", "no-page", "page not found"),
    })?;
    if !admin::add_redirect(&site.db, &user.actor, AREA, (old_locale, &old), &page).await? {
        let detail = "URL in use by a redirect";
        return Err(Problem::invalid("old", "taken", detail));
    }
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Delete redirect
///
/// A redirect that the front matter of a page defines must be deleted in the front matter.
#[utoipa::path(delete, path = "/api/v1/admin/docs-redirects/{locale}/{old}", tag = "docs",
    params(
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("old" = String, Path, description = "Path of the old URL, such as `guide/begin`"),
    ),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages, or to edit this language"),
        (status = 404, description = "No redirect has this path"),
        (status = 422, description = "The front matter of the page defines this redirect"),
    ))]
pub(crate) async fn remove(
    user: Allowed<permission::PagesEdit>,
    tag: String,
    path: Tail,
    site: Site,
) -> Result<Response, Problem> {
    let (requested_locale, path) = (locale(&tag)?, params::path(path.as_str())?);
    user.require_for_text(Permission::PagesEdit, AREA, requested_locale)?;
    match admin::remove_redirect(&site.db, &user.actor, AREA, (requested_locale, &path)).await? {
        Removed::Gone => Ok(reply::empty(StatusCode::NO_CONTENT)),
        Removed::Unknown => Err(Problem::NotFound),
        Removed::OfPage => {
            let detail = "redirect defined in the front matter of the page: delete it there";
            Err(Problem::invalid("old", "of-page", detail))
        }
    }
}

fn parse_url(
    field: &str,
    written: &str,
    requested_locale: Locale,
) -> Result<(Locale, String), Problem> {
    if alias::is_of_landing(written) {
        return Err(not_docs(field));
    }
    alias::parse_alias(written, AREA, requested_locale, "").ok_or_else(|| not_an_address(field))
}

fn not_docs(field: &str) -> Problem {
    let detail = "invalid area: redirects are supported within the documentation only";
    Problem::invalid(field, "not-docs", detail)
}

fn not_an_address(field: &str) -> Problem {
    Problem::invalid(field, "not-an-address", "invalid page URL")
}

fn to_listed(row: RedirectRow) -> ListedRedirect {
    let locale = row.locale.parse().unwrap_or(Locale::En);
    ListedRedirect {
        url: address(locale, &row.path),
        target: row.to_path.map(|path| address(locale, &path)),
        by: match row.declared_by.as_str() {
            "" => RedirectBy::Moved,
            "settings" => RedirectBy::Settings,
            EDITOR => RedirectBy::Editor,
            _ => RedirectBy::Page,
        },
        locale: row.locale,
        old: row.path,
        title: row.title,
        created_at: row.created_at,
        is_taken: row.is_taken != 0,
    }
}
