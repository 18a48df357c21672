//! Preview links: drafts for readers without an account.

use http::StatusCode;
use warp::reply::Response;

use super::api::{ListedPreviewLink, PreviewCode, PreviewLink, SharedPreview};
use super::guards::{draft_problem, page, require_for_text};
use pailou_auth::guard::{Allowed, permission};
use pailou_web::params;
use pailou_web::problem::Problem;

use pailou_site::Site;
use pailou_web::reply;

/// Create preview link
///
/// Anyone with the link can read the draft for 7 days.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/preview-link", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
    ),
    responses(
        (status = 200, description = "Created. The link is returned only once", body = PreviewLink),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text not found"),
    ))]
pub(super) async fn link(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let page = page(&site, &id).await?;
    require_for_text(&user, &page, locale)?;
    let link = pailou_drafts::link(&site.db, &page, locale, &user.id, &user.actor).await;
    let link = link.map_err(draft_problem)?;
    // The code is in the URL fragment, which is not sent to servers and does not appear in logs.
    let url = format!("{}/index/admin/preview#{}", site.settings.origin(), link.code);
    let link = PreviewLink { url, expires_at: link.expires_at };
    Ok(reply::private(reply::json(&link)?))
}

/// List preview links
///
/// Returns the unexpired links that this user can revoke: those the user created, and those of texts that the user may
/// edit.
#[utoipa::path(get, path = "/api/v1/admin/preview-links", tag = "admin",
    responses(
        (status = 200, description = "All links, those that expire last first", body = [ListedPreviewLink], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit texts"),
    ))]
pub(super) async fn list_previews(
    user: Allowed<permission::AnyEdit>,
    site: Site,
) -> Result<Response, Problem> {
    let links = pailou_drafts::list_links(&site.db).await?.into_iter();
    let rows = links.filter(|link| link.is_revocable_by(&user)).map(|link| ListedPreviewLink {
        id: link.id,
        page: link.page_id,
        locale: link.locale,
        title: link.title,
        created_by: link.created_by,
        expires_at: link.expires_at,
    });
    let rows: Vec<_> = rows.collect();
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Revoke preview link
#[utoipa::path(delete, path = "/api/v1/admin/preview-links/{id}", tag = "admin",
    params(("id" = String, Path, description = "Id of the link")),
    responses(
        (status = 204, description = "Revoked"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit texts"),
        (status = 404, description = "The link has expired or does not exist, or the user may not edit its text"),
    ))]
pub(super) async fn revoke(
    user: Allowed<permission::AnyEdit>,
    id: String,
    site: Site,
) -> Result<Response, Problem> {
    let links = pailou_drafts::list_links(&site.db).await?;
    let link = links.into_iter().find(|link| link.id == id && link.is_revocable_by(&user));
    pailou_drafts::revoke_link(&site.db, &user.actor, &link.ok_or(Problem::NotFound)?).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Get shared preview
///
/// Returns the draft of a preview link.
#[utoipa::path(post, path = "/api/v1/public/preview", tag = "docs",
    request_body = PreviewCode,
    responses(
        (status = 200, description = "The draft", body = SharedPreview),
        (status = 404, description = "The link has expired or does not exist, or its creator may no longer read drafts"),
    ))]
pub(super) async fn shared(
    site: Site,
    body: Result<PreviewCode, Problem>,
) -> Result<Response, Problem> {
    let found = pailou_drafts::page_of_link(&site.db, &body?.code).await?;
    let (page, locale) = found.ok_or(Problem::NotFound)?;
    let text = page.text(locale).ok_or(Problem::NotFound)?;
    let preview = pailou_drafts::preview(&site, &page, text, &text.whole()).await?;
    let draft = text.draft.as_ref();
    let answer = SharedPreview {
        locale: locale.tag().to_owned(),
        title: preview.title,
        html: preview.blocks.into_iter().map(|(_, html)| html).collect(),
        updated_at: draft.map_or(text.saved.updated_at, |draft| draft.updated_at),
        author: draft.map_or_else(|| text.saved.author.clone(), |draft| draft.author.clone()),
    };
    Ok(reply::private(reply::json(&answer)?))
}
