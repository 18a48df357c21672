//! Settings, in descending order of precedence: flag, environment variable, `pailou.toml`, default. Every key is
//! defined once, in `keys` or `sources`, with its parser and its allowed values.
//!
//! - [`Settings`] has a field per key; [`read_settings()`] merges flags, environment variables, and the file.
//! - [`SettingsError`] names the invalid key, its [`SettingOrigin`], and the allowed values.
//! - [`sources::Source`] is a `[[source]]` table, a Git repository; [`remote::Remote`] is its location.
//!
//! ```
//! use pailou_settings::read_settings;
//!
//! let flags = [("addr", "127.0.0.1:9000".to_owned())];
//! let settings = read_settings(&flags, std::iter::empty(), "pailou.toml".as_ref(), false).unwrap();
//! assert_eq!(settings.addr.port(), 9000);
//! ```

mod error;
mod keys;
mod read;
pub mod remote;
pub mod sources;

pub use error::{Hint, SettingOrigin, SettingsError};
pub use keys::allowed;
pub use read::read_settings;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use core_wasm::locale::Locale;

use pailou_content::lint_rules::Spacing;
use sources::Source;

/// Values of all settings.
#[derive(Debug, Clone)]
pub struct Settings {
    pub addr: SocketAddr,
    pub data: PathBuf,
    /// `postgres://…` URL or path of a SQLite file; `None` means `pailou.db` in the data directory.
    pub database: Option<String>,
    /// Base URL for API requests during rendering; `None` means that requests are handled in the same process.
    pub host_internal: Option<String>,
    pub site_title_zh: String,
    pub site_title_en: String,
    /// Public origin without a trailing slash; `None` means `http://` and the listen address.
    pub site_url: Option<String>,
    /// URL to edit the Markdown file of a page, with `{file}` for the path of the file.
    pub site_edit_url: Option<String>,
    /// Source language of pages that are created in both languages at the same time.
    pub site_original: Locale,
    /// Whether browsers keep visited pages for offline reading.
    pub site_offline: bool,
    /// Names that are not listed among the contributors.
    pub localization_hidden_contributors: Vec<String>,
    /// Whether questions to the assistant are stored.
    pub assistant_questions: bool,
    /// Number of days for which questions are stored.
    pub assistant_question_days: i64,
    /// Contact for questions that the assistant cannot answer: a URL with `{question}` and
    /// optionally `{passages}`, or an e-mail address.
    pub assistant_handover: Option<String>,
    /// Whether `Strict-Transport-Security` includes subdomains.
    pub site_hsts_subdomains: bool,
    /// Whether the URL of an uploaded file has a random part.
    pub media_random_names: bool,
    pub connections: usize,
    pub body_bytes: u64,
    pub shutdown_seconds: u64,
    /// Number of proxies that append to `X-Forwarded-For`.
    pub trusted_proxies: usize,
    pub render_engines: usize,
    pub cache_mib: usize,
    /// Maximum time that a request waits while an outdated page is rendered again, in milliseconds. After this time,
    /// the response is the previously rendered page.
    pub render_wait_ms: u64,
    pub anti_forgery_cookie: String,
    pub anti_forgery_header: String,
    pub log_format: LogFormat,
    pub log_level: String,
    /// Disabled rules of `pailou check`.
    pub check_off: Vec<String>,
    pub check_spacing: Spacing,
    /// Outdated marker for `pailou l10n --write`: `comment`, or `front-matter:` and a key.
    pub l10n_mark: String,
    /// Hosts to which the server may send requests even if they have a private address; all other
    /// hosts must have a public address.
    pub outbound_allow: Vec<String>,
    pub oidc_issuer: Option<String>,
    pub oidc_client_id: Option<String>,
    pub oidc_client_secret: Option<String>,
    pub oidc_label_zh: Option<String>,
    pub oidc_label_en: Option<String>,
    pub s3_bucket: Option<String>,
    pub s3_endpoint: Option<String>,
    pub s3_region: String,
    pub s3_prefix: String,
    pub s3_access_key_id: Option<String>,
    pub s3_secret_access_key: Option<String>,
    /// Git repositories whose pages are part of the site.
    pub sources: Vec<Source>,
    /// Origin of the effective value of each key that was set.
    pub origins: BTreeMap<&'static str, SettingOrigin>,
}

/// Settings of the identity provider (OpenID Connect).
#[derive(Clone)]
pub struct Oidc {
    pub issuer: String,
    pub client_id: String,
    pub client_secret: Option<String>,
    /// Displayed name of the provider.
    pub label_zh: String,
    pub label_en: String,
}

/// S3 bucket for files, which several servers can share.
#[derive(Clone)]
pub struct S3 {
    pub bucket: String,
    /// Endpoint of the S3 API; `None` means the endpoint of Amazon for the region.
    pub endpoint: Option<String>,
    pub region: String,
    pub prefix: String,
    pub access_key_id: String,
    pub secret_access_key: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            addr: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: PathBuf::from("data"),
            database: None,
            host_internal: None,
            site_title_zh: "牌楼".to_owned(),
            site_title_en: "Pailou".to_owned(),
            site_url: None,
            site_edit_url: None,
            site_original: Locale::Zh,
            site_offline: true,
            localization_hidden_contributors: Vec::new(),
            assistant_questions: true,
            assistant_question_days: 90,
            assistant_handover: None,
            site_hsts_subdomains: true,
            media_random_names: true,
            connections: 10_000,
            body_bytes: 1 << 20,
            shutdown_seconds: 10,
            trusted_proxies: 0,
            render_engines: 2,
            cache_mib: 32,
            render_wait_ms: 500,
            anti_forgery_cookie: "XSRF-TOKEN".to_owned(),
            anti_forgery_header: "X-XSRF-TOKEN".to_owned(),
            log_format: LogFormat::Text,
            log_level: "info".to_owned(),
            check_off: Vec::new(),
            check_spacing: Spacing::default(),
            l10n_mark: "front-matter:outdated".to_owned(),
            outbound_allow: Vec::new(),
            oidc_issuer: None,
            oidc_client_id: None,
            oidc_client_secret: None,
            oidc_label_zh: None,
            oidc_label_en: None,
            s3_bucket: None,
            s3_endpoint: None,
            s3_region: "us-east-1".to_owned(),
            s3_prefix: "pailou".to_owned(),
            s3_access_key_id: None,
            s3_secret_access_key: None,
            sources: Vec::new(),
            origins: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Returns the URL or path of the database for `Db::open`.
    pub fn database_address(&self) -> String {
        match &self.database {
            Some(address) => address.clone(),
            None => self.data.join("pailou.db").display().to_string(),
        }
    }

    /// Whether the settings have a Git source with this name.
    pub fn has_source(&self, name: &str) -> bool {
        self.sources.iter().any(|source| source.name == name)
    }

    /// Whether a value is an http(s) URL with the placeholder `{file}`.
    pub fn is_edit_url(text: &str) -> bool {
        keys::edit_url(text).is_some()
    }

    /// Returns the site title from the settings. A published site file can override it.
    pub fn site_title(&self, locale: Locale) -> &str {
        match locale {
            Locale::Zh => &self.site_title_zh,
            Locale::En => &self.site_title_en,
        }
    }

    /// Whether `site.url` is missing although readers reach the site at a URL other than its listen
    /// address: behind a proxy, or from other machines.
    pub fn needs_url(&self) -> bool {
        self.site_url.is_none() && (self.trusted_proxies > 0 || !self.addr.ip().is_loopback())
    }

    /// Returns the public origin, with which canonical URLs begin: `site.url`, or `http://` and the listen address.
    pub fn origin(&self) -> String {
        self.site_url.clone().unwrap_or_else(|| format!("http://{}", self.addr))
    }

    pub fn s3(&self) -> Option<S3> {
        Some(S3 {
            bucket: self.s3_bucket.clone()?,
            endpoint: self.s3_endpoint.clone(),
            region: self.s3_region.clone(),
            prefix: self.s3_prefix.clone(),
            access_key_id: self.s3_access_key_id.clone()?,
            secret_access_key: self.s3_secret_access_key.clone()?,
        })
    }

    /// Returns the identity provider, if issuer and client id are set.
    pub fn oidc(&self) -> Option<Oidc> {
        let issuer = self.oidc_issuer.clone()?;
        let label = |own: &Option<String>, other: &Option<String>| {
            own.clone().or_else(|| other.clone()).unwrap_or_else(|| "OpenID Connect".to_owned())
        };
        Some(Oidc {
            issuer,
            client_id: self.oidc_client_id.clone()?,
            client_secret: self.oidc_client_secret.clone(),
            label_zh: label(&self.oidc_label_zh, &self.oidc_label_en),
            label_en: label(&self.oidc_label_en, &self.oidc_label_zh),
        })
    }
}
