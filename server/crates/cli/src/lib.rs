//! Command line interface of Pailou, in Chinese and English.
//!
//! - [`command::run`] parses the arguments and runs a command. The binary passes the embedded files to it.
//! - A file per command: [`serve`], [`check`], [`backup`], [`copy`], [`files`] (import and export), [`accounts`],
//!   [`tokens`], [`sources`], [`versions`], [`eval`], [`l10n`], `health`.
//! - [`open`] opens the site; [`sample_site`] imports the sample content.
//! - [`i18n`] contains the messages.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     pailou_cli::command::run(assets())
//! }
//! # fn assets() -> &'static pailou_web::assets::Assets { unimplemented!() }
//! ```

pub mod accounts;
pub mod backup;
pub mod check;
pub mod command;
pub mod copy;
pub mod eval;
pub mod files;
mod health;
pub mod i18n;
pub mod l10n;
pub mod open;
mod progress;
pub mod sample_site;
pub mod serve;
pub mod sources;
mod stop_signal;
pub mod tokens;
pub mod versions;
