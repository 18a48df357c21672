//! Validation of ID tokens (OpenID Connect Core 1.0, section 3.1.3.7), without network requests.

use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde::Deserialize;
use serde_json::Value;

use pailou_database::id;

/// Asymmetric algorithms only: `none` and algorithms with a shared secret are refused.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// Expected claims of the token.
pub(super) struct Expected<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub nonce: &'a str,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(super) enum TokenError {
    /// The key id is unknown; the provider may have rotated its keys.
    #[error("signature by an unknown key")]
    UnknownKey,
    #[error("unsupported signature algorithm `{0}`")]
    Algorithm(String),
    #[error("{0}")]
    Wrong(String),
    #[error("nonce mismatch")]
    Nonce,
    #[error("audience mismatch")]
    Party,
}

#[derive(Deserialize)]
struct Claims {
    sub: String,
    aud: Value,
    azp: Option<String>,
    nonce: Option<String>,
    /// Time in seconds; a value of another type is ignored.
    #[serde(default)]
    auth_time: Value,
}

/// Identity in a validated ID token.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// Subject identifier of the user at the provider.
    pub subject: String,
    /// Time of the authentication at the provider in milliseconds since 1970; zero if the token omits it.
    pub shown_at: i64,
}

/// Returns the signing keys in a JSON Web Key Set. Omits keys for encryption, and keys that cannot be parsed.
pub(super) fn keys(set: &Value) -> Vec<Jwk> {
    let all = set["keys"].as_array().into_iter().flatten();
    all.filter(|key| key["use"].as_str().is_none_or(|end| end == "sig"))
        .filter_map(|key| serde_json::from_value(key.clone()).ok())
        .collect()
}

pub(super) fn identity(
    token: &str,
    keys: &[Jwk],
    expected: &Expected<'_>,
) -> Result<Identity, TokenError> {
    let to_error = |error: jsonwebtoken::errors::Error| TokenError::Wrong(error.to_string());
    let header = decode_header(token).map_err(to_error)?;
    if !ALGORITHMS.contains(&header.alg) {
        return Err(TokenError::Algorithm(format!("{:?}", header.alg)));
    }
    let named = |key: &&Jwk| header.kid.is_none() || key.common.key_id == header.kid;
    let mut validation = Validation::new(header.alg);
    validation.set_issuer(&[expected.issuer]);
    validation.set_audience(&[expected.client_id]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    validation.validate_nbf = true;
    let mut last_error = TokenError::UnknownKey;
    for key in keys.iter().filter(named) {
        let Ok(key) = DecodingKey::from_jwk(key) else { continue };
        match decode::<Claims>(token, &key, &validation) {
            Ok(read) => return validate_claims(read.claims, expected),
            Err(error) => last_error = to_error(error),
        }
    }
    Err(last_error)
}

fn validate_claims(claims: Claims, expected: &Expected<'_>) -> Result<Identity, TokenError> {
    if claims.nonce.as_deref() != Some(expected.nonce) {
        return Err(TokenError::Nonce);
    }
    let is_shared = claims.aud.as_array().is_some_and(|all| all.len() > 1);
    match claims.azp {
        Some(party) if party != expected.client_id => Err(TokenError::Party),
        None if is_shared => Err(TokenError::Party),
        _ if !is_name(&claims.sub) => Err(TokenError::Wrong("invalid subject".to_owned())),
        _ => Ok(Identity { shown_at: shown_at(&claims.auth_time, id::now()), subject: claims.sub }),
    }
}

fn is_name(subject: &str) -> bool {
    (1..=255).contains(&subject.len()) && !subject.contains(char::is_control)
}

/// Converts `auth_time` to milliseconds; 0 if it is not a number. The result is never later than `now`, even if the
/// provider's clock is ahead.
fn shown_at(auth_time: &Value, now: i64) -> i64 {
    auth_time.as_i64().map_or(0, |seconds| seconds.saturating_mul(1000).clamp(0, now))
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{EncodingKey, Header, encode};
    use serde_json::json;

    use super::*;

    /// Key for tests only.
    const KEY: &[u8] = include_bytes!("test/rsa.key.der");
    const EXPECTED: Expected<'_> =
        Expected { issuer: "https://id.example", client_id: "site", nonce: "n" };

    fn rsa() -> (EncodingKey, Vec<Jwk>) {
        let key = EncodingKey::from_rsa_der(KEY);
        let mut public = Jwk::from_encoding_key(&key, Algorithm::RS256).unwrap();
        public.common.key_id = Some("k".to_owned());
        (key, vec![public])
    }

    fn signed(algorithm: Algorithm, kid: Option<&str>, key: &EncodingKey) -> String {
        let claims = json!({
            "iss": "https://id.example", "aud": "site", "sub": "u", "nonce": "n",
            "exp": id::now() / 1000 + 60,
        });
        let header = Header { kid: kid.map(str::to_owned), ..Header::new(algorithm) };
        encode(&header, &claims, key).unwrap()
    }

    fn subject(token: &str, keys: &[Jwk], expected: &Expected<'_>) -> Result<String, TokenError> {
        identity(token, keys, expected).map(|identity| identity.subject)
    }

    #[test]
    fn authentication_time_is_zero_if_invalid_and_never_future() {
        let now = 1_700_000_000_000;
        for (auth_time, expected) in [
            (json!(1_699_999_100), now - 900_000),
            (json!(1_700_000_005), now),
            (json!(null), 0),
            (json!("1699999100"), 0),
            (json!(-5), 0),
            (json!(i64::MIN), 0),
            (json!(u64::MAX), 0),
        ] {
            assert_eq!(shown_at(&auth_time, now), expected, "{auth_time}");
        }
    }

    #[test]
    fn subject_is_limited_in_length_and_characters() {
        for (subject, expected) in
            [("u-1", true), ("", false), ("a\0b", false), (&"x".repeat(256), false)]
        {
            assert_eq!(is_name(subject), expected, "{subject:?}");
        }
    }

    #[test]
    fn id_token_needs_a_known_key_and_the_expected_audience() {
        let (key, public) = rsa();
        for algorithm in [Algorithm::RS256, Algorithm::PS384] {
            let token = signed(algorithm, Some("k"), &key);
            assert_eq!(subject(&token, &public, &EXPECTED), Ok("u".to_owned()), "{algorithm:?}");
        }
        let nameless = signed(Algorithm::RS256, None, &key);
        assert_eq!(subject(&nameless, &public, &EXPECTED), Ok("u".to_owned()));
        let token = signed(Algorithm::RS256, Some("new"), &key);
        assert_eq!(subject(&token, &public, &EXPECTED), Err(TokenError::UnknownKey));
        let elsewhere = Expected { client_id: "other", ..EXPECTED };
        let token = signed(Algorithm::RS256, Some("k"), &key);
        assert!(matches!(subject(&token, &public, &elsewhere), Err(TokenError::Wrong(_))));
    }

    #[test]
    fn symmetric_signature_algorithm_is_rejected() {
        let (_, public) = rsa();
        let known = EncodingKey::from_secret(b"site");
        let token = signed(Algorithm::HS256, Some("k"), &known);
        let refused = Err(TokenError::Algorithm("HS256".to_owned()));
        assert_eq!(subject(&token, &public, &EXPECTED), refused);
    }

    #[test]
    fn unsigned_token_is_rejected() {
        let (key, public) = rsa();
        let token = signed(Algorithm::RS256, Some("k"), &key);
        let claims = token.split('.').nth(1).unwrap();
        // Headers `{"alg":"none"}` and `{"alg":"None","kid":"k"}`.
        for header in ["eyJhbGciOiJub25lIn0", "eyJhbGciOiJOb25lIiwia2lkIjoiayJ9"] {
            let unsigned = subject(&format!("{header}.{claims}."), &public, &EXPECTED);
            assert!(matches!(unsigned, Err(TokenError::Wrong(_))), "{unsigned:?}");
        }
    }

    #[test]
    fn provider_keys_not_for_signing_are_skipped() {
        let set = json!({ "keys": [
            { "kty": "EC", "crv": "P-256", "use": "enc", "x": "AA", "y": "AA" },
            { "kty": "EC", "crv": "P-256", "use": "sig", "x": "AA", "y": "AA" },
        ] });
        assert_eq!(keys(&set).len(), 1);
        assert!(keys(&json!({})).is_empty());
    }
}
