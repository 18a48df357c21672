//! Times at which segments became outdated or untranslated. Pages are sorted by these times.

mod store;

use std::collections::HashMap;

use core_wasm::locale::Locale;

use pailou_database::Tx;

pub(crate) use store::pending_times;

/// Returns the times at which the pending segments of a page in one language became pending, by segment id.
pub async fn pending_times_in(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
) -> Result<HashMap<String, i64>, sqlx::Error> {
    let stored = store::stored(tx, page_id).await?.into_iter();
    Ok(stored.filter(|((of, _), _)| *of == locale).map(|((_, id), since)| (id, since)).collect())
}

/// Language of the translation, and id of the segment.
pub(crate) type PendingId = (Locale, String);

/// Times to store for the segments of a page that become pending.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ages<'a> {
    pub now: i64,
    /// Times that follow from the history of the page. They take precedence over stored times.
    pub known: Option<&'a HashMap<PendingId, i64>>,
}

/// Replaces the stored pending segments of a page. Segments that were pending before keep their time unless `ages`
/// contains another time. Returns language and time of each segment.
pub(crate) async fn replace_pending(
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
        store::delete_pending(tx, page_id).await?;
        let mut rows: Vec<_> = rows.iter().collect();
        rows.sort();
        for rows in rows.chunks(store::ROWS_AT_ONCE) {
            store::insert_pending(tx, page_id, rows).await?;
        }
    }
    Ok(rows.into_iter().map(|((locale, _), since)| (locale, since)).collect())
}
