//! Marker of the renderer's own markup. The marker contains a hash of the page's text, so that no author can write the
//! marker: a text cannot contain its own hash.

/// Marker of the trusted markup of one page.
#[derive(Clone)]
pub struct TrustedMarker {
    mark: String,
}

impl TrustedMarker {
    /// Creates the marker from the hash of a text; a text cannot contain its own hash.
    pub fn of(text: &str) -> Self {
        let hash = blake3::hash(text.as_bytes()).to_hex();
        Self { mark: format!("own{}", &hash[..24]) }
    }

    /// Returns a short prefix that distinguishes ids of this page from those of another page
    /// displayed beside it.
    pub fn short(&self) -> &str {
        &self.mark["own".len().."own".len() + 8]
    }

    /// Returns an attribute value with the marker, which the sanitizer accepts.
    pub fn value(&self, value: &str) -> String {
        format!("{}:{value}", self.mark)
    }

    /// Returns the value without its marker, if it has one.
    pub fn read<'v>(&self, value: &'v str) -> Option<&'v str> {
        value.strip_prefix(self.mark.as_str())?.strip_prefix(':')
    }

    /// Returns the placeholder for a finished part of HTML.
    pub fn slot(&self, number: usize) -> String {
        format!("{}.{number};", self.mark)
    }

    /// Returns the number of the placeholder at the start of `text`, and the length of the placeholder; `None` if there
    /// is none.
    pub fn read_slot(&self, text: &str) -> Option<(usize, usize)> {
        let inside = text.strip_prefix(self.mark.as_str())?.strip_prefix('.')?;
        let end = inside.find(';')?;
        let number = inside[..end].parse().ok()?;
        Some((number, self.mark.len() + 1 + end + 1))
    }

    /// Returns the marker of the block that begins on this line.
    pub fn cut(&self, line: u32) -> String {
        format!("{}@{line};", self.mark)
    }

    /// Returns the line of the block marker at the start of `text`, and the length of the marker; `None` if there is
    /// none.
    pub fn read_cut(&self, text: &str) -> Option<(u32, usize)> {
        let inside = text.strip_prefix(self.mark.as_str())?.strip_prefix('@')?;
        let end = inside.find(';')?;
        let line = inside[..end].parse().ok()?;
        Some((line, self.mark.len() + 1 + end + 1))
    }

    pub fn find(&self, text: &str) -> Option<usize> {
        text.find(&self.mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trusted_values_and_placeholders_round_trip() {
        let own = TrustedMarker::of("text");
        assert_eq!(own.read(&own.value("a:b")), Some("a:b"));
        assert_eq!(own.read("a"), None);
        let text = format!("{} x", own.slot(12));
        let (number, length) = own.read_slot(&text).unwrap();
        assert_eq!((number, &text[length..]), (12, " x"));
        assert_eq!(own.read_slot(&own.value("1")), None);
    }
}
