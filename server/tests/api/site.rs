//! Test site: a new site for each test, on SQLite or, if `PAILOU_TEST_POSTGRES` is the URL of a server, on PostgreSQL.
//! Its functions format responses as text without values that differ between runs.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use pailou_testing::TestSite;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// User agent of a browser, not of a bot.
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

static SQLITE_TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
static POSTGRES_TEMPLATE: OnceCell<String> = OnceCell::const_new();

pub(crate) struct Site {
    inside: TestSite,
    database: String,
    folder: TempDir,
    /// Client of the next requests: address, user agent, token, and headers.
    visitor: Mutex<Visitor>,
}

#[derive(Clone)]
struct Visitor {
    address: IpAddr,
    browser: String,
    token: Option<String>,
    headers: Vec<(String, String)>,
}

impl Site {
    pub(crate) async fn new() -> Self {
        Self::with("media.random-names = false\n").await
    }

    /// Creates a site with server-side rendering.
    pub(crate) async fn rendering() -> Self {
        let mut site = Self::new().await;
        site.inside = site.inside.rendering();
        site
    }

    /// Creates a site with these lines in the settings file.
    pub(crate) async fn with(toml: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let database = match std::env::var("PAILOU_TEST_POSTGRES") {
            Ok(server) => postgres(&server, folder.path()).await,
            Err(_) => sqlite(folder.path()).await,
        };
        let inside = pailou_testing::site_with(&database, folder.path(), toml).await;
        let visitor = Visitor {
            address: IpAddr::from([192, 0, 2, 1]),
            browser: BROWSER.to_owned(),
            token: None,
            headers: Vec::new(),
        };
        Self { inside, database, folder, visitor: Mutex::new(visitor) }
    }

    /// URL of the database.
    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    /// Sets the client address of the next requests.
    pub(crate) fn at_address(&self, address: &str) {
        self.visitor.lock().unwrap().address = address.parse().unwrap();
    }

    pub(crate) fn with_browser(&self, browser: &str) {
        browser.clone_into(&mut self.visitor.lock().unwrap().browser);
    }

    pub(crate) fn with_token(&self, token: Option<&str>) {
        self.visitor.lock().unwrap().token = token.map(str::to_owned);
    }

    pub(crate) fn token(&self) -> Option<String> {
        self.visitor.lock().unwrap().token.clone()
    }

    /// Sets an additional header for the next requests. It replaces the previous additional header; `None` only removes
    /// that one.
    pub(crate) fn with_header(&self, header: Option<(&str, &str)>) {
        let headers = header.map(|(name, value)| (name.to_owned(), value.to_owned()));
        self.visitor.lock().unwrap().headers = headers.into_iter().collect();
    }

    pub(crate) async fn get(&self, path: &str) -> String {
        response_text(&self.answer("GET", path, None).await)
    }

    pub(crate) async fn post(&self, path: &str, json: &str) -> String {
        response_text(&self.answer("POST", path, Some(json)).await)
    }

    pub(crate) async fn answer(
        &self,
        method: &str,
        path: &str,
        json: Option<&str>,
    ) -> Response<Bytes> {
        let visitor = self.visitor.lock().unwrap().clone();
        let mut request = Request::builder().method(method).uri(path);
        request = request.header("user-agent", &visitor.browser);
        if json.is_some() && !visitor.headers.iter().any(|(name, _)| name == "content-type") {
            request = request.header("content-type", "application/json");
        }
        if let Some(token) = &visitor.token {
            request = request.header("authorization", token);
        }
        for (name, value) in &visitor.headers {
            request = request.header(name, value);
        }
        let body = Bytes::copy_from_slice(json.unwrap_or_default().as_bytes());
        self.raw(visitor.address, request.body(body).unwrap()).await
    }

    /// Creates a user with this role and logs in for the next requests.
    pub(crate) async fn log_in_as(&self, role: &str) {
        const PASSWORD: &str = "correct horse battery";
        self.inside.add_user(role, role, PASSWORD).await.unwrap();
        let body = serde_json::json!({ "username": role, "password": PASSWORD }).to_string();
        let answer = self.answer("POST", "/api/v1/login", Some(&body)).await;
        let session: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
        self.with_token(Some(session["token"].as_str().unwrap()));
    }

    /// Sends a request from this address without adding headers, for example an invalid request.
    pub(crate) async fn raw(&self, from: IpAddr, request: Request<Bytes>) -> Response<Bytes> {
        self.inside.answer(from, request).await
    }

    /// Runs `request` during a concurrent change of the database with `sql`. The request runs until it must wait for
    /// the change, and completes after the change is committed.
    pub(crate) async fn send_during_change<T>(
        &self,
        sql: &'static str,
        request: impl Future<Output = T>,
    ) -> T {
        let mut request = std::pin::pin!(request);
        let early = self.inside.execute_during(sql, async {
            // Each iteration polls `request` while it sends a second request. In this time, `request` can execute
            // about as many queries as the second request.
            for _ in 0..8 {
                tokio::select! {
                    biased;
                    answer = &mut request => return Some(answer),
                    _ = self.get("/api/v1/me") => {}
                }
            }
            None
        });
        match early.await.unwrap() {
            Some(answer) => answer,
            None => request.await,
        }
    }

    /// Writes these files into a folder and imports it.
    pub(crate) async fn import(&self, files: &[(&str, &str)]) {
        let pages = self.folder.path().join("pages");
        for (name, text) in files {
            let file = pages.join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        self.inside.import(&pages).await;
    }

    /// Writes these files into a separate folder and imports it as an old version.
    pub(crate) async fn import_version(
        &self,
        name: &str,
        files: &[(&str, &str)],
    ) -> Result<String, String> {
        let pages = self.folder.path().join(format!("version-{name}"));
        let _ = std::fs::remove_dir_all(&pages);
        std::fs::create_dir_all(&pages).unwrap();
        for (name, text) in files {
            let file = pages.join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        self.inside.import_version(&pages, name).await
    }

    /// Path in the temporary folder, for files of a test.
    pub(crate) fn temp_path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn inside(&self) -> &TestSite {
        &self.inside
    }

    /// Whether the data directory contains a temporary extraction folder.
    pub(crate) fn is_unpacking(&self) -> bool {
        let all = std::fs::read_dir(self.folder.path()).unwrap();
        all.map(|entry| entry.unwrap()).any(|entry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with('.') && entry.path().is_dir()
        })
    }
}

/// Polls a request, and drops it as soon as the condition is met, like a client that disconnects.
pub(crate) async fn disconnect_when(request: impl Future, is_so: impl Fn() -> bool) {
    let mut request = std::pin::pin!(request);
    loop {
        tokio::select! {
            biased;
            _ = &mut request => return,
            () = tokio::task::yield_now() => {}
        }
        if is_so() {
            return;
        }
    }
}

/// Waits at most 30 seconds until a concurrent task has fulfilled the condition.
pub(crate) async fn until(is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("timed out");
}

/// Returns the one-time password of `secret` that is valid after `steps` time steps of 30 seconds.
pub(crate) fn code(secret: &str, steps: u64) -> String {
    let secret = totp_rs::Secret::try_from_base32(secret).unwrap();
    let totp = totp_rs::Builder::new().with_secret(secret).build().unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    totp.generate(now.as_secs() + 30 * steps).to_string()
}

/// Copies a migrated SQLite file, which the first test of the process creates.
async fn sqlite(folder: &Path) -> String {
    let template = SQLITE_TEMPLATE.get_or_init(sqlite_template).await;
    let file = folder.join("pailou.db");
    std::fs::write(&file, template).unwrap();
    file.display().to_string()
}

async fn sqlite_template() -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("pailou.db");
    pailou_testing::migrate(&file.display().to_string()).await;
    std::fs::read(file).unwrap()
}

/// Copies a migrated PostgreSQL database, which the first test of the process creates; returns its URL.
async fn postgres(server: &str, folder: &Path) -> String {
    let template = POSTGRES_TEMPLATE.get_or_init(|| postgres_template(server)).await;
    let name = folder.file_name().unwrap().to_string_lossy().to_lowercase().replace('.', "t");
    let mut connection = PgConnection::connect(server).await.unwrap();
    let create = format!("create database {name} template {template} strategy file_copy");
    connection.execute(AssertSqlSafe(create)).await.unwrap();
    connection.close().await.unwrap();
    in_database(server, &name)
}

async fn postgres_template(server: &str) -> String {
    let name = format!("template_{}", std::process::id());
    let mut connection = PgConnection::connect(server).await.unwrap();
    let drop = format!("drop database if exists {name}");
    connection.execute(AssertSqlSafe(drop)).await.unwrap();
    connection.execute(AssertSqlSafe(format!("create database {name}"))).await.unwrap();
    connection.close().await.unwrap();
    pailou_testing::migrate(&in_database(server, &name)).await;
    name
}

/// URL of another database on the same server.
fn in_database(server: &str, name: &str) -> String {
    let mut address = url::Url::parse(server).unwrap();
    address.set_path(name);
    address.into()
}

/// Formats the status, media type, significant headers, and body of a response.
pub(crate) fn response_text(answer: &Response<Bytes>) -> String {
    let header = |name: &str| {
        answer.headers().get(name).map(|value| value.to_str().unwrap_or("?").to_owned())
    };
    let mut text =
        format!("{} {}", answer.status().as_u16(), header("content-type").unwrap_or_default());
    text.truncate(text.trim_end().len());
    for name in ["x-total-count", "x-total-sum"] {
        if let Some(value) = header(name) {
            text.push_str(&format!("\n{name}: {value}"));
        }
    }
    let body = String::from_utf8_lossy(answer.body());
    if !body.is_empty() {
        text.push('\n');
        text.push_str(body.trim_end());
    }
    redacted(&text)
}

/// Replaces secrets of 52 characters, times of 13 digits, and today's date.
fn redacted(text: &str) -> String {
    let mut redacted_text = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_ascii_alphanumeric() || c == '-' {
            word.push(c);
            continue;
        }
        redacted_text.push_str(match word.as_str() {
            word if word.len() == 52 => "[secret]",
            word if word.len() == 13 && word.bytes().all(|b| b.is_ascii_digit()) => "[time]",
            word if word == today() => "[today]",
            word => word,
        });
        word.clear();
        if c != '\0' {
            redacted_text.push(c);
        }
    }
    redacted_text
}

/// Today's date (UTC), computed independently of the server's date code.
pub(crate) fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let mut days = now.as_secs() / 86_400;
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}
