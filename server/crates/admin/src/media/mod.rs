//! Media library: files, alt text, and uploads.

pub mod api;
mod file;
mod list;
mod store;
mod uploads;

use pailou_site::Site;
use pailou_web::concurrency::ConcurrencyLimit;
use pailou_web::{Route, route};
use uploads::UploadService;

/// Maximum size of one part of a file in bytes: the default of nginx's `client_max_body_size`.
const MAX_PART: u64 = 1 << 20;

pub fn routes(site: &Site) -> Vec<Route> {
    // Decoding an image takes hundreds of megabytes, so only one image is decoded at a time.
    let service = &UploadService { site: site.clone(), processing_limit: ConcurrencyLimit::new(1) };
    vec![
        route!(site, list::list_media),
        route!(site, file::read_media_file),
        route!(site, file::describe),
        route!(site, file::delete_media_file),
        route!(service, uploads::create_upload),
        route!(service, uploads::upload_progress),
        route!(service, uploads::send).with_body_limit(MAX_PART),
        route!(service, uploads::cancel_upload),
    ]
}
