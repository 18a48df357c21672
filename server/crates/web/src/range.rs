//! Range requests (RFC 9110, section 14), for seeking in media and resuming downloads.

use std::ops::Range;

use http::HeaderMap;
use http::header;
use http_range_header::{RangeUnsatisfiableError, parse_range_header};

#[derive(Debug, PartialEq, Eq)]
pub enum RequestedRange {
    Whole,
    /// Byte range of the file, with an exclusive end.
    Part(Range<usize>),
    /// The range is not satisfiable.
    Nothing,
}

/// Returns the requested range. `etag` is the ETag of the file, with quotation marks. Multiple ranges and invalid
/// ranges select the whole file (section 14.2), as does an `If-Range` with a different ETag (section 13.1.5).
pub fn requested_range(headers: &HeaderMap, length: usize, etag: &str) -> RequestedRange {
    let of = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(range) = of(header::RANGE) else { return RequestedRange::Whole };
    if of(header::IF_RANGE).is_some_and(|seen| seen.trim() != etag) {
        return RequestedRange::Whole;
    }
    let Ok(ranges) = parse_range_header(range) else { return RequestedRange::Whole };
    if ranges.len() > 1 {
        return RequestedRange::Whole;
    }
    match ranges.validate(length as u64).as_deref() {
        Ok([part]) => RequestedRange::Part(*part.start() as usize..*part.end() as usize + 1),
        Err(RangeUnsatisfiableError::Unsatisfiable) => RequestedRange::Nothing,
        _ => RequestedRange::Whole,
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[track_caller]
    fn check(range: &str, seen: Option<&str>, expected: RequestedRange) {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, HeaderValue::from_str(range).unwrap());
        if let Some(seen) = seen {
            headers.insert(header::IF_RANGE, HeaderValue::from_str(seen).unwrap());
        }
        assert_eq!(requested_range(&headers, 10, "\"a\""), expected, "{range} {seen:?}");
    }

    #[test]
    fn byte_range_is_parsed() {
        check("bytes=0-0", None, RequestedRange::Part(0..1));
        check("bytes=2-5", None, RequestedRange::Part(2..6));
        check("bytes=2-", None, RequestedRange::Part(2..10));
        check("bytes=2-99999999999999999999", None, RequestedRange::Part(2..10));
        check("bytes=-3", None, RequestedRange::Part(7..10));
        check("bytes=-30", None, RequestedRange::Part(0..10));
        check("Bytes= 2-5", None, RequestedRange::Part(2..6));
    }

    #[test]
    fn unsatisfiable_range_is_detected() {
        check("bytes=10-", None, RequestedRange::Nothing);
        check("bytes=99999999999999999999-", None, RequestedRange::Nothing);
        check("bytes=-0", None, RequestedRange::Nothing);
        assert_eq!(requested_range(&HeaderMap::new(), 0, "\"a\""), RequestedRange::Whole);
    }

    #[test]
    fn multiple_or_invalid_ranges_return_the_whole_file() {
        for range in [
            "bytes=0-1,4-5",
            "bytes=0-1,20-",
            "bytes=20-,30-",
            "bytes=1-99999999999999999999999999999999999999999",
            "bytes=5-2",
            "bytes=",
            "bytes=-",
            "bytes=a-b",
            "lines=0-1",
            "bytes=+1-2",
        ] {
            check(range, None, RequestedRange::Whole);
        }
    }

    #[test]
    fn if_range_with_another_etag_returns_the_whole_file() {
        check("bytes=2-", Some("\"a\""), RequestedRange::Part(2..10));
        check("bytes=2-", Some("\"b\""), RequestedRange::Whole);
        check("bytes=2-", Some("W/\"a\""), RequestedRange::Whole);
        check("bytes=2-", Some("Tue, 24 Nov 2026 10:00:00 GMT"), RequestedRange::Whole);
    }
}
