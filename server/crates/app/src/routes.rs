//! Routes of the API, of the pages, and of the files at the root of the site.

use std::sync::{Arc, OnceLock};

use super::ssr_handler;
use super::ssr_handler::PageService;
use super::{config, openapi};
use pailou_site::Site;
use pailou_web::Route;
use pailou_web::static_text::StaticText;

/// Returns the routes of the API, which the server-side renderer uses too.
pub fn api(site: &Site) -> Vec<Route> {
    let text = Arc::new(OnceLock::new());
    let areas = [
        pailou_docs::routes(site),
        pailou_landing::routes(site),
        pailou_localization::routes(site),
        pailou_datastat::routes(site),
        pailou_assistant::routes(site),
        pailou_admin::routes(site),
        config::routes(site),
        vec![openapi::route(&text)],
    ];
    let routes: Vec<_> = areas.into_iter().flatten().collect();
    text.get_or_init(|| StaticText::new(openapi::openapi_json(&routes), "application/json"));
    routes
}

/// Returns the routes of the API, of the pages, and of the files at the root of the site.
pub fn all(api: Vec<Route>, page_service: &PageService) -> Vec<Route> {
    let rest = [ssr_handler::routes(page_service), page_service.documents.routes()];
    api.into_iter().chain(rest.into_iter().flatten()).collect()
}
