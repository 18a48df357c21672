//! Paths and files that pages use. Names that differ only in case or Unicode
//! normalization are equal, because macOS and Windows treat them as one file.

use std::collections::{HashMap, HashSet};

use sqlx::FromRow;

use pailou_content::file_name::folded;
use pailou_content::issue::{Issue, Severity};
use pailou_database::Tx;
use pailou_importers::folder::PageFile;

use crate::sql;

/// Location of a text.
#[derive(Debug, Clone, FromRow)]
pub struct TextPlace {
    page_id: String,
    area: String,
    key: String,
    locale: String,
    path: String,
    file: String,
    /// Git source of the text; empty if none.
    source: String,
    removed: i64,
}

impl TextPlace {
    pub fn is_in_trash(&self) -> bool {
        self.removed != 0
    }

    pub fn is_of(&self, page_id: &str) -> bool {
        self.page_id == page_id
    }

    pub(crate) fn has_key(&self, area: &str, key: &str) -> bool {
        self.area == area && self.key == key
    }

    pub(crate) fn has_file(&self, file: &str) -> bool {
        self.file == file
    }

    pub(crate) fn follows(&self, source: &str) -> bool {
        self.source == source
    }
}

/// Returns a text with this path in the area, or with this file, for which `is_own` returns false; `None` if there is
/// none. Prefers a text outside the trash to one in the trash. Both languages count, because a page that lacks a
/// language displays its text in the other language at the same path.
pub async fn other_at(
    tx: &mut Tx,
    (area, path): (&str, &str),
    file: Option<&str>,
    is_own: &(dyn Fn(&TextPlace) -> bool + Sync),
) -> Result<Option<TextPlace>, sqlx::Error> {
    let (path, file) = (folded(path), file.map(folded));
    let is_conflicting = |text: &TextPlace| {
        let has_path = text.area == area && folded(&text.path) == path;
        !is_own(text) && (has_path || file.as_ref() == Some(&folded(&text.file)))
    };
    let conflicting = sql::text_places(tx).await?.into_iter().filter(is_conflicting);
    Ok(conflicting.min_by_key(TextPlace::is_in_trash))
}

/// Removes pages from an import if an existing page has a path that differs only in case or Unicode
/// normalization. An existing page is ignored if it is in the trash, if its file is in the import, if
/// the new page has its key, or if `goes` returns true for it.
pub(crate) async fn refuse_variants(
    tx: &mut Tx,
    pages: &mut Vec<PageFile>,
    goes: &(dyn Fn(&TextPlace) -> bool + Sync),
) -> Result<Vec<Issue>, sqlx::Error> {
    let files: HashSet<String> = pages.iter().map(|page| page.file.clone()).collect();
    let mut existing: HashMap<(String, String, String), TextPlace> = HashMap::new();
    for text in sql::text_places(tx).await? {
        if !text.is_in_trash() && !files.contains(&text.file) && !goes(&text) {
            let location = (text.area.clone(), text.locale.clone(), folded(&text.path));
            existing.insert(location, text);
        }
    }
    let other = |page: &PageFile| {
        let location = (page.area.to_owned(), page.locale.tag().to_owned(), folded(&page.path));
        let text = existing.get(&location)?;
        (text.path != page.path && text.key != page.key).then_some(text)
    };
    let refused = |page: PageFile| {
        let other = other(&page).map_or("", |text| text.file.as_str());
        Issue::of_file(Severity::Error, "path-taken", &page.file, other)
    };
    Ok(pages.extract_if(.., |page| other(page).is_some()).map(refused).collect())
}
