//! Token storage in `localStorage`, or in memory if storage is blocked or full.

use std::cell::RefCell;

use gloo_storage::{LocalStorage, Storage};
use wasm_bindgen::JsCast;

use super::globals;
use crate::token::{STORAGE_KEY, Token};

/// State of this page that overrides storage after storage has rejected a write.
enum Memory {
    Nothing,
    LoggedOut,
    LoggedIn(Token),
}

thread_local! {
    static MEMORY: RefCell<Memory> = const { RefCell::new(Memory::Nothing) };
}

pub(super) fn load() -> Option<Token> {
    MEMORY.with_borrow(|memory| match memory {
        Memory::LoggedIn(token) => Some(token.clone()),
        Memory::LoggedOut => None,
        Memory::Nothing => Token::new(local_storage()?.get_item(STORAGE_KEY).ok()??),
    })
}

pub(super) fn store(token: Token) {
    let is_stored = local_storage()
        .is_some_and(|storage| storage.set_item(STORAGE_KEY, token.secret()).is_ok());
    MEMORY.set(if is_stored { Memory::Nothing } else { Memory::LoggedIn(token) });
}

pub(super) fn remove() {
    let is_removed =
        local_storage().is_some_and(|storage| storage.remove_item(STORAGE_KEY).is_ok());
    MEMORY.set(if is_removed { Memory::Nothing } else { Memory::LoggedOut });
}

/// Discards the state in memory, because another tab has written to storage and the stored value
/// is newer.
pub(super) fn trust_storage() {
    MEMORY.set(Memory::Nothing);
}

/// Returns `localStorage`, if available. gloo's accessor throws without a window or if storage is
/// blocked, and wasm cannot catch that, so availability is checked first. gloo's `get` and `set`
/// are not used, because they store JSON and the token is a plain string.
fn local_storage() -> Option<web_sys::Storage> {
    let found = globals::global("localStorage")?;
    let is_page = web_sys::window().is_some();
    Some(if is_page { LocalStorage::raw() } else { found.unchecked_into() })
}
