//! Progress on standard error: a bar on a terminal, lines with `--progress`, nothing otherwise.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use super::i18n::{self, Messages};
use pailou_store::ImportProgress;

/// Number of equal steps of a task. A progress line is printed when a step is reached.
const STEPS: usize = 10;

/// Progress display of a task.
pub(crate) struct Meter {
    messages: Messages,
    bar: ProgressBar,
    /// Last printed step of the counted items, and of [`ImportProgress::Replayed`]; `None` if no lines are printed.
    printed_steps: Option<Mutex<[Option<usize>; 2]>>,
    /// Message key of the counted unit.
    key: &'static str,
}

impl Meter {
    /// Creates a progress display. `key` is the key of the message with the counted unit, such as `l10n.progress`. If
    /// `has_lines` is true, progress is printed as lines when standard error is not a terminal.
    pub(crate) fn new(messages: Messages, key: &'static str, has_lines: bool) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let unit = messages.t(key, &[]);
        let template = format!("{{bar:40}} {{pos}}/{{len}} {unit} {{elapsed}} {{msg}}");
        let style = ProgressStyle::with_template(&template);
        let bar = match is_terminal {
            true => ProgressBar::new(0).with_style(style.unwrap_or(ProgressStyle::default_bar())),
            false => ProgressBar::hidden(),
        };
        let printed_steps = (has_lines && !is_terminal).then(|| Mutex::new([None; 2]));
        Self { messages, bar, printed_steps, key }
    }

    /// Displays the number of processed items and the total.
    pub(crate) fn set(&self, done: usize, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        self.print_step(0, self.key, (done, total));
    }

    /// Displays the progress of an import.
    pub(crate) fn import(&self, step: ImportProgress) {
        match step {
            ImportProgress::Files { done, total } => self.set(done, total),
            ImportProgress::Replayed { done, total } => {
                let replayed = self.messages.t("progress.replayed", &[]);
                self.bar.set_message(format!("{done}/{total} {replayed}"));
                self.print_step(1, "progress.replayed", (done, total));
            }
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn print_step(&self, task: usize, key: &str, (done, total): (usize, usize)) {
        let Some(printed_steps) = &self.printed_steps else { return };
        let step = done * STEPS / total.max(1);
        let mut printed_steps = printed_steps.lock().unwrap_or_else(PoisonError::into_inner);
        if printed_steps[task].is_none_or(|before| step > before) {
            printed_steps[task] = Some(step);
            let unit = self.messages.t(key, &[]);
            let line = i18n::escape_line(&format!("{done}/{total} {unit}"));
            let _ = writeln!(std::io::stderr(), "pailou: {line}");
        }
    }
}
