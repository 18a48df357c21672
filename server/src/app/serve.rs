//! Command `pailou serve`: opens the site, serves requests, and shuts down without losing a request.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use tokio::runtime::Handle;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::accept::Connections;
use super::answer::Answering;
use super::assets;
use super::command::Failure;
use super::documents::Documents;
use super::machines::Vitals;
use super::pages::{Front, Pattern};
use super::speech::Speech;
use super::{lanes, routes, starter};
use crate::admin;
use crate::shared::outage::Outage;
use crate::shared::record::{copies, drafts, media};
use crate::shared::render::{Answer, CacheLimits, Fetch, Manifest, Pages, Pool, RenderError};
use crate::shared::reply::Shows;
use crate::shared::settings::Settings;
use crate::shared::site::Site;
use crate::shared::web::{Router, edge};
use crate::shared::{carried, git_sources, health, site_config, webhooks};

/// Interval of polling for changes by other processes.
const LISTEN_EVERY: Duration = Duration::from_millis(250);
/// Delay between two attempts to build the search index at startup.
const PREPARE_AGAIN: Duration = Duration::from_secs(1);
/// Deadline of a request of the server-side renderer to the API.
const FETCH_DEADLINE: Duration = Duration::from_secs(5);

/// Nice value of background threads: they yield the processor to everything else on the machine.
#[cfg(target_os = "linux")]
const GIVES_WAY: i32 = 10;

pub(super) async fn serve(mut settings: Settings, speech: Speech) -> Result<(), Failure> {
    let listener = listen(&settings)?;
    // Port 0 requests a free port of the system.
    settings.addr = listener.local_addr().unwrap_or(settings.addr);
    let site = super::open(settings).await?;
    starter::import_when_empty(&site).await?;
    let setup = admin::setup_code(&site).await?;
    let server = Server::start(&site)?;
    // Installed before the server reports that it is ready, so that no early signal is lost.
    let stop_asked = stop_asked();
    let ready = server.vitals.ready.clone();
    let stop = async move {
        stop_asked.await;
        ready.store(false, Ordering::Release);
    };
    let preparing = tokio::spawn(prepare(site.clone(), speech, server.vitals.ready.clone(), setup));
    let probing = tokio::spawn(health::keep_probing(
        site.db.clone(),
        site.settings.data.clone(),
        health::Pace::default(),
    ));
    let listening = tokio::spawn(listen_for_changes(site.clone()));
    let updating = tokio::spawn(git_sources::run_updates(site.store.clone(), site.sources.clone()));
    let publishing = tokio::spawn(drafts::keep_publishing(site.store.clone()));
    let timing = tokio::spawn(site_config::run_scheduler(site.store.clone()));
    let sharing = tokio::spawn(share_files(site.clone()));
    let telling = tokio::spawn(webhooks::run_dispatcher(site.store.clone(), site.outbound.clone()));
    let tidying = tokio::spawn(carried::keep_tidy(site.settings.data.clone()));
    lanes::serve(listener, server, &site.settings, stop).await?;
    preparing.abort();
    probing.abort();
    listening.abort();
    updating.abort();
    publishing.abort();
    timing.abort();
    sharing.abort();
    telling.abort();
    tidying.abort();
    site.db.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Uploads files of the data directory that are not yet in the S3 bucket.
async fn share_files(site: Site) {
    match site.files.share().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "files uploaded to bucket"),
        Err(error) => {
            tracing::error!(%error, "upload to bucket failed, retrying at next start");
        }
    }
}

/// Builds the in-memory state, then reports that the site is ready. Requests are served meanwhile; those that need the
/// search index wait for it.
async fn prepare(site: Site, speech: Speech, ready: Arc<AtomicBool>, setup: Option<String>) {
    while let Err(error) = site.finder.refresh(&site).await {
        tracing::error!(%error, "search index build failed, retrying");
        tokio::time::sleep(PREPARE_AGAIN).await;
    }
    ready.store(true, Ordering::Release);
    say_where(&site.settings, speech, setup.as_deref());
    let counting = site.clone();
    behind("counting", async move {
        if let Err(error) = copies::renew(&counting).await {
            tracing::error!(%error, "counting untranslated copies failed, retrying at next start");
        }
    });
    let learning = site.clone();
    behind("learning", async move { learning.finder.keep_learning(&learning).await });
    behind("pictures", media::keep_making_avif(site.store.clone()));
}

/// Runs background work, which takes seconds on a large site, on a thread with a lower priority than request handling.
/// Threads that it starts inherit the priority.
fn behind(name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let started = runtime.and_then(|runtime| {
        let work = move || {
            #[cfg(target_os = "linux")]
            if let Err(error) = rustix::process::setpriority_process(None, GIVES_WAY) {
                tracing::debug!(name, %error, "thread priority not lowered");
            }
            runtime.block_on(work);
        };
        std::thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
    });
    if let Err(error) = started {
        tracing::warn!(name, %error, "background task not started");
    }
}

/// A site that is ready to serve requests.
pub(super) struct Server {
    pub(super) answering: Answering,
    pub(super) vitals: Vitals,
}

impl Server {
    /// Starts the render engines and assembles the routes.
    pub(super) fn start(site: &Site) -> Result<Self, Failure> {
        let settings = &site.settings;
        let api = routes::api(site);
        let inside = Answering::new(edge(Router::new(api.clone()), settings.trusted_proxies), site);
        let host = settings.host_internal.clone();
        let fetch = match &host {
            Some(_) => over_http(Handle::current()),
            None => in_process(inside, Handle::current()),
        };
        let (pool, patterns) = Pool::start(
            settings.render_engines,
            assets::SERVER_BUNDLE,
            &fetch,
            host.as_deref().unwrap_or_default(),
        )
        .map_err(|error: RenderError| Failure::Render(error.to_string()))?;
        let manifest = Manifest::read(assets::MANIFEST).map_err(Failure::Render)?;
        let limits = CacheLimits {
            bytes: (settings.cache_mib as u64) << 20,
            wait: Duration::from_millis(settings.render_wait_ms),
        };
        let pages = Pages::new(pool, manifest, site.changes.clone(), settings.origin(), limits);
        let pages = Arc::new(pages);
        let patterns = Arc::new(patterns.iter().map(|line| Pattern::parse(line)).collect());
        let documents = Documents::new(site);
        let front = Front { site: site.clone(), pages: pages.clone(), patterns, documents };
        let ready = Arc::new(AtomicBool::new(false));
        let connections = Arc::new(Connections::default());
        let vitals = Vitals { ready, connections, pages, site: site.clone() };
        let all = edge(Router::new(routes::all(api, &front, &vitals)), settings.trusted_proxies);
        let answering = Answering::new(all, site).with_front(front);
        Ok(Self { answering, vitals })
    }
}

/// Answers requests of the renderer from the routes of this process.
fn in_process(routes: Answering, runtime: Handle) -> Fetch {
    Arc::new(move |url, extensions| {
        let request = http::Request::get(url).extension(extensions.clone());
        let Ok(request) = request.body(Full::new(bytes::Bytes::new())) else {
            return Answer { status: 400, ..Answer::default() };
        };
        runtime.block_on(async {
            let answer = routes.route_while_available(request);
            let answer = tokio::time::timeout(FETCH_DEADLINE, answer).await;
            let Ok(answer) = answer else { return Answer { status: 504, ..Answer::default() } };
            let shows = answer.extensions().get::<Shows>().cloned().unwrap_or_default();
            Answer { shows: shows.tags, fresh_for: shows.fresh_for, ..read(answer).await }
        })
    })
}

/// Requests of the renderer to the internal host (contract S12). Its changes are unknown, so pages are cached briefly.
fn over_http(runtime: Handle) -> Fetch {
    use hyper_util::client::legacy::Client;
    use hyper_util::rt::TokioExecutor;
    let client = Client::builder(TokioExecutor::new()).build_http();
    Arc::new(move |url, _| {
        let Ok(request) = http::Request::get(url).body(Full::new(bytes::Bytes::new())) else {
            return Answer { status: 400, ..Answer::default() };
        };
        runtime.block_on(async {
            match tokio::time::timeout(FETCH_DEADLINE, client.request(request)).await {
                Ok(Ok(answer)) => {
                    Answer { fresh_for: Some(LISTEN_EVERY * 4), ..read(answer).await }
                }
                Ok(Err(error)) => {
                    tracing::error!(%error, url, "internal host unreachable");
                    Answer { status: 502, ..Answer::default() }
                }
                Err(_) => Answer { status: 504, ..Answer::default() },
            }
        })
    })
}

async fn read<B: http_body::Body>(answer: http::Response<B>) -> Answer {
    let (parts, body) = answer.into_parts();
    let body = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let headers = parts.headers.iter().filter_map(|(name, value)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    });
    Answer {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        body: String::from_utf8_lossy(&body).into_owned(),
        ..Answer::default()
    }
}

/// Binds before slow work, so that a port in use is reported at once.
fn listen(settings: &Settings) -> Result<TcpListener, Failure> {
    let failed = |source| Failure::Listen { addr: settings.addr, source };
    let listener = TcpListener::bind(settings.addr).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

fn say_where(settings: &Settings, speech: Speech, setup: Option<&str>) {
    let origin = settings.origin();
    // Programs wait for this line, so it is the same in every language.
    super::command::say(&format!("Pailou is at {origin}/index/"));
    if let Some(code) = setup {
        let address = format!("{origin}/index/admin#setup={code}");
        super::command::say(&speech.say("serve.first", &[("address", &address)]));
    }
}

/// Completes at the first stop signal after this call; a second signal ends the process at once.
fn stop_asked() -> impl Future<Output = ()> {
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async move {
        match signals {
            (Ok(terminate), Ok(interrupt)) => either(terminate, interrupt).await,
            _ => std::future::pending().await,
        }
    }
}

async fn either(mut terminate: Signal, mut interrupt: Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("stopping, finishing active requests");
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        std::process::exit(130);
    });
}

async fn listen_for_changes(site: Site) {
    let mut tick = tokio::time::interval(LISTEN_EVERY);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let hearing = site.changes.hear(&site.db);
        // An outage is logged elsewhere; a hung connection must not block this loop.
        if let Ok(Err(error)) = site.db.health().while_available(hearing).await
            && Outage::of(&error).is_none()
        {
            tracing::warn!(%error, "change notifications unavailable");
        }
    }
}
