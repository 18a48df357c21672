//! Page administration: list, drafts, publication, revision history, trash.

mod acknowledging;
mod drafts;
mod history;
mod keeping;
mod list;
mod places;
mod previews;
mod publishing;
mod shown;
mod store;
pub(crate) mod wire;

use crate::shared::site::Site;
use crate::shared::web::{Route, route};

/// Maximum body size: ten times the text of a page of book length.
const MOST_BODY: u64 = 4 << 20;

pub(super) fn routes(site: &Site) -> Vec<Route> {
    let large = MOST_BODY.max(site.settings.body_bytes);
    let small = super::MOST_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, list::list),
        route!(site, places::create).with_body_limit(large),
        route!(site, drafts::read),
        route!(site, places::throw_away),
        route!(site, drafts::open).with_body_limit(large),
        route!(site, places::move_to).with_body_limit(large),
        route!(site, places::set_source).with_body_limit(large),
        route!(site, places::put_back),
        route!(site, places::delete),
        route!(site, places::translate),
        route!(site, drafts::save).with_body_limit(large),
        route!(site, drafts::discard),
        route!(site, drafts::preview).with_body_limit(large),
        route!(site, publishing::changes),
        route!(site, publishing::publish).with_body_limit(large),
        route!(site, publishing::unpublish),
        route!(site, publishing::unschedule),
        route!(site, acknowledging::acknowledge).with_body_limit(large),
        route!(site, keeping::keep).with_body_limit(large),
        route!(site, history::revisions),
        route!(site, history::diff),
        route!(site, history::restore),
        route!(site, previews::link),
        route!(site, previews::shared).with_body_limit(small),
    ]
}
