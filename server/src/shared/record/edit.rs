//! A text changed on the site. It is read by the same rules as the file that it would be, and nothing is
//! written over a revision that its author has not seen.

use core_wasm::locale::Locale;

use super::save::{self, Incoming};
use super::store::{self, Revision, Text};
use super::{parts, read};
use crate::shared::content::dialects::Layout;
use crate::shared::content::fields::Fields;
use crate::shared::content::folder;
use crate::shared::content::front_matter;
use crate::shared::content::html::{self, Source};
use crate::shared::content::issue::Issue;
use crate::shared::site::Site;
use crate::shared::{changes, id};

/// What is to be said from now on.
pub(crate) struct Edit<'a> {
    /// Its delimiters included; none keeps what there is.
    pub(crate) front_matter: Option<&'a str>,
    pub(crate) markdown: &'a str,
    /// The number of the revision that was changed; none takes whatever there is.
    pub(crate) base: Option<i64>,
    pub(crate) author: &'a str,
}

/// What came of it.
pub(crate) struct Edited {
    pub(crate) path: String,
    pub(crate) number: i64,
    /// What does not work in the new text.
    pub(crate) issues: Vec<Issue>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum EditError {
    /// Somebody else has saved since: what stands now, and what both began with.
    #[error("revision {} stands now", .current.number)]
    Stale { current: Box<Revision>, base: Option<Box<Revision>> },
    #[error("line {line:?}: {code}: {detail}", line = .0.line, code = .0.code, detail = .0.detail)]
    Unreadable(Issue),
    #[error("the text is gone")]
    Gone,
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

/// Saves and publishes a new state of a text. The same state again changes nothing.
pub(crate) async fn edit(site: &Site, text: &Text, edit: &Edit<'_>) -> Result<Edited, EditError> {
    let locale: Locale = text.locale.parse().map_err(|_| EditError::Gone)?;
    let places = super::places(site).await?;
    let roots = read::roots(site).await?;
    let mut tx = site.db.begin().await?;
    let now = id::now();
    let area = store::hold(&mut tx, &text.page_id).await?.ok_or(EditError::Gone)?;
    let saved = store::saved(&mut tx, &text.page_id, locale).await?.ok_or(EditError::Gone)?;
    if edit.base.is_some_and(|base| base != saved.number) {
        drop(tx);
        return Err(stale(site, &text.id, saved.number, edit.base).await?);
    }
    let whole = match edit.front_matter {
        Some(front) => format!("{front}{}", edit.markdown),
        None => format!("{}{}", saved.front_matter, edit.markdown),
    };
    let parts = front_matter::split(&whole);
    if let Some(issue) = parts.issue().filter(|_| edit.front_matter.is_some_and(|f| !f.is_empty()))
    {
        return Err(EditError::Unreadable(issue));
    }
    let below = roots.iter().find_map(|root| root.below(&saved.file)).unwrap_or(&saved.file);
    let (page, issue) = folder::page(&Layout::default(), &saved.file, below, locale, whole.clone())
        .map_err(EditError::Unreadable)?;
    let dialect = saved.dialect();
    let rendered = html::render(&Source {
        file: &page.file,
        body: parts.body,
        lines_above: parts.lines_before_body(),
        dialect,
        locale,
        link: &|written| places.resolve(&page.file, locale, written),
        file_text: &|path| places.part(path),
        size: &|url| places.size(url),
    });
    // Where generators differ the address stays, unless the page asks for another one.
    let asks = |text: &str| {
        front_matter::split(text).values().ok().map(|values| Fields::read(&values).slug)
    };
    let path = match asks(&whole) == asks(&saved.front_matter) {
        true => saved.path.clone(),
        false => page.path,
    };
    let done = save::text(
        &mut tx,
        &Incoming {
            area: &area,
            key: &text.key,
            locale,
            path: &path,
            file: &saved.file,
            title: &page.fields.title_of(rendered.title.as_deref(), &path),
            label: page.label.as_deref().unwrap_or(&saved.label),
            description: page.fields.description.as_deref().unwrap_or_default(),
            position: saved.position,
            front_matter: parts.front,
            markdown: parts.body,
            dialect,
            is_draft: page.fields.draft,
            origin: "site",
            author: edit.author,
            now,
            written_at: now,
        },
    )
    .await?;
    if done.outcome != save::Outcome::Same {
        save::pair(&mut tx, &done.page_id, now).await?;
        let mut tags = done.tags;
        tags.extend(parts::keep(&mut tx, &saved.file, &rendered.parts).await?);
        tags.extend(parts::tags_of(&mut tx, &saved.file).await?);
        changes::record(&mut tx, &tags).await?;
    }
    tx.commit().await?;
    site.changes.hear(&site.db).await?;
    let issues = issue.into_iter().chain(rendered.issues).map(|issue| issue.in_file("")).collect();
    Ok(Edited { path, number: done.number, issues })
}

async fn stale(
    site: &Site,
    text_id: &str,
    current: i64,
    base: Option<i64>,
) -> Result<EditError, sqlx::Error> {
    let current = store::revision(&site.db, text_id, current).await?;
    let base = match base {
        Some(base) => store::revision(&site.db, text_id, base).await?,
        None => None,
    };
    let base = base.map(Box::new);
    Ok(current
        .map_or(EditError::Gone, |current| EditError::Stale { current: Box::new(current), base }))
}
