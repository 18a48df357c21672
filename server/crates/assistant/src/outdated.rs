//! Outdated passages: sections whose counterpart in the other language was edited later.

use std::collections::HashSet;

use core_wasm::locale::Locale;

use crate::answer::Quotation;
use crate::api::{Citation, NewerPassage};
use pailou_content::page_path::{decode, encode, split_url_path};
use pailou_site::Site;
use pailou_store::{DOCS, page_view, sql};

/// Location of a quoted passage.
#[derive(Debug)]
pub(crate) struct CitedSection {
    /// Path of the documentation page; `None` for pages of other areas.
    path: Option<String>,
    locale: Locale,
    anchor: Option<String>,
    counterpart: Option<String>,
}

impl CitedSection {
    pub(crate) fn of(quotation: &Quotation) -> Self {
        let below = quotation.page_url.strip_prefix("/index/").unwrap_or_default();
        let (_, area, path) = split_url_path(below);
        Self {
            path: (area == DOCS).then(|| decode(path)),
            locale: quotation.locale,
            anchor: quotation.anchor.clone(),
            counterpart: quotation.counterpart.clone(),
        }
    }
}

/// Anchors of the outdated sections of a page, and a link to the page in the other language.
type OutdatedPage = (HashSet<Option<String>>, NewerPassage);

/// Marks the citations of outdated sections and adds a link to the newer section. `cited_places` are the locations of
/// `citations`, in the same order.
pub(crate) async fn mark(
    site: &Site,
    cited_places: &[CitedSection],
    citations: &mut [Citation],
) -> Result<(), sqlx::Error> {
    // Cache: passages of the same page need one lookup.
    let mut known: Vec<((Locale, &str), Option<OutdatedPage>)> = Vec::new();
    for (cited_place, citation) in cited_places.iter().zip(citations) {
        let Some(path) = cited_place.path.as_deref() else { continue };
        let name = (cited_place.locale, path);
        if !known.iter().any(|(known, _)| *known == name) {
            known.push((name, of_page(site, cited_place.locale, path).await?));
        }
        let page = known.iter().find(|(known, _)| *known == name);
        let Some((_, Some((sections, newer)))) = page else { continue };
        if sections.contains(&cited_place.anchor) {
            let anchor =
                cited_place.counterpart.as_deref().map(|anchor| format!("#{}", encode(anchor)));
            let url = format!("{}{}", newer.url, anchor.unwrap_or_default());
            citation.outdated = true;
            citation.newer = Some(NewerPassage { url, ..newer.clone() });
        }
    }
    Ok(())
}

/// Returns the outdated sections of a page and the page in the other language, or `None` if no section is outdated.
async fn of_page(
    site: &Site,
    locale: Locale,
    path: &str,
) -> Result<Option<OutdatedPage>, sqlx::Error> {
    let text = sql::text_at(&site.db, DOCS, locale, path).await?;
    let Some(text) = text.filter(|text| text.segments_outdated > 0) else { return Ok(None) };
    let other = sql::text_of_page(&site.db, &text.page_id, locale.other()).await?;
    let Some(other) = other else { return Ok(None) };
    let newer = NewerPassage {
        url: pailou_store::address(DOCS, locale.other(), &other.path),
        title: other.title.clone(),
        locale: other.locale.clone(),
    };
    let sections = page_view::outdated_sections(site, &text, other).await?;
    Ok(Some((sections, newer)))
}
