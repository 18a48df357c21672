//! A folder of Markdown into the record. Takes what it can, reports the rest; importing the same folder
//! again changes nothing.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use super::parts::{self, OfFolder};
use super::save::{self, Incoming, Outcome};
use super::store::{self, File, SectionRow};
use super::{DOCS, LANDING, TEXTS, TREE};
use super::{reading, redirects};
use crate::shared::content::dialects::{Detected, Generator};
use crate::shared::content::folder::{self, Folder, PageFile};
use crate::shared::content::front_matter;
use crate::shared::content::html::{self, Rendered, Source};
use crate::shared::content::issue::{Issue, Severity};
use crate::shared::content::link::Places;
use crate::shared::content::walk;
use crate::shared::db::Tx;
use crate::shared::site::Site;
use crate::shared::{changes, files, id};

/// Pages per transaction: few enough that a reader never waits for long, many enough to be quick.
const BATCH: usize = 50;
/// A file beside the pages may be this large.
const MOST_FILE_BYTES: u64 = 32 << 20;

/// Told how many of how many files are done.
pub(crate) type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

#[derive(Debug, Default)]
pub(crate) struct Report {
    /// How the folder was read.
    pub(crate) detected: Detected,
    /// Texts found: a page in two languages counts twice.
    pub(crate) pages: usize,
    pub(crate) new: usize,
    pub(crate) changed: usize,
    pub(crate) same: usize,
    /// Were in the version before, and are not in the folder.
    pub(crate) gone: usize,
    /// Files beside the pages.
    pub(crate) files: usize,
    pub(crate) issues: Vec<Issue>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum ImportError {
    #[error("{0} is not a folder that can be read: {1}")]
    Folder(String, std::io::Error),
    #[error("`{0}` cannot be the name of a version: {1}")]
    VersionName(String, &'static str),
    #[error(
        "{0} is the current version: leave out --version, or say --current to bring its pages up to date"
    )]
    VersionIsCurrent(String),
    #[error("{0} cannot be kept in the data directory: {1}")]
    Keep(String, std::io::Error),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

/// What a page's file came to.
struct Ready {
    page: PageFile,
    title: String,
    issues: Vec<Issue>,
    /// Files of which it shows something.
    parts: Vec<String>,
}

pub(crate) async fn import(
    site: &Site,
    dir: &Path,
    from: Option<Generator>,
    dry_run: bool,
    progress: Progress<'_>,
) -> Result<Report, ImportError> {
    let failed = |error| ImportError::Folder(dir.display().to_string(), error);
    std::fs::read_dir(dir).map_err(failed)?;
    let mut folder = folder::read(dir, from);
    let issues = std::mem::take(&mut folder.issues);
    let mut report = Report { detected: folder.detected.clone(), issues, ..Report::default() };
    let places = folder.places();
    let beside = beside(dir, &folder);
    let parts = OfFolder::new(dir, &folder, &beside);
    let pages = std::mem::take(&mut folder.pages);
    let all = pages.len() + beside.len();
    report.pages = pages.len();
    for batch in in_batches(pages) {
        let prepare = |page| prepare(page, &places, &parts);
        let ready: Vec<_> = batch.into_iter().map(prepare).collect();
        let mut tx = site.db.begin().await?;
        save_batch(&mut tx, ready, &mut report).await?;
        if !dry_run {
            tx.commit().await?;
        }
        progress(report.new + report.changed + report.same, all);
    }
    if !dry_run {
        keep_folder(site, &folder).await?;
        keep_beside(site, dir, &folder, &beside, &mut report, progress).await?;
        site.changes.hear(&site.db).await?;
    }
    report.files = beside.len();
    report.issues.sort();
    Ok(report)
}

/// Both languages of a page come in one batch, so that they are paired when both are there.
fn in_batches(mut pages: Vec<PageFile>) -> Vec<Vec<PageFile>> {
    pages.sort_by(|a, b| a.key.cmp(&b.key));
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

fn prepare(page: PageFile, places: &Places, parts_of: &OfFolder<'_>) -> Ready {
    let rendered = render(&page, places, parts_of);
    let title = page.fields.title_of(rendered.title.as_deref(), &page.path);
    Ready { title, issues: rendered.issues, parts: rendered.parts, page }
}

pub(super) fn render(page: &PageFile, places: &Places, parts_of: &OfFolder<'_>) -> Rendered {
    let parts = front_matter::split(&page.text);
    html::render(&Source {
        file: &page.file,
        body: parts.body,
        lines_above: parts.lines_before_body(),
        dialect: page.dialect,
        locale: page.locale,
        link: &|written| places.resolve(&page.file, page.locale, written),
        file_text: &|path| parts_of.text(path),
        size: &|_| None,
    })
}

async fn save_batch(
    tx: &mut Tx,
    batch: Vec<Ready>,
    report: &mut Report,
) -> Result<(), sqlx::Error> {
    let mut tags = HashSet::new();
    let mut touched = BTreeSet::new();
    for Ready { page, title, issues, parts: shown } in batch {
        report.issues.extend(issues);
        let parts = front_matter::split(&page.text);
        let area = if page.is_front() { LANDING } else { DOCS };
        let saved = save::text(
            tx,
            &Incoming {
                area,
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
                now: id::now(),
            },
        )
        .await?;
        match saved.outcome {
            Outcome::New => report.new += 1,
            Outcome::Changed => report.changed += 1,
            Outcome::Same => report.same += 1,
        }
        tags.extend(saved.tags);
        if saved.outcome == Outcome::Changed || !shown.is_empty() {
            tags.extend(parts::keep(tx, &page.file, &shown).await?);
        }
        if saved.outcome != Outcome::Same {
            tags.extend(parts::tags_of(tx, &page.file).await?);
            touched.insert(saved.page_id);
        }
    }
    for page_id in touched {
        save::pair(tx, &page_id, id::now()).await?;
    }
    let tags: Vec<_> = tags.into_iter().collect();
    changes::record(tx, &tags).await
}

/// Roots and folder titles.
async fn keep_folder(site: &Site, folder: &Folder) -> Result<(), sqlx::Error> {
    let mut tx = site.db.begin().await?;
    let mut changed = false;
    for root in &folder.roots {
        let without = serde_json::to_string(&root.without).unwrap_or_default();
        store::put_root(&mut tx, root.locale, &root.folder, &without).await?;
    }
    redirects::of_settings(&mut tx, DOCS, &folder.old_addresses, id::now()).await?;
    for branch in &folder.branches {
        let row = SectionRow {
            path: branch.path.clone(),
            title: branch.label.clone(),
            position: i64::from(branch.position),
        };
        changed |= store::put_section(&mut tx, DOCS, branch.locale, &row).await? > 0;
    }
    if changed {
        let branches = folder.branches.iter().map(|branch| super::branch_above(&branch.path));
        let tags: HashSet<_> = branches.chain([TREE.to_owned(), TEXTS.to_owned()]).collect();
        changes::record(&mut tx, &tags.into_iter().collect::<Vec<_>>()).await?;
    }
    tx.commit().await
}

/// Everything that is no page: pictures to show, and what generators need, kept for the way out.
pub(super) fn beside(dir: &Path, folder: &Folder) -> Vec<String> {
    let pages: HashSet<&str> = folder.pages.iter().map(|page| page.file.as_str()).collect();
    walk::walk(dir).files.into_iter().filter(|file| !pages.contains(file.as_str())).collect()
}

async fn keep_beside(
    site: &Site,
    dir: &Path,
    folder: &Folder,
    beside: &[String],
    report: &mut Report,
    progress: Progress<'_>,
) -> Result<(), ImportError> {
    let shown: HashSet<&str> = folder.media.iter().map(String::as_str).collect();
    let refused: HashSet<String> = report
        .issues
        .iter()
        .filter(|issue| issue.severity == Severity::Error)
        .map(|issue| issue.file.clone())
        .collect();
    let mut tx = site.db.begin().await?;
    let mut changed = HashSet::new();
    for (done, path) in beside.iter().enumerate() {
        if refused.contains(path) {
            continue;
        }
        let Some(bytes) = bytes_of(&dir.join(path), path, report) else { continue };
        let hash = files::keep(&site.files(), &bytes)
            .map_err(|error| ImportError::Keep(path.clone(), error))?;
        let file = File {
            path: path.clone(),
            hash,
            media_type: media_type(path).to_owned(),
            served: i64::from(shown.contains(path.as_str())),
        };
        if file.media_type.starts_with("image/") {
            reading::keep_picture(&mut tx, &file.hash, &bytes).await?;
        }
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        if store::put_file(&mut tx, &file, length, id::now()).await? > 0 {
            changed.extend([TREE.to_owned(), TEXTS.to_owned()]);
            changed.extend(parts::tags_of(&mut tx, path).await?);
        }
        progress(report.pages + done + 1, report.pages + beside.len());
    }
    changes::record(&mut tx, &changed.into_iter().collect::<Vec<_>>()).await?;
    tx.commit().await?;
    Ok(())
}

pub(super) fn bytes_of(place: &Path, path: &str, report: &mut Report) -> Option<Vec<u8>> {
    let issue = |code, detail: String| Issue::of_file(Severity::Error, code, path, detail);
    let too_large = std::fs::metadata(place).is_ok_and(|meta| meta.len() > MOST_FILE_BYTES);
    if too_large {
        report.issues.push(issue("file-too-large", format!("over {MOST_FILE_BYTES} bytes")));
        return None;
    }
    match std::fs::read(place) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            report.issues.push(issue("file-unreadable", error.to_string()));
            None
        }
    }
}

pub(super) fn media_type(path: &str) -> &'static str {
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
