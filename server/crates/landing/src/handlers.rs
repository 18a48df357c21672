//! Handlers of the front page.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::api::{Block, Landing};
use super::{blocks, home, news};
use pailou_auth::guard::{Allowed, permission};
use pailou_web::problem::Problem;

use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_content::yaml::Value;
use pailou_importers::order::natural;
use pailou_site::Site;
use pailou_store::api::{Counterpart, TextState};
use pailou_store::sql;
use pailou_store::sql::{Revision, Text, TextWithFrontMatter};
use pailou_store::{LANDING, LINK_TARGETS, TEXTS, TREE};
use pailou_web::{params, reply};

/// Get front page
///
/// Returns the blocks of the front page in one language. If there are no blocks, returns a hero
/// with the title of the site, and the recent pages.
#[utoipa::path(get, path = "/api/v1/public/landing/{locale}", tag = "landing",
    params(("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`")),
    responses((status = 200, body = Landing), (status = 400, body = pailou_web::problem::ProblemBody,
        content_type = "application/problem+json", description = "Unknown locale")))]
pub(crate) async fn landing(tag: String, site: Site) -> Result<Response, Problem> {
    let requested_locale = params::locale(&tag)?;
    let all = sql::with_front_matter(&site.db, LANDING).await?;
    let own = in_language(&all, requested_locale);
    let mut with_revisions = Vec::with_capacity(own.len());
    for block in own {
        let Some(revision) = sql::published_revision(&site.db, &block.text.id).await? else {
            continue;
        };
        with_revisions.push((block, revision));
    }
    let landing =
        of_texts(&site, requested_locale, &with_revisions, counterpart(requested_locale, &all))
            .await?;
    let shows = [LINK_TARGETS.to_owned(), TEXTS.to_owned(), TREE.to_owned()];
    let response = reply::with_cache_tags(reply::json(&landing)?, shows);
    news::until_the_next(&site, response).await
}

/// Get front page with drafts
///
/// Returns the blocks of the front page. Drafts replace published blocks; unpublished blocks are
/// included.
#[utoipa::path(get, path = "/api/v1/admin/landing/{locale}", tag = "admin",
    params(("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`")),
    responses(
        (status = 200, description = "The front page as it would be if all drafts were published", body = Landing),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
    ))]
pub(crate) async fn written(
    _: Allowed<permission::PagesRead>,
    tag: String,
    site: Site,
) -> Result<Response, Problem> {
    let requested_locale = params::locale(&tag)?;
    let (all, revisions): (Vec<_>, Vec<_>) =
        pailou_drafts::effective_texts(&site, LANDING).await?.into_iter().unzip();
    let ids = all.iter().map(|it: &TextWithFrontMatter| it.text.id.as_str());
    let mut revisions: HashMap<&str, Revision> = ids.zip(revisions).collect();
    let mut with_revisions = Vec::with_capacity(revisions.len());
    for block in in_language(&all, requested_locale) {
        let Some(revision) = revisions.remove(block.text.id.as_str()) else { continue };
        with_revisions.push((block, revision));
    }
    let landing =
        of_texts(&site, requested_locale, &with_revisions, counterpart(requested_locale, &all))
            .await?;
    Ok(reply::private(reply::json(&landing)?))
}

/// Returns the title and the description of the front page in one language: the title of the site if no block has a
/// title, and an empty string if no block has a description.
pub async fn front(site: &Site, locale: Locale) -> Result<(String, String), Problem> {
    let all = sql::with_front_matter(&site.db, LANDING).await?;
    let found = title_and_description(in_language(&all, locale).iter());
    let (title, description) = found.unwrap_or_default();
    Ok((if title.is_empty() { site.title(locale).await? } else { title }, description))
}

/// Returns the title and the description from the blocks in the language of the first block; `None` without blocks.
fn title_and_description<'a>(
    texts: impl Iterator<Item = &'a ParsedBlock<'a>> + Clone,
) -> Option<(String, String)> {
    let first = texts.clone().next()?.text;
    let own = || texts.clone().filter(|block| block.text.locale == first.locale);
    let title = own().find_map(|block| home::title(&block.fields));
    let description = own().find_map(|block| block.fields.description.clone());
    Some((title.unwrap_or_else(|| first.title.clone()), description.unwrap_or_default()))
}

/// A block with its parsed front matter.
struct ParsedBlock<'a> {
    text: &'a Text,
    values: Value,
    fields: Fields,
}

impl ParsedBlock<'_> {
    fn of(fronted: &TextWithFrontMatter) -> ParsedBlock<'_> {
        let values = front_matter::split(&fronted.front_matter).values().unwrap_or(Value::Nothing);
        let fields = Fields::read(&values);
        ParsedBlock { text: &fronted.text, values, fields }
    }

    /// Returns the sort key: the imported front page of another generator first, then blocks with an `order`, then the
    /// rest.
    fn rank(&self) -> f64 {
        match self.text.path.as_str() {
            "" => f64::NEG_INFINITY,
            _ => self.fields.order.unwrap_or(f64::INFINITY),
        }
    }
}

/// Returns each block once, in the order of the front page. A block that is not translated is returned in the other
/// language.
fn in_language(all: &[TextWithFrontMatter], locale: Locale) -> Vec<ParsedBlock<'_>> {
    let is_own = |it: &TextWithFrontMatter| it.text.locale == locale.tag();
    let translated = |it: &TextWithFrontMatter| {
        all.iter().any(|other| is_own(other) && other.text.page_id == it.text.page_id)
    };
    let blocks = all.iter().filter(|it| is_own(it) || !translated(it));
    let mut blocks: Vec<_> = blocks.map(ParsedBlock::of).collect();
    blocks.sort_by(|a, b| {
        a.rank().total_cmp(&b.rank()).then_with(|| natural(&a.text.path, &b.text.path))
    });
    blocks
}

/// Builds the front page from texts and the revisions to display. Without texts, it consists of the title of the site
/// and the recent pages, and `counterpart` is not used.
async fn of_texts(
    site: &Site,
    requested_locale: Locale,
    texts: &[(ParsedBlock<'_>, Revision)],
    counterpart: Counterpart,
) -> Result<Landing, Problem> {
    let Some(((first, _), (title, description))) =
        texts.first().zip(title_and_description(texts.iter().map(|(block, _)| block)))
    else {
        return plain(site, requested_locale).await;
    };
    let targets = pailou_store::link_targets(site).await?;
    let site_title = site.title(requested_locale).await?;
    let title = if title.is_empty() { site_title.clone() } else { title };
    let mut blocks: Vec<Block> = Vec::new();
    for (ParsedBlock { text, values, fields }, revision) in texts {
        let locale = Locale::from_str(&text.locale).unwrap_or(requested_locale);
        let rendered = pailou_store::rendered(&targets, text, revision);
        match text.path.as_str() {
            "" => {
                let html = rendered.html;
                blocks.extend(home::blocks(&targets, text, locale, fields, html, &site_title));
            }
            _ => {
                let of_text = (*text, locale);
                blocks.push(
                    blocks::convert_block(
                        site,
                        &targets,
                        requested_locale,
                        of_text,
                        values,
                        rendered,
                    )
                    .await?,
                );
            }
        }
    }
    // If an imported front page of another generator is the only block, the recent pages are added.
    if texts.iter().all(|(block, _)| block.text.path.is_empty()) {
        blocks.push(blocks::recent(site, requested_locale).await?);
    }
    let locale = first.text.locale.clone();
    Ok(Landing { locale, title, description, blocks, counterpart })
}

async fn plain(site: &Site, requested_locale: Locale) -> Result<Landing, Problem> {
    let name = site.title(requested_locale).await?;
    Ok(Landing {
        locale: requested_locale.tag().to_owned(),
        description: String::new(),
        blocks: vec![
            home::hero(requested_locale, &name, "", "", &[]),
            blocks::recent(site, requested_locale).await?,
        ],
        title: name,
        counterpart: of_other(requested_locale, TextState::UpToDate, 0),
    })
}

/// Returns the translation state of all blocks in the language that was not requested, with the number of segments that
/// are outdated or not translated. Blocks that exist only in the requested language count as not
/// translated.
fn counterpart(requested_locale: Locale, all: &[TextWithFrontMatter]) -> Counterpart {
    let other = requested_locale.other();
    let (other_texts, own_texts): (Vec<_>, Vec<_>) =
        all.iter().partition(|it| it.text.locale == other.tag());
    let translated: HashSet<&str> = other_texts.iter().map(|it| it.text.page_id.as_str()).collect();
    let missing: Vec<_> =
        own_texts.iter().filter(|it| !translated.contains(it.text.page_id.as_str())).collect();
    let outdated: i64 = other_texts
        .iter()
        .map(|it| it.text.segments_outdated + it.text.segments_not_translated)
        .sum();
    // A block without segments, such as a list of links, counts as one missing segment.
    let missing_segments: i64 = missing.iter().map(|it| it.segments_total.max(1)).sum();
    let is_translated = other_texts.iter().any(|it| it.text.is_copy == 0);
    let state = match outdated + missing_segments {
        _ if !is_translated => TextState::NotTranslated,
        0 => TextState::UpToDate,
        _ => TextState::Outdated,
    };
    of_other(requested_locale, state, outdated + missing_segments)
}

fn of_other(requested_locale: Locale, state: TextState, outdated: i64) -> Counterpart {
    let other = requested_locale.other();
    Counterpart {
        locale: other.tag().to_owned(),
        url: pailou_store::address(LANDING, other, ""),
        state,
        outdated,
    }
}
