//! Shared state of every handler: database, change feed, settings.

use std::path::PathBuf;
use std::sync::Arc;

use super::changes::Changes;
use super::config::own::Own;
use super::db::Db;
use super::derived::Derived;
use super::files::Files;
use super::finder::Finder;
use super::outbound::Outbound;
use super::record;
use super::record::media::Uses;
use super::record::news::News;
use super::record::versions::Versions;
use super::settings::Settings;
use super::sources::Queue;
use super::turns::Turns;
use super::web::extract_state;
use pailou_content::link::Places;

#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) db: Db,
    pub(crate) changes: Arc<Changes>,
    pub(crate) settings: Arc<Settings>,
    /// Everything that links can lead to.
    pub(crate) places: Arc<Derived<Places>>,
    pub(crate) news: Arc<Derived<News>>,
    /// Which pages show which files.
    pub(crate) media_uses: Arc<Derived<Uses>>,
    /// What the site says of itself in published values.
    pub(crate) own: Arc<Derived<Own>>,
    /// The versions of the documentation.
    pub(crate) versions: Arc<Versions>,
    /// Everything that can be searched for.
    pub(crate) finder: Arc<Finder>,
    /// Which Git sources are to be updated.
    pub(crate) sources: Arc<Queue>,
    /// Bytes of files beside the pages.
    pub(crate) files: Arc<Files>,
    /// Requests to other servers.
    pub(crate) outbound: Arc<Outbound>,
    /// For looking at a whole text because one person asks: previews, differences, merges.
    pub(crate) looks: Turns,
}

extract_state!(Site);

impl Site {
    pub(crate) fn new(db: Db, settings: Settings) -> Self {
        let outbound = Arc::new(Outbound::new(&settings.outbound_allow));
        Self {
            db,
            changes: Arc::default(),
            sources: Arc::new(Queue::new(&settings.sources)),
            files: Arc::new(Files::new(&settings, &outbound)),
            outbound,
            looks: Turns::new(settings.render_engines),
            settings: Arc::new(settings),
            places: Arc::new(Derived::new(record::PLACES)),
            news: Arc::new(News::kept()),
            media_uses: Arc::new(Derived::new(record::TEXTS)),
            own: Arc::new(Own::kept()),
            versions: Arc::default(),
            finder: Arc::default(),
        }
    }

    /// Where files lie that are on their way here, named by the id of their upload.
    pub(crate) fn uploads(&self) -> PathBuf {
        self.settings.data.join("uploads")
    }
}
