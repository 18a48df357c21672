//! Tests of Chinese typography: full-width punctuation, and a space between Chinese and other scripts.

use super::{assert_no_violations, sources};

fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')
}

/// Returns the typography violations in a text, from which code and URLs are already removed.
fn violations(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let excerpt = |at: usize| {
        chars[at.saturating_sub(4)..(at + 5).min(chars.len())].iter().collect::<String>()
    };
    let mut violations = Vec::new();
    for (at, pair) in chars.windows(2).enumerate() {
        let (a, b) = (pair[0], pair[1]);
        if is_han(a) && b.is_ascii_alphanumeric() || a.is_ascii_alphanumeric() && is_han(b) {
            violations.push(format!("no space in `{}`", excerpt(at)));
        }
        let after = chars.get(at + 2).copied().unwrap_or(' ');
        if is_han(a) && ",;:?!".contains(b) && is_han(after) {
            violations.push(format!("`{b}` in `{}`", excerpt(at)));
        }
    }
    violations
}

/// Returns the text of a line without inline code, link targets, HTML tags, heading ids, and placeholders.
fn prose(line: &str) -> String {
    let mut prose = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let ends = [("`", "`"), ("](", ")"), ("<", ">"), ("{", "}"), ("http", " ")];
        let piece =
            ends.iter().find(|(begin, _)| rest.starts_with(begin)).and_then(|(begin, end)| {
                let inside = &rest[begin.len()..];
                inside.find(end).map(|at| begin.len() + at + end.len())
            });
        match piece {
            Some(length) => {
                // The removed part is replaced by a character that is neither Chinese nor a letter.
                prose.push('·');
                rest = &rest[length..];
            }
            None => {
                prose.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    prose
}

#[test]
fn pages_follow_chinese_typography() {
    let mut broken = Vec::new();
    for page in sources("content/pages/zh", ".md") {
        let mut in_code = false;
        for (number, line) in page.lines() {
            if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
                in_code = !in_code;
            } else if !in_code {
                let violations = violations(&prose(line));
                broken.extend(
                    violations
                        .iter()
                        .map(|violation| format!("{}:{number}: {violation}", page.name)),
                );
            }
        }
    }
    assert_no_violations(
        "Chinese pages use Chinese punctuation, and a space beside other scripts",
        &broken,
    );
}

#[test]
fn messages_follow_chinese_typography() {
    let mut broken = Vec::new();
    for file in sources("content/messages/zh", ".json") {
        for (number, line) in file.lines() {
            let Some((_, text)) = line.split_once("\": ") else { continue };
            let violations = violations(&prose(text));
            broken.extend(
                violations.iter().map(|violation| format!("{}:{number}: {violation}", file.name)),
            );
        }
    }
    assert_no_violations(
        "Chinese messages use Chinese punctuation, and a space beside other scripts",
        &broken,
    );
}

#[test]
fn typography_violations_are_found_only_outside_code_and_urls() {
    let count = |line: &str| violations(&prose(line)).len();
    assert_eq!(count("使用 `pailou serve` 启动,见[文档](a.md)"), 1);
    assert_eq!(count("有3页,共 4 页"), 3);
    assert_eq!(count("打开 <http://127.0.0.1> 或 `a,b`：好"), 0);
    assert_eq!(count("安装 {#install}"), 0);
}
