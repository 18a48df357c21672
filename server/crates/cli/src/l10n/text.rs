//! Report for terminals, 80 columns wide.

use std::fmt::Write;

use super::ReportOutput;
use super::wording::{self, Group};
use super::wrap::wrapped;
use crate::check;
use crate::i18n::{self, column, right, width};
use pailou_l10n::report::{Counts, PageStates, Report, State};
use pailou_text_diff::word_diff::Edit;

const COLUMNS: usize = 80;
/// Width of the name column in tables.
const NAME: usize = 25;
/// Message keys of the columns for states that require work.
const STATES: [&str; 3] = ["outdated", "not-translated", "not-aligned"];
/// Maximum number of files that `status` lists.
const MAX_PAGES: usize = 20;
/// Maximum number of unreadable files that are listed.
const MAX_ISSUES: usize = 20;
/// Maximum number of lines for the text of a segment.
const MAX_LINES: usize = 6;

pub(super) fn report_text(output: &ReportOutput<'_>, has_color: bool) -> String {
    let mut out = String::new();
    if output.with_segments {
        segments(output, has_color, &mut out);
    }
    for warning in output.report.warnings() {
        let message = wording::warning_text(output.messages, warning);
        let file = output.file(&warning.file);
        let values: i18n::Args<'_> =
            &[("file", &file), ("said", &message), ("code", &warning.code)];
        let _ =
            writeln!(out, "{}\n", i18n::escape_line(&output.messages.t("l10n.warning", values)));
    }
    let issues: Vec<_> = output.issues().collect();
    for issue in issues.iter().take(MAX_ISSUES) {
        let _ = writeln!(out, "{}\n", check::issue_line(output.messages, issue));
    }
    if issues.len() > MAX_ISSUES {
        let more = output.messages.count(
            "findings.more",
            issues.len() - MAX_ISSUES,
            &[("folder", &output.dir)],
        );
        let _ = writeln!(out, "{}\n", i18n::escape_line(&more));
    }
    headline(output, &mut out);
    write_count_table(output, &mut out);
    if !output.with_segments {
        pages(output, &mut out);
    }
    for note in wording::report_notes(output) {
        let lines = wrapped(&i18n::escape_line(&note), COLUMNS, usize::MAX);
        let _ = writeln!(out, "\n{}", lines.join("\n"));
    }
    if !output.with_segments && output.report.findings().next().is_some() {
        let hint = output.messages.t("l10n.hint", &[("folder", &output.dir)]);
        let _ = writeln!(out, "\n{}", i18n::escape_line(&hint));
    }
    out
}

fn segments(output: &ReportOutput<'_>, has_color: bool, out: &mut String) {
    for group in wording::groups(output.report.findings()) {
        let finding = group.first;
        let file = format!("{}:{}", output.file(&finding.file), finding.line);
        let state = wording::state_of(output.messages, finding);
        let location = wording::group_location(output.messages, &group);
        let values: i18n::Args<'_> = &[("file", &file), ("state", &state), ("place", &location)];
        let _ = writeln!(out, "{}", i18n::escape_line(&output.messages.t("l10n.finding", values)));
        if let Some(since) = &finding.since {
            let since = i18n::escape_line(&wording::since_text(output.messages, since));
            indented(&since, "  ", out);
        }
        texts(&group, has_color, out);
        out.push('\n');
    }
}

fn texts(group: &Group<'_>, has_color: bool, out: &mut String) {
    let finding = group.first;
    let (own, other) = (finding.locale.segment(), finding.locale.other().segment());
    if let Some(pieces) = wording::change(finding) {
        let marked: String = pieces.iter().map(|(edit, text)| marked(*edit, text)).collect();
        let mut text = String::new();
        indented(&i18n::escape_line(&marked), &format!("  {other}  "), &mut text);
        out.push_str(&if has_color { colored(&text) } else { text });
    } else if let Some(new) = finding.source.new.as_deref().filter(|_| !finding.copy) {
        indented(&i18n::escape_line(&wording::single_line(new)), &format!("  {other}  "), out);
    }
    if let Some(translation) = &finding.translation {
        indented(
            &i18n::escape_line(&wording::single_line(translation)),
            &format!("  {own}  "),
            out,
        );
    }
}

/// Marks a change in the notation of `git diff --word-diff`.
fn marked(edit: Edit, text: &str) -> String {
    match edit {
        Edit::Same => text.to_owned(),
        Edit::Old => format!("[-{text}-]"),
        Edit::New => format!("{{+{text}+}}"),
    }
}

fn colored(text: &str) -> String {
    text.replace("[-", "\x1b[31m[-")
        .replace("-]", "-]\x1b[0m")
        .replace("{+", "\x1b[32m{+")
        .replace("+}", "+}\x1b[0m")
}

fn indented(text: &str, first: &str, out: &mut String) {
    let indent = width(first);
    for (at, line) in wrapped(text, COLUMNS - indent, MAX_LINES).iter().enumerate() {
        let start = if at == 0 { first.to_owned() } else { " ".repeat(indent) };
        let _ = writeln!(out, "{start}{line}");
    }
}

fn headline(output: &ReportOutput<'_>, out: &mut String) {
    let report = output.report;
    let pages = output.messages.count("count.pages", report.pages.len(), &[]);
    let commit = report.commit.as_deref().and_then(|id| id.get(..wording::SHORT));
    let key = if commit.is_some() { "l10n.headline" } else { "l10n.headline.structure" };
    let values: i18n::Args<'_> = &[
        ("folder", &output.dir),
        ("pages", &pages),
        ("generator", &report.generator),
        ("commit", &commit.unwrap_or_default()),
    ];
    let _ = writeln!(out, "{}\n", i18n::escape_line(&output.messages.t(key, values)));
}

/// Writes the table of segment counts: a row per language, and a row per folder if a language has several.
fn write_count_table(output: &ReportOutput<'_>, out: &mut String) {
    let (head, widths) = head(output, &["total", "percent", "up-to-date"]);
    let (states, more) = self::head(output, &STATES);
    let widths = [widths, more].concat();
    for (line, states) in head.into_iter().zip(states) {
        write_row("", &[line, states].concat(), &widths, out);
    }
    for locale in &output.report.locales {
        let name = wording::language(output.messages, *locale);
        write_row(&name, &count_cells(&output.report.counts(*locale)), &widths, out);
        let folders = output.report.folders(*locale);
        for (folder, counts) in folders.iter().filter(|_| folders.len() > 1) {
            write_row(
                &format!("  {}", i18n::escape_line(folder)),
                &count_cells(counts),
                &widths,
                out,
            );
        }
    }
}

/// Returns two rows of column headings, and the column widths. A heading of one line is in the second row.
fn head(output: &ReportOutput<'_>, columns: &[&str]) -> ([Vec<String>; 2], Vec<usize>) {
    let names = columns.iter().map(|key| output.messages.t(&format!("l10n.column.{key}"), &[]));
    let lines = names.map(|name| match name.split_once('\n') {
        Some((above, below)) => (above.to_owned(), below.to_owned()),
        None => (String::new(), name),
    });
    let (above, below): (Vec<_>, Vec<_>) = lines.unzip();
    let widths =
        above.iter().zip(&below).map(|(above, below)| width(above).max(width(below)).max(5));
    let widths = widths.collect();
    ([above, below], widths)
}

fn count_cells(counts: &Counts) -> Vec<String> {
    let percent = counts.percent().map_or("–".to_owned(), |percent| format!("{percent} %"));
    let of = |state| counts.of_state(state).segments.to_string();
    vec![
        counts.total.segments.to_string(),
        percent,
        counts.up_to_date.segments.to_string(),
        of(State::Outdated),
        of(State::NotTranslated),
        of(State::NotAligned),
    ]
}

fn write_row(name: &str, cells: &[String], widths: &[usize], out: &mut String) {
    let mut line = column(&truncate_start(name, NAME), NAME);
    for (cell, width) in cells.iter().zip(widths) {
        line.push_str("  ");
        line.push_str(&right(cell, *width));
    }
    if !line.trim().is_empty() {
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// Truncates a name to `columns` terminal columns. Its start is removed, because its end is more specific.
fn truncate_start(name: &str, columns: usize) -> String {
    if width(name) <= columns {
        return name.to_owned();
    }
    let mut end: &str = name;
    while width(end) >= columns {
        let mut chars = end.chars();
        chars.next();
        end = chars.as_str();
    }
    format!("…{end}")
}

fn pages(output: &ReportOutput<'_>, out: &mut String) {
    let mut listed = listed(output.report);
    if listed.is_empty() {
        return;
    }
    let more = listed.len().saturating_sub(MAX_PAGES);
    listed.truncate(MAX_PAGES);
    let _ = writeln!(out, "\n{}\n", output.messages.t("l10n.pages", &[]));
    let (head, widths) = head(output, &STATES);
    let line = |cells: &[String], file: &str| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| right(cell, *width));
        format!("{}  {file}", cells.collect::<Vec<_>>().join("  "))
    };
    for cells in head.iter().filter(|cells| cells.iter().any(|cell| !cell.is_empty())) {
        let _ = writeln!(out, "{}", line(cells, "").trim_end());
    }
    for (file, found) in listed {
        let cells = found.map(|count| count.to_string());
        let _ = writeln!(out, "{}", line(&cells, &i18n::escape_line(&output.file(&file))));
    }
    if more > 0 {
        let _ = writeln!(out, "{}", output.messages.count("l10n.pages.more", more, &[]));
    }
}

/// Returns the translations with findings, and their number of segments per state. Those with the most outdated
/// segments come first. A missing translation is listed with the name of the file in the other language.
fn listed(report: &Report) -> Vec<(String, [u64; 3])> {
    let mut listed = Vec::new();
    for page in &report.pages {
        for locale in &report.locales {
            let found = State::ALL.map(|state| page_count(page, *locale, state));
            let file = page.file(*locale).or(page.file(locale.other()));
            if let Some(file) = file.filter(|_| found != [0; 3]) {
                listed.push((file.to_owned(), found));
            }
        }
    }
    listed.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
    listed
}

fn page_count(page: &PageStates, locale: core_wasm::locale::Locale, state: State) -> u64 {
    let own = page.findings.iter().filter(|it| it.locale == locale && it.state == state);
    own.map(|finding| finding.count.segments).sum()
}
