//! Parsed texts: rendered, split into sections, and compared with the other language.

use std::str::FromStr;
use std::sync::Arc;

use core_wasm::locale::Locale;

use super::sql;
use super::sql::{Revision, Text};
use super::{DOCS, LANDING, NEWS, media, page_view, save, snippets};
use crate::context::Store;
use pailou_content::front_matter;
use pailou_content::link::LinkTargets;
use pailou_content::root::Root;
use pailou_markdown::extras::Extras;
use pailou_markdown::flavor::Flavor;
use pailou_markdown::html;
use pailou_markdown::html::{Rendered, Source};
use pailou_markdown::section::Section;
use pailou_translation::freshness::{Alignment, Freshness, TextFreshness, freshness};
use pailou_translation::segment::Known;
use pailou_translation::untranslated_copy::{Exempt, copies};

/// Returns all possible link targets; cached.
pub async fn link_targets(store: &Store) -> Result<Arc<LinkTargets>, sqlx::Error> {
    store.targets.get(&store.changes, || all_link_targets(store)).await
}

/// Returns the import roots of all languages and Git sources.
pub async fn import_roots(store: &Store) -> Result<Vec<Root>, sqlx::Error> {
    let rows = sql::root_rows(&store.db).await?.into_iter();
    let root = |row: sql::RootRow| {
        let without = serde_json::from_str(&row.excluded).unwrap_or_default();
        let locale = Locale::from_str(&row.locale).ok()?;
        Some(Root { locale, folder: row.folder, without, source: row.source, mount: row.mount })
    };
    Ok(rows.filter_map(root).collect())
}

async fn all_link_targets(store: &Store) -> Result<LinkTargets, sqlx::Error> {
    let mut targets = LinkTargets::new(import_roots(store).await?);
    for area in [DOCS, LANDING, NEWS] {
        for (file, locale, path) in sql::pages_by_file(&store.db, area).await? {
            if let Ok(locale) = Locale::from_str(&locale) {
                targets.add_page(&file, area, locale, &path);
            }
        }
    }
    for file in sql::all_files(&store.db).await? {
        match file.served {
            1 => targets.add_media(&file.path),
            _ => targets.add_unserved(&file.path),
        }
    }
    for (file, text) in snippets::snippet_texts(store).await? {
        targets.add_part(&file, text);
    }
    for (file, size) in page_view::image_sizes(&store.db).await? {
        targets.image_of(&file).size = Some(size);
    }
    media::describe(&store.db, &mut targets).await?;
    Ok(targets)
}

/// Renders a published text as safe HTML with headings, sections, and links.
pub fn rendered(targets: &LinkTargets, text: &Text, revision: &Revision) -> Rendered {
    let locale = Locale::from_str(&text.locale).unwrap_or(Locale::En);
    let front = front_matter::split(&revision.front_matter);
    let dialect = Flavor::read(&revision.dialect, &text.file);
    let body = Body {
        markdown: &revision.markdown,
        lines_above: front.lines_before_body(),
        front_title: front.title(),
    };
    render_body(targets, (&text.file, dialect), locale, &body)
}

/// Markdown of a text, with data from its front matter.
pub(crate) struct Body<'a> {
    pub(crate) markdown: &'a str,
    /// Number of lines of the file above the Markdown.
    pub(crate) lines_above: u32,
    pub(crate) front_title: Option<String>,
}

/// Like [`rendered`], and adds the annotations that `extras` requests. Line numbers of the result do not count the
/// lines of the front matter.
pub(crate) fn rendered_with(
    targets: &LinkTargets,
    text: &Text,
    revision: &Revision,
    extras: &Extras,
) -> Rendered {
    let locale = Locale::from_str(&text.locale).unwrap_or(Locale::En);
    html::render_with(
        &Source {
            file: &text.file,
            body: &revision.markdown,
            lines_above: 0,
            front_title: front_matter::split(&revision.front_matter).title().as_deref(),
            dialect: Flavor::read(&revision.dialect, &text.file),
            locale,
            link: &|written| targets.resolve(&text.file, locale, written),
            file_text: &|path| targets.part(path),
            image: &|url| targets.image(url),
        },
        extras,
    )
}

/// Returns the sections of a Markdown text. `title` is treated like a title in front matter.
pub fn sections_of(
    targets: &LinkTargets,
    file: (&str, Flavor),
    locale: Locale,
    (title, markdown): (&str, &str),
) -> Vec<Section> {
    let body = Body { markdown, lines_above: 0, front_title: Some(title.to_owned()) };
    render_body(targets, file, locale, &body).sections
}

pub(crate) fn render_body(
    targets: &LinkTargets,
    (file, dialect): (&str, Flavor),
    locale: Locale,
    body: &Body<'_>,
) -> Rendered {
    html::render(&Source {
        file,
        body: body.markdown,
        lines_above: body.lines_above,
        front_title: body.front_title.as_deref(),
        dialect,
        locale,
        link: &|written| targets.resolve(file, locale, written),
        file_text: &|path| targets.part(path),
        image: &|url| targets.image(url),
    })
}

/// Compares two texts, each with its file: the one in `locale`, and its counterpart. Returns the
/// freshness of both.
pub fn compared(
    locale: Locale,
    links: &[sql::StoredAlignment],
    (file, own): (&str, &Revision),
    (other_file, other): (&str, &Revision),
    exempt: &Exempt,
) -> (TextFreshness, TextFreshness) {
    let own = revision_segments(file, own);
    let other = revision_segments(other_file, other);
    compared_segments(locale, links, (&own, &other), exempt)
}

/// Returns the stored segments of a revision; see [`save::stored_segments`].
pub(crate) fn revision_segments(file: &str, revision: &Revision) -> Vec<Known> {
    let dialect = Flavor::read(&revision.dialect, file);
    save::stored_segments(&revision.markdown, dialect, &revision.segments)
}

/// Like [`compared`], for the segments of both texts.
pub(crate) fn compared_segments(
    locale: Locale,
    links: &[sql::StoredAlignment],
    (own, other): (&[Known], &[Known]),
    exempt: &Exempt,
) -> (TextFreshness, TextFreshness) {
    let links: Vec<_> = links.iter().cloned().map(Alignment::from).collect();
    let (zh, en) = match locale {
        Locale::Zh => (own, other),
        Locale::En => (other, own),
    };
    let Freshness { zh, en } = freshness(zh, en, &links, &copies(zh, en, &links, exempt));
    match locale {
        Locale::Zh => (zh, en),
        Locale::En => (en, zh),
    }
}
