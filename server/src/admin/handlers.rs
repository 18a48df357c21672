//! Logging in and out, and the first owner.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use http::StatusCode;
use http::header::{self, HeaderMap, HeaderValue};
use warp::reply::Response;

use super::accounts;
use super::name::Name;
use super::password::{self, Hashing};
use super::store;
use super::wire;
use crate::shared::problem::{FieldError, Problem};
use crate::shared::session::{self, Role, Session};
use crate::shared::site::Site;
use crate::shared::visitor::{self, Limit, Peer};
use crate::shared::{id, reply};

/// Attempts at once from one address, then one per while.
const ATTEMPTS: NonZeroU32 = NonZeroU32::new(10).expect("ten");
const ATTEMPT_EVERY: Duration = Duration::from_secs(10);

#[derive(Debug, Clone)]
pub(super) struct Desk {
    site: Site,
    hashing: Hashing,
    attempts: Limit,
}

impl Desk {
    pub(super) fn new(site: Site) -> Self {
        let attempts = Limit::new(ATTEMPTS, ATTEMPT_EVERY);
        Self { site, hashing: Hashing::new(), attempts }
    }

    /// The visitor's address, if there may be one more attempt from there.
    fn attempt(&self, peer: Option<Peer>, headers: &HeaderMap) -> Result<IpAddr, Problem> {
        let address = visitor::of(peer, headers, self.site.settings.trusted_proxies);
        self.attempts.check(address).map(|()| address)
    }
}

/// Log in. The answer sets the anti-forgery cookie too.
#[utoipa::path(post, path = "/api/v1/login", tag = "admin", request_body = wire::Login,
    responses(
        (status = 200, description = "Logged in", body = wire::Session, headers(("set-cookie" = String, description = "The anti-forgery cookie"))),
        (status = 401, description = "Wrong name or password: `login-failed`"),
        (status = 429, description = "Too many attempts from this address"),
        (status = 503, description = "Too many people are logging in"),
    ))]
pub(super) async fn login(
    desk: Desk,
    peer: Option<Peer>,
    headers: HeaderMap,
    body: Result<wire::Login, Problem>,
) -> Result<Response, Problem> {
    let address = desk.attempt(peer, &headers)?;
    let wire::Login { username, password } = body?;
    let account = match Name::new(&username) {
        Ok(name) => store::account(&desk.site.db, &name.key).await?,
        Err(_) => None,
    };
    let hash = account.as_ref().map(|account| account.password.clone());
    let right = desk.hashing.verify(password, hash).await?;
    let Some(account) = account.filter(|_| right) else {
        tracing::warn!(%address, name = ?username, "login refused");
        return Err(Problem::LoginFailed);
    };
    let mut tx = desk.site.db.begin().await?;
    let session = session::open(&mut tx, &account.id).await?;
    tx.commit().await?;
    tracing::info!(%address, name = ?account.name, "logged in");
    let role = account.role.parse().unwrap_or(Role::Analyst);
    logged_in(&desk.site, session, wire::User { name: account.name, role })
}

/// Make the first owner, with the code of the link that `pailou serve` printed.
#[utoipa::path(post, path = "/api/v1/setup", tag = "admin", request_body = wire::Setup,
    responses(
        (status = 200, description = "Logged in", body = wire::Session, headers(("set-cookie" = String, description = "The anti-forgery cookie"))),
        (status = 410, description = "The code was used or is not known: `setup-used`"),
        (status = 422, description = "The name or the password cannot be taken"),
        (status = 429, description = "Too many attempts from this address"),
        (status = 503, description = "Too many people are logging in"),
    ))]
pub(super) async fn setup(
    desk: Desk,
    peer: Option<Peer>,
    headers: HeaderMap,
    body: Result<wire::Setup, Problem>,
) -> Result<Response, Problem> {
    let address = desk.attempt(peer, &headers)?;
    let wire::Setup { code, username, password } = body?;
    if !store::is_setup_code(&desk.site.db, &id::hash_of(&code)).await? {
        return Err(Problem::SetupUsed);
    }
    let name = acceptable(&username, &password)?;
    let hash = desk.hashing.hash(password).await?;
    let mut tx = desk.site.db.begin().await?;
    accounts::lock(&mut tx).await?;
    if store::users(&mut tx).await? > 0 {
        return Err(Problem::SetupUsed);
    }
    let id = accounts::insert(&mut tx, &name, Role::Owner, hash).await?;
    store::delete_setup_codes(&mut tx).await?;
    let session = session::open(&mut tx, &id).await?;
    tx.commit().await?;
    tracing::info!(%address, name = ?name.shown, "the first owner was made");
    logged_in(&desk.site, session, wire::User { name: name.shown, role: Role::Owner })
}

/// End this session. Without one there is nothing to end, and that is fine.
#[utoipa::path(post, path = "/api/v1/logout", tag = "admin", responses((status = 204, description = "Logged out")))]
pub(super) async fn logout(desk: Desk, headers: HeaderMap) -> Result<Response, Problem> {
    session::close(&desk.site, &headers).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Who is logged in with this token.
#[utoipa::path(get, path = "/api/v1/me", tag = "admin", security(("token" = [])),
    responses(
        (status = 200, description = "The user", body = wire::User),
        (status = 401, description = "Not logged in, or no longer"),
    ))]
pub(super) async fn me(desk: Desk, headers: HeaderMap) -> Result<Response, Problem> {
    let user = session::authenticate(&desk.site, &headers).await?;
    let answer = reply::json(&wire::User { name: user.name, role: user.role })?;
    Ok(reply::private(answer))
}

/// All that is wrong with the name and the password, said at once.
fn acceptable(username: &str, password: &str) -> Result<Name, Problem> {
    let fault = |field: &str, code, detail| FieldError { field: field.to_owned(), code, detail };
    let name = Name::new(username);
    let mut errors = Vec::new();
    if let Err(wrong) = &name {
        errors.push(fault("username", wrong.code(), wrong.to_string()));
    }
    if let Err(wrong) = password::check(password, username.trim()) {
        errors.push(fault("password", wrong.code(), wrong.to_string()));
    }
    name.ok().filter(|_| errors.is_empty()).ok_or(Problem::Invalid(errors))
}

fn logged_in(site: &Site, session: Session, user: wire::User) -> Result<Response, Problem> {
    let Session { token, expires_at } = session;
    let mut answer = reply::json(&wire::Session { token, expires_at, user })?;
    answer.headers_mut().insert(header::SET_COOKIE, anti_forgery(site)?);
    Ok(reply::private(answer))
}

/// Contract S13. Scripts of our own pages read it and send it back as a header, so not `HttpOnly`.
fn anti_forgery(site: &Site) -> Result<HeaderValue, Problem> {
    let name = &site.settings.anti_forgery_cookie;
    let secure = if site.settings.origin().starts_with("https://") { "; Secure" } else { "" };
    let cookie = format!("{name}={}; Path=/; SameSite=Strict{secure}", id::secret());
    HeaderValue::from_str(&cookie).map_err(|error| Problem::Internal(error.to_string()))
}
