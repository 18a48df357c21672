//! The list of all routes.

use std::sync::{Arc, OnceLock};

use super::machines::{self, Vitals};
use super::pages::{self, Front};
use super::{config, openapi};
use crate::shared::site::Site;
use crate::shared::web::Route;
use crate::{admin, datastat, docs, landing, localization};

/// Routes of the API, as the server-side renderer uses them.
pub(super) fn api(site: &Site) -> Vec<Route> {
    let text = Arc::new(OnceLock::new());
    let areas = [
        docs::routes(site),
        landing::routes(site),
        localization::routes(site),
        datastat::routes(site),
        admin::routes(site),
        config::routes(site),
        vec![openapi::route(&text)],
    ];
    let routes: Vec<_> = areas.into_iter().flatten().collect();
    text.get_or_init(|| openapi::text(&routes));
    routes
}

/// The API, the pages, and the files at the top of the site.
pub(super) fn all(api: Vec<Route>, front: &Front, vitals: &Vitals) -> Vec<Route> {
    let rest = [pages::routes(front), machines::routes(vitals), front.documents.routes()];
    api.into_iter().chain(rest.into_iter().flatten()).collect()
}
