//! Escaping of text for HTML: element content and double-quoted attributes.

pub fn escape(text: &str, out: &mut String) {
    // Writing to a string does not fail.
    let _ = comrak::html::escape(out, text);
}

pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    escape(text, &mut escaped);
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn html_special_characters_are_escaped() {
        assert_eq!(
            super::escape_html("<b a=\"c\">&amp; 文's\u{0}"),
            "&lt;b a=&quot;c&quot;&gt;&amp;amp; 文's\u{fffd}"
        );
    }
}
