//! Normalization of `:::` fences.
//!
//! The parser ends a container at the first `:::` line that is long enough, even inside fenced code or
//! a list. The fences of a container around such lines are lengthened; line numbers do not change.
//! [`container_ends`] applies the same rules.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::fences::Fences;

/// Maximum number of colons of a lengthened fence, and of nested containers that are examined.
const MOST: usize = 100;

/// Fences to lengthen, and ends of containers. Lines are counted from 0.
#[derive(Default)]
struct Marks {
    /// Lines whose fence must be lengthened, with the number of colons to add.
    longer: HashMap<usize, usize>,
    /// Lines that end a container.
    ends: Vec<usize>,
}

/// A container whose closing fence has not been found yet.
struct Open {
    line: usize,
    colons: usize,
    /// Minimum number of colons with which no inner fence ends the container.
    needed: usize,
}

pub(super) fn lengthened(text: Cow<'_, str>) -> Cow<'_, str> {
    let Marks { longer, .. } = marks(&text);
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

/// Returns the lines that end a container, counted from 1.
pub fn container_ends(text: &str) -> HashSet<u32> {
    let ends = marks(text).ends.into_iter();
    ends.filter_map(|number| u32::try_from(number + 1).ok()).collect()
}

fn marks(text: &str) -> Marks {
    let mut marks = Marks::default();
    if !text.contains(":::") {
        return marks;
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
            let Some(closed) = open.drain(at..).next() else { continue };
            marks.ends.push(number);
            if closed.needed > closed.colons {
                marks.longer.insert(closed.line, closed.needed - closed.colons);
                marks.longer.insert(number, closed.needed.saturating_sub(colons));
            }
            for around in open.iter_mut().rev().take(MOST) {
                around.needed = around.needed.max(closed.needed.max(colons) + 1).min(MOST);
            }
        }
    }
    marks
}

/// Returns the index of the container that a closing fence ends; the containers inside it end, too. It is the innermost
/// open container with the same number of colons, or else the innermost open container, if it has fewer colons.
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

/// Returns the number of colons at the start of a line, after white space and quote markers, and the text after them.
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
    fn fence_around_code_is_longer_than_inner_fences() {
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
    fn container_fence_is_longer_than_inner_fences() {
        check(
            "::: a\n- b\n\n  :::c\n  d\n  :::\n:::\n",
            ":::: a\n- b\n\n  :::c\n  d\n  :::\n::::\n",
        );
        check("::: a\n::: b\n::::\n:::\n", "::::: a\n::: b\n::::\n:::::\n");
    }

    #[test]
    fn container_end_is_detected() {
        for (text, expected) in [
            ("::: tip\nx\n:::\n\ny\n", &[3][..]),
            (":::: a\n::: b\nx\n:::\n\n::::\n", &[4, 6]),
            ("- a\n\n  ::: b\n  c\n  :::\n", &[5]),
            ("::: a\n```\n:::\n```\n:::\n", &[5]),
            ("a\n:::\n", &[]),
            ("::: never closed\nx\n", &[]),
        ] {
            let mut found: Vec<_> = container_ends(text).into_iter().collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn balanced_and_unclosed_containers_are_unchanged() {
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
