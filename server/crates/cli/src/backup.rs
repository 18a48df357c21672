//! Commands `pailou backup` and `pailou restore`: a whole site as one file. Both can be used while the server runs.

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::ProgressBar;

use super::command::{Failure, print_line};
use super::i18n::Messages;
use pailou_backup::{End, Restored};
use pailou_database::audit_log::Actor;

use pailou_settings::Settings;

pub async fn backup(
    settings: Settings,
    messages: Messages,
    file: &Path,
) -> Result<ExitCode, Failure> {
    let site = super::open::open_existing(settings).await?;
    let busy = spinner(messages);
    let written = pailou_backup::write(&site, file).await;
    busy.finish_and_clear();
    site.db.close().await;
    let End { rows, files, .. } = written?;
    let files = messages.count("count.files", usize::try_from(files).unwrap_or(usize::MAX), &[]);
    let args: super::i18n::Args<'_> =
        &[("file", &file.display()), ("rows", &rows), ("files", &files)];
    print_line(&messages.t("backup.done", args));
    Ok(ExitCode::SUCCESS)
}

pub async fn restore(
    settings: Settings,
    messages: Messages,
    file: &Path,
) -> Result<ExitCode, Failure> {
    let site = super::open::open(settings).await?;
    let busy = spinner(messages);
    let restored = pailou_backup::restore(&site, &Actor::command_line(), file).await;
    busy.finish_and_clear();
    site.db.close().await;
    let Restored { manifest, rows, files, before } = restored?;
    let files = messages.count("count.files", usize::try_from(files).unwrap_or(usize::MAX), &[]);
    let moment = pailou_dates::rfc3339(manifest.created_at);
    let args: super::i18n::Args<'_> = &[("moment", &moment), ("rows", &rows), ("files", &files)];
    print_line(&messages.t("restore.done", args));
    if let Some(before) = before {
        print_line(&messages.t("restore.kept", &[("before", &before.display())]));
    }
    Ok(ExitCode::SUCCESS)
}

/// Creates a spinner, which is hidden if standard error is not a terminal.
fn spinner(messages: Messages) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let busy = ProgressBar::new_spinner().with_message(messages.t("backup.progress", &[]));
    busy.enable_steady_tick(Duration::from_millis(120));
    busy
}
