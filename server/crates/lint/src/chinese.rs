//! Chinese typography rules: spaces between Chinese and Latin characters, punctuation, quotation marks, and full-width
//! letters.

use crate::fix::{full_width, narrow};
use crate::prose::{CODE, Line, OBJECT};
use pailou_content::issue::Issue;
use pailou_content::lint_rules::Spacing;
use pailou_content::lint_rules::rule_issue;
use pailou_text_diff::script::is_han;

const FULL_WIDTH: &str = "，。；：？！、（）【】《》「」『』";

pub(super) fn check(lines: &[Line], spacing: Spacing, issues: &mut Vec<Issue>) {
    for line in lines {
        space(line, spacing, issues);
        half_width(line, issues);
        punctuation_space(line, issues);
        repeated(line, issues);
        full_width_letters(line, issues);
        straight_quotes(line, issues);
    }
    mixed_quotes(lines, issues);
}

fn at(line: &Line, position: usize, code: &'static str, detail: String) -> Issue {
    rule_issue(code, line.number, detail).at_column(line.column(position))
}

fn space(line: &Line, spacing: Spacing, issues: &mut Vec<Issue>) {
    // If the boundary after `position` is between Chinese and Latin text (letters and digits), returns the character
    // before the boundary, or the end of a name such as `C++`.
    let boundary = |position: usize, after: char| {
        let before = &line.chars[..=position];
        if is_han(line.chars[position]) && after.is_ascii_alphanumeric() {
            Some(&before[position..])
        } else {
            latin_end(before).filter(|_| is_han(after))
        }
    };
    if spacing == Spacing::Require {
        for (position, pair) in line.chars.windows(2).enumerate() {
            if let Some(before) = boundary(position, pair[1]) {
                let before: String = before.iter().collect();
                let (after, around) = (pair[1], line.around(position));
                let detail = format!("put a space between `{before}` and `{after}` in `{around}`");
                issues.push(at(line, position + 1, "cjk-space", detail));
            }
        }
    } else if spacing == Spacing::Strip {
        for (position, three) in line.chars.windows(3).enumerate() {
            if three[1] == ' ' && boundary(position, three[2]).is_some() {
                let detail = format!("remove the space in `{}`", line.around(position));
                issues.push(at(line, position + 1, "cjk-space", detail));
            }
        }
    }
}

/// Returns the Latin letter or digit at the end of `chars`, or the end of a name such as `C++` or `C#`. A single `+` is
/// an operator. Returns `None` for any other character.
fn latin_end(chars: &[char]) -> Option<&[char]> {
    let length = match chars {
        [.., letter] if letter.is_ascii_alphanumeric() => 1,
        [.., letter, '+', '+'] if letter.is_ascii_alphabetic() => 3,
        // `C#` is a name, but `page#安装` is a URL with a fragment.
        [rest @ .., letter, '#'] if letter.is_ascii_uppercase() => {
            let is_name = rest.last().is_none_or(|c| !c.is_ascii_alphanumeric());
            is_name.then_some(2)?
        }
        _ => return None,
    };
    chars.get(chars.len() - length..)
}

/// Full-width closing brackets and quotation marks, after which a Chinese sentence continues.
const CLOSING: &str = "）】》」』〉〕”’";

/// Reports half-width punctuation next to Chinese text. Half-width parentheses are reported if they enclose Chinese
/// characters and do not directly follow Latin text or punctuation. A single `)` is reported if it closes `（`.
fn half_width(line: &Line, issues: &mut Vec<Issue>) {
    for (position, pair) in line.chars.windows(2).enumerate() {
        let (before, mark) = (pair[0], pair[1]);
        let after = line.chars.get(position + 2).copied();
        let ends =
            after.is_none_or(|c| c.is_whitespace() || is_han(c) || matches!(c, OBJECT | CODE));
        let is_wrong = match mark {
            ',' | ';' | '?' | '!' => true,
            ':' => after != Some(':'),
            '.' => ends,
            _ => false,
        };
        // `10%;温度`: the sentence continues in Chinese.
        let is_between = matches!(mark, ',' | ';')
            && (before.is_ascii_alphanumeric() || matches!(before, '%' | ')' | CODE))
            && after.is_some_and(is_han);
        if (is_han(before) || CLOSING.contains(before)) && is_wrong || is_between {
            let replacement = full_width(mark).unwrap_or(mark);
            let detail = format!("`{mark}` in `{}`: write `{replacement}`", line.around(position));
            issues.push(at(line, position + 1, "half-width-punctuation", detail));
        }
    }
    let (mut open, mut full_width_open) = (None, false);
    for (position, c) in line.chars.iter().enumerate() {
        match c {
            '（' => full_width_open = true,
            '）' => full_width_open = false,
            '(' => open = Some(position),
            ')' => {
                let Some(start) = open.take() else {
                    if std::mem::take(&mut full_width_open) {
                        let detail = format!("`)` in `{}`: write `）`", line.around(position));
                        issues.push(at(line, position, "half-width-punctuation", detail));
                    }
                    continue;
                };
                let before = start.checked_sub(1).map(|before| line.chars[before]);
                let is_apart = before.is_none_or(|c| is_han(c) || c.is_whitespace());
                if is_apart && line.chars[start..position].iter().any(|c| is_han(*c)) {
                    let detail = format!("`()` in `{}`: write `（）`", line.around(start));
                    issues.push(at(line, start, "half-width-punctuation", detail));
                }
            }
            _ => {}
        }
    }
}

/// Reports a space next to full-width punctuation, except at the start or end of a line or cell.
fn punctuation_space(line: &Line, issues: &mut Vec<Issue>) {
    let is_wide = |c: char| FULL_WIDTH.contains(c);
    let is_word = |c: char| c.is_alphanumeric() || c == CODE;
    for (position, three) in line.chars.windows(3).enumerate() {
        let (before, blank, after) = (three[0], three[1], three[2]);
        // A space after a run-in heading such as `**注意：**`, or after a list marker such as `（1）`, is not reported.
        let blank_at = line.column(position + 1);
        let is_before_mark = blank_at + 1 == line.column(position + 2);
        let is_one_run =
            is_before_mark && (before == CODE || line.column(position) + 1 == blank_at);
        let is_around_mark = is_one_run
            && (is_wide(before) && is_word(after) || is_word(before) && is_wide(after))
            && !matches!(before, '）' | '】')
            && !matches!(after, '（' | '【');
        // The space may follow a link, emphasis, a formula, or a character such as `%`.
        let ends = is_word(before) || before == OBJECT || ")]%+#”’\"".contains(before);
        let is_at_end = is_before_mark && ends && "，。；：？！、".contains(after);
        if blank == ' ' && (is_around_mark || is_at_end) {
            let detail = format!("remove the space in `{}`", line.around(position));
            issues.push(at(line, position + 1, "cjk-punctuation-space", detail));
        }
    }
}

/// Reports repeated punctuation in any language; `,,` is usually a typing error.
pub(super) fn repeated(line: &Line, issues: &mut Vec<Issue>) {
    let mut last = None;
    for (position, pair) in line.chars.windows(2).enumerate() {
        if pair[0] == pair[1] && "，。；：？！、,;".contains(pair[0]) {
            let does_continue = position > 0 && last == Some(position - 1);
            if !does_continue {
                let (mark, around) = (pair[0], line.around(position));
                let detail = match mark {
                    '。' => format!(
                        "repeated punctuation `{mark}` in `{around}`: write it once, or `……`"
                    ),
                    _ => format!("repeated punctuation `{mark}` in `{around}`: write it once"),
                };
                issues.push(at(line, position, "repeated-punctuation", detail));
            }
            last = Some(position);
        }
    }
}

/// Reports full-width letters and digits such as `Ａ` and `１` in any language.
pub(super) fn full_width_letters(line: &Line, issues: &mut Vec<Issue>) {
    let is_wide = |c: &char| narrow(*c).is_some();
    let mut end = 0;
    while let Some(before) = line.chars[end..].iter().position(is_wide) {
        let position = end + before;
        let wide: String =
            line.chars[position..].iter().copied().take_while(|c| is_wide(c)).collect();
        end = position + wide.chars().count();
        let plain: String = wide.chars().filter_map(narrow).collect();
        let detail = format!("`{wide}` is full-width: write `{plain}`");
        issues.push(at(line, position, "full-width-alphanumeric", detail));
    }
}

fn straight_quotes(line: &Line, issues: &mut Vec<Issue>) {
    let beside_han = |position: usize| {
        position > 0 && is_han(line.chars[position - 1])
            || line.chars.get(position + 1).is_some_and(|c| is_han(*c))
    };
    let quotes: Vec<_> = (0..line.chars.len()).filter(|at| line.chars[*at] == '"').collect();
    // Reports one mark of each pair.
    for position in quotes.chunks(2).filter_map(|pair| pair.iter().find(|at| beside_han(**at))) {
        let detail = format!("`\"` in `{}`: write “” or 「」", line.around(*position));
        issues.push(at(line, *position, "straight-quotes", detail));
    }
}

/// Reports the first quotation mark of the rarer style on a page that contains both “” and 「」. `‘’` and `『』` are for
/// nested quotations.
fn mixed_quotes(lines: &[Line], issues: &mut Vec<Issue>) {
    let marks = |quote: char| {
        lines
            .iter()
            .flat_map(|line| {
                line.chars.iter().enumerate().map(move |(position, c)| (line, position, *c))
            })
            .filter(move |(_, _, c)| *c == quote)
            .map(|(line, position, _)| (line, position))
            .collect::<Vec<_>>()
    };
    let (corner, curly) = (marks('「'), marks('“'));
    if corner.is_empty() || curly.is_empty() {
        return;
    }
    let (minority, majority) =
        if corner.len() < curly.len() { (corner, "“”") } else { (curly, "「」") };
    if let Some((line, position)) = minority.first() {
        let detail = format!("the rest of the page uses {majority}: `{}`", line.around(*position));
        issues.push(at(line, *position, "mixed-quotes", detail));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose;
    use pailou_markdown::flavor::Flavor;

    #[track_caller]
    fn check_as(spacing: Spacing, body: &str, expected: &[(&str, u32)]) {
        let mut issues = Vec::new();
        check(&prose::lines(body, Flavor::Markdown), spacing, &mut issues);
        let actual: Vec<_> =
            issues.iter().map(|issue| (issue.code, issue.column.unwrap())).collect();
        assert_eq!(actual, expected, "{body}: {issues:?}");
    }

    #[track_caller]
    fn rule(body: &str, expected: &[(&str, u32)]) {
        check_as(Spacing::Require, body, expected);
    }

    #[test]
    fn space_between_han_and_latin_depends_on_the_setting() {
        rule("在Git中", &[("cjk-space", 2), ("cjk-space", 5)]);
        rule("有3个", &[("cjk-space", 2), ("cjk-space", 3)]);
        rule("在 Git 中有 3 个，Git。", &[]);
        rule("在[Git](a)中", &[("cjk-space", 3), ("cjk-space", 10)]);
        rule("用`git`的 `a中b` https://a.cn/b", &[]);
        check_as(Spacing::Strip, "在 Git中", &[("cjk-space", 2)]);
        check_as(Spacing::Strip, "C++ 语言", &[("cjk-space", 4)]);
        check_as(Spacing::Off, "在Git 中", &[]);
    }

    #[test]
    fn cpp_and_csharp_need_a_space_and_other_symbols_do_not() {
        rule("C++语言", &[("cjk-space", 4)]);
        rule("用C#写", &[("cjk-space", 2), ("cjk-space", 4)]);
        rule("C++ 与 C# 语言", &[]);
        rule("按 Ctrl+左键，见 page#安装、++ 与 #号", &[]);
        let mut issues = Vec::new();
        let lines = prose::lines("C++语言", Flavor::Markdown);
        check(&lines, Spacing::Require, &mut issues);
        assert_eq!(issues[0].detail, "put a space between `C++` and `语` in `C++语言`");
    }

    #[test]
    fn half_width_punctuation_is_reported() {
        for (body, column) in [
            ("好,坏", 2),
            ("好!", 2),
            ("好: a", 2),
            ("好. 坏", 2),
            ("好.", 2),
            ("好(坏)", 2),
            ("见 (表二) 后面", 3),
            ("(可选) 安装", 1),
            ("- (中文) 项", 3),
            ("（表二）.", 5),
            ("《书》,坏", 4),
            ("“好”!", 4),
            ("「好」. 坏", 4),
            ("约 5%;温度", 5),
            ("用 ms,然后", 5),
            ("> `a`,后", 6),
            ("（weekly)。", 8),
            ("见（[文](b)) 后", 9),
        ] {
            rule(body, &[("half-width-punctuation", column)]);
        }
        for body in [
            "好 a, b",
            "第 1.2 版",
            "文件.md",
            "好::坏",
            "好 (a)",
            "好（坏）",
            "好:smile:",
            "a) 好",
            "（一）b)",
        ] {
            let mut issues = Vec::new();
            half_width(&prose::lines(body, Flavor::Markdown)[0], &mut issues);
            assert_eq!(issues, [], "{body}");
        }
    }

    #[test]
    fn space_next_to_full_width_punctuation_is_reported() {
        rule("好， 坏", &[("cjk-punctuation-space", 3)]);
        rule("好 。", &[("cjk-punctuation-space", 2)]);
        rule("好， `a`", &[("cjk-punctuation-space", 3)]);
        rule("`a` 。好", &[("cjk-punctuation-space", 4)]);
        rule("见[文](a) ，后", &[("cjk-punctuation-space", 8)]);
        rule("**粗** 。", &[("cjk-punctuation-space", 6)]);
        rule("- C++ ，好", &[("cjk-punctuation-space", 6)]);
        rule("| 100% ；| “好” 。|", &[("cjk-punctuation-space", 7), ("cjk-punctuation-space", 14)]);
        rule("**注意：** 好", &[]);
        rule("- 好：`a`，坏。 <!-- c -->\n", &[]);
        rule("| 好。 | 坏 |\n", &[]);
        rule("**好。** 坏", &[]);
    }

    #[test]
    fn repeated_punctuation_is_reported() {
        rule("好！！！坏？？", &[("repeated-punctuation", 2), ("repeated-punctuation", 6)]);
        rule("好……坏——", &[]);
        rule("a,,b", &[("repeated-punctuation", 2)]);
        rule("好,,坏", &[("half-width-punctuation", 2), ("repeated-punctuation", 2)]);
        rule("`,,` 与 a;b", &[]);
    }

    #[test]
    fn full_width_letters_and_digits_are_reported() {
        rule("共 １２ 个", &[("full-width-alphanumeric", 3)]);
        rule("Ａ 和 １２。", &[("full-width-alphanumeric", 1), ("full-width-alphanumeric", 5)]);
    }

    #[test]
    fn mixed_and_straight_quotation_marks_are_reported() {
        rule("“好”\n\n「坏」「坏」\n", &[("mixed-quotes", 1)]);
        rule("“好” ‘a’\n", &[]);
        rule("说\"好\"。", &[("straight-quotes", 2)]);
        rule("说\"好\"和\"坏\"。", &[("straight-quotes", 2), ("straight-quotes", 6)]);
        rule("说\"hello world\" and \"再见\"", &[("straight-quotes", 2), ("straight-quotes", 20)]);
        rule("a \"b\"，说 \"c\"好", &[("straight-quotes", 11)]);
        rule("a \"b\" c", &[]);
    }
}
