//! Reader feedback on a page: yes or no, and an optional comment. The feedback is stored with the revision that was
//! read, without personal data.

pub(crate) mod store;

use std::num::NonZeroU32;
use std::time::Duration;

use core_wasm::locale::Locale;
use http::StatusCode;
use http::header::{self, HeaderValue};
use percent_encoding::percent_decode_str;
use warp::reply::Response;

use super::api::{Feedback, ListedFeedback};
use super::{AREA, PathLookup, address, find_page};
use pailou_auth::guard::{Allowed, permission};
use pailou_content::page_path;
use pailou_database::id;
use pailou_site::Site;
use pailou_store::sql as record;
use pailou_store::sql::Text;
use pailou_web::body::JsonOrForm;
use pailou_web::client::{RateLimiter, RequestContext};
use pailou_web::params::PageQuery;
use pailou_web::problem::{FieldError, Problem};
use pailou_web::reply;
use pailou_web::{Query, Route, extract_state, route};

/// Rate limit per client address: `BURST` requests in a burst, then one per `EVERY`.
const BURST: NonZeroU32 = NonZeroU32::new(20).expect("not zero");
const EVERY: Duration = Duration::from_secs(3);

const MAX_BODY: u64 = 8 << 10;
const MAX_COMMENT: usize = 500;
/// Maximum length of a URL in characters.
const MAX_URL: usize = 2000;
const MAX_NAME: usize = 64;

#[derive(Debug, Clone)]
pub(crate) struct FeedbackService {
    site: Site,
    limit: RateLimiter,
}

extract_state!(FeedbackService);

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let service = &FeedbackService { site: site.clone(), limit: RateLimiter::new(BURST, EVERY) };
    let body_limit = MAX_BODY.min(site.settings.body_bytes);
    vec![route!(site, list_feedback), route!(service, feedback).with_body_limit(body_limit)]
}

/// List reader feedback
///
/// Returns the feedback, newest first.
#[utoipa::path(get, path = "/api/v1/admin/docs-feedback", tag = "docs", params(PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ListedFeedback], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated, or the session has expired"),
        (status = 403, description = "The API token lacks the permission"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(crate) async fn list_feedback(
    _: Allowed<permission::Feedback>,
    Query(query): Query<PageQuery>,
    site: Site,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    let total = store::counts(&site.db).await?.iter().map(|(_, count)| count).sum();
    let listed = store::newest(&site.db, (page - 1) * size, size).await?;
    let listed: Vec<_> = listed.into_iter().map(ListedFeedback::from).collect();
    Ok(reply::private(reply::list(&listed, total, None)?))
}

impl From<store::Answer> for ListedFeedback {
    fn from(row: store::Answer) -> Self {
        let locale = row.locale.parse().unwrap_or(Locale::En);
        Self {
            url: address(locale, &row.path),
            title: row.title,
            locale: row.locale,
            answer: row.answer,
            comment: row.comment,
            at: row.created_at,
        }
    }
}

/// Send page feedback
///
/// A request with the same id replaces the earlier feedback, so that a client can send the answer first and the comment
/// later. A form post without JavaScript is redirected to the page.
#[utoipa::path(post, path = "/api/v1/public/docs-feedback", tag = "docs",
    request_body(content((Feedback = "application/json"), (Feedback = "application/x-www-form-urlencoded"))),
    responses(
        (status = 202, description = "Saved"),
        (status = 303, description = "For a form post: redirect to the page, which shows the outcome", headers(("location" = String))),
        (status = 422, description = "A field is invalid"),
        (status = 429, description = "Too many requests from this address"),
    ))]
pub(crate) async fn feedback(
    service: FeedbackService,
    caller: RequestContext,
    JsonOrForm { is_form, value: sent }: JsonOrForm<Feedback>,
) -> Result<Response, Problem> {
    let visitor = caller.address;
    let sent = sent?;
    let page = parse_page_url(&sent.url);
    let result = match service.limit.check(visitor) {
        Ok(()) => store_feedback(&service.site, page.as_ref(), sent).await,
        Err(problem) => Err(problem),
    };
    match (is_form, page, result) {
        (false, _, result) => result.map(|()| reply::empty(StatusCode::ACCEPTED)),
        (true, Some(page), Ok(())) => Ok(back(&page, "pailou-feedback-thanks")),
        (true, Some(page), Err(Problem::TooManyRequests(_) | Problem::Invalid(_))) => {
            Ok(back(&page, "pailou-feedback-failed"))
        }
        (true, _, result) => result.map(|()| reply::empty(StatusCode::ACCEPTED)),
    }
}

/// Redirects to the page, with the fragment of the message that displays the result.
fn back((locale, path): &(Locale, String), fragment: &str) -> Response {
    let to = HeaderValue::from_str(&format!("{}#{fragment}", address(*locale, path)));
    let mut response = reply::empty(StatusCode::SEE_OTHER);
    to.into_iter().for_each(|to| drop(response.headers_mut().insert(header::LOCATION, to)));
    response
}

async fn store_feedback(
    site: &Site,
    page: Option<&(Locale, String)>,
    sent: Feedback,
) -> Result<(), Problem> {
    let valid = ValidFeedback::of(&sent)?;
    let text = match page {
        Some((locale, path)) => text(site, *locale, path).await?,
        None => None,
    };
    let text = text.ok_or_else(|| {
        Problem::invalid(
            "url",
            "unknown-page",
            "invalid `url`: expected a page of the documentation",
        )
    })?;
    let published =
        record::published_revision(&site.db, &text.id).await?.ok_or(Problem::NotFound)?;
    let read = sent.revision.as_deref().and_then(|revision| {
        revision.strip_prefix(text.id.as_str())?.strip_prefix('-')?.parse::<i64>().ok()
    });
    let row = store::Row {
        text_id: &text.id,
        locale: &text.locale,
        revision: read
            .filter(|read| (1..=published.number).contains(read))
            .unwrap_or(published.number),
        now: id::now(),
    };
    let mut tx = site.db.begin().await?;
    store::put(&mut tx, &row, &valid).await?;
    Ok(tx.commit().await?)
}

async fn text(site: &Site, locale: Locale, path: &str) -> Result<Option<Text>, Problem> {
    let path = match find_page(site, locale, path).await? {
        PathLookup::Page => path.to_owned(),
        PathLookup::Moved(to) => to,
        PathLookup::Nothing => return Ok(None),
    };
    Ok(record::text_at(&site.db, AREA, locale, &path).await?)
}

/// Parses the URL of a documentation page, such as `/index/zh/docs/guide/start`, with or without the origin. Returns
/// the language and the decoded path; `None` for another URL.
fn parse_page_url(url: &str) -> Option<(Locale, String)> {
    if url.chars().count() > MAX_URL {
        return None;
    }
    let path = match url.split_once("://") {
        Some(("http" | "https", rest)) => &rest[rest.find('/')?..],
        _ => url,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default().strip_prefix("/index/")?;
    let (Some(locale), "docs", page) = page_path::split_url_path(path.trim_end_matches('/')) else {
        return None;
    };
    let page = percent_decode_str(page).decode_utf8().ok()?;
    (!page.contains(char::is_control)).then(|| (locale, page.into_owned()))
}

/// Validated feedback.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ValidFeedback {
    id: String,
    answer: &'static str,
    comment: String,
}

impl ValidFeedback {
    /// Validates the id, the answer, and the comment. The error (status 422) contains each invalid field.
    fn of(sent: &Feedback) -> Result<Self, Problem> {
        let mut errors = Vec::new();
        let mut wrong = |field: &str, code, detail: &str| {
            errors.push(FieldError::new(field, code, detail));
        };
        // Clippy suggests `unwrap_or_default`, but a random id is not a default value.
        #[allow(clippy::unwrap_or_default)]
        let id = sent.id.clone().filter(|id| !id.is_empty()).unwrap_or_else(id::new);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if id.len() > MAX_NAME || !id.chars().all(is_plain) {
            wrong("id", "invalid", "invalid id: expected 1 to 64 letters, digits, - and _");
        }
        let known = ["yes", "no"].into_iter().find(|known| *known == sent.answer);
        if known.is_none() {
            wrong("answer", "unknown-answer", "invalid answer: expected `yes` or `no`");
        }
        let comment = plain(sent.comment.as_deref().unwrap_or_default());
        if comment.chars().count() > MAX_COMMENT {
            wrong("comment", "too-long", "comment too long: at most 500 characters");
        }
        let answer = known.filter(|_| errors.is_empty()).ok_or(Problem::Invalid(errors))?;
        Ok(Self { id, answer, comment })
    }
}

/// Normalizes line breaks, and removes control characters and surrounding white space.
fn plain(comment: &str) -> String {
    let comment = comment.replace("\r\n", "\n").replace('\r', "\n");
    let seen = comment.chars().filter(|c| *c == '\n' || !c.is_control());
    seen.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_url_in_feedback_is_parsed() {
        for (url, expected) in [
            ("/index/zh/docs/guide/start", Some((Locale::Zh, "guide/start"))),
            ("https://docs.example.org/index/en/docs/a/?x#y", Some((Locale::En, "a"))),
            ("/index/zh/docs", Some((Locale::Zh, ""))),
            ("/index/zh/docs/%E5%90%8D", Some((Locale::Zh, "名"))),
            ("/index/docs/a", None),
            ("/index/zh/docsx", None),
            ("/index/zh/docs/%00", None),
            ("https://example.org", None),
            ("javascript:alert(1)", None),
        ] {
            let expected = expected.map(|(locale, path)| (locale, path.to_owned()));
            assert_eq!(parse_page_url(url), expected, "{url}");
        }
    }

    #[test]
    fn page_url_has_at_most_2000_characters() {
        let path = |length: usize| "名".repeat(length);
        let url = |length: usize| {
            let prefix = "/index/zh/docs/";
            format!("{prefix}{}", path(length - prefix.len()))
        };
        assert_eq!(parse_page_url(&url(2000)), Some((Locale::Zh, path(1985))));
        assert_eq!(parse_page_url(&url(2001)), None);
    }

    #[test]
    fn control_characters_are_removed_from_comments() {
        assert_eq!(plain(" a\r\nb\u{0}\u{1b}\r "), "a\nb");
        assert_eq!(plain("\u{0}"), "");
    }

    #[test]
    fn invalid_id_answer_and_comment_are_reported_together() {
        let sent = Feedback {
            id: Some("a b".to_owned()),
            url: String::new(),
            answer: "maybe".to_owned(),
            comment: Some("文".repeat(501)),
            revision: None,
        };
        let Err(Problem::Invalid(errors)) = ValidFeedback::of(&sent) else { panic!() };
        let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["id", "answer", "comment"]);
        let sent = Feedback {
            id: None,
            answer: "yes".to_owned(),
            comment: Some("文".repeat(500)),
            ..sent
        };
        assert!(ValidFeedback::of(&sent).is_ok());
    }
}
