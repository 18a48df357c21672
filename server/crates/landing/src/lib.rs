//! Area `landing`: the front page, made of blocks, and news with their feeds. Blocks and news
//! entries are stored as pages in the content store (ADR 0021).
//!
//! - `handlers`, `blocks`, `downloads`, `home`: the front page. `order`: the order of its blocks.
//! - `news`: the list of news entries. [`Feeds`] contains them as Atom and JSON Feed.
//! - `markdown_view`: news entries as Markdown.
//! - [`api`]: API types.
//!
//! ```no_run
//! fn routes(site: &pailou_site::Site) -> Vec<pailou_web::Route> {
//!     pailou_landing::routes(site)
//! }
//! ```

pub mod api;
mod blocks;
mod downloads;
mod feed;
mod handlers;
mod home;
mod markdown_view;
mod news;
mod order;

use pailou_site::Site;
use pailou_web::{Route, route};

pub use feed::{Feed, Feeds};
pub use handlers::front;
pub use markdown_view::{is_news, moved_news, news_as_markdown};

pub fn routes(site: &Site) -> Vec<Route> {
    vec![
        route!(site, handlers::landing),
        route!(site, handlers::written),
        route!(site, order::read),
        route!(site, order::change).with_body_limit(site.settings.body_bytes),
        route!(site, news::list).without_trailing_slash(),
        route!(site, news::entry).with_tail(),
    ]
}
