//! Stub of an OpenID Connect provider on loopback, with authorization codes and PKCE. Tests can make it violate the
//! protocol.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

pub(crate) const CLIENT: &str = "pailou";
pub(crate) const SECRET: &str = "very: secret";

/// Behavior of the stub, which tests can change.
#[derive(Default)]
pub(crate) struct ProviderBehavior {
    /// Claims that replace the valid ones; null removes a claim.
    pub(crate) claims: Map<String, Value>,
    /// Key id in a token, instead of the correct key id.
    pub(crate) kid: Option<&'static str>,
    /// Whether tokens have no signature.
    pub(crate) signs_nothing: bool,
    /// Whether tokens are signed with another key.
    pub(crate) signs_with_another: bool,
    /// Error code that the token endpoint returns for every authorization code.
    pub(crate) error: Option<&'static str>,
    /// Issuer in the metadata, instead of the correct issuer.
    pub(crate) calls_itself: Option<&'static str>,
    /// Whether the connection is closed without a token response.
    pub(crate) hangs_up: bool,
    /// Number of requests for the keys.
    pub(crate) keys_read: usize,
}

/// Error on which the stub closes the connection.
#[derive(Debug, thiserror::Error)]
#[error("gone")]
struct Gone;

struct Code {
    nonce: String,
    challenge: String,
    redirect_uri: String,
}

struct Inside {
    issuer: String,
    random: SystemRandom,
    key: Mutex<(String, EcdsaKeyPair)>,
    codes: Mutex<HashMap<String, Code>>,
    does: Mutex<ProviderBehavior>,
}

#[derive(Clone)]
pub(crate) struct Provider(Arc<Inside>);

impl Provider {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let random = SystemRandom::new();
        let key = Mutex::new(("first".to_owned(), new_key(&random)));
        let codes = Mutex::default();
        let does = Mutex::default();
        let this = Self(Arc::new(Inside { issuer, random, key, codes, does }));
        let serving = this.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let this = serving.clone();
                let answer = service_fn(move |request| this.clone().answer(request));
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
            }
        });
        this
    }

    /// Settings of the site for this provider.
    pub(crate) fn settings(&self) -> String {
        format!(
            "[oidc]\nissuer = '{}'\nclient-id = '{CLIENT}'\nclient-secret = '{SECRET}'\n\
             [oidc.label]\nzh = '公司账号'\nen = 'Company'\n",
            self.0.issuer
        )
    }

    pub(crate) fn issuer(&self) -> &str {
        &self.0.issuer
    }

    pub(crate) fn does(&self, change: impl FnOnce(&mut ProviderBehavior)) {
        change(&mut self.0.does.lock().unwrap());
    }

    pub(crate) fn keys_read(&self) -> usize {
        self.0.does.lock().unwrap().keys_read
    }

    /// Replaces the signing key and the published key.
    pub(crate) fn change_key(&self, name: &str) {
        *self.0.key.lock().unwrap() = (name.to_owned(), new_key(&self.0.random));
    }

    /// Simulates the consent of a user: returns the state and the code of the callback.
    pub(crate) fn agree(&self, url: &str) -> (String, String) {
        let (endpoint, query) = url.split_once('?').unwrap();
        assert_eq!(endpoint, format!("{}/authorize", self.0.issuer));
        let params = form(query.as_bytes());
        assert_eq!(params["response_type"], "code");
        assert_eq!(params["code_challenge_method"], "S256");
        assert_eq!(params["client_id"], CLIENT);
        assert_eq!(params["scope"], "openid");
        assert_eq!(params["max_age"], "900");
        let mut codes = self.0.codes.lock().unwrap();
        let name = format!("code-{}", params["state"]);
        let code = Code {
            nonce: params["nonce"].clone(),
            challenge: params["code_challenge"].clone(),
            redirect_uri: params["redirect_uri"].clone(),
        };
        codes.insert(name.clone(), code);
        (params["state"].clone(), name)
    }

    async fn answer(self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Gone> {
        let issuer = &self.0.issuer;
        let (parts, body) = request.into_parts();
        let body = body.collect().await.map_err(|_| Gone)?.to_bytes();
        let (status, answer) = match parts.uri.path() {
            "/.well-known/openid-configuration" => {
                let itself = self.0.does.lock().unwrap().calls_itself.unwrap_or(issuer);
                let metadata = json!({
                    "issuer": itself,
                    "authorization_endpoint": format!("{issuer}/authorize"),
                    "token_endpoint": format!("{issuer}/token"),
                    "jwks_uri": format!("{issuer}/keys"),
                    "authorization_response_iss_parameter_supported": true,
                });
                (200, metadata)
            }
            "/keys" => (200, self.keys()),
            "/token" => {
                if self.0.does.lock().unwrap().hangs_up {
                    return Err(Gone);
                }
                let secret = parts.headers.get("authorization").and_then(|it| it.to_str().ok());
                self.token(secret.unwrap_or_default(), &form(&body))
            }
            _ => (404, json!({})),
        };
        let body = Full::new(Bytes::from(answer.to_string()));
        let answer = Response::builder().status(status).header("content-type", "application/json");
        Ok(answer.body(body).unwrap())
    }

    fn keys(&self) -> Value {
        self.0.does.lock().unwrap().keys_read += 1;
        let (name, key) = &*self.0.key.lock().unwrap();
        let (x, y) = key.public_key().as_ref()[1..].split_at(32);
        json!({ "keys": [
            { "kty": "oct", "kid": "odd", "k": "AAAA", "alg": "HS256" },
            { "kty": "EC", "crv": "P-256", "kid": name, "use": "sig", "x": text(x), "y": text(y) },
        ] })
    }

    fn token(&self, authorization: &str, form: &HashMap<String, String>) -> (u16, Value) {
        // Client authentication by RFC 6749, section 2.3.1: the client id and the secret are form-encoded.
        let right = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:very%3A+secret")));
        if authorization != right {
            return (401, json!({ "error": "invalid_client" }));
        }
        let does = self.0.does.lock().unwrap();
        if let Some(error) = does.error {
            return (400, json!({ "error": error }));
        }
        let code = form.get("code").and_then(|code| self.0.codes.lock().unwrap().remove(code));
        let Some(code) = code else { return (400, json!({ "error": "invalid_grant" })) };
        let challenge = text(Sha256::digest(form["code_verifier"].as_bytes()));
        if challenge != code.challenge || form["redirect_uri"] != code.redirect_uri {
            return (400, json!({ "error": "invalid_grant" }));
        }
        let mut claims = json!({
            "iss": self.0.issuer, "sub": "u-1", "aud": CLIENT, "nonce": code.nonce,
            "iat": now(), "exp": now() + 300, "auth_time": now(),
        });
        for (name, value) in &does.claims {
            match value {
                Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
                value => claims[name] = value.clone(),
            }
        }
        (
            200,
            json!({ "access_token": "x", "token_type": "Bearer", "id_token": self.signed(&claims, &does) }),
        )
    }

    fn signed(&self, claims: &Value, does: &ProviderBehavior) -> String {
        let (name, key) = &*self.0.key.lock().unwrap();
        if does.signs_nothing {
            let head = json!({ "alg": "none", "kid": name });
            return format!("{}.{}.", text(head.to_string()), text(claims.to_string()));
        }
        let head = json!({ "alg": "ES256", "kid": does.kid.unwrap_or(name) });
        let signed = format!("{}.{}", text(head.to_string()), text(claims.to_string()));
        let other_key = new_key(&self.0.random);
        let key = if does.signs_with_another { &other_key } else { key };
        let signature = key.sign(&self.0.random, signed.as_bytes()).unwrap();
        format!("{signed}.{}", text(signature))
    }
}

fn new_key(random: &SystemRandom) -> EcdsaKeyPair {
    let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, random).unwrap();
    EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), random).unwrap()
}

fn form(bytes: &[u8]) -> HashMap<String, String> {
    serde_urlencoded::from_bytes(bytes).unwrap()
}

fn text(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(crate) fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.unwrap().as_secs()
}
