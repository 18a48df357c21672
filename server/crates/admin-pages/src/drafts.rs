//! Drafts: read, save, discard, and preview; presence of users on a page.

use std::time::Duration;

use core_wasm::locale::Locale;
use http::StatusCode;
use warp::reply::Response;

use super::api::{
    DraftChange, Editing, LintIssue, Open, Preview, PreviewBlock, PreviewHeading, SavedDraft,
    WordCount, WrittenPage,
};
use super::guards::{
    draft_problem, editing_of, if_match, page, page_response, require_for_text, saved,
};
use pailou_auth::guard::{Allowed, permission};
use pailou_drafts::LockedPage;
use pailou_site::Site;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::{params, reply};

/// Get page with drafts
///
/// Returns both languages.
#[utoipa::path(get, path = "/api/v1/admin/pages/{id}", tag = "admin",
    params(("id" = String, Path, description = "Id of the page")),
    responses(
        (status = 200, description = "The page", body = WrittenPage, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
        (status = 404, description = "Page not found"),
    ))]
pub(super) async fn read_page(
    user: Allowed<permission::PagesRead>,
    id: String,
    site: Site,
) -> Result<Response, Problem> {
    page_response(&site, &user, &page(&site, &id).await?).await
}

/// Report presence
///
/// Reports that a text is open, and lists the other users who have the page open. A user without a report for one
/// minute counts as absent.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/presence", tag = "admin",
    params(("id" = String, Path, description = "Id of the page")),
    request_body = Open,
    responses(
        (status = 200, description = "The other users who have the page open", body = [Editing]),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
        (status = 404, description = "Page not found"),
    ))]
pub(super) async fn open(
    user: Allowed<permission::PagesRead>,
    id: String,
    site: Site,
    body: Result<Open, Problem>,
) -> Result<Response, Problem> {
    let locale = params::locale(&body?.locale)?;
    let page = page(&site, &id).await?;
    // A user without edit permission cannot cause a conflict and is not registered. A user who reads one language and
    // may edit only the other is registered for the other.
    let writes =
        |it: &Locale| page.text(*it).is_some() && require_for_text(&user, &page, *it).is_ok();
    let others = match [locale, locale.other()].into_iter().find(writes) {
        Some(locale) => pailou_drafts::open_page(&site.db, &page.id, locale, &user.id).await?,
        None => pailou_drafts::editors_of_page(&site.db, &page.id, &user.id).await?,
    };
    Ok(reply::private(reply::json(&editing_of(others))?))
}

/// End presence
///
/// Reports that the user has closed the page. Without this request, the user counts as absent after one minute.
#[utoipa::path(delete, path = "/api/v1/admin/pages/{id}/presence", tag = "admin",
    params(("id" = String, Path, description = "Id of the page")),
    responses(
        (status = 204, description = "The other users no longer see this user"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
    ))]
pub(super) async fn leave(
    user: Allowed<permission::PagesRead>,
    id: String,
    site: Site,
) -> Result<Response, Problem> {
    pailou_drafts::leave_page(&site.db, &id, &user.id).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Save draft
///
/// The published text is not changed. `If-Match` contains the `revision` on which the change is based; `*` overwrites
/// any revision.
#[utoipa::path(put, path = "/api/v1/admin/pages/{id}/{locale}/draft", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the text that the client read"),
    ),
    request_body = DraftChange,
    responses(
        (status = 200, description = "Saved", body = SavedDraft, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text not found"),
        (status = 412, description = "Another user has saved a change; the response has the current draft"),
        (status = 422, description = "The text contains a NUL character"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn save(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
    caller: RequestContext,
    body: Result<DraftChange, Problem>,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let locked = LockedPage::open(&site, &id).await.map_err(draft_problem)?;
    require_for_text(&user, locked.page(), locale)?;
    let (seen, DraftChange { text, base }) = (if_match(&caller)?, body?);
    let change = pailou_drafts::Change {
        locale,
        text: &text,
        seen: seen.as_deref(),
        base: base.as_deref(),
        author: &user.name,
    };
    let page = locked.save(&change).await.map_err(draft_problem)?;
    saved(&site, &page, locale).await
}

/// Discard draft
#[utoipa::path(delete, path = "/api/v1/admin/pages/{id}/{locale}/draft", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the text that the client read"),
    ),
    responses(
        (status = 204, description = "Deleted"),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text not found"),
        (status = 412, description = "Another user has saved a change; the response has the current draft"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn discard(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let locked = LockedPage::open(&site, &id).await.map_err(draft_problem)?;
    require_for_text(&user, locked.page(), locale)?;
    let seen = if_match(&caller)?;
    locked.discard(locale, seen.as_deref(), &user.actor).await.map_err(draft_problem)?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Preview text
///
/// Renders a text as readers would see it, and lists the issues in it. Nothing is stored.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/preview", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
    ),
    request_body = DraftChange,
    responses(
        (status = 200, description = "The preview", body = Preview),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
        (status = 404, description = "Text not found"),
        (status = 429, description = "Too many previews of this account are waiting"),
    ))]
pub(super) async fn preview(
    user: Allowed<permission::PagesRead>,
    id: String,
    tag: String,
    site: Site,
    body: Result<DraftChange, Problem>,
) -> Result<Response, Problem> {
    let (locale, change) = (params::locale(&tag)?, body?);
    let page = page(&site, &id).await?;
    if page.text(locale).is_none() {
        return Err(Problem::NotFound);
    }
    let permit = site.previews.next(&user.id).await;
    let permit = permit.ok_or(Problem::TooManyRequests(Duration::from_secs(1)))?;
    // The permit is held until the work ends, even if the client disconnects.
    let working = tokio::spawn(async move {
        let _permit = permit;
        let text = page.text(locale).ok_or(Problem::NotFound)?;
        Ok::<_, Problem>(pailou_drafts::preview(&site, &page, text, &change.text).await?)
    });
    let preview = working.await.map_err(|error| Problem::Internal(error.to_string()))??;
    let (han, words) = preview.words;
    let heading = |(level, text, line)| PreviewHeading { level, text, line };
    let answer = Preview {
        title: preview.title,
        blocks: preview
            .blocks
            .into_iter()
            .map(|(line, html)| PreviewBlock { line, html })
            .collect(),
        headings: preview.headings.into_iter().map(heading).collect(),
        issues: preview.issues.into_iter().map(lint_issue).collect(),
        words: WordCount { han, words },
    };
    Ok(reply::private(reply::json(&answer)?))
}

pub(super) fn lint_issue(issue: pailou_drafts::PreviewIssue) -> LintIssue {
    LintIssue {
        severity: issue.severity.name().to_owned(),
        line: issue.line,
        code: issue.code.to_owned(),
        detail: issue.detail,
        fix: issue.fix,
    }
}
