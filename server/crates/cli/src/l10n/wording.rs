//! Messages about findings, and groups of findings that share one message.

use super::ReportOutput;
use crate::i18n::{self, Messages};
use core_wasm::locale::Locale;
use pailou_l10n::report::{Basis, Count, Finding, Since, State, Warning};
use pailou_text_diff::word_diff::{Edit, word_diff};

/// Number of displayed digits of a commit id.
pub(super) const SHORT: usize = 9;
/// Maximum number of unchanged characters that are displayed on each side of a change.
const CONTEXT: usize = 90;

/// Consecutive findings with the same state below the same heading, which share one message. Each outdated segment is a
/// separate group.
pub(super) struct Group<'a> {
    pub(super) first: &'a Finding,
    pub(super) count: Count,
}

pub(super) fn groups<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for finding in findings {
        let is_same = |first: &Finding| {
            first.state != State::Outdated
                && first.state == finding.state
                && first.locale == finding.locale
                && first.copy == finding.copy
                && first.file == finding.file
                && first.heading == finding.heading
        };
        match groups.last_mut().filter(|group| is_same(group.first)) {
            Some(group) => {
                group.count.segments += finding.count.segments;
                group.count.characters += finding.count.characters;
            }
            None => groups.push(Group { first: finding, count: finding.count }),
        }
    }
    groups
}

pub(super) fn language(messages: Messages, locale: Locale) -> String {
    messages.t(&format!("l10n.language.{}", locale.segment()), &[])
}

pub(super) fn state(messages: Messages, state: State) -> String {
    messages.t(&format!("l10n.state.{}", state.name()), &[])
}

/// Returns the state as text, such as "outdated" or "not translated into Chinese".
pub(super) fn state_of(messages: Messages, finding: &Finding) -> String {
    let key = match (finding.state, finding.copy) {
        (State::Outdated, _) if finding.conflict => "l10n.finding.conflict",
        (State::Outdated, _) => match finding.change.as_deref() {
            Some("removed") => "l10n.finding.removed",
            Some("minor") => "l10n.finding.minor",
            _ => "l10n.finding.outdated",
        },
        (State::NotTranslated, true) => "l10n.finding.copy",
        (State::NotTranslated, false) => "l10n.finding.not-translated",
        (State::NotAligned, _) => "l10n.finding.not-aligned",
    };
    messages.t(key, &[("language", &language(messages, finding.locale))])
}

/// Returns the location as text, such as "paragraph under “Size”".
pub(super) fn group_location(messages: Messages, group: &Group<'_>) -> String {
    let finding = group.first;
    let count = usize::try_from(group.count.segments).unwrap_or(usize::MAX);
    if finding.kind == "page" {
        return messages.count("l10n.page", count, &[]);
    }
    let kind = if finding.kind.starts_with("heading") { "heading" } else { &finding.kind };
    let what = match count {
        1 => messages.t(&format!("l10n.kind.{kind}"), &[]),
        _ => messages.count("l10n.segments", count, &[]),
    };
    match &finding.heading {
        Some(heading) if kind == "heading" && count == 1 => {
            messages.t("l10n.heading", &[("what", &what), ("heading", heading)])
        }
        Some(heading) => {
            let key = if count == 1 { "l10n.under" } else { "l10n.under.segments" };
            messages.t(key, &[("what", &what), ("heading", heading)])
        }
        None => what,
    }
}

pub(super) fn since_text(messages: Messages, since: &Since) -> String {
    match since {
        Since::Uncommitted => messages.t("l10n.since.uncommitted", &[]),
        Since::Commit(commit) => {
            let id = commit.id.get(..SHORT).unwrap_or(&commit.id);
            let date = pailou_dates::rfc3339(commit.at);
            let date = date.get(..10).unwrap_or_default();
            let (author, subject) = (without_address(&commit.author), &commit.subject);
            let values: i18n::Args<'_> =
                &[("commit", &id), ("date", &date), ("author", &author), ("subject", subject)];
            messages.t("l10n.since", values)
        }
    }
}

/// Removes the domain of an author name that is an email address.
pub(super) fn without_address(author: &str) -> String {
    author.split('@').next().unwrap_or_default().trim().to_owned()
}

pub(super) fn warning_text(messages: Messages, warning: &Warning) -> String {
    let commit = warning.commit.as_ref().and_then(|it| it.id.get(..SHORT)).unwrap_or_default();
    let values: i18n::Args<'_> = &[("commit", &commit), ("detail", &warning.detail)];
    messages.t(&format!("l10n.warning.{}", warning.code), values)
}

/// Returns notes on how the states were determined.
pub(super) fn report_notes(output: &ReportOutput<'_>) -> Vec<String> {
    let (messages, report) = (output.messages, output.report);
    let mut notes = Vec::new();
    let dir: i18n::Args<'_> = &[("folder", &output.dir)];
    match report.basis {
        Basis::Structure => notes.push(messages.t("l10n.note.structure", dir)),
        Basis::Marks => notes.push(messages.t("l10n.note.marks", dir)),
        Basis::History if report.is_partial => notes.push(messages.t("l10n.note.partial", dir)),
        Basis::History => {}
    }
    if report.is_sparse {
        notes.push(messages.t("l10n.note.sparse", &[]));
    }
    if let Some(locale) = report.only_language().filter(|_| !report.is_sparse) {
        let language = language(messages, locale);
        let values: i18n::Args<'_> = &[("folder", &output.dir), ("language", &language)];
        notes.push(messages.t("l10n.note.one-language", values));
    }
    if report.assumed_sources() > 0 {
        // In a partial history, the oldest commit seems to add all files, so the source language is unknown.
        let key = if report.is_partial { "l10n.note.assumed-partial" } else { "l10n.note.assumed" };
        notes.push(messages.count(key, report.assumed_sources(), &[]));
    }
    if report.basis == Basis::History && report.untracked() > 0 {
        notes.push(messages.count("l10n.note.untracked", report.untracked(), &[]));
    }
    if let Some(since) = &report.since {
        notes.push(messages.t("l10n.note.since", &[("since", since)]));
    }
    notes
}

/// Returns the change of the source text as pieces, with long unchanged text shortened; `None` if there is no change to
/// display.
pub(super) fn change(finding: &Finding) -> Option<Vec<(Edit, String)>> {
    if finding.state != State::Outdated {
        return None;
    }
    let old = single_line(finding.source.old.as_deref()?);
    let new = single_line(finding.source.new.as_deref().unwrap_or_default());
    let pieces = word_diff(&old, &new);
    let last = pieces.len().saturating_sub(1);
    let cut = |(at, (edit, text)): (usize, (Edit, String))| match edit {
        Edit::Same => (edit, shortened(&text, at > 0, at < last)),
        _ => (edit, text),
    };
    Some(pieces.into_iter().enumerate().map(cut).collect())
}

/// Shortens unchanged text. `keep_start` and `keep_end` state whether its start and its end are next to a change, and
/// are therefore kept.
fn shortened(text: &str, keep_start: bool, keep_end: bool) -> String {
    let count = text.chars().count();
    let kept_length = CONTEXT * (usize::from(keep_start) + usize::from(keep_end));
    if count <= kept_length + 10 || kept_length == 0 {
        return text.to_owned();
    }
    let start: String = text.chars().take(if keep_start { CONTEXT } else { 0 }).collect();
    let end: String = text.chars().skip(count - if keep_end { CONTEXT } else { 0 }).collect();
    // Omits a word that would be incomplete. Text without spaces, such as Chinese, is shortened between characters.
    let start =
        start.rfind(' ').filter(|at| at + 20 > start.len()).map_or(&*start, |at| &start[..=at]);
    let end = end.find(' ').filter(|at| *at < 20).map_or(&*end, |at| &end[at..]);
    format!("{start}…{end}")
}

/// Converts a text to one line.
pub(super) fn single_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
