//! JavaScript exports of the session: the token and the two session events.

use std::cell::{Cell, RefCell};

use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::events::{self, Listeners};
use super::globals::object;
use super::token_storage;
use crate::session::{Sent, Session};
use crate::token::{STORAGE_KEY, Token};

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::default());
    static SESSION_CHANGED: Listeners = const { Listeners::new() };
    static LOGIN_EXPIRED: Listeners = const { Listeners::new() };
    static IS_WATCHING: Cell<bool> = const { Cell::new(false) };
}

/// Returns the session token, if there is one.
#[wasm_bindgen(unchecked_return_type = "string | undefined")]
pub fn token() -> Option<String> {
    token_storage::load().map(|token| token.secret().to_owned())
}

/// Stores a new session token. If storage is blocked or full, the token is kept in memory until the
/// page is closed. An empty string removes the token.
#[wasm_bindgen(js_name = setToken)]
pub fn set_token(token: String) {
    let Some(token) = Token::new(token) else { return clear_token() };
    watch_other_tabs();
    let is_new = token_storage::load().as_ref() != Some(&token);
    token_storage::store(token);
    SESSION.with_borrow_mut(Session::logged_in);
    if is_new {
        notify_session_change();
    }
}

/// Removes the session token.
#[wasm_bindgen(js_name = clearToken)]
pub fn clear_token() {
    let was_logged_in = is_logged_in();
    token_storage::remove();
    if was_logged_in {
        notify_session_change();
    }
}

/// Returns whether a token is stored. Does not check whether the server still accepts it.
#[wasm_bindgen(js_name = isLoggedIn)]
pub fn is_logged_in() -> bool {
    token_storage::load().is_some()
}

/// Calls the listener whenever the token changes, in this tab or in another one. Returns a function
/// that removes the listener.
#[wasm_bindgen(js_name = onSessionChange, unchecked_return_type = "() => void")]
pub fn on_session_change(
    #[wasm_bindgen(unchecked_param_type = "(loggedIn: boolean) => void")] listener: Function,
) -> Function {
    watch_other_tabs();
    events::listen(&SESSION_CHANGED, listener)
}

/// Calls the listener when a 401 response shows that the session has expired: once until the next
/// `setToken`, even if several requests fail. Also calls it for every failed login attempt, with
/// `isLoginAttempt` set. The token is not removed: the listener should call `clearToken` and show the
/// login form. A 401 response to a request that was sent before the token changed is ignored.
/// Returns a function that removes the listener.
#[wasm_bindgen(js_name = onLoginExpired, unchecked_return_type = "() => void")]
pub fn on_login_expired(
    #[wasm_bindgen(unchecked_param_type = "(event: LoginExpired) => void")] listener: Function,
) -> Function {
    watch_other_tabs();
    events::listen(&LOGIN_EXPIRED, listener)
}

/// Returns the session state to store with a request when the request is sent.
pub(super) fn sent(url: &str, method: &str) -> Sent {
    SESSION.with_borrow(|session| session.sent(url, method, token_storage::load()))
}

/// Notifies the listeners if a response shows an expired session or a failed login.
pub(super) fn handle_unauthorized(status: u16, status_text: &str, url: &str, sent: &Sent) {
    let current = token_storage::load();
    let expired = SESSION.with_borrow_mut(|session| {
        session.after_status(status, status_text, sent, current.as_ref())
    });
    let Some(expired) = expired else { return };
    let event = object(&[
        ("statusText", expired.status_text.into()),
        ("url", url.into()),
        ("isLoginAttempt", expired.is_login_attempt.into()),
    ]);
    events::notify(&LOGIN_EXPIRED, &event);
}

fn notify_session_change() {
    events::notify(&SESSION_CHANGED, &is_logged_in().into());
}

fn watch_other_tabs() {
    if IS_WATCHING.replace(true) {
        return;
    }
    events::on_storage_change(STORAGE_KEY, || {
        token_storage::trust_storage();
        if is_logged_in() {
            SESSION.with_borrow_mut(Session::logged_in);
        }
        notify_session_change();
    });
}
