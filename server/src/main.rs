//! The `pailou` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    pailou_cli::command::run(pailou_assets::assets())
}

#[cfg(all(feature = "jemalloc", not(windows)))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;
