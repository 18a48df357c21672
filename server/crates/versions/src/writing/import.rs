//! Import of a folder of Markdown as an old version. A text that already exists, in the current pages or another
//! version, is neither rendered nor stored again.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use bytes::Bytes;

use super::store::{self, Body, VersionTextRow};
use super::{List, hash_of, in_both_languages, new_version, own_title, pair_of};
use crate::{State, all_versions};
use pailou_content::front_matter;
use pailou_content::generator::Generator;
use pailou_content::issue::Severity;
use pailou_content::link::LinkTargets;
use pailou_content::root::Root;
use pailou_content::version_name;
use pailou_database::id;
use pailou_importers::folder;
use pailou_importers::folder::{Folder, PageFile};
use pailou_markdown::flavor::Flavor;
use pailou_store::context::Store;
use pailou_store::copies;
use pailou_store::import::{
    ImportError, ImportProgress, Progress, Report, bytes_of, media_type, other_files, render_page,
};
use pailou_store::page_view;
use pailou_store::snippets::SnippetReader;
use pailou_store::sql::File;

/// Imports a folder as the version `name`; with `dry_run`, only reports what the import would change. `from` and
/// `layout` are the generator and the language folders; `None` detects them. A repeated import of the same files
/// changes nothing. A page whose file was deleted is removed from the version.
pub async fn import(
    store: &Store,
    dir: &Path,
    (from, layout): (Option<Generator>, Option<Vec<Root>>),
    name: &str,
    dry_run: bool,
    progress: Progress<'_>,
) -> Result<Report, ImportError> {
    version_name::check_version_name(name)
        .map_err(|why| ImportError::VersionName(name.to_owned(), why))?;
    store.changes.poll(&store.db).await?;
    let known = all_versions(store).await?.iter().find(|version| version.name == name).cloned();
    let version = known.unwrap_or_else(|| new_version(name, State::Maintained));
    if version.state == State::Current {
        return Err(ImportError::VersionIsCurrent(name.to_owned()));
    }
    let failed = |error| ImportError::Folder(dir.display().to_string(), error);
    std::fs::read_dir(dir).map_err(failed)?;
    let mut folder = folder::read_as(dir, from, layout, Some(name));
    let mut report = Report { issues: std::mem::take(&mut folder.issues), ..Report::default() };
    let beside = other_files(dir, &folder);
    let folder_files = SnippetReader::new(dir, &folder, &beside);
    let all = folder.pages.len() + beside.len();
    report.pages = folder.pages.len();
    if folder.pages.is_empty() {
        // Changes nothing, because an import without pages would only delete the existing texts of the version. The
        // report contains the issue that there are no pages.
        return Ok(report);
    }
    let mut list = List::default();
    let read = |done| progress(ImportProgress::Files { done, total: all });
    let markdown = read_texts(store, &folder, &folder_files, &mut list, &mut report, &read).await?;
    compare_languages(store, &mut list, &markdown).await?;
    add_folder_metadata(&folder, &mut list);
    add_files(store, dir, &folder, &beside, dry_run, &mut list, &mut report).await?;
    progress(ImportProgress::Files { done: all, total: all });
    report.files = list.files.len();
    report.issues.sort();
    if dry_run {
        let before = store::listed_texts(&store.db, name).await?;
        list.restore_times(&before);
        count(&mut report, list.difference(&before));
        return Ok(report);
    }
    count(&mut report, list.write(store, &version).await?);
    store.changes.poll(&store.db).await?;
    Ok(report)
}

fn count(report: &mut Report, difference: super::Difference) {
    (report.new, report.changed, report.same) =
        (difference.new, difference.changed, difference.same);
    report.gone = difference.removed;
}

/// Adds every page of the folder to the list of the version. Returns the Markdown of the pages by hash.
async fn read_texts<'f>(
    store: &Store,
    folder: &'f Folder,
    folder_files: &SnippetReader<'_>,
    list: &mut List,
    report: &mut Report,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<HashMap<String, (&'f str, Flavor)>, ImportError> {
    let targets = folder.link_targets();
    let mut titles: HashMap<String, String> = store::bodies(&store.db).await?.into_iter().collect();
    let mut markdown = HashMap::new();
    let now = id::now();
    for (done, page) in folder.pages.iter().enumerate() {
        let parts = front_matter::split(&page.text);
        let hash = hash_of(parts.front, parts.body, &page.dialect.stored_name(&page.file));
        let area = page.area;
        if !titles.contains_key(&hash) {
            let body =
                new_body(store, (area, page), (&targets, folder_files), hash.clone(), report)
                    .await?;
            titles.insert(hash.clone(), body.title.clone());
            list.bodies.push(body);
        }
        let own = titles.get(&hash).map(String::as_str).filter(|title| !title.is_empty());
        let title = page.fields.title_of(own, &page.path);
        list.texts.push(VersionTextRow {
            area: area.to_owned(),
            locale: page.locale.tag().to_owned(),
            path: page.path.clone(),
            key: page.key.clone(),
            file: page.file.clone(),
            title,
            label: page.label.clone().unwrap_or_default(),
            description: page.fields.description.clone().unwrap_or_default(),
            position: page.position.into(),
            is_published: i64::from(!page.fields.draft),
            updated_at: now,
            body: hash.clone(),
            parent_key: page.parent.clone(),
        });
        markdown.insert(hash, (parts.body, page.dialect));
        progress(done);
    }
    Ok(markdown)
}

/// Returns the content of a page for storage: a reference to a revision with the same content, if there is one;
/// otherwise the content itself.
async fn new_body(
    store: &Store,
    (area, page): (&str, &PageFile),
    (targets, folder_files): (&LinkTargets, &SnippetReader<'_>),
    hash: String,
    report: &mut Report,
) -> Result<Body, ImportError> {
    let parts = front_matter::split(&page.text);
    let of_page = (area, page.key.as_str(), page.locale);
    let known_revision = store::find_revision_by_text(
        &store.db,
        of_page,
        (parts.front, parts.body, &page.dialect.stored_name(&page.file)),
    )
    .await?;
    if let Some((text_id, number, title)) = known_revision {
        let title = own_title(parts.front, &page.path, &title);
        return Ok(Body { hash, revision: Some((text_id, number)), title, ..Body::default() });
    }
    let rendered = render_page(page, targets, folder_files);
    report.issues.extend(rendered.issues);
    Ok(Body {
        hash,
        revision: None,
        title: rendered.title.unwrap_or_default(),
        front_matter: parts.front.to_owned(),
        markdown: parts.body.to_owned(),
        dialect: page.dialect.stored_name(&page.file),
    })
}

/// Aligns both languages of each page whose translation states are not stored yet.
async fn compare_languages(
    store: &Store,
    list: &mut List,
    markdown: &HashMap<String, (&str, Flavor)>,
) -> Result<(), ImportError> {
    let mut known: HashSet<_> = store::pairs(&store.db).await?.into_iter().collect();
    let exempt = copies::exempt_terms(&store.db).await?;
    let mut pairs = Vec::new();
    for (zh, en) in in_both_languages(&list.texts) {
        if !known.insert((zh.body.clone(), en.body.clone())) {
            continue;
        }
        let (Some(zh_markdown), Some(en_markdown)) =
            (markdown.get(&zh.body), markdown.get(&en.body))
        else {
            continue;
        };
        let (zh, en) = ((zh, zh_markdown.0, zh_markdown.1), (en, en_markdown.0, en_markdown.1));
        pairs.push(pair_of(zh, en, &exempt));
    }
    list.pairs = pairs;
    Ok(())
}

fn add_folder_metadata(folder: &Folder, list: &mut List) {
    for root in &folder.roots {
        let without = serde_json::to_string(&root.without).unwrap_or_default();
        list.roots.insert((root.locale.tag().to_owned(), root.folder.clone(), without));
    }
    for branch in &folder.branches {
        list.sections.insert((
            branch.locale.tag().to_owned(),
            branch.path.clone(),
            branch.label.clone(),
            branch.position.into(),
        ));
    }
}

/// Adds the files that are not pages (`beside`) to the list. Unless `dry_run`, stores the content of each file, once
/// for all versions.
async fn add_files(
    store: &Store,
    dir: &Path,
    folder: &Folder,
    beside: &[String],
    dry_run: bool,
    list: &mut List,
    report: &mut Report,
) -> Result<(), ImportError> {
    let media: HashSet<&str> = folder.media.iter().map(String::as_str).collect();
    let refused: HashSet<String> = report
        .issues
        .iter()
        .filter(|issue| issue.severity == Severity::Error)
        .map(|issue| issue.file.clone())
        .collect();
    let mut images = Vec::new();
    for path in beside.iter().filter(|path| !refused.contains(*path)) {
        let Some(bytes) = bytes_of(dir, path, report) else { continue };
        let bytes = Bytes::from(bytes);
        let hash = if dry_run {
            blake3::hash(&bytes).to_hex().to_string()
        } else {
            store
                .files
                .keep(bytes.clone())
                .await
                .map_err(|error| ImportError::Keep(path.clone(), error))?
        };
        let file = File {
            path: path.clone(),
            media_type: media_type(path).to_owned(),
            served: i64::from(media.contains(path.as_str())),
            hash,
        };
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        if file.media_type.starts_with("image/") {
            images.push((file.hash.clone(), bytes));
        }
        list.files.push((file, length));
    }
    if dry_run {
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    for (hash, bytes) in images {
        page_view::store_image_size(&mut tx, &hash, &bytes).await?;
    }
    Ok(tx.commit().await?)
}
