//! Automatic fixes.

use pailou_content::issue::Issue;
use pailou_text_diff::script::is_han;

/// Maximum total length, in bytes, of the lines that [`fix_all`] processes, because one long line may have many issues.
/// The remaining fixes are available after the first ones are applied.
const MOST: usize = 1024 * 1024;

/// Returns the corrected line of each issue, if there is a fix. `lines` are all lines of the file.
pub fn fix_all(lines: &[&str], issues: &[Issue]) -> Vec<Option<String>> {
    let mut left = MOST;
    let fix = |issue: &Issue| {
        let number = usize::try_from(issue.line?).ok()?.checked_sub(1)?;
        let line = lines.get(number).filter(|_| issue.column.is_some())?;
        left = left.checked_sub(line.len())?;
        fixed_line(line, issue)
    };
    issues.iter().map(fix).collect()
}

/// Returns the line with the issue fixed; `None` if there is no automatic fix.
fn fixed_line(line: &str, issue: &Issue) -> Option<String> {
    let at = usize::try_from(issue.column?).ok()?.checked_sub(1)?;
    let mut chars: Vec<char> = line.chars().collect();
    let current = *chars.get(at)?;
    match issue.code {
        "cjk-space" if current == ' ' => drop(chars.remove(at)),
        "cjk-space" => chars.insert(between(&chars, at)?, ' '),
        "half-width-punctuation" => match current {
            '(' => {
                let mut depth = 0_usize;
                let closes = |c: &char| {
                    match c {
                        '(' => depth += 1,
                        ')' => depth -= 1,
                        _ => {}
                    }
                    depth == 0
                };
                let end = at + chars[at..].iter().position(closes)?;
                (chars[at], chars[end]) = ('（', '）');
            }
            ')' => chars[at] = '）',
            _ => chars[at] = full_width(current)?,
        },
        "cjk-punctuation-space" if current == ' ' => drop(chars.remove(at)),
        "repeated-punctuation" => {
            while chars.get(at + 1) == Some(&current) {
                chars.remove(at + 1);
            }
        }
        "full-width-alphanumeric" => {
            for c in chars[at..].iter_mut().take_while(|c| narrow(**c).is_some()) {
                *c = narrow(*c)?;
            }
        }
        _ => return None,
    }
    let mended = String::from_iter(chars);
    (mended != line).then_some(mended)
}

/// Returns the position at which to insert a space before the character at `at`. If this character begins the text of a
/// link or image, the position is that of the `[` or `![`. Returns `None` if no space belongs there.
fn between(chars: &[char], at: usize) -> Option<usize> {
    let before = *chars.get(at.checked_sub(1)?)?;
    match before {
        '[' => Some(if at >= 2 && chars[at - 2] == '!' { at - 2 } else { at - 1 }),
        c if c.is_alphanumeric() || is_han(c) || matches!(c, '+' | '#' | ')') => Some(at),
        _ => None,
    }
}

pub(super) fn full_width(mark: char) -> Option<char> {
    Some(match mark {
        ',' => '，',
        ';' => '；',
        ':' => '：',
        '?' => '？',
        '!' => '！',
        '.' => '。',
        _ => return None,
    })
}

pub(super) fn narrow(c: char) -> Option<char> {
    matches!(c, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ')
        .then(|| char::from_u32(c as u32 - 0xfee0))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chinese, prose};
    use pailou_content::lint_rules::Spacing;
    use pailou_markdown::flavor::Flavor;

    /// Applies automatic fixes until no issue has one, and checks the resulting line.
    #[track_caller]
    fn check(spacing: Spacing, line: &str, expected: &str) {
        let mut line = line.to_owned();
        loop {
            let mut issues = Vec::new();
            chinese::check(&prose::lines(&line, Flavor::Markdown), spacing, &mut issues);
            match issues.iter().find_map(|issue| fixed_line(&line, issue)) {
                Some(mended) => line = mended,
                None => break,
            }
        }
        assert_eq!(line, expected);
    }

    #[test]
    fn typography_issues_are_fixed() {
        for (line, expected) in [
            ("在Git中有3个，C++语言", "在 Git 中有 3 个，C++ 语言"),
            ("在[Git](a)中，![Git](a.png)", "在 [Git](a) 中，![Git](a.png)"),
            ("好,坏. 好(坏)", "好，坏。好（坏）"),
            ("好， 坏！！！共１２个", "好，坏！共 12 个"),
        ] {
            check(Spacing::Require, line, expected);
        }
        check(Spacing::Strip, "在 Git 中", "在Git中");
    }

    #[test]
    fn only_one_issue_of_a_megabyte_line_gets_a_fix() {
        let line = "在Git".repeat(150_000);
        let mut issues = Vec::new();
        let lines = prose::lines(&line, Flavor::Markdown);
        chinese::check(&lines, Spacing::Require, &mut issues);
        let without_place = Issue::warning("reference-missing", 1, "^1");
        issues.extend(std::iter::repeat_n(without_place, 200_000));
        let fixes = fix_all(&[&line], &issues);
        assert_eq!((fixes.len(), fixes.iter().flatten().count()), (issues.len(), 1));
        let short = fix_all(&["在Git"], &issues[..1]);
        assert_eq!(short, [Some("在 Git".to_owned())]);
    }

    #[test]
    fn ambiguous_issue_is_not_fixed() {
        check(Spacing::Require, "在**Git**中说\"好\"。", "在**Git**中说\"好\"。");
    }
}
