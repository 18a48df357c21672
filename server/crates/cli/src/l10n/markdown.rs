//! Report as Markdown, for a comment on a pull request.

use std::fmt::Write;

use super::wording::{self, Group};
use super::{ReportOutput, json};
use crate::i18n;
use pailou_l10n::report::Warning;
use pailou_text_diff::word_diff::Edit;

/// Maximum size of a comment in bytes; GitHub accepts 65,536 characters.
const MAX_BYTES: usize = 60_000;
/// Maximum number of warnings in a comment, and maximum size of their list.
const MAX_WARNINGS: usize = 20;
const MAX_WARNING_BYTES: usize = 15_000;
/// Marker by which a workflow finds its earlier comment.
const MARKER: &str = "<!-- pailou-l10n -->";

pub(super) fn comment(output: &ReportOutput<'_>) -> String {
    let messages = output.messages;
    let mut out = format!("{MARKER}\n### {}\n\n", messages.t("l10n.markdown.title", &[]));
    let head = ["language", "total", "up-to-date", "outdated", "not-translated", "not-aligned"];
    let head = head.map(|key| messages.t(&format!("l10n.column.{key}"), &[]).replace('\n', " "));
    let _ = writeln!(out, "| {} |\n|---|--:|--:|--:|--:|--:|", head.join(" | "));
    for locale in &output.report.locales {
        let counts =
            json::state_counts(&output.report.counts(*locale)).map(|count| count.to_string());
        let _ =
            writeln!(out, "| {} | {} |", wording::language(messages, *locale), counts.join(" | "));
    }
    for note in wording::report_notes(output) {
        let _ = writeln!(out, "\n{}", escaped(&note));
    }
    let groups = wording::groups(output.report.findings());
    if groups.is_empty() {
        let _ = writeln!(out, "\n{}", messages.t("l10n.none", &[]));
    }
    let warning = |warning: &Warning| {
        let message = escaped(&wording::warning_text(messages, warning));
        let values: i18n::Args<'_> =
            &[("file", &code(&output.file(&warning.file))), ("said", &message)];
        format!("\n- {}\n", messages.t("l10n.markdown.warning", values))
    };
    let warnings = output.report.warnings().take(MAX_WARNINGS).map(warning);
    let warnings = within_bytes(warnings, MAX_WARNING_BYTES);
    let mut left = groups.len();
    let mut file = "";
    for group in &groups {
        let mut item = String::new();
        if file != group.first.file {
            let _ = writeln!(item, "\n#### {}\n", code(&output.file(&group.first.file)));
        }
        self::item(output, group, &mut item);
        if out.len() + item.len() + warnings.len() > MAX_BYTES {
            break;
        }
        file = &group.first.file;
        out.push_str(&item);
        left -= 1;
    }
    if left > 0 {
        let _ = writeln!(out, "\n{}", messages.count("l10n.markdown.more", left, &[]));
    }
    out.push_str(&warnings);
    out
}

/// Concatenates the items that fit into `max_bytes`; omits the other items.
fn within_bytes(items: impl Iterator<Item = String>, max_bytes: usize) -> String {
    let mut out = String::new();
    for item in items {
        if out.len() + item.len() <= max_bytes {
            out.push_str(&item);
        }
    }
    out
}

fn item(output: &ReportOutput<'_>, group: &Group<'_>, out: &mut String) {
    let finding = group.first;
    let state = wording::state_of(output.messages, finding);
    let location = escaped(&wording::group_location(output.messages, group));
    let message = output.messages.t(
        "l10n.markdown.item",
        &[("line", &finding.line), ("state", &state), ("place", &location)],
    );
    let _ = writeln!(out, "- {message}");
    if let Some(since) = &finding.since {
        let _ = writeln!(out, "  <br>{}", escaped(&wording::since_text(output.messages, since)));
    }
    if let Some(pieces) = wording::change(finding) {
        let piece = |(edit, text): &(Edit, String)| match edit {
            Edit::Same => escaped(text),
            Edit::Old => format!("<del>{}</del>", escaped(text)),
            Edit::New => format!("<ins><b>{}</b></ins>", escaped(text)),
        };
        let diff: String = pieces.iter().map(piece).collect();
        let _ = writeln!(out, "  <br>{} {diff}", finding.locale.other().segment());
        if let Some(translation) = &finding.translation {
            let translation = escaped(&wording::single_line(translation));
            let _ = writeln!(out, "  <br>{} {translation}", finding.locale.segment());
        }
    }
}

/// Escapes Markdown, HTML, mentions (`@name`), and issue references (`#1`).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in i18n::escape_line(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // A zero-width space prevents `@name` and `#1` from becoming a mention or a reference.
            '@' | '#' => {
                out.push_str(if c == '@' { "&#64;" } else { "&#35;" });
                out.push_str("&#8203;");
            }
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '!' | ':' => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

fn code(name: &str) -> String {
    let name = i18n::escape_line(name).replace('`', "'");
    format!("`{name}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_and_html_in_text_are_escaped() {
        assert_eq!(escaped("<b> @ann *x*"), "&lt;b&gt; &#64;&#8203;ann &#42;x&#42;");
        assert_eq!(code("a`b\n.md"), "`a'b .md`");
    }

    #[test]
    fn items_exceeding_the_maximum_size_are_omitted() {
        for (max_bytes, expected) in [(0, ""), (2, "aa"), (3, "aac"), (5, "aabbb"), (6, "aabbbc")] {
            let items = ["aa", "bbb", "c"].map(str::to_owned).into_iter();
            assert_eq!(within_bytes(items, max_bytes), expected, "{max_bytes}");
        }
    }
}
