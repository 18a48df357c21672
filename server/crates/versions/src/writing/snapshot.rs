//! Version commands of the operator: snapshot the current pages, name them, change the metadata of a version, delete a
//! version.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use super::store::{self, Body, CurrentText, Pair, VersionTextRow};
use super::{List, hash_of, in_both_languages, new_version, own_title, store_version};
use pailou_content::version_name;
use pailou_database::change_feed;
use pailou_store::context::Store;
use pailou_store::sql as today;
use pailou_store::version_list::{State, VERSIONS, Version, all_versions};

#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    #[error("invalid version name `{0}`: {1}")]
    Name(String, &'static str),
    #[error("version {0} already exists: remove it first, or choose another name")]
    Taken(String),
    #[error("version {0} does not exist: `pailou version list` lists the versions")]
    Unknown(String),
    #[error("{0} is the current version: its pages are the current pages")]
    IsCurrent(String),
    #[error("no pages to store: import some first")]
    Nothing,
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// Changes of the metadata of a version; `None` keeps a value.
#[derive(Debug, Default)]
pub struct Change {
    pub label: Option<String>,
    pub state: Option<State>,
    /// Position in the list of versions; `Some(None)` sorts the version by name again.
    pub position: Option<Option<i64>>,
    pub released_at: Option<i64>,
}

/// Stores the current pages as the old version `name` without copying texts; returns the number of texts. If `name` is
/// the name of the current version, the current pages have no name afterwards.
pub async fn snapshot(store: &Store, name: &str) -> Result<usize, ChangeError> {
    check(name)?;
    let known = known(store, name).await?;
    let version = match known {
        Some(current) if current.state == State::Current => {
            Version { state: State::Maintained, ..current }
        }
        Some(_) => return Err(ChangeError::Taken(name.to_owned())),
        None => new_version(name, State::Maintained),
    };
    let list = current_page_list(store).await?;
    let count = list.texts.len();
    if count == 0 {
        return Err(ChangeError::Nothing);
    }
    list.write(store, &version).await?;
    store.changes.poll(&store.db).await?;
    Ok(count)
}

/// Sets the name of the current pages; replaces their previous name.
pub async fn name_current(store: &Store, name: &str) -> Result<(), ChangeError> {
    check(name)?;
    if known(store, name).await?.is_some_and(|version| version.state != State::Current) {
        return Err(ChangeError::Taken(name.to_owned()));
    }
    let all = all_versions(store).await?;
    let current = all.iter().find(|version| version.state == State::Current);
    if current.is_some_and(|current| current.name == name) {
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    let mut tags = vec![VERSIONS.to_owned()];
    if let Some(current) = current {
        store::remove_version(&mut tx, &current.name).await?;
        tags.push(current.tag());
    }
    store_version(&mut tx, &new_version(name, State::Current)).await?;
    change_feed::publish(&mut tx, &tags).await?;
    tx.commit().await?;
    Ok(store.changes.poll(&store.db).await?)
}

/// Changes the label, state, position, or release date of a version.
pub async fn change(store: &Store, name: &str, change: Change) -> Result<(), ChangeError> {
    let version = known(store, name).await?.ok_or_else(|| ChangeError::Unknown(name.to_owned()))?;
    if version.state == State::Current && change.state.is_some() {
        return Err(ChangeError::IsCurrent(name.to_owned()));
    }
    let changed = Version {
        label: change.label.unwrap_or(version.label),
        state: change.state.unwrap_or(version.state),
        position: change.position.unwrap_or(version.position),
        released_at: change.released_at.or(version.released_at),
        ..version
    };
    let mut tx = store.db.begin().await?;
    store_version(&mut tx, &changed).await?;
    change_feed::publish(&mut tx, &[VERSIONS.to_owned(), changed.tag()]).await?;
    tx.commit().await?;
    Ok(store.changes.poll(&store.db).await?)
}

/// Deletes an old version and all contents that no other version uses. For the current version only
/// the name is deleted.
pub async fn remove(store: &Store, name: &str) -> Result<(), ChangeError> {
    let version = known(store, name).await?.ok_or_else(|| ChangeError::Unknown(name.to_owned()))?;
    let mut tx = store.db.begin().await?;
    store::remove_version(&mut tx, name).await?;
    store::remove_unused_bodies(&mut tx).await?;
    change_feed::publish(&mut tx, &[VERSIONS.to_owned(), version.tag()]).await?;
    tx.commit().await?;
    Ok(store.changes.poll(&store.db).await?)
}

fn check(name: &str) -> Result<(), ChangeError> {
    version_name::check_version_name(name).map_err(|why| ChangeError::Name(name.to_owned(), why))
}

async fn known(store: &Store, name: &str) -> Result<Option<Version>, sqlx::Error> {
    store.changes.poll(&store.db).await?;
    Ok(all_versions(store).await?.iter().find(|version| version.name == name).cloned())
}

async fn current_page_list(store: &Store) -> Result<List, sqlx::Error> {
    let db = &store.db;
    let mut list = List::default();
    let mut counts = HashMap::new();
    for head in store::heads(db).await? {
        let hash = hash_of(&head.front_matter, &head.markdown, &head.dialect);
        counts.insert(
            (head.area.clone(), head.locale.clone(), head.path.clone()),
            [head.segments_outdated, head.segments_not_translated, head.segments_not_aligned],
        );
        list.bodies.push(Body {
            hash: hash.clone(),
            revision: Some((head.text_id.clone(), head.number)),
            title: own_title(&head.front_matter, &head.path, &head.title),
            ..Body::default()
        });
        list.texts.push(to_text_row(head, hash));
    }
    let count = |text: &VersionTextRow| {
        let location = (text.area.clone(), text.locale.clone(), text.path.clone());
        counts.get(&location).copied().unwrap_or_default()
    };
    let pair = |(zh, en): (&VersionTextRow, &VersionTextRow)| Pair {
        zh_body: zh.body.clone(),
        en_body: en.body.clone(),
        zh: count(zh),
        en: count(en),
    };
    list.pairs = in_both_languages(&list.texts).into_iter().map(pair).collect();
    for locale in Locale::ALL {
        for section in today::section_rows(db, pailou_store::DOCS, locale).await? {
            let tag = locale.tag().to_owned();
            list.sections.insert((tag, section.path, section.title, section.position));
        }
    }
    let roots = today::root_rows(db).await?.into_iter();
    list.roots = roots.map(|row| (row.locale, row.folder, row.excluded)).collect();
    let lengths: HashMap<_, _> = store::lengths(db).await?.into_iter().collect();
    let files = today::all_files(db).await?.into_iter();
    list.files = files
        .map(|file| (lengths.get(&file.path).copied(), file))
        .map(|(length, file)| (file, length.unwrap_or_default()))
        .collect();
    Ok(list)
}

fn to_text_row(head: CurrentText, body: String) -> VersionTextRow {
    VersionTextRow {
        area: head.area,
        locale: head.locale,
        path: head.path,
        key: head.key,
        file: head.file,
        title: head.title,
        label: head.label,
        description: head.description,
        position: head.position,
        is_published: head.is_published,
        updated_at: head.updated_at,
        body,
        parent_key: head.parent_key,
    }
}
