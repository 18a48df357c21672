//! Page lifecycle: creation, moves, trash, and restoration.

pub mod create;
pub(crate) mod gate;
pub(crate) mod moving;
pub(crate) mod parent;
pub mod source;
pub mod store;
pub mod trash;

pub use create::{NewPage, create, translate};
pub use gate::set_publish_gate;
pub use moving::move_to;
pub use parent::set_parent;
pub use source::set_source;
pub use trash::{purge, restore, trash};

use core_wasm::locale::Locale;

use super::{EditableText, Page};
use pailou_content::root::{self, Root};
use pailou_content::{file_name, page_path};
use pailou_database::Tx;
use pailou_database::id;
use pailou_navigation_parents as nesting;
use pailou_store::context::Store;
use pailou_store::save;
use pailou_store::save::Incoming;
use pailou_store::taken_paths::{self, TextPlace};
use pailou_text_diff::unicode_security::is_invisible;

/// Reason why a page cannot be created, moved, or deleted.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    #[error("page not found")]
    Unknown,
    #[error("stale page: another user has changed it")]
    Stale,
    #[error("path in use by another page")]
    Taken,
    #[error("path in use by a page in the trash: restore it or delete it permanently")]
    TakenInTrash,
    #[error("the page has a text in this language: edit that text")]
    HasText,
    #[error("path unchanged")]
    Same,
    #[error("invalid path: {0}")]
    Path(&'static str),
    #[error("page from Git: move or delete its file there")]
    FollowsGit,
    #[error("path defined in the front matter: change `slug` there")]
    HasSlug,
    #[error(transparent)]
    Parent(nesting::ParentError),
    #[error(transparent)]
    Draft(#[from] super::DraftError),
    #[error("database error: {0}")]
    Database(sqlx::Error),
}

impl From<sqlx::Error> for PageError {
    fn from(error: sqlx::Error) -> Self {
        // Another page was created at the path after the check.
        let is_taken = error.as_database_error().is_some_and(|error| error.is_unique_violation());
        if is_taken { Self::Taken } else { Self::Database(error) }
    }
}

impl From<nesting::ParentError> for PageError {
    fn from(error: nesting::ParentError) -> Self {
        match error {
            nesting::ParentError::Database(error) => Self::Database(error),
            error => Self::Parent(error),
        }
    }
}

/// Locks and returns a page; `Stale` if it has changed since the client read revision `seen`.
async fn lock_unchanged_page(
    tx: &mut Tx,
    page_id: &str,
    seen: Option<&str>,
) -> Result<Page, PageError> {
    let page = crate::lock_page(tx, page_id).await?;
    match seen {
        Some(seen) if seen != page.revision() => Err(PageError::Stale),
        _ => Ok(page),
    }
}

/// Returns an error for an invalid path within an area, or a path that an import would not derive from the file name.
fn validate_path(path: &str) -> Result<(), PageError> {
    page_path::check_page_path(path).map_err(PageError::Path)?;
    file_name::check_file_name(path).map_err(PageError::Path)?;
    let reason = match path {
        "" => Some("nothing"),
        path if path.starts_with(['@', '_']) => Some("it begins with a reserved character"),
        path if page_path::path_of_file(&format!("{path}.md")).as_deref() != Ok(path) => {
            Some("its last segment is a reserved index name")
        }
        path if path.contains([' ', '#', '%', '~']) => {
            Some("a mark that files or addresses cannot hold")
        }
        path if path.contains(is_invisible) => Some("an invisible character"),
        path if path.split('/').any(|part| part.starts_with('.') || part.trim() != part) => {
            Some("a part that begins with a dot or with a blank, or ends with one")
        }
        _ => None,
    };
    reason.map_or(Ok(()), |reason| Err(PageError::Path(reason)))
}

/// Rejects a file such as `ja/a.md` or `a.zh.md`, which an import would read as a text in another language. Accepts
/// every file if `root` is a language folder. `below` is the path of the file below `root`.
fn check_language(roots: &[Root], root: &Root, below: &str) -> Result<(), PageError> {
    let is_language_folder =
        |root: &Root| Root::locale_of(page_path::name_of(&root.folder)).is_some();
    if is_language_folder(root) {
        return Ok(());
    }
    // If no root is a language folder, an import searches for language folders at greater depth, and then for the names
    // of languages in file names.
    let has_language_folder = roots.iter().any(is_language_folder);
    let depth = if has_language_folder { 1 } else { root::MAX_DEPTH + 1 };
    let mut folders = page_path::folder_of(below).split('/').take(depth);
    let suffix =
        page_path::split_markdown(below).and_then(|(stem, _)| Some(stem.rsplit_once('.')?.1));
    let has_suffix = !has_language_folder && suffix.is_some_and(root::is_language_name);
    if folders.any(root::is_language_name) || has_suffix {
        return Err(PageError::Path("a folder or a file ending with the name of a language"));
    }
    Ok(())
}

/// Rejects a path, key, or file that a page other than `page_id` uses. Paths and files that differ only in case or
/// Unicode normalization count as equal.
async fn check_unused(
    tx: &mut Tx,
    area: &str,
    (path, key): (&str, &str),
    file: &str,
    page_id: &str,
) -> Result<(), PageError> {
    file_name::check_size(file).map_err(PageError::Path)?;
    let is_own = |text: &TextPlace| text.is_of(page_id);
    let existing = taken_paths::other_at(tx, (area, path), Some(file), &is_own).await?;
    let is_in_trash = match existing {
        None => {
            store::trash_state_of_key(tx, area, key, page_id).await?.map(|removed| removed != 0)
        }
        existing => existing.map(|text| text.is_in_trash()),
    };
    match is_in_trash {
        None => Ok(()),
        Some(false) => Err(PageError::Taken),
        Some(true) => Err(PageError::TakenInTrash),
    }
}

/// Returns the content of a text, to be written unchanged with another key, path, or file.
fn current_state<'a>(
    page: &'a Page,
    text: &'a EditableText,
    (key, path, file): (&'a str, &'a str, &'a str),
    author: &'a str,
) -> Incoming<'a> {
    let saved = &text.saved;
    Incoming {
        area: &page.area,
        key,
        locale: text.locale,
        path,
        file,
        title: &saved.title,
        label: &saved.label,
        description: &saved.description,
        position: saved.position,
        front_matter: &saved.front_matter,
        markdown: &saved.markdown,
        dialect: saved.dialect(),
        is_draft: saved.is_draft == 1,
        origin: save::SITE,
        author,
        now: id::now(),
        written_at: saved.updated_at,
        added_at: saved.updated_at,
    }
}

/// Whether a text of the page comes from a Git source in the settings. Such a page is moved or deleted in Git.
async fn follows_git(store: &Store, tx: &mut Tx, page_id: &str) -> Result<bool, sqlx::Error> {
    let sources = store::git_sources(tx, page_id).await?;
    Ok(sources.iter().any(|source| store.settings.has_source(source)))
}

/// Returns the name of a page in the audit log.
fn name(page: &Page) -> String {
    let path = page.text(page.source_locale).or(page.text(page.source_locale.other()));
    let path = path.map_or(page.key.as_str(), |text| text.saved.path.as_str());
    format!("{}/{path}", page.area)
}

/// Returns the texts of a page that are not in the trash.
fn untrashed_texts_by_locale(page: &Page) -> impl Iterator<Item = (Locale, &EditableText)> {
    page.texts().filter(|text| text.saved.trashed_at.is_none()).map(|text| (text.locale, text))
}
