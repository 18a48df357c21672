//! Media library: uploaded files, with alt text, replacement, and deletion. The contents are in the
//! data directory; old contents are retained for documentation versions that use them.

pub mod avif;
pub mod store;
pub mod uses;

use std::collections::HashSet;

use bytes::Bytes;
use core_wasm::locale::Locale;

use super::sql::{File, upsert_file};
use super::{LINK_TARGETS, TEXTS, import, page_view, read, snippets};
use crate::context::Store;
use pailou_content::file_name::folded;
use pailou_content::link::LinkTargets;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::{Db, Tx};
use pailou_database::{change_feed, id};
use pailou_media::ProcessedFile;

pub use avif::{encode_next, run_avif_worker};
pub use store::{MediaRow, media_row, media_rows};
pub use uses::{AllUses, Use, Uses};

/// First folder in the paths of uploaded files.
const FOLDER: &str = "uploads";
/// Maximum number of names to try if a name is in use.
const MAX_TRIES: u32 = 1000;

/// Alt texts of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct AltTexts {
    #[serde(rename = "zh-CN")]
    pub zh: String,
    #[serde(rename = "en-US")]
    pub en: String,
    pub decorative: bool,
}

impl AltTexts {
    pub fn of(&self, locale: Locale) -> &str {
        match locale {
            Locale::Zh => &self.zh,
            Locale::En => &self.en,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    #[error("file not found")]
    Unknown,
    #[error("revision conflict: another user has changed the record")]
    Changed,
    #[error("duplicate file name, or one that differs only in case")]
    Taken,
    #[error("file from Git: change it there")]
    FollowsGit,
    #[error("file in use by pages or site files")]
    Used,
    #[error("storing file failed: {0}")]
    Keep(#[from] std::io::Error),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// Adds the alt texts of images, and the widths of their smaller sizes, to `targets`.
pub async fn describe(db: &Db, targets: &mut LinkTargets) -> Result<(), sqlx::Error> {
    for (path, alt_zh, alt_en, decorative) in store::words(db).await? {
        let image = targets.image_of(&path);
        image.words = [alt_zh, alt_en];
        image.is_decorative = decorative != 0;
    }
    for (path, width) in store::widths(db).await? {
        targets.image_of(&path).widths.extend(u32::try_from(width));
    }
    Ok(())
}

/// Hashes of a smaller size of an image: WebP, and AVIF if it is encoded.
#[derive(Debug)]
pub struct SmallerVariant {
    pub webp: String,
    pub avif: Option<String>,
}

/// Returns the hashes of the smaller size with the width `width` in pixels, if the image has one.
pub async fn smaller_variant(
    db: &Db,
    hash: &str,
    width: u32,
) -> Result<Option<SmallerVariant>, sqlx::Error> {
    let found = store::variant(db, hash, width.into()).await?;
    let is_there = |avif: &String| !avif.is_empty();
    Ok(found.map(|(webp, avif)| SmallerVariant { webp, avif: avif.filter(is_there) }))
}

/// Whether a new file may have this path: no existing path is equal or differs only in case or Unicode form.
pub async fn is_free(db: &Db, path: &str) -> Result<bool, sqlx::Error> {
    Ok(is_unused(&store::paths(db).await?, path))
}

fn is_unused(paths: &[String], path: &str) -> bool {
    let folded_path = folded(path);
    !paths.iter().any(|path| folded(path) == folded_path)
}

/// Returns an unused path for a file name: `a.png`, `a-2.png`, `a-3.png`; `None` if all of them are
/// in use.
pub async fn unused_path(db: &Db, name: &str) -> Result<Option<String>, sqlx::Error> {
    let paths = store::paths(db).await?;
    let used_paths: HashSet<_> = paths.iter().map(|path| folded(path)).collect();
    let first = std::iter::once(format!("{FOLDER}/{name}"));
    let others = (2..MAX_TRIES).map(|number| format!("{FOLDER}/{}", numbered(name, number)));
    Ok(first.chain(others).find(|path| !used_paths.contains(&folded(path))))
}

/// Returns a file name with a number before its extension, or at the end of a name without extension.
fn numbered(name: &str, number: u32) -> String {
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{number}.{extension}"),
        None => format!("{name}-{number}"),
    }
}

/// Stores an uploaded file: a new one if `replaces` is empty, or in place of the file with the hash `replaces`.
pub async fn store_media(
    store: &Store,
    actor: &Actor,
    path: &str,
    replaces: &str,
    processed: ProcessedFile,
) -> Result<(), MediaError> {
    let bytes = Bytes::from(processed.bytes);
    let hash = store.files.keep(bytes.clone()).await?;
    let mut variants = Vec::new();
    for variant in processed.variants {
        let length = i64::try_from(variant.bytes.len()).unwrap_or(i64::MAX);
        variants.push((variant.width, store.files.keep(variant.bytes.into()).await?, length));
    }
    let mut tx = store.db.begin().await?;
    let existing = store::lock_file(&mut tx, path).await?;
    let before = match (&existing, replaces) {
        (None, "") if is_unused(&store::paths_in(&mut tx).await?, path) => None,
        (_, "") => return Err(MediaError::Taken),
        (None, _) => return Err(MediaError::Unknown),
        (Some((_, source)), _) if store.settings.has_source(source) => {
            return Err(MediaError::FollowsGit);
        }
        (Some((existing, _)), replaces) if existing != replaces => return Err(MediaError::Changed),
        (Some((existing, _)), _) => Some(existing.clone()),
    };
    let file = File {
        path: path.to_owned(),
        hash: hash.clone(),
        media_type: import::media_type(path).to_owned(),
        served: 1,
    };
    let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    if before.is_some() {
        upsert_file(&mut tx, &file, "", length, id::now()).await?;
    } else if !store::insert_file(&mut tx, &file, length, id::now()).await? {
        return Err(MediaError::Taken);
    }
    if processed.size.is_some() {
        page_view::store_image_size(&mut tx, &hash, &bytes).await?;
    }
    for (width, variant, length) in variants {
        store::insert_variant(&mut tx, &hash, width.into(), &variant, length).await?;
    }
    store::upsert_author(&mut tx, path, &actor.name, id::now()).await?;
    let action = if before.is_some() { Action::MediaReplaced } else { Action::MediaAdded };
    let mut subject = Subject::new(path).after(&hash);
    if let Some(before) = before {
        subject = subject.before(&before);
    }
    audit_log::log(&mut tx, actor, action, subject).await?;
    publish_file_change(&mut tx, path).await?;
    tx.commit().await?;
    Ok(store.changes.poll(&store.db).await?)
}

/// Sets the alt text of a file. `revision` is the revision of the file that the user loaded; `None`
/// accepts any.
pub async fn set_alt_text(
    store: &Store,
    actor: &Actor,
    path: &str,
    revision: Option<&str>,
    alt_text: &AltTexts,
) -> Result<(), MediaError> {
    let mut tx = store.db.begin().await?;
    let existing = lock_unchanged(&mut tx, path, revision).await?;
    store::upsert_alt_text(&mut tx, path, alt_text, &actor.name, id::now()).await?;
    let subject = Subject::new(path).before(&existing.words()).after(alt_text);
    audit_log::log(&mut tx, actor, Action::MediaDescribed, subject).await?;
    publish_file_change(&mut tx, path).await?;
    tx.commit().await?;
    Ok(store.changes.poll(&store.db).await?)
}

/// Deletes a file. Returns an error if a page, a page in the trash, or a site file uses it, or if it comes from a
/// configured Git source.
pub async fn delete_media(
    store: &Store,
    actor: &Actor,
    path: &str,
    revision: Option<&str>,
) -> Result<(), MediaError> {
    let targets = read::link_targets(store).await?;
    let mut tx = store.db.begin().await?;
    let existing = lock_unchanged(&mut tx, path, revision).await?;
    if store.settings.has_source(&existing.source) {
        return Err(MediaError::FollowsGit);
    }
    // Serializes the deletion with publications: a text is either published before, and checked
    // below, or published after the file is deleted.
    publish_file_change(&mut tx, path).await?;
    if uses::is_used(&mut tx, targets, path).await? {
        return Err(MediaError::Used);
    }
    store::delete_media_row(&mut tx, path).await?;
    let subject = Subject::new(path).before(&existing.hash);
    audit_log::log(&mut tx, actor, Action::MediaRemoved, subject).await?;
    tx.commit().await?;
    Ok(store.changes.poll(&store.db).await?)
}

async fn lock_unchanged(
    tx: &mut Tx,
    path: &str,
    revision: Option<&str>,
) -> Result<MediaRow, MediaError> {
    // Locks the row, so that concurrent changes of the file wait.
    store::lock_file(tx, path).await?.ok_or(MediaError::Unknown)?;
    let existing = store::row_in(tx, path).await?.ok_or(MediaError::Unknown)?;
    match revision {
        Some(seen) if seen != existing.revision() => Err(MediaError::Changed),
        _ => Ok(existing),
    }
}

async fn publish_file_change(tx: &mut Tx, path: &str) -> Result<(), sqlx::Error> {
    let mut tags = snippets::tags_of(tx, path).await?;
    tags.extend([LINK_TARGETS.to_owned(), TEXTS.to_owned()]);
    change_feed::publish(tx, &tags).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_in_a_file_name_precedes_the_extension() {
        for (name, expected) in
            [("a.png", "a-2.png"), ("a.b.png", "a.b-2.png"), ("LICENSE", "LICENSE-2")]
        {
            assert_eq!(numbered(name, 2), expected, "{name}");
        }
    }
}
