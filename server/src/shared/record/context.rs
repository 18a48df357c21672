//! State of the content store.

use std::path::PathBuf;
use std::sync::Arc;

use super::media::Uses;
use super::news::News;
use super::version_list::Versions;
use super::{PLACES, TEXTS};
use crate::shared::changes::Changes;
use crate::shared::db::Db;
use crate::shared::derived::Derived;
use crate::shared::files::Files;
use crate::shared::settings::Settings;
use crate::shared::turns::Turns;
use pailou_content::link::Places;

/// Database, change feed, settings, files, and caches of what is computed from them. A clone shares all of it.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    pub(crate) db: Db,
    pub(crate) changes: Arc<Changes>,
    pub(crate) settings: Arc<Settings>,
    /// Everything that links can lead to.
    pub(crate) places: Arc<Derived<Places>>,
    pub(crate) news: Arc<Derived<News>>,
    /// Which pages show which files.
    pub(crate) media_uses: Arc<Derived<Uses>>,
    /// The versions of the documentation.
    pub(crate) versions: Arc<Versions>,
    /// Bytes of files beside the pages.
    pub(crate) files: Arc<Files>,
    /// Limits the work on whole texts that single requests cause: previews, differences, merges.
    pub(crate) cpu_limit: Turns,
}

impl Store {
    pub(crate) fn new(db: Db, settings: Settings, files: Files) -> Self {
        Self {
            db,
            changes: Arc::default(),
            places: Arc::new(Derived::new(PLACES)),
            news: Arc::new(News::kept()),
            media_uses: Arc::new(Derived::new(TEXTS)),
            versions: Arc::default(),
            files: Arc::new(files),
            cpu_limit: Turns::new(settings.render_engines),
            settings: Arc::new(settings),
        }
    }

    /// Where files lie that are on their way here, named by the id of their upload.
    pub(crate) fn uploads(&self) -> PathBuf {
        self.settings.data.join("uploads")
    }
}
