//! Report of translation states.

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};

use pailou_content::issue::Issue;
use pailou_translation::freshness::{Tally, TextFreshness};

/// What the states are based on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The commits of the repository.
    History,
    /// The marks in the files: the history is shallow.
    Marks,
    /// The files as they are: there is no repository, or no commit.
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

/// Segments and their characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    pub segments: u64,
    pub characters: u64,
}

/// Segments by state. The total is the sum of the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub total: Count,
    pub up_to_date: Count,
    pub outdated: Count,
    pub not_translated: Count,
    pub not_aligned: Count,
}

/// A commit, as it is named to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitName {
    pub id: String,
    /// Milliseconds since 1970.
    pub at: i64,
    pub author: String,
    pub subject: String,
}

/// When a state began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Since {
    Commit(CommitName),
    Uncommitted,
}

/// The segment of the source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub file: String,
    pub line: Option<u32>,
    /// Markdown that the translation follows. None where the history does not tell.
    pub old: Option<String>,
    /// Markdown as it is now. None: it was removed.
    pub new: Option<String>,
}

/// A segment that is not up to date, or a page that is not translated at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub state: State,
    /// The language that has to be edited.
    #[serde(with = "tag")]
    pub locale: Locale,
    /// The translation, or the source where nothing is translated; below the folder that was read.
    pub file: String,
    pub line: u32,
    /// `paragraph`, `list-item` and so on; `page` for a whole page.
    pub kind: String,
    /// The text of the heading above.
    pub heading: Option<String>,
    /// 1 but for a page.
    pub count: Count,
    /// `major`, `minor` (markup alone) or `removed`, of an outdated segment.
    pub change: Option<String>,
    /// Both languages were edited.
    pub conflict: bool,
    /// The segment repeats its source.
    pub copy: bool,
    pub since: Option<Since>,
    pub source: Source,
    /// Markdown of the translation.
    pub translation: Option<String>,
}

/// Something in the history or in a mark that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// `unknown-commit`, `unknown-section`, `unreadable-version`, `too-many-versions`.
    pub code: String,
    pub file: String,
    pub commit: Option<CommitName>,
    /// The id, the section or the number.
    pub detail: String,
}

/// The states of one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageStates {
    /// `docs`, `news` or `landing`.
    pub area: String,
    /// Equal for both languages.
    pub key: String,
    pub zh_file: Option<String>,
    pub en_file: Option<String>,
    #[serde(with = "tag")]
    pub source: Locale,
    pub zh: Counts,
    pub en: Counts,
    pub findings: Vec<Finding>,
    pub remarks: Vec<Remark>,
    /// No commit has either file.
    pub is_untracked: bool,
}

/// The states of a folder.
#[derive(Debug, Clone)]
pub struct Report {
    pub generator: &'static str,
    pub basis: Basis,
    /// The commit that the history was read at.
    pub commit: Option<String>,
    /// True if the oldest commits are not in the repository, or were not read.
    pub is_partial: bool,
    /// Only findings since this commit or date are in it.
    pub since: Option<String>,
    /// The languages that have states: both, or the one that is not the source.
    pub locales: Vec<Locale>,
    pub pages: Vec<PageStates>,
    /// Files that could not be read. Their pages have no states.
    pub issues: Vec<Issue>,
    /// Pages whose states came from the cache.
    pub cached: usize,
    /// Why the cache was not written.
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

    /// A segment without counterpart is counted in one language: in the translation.
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

    /// Segments that are up to date, in percent, rounded down: 100 only if all are. None without segments.
    pub fn percent(&self) -> Option<u64> {
        (self.up_to_date.segments * 100).checked_div(self.total.segments)
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

    /// The area and the first folder below it.
    pub fn folder(&self) -> String {
        match self.key.split_once('/') {
            Some((folder, _)) => format!("{}/{folder}", self.area),
            None => self.area.clone(),
        }
    }
}

impl Report {
    /// All findings, in the order of files; those of the source language are left out if the report has one.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let all = self.pages.iter().flat_map(|page| &page.findings);
        all.filter(|finding| self.locales.contains(&finding.locale))
    }

    pub fn remarks(&self) -> impl Iterator<Item = &Remark> {
        self.pages.iter().flat_map(|page| &page.remarks)
    }

    pub fn counts(&self, locale: Locale) -> Counts {
        let mut sum = Counts::default();
        self.pages.iter().for_each(|page| sum.add(page.counts(locale)));
        sum
    }

    /// The counts by area and folder, sorted by name.
    pub fn folders(&self, locale: Locale) -> Vec<(String, Counts)> {
        let mut folders: std::collections::BTreeMap<String, Counts> = Default::default();
        for page in &self.pages {
            folders.entry(page.folder()).or_default().add(page.counts(locale));
        }
        folders.into_iter().filter(|(_, counts)| counts.total.segments > 0).collect()
    }

    /// Pages that no commit has.
    pub fn untracked(&self) -> usize {
        self.pages.iter().filter(|page| page.is_untracked).count()
    }
}

/// Languages by their tag.
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
