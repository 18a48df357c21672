# Development recipes of this repository, which `npm start`, `npm test`, and CI also run.

set shell := ["bash", "-euo", "pipefail", "-c"]

export PATH := justfile_directory() / "node_modules/.bin" + ":" + env("HOME", "/root") / ".cargo/bin" + ":" + env("PATH")
target := env("CARGO_TARGET_DIR", justfile_directory() / "target")
now := `date +%Y%m%d%H%M%S`
# Tests store their databases in /dev/shm if it has 2 GiB of free space, because it is faster than a disk.
in-memory := `if [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -ge 2097152 ]; then echo TMPDIR=/dev/shm; fi`

# The API and process tests mostly wait for the database and for processes, so three tests run per processor.
wide := "RUST_TEST_THREADS=" + `echo $((3 * $(getconf _NPROCESSORS_ONLN)))`

# List the recipes
default:
    @just --list --unsorted

# Build the server and start it at http://127.0.0.1:8080/index/
start *flags: build
    {{ target }}/debug/pailou serve {{ flags }}

# Run all checks and tests that a pull request must pass
check: lint test test-api e2e

# Install the Git hooks
setup:
    git config core.hooksPath .githooks

# --- building -----------------------------------------------------------------------------------

# Build the client core for browsers and Node.js into core-wasm/pkg
wasm:
    node scripts/build-core.mjs

# Build the browser bundle and the server bundle into ui/dist
ui: wasm
    node scripts/build-ui.mjs

# Build the debug binary
build: ui
    cargo build --package pailou --bin pailou

# Build the release binary, with its debug information in a separate file
release: ui
    cargo build --package pailou --bin pailou --release --features jemalloc
    node scripts/strip.mjs {{ target }}/release/pailou

# Run the server, and rebuild and restart it after changes
dev: build
    node scripts/dev.mjs

# --- checking -----------------------------------------------------------------------------------

# Format the code and generate the UI's API types
fmt:
    node scripts/api-types.mjs
    cargo fmt --all
    biome check --write ui e2e benches scripts content/messages core-wasm

# Report retired identifiers in the code (scripts/old-names.txt) and duplicate names in a crate
old-names:
    node scripts/old-names.mjs
    node scripts/public-items.mjs --duplicates

# Check links, front matter, typography, and terms of the pages in content/pages
check-pages: build
    env -u PAILOU_STAMPS {{ target }}/debug/pailou check content/pages --strict

# Check formatting, lints, types, and documentation
lint: build old-names check-pages
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    cargo clippy --package core-wasm --lib --target wasm32-unknown-unknown -- -D warnings
    node scripts/public-items.mjs
    RUSTDOC="{{ justfile_directory() }}/scripts/rustdoc.sh" RUSTDOCFLAGS="-D warnings" \
        cargo doc --workspace --no-deps --document-private-items --quiet
    biome ci --error-on-warnings ui e2e benches scripts content/messages core-wasm
    tsc -p ui
    tsc -p e2e
    node scripts/crates.mjs --check

# Run unit tests, and the tests of the client core, the scripts, and the UI
test: ui
    {{ in-memory }} cargo test --workspace --lib --bins
    cargo test --workspace --exclude pailou --exclude core-wasm --doc
    node scripts/test-core.mjs
    node --test scripts/requirements.test.mjs scripts/stamps.test.mjs scripts/strip.test.mjs \
        scripts/release-version.test.mjs
    vitest run --config ui/vite.config.ts
    node scripts/api-types.mjs
    git diff --exit-code -- ui/src/shared/http/types.ts server/openapi.json

# Run the API, fuzz, and process tests on SQLite and PostgreSQL, and the architecture tests
test-api: ui && test-postgres
    {{ in-memory }} {{ wide }} cargo test --package pailou --test api --test fuzz --test process --test architecture
    {{ in-memory }} {{ wide }} node scripts/with-postgres.mjs cargo test --package pailou --test api --test fuzz

# Run process tests on PostgreSQL, except those that start their own PostgreSQL servers or that use only SQLite or no database
test-postgres: ui
    {{ in-memory }} {{ wide }} node scripts/with-postgres.mjs cargo test --package pailou --test process -- \
        --skip copy:: --skip database:: --skip database_file:: --skip l10n::

# Run the fuzz tests with 600 requests per operation, which is more than in `test-api`
fuzz: ui
    {{ in-memory }} PAILOU_FUZZ_REQUESTS=600 cargo test --package pailou --test fuzz

# Take screenshots of pages for manual review (artifacts/screens) and for the documents (docs/images)
screenshots: build
    node scripts/e2e.mjs --screenshots

# Run the browser tests in both languages, with one of the test sites on PostgreSQL
e2e: build
    {{ in-memory }} node scripts/with-postgres.mjs node scripts/e2e.mjs

# Update snapshots, the OpenAPI description, and the UI's API types
update-snapshots: ui
    INSTA_UPDATE=always UPDATE=1 cargo test --workspace
    node scripts/api-types.mjs

# Update the baseline screenshots in e2e/appearance; review the differences first
update-screenshots: build
    node scripts/e2e.mjs appearance --update-snapshots

# Report public items of crates that no other crate uses
public-items:
    node scripts/public-items.mjs

# Write the graph and the table of the crates into docs/architecture.md
crates:
    node scripts/crates.mjs --write

# Create an empty migration with the same number for both databases
migration name:
    touch server/crates/database/migrations/{sqlite,postgres}/{{ now }}_{{ name }}.sql

# --- measuring ----------------------------------------------------------------------------------

# Run a benchmark of the folder `benches`, for example `just bench serve`
bench what *args:
    node benches/{{ what }}.mjs {{ args }}
