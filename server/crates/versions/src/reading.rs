//! Uniform read access to a version of the documentation: the current pages or an old version.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use core_wasm::locale::Locale;

use super::includes;
use super::store::{self, VersionText};
use pailou_content::link::LinkTargets;
use pailou_content::page_path::{in_version, page_url};
use pailou_content::root::Root;
use pailou_database::change_feed::CacheTag;
use pailou_markdown::flavor::Flavor;
use pailou_store::context::Store;
use pailou_store::page_view;
use pailou_store::page_view::PageView;
use pailou_store::page_view::anchors;
use pailou_store::page_view::anchors::Anchor;
use pailou_store::page_view::parallel;
use pailou_store::page_view::parallel::{ParallelTexts, TextPair};
use pailou_store::redirects;
use pailou_store::redirects::PathLookup;
use pailou_store::save::{StoredSegment, align, stored_segments};
use pailou_store::sql as today;
use pailou_store::sql::{ListOptions, Outline, Revision, SectionRow, StoredAlignment, Text};
use pailou_store::version_list;
use pailou_store::version_list::{VERSIONS, Version};
use pailou_store::{DOCS, LANDING, NEWS, catalog, copies, read};
use pailou_translation::segment;
use pailou_translation::segment::{Kind, Known};

/// The current pages, or an old version of the documentation.
#[derive(Debug, Clone)]
pub enum DocsVersion {
    Current,
    Old(Arc<Version>),
}

impl DocsVersion {
    pub fn version(&self) -> Option<&Version> {
        match self {
            Self::Current => None,
            Self::Old(version) => Some(version),
        }
    }

    fn name(&self) -> Option<&str> {
        self.version().map(|version| version.name.as_str())
    }

    /// Returns the public URL of a page of this version.
    pub fn address(&self, locale: Locale, path: &str) -> String {
        page_url(locale, &in_version(self.name(), path))
    }

    /// Returns the cache tags that all pages of this version have in addition to their own tags.
    pub fn tags(&self) -> Vec<CacheTag> {
        let own = self.version().map(Version::tag);
        [VERSIONS.to_owned()].into_iter().chain(own).collect()
    }

    /// Returns the text of the page at a path: in `locale` if there is one, otherwise in the other language; `None` if
    /// there is no page.
    pub async fn text_at(
        &self,
        store: &Store,
        locale: Locale,
        path: &str,
    ) -> Result<Option<Text>, sqlx::Error> {
        match self {
            Self::Current => today::text_at(&store.db, DOCS, locale, path).await,
            Self::Old(of) => store::text_at(&store.db, &of.name, DOCS, locale, path).await,
        }
    }

    /// Returns the text in `locale` of the page that `text` belongs to; `None` if there is no published one.
    pub async fn counterpart(
        &self,
        store: &Store,
        text: &Text,
        locale: Locale,
    ) -> Result<Option<Text>, sqlx::Error> {
        match self {
            Self::Current => today::text_of_page(&store.db, &text.page_id, locale).await,
            Self::Old(of) => {
                store::text_of_page(&store.db, &of.name, DOCS, &text.key, locale).await
            }
        }
    }

    pub async fn revision(
        &self,
        store: &Store,
        text: &Text,
    ) -> Result<Option<Revision>, sqlx::Error> {
        if matches!(self, Self::Current) {
            return today::published_revision(&store.db, &text.id).await;
        }
        revision_of(store, &text.id, &text.file, &text.locale).await
    }

    /// Returns whether there is a page at a path, or the redirect from this path.
    pub async fn find(
        &self,
        store: &Store,
        locale: Locale,
        path: &str,
    ) -> Result<PathLookup, sqlx::Error> {
        Ok(self.resolve(store, locale, path).await?.0)
    }

    /// Like [`Self::find`], and returns the text of the page: in `locale` if there is one,
    /// otherwise in the other language.
    pub async fn resolve(
        &self,
        store: &Store,
        locale: Locale,
        path: &str,
    ) -> Result<(PathLookup, Option<Text>), sqlx::Error> {
        let Self::Old(_) = self else {
            return redirects::resolve_path(&store.db, DOCS, locale, path).await;
        };
        let Some(text) = self.text_at(store, locale, path).await? else {
            return Ok((PathLookup::Nothing, None));
        };
        if text.locale == locale.tag() {
            return Ok((PathLookup::Page, Some(text)));
        }
        let own = self.counterpart(store, &text, locale).await?;
        Ok(match own.filter(|own| own.path != path) {
            Some(own) => (PathLookup::Moved(own.path), None),
            None => (PathLookup::Page, Some(text)),
        })
    }

    pub async fn list(
        &self,
        store: &Store,
        options: ListOptions,
        skip: i64,
        size: i64,
    ) -> Result<(Vec<Text>, i64), sqlx::Error> {
        match self {
            Self::Current => today::list_texts(&store.db, DOCS, options, skip, size).await,
            Self::Old(of) => store::list(&store.db, &of.name, DOCS, options, skip, size).await,
        }
    }

    /// Returns the published texts of the documentation in all languages, in navigation order, and the titles and
    /// positions of folders in one language.
    pub async fn outline(
        &self,
        store: &Store,
        locale: Locale,
    ) -> Result<(Vec<Outline>, Vec<SectionRow>), sqlx::Error> {
        let db = &store.db;
        Ok(match self {
            Self::Current => {
                (today::outline(db, DOCS).await?, today::section_rows(db, DOCS, locale).await?)
            }
            Self::Old(of) => (
                store::outline(db, &of.name, DOCS).await?,
                store::sections(db, &of.name, locale).await?,
            ),
        })
    }

    pub async fn authors(&self, store: &Store, text: &Text) -> Result<Vec<String>, sqlx::Error> {
        match self {
            Self::Current => catalog::authors(&store.db, &text.id).await,
            Self::Old(_) => Ok(Vec::new()),
        }
    }

    /// Returns all possible targets of links on pages of this version.
    pub async fn link_targets(&self, store: &Store) -> Result<Arc<LinkTargets>, sqlx::Error> {
        let Self::Old(version) = self else { return read::link_targets(store).await };
        let key = (version.name.clone(), version.revision);
        if let Some(targets) = store.versions.targets.get(&key) {
            return Ok(targets);
        }
        let targets = Arc::new(version_link_targets(store, &version.name).await?);
        store.versions.targets.insert(key, targets.clone());
        Ok(targets)
    }

    /// Returns the page view of a text; `other` is the text of the page in the other language.
    pub async fn page_view(
        &self,
        store: &Store,
        text: &Text,
        revision: &Revision,
        other: Option<Text>,
    ) -> Result<PageView, sqlx::Error> {
        if matches!(self, Self::Current) {
            return page_view::load_page_view(store, text, revision, other).await;
        }
        let other = self.published(store, other).await?;
        let (anchors, links) = compared((text, revision), other.as_ref());
        let locale = Locale::from_str(&text.locale).unwrap_or(Locale::En);
        let segments = other.map_or_else(HashMap::new, |(_, counterpart_revision)| {
            page_view::numbers(locale, revision, &counterpart_revision, &links)
        });
        Ok(page_view::without_highlights(
            &*self.link_targets(store).await?,
            text,
            revision,
            anchors,
            segments,
        ))
    }

    /// Returns the parallel view of a page in both languages.
    pub async fn parallel_texts(
        &self,
        store: &Store,
        text: &Text,
        revision: &Revision,
    ) -> Result<ParallelTexts, sqlx::Error> {
        if matches!(self, Self::Current) {
            return parallel::parallel_texts(store, text, revision).await;
        }
        let targets = self.link_targets(store).await?;
        let other = self.counterpart_revision(store, text).await?;
        let (anchors, links) = compared((text, revision), other.as_ref());
        let sides = TextPair { text, revision, other };
        let exempt = copies::exempt_terms(&store.db).await?;
        Ok(parallel::join_parallel_texts(&targets, sides, &anchors, &links, &exempt))
    }

    async fn counterpart_revision(
        &self,
        store: &Store,
        text: &Text,
    ) -> Result<Option<(Text, Revision)>, sqlx::Error> {
        let locale = Locale::from_str(&text.locale).unwrap_or(Locale::En);
        let other = self.counterpart(store, text, locale.other()).await?;
        self.published(store, other).await
    }

    /// Returns a text with its published revision; `None` if either is missing.
    async fn published(
        &self,
        store: &Store,
        text: Option<Text>,
    ) -> Result<Option<(Text, Revision)>, sqlx::Error> {
        let Some(other) = text else { return Ok(None) };
        let counterpart_revision = self.revision(store, &other).await?;
        Ok(counterpart_revision.map(|counterpart_revision| (other, counterpart_revision)))
    }

    /// Returns the file at this path that is served to readers of this version; `None` if there is none.
    pub async fn file(
        &self,
        store: &Store,
        path: &str,
    ) -> Result<Option<today::File>, sqlx::Error> {
        match self {
            Self::Current => today::find_file(&store.db, path).await,
            Self::Old(of) => store::file(&store.db, &of.name, path).await,
        }
    }
}

async fn version_link_targets(store: &Store, version: &str) -> Result<LinkTargets, sqlx::Error> {
    let db = &store.db;
    let mut roots = Vec::new();
    for (locale, folder, without) in store::roots(db, version).await? {
        let Ok(locale) = Locale::from_str(&locale) else { continue };
        let without = serde_json::from_str(&without).unwrap_or_default();
        roots.push(Root::new(locale, folder, without));
    }
    let mut targets = LinkTargets::of_version(roots, version);
    for (area, file, locale, path) in store::pages_by_file(db, version).await? {
        let Ok(locale) = Locale::from_str(&locale) else { continue };
        let area = [LANDING, NEWS].into_iter().find(|known| area == *known).unwrap_or(DOCS);
        targets.add_page(&file, area, locale, &path);
    }
    let mut hashes = HashMap::new();
    for file in version_list::version_files(db, version).await? {
        match file.served {
            1 => targets.add_media(&file.path),
            _ => targets.add_unserved(&file.path),
        }
        hashes.insert(file.path, file.hash);
    }
    includes::add_included_files(store, version, &hashes, &mut targets).await?;
    for (file, width, height) in store::image_sizes(db, version).await? {
        if let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) {
            targets.image_of(&file).size = Some((width, height));
        }
    }
    Ok(targets)
}

/// Returns the content with the hash `body` of a text in an old version; `None` if it is not stored. The segment ids
/// are generated from the segment numbers and are not stored.
async fn revision_of(
    store: &Store,
    body: &str,
    file: &str,
    locale: &str,
) -> Result<Option<Revision>, sqlx::Error> {
    let body = store::body(&store.db, body).await?;
    Ok(body.map(|(front_matter, markdown, dialect)| {
        let name = |number| format!("{locale} {number}");
        let stored = StoredSegment::all(&markdown, Flavor::read(&dialect, file), name);
        let segments = serde_json::to_string(&stored).unwrap_or_default();
        Revision { number: 0, front_matter, markdown, segments, dialect }
    }))
}

/// Returns the stored Markdown of a text, and its dialect; `None` if the content is not stored.
pub async fn markdown(
    store: &Store,
    text: &VersionText,
) -> Result<Option<(String, String)>, sqlx::Error> {
    Ok(store::body(&store.db, &text.body).await?.map(|(_, markdown, dialect)| (markdown, dialect)))
}

/// Returns the published texts of an old version, sorted so that both languages of a page are adjacent. Also
/// returns the locale, path, and title of each folder.
pub async fn version_texts(
    store: &Store,
    version: &Version,
) -> Result<(Vec<VersionText>, Vec<(String, String, String)>), sqlx::Error> {
    let texts = store::version_text_rows(&store.db, &version.name, DOCS).await?;
    Ok((texts, store::folders(&store.db, &version.name).await?))
}

/// Splits a text without stored segment ids into segments. The ids are generated from the segment
/// numbers.
pub(crate) fn split_segments(side: Locale, dialect: Flavor, markdown: &str) -> Vec<Known> {
    let cut = segment::segments(markdown, dialect).into_iter().enumerate();
    cut.map(|(number, segment)| Known::new(format!("{side} {number}"), &segment)).collect()
}

/// Returns the heading ids of each pair of aligned headings in a Chinese and an English text.
pub fn paired_headings(zh: (Flavor, &str), en: (Flavor, &str)) -> Vec<(String, String)> {
    let (zh, en) = (split_segments(Locale::Zh, zh.0, zh.1), split_segments(Locale::En, en.0, en.1));
    let heading = |side: &[Known], id: &str| {
        let segment = side.iter().find(|segment| segment.id == id)?;
        segment.heading_id.clone().filter(|_| matches!(segment.kind, Kind::Heading(_)))
    };
    let links = align(&zh, &en, &[]).into_iter();
    links.filter_map(|link| Some((heading(&zh, &link.zh)?, heading(&en, &link.en)?))).collect()
}

/// Returns the headings of a text, each with the aligned heading of the other language, and the
/// alignments of both texts. No alignment is stored for old versions, so the texts are aligned
/// here.
fn compared(
    (text, revision): (&Text, &Revision),
    other: Option<&(Text, Revision)>,
) -> (Vec<Anchor>, Vec<StoredAlignment>) {
    let known = |text: &Text, revision: &Revision| {
        let dialect = Flavor::read(&revision.dialect, &text.file);
        stored_segments(&revision.markdown, dialect, &revision.segments)
    };
    let own = known(text, revision);
    let other = other
        .map_or_else(Vec::new, |(other, counterpart_revision)| known(other, counterpart_revision));
    let links = match text.locale == Locale::Zh.tag() {
        true => align(&own, &other, &[]),
        false => align(&other, &own, &[]),
    };
    let anchors = anchors::initial_anchors(&own, &other, &links);
    (anchors, links.into_iter().map(StoredAlignment::from).collect())
}
