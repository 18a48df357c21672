//! SQL of identity provider links and pending authorization requests.

use pailou_database::{Db, Tx, on, on_tx};

/// State of an authorization request while the user is at the provider.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct AuthRequest {
    pub key_hash: String,
    pub nonce: String,
    pub verifier: String,
}

/// Stores an authorization request and deletes expired requests. `session_id` is empty without a session.
pub(crate) async fn store_auth_request(
    tx: &mut Tx,
    (state_hash, session_id): (&str, &str),
    flow: &AuthRequest,
    (now, expires_at): (i64, i64),
) -> Result<(), sqlx::Error> {
    let sql = "delete from oidc_auth_requests where expires_at <= $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(now).execute(conn).await.map(drop))?;
    let sql = "insert into oidc_auth_requests (state_hash, session_id, key_hash, nonce, verifier, expires_at) \
               values ($1, $2, $3, $4, $5, $6)";
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(state_hash).bind(session_id).bind(&flow.key_hash);
        let query = query.bind(&flow.nonce).bind(&flow.verifier).bind(expires_at);
        query.execute(conn).await.map(drop)
    })
}

/// Deletes and returns an authorization request, so that a callback is accepted only once; `None` if there is no
/// unexpired request.
pub(crate) async fn consume_auth_request(
    tx: &mut Tx,
    (state_hash, session_id): (&str, &str),
    now: i64,
) -> Result<Option<AuthRequest>, sqlx::Error> {
    let sql = "delete from oidc_auth_requests where state_hash = $1 and session_id = $2 and expires_at > $3 \
               returning key_hash, nonce, verifier";
    on_tx!(tx, conn => {
        sqlx::query_as(sql).bind(state_hash).bind(session_id).bind(now).fetch_optional(conn).await
    })
}

/// Returns the id of the user who is linked with this subject of the provider; `None` if there is none.
pub(super) async fn linked(
    tx: &mut Tx,
    issuer: &str,
    subject: &str,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "select user_id from oidc_links where issuer = $1 and subject = $2";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(issuer).bind(subject).fetch_optional(conn).await)
}

/// Returns the time at which a user was linked with this provider; `None` if the user is not linked.
pub(crate) async fn linked_at(
    db: &Db,
    issuer: &str,
    user_id: &str,
) -> Result<Option<i64>, sqlx::Error> {
    let sql = "select created_at from oidc_links where issuer = $1 and user_id = $2";
    on!(db, pool => sqlx::query_scalar(sql).bind(issuer).bind(user_id).fetch_optional(pool).await)
}

/// Links a user with this subject of the provider. Replaces an earlier link of the user with the provider.
pub(super) async fn replace_link(
    tx: &mut Tx,
    (issuer, subject): (&str, &str),
    user_id: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    delete_link(tx, issuer, user_id).await?;
    let sql =
        "insert into oidc_links (issuer, subject, user_id, created_at) values ($1, $2, $3, $4)";
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(issuer).bind(subject).bind(user_id).bind(now);
        query.execute(conn).await.map(drop)
    })
}

/// Deletes the link of a user with this provider; returns whether it existed.
pub(crate) async fn delete_link(
    tx: &mut Tx,
    issuer: &str,
    user_id: &str,
) -> Result<bool, sqlx::Error> {
    let sql = "delete from oidc_links where issuer = $1 and user_id = $2";
    let rows = on_tx!(tx, conn => {
        sqlx::query(sql).bind(issuer).bind(user_id).execute(conn).await.map(|done| done.rows_affected())
    })?;
    Ok(rows > 0)
}
