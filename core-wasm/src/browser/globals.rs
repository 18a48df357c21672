//! Access to globals that may be missing or may throw: Node has no `document`, a sandboxed frame
//! has no storage.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(error: &JsValue);

    #[wasm_bindgen(thread_local_v2, js_name = globalThis)]
    static GLOBAL_THIS: JsValue;
}

/// Returns the global with this name; `None` if the global is missing or its getter throws.
pub(super) fn global(name: &str) -> Option<JsValue> {
    GLOBAL_THIS.with(|global_this| property(global_this, name))
}

/// Returns the value of a property; `None` if it is missing, `null`, or `undefined`, or if its
/// getter throws.
pub(super) fn property(object: &JsValue, name: &str) -> Option<JsValue> {
    let value = Reflect::get(object, &JsValue::from_str(name)).ok()?;
    (!value.is_null() && !value.is_undefined()).then_some(value)
}

pub(super) fn text_property(object: &JsValue, name: &str) -> Option<String> {
    property(object, name)?.as_string()
}

/// Sets a property; returns whether this succeeded.
pub(super) fn set(object: &JsValue, name: &str, value: &JsValue) -> bool {
    Reflect::set(object, &JsValue::from_str(name), value).unwrap_or(false)
}

/// Creates a JavaScript object with these properties.
pub(super) fn object(properties: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in properties {
        set(&object, name, value);
    }
    object
}

/// Logs an error to the console, for code without a caller that could receive it.
pub(super) fn report(error: &JsValue) {
    console_error(error);
}
