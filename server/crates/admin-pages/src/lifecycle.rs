//! Lifecycle of pages: create, move, trash, restore, and delete.

use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::{Move, NewPage, PageParentChange, Source, WrittenPage};
use super::guards::{
    if_match, page, page_problem, page_response, require_for_page, require_for_text,
};
use pailou_auth::guard::{Allowed, permission};
use pailou_auth::session::Permission;
use pailou_content::landing;
use pailou_database::id;
use pailou_dates::Day;
use pailou_drafts::pages;
use pailou_site::Site;
use pailou_store::{DOCS, LANDING, NEWS};
use pailou_web::Query;
use pailou_web::client::RequestContext;
use pailou_web::params;
use pailou_web::problem::{FieldError, Problem};
use pailou_web::reply;

/// Maximum length of a title in characters.
const MAX_TITLE: usize = 300;

/// Create page
///
/// The new page is a draft until it is published.
#[utoipa::path(post, path = "/api/v1/admin/pages", tag = "admin",
    request_body = NewPage,
    responses(
        (status = 201, description = "Created", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages, or these pages"),
        (status = 422, description = "The path is invalid or in use, the title is empty or too long, the area or block is unknown, or `date` is not a date"),
    ))]
pub(super) async fn create(
    user: Allowed<permission::PagesEdit>,
    site: Site,
    body: Result<NewPage, Problem>,
) -> Result<Response, Problem> {
    let NewPage { area, block, locale, path, title, date } = body?;
    let locale = params::locale(&locale)?;
    user.require_for_text(Permission::PagesEdit, pailou_drafts::area_of_limits(&area), locale)?;
    let title = title.trim();
    let mut errors = Vec::new();
    let mut add_error = |field: &str, code, detail: String| {
        errors.push(FieldError::new(field, code, detail));
    };
    if ![DOCS, NEWS, LANDING].contains(&area.as_str()) {
        add_error(
            "area",
            "unknown-area",
            "invalid area: expected `docs`, `news`, or `landing`".to_owned(),
        );
    }
    if (area == LANDING) != landing::is_kind(&block) {
        let detail = "invalid block: required for `landing`, and only there";
        add_error("block", "unknown-block", detail.to_owned());
    }
    if title.is_empty() {
        add_error("title", "required", "missing title".to_owned());
    } else if title.chars().count() > MAX_TITLE || title.contains(char::is_control) {
        let detail = format!("invalid title: expected one line of at most {MAX_TITLE} characters");
        add_error("title", "too-long", detail);
    }
    let day = date.as_deref().map_or_else(|| Ok(Day::of(id::now())), str::parse::<Day>);
    if day.is_err() {
        add_error(
            "date",
            "no-day",
            "invalid date: expected a format such as 2026-11-22".to_owned(),
        );
    }
    let Some(day) = day.ok().filter(|_| errors.is_empty()) else {
        return Err(Problem::Invalid(errors));
    };
    let path = path.trim().trim_matches('/');
    // The ending `.md` is removed if the author entered a file name, because a URL with `.md` returns the Markdown of a
    // page.
    let path = path.strip_suffix(".md").unwrap_or(path);
    let new =
        pages::NewPage { area: &area, block: &block, day, locale, path, title, actor: &user.actor };
    let page = pages::create(&site, &new).await.map_err(page_problem)?;
    with_created_status(page_response(&site, &user, &page).await?)
}

/// Create translation
///
/// Creates the missing language of a page as a draft that contains a copy of the text in the existing language.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/text", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
    ),
    responses(
        (status = 201, description = "Created", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Page not found"),
        (status = 422, description = "The page has this language already, or another page uses the path"),
    ))]
pub(super) async fn translate(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    require_for_text(&user, &page(&site, &id).await?, locale)?;
    let page = pages::translate(&site, &id, locale, &user.actor).await.map_err(page_problem)?;
    with_created_status(page_response(&site, &user, &page).await?)
}

fn with_created_status(mut response: Response) -> Result<Response, Problem> {
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Move page
///
/// Changes the path within the area, for both languages. The old URLs redirect to the new ones.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/move", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the page that the client read"),
    ),
    request_body = Move,
    responses(
        (status = 200, description = "Moved", body = WrittenPage, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this page"),
        (status = 404, description = "Page not found, or it is a block of the front page"),
        (status = 412, description = "Another user has saved a change"),
        (status = 422, description = "The new path is invalid, in use, or the current one; or the path is defined in Git or in the front matter"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn move_to(
    user: Allowed<permission::PagesEdit>,
    id: String,
    site: Site,
    caller: RequestContext,
    body: Result<Move, Problem>,
) -> Result<Response, Problem> {
    require_for_page(&user, &page(&site, &id).await?)?;
    let (seen, Move { path }) = (if_match(&caller)?, body?);
    let path = path.trim().trim_matches('/');
    let path = path.strip_suffix(".md").unwrap_or(path);
    let page = pages::move_to(&site, &id, path, seen.as_deref(), &user.actor).await;
    page_response(&site, &user, &page.map_err(page_problem)?).await
}

/// Set source language
///
/// Translators may edit only the other language.
#[utoipa::path(put, path = "/api/v1/admin/pages/{id}/source", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the page that the client read"),
    ),
    request_body = Source,
    responses(
        (status = 200, description = "Saved", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this page"),
        (status = 404, description = "Page not found, or it lacks this language"),
        (status = 412, description = "Another user has saved a change"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn set_source(
    user: Allowed<permission::PagesEdit>,
    id: String,
    site: Site,
    caller: RequestContext,
    body: Result<Source, Problem>,
) -> Result<Response, Problem> {
    require_for_page(&user, &page(&site, &id).await?)?;
    let (seen, locale) = (if_match(&caller)?, params::locale(&body?.locale)?);
    let page = pages::set_source(&site, &id, locale, seen.as_deref(), &user.actor).await;
    page_response(&site, &user, &page.map_err(page_problem)?).await
}

/// Set parent page
///
/// The navigation lists the page below its parent in both languages. Imports and Git updates do not change the parent.
#[utoipa::path(put, path = "/api/v1/admin/pages/{id}/parent", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the page that the client read"),
    ),
    request_body = PageParentChange,
    responses(
        (status = 200, description = "Saved", body = WrittenPage, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this page"),
        (status = 404, description = "Page not found, or it is not part of the documentation"),
        (status = 412, description = "Another user has saved a change"),
        (status = 422, description = "The parent does not exist, is the page itself or below it, or is nested too deep"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn set_parent(
    user: Allowed<permission::PagesEdit>,
    id: String,
    site: Site,
    caller: RequestContext,
    body: Result<PageParentChange, Problem>,
) -> Result<Response, Problem> {
    require_for_page(&user, &page(&site, &id).await?)?;
    let (seen, PageParentChange { parent }) = (if_match(&caller)?, body?);
    let page = pages::set_parent(&site, &id, parent.as_deref(), seen.as_deref(), &user.actor).await;
    page_response(&site, &user, &page.map_err(page_problem)?).await
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteQuery {
    /// `true` to delete a page in the trash with all its revisions. Default: `false`.
    permanent: Option<String>,
}

/// Delete page
///
/// Moves both languages to the trash, from which the page can be restored. Scheduled publishing is canceled.
///
/// With `permanent=true`, deletes a page in the trash with all its revisions. This requires re-authentication.
#[utoipa::path(delete, path = "/api/v1/admin/pages/{id}", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        DeleteQuery,
        ("if-match" = Option<String>, Header, description = "The last `revision` of the page that the client read; not needed with `permanent=true`"),
    ),
    responses(
        (status = 204, description = "Moved to the trash, or deleted"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this page, or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Page not found; with `permanent=true`, the trash has no such page"),
        (status = 412, description = "Another user has saved a change"),
        (status = 422, description = "The page comes from Git: delete its file there; or `permanent` is invalid"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn delete(
    user: Allowed<permission::PagesEdit>,
    id: String,
    site: Site,
    caller: RequestContext,
    Query(query): Query<DeleteQuery>,
) -> Result<Response, Problem> {
    if params::flag("permanent", query.permanent.as_deref())? {
        user.require_confirmed()?;
        require_for_page(&user, &page(&site, &id).await?)?;
        pages::purge(&site, &id, &user.actor).await.map_err(page_problem)?;
    } else {
        require_for_page(&user, &page(&site, &id).await?)?;
        let seen = if_match(&caller)?;
        pages::trash(&site, &id, seen.as_deref(), &user.actor).await.map_err(page_problem)?;
    }
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Restore page from trash
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/restore", tag = "admin",
    params(("id" = String, Path, description = "Id of the page")),
    responses(
        (status = 200, description = "Restored", body = WrittenPage, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this page"),
        (status = 404, description = "The trash has no such page"),
        (status = 422, description = "Another page uses the path"),
    ))]
pub(super) async fn restore_page(
    user: Allowed<permission::PagesEdit>,
    id: String,
    site: Site,
) -> Result<Response, Problem> {
    require_for_page(&user, &page(&site, &id).await?)?;
    let page = pages::restore(&site, &id, &user.actor).await.map_err(page_problem)?;
    page_response(&site, &user, &page).await
}
