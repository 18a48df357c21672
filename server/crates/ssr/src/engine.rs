//! QuickJS engine with the UI's server bundle. Not shared between threads.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use core_wasm::locale::Locale;
use http::Extensions;
use rquickjs::{
    CatchResultExt, Context, Ctx, Function, Module, Object, Persistent, Promise, Runtime,
};

use super::native;
use super::time_limit::{RenderDeadline, TIME_LIMIT};
use pailou_database::change_feed::CacheTag;

const MEMORY_LIMIT: usize = 96 << 20;
const STACK_LIMIT: usize = 1 << 20;
/// Threshold of the garbage collector in bytes. It is higher than the default, because frequent
/// collections slow down renders.
const COLLECT_AFTER: usize = 8 << 20;

/// Page to render: the arguments of the bundle's function `render`, and the request extensions.
#[derive(Debug, Clone)]
pub struct RenderRequest {
    /// Path and query below `/index`, such as `/zh/docs/guide/start`.
    pub path: String,
    pub locale: Locale,
    pub origin: String,
    /// Request extensions for the handlers of the page's API requests.
    pub extensions: Extensions,
}

/// Result of a render, with the dependencies of the page.
#[derive(Debug, Default)]
pub struct Rendered {
    pub status: u16,
    pub redirect: Option<String>,
    pub locale: String,
    pub area: String,
    pub head: String,
    pub body: String,
    pub data: String,
    pub shows: Vec<CacheTag>,
    /// Maximum cache time; `None` if no API response of the page limits it.
    pub fresh_for: Option<Duration>,
}

/// API response for the page being rendered.
#[derive(Debug, Default)]
pub struct FetchResponse {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
    pub shows: Vec<CacheTag>,
    pub fresh_for: Option<Duration>,
}

/// Handles a GET request of the page being rendered, with the extensions of its `RenderRequest`;
/// runs on the engine's thread and may block it.
pub type Fetch = Arc<dyn Fn(&str, &Extensions) -> FetchResponse + Send + Sync>;

pub(crate) struct Engine {
    context: Context,
    render: Persistent<Function<'static>>,
    deadline: RenderDeadline,
    /// Keeps the JavaScript runtime alive as long as the context.
    _runtime: Runtime,
}

impl Engine {
    /// Loads the bundle. The error is the message of QuickJS.
    pub(crate) fn new(bundle: &str, fetch: &Fetch, host: &str) -> Result<Self, String> {
        Self::with_clock(bundle, fetch, host, Rc::new(Instant::now))
    }

    fn with_clock(
        bundle: &str,
        fetch: &Fetch,
        host: &str,
        clock: Rc<dyn Fn() -> Instant>,
    ) -> Result<Self, String> {
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        runtime.set_memory_limit(MEMORY_LIMIT);
        runtime.set_max_stack_size(STACK_LIMIT);
        runtime.set_gc_threshold(COLLECT_AFTER);
        let deadline = RenderDeadline::new(clock);
        deadline.start(TIME_LIMIT * 10);
        let watched = deadline.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || watched.has_passed())));
        let context = Context::full(&runtime).map_err(|error| error.to_string())?;
        let render = context.with(|ctx| {
            native::define(&ctx, fetch.clone(), host, deadline.clone())
                .catch(&ctx)
                .map_err(|e| e.to_string())?;
            load(&ctx, bundle).map_err(|error| error.to_string())
        })?;
        Ok(Self { context, render, deadline, _runtime: runtime })
    }

    pub(crate) fn render(&self, ask: &RenderRequest) -> Result<Rendered, String> {
        self.deadline.start(TIME_LIMIT);
        native::begin(&ask.extensions);
        let mut rendered = self.context.with(|ctx| {
            let render = self.render.clone().restore(&ctx).map_err(|e| e.to_string())?;
            call(&ctx, &render, ask).catch(&ctx).map_err(|error| {
                // QuickJS reports an interrupted promise as a deadlock.
                match self.deadline.has_passed() {
                    true => format!("time limit of {} s exceeded", TIME_LIMIT.as_secs()),
                    false => error.to_string(),
                }
            })
        })?;
        (rendered.shows, rendered.fresh_for) = native::take_dependencies();
        if native::has_timed_out() {
            // The browser renders the page instead, because it can wait longer than an engine.
            return Err("API response timed out".to_owned());
        }
        Ok(rendered)
    }

    /// Returns the path patterns of the UI's route table (`export const patterns` of the bundle).
    pub(crate) fn patterns(&self) -> Result<Vec<String>, String> {
        self.context.with(|ctx| {
            ctx.globals().get::<_, Vec<String>>("__patterns").catch(&ctx).map_err(|e| e.to_string())
        })
    }
}

fn load<'js>(
    ctx: &Ctx<'js>,
    bundle: &str,
) -> Result<Persistent<Function<'static>>, rquickjs::CaughtError<'js>> {
    let load = || {
        let module = Module::declare(ctx.clone(), "server.js", bundle)?;
        let (module, promise) = module.eval()?;
        promise.finish::<()>()?;
        let render: Function<'js> = module.get("render")?;
        let patterns: Vec<String> = module.get("patterns")?;
        ctx.globals().set("__patterns", patterns)?;
        Ok(Persistent::save(ctx, render))
    };
    load().catch(ctx)
}

fn call<'js>(
    ctx: &Ctx<'js>,
    render: &Function<'js>,
    ask: &RenderRequest,
) -> rquickjs::Result<Rendered> {
    let page = Object::new(ctx.clone())?;
    page.set("path", ask.path.as_str())?;
    page.set("locale", ask.locale.tag())?;
    page.set("origin", ask.origin.as_str())?;
    let promise: Promise<'js> = render.call((page,))?;
    let answer: Object<'js> = promise.finish()?;
    Ok(Rendered {
        status: answer.get("status")?,
        redirect: answer.get("redirect")?,
        locale: answer.get::<_, Option<String>>("locale")?.unwrap_or_default(),
        area: answer.get::<_, Option<String>>("area")?.unwrap_or_default(),
        head: answer.get::<_, Option<String>>("head")?.unwrap_or_default(),
        body: answer.get::<_, Option<String>>("body")?.unwrap_or_default(),
        data: answer.get::<_, Option<String>>("data")?.unwrap_or_default(),
        shows: Vec::new(),
        fresh_for: None,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Renders a page that waits for data for `waits` milliseconds and then computes for `computes` milliseconds. The
    /// clock advances only by these durations.
    fn render(waits: u64, computes: u64) -> Result<Rendered, String> {
        let passed = Arc::new(AtomicU64::new(0));
        let advance = passed.clone();
        let fetch: Fetch = Arc::new(move |url, _| {
            let ms = if url.ends_with("/wait") { waits } else { computes };
            advance.fetch_add(ms, Ordering::Relaxed);
            let status = if ms < 5_000 { 200 } else { 504 };
            FetchResponse { status, body: "{}".into(), ..FetchResponse::default() }
        });
        let started = Instant::now();
        let clock =
            Rc::new(move || started + Duration::from_millis(passed.load(Ordering::Relaxed)));
        let engine = Engine::with_clock(BUNDLE, &fetch, "http://host", clock.clone())?;
        let compute = fetch.clone();
        engine.context.with(|ctx| {
            let compute = rquickjs::prelude::Func::from(move || {
                compute("/compute", &Extensions::new());
            });
            ctx.globals().set("compute", compute).map_err(|error| error.to_string())
        })?;
        engine.render(&RenderRequest {
            path: "/en".into(),
            locale: Locale::En,
            origin: String::new(),
            extensions: Extensions::new(),
        })
    }

    const BUNDLE: &str = r#"
        import { send } from "@pailou/core";
        export const patterns = [];
        export async function render() {
            const response = await send("/api/wait");
            compute();
            // The loop is long enough for the interrupt handler to be called.
            for (let i = 0; i < 100000; i += 1);
            return { status: response.status, body: "rendered" };
        }
    "#;

    #[test]
    fn waiting_for_api_responses_does_not_count_as_render_time() {
        let rendered = render(4_900, 1_900).unwrap();
        assert_eq!((rendered.status, &*rendered.body), (200, "rendered"));
    }

    #[test]
    fn timed_out_api_response_is_a_render_error() {
        assert_eq!(render(5_000, 0).unwrap_err(), "API response timed out");
    }

    #[test]
    fn render_beyond_the_time_limit_is_an_error() {
        assert_eq!(render(0, 2_100).unwrap_err(), "time limit of 2 s exceeded");
    }
}
