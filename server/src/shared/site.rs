//! Shared state of every handler: the content store and the services beside it.

use std::ops::Deref;
use std::sync::Arc;

use core_wasm::locale::Locale;

use super::db::Db;
use super::derived::Derived;
use super::files::Files;
use super::finder::Finder;
use super::git_sources::Queue;
use super::outbound::Outbound;
use super::record::context::Store;
use super::settings::Settings;
use super::site_config::own::Own;
use super::web::extract_state;

/// Dereferences to its [`Store`], so that handlers pass `&site` where a function of the store is called.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) store: Store,
    /// What the site says of itself in published values.
    pub(crate) own: Arc<Derived<Own>>,
    /// Everything that can be searched for.
    pub(crate) finder: Arc<Finder>,
    /// Which Git sources are to be updated.
    pub(crate) sources: Arc<Queue>,
    /// Requests to other servers.
    pub(crate) outbound: Arc<Outbound>,
}

extract_state!(Site);

impl Site {
    pub(crate) fn new(db: Db, settings: Settings) -> Self {
        let outbound = Arc::new(Outbound::new(&settings.outbound_allow));
        let files = Files::new(&settings, &outbound);
        Self {
            sources: Arc::new(Queue::new(&settings.sources)),
            store: Store::new(db, settings, files),
            outbound,
            own: Arc::new(Own::kept()),
            finder: Arc::default(),
        }
    }

    /// Title, navigation and other published values of the site.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn profile(&self) -> Result<Arc<Own>, sqlx::Error> {
        Own::of(&self.own, &self.store).await
    }

    /// The title of the site in a language.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn title(&self, locale: Locale) -> Result<String, sqlx::Error> {
        Ok(self.profile().await?.title(&self.settings, locale).to_owned())
    }
}

impl Deref for Site {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}
