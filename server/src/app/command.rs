//! The command line: what can be typed, and how a failure is told.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};

use super::accounts::{self, UserCommand};
use super::eval::{self, EvalFlags};
use super::files::Target;
use super::sources::{self, SourceCommand};
use super::versions::{self, VersionCommand};
use super::{check, files, serve};
use crate::shared::content;
use crate::shared::content::dialects::NAMES;
use crate::shared::db::OpenError;
use crate::shared::finder::FinderError;
use crate::shared::record::versions::ChangeError;
use crate::shared::record::{ExportError, ImportError};
use crate::shared::settings::{self, LogFormat, Settings, SettingsError};

/// A bilingual website for a software project, in one binary.
#[derive(Parser)]
#[command(name = "pailou", version, about)]
struct Line {
    #[command(flatten)]
    flags: Flags,
    #[command(subcommand)]
    command: Command,
}

/// Settings that can be typed; every other one is set in pailou.toml or the environment.
#[derive(Args)]
struct Flags {
    /// Address to listen on [default: 127.0.0.1:8080]
    #[arg(long, global = true, value_name = "ADDR:PORT")]
    addr: Option<String>,
    /// Directory of the database and the files [default: ./data]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<String>,
    /// postgres://… or the path of a SQLite file [default: pailou.db in the data directory]
    #[arg(long, global = true, value_name = "URL")]
    database: Option<String>,
    /// Where the server render reaches the API [default: inside the process]
    #[arg(long, global = true, value_name = "URL")]
    host_internal: Option<String>,
    /// Settings file [default: pailou.toml, where there is one]
    #[arg(long, global = true, value_name = "FILE", env = "PAILOU_CONFIG")]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the site
    Serve,
    /// Take a folder of Markdown, with `en` and `zh` inside, into the site
    Import {
        dir: PathBuf,
        /// Which generator the folder was written for
        #[arg(long, default_value = "auto", value_parser = PossibleValuesParser::new(NAMES))]
        from: String,
        #[command(flatten)]
        into: Target,
    },
    /// Write the site's files, byte for byte as they came
    Export {
        dir: PathBuf,
        /// Those of an old version
        #[arg(long, value_name = "NAME")]
        version: Option<String>,
    },
    /// Versions of the documentation
    Version {
        #[command(subcommand)]
        command: VersionCommand,
    },
    /// Look for dead links, lost pairs, and what Chinese, front matter or the glossary forbid
    #[command(after_help = content::check::listed())]
    Check {
        /// A folder of Markdown [default: the site as it is kept]
        dir: Option<PathBuf>,
        /// Which generator the folder was written for
        #[arg(long, default_value = "auto", value_parser = PossibleValuesParser::new(NAMES))]
        from: String,
        /// How findings are written
        #[arg(long, value_enum, default_value_t = check::Format::Text)]
        format: check::Format,
        /// Let warnings fail as errors do
        #[arg(long)]
        strict: bool,
    },
    /// Measure the search on the site's own pages, or by questions that people wrote
    Eval {
        #[command(flatten)]
        flags: EvalFlags,
    },
    /// Git repositories whose pages are part of the site, as `[[source]]` in the settings says
    Source {
        #[command(subcommand)]
        command: SourceCommand,
    },
    /// Accounts
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
}

/// Why a command stopped. Each is told as one sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("{0}")]
    Settings(#[from] SettingsError),
    #[error("{0}")]
    Finder(#[from] FinderError),
    #[error(
        "cannot listen on {addr}: {source}. \
         Stop what uses the port, or choose another one: --addr 127.0.0.1:8081"
    )]
    Listen { addr: SocketAddr, source: std::io::Error },
    #[error("cannot use {place}: {source}. Choose another directory with --data")]
    Data { place: String, source: std::io::Error },
    #[error("there is no site: {0} does not exist. Name its directory with --data")]
    NoSite(String),
    #[error("{0}")]
    Open(#[from] OpenError),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    #[error("the pages cannot be rendered: {0}")]
    Render(String),
    #[error("{0}")]
    Import(#[from] ImportError),
    #[error("{0}")]
    Export(#[from] ExportError),
    #[error("cannot write to {0}: {1}")]
    Written(String, std::io::Error),
    #[error("{0}: {1}")]
    Questions(String, String),
    #[error("{0}")]
    Version(#[from] ChangeError),
    #[error("{0}")]
    User(String),
    #[error("{0}")]
    Source(String),
    #[error("the runtime did not start: {0}")]
    Runtime(std::io::Error),
}

/// Runs the command that was typed. 0 = done, 1 = failed, 2 = not understood.
pub fn run() -> ExitCode {
    let line = Line::parse();
    let settings = match read_settings(&line.flags) {
        Ok(settings) => settings,
        Err(error) => return tell(&error.into(), 2),
    };
    start_log(&settings);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(perform(line.command, settings)),
        Err(error) => Err(Failure::Runtime(error)),
    };
    match done {
        Ok(code) => code,
        Err(failure) => tell(&failure, 1),
    }
}

async fn perform(command: Command, settings: Settings) -> Result<ExitCode, Failure> {
    match command {
        Command::Serve => serve::serve(settings).await.map(|()| ExitCode::SUCCESS),
        Command::Import { dir, from, into } => files::import(settings, &dir, &from, &into).await,
        Command::Export { dir, version } => files::export(settings, &dir, version.as_deref()).await,
        Command::Version { command } => {
            let site = super::open_existing(settings).await?;
            let told = versions::perform(&site, command).await;
            site.db.close().await;
            say(told?.trim_end());
            Ok(ExitCode::SUCCESS)
        }
        Command::Check { dir, from, format, strict } => {
            check::check(settings, dir.as_deref(), &from, format, strict).await
        }
        Command::Eval { flags } => eval::eval(settings, flags).await,
        Command::Source { command } => sources::perform(settings, command).await,
        Command::User { command } => {
            let site = super::open(settings).await?;
            let told = accounts::perform(&site, command).await.map_err(Failure::User)?;
            say(told.trim_end());
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
    // A variable that is no text cannot fit any setting; one that is not ours is nobody's concern.
    let environment = std::env::vars_os().map(|(name, value)| {
        (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
    });
    settings::read(&typed, environment, &file, flags.config.is_some())
}

fn start_log(settings: &Settings) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new(format!("{},sqlx=warn,hyper=warn", settings.log_level)));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Json => log.json().init(),
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
    }
}

/// Prints a line for the person at the terminal. Nobody reading any more is no failure.
pub(super) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

fn tell(failure: &Failure, code: u8) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "pailou: {failure}");
    ExitCode::from(code)
}
