//! Input of `pailou check` from the database: every published text, and the glossary.

use std::str::FromStr;

use core_wasm::locale::Locale;

use super::page_segments::{Gap, PageSegments};
use super::{address, save, sql};
use crate::context::Store;
use pailou_content::issue::Issue;
use pailou_lint::{GLOSSARIES, Glossary, OutdatedSegment, Page};
use pailou_markdown::flavor::Flavor;

/// Returns all published texts.
pub async fn pages(store: &Store) -> Result<Vec<Page>, sqlx::Error> {
    let mut pages = Vec::new();
    for row in sql::checked(&store.db).await? {
        let Ok(locale) = Locale::from_str(&row.locale) else { continue };
        let outdated = match row.segments_outdated > 0 {
            true => outdated_for_lint(store, &row, locale).await?,
            false => Vec::new(),
        };
        pages.push(Page {
            url: address(&row.area, locale, &row.path),
            locale,
            key: format!("{}/{}", row.area, row.key),
            dialect: Flavor::read(&row.dialect, &row.file),
            text: format!("{}{}", row.front_matter, row.markdown),
            outdated,
            file: row.file,
        });
    }
    Ok(pages)
}

async fn outdated_for_lint(
    store: &Store,
    row: &sql::Checked,
    locale: Locale,
) -> Result<Vec<OutdatedSegment>, sqlx::Error> {
    let mut tx = store.db.snapshot().await?;
    let page = PageSegments::read(&mut tx, &row.page_id).await?;
    let gaps = page.gaps(&mut tx, &row.page_id).await?;
    let dialect = Flavor::read(&row.dialect, &row.file);
    let (known, segments) = save::known_with_segments(&row.markdown, dialect, &row.segments);
    let above = u32::try_from(row.front_matter.matches('\n').count()).unwrap_or_default();
    let line = |id: &str| {
        let number = known.iter().position(|known| known.id == id);
        number.map_or(1, |number| segments[number].line + above)
    };
    let outdated = gaps.of(locale).iter().filter(|gap| gap.is_outdated);
    let segment =
        |gap: &Gap| OutdatedSegment { line: line(&gap.segment), words: gap.words.clone() };
    Ok(outdated.map(segment).collect())
}

/// Returns the glossary that was imported with the pages; empty if there is none.
pub async fn glossary(store: &Store) -> Result<Result<Glossary, Issue>, sqlx::Error> {
    let files = sql::all_files(&store.db).await?;
    let found = files.into_iter().find(|file| GLOSSARIES.contains(&file.path.as_str()));
    let Some(file) = found else { return Ok(Ok(Glossary::default())) };
    let bytes = store.files.read(&file.hash).await.unwrap_or_default();
    Ok(Glossary::read(&file.path, &String::from_utf8_lossy(&bytes)))
}
