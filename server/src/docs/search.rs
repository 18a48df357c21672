//! Search as it is asked for over HTTP: the question taken apart, the sections found, as hits.

use core_wasm::locale::Locale;

use super::wire::Hit;
use crate::shared::content::page_path;
use crate::shared::problem::Problem;
use crate::shared::search::engine::{Engine, Found};
use crate::shared::search::query::Query;
use crate::shared::site::Site;

/// The first hits for a question, and how many there are.
pub(super) async fn find(
    site: &Site,
    question: &str,
    reader: Locale,
    size: usize,
) -> Result<(Vec<Hit>, usize), Problem> {
    let query = Query::read(question);
    if query.is_empty() {
        return Ok((Vec::new(), 0));
    }
    site.finder.refresh(site).await.map_err(|error| Problem::Internal(error.to_string()))?;
    let engine = site.finder.engine();
    let found = engine.find(&query, reader);
    let hits = found.iter().take(size).filter_map(|found| hit(&engine, &query, found)).collect();
    Ok((hits, found.len()))
}

fn hit(engine: &Engine, query: &Query, found: &Found) -> Option<Hit> {
    let shown = engine.shown(query, found)?;
    let url = match &shown.section.anchor {
        Some(anchor) => format!("{}#{}", shown.page.url, page_path::encode(anchor)),
        None => shown.page.url.to_string(),
    };
    Some(Hit {
        url,
        title: shown.page.title.to_string(),
        heading: shown.section.heading.to_string(),
        locale: found.locale.tag().to_owned(),
        snippet: shown.excerpt.text,
        marks: shown.excerpt.marks,
        score: (f64::from(found.score) * 1000.0).round() / 1000.0,
        matched: shown.excerpt.matched,
    })
}
