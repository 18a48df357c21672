//! Shared state of the content store.

use std::path::PathBuf;
use std::sync::Arc;

use super::media::Uses;
use super::news::News;
use super::version_list::Versions;
use super::{LINK_TARGETS, TEXTS};
use pailou_content::link::LinkTargets;
use pailou_database::Db;
use pailou_database::cached::Cached;
use pailou_database::change_feed::Changes;
use pailou_media::blobs::Files;
use pailou_settings::Settings;
use pailou_web::concurrency::{ConcurrencyLimit, OnePerKey};

/// Database, change feed, settings, files, and caches of derived data. Clones share all of them.
#[derive(Debug, Clone)]
pub struct Store {
    pub db: Db,
    pub changes: Arc<Changes>,
    pub settings: Arc<Settings>,
    /// All possible targets of links.
    pub targets: Arc<Cached<LinkTargets>>,
    pub news: Arc<Cached<News>>,
    /// Media files that published texts use.
    pub media_uses: Arc<Cached<Uses>>,
    /// Cached list and link targets of the documentation versions.
    pub versions: Arc<Versions>,
    /// Contents of files that are not pages.
    pub files: Arc<Files>,
    /// Limits the number of requests that process whole texts concurrently: previews, diffs, merges.
    pub cpu_limit: ConcurrencyLimit,
    /// Preview permits by account: each account runs one preview at a time, so that no account
    /// delays the others.
    pub previews: OnePerKey,
}

/// Maximum number of previews of an account that run or wait.
const MAX_PREVIEWS: usize = 8;

impl Store {
    pub fn new(db: Db, settings: Settings, files: Files) -> Self {
        Self {
            db,
            changes: Arc::default(),
            targets: Arc::new(Cached::new(LINK_TARGETS)),
            news: Arc::new(News::new_cache()),
            media_uses: Arc::new(Cached::new(TEXTS)),
            versions: Arc::default(),
            files: Arc::new(files),
            cpu_limit: ConcurrencyLimit::new(settings.render_engines),
            previews: OnePerKey::new(MAX_PREVIEWS),
            settings: Arc::new(settings),
        }
    }

    /// Folder of incomplete uploads; each file is named by its upload id.
    pub fn uploads(&self) -> PathBuf {
        self.settings.data.join("uploads")
    }
}
