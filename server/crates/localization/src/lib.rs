//! Area `localization`: translation status, and the search dictionary extracted from translations. The texts themselves
//! belong to other areas.
//!
//! - `overview`: sums of the counts that are stored with each text, and of navigation, interface messages, and alt
//!   texts.
//! - `trend`: daily counts, recorded at regular intervals.
//! - `page_status` and `segments`: pages, and their segments that are not up to date.
//! - `contributors`, `acknowledgements`, `glossary`: lists of contributors, acknowledgements, and terms.
//! - `feed` and `badge`: files below `/index/localization`.
//! - `dictionary`: list and corrections of the search dictionary.
//! - [`api`]: JSON types. `store`: SQL.
//!
//! ```no_run
//! fn routes(site: &pailou_site::Site) -> Vec<pailou_web::Route> {
//!     pailou_localization::routes(site)
//! }
//! ```

mod acknowledgements;
pub mod api;
mod badge;
mod contributors;
mod dictionary;
mod feed;
mod glossary;
mod interface;
mod overview;
mod page_status;
mod segments;
mod store;
mod trend;

use std::sync::Arc;
use std::time::Duration;

use contributors::Contributors;
use feed::Feeds;
use pailou_database::Db;
use pailou_site::Site;
use pailou_store::TEXTS;
use pailou_store::news::News;
use pailou_web::{Route, extract_state, route};
use warp::reply::Response;

pub use trend::{record, run_recorder};

/// Cache time of responses. It is short because some numbers change although no text does, such as page views and the
/// age of the daily record.
const FRESH_FOR: Duration = Duration::from_secs(60);

/// State of the handlers.
#[derive(Clone)]
pub(crate) struct Localization {
    site: Site,
    contributors: Arc<Contributors>,
    feeds: Arc<Feeds>,
}

extract_state!(Localization);

impl AsRef<Db> for Localization {
    fn as_ref(&self) -> &Db {
        &self.site.db
    }
}

pub fn routes(site: &Site) -> Vec<Route> {
    let state = &Localization {
        site: site.clone(),
        contributors: Arc::new(Contributors::new()),
        feeds: Arc::new(Feeds::new()),
    };
    let own = vec![
        route!(state, overview::translation_status),
        route!(state, overview::overview),
        route!(state, trend::trend),
        route!(state, page_status::list_page_status),
        route!(state, segments::segments),
        route!(state, acknowledgements::acknowledgements),
        route!(state, contributors::contributors),
        route!(state, glossary::glossary),
        feed::feed_route(state),
        badge::badge_route(state),
    ];
    own.into_iter().chain(dictionary::routes(site)).collect()
}

/// Returns the ids of news entries with a future date, which are excluded from all public lists.
async fn hidden_pages(site: &Site) -> Result<Vec<String>, sqlx::Error> {
    Ok(News::of(site).await?.scheduled_page_ids())
}

fn fresh(response: Response) -> Response {
    let response = pailou_web::reply::with_cache_tags(response, [TEXTS.to_owned()]);
    pailou_web::reply::with_max_age(response, FRESH_FOR)
}
