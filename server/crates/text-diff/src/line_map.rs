//! Map from the lines of a generated text to the lines of its source text.

/// Line in the source text for each line of the generated text; `None` if every line has the same number in both texts.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct LineMap(Option<Vec<u32>>);

impl LineMap {
    /// Creates a map. `originals` contains the source line of each generated line, counted from 1.
    pub fn new(originals: Vec<u32>) -> Self {
        Self(Some(originals))
    }

    /// Creates the map of the generated text `text`. `added` contains the byte offsets of its line breaks that the
    /// source text does not contain.
    pub fn with_added(text: &str, added: &[usize]) -> Self {
        if added.is_empty() {
            return Self::default();
        }
        let (mut line, mut left) = (0, added);
        let original = |start: usize| {
            match left.first() {
                Some(at) if at + 1 == start => left = &left[1..],
                _ => line += 1,
            }
            line
        };
        Self::new(starts(text).into_iter().map(original).collect())
    }

    /// Returns the source line of a generated line; after the end of the text, that of the last line.
    pub fn original(&self, line: u32) -> u32 {
        let Some(lines) = &self.0 else { return line };
        let at = usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1);
        lines.get(at).or(lines.last()).copied().unwrap_or(line)
    }

    /// Composes the map with the map of an earlier conversion.
    pub fn through(&self, earlier: &Self) -> Self {
        match &self.0 {
            None => earlier.clone(),
            Some(lines) => Self::new(lines.iter().map(|line| earlier.original(*line)).collect()),
        }
    }

    /// Returns, for each source line, the first line of `text` that was generated from it.
    pub fn firsts<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let mut last = 0;
        (1..).zip(text.lines()).filter_map(move |(number, line)| {
            let original = self.original(number);
            let is_first = original != last;
            last = original;
            is_first.then_some(line)
        })
    }
}

/// Returns the byte offset at which each line starts. LF, CR, and CRLF end a line, as in
/// CommonMark.
pub fn starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
            starts.push(at + 1);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_after_an_added_line_break_has_the_same_source_line() {
        let lines = LineMap::with_added("a\nb\nc\nd", &[1, 5]);
        let originals: Vec<_> = (1..=5).map(|line| lines.original(line)).collect();
        assert_eq!(originals, [1, 1, 2, 2, 2]);
        assert_eq!(lines.firsts("a\nb\nc\nd").collect::<Vec<_>>(), ["a", "c"]);
        let earlier = LineMap::new(vec![7, 9]);
        assert_eq!(lines.through(&earlier).original(3), 9);
        assert_eq!(LineMap::default().through(&earlier), earlier);
        assert_eq!(LineMap::with_added("a", &[]).original(5), 5);
    }
}
