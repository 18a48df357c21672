//! Accounts, sessions, API tokens and permissions.

pub mod accounts;
pub mod session;
