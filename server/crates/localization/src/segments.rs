//! Segments of a page that are not up to date.

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::api::{ChangedPiece, SegmentStatus, SegmentStatusState, SegmentsQuery, SourceChange};
use super::{Localization, fresh, hidden_pages, store};
use pailou_content::page_path::encode;
use pailou_store::address;
use pailou_store::page_view::pending::{
    self, PendingPage, PendingSegment, PendingState, PendingTexts,
};
use pailou_store::sql::Text;
use pailou_text_diff::word_diff::Edit;
use pailou_translation::freshness::Change;
use pailou_web::problem::Problem;
use pailou_web::{Query, params, reply};

/// List segments that are not up to date
///
/// Returns the segments of a page in one language: outdated segments with the change of the source, segments that are
/// not translated, and segments that are not aligned, in this order; within each state, in page order.
#[utoipa::path(get, path = "/api/v1/public/localization/segments", tag = "localization",
    params(SegmentsQuery),
    responses(
        (status = 200, description = "One page of the list", body = [SegmentStatus],
            headers(("x-total-count" = i64))),
        (status = 400, description = "Unknown language"),
        (status = 404, description = "The page does not exist or is not published"),
        (status = 422, description = "A filter, `page` or `size` is invalid"),
    ))]
pub(crate) async fn segments(
    Localization { site, .. }: Localization,
    Query(query): Query<SegmentsQuery>,
) -> Result<Response, Problem> {
    let (number, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let locale = params::locale(&query.locale)?;
    let state_filter: Option<SegmentStatusState> =
        params::parse_enum("state", query.state.as_deref().unwrap_or_default())?;
    let page_id =
        store::page_id(&site.db, &query.area, &query.key).await?.ok_or(Problem::NotFound)?;
    if hidden_pages(&site).await?.contains(&page_id) {
        return Err(Problem::NotFound);
    }
    let page = pending::pending_of_page(&site, &page_id, locale).await?;
    if page.text.is_none() && page.other.is_none() {
        return Err(Problem::NotFound);
    }
    let is_in_state =
        |segment: &&PendingSegment| state_filter.is_none_or(|state| state == of(segment.state));
    let found: Vec<_> = page.segments.iter().filter(is_in_state).collect();
    let from = usize::try_from((number - 1) * size).unwrap_or(usize::MAX);
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let mut rows = Vec::new();
    for segment in found.iter().skip(from).take(size) {
        let texts = page.texts(&site, segment).await?;
        rows.push(segment_status(&query.area, locale, &page, segment, texts));
    }
    Ok(fresh(reply::list(&rows, found.len() as i64, None)?))
}

fn segment_status(
    area: &str,
    locale: Locale,
    page: &PendingPage,
    segment: &PendingSegment,
    texts: PendingTexts,
) -> SegmentStatus {
    SegmentStatus {
        id: segment.id.clone(),
        state: of(segment.state),
        kind: segment.kind.name().to_owned(),
        change: segment.change.map(|change| match change {
            Change::Minor => SourceChange::Minor,
            Change::Major => SourceChange::Major,
            Change::Removed => SourceChange::Removed,
        }),
        conflict: segment.conflict,
        since: segment.since,
        url: url(area, locale, page, segment),
        source_before: texts.before,
        source: texts.source,
        translation: texts.translation,
        pieces: texts.pieces.into_iter().map(|(edit, text)| (piece(edit), text)).collect(),
    }
}

/// Returns the URL of the text that contains the segment, with the anchor of the heading above it. `locale` is the
/// language of the translation.
pub(crate) fn url(
    area: &str,
    locale: Locale,
    page: &PendingPage,
    segment: &PendingSegment,
) -> String {
    let (locale, text) = match segment.is_own {
        true => (locale, &page.text),
        false => (locale.other(), &page.other),
    };
    text.as_ref().map_or_else(String::new, |text| {
        at_heading(area, locale, text, segment.heading_id.as_deref())
    })
}

/// Returns the URL of a text, with the anchor of a heading if one is given.
pub(crate) fn at_heading(area: &str, locale: Locale, text: &Text, heading: Option<&str>) -> String {
    let page = address(area, locale, &text.path);
    match heading {
        // The URL of a front page block already has an anchor.
        Some(id) if !page.contains('#') => {
            format!("{page}#{}", encode(id))
        }
        _ => page,
    }
}

fn of(state: PendingState) -> SegmentStatusState {
    match state {
        PendingState::Outdated => SegmentStatusState::Outdated,
        PendingState::NotTranslated => SegmentStatusState::NotTranslated,
        PendingState::NotAligned => SegmentStatusState::NotAligned,
    }
}

fn piece(edit: Edit) -> ChangedPiece {
    match edit {
        Edit::Same => ChangedPiece::Same,
        Edit::Old => ChangedPiece::Old,
        Edit::New => ChangedPiece::New,
    }
}
