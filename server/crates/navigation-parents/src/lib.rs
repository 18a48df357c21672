//! Navigation parents (ADR 0070, ADR 0071). The navigation lists a page below its navigation parent, if it has one, and
//! otherwise below the page at the parent path. A navigation parent is stored by page id, so that the parent page can
//! be moved and renamed.
//!
//! - [`Nesting`] contains the navigation parents of imported pages.
//! - [`choose`] stores the parent that a user chose, [`parent_of`] reads it, and [`reset_nesting`] removes it.
//! - [`mod@file`] reads and writes chosen parents as `navigation-parents.toml` of an export.
//!
//! ```
//! use pailou_navigation_parents::file::ChosenParents;
//!
//! let text = "[[page]]\npath = \"limits\"\nparent = \"guide/proxy\"\n";
//! assert_eq!(ChosenParents::read(text).unwrap().write().as_deref(), Some(text));
//! ```

use std::collections::{BTreeSet, HashMap, HashSet};

use core_wasm::locale::Locale;

use pailou_content::area::DOCS;
use pailou_content::cache_tags::{LINK_TARGETS, TEXTS, TREE, branch_above};
use pailou_database::change_feed::CacheTag;
use pailou_database::{Db, Tx, change_feed};
use pailou_importers::folder::PageFile;

pub mod file;
mod store;

pub use store::ParentPage;
use store::PlacedRow;

/// Maximum number of pages above a page in the navigation.
pub const MAX_DEPTH: usize = 64;

/// Reason why a page cannot be the navigation parent of another page.
#[derive(Debug, thiserror::Error)]
pub enum ParentError {
    #[error("parent page not found: expected a page of the documentation")]
    Unknown,
    #[error("parent page is below this page")]
    BelowItself,
    #[error("parent page is nested too deep: at most {MAX_DEPTH} levels")]
    TooDeep,
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// Key of the navigation parent of each imported page; `None` for pages without a navigation parent.
#[derive(Debug, Default)]
pub struct Nesting(HashMap<(Locale, String), Option<String>>);

impl Nesting {
    pub fn of(pages: &[PageFile]) -> Self {
        let docs = pages.iter().filter(|page| page.area == DOCS);
        Self(docs.map(|page| ((page.locale, page.key.clone()), page.parent.clone())).collect())
    }

    /// Stores the changed navigation parents. Does not change pages of other imports, nor pages for
    /// which a user chose the parent.
    pub async fn store(&self, tx: &mut Tx) -> Result<(), sqlx::Error> {
        let mut tags: BTreeSet<CacheTag> = BTreeSet::new();
        for locale in Locale::ALL {
            let rows = store::nested_rows(tx, DOCS, locale).await?;
            let paths: HashMap<&str, &str> =
                rows.iter().map(|row| (row.key.as_str(), row.path.as_str())).collect();
            for row in &rows {
                let Some(parent) = self.0.get(&(locale, row.key.clone())) else { continue };
                if *parent == row.parent_key || row.is_chosen != 0 {
                    continue;
                }
                store::set_parent(tx, DOCS, locale, (&row.key, parent.as_deref())).await?;
                let above = parent.as_deref().and_then(|parent| paths.get(parent).copied());
                let shown = above.into_iter().chain(row.parent_path.as_deref());
                tags.extend(shown.map(|path| format!("branch:{path}")));
                tags.extend([
                    branch_above(&row.path),
                    TREE.into(),
                    LINK_TARGETS.into(),
                    TEXTS.into(),
                ]);
            }
        }
        if !tags.is_empty() {
            change_feed::publish(tx, &tags.into_iter().collect::<Vec<_>>()).await?;
        }
        Ok(())
    }
}

/// Removes the navigation parent of a page that is moved to another folder. The navigation then lists the page by its
/// new path.
pub async fn reset_nesting(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    store::clear_parent(tx, page_id).await
}

/// Sets the navigation parent of a page of the documentation in both languages. With `None`, the parent is the page at
/// the parent path.
pub async fn choose(
    tx: &mut Tx,
    page_id: &str,
    parent_id: Option<&str>,
) -> Result<(), ParentError> {
    let placed = store::placed(tx, DOCS).await?;
    if let Some(parent_id) = parent_id {
        for locale in Locale::ALL {
            check(&NavigationPositions::of(&placed, locale), page_id, parent_id)?;
        }
    }
    let path_of = |page: &str, locale: &str| {
        let shown = placed.iter().find(|row| row.page_id == page && row.locale == locale);
        shown.map(|row| format!("branch:{}", row.path))
    };
    let mut tags: BTreeSet<CacheTag> = [TREE, LINK_TARGETS, TEXTS].map(str::to_owned).into();
    for row in placed.iter().filter(|row| row.page_id == page_id) {
        let parents = row.parent_page_id.as_deref().into_iter().chain(parent_id);
        tags.extend(parents.filter_map(|parent| path_of(parent, &row.locale)));
        tags.insert(branch_above(&row.path));
    }
    store::choose_parent(tx, page_id, parent_id).await?;
    change_feed::publish(tx, &tags.into_iter().collect::<Vec<_>>()).await?;
    Ok(())
}

/// Returns the stored navigation parent of a page, preferably with the parent's path and title in `locale`. `None` if
/// none is stored or the parent is in the trash.
pub async fn parent_of(
    db: &Db,
    page_id: &str,
    locale: Locale,
) -> Result<Option<ParentPage>, sqlx::Error> {
    Ok(preferred(store::parents_of(db, page_id).await?, locale))
}

/// Same as `parent_of`, inside a transaction.
pub async fn parent_in(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
) -> Result<Option<ParentPage>, sqlx::Error> {
    Ok(preferred(store::parents_in(tx, page_id).await?, locale))
}

fn preferred(mut parents: Vec<ParentPage>, locale: Locale) -> Option<ParentPage> {
    let own = parents.iter().position(|parent| parent.locale == locale.tag());
    (!parents.is_empty()).then(|| parents.swap_remove(own.unwrap_or(0)))
}

/// Positions of the pages in the navigation of one language.
struct NavigationPositions<'r> {
    by_page: HashMap<&'r str, &'r PlacedRow>,
    by_path: HashMap<&'r str, &'r PlacedRow>,
}

impl<'r> NavigationPositions<'r> {
    /// A page that does not exist in this language is listed at its position in the other language.
    fn of(rows: &'r [PlacedRow], locale: Locale) -> Self {
        let mut by_page: HashMap<&str, &PlacedRow> = HashMap::new();
        for row in rows {
            if row.locale == locale.tag() || !by_page.contains_key(row.page_id.as_str()) {
                by_page.insert(&row.page_id, row);
            }
        }
        let by_path = by_page.values().map(|row| (row.path.as_str(), *row)).collect();
        Self { by_page, by_path }
    }

    /// Returns the path of the parent of a page or folder in the navigation; `None` at the top level.
    fn above(&self, path: &'r str) -> Option<&'r str> {
        let parent = self.by_path.get(path).and_then(|row| row.parent_page_id.as_deref());
        match parent.and_then(|parent| self.by_page.get(parent)) {
            Some(parent) => Some(parent.path.as_str()),
            None => path.rsplit_once('/').map(|(folder, _)| folder),
        }
    }
}

/// Checks that the navigation can list a page below another page.
fn check(
    placed: &NavigationPositions<'_>,
    page_id: &str,
    parent_id: &str,
) -> Result<(), ParentError> {
    let parent = placed.by_page.get(parent_id).ok_or(ParentError::Unknown)?;
    let Some(own) = placed.by_page.get(page_id) else { return Ok(()) };
    let mut seen = HashSet::new();
    let mut above = Some(parent.path.as_str());
    while let Some(path) = above.filter(|path| seen.insert(*path)) {
        if path == own.path {
            return Err(ParentError::BelowItself);
        }
        above = placed.above(path);
    }
    if seen.len() > MAX_DEPTH { Err(ParentError::TooDeep) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates an English page for each `path` or `path<parent`, with the path as its id.
    fn rows(pages: &[&str]) -> Vec<PlacedRow> {
        let row = |page: &&str| {
            let (path, parent) =
                page.split_once('<').map_or((*page, None), |it| (it.0, Some(it.1)));
            PlacedRow {
                page_id: path.to_owned(),
                locale: Locale::En.tag().to_owned(),
                path: path.to_owned(),
                parent_page_id: parent.map(str::to_owned),
            }
        };
        pages.iter().map(row).collect()
    }

    #[test]
    fn unknown_parent_or_parent_below_the_page_is_rejected() {
        for (pages, page, parent, expected) in [
            (&["a", "b"][..], "a", "b", "ok"),
            (&["a", "b"], "a", "a", "below"),
            (&["a", "a/b"], "a", "a/b", "below"),
            (&["a", "b<a"], "a", "b", "below"),
            (&["a", "b<a", "c<b", "c/d"], "a", "c/d", "below"),
            // The path of a page is ignored if the page has another navigation parent.
            (&["a", "a/b<c", "c"], "a", "a/b", "ok"),
            (&["x/a", "x/b"], "x/a", "x/b", "ok"),
            (&["a", "b<c", "c<b"], "a", "b", "ok"),
            (&["a"], "a", "b", "unknown"),
        ] {
            let rows = rows(pages);
            let checked = check(&NavigationPositions::of(&rows, Locale::En), page, parent);
            let actual = match checked {
                Ok(()) => "ok",
                Err(ParentError::BelowItself) => "below",
                Err(ParentError::Unknown) => "unknown",
                Err(_) => "other",
            };
            assert_eq!(actual, expected, "{page} below {parent} of {pages:?}");
        }
    }

    #[test]
    fn navigation_chain_of_more_than_64_pages_is_too_deep() {
        let chain: Vec<String> = (1..=70).map(|at| format!("p{at}<p{}", at - 1)).collect();
        let mut pages = vec!["p0", "a"];
        pages.extend(chain.iter().map(String::as_str));
        let rows = rows(&pages);
        let placed = NavigationPositions::of(&rows, Locale::Zh);
        assert!(check(&placed, "a", "p63").is_ok());
        assert!(matches!(check(&placed, "a", "p64"), Err(ParentError::TooDeep)));
    }
}
