//! Command `pailou serve`: opens the site, serves requests, and finishes active requests at shutdown.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::command::Failure;
use super::i18n::Messages;
use super::sample_site;
use super::stop_signal::StopSignals;
use pailou_app::server::Server;
use pailou_web::assets::Assets;
use pailou_web::workers::{WorkerError, WorkerSettings};

use pailou_database::outage::Outage;
use pailou_database::{Db, health};
use pailou_settings::Settings;
use pailou_site::Site;
use pailou_site_search::LEARN_DELAY;
use pailou_store::{copies, media};
use pailou_web::transfer;

/// Poll interval for changes made by other processes.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Delay between two attempts to build the search index at startup.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Nice value of background threads.
#[cfg(target_os = "linux")]
const BACKGROUND_NICENESS: i32 = 10;

pub async fn serve(
    mut settings: Settings,
    messages: Messages,
    assets: &'static Assets,
) -> Result<(), Failure> {
    let listener = listen(&settings)?;
    // Port 0 selects a free port.
    settings.addr = listener.local_addr().unwrap_or(settings.addr);
    let site = super::open::open(settings).await?;
    sample_site::import_when_empty(&site, assets).await?;
    let setup = pailou_admin::setup_code(&site).await?;
    let server = Server::start(&site, assets).map_err(|error| Failure::Render(error.0))?;
    // The signal handlers are installed before the server reports readiness, so that no early signal is lost.
    let stop_signal = stop_requested();
    let ready = server.metrics.ready.clone();
    let stop = async move {
        stop_signal.await;
        ready.store(false, Ordering::Release);
    };
    let preparation =
        tokio::spawn(prepare(site.clone(), messages, server.metrics.ready.clone(), setup));
    let health_probe = tokio::spawn(health::run_probe(
        site.db.clone(),
        site.settings.data.clone(),
        health::ProbeTiming::default(),
    ));
    let change_listener = tokio::spawn(listen_for_changes(site.clone()));
    let git_updates =
        tokio::spawn(pailou_git_sources::run_updates(site.store.clone(), site.sources.clone()));
    let draft_scheduler = tokio::spawn(pailou_drafts::run_scheduler(site.store.clone()));
    let localization_recorder = tokio::spawn(pailou_localization::run_recorder(site.clone()));
    let assistant_retention = tokio::spawn(pailou_assistant::run_retention(site.clone()));
    let config_scheduler = tokio::spawn(pailou_site_config::run_scheduler(site.store.clone()));
    let bucket_upload = tokio::spawn(upload_missing_files(site.clone()));
    let webhook_dispatcher =
        tokio::spawn(pailou_webhooks::run_dispatcher(site.store.clone(), site.outbound.clone()));
    let temp_cleanup = tokio::spawn(transfer::run_temp_cleanup(site.settings.data.clone()));
    let workers = WorkerSettings {
        connections: site.settings.connections,
        grace: Duration::from_secs(site.settings.shutdown_seconds),
    };
    let served = server.serve(listener, &workers, stop).await;
    served.map_err(|error| match error {
        WorkerError::Listen(source) => Failure::Listen { addr: site.settings.addr, source },
        WorkerError::Start(source) => Failure::Runtime(source),
    })?;
    preparation.abort();
    health_probe.abort();
    change_listener.abort();
    git_updates.abort();
    draft_scheduler.abort();
    localization_recorder.abort();
    assistant_retention.abort();
    config_scheduler.abort();
    bucket_upload.abort();
    webhook_dispatcher.abort();
    temp_cleanup.abort();
    site.db.close().await;
    tracing::info!("server stopped");
    Ok(())
}

/// Uploads files of the data directory that are missing in the S3 bucket.
async fn upload_missing_files(site: Site) {
    match site.files.upload_all().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "files uploaded to bucket"),
        Err(error) => {
            tracing::error!(%error, "upload to bucket failed, retrying at next start");
        }
    }
}

/// Builds the search index, reports readiness, and starts the background work. The server accepts requests before the
/// index is built.
async fn prepare(site: Site, messages: Messages, ready: Arc<AtomicBool>, setup: Option<String>) {
    while let Err(error) = site.search_index.refresh(&site).await {
        tracing::error!(%error, "search index build failed, retrying");
        tokio::time::sleep(RETRY_DELAY).await;
    }
    ready.store(true, Ordering::Release);
    print_ready_message(&site.settings, messages, setup.as_deref());
    let copies_site = site.clone();
    spawn_background("copy-counter", &site.db, async move {
        if let Err(error) = copies::update_copies(&copies_site).await
            && !copies_site.db.is_closed()
        {
            tracing::error!(%error, "counting untranslated copies failed, retrying at next start");
        }
    });
    let index_site = site.clone();
    spawn_background("search-index", &site.db, async move {
        index_site.search_index.run_index_worker(&index_site, LEARN_DELAY).await
    });
    spawn_background("avif", &site.db, media::run_avif_worker(site.store.clone()));
}

/// Runs background work on a thread, which has a lower priority than request handling on Linux. Threads that the work
/// starts inherit the priority.
fn spawn_background(name: &'static str, db: &Db, work: impl Future<Output = ()> + Send + 'static) {
    let work = until_closed(db.clone(), work);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let started = runtime.and_then(|runtime| {
        let work = move || {
            #[cfg(target_os = "linux")]
            if let Err(error) = rustix::process::setpriority_process(None, BACKGROUND_NICENESS) {
                tracing::debug!(name, %error, "lowering thread priority failed");
            }
            runtime.block_on(work);
        };
        std::thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
    });
    if let Err(error) = started {
        tracing::warn!(name, %error, "starting background task failed");
    }
}

/// Runs work until the server closes the database, so that the work does not fail during shutdown.
async fn until_closed(db: Db, work: impl Future<Output = ()>) {
    tokio::select! {
        biased;
        () = db.closed() => {}
        () = work => {}
    }
}

/// Binds the port. The caller does this before slow work, so that a port in use is reported immediately.
fn listen(settings: &Settings) -> Result<TcpListener, Failure> {
    let failed = |source| Failure::Listen { addr: settings.addr, source };
    let listener = TcpListener::bind(settings.addr).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

fn print_ready_message(settings: &Settings, messages: Messages, setup: Option<&str>) {
    let origin = settings.origin();
    // Programs wait for this line, so it is the same in every language.
    super::command::print_line(&format!("Pailou is at {origin}/index/"));
    if let Some(code) = setup {
        let address = format!("{origin}/index/admin#setup={code}");
        super::command::print_line(&messages.t("serve.first", &[("address", &address)]));
    }
}

/// Completes at the first stop signal after this call; a second signal terminates the process immediately.
fn stop_requested() -> impl Future<Output = ()> {
    let signals = StopSignals::install();
    async move {
        let Ok(mut signals) = signals else { return std::future::pending().await };
        signals.recv().await;
        tracing::info!("shutdown requested, finishing active requests");
        tokio::spawn(async move {
            signals.recv().await;
            std::process::exit(130);
        });
    }
}

async fn listen_for_changes(site: Site) {
    let mut tick = tokio::time::interval(POLL_INTERVAL);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let poll = site.changes.poll(&site.db);
        // During an outage, which the health probe logs, `while_available` ends the poll. An unresponsive connection
        // therefore does not block this loop.
        if let Ok(Err(error)) = site.db.health().while_available(poll).await
            && Outage::of(&error).is_none()
        {
            tracing::warn!(%error, "reading change feed failed, retrying");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn closed_database_ends_background_work() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        let endless = tokio::spawn(until_closed(db.clone(), std::future::pending()));
        db.close().await;
        endless.await.unwrap();
    }

    #[tokio::test]
    async fn background_work_does_not_start_after_the_shutdown() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        db.close().await;
        assert!(db.is_closed());
        until_closed(db, async { panic!("started") }).await;
    }
}
