//! Test site for `server/tests`: the real API on a real database, without a socket and, unless
//! [`TestSite::rendering`] is called, without server-side rendering.
//!
//! - [`TestSite`] handles requests through routes and middleware, and runs commands and scheduled
//!   tasks.
//! - [`migrate`] prepares a database that the tests copy.
//!
//! ```no_run
//! # async fn example() {
//! let site = pailou_testing::site("data/pailou.db", "data".as_ref()).await;
//! let created = site.add_user("mona", "editor", "correct horse battery").await;
//! # drop(created);
//! # }
//! ```

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use clap::{Parser, Subcommand};
use core_wasm::locale::Locale;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType};
use tokio::sync::Notify;

use pailou_app::mcp;
use pailou_app::middleware::Middleware;
use pailou_app::routes;
use pailou_app::server::Server;
use pailou_app::static_routes;
use pailou_app::static_routes::StaticRoutes;
use pailou_assets::assets;
use pailou_cli::accounts;
use pailou_cli::accounts::UserCommand;
use pailou_cli::i18n::Messages;
use pailou_cli::versions;
use pailou_cli::versions::VersionCommand;
use pailou_database::audit_log::Actor;
use pailou_database::id;
use pailou_database::{Db, on, on_tx};
use pailou_git_sources::update;
use pailou_site_search::{IndexPriority, SearchIndex};

use pailou_settings::Settings;
use pailou_site::Site;
use pailou_store::edit;
use pailou_store::edit::Edit;
use pailou_store::import::{ImportOptions, ImportProgress, Progress};

use pailou_web::client::Peer;
use pailou_web::{Router, edge};

use pailou_content::front_matter;

/// Language of command output, which tests compare.
const ENGLISH: Messages = Messages(Locale::En);

pub struct TestSite {
    site: Site,
    answering: Middleware,
}

/// Parser for the arguments after `pailou user` or `pailou version`.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Line<Command: Subcommand> {
    #[command(subcommand)]
    command: Command,
}

/// Migrates an empty database and closes it, so that it can be copied.
///
/// # Panics
///
/// Panics if the database cannot be opened.
pub async fn migrate(database: &str) {
    let db = Db::open(database).await.unwrap_or_else(|error| panic!("{error}"));
    db.close().await;
}

/// Opens the database as `pailou serve` does, and closes it.
///
/// # Errors
///
/// Returns the English error message of the command, if the database is rejected.
pub async fn open(database: &str) -> Result<(), String> {
    let opened = Db::open(database).await.map_err(pailou_cli::command::Failure::from);
    opened.map_err(|refused| ENGLISH.failure(&refused))?.close().await;
    Ok(())
}

/// Opens a site like a later release. That release has one more migration, with this `number` and `sql`.
///
/// # Panics
///
/// Panics if the database cannot be migrated.
pub async fn site_of_later_release(
    database: &str,
    data: &Path,
    (number, sql): (i64, &'static str),
) -> TestSite {
    let sql = sql.into_sql_str();
    let later = Migration::new(number, "later".into(), MigrationType::Simple, sql, false);
    let db = Db::open_with_later(database, &later).await.unwrap_or_else(|error| panic!("{error}"));
    let site = Site::new(db, settings_of(database, data, ""));
    site.changes.poll(&site.db).await.unwrap_or_else(|error| panic!("{error}"));
    TestSite::new(site)
}

/// Opens a site on this database, with its files in the folder `data`.
///
/// # Panics
///
/// Panics if the site cannot be opened.
pub async fn site(database: &str, data: &Path) -> TestSite {
    site_with(database, data, "").await
}

/// Like [`site`]. `toml` is the content of the settings file.
///
/// # Panics
///
/// Panics if the site cannot be opened.
pub async fn site_with(database: &str, data: &Path, toml: &str) -> TestSite {
    let settings = settings_of(database, data, toml);
    TestSite::new(pailou_cli::open::open(settings).await.unwrap_or_else(|error| panic!("{error}")))
}

fn settings_of(database: &str, data: &Path, toml: &str) -> Settings {
    let file = data.join("pailou.toml");
    std::fs::write(&file, toml).unwrap_or_else(|error| panic!("{error}"));
    let settings = pailou_settings::read_settings(&[], std::iter::empty(), &file, true);
    Settings {
        data: data.to_owned(),
        database: Some(database.to_owned()),
        site_url: Some("https://docs.example.org".to_owned()),
        ..settings.unwrap_or_else(|error| panic!("{error}"))
    }
}

impl TestSite {
    fn new(site: Site) -> Self {
        let documents = static_routes::for_tests(&StaticRoutes::new(&site, assets()));
        let api = routes::api(&site);
        let inside = edge(Router::new(api.clone()), site.settings.trusted_proxies);
        let mcp = mcp::routes(&site, Middleware::new(inside, &site));
        let routes = api.into_iter().chain(documents).chain(mcp).collect();
        let router = Router::new(routes);
        let answering = Middleware::new(edge(router, site.settings.trusted_proxies), &site);
        Self { site, answering }
    }

    /// Returns the site with server-side rendering.
    ///
    /// # Panics
    ///
    /// Panics if the render engines do not start.
    pub fn rendering(self) -> Self {
        let server = Server::start(&self.site, assets()).unwrap_or_else(|error| panic!("{error}"));
        Self { site: self.site, answering: server.answering }
    }

    /// Publishes drafts that are due at the time `now`, in milliseconds since 1970.
    ///
    /// # Panics
    ///
    /// Panics if the database fails.
    pub async fn publish_due(&self, now: i64) {
        let done = pailou_drafts::publish_due(&self.site, now).await;
        done.unwrap_or_else(|error| panic!("{error}"));
    }

    /// Records the translation status for the time `now`, in milliseconds since 1970.
    ///
    /// # Panics
    ///
    /// Panics if the database fails.
    pub async fn record_translation_status(&self, now: i64) {
        let done = pailou_localization::record(&self.site, now).await;
        done.unwrap_or_else(|error| panic!("{error}"));
    }

    /// Deletes questions, feedback, and shared answers of the assistant that have expired at the time `now`, in
    /// milliseconds since 1970.
    ///
    /// # Panics
    /// Panics if the database fails.
    pub async fn delete_expired_assistant_data(&self, now: i64) {
        let done = pailou_assistant::delete_expired(&self.site, now).await;
        done.unwrap_or_else(|error| panic!("{error}"));
    }

    /// Returns the stored questions to the assistant, sorted by text.
    ///
    /// # Panics
    /// Panics if the database fails.
    pub async fn stored_questions(&self) -> Vec<String> {
        let questions = pailou_assistant::stored_questions(&self.site.db).await;
        questions.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Tries to encode all missing AVIF variants; returns the number of attempts.
    ///
    /// # Panics
    ///
    /// Panics if the database or the file storage fails.
    pub async fn make_avif(&self) -> usize {
        let mut tried = 0;
        while pailou_store::media::encode_next(&self.site)
            .await
            .unwrap_or_else(|error| panic!("{error}"))
        {
            tried += 1;
        }
        tried
    }

    /// Handles a request from this client address, as the accept loop does.
    ///
    /// # Panics
    ///
    /// Panics if the response is incomplete.
    pub async fn answer(&self, from: IpAddr, request: Request<Bytes>) -> Response<Bytes> {
        let mut request = request.map(Full::new);
        request.extensions_mut().insert(Peer(SocketAddr::new(from, 50_000)));
        let (parts, body) = self.answering.answer(request).await.into_parts();
        let body = body.collect().await.expect("the response body must be complete").to_bytes();
        Response::from_parts(parts, body)
    }

    /// Returns the code of the setup link, as `pailou serve` creates it at its start; `None` if an account exists.
    ///
    /// # Panics
    ///
    /// Panics if the database fails.
    pub async fn setup_code(&self) -> Option<String> {
        pailou_admin::setup_code(&self.site).await.expect("the query must succeed")
    }

    /// Runs `pailou user …`.
    ///
    /// # Errors
    ///
    /// Returns the error message of the command.
    pub async fn user(&self, line: &[&str]) -> Result<String, String> {
        let line = Line::<UserCommand>::try_parse_from(line).map_err(|error| error.to_string())?;
        let done = accounts::perform(&self.site, ENGLISH, line.command).await;
        done.map_err(|error| error.to_string())
    }

    /// Runs `pailou user add` with the given password.
    ///
    /// # Errors
    ///
    /// Returns the error message of the command.
    pub async fn add_user(&self, name: &str, role: &str, password: &str) -> Result<(), String> {
        let role = role.parse().map_err(|error| format!("{error}"))?;
        let added = pailou_auth::accounts::add(
            &self.site.db,
            &Actor::command_line(),
            name,
            role,
            password.to_owned(),
        )
        .await;
        added.map_err(|error| error.to_string())
    }

    /// Executes SQL directly, for states that no request can produce.
    ///
    /// # Errors
    ///
    /// Returns the database error.
    pub async fn execute(&self, sql: &'static str) -> Result<(), String> {
        self.execute_during(sql, async {}).await
    }

    /// Returns the number that a query returns, for values that no response contains.
    ///
    /// # Panics
    /// Panics if the query fails.
    pub async fn count(&self, sql: &'static str) -> i64 {
        let count = on!(&self.site.db, pool => sqlx::query_scalar(sql).fetch_one(pool).await);
        count.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Executes `sql`, and commits only after `meanwhile` completes; returns the output of
    /// `meanwhile`.
    ///
    /// # Errors
    ///
    /// Returns the database error.
    pub async fn execute_during<T>(
        &self,
        sql: &'static str,
        meanwhile: impl Future<Output = T>,
    ) -> Result<T, String> {
        let mut tx = self.site.db.begin().await.map_err(|error| error.to_string())?;
        let done = on_tx!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop));
        done.map_err(|error| error.to_string())?;
        let answer = meanwhile.await;
        tx.commit().await.map_err(|error| error.to_string())?;
        Ok(answer)
    }

    /// Runs `pailou import` and updates the caches.
    ///
    /// # Panics
    ///
    /// Panics if the folder cannot be imported.
    pub async fn import(&self, folder: &Path) {
        let imported =
            pailou_store::import(&self.site, folder, ImportOptions::default(), &|_| {}).await;
        imported.unwrap_or_else(|error| panic!("{error}"));
        self.site.changes.poll(&self.site.db).await.expect("the query must succeed");
    }

    /// Runs `pailou import` on a Git working copy. Returns the number of new texts, the number of pages whose Git
    /// history was replayed, and the codes of the issues. If `is_interrupted`, stops the import after the first pages
    /// are stored, and returns `None`.
    ///
    /// # Panics
    ///
    /// Panics if the folder cannot be imported.
    pub async fn import_working_copy(
        &self,
        folder: &Path,
        is_interrupted: bool,
    ) -> Option<(usize, usize, Vec<&'static str>)> {
        let stored = Notify::new();
        let progress = |step| {
            if is_interrupted && matches!(step, ImportProgress::Files { .. }) {
                stored.notify_one();
            }
        };
        let import = pailou_store::import_working_copy(
            &self.site,
            folder,
            ImportOptions::default(),
            &progress,
        );
        let report = tokio::select! {
            biased;
            () = stored.notified() => return None,
            imported = import => imported.unwrap_or_else(|error| panic!("{error}")),
        };
        self.site.changes.poll(&self.site.db).await.expect("the query must succeed");
        let codes = report.issues.iter().map(|issue| issue.code).collect();
        Some((report.new, report.replayed, codes))
    }

    /// Runs `pailou import --version` and updates the caches.
    ///
    /// # Errors
    ///
    /// Returns the error message of the command.
    pub async fn import_version(&self, folder: &Path, name: &str) -> Result<String, String> {
        let done =
            pailou_versions::import(&self.site, folder, (None, None), name, false, &|_| {}).await;
        let summarize = |report: pailou_store::Report| {
            let pailou_store::Report { new, changed, same, gone, files, .. } = report;
            format!("{new} new, {changed} changed, {same} same, {gone} gone, {files} files")
        };
        done.map(summarize).map_err(|error| error.to_string())
    }

    /// Runs `pailou version …`.
    ///
    /// # Errors
    ///
    /// Returns the error message of the command.
    pub async fn version(&self, line: &[&str]) -> Result<String, String> {
        let line = Line::<VersionCommand>::try_parse_from(line);
        let line = line.map_err(|error| error.to_string())?;
        let done = versions::perform(&self.site, ENGLISH, line.command).await;
        done.map_err(|error| error.to_string())
    }

    /// Runs `pailou export`.
    ///
    /// # Errors
    ///
    /// Returns the error message of the command.
    pub async fn export(&self, folder: &Path, version: Option<&str>) -> Result<usize, String> {
        let exported = pailou_store::export(&self.site, folder, version).await;
        exported.map(|it| it.files).map_err(|error| error.to_string())
    }

    /// Runs `pailou source update`. Returns the outcome, and the report as JSON.
    ///
    /// # Panics
    ///
    /// Panics if there is no Git source with this name, or the database fails.
    pub async fn update_source(&self, name: &str) -> (String, String) {
        self.update_source_with(name, &|_| {}).await
    }

    /// Like [`Self::update_source`], and reports the steps of the update to `progress`.
    ///
    /// # Panics
    ///
    /// Panics if there is no Git source with this name, or the database fails.
    pub(crate) async fn update_source_with(
        &self,
        name: &str,
        progress: Progress<'_>,
    ) -> (String, String) {
        let source = self.site.settings.sources.iter().find(|source| source.name == name);
        let source = source.expect("the source must exist");
        let updated =
            update::update(&self.site, source, progress).await.expect("the query must succeed");
        self.site.changes.poll(&self.site.db).await.expect("the query must succeed");
        let report = updated.report.map(|report| serde_json::to_string(&report));
        (updated.outcome, report.transpose().ok().flatten().unwrap_or(updated.detail))
    }

    /// Runs `pailou source update`. Returns, for each step, the number of pages whose Git history was replayed so far,
    /// and the number of all pages in the replay.
    ///
    /// # Panics
    ///
    /// Panics if there is no Git source with this name, or the database fails.
    pub async fn update_steps(&self, name: &str) -> Vec<(usize, usize)> {
        let steps = Mutex::new(Vec::new());
        let progress = |step| {
            if let ImportProgress::Replayed { done, total } = step {
                let mut steps = steps.lock().unwrap_or_else(PoisonError::into_inner);
                if steps.last() != Some(&(done, total)) {
                    steps.push((done, total));
                }
            }
        };
        self.update_source_with(name, &progress).await;
        steps.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an update of a Git source was requested since the last call.
    pub async fn was_update_requested(&self, name: &str) -> bool {
        self.site.sources.take_request(name).await
    }

    /// Edits the page at a path on the site, as an editor does.
    ///
    /// # Panics
    ///
    /// Panics if the page does not exist, or the text is rejected.
    pub async fn edit_page(&self, locale: &str, path: &str, whole: &str, author: &str) {
        let locale = locale.parse().expect("the locale must be valid");
        let text =
            pailou_store::sql::text_at(&self.site.db, pailou_store::DOCS, locale, path).await;
        let text = text.expect("the query must succeed").expect("the page must exist");
        let parts = front_matter::split(whole);
        let actor = Actor { name: author.to_owned(), ..Actor::default() };
        let (front_matter, markdown) = (Some(parts.front), parts.body);
        let edit = Edit { front_matter, markdown, base: None, actor: &actor };
        edit::edit(&self.site, &text, &edit).await.expect("the edit must be accepted");
    }

    /// Publishes a site file.
    ///
    /// # Panics
    ///
    /// Panics if the database fails.
    pub async fn publish(&self, name: &str, media_type: &str, body: &str) {
        pailou_site_config::publish_as_command_line(&self.site, name, media_type, body)
            .await
            .expect("the query must succeed");
    }

    /// Performs changes of site files that are due within the given number of milliseconds.
    ///
    /// # Panics
    ///
    /// Panics if the database fails.
    pub async fn perform_due_site_file_changes(&self, later: i64) {
        let now = id::now() + later;
        pailou_site_config::perform_due(&self.site, now).await.expect("the query must succeed");
    }

    /// Sends webhook deliveries that are due within the given number of milliseconds.
    ///
    /// # Panics
    ///
    /// Panics if the database fails.
    pub async fn deliver(&self, later: i64) {
        pailou_webhooks::deliver_due(&self.site.store, &self.site.outbound, later)
            .await
            .expect("the query must succeed");
    }

    /// Returns the feedback of readers, the newest first: path, locale, revision, answer, comment.
    ///
    /// # Panics
    ///
    /// Panics if the database fails.
    pub async fn feedback(&self) -> Vec<(String, String, i64, String, String)> {
        let answers = pailou_docs::newest_feedback(&self.site.db, 0, 100)
            .await
            .expect("the query must succeed");
        let row = |answer: pailou_docs::Answer| {
            (answer.path, answer.locale, answer.revision, answer.answer, answer.comment)
        };
        answers.into_iter().map(row).collect()
    }

    /// Starts an update of the search index if necessary, and returns immediately whether the index
    /// was current.
    ///
    /// # Panics
    /// Panics if the database fails.
    pub async fn has_current_index(&self) -> bool {
        let refreshed = self.site.search_index.refresh_within(&self.site, Duration::ZERO).await;
        refreshed.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the dictionary, metrics, and search results as text: first those of the site's index
    /// after an incremental update, then those of a new index.
    ///
    /// # Panics
    ///
    /// Panics if the database fails.
    pub async fn compare_with_new_index(&self, questions: &[&str]) -> [String; 2] {
        let (running, fresh) = (&self.site.search_index, SearchIndex::default());
        let learnt = async {
            running.refresh(&self.site).await?;
            running.learn(&self.site, IndexPriority::FullSpeed).await?;
            running.refresh(&self.site).await?;
            fresh.refresh(&self.site).await
        };
        learnt.await.unwrap_or_else(|error| panic!("{error}"));
        [running.dump_for_tests(questions), fresh.dump_for_tests(questions)]
    }

    /// Runs the index worker, without a search, until the dictionary includes all changes; returns
    /// the same as [`Self::compare_with_new_index`].
    ///
    /// # Panics
    ///
    /// Panics if the database fails, or if the dictionary does not include all changes after a
    /// minute.
    pub async fn searched_in_background(&self, questions: &[&str]) -> [String; 2] {
        let (index, changes) = (&self.site.search_index, &self.site.changes);
        let learned = async {
            while index.learned_at() < changes.version() {
                tokio::task::yield_now().await;
            }
        };
        let worker = index.run_index_worker(&self.site, Duration::ZERO);
        let either = async {
            tokio::select! { () = worker => {}, () = learned => {} }
        };
        tokio::time::timeout(Duration::from_secs(60), either).await.expect("the update timed out");
        let fresh = SearchIndex::default();
        fresh.refresh(&self.site).await.unwrap_or_else(|error| panic!("{error}"));
        [index.dump_for_tests(questions), fresh.dump_for_tests(questions)]
    }

    pub async fn close(&self) {
        self.site.db.close().await;
    }
}
