//! Native implementation of `@pailou/core` for QuickJS: the functions of the client core, and API
//! requests in this process. Each function converts its arguments, calls a Rust function, and
//! converts the result.

use std::cell::RefCell;
use std::str::FromStr;
use std::time::Duration;

use core_wasm::locale::{self, Locale, LocaleHints};
use core_wasm::problem::{self, Problem};
use core_wasm::request::{self, Caller};
use core_wasm::{list, path};
use http::Extensions;
use rquickjs::module::{Declarations, Exports, ModuleDef};
use rquickjs::prelude::Func;
use rquickjs::{Ctx, Module, Object};

use super::engine::{Fetch, FetchResponse};
use super::time_limit::RenderDeadline;
use pailou_database::change_feed::CacheTag;

const CORE: &str = include_str!("core.js");

const EXPORTS: [&str; 9] = [
    "detectLocale",
    "localeOfPath",
    "otherLocale",
    "withLocale",
    "withoutLocale",
    "decorate",
    "request",
    "totalOf",
    "problemOf",
];

/// State of the engine's thread while it renders.
struct Host {
    fetch: Fetch,
    host: String,
    /// Extensions of the page being rendered.
    extensions: Extensions,
    shows: Vec<CacheTag>,
    fresh_for: Option<Duration>,
    deadline: RenderDeadline,
    /// Whether an API response did not arrive in time.
    has_timed_out: bool,
}

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Declares the modules `@pailou/native` and `@pailou/core`, which the bundle imports, and defines
/// `console`.
pub(crate) fn define(
    ctx: &Ctx<'_>,
    fetch: Fetch,
    host: &str,
    deadline: RenderDeadline,
) -> rquickjs::Result<()> {
    let (extensions, shows, fresh_for) = (Extensions::new(), Vec::new(), None);
    let host = host.to_owned();
    let has_timed_out = false;
    HOST.set(Some(Host { fetch, host, extensions, shows, fresh_for, deadline, has_timed_out }));
    Module::declare_def::<Native, _>(ctx.clone(), "@pailou/native")?;
    Module::declare(ctx.clone(), "@pailou/core", CORE)?;
    let console = Object::new(ctx.clone())?;
    for name in ["log", "info", "warn", "error", "debug"] {
        console.set(
            name,
            Func::from(|message: rquickjs::Coerced<String>| {
                tracing::debug!(target: "render", message = message.0);
            }),
        )?;
    }
    ctx.globals().set("console", console)
}

/// Starts the render of a page. The API requests of the page get `extensions`.
pub(crate) fn begin(extensions: &Extensions) {
    drop(take_dependencies());
    HOST.with_borrow_mut(|host| {
        if let Some(host) = host {
            host.extensions = extensions.clone();
            host.has_timed_out = false;
        }
    });
}

pub(crate) fn take_dependencies() -> (Vec<CacheTag>, Option<Duration>) {
    HOST.with_borrow_mut(|host| match host {
        Some(host) => {
            host.extensions.clear();
            (std::mem::take(&mut host.shows), host.fresh_for.take())
        }
        None => (Vec::new(), None),
    })
}

/// Returns whether an API response for the page did not arrive in time.
pub(crate) fn has_timed_out() -> bool {
    HOST.with_borrow(|host| host.as_ref().is_some_and(|host| host.has_timed_out))
}

struct Native;

impl ModuleDef for Native {
    fn declare(declarations: &Declarations<'_>) -> rquickjs::Result<()> {
        EXPORTS.iter().try_for_each(|name| declarations.declare(*name).map(drop))
    }

    fn evaluate<'js>(ctx: &Ctx<'js>, exports: &Exports<'js>) -> rquickjs::Result<()> {
        exports.export("detectLocale", Func::from(detect_locale))?;
        exports.export("localeOfPath", Func::from(locale_of_path))?;
        exports.export("otherLocale", Func::from(other_locale))?;
        exports.export("withLocale", Func::from(with_locale))?;
        exports.export("withoutLocale", Func::from(without_locale))?;
        exports.export("decorate", Func::from(decorate))?;
        exports.export("request", Func::from(answer_request))?;
        exports.export("totalOf", Func::from(total_of))?;
        exports.export("problemOf", Func::from(problem_of))?;
        let _ = ctx;
        Ok(())
    }
}

fn detect_locale(
    path: String,
    saved: rquickjs::prelude::Opt<Option<String>>,
    languages: rquickjs::prelude::Opt<String>,
) -> String {
    let saved = saved.0.flatten();
    let languages = languages.0.unwrap_or_default();
    let hints = LocaleHints { path: &path, saved: saved.as_deref(), languages: &languages };
    locale::detect(hints).tag().to_owned()
}

fn locale_of_path(path: String) -> Option<String> {
    path::locale_of(&path).map(|locale| locale.tag().to_owned())
}

fn other_locale(locale: String) -> String {
    locale_or_english(&locale).other().tag().to_owned()
}

fn with_locale(path: String, locale: String) -> String {
    path::with_locale(&path, locale_or_english(&locale))
}

fn without_locale(path: String) -> String {
    path::without_locale(&path)
}

fn locale_or_english(locale: &str) -> Locale {
    Locale::from_str(locale).unwrap_or(Locale::En)
}

fn decorate(url: String, method: String) -> String {
    let request = HOST.with_borrow(|host| {
        let host = host.as_ref().map_or("", |host| host.host.as_str());
        request::decorate(&url, &method, &Caller::Server { host, token: None })
    });
    serde_json::json!({ "url": request.url, "headers": request.headers }).to_string()
}

/// Handles an API request of the page being rendered, and records the dependencies of the page.
fn answer_request<'js>(
    ctx: Ctx<'js>,
    url: String,
    method: String,
) -> rquickjs::Result<Object<'js>> {
    let answer = if method.eq_ignore_ascii_case("GET") {
        HOST.with_borrow_mut(|host| {
            host.as_mut().map_or_else(FetchResponse::default, |host| host.answer(&url))
        })
    } else {
        FetchResponse { status: 405, ..FetchResponse::default() }
    };
    let reply = Object::new(ctx)?;
    reply.set("status", answer.status)?;
    let status = http::StatusCode::from_u16(answer.status).unwrap_or_default();
    reply.set("statusText", status.canonical_reason().unwrap_or(""))?;
    reply.set("headers", serde_json::to_string(&answer.headers).unwrap_or_default())?;
    reply.set("body", answer.body)?;
    Ok(reply)
}

impl Host {
    fn answer(&mut self, url: &str) -> FetchResponse {
        let caller = Caller::Server { host: &self.host, token: None };
        let url = request::decorate(url, "GET", &caller).url;
        let mut answer = self.deadline.wait(|| (self.fetch)(&url, &self.extensions));
        self.has_timed_out |= answer.status == http::StatusCode::GATEWAY_TIMEOUT.as_u16();
        self.shows.append(&mut answer.shows);
        self.fresh_for = match (self.fresh_for, answer.fresh_for) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        answer
    }
}

fn total_of(header: String) -> Option<f64> {
    list::number(Some(&header)).map(|total| total as f64)
}

fn problem_of(status: u16, status_text: String, content_type: String, body: String) -> String {
    let problem = match serde_json::from_str(&body) {
        Ok(body) if problem::is_problem(&content_type) => {
            Problem::from_fields(status, &status_text, &Parsed(body))
        }
        _ => Problem::from_status(status, &status_text),
    };
    let error = |error: problem::FieldError| serde_json::json!({ "field": error.field, "code": error.code, "detail": error.detail });
    let errors: Vec<_> = problem.errors.into_iter().map(error).collect();
    serde_json::json!({
        "type": problem.kind, "title": problem.title, "status": problem.status,
        "detail": problem.detail, "code": problem.code, "errors": errors,
    })
    .to_string()
}

/// JSON body from which the client core reads the fields of a problem.
struct Parsed(serde_json::Value);

impl problem::Fields for Parsed {
    fn text(&self, name: &str) -> Option<String> {
        self.0.get(name)?.as_str().map(str::to_owned)
    }

    fn list(&self, name: &str) -> Vec<Self> {
        let items = self.0.get(name).and_then(serde_json::Value::as_array);
        items.into_iter().flatten().cloned().map(Self).collect()
    }
}
