//! Version parameters of requests, and the location of a page in every version.

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::api::{Version, VersionPlace, VersionState, VersionsQuery};
use super::handlers::DocsState;
use pailou_database::change_feed::CacheTag;
use pailou_site::Site;
use pailou_store::version_list::{State, VERSIONS};
use pailou_versions::{DocsVersion, VersionLink};
use pailou_web::Query;
use pailou_web::params::locale;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Returns the version that a request selects, and the path within that version. A request contains the name of the
/// version, or a path that begins with it, such as `@2.1`. Returns 422 for an unknown version name.
pub(crate) async fn resolve_path<'p>(
    site: &Site,
    version: Option<&str>,
    path: &'p str,
) -> Result<(DocsVersion, &'p str), Problem> {
    let Some(name) = version.filter(|name| !name.is_empty()) else {
        let resolved = pailou_versions::resolve_path(site, path).await?;
        return Ok((resolved.version, resolved.path));
    };
    let named = pailou_versions::named(site, name).await?;
    let docs_version =
        named.ok_or_else(|| Problem::invalid("version", "unknown-version", "unknown version"))?;
    Ok((docs_version, path))
}

/// List documentation versions
///
/// Returns the versions in display order; empty if there is only one.
#[utoipa::path(get, path = "/api/v1/public/versions", tag = "docs", params(VersionsQuery),
    responses(
        (status = 200, description = "The versions", body = [Version], headers(("x-total-count" = i64))),
        (status = 400, description = "Unknown locale"),
    ))]
pub(crate) async fn versions(
    Query(query): Query<VersionsQuery>,
    state: DocsState,
) -> Result<Response, Problem> {
    let locale = query.locale.as_deref().map_or(Ok(Locale::En), locale)?;
    let (all, _) = pailou_versions::version_links(&state.site, locale, "", "").await?;
    let top = |link: VersionLink| {
        let docs_version = match (&link.version, link.state()) {
            (Some(version), state) if state != State::Current => {
                DocsVersion::Old(version.clone().into())
            }
            _ => DocsVersion::Current,
        };
        Version {
            url: docs_version.address(locale, ""),
            state: version_state(link.state()),
            released_at: link.version.as_ref().and_then(|version| version.released_at),
            name: link.version.as_ref().map_or_else(String::new, |of| of.name.clone()),
            label: label(&link),
        }
    };
    let all: Vec<_> = all.into_iter().map(top).collect();
    let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
    Ok(reply::with_cache_tags(reply::list(&all, total, None)?, [VERSIONS.to_owned()]))
}

/// Returns the location of a page in every version, and the cache tags on which the response depends. `key` is the key
/// of the page, and `path` is its path in the requested version.
pub(crate) async fn page_in_versions(
    site: &Site,
    locale: Locale,
    key: &str,
    path: &str,
) -> Result<(Vec<VersionPlace>, Vec<CacheTag>), Problem> {
    let (all, tags) = pailou_versions::version_links(site, locale, key, path).await?;
    let link = |link: VersionLink| VersionPlace {
        name: link.version.as_ref().map_or_else(String::new, |of| of.name.clone()),
        label: label(&link),
        state: version_state(link.state()),
        has_page: link.is_page,
        url: link.url,
    };
    Ok((all.into_iter().map(link).collect(), tags))
}

fn label(link: &VersionLink) -> String {
    link.version.as_ref().map_or_else(String::new, |of| of.shown_as().to_owned())
}

fn version_state(state: State) -> VersionState {
    match state {
        State::Current => VersionState::Current,
        State::Unreleased => VersionState::Unreleased,
        State::Maintained => VersionState::Maintained,
        State::Ended => VersionState::Ended,
    }
}
