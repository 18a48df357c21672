//! Report of translation states.

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};

use pailou_content::issue::Issue;
use pailou_translation::freshness::{self, Tally, TextFreshness};

/// Data from which the states were computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Commits of the repository.
    History,
    /// Outdated markers in the files, because the clone is shallow.
    Marks,
    /// Structure of the current files, because there is no repository or no commit.
    Structure,
}

impl Basis {
    pub fn name(self) -> &'static str {
        match self {
            Self::History => "history",
            Self::Marks => "marks",
            Self::Structure => "structure",
        }
    }
}

/// State of a segment that is not up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Outdated,
    NotTranslated,
    NotAligned,
}

impl State {
    pub const ALL: [Self; 3] = [Self::Outdated, Self::NotTranslated, Self::NotAligned];

    pub fn name(self) -> &'static str {
        match self {
            Self::Outdated => "outdated",
            Self::NotTranslated => "not-translated",
            Self::NotAligned => "not-aligned",
        }
    }
}

/// Number of segments and of their characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    pub segments: u64,
    pub characters: u64,
}

/// Counts by state. `total` is the sum of the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub total: Count,
    pub up_to_date: Count,
    pub outdated: Count,
    pub not_translated: Count,
    pub not_aligned: Count,
}

/// Commit with the fields that reports display.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitName {
    pub id: String,
    /// Commit time in milliseconds since 1970.
    pub at: i64,
    pub author: String,
    pub subject: String,
}

/// Start of a state: a commit, or an uncommitted change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Since {
    Commit(CommitName),
    Uncommitted,
}

/// Source segment of a finding.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub file: String,
    pub line: Option<u32>,
    /// Markdown of the source segment on which the translation is based; `None` if the history does not contain it.
    pub old: Option<String>,
    /// Current Markdown; `None` if the segment was deleted.
    pub new: Option<String>,
}

/// Segment that is not up to date, or page that has no translation or has an outdated marker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub state: State,
    /// Language that must be edited.
    #[serde(with = "tag")]
    pub locale: Locale,
    /// Path of the translation, or of the source if the segment or page has no translation. Relative to the folder that
    /// was read.
    pub file: String,
    pub line: u32,
    /// Kind of segment, such as `paragraph` or `list-item`; `page` for a whole page.
    pub kind: String,
    /// Text of the last heading before the segment, or of the segment itself if it is a heading.
    pub heading: Option<String>,
    /// One segment, or all segments of a page.
    pub count: Count,
    /// Kind of change for an outdated segment: `major`, `minor` (markup only), or `removed`.
    pub change: Option<String>,
    /// Whether both languages were edited.
    pub conflict: bool,
    /// Whether the segment is an untranslated copy of its source.
    pub copy: bool,
    pub since: Option<Since>,
    pub source: Source,
    /// Markdown of the translation.
    pub translation: Option<String>,
}

/// Part of the history that could not be used, or a file with merge conflicts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// Stable code: `unknown-commit`, `unused-source-commit`, `acknowledged-source`, `unknown-section`, `unknown-file`,
    /// `unreadable-version`, `too-many-versions`, or `unmerged`.
    pub code: String,
    /// File of the page; empty if the warning applies to no page.
    pub file: String,
    pub commit: Option<CommitName>,
    /// Commit id, section, path of the unknown file, or number of versions.
    pub detail: String,
}

/// States of one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageStates {
    /// Area of the page: `docs`, `news`, or `landing`.
    pub area: String,
    /// Key of the page, equal for both languages.
    pub key: String,
    pub zh_file: Option<String>,
    pub en_file: Option<String>,
    #[serde(with = "tag")]
    pub source: Locale,
    pub zh: Counts,
    pub en: Counts,
    pub findings: Vec<Finding>,
    pub warnings: Vec<Warning>,
    /// Whether the source language is unknown, because both files were added by one commit. `source` is then assumed.
    #[serde(default)]
    pub is_source_assumed: bool,
    /// Whether neither file is part of any commit.
    pub is_untracked: bool,
}

/// States of a folder.
#[derive(Debug, Clone)]
pub struct Report {
    pub generator: &'static str,
    pub basis: Basis,
    /// Id of the commit whose history was read.
    pub commit: Option<String>,
    /// Path of the folder relative to the top of the repository, empty for the top; `None` without a history.
    pub top: Option<String>,
    /// True if the oldest commits are missing from the repository or were not read.
    pub is_partial: bool,
    /// Whether only some folders of the repository are checked out.
    pub is_sparse: bool,
    /// Commit or date since which findings are included.
    pub since: Option<String>,
    /// Languages with states: both, or only the language of the translation if the source language is configured.
    pub locales: Vec<Locale>,
    pub pages: Vec<PageStates>,
    /// Warnings that apply to no page of the report.
    pub warnings: Vec<Warning>,
    /// Files that could not be read. Their pages have no states.
    pub issues: Vec<Issue>,
    /// Number of pages whose states came from the cache.
    pub cached: usize,
    /// Reason why the cache was not written.
    pub cache_error: Option<String>,
}

impl Count {
    fn of(tally: Tally) -> Self {
        Self { segments: tally.segments.into(), characters: tally.characters.into() }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.segments += other.segments;
        self.characters += other.characters;
    }
}

impl Counts {
    pub(crate) fn of(text: &TextFreshness) -> Self {
        Self {
            total: Count::of(text.total),
            up_to_date: Count::of(text.up_to_date),
            outdated: Count::of(text.outdated),
            not_translated: Count::of(text.not_translated),
            not_aligned: Count::of(text.not_aligned),
        }
    }

    /// Counts of a source text. Segments without alignment are omitted, because they are counted in the translation.
    pub(crate) fn of_source(text: &TextFreshness) -> Self {
        let mut counts = Self::of(text);
        counts.total.segments -= counts.not_aligned.segments;
        counts.total.characters -= counts.not_aligned.characters;
        counts.not_aligned = Count::default();
        counts
    }

    pub fn add(&mut self, other: &Self) {
        self.total.add(other.total);
        self.up_to_date.add(other.up_to_date);
        self.outdated.add(other.outdated);
        self.not_translated.add(other.not_translated);
        self.not_aligned.add(other.not_aligned);
    }

    pub fn of_state(&self, state: State) -> Count {
        match state {
            State::Outdated => self.outdated,
            State::NotTranslated => self.not_translated,
            State::NotAligned => self.not_aligned,
        }
    }

    /// Returns the percentage of segments that are up to date; `None` without segments.
    pub fn percent(&self) -> Option<u64> {
        freshness::percent(self.up_to_date.segments, self.total.segments)
    }
}

impl PageStates {
    pub fn counts(&self, locale: Locale) -> &Counts {
        match locale {
            Locale::Zh => &self.zh,
            Locale::En => &self.en,
        }
    }

    pub fn file(&self, locale: Locale) -> Option<&str> {
        match locale {
            Locale::Zh => self.zh_file.as_deref(),
            Locale::En => self.en_file.as_deref(),
        }
    }

    /// Returns the area, with the first folder of the key if there is one.
    pub fn folder(&self) -> String {
        match self.key.split_once('/') {
            Some((folder, _)) => format!("{}/{folder}", self.area),
            None => self.area.clone(),
        }
    }
}

impl Report {
    /// Returns the findings of the languages in `locales`, page by page.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let all = self.pages.iter().flat_map(|page| &page.findings);
        all.filter(|finding| self.locales.contains(&finding.locale))
    }

    pub fn warnings(&self) -> impl Iterator<Item = &Warning> {
        self.pages.iter().flat_map(|page| &page.warnings).chain(&self.warnings)
    }

    /// Whether all commits were read and replayed.
    pub fn is_complete(&self) -> bool {
        !self.is_partial && self.warnings().all(|warning| warning.code != "too-many-versions")
    }

    /// Returns the number of pages whose source language is unknown.
    pub fn assumed_sources(&self) -> usize {
        self.pages.iter().filter(|page| page.is_source_assumed).count()
    }

    /// Returns the language of the files if all files are in one language.
    pub fn only_language(&self) -> Option<Locale> {
        let has = |locale| self.pages.iter().any(|page| page.file(locale).is_some());
        match (has(Locale::Zh), has(Locale::En)) {
            (true, false) => Some(Locale::Zh),
            (false, true) => Some(Locale::En),
            _ => None,
        }
    }

    pub fn counts(&self, locale: Locale) -> Counts {
        let mut sum = Counts::default();
        self.pages.iter().for_each(|page| sum.add(page.counts(locale)));
        sum
    }

    /// Returns the counts by area and folder, sorted by name.
    pub fn folders(&self, locale: Locale) -> Vec<(String, Counts)> {
        let mut folders: std::collections::BTreeMap<String, Counts> = Default::default();
        for page in &self.pages {
            folders.entry(page.folder()).or_default().add(page.counts(locale));
        }
        folders.into_iter().filter(|(_, counts)| counts.total.segments > 0).collect()
    }

    /// Returns the number of pages that are not part of any commit.
    pub fn untracked(&self) -> usize {
        self.pages.iter().filter(|page| page.is_untracked).count()
    }
}

/// Serialization and deserialization of languages as `zh` or `en`.
pub(crate) mod tag {
    use core_wasm::locale::Locale;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(locale: &Locale, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(locale.segment())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Locale, D::Error> {
        let name = String::deserialize(from)?;
        Locale::from_segment(&name).ok_or_else(|| serde::de::Error::custom("expected zh or en"))
    }
}
