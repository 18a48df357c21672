//! Parallel view of a page in both languages, its headings, and its outdated segments.

use std::collections::HashMap;
use std::sync::Arc;

use warp::reply::Response;

use super::api::{
    Edit, Heading, MissingSection, OtherHtml, OtherText, OutdatedSegment, Parallel, ParallelQuery,
    ParallelRow, RowState,
};
use super::handlers::{DocsState, locale_of};
use super::{AREA, ResolvedPage, version_params};
use pailou_markdown::heading;
use pailou_store::page_tag;
use pailou_store::page_view::anchors::Anchor;
use pailou_store::page_view::{ChangedSegment, parallel as record};
use pailou_text_diff::word_diff;
use pailou_web::params;
use pailou_web::params::locale;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::{Extension, Query, Tail};

/// Get page in both languages
///
/// Returns both texts as rows of aligned blocks.
#[utoipa::path(get, path = "/api/v1/public/docs-parallel/{locale}/{path}", tag = "docs",
    params(
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("path" = String, Path, description = "Path of the page, such as `guide/start`; empty for the index page"),
        ParallelQuery,
    ),
    responses(
        (status = 200, description = "Both texts", body = Parallel),
        (status = 404, description = "Page not found"),
        (status = 422, description = "Version not found"),
    ))]
pub(crate) async fn parallel(
    tag: String,
    path: Tail,
    Query(query): Query<ParallelQuery>,
    state: DocsState,
    Extension(resolved): Extension<Arc<ResolvedPage>>,
) -> Result<Response, Problem> {
    let (requested_locale, path) = (locale(&tag)?, params::path(path.as_str())?);
    let site = &state.site;
    let resolved =
        resolved.filter(|page| page.is_at(requested_locale, &path) && query.version.is_none());
    let (docs_version, text) = match resolved {
        Some(page) => (page.version.clone(), Some(page.text.clone())),
        None => {
            let (docs_version, path) =
                version_params::resolve_path(site, query.version.as_deref(), &path).await?;
            let text = docs_version.text_at(site, requested_locale, path).await?;
            (docs_version, text)
        }
    };
    let text = text.ok_or(Problem::NotFound)?;
    let revision = docs_version.revision(site, &text).await?.ok_or(Problem::NotFound)?;
    let record::ParallelTexts { other, rows } =
        docs_version.parallel_texts(site, &text, &revision).await?;
    let other = other.map(|other| OtherText {
        url: docs_version.address(locale_of(&other), &other.path),
        title: other.title,
        locale: other.locale,
    });
    let language = locale_of(&text).other().tag();
    let rows = rows.into_iter().map(|row| parallel_row(row, language)).collect();
    let body = Parallel { locale: text.locale, other, rows };
    let shows = docs_version.tags().into_iter().chain([page_tag(AREA, &text.key)]);
    Ok(reply::with_cache_tags(reply::json(&body)?, shows))
}

fn parallel_row(row: record::BilingualRow, language: &str) -> ParallelRow {
    ParallelRow {
        segments: row.segments,
        html: row.html,
        other: row.other.map(|html| OtherHtml { locale: language.to_owned(), html }),
        state: match row.state {
            record::RowState::UpToDate => RowState::UpToDate,
            record::RowState::Outdated => RowState::Outdated,
            record::RowState::Ahead => RowState::Ahead,
            record::RowState::Same => RowState::Same,
            record::RowState::Copied => RowState::Copied,
            record::RowState::NotTranslated => RowState::NotTranslated,
            record::RowState::Alone => RowState::Alone,
            record::RowState::NotAligned => RowState::NotAligned,
        },
    }
}

/// Returns the headings of the page. `anchors` contains the id of the aligned heading and the earlier ids for each
/// heading.
pub(crate) fn headings(headings: Vec<heading::Heading>, anchors: &[Anchor]) -> Vec<Heading> {
    let by_id: HashMap<&str, &Anchor> =
        anchors.iter().rev().map(|anchor| (anchor.id.as_str(), anchor)).collect();
    let heading = |heading: heading::Heading| {
        let anchor = by_id.get(heading.id.as_str());
        Heading {
            counterpart_id: anchor.and_then(|anchor| anchor.counterpart.clone()),
            earlier_ids: anchor.map_or_else(Vec::new, |anchor| anchor.earlier.clone()),
            id: heading.id,
            level: heading.level,
            text: heading.text,
        }
    };
    headings.into_iter().map(heading).collect()
}

pub(crate) fn missing_section(heading: heading::Heading) -> MissingSection {
    MissingSection { id: heading.id, text: heading.text }
}

pub(crate) fn outdated_segment(moved: ChangedSegment) -> OutdatedSegment {
    let edit = |edit| match edit {
        word_diff::Edit::Same => Edit::Same,
        word_diff::Edit::Old => Edit::Old,
        word_diff::Edit::New => Edit::New,
    };
    OutdatedSegment {
        id: moved.id,
        heading_id: moved.heading_id,
        kind: moved.kind.name().to_owned(),
        change: moved.change.name().to_owned(),
        conflict: moved.conflict,
        pieces: moved.pieces.into_iter().map(|(kind, text)| (edit(kind), text)).collect(),
    }
}
