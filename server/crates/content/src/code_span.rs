//! Code spans of Markdown: text between two runs of equally many backticks.

/// Returns the length in bytes of the code span at the start of `text`; `None` if it is not closed within its
/// paragraph.
pub fn find(text: &str) -> Option<usize> {
    let opening = backticks(text);
    let mut at = opening;
    loop {
        at += text[at..].find(['`', '\n'])?;
        let rest = &text[at..];
        if rest.starts_with("\n\n") {
            return None;
        }
        let closing = backticks(rest);
        at += closing.max(1);
        if closing == opening {
            return Some(at);
        }
    }
}

/// Returns the length of the code span at the start of `text`. If the code span is not closed, returns the length of
/// its opening backticks.
pub fn length(text: &str) -> usize {
    find(text).unwrap_or_else(|| backticks(text))
}

fn backticks(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

#[cfg(test)]
mod tests {
    use super::{find, length};

    #[test]
    fn code_span_ends_at_backtick_run_of_equal_length() {
        for (text, expected) in
            [("`a` b", 3), ("``a`b`` c", 7), ("`a\n\nb`", 1), ("```", 3), ("`a\nb`", 5)]
        {
            assert_eq!(length(text), expected, "{text:?}");
        }
        assert_eq!(find("``a` b"), None);
        assert_eq!(find("`a\n``b` c"), Some(7));
    }
}
