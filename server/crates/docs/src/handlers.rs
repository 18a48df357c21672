//! Handlers of the documentation area.

use std::str::FromStr;
use std::sync::Arc;

use core_wasm::locale::Locale;
use quick_cache::sync::Cache;
use warp::reply::Response;

use super::api::{
    Heading, ListQuery, ListedPage, MissingSection, OutdatedSegment, Page, PageCommit, PageQuery,
    SearchQuery, Tree, TreeQuery, VersionPlace,
};
use super::navigation;
use super::navigation::Navigation;
use super::{AREA, PathLookup, ResolvedPage, parallel, search, version_params};
use pailou_database::cached::Cached;
use pailou_database::change_feed::CacheTag;
use pailou_web::params;
use pailou_web::params::locale;

use pailou_content::page_path;
use pailou_markdown::section::reading_minutes;
use pailou_site::Site;
use pailou_store::api::{Counterpart, TextState};
use pailou_store::git_sync;
use pailou_store::git_sync::{Author, Origin};
use pailou_store::page_view::PageView;
use pailou_store::sql::{ListOptions, Text};
use pailou_store::{LINK_TARGETS, TEXTS, TREE};
use pailou_versions::DocsVersion;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::{Extension, Query, Tail, extract_state};

/// State of the documentation area: the site, and caches derived from its pages.
#[derive(Clone)]
pub(crate) struct DocsState {
    pub site: Site,
    navigation: Arc<[Cached<Navigation>; 2]>,
    /// Navigations of old versions, by name and revision of the version, and language.
    old: Arc<Cache<(String, i64, Locale), Arc<Navigation>>>,
}

extract_state!(DocsState);

/// Maximum number of changed pages for which the cached navigation is updated; with more, it is
/// rebuilt.
const MAX_RENAMED: usize = 100;
/// Maximum number of cached navigations of old versions.
const MAX_OLD: usize = 16;

impl DocsState {
    pub(crate) fn new(site: Site) -> Self {
        let navigation = [Cached::new(TREE), Cached::new(TREE)];
        let old = Arc::new(Cache::new(MAX_OLD));
        Self { site, navigation: Arc::new(navigation), old }
    }

    async fn navigation(
        &self,
        docs_version: &DocsVersion,
        locale: Locale,
    ) -> Result<Arc<Navigation>, Problem> {
        let Some(version) = docs_version.version() else {
            let cache = &self.navigation[usize::from(locale == Locale::En)];
            let update_titles = |navigation: Arc<Navigation>, created_at| async move {
                renamed(&self.site, &navigation, created_at).await
            };
            let make = || tree_of(&self.site, docs_version, locale);
            return cache.get_or_update(&self.site.changes, update_titles, make).await;
        };
        let key = (version.name.clone(), version.revision, locale);
        if let Some(navigation) = self.old.get(&key) {
            return Ok(navigation);
        }
        let navigation = Arc::new(tree_of(&self.site, docs_version, locale).await?);
        self.old.insert(key, navigation.clone());
        Ok(navigation)
    }
}

/// Returns `navigation` with the current titles of pages that have changed since `created_at`; `None` if the navigation
/// must be rebuilt.
async fn renamed(
    site: &Site,
    navigation: &Navigation,
    created_at: i64,
) -> Result<Option<Navigation>, Problem> {
    if !site.changes.unchanged_since(created_at, &[LINK_TARGETS.to_owned()]) {
        return Ok(None);
    }
    let keys = pailou_store::pages_among(&site.changes.changed_since(created_at), AREA);
    if keys.len() > MAX_RENAMED {
        return Ok(None);
    }
    let mut renamed = Vec::with_capacity(keys.len());
    for key in &keys {
        renamed.push(pailou_store::sql::outline_of(&site.db, AREA, key).await?);
    }
    Ok(navigation.renamed(&renamed))
}

async fn tree_of(
    site: &Site,
    docs_version: &DocsVersion,
    locale: Locale,
) -> Result<Navigation, Problem> {
    let (outline, sections) = docs_version.outline(site, locale).await?;
    Ok(navigation::of_outline(docs_version.clone(), locale, outline, sections))
}

/// List documentation pages
#[utoipa::path(get, path = "/api/v1/public/docs", tag = "docs", params(ListQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ListedPage], headers(("x-total-count" = i64))),
        (status = 422, description = "`page` or `size` is out of range, or the version does not exist"),
    ))]
pub(crate) async fn list_pages(
    Query(query): Query<ListQuery>,
    state: DocsState,
) -> Result<Response, Problem> {
    let locale = query.locale.as_deref().map(locale).transpose()?;
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let site = &state.site;
    let (docs_version, _) =
        version_params::resolve_path(site, query.version.as_deref(), "").await?;
    let with_others = params::flag("untranslated", query.untranslated.as_deref())?;
    let options = ListOptions { locale, with_others };
    let (texts, total) = docs_version.list(site, options, (page - 1) * size, size).await?;
    let mut listed = Vec::with_capacity(texts.len());
    for text in texts {
        let counterpart = counterpart(site, &docs_version, &text).await?;
        let (requested_locale, own) = (locale.unwrap_or(locale_of(&text)), locale_of(&text));
        listed.push(ListedPage {
            url: docs_version.address(requested_locale, &text.path),
            state: if requested_locale == own {
                TextState::of(&text)
            } else {
                TextState::NotTranslated
            },
            key: text.key,
            title: text.title,
            description: text.description,
            locale: text.locale,
            updated_at: text.updated_at,
            counterpart,
        });
    }
    let shows = docs_version.tags().into_iter().chain([TEXTS.to_owned()]);
    Ok(reply::with_cache_tags(reply::list(&listed, total, None)?, shows))
}

pub(crate) fn locale_of(text: &Text) -> Locale {
    Locale::from_str(&text.locale).unwrap_or(Locale::En)
}

async fn counterpart(
    site: &Site,
    docs_version: &DocsVersion,
    text: &Text,
) -> Result<Option<Counterpart>, Problem> {
    let other = docs_version.counterpart(site, text, locale_of(text).other()).await?;
    Ok(other.map(|other| counterpart_of(docs_version, &other)))
}

fn counterpart_of(docs_version: &DocsVersion, other: &Text) -> Counterpart {
    Counterpart {
        url: docs_version.address(locale_of(other), &other.path),
        state: TextState::of(other),
        outdated: other.segments_outdated + other.segments_not_translated,
        locale: other.locale.clone(),
    }
}

/// Get documentation page
///
/// Returns the page in the other language if it is not translated.
#[utoipa::path(get, path = "/api/v1/public/docs/{locale}/{path}", tag = "docs",
    params(
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("path" = String, Path, description = "Path of the page, such as `guide/start`; empty for the index page"),
        PageQuery,
    ),
    responses(
        (status = 200, description = "The page", body = Page, headers(("etag" = String))),
        (status = 308, description = "The page has moved to another path", headers(("location" = String))),
        (status = 404, description = "Page not found"),
        (status = 422, description = "Version not found"),
    ))]
pub(crate) async fn page(
    tag: String,
    path: Tail,
    Query(query): Query<PageQuery>,
    state: DocsState,
    Extension(resolved): Extension<Arc<ResolvedPage>>,
) -> Result<Response, Problem> {
    let requested_locale = locale(&tag)?;
    let decoded = params::path(path.as_str())?;
    let site = &state.site;
    let resolved =
        resolved.filter(|page| page.is_at(requested_locale, &decoded) && query.version.is_none());
    let (docs_version, path, text) = match resolved.as_deref() {
        Some(page) => (page.version.clone(), page.path.as_str(), Some(page.text.clone())),
        None => {
            let version = query.version.as_deref();
            let (docs_version, path) =
                version_params::resolve_path(site, version, &decoded).await?;
            let (found, text) = docs_version.resolve(site, requested_locale, path).await?;
            if let PathLookup::Moved(to) = found {
                return Ok(moved(requested_locale, &to, &docs_version, &query));
            }
            (docs_version, path, text)
        }
    };
    let text = text.ok_or(Problem::NotFound)?;
    let revision = docs_version.revision(site, &text).await?.ok_or(Problem::NotFound)?;
    let navigation = state.navigation(&docs_version, requested_locale).await?;
    let around = navigation.around(path);
    let other = docs_version.counterpart(site, &text, locale_of(&text).other()).await?;
    let counterpart = other.as_ref().map(|other| counterpart_of(&docs_version, other));
    let (versions, rests_on) =
        version_params::page_in_versions(site, requested_locale, &text.key, path).await?;
    let reading = docs_version.page_view(site, &text, &revision, other).await?;
    let PageView { rendered, anchors, moved, missing } = reading;
    let outdated: Vec<_> = moved.into_iter().map(parallel::outdated_segment).collect();
    let missing: Vec<_> = missing.into_iter().map(parallel::missing_section).collect();
    let headings = parallel::headings(rendered.headings, &anchors);
    let (origin, git_authors) = match docs_version.version() {
        None => git_sync::origin(&site.db, &text.id).await?,
        // Pages of an old version are not updated from Git, so they have no current commit.
        Some(_) => (None, Vec::new()),
    };
    let commit = origin.as_ref().map(|origin| origin.commit_id.as_str());
    let context = format!("{}{}", around.mark(), commit.unwrap_or_default());
    let state = TextState::of(&text);
    let dependency_hash = dependency_hash(
        (&context, &rendered.html, state),
        counterpart.as_ref(),
        (&outdated, text.segments_not_translated, &missing),
        &headings,
        &versions,
    );
    let etag = format!("{}-{}-{dependency_hash}", text.id, revision.number);
    let mut shows: Vec<CacheTag> = docs_version.tags().into_iter().chain(rests_on).collect();
    if docs_version.version().is_some() {
        site.search_index.prefetch_archive_index(site);
    } else {
        shows.extend(around.folders.iter().map(|folder| format!("branch:{folder}")));
        shows.push(pailou_store::page_tag(AREA, &text.key));
    }
    let page = Page {
        url: docs_version.address(requested_locale, path),
        requested_locale: requested_locale.tag().to_owned(),
        title: text.title.clone(),
        description: text.description.clone(),
        html: rendered.html,
        headings,
        reading_minutes: reading_minutes(&rendered.sections),
        markdown: (query.markdown.as_deref() != Some("false")).then_some(revision.markdown),
        state,
        counterpart,
        outdated,
        not_translated: text.segments_not_translated,
        missing_sections: missing,
        revision: format!("{}-{}", text.id, revision.number),
        updated_at: text.updated_at,
        authors: authors(site, &docs_version, &text, git_authors).await?,
        source_locale: text.source_locale,
        previous: around.previous,
        next: around.next,
        breadcrumbs: around.breadcrumbs,
        // The edit URL leads to the current text, so pages of old versions have none.
        edit_url: edit_url(site, &text.file, origin.as_ref())
            .await?
            .filter(|_| docs_version.version().is_none()),
        commit: origin.as_ref().map(|origin| PageCommit {
            url: pailou_git_sources::commit_url(site, origin),
            id: origin.commit_id.clone(),
            source: origin.source.clone(),
            file: origin.file.clone(),
        }),
        version: docs_version.version().map(|version| version.name.clone()),
        versions,
        key: text.key,
        locale: text.locale,
    };
    Ok(reply::with_etag(reply::with_cache_tags(reply::json(&page)?, shows), &etag))
}

/// Returns a redirect (308) to the API request for the current path of the page.
fn moved(locale: Locale, path: &str, docs_version: &DocsVersion, query: &PageQuery) -> Response {
    let name = docs_version.version().map(|version| version.name.as_str());
    let path = page_path::encode(&page_path::in_version(name, path));
    let mut to = format!("/api/v1/public/docs/{}/{path}", locale.segment());
    if let Some(markdown) = &query.markdown {
        to.push_str("?markdown=");
        to.push_str(&page_path::encode(markdown));
    }
    let mut response = reply::empty(http::StatusCode::PERMANENT_REDIRECT);
    if let Ok(to) = http::HeaderValue::from_str(&to) {
        response.headers_mut().insert(http::header::LOCATION, to);
    }
    response
}

/// Returns a hash for the `ETag`. It covers the parts of the response that do not depend on the text alone, such as the
/// navigation, resolved links, included files, and the other language.
fn dependency_hash(
    context: (&str, &str, TextState),
    counterpart: Option<&Counterpart>,
    lacks: (&[OutdatedSegment], i64, &[MissingSection]),
    headings: &[Heading],
    versions: &[VersionPlace],
) -> String {
    let parts = (context, counterpart, lacks, headings, versions);
    let parts = serde_json::to_vec(&parts).unwrap_or_default();
    blake3::hash(&parts).to_hex()[..8].to_owned()
}

/// Returns the authors of a page, in Git and on the site.
async fn authors(
    site: &Site,
    docs_version: &DocsVersion,
    text: &Text,
    git_authors: Vec<Author>,
) -> Result<Vec<String>, Problem> {
    let mut names = docs_version.authors(site, text).await?;
    for author in git_authors {
        if !names.contains(&author.name) {
            names.push(author.name);
        }
    }
    Ok(names)
}

async fn edit_url(
    site: &Site,
    file: &str,
    origin: Option<&Origin>,
) -> Result<Option<String>, sqlx::Error> {
    if let Some(origin) = origin {
        return Ok(pailou_git_sources::edit_url(site, origin));
    }
    let own = site.profile().await?;
    Ok(own.edit_url(&site.settings).map(|pattern| pattern.replace("{file}", file)))
}

/// Get navigation tree
///
/// Returns the tree, expanded along the path of a page.
#[utoipa::path(get, path = "/api/v1/public/docs-tree/{locale}", tag = "docs",
    params(("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"), TreeQuery),
    responses(
        (status = 200, description = "The navigation", body = Tree),
        (status = 422, description = "Version not found"),
    ))]
pub(crate) async fn tree(
    tag: String,
    Query(query): Query<TreeQuery>,
    state: DocsState,
) -> Result<Response, Problem> {
    let locale = locale(&tag)?;
    let at = query.at.unwrap_or_default();
    let (docs_version, at) =
        version_params::resolve_path(&state.site, query.version.as_deref(), &at).await?;
    let navigation = state.navigation(&docs_version, locale).await?;
    let shows =
        navigation.expanded_folders(at).into_iter().map(|folder| format!("branch:{folder}"));
    let shows = shows.chain(docs_version.tags());
    Ok(reply::with_cache_tags(reply::json(&Tree { nodes: navigation.open_at(at) })?, shows))
}

/// Search documentation
///
/// Returns matching sections, best first. The fifth and further sections of a page come after the first four sections
/// of every other page. `x-total-count` is the number of all matching sections.
#[utoipa::path(get, path = "/api/v1/public/search", tag = "docs", params(SearchQuery),
    responses(
        (status = 200, description = "One page of the results, best first", body = [super::api::Hit], headers(("x-total-count" = i64))),
        (status = 422, description = "`page` or `size` is out of range, or the version does not exist"),
    ))]
pub(crate) async fn search(
    Query(query): Query<SearchQuery>,
    state: DocsState,
) -> Result<Response, Problem> {
    let requested_locale = query.locale.as_deref().map_or(Ok(Locale::En), locale)?;
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let question = query.q.as_deref().unwrap_or_default();
    let start = usize::try_from((page - 1) * size).unwrap_or(usize::MAX);
    let size = usize::try_from(size).unwrap_or_default();
    let (docs_version, _) =
        version_params::resolve_path(&state.site, query.version.as_deref(), "").await?;
    let within = query.within.as_deref();
    let section_query =
        search::SectionQuery { question, reader: requested_locale, within, start, size };
    let (hits, total) = search::find_sections(&state.site, &docs_version, section_query).await?;
    let total = i64::try_from(total).unwrap_or(i64::MAX);
    let shows = docs_version.tags().into_iter().chain([TEXTS.to_owned()]);
    Ok(reply::with_cache_tags(reply::list(&hits, total, None)?, shows))
}
