//! What becomes of a value: it is published, scheduled, confirmed, taken back. A new stylesheet can make pages
//! unreadable, so it goes back to the one before it unless somebody has seen it and says that it stays.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use super::check::STYLESHEET;
use super::store::{self, Pointer, Value};
use crate::shared::audit::{self, Action, Actor, Subject};
use crate::shared::db::Tx;
use crate::shared::session::{Act, Rights};
use crate::shared::site::Site;
use crate::shared::{changes, id, webhooks};

/// How long a new stylesheet waits for somebody to say that it stays.
const CONFIRM_MS: i64 = 60_000;
/// How many versions of a value are kept.
const KEPT: i64 = 200;
/// How often the clock is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What somebody wants to publish.
pub(super) struct Wish {
    pub(super) value: Value,
    /// The version that it says once more.
    pub(super) restores: Option<i64>,
    /// At once when none.
    pub(super) later: Option<Later>,
}

/// When it is to be published, and the id of whoever puts it off: it needs their rights at that time.
pub(super) struct Later {
    pub(super) at: i64,
    pub(super) by_id: String,
}

/// Adds a version and publishes it, or puts it off until its time. Either way no other one waits for its time
/// any more: an older text would come back over this one.
pub(super) async fn publish(
    tx: &mut Tx,
    actor: &Actor,
    old: Pointer,
    wish: &Wish,
    now: i64,
) -> Result<(), sqlx::Error> {
    let Wish { value, restores, later } = wish;
    let number = store::add_version(tx, &old.name, value, &actor.name, *restores, now).await?;
    let new = match later {
        Some(Later { at, by_id }) => Pointer {
            due_at: Some(*at),
            due: Some(number),
            due_by_id: by_id.clone(),
            ..old.clone()
        },
        // What is restored may be what once went back because nobody could read the page.
        None if old.name == STYLESHEET => Pointer {
            version: Some(number),
            confirm_by: Some(now + CONFIRM_MS),
            fallback: seen(&old),
            ..unplanned(&old)
        },
        None => settled(&unplanned(&old), Some(number)),
    };
    let action = if later.is_some() { Action::ConfigScheduled } else { Action::ConfigPublished };
    let subject = Subject::new(&old.name).before(&old.version).after(&number);
    step(tx, actor, action, subject, &new, now).await?;
    store::forget_old(tx, &old.name, KEPT).await
}

/// Takes a value away, and what was to be published in its place.
pub(super) async fn remove(
    tx: &mut Tx,
    actor: &Actor,
    old: Pointer,
    now: i64,
) -> Result<(), sqlx::Error> {
    let subject = Subject::new(&old.name).before(&old.version);
    let new = settled(&unplanned(&old), None);
    step(tx, actor, Action::ConfigRemoved, subject, &new, now).await
}

/// The new version stays, or the one before it comes back.
pub(super) async fn confirm(
    tx: &mut Tx,
    actor: &Actor,
    old: Pointer,
    keep: bool,
    now: i64,
) -> Result<(), sqlx::Error> {
    let (action, version) = match keep {
        true => (Action::ConfigConfirmed, old.version),
        false => (Action::ConfigReverted, old.fallback),
    };
    let subject = Subject::new(&old.name).before(&old.version).after(&version);
    step(tx, actor, action, subject, &settled(&old, version), now).await
}

pub(super) async fn unschedule(
    tx: &mut Tx,
    actor: &Actor,
    old: Pointer,
    now: i64,
) -> Result<(), sqlx::Error> {
    let subject = Subject::new(&old.name).before(&old.due);
    step(tx, actor, Action::ConfigUnscheduled, subject, &unplanned(&old), now).await
}

/// Does at its time what somebody has put off, until it is dropped.
pub(crate) async fn keep_time(site: Site) {
    let mut clock = interval(LOOK_EVERY);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        if let Err(error) = perform_due(&site, id::now()).await {
            tracing::warn!(%error, "values of the site are not published at their time for the moment");
        }
    }
}

/// Does what is due by this clock. Of several servers one does it: the row is looked at again under its lock.
pub(crate) async fn perform_due(site: &Site, now: i64) -> Result<(), sqlx::Error> {
    for name in store::due(&site.db, now).await? {
        let mut tx = site.db.begin().await?;
        let mut pointer = store::lock(&mut tx, &name, now).await?;
        let is_over = |time: Option<i64>| time.is_some_and(|time| time <= now);
        if is_over(pointer.confirm_by) {
            let actor = timer(&mut tx, &name, pointer.version).await?;
            let back = settled(&pointer, pointer.fallback);
            confirm(&mut tx, &actor, pointer, false, now).await?;
            pointer = back;
        }
        if is_over(pointer.due_at) {
            publish_due(&mut tx, pointer, now).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Publishes what was put off, unless whoever did that may not publish values any more.
async fn publish_due(tx: &mut Tx, pointer: Pointer, now: i64) -> Result<(), sqlx::Error> {
    let timer = timer(tx, &pointer.name, pointer.due).await?;
    // Whoever made that version has put it off.
    let actor = Actor { id: pointer.due_by_id.clone(), ..timer };
    if !Rights::of_in(tx, &pointer.due_by_id).await?.allow(Act::Config) {
        let name = &pointer.name;
        tracing::warn!(name, "a value is not published: whoever scheduled it may not any more");
        return unschedule(tx, &actor, pointer, now).await;
    }
    let due = settled(&unplanned(&pointer), pointer.due);
    let subject = Subject::new(&pointer.name).before(&pointer.version).after(&due.version);
    step(tx, &actor, Action::ConfigPublished, subject, &due, now).await
}

/// The server, for whoever made the version.
async fn timer(tx: &mut Tx, name: &str, version: Option<i64>) -> Result<Actor, sqlx::Error> {
    let author = match version {
        Some(number) => store::author(tx, name, number).await?,
        None => None,
    };
    Ok(Actor::timer(author.unwrap_or_default()))
}

/// The last version that somebody has seen and left there.
fn seen(old: &Pointer) -> Option<i64> {
    if old.confirm_by.is_some() { old.fallback } else { old.version }
}

/// With this version, which waits for nobody.
fn settled(old: &Pointer, version: Option<i64>) -> Pointer {
    Pointer { version, confirm_by: None, fallback: None, ..old.clone() }
}

/// With nothing that waits for its time.
fn unplanned(old: &Pointer) -> Pointer {
    Pointer { due_at: None, due: None, due_by_id: String::new(), ..old.clone() }
}

/// Whether something else is published after this.
fn is_published(action: Action) -> bool {
    matches!(action, Action::ConfigPublished | Action::ConfigReverted | Action::ConfigRemoved)
}

async fn step(
    tx: &mut Tx,
    actor: &Actor,
    action: Action,
    subject: Subject,
    to: &Pointer,
    now: i64,
) -> Result<(), sqlx::Error> {
    // What only waits, or is only confirmed, is no other text for readers.
    let changed_at = if is_published(action) { now } else { to.changed_at };
    store::point(tx, &Pointer { changed_at, ..to.clone() }).await?;
    if is_published(action) {
        webhooks::config(tx, actor, &to.name, to.version).await?;
    }
    changes::record(tx, &super::tags(&to.name)).await?;
    audit::record(tx, actor, action, subject).await
}
