//! Location of a page in other versions: by key, or else by path, or else the nearest parent page.

use core_wasm::locale::Locale;

use super::{DocsVersion, State, Version, all_versions, store};
use pailou_database::change_feed::CacheTag;
use pailou_store::context::Store;
use pailou_store::redirects;
use pailou_store::redirects::PathLookup;
use pailou_store::sql as today;
use pailou_store::{DOCS, page_tag};

/// Link to a page in a version, or to the nearest parent page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionLink {
    /// Version; `None` for current pages without a version name.
    pub version: Option<Version>,
    /// Public URL.
    pub url: String,
    /// Whether the link is to this page, not to a parent page.
    pub is_page: bool,
}

impl VersionLink {
    pub fn state(&self) -> State {
        self.version.as_ref().map_or(State::Current, |version| version.state)
    }
}

/// Returns the links to the page with this key and path in every version, in the order of versions,
/// with their cache tags. Empty on a site without old versions.
pub async fn version_links(
    store: &Store,
    locale: Locale,
    key: &str,
    path: &str,
) -> Result<(Vec<VersionLink>, Vec<CacheTag>), sqlx::Error> {
    let all = all_versions(store).await?;
    if !all.iter().any(Version::is_old) {
        return Ok((Vec::new(), Vec::new()));
    }
    let paths: Vec<&str> = upwards(path).collect();
    let mut tags: Vec<CacheTag> = paths.iter().map(|path| page_tag(DOCS, path)).collect();
    tags.push(page_tag(DOCS, key));
    let (now, is_page) = in_current(store, locale, key, &paths).await?;
    let current = |version: Option<&Version>| VersionLink {
        version: version.cloned(),
        url: DocsVersion::Current.address(locale, &now),
        is_page,
    };
    let mut found = Vec::with_capacity(all.len() + 1);
    if all.iter().all(Version::is_old) {
        found.push(current(None));
    }
    let mut old_pages = Vec::new();
    for version in all.iter() {
        if !version.is_old() {
            found.push(current(Some(version)));
            continue;
        }
        let (target_path, is_page) =
            in_old(store, version, locale, key, &paths, &mut old_pages).await?;
        let docs_version = DocsVersion::Old(version.clone().into());
        let url = docs_version.address(locale, &target_path);
        found.push(VersionLink { version: Some(version.clone()), url, is_page });
    }
    Ok((found, tags))
}

/// Returns a path and its parents: `a/b/c`, `a/b`, `a`, and the empty path.
fn upwards(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| {
        let above = path.rsplit_once('/').map_or("", |(above, _)| above);
        (!path.is_empty()).then_some(above)
    })
}

async fn in_current(
    store: &Store,
    locale: Locale,
    key: &str,
    paths: &[&str],
) -> Result<(String, bool), sqlx::Error> {
    if let Some(path) = today::path_of_key(&store.db, DOCS, key, locale).await? {
        return Ok((path, true));
    }
    for (number, path) in paths.iter().enumerate() {
        match redirects::find(&store.db, DOCS, locale, path).await? {
            PathLookup::Page => return Ok(((*path).to_owned(), number == 0)),
            PathLookup::Moved(to) => return Ok((to, number == 0)),
            PathLookup::Nothing => {}
        }
    }
    Ok((String::new(), false))
}

/// Row of a page in an old version: version name, locale, path, and key.
type OldPage = (String, String, String, String);

/// Returns the path of the first page of `paths` that exists in an old version, and true if it is the page itself,
/// false for a parent page or if none exists. `old_pages` caches the result of the query for each path, because one
/// query returns the pages of all old versions.
async fn in_old(
    store: &Store,
    version: &Version,
    locale: Locale,
    key: &str,
    paths: &[&str],
    old_pages: &mut Vec<Vec<OldPage>>,
) -> Result<(String, bool), sqlx::Error> {
    for (number, path) in paths.iter().enumerate() {
        let key = if number == 0 { key } else { path };
        if old_pages.len() == number {
            old_pages.push(store::pages_in_versions(&store.db, DOCS, key, path).await?);
        }
        let candidates = old_pages[number].iter().filter(|(name, ..)| *name == version.name);
        let best = candidates.min_by_key(|(_, tag, _, own)| (own != key, tag != locale.tag()));
        if let Some((_, _, path, _)) = best {
            return Ok((path.clone(), number == 0));
        }
    }
    Ok((String::new(), false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ancestors_of_a_path_end_at_the_root() {
        for (path, expected) in
            [("a/b/c", vec!["a/b/c", "a/b", "a", ""]), ("a", vec!["a", ""]), ("", vec![""])]
        {
            assert_eq!(upwards(path).collect::<Vec<_>>(), expected);
        }
    }
}
