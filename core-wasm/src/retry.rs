//! Retry policy: whether and when to repeat a request. The caller waits.

/// Maximum pause before a retry, in milliseconds.
const LONGEST: u32 = 8_000;

/// Whether a request with this method is retried. Only reads are retried, because a change may have
/// been applied although its response was lost.
pub fn is_repeatable(method: &str) -> bool {
    method.eq_ignore_ascii_case("GET") || method.eq_ignore_ascii_case("HEAD")
}

/// Whether the status reports a temporary failure.
pub fn is_transient(status: u16) -> bool {
    matches!(status, 429 | 502 | 503 | 504)
}

/// Returns the milliseconds before retry number `repetition` (from 0): 250, 500, 1000 … up to 8 s.
/// Up to half of the delay is subtracted, in proportion to the random number `chance` (0 to 1), so
/// that clients do not retry simultaneously.
pub fn retry_delay(repetition: u32, chance: f64) -> u32 {
    let whole = 250_u32.checked_shl(repetition.min(8)).map_or(LONGEST, |delay| delay.min(LONGEST));
    let half = whole / 2;
    whole - (f64::from(half) * chance.clamp(0.0, 1.0)) as u32
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn retry_delay_doubles_up_to_a_limit() {
        let pauses: Vec<u32> = (0..7).map(|repetition| retry_delay(repetition, 0.0)).collect();
        assert_eq!(pauses, [250, 500, 1000, 2000, 4000, 8000, 8000]);
        assert_eq!(retry_delay(0, 1.0), 125);
    }

    #[test]
    fn only_get_and_head_are_retried() {
        for (method, expected) in [
            ("GET", true),
            ("get", true),
            ("HEAD", true),
            ("POST", false),
            ("PUT", false),
            ("", false),
        ] {
            assert_eq!(is_repeatable(method), expected, "{method}");
        }
    }

    #[test]
    fn only_transient_statuses_are_retried() {
        for (status, expected) in [
            (429, true),
            (502, true),
            (503, true),
            (504, true),
            (500, false),
            (404, false),
            (401, false),
        ] {
            assert_eq!(is_transient(status), expected, "{status}");
        }
    }

    proptest! {
        #[test]
        fn retry_delay_is_from_125_ms_to_the_maximum(repetition: u32, chance: f64) {
            let milliseconds = retry_delay(repetition, chance);
            prop_assert!((125..=LONGEST).contains(&milliseconds));
        }
    }
}
