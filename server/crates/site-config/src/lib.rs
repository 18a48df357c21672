//! Site files: the stylesheet that every page links to, title, navigation, and interface text. They
//! are published in the admin area and have versions.
//!
//! - [`check`] validates the name and the content of a file.
//! - [`publishing`] publishes, schedules, confirms, and reverts site files (ADR 0028);
//!   [`run_scheduler`] performs scheduled changes.
//! - [`profile`] is the site profile: the site files that every page contains (ADR 0030).
//! - [`store`] contains the SQL.
//!
//! The build script embeds the interface messages, so that overrides can be validated.
//!
//! ```
//! assert!(pailou_site_config::is_of_type("global_style.css", "text/css; charset=utf-8"));
//! ```

pub mod check;
pub mod profile;
pub mod publishing;
pub mod store;

use serde::Serialize;
use utoipa::ToSchema;

use pailou_database::audit_log::Actor;
use pailou_database::change_feed::CacheTag;
use pailou_database::id;
use pailou_store::context::Store;
use publishing::PublishRequest;
use store::Value;

pub use check::is_of_type;
pub use publishing::{perform_due, run_scheduler};

/// Title of the site in each language.
#[derive(Debug, Serialize, ToSchema)]
pub struct Title {
    #[serde(rename = "zh-CN")]
    pub zh: String,
    #[serde(rename = "en-US")]
    pub en: String,
}

/// Returns the cache tag of a site file.
pub fn tag(name: &str) -> CacheTag {
    format!("config:{name}")
}

fn tags(name: &str) -> Vec<CacheTag> {
    let own = profile::is_loaded_on_every_page(name).then(|| profile::TAG.to_owned());
    own.into_iter().chain([tag(name)]).collect()
}

/// Publishes a site file immediately, on behalf of the command line. A stylesheet is reverted
/// unless it is confirmed.
pub async fn publish_as_command_line(
    site: &Store,
    name: &str,
    media_type: &str,
    body: &str,
) -> Result<(), sqlx::Error> {
    let (actor, now) = (Actor::command_line(), id::now());
    let value = Value { media_type: media_type.to_owned(), body: body.to_owned() };
    let mut tx = site.db.begin().await?;
    let pointer = store::lock(&mut tx, name, now).await?;
    let wish = PublishRequest { value, restores: None, later: None };
    publishing::publish(&mut tx, &actor, pointer, &wish, now).await?;
    tx.commit().await
}
