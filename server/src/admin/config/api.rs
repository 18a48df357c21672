//! JSON types of published values and of the site's description.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::site_config::Title;

/// The site values from the settings, used until a site file is published.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SiteSettings {
    pub(super) title: Title,
    #[schema(required)]
    pub(super) edit_url: Option<String>,
    pub(super) offline: bool,
    /// The keys that are set, and where.
    pub(super) said: Vec<Said>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Said {
    /// The key in `pailou.toml`, such as `site.title.zh`.
    pub(super) key: &'static str,
    /// The file, environment variable, or flag that sets it.
    pub(super) place: String,
}

/// A built-in message of the interface.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BuiltInMessage {
    pub(super) area: &'static str,
    pub(super) key: &'static str,
    /// Null where Chinese needs no separate form, such as a singular.
    #[schema(required)]
    pub(super) zh: Option<&'static str>,
    pub(super) en: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BuiltInMessages {
    pub(super) messages: Vec<BuiltInMessage>,
}

/// A site file: published, scheduled, or deleted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfigValue {
    pub(super) name: String,
    pub(super) media_type: &'static str,
    /// The value for `If-Match`.
    pub(super) revision: String,
    /// The published version; null for none.
    #[schema(required)]
    pub(super) version: Option<i64>,
    #[schema(required)]
    pub(super) bytes: Option<i64>,
    #[schema(required)]
    pub(super) author: Option<String>,
    /// When the current version was published, or the site file deleted.
    pub(super) changed_at: i64,
    /// Milliseconds until an unconfirmed stylesheet is reverted to the previous version.
    #[schema(required)]
    pub(super) confirm_in: Option<i64>,
    /// The scheduled version.
    #[schema(required)]
    pub(super) due: Option<i64>,
    #[schema(required)]
    pub(super) due_at: Option<i64>,
    /// Text of the published version; null in a list.
    #[schema(required)]
    pub(super) body: Option<String>,
    /// URLs within the site that it links to and that do not exist.
    pub(super) dead_ends: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfigChange {
    pub(super) body: String,
    /// When to publish, in milliseconds since 1970-01-01 UTC. Default: now.
    pub(super) publish_at: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfigConfirmation {
    /// True keeps the new version; false restores the previous one now.
    pub(super) keep: bool,
}

/// A version of a site file. Versions are immutable.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfigVersion {
    pub(super) number: i64,
    pub(super) bytes: i64,
    pub(super) author: String,
    pub(super) made_at: i64,
    /// The version that this one restores.
    #[schema(required)]
    pub(super) restores: Option<i64>,
    /// Null in a list.
    #[schema(required)]
    pub(super) body: Option<String>,
}
