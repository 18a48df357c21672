//! Shared state of all handlers: the content store and the other services.
//!
//! [`Site`] dereferences to its [`Store`], so handlers pass `&site` to functions of the store. The
//! crates of areas and the crate `app` take a `Site`; lower-level crates take a `&Store` or a
//! `&Db`.
//!
//! ```no_run
//! use pailou_database::Db;
//! use pailou_settings::Settings;
//! use pailou_site::Site;
//!
//! # async fn example() {
//! let db = Db::open("data/pailou.db").await.unwrap();
//! let site = Site::new(db, Settings::default());
//! # drop(site);
//! # }
//! ```

use std::ops::Deref;
use std::sync::Arc;

use core_wasm::locale::Locale;

use pailou_database::Db;
use pailou_database::cached::Cached;
use pailou_git_sources::Queue;
use pailou_media::blobs::Files;
use pailou_settings::Settings;
use pailou_site_config::profile::SiteProfile;
use pailou_site_search::SearchIndex;
use pailou_store::context::Store;
use pailou_web::extract_state;
use pailou_web::http_client::HttpClient;

/// Shared state of all handlers.
#[derive(Debug, Clone)]
pub struct Site {
    pub store: Store,
    /// Cache of the published site files: title, navigation, interface texts.
    pub profile_cache: Arc<Cached<SiteProfile>>,
    /// Search index of the current pages and of old versions of the documentation.
    pub search_index: Arc<SearchIndex>,
    /// Queue of Git sources to update.
    pub sources: Arc<Queue>,
    /// HTTP client for requests to other servers.
    pub outbound: Arc<HttpClient>,
}

extract_state!(Site);

impl AsRef<Db> for Site {
    fn as_ref(&self) -> &Db {
        &self.store.db
    }
}

impl Site {
    pub fn new(db: Db, settings: Settings) -> Self {
        let outbound = Arc::new(HttpClient::new(&settings.outbound_allow));
        let files = Files::new(&settings, &outbound);
        Self {
            sources: Arc::new(Queue::new(&settings.sources)),
            store: Store::new(db, settings, files),
            outbound,
            profile_cache: Arc::new(SiteProfile::new_cache()),
            search_index: Arc::default(),
        }
    }

    /// Returns title, navigation, and other published values of the site.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn profile(&self) -> Result<Arc<SiteProfile>, sqlx::Error> {
        SiteProfile::of(&self.profile_cache, &self.store).await
    }

    /// Returns the title of the site in a language.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn title(&self, locale: Locale) -> Result<String, sqlx::Error> {
        Ok(self.profile().await?.title(&self.settings, locale).to_owned())
    }
}

impl Deref for Site {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}
