//! Front page of another generator (`layout: home` with hero and features in its front matter), converted to blocks.

use core_wasm::locale::Locale;

use super::api::{Block, BlockEntry, BlockKind};
use pailou_content::fields::{Feature, Fields};
use pailou_content::link::{Link, LinkTargets};
use pailou_markdown::html_escape::escape_html;
use pailou_store::sql::Text;

/// Text and URL of an action in the hero.
pub(crate) type Action = (String, String);

/// Returns the title of the front page for search engines; `None` if the front matter has none.
pub(crate) fn title(fields: &Fields) -> Option<String> {
    let hero = fields.hero.as_ref();
    let hero_text = hero.and_then(|hero| hero.text.clone().or(hero.tagline.clone()));
    hero_text.or_else(|| fields.title.clone())
}

/// Returns the hero, a block of the features, and a block with `html`, the HTML of the text below the front matter.
/// Features and text are omitted if they are empty. The hero is named after the site if neither its front matter nor
/// the page has a title.
pub(crate) fn blocks(
    targets: &LinkTargets,
    text: &Text,
    locale: Locale,
    fields: &Fields,
    html: String,
    site_title: &str,
) -> Vec<Block> {
    let address = |link: &str| address_of(targets, &text.file, locale, link);
    let hero_of = fields.hero.clone().unwrap_or_default();
    let actions = hero_of.actions.into_iter();
    let actions: Vec<Action> =
        actions.filter_map(|action| Some((action.text, address(&action.link)?))).collect();
    let title = if text.title.is_empty() { site_title } else { &text.title };
    let name = hero_of.name.as_deref().unwrap_or(title);
    let (hero_text, tagline) =
        (hero_of.text.unwrap_or_default(), hero_of.tagline.unwrap_or_default());
    let mut blocks = vec![hero(locale, name, &hero_text, &tagline, &actions)];
    if !fields.features.is_empty() {
        let entries = fields.features.iter().map(|it| feature(it, address)).collect();
        blocks.push(Block { entries, ..empty_block("features", BlockKind::Features, locale) });
    }
    if !html.trim().is_empty() {
        blocks.push(Block { html, ..empty_block("text", BlockKind::Markdown, locale) });
    }
    blocks
}

/// Returns the hero block: `name` as its heading, `text` and `tagline` as paragraphs, and a list of links to the
/// actions. Empty parts are omitted.
pub(crate) fn hero(
    locale: Locale,
    name: &str,
    text: &str,
    tagline: &str,
    actions: &[Action],
) -> Block {
    let mut html = format!("<h1>{}</h1>", escape_html(name));
    for paragraph in [text, tagline].iter().filter(|text| !text.is_empty()) {
        html.push_str(&format!("<p>{}</p>", escape_html(paragraph)));
    }
    if !actions.is_empty() {
        let action = |(text, url): &Action| {
            format!("<li><a href=\"{}\">{}</a></li>", escape_html(url), escape_html(text))
        };
        html.push_str(&format!("<ul>{}</ul>", actions.iter().map(action).collect::<String>()));
    }
    Block { html, ..empty_block("hero", BlockKind::Hero, locale) }
}

fn feature(feature: &Feature, address: impl Fn(&str) -> Option<String>) -> BlockEntry {
    let title = escape_html(&feature.title);
    let title = match feature.link.as_deref().and_then(address) {
        Some(url) => format!("<a href=\"{}\">{title}</a>", escape_html(&url)),
        None => title,
    };
    BlockEntry { html: format!("<h3>{title}</h3><p>{}</p>", escape_html(&feature.details)) }
}

/// Returns a block with this name, kind, and language, and without content.
pub(crate) fn empty_block(name: &str, kind: BlockKind, locale: Locale) -> Block {
    Block {
        name: name.to_owned(),
        kind,
        locale: locale.tag().to_owned(),
        html: String::new(),
        entries: Vec::new(),
        release: None,
        news: Vec::new(),
        recent: Vec::new(),
    }
}

/// Returns the URL of a link in the front matter of `file`; `None` for URLs that run code, such as `javascript:`.
pub(crate) fn address_of(
    targets: &LinkTargets,
    file: &str,
    locale: Locale,
    link: &str,
) -> Option<String> {
    match targets.resolve(file, locale, link) {
        Link::Page(url) | Link::Media(url) | Link::External(url) | Link::Broken { url, .. } => {
            Some(url)
        }
        Link::Anchor(id) => Some(format!("#{id}")),
        Link::Refused => None,
    }
}
