//! State of the content store.

use std::path::PathBuf;
use std::sync::Arc;

use super::media::Uses;
use super::news::News;
use super::version_list::Versions;
use super::{PLACES, TEXTS};
use pailou_content::link::Places;
use pailou_database::Db;
use pailou_database::cached::Cached;
use pailou_database::change_feed::Changes;
use pailou_media::blobs::Files;
use pailou_settings::Settings;
use pailou_web::concurrency::ConcurrencyLimit;

/// Database, change feed, settings, files, and caches of what is computed from them. A clone shares all of it.
#[derive(Debug, Clone)]
pub struct Store {
    pub db: Db,
    pub changes: Arc<Changes>,
    pub settings: Arc<Settings>,
    /// Everything that links can lead to.
    pub places: Arc<Cached<Places>>,
    pub news: Arc<Cached<News>>,
    /// Which pages show which files.
    pub media_uses: Arc<Cached<Uses>>,
    /// The versions of the documentation.
    pub versions: Arc<Versions>,
    /// Bytes of files beside the pages.
    pub files: Arc<Files>,
    /// Limits the work on whole texts that single requests cause: previews, differences, merges.
    pub cpu_limit: ConcurrencyLimit,
}

impl Store {
    pub fn new(db: Db, settings: Settings, files: Files) -> Self {
        Self {
            db,
            changes: Arc::default(),
            places: Arc::new(Cached::new(PLACES)),
            news: Arc::new(News::kept()),
            media_uses: Arc::new(Cached::new(TEXTS)),
            versions: Arc::default(),
            files: Arc::new(files),
            cpu_limit: ConcurrencyLimit::new(settings.render_engines),
            settings: Arc::new(settings),
        }
    }

    /// Where files lie that are on their way here, named by the id of their upload.
    pub fn uploads(&self) -> PathBuf {
        self.settings.data.join("uploads")
    }
}
