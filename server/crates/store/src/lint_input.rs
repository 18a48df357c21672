//! Input of `pailou check` from the database: every published text, and the glossary.

use std::str::FromStr;

use core_wasm::locale::Locale;

use super::{address, sql};
use crate::context::Store;
use pailou_content::issue::Issue;
use pailou_lint::{GLOSSARIES, Glossary, Page};
use pailou_markdown::flavor::Flavor;

/// Every published text.
pub async fn pages(store: &Store) -> Result<Vec<Page>, sqlx::Error> {
    let rows = sql::checked(&store.db).await?;
    let page = |row: sql::Checked| {
        let locale = Locale::from_str(&row.locale).ok()?;
        Some(Page {
            url: address(&row.area, locale, &row.path),
            locale,
            key: format!("{}/{}", row.area, row.key),
            dialect: Flavor::read(&row.dialect, &row.file),
            text: format!("{}{}", row.front_matter, row.markdown),
            outdated: u32::try_from(row.segments_outdated).unwrap_or(0),
            file: row.file,
        })
    };
    Ok(rows.into_iter().filter_map(page).collect())
}

/// The glossary that came with the pages, if there is one.
pub async fn glossary(store: &Store) -> Result<Result<Glossary, Issue>, sqlx::Error> {
    let files = sql::files(&store.db).await?;
    let found = files.into_iter().find(|file| GLOSSARIES.contains(&file.path.as_str()));
    let Some(file) = found else { return Ok(Ok(Glossary::default())) };
    let bytes = store.files.read(&file.hash).await.unwrap_or_default();
    Ok(Glossary::read(&file.path, &String::from_utf8_lossy(&bytes)))
}
