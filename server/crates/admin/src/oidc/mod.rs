//! Login through an OpenID Connect identity provider, if the settings configure one. A login creates no account: a
//! logged-in user links an identity (issuer, subject) to their account, and can then log in with this identity.

mod account_link;
mod login;
mod provider;
mod store;
mod token;

use std::sync::Arc;

use self::provider::{Callback, Provider, ProviderError};
use self::store::AuthRequest;
use self::token::Identity;
use super::MAX_BODY;
use super::api::{OidcRequest, OidcResponse};
use super::login::LoginService;
use pailou_database::Db;
use pailou_database::id;
use pailou_web::problem::Problem;
use pailou_web::{Route, extract_state, route};

/// Lifetime of an authorization request, within which the user must return from the provider.
const REQUEST_LIFETIME_MS: i64 = 10 * 60 * 1000;

/// State of the OpenID Connect handlers.
#[derive(Clone)]
struct OidcService {
    service: LoginService,
    provider: Option<Arc<Provider>>,
}

extract_state!(OidcService);

impl AsRef<Db> for OidcService {
    fn as_ref(&self) -> &Db {
        &self.service.site.db
    }
}

pub(crate) fn routes(service: &LoginService) -> Vec<Route> {
    let max_body = MAX_BODY.min(service.site.settings.body_bytes);
    let provider = service.site.settings.oidc();
    let provider =
        provider.map(|oidc| Arc::new(Provider::new(oidc, service.site.outbound.clone())));
    let gate = &OidcService { service: service.clone(), provider };
    vec![
        route!(gate, login::login_methods),
        route!(gate, login::begin_oidc_login),
        route!(gate, login::log_in_with_oidc).with_body_limit(max_body),
        route!(gate, account_link::read_link),
        route!(gate, account_link::begin_link),
        route!(gate, account_link::link_provider).with_body_limit(max_body),
        route!(gate, account_link::unlink_provider),
    ]
}

/// Reason why a response from the provider is rejected.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("no open login with this state")]
    Unknown,
    #[error("{0}")]
    Provider(ProviderError),
}

impl OidcService {
    fn provider(&self) -> Result<&Provider, Problem> {
        self.provider.as_deref().ok_or(Problem::NotFound)
    }

    /// Returns the redirect URI for the provider. The page at this URI removes the code from the URL immediately.
    fn redirect_uri(&self) -> String {
        format!("{}/index/admin", self.service.site.settings.origin())
    }

    /// Starts an authorization request of a session; `session_id` is empty for a login. Returns the URL of the provider
    /// and a key. The key stays in this browser, so that an attacker cannot make a user log in to the account of the
    /// attacker.
    async fn send(&self, session_id: &str) -> Result<OidcRequest, Problem> {
        let (state, key, now) = (id::secret(), id::secret(), id::now());
        let flow = AuthRequest {
            key_hash: id::hash_of(&key),
            nonce: id::secret(),
            verifier: id::secret(),
        };
        let url = self.provider()?.address(&state, &flow, &self.redirect_uri()).await;
        let url = url.map_err(unreachable)?;
        let mut tx = self.service.site.db.begin().await?;
        let of = (id::hash_of(&state), session_id);
        store::store_auth_request(&mut tx, (&of.0, of.1), &flow, (now, now + REQUEST_LIFETIME_MS))
            .await?;
        tx.commit().await?;
        Ok(OidcRequest { url, key })
    }

    /// Exchanges the callback of an authorization request of this session for an identity. The inner error is the
    /// reason why the callback is invalid; all other failures are the outer error.
    async fn identity(
        &self,
        session_id: &str,
        answer: &OidcResponse,
    ) -> Result<Result<Identity, Refusal>, Problem> {
        let provider = self.provider()?;
        let mut tx = self.service.site.db.begin().await?;
        let of = id::hash_of(&answer.state);
        let flow = store::consume_auth_request(&mut tx, (&of, session_id), id::now()).await?;
        tx.commit().await?;
        let flow = flow.filter(|flow| flow.key_hash == id::hash_of(&answer.key));
        let Some(flow) = flow else { return Ok(Err(Refusal::Unknown)) };
        let redirect_uri = self.redirect_uri();
        let issuer = answer.iss.as_deref();
        let returned = Callback { code: &answer.code, issuer, redirect_uri: &redirect_uri };
        match provider.identity(&flow, &returned).await {
            Err(error @ ProviderError::Unreachable(_)) => Err(unreachable(error)),
            known => Ok(known.map_err(Refusal::Provider)),
        }
    }
}

/// Logs the reason of a failed request to the provider, and returns 503 without the reason, which may contain internal
/// details.
fn unreachable(error: ProviderError) -> Problem {
    tracing::warn!(error = %error, "identity provider request failed");
    Problem::Unavailable("identity provider unavailable, or its response is invalid")
}
