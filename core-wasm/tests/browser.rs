//! Tests that need a real browser: fetch, storage, cookies, other tabs. `page.js` changes the page,
//! and every test first resets the page.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may")]

use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

#[path = "browser/page.rs"]
mod page;

#[path = "browser/failures.rs"]
mod failures;
#[path = "browser/lists.rs"]
mod lists;
#[path = "browser/login.rs"]
mod login;
#[path = "browser/requests.rs"]
mod requests;
#[path = "browser/storage.rs"]
mod storage;
#[path = "browser/visitor.rs"]
mod visitor;
