//! What may be done with accounts: for the set-up page and for `pailou user`.

use super::name::{Name, NameFault};
use super::password::{self, Hashing, PasswordFault};
use super::store::{self, Account};
use crate::shared::changes;
use crate::shared::db::Tx;
use crate::shared::id;
use crate::shared::problem::Problem;
use crate::shared::session::{self, Role};
use crate::shared::site::Site;

/// A row of `pailou user list`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) role: String,
    pub(crate) disabled: bool,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum AccountError {
    #[error("{0}")]
    Name(#[from] NameFault),
    #[error("{0}")]
    Password(#[from] PasswordFault),
    #[error("there is a user `{0}` already")]
    Taken(String),
    #[error("there is no user `{0}`")]
    Unknown(String),
    #[error(
        "`{0}` is the last owner: without an owner nobody could administer this site; \
         give somebody else the role first"
    )]
    LastOwner(String),
    #[error("{0}")]
    Failed(#[from] Problem),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

#[cfg(test)]
pub(crate) fn check_name(name: &str) -> Result<(), AccountError> {
    Ok(Name::new(name).map(drop)?)
}

#[cfg(test)]
pub(crate) fn check_password(password: &str) -> Result<(), AccountError> {
    Ok(password::check(password, "")?)
}

/// Makes changes of accounts wait for each other, on every server of this database: "the last owner"
/// and "the first user" are true of all of them together.
pub(super) async fn lock(tx: &mut Tx) -> Result<(), sqlx::Error> {
    changes::record(tx, &["users".to_owned()]).await
}

pub(crate) async fn add(
    site: &Site,
    name: &str,
    role: Role,
    password: String,
) -> Result<(), AccountError> {
    let name = Name::new(name)?;
    password::check(&password, &name.shown)?;
    let password = Hashing::new().hash(password).await?;
    let mut tx = site.db.begin().await?;
    lock(&mut tx).await?;
    if store::id_of(&mut tx, &name.key).await?.is_some() {
        return Err(AccountError::Taken(name.shown));
    }
    insert(&mut tx, &name, role, password).await?;
    Ok(tx.commit().await?)
}

/// Adds the user within the caller's transaction; answers its id.
pub(super) async fn insert(
    tx: &mut Tx,
    name: &Name,
    role: Role,
    password: String,
) -> Result<String, sqlx::Error> {
    let id = id::record();
    let (name, key) = (name.shown.clone(), &name.key);
    let account = Account { id, name, role: role.to_string(), password };
    store::insert(tx, &account, key, id::now()).await?;
    Ok(account.id)
}

/// A new password; whoever is logged in under this name must log in again.
pub(crate) async fn set_password(
    site: &Site,
    name: &str,
    password: String,
) -> Result<(), AccountError> {
    let name = Name::new(name)?;
    password::check(&password, &name.shown)?;
    let password = Hashing::new().hash(password).await?;
    let mut tx = site.db.begin().await?;
    let id = known(&mut tx, &name).await?;
    store::set_password(&mut tx, &id, &password).await?;
    session::close_all(&mut tx, &id).await?;
    Ok(tx.commit().await?)
}

pub(crate) async fn set_role(site: &Site, name: &str, role: Role) -> Result<(), AccountError> {
    let name = Name::new(name)?;
    let mut tx = site.db.begin().await?;
    let id = known(&mut tx, &name).await?;
    if role != Role::Owner {
        keep_an_owner(&mut tx, &id, &name).await?;
    }
    store::set_role(&mut tx, &id, role.name()).await?;
    session::close_all(&mut tx, &id).await?;
    Ok(tx.commit().await?)
}

pub(crate) async fn disable(site: &Site, name: &str) -> Result<(), AccountError> {
    let name = Name::new(name)?;
    let mut tx = site.db.begin().await?;
    let id = known(&mut tx, &name).await?;
    keep_an_owner(&mut tx, &id, &name).await?;
    store::disable(&mut tx, &id, id::now()).await?;
    session::close_all(&mut tx, &id).await?;
    Ok(tx.commit().await?)
}

pub(crate) async fn list(site: &Site) -> Result<Vec<Listed>, AccountError> {
    let rows = store::list(&site.db).await?.into_iter();
    let listed = rows.map(|row| Listed {
        name: row.name,
        role: row.role,
        disabled: row.disabled_at.is_some(),
    });
    Ok(listed.collect())
}

async fn known(tx: &mut Tx, name: &Name) -> Result<String, AccountError> {
    lock(tx).await?;
    let id = store::id_of(tx, &name.key).await?;
    id.ok_or_else(|| AccountError::Unknown(name.shown.clone()))
}

async fn keep_an_owner(tx: &mut Tx, id: &str, name: &Name) -> Result<(), AccountError> {
    if store::owners(tx).await? == [id] {
        return Err(AccountError::LastOwner(name.shown.clone()));
    }
    Ok(())
}
