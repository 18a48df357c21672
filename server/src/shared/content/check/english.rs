//! What is out of place in English text.

use super::super::issue::Issue;
use super::super::section::is_han;
use super::chinese::{full_width_letters, repeated};
use super::prose::Line;
use super::rules::found;

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
    use super::super::super::dialect::Dialect;
    use super::super::prose;
    use super::*;

    #[test]
    fn english_has_its_own_punctuation() {
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
            check(&prose::lines(body, Dialect::Markdown), &mut issues);
            assert_eq!(issues.first().and_then(|issue| issue.column), column, "{body}");
        }
    }
}
