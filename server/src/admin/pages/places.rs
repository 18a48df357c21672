//! Lifecycle of pages: create, move, trash, restore, and delete.

use http::StatusCode;
use warp::reply::Response;

use super::shown::{answer, needs, needs_all, page, seen, told_of_page, writer};
use super::wire::{Move, NewPage, Source, WrittenPage};
use crate::shared::asked;
use crate::shared::day::Day;
use crate::shared::problem::{FieldError, Problem};
use crate::shared::record::{DOCS, LANDING, NEWS, drafts, pages};
use crate::shared::session::{self, Act};
use crate::shared::site::Site;
use crate::shared::visitor::Caller;
use crate::shared::{id, reply};
use pailou_content::landing;

/// Maximum length of a title in characters.
const MOST_TITLE: usize = 300;

/// Begin a page. Only those who write it see it, until it is published.
#[utoipa::path(post, path = "/api/v1/admin/pages", tag = "admin", security(("token" = ["pages-edit"])),
    request_body = NewPage,
    responses(
        (status = 201, description = "Begun", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "There is no such language"),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not change pages, or not these"),
        (status = 422, description = "A page cannot stand there, or one does; the title is empty or too long; there is no such area or block; or `date` is no day"),
    ))]
pub(super) async fn create(
    site: Site,
    caller: Caller,
    body: Result<NewPage, Problem>,
) -> Result<Response, Problem> {
    let user = session::allowed(&site.db, &caller, Act::PagesEdit).await?;
    let NewPage { area, block, locale, path, title, date } = body?;
    let locale = asked::locale(&locale)?;
    user.needs_in(Act::PagesEdit, drafts::area_of_limits(&area), locale)?;
    let title = title.trim();
    let mut errors = Vec::new();
    let mut wrong = |field: &str, code, detail: String| {
        errors.push(FieldError::new(field, code, detail));
    };
    if ![DOCS, NEWS, LANDING].contains(&area.as_str()) {
        wrong("area", "unknown-area", "a new page is of docs, news or landing".to_owned());
    }
    if (area == LANDING) != landing::is_kind(&block) {
        let detail = "a page of landing names one of the blocks, and no other page does";
        wrong("block", "unknown-block", detail.to_owned());
    }
    if title.is_empty() {
        wrong("title", "required", "a page needs a title".to_owned());
    } else if title.chars().count() > MOST_TITLE || title.contains(char::is_control) {
        let detail = format!("a title is one line of at most {MOST_TITLE} characters");
        wrong("title", "too-long", detail);
    }
    let day = date.as_deref().map_or_else(|| Ok(Day::of(id::now())), str::parse::<Day>);
    if day.is_err() {
        wrong("date", "no-day", "a day is written as in 2026-11-22".to_owned());
    }
    let Some(day) = day.ok().filter(|_| errors.is_empty()) else {
        return Err(Problem::Invalid(errors));
    };
    let path = path.trim().trim_matches('/');
    // Authors may type a file name; an address that ends in `.md` is the page's Markdown.
    let path = path.strip_suffix(".md").unwrap_or(path);
    let new =
        pages::NewPage { area: &area, block: &block, day, locale, path, title, actor: &user.actor };
    let page = pages::create(&site, &new).await.map_err(told_of_page)?;
    made(answer(&site, &user, &page).await?)
}

/// Begin the other language of a page with a copy of the one that there is, as a draft.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/text", tag = "admin",
    security(("token" = ["pages-edit"]), ("token" = ["translations-edit"])),
    params(
        ("id" = String, Path, description = "Of the page"),
        ("locale" = String, Path, description = "zh, en, zh-CN or en-US"),
    ),
    responses(
        (status = 201, description = "Begun", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "There is no such language"),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not change this text"),
        (status = 404, description = "There is no such page"),
        (status = 422, description = "The page has this language already, or something else stands there"),
    ))]
pub(super) async fn translate(
    id: String,
    tag: String,
    site: Site,
    caller: Caller,
) -> Result<Response, Problem> {
    let user = writer(&site, &caller).await?;
    let locale = asked::locale(&tag)?;
    needs(&user, &page(&site, &id).await?, locale)?;
    let page = pages::translate(&site, &id, locale, &user.actor).await.map_err(told_of_page)?;
    made(answer(&site, &user, &page).await?)
}

fn made(mut response: Response) -> Result<Response, Problem> {
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Move a page to another path of its area, in both languages. The old addresses lead to it.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/move", tag = "admin", security(("token" = ["pages-edit"])),
    params(
        ("id" = String, Path, description = "Of the page"),
        ("if-match" = Option<String>, Header, description = "The `revision` of the page as it was read"),
    ),
    request_body = Move,
    responses(
        (status = 200, description = "Moved", body = WrittenPage, headers(("etag" = String))),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not change this page"),
        (status = 404, description = "There is no such page, or it is a part of the front page"),
        (status = 412, description = "Another user has saved since"),
        (status = 422, description = "A page cannot stand there, or one does, or it is this one; or its place is said elsewhere: in Git, or in its front matter"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn move_to(
    id: String,
    site: Site,
    caller: Caller,
    body: Result<Move, Problem>,
) -> Result<Response, Problem> {
    let user = session::allowed(&site.db, &caller, Act::PagesEdit).await?;
    needs_all(&user, &page(&site, &id).await?)?;
    let (seen, Move { path }) = (seen(&caller)?, body?);
    let path = path.trim().trim_matches('/');
    let path = path.strip_suffix(".md").unwrap_or(path);
    let page = pages::move_to(&site, &id, path, seen.as_deref(), &user.actor).await;
    answer(&site, &user, &page.map_err(told_of_page)?).await
}

/// Say which language of a page is the original. Who translates writes the other one.
#[utoipa::path(put, path = "/api/v1/admin/pages/{id}/source", tag = "admin", security(("token" = ["pages-edit"])),
    params(
        ("id" = String, Path, description = "Of the page"),
        ("if-match" = Option<String>, Header, description = "The `revision` of the page as it was read"),
    ),
    request_body = Source,
    responses(
        (status = 200, description = "It is", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "There is no such language"),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not change this page"),
        (status = 404, description = "There is no such page, or it does not have this language"),
        (status = 412, description = "Another user has saved since"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn set_source(
    id: String,
    site: Site,
    caller: Caller,
    body: Result<Source, Problem>,
) -> Result<Response, Problem> {
    let user = session::allowed(&site.db, &caller, Act::PagesEdit).await?;
    needs_all(&user, &page(&site, &id).await?)?;
    let (seen, locale) = (seen(&caller)?, asked::locale(&body?.locale)?);
    let page = pages::set_source(&site, &id, locale, seen.as_deref(), &user.actor).await;
    answer(&site, &user, &page.map_err(told_of_page)?).await
}

/// Throw a page away, in both languages. It can be brought back. What was to be published at a time is not published by itself any more.
#[utoipa::path(delete, path = "/api/v1/admin/pages/{id}", tag = "admin", security(("token" = ["pages-edit"])),
    params(
        ("id" = String, Path, description = "Of the page"),
        ("if-match" = Option<String>, Header, description = "The `revision` of the page as it was read"),
    ),
    responses(
        (status = 204, description = "It is in the trash"),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not change this page"),
        (status = 404, description = "There is no such page"),
        (status = 412, description = "Another user has saved since"),
        (status = 422, description = "It comes from Git: remove its file there"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn throw_away(
    id: String,
    site: Site,
    caller: Caller,
) -> Result<Response, Problem> {
    let user = session::allowed(&site.db, &caller, Act::PagesEdit).await?;
    needs_all(&user, &page(&site, &id).await?)?;
    let seen = seen(&caller)?;
    pages::throw_away(&site, &id, seen.as_deref(), &user.actor).await.map_err(told_of_page)?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Bring a page back from the trash as it was.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/restore", tag = "admin", security(("token" = ["pages-edit"])),
    params(("id" = String, Path, description = "Of the page")),
    responses(
        (status = 200, description = "It is back", body = WrittenPage, headers(("etag" = String))),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not change this page"),
        (status = 404, description = "There is no such page in the trash"),
        (status = 422, description = "Another page stands there now"),
    ))]
pub(super) async fn put_back(id: String, site: Site, caller: Caller) -> Result<Response, Problem> {
    let user = session::allowed(&site.db, &caller, Act::PagesEdit).await?;
    needs_all(&user, &page(&site, &id).await?)?;
    let page = pages::put_back(&site, &id, &user.actor).await.map_err(told_of_page)?;
    answer(&site, &user, &page).await
}

/// Delete a page in the trash with everything that it ever said.
#[utoipa::path(delete, path = "/api/v1/admin/pages/{id}/forever", tag = "admin", security(("token" = ["pages-edit"])),
    params(("id" = String, Path, description = "Of the page")),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not change this page; or the password is needed once more: `confirm-needed`"),
        (status = 404, description = "There is no such page in the trash"),
    ))]
pub(super) async fn delete(id: String, site: Site, caller: Caller) -> Result<Response, Problem> {
    let user = session::confirmed(&site.db, &caller, Some(Act::PagesEdit)).await?;
    needs_all(&user, &page(&site, &id).await?)?;
    pages::delete(&site, &id, &user.actor).await.map_err(told_of_page)?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}
