//! The `pailou` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::app::command::run(server::app::embedded::assets())
}

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;
