//! Login, logout, set-up of the first owner, and re-authentication by password.

pub(crate) mod second_factor;
mod store;
pub(crate) mod throttle;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use http::StatusCode;
use http::header::{self, HeaderValue};
use serde_json::json;
use warp::reply::Response;

use self::second_factor::UsedSecondFactor;
use self::throttle::Attempt;
use super::MAX_BODY;
use super::api;
use pailou_auth::accounts;
use pailou_auth::accounts::{Account, AccountError, Hashing, Name, check_password};
use pailou_auth::guard::{Authenticated, Enrolling};
use pailou_auth::session;
use pailou_auth::session::{AccessScope, Role, Session, User};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::id;
use pailou_database::{Db, Tx};
use pailou_site::Site;
use pailou_web::client::{RateLimiter, RequestContext};
use pailou_web::problem::{FieldError, Problem};
use pailou_web::reply;
use pailou_web::{Route, extract_state, route};

/// Rate limit per client address: a burst of `ATTEMPTS`, then one attempt per `ATTEMPT_EVERY`.
const ATTEMPTS: NonZeroU32 = NonZeroU32::new(10).expect("ten");
const ATTEMPT_EVERY: Duration = Duration::from_secs(10);

/// State of the login handlers.
#[derive(Debug, Clone)]
pub(crate) struct LoginService {
    pub site: Site,
    pub hashing: Hashing,
    attempts: RateLimiter,
}

extract_state!(LoginService);

impl AsRef<Db> for LoginService {
    fn as_ref(&self) -> &Db {
        &self.site.db
    }
}

impl LoginService {
    pub(crate) fn new(site: Site) -> Self {
        let attempts = RateLimiter::new(ATTEMPTS, ATTEMPT_EVERY);
        Self { site, hashing: Hashing::default(), attempts }
    }

    /// Counts an attempt of the client address. Returns the address, or 429 if its rate limit is exceeded.
    pub(crate) fn attempt(&self, caller: &RequestContext) -> Result<IpAddr, Problem> {
        let address = caller.address;
        self.attempts.check(address).map(|()| address)
    }

    /// Creates the audit log actor of an unauthenticated request. It has the id and the name of the account that the
    /// request concerns, if any.
    pub(crate) fn anonymous_actor(
        &self,
        caller: &RequestContext,
        account: Option<&Account>,
    ) -> Actor {
        let whom = account.map(|account| (account.id.as_str(), account.name.as_str()));
        session::anonymous_actor(caller, whom.unwrap_or_default())
    }

    /// Revokes the session of the request, if any.
    pub(crate) async fn revoke_session(
        &self,
        tx: &mut Tx,
        caller: &RequestContext,
    ) -> Result<(), sqlx::Error> {
        if let Some((id, name)) = session::close(tx, caller).await? {
            let actor = session::anonymous_actor(caller, (&id, &name));
            audit_log::log(tx, &actor, Action::Logout, Subject::default()).await?;
        }
        Ok(())
    }

    /// Verifies the password and, with two-factor authentication, the code of an enabled account. An unknown name and a
    /// wrong password or code are counted and logged. For an unknown name, the check takes as long as for a wrong
    /// password. A correct password of a disabled account fails like a wrong one, but with another reason in the audit
    /// log. Returns the account and the open transaction.
    async fn check(
        &self,
        attempt: &Attempt,
        actor: &Actor,
        refused: Action,
        account: Option<Account>,
        (password, step): (String, SecondFactorInput<'_>),
    ) -> Result<(Account, Tx), LoginError> {
        attempt.check(&self.site).await.map_err(LoginError::Problem)?;
        let hash = account.as_ref().map(|account| account.password.clone());
        let right = self.hashing.verify(password, hash).await.map_err(LoginError::Problem)?;
        let mut tx = self.site.db.begin().await?;
        let is_able = |account: &Account| account.disabled_at.is_none();
        let reason = match &account {
            None => "name",
            Some(account) if right && !is_able(account) => "disabled",
            Some(_) => "password",
        };
        let account = match account.filter(|account| right && is_able(account)) {
            Some(account) => accounts::store::lock_if_unchanged(&mut tx, &account).await?,
            None => None,
        };
        let outcome = match (account, step) {
            (None, _) => Err((LoginError::Password, reason)),
            (Some(account), SecondFactorInput::Skipped) => Ok((account, None)),
            (Some(account), _) if account.totp.is_empty() => Ok((account, None)),
            (Some(account), SecondFactorInput::Code(code)) => {
                let used_factor = self.take(&mut tx, &account, code).await?;
                used_factor
                    .map(|used_factor| (account, Some(used_factor)))
                    .ok_or((LoginError::Code, "code"))
            }
            (Some(_), SecondFactorInput::Missing) => return Err(LoginError::NoCode),
        };
        match outcome {
            Ok((account, used_factor)) => {
                attempt.succeeded(&mut tx).await?;
                if used_factor == Some(UsedSecondFactor::RecoveryCode) {
                    let actor = Actor { name: account.name.clone(), ..actor.clone() };
                    audit_log::log(&mut tx, &actor, Action::RecoveryCodeUsed, Subject::default())
                        .await?;
                }
                Ok((account, tx))
            }
            Err((error, reason)) => {
                attempt.failed(&mut tx).await?;
                let subject = Subject::default().after(&json!({ "reason": reason }));
                audit_log::log(&mut tx, actor, refused, subject).await?;
                tx.commit().await?;
                Err(error)
            }
        }
    }

    /// Consumes a two-factor code; returns `None` if the code is wrong or was used before. Wrong authenticator codes
    /// delay further authenticator codes of the account, but not its recovery codes, which are too long to be
    /// guessed.
    async fn take(
        &self,
        tx: &mut Tx,
        account: &Account,
        code: &str,
    ) -> Result<Option<UsedSecondFactor>, LoginError> {
        if second_factor::is_recovery_code(code) {
            return Ok(second_factor::consume_code(tx, &account.id, &account.totp, code).await?);
        }
        let attempt = Attempt::for_codes(&account.id);
        attempt.check_within(tx).await.map_err(LoginError::Problem)?;
        let used_factor = second_factor::consume_code(tx, &account.id, &account.totp, code).await?;
        match used_factor {
            Some(_) => attempt.succeeded(tx).await?,
            None => attempt.failed(tx).await?,
        }
        Ok(used_factor)
    }

    /// Verifies the password and the code of a logged-in user, as `check` does. Returns the account and the open
    /// transaction.
    pub(crate) async fn check_reauthentication(
        &self,
        caller: &RequestContext,
        user: &User,
        password: String,
        step: SecondFactorInput<'_>,
    ) -> Result<(Account, Tx), LoginError> {
        let address = self.attempt(caller).map_err(LoginError::Problem)?;
        let account = accounts::store::enabled_by_id(&self.site.db, &user.id).await?;
        let attempt = Attempt::new(&format!("again {}", user.id), address);
        let refused = Action::ConfirmRefused;
        self.check(&attempt, &user.actor, refused, account, (password, step)).await
    }

    /// Opens a session of an account, commits the transaction, and returns the response with the session.
    pub(crate) async fn log_in(
        &self,
        tx: Tx,
        actor: &Actor,
        account: &Account,
    ) -> Result<Response, Problem> {
        self.log_in_shown_at(tx, actor, account, id::now()).await
    }

    /// Same as `log_in`, for a user who was last authenticated at `shown_at`, in milliseconds since 1970-01-01 UTC.
    pub(crate) async fn log_in_shown_at(
        &self,
        mut tx: Tx,
        actor: &Actor,
        account: &Account,
        shown_at: i64,
    ) -> Result<Response, Problem> {
        let session = session::open(&mut tx, &account.id, actor, shown_at).await?;
        tx.commit().await?;
        let Session { token, expires_at } = session;
        let answer = api::Session { token, expires_at, user: api::User::of_account(account)? };
        let mut answer = reply::json(&answer)?;
        answer.headers_mut().insert(header::SET_COOKIE, anti_forgery(&self.site)?);
        Ok(reply::private(answer))
    }
}

/// Two-factor code of a request; `Skipped` if the endpoint does not require a code.
pub(crate) enum SecondFactorInput<'a> {
    Skipped,
    Missing,
    Code(&'a str),
}

impl<'a> From<&'a Option<String>> for SecondFactorInput<'a> {
    fn from(code: &'a Option<String>) -> Self {
        let code = code.as_deref().map(str::trim).filter(|code| !code.is_empty());
        code.map_or(Self::Missing, Self::Code)
    }
}

/// Reason why a login or a re-authentication failed.
pub(crate) enum LoginError {
    Password,
    NoCode,
    Code,
    Problem(Problem),
}

impl From<sqlx::Error> for LoginError {
    fn from(error: sqlx::Error) -> Self {
        Self::Problem(error.into())
    }
}

impl LoginError {
    fn at_login(self) -> Problem {
        match self {
            Self::Password => Problem::LoginFailed,
            Self::NoCode => Problem::CodeNeeded,
            Self::Code => Problem::CodeWrong,
            Self::Problem(problem) => problem,
        }
    }

    /// Returns a field error instead of 401, so that a typing error does not log the user out. `password` is the name
    /// of the password field.
    pub(crate) fn in_field(self, password: &str) -> Problem {
        match self {
            Self::Password => Problem::invalid(password, "wrong", "the current password is wrong"),
            Self::NoCode => Problem::invalid("code", "required", "two-factor code required"),
            Self::Code => Problem::invalid("code", "wrong", "invalid code: wrong or already used"),
            Self::Problem(problem) => problem,
        }
    }
}

pub(crate) fn routes(service: &LoginService) -> Vec<Route> {
    let max_body = MAX_BODY.min(service.site.settings.body_bytes);
    vec![
        route!(service, login).with_body_limit(max_body),
        route!(service, setup).with_body_limit(max_body),
        route!(service, verify_setup).with_body_limit(max_body),
        route!(service, logout),
        route!(service, reauthenticate_with_password).with_body_limit(max_body),
        route!(service, me),
    ]
}

/// Log in
///
/// The response sets the CSRF cookie.
#[utoipa::path(post, path = "/api/v1/login", tag = "admin", request_body = api::Login,
    responses(
        (status = 200, description = "Logged in", body = api::Session, headers(("set-cookie" = String, description = "The CSRF cookie"))),
        (status = 401, description = "Wrong name or password: `login-failed`. Correct password, but the two-factor code is missing (`code-needed`) or wrong (`code-wrong`), or the role requires a second factor and the account has a passkey only (`passkey-needed`)"),
        (status = 429, description = "Too many attempts from this address, too many failed attempts for this name from this address, or too many wrong codes for this account"),
        (status = 503, description = "Too many concurrent logins"),
    ))]
pub(crate) async fn login(
    service: LoginService,
    caller: RequestContext,
    body: Result<api::Login, Problem>,
) -> Result<Response, Problem> {
    let address = service.attempt(&caller)?;
    let api::Login { username, password, code } = body?;
    let name = Name::new(&username).ok();
    let account = match &name {
        Some(name) => accounts::store::named(&service.site.db, &name.key).await?,
        None => None,
    };
    let attempt = Attempt::new(name.as_ref().map_or("", |name| &name.key), address);
    // Only the name of an existing account is logged: an unknown name may be a password typed into
    // the wrong field.
    let actor = service.anonymous_actor(&caller, account.as_ref());
    let credentials = (password, SecondFactorInput::from(&code));
    let checked = service.check(&attempt, &actor, Action::LoginRefused, account, credentials).await;
    let (account, mut tx) = match checked {
        Ok(checked) => checked,
        Err(error) => {
            tracing::warn!(%address, name = ?actor.name, "login failed");
            return Err(error.at_login());
        }
    };
    if account.requires_passkey() {
        let subject = Subject::default().after(&json!({ "reason": "passkey" }));
        audit_log::log(&mut tx, &actor, Action::LoginRefused, subject).await?;
        tx.commit().await?;
        return Err(Problem::PasskeyNeeded);
    }
    audit_log::log(&mut tx, &actor, Action::Login, Subject::default()).await?;
    let logged_in = service.log_in(tx, &actor, &account).await?;
    tracing::info!(%address, name = ?account.name, "logged in");
    Ok(logged_in)
}

/// Verify setup code
///
/// Checks the code of the link that `pailou serve` printed. The code stays valid.
#[utoipa::path(post, path = "/api/v1/setup/verify", tag = "admin", request_body = api::InvitationCode,
    responses(
        (status = 204, description = "The code is valid"),
        (status = 410, description = "The code was used or is unknown: `setup-used`"),
        (status = 429, description = "Too many attempts from this address"),
    ))]
pub(crate) async fn verify_setup(
    service: LoginService,
    caller: RequestContext,
    body: Result<api::InvitationCode, Problem>,
) -> Result<Response, Problem> {
    service.attempt(&caller)?;
    let api::InvitationCode { code } = body?;
    if !accounts::store::is_setup_code(&service.site.db, &id::hash_of(&code)).await? {
        return Err(Problem::SetupUsed);
    }
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Create first owner
///
/// Requires the code of the link that `pailou serve` printed.
#[utoipa::path(post, path = "/api/v1/setup", tag = "admin", request_body = api::Setup,
    responses(
        (status = 200, description = "Logged in", body = api::Session, headers(("set-cookie" = String, description = "The CSRF cookie"))),
        (status = 410, description = "The code was used or is unknown: `setup-used`"),
        (status = 422, description = "The name or password is invalid"),
        (status = 429, description = "Too many attempts from this address"),
        (status = 503, description = "Too many concurrent logins"),
    ))]
pub(crate) async fn setup(
    service: LoginService,
    caller: RequestContext,
    body: Result<api::Setup, Problem>,
) -> Result<Response, Problem> {
    let address = service.attempt(&caller)?;
    let api::Setup { code, username, password } = body?;
    if !accounts::store::is_setup_code(&service.site.db, &id::hash_of(&code)).await? {
        return Err(Problem::SetupUsed);
    }
    let name = validate_credentials(&username, &password)?;
    let hash = service.hashing.hash(password).await?;
    let mut tx = service.site.db.begin().await?;
    accounts::lock(&mut tx).await?;
    if accounts::store::count(&mut tx).await? > 0 {
        return Err(Problem::SetupUsed);
    }
    let owner =
        accounts::add_account(&mut tx, &name, Role::Owner, &AccessScope::default(), hash).await;
    let id = owner.map_err(link_account_problem)?;
    accounts::store::delete_setup_codes(&mut tx).await?;
    let account = accounts::store::by_id(&mut tx, &id).await?.ok_or(Problem::NotFound)?;
    let actor = service.anonymous_actor(&caller, Some(&account));
    audit_log::log(&mut tx, &actor, Action::Setup, Subject::new(&name.display)).await?;
    let logged_in = service.log_in(tx, &actor, &account).await?;
    tracing::info!(%address, name = ?name.display, "first owner created");
    Ok(logged_in)
}

/// Log out
///
/// Revokes the session of the request. Also succeeds without a session.
#[utoipa::path(post, path = "/api/v1/logout", tag = "admin", responses((status = 204, description = "Session revoked")))]
pub(crate) async fn logout(
    service: LoginService,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let mut tx = service.site.db.begin().await?;
    service.revoke_session(&mut tx, &caller).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Re-authenticate with password
///
/// Required before sensitive actions. Valid for 15 minutes, in this session only.
#[utoipa::path(post, path = "/api/v1/confirm", tag = "admin", request_body = api::Confirm,
    responses(
        (status = 204, description = "Re-authenticated"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "API tokens cannot re-authenticate with a password"),
        (status = 422, description = "The password or the code is wrong, or the code is missing"),
        (status = 429, description = "Too many attempts"),
        (status = 503, description = "Too many concurrent logins"),
    ))]
pub(crate) async fn reauthenticate_with_password(
    user: Enrolling,
    service: LoginService,
    caller: RequestContext,
    body: Result<api::Confirm, Problem>,
) -> Result<Response, Problem> {
    let session = user.session()?;
    let api::Confirm { password, code } = body?;
    let checked = service
        .check_reauthentication(&caller, &user, password, SecondFactorInput::from(&code))
        .await;
    let (_, mut tx) = checked.map_err(|error| error.in_field("password"))?;
    session::confirm(&mut tx, session).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Get current user
///
/// Returns the user of this session or token, with permissions.
#[utoipa::path(get, path = "/api/v1/me", tag = "admin",
    responses(
        (status = 200, description = "The user", body = api::User),
        (status = 401, description = "Not authenticated, or the session has expired"),
    ))]
pub(crate) async fn me(user: Authenticated) -> Result<Response, Problem> {
    Ok(reply::private(reply::json(&api::User::of(&user))?))
}

/// Validates name and password; reports all errors together.
pub(crate) fn validate_credentials(username: &str, password: &str) -> Result<Name, Problem> {
    let field_error = |field: &str, code, detail: String| FieldError::new(field, code, detail);
    let name = Name::new(username);
    let mut errors = Vec::new();
    if let Err(error) = &name {
        errors.push(field_error("username", error.code(), error.to_string()));
    }
    if let Err(error) = check_password(password, username.trim()) {
        errors.push(field_error("password", error.code(), error.to_string()));
    }
    name.ok().filter(|_| errors.is_empty()).ok_or(Problem::Invalid(errors))
}

/// Converts an account error to a problem with the field names of the set-up and invitation forms.
pub(crate) fn link_account_problem(error: AccountError) -> Problem {
    match error {
        AccountError::Failed(problem) => problem,
        AccountError::Database(error) => error.into(),
        AccountError::Name(error) => Problem::invalid("username", error.code(), error.to_string()),
        AccountError::Password(error) => {
            Problem::invalid("password", error.code(), error.to_string())
        }
        error @ AccountError::Taken(_) => Problem::invalid("username", "taken", error.to_string()),
        error @ AccountError::Confusable { .. } => {
            Problem::invalid("username", "confusable", error.to_string())
        }
        error @ AccountError::LastOwner { field, .. } => {
            Problem::invalid(field, "last-owner", error.to_string())
        }
        AccountError::Unknown(_) | AccountError::UnknownToken(_) => Problem::NotFound,
        AccountError::Beyond { .. } => Problem::Forbidden("the role lacks this permission"),
    }
}

/// Creates the CSRF cookie. It is not `HttpOnly`, because scripts of the site read it and send it back as a header.
fn anti_forgery(site: &Site) -> Result<HeaderValue, Problem> {
    let name = &site.settings.anti_forgery_cookie;
    let secure = if site.settings.origin().starts_with("https://") { "; Secure" } else { "" };
    let cookie = format!("{name}={}; Path=/; SameSite=Strict{secure}", id::secret());
    HeaderValue::from_str(&cookie).map_err(|error| Problem::Internal(error.to_string()))
}
