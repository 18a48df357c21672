//! Ranges of an included file: lines, region, anchor, section.

/// Returns the lines of `text` that `part` selects, such as `{2,3}`, `#region`, or `:anchor`; `None` if there is no
/// such part. An empty `part` selects all lines except those with markers of anchors or sections.
pub fn choose(text: &str, part: &str) -> Option<String> {
    let part = part.trim();
    if let Some(name) = part.strip_prefix('#') {
        let (name, range) = name.split_at(name.find('{').unwrap_or(name.len()));
        let region = region(text, name.trim())?;
        return Some(in_braces(&region, range));
    }
    if part.starts_with('{') {
        return Some(in_braces(text, part));
    }
    match part.strip_prefix(':') {
        None => Some(without_marks(text)),
        Some(numbers) if numbers.chars().all(|c| c.is_ascii_digit() || c == ':') => {
            let (from, to) = numbers.split_once(':').unwrap_or((numbers, numbers));
            Some(without_marks(&lines(text, from.parse().ok(), to.parse().ok())))
        }
        Some(name) => lines_between(text, name),
    }
}

/// Selects lines by `{3,}`, `{,10}`, `{1,3}`, `{1-3}`, or `{2}`.
fn in_braces(text: &str, range: &str) -> String {
    let range = range.trim().trim_start_matches('{').trim_end_matches('}').trim();
    if range.is_empty() {
        return text.to_owned();
    }
    let (from, to) = range.split_once([',', '-']).unwrap_or((range, range));
    lines(text, from.trim().parse().ok(), to.trim().parse().ok())
}

fn lines(text: &str, from: Option<usize>, to: Option<usize>) -> String {
    let from = from.unwrap_or(1).max(1);
    let count = to.map_or(usize::MAX, |to| (to + 1).saturating_sub(from));
    text.split_inclusive('\n').skip(from - 1).take(count).collect()
}

/// Returns the lines between `#region name` and `#endregion`, or else the Markdown section that [`section`] returns;
/// `None` if there is neither.
fn region(text: &str, name: &str) -> Option<String> {
    let begins = |line: &str| is_range_mark(line, &["#region", "region", "#pragma region"], name);
    let ends = |line: &str| {
        let marks = ["#endregion", "endregion", "#pragma endregion"];
        is_range_mark(line, &marks, name) || marks.iter().any(|mark| comment_text(line) == *mark)
    };
    cut(text, begins, ends).or_else(|| section(text, name))
}

/// Returns the lines between `ANCHOR: name` and `ANCHOR_END: name`, or between `8<-- [start:name]` and
/// `8<-- [end:name]`. Returns `None` if there are none.
fn lines_between(text: &str, name: &str) -> Option<String> {
    let begins = |line: &str| {
        mdbook_mark(line, "ANCHOR:") == Some(name) || line.contains(&format!("8<-- [start:{name}]"))
    };
    let ends = |line: &str| {
        mdbook_mark(line, "ANCHOR_END:") == Some(name)
            || line.contains(&format!("8<-- [end:{name}]"))
    };
    cut(text, begins, ends).map(|part| without_marks(&part))
}

fn cut(text: &str, begins: impl Fn(&str) -> bool, ends: impl Fn(&str) -> bool) -> Option<String> {
    let mut lines = text.split_inclusive('\n').skip_while(|line| !begins(line));
    lines.next()?;
    Some(lines.take_while(|line| !ends(line)).collect())
}

/// Returns the text of a comment without its delimiters.
fn comment_text(line: &str) -> &str {
    let line = line.trim();
    let line = line.strip_suffix("-->").or_else(|| line.strip_suffix("*/")).unwrap_or(line);
    let comment = line.trim_start_matches(['/', '*', '<', '!', '-', ';', '%', ' ']).trim();
    comment.strip_prefix("# ").unwrap_or(comment)
}

fn is_range_mark(line: &str, marks: &[&str], name: &str) -> bool {
    let words = comment_text(line);
    marks.iter().any(|mark| {
        words
            .strip_prefix(mark)
            .is_some_and(|rest| rest.starts_with([' ', '\t']) && rest.trim() == name)
    })
}

fn mdbook_mark<'l>(line: &'l str, mark: &str) -> Option<&'l str> {
    let behind = line.split_once(mark)?.1.trim_start();
    Some(
        behind
            .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
            .next()
            .unwrap_or(""),
    )
}

/// Removes the lines that contain markers of anchors or sections.
fn without_marks(text: &str) -> String {
    let is_mark = |line: &&str| {
        line.contains("ANCHOR: ") || line.contains("ANCHOR_END: ") || line.contains("8<-- [")
    };
    if !text.split_inclusive('\n').any(|line| is_mark(&line)) {
        return text.to_owned();
    }
    text.split_inclusive('\n').filter(|line| !is_mark(line)).collect()
}

/// Returns the section from its heading to the next heading of the same or a higher level. The heading has the id
/// `name`, or `name` is its title in lower case with hyphens. Returns `None` if there is no such heading.
fn section(text: &str, name: &str) -> Option<String> {
    let level = |line: &str| {
        let level = line.len() - line.trim_start_matches('#').len();
        (1..=6).contains(&level).then_some(level).filter(|level| line[*level..].starts_with(' '))
    };
    let id = format!("{{#{name}}}");
    let is_it = |line: &&str| {
        level(line).is_some_and(|level| {
            let words = line[level..].trim();
            words.ends_with(&id) || words.to_lowercase().replace(' ', "-") == name
        })
    };
    let mut found = text.split_inclusive('\n').skip_while(|line| !is_it(line));
    let first = found.next()?;
    let own = level(first)?;
    let rest = found.take_while(|line| level(line).is_none_or(|level| level > own));
    Some(std::iter::once(first).chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, part: &str, expected: Option<&str>) {
        assert_eq!(choose(text, part).as_deref(), expected, "{part}");
    }

    #[test]
    fn line_ranges_of_an_include_start_at_one_and_are_inclusive() {
        let text = "a\nb\nc\nd";
        check(text, "", Some("a\nb\nc\nd"));
        check(text, "{2,3}", Some("b\nc\n"));
        check(text, "{3,}", Some("c\nd"));
        check(text, "{,1}", Some("a\n"));
        check(text, ":2:3", Some("b\nc\n"));
        check(text, ":2", Some("b\n"));
        check(text, "::2", Some("a\nb\n"));
        check(text, ":3:", Some("c\nd"));
        check(text, ":9:12", Some(""));
        check(text, "{5,2}", Some(""));
        check(text, ":99999999999999999999:1", Some("a\n"));
    }

    #[test]
    fn region_between_comments_is_included() {
        for (begin, end) in [
            ("// #region x", "// #endregion x"),
            ("<!-- #region x -->", "<!-- #endregion x -->"),
            ("/* #region x */", "/* #endregion */"),
            ("# region x", "# endregion"),
            ("#pragma region x", "#pragma endregion"),
        ] {
            check(&format!("a\n{begin}\nb\n{end}\nc\n"), "#x", Some("b\n"));
        }
        check("// #region xy\nb\n// #endregion\n", "#x", None);
        check("// #region x\n1\n2\n3\n", "#x{2,}", Some("2\n3\n"));
        check("# A\n## B {#x}\nb\n### C\n## D\n", "#x", Some("## B {#x}\nb\n### C\n"));
    }

    #[test]
    fn included_text_has_no_anchor_or_section_markers() {
        check("a\n// ANCHOR: x\nb\n// ANCHOR: y\nc\n// ANCHOR_END: x\nd\n", ":x", Some("b\nc\n"));
        check("a\n// ANCHOR: y\nb\n", "", Some("a\nb\n"));
        check("# --8<-- [start:x]\nb\n# --8<-- [end:x]\n", ":x", Some("b\n"));
        check("a\n", ":x", None);
    }
}
