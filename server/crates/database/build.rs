//! Recompiles the crate when a migration is added: `sqlx::migrate!` detects changed files only.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
