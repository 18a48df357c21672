//! Standard reason phrases of HTTP statuses, for HTTP/2 and later, which send none.

pub const UNAUTHORIZED: u16 = 401;

/// Returns the standard phrase of a status, for example `Not Found`; for an unlisted status, a phrase for its class.
pub fn phrase(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        412 => "Precondition Failed",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        428 => "Precondition Required",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        other => match other / 100 {
            1 => "Informational",
            2 => "OK",
            3 => "Redirection",
            4 => "Client Error",
            5 => "Server Error",
            _ => "Unknown Status",
        },
    }
}

/// Status text of the response, or the standard phrase if the status text is empty.
pub fn text(status: u16, status_text: &str) -> &str {
    let trimmed = status_text.trim_ascii();
    if trimmed.is_empty() { phrase(status) } else { trimmed }
}

/// Formats a status as decimal digits. `to_string` would add formatting code to the wasm file.
pub(crate) fn digits(status: u16) -> String {
    let mut digits = Vec::new();
    let mut rest = status;
    while rest > 0 || digits.is_empty() {
        digits.push(char::from(b'0' + (rest % 10) as u8));
        rest /= 10;
    }
    digits.iter().rev().collect()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn standard_phrase_replaces_empty_status_text() {
        for (status, status_text, expected) in [
            (401, "", "Unauthorized"),
            (401, " ", "Unauthorized"),
            (401, "Session over", "Session over"),
            (418, "", "Client Error"),
            (0, "", "Unknown Status"),
            (65535, "", "Unknown Status"),
        ] {
            assert_eq!(text(status, status_text), expected, "{status} {status_text:?}");
        }
    }

    #[test]
    fn status_digits_equal_the_formatted_number() {
        for status in 0..=u16::MAX {
            assert_eq!(digits(status), status.to_string());
        }
    }
}
