//! Merging of command-line flags, environment variables, and the settings file.

use std::collections::BTreeMap;
use std::path::Path;

use super::keys::KEYS;
use super::{Hint, SettingOrigin, Settings, SettingsError};
use crate::sources;

/// Merges flags, environment variables, and the settings file, in descending order of precedence.
/// `flags` are the key-value pairs of the command line; `file` may be missing unless `required`.
pub fn read_settings(
    flags: &[(&str, String)],
    environment: impl Iterator<Item = (String, String)>,
    file: &Path,
    required: bool,
) -> Result<Settings, SettingsError> {
    let mut settings = Settings::default();
    let origin = SettingOrigin::File(file.display().to_string());
    let InFile { keys, sources } = from_file(file, required)?;
    for (key, value) in keys {
        set(&mut settings, &origin, &key, &value)?;
    }
    let (of_sources, others) = from_environment(environment)
        .partition::<Vec<_>, _>(|(name, _)| name.starts_with(sources::VARIABLES));
    settings.sources = sources::read_sources(&origin, &sources, of_sources.into_iter().collect())?;
    for (name, value) in others {
        let key = KEYS.iter().find(|key| environment_name(key.name) == name);
        let key = key.map_or(name.as_str(), |key| key.name);
        let origin = SettingOrigin::Variable(name.clone());
        set(&mut settings, &origin, key, &value)?;
    }
    for (key, value) in flags {
        set(&mut settings, &SettingOrigin::Flag((*key).to_owned()), key, value)?;
    }
    check_s3_complete(&settings)?;
    Ok(settings)
}

/// Returns an error if an S3 setting is set, but the bucket or the access key is not. Without a complete configuration,
/// files would be stored only on this server, where other servers cannot read them.
fn check_s3_complete(settings: &Settings) -> Result<(), SettingsError> {
    let given = settings.origins.keys().find(|name| name.starts_with("s3."));
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
    origin: &SettingOrigin,
    key: &str,
    value: &str,
) -> Result<(), SettingsError> {
    let Some(known) = KEYS.iter().find(|known| known.name == key) else {
        let (origin, key) = (origin.clone(), key.to_owned());
        return Err(SettingsError::Unknown { place: origin, hint: hint(&key), key });
    };
    // A replacement character means that the variable was not valid Unicode.
    let is_text = !value.contains(char::REPLACEMENT_CHARACTER);
    let parsed = is_text.then(|| (known.parse)(settings, value)).flatten();
    parsed.ok_or_else(|| SettingsError::Value {
        place: origin.clone(),
        key: key.to_owned(),
        value: value.to_owned(),
        allowed: known.allowed,
    })?;
    settings.origins.insert(known.name, origin.clone());
    Ok(())
}

/// Content of the settings file.
#[derive(Default)]
struct InFile {
    /// Flattened keys: `[site.title] zh = "…"` is `site.title.zh`.
    keys: BTreeMap<String, String>,
    /// Flattened keys of each `[[source]]`.
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

/// Returns the environment variables that are settings. They have the prefix `PAILOU_`. The path of
/// the settings file and the variables of development tools and tests are not settings.
fn from_environment(
    environment: impl Iterator<Item = (String, String)>,
) -> impl Iterator<Item = (String, String)> {
    let others = [
        "PAILOU_CONFIG",
        "PAILOU_CACHE",
        "PAILOU_TOOLS",
        "PAILOU_TEST_POSTGRES",
        "PAILOU_TEST_RETRY_SECONDS",
        "PAILOU_TEST_SQLITE_PAGES",
    ];
    environment
        .filter(move |(name, _)| name.starts_with("PAILOU_") && !others.contains(&name.as_str()))
}

fn environment_name(key: &str) -> String {
    format!("PAILOU_{}", key.replace(['.', '-'], "_").to_uppercase())
}

fn hint(key: &str) -> Hint {
    let variable = environment_name(key);
    let last = |name: &str| name.rsplit(['.', '_']).next().unwrap_or(name).to_lowercase();
    let near = KEYS.iter().find(|known| {
        last(known.name) == last(key) || environment_name(known.name).contains(&variable)
    });
    match near {
        Some(near) => Hint::Near(near.name),
        None => Hint::Site(KEYS.iter().map(|known| known.name).collect()),
    }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
