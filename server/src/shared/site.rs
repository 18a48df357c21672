//! What every handler may use: the database, what changed, the settings.

use std::path::PathBuf;
use std::sync::Arc;

use super::changes::Changes;
use super::content::link::Places;
use super::db::Db;
use super::derived::Derived;
use super::finder::Finder;
use super::record;
use super::record::news::News;
use super::record::versions::Versions;
use super::settings::Settings;
use super::sources::Queue;

#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) db: Db,
    pub(crate) changes: Arc<Changes>,
    pub(crate) settings: Arc<Settings>,
    /// Everything that links can lead to.
    pub(crate) places: Arc<Derived<Places>>,
    pub(crate) news: Arc<Derived<News>>,
    /// The versions of the documentation.
    pub(crate) versions: Arc<Versions>,
    /// Everything that can be searched for.
    pub(crate) finder: Arc<Finder>,
    /// Which Git sources are to be updated.
    pub(crate) sources: Arc<Queue>,
}

impl Site {
    pub(crate) fn new(db: Db, settings: Settings) -> Self {
        Self {
            db,
            changes: Arc::default(),
            sources: Arc::new(Queue::new(&settings.sources)),
            settings: Arc::new(settings),
            places: Arc::new(Derived::new(record::PLACES)),
            news: Arc::new(News::kept()),
            versions: Arc::default(),
            finder: Arc::default(),
        }
    }

    /// Where files beside the pages lie, named by their hash.
    pub(crate) fn files(&self) -> PathBuf {
        self.settings.data.join("files")
    }
}
