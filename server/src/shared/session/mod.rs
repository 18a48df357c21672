//! Who is logged in: tokens handed out, looked up and taken back. Names and passwords are the
//! business of the admin area.

mod role;
mod store;

use http::header::{self, HeaderMap};

pub(crate) use role::Role;

use super::db::Tx;
use super::id;
use super::problem::Problem;
use super::site::Site;

/// A token that nobody used for so long is dead.
const IDLE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// A token lives at most so long.
const LIFE_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// How exactly the last use is remembered, so that a read is not a write each time.
const SEEN_MS: i64 = 10 * 60 * 1000;

/// Somebody who is logged in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) role: Role,
}

/// A new session. The token is said once and kept nowhere.
pub(crate) struct Session {
    pub(crate) token: String,
    pub(crate) expires_at: i64,
}

/// Who sends this request. The role is read anew each time, so a change of it holds at once.
pub(crate) async fn authenticate(site: &Site, headers: &HeaderMap) -> Result<User, Problem> {
    let hash = id::hash_of(token(headers).ok_or(Problem::Unauthorized)?);
    let now = id::now();
    let found = store::session(&site.db, &hash, now, now - IDLE_MS).await?;
    let found = found.ok_or(Problem::Unauthorized)?;
    if now - found.seen_at > SEEN_MS {
        let mut tx = site.db.begin().await?;
        store::set_seen(&mut tx, &hash, now).await?;
        tx.commit().await?;
    }
    let role = found.role.parse().map_err(|error: role::UnknownRole| {
        Problem::Internal(format!("user {}: {error}", found.user_id))
    })?;
    Ok(User { id: found.user_id, name: found.name, role })
}

/// The same, for what only owners and administrators may see and do.
pub(crate) async fn administrator(site: &Site, headers: &HeaderMap) -> Result<User, Problem> {
    let user = authenticate(site, headers).await?;
    match user.role {
        Role::Owner | Role::Admin => Ok(user),
        _ => Err(Problem::Forbidden("this needs an owner or an administrator")),
    }
}

/// Opens a session; sessions that are over are thrown away on the way.
pub(crate) async fn open(tx: &mut Tx, user_id: &str) -> Result<Session, sqlx::Error> {
    let now = id::now();
    let (token, expires_at) = (id::secret(), now + LIFE_MS);
    store::delete_over(tx, now, now - IDLE_MS).await?;
    store::insert(tx, &id::hash_of(&token), user_id, now, expires_at).await?;
    Ok(Session { token, expires_at })
}

/// Ends the session of this request's token, if there is one.
pub(crate) async fn close(site: &Site, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(token) = token(headers) else { return Ok(()) };
    let mut tx = site.db.begin().await?;
    store::delete(&mut tx, &id::hash_of(token)).await?;
    Ok(tx.commit().await?)
}

/// Ends every session of a user: the password or the role changed.
pub(crate) async fn close_all(tx: &mut Tx, user_id: &str) -> Result<(), sqlx::Error> {
    store::delete_of(tx, user_id).await
}

/// Contract S7: the raw token, no scheme word; `Bearer` is understood for command-line users.
fn token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?.trim();
    let token = match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        Some(_) => return None,
        None => value,
    };
    (!token.is_empty()).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sent: &str, expected: Option<&str>) {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, sent.parse().unwrap());
        assert_eq!(token(&headers), expected, "{sent:?}");
    }

    #[test]
    fn a_token_comes_alone_or_after_bearer() {
        check("abc", Some("abc"));
        check(" abc ", Some("abc"));
        check("Bearer abc", Some("abc"));
        check("bearer  abc", Some("abc"));
        check("Basic abc", None);
        check("", None);
        assert_eq!(token(&HeaderMap::new()), None);
    }
}
