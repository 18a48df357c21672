//! Logging in by a provider of identities (OpenID Connect), where the settings name one. It lets nobody in who has no
//! account here: an account is linked by its owner, who is logged in, and is found by (issuer, subject) from then on.

mod login;
mod own;
mod provider;
mod store;
mod token;

use std::sync::Arc;

use self::provider::{Provider, ProviderFault, Returned};
use self::store::Flow;
use self::token::Identity;
use super::MOST_BODY;
use super::login::Desk;
use super::wire::{OidcAnswer, OidcQuestion};
use crate::shared::id;
use crate::shared::problem::Problem;
use crate::shared::web::{Route, extract_state, route};

/// How long somebody may stay at the provider.
const PATIENCE_MS: i64 = 10 * 60 * 1000;

/// Where people come in with the provider's word.
#[derive(Clone)]
struct Gate {
    desk: Desk,
    provider: Option<Arc<Provider>>,
}

extract_state!(Gate);

pub(super) fn routes(desk: &Desk) -> Vec<Route> {
    let most = MOST_BODY.min(desk.site.settings.body_bytes);
    let provider = desk.site.settings.oidc();
    let provider = provider.map(|oidc| Arc::new(Provider::new(oidc, desk.site.outbound.clone())));
    let gate = &Gate { desk: desk.clone(), provider };
    vec![
        route!(gate, login::ways),
        route!(gate, login::begin),
        route!(gate, login::log_in).with_body_limit(most),
        route!(gate, own::shown),
        route!(gate, own::begin),
        route!(gate, own::link).with_body_limit(most),
        route!(gate, own::unlink),
    ]
}

/// Why what somebody came back with is not believed.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("nobody from here is on the way")]
    Unknown,
    #[error("{0}")]
    Provider(ProviderFault),
}

impl Gate {
    fn provider(&self) -> Result<&Provider, Problem> {
        self.provider.as_deref().ok_or(Problem::NotFound)
    }

    /// Where the provider sends people back to. The page takes the code out of the address at once.
    fn redirect_uri(&self) -> String {
        format!("{}/index/admin", self.desk.site.settings.origin())
    }

    /// Sends somebody to the provider. The key stays in this browser, so that nobody can be sent back with the code
    /// of somebody else.
    async fn send(&self, session_id: &str) -> Result<OidcQuestion, Problem> {
        let (state, key, now) = (id::secret(), id::secret(), id::now());
        let flow =
            Flow { key_hash: id::hash_of(&key), nonce: id::secret(), verifier: id::secret() };
        let url = self.provider()?.address(&state, &flow, &self.redirect_uri()).await;
        let url = url.map_err(unreachable)?;
        let mut tx = self.desk.site.db.begin().await?;
        let of = (id::hash_of(&state), session_id);
        store::keep_flow(&mut tx, (&of.0, of.1), &flow, (now, now + PATIENCE_MS)).await?;
        tx.commit().await?;
        Ok(OidcQuestion { url, key })
    }

    /// Whom the provider has sent back. A refusal is what the sender answers for; whatever else fails is a problem.
    async fn identity(
        &self,
        session_id: &str,
        answer: &OidcAnswer,
    ) -> Result<Result<Identity, Refusal>, Problem> {
        let provider = self.provider()?;
        let mut tx = self.desk.site.db.begin().await?;
        let of = id::hash_of(&answer.state);
        let flow = store::take_flow(&mut tx, (&of, session_id), id::now()).await?;
        tx.commit().await?;
        let flow = flow.filter(|flow| flow.key_hash == id::hash_of(&answer.key));
        let Some(flow) = flow else { return Ok(Err(Refusal::Unknown)) };
        let redirect_uri = self.redirect_uri();
        let issuer = answer.iss.as_deref();
        let returned = Returned { code: &answer.code, issuer, redirect_uri: &redirect_uri };
        match provider.identity(&flow, &returned).await {
            Err(fault @ ProviderFault::Unreachable(_)) => Err(unreachable(fault)),
            known => Ok(known.map_err(Refusal::Provider)),
        }
    }
}

/// The reason is for the log: it may name what only the operator knows.
fn unreachable(fault: ProviderFault) -> Problem {
    tracing::warn!(%fault, "the provider of identities failed");
    Problem::Unavailable("the provider of identities does not answer as it should")
}
