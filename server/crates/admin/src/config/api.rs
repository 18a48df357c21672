//! JSON types of site files, site settings, and built-in interface messages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_site_config::Title;

/// The site values from the settings, which apply unless the published `site.json` overrides them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SiteSettings {
    pub title: Title,
    #[schema(required)]
    pub edit_url: Option<String>,
    pub offline: bool,
    /// True if `site.url` is missing although the site is behind a proxy, reached over HTTPS, or open to other
    /// machines.
    pub needs_url: bool,
    /// Keys that are set, each with its origin.
    pub origins: Vec<SettingOrigin>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SettingOrigin {
    /// Key in `pailou.toml`, such as `site.title.zh`.
    pub key: &'static str,
    /// File, environment variable, or flag that sets the key.
    pub place: String,
}

/// A built-in message of the interface.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BuiltInMessage {
    pub area: &'static str,
    pub key: &'static str,
    /// Chinese message; null if Chinese needs no separate form, for example for the singular.
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
    /// Value of `If-Match` for a change.
    pub revision: String,
    /// Number of the published version; null if none is published.
    #[schema(required)]
    pub version: Option<i64>,
    #[schema(required)]
    pub bytes: Option<i64>,
    #[schema(required)]
    pub author: Option<String>,
    /// Time at which the current version was published or the site file was deleted.
    pub changed_at: i64,
    /// Number of milliseconds until an unconfirmed stylesheet is reverted to the previous version.
    #[schema(required)]
    pub confirm_in: Option<i64>,
    /// Number of the scheduled version.
    #[schema(required)]
    pub due: Option<i64>,
    #[schema(required)]
    pub due_at: Option<i64>,
    /// Text of the published version; null in a list.
    #[schema(required)]
    pub body: Option<String>,
    /// Broken links: URLs of this site that the site file links to and that do not exist.
    pub broken_links: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfigChange {
    pub body: String,
    /// Time of publication, in milliseconds since 1970-01-01 UTC. Default: now.
    pub publish_at: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfigConfirmation {
    /// True keeps the new version; false immediately restores the previous one.
    pub keep: bool,
}

/// A version of a site file. Versions are immutable.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfigVersion {
    pub number: i64,
    pub bytes: i64,
    pub author: String,
    pub created_at: i64,
    /// Number of the version that this one restores.
    #[schema(required)]
    pub restores: Option<i64>,
    /// Text of the version; null in a list.
    #[schema(required)]
    pub body: Option<String>,
}
