//! New revisions of an existing text: saves by editors, and resolutions of conflicts.

use std::sync::Arc;

use core_wasm::locale::Locale;

use super::git_sync::apply::GIT;
use super::save::{self, EarlierSegments, Incoming, Outcome, SITE, SaveResult};
use super::sql::Saved;
use super::taken_paths::{self, TextPlace};
use super::{read, snippets};
use crate::context::Store;
use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_content::issue::Issue;
use pailou_content::link::LinkTargets;
use pailou_content::root::Root;
use pailou_database::Tx;
use pailou_database::id;
use pailou_importers::folder;
use pailou_importers::generators::Layout;

/// Context for parsing a text: link targets and import roots.
pub struct WriteContext {
    pub targets: Arc<LinkTargets>,
    roots: Vec<Root>,
    /// Whether images without alt text are allowed.
    pub allows_missing_alt_text: bool,
}

impl WriteContext {
    pub async fn of(store: &Store) -> Result<Self, sqlx::Error> {
        let off = &store.settings.check_off;
        Ok(Self {
            targets: read::link_targets(store).await?,
            roots: read::import_roots(store).await?,
            allows_missing_alt_text: off.iter().any(|code| code == MISSING_ALT_TEXT),
        })
    }
}

/// Error code for a slug that another page uses.
pub const SLUG_TAKEN: &str = "slug-taken";

/// Code of the check for images without alt text.
const MISSING_ALT_TEXT: &str = "image-without-alt-text";

/// A text with its new content.
pub struct TextWrite<'a> {
    pub area: &'a str,
    pub key: &'a str,
    pub locale: Locale,
    /// Current state of the text.
    pub saved: &'a Saved,
    /// New content, including front matter.
    pub whole: &'a str,
    pub origin: &'a str,
    pub author: &'a str,
}

/// Result of a save. The caller must publish the cache tags in `done`.
pub struct WriteOutcome {
    pub done: SaveResult,
    pub path: String,
    /// Issues in the new text.
    pub issues: Vec<Issue>,
}

#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("line {line:?}: {code}: {detail}", line = .0.line, code = .0.code, detail = .0.detail)]
    Unreadable(Issue),
    /// Another page uses the path that the front matter requests.
    #[error("line {line:?}: {detail}", line = .0.line, detail = .0.detail)]
    Taken(Issue),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// Saves a text; publishes it unless its front matter declares a draft. If nothing changed, no revision is added.
pub async fn write_text(
    tx: &mut Tx,
    around: &WriteContext,
    writing: &TextWrite<'_>,
) -> Result<WriteOutcome, WriteError> {
    let TextWrite { saved, whole, locale, .. } = *writing;
    let WriteContext { targets, roots, .. } = around;
    let now = id::now();
    let parts = front_matter::split(whole);
    if let Some(issue) = parts.issue().filter(|_| !whole.starts_with(&saved.front_matter)) {
        return Err(WriteError::Unreadable(issue));
    }
    let below = roots.iter().find_map(|root| root.below(&saved.file)).unwrap_or(&saved.file);
    let (page, mut issues) =
        folder::page(&Layout::default(), &saved.file, below, locale, whole.to_owned())
            .map_err(WriteError::Unreadable)?;
    let dialect = saved.dialect();
    let file = (page.file.as_str(), dialect);
    let body = read::Body {
        markdown: parts.body,
        lines_above: parts.lines_before_body(),
        front_title: page.fields.title.clone(),
    };
    let rendered = read::render_body(targets, file, locale, &body);
    // The path stays the same unless the slug in front matter changed, even if an import would
    // derive another path from the file.
    let asks = |text: &str| {
        front_matter::split(text).values().ok().map(|values| Fields::read(&values).slug)
    };
    let path = match asks(whole) == asks(&saved.front_matter) {
        true => saved.path.clone(),
        false => page.path,
    };
    let is_new = writing.origin == SITE && path != saved.path;
    let is_own = |text: &TextPlace| text.has_key(writing.area, writing.key);
    let other = match is_new {
        true => taken_paths::other_at(tx, (writing.area, &path), None, &is_own).await?,
        false => None,
    };
    if other.is_some_and(|other| !other.is_in_trash()) {
        let issue =
            Issue::error(SLUG_TAKEN, parts.line_of("slug"), format!("another page is at {path}"));
        return Err(WriteError::Taken(issue));
    }
    let mut done = save::text(
        tx,
        &Incoming {
            area: writing.area,
            key: writing.key,
            locale,
            path: &path,
            file: &saved.file,
            title: &rendered.title_of(&page.fields, writing.area, &path),
            label: page.label.as_deref().unwrap_or(&saved.label),
            description: page.fields.description.as_deref().unwrap_or_default(),
            position: saved.position,
            front_matter: parts.front,
            markdown: parts.body,
            dialect,
            is_draft: page.fields.draft,
            origin: writing.origin,
            author: writing.author,
            now,
            written_at: now,
            added_at: now,
        },
    )
    .await?;
    if done.outcome != Outcome::Same {
        match writing.origin {
            // The user chose the Git text without a verdict on its changes.
            GIT => {
                let mut arrived = EarlierSegments::default();
                arrived.add(locale, done.before.take());
                save::realign_imported(tx, &done.page_id, now, arrived).await?;
            }
            _ => save::realign_page(tx, &done.page_id, now).await?,
        }
        done.tags.extend(snippets::store_snippets(tx, &saved.file, &rendered.parts).await?);
        done.tags.extend(snippets::tags_of(tx, &saved.file).await?);
    }
    issues.extend(rendered.issues);
    let issues = issues.into_iter().map(|issue| issue.in_file("")).collect();
    Ok(WriteOutcome { done, path, issues })
}
