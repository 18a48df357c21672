//! Chinese typography rules: a space between Chinese and Latin characters, full-width punctuation,
//! and no repeated punctuation.

use crate::fix::{full_width, narrow};
use crate::prose::{CODE, Line, OBJECT};
use pailou_content::issue::Issue;
use pailou_content::lint_rules::Spacing;
use pailou_content::lint_rules::found;
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

fn at(line: &Line, place: usize, code: &'static str, detail: String) -> Issue {
    found(code, line.number, detail).at_column(line.column(place))
}

fn space(line: &Line, spacing: Spacing, issues: &mut Vec<Issue>) {
    // Text before the boundary of the two scripts.
    let meets = |place: usize, after: char| {
        let before = &line.chars[..=place];
        if is_han(line.chars[place]) && after.is_ascii_alphanumeric() {
            Some(&before[place..])
        } else {
            latin_end(before).filter(|_| is_han(after))
        }
    };
    if spacing == Spacing::Require {
        for (place, pair) in line.chars.windows(2).enumerate() {
            if let Some(before) = meets(place, pair[1]) {
                let before: String = before.iter().collect();
                let (after, around) = (pair[1], line.around(place));
                let detail = format!("put a space between `{before}` and `{after}` in `{around}`");
                issues.push(at(line, place + 1, "cjk-space", detail));
            }
        }
    } else if spacing == Spacing::Strip {
        for (place, three) in line.chars.windows(3).enumerate() {
            if three[1] == ' ' && meets(place, three[2]).is_some() {
                let detail = format!("remove the space in `{}`", line.around(place));
                issues.push(at(line, place + 1, "cjk-space", detail));
            }
        }
    }
}

/// Returns the end of a Latin word or number, or a whole name that ends in signs: `C++`, `C#`. A
/// single `+` is an operator.
fn latin_end(chars: &[char]) -> Option<&[char]> {
    let length = match chars {
        [.., letter] if letter.is_ascii_alphanumeric() => 1,
        [.., letter, '+', '+'] if letter.is_ascii_alphabetic() => 3,
        // `page#安装` is a URL with a fragment.
        [rest @ .., letter, '#'] if letter.is_ascii_uppercase() => {
            let is_name = rest.last().is_none_or(|c| !c.is_ascii_alphanumeric());
            is_name.then_some(2)?
        }
        _ => return None,
    };
    chars.get(chars.len() - length..)
}

/// Punctuation after which a Chinese sentence continues.
const CLOSING: &str = "）】》」』〉〕”’";

/// Reports half-width punctuation: `,;:?!` after a Chinese character, a period after one at the end
/// of a sentence, and parentheses around Chinese characters.
fn half_width(line: &Line, issues: &mut Vec<Issue>) {
    for (place, pair) in line.chars.windows(2).enumerate() {
        let (before, mark) = (pair[0], pair[1]);
        let after = line.chars.get(place + 2).copied();
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
            let wanted = full_width(mark).unwrap_or(mark);
            let detail = format!("`{mark}` in `{}`: write `{wanted}`", line.around(place));
            issues.push(at(line, place + 1, "half-width-punctuation", detail));
        }
    }
    let mut open = None;
    for (place, c) in line.chars.iter().enumerate() {
        match c {
            '(' => open = Some(place),
            ')' => {
                let Some(start) = open.take() else { continue };
                let begins_in_han = start > 0 && is_han(line.chars[start - 1]);
                if begins_in_han && line.chars[start..place].iter().any(|c| is_han(*c)) {
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
    for (place, three) in line.chars.windows(3).enumerate() {
        let (before, blank, after) = (three[0], three[1], three[2]);
        // A run-in heading ends with a punctuation mark and emphasis, and a list marker may end in
        // a parenthesis.
        let blank_at = line.column(place + 1);
        let is_before_mark = blank_at + 1 == line.column(place + 2);
        let is_one_run = is_before_mark && (before == CODE || line.column(place) + 1 == blank_at);
        let is_around_mark = is_one_run
            && (is_wide(before) && is_word(after) || is_word(before) && is_wide(after))
            && !matches!(before, '）' | '】')
            && !matches!(after, '（' | '【');
        // A link, emphasis, a formula, or a sign may end before the space.
        let ends = is_word(before) || before == OBJECT || ")]%+#”’\"".contains(before);
        let is_at_end = is_before_mark && ends && "，。；：？！、".contains(after);
        if blank == ' ' && (is_around_mark || is_at_end) {
            let detail = format!("remove the space in `{}`", line.around(place));
            issues.push(at(line, place + 1, "cjk-punctuation-space", detail));
        }
    }
}

/// Reports repeated punctuation in any language; `,,` is usually a typing error.
pub(super) fn repeated(line: &Line, issues: &mut Vec<Issue>) {
    let mut last = None;
    for (place, pair) in line.chars.windows(2).enumerate() {
        if pair[0] == pair[1] && "，。；：？！、,;".contains(pair[0]) {
            let does_continue = place > 0 && last == Some(place - 1);
            if !does_continue {
                let (mark, around) = (pair[0], line.around(place));
                let detail = match mark {
                    '。' => format!(
                        "repeated punctuation `{mark}` in `{around}`: write it once, or `……`"
                    ),
                    _ => format!("repeated punctuation `{mark}` in `{around}`: write it once"),
                };
                issues.push(at(line, place, "repeated-punctuation", detail));
            }
            last = Some(place);
        }
    }
}

/// Reports full-width letters and digits such as `Ａ` and `１` in any language.
pub(super) fn full_width_letters(line: &Line, issues: &mut Vec<Issue>) {
    let is_wide = |c: &char| narrow(*c).is_some();
    if let Some(place) = line.chars.iter().position(is_wide) {
        let wide: String = line.chars[place..].iter().copied().take_while(|c| is_wide(c)).collect();
        let plain: String = wide.chars().filter_map(narrow).collect();
        let detail = format!("`{wide}` is full-width: write `{plain}`");
        issues.push(at(line, place, "full-width-alphanumeric", detail));
    }
}

fn straight_quotes(line: &Line, issues: &mut Vec<Issue>) {
    let beside_han = |place: usize| {
        place > 0 && is_han(line.chars[place - 1])
            || line.chars.get(place + 1).is_some_and(|c| is_han(*c))
    };
    let place = line.chars.iter().enumerate().position(|(place, c)| *c == '"' && beside_han(place));
    if let Some(place) = place {
        let detail = format!("`\"` in `{}`: write “” or 「」", line.around(place));
        issues.push(at(line, place, "straight-quotes", detail));
    }
}

/// Reports different kinds of quotation marks on a page. `‘’` and `『』` are for nested quotations.
fn mixed_quotes(lines: &[Line], issues: &mut Vec<Issue>) {
    let marks = |wanted: char| {
        lines
            .iter()
            .flat_map(|line| line.chars.iter().enumerate().map(move |(place, c)| (line, place, *c)))
            .filter(move |(_, _, c)| *c == wanted)
            .map(|(line, place, _)| (line, place))
            .collect::<Vec<_>>()
    };
    let (corner, curly) = (marks('「'), marks('“'));
    if corner.is_empty() || curly.is_empty() {
        return;
    }
    let (fewer, most) =
        if corner.len() < curly.len() { (corner, "“”") } else { (curly, "「」") };
    if let Some((line, place)) = fewer.first() {
        let detail = format!("the rest of the page uses {most}: `{}`", line.around(*place));
        issues.push(at(line, *place, "mixed-quotes", detail));
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
    fn space_between_han_and_latin_is_required() {
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
    fn names_ending_in_symbols_need_a_space() {
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
            ("（表二）.", 5),
            ("《书》,坏", 4),
            ("“好”!", 4),
            ("「好」. 坏", 4),
            ("约 5%;温度", 5),
            ("用 ms,然后", 5),
            ("> `a`,后", 6),
        ] {
            rule(body, &[("half-width-punctuation", column)]);
        }
        for body in ["好 a, b", "第 1.2 版", "文件.md", "好::坏", "好 (a)", "好（坏）", "好:smile:"]
        {
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
    }

    #[test]
    fn mixed_quotation_marks_are_reported() {
        rule("“好”\n\n「坏」「坏」\n", &[("mixed-quotes", 1)]);
        rule("“好” ‘a’\n", &[]);
        rule("说\"好\"。", &[("straight-quotes", 2)]);
        rule("a \"b\" c", &[]);
    }
}
