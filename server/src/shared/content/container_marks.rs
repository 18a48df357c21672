//! The parser ends a container at the first `:::` line, also when that stands inside fenced code. Marks
//! around such code are made longer than what the code holds. Lines stay where they are.

use std::borrow::Cow;

use super::dialect::Fences;

/// A container whose end was not seen yet.
struct Open {
    line: usize,
    colons: usize,
    /// Longer than every marker that must not end it.
    needed: usize,
}

pub(super) fn lengthened(text: Cow<'_, str>) -> Cow<'_, str> {
    let longer = longer_marks(&text);
    if longer.is_empty() {
        return text;
    }
    let mut out = String::with_capacity(text.len() + longer.len() * 4);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        match longer.iter().find(|(marked, _)| *marked == number) {
            Some((_, more)) => {
                let at = line.find(":::").unwrap_or(0);
                out.push_str(&line[..at]);
                out.push_str(&":".repeat(*more));
                out.push_str(&line[at..]);
            }
            None => out.push_str(line),
        }
    }
    Cow::Owned(out)
}

/// Numbers of the lines whose marker must grow, and by how many colons.
fn longer_marks(text: &str) -> Vec<(usize, usize)> {
    let mut longer = Vec::new();
    if !text.contains(":::") {
        return longer;
    }
    let mut fences = Fences::default();
    let mut open: Vec<Open> = Vec::new();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_code = fences.is_code(line);
        let (colons, rest) = marker(line);
        if colons < 3 {
            continue;
        }
        if is_code {
            for around in &mut open {
                around.needed = around.needed.max(colons + 1);
            }
        } else if !rest.trim().is_empty() {
            open.push(Open { line: number, colons, needed: 0 });
        } else if let Some(ended) = open.pop_if(|last| last.colons <= colons) {
            if ended.needed <= ended.colons {
                continue;
            }
            longer.push((ended.line, ended.needed - ended.colons));
            longer.push((number, ended.needed.saturating_sub(colons)));
            for around in &mut open {
                around.needed = around.needed.max(ended.needed + 1);
            }
        }
    }
    longer
}

/// How many colons a line begins with, and what stands behind them.
pub(super) fn marker(line: &str) -> (usize, &str) {
    let content = line.trim_start_matches([' ', '\t', '>']);
    let rest = content.trim_start_matches(':');
    (content.len() - rest.len(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(lengthened(Cow::Borrowed(text)), expected);
    }

    #[test]
    fn marks_around_code_grow_beyond_what_it_holds() {
        check(
            ":::warning T\n```md\n:::tip\nx\n:::\n```\n:::\n\nafter\n",
            "::::warning T\n```md\n:::tip\nx\n:::\n```\n::::\n\nafter\n",
        );
        check(
            "::: a\n::: b\n```\n:::: c\n```\n:::\n:::\n",
            ":::::: a\n::::: b\n```\n:::: c\n```\n:::::\n::::::\n",
        );
    }

    #[test]
    fn everything_else_stays() {
        for text in [
            "no marks",
            "::: tip\nx\n:::\n",
            ":::: a\n```\n:::\n```\n::::\n",
            "```\n::: x\n:::\n```\n",
            "::: never closed\n```\n:::\n```\n",
        ] {
            check(text, text);
        }
    }
}
