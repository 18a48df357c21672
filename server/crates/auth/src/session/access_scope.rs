//! Access scope of an account: its languages and content areas.

use core_wasm::locale::Locale;

/// Splits a stored list of languages or areas, which are separated by spaces.
pub fn split_list(stored: &str) -> Vec<String> {
    stored.split_whitespace().map(str::to_owned).collect()
}

/// Access scope: languages and areas that an account is limited to. An empty list means no limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccessScope {
    pub locales: Vec<Locale>,
    pub areas: Vec<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownScope {
    #[error("unknown language `{0}`: expected zh or en")]
    Locale(String),
    #[error("unknown area `{0}`: expected docs or landing")]
    Area(String),
}

impl AccessScope {
    /// Detail of the error for a stored access scope that this release cannot read.
    pub const UNKNOWN: &str = "access scope of the account has an unknown language or area";

    /// Areas to which an account can be limited. News counts as `landing`.
    pub const AREAS: [&str; 2] = ["docs", "landing"];

    pub fn new(locales: &[String], areas: &[String]) -> Result<Self, UnknownScope> {
        let mut limits = Self::default();
        for name in locales {
            let locale = name.parse().map_err(|_| UnknownScope::Locale(name.clone()))?;
            if !limits.locales.contains(&locale) {
                limits.locales.push(locale);
            }
        }
        for name in areas {
            let area = Self::AREAS.into_iter().find(|area| area == name);
            let area = area.ok_or_else(|| UnknownScope::Area(name.clone()))?;
            if !limits.areas.contains(&area) {
                limits.areas.push(area);
            }
        }
        Ok(limits)
    }

    /// Parses a stored access scope. In each list, the names are separated by spaces.
    pub fn read(locales: &str, areas: &str) -> Result<Self, UnknownScope> {
        Self::new(&split_list(locales), &split_list(areas))
    }

    pub fn allow(&self, area: &str, locale: Locale) -> bool {
        (self.locales.is_empty() || self.locales.contains(&locale))
            && (self.areas.is_empty() || self.areas.contains(&area))
    }

    /// Whether all areas and languages are allowed.
    pub(crate) fn is_unrestricted(&self) -> bool {
        Self::AREAS
            .iter()
            .all(|area| Locale::ALL.into_iter().all(|locale| self.allow(area, locale)))
    }

    /// Returns the languages as `zh` and `en`.
    pub fn locale_names(&self) -> Vec<String> {
        self.locales.iter().map(|locale| locale.segment().to_owned()).collect()
    }

    pub fn area_names(&self) -> Vec<String> {
        self.areas.iter().map(|area| (*area).to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(locales: &str, areas: &str, area: &str, locale: Locale, expected: bool) {
        let limits = AccessScope::read(locales, areas).unwrap();
        assert_eq!(limits.allow(area, locale), expected, "{locales:?} {areas:?} {area}");
    }

    #[test]
    fn scope_allows_listed_languages_and_areas_or_all_if_empty() {
        check("", "", "docs", Locale::Zh, true);
        check("zh", "", "docs", Locale::Zh, true);
        check("zh", "", "docs", Locale::En, false);
        check("zh en", "landing", "landing", Locale::En, true);
        check("", "landing", "docs", Locale::En, false);
    }

    #[test]
    fn scope_with_all_languages_and_areas_is_unrestricted() {
        for (locales, areas, expected) in [
            ("", "", true),
            ("zh en", "landing docs", true),
            ("en", "", false),
            ("", "docs", false),
        ] {
            let limits = AccessScope::read(locales, areas).unwrap();
            assert_eq!(limits.is_unrestricted(), expected, "{locales:?} {areas:?}");
        }
    }

    #[test]
    fn unknown_language_or_area_is_rejected_with_its_name() {
        assert_eq!(AccessScope::read("fr", ""), Err(UnknownScope::Locale("fr".to_owned())));
        assert_eq!(AccessScope::read("", "admin"), Err(UnknownScope::Area("admin".to_owned())));
    }
}
