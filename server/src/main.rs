//! The `pailou` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::app::command::run()
}
