//! Password rules and hashing with argon2id. A hash needs 20 MB of memory and some time. A semaphore limits concurrent
//! hashes, and they run on threads other than those that serve requests.

use std::sync::LazyLock;
use std::time::Duration;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use sha2::{Digest, Sha256};
use tokio::time::timeout;
use unicode_normalization::UnicodeNormalization;

use pailou_web::concurrency::{ConcurrencyLimit, Permit};
use pailou_web::problem::Problem;

const MIN_LENGTH: usize = 12;
const MAX_LENGTH: usize = 256;
/// Maximum number of concurrent hashes. `HASH_QUEUE_TIMEOUT` is the maximum wait for a permit.
const MAX_CONCURRENT_HASHES: usize = 2;
const HASH_QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// Sorted hashes of 100,000 common passwords in lower case: the first `HASH` bytes of SHA-256. The passwords come from
/// data breaches; `scripts/common-passwords.mjs` creates the file, and `docs/third-party.md` documents the sources and
/// the rate of false positives.
static COMMON: &[u8] = include_bytes!("common_passwords.bin");
const HASH: usize = 5;
/// A common password is also rejected with up to this number of digits and symbols around it.
const AFFIX: usize = 8;
/// A common password is also rejected with up to this number of other characters at one end.
const MAX_EXTRA_CHARS: usize = 3;
/// A password with at least this number of letters and digits is also checked without the characters between them.
const MIN_JOINED_LENGTH: usize = 8;

/// Parameters recommended by OWASP for argon2id: 19 MiB, two passes, one lane.
static ARGON: LazyLock<Argon2<'static>> = LazyLock::new(|| {
    let params = Params::new(19_456, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
});

/// Hash that is verified for an unknown user name, so that the login takes as long as with an existing name. It matches
/// no password.
const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1\
                      $E1yl7jeAyRJbpO02f8gRWg$B541zGP6kSi/Vu2EG7JJ4HcOpTzTagGYL8Zd9IsiuVA";

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("password too short: at least {MIN_LENGTH} characters")]
    Short,
    #[error("password too long: at most {MAX_LENGTH} characters")]
    Long,
    #[error("password too easy to guess")]
    Common,
}

impl PasswordError {
    pub fn code(self) -> &'static str {
        match self {
            Self::Short => "too-short",
            Self::Long => "too-long",
            Self::Common => "too-common",
        }
    }
}

/// Validates a new password of the user `name`. Rejects an invalid length and the passwords that attackers try first:
/// common passwords, two of them together, repeated sequences, and the user name with digits and symbols. They are
/// also rejected with spaces or symbols between their characters. There are no composition rules (NIST SP 800-63B).
pub fn check(password: &str, name: &str) -> Result<(), PasswordError> {
    let length = password.chars().count();
    if length < MIN_LENGTH {
        return Err(PasswordError::Short);
    }
    if length > MAX_LENGTH {
        return Err(PasswordError::Long);
    }
    // NFKC replaces compatibility characters, such as full-width letters, with the ordinary characters.
    let lower = password.nfkc().collect::<String>().to_lowercase();
    let name = name.nfkc().collect::<String>().to_lowercase();
    let is_weak = |password: &str| {
        is_listed_with_affixes(password)
            || is_repeated(password)
            || is_name_with_affixes(password, &name)
    };
    let joined = without_separators(&lower);
    let is_combined = is_two_common(&lower) || is_spelled_out(&lower) && is_two_common(&joined);
    if is_weak(&lower) || is_weak(&joined) || is_combined {
        return Err(PasswordError::Common);
    }
    Ok(())
}

/// Returns the error for a new password that equals the current one.
pub fn same() -> Problem {
    Problem::invalid("password", "same", "new password equals the current one")
}

/// Returns the letters and digits of the password, without the spaces and symbols between them. Returns the password
/// itself if it has fewer than `MIN_JOINED_LENGTH` letters and digits.
fn without_separators(password: &str) -> String {
    let joined: String = password.chars().filter(|c| c.is_alphanumeric()).collect();
    if joined.chars().count() < MIN_JOINED_LENGTH { password.to_owned() } else { joined }
}

/// Whether the password is a common one, possibly with up to 8 digits or symbols around it.
fn is_listed_with_affixes(password: &str) -> bool {
    let stem = password.trim_matches(|c: char| !c.is_alphabetic());
    let affixes = password.chars().count() - stem.chars().count();
    is_listed(password) || (affixes <= AFFIX && is_listed(stem))
}

/// Whether no two letters or digits of the password are adjacent, as in `d-r-a-g-o-n`.
fn is_spelled_out(password: &str) -> bool {
    password.split(|c: char| !c.is_alphanumeric()).all(|part| part.chars().nth(1).is_none())
}

/// Whether the password has one of these forms:
///
/// - Two adjacent parts. Each is a common password or has at most 3 characters.
/// - One or two common passwords, possibly repeated, with at most 8 digits and symbols in total around and between
///   them.
fn is_two_common(password: &str) -> bool {
    let is_weak = |part: &str| part.chars().nth(MAX_EXTRA_CHARS).is_none() || is_listed(part);
    let length = password.chars().count();
    let is_affix = |c: char| !c.is_alphabetic();
    let with_affixes = |head: &str, tail: &str| {
        let (head, tail) = (head.trim_matches(is_affix), tail.trim_matches(is_affix));
        let affixes = length - head.chars().count() - tail.chars().count();
        affixes <= AFFIX && is_listed(head) && is_listed(tail)
    };
    let mut splits = password.char_indices().skip(1).map(|(at, _)| password.split_at(at));
    let mut words: Vec<&str> = password.split(is_affix).filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.dedup();
    let has_few_affixes = password.chars().filter(|c| is_affix(*c)).count() <= AFFIX;
    let is_of_two_words = has_few_affixes && words.len() <= 2 && words.iter().all(|w| is_listed(w));
    is_of_two_words
        || splits.any(|(head, tail)| is_weak(head) && is_weak(tail) || with_affixes(head, tail))
}

/// Whether the list contains exactly this password. The caller converts the password to lower case.
fn is_listed(password: &str) -> bool {
    let hash = Sha256::digest(password);
    let (listed, _) = COMMON.as_chunks::<HASH>();
    listed.binary_search_by(|entry| entry.as_slice().cmp(&hash[..HASH])).is_ok()
}

/// Whether the password consists only of repetitions of one sequence of at most four characters.
fn is_repeated(password: &str) -> bool {
    let chars: Vec<char> = password.chars().collect();
    (1..=4).any(|length| chars.iter().zip(&chars[length..]).all(|(a, b)| a == b))
}

/// Whether the password contains the name, and otherwise only digits and symbols. Both are in lower case. False for an
/// empty name.
fn is_name_with_affixes(password: &str, name: &str) -> bool {
    !name.is_empty()
        && password.contains(name)
        && !password.replace(name, "").chars().any(char::is_alphabetic)
}

#[derive(Debug, Clone)]
pub struct Hashing(ConcurrencyLimit);

impl Default for Hashing {
    fn default() -> Self {
        Self(ConcurrencyLimit::new(MAX_CONCURRENT_HASHES))
    }
}

impl Hashing {
    pub async fn hash(&self, password: String) -> Result<String, Problem> {
        let hashed = self.acquire_permit().await?.work(move || hash(&password)).await;
        hashed
            .map_err(|error| Problem::Internal(error.to_string()))?
            .map_err(|error| Problem::Internal(error.to_string()))
    }

    /// Returns whether a password matches a hash. Without a hash, returns false after the same time as for a wrong
    /// password. Returns 503 if no permit is available within `HASH_QUEUE_TIMEOUT`.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Problem> {
        let compare = move || match hash {
            Some(hash) => verify(&password, &hash),
            None => {
                verify(&password, DUMMY_HASH);
                false
            }
        };
        let compared = self.acquire_permit().await?.work(compare).await;
        compared.map_err(|error| Problem::Internal(error.to_string()))
    }

    async fn acquire_permit(&self) -> Result<Permit, Problem> {
        let busy = |_| Problem::Unavailable("too many concurrent logins");
        timeout(HASH_QUEUE_TIMEOUT, self.0.next()).await.map_err(busy)
    }
}

fn hash(password: &str) -> Result<String, argon2::password_hash::Error> {
    let mut salt = [0_u8; 16];
    getrandom::fill(&mut salt).map_err(|_| argon2::password_hash::Error::Crypto)?;
    let salt = SaltString::encode_b64(&salt)?;
    Ok(ARGON.hash_password(password.as_bytes(), &salt)?.to_string())
}

/// Whether the password matches the hash; false for an invalid hash. Uses the parameters in the hash, so that stored
/// hashes stay valid when the default parameters change.
fn verify(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| ARGON.verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(password: &str, name: &str, expected: Option<PasswordError>) {
        assert_eq!(check(password, name).err(), expected, "{password}");
    }

    #[test]
    fn too_short_too_long_or_common_password_is_rejected() {
        refused("correct horse road", "ann", None);
        refused("一二三四五六七八九十百千", "ann", None);
        refused("short", "ann", Some(PasswordError::Short));
        refused(&"x y".repeat(100), "ann", Some(PasswordError::Long));
        refused("Password1234", "ann", Some(PasswordError::Common));
        refused("aaaaaaaaaaaa", "ann", Some(PasswordError::Common));
        refused("abcabcabcabcabc", "ann", Some(PasswordError::Common));
        refused("Annabella2026!!", "annabella", Some(PasswordError::Common));
        refused("Ａｎｎａｂｅｌｌａ2026", "annabella", Some(PasswordError::Common));
        refused("anna bella 2026", "annabella", Some(PasswordError::Common));
        refused("annabella and bob", "annabella", None);
    }

    #[test]
    fn variant_of_a_common_password_is_rejected() {
        for password in [
            "correct horse battery staple",
            "letmein123456",
            "123456789abc",
            "1234567890123",
            "LetMeIn!!!!!",
            "2026!!Dragon!",
            "P@ssw0rd2026!",
            "Passwordpassword",
            "qwertyuiop123",
            "monkeydragon",
            "пароль123456",
            "Pailou123456",
            "woaini5201314",
            "ｌｅｔｍｅｉｎ１２３４５６",
            "   letmein123456   ",
            "l e t m e i n 1 2 3",
            "p-a-s-s-w-o-r-d",
            "123.456.789.000",
            "aa aa aa aa aa",
        ] {
            refused(password, "ann", Some(PasswordError::Common));
        }
    }

    #[test]
    fn common_passwords_with_separators_are_rejected() {
        for password in [
            "iloveyou-iloveyou",
            "iloveyou dragon",
            "iloveyou  --  dragon",
            "ILoveYou_Dragon!",
            "!!dragon+monkey!!",
            "correct horse",
            "p@ssw0rd.dragon",
            "iloveyou-dragon-2026",
            "2026 dragon 1 monkey",
            "dragon2026monkey",
            "iloveyou-iloveyou-iloveyou",
            "dragon monkey dragon monkey",
            "i.l.o.v.e.y.o.u.d.r.a.g.o.n",
            "iloveyou\u{3000}dragon",
            "пароль-dragon",
        ] {
            refused(password, "ann", Some(PasswordError::Common));
        }
    }

    #[test]
    fn passphrase_of_several_words_is_accepted() {
        for password in [
            "correct horse battery",
            "dragon-monkey-iloveyou",
            "red house dragon",
            "dragon and monkey",
            "river stone apple",
            "purple lantern wharf",
            "quay-heron-thicket",
            "monkey-tpvqz-8824",
            "dragon 1!2?3#4%5& monkey",
            "mukdoq-8kevwi-hedhov",
        ] {
            refused(password, "ann", None);
        }
    }

    #[test]
    fn uncommon_password_is_accepted() {
        for password in [
            "arch over the street",
            "dragon 8261 and 1 arch",
            "!#%&/(=?+*ab",
            "kP4!vz9Qw7#x",
            "tX83hq-20bkz1",
            "password38146059271",
            "石桥下的流水向东去了又回来",
        ] {
            refused(password, "ann", None);
        }
    }

    #[test]
    fn password_list_has_100_000_sorted_hashes() {
        let (listed, rest) = COMMON.as_chunks::<HASH>();
        assert_eq!((listed.len(), rest.len()), (100_000, 0));
        assert!(listed.is_sorted());
    }

    #[test]
    fn password_hash_verifies_only_its_password() {
        let hash = hash("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(verify("correct horse", &hash));
        assert!(!verify("correct horsE", &hash));
        assert!(!verify("correct horse", "not a hash"));
    }

    #[test]
    fn dummy_hash_has_the_parameters_of_real_hashes() {
        let (ours, theirs) =
            (hash("correct horse").unwrap(), PasswordHash::new(DUMMY_HASH).unwrap());
        let ours = PasswordHash::new(&ours).unwrap();
        assert_eq!((ours.algorithm, ours.version), (theirs.algorithm, theirs.version));
        assert_eq!(ours.params, theirs.params);
    }
}
