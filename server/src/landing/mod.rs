//! Front page, made of blocks, and news. Both are texts of the content store like every page.

mod blocks;
mod downloads;
mod feed;
mod handlers;
mod home;
mod news;
mod order;
mod twin;
pub(crate) mod wire;

use crate::shared::site::Site;
use crate::shared::web::{Route, route};

pub(crate) use feed::{Feed, Feeds};
pub(crate) use handlers::front;
pub(crate) use twin::{is_news, moved_news, news_as_markdown};

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    vec![
        route!(site, handlers::landing),
        route!(site, handlers::written),
        route!(site, order::read),
        route!(site, order::change).with_body_limit(site.settings.body_bytes),
        route!(site, news::list).without_trailing_slash(),
        route!(site, news::entry).with_tail(),
    ]
}
