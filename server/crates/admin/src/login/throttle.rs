//! Increasing delays after failed logins. Failures are counted per name and client address, so that a client cannot
//! lock out a user at another address. A name without an account is delayed in the same way. Wrong authenticator codes
//! are counted for all addresses together: a client with the password and many addresses could otherwise guess a code.

use std::net::IpAddr;
use std::time::Duration;

use super::store;
use pailou_database::Tx;
use pailou_database::id;
use pailou_site::Site;
use pailou_web::client;
use pailou_web::problem::Problem;

/// Number of wrong passwords that cause no delay, to allow for typing errors.
const UNDELAYED_PASSWORDS: i64 = 4;
/// Number of wrong codes of an account, from all addresses together, that cause no delay.
const UNDELAYED_CODES: i64 = 9;
const MAX_DELAY: Duration = Duration::from_secs(15 * 60);
/// Time without a failure after which the count is reset, in milliseconds.
const RESET_AFTER_MS: i64 = pailou_dates::MS;

/// Returns the delay after this number of failures. The first `free` failures cause no delay. The next failure causes
/// a delay of 1 s, and each further failure doubles the delay, up to `MAX_DELAY`.
fn delay_after(failures: i64, free: i64) -> Duration {
    let over = failures.saturating_sub(free).max(0);
    match over {
        0 => Duration::ZERO,
        over => Duration::from_secs(1_u64 << (over - 1).min(20)).min(MAX_DELAY),
    }
}

/// Returns the part of the delay `wait` that remains at `now`. The delay began at `last`, the time of the last failure.
/// A failure more than a day ago, or with a time more than a minute in the future (wrong clock), causes no delay.
fn remaining(wait: Duration, last: i64, now: i64) -> Duration {
    if now - last > RESET_AFTER_MS || id::is_ahead(last, now) {
        return Duration::ZERO;
    }
    wait.saturating_sub(Duration::from_millis(u64::try_from(now - last).unwrap_or(0)))
}

/// Key of a failure count (account and client address), and the number of failures that cause no delay.
#[derive(Debug, Clone)]
pub(crate) struct Attempt {
    account: String,
    /// Client address; empty if failures are counted for all addresses together.
    address: String,
    free: i64,
}

impl Attempt {
    pub(crate) fn new(name_key: &str, address: IpAddr) -> Self {
        // The entered name is stored as a hash only: it may be a password.
        let account = id::hash_of(name_key)[..32].to_owned();
        Self {
            account,
            address: client::rate_limit_key(address).to_string(),
            free: UNDELAYED_PASSWORDS,
        }
    }

    /// Creates the key for wrong authenticator codes, which follow a correct password.
    pub(crate) fn for_codes(user_id: &str) -> Self {
        let account = id::hash_of(&format!("code {user_id}"))[..32].to_owned();
        Self { account, address: String::new(), free: UNDELAYED_CODES }
    }

    /// Returns 429 while the delay lasts.
    pub(crate) async fn check(&self, site: &Site) -> Result<(), Problem> {
        self.allowed_after(store::failures(&site.db, &self.account, &self.address).await?)
    }

    /// Same as `check`, for a caller that already has a transaction.
    pub(crate) async fn check_within(&self, tx: &mut Tx) -> Result<(), Problem> {
        self.allowed_after(store::failures_so_far(tx, &self.account, &self.address).await?)
    }

    fn allowed_after(&self, failures: Option<(i64, i64)>) -> Result<(), Problem> {
        let Some((failures, last)) = failures else { return Ok(()) };
        match remaining(delay_after(failures, self.free), last, id::now()) {
            Duration::ZERO => Ok(()),
            left => Err(Problem::TooManyRequests(left.max(Duration::from_secs(1)))),
        }
    }

    /// Counts a failure.
    pub(crate) async fn failed(&self, tx: &mut Tx) -> Result<(), sqlx::Error> {
        let now = id::now();
        store::delete_old_failures(tx, now, RESET_AFTER_MS).await?;
        store::add_failure(tx, &self.account, &self.address, now).await
    }

    /// Resets the count after a success.
    pub(crate) async fn succeeded(&self, tx: &mut Tx) -> Result<(), sqlx::Error> {
        store::clear_failures(tx, &self.account, &self.address).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn login_delay_grows_up_to_a_limit() {
        let seconds = [0, 4, 5, 6, 7, 10, 14, 15, 1_000_000, i64::MAX];
        let seconds = seconds.map(|n| delay_after(n, UNDELAYED_PASSWORDS).as_secs());
        assert_eq!(seconds, [0, 0, 1, 2, 4, 32, 512, 900, 900, 900]);
        assert_eq!(
            [9, 10, 11, 19, 20].map(|n| delay_after(n, UNDELAYED_CODES).as_secs()),
            [0, 1, 2, 512, 900]
        );
    }

    #[test]
    fn remaining_delay_decreases_after_the_last_failure() {
        const NOW: i64 = 1_800_000_000_000;
        let second = Duration::from_secs(1);
        for (wait, since_last, left) in [
            (8, 0, 8),
            (8, 3, 5),
            (8, 8, 0),
            (8, 9, 0),
            // The clocks of two servers differ slightly.
            (8, -1, 8),
            (900, -60, 900),
            (900, -61, 0),
            (900, -30 * 24 * 60 * 60, 0),
            (900, 24 * 60 * 60 + 1, 0),
        ] {
            let last = NOW - since_last * 1000;
            assert_eq!(remaining(second * wait, last, NOW), second * left, "{wait} {since_last}");
        }
        assert_eq!(remaining(second, i64::MAX, NOW), Duration::ZERO);
    }
}
