//! Publishing, scheduling, and confirmation of site files. A new stylesheet can make pages
//! unreadable, so the previous one is restored unless a user confirms the new one.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use super::check::STYLESHEET;
use super::store::{self, Pointer, Value};
use pailou_auth::session::{Permission, Rights};
use pailou_database::Tx;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::{change_feed, id};
use pailou_store::context::Store;
use pailou_store::outbox;

/// Time limit for the confirmation of a new stylesheet, in milliseconds.
const CONFIRM_MS: i64 = 60_000;
/// Maximum number of stored versions of a site file.
const KEPT: i64 = 200;
/// Interval between checks for scheduled changes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// A request to publish a site file.
pub struct PublishRequest {
    pub value: Value,
    /// Number of the older version that this request restores.
    pub restores: Option<i64>,
    /// Schedule; `None` publishes immediately.
    pub later: Option<Schedule>,
}

/// Publication time, in milliseconds since 1970-01-01 UTC, and the id of the scheduling user, whose permission is
/// checked again at that time.
pub struct Schedule {
    pub at: i64,
    pub by_id: String,
}

/// Adds a version of a site file, and publishes or schedules it. Cancels an earlier schedule, which
/// would later replace this version with an older one.
pub async fn publish(
    tx: &mut Tx,
    actor: &Actor,
    old: Pointer,
    wish: &PublishRequest,
    now: i64,
) -> Result<(), sqlx::Error> {
    let PublishRequest { value, restores, later } = wish;
    let number = store::add_version(tx, &old.name, value, &actor.name, *restores, now).await?;
    let new = match later {
        Some(Schedule { at, by_id }) => Pointer {
            due_at: Some(*at),
            due: Some(number),
            due_by_id: by_id.clone(),
            ..old.clone()
        },
        // A stylesheet that is published again needs confirmation, too: it may have been reverted
        // because it made pages unreadable.
        None if old.name == STYLESHEET => Pointer {
            version: Some(number),
            confirm_by: Some(now + CONFIRM_MS),
            fallback: last_confirmed(&old),
            ..without_schedule(&old)
        },
        None => settled(&without_schedule(&old), Some(number)),
    };
    let action = if later.is_some() { Action::ConfigScheduled } else { Action::ConfigPublished };
    let subject = Subject::new(&old.name).before(&old.version).after(&number);
    step(tx, actor, action, subject, &new, now).await?;
    store::delete_old_versions(tx, &old.name, KEPT).await
}

/// Deletes a site file and cancels its scheduled version. Old versions are kept.
pub async fn remove(tx: &mut Tx, actor: &Actor, old: Pointer, now: i64) -> Result<(), sqlx::Error> {
    let subject = Subject::new(&old.name).before(&old.version);
    let new = settled(&without_schedule(&old), None);
    step(tx, actor, Action::ConfigRemoved, subject, &new, now).await
}

/// Confirms the new version if `keep` is true; otherwise restores the last confirmed version.
pub async fn confirm(
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

pub async fn unschedule(
    tx: &mut Tx,
    actor: &Actor,
    old: Pointer,
    now: i64,
) -> Result<(), sqlx::Error> {
    let subject = Subject::new(&old.name).before(&old.due);
    step(tx, actor, Action::ConfigUnscheduled, subject, &without_schedule(&old), now).await
}

/// Publishes scheduled site files and reverts unconfirmed stylesheets when they are due. Runs until
/// the future is dropped.
pub async fn run_scheduler(store: Store) {
    let mut clock = interval(POLL_INTERVAL);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        if let Err(error) = perform_due(&store, id::now()).await {
            tracing::warn!(%error, "scheduled change of site files failed");
        }
    }
}

/// Performs changes that are due at `now`. The row is read again under its lock, so that only one
/// of several servers performs a change.
pub async fn perform_due(store: &Store, now: i64) -> Result<(), sqlx::Error> {
    for name in store::due(&store.db, now).await? {
        let mut tx = store.db.begin().await?;
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

/// Publishes a scheduled site file, or cancels the schedule if the user who scheduled it has lost the permission.
async fn publish_due(tx: &mut Tx, pointer: Pointer, now: i64) -> Result<(), sqlx::Error> {
    let timer = timer(tx, &pointer.name, pointer.due).await?;
    // `timer` contains the name of the version's author. The author also scheduled the version, so `due_by_id` is the
    // id of the same user.
    let actor = Actor { id: pointer.due_by_id.clone(), ..timer };
    if !Rights::read_in_tx(tx, &pointer.due_by_id).await?.allow(Permission::Config) {
        let name = &pointer.name;
        tracing::warn!(name, "scheduled site file not published: user lacks permission");
        return unschedule(tx, &actor, pointer, now).await;
    }
    let due = settled(&without_schedule(&pointer), pointer.due);
    let subject = Subject::new(&pointer.name).before(&pointer.version).after(&due.version);
    step(tx, &actor, Action::ConfigPublished, subject, &due, now).await
}

/// Returns the server as actor, on behalf of the author of the version; without a version, the name of the author is
/// empty.
async fn timer(tx: &mut Tx, name: &str, version: Option<i64>) -> Result<Actor, sqlx::Error> {
    let author = match version {
        Some(number) => store::author(tx, name, number).await?,
        None => None,
    };
    Ok(Actor::timer(author.unwrap_or_default()))
}

/// Returns the last version that was confirmed or needed no confirmation.
fn last_confirmed(old: &Pointer) -> Option<i64> {
    if old.confirm_by.is_some() { old.fallback } else { old.version }
}

/// Returns the pointer with this version and without a pending confirmation.
fn settled(old: &Pointer, version: Option<i64>) -> Pointer {
    Pointer { version, confirm_by: None, fallback: None, ..old.clone() }
}

/// Returns the pointer without a scheduled version.
fn without_schedule(old: &Pointer) -> Pointer {
    Pointer { due_at: None, due: None, due_by_id: String::new(), ..old.clone() }
}

/// Whether this action changes the published version.
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
    // Scheduling or confirming does not change the published version.
    let changed_at = if is_published(action) { now } else { to.changed_at };
    store::point(tx, &Pointer { changed_at, ..to.clone() }).await?;
    if is_published(action) {
        outbox::config(tx, actor, &to.name, to.version).await?;
    }
    change_feed::publish(tx, &super::tags(&to.name)).await?;
    audit_log::log(tx, actor, action, subject).await
}
