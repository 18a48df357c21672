//! Publication: preview of the effects, immediate or scheduled publication, and unpublishing.

use std::collections::HashSet;

use core_wasm::locale::Locale;
use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::{DraftChanges, Publish, Published, SegmentChange, SegmentDecision, WrittenPage};
use super::drafts::lint_issue;
use super::guards::{draft_problem, if_match, page, page_response, pieces, require_for_text};
use pailou_auth::guard::{Allowed, permission};
use pailou_database::id;
use pailou_drafts::{Page, Publishing, Unpublishing};
use pailou_site::Site;
use pailou_store::address;
use pailou_web::client::RequestContext;
use pailou_web::problem::{FieldError, Problem};
use pailou_web::{Query, params, reply};

/// Maximum time until scheduled publication, in milliseconds: ten years.
const MAX_AHEAD: i64 = 3_653 * pailou_dates::MS;

/// List changes of draft
///
/// Returns the changes that publishing the draft would make, and the issues in the draft.
#[utoipa::path(get, path = "/api/v1/admin/pages/{id}/{locale}/changes", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
    ),
    responses(
        (status = 200, description = "The changes, in the order of the text", body = DraftChanges),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
        (status = 404, description = "Text not found"),
    ))]
pub(super) async fn changes(
    _: Allowed<permission::PagesRead>,
    id: String,
    tag: String,
    site: Site,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let page = page(&site, &id).await?;
    let text = page.text(locale).ok_or(Problem::NotFound)?;
    let (segments, front_matter) = pailou_drafts::changes(&site.db, &page, text).await?;
    let preview = pailou_drafts::preview(&site, &page, text, &text.whole()).await?;
    let change = |change: pailou_drafts::SegmentChange| SegmentChange {
        id: change.id,
        kind: change.kind.to_owned(),
        line: change.line,
        pieces: pieces(change.pieces),
        counterpart: change.counterpart,
        counterpart_changed: change.counterpart_changed,
        affected: change.affected,
        suggested: change.suggested,
        outdated: change.is_outdated,
        counterpart_outdated: change.counterpart_outdated,
        not_translated: change.not_translated,
    };
    let answer = DraftChanges {
        revision: text.revision(),
        segments: segments.into_iter().map(change).collect(),
        front_matter,
        issues: preview.issues.into_iter().map(lint_issue).collect(),
    };
    Ok(reply::private(reply::json(&answer)?))
}

/// Publish draft
///
/// Publishes the draft now or at a given time. With `other`, publishes both languages in one transaction.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/publish", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the text that the client read"),
    ),
    request_body = Publish,
    responses(
        (status = 200, description = "Published or scheduled", body = Published, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text not found"),
        (status = 412, description = "Another user has saved or published a change; the response has the current text and the base of the draft. With `other`, either text can be the cause: the part of a revision before its first `-` belongs to the text itself"),
        (status = 422, description = "The front matter is invalid, its `slug` is in use by another page, an image lacks alt text, or the time is in the past or more than ten years ahead. The field is `text`, or `other.text` for the text of the other language. A verdict is on a segment that the draft does not change: field `decisions`. The publish gate refuses it: field `gate`, code `outdated` or `not-translated` for each segment of the other language, or `other-unpublished`"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn publish(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
    caller: RequestContext,
    body: Result<Publish, Problem>,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let page = page(&site, &id).await?;
    require_for_text(&user, &page, locale)?;
    let (seen, Publish { at, decisions, other }) = (if_match(&caller)?, body?);
    if other.is_some() {
        require_for_text(&user, &page, locale.other())?;
    }
    require_changed(&site, &page, locale, &decisions).await?;
    let decisions: Vec<_> =
        decisions.into_iter().map(|decision| (decision.segment, decision.verdict)).collect();
    let publishing = Publishing {
        page_id: &id,
        locale,
        seen: seen.as_deref(),
        other: other.as_deref(),
        decisions: &decisions,
        actor: &user.actor,
    };
    let (page, path) = match at {
        Some(at) if at <= id::now() => {
            return Err(Problem::invalid("at", "past", "time in the past"));
        }
        Some(at) if at - id::now() > MAX_AHEAD => {
            return Err(Problem::invalid("at", "too-late", "time more than ten years ahead"));
        }
        Some(at) => {
            let page = pailou_drafts::schedule_draft(&site, &publishing, &user.id, at)
                .await
                .map_err(draft_problem)?;
            (page, None)
        }
        None => {
            let done = pailou_drafts::publish(&site, &publishing).await.map_err(draft_problem)?;
            (done.page, Some(done.path))
        }
    };
    let text = page.text(locale).ok_or(Problem::NotFound)?;
    let path = path.as_ref().unwrap_or(&text.saved.path);
    let revision = text.revision();
    let answer = Published {
        url: address(&page.area, locale, path),
        revision: revision.clone(),
        publish_at: at,
    };
    Ok(reply::private(reply::with_etag(reply::json(&answer)?, &revision)))
}

/// Rejects verdicts on segments that the draft does not change, and multiple verdicts on one
/// segment.
async fn require_changed(
    site: &Site,
    page: &Page,
    locale: Locale,
    decisions: &[SegmentDecision],
) -> Result<(), Problem> {
    let Some(text) = page.text(locale).filter(|_| !decisions.is_empty()) else { return Ok(()) };
    let (changes, _) = pailou_drafts::changes(&site.db, page, text).await?;
    let changed: HashSet<&str> = changes.iter().map(|change| change.id.as_str()).collect();
    let mut seen = HashSet::new();
    let error = |SegmentDecision { segment, .. }: &SegmentDecision| {
        let is_first = seen.insert(segment.clone());
        let (code, detail) = match changed.contains(segment.as_str()) {
            false => ("not-changed", format!("segment `{segment}` is not changed by the draft")),
            true if !is_first => ("duplicate", format!("several verdicts on segment `{segment}`")),
            true => return None,
        };
        Some(FieldError::new("decisions", code, detail))
    };
    let errors: Vec<_> = decisions.iter().filter_map(error).collect();
    if errors.is_empty() { Ok(()) } else { Err(Problem::Invalid(errors)) }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UnpublishQuery {
    /// `revision` of the text in the other language, as the client last read it, to unpublish both languages.
    other: Option<String>,
}

/// Unpublish text
///
/// The text can be edited and published again. With `other`, unpublishes both languages in one
/// transaction.
#[utoipa::path(post, path = "/api/v1/admin/pages/{id}/{locale}/unpublish", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the text that the client read"),
        UnpublishQuery,
    ),
    responses(
        (status = 200, description = "Unpublished", body = WrittenPage, headers(("etag" = String))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text not found"),
        (status = 412, description = "Another user has saved a change; the response has the current draft"),
        (status = 422, description = "The publish gate refuses it, because the other language stays published: field `gate`, code `other-published`"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn unpublish(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
    caller: RequestContext,
    Query(UnpublishQuery { other }): Query<UnpublishQuery>,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let page = page(&site, &id).await?;
    require_for_text(&user, &page, locale)?;
    if other.is_some() {
        require_for_text(&user, &page, locale.other())?;
    }
    let seen = if_match(&caller)?;
    let unpublishing = Unpublishing {
        page_id: &id,
        locale,
        seen: seen.as_deref(),
        other: other.as_deref(),
        actor: &user.actor,
    };
    let page = pailou_drafts::unpublish(&site, &unpublishing).await.map_err(draft_problem)?;
    page_response(&site, &user, &page).await
}

/// Cancel scheduled publishing
#[utoipa::path(delete, path = "/api/v1/admin/pages/{id}/{locale}/schedule", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
    ),
    responses(
        (status = 204, description = "Schedule canceled"),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this text"),
        (status = 404, description = "Text not found"),
    ))]
pub(super) async fn unschedule(
    user: Allowed<permission::AnyEdit>,
    id: String,
    tag: String,
    site: Site,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    require_for_text(&user, &page(&site, &id).await?, locale)?;
    pailou_drafts::unschedule(&site, &id, locale, &user.actor).await.map_err(draft_problem)?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}
