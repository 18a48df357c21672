//! Since when segments are outdated or not translated: the age of what a work list has.

mod store;

use std::collections::HashMap;

use core_wasm::locale::Locale;

use pailou_database::Tx;

pub use store::of;

/// A segment as the readers of one language have it.
pub(crate) type PendingId = (Locale, String);

/// Since when a page's segments are pending, where that is not stored already.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ages<'a> {
    pub now: i64,
    /// What the history of the page tells: it precedes what is stored.
    pub known: Option<&'a HashMap<PendingId, i64>>,
}

/// Stores the pending segments of a page and no others. Those that were pending before keep their time. Returns the
/// language and the time of each.
pub(crate) async fn put(
    tx: &mut Tx,
    page_id: &str,
    pending: Vec<PendingId>,
    ages: Ages<'_>,
) -> Result<Vec<(Locale, i64)>, sqlx::Error> {
    let stored = store::stored(tx, page_id).await?;
    let known = |id: &PendingId| ages.known.and_then(|known| known.get(id).copied());
    let rows: HashMap<PendingId, i64> = pending
        .into_iter()
        .map(|id| {
            let since = known(&id).or_else(|| stored.get(&id).copied()).unwrap_or(ages.now);
            (id, since.min(ages.now))
        })
        .collect();
    if rows != stored {
        store::remove(tx, page_id).await?;
        let mut rows: Vec<_> = rows.iter().collect();
        rows.sort();
        for rows in rows.chunks(store::ROWS_AT_ONCE) {
            store::add(tx, page_id, rows).await?;
        }
    }
    Ok(rows.into_iter().map(|((locale, _), since)| (locale, since)).collect())
}
