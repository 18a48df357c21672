//! Conversion of the math delimiters of MathJax.
//!
//! `\(`…`\)` becomes inline math, and `\[`…`\]` becomes `$$`…`$$` or a code block in the
//! language `math`. In the functions, `mark` is the prefix of a delimiter: one backslash or two. Line
//! numbers do not change.

use std::borrow::Cow;

use crate::fences::Fences;

/// Converts the formula between `\(` and `\)` at the start of `text`. Returns the length of the formula
/// with its delimiters; `None` if the text does not begin with a formula.
pub(super) fn convert_inline_math(text: &str, mark: &str, out: &mut String) -> Option<usize> {
    let inside = text.strip_prefix(mark)?.strip_prefix('(')?;
    let close = format!("{mark})");
    let latex = &inside[..inside.find(&close)?];
    if !is_latex(latex) {
        return None;
    }
    out.push_str(&format!("$`{}`$", latex.trim()));
    Some(mark.len() + 1 + latex.len() + close.len())
}

/// Converts the formulas between `\[` and `\]` that begin a line.
pub(super) fn blocks<'a>(body: &'a str, mark: &str) -> Cow<'a, str> {
    let (open, close) = (format!("{mark}["), format!("{mark}]"));
    if !body.contains(&open) {
        return Cow::Borrowed(body);
    }
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let mut fences = Fences::default();
    let mut out = String::with_capacity(body.len() + 64);
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let end = match fences.is_code(line) || !line.trim_start().starts_with(&open) {
            true => None,
            false => formula_end(&lines[at..], &close),
        };
        match end {
            Some(count) => formula(&lines[at..at + count], &open, &close, &mut out),
            None => out.push_str(line),
        }
        at += end.unwrap_or(1);
    }
    Cow::Owned(out)
}

/// Returns the number of lines of the formula, up to the line that ends with the closing delimiter. Returns `None` if
/// none of the first 200 lines of the paragraph ends with it, or if the formula is on one line and is not LaTeX.
fn formula_end(lines: &[&str], close: &str) -> Option<usize> {
    let paragraph = lines.iter().take(200).take_while(|line| !line.trim().is_empty());
    let end = paragraph.take(200).position(|line| line.trim_end().ends_with(close))?;
    let alone = lines[0].trim();
    let is_latex = end > 0 || is_latex(alone.get(close.len()..alone.len() - close.len())?);
    is_latex.then_some(end + 1)
}

fn formula(lines: &[&str], open: &str, close: &str, out: &mut String) {
    let last = lines.len() - 1;
    let are_alone = last > 0 && lines[0].trim() == open && lines[last].trim() == close;
    let (begin, end) = if are_alone { ("```math", "```") } else { ("$$", "$$") };
    for (number, line) in lines.iter().enumerate() {
        let mut line = (*line).to_owned();
        if number == 0 {
            line = line.replacen(open, begin, 1);
        }
        if number == last
            && let Some(at) = line.rfind(close)
        {
            line.replace_range(at..at + close.len(), end);
        }
        out.push_str(&line);
    }
}

/// Whether the text is a formula: it contains an operator or a command, or no word. Text with a backtick, a line break,
/// or a character outside ASCII is not a formula.
fn is_latex(text: &str) -> bool {
    let text = text.trim();
    let has_sign = text.contains(['\\', '^', '_', '=', '+', '<', '>']);
    let has_word = text.len() > 2 && text.bytes().any(|byte| byte.is_ascii_alphabetic());
    !text.is_empty() && !text.contains(['`', '\n']) && text.is_ascii() && (has_sign || !has_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn math_in_escaped_parentheses_gets_dollar_delimiters() {
        for (text, mark, expected) in [
            (r"\( x \)", r"\", Some("$`x`$")),
            (r"\\( a+b \\) c", r"\\", Some("$`a+b`$")),
            (r"\(really\)", r"\", None),
            (r"\(文=1\)", r"\", None),
            (r"\( x", r"\", None),
            (r"\\( x \\)", r"\", None),
        ] {
            let mut out = String::new();
            convert_inline_math(text, mark, &mut out);
            assert_eq!((!out.is_empty()).then_some(out.as_str()), expected, "{text}");
        }
    }

    #[test]
    fn math_on_separate_lines_is_a_block() {
        for (body, mark, expected) in [
            ("a\n\\[ x^2 \\]\n", r"\", "a\n$$ x^2 $$\n"),
            ("\\\\[\nx\n= y\n\\\\]\nb\n", r"\\", "```math\nx\n= y\n```\nb\n"),
            ("\\[ x\n+ y \\]\n", r"\", "$$ x\n+ y $$\n"),
            ("\\[optional\\]\n", r"\", "\\[optional\\]\n"),
            ("\\[a\\](b)\n", r"\", "\\[a\\](b)\n"),
            ("```\n\\[ x=1 \\]\n```\n", r"\", "```\n\\[ x=1 \\]\n```\n"),
            ("\\[\nx\n\n\\]\n", r"\", "\\[\nx\n\n\\]\n"),
        ] {
            assert_eq!(blocks(body, mark), expected);
        }
    }
}
