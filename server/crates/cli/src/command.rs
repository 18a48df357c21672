//! Command line interface: arguments and commands. The messages are in `i18n`.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::accounts::{self, UserCommand};
use super::eval::{self, EvalFlags};
use super::files::Target;
use super::i18n;
use super::i18n::Messages;
use super::l10n::{self, L10nCommand, L10nFailure};
use super::sources::{self, SourceCommand};
use super::tokens::{self, TokenCommand};
use super::versions::{self, VersionCommand};
use super::{backup, check, copy, files, health, serve};
use pailou_auth::accounts::AccountError;
use pailou_backup::BackupError;
use pailou_backup::copy::CopyError;
use pailou_content::generator::NAMES;
use pailou_database::OpenError;
use pailou_settings::{LogFormat, Settings, SettingsError};
use pailou_site_search::SearchIndexError;
use pailou_site_search::evaluation::query_file::QueryFileError;
use pailou_store::{ExportError, ImportError};
use pailou_versions::ChangeError;
use pailou_web::archive::PackedError;
use pailou_web::assets::Assets;
use pailou_web::http_client::HttpClientError;

// The help texts are in `content/messages/{zh,en}/command.json`.
#[derive(Parser)]
#[command(name = "pailou", version)]
pub(crate) struct CommandLine {
    #[command(flatten)]
    flags: Flags,
    #[command(subcommand)]
    command: Command,
}

/// Umask that removes all permissions of the group and of other users from created files.
#[cfg(unix)]
const PRIVATE_UMASK: rustix::fs::Mode = rustix::fs::Mode::RWXG.union(rustix::fs::Mode::RWXO);

// Flags that override settings. The help lists them after the options of a command, and before `--help`, whose
// `display_order` is 999.
#[derive(Args)]
struct Flags {
    #[arg(long, global = true, display_order = 900, value_name = "ADDR:PORT")]
    addr: Option<String>,
    #[arg(long, global = true, display_order = 901, value_name = "DIR")]
    data: Option<String>,
    #[arg(long, global = true, display_order = 902, value_name = "URL")]
    database: Option<String>,
    #[arg(long, global = true, display_order = 903, value_name = "URL")]
    host_internal: Option<String>,
    #[arg(long, global = true, display_order = 904, value_name = "FILE", env = "PAILOU_CONFIG")]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Serve,
    Health {
        #[arg(long)]
        ready: bool,
    },
    Import {
        dir: PathBuf,
        #[arg(long, default_value = "auto", value_parser = PossibleValuesParser::new(NAMES))]
        from: String,
        #[command(flatten)]
        into: Target,
    },
    Export {
        dir: PathBuf,
        #[arg(long, value_name = "NAME")]
        version: Option<String>,
    },
    Backup {
        file: PathBuf,
    },
    Restore {
        file: PathBuf,
    },
    CopyTo {
        #[arg(value_name = "DATABASE_URL")]
        target: String,
    },
    Version {
        #[command(subcommand)]
        command: VersionCommand,
    },
    Check {
        dir: Option<PathBuf>,
        #[arg(long, default_value = "auto", value_parser = PossibleValuesParser::new(NAMES))]
        from: String,
        #[arg(long, value_enum, default_value_t = check::Format::Text)]
        format: check::Format,
        #[arg(long)]
        strict: bool,
    },
    L10n {
        #[command(subcommand)]
        command: L10nCommand,
    },
    Eval {
        #[command(flatten)]
        flags: EvalFlags,
    },
    Source {
        #[command(subcommand)]
        command: SourceCommand,
    },
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
    Token {
        #[command(subcommand)]
        command: TokenCommand,
    },
}

impl Command {
    /// Whether the command writes files that other users may read, if the umask of the caller permits it.
    fn writes_public_files(&self) -> bool {
        matches!(self, Self::Export { .. } | Self::Eval { .. } | Self::L10n { .. })
    }
}

/// Reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Settings(#[from] SettingsError),
    #[error("{0}")]
    SearchIndex(#[from] SearchIndexError),
    #[error("cannot listen on {addr}: {source}")]
    Listen { addr: SocketAddr, source: std::io::Error },
    #[error("cannot write the output: {0}")]
    Output(&'static std::io::Error),
    #[error("cannot use {path}: {source}. Choose another directory with --data")]
    Data { path: String, source: std::io::Error },
    #[error(
        "the data directory {path} is not writable by user {user}: {source}. \
         Grant write permission, or choose another directory with --data"
    )]
    #[cfg(unix)]
    NotWritable { path: String, user: u32, source: std::io::Error },
    #[error("no response from {url}: {source}. Start the server, or set its address with --addr")]
    Health { url: String, source: HttpClientError },
    #[error("no site found: {0} does not exist. Set the directory with --data")]
    NoSite(String),
    #[error("{0}")]
    Open(#[from] OpenError),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
    #[error("rendering failed: {0}")]
    Render(String),
    #[error("{0}")]
    Import(#[from] ImportError),
    #[error("{0} cannot be unpacked: {1}")]
    Archive(String, PackedError),
    #[error("{0}")]
    Export(#[from] ExportError),
    #[error("{0}")]
    Backup(#[from] BackupError),
    #[error("{0}")]
    Copy(#[from] CopyError),
    #[error("cannot write to {0}: {1}")]
    Written(String, std::io::Error),
    #[error("{0}: {1}")]
    QueryFileRead(String, std::io::Error),
    #[error("{0}: {1}")]
    Questions(String, QueryFileError),
    #[error("{0}")]
    Version(#[from] ChangeError),
    #[error("{0}")]
    User(#[from] UserFailure),
    #[error("no sources: add [[source]] with name and url to pailou.toml")]
    NoSource,
    #[error("source `{name}` does not exist; available sources: {}", .names.join(", "))]
    UnknownSource { name: String, names: Vec<String> },
    #[error("{0}")]
    L10n(#[from] L10nFailure),
    #[error("cannot start the runtime: {0}")]
    Runtime(std::io::Error),
}

impl Failure {
    /// Returns 2 for a failure of `pailou l10n`, because its exit code 1 means that a condition of `--fail-on` is met.
    fn exit_code(&self) -> u8 {
        if matches!(self, Self::L10n(_)) { 2 } else { 1 }
    }
}

/// Reason why `pailou user` or `pailou token` failed.
#[derive(Debug, thiserror::Error)]
pub enum UserFailure {
    #[error("{0}")]
    Account(#[from] AccountError),
    #[error("cannot prompt for a password without a terminal: use --password-stdin")]
    NoTerminal,
    #[error("passwords differ")]
    PasswordsDiffer,
    #[error("cannot read the password: {0}")]
    Unread(std::io::Error),
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

/// Runs the command. Exit codes: 0 = success; 1 = failure; 2 = usage error, invalid settings, or unwritable output. A
/// failure of `pailou l10n` also has exit code 2.
pub fn run(assets: &'static Assets) -> ExitCode {
    let messages = Messages::of_environment();
    let line = match parse_args(messages) {
        Ok(line) => line,
        Err(code) => return code,
    };
    let settings = match read_settings(&line.flags) {
        Ok(settings) => settings,
        Err(error) => return print_failure(messages, &error.into(), 2),
    };
    start_log(&settings);
    #[cfg(unix)]
    if !line.command.writes_public_files() {
        rustix::process::umask(PRIVATE_UMASK);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(perform(line.command, settings, messages, assets)),
        Err(error) => Err(Failure::Runtime(error)),
    };
    match (done, OUTPUT_ERROR.get()) {
        (Ok(_), Some(error)) => print_failure(messages, &Failure::Output(error), 2),
        (Ok(code), None) => code,
        (Err(failure), _) => print_failure(messages, &failure, failure.exit_code()),
    }
}

/// Parses the arguments; returns an exit code if help, the version, or a usage error was printed.
fn parse_args(messages: Messages) -> Result<CommandLine, ExitCode> {
    let matches = i18n::command(messages, CommandLine::command()).try_get_matches();
    matches.and_then(|matches| CommandLine::from_arg_matches(&matches)).map_err(|error| {
        match i18n::usage_error_message(messages, &error) {
            Some(message) => drop(write!(std::io::stderr(), "pailou: {message}")),
            None => drop(error.print()),
        }
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
    })
}

async fn perform(
    command: Command,
    settings: Settings,
    messages: Messages,
    assets: &'static Assets,
) -> Result<ExitCode, Failure> {
    match command {
        Command::Serve => {
            serve::serve(settings, messages, assets).await.map(|()| ExitCode::SUCCESS)
        }
        Command::Health { ready } => health::health(&settings, ready).await,
        Command::Import { dir, from, into } => {
            files::import(settings, messages, &dir, &from, &into).await
        }
        Command::Export { dir, version } => {
            files::export(settings, messages, &dir, version.as_deref()).await
        }
        Command::Backup { file } => backup::backup(settings, messages, &file).await,
        Command::Restore { file } => backup::restore(settings, messages, &file).await,
        Command::CopyTo { target } => copy::copy_to(settings, messages, &target).await,
        Command::Version { command } => {
            let site = super::open::open_existing(settings).await?;
            let message = versions::perform(&site, messages, command).await;
            site.db.close().await;
            print_line(message?.trim_end());
            Ok(ExitCode::SUCCESS)
        }
        Command::Check { dir, from, format, strict } => {
            check::check(settings, messages, dir.as_deref(), &from, format, strict).await
        }
        Command::L10n { command } => l10n::perform(&settings, messages, command),
        Command::Eval { flags } => eval::eval(settings, messages, flags).await,
        Command::Source { command } => sources::perform(settings, messages, command).await,
        Command::User { command } => {
            let site = super::open::open(settings).await?;
            let message = accounts::perform(&site, messages, command).await?;
            print_line(message.trim_end());
            site.db.close().await;
            Ok(ExitCode::SUCCESS)
        }
        Command::Token { command } => {
            let site = super::open::open_existing(settings).await?;
            let message = tokens::perform(&site, messages, command).await?;
            print_line(message.trim_end());
            site.db.close().await;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn read_settings(flags: &Flags) -> Result<Settings, SettingsError> {
    let typed = [
        ("addr", &flags.addr),
        ("data", &flags.data),
        ("database", &flags.database),
        ("host-internal", &flags.host_internal),
    ];
    let typed: Vec<_> =
        typed.into_iter().filter_map(|(key, value)| Some((key, value.clone()?))).collect();
    let file = flags.config.clone().unwrap_or_else(|| PathBuf::from("pailou.toml"));
    // `std::env::vars` would panic at a variable that is not Unicode.
    let environment = std::env::vars_os().map(|(name, value)| {
        (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
    });
    pailou_settings::read_settings(&typed, environment, &file, flags.config.is_some())
}

fn start_log(settings: &Settings) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| {
        EnvFilter::new(format!("{},sqlx=warn,hyper=warn,rmcp=warn", settings.log_level))
    });
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Json => log.json().init(),
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
    }
}

/// First error of a write to standard output. A closed pipe is not an error.
static OUTPUT_ERROR: OnceLock<std::io::Error> = OnceLock::new();

/// Prints a line to standard output. The first error is stored in `OUTPUT_ERROR`.
pub(crate) fn print_line(text: &str) {
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        OUTPUT_ERROR.get_or_init(|| error);
    }
}

fn print_failure(messages: Messages, failure: &Failure, code: u8) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "pailou: {}", messages.failure(failure));
    ExitCode::from(code)
}
