//! Text inside XML: escaped, and without the characters that XML 1.0 cannot hold.

/// For text and for attributes in double quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().filter(|c| is_allowed(*c)) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// XML 1.0, section 2.2.
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_leaves_its_place() {
        assert_eq!(
            super::escaped("a<b>&\"c\"\u{0}\u{fffe}\u{b}文\n"),
            "a&lt;b&gt;&amp;&quot;c&quot;文\n"
        );
    }
}
