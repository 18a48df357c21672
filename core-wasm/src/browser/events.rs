//! Lists of JavaScript listeners, and the `storage` event from other tabs.

use std::cell::{Cell, RefCell};
use std::thread::LocalKey;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use super::globals;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_name = addEventListener)]
    fn add_event_listener(kind: &str, listener: &JsValue) -> Result<(), JsValue>;
}

pub(super) struct Listeners {
    next_key: Cell<u32>,
    known: RefCell<Vec<(u32, Function)>>,
}

impl Listeners {
    pub(super) const fn new() -> Self {
        Self { next_key: Cell::new(0), known: RefCell::new(Vec::new()) }
    }

    fn add(&self, listener: Function) -> u32 {
        let key = self.next_key.get();
        self.next_key.set(key.wrapping_add(1));
        self.known.borrow_mut().push((key, listener));
        key
    }

    fn remove(&self, key: u32) {
        self.known.borrow_mut().retain(|(known, _)| *known != key);
    }
}

/// Adds a listener and returns a function that removes the listener.
pub(super) fn listen(listeners: &'static LocalKey<Listeners>, listener: Function) -> Function {
    let key = listeners.with(|listeners| listeners.add(listener));
    let remove = move || listeners.with(|listeners| listeners.remove(key));
    Closure::<dyn Fn()>::new(remove).into_js_value().unchecked_into()
}

/// Calls every listener. An exception of one listener is reported and does not stop the others.
pub(super) fn notify(listeners: &'static LocalKey<Listeners>, event: &JsValue) {
    // The list is copied, because a listener may add or remove listeners.
    let known = listeners.with(|listeners| listeners.known.borrow().clone());
    for (_, listener) in known {
        if let Err(error) = listener.call1(&JsValue::UNDEFINED, event) {
            globals::report(&error);
        }
    }
}

/// Calls `changed` when another tab changes this key of `localStorage` or clears the storage.
pub(super) fn on_storage_change(key: &'static str, changed: impl Fn() + 'static) {
    let on_event = move |event: JsValue| {
        if globals::text_property(&event, "key").is_none_or(|changed_key| changed_key == key) {
            changed();
        }
    };
    let listener = Closure::<dyn Fn(JsValue)>::new(on_event).into_js_value();
    // The error is ignored: without a page, as in Node, there are no other tabs to listen to.
    let _ = add_event_listener("storage", &listener);
}
