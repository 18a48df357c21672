//! Texts of an area with their drafts: a draft replaces the published text, and unpublished pages are included.

use core_wasm::locale::Locale;

use super::{EditableText, Page, load_page, store};
use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_content::yaml::Value;
use pailou_markdown::flavor::Flavor;
use pailou_store::context::Store;
use pailou_store::read::{link_targets, rendered};
use pailou_store::sql::{Revision, Text, TextWithFrontMatter};
use pailou_translation::segment;

/// Returns the texts of `area`, without those in the trash, each with the content of its draft or else of its latest
/// revision.
pub async fn effective_texts(
    store: &Store,
    area: &str,
) -> Result<Vec<(TextWithFrontMatter, Revision)>, sqlx::Error> {
    let targets = link_targets(store).await?;
    let mut all = Vec::new();
    for id in store::pages_of(&store.db, area).await? {
        let Some(page) = load_page(&store.db, &id).await? else { continue };
        for locale in Locale::ALL {
            let text = page.text(locale).filter(|text| text.saved.trashed_at.is_none());
            let Some((mut text, revision)) = text.map(|text| of(&page, text)) else { continue };
            let values =
                front_matter::split(&revision.front_matter).values().unwrap_or(Value::Nothing);
            let fields = Fields::read(&values);
            text.title = rendered(&targets, &text, &revision).title_of(&fields, area, &text.path);
            text.description = fields.description.unwrap_or_default();
            let front_matter = revision.front_matter.clone();
            let dialect = Flavor::read(&revision.dialect, &text.file);
            let segments_total = segment::count(&revision.markdown, dialect);
            all.push((TextWithFrontMatter { text, front_matter, segments_total }, revision));
        }
    }
    Ok(all)
}

fn of(page: &Page, EditableText { locale, saved, draft }: &EditableText) -> (Text, Revision) {
    let text = Text {
        id: saved.id.clone(),
        page_id: page.id.clone(),
        key: page.key.clone(),
        source_locale: page.source_locale.tag().to_owned(),
        locale: locale.tag().to_owned(),
        path: saved.path.clone(),
        file: saved.file.clone(),
        title: saved.title.clone(),
        description: saved.description.clone(),
        updated_at: draft.as_ref().map_or(saved.updated_at, |draft| draft.updated_at),
        segments_outdated: saved.segments_outdated,
        segments_not_translated: saved.segments_not_translated,
        segments_not_aligned: saved.segments_not_aligned,
        segments_not_reviewed: 0,
        segments_machine_translated: 0,
        is_copy: 0,
        segments_total: 0,
    };
    let (front_matter, markdown) = match draft {
        None => (saved.front_matter.clone(), saved.markdown.clone()),
        Some(draft) => {
            let parts = front_matter::split(&draft.body);
            (parts.front.to_owned(), parts.body.to_owned())
        }
    };
    let revision = Revision {
        number: saved.number,
        front_matter,
        markdown,
        segments: saved.segments.clone(),
        dialect: saved.dialect.clone(),
    };
    (text, revision)
}
