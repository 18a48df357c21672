//! English typography rules.

use crate::chinese::{full_width_letters, repeated};
use crate::prose::Line;
use pailou_content::issue::Issue;
use pailou_content::lint_rules::found;
use pailou_text_diff::script::is_han;

pub(super) fn check(lines: &[Line], issues: &mut Vec<Issue>) {
    for line in lines {
        full_width_letters(line, issues);
        repeated(line, issues);
        if line.chars.iter().any(|c| is_han(*c)) {
            // A quotation, with its punctuation.
            continue;
        }
        let wide = |c: &char| "，。；：？！（）".contains(*c);
        let follows_word =
            |place: usize| place > 0 && line.chars[place - 1].is_ascii_alphanumeric();
        let place = (0..line.chars.len()).find(|at| wide(&line.chars[*at]) && follows_word(*at));
        if let Some(place) = place {
            let detail = format!("`{}` in `{}`", line.chars[place], line.around(place));
            let issue = found("full-width-punctuation", line.number, detail);
            issues.push(issue.at_column(line.column(place)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose;
    use pailou_markdown::flavor::Flavor;

    #[test]
    fn chinese_punctuation_in_english_is_reported() {
        for (body, column) in [
            ("a， b", Some(2)),
            ("done（almost）", Some(5)),
            ("a, b", None),
            ("a,, b", Some(2)),
            ("a `,,` b;", None),
            ("the mark ，", None),
            ("called 好，坏", None),
        ] {
            let mut issues = Vec::new();
            check(&prose::lines(body, Flavor::Markdown), &mut issues);
            assert_eq!(issues.first().and_then(|issue| issue.column), column, "{body}");
        }
    }
}
