//! Command `pailou copy-to`: copies the database of the site to another database.

use std::io::IsTerminal;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::command::{Failure, print_line};
use super::i18n::Messages;
use pailou_backup::copy::{self, Copied, Progress};
use pailou_settings::Settings;

pub async fn copy_to(
    settings: Settings,
    messages: Messages,
    target: &str,
) -> Result<ExitCode, Failure> {
    let site = super::open::open_existing(settings).await?;
    let bar = bar();
    let copied = copy::copy_to(&site.db, target, &|progress| show(&bar, messages, progress)).await;
    bar.finish_and_clear();
    site.db.close().await;
    report(messages, &copied?);
    Ok(ExitCode::SUCCESS)
}

fn report(messages: Messages, copied: &Copied) {
    let Copied { address, taken_at, tables } = copied;
    for (table, fingerprint) in tables {
        let rows = &fingerprint.rows;
        print_line(
            &messages.t("copy.table", &[("table", table), ("rows", rows), ("hash", fingerprint)]),
        );
    }
    let rows: u64 = tables.iter().map(|(_, fingerprint)| fingerprint.rows).sum();
    let moment = pailou_dates::rfc3339(*taken_at);
    let args: super::i18n::Args<'_> =
        &[("moment", &moment), ("place", address), ("tables", &tables.len()), ("rows", &rows)];
    print_line(&messages.t("copy.done", args));
}

fn bar() -> ProgressBar {
    match std::io::stderr().is_terminal() {
        true => ProgressBar::new(0),
        false => ProgressBar::hidden(),
    }
}

fn show(bar: &ProgressBar, messages: Messages, progress: Progress) {
    let (key, done, total) = match progress {
        Progress::Comparing => ("copy.comparing", 0, 0),
        Progress::Copying { done, total } => ("copy.copying", done, total),
        Progress::Verifying { done, total } => ("copy.verifying", done, total),
    };
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(messages.t(key, &[]));
    bar.set_length(total);
    bar.set_position(done);
}
