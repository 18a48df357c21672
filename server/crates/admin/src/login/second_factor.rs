//! Two-factor authentication: TOTP codes (RFC 6238 with SHA-1, 30 seconds, six digits, which every authenticator
//! supports) and recovery codes. Each code can be used once.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use totp_rs::{Algorithm, Builder, Secret, Totp};

use super::store;
use pailou_database::Tx;
use pailou_database::id;
use pailou_web::problem::Problem;

/// Length of a secret in bytes: the output length of SHA-1 (RFC 4226, section 4).
const SECRET: usize = 20;
/// Number of recovery codes.
const RECOVERY_CODES: usize = 10;
/// Characters per group, and groups per recovery code: 125 random bits.
const GROUP: usize = 5;
const GROUPS: usize = 5;

const URI: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Creates a secret in Base32.
pub(crate) fn new_secret() -> Result<String, Problem> {
    let mut bytes = [0_u8; SECRET];
    getrandom::fill(&mut bytes).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(Secret::from(bytes).to_base32())
}

/// Returns the URI for the QR code (Google Authenticator's "Key Uri Format"), with the title of the site and the name
/// of the user.
pub(crate) fn uri(secret: &str, site: &str, name: &str) -> String {
    let (site, name) = (utf8_percent_encode(site, URI), utf8_percent_encode(name, URI));
    format!("otpauth://totp/{site}:{name}?secret={secret}&issuer={site}")
}

/// Returns the time step of a valid code: the current step, the one before, or the one after. `None` for a wrong code
/// or an invalid secret.
pub(crate) fn step_of(secret: &str, code: &str) -> Option<i64> {
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    let now = u64::try_from(id::now() / 1000).ok()?;
    i64::try_from(totp(secret)?.check(&digits, now)?).ok()
}

fn totp(secret: &str) -> Option<Totp> {
    let secret = Secret::try_from_base32(secret).ok()?;
    let builder = Builder::new().with_algorithm(Algorithm::SHA1).with_digits(6);
    builder.with_skew(1).with_step_duration(30).with_secret(secret).build().ok()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UsedSecondFactor {
    Code,
    RecoveryCode,
}

/// Consumes a TOTP code or a recovery code. Returns its kind; `None` if the code is wrong or was used before.
pub(crate) async fn consume_code(
    tx: &mut Tx,
    user_id: &str,
    secret: &str,
    code: &str,
) -> Result<Option<UsedSecondFactor>, sqlx::Error> {
    if is_recovery_code(code) {
        let hash = recovery_hash(user_id, code);
        let is_consumed = store::consume_recovery_code(tx, user_id, &hash).await?;
        return Ok(is_consumed.then_some(UsedSecondFactor::RecoveryCode));
    }
    let Some(step) = step_of(secret, code) else { return Ok(None) };
    Ok(store::consume_step(tx, user_id, step).await?.then_some(UsedSecondFactor::Code))
}

/// Whether the code contains a letter, as recovery codes do. Such a code must not be verified as a TOTP code, because
/// `step_of` ignores letters. A wrong recovery code does not count as a wrong TOTP code.
pub(crate) fn is_recovery_code(code: &str) -> bool {
    code.contains(|c: char| c.is_ascii_alphabetic())
}

/// Creates recovery codes, which are displayed once.
pub(crate) fn recovery_codes() -> Vec<String> {
    let code = |_| {
        let letters = id::secret();
        let groups = letters.as_bytes().chunks(GROUP).take(GROUPS);
        groups.map(String::from_utf8_lossy).collect::<Vec<_>>().join("-")
    };
    (0..RECOVERY_CODES).map(code).collect()
}

/// Returns the stored hash of a recovery code. The code is random, so it needs no slow hash.
pub(crate) fn recovery_hash(user_id: &str, code: &str) -> String {
    let letters = code.chars().filter(char::is_ascii_alphanumeric);
    let letters: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    id::hash_of(&format!("{user_id} {letters}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totp_codes_match_the_test_vector_of_rfc_6238() {
        // Test vector of RFC 6238, appendix B: the last six digits at 59 s.
        let secret = Secret::from(*b"12345678901234567890").to_base32();
        assert_eq!(totp(&secret).unwrap().check("287082", 59), Some(1));
        assert_eq!(totp(&secret).unwrap().check("287083", 59), None);
        assert_eq!(totp("not base 32!").map(|_| ()), None);
    }

    #[test]
    fn totp_uri_contains_site_and_user() {
        assert_eq!(
            uri("ABC", "牌楼 & co", "Ann:B"),
            "otpauth://totp/%E7%89%8C%E6%A5%BC%20%26%20co:Ann%3AB?secret=ABC\
             &issuer=%E7%89%8C%E6%A5%BC%20%26%20co"
        );
    }

    #[test]
    fn only_codes_with_letters_are_recovery_codes() {
        for digits in ["123456", "123 456", "１２３", "", "-"] {
            assert!(!is_recovery_code(digits), "{digits}");
        }
        assert!(is_recovery_code("123456a"));
        assert!(recovery_codes().iter().all(|code| is_recovery_code(code)));
    }

    #[test]
    fn recovery_code_hash_ignores_case_and_separators() {
        let codes = recovery_codes();
        assert_eq!((codes.len(), codes[0].len()), (10, 29));
        let typed = codes[0].to_uppercase().replace('-', " ");
        assert_eq!(recovery_hash("a", &typed), recovery_hash("a", &codes[0]));
        assert_ne!(recovery_hash("b", &typed), recovery_hash("a", &codes[0]));
    }
}
