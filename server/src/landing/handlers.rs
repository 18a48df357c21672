//! Requests of the front page.

use std::str::FromStr;

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::wire::{Action, Feature, Landing, RecentPage};
use crate::shared::content::fields::Fields;
use crate::shared::content::front_matter;
use crate::shared::content::link::{Link, Places};
use crate::shared::problem::Problem;
use crate::shared::record::store::{self, Revision, Text};
use crate::shared::record::wire::{Counterpart, TextState};
use crate::shared::record::{self, DOCS, LANDING, TEXTS, TREE};
use crate::shared::site::Site;
use crate::shared::{asked, reply};

const RECENT: i64 = 5;

/// The front page in a language; without one, what is known of the site.
#[utoipa::path(get, path = "/api/v1/public/landing/{locale}",
    params(("locale" = String, Path, description = "zh, en, zh-CN or en-US")),
    responses((status = 200, body = Landing), (status = 400, body = crate::shared::problem::ProblemBody,
        content_type = "application/problem+json", description = "unknown locale")))]
pub(super) async fn landing(tag: String, site: Site) -> Result<Response, Problem> {
    let asked = asked::locale(&tag)?;
    let text = store::text_at(&site.db, LANDING, asked, "").await?;
    let landing = match text {
        Some(text) => of_text(&site, asked, &text).await?,
        None => plain(&site, asked).await?,
    };
    let shows = [record::page_tag(LANDING, ""), TEXTS.to_owned(), TREE.to_owned()];
    Ok(reply::showing(reply::json(&landing)?, shows))
}

async fn of_text(site: &Site, asked: Locale, text: &Text) -> Result<Landing, Problem> {
    let revision = store::published(&site.db, &text.id).await?.ok_or(Problem::NotFound)?;
    let places = record::places(site).await?;
    let locale = Locale::from_str(&text.locale).unwrap_or(asked);
    let front = format!("{}{}", revision.front_matter, revision.markdown);
    let fields = front_matter::split(&front)
        .values()
        .map_or_else(|_| Fields::default(), |values| Fields::read(&values));
    let hero = fields.hero.unwrap_or_default();
    let address = |link: &str| address_of(&places, &text.file, locale, link);
    let other = store::text_of_page(&site.db, &text.page_id, asked.other()).await?;
    Ok(Landing {
        locale: text.locale.clone(),
        name: hero.name.unwrap_or_else(|| text.title.clone()),
        tagline: hero.tagline.unwrap_or_default(),
        text: hero.text.unwrap_or_default(),
        description: text.description.clone(),
        actions: hero
            .actions
            .into_iter()
            .filter_map(|action| {
                let url = address(&action.link)?;
                Some(Action { text: action.text, url, primary: action.primary })
            })
            .collect(),
        features: fields
            .features
            .into_iter()
            .map(|feature| Feature {
                url: feature.link.as_deref().and_then(address),
                title: feature.title,
                details: feature.details,
            })
            .collect(),
        html: html(&places, text, &revision),
        recent: recent(site, asked).await?,
        counterpart: counterpart(asked, other.is_some()),
    })
}

async fn plain(site: &Site, asked: Locale) -> Result<Landing, Problem> {
    let name = match asked {
        Locale::Zh => &site.settings.site_title_zh,
        Locale::En => &site.settings.site_title_en,
    };
    Ok(Landing {
        locale: asked.tag().to_owned(),
        name: name.clone(),
        tagline: String::new(),
        text: String::new(),
        description: String::new(),
        actions: Vec::new(),
        features: Vec::new(),
        html: String::new(),
        recent: recent(site, asked).await?,
        counterpart: counterpart(asked, true),
    })
}

fn html(places: &Places, text: &Text, revision: &Revision) -> String {
    record::rendered(places, text, revision).html
}

fn address_of(places: &Places, file: &str, locale: Locale, link: &str) -> Option<String> {
    match places.resolve(file, locale, link) {
        Link::Page(url) | Link::Media(url) | Link::External(url) | Link::Broken { url, .. } => {
            Some(url)
        }
        Link::Anchor(id) => Some(format!("#{id}")),
        Link::Refused => None,
    }
}

async fn recent(site: &Site, locale: Locale) -> Result<Vec<RecentPage>, Problem> {
    let texts = store::recent(&site.db, DOCS, locale, RECENT).await?;
    let page = |text: Text| RecentPage {
        url: record::address(DOCS, locale, &text.path),
        title: text.title,
        updated_at: text.updated_at,
    };
    Ok(texts.into_iter().map(page).collect())
}

fn counterpart(asked: Locale, exists: bool) -> Counterpart {
    let other = asked.other();
    Counterpart {
        locale: other.tag().to_owned(),
        url: record::address(LANDING, other, ""),
        state: if exists { TextState::Current } else { TextState::Missing },
        behind: 0,
    }
}
