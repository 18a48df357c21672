//! Preview links: drafts for readers without an account.

use warp::reply::Response;

use super::shown::{needs, page, told, writer};
use super::wire::{PreviewCode, PreviewLink, SharedPreview};
use crate::shared::asked;
use crate::shared::problem::Problem;
use crate::shared::record::drafts;
use crate::shared::reply;
use crate::shared::site::Site;
use crate::shared::visitor::Caller;

/// Create a preview link. Anyone with the link can read the draft for seven days.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/preview-link", tag = "admin",
    security(("token" = ["pages-edit"]), ("token" = ["translations-edit"])),
    params(
        ("id" = String, Path, description = "Of the page"),
        ("locale" = String, Path, description = "zh, en, zh-CN or en-US"),
    ),
    responses(
        (status = 200, description = "Made. The link is said this once", body = PreviewLink),
        (status = 400, description = "There is no such language"),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not change this text"),
        (status = 404, description = "There is no such text"),
    ))]
pub(super) async fn link(
    id: String,
    tag: String,
    site: Site,
    caller: Caller,
) -> Result<Response, Problem> {
    let user = writer(&site, &caller).await?;
    let locale = asked::locale(&tag)?;
    let page = page(&site, &id).await?;
    needs(&user, &page, locale)?;
    let link = drafts::link(&site.db, &page, locale, &user.id, &user.actor).await;
    let link = link.map_err(told)?;
    // The code is in the fragment, which no log and no other site receives.
    let url = format!("{}/index/admin/preview#{}", site.settings.origin(), link.code);
    let link = PreviewLink { url, expires_at: link.expires_at };
    Ok(reply::private(reply::json(&link)?))
}

/// What a preview link shows.
#[utoipa::path(post, path = "/api/v1/public/preview", tag = "docs",
    request_body = PreviewCode,
    responses(
        (status = 200, description = "What is written now", body = SharedPreview),
        (status = 404, description = "The link has expired, its creator may not read drafts any more, or it does not exist"),
    ))]
pub(super) async fn shared(
    site: Site,
    body: Result<PreviewCode, Problem>,
) -> Result<Response, Problem> {
    let found = drafts::shared(&site.db, &body?.code).await?;
    let (page, locale) = found.ok_or(Problem::NotFound)?;
    let text = page.text(locale).ok_or(Problem::NotFound)?;
    let preview = drafts::preview(&site, &page, text, &text.whole()).await?;
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
