//! Settings: flag > environment > `pailou.toml` > default. Every key stands once, in `KEYS`, with its
//! parser and what it allows, so that all three ways in agree and an error can name all three.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use core_wasm::locale::Locale;

use super::content::check::{Spacing, is_rule};

use super::sources::config::{self, Source};

#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) addr: SocketAddr,
    pub(crate) data: PathBuf,
    /// `postgres://…`, or a SQLite file; absent = `pailou.db` in the data directory.
    pub(crate) database: Option<String>,
    /// Where the server reaches its own API while rendering; absent = in the same process.
    pub(crate) host_internal: Option<String>,
    pub(crate) site_title_zh: String,
    pub(crate) site_title_en: String,
    /// The public origin, without a trailing slash; absent = `http://` and the address listened on.
    pub(crate) site_url: Option<String>,
    /// Where a page's source can be edited; `{file}` is replaced by its path.
    pub(crate) site_edit_url: Option<String>,
    /// The original of a page that comes in both languages at once.
    pub(crate) site_original: Locale,
    /// Whether browsers keep the pages that were read.
    pub(crate) site_offline: bool,
    pub(crate) connections: usize,
    pub(crate) body_bytes: u64,
    pub(crate) shutdown_seconds: u64,
    /// How many proxies in front of the server append to `X-Forwarded-For`.
    pub(crate) trusted_proxies: usize,
    pub(crate) render_engines: usize,
    pub(crate) cache_mib: usize,
    pub(crate) anti_forgery_cookie: String,
    pub(crate) anti_forgery_header: String,
    pub(crate) log_format: LogFormat,
    pub(crate) log_level: String,
    /// Rules of `pailou check` that are not wanted.
    pub(crate) check_off: Vec<String>,
    pub(crate) check_spacing: Spacing,
    /// Hosts of this network that the server may send to; any other has to be public.
    pub(crate) outbound_allow: Vec<String>,
    pub(crate) oidc_issuer: Option<String>,
    pub(crate) oidc_client_id: Option<String>,
    pub(crate) oidc_client_secret: Option<String>,
    pub(crate) oidc_label_zh: Option<String>,
    pub(crate) oidc_label_en: Option<String>,
    pub(crate) s3_bucket: Option<String>,
    pub(crate) s3_endpoint: Option<String>,
    pub(crate) s3_region: String,
    pub(crate) s3_prefix: String,
    pub(crate) s3_access_key_id: Option<String>,
    pub(crate) s3_secret_access_key: Option<String>,
    /// Git repositories whose pages are part of the site.
    pub(crate) sources: Vec<Source>,
    /// Where each key was said that was: the last place of several.
    pub(crate) said: BTreeMap<&'static str, Place>,
}

/// A provider of identities.
#[derive(Clone)]
pub(crate) struct Oidc {
    pub(crate) issuer: String,
    pub(crate) client_id: String,
    pub(crate) client_secret: Option<String>,
    /// What its users call it.
    pub(crate) label_zh: String,
    pub(crate) label_en: String,
}

/// The bucket that several servers keep files in.
#[derive(Clone)]
pub(crate) struct S3 {
    pub(crate) bucket: String,
    /// That of Amazon for the region when absent.
    pub(crate) endpoint: Option<String>,
    pub(crate) region: String,
    pub(crate) prefix: String,
    pub(crate) access_key_id: String,
    pub(crate) secret_access_key: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogFormat {
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
            connections: 10_000,
            body_bytes: 1 << 20,
            shutdown_seconds: 10,
            trusted_proxies: 0,
            render_engines: 2,
            cache_mib: 32,
            anti_forgery_cookie: "XSRF-TOKEN".to_owned(),
            anti_forgery_header: "X-XSRF-TOKEN".to_owned(),
            log_format: LogFormat::Text,
            log_level: "info".to_owned(),
            check_off: Vec::new(),
            check_spacing: Spacing::default(),
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
            said: BTreeMap::new(),
        }
    }
}

/// One setting: its key in `pailou.toml`, what it allows, and how it is taken.
struct Key {
    name: &'static str,
    allowed: &'static str,
    take: fn(&mut Settings, &str) -> Option<()>,
}

const KEYS: &[Key] = &[
    Key {
        name: "addr",
        allowed: "an address and a port, such as 127.0.0.1:8080 or [::]:80",
        take: |s, v| v.parse().map(|addr| s.addr = addr).ok(),
    },
    Key {
        name: "data",
        allowed: "a directory",
        take: |s, v| filled(v).map(|v| s.data = PathBuf::from(v)),
    },
    Key {
        name: "database",
        allowed: "postgres://user@host/name, or the path of a SQLite file",
        take: |s, v| filled(v).map(|v| s.database = Some(v)),
    },
    Key {
        name: "host-internal",
        allowed: "an http:// address such as http://127.0.0.1:8080",
        take: |s, v| origin(v).map(|v| s.host_internal = Some(v)),
    },
    Key {
        name: "site.title.zh",
        allowed: "a text of 1 to 80 characters",
        take: |s, v| title(v).map(|v| s.site_title_zh = v),
    },
    Key {
        name: "site.title.en",
        allowed: "a text of 1 to 80 characters",
        take: |s, v| title(v).map(|v| s.site_title_en = v),
    },
    Key {
        name: "site.url",
        allowed: "the public origin, such as https://docs.example.org",
        take: |s, v| origin(v).map(|v| s.site_url = Some(v)),
    },
    Key {
        name: "site.edit-url",
        allowed: "an http(s) address with {file} in it",
        take: |s, v| Settings::is_edit_url(v).then(|| s.site_edit_url = Some(v.to_owned())),
    },
    Key {
        name: "site.original",
        allowed: "zh or en",
        take: |s, v| v.parse().map(|locale| s.site_original = locale).ok(),
    },
    Key {
        name: "site.offline",
        allowed: "true or false",
        take: |s, v| v.parse().map(|is_on| s.site_offline = is_on).ok(),
    },
    Key {
        name: "limits.connections",
        allowed: "a number from 1 to 1000000",
        take: |s, v| number(v, 1, 1_000_000).map(|n| s.connections = n),
    },
    Key {
        name: "limits.body-bytes",
        allowed: "a number from 1024 to 1073741824",
        take: |s, v| number(v, 1024, 1 << 30).map(|n| s.body_bytes = n as u64),
    },
    Key {
        name: "limits.shutdown-seconds",
        allowed: "a number from 0 to 600",
        take: |s, v| number(v, 0, 600).map(|n| s.shutdown_seconds = n as u64),
    },
    Key {
        name: "proxy.trusted",
        allowed: "a number from 0 to 8: how many proxies stand in front",
        take: |s, v| number(v, 0, 8).map(|n| s.trusted_proxies = n),
    },
    Key {
        name: "render.engines",
        allowed: "a number from 1 to 64",
        take: |s, v| number(v, 1, 64).map(|n| s.render_engines = n),
    },
    Key {
        name: "render.cache-mib",
        allowed: "a number from 1 to 4096",
        take: |s, v| number(v, 1, 4096).map(|n| s.cache_mib = n),
    },
    Key {
        name: "anti-forgery.cookie",
        allowed: "a cookie name of letters, digits, - and _",
        take: |s, v| token(v).map(|v| s.anti_forgery_cookie = v),
    },
    Key {
        name: "anti-forgery.header",
        allowed: "a header name of letters, digits, - and _",
        take: |s, v| token(v).map(|v| s.anti_forgery_header = v),
    },
    Key {
        name: "log.format",
        allowed: "text or json",
        take: |s, v| {
            s.log_format = match v {
                "text" => LogFormat::Text,
                "json" => LogFormat::Json,
                _ => return None,
            };
            Some(())
        },
    },
    Key {
        name: "log.level",
        allowed: "error, warn, info, debug or trace",
        take: |s, v| {
            ["error", "warn", "info", "debug", "trace"]
                .contains(&v)
                .then(|| s.log_level = v.to_owned())
        },
    },
    Key {
        name: "check.off",
        allowed: "a list of rules, as `pailou check --help` names them",
        take: |s, v| rules(v).map(|rules| s.check_off = rules),
    },
    Key {
        name: "check.spacing",
        allowed: "require, strip or off",
        take: |s, v| {
            s.check_spacing = match v {
                "require" => Spacing::Require,
                "strip" => Spacing::Strip,
                "off" => Spacing::Off,
                _ => return None,
            };
            Some(())
        },
    },
    Key {
        name: "outbound.allow",
        allowed: "a list of hosts without ports, such as hooks.internal or 10.0.0.7",
        take: |s, v| hosts(v).map(|hosts| s.outbound_allow = hosts),
    },
    Key {
        name: "oidc.issuer",
        allowed: "an address such as https://id.example.org/realms/docs",
        take: |s, v| origin(v).map(|_| s.oidc_issuer = Some(v.to_owned())),
    },
    Key {
        name: "oidc.client-id",
        allowed: "what the provider calls this site",
        take: |s, v| filled(v).map(|v| s.oidc_client_id = Some(v)),
    },
    Key {
        name: "oidc.client-secret",
        allowed: "what the provider gave to this site",
        take: |s, v| filled(v).map(|v| s.oidc_client_secret = Some(v)),
    },
    Key {
        name: "oidc.client-secret-file",
        allowed: "a file that holds the secret and nothing else",
        take: |s, v| in_file(v).map(|v| s.oidc_client_secret = Some(v)),
    },
    Key {
        name: "oidc.label.zh",
        allowed: "a text of 1 to 80 characters",
        take: |s, v| title(v).map(|v| s.oidc_label_zh = Some(v)),
    },
    Key {
        name: "oidc.label.en",
        allowed: "a text of 1 to 80 characters",
        take: |s, v| title(v).map(|v| s.oidc_label_en = Some(v)),
    },
    Key {
        name: "s3.bucket",
        allowed: "the name of a bucket, such as docs-files",
        take: |s, v| bucket(v).map(|v| s.s3_bucket = Some(v)),
    },
    Key {
        name: "s3.endpoint",
        allowed: "the address of the store, such as https://s3.example.org",
        take: |s, v| origin(v).map(|v| s.s3_endpoint = Some(v)),
    },
    Key {
        name: "s3.region",
        allowed: "the name of a region, such as eu-central-1",
        take: |s, v| token(v).map(|v| s.s3_region = v),
    },
    Key {
        name: "s3.prefix",
        allowed: "letters, digits, - and _: what stands before the names of all files",
        take: |s, v| token(v).map(|v| s.s3_prefix = v),
    },
    Key {
        name: "s3.access-key-id",
        allowed: "the name of the key for the bucket",
        take: |s, v| filled(v).map(|v| s.s3_access_key_id = Some(v)),
    },
    Key {
        name: "s3.secret-access-key",
        allowed: "the secret of the key for the bucket",
        take: |s, v| filled(v).map(|v| s.s3_secret_access_key = Some(v)),
    },
    Key {
        name: "s3.secret-access-key-file",
        allowed: "a file that holds the secret and nothing else",
        take: |s, v| in_file(v).map(|v| s.s3_secret_access_key = Some(v)),
    },
];

/// Where a setting was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    File(String),
    Variable(String),
    Flag(String),
}

impl Place {
    /// Of the file, the variable or the flag.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::File(name) | Self::Variable(name) | Self::Flag(name) => name,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => f.write_str(file),
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::Flag(name) => write!(f, "flag --{name}"),
        }
    }
}

/// What may have been meant by a key that is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Hint {
    Near(&'static str),
    /// Every key of the site.
    Site(Vec<&'static str>),
    /// Every key of a source.
    Source(Vec<&'static str>),
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Near(key) => write!(f, "did you mean `{key}`?"),
            Self::Site(keys) => write!(f, "there are: {}", keys.join(", ")),
            Self::Source(keys) => write!(f, "a source has: {}", keys.join(", ")),
        }
    }
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum SettingsError {
    #[error("cannot read {file}: {reason}")]
    Unreadable { file: String, reason: String },
    #[error("{file} is not TOML: {reason}")]
    NotToml { file: String, reason: String },
    #[error("{place}: there is no setting `{key}`; {hint}")]
    Unknown { place: Place, key: String, hint: Hint },
    #[error("{place}: `{value}` does not fit `{key}`: {allowed}")]
    Value { place: Place, key: String, value: String, allowed: &'static str },
    #[error("`{given}` is set and `{missing}` is not: neither works without the other")]
    Incomplete { given: &'static str, missing: &'static str },
}

/// Puts the three sources together. `flags` are key-value pairs of what was typed; `file` is the
/// settings file (`required` when its name was given, otherwise it may be absent).
pub(crate) fn read(
    flags: &[(&str, String)],
    environment: impl Iterator<Item = (String, String)>,
    file: &Path,
    required: bool,
) -> Result<Settings, SettingsError> {
    let mut settings = Settings::default();
    let place = Place::File(file.display().to_string());
    let InFile { keys, sources } = from_file(file, required)?;
    for (key, value) in keys {
        set(&mut settings, &place, &key, &value)?;
    }
    let (of_sources, others) = from_environment(environment)
        .partition::<Vec<_>, _>(|(name, _)| name.starts_with(config::VARIABLES));
    settings.sources = config::read(&place, &sources, of_sources.into_iter().collect())?;
    for (name, value) in others {
        let key = KEYS.iter().find(|key| environment_name(key.name) == name);
        let key = key.map_or(name.as_str(), |key| key.name);
        let place = Place::Variable(name.clone());
        set(&mut settings, &place, key, &value)?;
    }
    for (key, value) in flags {
        set(&mut settings, &Place::Flag((*key).to_owned()), key, value)?;
    }
    whole_s3(&settings)?;
    Ok(settings)
}

/// With half of the settings the files of one server would stay unknown to the others.
fn whole_s3(settings: &Settings) -> Result<(), SettingsError> {
    let given = settings.said.keys().find(|name| name.starts_with("s3."));
    let needed = [
        ("s3.bucket", &settings.s3_bucket),
        ("s3.access-key-id", &settings.s3_access_key_id),
        ("s3.secret-access-key", &settings.s3_secret_access_key),
    ];
    match (given, needed.into_iter().find(|(_, value)| value.is_none())) {
        (Some(given), Some((missing, _))) => Err(SettingsError::Incomplete { given, missing }),
        _ => Ok(()),
    }
}

fn set(
    settings: &mut Settings,
    place: &Place,
    key: &str,
    value: &str,
) -> Result<(), SettingsError> {
    let Some(known) = KEYS.iter().find(|known| known.name == key) else {
        let (place, key) = (place.clone(), key.to_owned());
        return Err(SettingsError::Unknown { place, hint: hint(&key), key });
    };
    // Stands where the bytes of a variable were no text.
    let is_text = !value.contains(char::REPLACEMENT_CHARACTER);
    let taken = is_text.then(|| (known.take)(settings, value)).flatten();
    taken.ok_or_else(|| SettingsError::Value {
        place: place.clone(),
        key: key.to_owned(),
        value: value.to_owned(),
        allowed: known.allowed,
    })?;
    settings.said.insert(known.name, place.clone());
    Ok(())
}

/// What the file says.
#[derive(Default)]
struct InFile {
    /// Flattened: `[site.title] zh = "…"` is `site.title.zh`.
    keys: BTreeMap<String, String>,
    /// The same for each `[[source]]`.
    sources: Vec<BTreeMap<String, String>>,
}

fn from_file(file: &Path, required: bool) -> Result<InFile, SettingsError> {
    let name = file.display().to_string();
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !required => {
            return Ok(InFile::default());
        }
        Err(error) => {
            return Err(SettingsError::Unreadable { file: name, reason: error.to_string() });
        }
    };
    let mut table: toml::Table = toml::from_str(&text)
        .map_err(|error| SettingsError::NotToml { file: name, reason: error.to_string() })?;
    let mut found = InFile::default();
    if let Some(toml::Value::Array(all)) = table.get("source")
        && all.iter().all(toml::Value::is_table)
    {
        for source in all.iter().filter_map(toml::Value::as_table) {
            let mut flat = BTreeMap::new();
            flatten("", source, &mut flat);
            found.sources.push(flat);
        }
        table.remove("source");
    }
    flatten("", &table, &mut found.keys);
    Ok(found)
}

fn flatten(prefix: &str, table: &toml::Table, flat: &mut BTreeMap<String, String>) {
    for (key, value) in table {
        let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            toml::Value::Table(inner) => flatten(&key, inner, flat),
            toml::Value::String(text) => drop(flat.insert(key, text.clone())),
            other => drop(flat.insert(key, other.to_string())),
        }
    }
}

/// Variables that name a setting. `PAILOU_CONFIG` names the file itself and the tests' own
/// variables are nobody's setting.
fn from_environment(
    environment: impl Iterator<Item = (String, String)>,
) -> impl Iterator<Item = (String, String)> {
    let others = ["PAILOU_CONFIG", "PAILOU_CACHE", "PAILOU_TOOLS", "PAILOU_TEST_POSTGRES"];
    environment
        .filter(move |(name, _)| name.starts_with("PAILOU_") && !others.contains(&name.as_str()))
}

fn environment_name(key: &str) -> String {
    format!("PAILOU_{}", key.replace(['.', '-'], "_").to_uppercase())
}

fn hint(key: &str) -> Hint {
    let wanted = environment_name(key);
    let last = |name: &str| name.rsplit(['.', '_']).next().unwrap_or(name).to_lowercase();
    let near = KEYS.iter().find(|known| {
        last(known.name) == last(key) || environment_name(known.name).contains(&wanted)
    });
    match near {
        Some(near) => Hint::Near(near.name),
        None => Hint::Site(KEYS.iter().map(|known| known.name).collect()),
    }
}

/// What each setting allows, those of sources included.
#[cfg(test)]
pub(crate) fn allowed() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.allowed).chain(config::allowed())
}

fn filled(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

fn in_file(place: &str) -> Option<String> {
    filled(std::fs::read_to_string(place).ok()?.trim())
}

/// Of S3's naming rules, what every store follows.
fn bucket(value: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-');
    ((3..=63).contains(&value.len()) && value.chars().all(plain)).then(|| value.to_owned())
}

fn title(value: &str) -> Option<String> {
    (1..=80).contains(&value.chars().count()).then(|| value.to_owned())
}

fn origin(value: &str) -> Option<String> {
    let rest = value.strip_prefix("http://").or_else(|| value.strip_prefix("https://"))?;
    let plain = !rest.is_empty() && !rest.starts_with('/') && !rest.contains(char::is_whitespace);
    plain.then(|| value.trim_end_matches('/').to_owned())
}

fn token(value: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (!value.is_empty() && value.chars().all(plain)).then(|| value.to_owned())
}

fn rules(value: &str) -> Option<Vec<String>> {
    let names = list(value);
    names.iter().all(|name| is_rule(name)).then_some(names)
}

fn hosts(value: &str) -> Option<Vec<String>> {
    let names: Vec<_> = list(value).iter().map(|name| name.to_ascii_lowercase()).collect();
    let is_name = |name: &str| {
        name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
    };
    let is_host = |name: &String| name.parse::<IpAddr>().is_ok() || is_name(name);
    names.iter().all(is_host).then_some(names)
}

/// `["a", "b"]` of the file, `a,b` of the environment.
fn list(value: &str) -> Vec<String> {
    let names = value.trim_matches(['[', ']']).split(',');
    let names = names.map(|name| name.trim().trim_matches(['"', '\'']).to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

fn number(value: &str, least: usize, most: usize) -> Option<usize> {
    value.parse().ok().filter(|n| (least..=most).contains(n))
}

impl Settings {
    /// Where the database is, as `Db::open` takes it.
    pub(crate) fn database_address(&self) -> String {
        match &self.database {
            Some(address) => address.clone(),
            None => self.data.join("pailou.db").display().to_string(),
        }
    }

    /// Whether `{file}` in it can be the path of a page.
    pub(crate) fn is_edit_url(text: &str) -> bool {
        origin(text).is_some() && text.contains("{file}")
    }

    /// What the site is called, as long as nobody has published another name.
    pub(crate) fn site_title(&self, locale: Locale) -> &str {
        match locale {
            Locale::Zh => &self.site_title_zh,
            Locale::En => &self.site_title_en,
        }
    }

    /// The public origin that canonical addresses start with.
    pub(crate) fn origin(&self) -> String {
        self.site_url.clone().unwrap_or_else(|| format!("http://{}", self.addr))
    }

    pub(crate) fn s3(&self) -> Option<S3> {
        Some(S3 {
            bucket: self.s3_bucket.clone()?,
            endpoint: self.s3_endpoint.clone(),
            region: self.s3_region.clone(),
            prefix: self.s3_prefix.clone(),
            access_key_id: self.s3_access_key_id.clone()?,
            secret_access_key: self.s3_secret_access_key.clone()?,
        })
    }

    /// The provider of identities, once it has an address and a name for this site.
    pub(crate) fn oidc(&self) -> Option<Oidc> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with(
        flags: &[(&str, &str)],
        env: &[(&str, &str)],
        toml: &str,
    ) -> Result<Settings, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pailou.toml");
        std::fs::write(&file, toml).unwrap();
        let flags: Vec<_> = flags.iter().map(|(k, v)| (*k, (*v).to_owned())).collect();
        let env = env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        let place = file.display().to_string();
        read(&flags, env, &file, true).map_err(|e| e.to_string().replace(&place, "pailou.toml"))
    }

    #[track_caller]
    fn check_port(flags: &[(&str, &str)], env: &[(&str, &str)], toml: &str, port: u16) {
        assert_eq!(read_with(flags, env, toml).unwrap().addr.port(), port);
    }

    #[track_caller]
    fn check_refused(env: &[(&str, &str)], toml: &str, sentence: &str) {
        assert_eq!(read_with(&[], env, toml).unwrap_err(), sentence);
    }

    #[test]
    fn a_bucket_needs_its_key() {
        check_refused(
            &[("PAILOU_S3_ENDPOINT", "https://s3.example.org")],
            "s3.bucket = 'docs-files'",
            "`s3.bucket` is set and `s3.access-key-id` is not: neither works without the other",
        );
        let whole = "[s3]\nbucket = 'docs-files'\naccess-key-id = 'a'\nsecret-access-key = 'b'";
        let s3 = read_with(&[], &[], whole).unwrap().s3().unwrap();
        assert_eq!((s3.region.as_str(), s3.prefix.as_str()), ("us-east-1", "pailou"));
        assert!(read_with(&[], &[], "").unwrap().s3().is_none());
    }

    #[test]
    fn a_flag_beats_the_environment_beats_the_file() {
        let flag = ("addr", "127.0.0.1:1");
        let variable = ("PAILOU_ADDR", "127.0.0.1:2");
        let toml = "addr = '127.0.0.1:3'";
        check_port(&[flag], &[variable], toml, 1);
        check_port(&[], &[variable], toml, 2);
        check_port(&[], &[], toml, 3);
        check_port(&[], &[], "", 8080);
    }

    #[test]
    fn an_unknown_key_is_named() {
        check_refused(
            &[],
            "[site]\ntitle.cn = 'x'\nurl = 'http://a'\n[render]\nengine = 2",
            "pailou.toml: there is no setting `render.engine`; did you mean `render.engines`?",
        );
        check_refused(
            &[("PAILOU_ADDRESS", "x")],
            "",
            &format!(
                "environment variable PAILOU_ADDRESS: there is no setting `PAILOU_ADDRESS`; there are: {}",
                KEYS.iter().map(|k| k.name).collect::<Vec<_>>().join(", ")
            ),
        );
    }

    #[test]
    fn a_bad_value_is_named_with_what_is_allowed() {
        check_refused(
            &[],
            "[log]\nformat = 'xml'",
            "pailou.toml: `xml` does not fit `log.format`: text or json",
        );
        check_refused(
            &[("PAILOU_RENDER_ENGINES", "0")],
            "",
            "environment variable PAILOU_RENDER_ENGINES: `0` does not fit `render.engines`: a number from 1 to 64",
        );
        check_refused(
            &[],
            "[check]\noff = ['cjk-space', 'x']",
            "pailou.toml: `[\"cjk-space\", \"x\"]` does not fit `check.off`: a list of rules, as `pailou check --help` names them",
        );
        check_refused(
            &[],
            "[outbound]\nallow = ['hooks.internal', '10.0.0.7:80']",
            "pailou.toml: `[\"hooks.internal\", \"10.0.0.7:80\"]` does not fit `outbound.allow`: a list of hosts without ports, such as hooks.internal or 10.0.0.7",
        );
        check_refused(
            &[],
            "[site]\nurl = 'ftp://x'",
            "pailou.toml: `ftp://x` does not fit `site.url`: the public origin, such as https://docs.example.org",
        );
    }

    #[test]
    fn a_broken_file_is_named_with_its_line() {
        let refused = read_with(&[], &[], "addr = ").unwrap_err();
        assert!(
            refused.starts_with("pailou.toml is not TOML: TOML parse error at line 1"),
            "{refused}"
        );
    }
}
