//! OpenID Connect identity provider: metadata, signing keys, authorization requests, and code exchange.

use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use http::{Method, Request, StatusCode, header};
use jsonwebtoken::jwk::Jwk;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use super::store::AuthRequest;
use super::token::{self, Expected, Identity, TokenError};
use pailou_auth::session;
use pailou_settings::Oidc;
use pailou_web::http_client::{HttpClient, UrlOrigin};

/// Lifetime of the cached metadata and keys of the provider.
const METADATA_LIFETIME: Duration = Duration::from_secs(60 * 60);

#[derive(Debug, thiserror::Error)]
pub(super) enum ProviderError {
    /// A transient failure: a later request may succeed.
    #[error("identity provider unavailable: {0}")]
    Unreachable(String),
    #[error("authorization code rejected: {0}")]
    Code(String),
    #[error("response from another identity provider")]
    Issuer,
    #[error("invalid ID token: {0}")]
    Token(#[from] TokenError),
}

#[derive(Debug, Clone, Deserialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

struct CachedMetadata {
    since: Instant,
    metadata: Metadata,
    keys: Vec<Jwk>,
}

pub(super) struct Provider {
    settings: Oidc,
    outbound: Arc<HttpClient>,
    known: Mutex<Option<CachedMetadata>>,
}

/// Callback parameters from the browser.
pub(super) struct Callback<'a> {
    pub code: &'a str,
    pub issuer: Option<&'a str>,
    pub redirect_uri: &'a str,
}

impl Provider {
    pub(super) fn new(settings: Oidc, outbound: Arc<HttpClient>) -> Self {
        Self { settings, outbound, known: Mutex::default() }
    }

    pub(super) fn settings(&self) -> &Oidc {
        &self.settings
    }

    /// Returns the URL of the authorization endpoint with `state` and the parameters of the flow.
    pub(super) async fn address(
        &self,
        state: &str,
        flow: &AuthRequest,
        redirect_uri: &str,
    ) -> Result<String, ProviderError> {
        let (metadata, _) = self.known(false).await?;
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&flow.verifier));
        // A login counts as re-authentication, so the user must have authenticated at the provider recently.
        let max_age = (session::REAUTHENTICATION_MS / 1000).to_string();
        let query = serde_urlencoded::to_string([
            ("response_type", "code"),
            ("scope", "openid"),
            ("client_id", &self.settings.client_id),
            ("redirect_uri", redirect_uri),
            ("state", state),
            ("nonce", &flow.nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
            ("max_age", &max_age),
        ]);
        let query = query.map_err(|error| ProviderError::Unreachable(error.to_string()))?;
        let mark = if metadata.authorization_endpoint.contains('?') { '&' } else { '?' };
        Ok(format!("{}{mark}{query}", metadata.authorization_endpoint))
    }

    /// Exchanges the code of the callback for an ID token, and returns the identity that the provider has
    /// authenticated.
    pub(super) async fn identity(
        &self,
        flow: &AuthRequest,
        returned: &Callback<'_>,
    ) -> Result<Identity, ProviderError> {
        let (metadata, keys) = self.known(false).await?;
        // RFC 9207: the `iss` parameter identifies the authorization server, so that a code of another provider is not
        // sent to this one.
        let requires_value = metadata.authorization_response_iss_parameter_supported;
        match returned.issuer {
            Some(issuer) if issuer != self.settings.issuer => return Err(ProviderError::Issuer),
            None if requires_value => return Err(ProviderError::Issuer),
            _ => {}
        }
        let token = self.exchange(&metadata, flow, returned).await?;
        let expected = Expected {
            issuer: &self.settings.issuer,
            client_id: &self.settings.client_id,
            nonce: &flow.nonce,
        };
        match token::identity(&token, &keys, &expected) {
            // Providers rotate their keys: an unknown key id causes one new download.
            Err(TokenError::UnknownKey) => {
                let (_, keys) = self.known(true).await?;
                Ok(token::identity(&token, &keys, &expected)?)
            }
            done => Ok(done?),
        }
    }

    async fn exchange(
        &self,
        metadata: &Metadata,
        flow: &AuthRequest,
        returned: &Callback<'_>,
    ) -> Result<String, ProviderError> {
        let Oidc { client_id, client_secret, .. } = &self.settings;
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", returned.code),
            ("redirect_uri", returned.redirect_uri),
            ("code_verifier", &flow.verifier),
        ];
        let methods = &metadata.token_endpoint_auth_methods_supported;
        let is_basic =
            methods.is_empty() || methods.iter().any(|method| method == "client_secret_basic");
        let mut request = Request::builder().method(Method::POST).uri(&metadata.token_endpoint);
        request = request.header(header::ACCEPT, "application/json");
        request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        match client_secret {
            Some(secret) if is_basic => {
                let both = format!("{}:{}", encoded(client_id), encoded(secret));
                let both = format!("Basic {}", STANDARD.encode(both));
                request = request.header(header::AUTHORIZATION, both);
            }
            Some(secret) => {
                form.extend([("client_id", client_id.as_str()), ("client_secret", secret)])
            }
            None => form.push(("client_id", client_id)),
        }
        let body = serde_urlencoded::to_string(form).unwrap_or_default();
        let (status, answer) = self.send(request.body(body.into())).await?;
        match answer["id_token"].as_str() {
            Some(token) if status == StatusCode::OK => Ok(token.to_owned()),
            _ => Err(ProviderError::Code(
                answer["error"].as_str().unwrap_or(status.as_str()).chars().take(100).collect(),
            )),
        }
    }

    /// Returns the provider metadata and keys. They are cached for one hour; if `is_forced` is true, they are
    /// downloaded again.
    async fn known(&self, is_forced: bool) -> Result<(Metadata, Vec<Jwk>), ProviderError> {
        let mut known = self.known.lock().await;
        if let Some(known) =
            known.as_ref().filter(|known| !is_forced && known.since.elapsed() < METADATA_LIFETIME)
        {
            return Ok((known.metadata.clone(), known.keys.clone()));
        }
        let issuer = &self.settings.issuer;
        let url = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let metadata = serde_json::from_value::<Metadata>(self.read(&url).await?)
            .map_err(|error| ProviderError::Unreachable(error.to_string()))?;
        if metadata.issuer != *issuer {
            return Err(ProviderError::Unreachable(format!(
                "unexpected issuer {}",
                metadata.issuer
            )));
        }
        let endpoints =
            [&metadata.authorization_endpoint, &metadata.token_endpoint, &metadata.jwks_uri];
        let is_safe = |endpoint: &&String| {
            endpoint.starts_with("https://")
                || (issuer.starts_with("http://") && endpoint.starts_with("http://"))
        };
        if !endpoints.iter().all(is_safe) {
            return Err(ProviderError::Unreachable("insecure endpoint URL".to_owned()));
        }
        let keys = token::keys(&self.read(&metadata.jwks_uri).await?);
        *known = Some(CachedMetadata {
            since: Instant::now(),
            metadata: metadata.clone(),
            keys: keys.clone(),
        });
        Ok((metadata, keys))
    }

    async fn read(&self, url: &str) -> Result<Value, ProviderError> {
        let request = Request::builder().uri(url).header(header::ACCEPT, "application/json");
        match self.send(request.body(Bytes::new())).await? {
            (StatusCode::OK, answer) => Ok(answer),
            (status, _) => Err(ProviderError::Unreachable(format!("{url} answered {status}"))),
        }
    }

    async fn send(
        &self,
        request: Result<Request<Bytes>, http::Error>,
    ) -> Result<(StatusCode, Value), ProviderError> {
        let request = request.map_err(|error| ProviderError::Unreachable(error.to_string()))?;
        let answer = self.outbound.request(UrlOrigin::Operator, request).await;
        let answer = answer.map_err(|error| ProviderError::Unreachable(error.to_string()))?;
        Ok((answer.status(), serde_json::from_slice(answer.body()).unwrap_or_default()))
    }
}

/// Form-encodes a client id or secret, as RFC 6749 requires in the `Authorization` header.
fn encoded(text: &str) -> String {
    let whole = serde_urlencoded::to_string([("", text)]).unwrap_or_default();
    whole.trim_start_matches('=').to_owned()
}
