//! Settings of Git sources: `[[source]]` tables in the settings file. Each key can also be set with an environment
//! variable, such as `PAILOU_SOURCE_DOCS_WEBHOOK_SECRET` for the source `docs`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use core_wasm::locale::Locale;

use super::remote::Remote;
use crate::keys::edit_url;
use crate::{Hint, SettingOrigin, SettingsError};
use pailou_content::generator::{Generator, NAMES};
use pailou_content::page_path;

/// Prefix of environment variables of sources.
pub(crate) const VARIABLES: &str = "PAILOU_SOURCE_";

/// A Git repository whose pages are part of the site.
#[derive(Debug, Clone)]
pub struct Source {
    pub name: String,
    pub remote: Remote,
    /// Branch; `None` means the default branch of the repository.
    pub branch: Option<String>,
    /// Folder in the repository; empty for all of it.
    pub folder: String,
    /// Folder of each language; `None` to detect the folders by their names.
    pub locales: Option<Vec<(Locale, String)>>,
    /// Generator of the pages; `None` to detect it from the files.
    pub from: Option<Generator>,
    /// URL path below which the pages of the Git source appear; empty for the root.
    pub mount: String,
    /// Tags that are versions of the documentation; `None` means no tags.
    pub tags: Option<Tags>,
    /// Update interval; `None` to update only on request.
    pub every: Option<Duration>,
    pub webhook_secret: Option<Secret>,
    /// URL to edit a file, with `{file}` and `{branch}`; `None` to derive it from the URL of the repository.
    pub edit: Option<String>,
    /// Maximum time for the Git operations of one update.
    pub timeout: Duration,
    /// Maximum size of the repository and its pages, in bytes.
    pub max_bytes: u64,
}

/// Pattern of version tags: prefix and suffix of the version name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tags {
    before: String,
    after: String,
}

impl Tags {
    /// Parses a pattern with exactly one `*`, which is the version name: `v*`, `docs-*`. `None` if the pattern
    /// does not match valid tag names.
    pub fn of(pattern: &str) -> Option<Self> {
        let (before, after) = pattern.split_once('*')?;
        let tag = format!("{before}1{after}");
        (is_branch(&tag) && !after.contains('*'))
            .then(|| Self { before: before.to_owned(), after: after.to_owned() })
    }

    pub fn pattern(&self) -> String {
        format!("{}*{}", self.before, self.after)
    }

    /// Returns the version name in a tag, if the tag matches the pattern.
    pub fn version<'t>(&self, tag: &'t str) -> Option<&'t str> {
        tag.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())
    }
}

/// Secret that `Debug` output does not contain.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

impl Source {
    /// Returns a hash of Pailou's version, and of the settings for folders, mount path, and generator. If the hash
    /// changes, the pages are imported again, even without a new commit.
    pub fn fingerprint(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let inputs =
            format!("{version} {} {:?} {} {:?}", self.folder, self.locales, self.mount, self.from);
        blake3::hash(inputs.as_bytes()).to_hex()[..16].to_owned()
    }
}

/// A setting of a Git source, with a description of its allowed values.
struct Key {
    name: &'static str,
    allowed: &'static str,
    take: fn(&mut Draft, &str) -> Option<()>,
}

/// Settings of a Git source while they are read.
#[derive(Default)]
struct Draft {
    name: String,
    remote: Option<Remote>,
    branch: Option<String>,
    folder: String,
    locales: Vec<(Locale, String)>,
    from: Option<Generator>,
    mount: String,
    tags: Option<Tags>,
    every: Option<Option<Duration>>,
    webhook_secret: Option<Secret>,
    edit: Option<String>,
    timeout: Option<Duration>,
    most_bytes: Option<u64>,
}

const KEYS: &[Key] = &[
    Key {
        name: "name",
        allowed: "1 to 32 lowercase letters, digits, and -, unique among the sources",
        take: |s, v| is_name(v).then(|| s.name = v.to_owned()),
    },
    Key {
        name: "path",
        allowed: "a directory with a Git repository; either path or url",
        take: |s, v| s.set_remote(std::path::absolute(PathBuf::from(v)).ok().map(Remote::Path)?),
    },
    Key {
        name: "url",
        allowed: "a Git URL with https, http, ssh, git, or file; either path or url",
        take: |s, v| s.set_remote(Remote::of_url(v)?),
    },
    Key {
        name: "branch",
        allowed: "the name of a branch",
        take: |s, v| is_branch(v).then(|| s.branch = Some(v.to_owned())),
    },
    Key {
        name: "folder",
        allowed: "a folder inside the repository, such as docs or website/docs",
        take: |s, v| folder(v).map(|v| s.folder = v),
    },
    Key {
        name: "locales.zh",
        allowed: "a folder inside the source's folder, or . for all of it",
        take: |s, v| folder(v).map(|v| s.locales.push((Locale::Zh, v))),
    },
    Key {
        name: "locales.en",
        allowed: "a folder inside the source's folder, or . for all of it",
        take: |s, v| folder(v).map(|v| s.locales.push((Locale::En, v))),
    },
    Key {
        name: "mount",
        allowed: "an address below the documentation, such as tools or guide/tools",
        take: |s, v| {
            let v = v.trim_matches('/');
            page_path::check_page_path(v).ok().map(|()| s.mount = v.to_owned())
        },
    },
    Key {
        name: "versions",
        allowed: "a pattern of tags with one * for the name of the version, such as v*; not together with mount",
        take: |s, v| Tags::of(v).map(|v| s.tags = Some(v)),
    },
    Key {
        name: "every",
        allowed: "a time from 1s to 30d such as 10m, or 0 for never",
        take: |s, v| match v {
            "0" => {
                s.every = Some(None);
                Some(())
            }
            v => duration(v, 30 * 24 * 3600).map(|v| s.every = Some(Some(v))),
        },
    },
    Key {
        name: "webhook-secret",
        allowed: "a secret of 8 to 256 characters; either webhook-secret or webhook-secret-file",
        take: |s, v| s.set_secret(v),
    },
    Key {
        name: "webhook-secret-file",
        allowed: "a readable file with a secret of 8 to 256 characters; either \
                  webhook-secret or webhook-secret-file",
        take: |s, v| s.set_secret(std::fs::read_to_string(v).ok()?.trim()),
    },
    Key {
        name: "from",
        allowed: "auto, pailou, vitepress, vuepress, rspress, nextra, docusaurus, hugo, mdbook, mkdocs or starlight",
        take: |s, v| NAMES.contains(&v).then(|| s.from = Generator::named(v)),
    },
    Key {
        name: "edit",
        allowed: "an http(s) address with {file} in it, and {branch} where it is needed",
        take: |s, v| edit_url(v).map(|v| s.edit = Some(v)),
    },
    Key {
        name: "timeout",
        allowed: "a time from 1s to 1h such as 5m",
        take: |s, v| duration(v, 3600).map(|v| s.timeout = Some(v)),
    },
    Key {
        name: "size-mib",
        allowed: "a number from 1 to 1048576",
        take: |s, v| {
            let size = v.parse().ok().filter(|size| (1..=1 << 20).contains(size));
            size.map(|size: u64| s.most_bytes = Some(size << 20))
        },
    },
];

impl Draft {
    fn set_remote(&mut self, remote: Remote) -> Option<()> {
        self.remote.replace(remote).is_none().then_some(())
    }

    fn set_secret(&mut self, secret: &str) -> Option<()> {
        let fits = (8..=256).contains(&secret.chars().count());
        let first = self.webhook_secret.replace(Secret(secret.to_owned())).is_none();
        (fits && first).then_some(())
    }

    fn finish(self) -> Result<Source, (&'static str, String)> {
        if self.name.is_empty() {
            return Err(("name", self.name));
        }
        let remote = self.remote.ok_or(("url", String::new()))?;
        if let Some(tags) = self.tags.as_ref().filter(|_| !self.mount.is_empty()) {
            return Err(("versions", tags.pattern()));
        }
        let locales = self.locales;
        let named_twice = locales.len() == 2 && locales[0].1 == locales[1].1;
        if named_twice {
            return Err(("locales.en", locales[1].1.clone()));
        }
        Ok(Source {
            name: self.name,
            remote,
            branch: self.branch,
            folder: self.folder,
            from: self.from,
            locales: (!locales.is_empty()).then_some(locales),
            mount: self.mount,
            tags: self.tags,
            every: self.every.unwrap_or(Some(Duration::from_secs(600))),
            webhook_secret: self.webhook_secret,
            edit: self.edit,
            timeout: self.timeout.unwrap_or(Duration::from_secs(300)),
            max_bytes: self.most_bytes.unwrap_or(1 << 30),
        })
    }
}

/// Reads the Git sources of a settings file, with their environment variables.
pub(crate) fn read_sources(
    origin: &SettingOrigin,
    tables: &[BTreeMap<String, String>],
    mut environment: BTreeMap<String, String>,
) -> Result<Vec<Source>, SettingsError> {
    let mut sources: Vec<Source> = Vec::new();
    for (number, table) in tables.iter().enumerate() {
        let called = table.get("name").cloned().unwrap_or_else(|| (number + 1).to_string());
        let mut draft = Draft::default();
        let full = |key: &str| format!("source.{called}.{key}");
        let refused = |origin: &SettingOrigin, key: &Key, value: &str| SettingsError::Value {
            place: origin.clone(),
            key: full(key.name),
            value: if key.name == "webhook-secret" {
                "…".to_owned()
            } else {
                without_password(value)
            },
            allowed: key.allowed,
        };
        if let Some(unknown) = table.keys().find(|name| KEYS.iter().all(|key| key.name != **name)) {
            return Err(unknown_key(origin, &full(unknown), unknown));
        }
        for key in KEYS {
            let variable = variable(&called, key.name);
            if let Some(value) = environment.remove(&variable) {
                let origin = SettingOrigin::Variable(variable);
                (key.take)(&mut draft, &value).ok_or_else(|| refused(&origin, key, &value))?;
            } else if let Some(value) = table.get(key.name) {
                (key.take)(&mut draft, value).ok_or_else(|| refused(origin, key, value))?;
            }
        }
        let source = draft
            .finish()
            .map_err(|(name, value)| invalid_value(origin, full(name), name, value))?;
        if sources.iter().any(|other| other.name == source.name) {
            return Err(invalid_value(origin, full("name"), "name", source.name));
        }
        sources.push(source);
    }
    match environment.into_keys().next() {
        Some(name) => Err(unknown_key(&SettingOrigin::Variable(name.clone()), &name, &name)),
        None => Ok(sources),
    }
}

fn invalid_value(origin: &SettingOrigin, key: String, name: &str, value: String) -> SettingsError {
    let allowed = KEYS.iter().find(|key| key.name == name).map_or("", |key| key.allowed);
    SettingsError::Value { place: origin.clone(), key, value, allowed }
}

fn unknown_key(origin: &SettingOrigin, full: &str, written: &str) -> SettingsError {
    let normalized = written.replace('_', "-").to_lowercase();
    let hint = match KEYS.iter().find(|key| key.name == normalized) {
        Some(key) => Hint::Near(key.name),
        None => Hint::Source(KEYS.iter().map(|key| key.name).collect()),
    };
    SettingsError::Unknown { place: origin.clone(), key: full.to_owned(), hint }
}

pub(crate) fn allowed_in_sources() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.allowed)
}

/// Returns a value without the credentials of URLs, for an error message.
fn without_password(value: &str) -> String {
    super::remote::without_credentials(value)
}

fn variable(source: &str, key: &str) -> String {
    let upper = |text: &str| text.replace(['-', '.'], "_").to_uppercase();
    format!("{VARIABLES}{}_{}", upper(source), upper(key))
}

fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=32).contains(&text.len()) && text.chars().all(plain) && !text.starts_with('-')
}

/// Whether a value is a branch name, by the rules of `git check-ref-format` that matter for safety.
fn is_branch(text: &str) -> bool {
    let bad = |c: char| c.is_control() || c.is_whitespace() || "~^:?*[\\".contains(c);
    !text.is_empty()
        && text.len() <= 200
        && !text.starts_with(['-', '/', '.'])
        && !text.ends_with(['/', '.'])
        && !text.contains(bad)
        && ["..", "@{", "//"].iter().all(|bad| !text.contains(bad))
}

/// Parses a folder without `.` and `..` segments; `.` alone is the root.
fn folder(text: &str) -> Option<String> {
    let text = text.trim_matches('/');
    if text == "." {
        return Some(String::new());
    }
    page_path::check_page_path(text).ok()?;
    (!text.starts_with('-')).then(|| text.to_owned())
}

/// Parses a duration such as `90s`, `10m`, `2h`, or `1d`, from 1 to `max` seconds; `None` for another value.
fn duration(text: &str, max: u64) -> Option<Duration> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 24 * 3600,
        _ => return None,
    };
    let total = number.parse::<u64>().ok()?.checked_mul(seconds)?;
    (1..=max).contains(&total).then(|| Duration::from_secs(total))
}

#[cfg(test)]
#[path = "sources_tests.rs"]
mod tests;
