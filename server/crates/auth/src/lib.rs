//! Accounts, sessions, API tokens, roles, and permissions. The area `admin` has the endpoints that manage them.
//!
//! - [`accounts`]: user names, password hashes, roles, API tokens. Each change writes to the audit log.
//! - [`guard`]: handler arguments that declare who may call a route.
//! - [`session`]: authentication of a request, and the permissions of its user. Both are checked again in the
//!   transaction that writes (ADR 0035).
//!
//! ```
//! use pailou_auth::session::Role;
//!
//! let role: Role = "editor".parse().unwrap();
//! assert_eq!(role.name(), "editor");
//! ```

pub mod accounts;
pub mod guard;
pub mod second_factor_policy;
pub mod session;
