//! API tokens with an expiry date and at most the permissions of their user.

use serde_json::json;

use super::{AccountError, Name, require_account, store};
use crate::session::{API_TOKEN, Permission, Role};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::id;
use pailou_database::{Db, Tx};
use pailou_text_diff::unicode_security::is_invisible;

/// Maximum lifetime of a token in days.
pub const MAX_DAYS: i64 = 366;
/// Maximum length of a token name in characters.
const MAX_NAME: usize = 100;

pub use super::store::{Token, TokenSummary};

/// Creates a token that expires after `days` days for the user with this name; returns the secret, which is not stored.
/// Returns an error if the user does not exist, or if the role of the user lacks one of the permissions.
pub async fn create(
    db: &Db,
    actor: &Actor,
    user: &str,
    name: &str,
    permissions: Vec<Permission>,
    days: i64,
) -> Result<String, AccountError> {
    let user = Name::new(user)?;
    let mut tx = db.begin().await?;
    let account = require_account(&mut tx, &user).await?;
    let role = Role::from_stored(&account.role);
    if let Some(permission) =
        permissions.iter().find(|permission| !permission.roles().contains(&role))
    {
        return Err(AccountError::Beyond { name: account.name, permission: *permission });
    }
    let (token, _) =
        create_token(&mut tx, actor, (&account.id, &account.name), name, &permissions, days)
            .await?;
    tx.commit().await?;
    Ok(token)
}

/// Returns the code and the detail of the error of an invalid token name; `None` if the name is valid.
pub fn name_error(name: &str) -> Option<(&'static str, String)> {
    let length = name.trim().chars().count();
    match length {
        0 => Some(("required", "missing name".to_owned())),
        _ if length > MAX_NAME => {
            Some(("too-long", format!("name too long: at most {MAX_NAME} characters")))
        }
        _ if name.chars().any(is_invisible) => {
            let detail = "invalid name: control or invisible characters";
            Some(("invalid-characters", detail.to_owned()))
        }
        _ => None,
    }
}

/// Creates a token that expires after `days` days for the user with this id and name; returns the secret, which is not
/// stored, and the stored row.
pub async fn create_token(
    tx: &mut Tx,
    actor: &Actor,
    (user_id, user_name): (&str, &str),
    name: &str,
    permissions: &[Permission],
    days: i64,
) -> Result<(String, Token), sqlx::Error> {
    let token = format!("{API_TOKEN}{}", id::secret());
    let now = id::now();
    let permissions: Vec<_> = permissions.iter().map(|permission| permission.name()).collect();
    let row = Token {
        id: id::new(),
        name: name.trim().to_owned(),
        permissions: permissions.join(" "),
        created_at: now,
        expires_at: now + days * pailou_dates::MS,
        used_at: None,
    };
    store::add_token(tx, user_id, &id::hash_of(&token), &row).await?;
    let subject = Subject::new(format!("{user_name}: {}", row.name)).after(&permissions);
    audit_log::log(tx, actor, Action::TokenMade, subject).await?;
    Ok((token, row))
}

/// Revokes a token of any user; returns its name. Returns an error if there is no token with this id.
pub async fn revoke(db: &Db, actor: &Actor, id: &str) -> Result<String, AccountError> {
    let mut tx = db.begin().await?;
    let revoked = revoke_token(&mut tx, actor, "", id).await?;
    tx.commit().await?;
    revoked.ok_or_else(|| AccountError::UnknownToken(id.to_owned()))
}

/// Revokes a token of this user, or of any user if `user_id` is empty; returns the name of the token, or `None` if
/// there is no such token.
pub async fn revoke_token(
    tx: &mut Tx,
    actor: &Actor,
    user_id: &str,
    id: &str,
) -> Result<Option<String>, sqlx::Error> {
    let Some((owner, name)) = store::delete_token(tx, user_id, id).await? else { return Ok(None) };
    let owner = store::by_id(tx, &owner).await?.map_or_else(String::new, |account| account.name);
    // A restored backup may contain the revoked token. The restore deletes it again by the id in the audit log.
    let subject = Subject::new(format!("{owner}: {name}")).before(&json!({ "id": id }));
    audit_log::log(tx, actor, Action::TokenRevoked, subject).await?;
    Ok(Some(name))
}

/// Revokes all tokens of an account, each with an entry in the audit log, within the caller's transaction, which must
/// have locked the account. Callers use this when another person may have had access to the account and created tokens.
pub async fn revoke_all(tx: &mut Tx, actor: &Actor, user_id: &str) -> Result<(), sqlx::Error> {
    for id in store::token_ids(tx, user_id).await? {
        revoke_token(tx, actor, user_id, &id).await?;
    }
    Ok(())
}

pub async fn list_tokens(db: &Db) -> Result<Vec<TokenSummary>, AccountError> {
    Ok(store::all_tokens(db).await?)
}
