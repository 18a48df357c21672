//! Order of the blocks on the front page. Each block has an order number in its front matter, so changes of the order
//! are stored in drafts.

use core_wasm::locale::Locale;

use super::{DraftError, EditableText, Page, load_page, lock_page, save, store};
use pailou_content::area::LANDING;
use pailou_content::fields::Fields;
use pailou_content::{field_line, front_matter, sort_order};
use pailou_database::Tx;
use pailou_database::id;
use pailou_importers::order::natural;
use pailou_store::context::Store;

/// Blocks in their order. The front page that was imported from another generator is not included, because it is always
/// first.
pub struct BlockOrder {
    pages: Vec<Page>,
}

/// The block order, locked against other writers until the transaction ends.
pub struct LockedBlockOrder {
    tx: Tx,
    current: BlockOrder,
}

#[derive(Debug, thiserror::Error)]
pub enum ArrangeError {
    /// The order or the set of blocks has changed since it was read.
    #[error("stale order: the blocks were reordered")]
    Stale,
    #[error("invalid order: expected each block once")]
    NotAll,
    /// The field `order` spans several lines, or the front matter is invalid.
    #[error("writing the order of `{0}` failed")]
    Unwritable(String),
    #[error(transparent)]
    Draft(#[from] DraftError),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

impl BlockOrder {
    fn of(pages: Vec<Page>) -> Self {
        let is_listed =
            |text: &&EditableText| text.saved.trashed_at.is_none() && !text.saved.path.is_empty();
        let mut pages: Vec<_> =
            pages.into_iter().filter(|page| page.texts().any(|text| is_listed(&text))).collect();
        pages.sort_by(|a, b| {
            let number = |page| number(page).unwrap_or(f64::INFINITY);
            number(a).total_cmp(&number(b)).then_with(|| natural(a.block_name(), b.block_name()))
        });
        Self { pages }
    }

    /// Returns the blocks from first to last.
    pub fn blocks(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter()
    }

    pub fn locales(&self) -> impl Iterator<Item = Locale> {
        self.pages.iter().flat_map(|page| untrashed_texts(page).map(|text| text.locale))
    }

    /// Returns the revision identifier of the order. It changes whenever a block is added, removed, or renumbered.
    pub fn revision(&self) -> String {
        let mut all = String::new();
        for page in &self.pages {
            all.push_str(&page.id);
            for text in untrashed_texts(page) {
                all.push_str(&format!(" {:?}", order(text)));
            }
            all.push('\n');
        }
        id::hash_of(&all)[..16].to_owned()
    }
}

pub async fn block_order(store: &Store) -> Result<BlockOrder, sqlx::Error> {
    let mut pages = Vec::new();
    for id in store::pages_of(&store.db, LANDING).await? {
        pages.extend(load_page(&store.db, &id).await?);
    }
    Ok(BlockOrder::of(pages))
}

/// Reads the block order and locks its pages for a change.
pub async fn lock_block_order(store: &Store) -> Result<LockedBlockOrder, ArrangeError> {
    let mut ids = store::pages_of(&store.db, LANDING).await?;
    // The fixed order prevents deadlocks between concurrent changes.
    ids.sort();
    let mut tx = store.db.begin().await?;
    let mut pages = Vec::with_capacity(ids.len());
    for id in &ids {
        match lock_page(&mut tx, id).await {
            Ok(page) => pages.push(page),
            Err(DraftError::Unknown) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(LockedBlockOrder { tx, current: BlockOrder::of(pages) })
}

impl LockedBlockOrder {
    pub fn locales(&self) -> impl Iterator<Item = Locale> {
        self.current.locales()
    }

    /// Changes the order numbers of as few blocks as possible, in both languages. `ids` are the ids of all blocks in
    /// their new order. Returns `Stale` if the order has changed since the client read revision `seen`, and `NotAll` if
    /// a block is missing or repeated.
    pub async fn arrange(
        self,
        store: &Store,
        ids: &[String],
        seen: Option<&str>,
        author: &str,
    ) -> Result<BlockOrder, ArrangeError> {
        let Self { mut tx, current } = self;
        if seen.is_some_and(|seen| seen != current.revision()) {
            return Err(ArrangeError::Stale);
        }
        let mut pages = Vec::with_capacity(ids.len());
        for id in ids {
            pages.push(current.blocks().find(|page| page.id == *id).ok_or(ArrangeError::NotAll)?);
        }
        let is_named_twice = (1..ids.len()).any(|at| ids[..at].contains(&ids[at]));
        if is_named_twice || pages.len() != current.pages.len() {
            return Err(ArrangeError::NotAll);
        }
        if !current.blocks().map(|page| &page.id).eq(ids) {
            let numbers =
                sort_order::renumber(&pages.iter().map(|page| number(page)).collect::<Vec<_>>());
            for (page, number) in pages.iter().zip(numbers) {
                for text in untrashed_texts(page).filter(|text| order(text) != Some(number)) {
                    let whole = field_line::with_order(&text.whole(), number)
                        .ok_or_else(|| ArrangeError::Unwritable(page.name(text)))?;
                    let base = text.draft.as_ref().map_or(text.saved.number, |draft| draft.base);
                    save::keep(&mut tx, text, base, whole, author).await?;
                }
            }
        }
        tx.commit().await?;
        Ok(block_order(store).await?)
    }
}

fn untrashed_texts(page: &Page) -> impl Iterator<Item = &EditableText> {
    page.texts().filter(|text| text.saved.trashed_at.is_none())
}

/// Returns the order number in the source language, or else in the other language; `None` if neither text has one.
fn number(page: &Page) -> Option<f64> {
    let source = untrashed_texts(page).filter(|text| text.locale == page.source_locale);
    let other = untrashed_texts(page).filter(|text| text.locale != page.source_locale);
    source.chain(other).find_map(order)
}

fn order(text: &EditableText) -> Option<f64> {
    let whole = text.whole();
    Fields::read(&front_matter::split(&whole).values().ok()?).order
}

impl Page {
    /// Returns the name of the block: the path of its text.
    pub fn block_name(&self) -> &str {
        untrashed_texts(self).next().map_or("", |text| text.saved.path.as_str())
    }
}
