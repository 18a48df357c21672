//! Info strings of code fences.
//!
//! Supports the notations of the common generators for language, title, line numbers, and
//! highlighted lines.

use std::ops::RangeInclusive;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// Language in lower case; may be empty.
    pub language: String,
    pub title: Option<String>,
    /// Number of the first line, if lines are numbered.
    pub(crate) first_number: Option<u32>,
    /// Highlighted lines of the code, numbered from 1.
    pub marks: Vec<(Mark, RangeInclusive<u32>)>,
}

/// Style of a highlighted line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Highlighted,
    Focused,
    Added,
    Removed,
    Error,
    Warning,
}

impl Mark {
    /// Returns the CSS class of the line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Highlighted => "highlighted",
            Self::Focused => "focused",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl Info {
    pub fn read(info: &str) -> Self {
        let info = without_braces(info.trim());
        // `js{1,3}`, `js:line-numbers`, and `js[a.js]` need no space after the language.
        let end = info.find([' ', '\t', '{', '[', ':', ',']).unwrap_or(info.len());
        let (language, meta) = info.split_at(end);
        let language = language.trim_start_matches('.').to_lowercase();
        let is_name =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '#' | '.');
        let is_language = !language.is_empty() && language.chars().all(is_name);
        let mut read = Self {
            language: if is_language { language } else { String::new() },
            ..Self::default()
        };
        read.meta(meta, 0);
        read.title = read.title.filter(|title| !title.is_empty());
        read
    }

    fn meta(&mut self, meta: &str, depth: u8) {
        let mut rest = meta;
        while let Some((item, after)) = item(rest) {
            rest = after;
            match item {
                // `[[1, 5, "<Row />"]]` is the step syntax of react.dev, not a title.
                Item::Brackets(title) if depth == 0 && !title.starts_with('[') => {
                    self.title.get_or_insert_with(|| title.trim().to_owned());
                }
                Item::Braces(inside) if is_lines(inside) => self.mark(Mark::Highlighted, inside),
                Item::Braces(inside) if depth == 0 => self.meta(inside, 1),
                Item::Named(name, value) => self.named(name, value),
                Item::Brackets(_) | Item::Braces(_) => {}
            }
        }
    }

    fn named(&mut self, name: &str, value: &str) {
        match name.trim_start_matches([':', '.']) {
            "title" | "filename" | "file" | "label" => {
                self.title.get_or_insert_with(|| value.trim().to_owned());
            }
            "hl_lines" | "highlight" | "highlightLines" | "mark" => {
                self.mark(Mark::Highlighted, value);
            }
            "ins" => self.mark(Mark::Added, value),
            "del" => self.mark(Mark::Removed, value),
            "line-numbers" | "linenums" | "showLineNumbers" | "lineNumbers" | "linenos"
            | "numberLines" | "line_numbers"
                if !matches!(value, "false" | "off") =>
            {
                self.first_number = Some(value.parse().ok().or(self.first_number).unwrap_or(1));
            }
            "linenostart" | "startLine" | "startLineNumber" | "startFrom" => {
                self.first_number = value.parse().ok().or(self.first_number);
            }
            "no-line-numbers" => self.first_number = None,
            _ => {}
        }
    }

    /// Adds highlights for a list of lines such as `1,3-5`, `1 3-5`, or `[1,"3-5"]`.
    fn mark(&mut self, mark: Mark, lines: &str) {
        let parts = lines.split(|c: char| !(c.is_ascii_digit() || c == '-'));
        for part in parts.filter(|part| !part.is_empty()).take(1000) {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            if let (Ok(from), Ok(to)) = (from.parse(), to.parse()) {
                self.marks.push((mark, from..=to));
            }
        }
    }
}

/// Removes the braces of `{ .py title="a" }`, a syntax of MkDocs and Pandoc.
fn without_braces(info: &str) -> &str {
    let inside = info.strip_prefix('{').and_then(|info| info.strip_suffix('}')).map(str::trim);
    inside.filter(|inside| inside.starts_with('.')).unwrap_or(info)
}

fn is_lines(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | ' '))
}

/// A part of the info string after the language.
#[derive(Debug, PartialEq, Eq)]
enum Item<'a> {
    Brackets(&'a str),
    Braces(&'a str),
    /// Name and value, without quotes or braces; the value may be empty.
    Named(&'a str, &'a str),
}

fn item(text: &str) -> Option<(Item<'_>, &str)> {
    let text = text.trim_start_matches([' ', '\t', ',', '=', ']', '}', '"', '\'']);
    if let Some(inside) = text.strip_prefix('[') {
        let end = closing_bracket(inside, '[', ']');
        return Some((Item::Brackets(&inside[..end]), rest_behind(inside, end)));
    }
    if let Some(inside) = text.strip_prefix('{') {
        let end = closing_bracket(inside, '{', '}');
        return Some((Item::Braces(&inside[..end]), rest_behind(inside, end)));
    }
    let end = text.find([' ', '\t', ',', '=', '{', '[', '"', '\'']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return None;
    }
    // `showLineNumbers{5}` also has a value: the number of the first line.
    let value = match rest.strip_prefix('=') {
        Some(value) => value,
        None if rest.starts_with('{') && name == "showLineNumbers" => rest,
        None => return Some((Item::Named(name, ""), rest)),
    };
    let (value, rest) = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let end = value[1..].find(quote).unwrap_or(value.len() - 1);
            (&value[1..1 + end], rest_behind(&value[1..], end))
        }
        Some('{') => {
            let end = closing_bracket(&value[1..], '{', '}');
            (&value[1..1 + end], rest_behind(&value[1..], end))
        }
        Some('[') => {
            let end = closing_bracket(&value[1..], '[', ']');
            (&value[1..1 + end], rest_behind(&value[1..], end))
        }
        _ => value.split_at(value.find([' ', '\t', ',']).unwrap_or(value.len())),
    };
    Some((Item::Named(name, value), rest))
}

/// Returns the position of the closing bracket for a bracket opened before `text`, or the end of
/// `text`.
fn closing_bracket(text: &str, open: char, close: char) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return at,
            }
        }
    }
    text.len()
}

fn rest_behind(text: &str, end: usize) -> &str {
    text.get(end + 1..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(info: &str, language: &str, title: Option<&str>, number: Option<u32>, marks: &str) {
        let actual = Info::read(info);
        let written: Vec<_> = actual
            .marks
            .iter()
            .map(|(mark, lines)| {
                let sign = match mark {
                    Mark::Added => "+",
                    Mark::Removed => "-",
                    _ => "",
                };
                format!("{sign}{}-{}", lines.start(), lines.end())
            })
            .collect();
        assert_eq!(
            (
                actual.language.as_str(),
                actual.title.as_deref(),
                actual.first_number,
                written.join(" ").as_str()
            ),
            (language, title, number, marks),
            "{info:?}"
        );
    }

    #[test]
    fn code_fence_info_is_parsed_in_every_notation() {
        check("", "", None, None, "");
        check("js", "js", None, None, "");
        check("ts{2,4-6} [vite.config.ts]", "ts", Some("vite.config.ts"), None, "2-2 4-6");
        check("js:line-numbers {1}", "js", None, Some(1), "1-1");
        check("ts:line-numbers=5 {1}", "ts", None, Some(5), "1-1");
        check("ts:no-line-numbers", "ts", None, None, "");
        check("tsx title=\"docs/a b.tsx\" {1, 3}", "tsx", Some("docs/a b.tsx"), None, "1-1 3-3");
        check("js title='a=b' showLineNumbers", "js", Some("a=b"), Some(1), "");
        check("js showLineNumbers{7}", "js", None, Some(7), "");
        check("mdx file=\"./_a.mdx\" lineNumbers", "mdx", Some("./_a.mdx"), Some(1), "");
        check(
            "py title=a.py linenums=\"1\" hl_lines=\"2 3-4\"",
            "py",
            Some("a.py"),
            Some(1),
            "2-2 3-4",
        );
        check("{ .py linenums=\"3\" title=\"a\" }", "py", Some("a"), Some(3), "");
        check(
            "go {linenos=true,hl_lines=[2,\"4-5\"],linenostart=9}",
            "go",
            None,
            Some(9),
            "2-2 4-5",
        );
        check("js ins={2} del={3-4} mark={1}", "js", None, None, "+2-2 -3-4 1-1");
        check("js [[1, 5, \"<Row />\"], [2, 7, \"x\"]]", "js", None, None, "");
        check("js {2} [[1, 5, \"a\"]] title=\"b\"", "js", Some("b"), None, "2-2");
        check("rust,ignore", "rust", None, None, "");
        check("C++", "c++", None, None, "");
        check("{1}", "", None, None, "1-1");
        check("npm [npm [x]]", "npm", Some("npm [x]"), None, "");
    }

    #[test]
    fn malformed_fence_info_is_parsed_leniently() {
        check("\"><script>", "", None, None, "");
        check("js {", "js", None, None, "");
        check("js title=\" =[ {9999999999-1}", "js", Some("=[ {9999999999-1}"), None, "");
        check("js [] {a}", "js", None, None, "");
    }
}
