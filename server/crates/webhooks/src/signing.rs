//! Signatures with which receivers verify the origin and the integrity of a delivery
//! (standardwebhooks.com, `v1`).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Prefix of every secret.
const PREFIX: &str = "whsec_";

pub fn new_secret() -> String {
    let mut key = [0; 32];
    // Without random bytes from the operating system, no secret would be safe.
    getrandom::fill(&mut key).expect("the operating system must provide random bytes");
    format!("{PREFIX}{}", STANDARD.encode(key))
}

/// Secret that is not Base64, or is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid webhook secret: expected `whsec_` and Base64")]
pub struct InvalidSecret;

/// Returns the value of the header `webhook-signature` for a delivery that is sent `seconds` after
/// the Unix epoch.
pub fn signature(
    secret: &str,
    id: &str,
    seconds: i64,
    body: &str,
) -> Result<String, InvalidSecret> {
    let secret = secret.strip_prefix(PREFIX).unwrap_or(secret);
    let key = STANDARD.decode(secret).ok().filter(|key| !key.is_empty()).ok_or(InvalidSecret)?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC accepts keys of any length");
    mac.update(format!("{id}.{seconds}.{body}").as_bytes());
    Ok(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vector of the reference libraries of Standard Webhooks.
    #[test]
    fn signature_matches_standard_webhooks() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let signed = signature(secret, id, 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signed, Ok("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=".to_owned()));
    }

    #[test]
    fn signing_with_an_invalid_secret_is_an_error() {
        for secret in ["", "whsec_", "whsec_not base64", "whsec_MfKQ9"] {
            assert_eq!(signature(secret, "msg", 1, "{}"), Err(InvalidSecret), "{secret}");
        }
    }

    #[test]
    fn new_secret_is_unique_and_has_32_bytes() {
        assert_ne!(new_secret(), new_secret());
        assert_eq!(STANDARD.decode(&new_secret()[PREFIX.len()..]).unwrap().len(), 32);
    }
}
