//! Audit log entries of denied requests (403), limited in number so that no client fills the log.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::Method;
use serde::Serialize;

use pailou_auth::session;
use pailou_database::Db;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_web::client::{RateLimiter, RequestContext};
use pailou_web::problem::{AccessDenied, Problem};

/// Rate limit of entries per client address: burst and interval.
const PER_ADDRESS: (NonZeroU32, Duration) =
    (NonZeroU32::MIN.saturating_add(9), Duration::from_secs(60));
/// Rate limit of entries for all addresses together, separately for users and for unauthenticated clients.
const IN_ALL: (NonZeroU32, Duration) =
    (NonZeroU32::MIN.saturating_add(99), Duration::from_secs(60));
/// Address under which `users` and `anonymous` count the entries of all clients.
const ANY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

#[derive(Debug)]
pub(crate) struct AccessDenials {
    db: Db,
    per_address: RateLimiter,
    users: RateLimiter,
    anonymous: RateLimiter,
    omitted: AtomicU64,
}

#[derive(Serialize)]
struct Denial {
    reason: &'static str,
    /// Number of denials since the last entry that were not recorded, because of a limit or a database error.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<u64>,
}

impl AccessDenials {
    pub(crate) fn new(db: &Db) -> Self {
        let limit = |(burst, interval)| RateLimiter::new(burst, interval);
        Self {
            db: db.clone(),
            per_address: limit(PER_ADDRESS),
            users: limit(IN_ALL),
            anonymous: limit(IN_ALL),
            omitted: AtomicU64::new(0),
        }
    }

    /// Records a denied request. A failure of the database does not change the response.
    pub(crate) async fn record(
        &self,
        client: &RequestContext,
        (method, path): (&Method, &str),
        AccessDenied(reason): AccessDenied,
    ) {
        if self.per_address.check(client.address).is_err() {
            self.omit();
            return;
        }
        let user = session::authenticate(&self.db, client).await.ok();
        let limit = if user.is_some() { &self.users } else { &self.anonymous };
        if limit.check(ANY).is_err() {
            self.omit();
            return;
        }
        let actor = user.map(|user| user.actor);
        let actor = actor.unwrap_or_else(|| session::anonymous_actor(client, ("", "")));
        let omitted = self.omitted.swap(0, Ordering::Relaxed);
        let denial = Denial { reason, omitted: (omitted > 0).then_some(omitted) };
        let subject = Subject::new(format!("{method} {path}")).after(&denial);
        if let Err(error) = self.insert(&actor, subject).await {
            self.omitted.fetch_add(omitted + 1, Ordering::Relaxed);
            tracing::warn!(%error, "recording denied request in audit log failed");
        }
    }

    fn omit(&self) {
        self.omitted.fetch_add(1, Ordering::Relaxed);
    }

    async fn insert(&self, actor: &Actor, subject: Subject) -> Result<(), Problem> {
        let mut tx = self.db.begin().await?;
        audit_log::log(&mut tx, actor, Action::AccessDenied, subject).await?;
        Ok(tx.commit().await?)
    }
}
