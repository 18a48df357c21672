//! Renames of files and changed keys in front matter: the text keeps its revisions, and its old
//! path redirects to the new path. The argument `source` is `None` for a manually imported file.

use super::store::{self, TextLocation};
use super::{Source, SyncSummary};
use crate::page_tag;
use crate::save::Incoming;
use crate::sql as record;
use pailou_database::Tx;
use pailou_database::change_feed::CacheTag;
use pailou_database::id;

/// Moves a text to the page with the current key of its file (`incoming.key`). Returns the cache tag of the page
/// with the old key; `None` if the key is unchanged or the file is in another area.
pub(crate) async fn follow_move(
    tx: &mut Tx,
    source: Option<&Source<'_>>,
    summary: &SyncSummary,
    text_id: &str,
    incoming: &Incoming<'_>,
) -> Result<Option<CacheTag>, sqlx::Error> {
    let Some(location) = store::text_location(tx, text_id).await? else { return Ok(None) };
    if location.key == incoming.key || location.area != incoming.area {
        return Ok(None);
    }
    let left = Some(page_tag(&location.area, &location.key));
    let target_page = store::page_with_key(tx, incoming.area, incoming.key).await?;
    if let Some(target_page) = target_page {
        // A text of the target page in this language belongs to another file and is not replaced.
        if record::saved(tx, &target_page, incoming.locale).await?.is_none() {
            store::move_text(tx, &location, &target_page).await?;
        }
        return Ok(left);
    }
    if moves_as_a_whole(tx, source, summary, &location, incoming.key).await? {
        store::rename_page(tx, &location.page_id, incoming.key).await?;
        return Ok(left);
    }
    let own = id::new();
    let (area, key) = (incoming.area, incoming.key);
    let own = record::ensure_page(tx, area, key, incoming.locale, &own, incoming.added_at).await?;
    store::move_text(tx, &location, &own).await?;
    Ok(left)
}

/// Like `follow_move`, for a manually imported file. Finds the text by the path of the file.
pub async fn rename(
    tx: &mut Tx,
    summary: &SyncSummary,
    incoming: &Incoming<'_>,
) -> Result<Option<CacheTag>, sqlx::Error> {
    let Some(text_id) = store::text_of_file(tx, incoming.file).await? else { return Ok(None) };
    follow_move(tx, None, summary, &text_id, incoming).await
}

/// Whether the files of the other languages of the page have the key `key`, too. In this case, the page gets
/// the new key and keeps its id.
async fn moves_as_a_whole(
    tx: &mut Tx,
    source: Option<&Source<'_>>,
    summary: &SyncSummary,
    location: &TextLocation,
    key: &str,
) -> Result<bool, sqlx::Error> {
    for other in store::texts_of(tx, &location.page_id).await? {
        if other.text_id == location.text_id {
            continue;
        }
        let row = store::of_text(tx, &other.text_id).await?;
        let file = match (source, &row) {
            (None, None) => &other.file,
            (Some(source), Some(row)) if row.source == source.name => {
                let now = source.moved_from.iter().find(|(_, old)| **old == row.file);
                now.map_or(&row.file, |(new, _)| new)
            }
            _ => return Ok(false),
        };
        if summary.keys.get(file).is_none_or(|other| other != key) {
            return Ok(false);
        }
    }
    Ok(true)
}
