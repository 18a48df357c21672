//! HTTP search: parses the query, searches the index, and returns hits.

use core_wasm::locale::Locale;

use super::api::Hit;
use pailou_content::area::{DOCS, NEWS};
use pailou_content::page_path;
use pailou_search::engine::{Display, Engine, Scope, SearchHit};
use pailou_search::query::Query;
use pailou_site::Site;
use pailou_versions::DocsVersion;
use pailou_web::problem::Problem;

/// Search parameters.
pub(crate) struct SectionQuery<'a> {
    pub question: &'a str,
    pub reader: Locale,
    /// URL of the only page to search; `None` searches all pages.
    pub within: Option<&'a str>,
    /// Number of results to skip at the beginning.
    pub start: usize,
    pub size: usize,
}

/// Returns one page of the hits for a query in one version of the documentation, and the number of matching sections.
/// Returns no hits for a query without search terms.
pub(crate) async fn find_sections(
    site: &Site,
    docs_version: &DocsVersion,
    section_query: SectionQuery<'_>,
) -> Result<(Vec<Hit>, usize), Problem> {
    let query = Query::read(section_query.question);
    if query.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let Some(version) = docs_version.version() else {
        site.search_index.refresh(site).await?;
        let engine = site.search_index.engine();
        return Ok(hits(&engine, &query, None, &section_query));
    };
    let archived = site.search_index.archived(site).await?;
    let (engine, scope) = (&archived.engine, archived.scope(&version.name));
    let Some(scope) = scope else { return Ok((Vec::new(), 0)) };
    let within = section_query.within.map(|url| url.replace(&format!("/@{}", version.name), ""));
    let section_query = SectionQuery { within: within.as_deref(), ..section_query };
    let (hits, total) = hits(engine, &query, Some(scope), &section_query);
    let hits = hits.into_iter().map(|hit| Hit { url: in_version(hit.url, &version.name), ..hit });
    Ok((hits.collect(), total))
}

fn hits(
    engine: &Engine,
    query: &Query,
    scope: Option<&Scope>,
    section_query: &SectionQuery<'_>,
) -> (Vec<Hit>, usize) {
    let question = engine.question(query);
    let mut found = question.find(section_query.reader, scope);
    let display = question.display();
    if let Some(url) = section_query.within {
        let both = [Locale::Zh, Locale::En].into_iter();
        let mut pages = both.filter_map(|it| Some((it, engine.index_of(it).at(url)?)));
        let Some((locale, page)) = pages.next() else { return (Vec::new(), 0) };
        found = found.of_page(locale, page);
    }
    let total = found.total;
    let slice = found.slice(section_query.start, section_query.size);
    (slice.iter().filter_map(|found| hit(&display, found)).collect(), total)
}

/// Adds the version to a URL: `/index/zh/docs/guide/start` → `/index/zh/docs/@2.1/guide/start`. The index of old
/// versions stores each page once, without the version.
fn in_version(url: String, version: &str) -> String {
    let locales = [Locale::Zh, Locale::En].into_iter();
    let tops = locales.map(|locale| page_path::page_url(locale, ""));
    let below = tops.into_iter().find_map(|top| Some((url.strip_prefix(&top)?.to_owned(), top)));
    below.map_or(url, |(rest, top)| format!("{top}/@{version}{rest}"))
}

/// Returns `news` or `docs`.
fn area_of(url: &str) -> &'static str {
    let (_, area, _) = page_path::split_url_path(url.strip_prefix("/index/").unwrap_or(url));
    if area == NEWS { NEWS } else { DOCS }
}

fn hit(display: &Display<'_>, found: &SearchHit) -> Option<Hit> {
    let result = display.displayed_hit(found)?;
    let url = match &result.section.anchor {
        Some(anchor) => format!("{}#{}", result.page.url, page_path::encode(anchor)),
        None => result.page.url.to_string(),
    };
    Some(Hit {
        url,
        title: result.page.title.to_string(),
        heading: result.section.heading.to_string(),
        locale: found.locale.tag().to_owned(),
        snippet: result.excerpt.text,
        marks: result.excerpt.marks,
        area: area_of(&result.page.url).to_owned(),
        score: (f64::from(found.score) * 1000.0).round() / 1000.0,
        matched: result.excerpt.matched,
        more: found.more,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn search_result_area_is_derived_from_its_url() {
        for (url, area) in [
            ("/index/zh/news/2026-01-01-a", "news"),
            ("/index/en/docs", "docs"),
            ("/index/en/docs/news/a", "docs"),
        ] {
            assert_eq!(super::area_of(url), area);
        }
    }

    #[test]
    fn search_result_url_has_the_requested_version() {
        for (url, expected) in [
            ("/index/zh/docs", "/index/zh/docs/@2.1"),
            ("/index/en/docs#a", "/index/en/docs/@2.1#a"),
            ("/index/en/docs/a/b#c", "/index/en/docs/@2.1/a/b#c"),
        ] {
            assert_eq!(super::in_version(url.to_owned(), "2.1"), expected);
        }
    }
}
