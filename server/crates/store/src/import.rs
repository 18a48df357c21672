//! Import of a folder of Markdown files, started manually or by the update of a Git source. Invalid files are
//! reported and not imported.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Read;
use std::path::Path;

use bytes::Bytes;
use core_wasm::locale::Locale;

use super::git_sync;
use super::git_sync::apply::GIT;
use super::git_sync::{Source, SyncSummary};
use super::history::PageHistories;
use super::history::apply::{Applied, apply};
use super::outbox;
use super::page_segments::PageSegments;
use super::publish_gate;
use super::save::{self, EarlierSegments, Incoming, Outcome, SaveResult};
use super::snippets;
use super::snippets::SnippetReader;
use super::sql;
use super::sql::{File, RootRow, SectionRow};
use super::taken_paths::{self, TextPlace};
use super::version_list;
use super::{DOCS, LINK_TARGETS, TEXTS, TREE, page_tag};
use super::{copies, page_view, redirects};
use crate::context::Store;
use crate::prune::{self, FolderFiles, ImportedText};
use pailou_content::file_name;
use pailou_content::front_matter;
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::link::LinkTargets;
use pailou_content::page_path;
use pailou_content::root::Root;
use pailou_content::scan_dir;
use pailou_curated_answers::file as answers_file;
use pailou_database::Tx;
use pailou_database::audit_log::Actor;
use pailou_database::{change_feed, id};
use pailou_git_history::import::{PageId, ReplayedBatch, ReplayedPage, RepositoryHistory};
use pailou_importers::folder;
use pailou_importers::folder::{Folder, PageFile};
use pailou_importers::generators::Detected;
use pailou_importers::sources as sources_file;
use pailou_lint::{GLOSSARIES, Glossary};
use pailou_markdown::html;
use pailou_markdown::html::Rendered;
use pailou_navigation_parents::Nesting;
use pailou_navigation_parents::file::{self as parents_file, ChosenParents};

/// Number of page files per transaction; one more if the next file is the other language of the last page.
const BATCH: usize = 50;
/// Maximum size of a file that is not a page, in bytes.
const MAX_FILE_BYTES: u64 = 32 << 20;

/// Progress of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportProgress {
    /// Number of processed files, and number of all files.
    Files { done: usize, total: usize },
    /// Number of pages that the replay of the Git history has processed, and number of all pages in the replay.
    Replayed { done: usize, total: usize },
}

/// Callback that receives the progress of an import.
pub type Progress<'a> = &'a (dyn Fn(ImportProgress) + Send + Sync);

/// Options of an import.
#[derive(Debug, Default, Clone, Copy)]
pub struct ImportOptions<'a> {
    /// Generator of the site in the folder; detected if `None`.
    pub from: Option<Generator>,
    /// Only reports what the import would do.
    pub dry_run: bool,
    /// User on whose behalf imported pages are moved to the trash if their files are not in the
    /// folder. If `None`, the report only lists these pages.
    pub prune: Option<&'a Actor>,
}

#[derive(Debug, Default)]
pub struct Report {
    /// Detected layout of the folder.
    pub detected: Detected,
    /// Number of texts; a page in two languages counts twice.
    pub pages: usize,
    pub new: usize,
    pub changed: usize,
    pub same: usize,
    /// Number of texts that the documentation version contained before the import and that are not
    /// in the folder.
    pub gone: usize,
    /// Texts of earlier imports whose files are not in the folder. With [`ImportOptions::prune`],
    /// they are moved to the trash.
    pub absent: Vec<ImportedText>,
    /// Number of files that are not pages.
    pub files: usize,
    /// Number of texts whose files were renamed. This field, `removed`, `ahead`, and `conflicts` are 0
    /// for a folder that is imported manually.
    pub moved: usize,
    /// Number of texts that were unpublished because their files were deleted.
    pub removed: usize,
    /// Number of texts that were changed on the site but not in Git.
    pub ahead: usize,
    pub conflicts: usize,
    /// Number of pages with translation states from their history.
    pub replayed: usize,
    /// Number of commits in the history.
    pub commits: usize,
    pub issues: Vec<Issue>,
}

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("cannot read the folder {0}: {1}")]
    Folder(String, std::io::Error),
    #[error("invalid version name `{0}`: {1}")]
    VersionName(String, &'static str),
    #[error("{0} is the current version: omit --version, or add --current to update its pages")]
    VersionIsCurrent(String),
    #[error("cannot store {0} in the data directory: {1}")]
    Keep(String, std::io::Error),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// A page with saved texts.
#[derive(Default)]
struct SavedPage {
    page_id: String,
    /// Number of texts that are new to the site.
    new: usize,
    /// Whether a text is new or changed.
    is_changed: bool,
}

/// A parsed page file with its issues.
struct Ready {
    page: PageFile,
    title: String,
    issues: Vec<Issue>,
    /// Files that the page includes.
    parts: Vec<String>,
}

pub async fn import(
    store: &Store,
    dir: &Path,
    options: ImportOptions<'_>,
    progress: Progress<'_>,
) -> Result<Report, ImportError> {
    import_folder(store, dir, (options, None), progress).await
}

/// Like [`import()`], for a folder that may be in a Git repository. In a repository, the translation
/// states of new and changed pages are computed from their history.
pub async fn import_working_copy(
    store: &Store,
    dir: &Path,
    options: ImportOptions<'_>,
    progress: Progress<'_>,
) -> Result<Report, ImportError> {
    let folder = dir.to_owned();
    let history = tokio::task::spawn_blocking(move || RepositoryHistory::of_folder(&folder)).await;
    let history = history.unwrap_or_else(|error| Some(Err(error.to_string())));
    import_folder(store, dir, (options, history), progress).await
}

/// History of a folder; `None` outside a repository.
type FolderHistory = Option<Result<RepositoryHistory, String>>;

async fn import_folder(
    store: &Store,
    dir: &Path,
    (options, history): (ImportOptions<'_>, FolderHistory),
    progress: Progress<'_>,
) -> Result<Report, ImportError> {
    let failed = |error| ImportError::Folder(dir.display().to_string(), error);
    std::fs::read_dir(dir).map_err(failed)?;
    let folder = folder::read_folder(dir, options.from);
    let keys = folder.pages.iter().map(|page| (page.file.clone(), page.key.clone())).collect();
    let summary = SyncSummary { keys, ..SyncSummary::default() };
    let histories = match history.filter(|_| !options.dry_run) {
        Some(history) => PageHistories::begin(store, history, &folder.pages, "").await?,
        None => PageHistories::default(),
    };
    let report = Report::default();
    let original = configured_source_language(store);
    let mut running = RunningImport { source: None, original, summary, histories, report };
    Box::pin(running.run(store, dir, folder, options, progress)).await?;
    Ok(running.report)
}

/// Imports the folder of a Git source at a commit, and unpublishes texts whose files were deleted.
/// The files are in a subfolder of `dir` with the name of the source. A folder without pages
/// changes nothing, because it is more likely the wrong folder than an empty site.
pub async fn import_source(
    store: &Store,
    dir: &Path,
    layout: Option<Vec<Root>>,
    source: &Source<'_>,
    progress: Progress<'_>,
) -> Result<Report, ImportError> {
    let folder = folder::read_as(&dir.join(source.name), source.from, layout, None);
    let folder = folder.placed(source.name, source.mount, source.position);
    if folder.pages.is_empty() {
        return Ok(Report { issues: folder.issues, ..Report::default() });
    }
    let key = |page: &PageFile| (source.in_repository(&page.file), page.key.clone());
    let summary =
        SyncSummary { keys: folder.pages.iter().map(key).collect(), ..SyncSummary::default() };
    let history = source.history.clone();
    let histories = PageHistories::begin(store, history, &folder.pages, source.name).await?;
    let report = Report::default();
    let original = configured_source_language(store);
    let mut running = RunningImport { source: Some(source), original, summary, histories, report };
    Box::pin(running.run(store, dir, folder, ImportOptions::default(), progress)).await?;
    Ok(running.report)
}

/// Returns the configured source language; `None` if it is not configured.
pub(crate) fn configured_source_language(store: &Store) -> Option<Locale> {
    let settings = &store.settings;
    settings.origins.contains_key("site.original").then_some(settings.site_original)
}

/// State of a running import.
struct RunningImport<'a> {
    source: Option<&'a Source<'a>>,
    /// Source language of pages that exist in both languages, if configured.
    original: Option<Locale>,
    summary: SyncSummary,
    histories: PageHistories,
    report: Report,
}

impl RunningImport<'_> {
    async fn run(
        &mut self,
        store: &Store,
        dir: &Path,
        mut folder: Folder,
        ImportOptions { dry_run, prune, .. }: ImportOptions<'_>,
        progress: Progress<'_>,
    ) -> Result<(), ImportError> {
        self.report.issues = std::mem::take(&mut folder.issues);
        self.report.issues.extend(below_a_version(store, &mut folder.pages).await?);
        let files = FolderFiles::of(dir, &folder).filter(|_| self.source.is_none());
        let absent = self.absent_texts(store, files.as_ref()).await?;
        let goes: &[ImportedText] = if prune.is_some() { &absent } else { &[] };
        let variants = self.refuse_variants(store, &mut folder.pages, goes).await?;
        self.report.issues.extend(variants);
        self.report.detected = folder.detected.clone();
        let refused = self.refused();
        // A Git source must contain all targets of its links; a manually imported folder may contain
        // only some pages of the site.
        let targets = match self.source {
            Some(_) => folder.link_targets(),
            None => folder.link_targets().with_existing(&*super::link_targets(store).await?),
        };
        self.report.issues.extend(folder.missing_downloads(&targets));
        let mut beside = other_files(dir, &folder);
        if self.source.is_none() && beside.iter().any(|file| file == answers_file::NAME) {
            beside.retain(|file| file != answers_file::NAME);
            self.import_answers(store, dir, dry_run).await?;
        }
        let parents = match self.source {
            None => self.chosen_parents(dir, &mut beside),
            Some(_) => ChosenParents::default(),
        };
        let parts = SnippetReader::new(dir, &folder, &beside);
        let pages = std::mem::take(&mut folder.pages);
        let nesting = Nesting::of(&pages);
        let all = pages.len() + beside.len();
        if let Some(glossary) = read_glossary(dir).filter(|_| self.source.is_none() && !dry_run) {
            // The terms are imported before the pages, because the detection of untranslated copies uses the terms.
            copies::import_terms(&store.db, &glossary).await?;
        }
        self.report.pages = pages.len();
        for batch in in_batches(pages, store.settings.site_original) {
            let replayed = self.histories.replay(&store.db, &batch).await?;
            let (done, total) = self.histories.progress();
            if total > 0 {
                progress(ImportProgress::Replayed { done, total });
            }
            let prepare = |page| prepare(page, &targets, &parts);
            let ready: Vec<_> = batch.into_iter().map(prepare).collect();
            let mut tx = store.db.begin().await?;
            self.save_batch(&mut tx, ready, replayed).await?;
            if !dry_run {
                tx.commit().await?;
            }
            let done = self.report.new + self.report.changed + self.report.same;
            progress(ImportProgress::Files { done, total: all });
        }
        if dry_run {
            self.report.issues.extend(storage_issues(dir, &beside, &self.report));
            self.report.absent = absent;
        } else {
            store_folder(store, &folder, &nesting, self.source).await?;
            self.report.issues.extend(parents.store(&store.db).await?);
            let source = self.source.map_or("", |source| source.name);
            store_other_files(store, dir, &folder, source, &beside, &mut self.report, progress)
                .await?;
            self.apply_deletions(store, &refused, &beside).await?;
            let absent = match prune {
                Some(actor) => prune::prune(store, absent, actor).await?,
                None => absent,
            };
            self.report.absent = absent;
            copies::update_copies(store).await?;
            store.changes.poll(&store.db).await?;
        }
        self.report.commits = self.histories.commits;
        self.report.issues.append(&mut self.histories.issues);
        let refused = rejected_files(&self.report);
        self.report.files = beside.iter().filter(|path| !refused.contains(*path)).count();
        self.report.issues.sort();
        Ok(())
    }

    /// Reads the navigation parents that users chose on the exported site.
    fn chosen_parents(&mut self, dir: &Path, beside: &mut Vec<String>) -> ChosenParents {
        if !beside.iter().any(|file| file == parents_file::NAME) {
            return ChosenParents::default();
        }
        beside.retain(|file| file != parents_file::NAME);
        let read = scan_dir::read_text(dir, parents_file::NAME);
        read.and_then(|text| ChosenParents::read(&text)).unwrap_or_else(|issue| {
            self.report.issues.push(issue);
            ChosenParents::default()
        })
    }

    /// Imports the curated answers of the assistant. With `dry_run`, only reports an invalid file.
    async fn import_answers(
        &mut self,
        store: &Store,
        dir: &Path,
        dry_run: bool,
    ) -> Result<(), sqlx::Error> {
        match scan_dir::read_text(dir, answers_file::NAME)
            .and_then(|text| answers_file::read(&text))
        {
            Ok(answers) if !dry_run => {
                answers_file::import(&store.db, &answers, id::now()).await.map(drop)
            }
            Ok(_) => Ok(()),
            Err(issue) => {
                self.report.issues.push(issue);
                Ok(())
            }
        }
    }

    async fn refuse_variants(
        &self,
        store: &Store,
        pages: &mut Vec<PageFile>,
        pruned: &[ImportedText],
    ) -> Result<Vec<Issue>, sqlx::Error> {
        let mut tx = store.db.begin().await?;
        // Whether the import frees the path of a text: pruned texts are moved to the trash, and texts of this Git
        // source are moved or unpublished if their files no longer exist.
        let goes = |text: &TextPlace| {
            self.source.is_some_and(|source| text.follows(source.name))
                || pruned.iter().any(|pruned| text.has_file(&pruned.file))
        };
        taken_paths::refuse_variants(&mut tx, pages, &goes).await
    }

    /// Returns the texts of earlier imports whose files are not in the folder.
    async fn absent_texts(
        &self,
        store: &Store,
        files: Option<&FolderFiles>,
    ) -> Result<Vec<ImportedText>, sqlx::Error> {
        let Some(files) = files else { return Ok(Vec::new()) };
        let mut tx = store.db.begin().await?;
        prune::absent_texts(&mut tx, files, &rejected_files(&self.report)).await
    }

    /// Returns the files of a Git source that have errors, by their repository paths.
    fn refused(&self) -> HashSet<String> {
        let Some(source) = self.source else { return HashSet::new() };
        rejected_files(&self.report).iter().map(|file| source.in_repository(file)).collect()
    }

    async fn apply_deletions(
        &mut self,
        store: &Store,
        refused: &HashSet<String>,
        beside: &[String],
    ) -> Result<(), sqlx::Error> {
        let Some(source) = self.source else { return Ok(()) };
        let beside = beside.iter().map(String::as_str).collect();
        let mut tx = store.db.begin().await?;
        let (summary, report) = (&self.summary, &mut self.report);
        git_sync::apply_deletions(&mut tx, source, summary, refused, &beside, report, id::now())
            .await?;
        tx.commit().await
    }
}

fn read_glossary(dir: &Path) -> Option<Glossary> {
    let name = GLOSSARIES.iter().find(|name| dir.join(name).is_file())?;
    Glossary::read(name, &scan_dir::read_text(dir, name).ok()?).ok()
}

/// Removes from `pages` those whose path begins with the name of a documentation version, because
/// their URLs would be unreachable. Returns an issue for each.
async fn below_a_version(
    store: &Store,
    pages: &mut Vec<PageFile>,
) -> Result<Vec<Issue>, sqlx::Error> {
    let versions = version_list::all_versions(store).await?;
    let is_version = |name: &str| versions.iter().any(|version| version.name == name);
    let is_below = |page: &mut PageFile| {
        page.area == DOCS
            && page_path::split_version(&page.path).is_some_and(|(name, _)| is_version(name))
    };
    let refused = |page: PageFile| {
        let detail = format!("`{}` is below the address of a version", page.path);
        Issue::of_file(Severity::Error, "path-refused", &page.file, detail)
    };
    Ok(pages.extract_if(.., is_below).map(refused).collect())
}

/// Splits pages into batches. Both languages of a page are in one batch, so that they are aligned.
/// The source language is first, because the text that is saved first becomes the source.
fn in_batches(mut pages: Vec<PageFile>, original: Locale) -> Vec<Vec<PageFile>> {
    pages.sort_by(|a, b| {
        let rank = |page: &PageFile| page.locale != original;
        a.key.cmp(&b.key).then_with(|| rank(a).cmp(&rank(b)))
    });
    let mut batches: Vec<Vec<PageFile>> = Vec::new();
    for page in pages {
        match batches.last_mut() {
            Some(batch)
                if batch.len() < BATCH
                    || batch.last().is_some_and(|last: &PageFile| last.key == page.key) =>
            {
                batch.push(page);
            }
            _ => batches.push(vec![page]),
        }
    }
    batches
}

fn prepare(page: PageFile, targets: &LinkTargets, parts_of: &SnippetReader<'_>) -> Ready {
    let rendered = render_page(&page, targets, parts_of);
    let title = rendered.title_of(&page.fields, page.area, &page.path);
    Ready { title, issues: rendered.issues, parts: rendered.parts, page }
}

pub fn render_page(
    page: &PageFile,
    targets: &LinkTargets,
    parts_of: &SnippetReader<'_>,
) -> Rendered {
    let parts = front_matter::split(&page.text);
    html::render(&html::Source {
        file: &page.file,
        body: parts.body,
        lines_above: parts.lines_before_body(),
        front_title: page.fields.title.as_deref(),
        dialect: page.dialect,
        locale: page.locale,
        link: &|written| targets.resolve(&page.file, page.locale, written),
        file_text: &|path| parts_of.text(path),
        image: &|_| None,
    })
}

/// Queues webhook events for segments that became outdated between two states of a page.
async fn enqueue_outdated_events(
    tx: &mut Tx,
    by: &str,
    page_id: &str,
    (before, after): (PageSegments, PageSegments),
) -> Result<(), sqlx::Error> {
    let gaps = (&before.gaps(tx, page_id).await?, &after.gaps(tx, page_id).await?);
    outbox::enqueue_outdated(tx, by, page_id, gaps).await
}

impl RunningImport<'_> {
    async fn save_batch(
        &mut self,
        tx: &mut Tx,
        batch: Vec<Ready>,
        replayed: ReplayedBatch,
    ) -> Result<(), sqlx::Error> {
        let ReplayedBatch { pages: replayed, changes } = replayed;
        let mut tags = HashSet::new();
        let mut touched: BTreeMap<String, EarlierSegments> = BTreeMap::new();
        let mut pages: HashMap<PageId, SavedPage> = HashMap::new();
        for Ready { page, title, issues, parts: included } in batch {
            self.report.issues.extend(issues);
            let parts = front_matter::split(&page.text);
            let (now, locale) = (id::now(), page.locale);
            let change = changes.get(&page.file);
            let incoming = Incoming {
                area: page.area,
                key: &page.key,
                locale: page.locale,
                path: &page.path,
                file: &page.file,
                title: &title,
                label: page.label.as_deref().unwrap_or_default(),
                description: page.fields.description.as_deref().unwrap_or_default(),
                position: i64::from(page.position),
                front_matter: parts.front,
                markdown: parts.body,
                dialect: page.dialect,
                is_draft: page.fields.draft,
                origin: "import",
                author: "import",
                now,
                written_at: change.and_then(|change| change.at).map_or(now, |at| at.min(now)),
                added_at: change.map_or(now, |change| change.added_at.min(now)),
            };
            let Some(saved) = self.save(tx, incoming, &page.text).await? else { continue };
            if let Some(change) = change
                && git_sync::store_authors(tx, &saved.text_id, &change.authors).await?
            {
                tags.insert(TEXTS.to_owned());
            }
            match saved.outcome {
                Outcome::New => self.report.new += 1,
                Outcome::Changed => self.report.changed += 1,
                Outcome::Same => self.report.same += 1,
            }
            let texts = pages.entry((page.area, page.key.clone())).or_default();
            texts.new += usize::from(saved.outcome == Outcome::New);
            texts.is_changed |= saved.outcome != Outcome::Same;
            texts.page_id.clone_from(&saved.page_id);
            tags.extend(saved.tags);
            if saved.outcome == Outcome::Changed || !included.is_empty() {
                tags.extend(snippets::store_snippets(tx, &page.file, &included).await?);
            }
            if saved.outcome != Outcome::Same {
                tags.extend(snippets::tags_of(tx, &page.file).await?);
                touched.entry(saved.page_id).or_default().add(locale, saved.before);
            }
        }
        for page_id in touched.keys() {
            let original = match self.original {
                Some(original) => Some(original),
                None => publish_gate::only_language(tx, page_id).await?,
            };
            if let Some(original) = original {
                sql::confirm_source(tx, page_id, original).await?;
            }
        }
        let has_subscribers = outbox::has_outdated_subscribers(tx).await?;
        let by = if self.source.is_some() { GIT } else { "import" };
        for (id, replayed) in replayed {
            let Some(page) = pages.get(&id) else { continue };
            let links = match has_subscribers {
                true => PageSegments::links(tx, &page.page_id).await?,
                false => Vec::new(),
            };
            match self.apply_history(tx, page, replayed).await? {
                Applied::Not => continue,
                Applied::Same => {}
                Applied::Changed => {
                    tags.extend([page_tag(id.0, &id.1), TEXTS.to_owned(), "status".to_owned()]);
                }
            }
            let arrived = touched.remove(&page.page_id).unwrap_or_default();
            if has_subscribers {
                let after = PageSegments::read(tx, &page.page_id).await?;
                enqueue_outdated_events(
                    tx,
                    by,
                    &page.page_id,
                    (arrived.before(&after, links), after),
                )
                .await?;
            }
        }
        for (page_id, arrived) in touched {
            let change = save::realign_imported(tx, &page_id, id::now(), arrived).await?;
            if has_subscribers {
                enqueue_outdated_events(tx, by, &page_id, change).await?;
            }
        }
        let tags: Vec<_> = tags.into_iter().collect();
        change_feed::publish(tx, &tags).await
    }

    /// Applies the alignments from the history of a page.
    async fn apply_history(
        &mut self,
        tx: &mut Tx,
        page: &SavedPage,
        replayed: ReplayedPage,
    ) -> Result<Applied, sqlx::Error> {
        let source = self.source.map_or("", |source| source.name);
        let from = (source, page.new == 2);
        let applied = apply(tx, &page.page_id, from, &replayed, id::now()).await?;
        if applied != Applied::Not {
            // A repeated import of a folder replays every page with acknowledgements, so unchanged
            // pages are not counted.
            let is_counted = applied == Applied::Changed || page.is_changed || !source.is_empty();
            self.report.replayed += usize::from(is_counted);
            self.report.issues.extend(replayed.issues);
        }
        Ok(applied)
    }

    /// Saves a text. A text from Git is skipped if its page belongs to another Git source. It is also skipped if its
    /// path is used by a page that does not belong to this Git source.
    async fn save(
        &mut self,
        tx: &mut Tx,
        incoming: Incoming<'_>,
        whole: &str,
    ) -> Result<Option<SaveResult>, sqlx::Error> {
        let Some(source) = self.source else {
            let left = git_sync::rename(tx, &self.summary, &incoming).await?;
            let mut done = save::text(tx, &incoming).await?;
            done.tags.extend(left);
            return Ok(Some(done));
        };
        let outcome = git_sync::import_text(tx, source, &mut self.summary, incoming, whole).await?;
        let code = outcome.issue.as_ref().map_or("", |issue| issue.code);
        self.report.moved += usize::from(outcome.moved);
        self.report.ahead += usize::from(code == "ahead-of-git");
        self.report.conflicts += usize::from(code == "conflict");
        self.report.issues.extend(outcome.issue);
        Ok(outcome.done)
    }
}

/// Stores import roots, redirects, folder titles, and navigation parents.
async fn store_folder(
    store: &Store,
    folder: &Folder,
    nesting: &Nesting,
    source: Option<&Source<'_>>,
) -> Result<(), sqlx::Error> {
    let mut tx = store.db.begin().await?;
    let mut changed = false;
    if let Some(source) = source {
        git_sync::forget_roots(&mut tx, source.name).await?;
    }
    for root in &folder.roots {
        let row = RootRow {
            locale: root.locale.tag().to_owned(),
            folder: root.folder.clone(),
            excluded: serde_json::to_string(&root.without).unwrap_or_default(),
            source: root.source.clone(),
            mount: root.mount.clone(),
        };
        sql::upsert_root(&mut tx, &row).await?;
    }
    redirects::of_settings(&mut tx, DOCS, &folder.redirects, id::now()).await?;
    for branch in &folder.branches {
        let row = SectionRow {
            path: branch.path.clone(),
            title: branch.label.clone(),
            position: i64::from(branch.position),
        };
        changed |= sql::upsert_section(&mut tx, DOCS, branch.locale, &row).await? > 0;
    }
    if changed {
        let branches = folder.branches.iter().map(|branch| super::branch_above(&branch.path));
        let tags: HashSet<_> =
            branches.chain([TREE, LINK_TARGETS, TEXTS].map(str::to_owned)).collect();
        change_feed::publish(&mut tx, &tags.into_iter().collect::<Vec<_>>()).await?;
    }
    nesting.store(&mut tx).await?;
    tx.commit().await
}

/// Returns the files of a folder that are neither pages nor the list of Git sources.
pub fn other_files(dir: &Path, folder: &Folder) -> Vec<String> {
    let pages: HashSet<&str> = folder.pages.iter().map(|page| page.file.as_str()).collect();
    let is_beside = |file: &String| !pages.contains(file.as_str()) && file != sources_file::NAME;
    scan_dir::walk(dir).files.into_iter().filter(is_beside).collect()
}

async fn store_other_files(
    store: &Store,
    dir: &Path,
    folder: &Folder,
    source: &str,
    beside: &[String],
    report: &mut Report,
    progress: Progress<'_>,
) -> Result<(), ImportError> {
    let media: HashSet<&str> = folder.media.iter().map(String::as_str).collect();
    let refused = rejected_files(report);
    let mut tx = store.db.begin().await?;
    let mut changed = HashSet::new();
    for (done, path) in beside.iter().enumerate() {
        if refused.contains(path) {
            continue;
        }
        let Some(bytes) = bytes_of(dir, path, report) else { continue };
        let bytes = Bytes::from(bytes);
        let hash = store
            .files
            .keep(bytes.clone())
            .await
            .map_err(|error| ImportError::Keep(path.clone(), error))?;
        let file = File {
            path: path.clone(),
            hash,
            media_type: media_type(path).to_owned(),
            served: i64::from(media.contains(path.as_str())),
        };
        if file.media_type.starts_with("image/") {
            page_view::store_image_size(&mut tx, &file.hash, &bytes).await?;
        }
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        if sql::upsert_file(&mut tx, &file, source, length, id::now()).await? > 0 {
            changed.extend([LINK_TARGETS.to_owned(), TEXTS.to_owned()]);
            changed.extend(snippets::tags_of(&mut tx, path).await?);
        }
        let (done, total) = (report.pages + done + 1, report.pages + beside.len());
        progress(ImportProgress::Files { done, total });
    }
    change_feed::publish(&mut tx, &changed.into_iter().collect::<Vec<_>>()).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns the files with errors, which are not stored.
fn rejected_files(report: &Report) -> HashSet<String> {
    let errors = report.issues.iter().filter(|issue| issue.severity == Severity::Error);
    errors.map(|issue| issue.file.clone()).collect()
}

/// Returns an issue for each file that cannot be opened or is too large. Does not read the content.
fn storage_issues(dir: &Path, beside: &[String], report: &Report) -> Vec<Issue> {
    let refused = rejected_files(report);
    let readable = beside.iter().filter(|path| !refused.contains(*path));
    readable.filter_map(|path| opened(dir, path).err()).collect()
}

pub fn bytes_of(dir: &Path, path: &str, report: &mut Report) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = opened(dir, path).and_then(|mut file| {
        file.read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))
    });
    match read {
        Ok(_) => Some(bytes),
        Err(issue) => {
            report.issues.push(issue);
            None
        }
    }
}

/// Opens a file to be stored. Returns an issue for a file that is unreadable or larger than [`MAX_FILE_BYTES`].
fn opened(dir: &Path, path: &str) -> Result<std::fs::File, Issue> {
    let unreadable = |error: std::io::Error| unreadable(path, &error);
    let file = std::fs::File::open(file_name::path_on_disk(dir, path)).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.len() > MAX_FILE_BYTES {
        let detail = format!("over {MAX_FILE_BYTES} bytes");
        return Err(Issue::of_file(Severity::Error, "file-too-large", path, detail));
    }
    Ok(file)
}

fn unreadable(path: &str, error: &std::io::Error) -> Issue {
    Issue::of_file(Severity::Error, "file-unreadable", path, error.to_string())
}

pub fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "bmp" => "image/bmp",
        "pdf" => "application/pdf",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "ogv" => "video/ogg",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "m4a" => "audio/mp4",
        "wav" => "audio/wav",
        "woff2" => "font/woff2",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}
