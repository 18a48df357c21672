//! The command line interface of Pailou.

pub mod accounts;
pub mod backup;
pub mod check;
pub mod command;
pub mod eval;
pub mod files;
pub mod i18n;
pub mod open;
pub mod sample_site;
pub mod serve;
pub mod sources;
pub mod tokens;
pub mod versions;
