//! Resolver of documentation URLs: the page at a path, or the redirect from it. A request for a rendered page resolves
//! its path once; the API request of the renderer takes the result from its extensions (ADR 0049).

use std::sync::Arc;

use core_wasm::locale::Locale;

use super::PathLookup;
use pailou_content::page_path;
use pailou_site::Site;
use pailou_store::sql::Text;
use pailou_versions::DocsVersion;
use pailou_web::problem::Problem;

/// Published page at a requested path.
#[derive(Debug, Clone)]
pub struct ResolvedPage {
    /// Requested language; the text may be in the other language.
    locale: Locale,
    /// Requested path, which begins with the name of an old version, if any.
    address: String,
    pub version: DocsVersion,
    /// Path within `version`.
    pub path: String,
    pub text: Text,
    /// Value of the change counter before the page was read.
    pub read_at: i64,
}

impl ResolvedPage {
    /// Whether this page was resolved from this language and path.
    pub(crate) fn is_at(&self, locale: Locale, address: &str) -> bool {
        self.locale == locale && self.address == address
    }
}

/// Looks up the page at this path, in this language or the other one. A path in an old version begins with the name of
/// the version, such as `@2.1`.
pub(crate) async fn find_page(
    site: &Site,
    locale: Locale,
    path: &str,
) -> Result<PathLookup, Problem> {
    Ok(resolve(site, locale, path).await?.0)
}

/// Same as `find_page`, but also returns the page: `None` for a redirect, an unknown path, and the root of an old
/// version without an index page.
pub async fn resolve(
    site: &Site,
    locale: Locale,
    path: &str,
) -> Result<(PathLookup, Option<Arc<ResolvedPage>>), Problem> {
    let read_at = site.changes.version();
    let resolved = pailou_versions::resolve_path(site, path).await?;
    let name = resolved.version.version().map(|version| version.name.as_str());
    let (found, text) = resolved.version.resolve(site, locale, resolved.path).await?;
    let found = match found {
        // The root of a version without an index page lists its pages.
        PathLookup::Nothing if resolved.path.is_empty() && name.is_some() => PathLookup::Page,
        PathLookup::Page if resolved.names_current => PathLookup::Moved(resolved.path.to_owned()),
        PathLookup::Nothing if resolved.names_current && resolved.path.is_empty() => {
            PathLookup::Moved(String::new())
        }
        PathLookup::Moved(to) => PathLookup::Moved(page_path::in_version(name, &to)),
        found => found,
    };
    let text = text.filter(|_| found == PathLookup::Page);
    let page = text.map(|text| ResolvedPage {
        locale,
        address: path.to_owned(),
        path: resolved.path.to_owned(),
        version: resolved.version,
        text,
        read_at,
    });
    Ok((found, page.map(Arc::new)))
}
