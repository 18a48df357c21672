//! Search dictionary, extracted from translations. Logged-in users can read it; administrators can correct it.

use core_wasm::locale::Locale;
use http::StatusCode;
use warp::reply::Response;

use super::api::{
    Decision, DictionaryPair, DictionaryQuery, DictionaryRow, DictionaryTranslation, Evidence,
    EvidenceQuery, WordLock,
};
use pailou_auth::guard::{Allowed, Granted, permission};
use pailou_search::decisions::Verdict;
use pailou_site::Site;
use pailou_site_search::dictionary::{DictionaryEntry, Translation, WordFilter};
use pailou_web::problem::Problem;
use pailou_web::{Query, Route, route};
use pailou_web::{params, reply};

const MAX_BODY: u64 = 4 << 10;
const MAX_WORD: usize = 64;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let max_bytes = MAX_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, list),
        route!(site, evidence),
        route!(site, decide).with_body_limit(max_bytes),
        route!(site, lock).with_body_limit(max_bytes),
    ]
}

/// List dictionary terms
///
/// Returns terms with their translations, most used first.
#[utoipa::path(get, path = "/api/v1/localization/dictionary", tag = "localization",
    params(DictionaryQuery),
    responses(
        (status = 200, description = "One page of the list", body = [DictionaryRow],
            headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The API token lacks the permission"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(crate) async fn list(
    _: Granted<permission::Dictionary>,
    site: Site,
    Query(query): Query<DictionaryQuery>,
) -> Result<Response, Problem> {
    let locale = query.locale.as_deref().map_or(Ok(Locale::Zh), params::locale)?;
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let (page, size) = (usize::try_from(page).unwrap_or(1), usize::try_from(size).unwrap_or(20));
    let filter = WordFilter {
        locale,
        like: query.q.as_deref().unwrap_or_default(),
        only_decided: params::flag("decided", query.decided.as_deref())?,
        skip: (page - 1).saturating_mul(size),
        size,
    };
    site.search_index.refresh(&site).await?;
    let decisions = site.search_index.decisions(&site).await?;
    let (rows, total) = site.search_index.dictionary(&decisions, &filter);
    let rows: Vec<_> = rows.into_iter().map(|row| to_dictionary_row(row, locale)).collect();
    let total = i64::try_from(total).unwrap_or(i64::MAX);
    Ok(reply::private(reply::list(&rows, total, None)?))
}

fn to_dictionary_row(row: DictionaryEntry, locale: Locale) -> DictionaryRow {
    let translation = |translation: Translation| DictionaryTranslation {
        term: translation.term,
        written: translation.written,
        probability: (f64::from(translation.probability) * 1000.0).round() / 1000.0,
        decision: translation.verdict.map(|verdict| match verdict {
            Verdict::Accepted => Decision::Accept,
            Verdict::Rejected => Decision::Reject,
        }),
    };
    DictionaryRow {
        locale: locale.tag().to_owned(),
        term: row.term,
        written: row.written,
        used: row.used.into(),
        locked: row.is_locked,
        translations: row.translations.into_iter().map(translation).collect(),
    }
}

/// List translation examples
///
/// Returns aligned sentences that contain both terms.
#[utoipa::path(get, path = "/api/v1/localization/dictionary/examples", tag = "localization",
    params(EvidenceQuery),
    responses(
        (status = 200, description = "Up to five examples, the shortest first", body = [Evidence]),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The API token lacks the permission"),
    ))]
pub(crate) async fn evidence(
    _: Granted<permission::Dictionary>,
    site: Site,
    Query(query): Query<EvidenceQuery>,
) -> Result<Response, Problem> {
    site.search_index.refresh(&site).await?;
    let (zh, en) = (query.zh.unwrap_or_default(), query.en.unwrap_or_default());
    let found = site.search_index.evidence(&site, brief(&zh), brief(&en)).await?;
    let found: Vec<_> = found.into_iter().map(|(zh, en)| Evidence { zh, en }).collect();
    Ok(reply::private(reply::json(&found)?))
}

/// Accept or reject translation
///
/// `forget` deletes the decision, so that automatic extraction is used again. Terms are given in
/// the form that texts contain; the search uses the change immediately.
#[utoipa::path(post, path = "/api/v1/localization/dictionary/pair", tag = "localization",
    request_body = DictionaryPair,
    responses(
        (status = 204, description = "Saved"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit the search dictionary"),
        (status = 422, description = "The term or the translation does not exist"),
    ))]
pub(crate) async fn decide(
    user: Allowed<permission::Dictionary>,
    site: Site,
    pair: Result<DictionaryPair, Problem>,
) -> Result<Response, Problem> {
    let pair = pair?;
    let verdict = match pair.decision {
        Decision::Accept => Some(Verdict::Accepted),
        Decision::Reject => Some(Verdict::Rejected),
        Decision::Forget => None,
    };
    let long = [("zh", &pair.zh), ("en", &pair.en)].into_iter().find(|(_, word)| too_long(word));
    if let Some((field, _)) = long {
        return Err(too_long_problem(field));
    }
    site.search_index.decide(&site, (&pair.zh, &pair.en), verdict, &user.actor).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Lock or unlock dictionary term
///
/// A locked term keeps its current translations; an unlocked one is updated from the texts.
#[utoipa::path(post, path = "/api/v1/localization/dictionary/lock", tag = "localization",
    request_body = WordLock,
    responses(
        (status = 204, description = "Saved"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit the search dictionary"),
        (status = 422, description = "The term has no known translation"),
    ))]
pub(crate) async fn lock(
    user: Allowed<permission::Dictionary>,
    site: Site,
    lock: Result<WordLock, Problem>,
) -> Result<Response, Problem> {
    let lock = lock?;
    if too_long(&lock.term) {
        return Err(too_long_problem("term"));
    }
    let word = (params::locale(&lock.locale)?, lock.term.as_str());
    site.search_index.refresh(&site).await?;
    site.search_index.lock(&site, word, lock.locked, &user.actor).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

fn too_long(word: &str) -> bool {
    word.chars().count() > MAX_WORD
}

fn too_long_problem(field: &str) -> Problem {
    Problem::invalid(
        field,
        "too-long",
        format!("`{field}` too long: at most {MAX_WORD} characters"),
    )
}

/// Truncates a long word to the maximum length of search terms.
fn brief(word: &str) -> &str {
    word.char_indices().nth(MAX_WORD).map_or(word, |(end, _)| &word[..end])
}
