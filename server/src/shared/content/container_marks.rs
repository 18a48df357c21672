//! The parser ends a container at the first `:::` line, also when that stands inside fenced code or ends a
//! container in a list. Marks around such lines are made longer than what they hold. Lines stay where they
//! are.

use std::borrow::Cow;
use std::collections::HashMap;

use super::dialect::Fences;

/// No mark grows beyond this: containers that are nested deeper are nobody's meaning.
const MOST: usize = 100;

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
        match longer.get(&number) {
            Some(more) => {
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
fn longer_marks(text: &str) -> HashMap<usize, usize> {
    let mut longer = HashMap::new();
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
            for around in open.iter_mut().rev().take(MOST) {
                around.needed = around.needed.max(colons + 1).min(MOST);
            }
        } else if !rest.trim().is_empty() {
            open.push(Open { line: number, colons, needed: 0 });
        } else if let Some(at) = ended_by(colons, &open, |open| open.colons) {
            let Some(ended) = open.drain(at..).next() else { continue };
            if ended.needed > ended.colons {
                longer.insert(ended.line, ended.needed - ended.colons);
                longer.insert(number, ended.needed.saturating_sub(colons));
            }
            for around in open.iter_mut().rev().take(MOST) {
                around.needed = around.needed.max(ended.needed.max(colons) + 1).min(MOST);
            }
        }
    }
    longer
}

/// Which of the open containers a mark ends, with those inside of it: the innermost with as many colons, or
/// the innermost of all when it has fewer.
pub(super) fn ended_by<T>(
    colons: usize,
    open: &[T],
    colons_of: impl Fn(&T) -> usize,
) -> Option<usize> {
    let near = open.len().saturating_sub(MOST);
    let equal = open[near..].iter().rposition(|open| colons_of(open) == colons);
    let last = || (colons_of(open.last()?) < colons).then_some(open.len() - 1);
    equal.map(|at| near + at).or_else(last)
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
    fn marks_around_a_container_grow_beyond_its_end() {
        check(
            "::: a\n- b\n\n  :::c\n  d\n  :::\n:::\n",
            ":::: a\n- b\n\n  :::c\n  d\n  :::\n::::\n",
        );
        check("::: a\n::: b\n::::\n:::\n", "::::: a\n::: b\n::::\n:::::\n");
    }

    #[test]
    fn everything_else_stays() {
        for text in [
            "no marks",
            "::: tip\nx\n:::\n",
            ":::: a\n```\n:::\n```\n::::\n",
            ":::: a\n::: b\n:::\n::::\n",
            "::: never closed\n\n::: b\n:::\n",
            ":::: a\n::: never closed\n::::\n:::: b\n::::\n",
            "```\n::: x\n:::\n```\n",
            "::: never closed\n```\n:::\n```\n",
        ] {
            check(text, text);
        }
    }
}
