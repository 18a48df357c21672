# Every command of this repository. `npm start`, `npm test` and CI run these recipes and nothing else.

set shell := ["bash", "-euo", "pipefail", "-c"]

export PATH := justfile_directory() / "node_modules/.bin" + ":" + env("HOME", "/root") / ".cargo/bin" + ":" + env("PATH")
target := env("CARGO_TARGET_DIR", justfile_directory() / "target")
now := `date +%Y%m%d%H%M%S`
# Tests keep their databases on a RAM disk where one of 2 GiB or more is there: no test waits for a disk.
in-memory := `if [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -ge 2097152 ]; then echo TMPDIR=/dev/shm; fi`

# List what there is
default:
    @just --list --unsorted

# Build what is missing, then serve http://127.0.0.1:8080/index/
start *flags: build
    {{ target }}/debug/pailou serve {{ flags }}

# The whole suite: what a pull request must pass
check: lint test test-api e2e

# The git hook; packages and tools come with the first recipe that needs them
setup:
    git config core.hooksPath .githooks

# --- building -----------------------------------------------------------------------------------

# The client core for browsers and Node: core-wasm/pkg
core:
    node scripts/build-core.mjs

# The browser's bundle and the server's: ui/dist
ui: core
    node scripts/build-ui.mjs

# The binary, for this machine, quick to build
build: ui
    cargo build --package pailou --bin pailou

# The binary that is deployed, without its debug information, which is put beside it
release: ui
    cargo build --package pailou --bin pailou --release
    node scripts/strip.mjs {{ target }}/release/pailou

# Server and UI, rebuilding on change
dev: build
    node scripts/dev.mjs

# --- checking -----------------------------------------------------------------------------------

# Format everything; write the UI's types of the API
fmt:
    node scripts/api-types.mjs
    cargo fmt --all
    biome check --write ui e2e benches scripts content/messages core-wasm

# Old identifiers that are used again (scripts/old-names.txt), public types of a crate that share a name
old-names:
    node scripts/old-names.mjs
    node scripts/public-items.mjs --duplicates

# Links, front matter, typography, and terms of the site's own pages
check-pages: build
    env -u PAILOU_STAMPS {{ target }}/debug/pailou check content/pages --strict

# Formatting, lints, types, documentation
lint: build old-names check-pages
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    cargo clippy --package core-wasm --lib --target wasm32-unknown-unknown -- -D warnings
    node scripts/public-items.mjs
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items --quiet
    biome ci --error-on-warnings ui e2e benches scripts content/messages core-wasm
    tsc -p ui
    tsc -p e2e
    node scripts/crates.mjs --check

# Native tests, the client core in a browser and as a package, the UI
test: ui
    {{ in-memory }} cargo test --workspace --lib --bins
    cargo test --workspace --exclude pailou --exclude core-wasm --doc
    node scripts/test-core.mjs
    node --test scripts/requirements.test.mjs scripts/stamps.test.mjs scripts/strip.test.mjs \
        scripts/release-version.test.mjs
    vitest run --config ui/vite.config.ts
    node scripts/api-types.mjs
    git diff --exit-code -- ui/src/shared/http/types.ts server/openapi.json

# The API and the processes on SQLite and on a PostgreSQL that is started for them, the architecture. The process tests
# in `database` start PostgreSQL servers of their own.
test-api: ui && test-postgres
    {{ in-memory }} cargo test --package pailou --test api --test fuzz --test process --test architecture
    {{ in-memory }} node scripts/with-postgres.mjs cargo test --package pailou --test api --test fuzz

# All process tests on PostgreSQL
test-postgres: ui
    {{ in-memory }} node scripts/with-postgres.mjs cargo test --package pailou --test process -- --skip database::

# Hostile requests for longer than `test-api` sends them: 600 to each operation
fuzz: ui
    {{ in-memory }} PAILOU_FUZZ_REQUESTS=600 cargo test --package pailou --test fuzz

# Pictures of every page, looked at by people: artifacts/screens, docs/images
pictures: build
    node scripts/e2e.mjs --pictures

# The built site in a real browser, both languages; one of its sites on PostgreSQL
e2e: build
    {{ in-memory }} node scripts/with-postgres.mjs node scripts/e2e.mjs

# Take over changed snapshots, the API's description, and its types
accept: ui
    INSTA_UPDATE=always UPDATE=1 cargo test --workspace
    node scripts/api-types.mjs

# Take over how pages look, after looking: e2e/appearance
accept-pictures: build
    node scripts/e2e.mjs appearance --update-snapshots

# Public items of crates that no other crate uses
public-items:
    node scripts/public-items.mjs

# The graph and the table of the crates in docs/architecture.md
crates:
    node scripts/crates.mjs --write

# An empty migration for both databases, with the same number
migration name:
    touch server/crates/database/migrations/{sqlite,postgres}/{{ now }}_{{ name }}.sql

# --- measuring ----------------------------------------------------------------------------------

# Figures beside a peer or a baseline: `just bench serve`, render, core, weight, memory
bench what:
    node benches/{{ what }}.mjs
