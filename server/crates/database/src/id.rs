//! Random values: record ids, parts of URLs, and secrets. Also hashes of secrets, and the current time in milliseconds.

use std::time::{SystemTime, UNIX_EPOCH};

/// Digits and lowercase letters without `i`, `l`, `o`, and `u` (Crockford base 32).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Creates the id of a record: 80 random bits in 16 characters.
pub fn new() -> String {
    random(16)
}

/// Creates the random part of a URL: 50 random bits in 10 characters, so that the URL cannot be guessed.
pub fn random_url_part() -> String {
    random(10)
}

/// Creates a secret of at least 256 random bits, in 52 characters.
pub fn secret() -> String {
    random(52)
}

fn random(length: usize) -> String {
    let mut bytes = vec![0_u8; length];
    // Without random bytes from the system, ids and secrets would be predictable, so the program panics.
    getrandom::fill(&mut bytes).expect("the operating system must provide random bytes");
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect()
}

/// Returns the stored form of a secret: its BLAKE3 hash in hexadecimal. A random 256-bit secret needs no salt.
pub fn hash_of(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// Returns the current time in milliseconds since 1970-01-01 UTC.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Maximum clock difference of servers that share a database, in milliseconds.
const CLOCK_DIFFERENCE: i64 = 60 * 1000;

/// Whether the stored time of a past event is so far in the future that the clock must have been wrong when it was
/// stored. A delay that begins at such a time would last until the clock reaches that time.
pub fn is_ahead(stored: i64, now: i64) -> bool {
    stored > now.saturating_add(CLOCK_DIFFERENCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_ids_differ_and_have_fixed_lengths() {
        assert_ne!(new(), new());
        assert_eq!((new().len(), secret().len()), (16, 52));
    }
}
