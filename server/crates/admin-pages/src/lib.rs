//! Area `admin`, pages: list, drafts, publication, revision history, trash, previews, and publish gates.
//!
//! - `list`, `lifecycle`, `history`: page list; create, move, delete, and restore; revisions and their differences.
//! - `drafts`, `previews`, `publishing`, `gates`: drafts, preview links, and publication.
//! - `acknowledging`, `copies`: marking segments as still correct or as intentional copies.
//! - [`api`]: JSON types. `guards`: permission checks and conversions. `store`: SQL.
//!
//! ```no_run
//! fn routes(site: &pailou_site::Site) -> Vec<pailou_web::Route> {
//!     pailou_admin_pages::routes(site)
//! }
//! ```

mod acknowledging;
pub mod api;
mod copies;
mod drafts;
mod gates;
mod guards;
mod history;
mod lifecycle;
mod list;
mod previews;
mod publishing;
mod store;

use pailou_site::Site;
use pailou_web::{Route, route};

/// Maximum body size of most requests in bytes, unless the settings allow more.
const MAX_BODY: u64 = 4 << 20;
/// Maximum body size of requests with few short fields in bytes, unless the settings allow less.
const MAX_SMALL_BODY: u64 = 16 << 10;

pub fn routes(site: &Site) -> Vec<Route> {
    let large = MAX_BODY.max(site.settings.body_bytes);
    let small = MAX_SMALL_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, list::list_pages),
        route!(site, lifecycle::create).with_body_limit(large),
        route!(site, drafts::read_page),
        route!(site, drafts::open).with_body_limit(large),
        route!(site, drafts::leave),
        route!(site, lifecycle::move_to).with_body_limit(large),
        route!(site, lifecycle::set_source).with_body_limit(large),
        route!(site, lifecycle::set_parent).with_body_limit(small),
        route!(site, lifecycle::restore_page),
        route!(site, lifecycle::delete),
        route!(site, lifecycle::translate),
        route!(site, drafts::save).with_body_limit(large),
        route!(site, drafts::discard),
        route!(site, drafts::preview).with_body_limit(large),
        route!(site, publishing::changes),
        route!(site, publishing::publish).with_body_limit(large),
        route!(site, publishing::unpublish),
        route!(site, publishing::unschedule),
        route!(site, acknowledging::acknowledge).with_body_limit(large),
        route!(site, acknowledging::undo_acknowledgement).with_body_limit(large),
        route!(site, copies::keep).with_body_limit(large),
        route!(site, gates::read_gates),
        route!(site, gates::write).with_body_limit(small),
        route!(site, gates::set_page).with_body_limit(small),
        route!(site, history::list_revisions),
        route!(site, history::diff),
        route!(site, history::restore_revision),
        route!(site, previews::link),
        route!(site, previews::list_previews),
        route!(site, previews::revoke),
        route!(site, previews::shared).with_body_limit(small),
    ]
}
