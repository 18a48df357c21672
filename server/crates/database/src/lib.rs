//! Database access: SQLite in the data directory, or PostgreSQL. Both use the same SQL text; `on!` and `on_tx!` run it
//! on the configured database.
//!
//! - [`Db`] is a connection pool, [`Tx`] a transaction. [`Db::open`] applies the migrations.
//! - [`change_feed`] stores which cache tags a write changes; [`cached`] caches values until their tag changes (ADR
//!   0010).
//! - [`audit_log`] records the actions of users.
//! - [`health`] probes the database and the disk; [`outage`] classifies errors (ADR 0041).
//! - `connection_limit` waits for connections while PostgreSQL rejects new ones.
//! - [`server_lock`] is a lock shared by the servers of one database.
//! - [`unfinished_copy`] marks a database that `pailou copy-to` has not finished.
//! - [`id`] creates ids and secrets; [`private_files`] protects files from other users of the machine.
//!
//! ```
//! use pailou_database::containing;
//!
//! assert_eq!(containing("100%"), "%100!%%");
//! ```
//!
//! A query, in a `store.rs` file:
//!
//! ```text
//! on!(db, pool => sqlx::query_as(sql).bind(path).fetch_optional(pool).await)
//! ```

pub mod audit_log;
pub mod cached;
pub mod change_feed;
mod connection_limit;
pub mod health;
pub mod id;
pub mod outage;
pub mod private_files;
pub mod server_lock;
mod sqlite_file;
pub mod unfinished_copy;

use std::future::poll_fn;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::str::FromStr;
use std::sync::Arc;
use std::task::Context;
use std::time::{Duration, Instant};

use sqlx::ConnectOptions;
use sqlx::Connection;
use sqlx::migrate::{MigrateError, Migration, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Postgres, SqlSafeStr};
use tokio::runtime::Handle;
use tokio::time::{timeout, timeout_at};

use crate::connection_limit::{ConnectionLimit, TEST_INTERVAL, idle_connection, rejection};
use crate::health::Health;
use crate::outage::Outage;
use crate::sqlite_file::SqliteFile;

pub use connection_limit::AcquireBudget;

/// Numbers of the migrations that were squashed into migration 1 before the first release (ADR 0045). A database that
/// has recorded one of these numbers, or migration 1 with another checksum, was created by a development version.
const SQUASHED: RangeInclusive<i64> = 2..=29;

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

/// Maximum wait for SQLite's write lock while another process holds it.
const BUSY: Duration = Duration::from_secs(10);
/// Maximum number of connections in the PostgreSQL pool.
const MAX_CONNECTIONS: u32 = 8;
/// Maximum wait for a connection while all are in use, so that a visitor gets a response within 2 s.
const ACQUIRE: Duration = Duration::from_millis(1400);
/// Maximum wait for a connection after another wait has timed out. A page makes several database requests, so their
/// waits add up.
const ACQUIRE_EXHAUSTED: Duration = Duration::from_millis(50);
/// Wait for a connection after which the connection limit of the server is tested.
const LIMIT_TEST_DELAY: Duration = Duration::from_millis(100);
/// Statement that starts a read transaction, in which all reads return the state of one moment.
const BEGIN_SNAPSHOT: &str = "begin transaction isolation level repeatable read, read only";
/// Maximum wait for a new connection that a slow server neither opens nor refuses.
const CONNECT: Duration = Duration::from_secs(10);
/// Maximum wait at startup for a PostgreSQL server that refuses connections. The server may be starting at the same
/// time.
const START: Duration = Duration::from_secs(5);
/// Delay between two connection attempts at startup.
const START_RETRY_DELAY: Duration = Duration::from_millis(200);
/// PostgreSQL 15.0 as `server_version_num`.
const OLDEST_POSTGRES: u32 = 150_000;

#[derive(Clone, Debug)]
pub enum Db {
    /// One write connection, because SQLite allows one writer, and a pool of read connections, which never wait for the
    /// writer (WAL).
    Sqlite { read: SqlitePool, write: SqlitePool, health: Arc<Health>, file: Arc<SqliteFile> },
    Postgres {
        pool: PgPool,
        health: Arc<Health>,
        /// Tokio runtime that owns all connections, regardless of the thread that opens them.
        runtime: Handle,
        limit: Arc<ConnectionLimit>,
    },
}

/// Separate connection for the probe of `health`.
pub(crate) enum ProbeConnection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Write transaction, or a snapshot for reading.
pub enum Tx {
    Sqlite(sqlx::Transaction<'static, sqlx::Sqlite>),
    Postgres(sqlx::Transaction<'static, sqlx::Postgres>),
}

/// Runs a read on the pool of the configured database. Fails immediately while PostgreSQL is unavailable.
#[macro_export]
macro_rules! on {
    ($db:expr, $pool:ident => $query:expr) => {
        match $db {
            $crate::Db::Sqlite { read: $pool, .. } => $query,
            $crate::Db::Postgres { pool, .. } => match $db.acquire(pool).await {
                Ok(mut connection) => {
                    let $pool = &mut *connection;
                    $query
                }
                Err(unavailable) => Err(unavailable),
            },
        }
    };
}

/// Runs a query inside a transaction.
#[macro_export]
macro_rules! on_tx {
    ($tx:expr, $conn:ident => $query:expr) => {
        match $tx {
            $crate::Tx::Sqlite(tx) => {
                let $conn = &mut **tx;
                $query
            }
            $crate::Tx::Postgres(tx) => {
                let $conn = &mut **tx;
                $query
            }
        }
    };
}

/// Returns a `like … escape '!'` pattern that matches every string that contains `text`. Wildcards in `text` are
/// escaped.
pub fn containing(text: &str) -> String {
    let mut like = String::with_capacity(text.len() + 2);
    like.push('%');
    for c in text.chars() {
        if matches!(c, '%' | '_' | '!') {
            like.push('!');
        }
        like.push(c);
    }
    like.push('%');
    like
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("invalid database address `{0}`: expected postgres://… or a file path")]
    Address(String),
    #[error("cannot open the database {place}: {source}")]
    Open { place: String, source: sqlx::Error },
    #[error(
        "cannot reach the database {place}: {reason}. \
         Start the PostgreSQL server, or correct host and port in --database"
    )]
    Unreachable { place: String, reason: String },
    #[error(
        "the database {place} refused the login: {reason}. \
         Correct user and password in --database, or permit the login in pg_hba.conf"
    )]
    Login { place: String, reason: String },
    #[error(
        "the database {place} does not exist: {reason}. \
         Create it with createdb, or correct its name in --database"
    )]
    Missing { place: String, reason: String },
    #[error(
        "the database {place} has no free connection: {reason}. \
         Close other clients, or increase max_connections of PostgreSQL"
    )]
    Crowded { place: String, reason: String },
    #[error("the database {place} is PostgreSQL {major}: Pailou requires PostgreSQL 15 or later")]
    Older { place: String, major: u32 },
    #[error(
        "the database {place} was created by a newer version of Pailou (migration {version}): \
         install that version, or restore a backup made with this version"
    )]
    Newer { place: String, version: i64 },
    #[error(
        "the database {place} was created by an earlier development version of Pailou: export the pages \
         with that version (`pailou export`), then import them with this version (`pailou import`) into a \
         new database"
    )]
    Development { place: String },
    #[error(
        "the database {place} is an unfinished copy of a site: run `pailou copy-to` again to finish it, \
         or create another database"
    )]
    UnfinishedCopy { place: String },
    #[error("cannot migrate the database {place}: {source}")]
    Migrate { place: String, source: MigrateError },
}

impl Db {
    /// Opens and migrates a database: `postgres://…`, or a SQLite file, which is created if it is missing.
    pub async fn open(address: &str) -> Result<Self, OpenError> {
        Self::open_with(address, &SQLITE, &POSTGRES).await
    }

    /// Opens a database as a later release with one more migration would. Only for tests.
    pub async fn open_with_later(address: &str, migration: &Migration) -> Result<Self, OpenError> {
        let with_later = |known: &Migrator| {
            Migrator::with_migrations(known.iter().chain([migration]).cloned().collect())
        };
        Self::open_with(address, &with_later(&SQLITE), &with_later(&POSTGRES)).await
    }

    async fn open_with(
        address: &str,
        sqlite: &Migrator,
        postgres: &Migrator,
    ) -> Result<Self, OpenError> {
        let db = Self::connect(address).await?;
        let place = without_password(address);
        let opened = match unfinished_copy::source(&db).await {
            Ok(None) => db.run_migrations(&place, sqlite, postgres).await,
            Ok(Some(_)) => Err(OpenError::UnfinishedCopy { place }),
            Err(source) => Err(OpenError::Open { place, source }),
        };
        if let Err(refused) = opened {
            db.close().await;
            return Err(refused);
        }
        Ok(db)
    }

    /// Opens a database without migrating it: `postgres://…`, or a SQLite file, which is created if it is missing.
    pub async fn connect(address: &str) -> Result<Self, OpenError> {
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return Self::connect_postgres(address).await;
        }
        if address.contains("://") {
            return Err(OpenError::Address(without_password(address)));
        }
        Self::connect_sqlite(Path::new(address)).await
    }

    /// Applies the missing migrations. Errors contain the address without its password.
    pub async fn migrate(&self, address: &str) -> Result<(), OpenError> {
        self.run_migrations(&without_password(address), &SQLITE, &POSTGRES).await
    }

    async fn run_migrations(
        &self,
        place: &str,
        sqlite: &Migrator,
        postgres: &Migrator,
    ) -> Result<(), OpenError> {
        match self {
            Self::Sqlite { write, .. } => migration_result(sqlite, place, sqlite.run(write).await),
            Self::Postgres { pool, .. } => {
                let migrated = postgres.run(pool).await;
                if matches!(migrated, Err(MigrateError::Execute(sqlx::Error::PoolTimedOut)))
                    && let Some(source) = Box::pin(rejection(pool)).await
                {
                    return Err(OpenError::Open { place: place.to_owned(), source });
                }
                migration_result(postgres, place, migrated)
            }
        }
    }

    async fn connect_sqlite(file: &Path) -> Result<Self, OpenError> {
        let place = file.display().to_string();
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY);
        let options = match test_pages() {
            Some(pages) => options.pragma("max_page_count", pages),
            None => options,
        };
        let failed = |source| OpenError::Open { place: place.clone(), source };
        private_files::protect_sqlite(file).map_err(|error| failed(error.into()))?;
        // Connections are never closed and reopened, because a new connection might open a file that has replaced this
        // file.
        let pool = || SqlitePoolOptions::new().idle_timeout(None).max_lifetime(None);
        let write = pool().max_connections(1);
        let write = write.after_release(|connection, _| Box::pin(is_reusable(connection)));
        let write = write.connect_with(options.clone()).await.map_err(failed)?;
        let read = pool().max_connections(4);
        let read = read.connect_with(options.read_only(true)).await.map_err(failed)?;
        Ok(Self::Sqlite {
            read,
            write,
            health: Arc::default(),
            file: SqliteFile::opened(file).into(),
        })
    }

    /// Creates a SQLite file with the migrations up to this number.
    pub async fn create_at_migration(file: &Path, migration: i64) -> Result<Self, OpenError> {
        let db = Self::connect_sqlite(file).await?;
        if let Self::Sqlite { write, .. } = &db {
            let migrated = SQLITE.run_to(migration, write).await;
            migration_result(&SQLITE, &file.display().to_string(), migrated)?;
        }
        Ok(db)
    }

    /// Returns the number of the last migration of this program.
    pub fn newest_migration() -> i64 {
        newest(&SQLITE)
    }

    async fn connect_postgres(address: &str) -> Result<Self, OpenError> {
        let place = without_password(address);
        let options = PgConnectOptions::from_str(address)
            .map_err(|_| OpenError::Address(place.clone()))?
            .application_name("pailou");
        let failed = |source| connect_error(place.clone(), source);
        let first = first_connection(&options).await.map_err(failed)?;
        let version = first.server_version_num().unwrap_or(OLDEST_POSTGRES);
        // The connection is not needed any more, so an error is ignored.
        let _ = first.close().await;
        if version < OLDEST_POSTGRES {
            return Err(OpenError::Older { place, major: version / 10_000 });
        }
        let pool = PgPoolOptions::new().max_connections(MAX_CONNECTIONS).acquire_timeout(CONNECT);
        let pool = pool.connect_with(options).await.map_err(failed)?;
        Ok(Self::Postgres {
            pool,
            health: Arc::default(),
            runtime: Handle::current(),
            limit: Arc::default(),
        })
    }

    /// Returns the health of the storage, shared by all clones.
    pub fn health(&self) -> &Arc<Health> {
        match self {
            Self::Sqlite { health, .. } | Self::Postgres { health, .. } => health,
        }
    }

    /// Returns the folder of the SQLite file; `None` for PostgreSQL.
    pub fn folder(&self) -> Option<PathBuf> {
        let Self::Sqlite { read, .. } = self else { return None };
        let folder = read.connect_options().get_filename().parent().map(Path::to_owned)?;
        Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder })
    }

    /// Returns the SQLite file; `None` for PostgreSQL.
    pub(crate) fn sqlite_file(&self) -> Option<&SqliteFile> {
        match self {
            Self::Sqlite { file, .. } => Some(file),
            Self::Postgres { .. } => None,
        }
    }

    /// Opens a connection outside the pools.
    pub(crate) async fn probe_connection(&self) -> Result<ProbeConnection, sqlx::Error> {
        match self {
            Self::Sqlite { read, .. } => {
                read.connect_options().connect().await.map(ProbeConnection::Sqlite)
            }
            Self::Postgres { pool, .. } => {
                pool.connect_options().connect().await.map(ProbeConnection::Postgres)
            }
        }
    }

    /// Tests on a pool connection whether the database responds.
    pub(crate) async fn ping(&self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite { read, .. } => read.acquire().await?.ping().await,
            Self::Postgres { pool, .. } => self.acquire_in_any_state(pool).await?.ping().await,
        }
    }

    /// Starts a write transaction. On SQLite, the transaction acquires the write lock immediately. It waits for the
    /// lock at the beginning instead of failing at a later write.
    pub async fn begin(&self) -> Result<Tx, sqlx::Error> {
        match self {
            Self::Sqlite { write, health, file, .. } => {
                // Data written to a deleted or overwritten file would be lost.
                file.check()?;
                begin_sqlite(write, health).await
            }
            Self::Postgres { pool, runtime, .. } => {
                begin_postgres(runtime, self.acquire(pool).await?, None).await
            }
        }
    }

    /// Starts a read transaction, in which all reads return the state of one moment.
    pub async fn snapshot(&self) -> Result<Tx, sqlx::Error> {
        match self {
            // The snapshot is taken at the first read.
            Self::Sqlite { read, .. } => read.begin().await.map(Tx::Sqlite),
            Self::Postgres { pool, runtime, .. } => {
                begin_postgres(runtime, self.acquire(pool).await?, Some(BEGIN_SNAPSHOT)).await
            }
        }
    }

    /// Returns a connection of the pool. Returns an error immediately while the database is unavailable.
    pub async fn acquire(&self, pool: &PgPool) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        self.health().check_database()?;
        self.acquire_in_any_state(pool).await
    }

    /// Waits for a connection of the pool: for a limited time if all connections are in use, longer if only the machine
    /// is slow. Returns `PoolTimedOut` or the server's rejection if all connections stay in use.
    async fn acquire_in_any_state(
        &self,
        pool: &PgPool,
    ) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        let health = self.health();
        let budget = AcquireBudget::current();
        let maximum = if health.is_exhausted() { ACQUIRE_EXHAUSTED } else { ACQUIRE };
        let left = budget.as_ref().map_or(maximum, AcquireBudget::left);
        let started = Instant::now();
        let deadline = started + maximum.min(left).max(ACQUIRE_EXHAUSTED);
        // Boxed, because otherwise the future of every query would contain the large future that opens a connection.
        let acquired = Box::pin(self.acquire_until(deadline, pool)).await;
        if let Some(budget) = budget {
            budget.spend(started.elapsed());
        }
        let Some(acquired) = acquired else {
            // If the budget of the page shortened the wait, the pool is not marked as exhausted: it may still serve
            // other requests.
            let is_first = left >= maximum && !health.set_exhausted(true);
            let reason = if is_first { Box::pin(rejection(pool)).await } else { None };
            return Err(reason.unwrap_or(sqlx::Error::PoolTimedOut));
        };
        let acquired = acquired?;
        health.set_exhausted(false);
        health.report_answer();
        Ok(acquired)
    }

    /// Waits for a connection of the pool. Returns `None` if all connections are still in use at `deadline`.
    async fn acquire_until(
        &self,
        deadline: Instant,
        pool: &PgPool,
    ) -> Option<Result<PoolConnection<Postgres>, sqlx::Error>> {
        let Self::Postgres { limit, .. } = self else { return None };
        loop {
            if limit.is_reached() {
                let taking =
                    limit.wait_for_idle(pool, || self.inside_runtime(idle_connection(pool)));
                match timeout_at(deadline.into(), taking).await {
                    Ok(Some(taken)) => return Some(taken),
                    Ok(None) => {}
                    Err(_) => return None,
                }
            }
            let mut opening = pin!(self.inside_runtime(pool.acquire()));
            let mut test_at = deadline.min(Instant::now() + LIMIT_TEST_DELAY);
            // Ends the attempt to open a connection if the limit is reached. The next attempt takes an idle connection.
            while !limit.is_reached() {
                if let Ok(opened) = timeout_at(test_at.into(), &mut opening).await {
                    return Some(opened);
                }
                let is_in_use = pool.size() >= MAX_CONNECTIONS && pool.num_idle() == 0;
                if is_in_use && Instant::now() >= deadline {
                    return None;
                }
                tokio::select! {
                    biased;
                    opened = &mut opening => return Some(opened),
                    _ = self.inside_runtime(limit.test(pool)) => {}
                }
                test_at = Instant::now() + TEST_INTERVAL;
                if is_in_use {
                    test_at = test_at.min(deadline);
                }
            }
        }
    }

    async fn inside_runtime<F: Future>(&self, work: F) -> F::Output {
        match self {
            Self::Sqlite { .. } => work.await,
            Self::Postgres { runtime, .. } => poll_in_runtime(runtime, work).await,
        }
    }

    /// Completes when the database is closed, or immediately if it is already closed.
    pub async fn closed(&self) {
        match self {
            Self::Sqlite { read, .. } => read.close_event().await,
            Self::Postgres { pool, .. } => pool.close_event().await,
        }
    }

    pub fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite { read, .. } => read.is_closed(),
            Self::Postgres { pool, .. } => pool.is_closed(),
        }
    }

    pub async fn close(&self) {
        match self {
            Self::Sqlite { read, write, .. } => {
                read.close().await;
                write.close().await;
            }
            Self::Postgres { pool, .. } => pool.close().await,
        }
    }
}

/// Waits for the write connection and the write lock. After a request has timed out while it waited for the lock, only
/// one request waits at a time, and the others fail immediately.
async fn begin_sqlite(write: &SqlitePool, health: &Health) -> Result<Tx, sqlx::Error> {
    const BEGIN: &str = "begin immediate";
    let begun = if health.is_exhausted() {
        let Some(begun) = write.try_begin_with(BEGIN).await.transpose() else {
            return Err(Outage::DatabaseLocked.into());
        };
        begun
    } else {
        write.begin_with(BEGIN).await
    };
    let begun = begun.map_err(|error| match error {
        // Other writes of this process held the write connection for too long.
        sqlx::Error::PoolTimedOut => Outage::DatabaseLocked.into(),
        error => error,
    });
    let is_locked = |error| Outage::of(error) == Some(Outage::DatabaseLocked);
    health.set_exhausted(begun.as_ref().is_err_and(is_locked));
    begun.map(Tx::Sqlite)
}

/// Begins a transaction with this statement (default: `BEGIN`) in a separate task, which continues if the request ends.
/// Otherwise sqlx could return a connection to the pool with an open transaction that sqlx does not track
/// (sqlx-postgres 0.9, `PgTransactionManager::begin`).
async fn begin_postgres(
    runtime: &Handle,
    connection: PoolConnection<Postgres>,
    statement: Option<&'static str>,
) -> Result<Tx, sqlx::Error> {
    let statement = statement.map(SqlSafeStr::into_sql_str);
    let begun = runtime.spawn(sqlx::Transaction::begin(connection, statement)).await;
    begun.unwrap_or(Err(sqlx::Error::WorkerCrashed)).map(Tx::Postgres)
}

/// Polls a future inside this runtime, which then owns the sockets that the future opens. A socket stops working when
/// its runtime shuts down, and is blocked while the only thread of its runtime is busy.
async fn poll_in_runtime<F: Future>(runtime: &Handle, work: F) -> F::Output {
    let mut work = pin!(work);
    let poll = |context: &mut Context<'_>| {
        let _entered = runtime.enter();
        work.as_mut().poll(context)
    };
    poll_fn(poll).await
}

/// Whether the server rejected a connection because all of its connections are in use (`too_many_connections`).
pub(crate) fn is_too_many_connections(error: &sqlx::Error) -> bool {
    code(error).as_deref() == Some("53300")
}

/// Whether a returned connection can be used for another transaction. On a full disk, SQLite rolls back automatically.
/// The rollback by sqlx then fails, and sqlx still considers the transaction open.
async fn is_reusable(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // The ping returns only after a pending rollback.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

impl Tx {
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(tx) => tx.commit().await,
            Self::Postgres(tx) => tx.commit().await,
        }
    }
}

/// Returns the maximum number of pages of a SQLite file, from an environment variable; `None` if it is not set. Only
/// tests of a full disk set this variable.
fn test_pages() -> Option<String> {
    std::env::var("PAILOU_TEST_SQLITE_PAGES").ok()
}

/// Opens a connection outside a pool, because a pool would report "timed out" instead of the reason. Waits for a server
/// that is starting, and for a free connection.
async fn first_connection(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let deadline = Instant::now() + START;
    let mut reason = None;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let error = match timeout(left, options.connect()).await {
            Ok(Ok(connection)) => return Ok(connection),
            Ok(Err(error)) => error,
            Err(late) => return Err(reason.unwrap_or(sqlx::Error::Io(late.into()))),
        };
        if !is_retryable(&error)
            || deadline.saturating_duration_since(Instant::now()) < START_RETRY_DELAY
        {
            return Err(error);
        }
        reason = Some(error);
        tokio::time::sleep(START_RETRY_DELAY).await;
    }
}

/// Whether the server may accept a later attempt: it is starting, or has no free connection.
fn is_retryable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
        error => matches!(code(error).as_deref(), Some("57P03" | "53300")),
    }
}

fn code(error: &sqlx::Error) -> Option<String> {
    Some(error.as_database_error()?.code()?.into_owned())
}

/// Returns the message of an error for operators. `Display` of an error from PostgreSQL also contains a line number of
/// the server's source code.
pub fn error_message(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

/// Converts the error of a first connection to an error that the operator can act on (PostgreSQL manual, appendix A).
fn connect_error(place: String, source: sqlx::Error) -> OpenError {
    let reason = error_message(&source);
    match code(&source).as_deref() {
        Some("28P01" | "28000") => OpenError::Login { place, reason },
        Some("3D000") => OpenError::Missing { place, reason },
        Some("53300") => OpenError::Crowded { place, reason },
        Some("57P01" | "57P02" | "57P03") => OpenError::Unreachable { place, reason },
        None if matches!(source, sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut) => {
            OpenError::Unreachable { place, reason }
        }
        _ => OpenError::Open { place, source },
    }
}

fn newest(known: &Migrator) -> i64 {
    known.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Converts an error of the migrator. `known` are the migrations of this program, and `place` is the address without
/// its password.
fn migration_result(
    known: &Migrator,
    place: &str,
    outcome: Result<(), MigrateError>,
) -> Result<(), OpenError> {
    let newest = newest(known);
    outcome.map_err(|source| match source {
        MigrateError::VersionMissing(version) | MigrateError::VersionMismatch(version)
            if version == 1 || SQUASHED.contains(&version) =>
        {
            OpenError::Development { place: place.to_owned() }
        }
        MigrateError::VersionMissing(version) if version > newest => {
            OpenError::Newer { place: place.to_owned(), version }
        }
        source => OpenError::Migrate { place: place.to_owned(), source },
    })
}

/// Returns the address without its password, for output.
pub fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (location, query) = rest.split_once('?').unwrap_or((rest, ""));
    // A `?` or `@` that is not percent-encoded may belong to the password.
    if query.contains('@') {
        let end = rest.find([':', '/', '?', '@']).unwrap_or(rest.len());
        return format!("{scheme}://{}", &rest[..end]);
    }
    let (user, location) = match location.rsplit_once('@') {
        Some((user, location)) => (format!("{}@", user.split(':').next().unwrap_or("")), location),
        None => (String::new(), location),
    };
    let params = query.split('&').filter(|it| !it.is_empty() && !it.starts_with("password="));
    let query = params.collect::<Vec<_>>().join("&");
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{scheme}://{user}{location}{mark}{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn write(tx: &mut Tx, sql: &'static str) -> Result<(), sqlx::Error> {
        on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
    }

    #[tokio::test]
    async fn writes_resume_after_a_full_disk() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        // Simulates a full disk, on which SQLite rolls back automatically (sqlite.org, "ROLLBACK").
        write(&mut tx, "rollback").await.unwrap();
        drop(tx);
        let mut tx = db.begin().await.unwrap();
        write(&mut tx, "create table kept (text text)").await.unwrap();
        tx.commit().await.unwrap();
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn deleted_database_file_is_neither_written_nor_recreated() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        let db = Db::open(file.to_str().unwrap()).await.unwrap();
        std::fs::remove_file(&file).unwrap();
        let refused = db.begin().await.err().unwrap();
        assert_eq!(Outage::of(&refused), Some(Outage::DatabaseReplaced));
        assert!(!file.exists());
    }

    #[test]
    fn connection_outlives_the_requesting_runtime() {
        use tokio::io::AsyncReadExt;
        let own = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let passing = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let connecting = tokio::net::TcpStream::connect(listener.local_addr().unwrap());
        let mut socket = passing.block_on(poll_in_runtime(own.handle(), connecting)).unwrap();
        drop(passing);
        std::io::Write::write_all(&mut listener.accept().unwrap().0, b"answer").unwrap();
        let mut answer = String::new();
        own.block_on(socket.read_to_string(&mut answer)).unwrap();
        assert_eq!(answer, "answer");
    }

    #[track_caller]
    fn check(address: &str, printed: &str) {
        assert_eq!(without_password(address), printed);
    }

    #[test]
    fn displayed_database_address_hides_the_password() {
        check("postgres://ann:s3cret@db/site", "postgres://ann@db/site");
        check("postgres://ann:a@b:c@db/site", "postgres://ann@db/site");
        check("postgres://db/site", "postgres://db/site");
        check("postgres://db/site?password=s3cret", "postgres://db/site");
        check(
            "postgres://db/site?host=/run&password=s3&user=a",
            "postgres://db/site?host=/run&user=a",
        );
        check("postgres://db/site?user=ann&password=s3@cret", "postgres://db");
        check("postgres://db:5432/site?password=s3@cret&user=ann", "postgres://db");
        check("postgres://ann:s3?cr@et@db/site", "postgres://ann");
        check("postgres://ann:s3@c?r@et@db/site", "postgres://ann");
        check("data/pailou.db", "data/pailou.db");
    }
}
