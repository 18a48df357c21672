//! A single media file: alt text, the texts and site files that use it, and deletion.

use core_wasm::locale::Locale;
use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::{AltText, MediaDetail, MediaUse};
use super::list::to_media_file;
use pailou_auth::guard::{Allowed, permission};
use pailou_auth::session::{Permission, User};
use pailou_media::blobs;
use pailou_site::Site;
use pailou_store::media;
use pailou_store::media::{AllUses, AltTexts, MediaError, Use};
use pailou_store::{DOCS, LANDING, NEWS, link_targets};
use pailou_web::Query;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Maximum length of alt text in characters.
const MAX_ALT_TEXT: usize = 500;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FileQuery {
    /// Path of the file, as in the list.
    path: Option<String>,
}

/// Get media file
///
/// Returns the file with the pages and site files that use it.
#[utoipa::path(get, path = "/api/v1/admin/media/file", tag = "media", params(FileQuery),
    responses(
        (status = 200, description = "The requested file", body = MediaDetail, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
        (status = 404, description = "File not found"),
    ))]
pub(super) async fn read_media_file(
    _: Allowed<permission::PagesRead>,
    site: Site,
    Query(query): Query<FileQuery>,
) -> Result<Response, Problem> {
    media_file_response(&site, &query.path.unwrap_or_default()).await
}

/// Set alt text
///
/// A user whose access scope is one language can change only the alt text in that language, and cannot change
/// `decorative`.
#[utoipa::path(put, path = "/api/v1/admin/media/file", tag = "media",
    params(FileQuery, ("if-match" = Option<String>, Header, description = "The last `revision` that the client read")),
    request_body = AltText,
    responses(
        (status = 200, description = "The requested file", body = MediaDetail, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit files, or the access scope of the account excludes the language"),
        (status = 404, description = "File not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 422, description = "The alt text is too long or has invalid characters"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn describe(
    user: Allowed<permission::Media>,
    site: Site,
    caller: RequestContext,
    Query(query): Query<FileQuery>,
    body: Result<AltText, Problem>,
) -> Result<Response, Problem> {
    let path = query.path.unwrap_or_default();
    let (seen, AltText { zh, en, decorative }) = (caller.if_match()?, body?);
    for (field, text) in [("zh-CN", &zh), ("en-US", &en)] {
        if text.chars().count() > MAX_ALT_TEXT {
            let detail = format!("text too long: at most {MAX_ALT_TEXT} characters");
            return Err(Problem::invalid(field, "too-long", detail));
        }
        if text.chars().any(char::is_control) {
            let detail = "invalid text: expected one line without control characters";
            return Err(Problem::invalid(field, "control-character", detail));
        }
    }
    let row = media::media_row(&site.db, &path).await?.ok_or(Problem::NotFound)?;
    let alt_text = AltTexts { zh: zh.trim().to_owned(), en: en.trim().to_owned(), decorative };
    check_alt_text_permission(&user, &row.words(), &alt_text)?;
    let result = media::set_alt_text(&site, &user.actor, &path, seen, &alt_text).await;
    if let Err(error) = result {
        return Err(media_problem(&site, &path, error).await);
    }
    media_file_response(&site, &path).await
}

/// Returns 403 unless the user has the permission to edit media in each language whose alt text changes. A change of
/// `decorative` requires this permission in both languages.
fn check_alt_text_permission(
    user: &User,
    current: &AltTexts,
    new: &AltTexts,
) -> Result<(), Problem> {
    for locale in Locale::ALL {
        let is_other = current.of(locale) != new.of(locale) || current.decorative != new.decorative;
        // The permission in any area is sufficient: a user whose access scope is limited to some areas may change alt
        // text.
        let areas = [DOCS, LANDING, NEWS];
        if is_other
            && areas
                .iter()
                .all(|area| user.require_for_text(Permission::Media, area, locale).is_err())
        {
            user.require_for_text(Permission::Media, DOCS, locale)?;
        }
    }
    Ok(())
}

/// Delete media file
///
/// The file must not be in use by a page or a site file.
#[utoipa::path(delete, path = "/api/v1/admin/media/file", tag = "media",
    params(FileQuery, ("if-match" = Option<String>, Header, description = "The last `revision` that the client read")),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit files, or the account has an access scope"),
        (status = 404, description = "File not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 422, description = "The file is in use by a page, a draft, a page in the trash, or a site file (`used`); or it comes from Git (`follows-git`)"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn delete_media_file(
    user: Allowed<permission::Media>,
    site: Site,
    caller: RequestContext,
    Query(query): Query<FileQuery>,
) -> Result<Response, Problem> {
    // Pages of both languages may use the file, so a user with an access scope cannot delete it.
    user.require_unrestricted(Permission::Media)?;
    let (path, seen) = (query.path.unwrap_or_default(), caller.if_match()?);
    match media::delete_media(&site, &user.actor, &path, seen).await {
        Ok(()) => Ok(reply::empty(StatusCode::NO_CONTENT)),
        Err(error) => Err(media_problem(&site, &path, error).await),
    }
}

async fn media_file_response(site: &Site, path: &str) -> Result<Response, Problem> {
    let detail = detail(site, path).await?;
    let revision = detail.file.revision.clone();
    Ok(reply::private(reply::with_etag(reply::json(&detail)?, &revision)))
}

pub(super) async fn detail(site: &Site, path: &str) -> Result<MediaDetail, Problem> {
    let row = media::media_row(&site.db, path).await?.ok_or(Problem::NotFound)?;
    let uses = AllUses::of(site).await?;
    let file = to_media_file(&row, &uses, &site.settings);
    let published = uses.published.of(path).map(|of| used(of, false));
    let used_on = published.chain(uses.drafts.of(path).map(|of| used(of, true))).collect();
    let known = link_targets(site).await?;
    let widths = known.image(&file.url).map(|image| image.widths.clone());
    let used_in = uses.site_files(path);
    Ok(MediaDetail { file, used_on, used_in, widths: widths.unwrap_or_default() })
}

fn used(of: &Use, draft: bool) -> MediaUse {
    MediaUse {
        page_id: of.page_id.clone(),
        locale: of.locale.tag(),
        title: of.title.clone(),
        url: of.url.clone(),
        draft: draft && !of.in_trash,
        trash: of.in_trash,
    }
}

pub(super) async fn media_problem(site: &Site, path: &str, error: MediaError) -> Problem {
    let code = match error {
        MediaError::Unknown => return Problem::NotFound,
        MediaError::Changed => {
            return match detail(site, path).await {
                Ok(detail) => Problem::changed(&detail.file),
                Err(problem) => problem,
            };
        }
        MediaError::Keep(error) => return blobs::problem(path, &error),
        MediaError::Database(error) => return error.into(),
        MediaError::Taken => "taken",
        MediaError::FollowsGit => "follows-git",
        MediaError::Used => "used",
    };
    Problem::invalid("path", code, error.to_string())
}
