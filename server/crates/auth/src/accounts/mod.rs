//! Operations on accounts for all callers: the set-up page, administrators, users who change their own account, and
//! `pailou user`. Each change is recorded in the audit log in the same transaction.

pub mod name;
pub mod password;
pub mod store;
pub mod tokens;

use serde::Serialize;
use serde_json::json;

pub use name::{Name, NameError};
pub use password::{Hashing, PasswordError, check as check_password, same as same_password};
pub use store::Account;

use crate::session;
use crate::session::{AccessScope, Permission, Role};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::change_feed;
use pailou_database::id;
use pailou_database::{Db, Tx};
use pailou_web::problem::Problem;

/// A row of `pailou user list`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserSummary {
    pub name: String,
    pub role: String,
    pub disabled: bool,
}

/// Validates the name and password of a new account.
///
/// # Errors
///
/// Returns an error if the name or the password is invalid.
pub fn validate_new_account(name: &str, password: &str) -> Result<(), AccountError> {
    check_password(password, "")?;
    Ok(Name::new(name).map(drop)?)
}

#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error("{0}")]
    Name(#[from] NameError),
    #[error("{0}")]
    Password(#[from] PasswordError),
    #[error("user `{0}` already exists")]
    Taken(String),
    #[error("name `{name}` is easily confused with user `{other}`: choose another name")]
    Confusable { name: String, other: String },
    #[error("user `{0}` does not exist")]
    Unknown(String),
    #[error("`{name}` is the only owner; make someone else an owner first")]
    LastOwner { name: String, field: &'static str },
    #[error("token `{0}` does not exist")]
    UnknownToken(String),
    #[error("`{name}` does not have the permission `{permission}`")]
    Beyond { name: String, permission: Permission },
    #[error("{0}")]
    Failed(#[from] Problem),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// Properties of an account that an administrator sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AccountFields {
    pub name: String,
    pub role: Role,
    pub locales: Vec<String>,
    pub areas: Vec<String>,
    pub disabled: bool,
}

impl AccountFields {
    fn of(account: &Account) -> Self {
        Self {
            name: account.name.clone(),
            role: Role::from_stored(&account.role),
            locales: session::split_list(&account.locales),
            areas: session::split_list(&account.areas),
            disabled: account.disabled_at.is_some(),
        }
    }

    /// Compares the account with an enabled owner without an access scope. Returns the name of the first field that
    /// differs; `None` if the account is such an owner.
    fn first_non_owner_field(&self) -> Option<&'static str> {
        [
            ("role", self.role != Role::Owner),
            ("disabled", self.disabled),
            ("locales", !self.locales.is_empty()),
            ("areas", !self.areas.is_empty()),
        ]
        .into_iter()
        .find_map(|(field, ends)| ends.then_some(field))
    }
}

/// Locks all accounts until the transaction ends, so that changes on all servers run one after another. This is
/// required, because the checks for the last owner and the first user read all accounts.
pub async fn lock(tx: &mut Tx) -> Result<(), sqlx::Error> {
    change_feed::publish(tx, &["users".to_owned()]).await
}

pub async fn add(
    db: &Db,
    actor: &Actor,
    name: &str,
    role: Role,
    password: String,
) -> Result<(), AccountError> {
    let name = Name::new(name)?;
    check_password(&password, &name.display)?;
    let password = Hashing::default().hash(password).await?;
    let mut tx = db.begin().await?;
    lock(&mut tx).await?;
    let id = add_account(&mut tx, &name, role, &AccessScope::default(), password).await?;
    let account = store::by_id(&mut tx, &id).await?;
    let subject = Subject::new(&name.display).after(&account.as_ref().map(AccountFields::of));
    audit_log::log(&mut tx, actor, Action::UserAdded, subject).await?;
    Ok(tx.commit().await?)
}

/// Adds a user within the caller's transaction, which must have called `lock`; returns the id of the user. `password`
/// is the hash of the password. Returns an error if the name mixes scripts, or is equal to or confusable with another
/// name.
pub async fn add_account(
    tx: &mut Tx,
    name: &Name,
    role: Role,
    limits: &AccessScope,
    password: String,
) -> Result<String, AccountError> {
    check_free(tx, name, None).await?;
    let id = id::new();
    let row = store::NewAccount {
        id: &id,
        name: &name.display,
        key: &name.key,
        role: role.name(),
        locales: &limits.locale_names().join(" "),
        areas: &limits.area_names().join(" "),
        password: &password,
        now: id::now(),
    };
    store::insert_account(tx, &row).await?;
    Ok(id)
}

/// Rejects a name that mixes scripts. Also rejects a name that equals, or is confusable with, the name of another
/// account. `own` is the id of the account to rename; `None` for a new account.
async fn check_free(tx: &mut Tx, name: &Name, own: Option<&str>) -> Result<(), AccountError> {
    name.check_scripts()?;
    for (id, key, other) in store::names(tx).await? {
        if own == Some(id.as_str()) {
            continue;
        }
        if key == name.key {
            return Err(AccountError::Taken(name.display.clone()));
        }
        if name.is_confusable_with(&other) {
            return Err(AccountError::Confusable { name: name.display.clone(), other });
        }
    }
    Ok(())
}

/// Sets the password of a user from the command line, and revokes the sessions and API tokens of the account.
pub async fn set_password(
    db: &Db,
    actor: &Actor,
    name: &str,
    password: String,
) -> Result<(), AccountError> {
    let name = Name::new(name)?;
    check_password(&password, &name.display)?;
    let password = Hashing::default().hash(password).await?;
    let mut tx = db.begin().await?;
    let account = require_account(&mut tx, &name).await?;
    store_password(&mut tx, actor, &account, &password, None).await?;
    tokens::revoke_all(&mut tx, actor, &account.id).await?;
    Ok(tx.commit().await?)
}

/// Stores the hash of a new password within the caller's transaction, and revokes the sessions and password reset links
/// of the account. If a password reset link was used, `link_made_by` is the name of the user who created the link, for
/// the audit log.
pub async fn store_password(
    tx: &mut Tx,
    actor: &Actor,
    account: &Account,
    hash: &str,
    link_made_by: Option<&str>,
) -> Result<(), sqlx::Error> {
    store::set_password_hash(tx, &account.id, hash).await?;
    store::delete_resets(tx, &account.id).await?;
    session::close_all(tx, &account.id).await?;
    let subject = Subject::new(&account.name);
    let subject = match link_made_by {
        Some(name) => subject.after(&json!({ "link_made_by": name })),
        None => subject,
    };
    audit_log::log(tx, actor, Action::PasswordChanged, subject).await
}

pub async fn set_role(db: &Db, actor: &Actor, name: &str, role: Role) -> Result<(), AccountError> {
    let name = Name::new(name)?;
    let mut tx = db.begin().await?;
    let account = require_account(&mut tx, &name).await?;
    let mut fields = AccountFields { role, ..AccountFields::of(&account) };
    if !role.supports_limits() {
        (fields.locales, fields.areas) = (Vec::new(), Vec::new());
    }
    change_account(&mut tx, actor, &account, fields).await?;
    Ok(tx.commit().await?)
}

pub async fn set_disabled(
    db: &Db,
    actor: &Actor,
    name: &str,
    disabled: bool,
) -> Result<(), AccountError> {
    let name = Name::new(name)?;
    let mut tx = db.begin().await?;
    let account = require_account(&mut tx, &name).await?;
    let fields = AccountFields { disabled, ..AccountFields::of(&account) };
    change_account(&mut tx, actor, &account, fields).await?;
    Ok(tx.commit().await?)
}

/// Disables two-factor authentication from the command line, for a user who has lost the authenticator and the recovery
/// codes.
pub async fn disable_second_factor(db: &Db, actor: &Actor, name: &str) -> Result<(), AccountError> {
    let name = Name::new(name)?;
    let mut tx = db.begin().await?;
    let account = require_account(&mut tx, &name).await?;
    end_second_factor(&mut tx, actor, &account).await?;
    Ok(tx.commit().await?)
}

/// Disables two-factor authentication and deletes the recovery codes within the caller's transaction. The audit log
/// records only an actual change.
pub async fn end_second_factor(
    tx: &mut Tx,
    actor: &Actor,
    account: &Account,
) -> Result<(), sqlx::Error> {
    store::clear_second_factor(tx, &account.id).await?;
    if account.totp.is_empty() {
        return Ok(());
    }
    audit_log::log(tx, actor, Action::SecondFactorOff, Subject::new(&account.name)).await
}

/// Changes the name, role, access scope, or disabled state within the caller's transaction, which must have called
/// `lock`. A change of role, access scope, or disabled state revokes the sessions and password reset links of the
/// account. They were created for other permissions. Returns an error if the new name is not available, or if no
/// enabled owner without an access scope would be left.
pub async fn change_account(
    tx: &mut Tx,
    actor: &Actor,
    account: &Account,
    to: AccountFields,
) -> Result<(), AccountError> {
    let from = AccountFields::of(account);
    if from == to {
        return Ok(());
    }
    let name = Name::new(&to.name)?;
    if from.name != to.name {
        check_free(tx, &name, Some(&account.id)).await?;
    }
    if let Some(field) = to.first_non_owner_field()
        && store::owners(tx).await? == [account.id.as_str()]
    {
        return Err(AccountError::LastOwner { name: from.name, field });
    }
    let row = store::Changed {
        id: &account.id,
        name: &name.display,
        key: &name.key,
        role: to.role.name(),
        locales: &to.locales.join(" "),
        areas: &to.areas.join(" "),
        disabled_at: to.disabled.then(|| account.disabled_at.unwrap_or_else(id::now)),
    };
    store::update_account(tx, &row).await?;
    if (from.role, &from.locales, &from.areas, from.disabled)
        != (to.role, &to.locales, &to.areas, to.disabled)
    {
        session::close_all(tx, &account.id).await?;
        store::delete_resets(tx, &account.id).await?;
    }
    let subject = Subject::new(&from.name).before(&from).after(&to);
    Ok(audit_log::log(tx, actor, Action::UserChanged, subject).await?)
}

pub async fn list_users(db: &Db) -> Result<Vec<UserSummary>, AccountError> {
    let rows = store::user_rows(db).await?.into_iter();
    let listed = rows.map(|row| UserSummary {
        name: row.name,
        role: row.role,
        disabled: row.disabled_at.is_some(),
    });
    Ok(listed.collect())
}

async fn require_account(tx: &mut Tx, name: &Name) -> Result<Account, AccountError> {
    lock(tx).await?;
    let account = store::by_key(tx, &name.key).await?;
    account.ok_or_else(|| AccountError::Unknown(name.display.clone()))
}
