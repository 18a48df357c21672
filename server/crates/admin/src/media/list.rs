//! List and search of media files.

use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::{AltText, MediaFile};
use pailou_auth::guard::{Allowed, permission};
use pailou_content::page_path::media_url;
use pailou_media::{Class, class_of};
use pailou_settings::Settings;
use pailou_site::Site;
use pailou_store::media;
use pailou_store::media::{AllUses, MediaRow};
use pailou_web::Query;
use pailou_web::params;
use pailou_web::params::{Named, enum_schema};
use pailou_web::problem::Problem;
use pailou_web::reply;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MediaQuery {
    /// Part of a path or of an alt text.
    q: Option<String>,
    /// `image`, `video`, `audio`, or `file`. Default: all.
    #[param(schema_with = enum_schema::<Class>)]
    class: Option<String>,
    /// `undescribed`: images that are not decorative and lack alt text in one of the languages. `unused`: files that
    /// no page, draft, or site file uses.
    #[param(schema_with = enum_schema::<State>)]
    state: Option<String>,
    /// `changed` (latest first), `path`, or `bytes`. Default: `changed`.
    #[param(schema_with = enum_schema::<Sort>)]
    sort: Option<String>,
    /// Page number, from 1. Default: 1.
    page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    size: Option<String>,
}

/// List media files
#[utoipa::path(get, path = "/api/v1/admin/media", tag = "media", params(MediaQuery),
    responses(
        (status = 200, description = "One page of the list; `x-total-sum` is the sum of the bytes of all matching files", body = [MediaFile], headers(("x-total-count" = i64), ("x-total-sum" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
        (status = 422, description = "`page` or `size` is out of range, or `class`, `state`, or `sort` is invalid"),
    ))]
pub(super) async fn list_media(
    _: Allowed<permission::PagesRead>,
    site: Site,
    Query(query): Query<MediaQuery>,
) -> Result<Response, Problem> {
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let or_empty = |text: Option<String>| text.unwrap_or_default();
    let class: Option<Class> = params::parse_enum("class", &or_empty(query.class))?;
    let state = params::parse_enum("state", &or_empty(query.state))?;
    let sort = params::parse_enum("sort", &or_empty(query.sort))?.unwrap_or(Sort::Changed);
    let words = or_empty(query.q).trim().to_lowercase();
    let uses = AllUses::of(&site).await?;
    let mut rows = media::media_rows(&site.db).await?;
    rows.retain(|row| {
        matches_search(row, &words)
            && class.is_none_or(|class| class_of(&row.path) == class)
            && match state {
                Some(State::Undescribed) => lacks_alt_text(row),
                Some(State::Unused) => uses.count(&row.path) == 0,
                None => true,
            }
    });
    match sort {
        Sort::Path => {}
        Sort::Bytes => rows.sort_by_key(|row| -row.bytes),
        Sort::Changed => rows.sort_by_key(|row| -changed_at(row)),
    }
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let sum = rows.iter().map(|row| row.bytes).sum();
    let (skip, take) = (usize::try_from((page - 1) * size), usize::try_from(size));
    let part = rows.iter().skip(skip.unwrap_or(usize::MAX)).take(take.unwrap_or(0));
    let part: Vec<_> = part.map(|row| to_media_file(row, &uses, &site.settings)).collect();
    Ok(reply::private(reply::list(&part, total, Some(sum))?))
}

#[derive(Debug, Clone, Copy)]
enum State {
    Undescribed,
    Unused,
}

impl Named for State {
    const NAMES: &'static [(&'static str, Self)] =
        &[("undescribed", Self::Undescribed), ("unused", Self::Unused)];
}

#[derive(Debug, Clone, Copy)]
enum Sort {
    Changed,
    Path,
    Bytes,
}

impl Named for Sort {
    const NAMES: &'static [(&'static str, Self)] =
        &[("changed", Self::Changed), ("path", Self::Path), ("bytes", Self::Bytes)];
}

fn matches_search(row: &MediaRow, words: &str) -> bool {
    let texts = [Some(&row.path), row.alt_zh.as_ref(), row.alt_en.as_ref()];
    texts.into_iter().flatten().any(|text| text.to_lowercase().contains(words))
}

fn lacks_alt_text(row: &MediaRow) -> bool {
    let alt_text = row.words();
    class_of(&row.path) == Class::Image
        && !alt_text.decorative
        && (alt_text.zh.is_empty() || alt_text.en.is_empty())
}

fn changed_at(row: &MediaRow) -> i64 {
    row.changed_at.unwrap_or(row.created_at)
}

pub(super) fn to_media_file(row: &MediaRow, uses: &AllUses, settings: &Settings) -> MediaFile {
    let alt_text = row.words();
    MediaFile {
        path: row.path.clone(),
        url: media_url(&row.path),
        media_type: row.media_type.clone(),
        class: class_of(&row.path).name(),
        bytes: row.bytes,
        width: row.width,
        height: row.height,
        revision: row.revision(),
        alt_text: AltText { zh: alt_text.zh, en: alt_text.en, decorative: alt_text.decorative },
        source: Some(row.source.clone()).filter(|source| settings.has_source(source)),
        author: row.author.clone(),
        changed_at: changed_at(row),
        uses: i64::try_from(uses.count(&row.path)).unwrap_or(i64::MAX),
    }
}
