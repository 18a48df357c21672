//! Removal of reasoning between `<think>` and `</think>` from a streamed answer. Tags may be split between pieces.

const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// Output of the filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FilterOutput {
    Text(String),
    /// All previous text was reasoning, because a closing tag has no opening tag. Some chat templates put the opening
    /// tag at the end of the prompt.
    Retracted,
}

/// Separates the answer from reasoning.
#[derive(Debug, Default)]
pub(super) struct ReasoningFilter {
    /// Buffered text that may be the beginning of a tag.
    pending: String,
    /// Closing tag of the current reasoning; `None` outside of reasoning.
    until: Option<&'static str>,
    has_shown: bool,
}

impl ReasoningFilter {
    /// Creates a filter. `is_open` states whether the answer begins with reasoning without an opening tag.
    pub(super) fn new(is_open: bool) -> Self {
        Self { until: is_open.then_some(TAGS[0].1), ..Self::default() }
    }

    pub(super) fn push(&mut self, piece: &str) -> Vec<FilterOutput> {
        self.pending.push_str(piece);
        let mut output = Vec::new();
        while self.step(&mut output) {}
        output
    }

    /// Returns the remaining text at the end. An incomplete tag is text; unclosed reasoning is discarded. Returns
    /// `None` if nothing remains.
    pub(super) fn finish(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.pending);
        (self.until.is_none() && !rest.is_empty()).then_some(rest)
    }

    /// Processes the buffer up to the next tag. Returns whether it may contain further tags.
    fn step(&mut self, output: &mut Vec<FilterOutput>) -> bool {
        let folded = self.pending.to_ascii_lowercase();
        if let Some(tag) = self.until {
            let Some(at) = folded.find(tag) else {
                // Discards reasoning, except for a possible beginning of the closing tag.
                let keep = partial_tag_length(&folded, &[tag]);
                self.pending.drain(..self.pending.len() - keep);
                return false;
            };
            self.pending.drain(..at + tag.len());
            self.until = None;
            return true;
        }
        let opened =
            TAGS.iter().filter_map(|(open, close)| Some((folded.find(open)?, *open, *close)));
        let opened = opened.min_by_key(|(at, ..)| *at);
        let closed = TAGS.iter().filter_map(|(_, close)| Some((folded.find(close)?, *close))).min();
        if let Some((at, tag)) = closed.filter(|(at, _)| opened.is_none_or(|(open, ..)| *at < open))
        {
            self.pending.drain(..at + tag.len());
            output.clear();
            output.push(FilterOutput::Retracted);
            self.has_shown = false;
            return true;
        }
        if let Some((at, open, close)) = opened {
            let text: String = self.pending.drain(..at).collect();
            self.pending.drain(..open.len());
            self.until = Some(close);
            self.show(text, output);
            return true;
        }
        let tags: Vec<&str> = TAGS.iter().flat_map(|(open, close)| [*open, *close]).collect();
        let keep = partial_tag_length(&folded, &tags);
        let text: String = self.pending.drain(..self.pending.len() - keep).collect();
        self.show(text, output);
        false
    }

    fn show(&mut self, text: String, output: &mut Vec<FilterOutput>) {
        // Chat templates put empty lines after reasoning.
        let text = if self.has_shown { text.as_str() } else { text.trim_start() };
        if !text.is_empty() {
            self.has_shown = true;
            output.push(FilterOutput::Text(text.to_owned()));
        }
    }
}

/// Returns the number of bytes at the end of a text that are the beginning of one of the tags.
fn partial_tag_length(text: &str, tags: &[&str]) -> usize {
    let of = |tag: &&str| (1..tag.len()).rev().find(|length| text.ends_with(&tag[..*length]));
    tags.iter().filter_map(of).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(is_open: bool, text: &str, expected: &str) {
        for size in [1, 2, 5, 1000] {
            let mut filter = ReasoningFilter::new(is_open);
            let mut all = String::new();
            let characters: Vec<char> = text.chars().collect();
            for piece in characters.chunks(size) {
                for filtered in filter.push(&piece.iter().collect::<String>()) {
                    match filtered {
                        FilterOutput::Text(text) => all.push_str(&text),
                        FilterOutput::Retracted => all.clear(),
                    }
                }
            }
            all.push_str(&filter.finish().unwrap_or_default());
            assert_eq!(all, expected, "{size}: {text}");
        }
    }

    #[test]
    fn only_reasoning_is_removed_from_the_answer() {
        check(false, "<think>secret</think>\n\nanswer", "answer");
        check(false, "<THINK>a</Think>b<thinking>c</thinking>d", "bd");
        check(false, "a <think", "a <think");
        check(false, "x < y <b>", "x < y <b>");
        check(false, "<think>never closed", "");
        check(true, "secret</think>回答", "回答");
        check(false, "secret</think>\nanswer", "answer");
        check(false, "<think></think>é", "é");
    }
}
