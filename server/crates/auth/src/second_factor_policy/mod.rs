//! Roles whose accounts must have a second factor: an authenticator app or a passkey. Until an account has one, its
//! sessions can only enroll one, re-authenticate, log out, and read the current user. Its API tokens can only read the
//! current user.

mod store;

pub(crate) use store::requires_second_factor;

use crate::accounts;
use crate::session::Role;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::{Db, Tx};

/// Returns the roles that require a second factor, the highest role first.
pub async fn roles(db: &Db) -> Result<Vec<Role>, sqlx::Error> {
    let mut tx = db.snapshot().await?;
    roles_in(&mut tx).await
}

/// Same as `roles`, inside a transaction.
pub async fn roles_in(tx: &mut Tx) -> Result<Vec<Role>, sqlx::Error> {
    let stored = store::role_names(tx).await?;
    Ok(Role::ALL.into_iter().filter(|role| stored.iter().any(|name| name == role.name())).collect())
}

/// Replaces the roles that require a second factor, from the command line.
pub async fn set(db: &Db, actor: &Actor, roles: &[Role]) -> Result<(), sqlx::Error> {
    let mut tx = db.begin().await?;
    accounts::lock(&mut tx).await?;
    put(&mut tx, actor, roles).await?;
    tx.commit().await
}

/// Replaces the roles that require a second factor within the caller's transaction, which must have called
/// `accounts::lock`.
pub async fn put(tx: &mut Tx, actor: &Actor, roles: &[Role]) -> Result<(), sqlx::Error> {
    let before = roles_in(tx).await?;
    let is_listed = |role: &Role| roles.contains(role);
    let after: Vec<_> = Role::ALL.into_iter().filter(is_listed).collect();
    if before == after {
        return Ok(());
    }
    store::clear(tx).await?;
    for role in &after {
        store::insert_role(tx, role.name()).await?;
    }
    let subject = Subject::default().before(&before).after(&after);
    audit_log::log(tx, actor, Action::SecondFactorPolicyChanged, subject).await
}
