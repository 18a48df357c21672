//! Lists in responses: the rows are in the body, `total` and `sum` are in headers.

/// Header with the number of all matching rows.
pub const TOTAL_HEADER: &str = "x-total-count";
/// Header with the sum of a numeric column over all matching rows.
pub const SUM_HEADER: &str = "x-total-sum";

/// Maximum integer that JavaScript represents exactly (2⁵³ − 1).
const LARGEST: u64 = (1 << 53) - 1;

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List<T> {
    pub total: Option<u64>,
    pub sum: Option<u64>,
    pub data: Vec<T>,
}

impl<T> List<T> {
    /// Creates a list from its two headers and its body. Without a body, the list is empty.
    pub fn new(total: Option<&str>, sum: Option<&str>, body: Option<Vec<T>>) -> List<T> {
        List { total: number(total), sum: number(sum), data: body.unwrap_or_default() }
    }
}

/// Parses the number in a header. Values other than integers from 0 to 2⁵³ − 1 count as absent.
pub fn number(header: Option<&str>) -> Option<u64> {
    let digits = header?.trim_ascii();
    // `parse` alone would accept a sign.
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|&number| number <= LARGEST)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn total_is_an_integer_or_absent() {
        for (header, expected) in [
            (Some("0"), Some(0)),
            (Some("42"), Some(42)),
            (Some(" 42 "), Some(42)),
            (Some("007"), Some(7)),
            (Some("9007199254740991"), Some(LARGEST)),
            (Some("9007199254740992"), None),
            (Some("99999999999999999999999999"), None),
            (Some("-1"), None),
            (Some("+1"), None),
            (Some("1.5"), None),
            (Some("1e3"), None),
            (Some("0x10"), None),
            (Some("NaN"), None),
            (Some("٤٢"), None),
            (Some("4, 2"), None),
            (Some(""), None),
            (None, None),
        ] {
            assert_eq!(number(header), expected, "{header:?}");
        }
    }

    #[test]
    fn missing_body_is_an_empty_list() {
        let list = List::<u8>::new(Some("3"), None, None);
        assert_eq!(list, List { total: Some(3), sum: None, data: Vec::new() });
    }

    proptest! {
        #[test]
        fn any_total_header_is_parsed_without_panic(header in ".*") {
            prop_assert!(number(Some(&header)).is_none_or(|number| number <= LARGEST));
        }

        #[test]
        fn total_preserves_every_safe_integer(expected in 0..=LARGEST) {
            prop_assert_eq!(number(Some(&expected.to_string())), Some(expected));
        }
    }
}
