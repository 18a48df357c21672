//! Parser for the value of one cookie. `browser::visitor` sets cookies.

/// Returns the percent-decoded value of the first cookie with this name. An invalid or non-ASCII
/// value counts as absent.
pub fn value(cookies: &str, name: &str) -> Option<String> {
    let mut pairs = cookies.as_bytes().split(|byte| *byte == b';');
    let raw = pairs.find_map(|pair| {
        let value = pair.trim_ascii().strip_prefix(name.as_bytes())?;
        value.strip_prefix(b"=")
    })?;
    percent_decoded(raw)
}

/// Decodes percent escapes. The site sets only ASCII values, so other values are rejected.
fn percent_decoded(mut text: &[u8]) -> Option<String> {
    let mut decoded = String::new();
    while let [first, rest @ ..] = text {
        let (byte, rest) = match (first, rest) {
            (b'%', [high, low, rest @ ..]) => (hex_digit(*high)? << 4 | hex_digit(*low)?, rest),
            (b'%', _) => return None,
            (byte, rest) => (*byte, rest),
        };
        if !byte.is_ascii() {
            return None;
        }
        decoded.push(char::from(byte));
        text = rest;
    }
    Some(decoded)
}

fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(cookies: &str, expected: Option<&str>) {
        assert_eq!(value(cookies, "XSRF-TOKEN").as_deref(), expected, "{cookies}");
    }

    #[test]
    fn first_cookie_with_the_exact_name_is_used() {
        check("a=1; XSRF-TOKEN=x; b=2", Some("x"));
        check("XSRF-TOKEN=x;XSRF-TOKEN=y", Some("x"));
        check("XSRF-TOKEN=a=b=", Some("a=b="));
        check("XSRF-TOKEN=", Some(""));
    }

    #[test]
    fn similar_cookie_name_does_not_match() {
        check("", None);
        check("xsrf-token=x", None);
        check("X-XSRF-TOKEN=x; XSRF-TOKEN2=y", None);
        check("XSRF-TOKEN", None);
        check("a=XSRF-TOKEN=x", None);
        check("=x", None);
    }

    #[test]
    fn cookie_with_invalid_escape_or_non_ascii_value_is_absent() {
        check("XSRF-TOKEN=a%2Bb%3d", Some("a+b="));
        check("XSRF-TOKEN=%E7%89%8C", None);
        check("XSRF-TOKEN=牌", None);
        check("XSRF-TOKEN=%E7%89", None);
        check("XSRF-TOKEN=%", None);
        check("XSRF-TOKEN=%2", None);
        check("XSRF-TOKEN=%zz", None);
        check("XSRF-TOKEN=%+1", None);
    }

    proptest! {
        #[test]
        fn any_cookie_header_is_parsed_without_panic(cookies in ".*", name in ".*") {
            value(&cookies, &name);
        }
    }
}
