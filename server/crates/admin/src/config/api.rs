//! JSON types of site files and of the site's description.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_site_config::Title;

/// The site values from the settings, used until a site file is published.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SiteSettings {
    pub title: Title,
    #[schema(required)]
    pub edit_url: Option<String>,
    pub offline: bool,
    /// Whether `site.url` is missing although the site is behind a proxy, reached over HTTPS, or open to other machines.
    pub needs_url: bool,
    /// The keys that are set, and where.
    pub origins: Vec<SettingOrigin>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SettingOrigin {
    /// The key in `pailou.toml`, such as `site.title.zh`.
    pub key: &'static str,
    /// The file, environment variable, or flag that sets it.
    pub place: String,
}

/// A built-in message of the interface.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BuiltInMessage {
    pub area: &'static str,
    pub key: &'static str,
    /// Null if Chinese needs no separate form, such as a singular.
    #[schema(required)]
    pub zh: Option<&'static str>,
    pub en: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BuiltInMessages {
    pub messages: Vec<BuiltInMessage>,
}

/// A site file: published, scheduled, or deleted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfigValue {
    pub name: String,
    pub media_type: &'static str,
    /// The value for `If-Match`.
    pub revision: String,
    /// The published version; null for none.
    #[schema(required)]
    pub version: Option<i64>,
    #[schema(required)]
    pub bytes: Option<i64>,
    #[schema(required)]
    pub author: Option<String>,
    /// When the current version was published, or the site file deleted.
    pub changed_at: i64,
    /// Milliseconds until an unconfirmed stylesheet is reverted to the previous version.
    #[schema(required)]
    pub confirm_in: Option<i64>,
    /// The scheduled version.
    #[schema(required)]
    pub due: Option<i64>,
    #[schema(required)]
    pub due_at: Option<i64>,
    /// Text of the published version; null in a list.
    #[schema(required)]
    pub body: Option<String>,
    /// URLs within the site that it links to but that do not exist.
    pub broken_links: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfigChange {
    pub body: String,
    /// When to publish, in milliseconds since 1970-01-01 UTC. Default: now.
    pub publish_at: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfigConfirmation {
    /// True keeps the new version; false restores the previous one now.
    pub keep: bool,
}

/// A version of a site file. Versions are immutable.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfigVersion {
    pub number: i64,
    pub bytes: i64,
    pub author: String,
    pub created_at: i64,
    /// The version that this one restores.
    #[schema(required)]
    pub restores: Option<i64>,
    /// Null in a list.
    #[schema(required)]
    pub body: Option<String>,
}
