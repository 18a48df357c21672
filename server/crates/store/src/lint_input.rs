//! Input of `pailou check` from the database: every published text, and the glossary.

use std::str::FromStr;

use core_wasm::locale::Locale;

use super::page_segments::{Gap, PageSegments};
use super::{address, save, sql};
use crate::context::Store;
use pailou_content::issue::Issue;
use pailou_lint::{Glossary, OutdatedSegment, Page};
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

/// Returns the glossary at the top of the imported folder, followed by the glossaries of the Git sources, as one
/// glossary; empty if there is none. Also returns the issues of invalid files, whose terms are missing.
pub async fn glossary(store: &Store) -> Result<(Glossary, Vec<Issue>), sqlx::Error> {
    let (mut glossary, mut issues) = (Glossary::default(), Vec::new());
    let mut last_source = None;
    for sql::GlossaryFile { path, hash, source } in sql::glossary_files(&store.db).await? {
        // `glossary.toml` takes precedence over `glossary.csv` of the same folder, as in `pailou check DIR`.
        if last_source.as_ref() == Some(&source) {
            continue;
        }
        let bytes = store.files.read(&hash).await.unwrap_or_default();
        match Glossary::read(&path, &String::from_utf8_lossy(&bytes)) {
            Ok(terms) => glossary.append(terms),
            Err(issue) => issues.push(issue),
        }
        last_source = Some(source);
    }
    Ok((glossary, issues))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;
    use pailou_database::Db;
    use pailou_media::blobs::Files;
    use pailou_settings::Settings;
    use pailou_web::http_client::HttpClient;

    use super::*;

    async fn store(folder: &std::path::Path) -> Store {
        let settings = Settings { data: folder.to_owned(), ..Settings::default() };
        let outbound = Arc::new(HttpClient::new(&settings.outbound_allow));
        let files = Files::new(&settings, &outbound);
        let db = Db::open(&folder.join("a.db").display().to_string()).await.unwrap();
        Store::new(db, settings, files)
    }

    async fn keep(store: &Store, source: &str, path: &str, text: &'static str) {
        let hash = store.files.keep(Bytes::from_static(text.as_bytes())).await.unwrap();
        let media_type = "text/plain".to_owned();
        let file = sql::File { path: path.to_owned(), hash, media_type, served: 0 };
        let mut tx = store.db.begin().await.unwrap();
        sql::upsert_file(&mut tx, &file, source, 1, 1).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn terms(store: &Store) -> Vec<String> {
        let (glossary, _) = glossary(store).await.unwrap();
        glossary.terms().iter().map(|term| term.term.clone()).collect()
    }

    #[tokio::test]
    async fn top_level_glossaries_of_folder_and_sources_are_merged() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path()).await;
        assert_eq!(terms(&store).await, [""; 0]);
        keep(&store, "", "guide/glossary.csv", "below,深层\n").await;
        keep(&store, "handbook", "handbook/guide/glossary.csv", "below,深层\n").await;
        keep(&store, "", "handbook/glossary.csv", "other,其他\n").await;
        assert_eq!(terms(&store).await, [""; 0]);
        keep(&store, "manual", "manual/glossary.csv", "table,表\n").await;
        assert_eq!(terms(&store).await, ["table"]);
        keep(&store, "manual", "manual/glossary.toml", "[[term]]\nterm = \"page\"\n").await;
        keep(&store, "", "glossary.csv", "site,网站\n").await;
        assert_eq!(terms(&store).await, ["site", "page"]);
        // An invalid glossary does not affect the terms of other sources.
        keep(&store, "", "glossary.toml", "[[term]\n").await;
        assert_eq!(terms(&store).await, ["page"]);
        assert_eq!(glossary(&store).await.unwrap().1[0].file, "glossary.toml");
    }
}
