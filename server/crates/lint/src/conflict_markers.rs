//! Rule for Git conflict markers.

use pailou_content::front_matter::Parts;
use pailou_content::issue::Issue;
use pailou_markdown::flavor::Flavor;
use pailou_translation::segment::{Kind, segments};

/// Checks front matter and body, without code, for conflict markers of the editor and of Git
/// (git-merge, "How conflicts are presented").
pub(super) fn check(parts: &Parts<'_>, dialect: Flavor) -> Vec<Issue> {
    let above = marked(parts.front).map(|(line, mark)| issue(line, mark));
    let body = segments(parts.body, dialect);
    let in_body = body.iter().filter(|segment| segment.kind != Kind::Code).flat_map(|segment| {
        let first = segment.line + parts.lines_before_body();
        marked(&parts.body[segment.start..segment.end])
            .map(move |(line, mark)| issue(first + line - 1, mark))
    });
    above.chain(in_body).collect()
}

fn marked(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let is_mark = |line: &str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
    (1..).zip(text.lines()).filter(move |(_, line)| is_mark(line))
}

fn issue(line: u32, mark: &str) -> Issue {
    Issue::error("merge-mark", line, mark.trim_end())
}
