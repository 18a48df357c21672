//! Navigation parents: pages that differ from the page at the parent path (ADR 0070). They are
//! stored by page id, so that they remain when a page is moved or renamed.

use std::collections::{BTreeSet, HashMap};

use core_wasm::locale::Locale;

use super::{DOCS, PLACES, TEXTS, TREE, branch_above};
use pailou_database::change_feed::CacheTag;
use pailou_database::{Tx, change_feed};
use pailou_importers::folder::PageFile;

mod store;

/// Key of the navigation parent of each imported page; `None` for pages without one.
#[derive(Debug, Default)]
pub(crate) struct Nesting(HashMap<(Locale, String), Option<String>>);

impl Nesting {
    pub(crate) fn of(pages: &[PageFile]) -> Self {
        let docs = pages.iter().filter(|page| page.area == DOCS);
        Self(docs.map(|page| ((page.locale, page.key.clone()), page.parent.clone())).collect())
    }

    /// Stores the changed navigation parents. Pages of other imports are unchanged.
    pub(crate) async fn store(&self, tx: &mut Tx) -> Result<(), sqlx::Error> {
        let mut tags: BTreeSet<CacheTag> = BTreeSet::new();
        for locale in Locale::ALL {
            let rows = store::nested_rows(tx, DOCS, locale).await?;
            let paths: HashMap<&str, &str> =
                rows.iter().map(|row| (row.key.as_str(), row.path.as_str())).collect();
            for row in &rows {
                let Some(parent) = self.0.get(&(locale, row.key.clone())) else { continue };
                if *parent == row.parent_key {
                    continue;
                }
                store::set_parent(tx, DOCS, locale, (&row.key, parent.as_deref())).await?;
                let above = parent.as_deref().and_then(|parent| paths.get(parent).copied());
                let shown = above.into_iter().chain(row.parent_path.as_deref());
                tags.extend(shown.map(|path| format!("branch:{path}")));
                tags.extend([branch_above(&row.path), TREE.into(), PLACES.into(), TEXTS.into()]);
            }
        }
        if !tags.is_empty() {
            change_feed::publish(tx, &tags.into_iter().collect::<Vec<_>>()).await?;
        }
        Ok(())
    }
}

/// Removes the navigation parent of a page that is moved to another folder, so that it appears
/// below its new path.
pub async fn reset_nesting(tx: &mut Tx, page_id: &str) -> Result<(), sqlx::Error> {
    store::clear_parent(tx, page_id).await
}
