//! JSON shapes of accounts. What holds a password is never printed: no `Debug` here.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::session::Role;

#[derive(Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Login {
    pub(crate) username: String,
    pub(crate) password: String,
}

#[derive(Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Setup {
    /// From the link that `pailou serve` printed.
    pub(crate) code: String,
    pub(crate) username: String,
    pub(crate) password: String,
}

#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) role: Role,
}

/// A new session. The token is shown this once.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Session {
    pub(crate) token: String,
    /// At the latest; a token that is not used for seven days is over before.
    pub(crate) expires_at: i64,
    pub(crate) user: User,
}
