//! English typography rules.

use crate::chinese::{full_width_letters, repeated};
use crate::prose::{CODE, Line, OBJECT};
use pailou_content::issue::Issue;
use pailou_content::lint_rules::rule_issue;
use pailou_text_diff::script::is_han;

/// Chinese punctuation that ends or separates words.
const MARKS: &str = "，。；：？！（）、";

pub(super) fn check(lines: &[Line], issues: &mut Vec<Issue>) {
    for line in lines {
        full_width_letters(line, issues);
        repeated(line, issues);
        if line.chars.iter().any(|c| is_han(*c)) {
            // Not checked: a line with Chinese characters, which may quote Chinese text with its punctuation.
            continue;
        }
        for (position, mark) in line.chars.iter().enumerate() {
            let before = position.checked_sub(1).map(|before| line.chars[before]);
            let after = line.chars.get(position + 1);
            let is_wrong = match mark {
                '（' if before.is_none_or(char::is_whitespace) => {
                    after.is_some_and(|after| after.is_ascii_alphanumeric() || *after == CODE)
                }
                mark if MARKS.contains(*mark) => {
                    before.is_some_and(ends_word) || follows_markup(line, position)
                }
                _ => false,
            };
            if is_wrong {
                let detail = format!("`{mark}` in `{}`", line.around(position));
                let issue = rule_issue("full-width-punctuation", line.number, detail);
                issues.push(issue.at_column(line.column(position)));
            }
        }
    }
}

/// Whether white space separates the punctuation mark at this position from code, emphasis, or a link before it.
/// False if another mark follows, as in a list of punctuation marks.
fn follows_markup(line: &Line, position: usize) -> bool {
    let next = line.chars[position + 1..].iter().find(|c| !c.is_whitespace());
    line.markup_before_blank(position).is_some_and(ends_word)
        && !next.is_some_and(|next| MARKS.contains(*next))
}

/// Whether a character is an ASCII letter or digit, or may be between a word and its punctuation.
fn ends_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, ')' | ']' | '"' | '\'' | '”' | '’' | '%' | '）' | '】' | CODE | OBJECT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose;
    use pailou_markdown::flavor::Flavor;

    #[test]
    fn every_punctuation_error_of_a_line_is_reported() {
        for (body, columns) in [
            ("a， b。 c", &[2, 5][..]),
            ("Released (weekly)。", &[18]),
            ("Run `a`； see [b](c)：", &[8, 20]),
            ("\"quoted\"。 50%，", &[9, 14]),
            ("done（almost）。", &[5, 12, 13]),
            ("Use （below）.", &[5, 11]),
            ("（Note） this", &[1, 6]),
            ("See `x` ， and `y` 。", &[9, 19]),
            ("A **b** ； c", &[9]),
            ("A [c](u)  ！", &[11]),
            ("~~a~~ ， *b* ，`c` ，", &[7, 13, 18]),
        ] {
            let mut issues = Vec::new();
            check(&prose::lines(body, Flavor::Markdown), &mut issues);
            let actual: Vec<_> = issues.iter().filter_map(|issue| issue.column).collect();
            assert_eq!(actual, columns, "{body}");
        }
    }

    #[test]
    fn punctuation_error_is_reported_at_its_column() {
        for (body, column) in [
            ("a， b", Some(2)),
            ("done（almost）", Some(5)),
            ("a, b", None),
            ("a,, b", Some(2)),
            ("a `,,` b;", None),
            ("the mark ，", None),
            ("called 好，坏", None),
            ("See x ， and y", None),
            ("**Marks:** ， and", None),
            ("The **marks** ，。 and", None),
            ("`a` ， ； and", None),
            ("`a` and ，", None),
            ("the mark **，**", None),
        ] {
            let mut issues = Vec::new();
            check(&prose::lines(body, Flavor::Markdown), &mut issues);
            assert_eq!(issues.first().and_then(|issue| issue.column), column, "{body}");
        }
    }
}
