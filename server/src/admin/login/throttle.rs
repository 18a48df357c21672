//! Waiting after wrong passwords: longer each time, and only for whoever typed them. It is counted by the name
//! typed and the address it came from, so nobody can lock the owner out from elsewhere, and a name that does
//! not exist waits like one that does. Wrong codes of an authenticator are counted by the account, too: whoever
//! has its password and many addresses would guess six digits.

use std::net::IpAddr;
use std::time::Duration;

use super::store;
use crate::shared::db::Tx;
use crate::shared::problem::Problem;
use crate::shared::site::Site;
use crate::shared::visitor;
use crate::shared::{day, id};

/// Wrong passwords that cost nothing: people mistype.
const FREE: i64 = 4;
/// Wrong codes of an account that cost nothing, wherever they come from.
const FREE_CODES: i64 = 9;
/// The longest that anybody waits.
const LONGEST: Duration = Duration::from_secs(15 * 60);
/// After so long without another one they are forgotten.
const FORGOTTEN_MS: i64 = day::MS;

/// How long to wait after so many wrong ones: 1 s, 2 s, 4 s …
fn wait(failures: i64, free: i64) -> Duration {
    let over = failures.saturating_sub(free).max(0);
    match over {
        0 => Duration::ZERO,
        over => Duration::from_secs(1_u64 << (over - 1).min(20)).min(LONGEST),
    }
}

/// Who tries to log in as whom.
#[derive(Debug, Clone)]
pub(crate) struct Attempt {
    account: String,
    /// Empty where it makes no difference.
    address: String,
    free: i64,
}

impl Attempt {
    pub(crate) fn new(name_key: &str, address: IpAddr) -> Self {
        // What was typed is not kept: it may be a password.
        let account = id::hash_of(name_key)[..32].to_owned();
        Self { account, address: visitor::household(address).to_string(), free: FREE }
    }

    /// A code of the authenticator, by somebody who has the password.
    pub(crate) fn at_code(user_id: &str) -> Self {
        let account = id::hash_of(&format!("code {user_id}"))[..32].to_owned();
        Self { account, address: String::new(), free: FREE_CODES }
    }

    /// Refused while there is still to wait.
    pub(crate) async fn check(&self, site: &Site) -> Result<(), Problem> {
        self.allowed_after(store::failures(&site.db, &self.account, &self.address).await?)
    }

    /// The same for whoever holds a transaction already.
    pub(crate) async fn check_within(&self, tx: &mut Tx) -> Result<(), Problem> {
        self.allowed_after(store::failures_so_far(tx, &self.account, &self.address).await?)
    }

    fn allowed_after(&self, failures: Option<(i64, i64)>) -> Result<(), Problem> {
        let Some((failures, last)) = failures else { return Ok(()) };
        let now = id::now();
        if now - last > FORGOTTEN_MS {
            return Ok(());
        }
        let since = Duration::from_millis(u64::try_from(now - last).unwrap_or(0));
        match wait(failures, self.free).checked_sub(since) {
            None | Some(Duration::ZERO) => Ok(()),
            Some(left) => Err(Problem::TooManyRequests(left.max(Duration::from_secs(1)))),
        }
    }

    /// It was wrong.
    pub(crate) async fn failed(&self, tx: &mut Tx) -> Result<(), sqlx::Error> {
        let now = id::now();
        store::forget_failures(tx, now - FORGOTTEN_MS).await?;
        store::add_failure(tx, &self.account, &self.address, now).await
    }

    /// It was right: the next one begins anew.
    pub(crate) async fn succeeded(&self, tx: &mut Tx) -> Result<(), sqlx::Error> {
        store::clear_failures(tx, &self.account, &self.address).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_grows_and_has_an_end() {
        let seconds = [0, 4, 5, 6, 7, 10, 14, 15, 1_000_000, i64::MAX];
        let seconds = seconds.map(|n| wait(n, FREE).as_secs());
        assert_eq!(seconds, [0, 0, 1, 2, 4, 32, 512, 900, 900, 900]);
        assert_eq!([9, 10, 11, 19, 20].map(|n| wait(n, FREE_CODES).as_secs()), [0, 1, 2, 512, 900]);
    }
}
