//! Passkeys (WebAuthn): passwordless login and re-authentication with keys on an authenticator. Protocol rules are in
//! `ceremony`.

mod ceremony;
mod login;
mod own;
mod relying_party;
mod store;

use serde_json::{Value, json};

use self::ceremony::{ChallengeOptions, Refused, UnverifiedAssertion};
use self::store::{Challenge, Passkey};
use super::MAX_BODY;
use super::login::LoginService;
use super::login::throttle::Attempt;
use pailou_auth::accounts;
use pailou_auth::accounts::Account;
use pailou_auth::session::User;
use pailou_database::Tx;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::id;
use pailou_site::Site;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::{Route, route};

/// Lifetime of a challenge in milliseconds.
const CHALLENGE_LIFETIME_MS: i64 = 5 * 60 * 1000;

pub(crate) fn routes(service: &LoginService) -> Vec<Route> {
    let max_body = MAX_BODY.min(service.site.settings.body_bytes);
    let site = &service.site;
    vec![
        route!(site, own::list_passkeys),
        route!(site, own::begin_adding_passkey),
        route!(site, own::add_passkey).with_body_limit(max_body),
        route!(site, own::rename).with_body_limit(max_body),
        route!(site, own::remove_passkey),
        route!(service, login::begin_passkey_login),
        route!(service, login::log_in_with_passkey).with_body_limit(max_body),
        route!(service, login::begin_confirm),
        route!(service, login::reauthenticate_with_passkey).with_body_limit(max_body),
    ]
}

/// Deletes all passkeys of a user within the caller's transaction.
pub(crate) async fn remove_all(
    tx: &mut Tx,
    actor: &Actor,
    account: &Account,
) -> Result<(), sqlx::Error> {
    if store::delete_of(tx, &account.id).await? > 0 {
        audit_log::log(tx, actor, Action::PasskeyRemoved, Subject::new(&account.name)).await?;
    }
    Ok(())
}

/// Purpose of a challenge, and the id of the session that requested it; a login has no session.
#[derive(Clone, Copy)]
enum Purpose<'a> {
    Login,
    Register(&'a str),
    Confirm(&'a str),
}

impl Purpose<'_> {
    fn of<'a>(&'a self, hash: &'a str) -> Challenge<'a> {
        let (purpose, session_id) = match *self {
            Self::Login => ("login", ""),
            Self::Register(session_id) => ("register", session_id),
            Self::Confirm(session_id) => ("confirm", session_id),
        };
        Challenge { hash, purpose, session_id }
    }
}

/// Stores a challenge until its response; returns the options for the browser.
async fn issue_challenge(
    site: &Site,
    purpose: Purpose<'_>,
    challenge_options: Result<ChallengeOptions, Refused>,
) -> Result<Value, Problem> {
    let challenge_options =
        challenge_options.map_err(|error| Problem::Internal(error.to_string()))?;
    let now = id::now();
    let mut tx = site.db.begin().await?;
    let challenge = purpose.of(&challenge_options.challenge_hash);
    store::store_challenge(
        &mut tx,
        &challenge,
        &challenge_options.state,
        (now, now + CHALLENGE_LIFETIME_MS),
    )
    .await?;
    tx.commit().await?;
    Ok(challenge_options.options)
}

/// Consumes the challenge of a response, even if the response is rejected afterwards, because a challenge can be used
/// only once. Returns the server state of the ceremony. The inner error means that no such challenge is pending.
async fn consume_challenge(
    tx: &mut Tx,
    purpose: Purpose<'_>,
    challenge_hash: &str,
) -> Result<Result<String, Refused>, sqlx::Error> {
    let challenge = purpose.of(challenge_hash);
    let state = store::take_challenge(tx, &challenge, id::now()).await?;
    Ok(state.ok_or_else(Refused::no_challenge))
}

/// Returns the account whose passkey has signed the challenge; with `user`, only the account of this user. A failure is
/// counted and logged like a wrong password, and returns `None`.
async fn verify_passkey(
    service: &LoginService,
    caller: &RequestContext,
    user: Option<&User>,
    purpose: Purpose<'_>,
    answer: &Value,
) -> Result<Option<Account>, Problem> {
    let address = service.attempt(caller)?;
    let relying_party =
        relying_party::find(service.site.settings.site_url.as_deref(), &caller.headers)?;
    let mut tx = service.site.db.begin().await?;
    let (known, verified) = match UnverifiedAssertion::read(answer) {
        Err(refused) => (None, Err(refused)),
        Ok(signed) => {
            let known = holder(&mut tx, &signed.credential_id(), user).await?;
            let state = match signed.challenge_hash() {
                Ok(hash) => consume_challenge(&mut tx, purpose, &hash).await?,
                Err(refused) => Err(refused),
            };
            let verified = match (&known, state) {
                (_, Err(refused)) => Err(refused),
                (None, _) => Err(Refused::unknown()),
                (Some((passkey, _)), Ok(state)) => signed.verified(&relying_party, &state, passkey),
            };
            (known, verified)
        }
    };
    let whom = known.as_ref().map_or_else(String::new, |(_, account)| account.id.clone());
    let attempt = Attempt::new(&format!("passkey {whom}"), address);
    if let Err(problem) = attempt.check_within(&mut tx).await {
        tx.commit().await?;
        return Err(problem);
    }
    let now = id::now();
    let refused = match (known, verified) {
        (Some((passkey, account)), Ok(counter)) => {
            if store::set_used(&mut tx, &passkey, &counter, now).await? {
                attempt.succeeded(&mut tx).await?;
                tx.commit().await?;
                return Ok(Some(account));
            }
            Refused::no_challenge()
        }
        (_, Err(refused)) => refused,
        (None, Ok(_)) => Refused::unknown(),
    };
    tracing::warn!(%address, error = %refused, "passkey rejected");
    attempt.failed(&mut tx).await?;
    let (actor, action) = match user {
        Some(user) => (user.actor.clone(), Action::ConfirmRefused),
        None => (service.anonymous_actor(caller, None), Action::LoginRefused),
    };
    let subject = Subject::default().after(&json!({ "by": "passkey" }));
    audit_log::log(&mut tx, &actor, action, subject).await?;
    tx.commit().await?;
    Ok(None)
}

/// Returns the passkey with this credential id and its account; `None` if there is no such passkey, the account is
/// disabled, or `user` is another user.
async fn holder(
    tx: &mut Tx,
    credential_id: &str,
    user: Option<&User>,
) -> Result<Option<(Passkey, Account)>, sqlx::Error> {
    let Some(passkey) = store::by_credential(tx, credential_id).await? else { return Ok(None) };
    let account = accounts::store::by_id(tx, &passkey.user_id).await?;
    let account = account
        .filter(|account| account.disabled_at.is_none())
        .filter(|account| user.is_none_or(|user| user.id == account.id));
    Ok(account.map(|account| (passkey, account)))
}
