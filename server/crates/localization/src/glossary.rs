//! Glossary of the site, imported with the pages.

use warp::reply::Response;

use super::Localization;
use super::api::{GlossaryQuery, GlossaryTerm};
use pailou_lint::Term;
use pailou_store::{LINK_TARGETS, lint_input};
use pailou_web::problem::Problem;
use pailou_web::{Query, params, reply};

/// List glossary terms
///
/// Returns the terms of the glossary that was imported with the pages, in the order of the glossary.
#[utoipa::path(get, path = "/api/v1/public/localization/glossary", tag = "localization",
    params(GlossaryQuery),
    responses(
        (status = 200, description = "One page of the list", body = [GlossaryTerm],
            headers(("x-total-count" = i64))),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(crate) async fn glossary(
    Localization { site, .. }: Localization,
    Query(query): Query<GlossaryQuery>,
) -> Result<Response, Problem> {
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    // The terms of invalid glossary files are omitted; `pailou check` reports these files.
    let (glossary, _) = lint_input::glossary(&site).await?;
    let part = query.q.unwrap_or_default().trim().to_lowercase();
    let found: Vec<_> = glossary.terms().iter().filter(|term| has(term, &part)).collect();
    let from = usize::try_from((page - 1) * size).unwrap_or(usize::MAX);
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let rows: Vec<_> =
        found.iter().skip(from).take(size).map(|term| to_glossary_term(term)).collect();
    let response = reply::list(&rows, found.len() as i64, None)?;
    Ok(reply::with_cache_tags(response, [LINK_TARGETS.to_owned()]))
}

fn has(term: &Term, part: &str) -> bool {
    [&term.term, &term.translation].iter().any(|text| text.to_lowercase().contains(part))
}

fn to_glossary_term(term: &Term) -> GlossaryTerm {
    GlossaryTerm {
        term: term.term.clone(),
        translation: term.translation.clone(),
        forbidden: term.forbidden.clone(),
    }
}
