//! Creation of pages and translations as drafts.

use core_wasm::locale::Locale;

use super::{PageError, check_language, check_unused, store, validate_path};
use crate::Page;
use pailou_content::area::{DOCS, LANDING, NEWS};
use pailou_content::fields::Fields;
use pailou_content::root;
use pailou_content::root::Root;
use pailou_content::{field_line, front_matter};
use pailou_database::Tx;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_database::id;
use pailou_dates::Day;
use pailou_importers::folder;
use pailou_importers::generators::Layout;
use pailou_store::context::Store;
use pailou_store::read;
use pailou_store::save;
use pailou_store::save::Incoming;
use pailou_store::sql as record;
use pailou_store::sql::{RootRow, TextWithFrontMatter};
use pailou_store::write::WriteError;

pub struct NewPage<'a> {
    pub area: &'a str,
    /// Kind of a block on the front page.
    pub block: &'a str,
    /// Date of a news entry whose path has none.
    pub day: Day,
    pub locale: Locale,
    pub path: &'a str,
    pub title: &'a str,
    pub actor: &'a Actor,
}

/// Creates a page with only a title, as a draft. Returns an error for an invalid path, or one that is in use.
pub async fn create(store: &Store, new: &NewPage<'_>) -> Result<Page, PageError> {
    validate_path(new.path)?;
    let roots = read::import_roots(store).await?;
    let own = roots.iter().find(|root| root.locale == new.locale && root.source.is_empty());
    let made = Root::new(new.locale, new.locale.segment(), Vec::new());
    let root = own.unwrap_or(&made);
    let below = match new.area {
        NEWS => format!("_news/{}.md", new.path),
        LANDING if new.path.contains('/') => {
            return Err(PageError::Path("a block has a name without folders"));
        }
        LANDING => format!("_landing/{}.md", new.path),
        _ => format!("{}.md", new.path),
    };
    let file = root::below(&root.folder, &below);
    // The file would be in the folder of another language, which the root excludes.
    if root.below(&file).is_none() {
        return Err(PageError::Taken);
    }
    check_language(&roots, root, &below)?;
    let whole = match new.area {
        LANDING => block(store, new).await?,
        NEWS => {
            // A date in the path overrides the given date.
            let named = new.path.get(..10).and_then(|day| day.parse::<Day>().ok());
            let day = named.unwrap_or(new.day);
            format!("---\ntitle: {}\ndate: {day}\ndraft: true\n---\n\n", quoted(new.title))
        }
        _ => format!("---\ntitle: {}\ndraft: true\n---\n\n", quoted(new.title)),
    };
    let mut tx = store.db.begin().await?;
    check_unused(&mut tx, new.area, (new.path, new.path), &file, "").await?;
    if own.is_none() {
        insert_root(&mut tx, root).await?;
    }
    let key = new.path;
    // A concurrent request may have created a page with this key.
    if !store::insert_page(&mut tx, new.area, key, new.locale).await? {
        return Err(PageError::Taken);
    }
    let (locale, title) = (new.locale, new.title);
    let begun = NewText { area: new.area, key, locale, title, file: &file, below: &below, root };
    let page_id = begin(&mut tx, &begun, &whole, new.actor).await?;
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    crate::load_page(&store.db, &page_id).await?.ok_or(PageError::Unknown)
}

/// Returns the file content of a new block: a heading, and an order number that is higher than those of all other
/// blocks.
async fn block(store: &Store, new: &NewPage<'_>) -> Result<String, sqlx::Error> {
    let blocks = record::with_front_matter(&store.db, LANDING).await?;
    let order = |it: &TextWithFrontMatter| {
        let values = front_matter::split(&it.front_matter).values();
        values.ok().and_then(|values| Fields::read(&values).order)
    };
    let last = blocks.iter().filter_map(order).fold(0.0, f64::max);
    let more =
        if new.block == "downloads" { "version: \"1.0\"\nfiles:\n  - file: \"\"\n" } else { "" };
    let level = if new.block == "hero" { "#" } else { "##" };
    Ok(format!(
        "---\nblock: {}\norder: {}\n{more}draft: true\n---\n\n{level} {}\n",
        new.block,
        last.floor() + 1.0,
        new.title
    ))
}

/// Creates the missing language of a page as a draft with a copy of the existing text. Returns `HasText` if the page
/// has a text in this language, or `TakenInTrash` if that text is in the trash.
pub async fn translate(
    store: &Store,
    page_id: &str,
    locale: Locale,
    actor: &Actor,
) -> Result<Page, PageError> {
    let roots = read::import_roots(store).await?;
    let mut tx = store.db.begin().await?;
    let page = crate::lock_page(&mut tx, page_id).await?;
    match page.text(locale) {
        Some(text) if text.saved.trashed_at.is_some() => return Err(PageError::TakenInTrash),
        Some(_) => return Err(PageError::HasText),
        None => {}
    }
    let from = page.text(locale.other()).filter(|text| text.saved.trashed_at.is_none());
    let from = from.ok_or(PageError::Unknown)?;
    let found = roots.iter().find_map(|root| Some((root, root.below(&from.saved.file)?)));
    let (from_root, below) = found.ok_or(PageError::Unknown)?;
    let own = roots.iter().find(|root| root.locale == locale && root.source == from_root.source);
    let made = Root {
        folder: root::below(&from_root.source, locale.segment()),
        locale,
        without: Vec::new(),
        ..from_root.clone()
    };
    let root = own.unwrap_or(&made);
    let file = root::below(&root.folder, below);
    check_unused(&mut tx, &page.area, (&from.saved.path, &page.key), &file, page_id).await?;
    if own.is_none() {
        insert_root(&mut tx, root).await?;
    }
    let whole = field_line::with_draft(&from.whole(), true);
    let title = &from.saved.title;
    let (area, key) = (&page.area, &page.key);
    let begun = NewText { area, key, locale, title, file: &file, below, root };
    begin(&mut tx, &begun, &whole, actor).await?;
    let page = crate::lock_page(&mut tx, page_id).await?;
    tx.commit().await?;
    store.changes.poll(&store.db).await?;
    Ok(page)
}

async fn insert_root(tx: &mut Tx, root: &Root) -> Result<(), sqlx::Error> {
    let row = RootRow {
        locale: root.locale.tag().to_owned(),
        folder: root.folder.clone(),
        excluded: "[]".to_owned(),
        source: root.source.clone(),
        mount: root.mount.clone(),
    };
    record::upsert_root(tx, &row).await
}

/// Text to create.
struct NewText<'a> {
    area: &'a str,
    key: &'a str,
    locale: Locale,
    title: &'a str,
    file: &'a str,
    /// Path of the file below the folder of its language.
    below: &'a str,
    root: &'a Root,
}

async fn begin(
    tx: &mut Tx,
    begun: &NewText<'_>,
    whole: &str,
    actor: &Actor,
) -> Result<String, PageError> {
    let NewText { area, key, locale, title, file, below, root } = *begun;
    let unreadable = |issue| crate::DraftError::Write(WriteError::Unreadable(issue));
    let (page, _) = folder::page(&Layout::default(), file, below, locale, whole.to_owned())
        .map_err(unreadable)?;
    let path = match area {
        DOCS => root::below(&root.mount, &page.path),
        _ => page.path.clone(),
    };
    let parts = front_matter::split(whole);
    let now = id::now();
    let position = store::last_position(tx, area, locale).await? + 1;
    let incoming = Incoming {
        area,
        key,
        locale,
        path: &path,
        file,
        title,
        label: page.label.as_deref().unwrap_or_default(),
        description: page.fields.description.as_deref().unwrap_or_default(),
        position,
        front_matter: parts.front,
        markdown: parts.body,
        dialect: page.dialect,
        is_draft: true,
        origin: save::SITE,
        author: &actor.name,
        now,
        written_at: now,
        added_at: now,
    };
    let done = save::text(tx, &incoming).await?;
    save::realign_page(tx, &done.page_id, now).await?;
    change_feed::publish(tx, &done.tags).await?;
    let subject = Subject::new(format!("{area}/{}/{path}", locale.segment()));
    audit_log::log(tx, actor, Action::PageMade, subject).await?;
    Ok(done.page_id)
}

/// Quotes a title for front matter (YAML 1.2.2, section 7.3.1), unless it is a plain scalar without special meaning.
fn quoted(title: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == ' ';
    let is_plain = title.starts_with(char::is_alphabetic)
        && title.chars().all(is_word)
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&title.to_lowercase().as_str());
    if is_plain { title.to_owned() } else { serde_json::Value::from(title).to_string() }
}
