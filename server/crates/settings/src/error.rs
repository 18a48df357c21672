//! Errors of settings, with the origin of the value and suggestions for typos.

use std::fmt;

/// Origin of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingOrigin {
    File(String),
    Variable(String),
    Flag(String),
}

impl SettingOrigin {
    /// Returns the name of the file, variable, or flag.
    pub fn name(&self) -> &str {
        match self {
            Self::File(name) | Self::Variable(name) | Self::Flag(name) => name,
        }
    }
}

impl fmt::Display for SettingOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => f.write_str(file),
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::Flag(name) => write!(f, "flag --{name}"),
        }
    }
}

/// Suggestion for an unknown key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    Near(&'static str),
    /// All keys outside `[[source]]`.
    Site(Vec<&'static str>),
    /// All keys of a Git source.
    Source(Vec<&'static str>),
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Near(key) => write!(f, "did you mean `{key}`?"),
            Self::Site(keys) => write!(f, "available settings: {}", keys.join(", ")),
            Self::Source(keys) => write!(f, "settings of a source: {}", keys.join(", ")),
        }
    }
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SettingsError {
    #[error("cannot read {file}: {reason}")]
    Unreadable { file: String, reason: String },
    #[error("{file} is not valid TOML: {reason}")]
    NotToml { file: String, reason: String },
    #[error("{place}: unknown setting `{key}`; {hint}")]
    Unknown { place: SettingOrigin, key: String, hint: Hint },
    #[error("{place}: invalid value `{value}` for `{key}`: expected {allowed}")]
    Value { place: SettingOrigin, key: String, value: String, allowed: &'static str },
    #[error("`{given}` is set but `{missing}` is not; set both or neither")]
    Incomplete { given: &'static str, missing: &'static str },
}
