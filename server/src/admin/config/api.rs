//! JSON types of published values and of the site's description.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::site_config::Title;

/// What the settings say of the site, as long as no published value says something else.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SiteSettings {
    pub(super) title: Title,
    #[schema(required)]
    pub(super) edit_url: Option<String>,
    pub(super) offline: bool,
    /// Which of them are set, and where.
    pub(super) said: Vec<Said>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Said {
    /// As in `pailou.toml`, such as `site.title.zh`.
    pub(super) key: &'static str,
    /// The file, the variable of the environment, or the flag.
    pub(super) place: String,
}

/// A sentence of the interface, as it is built in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BuiltInMessage {
    pub(super) area: &'static str,
    pub(super) key: &'static str,
    /// Null where Chinese needs none: a singular.
    #[schema(required)]
    pub(super) zh: Option<&'static str>,
    pub(super) en: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BuiltInMessages {
    pub(super) messages: Vec<BuiltInMessage>,
}

/// A published value, or one that was or will be.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfigValue {
    pub(super) name: String,
    pub(super) media_type: &'static str,
    /// For `If-Match`.
    pub(super) revision: String,
    /// The version that is published; null for none.
    #[schema(required)]
    pub(super) version: Option<i64>,
    #[schema(required)]
    pub(super) bytes: Option<i64>,
    #[schema(required)]
    pub(super) author: Option<String>,
    /// When that version was published, or the value taken away.
    pub(super) changed_at: i64,
    /// A new stylesheet goes back to the one before it after so many milliseconds, unless it is confirmed.
    #[schema(required)]
    pub(super) confirm_in: Option<i64>,
    /// The version that is published at a time.
    #[schema(required)]
    pub(super) due: Option<i64>,
    #[schema(required)]
    pub(super) due_at: Option<i64>,
    /// Of the version that is published; null in a list.
    #[schema(required)]
    pub(super) body: Option<String>,
    /// Addresses within the site that it leads to, and at which nothing stands.
    pub(super) dead_ends: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfigChange {
    pub(super) body: String,
    /// When it is to be published, in milliseconds since 1970; at once when absent.
    pub(super) publish_at: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfigConfirmation {
    /// Whether the new version stays; otherwise the one before it comes back at once.
    pub(super) keep: bool,
}

/// A version of a value. No version is ever changed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfigVersion {
    pub(super) number: i64,
    pub(super) bytes: i64,
    pub(super) author: String,
    pub(super) made_at: i64,
    /// The version that it says once more.
    #[schema(required)]
    pub(super) restores: Option<i64>,
    /// Null in a list.
    #[schema(required)]
    pub(super) body: Option<String>,
}
