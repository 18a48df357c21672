//! JavaScript exports of the login: the token, and the two events around it.

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

/// The login token, if there is one.
#[wasm_bindgen(unchecked_return_type = "string | undefined")]
pub fn token() -> Option<String> {
    token_storage::load().map(|token| token.secret().to_owned())
}

/// Keeps a new login token. Where storage is blocked or full it lives as long as the page. An
/// empty token is none.
#[wasm_bindgen(js_name = setToken)]
pub fn set_token(token: String) {
    let Some(token) = Token::new(token) else { return clear_token() };
    watch_other_tabs();
    let is_new = token_storage::load().as_ref() != Some(&token);
    token_storage::store(token);
    SESSION.with_borrow_mut(Session::logged_in);
    if is_new {
        tell_session_changed();
    }
}

/// Forgets the login token.
#[wasm_bindgen(js_name = clearToken)]
pub fn clear_token() {
    let was_logged_in = is_logged_in();
    token_storage::remove();
    if was_logged_in {
        tell_session_changed();
    }
}

/// Whether there is a token. Whether the server still accepts it is not known here.
#[wasm_bindgen(js_name = isLoggedIn)]
pub fn is_logged_in() -> bool {
    token_storage::load().is_some()
}

/// Calls back whenever the token has changed, in this tab or in another one. Returns the function
/// that ends this.
#[wasm_bindgen(js_name = onSessionChange, unchecked_return_type = "() => void")]
pub fn on_session_change(
    #[wasm_bindgen(unchecked_param_type = "(loggedIn: boolean) => void")] listener: Function,
) -> Function {
    watch_other_tabs();
    events::listen(&SESSION_CHANGED, listener)
}

/// Calls back when a 401 says that the login has expired: once, however many requests fail, until
/// the next `setToken`. The token is still there; clearing it and asking again is up to you.
/// A 401 to a request that left before the token changed is ignored.
/// Returns the function that ends this.
#[wasm_bindgen(js_name = onLoginExpired, unchecked_return_type = "() => void")]
pub fn on_login_expired(
    #[wasm_bindgen(unchecked_param_type = "(event: LoginExpired) => void")] listener: Function,
) -> Function {
    watch_other_tabs();
    events::listen(&LOGIN_EXPIRED, listener)
}

/// What to remember of a request that leaves now.
pub(super) fn sent(url: &str, method: &str) -> Sent {
    SESSION.with_borrow(|session| session.sent(url, method, token_storage::load()))
}

/// Notifies the listeners if a response ends the login.
pub(super) fn answered(status: u16, status_text: &str, url: &str, sent: &Sent) {
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
    events::tell(&LOGIN_EXPIRED, &event);
}

fn tell_session_changed() {
    events::tell(&SESSION_CHANGED, &is_logged_in().into());
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
        tell_session_changed();
    });
}
