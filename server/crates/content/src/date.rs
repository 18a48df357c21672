//! Dates and times in front matter.

use jiff::civil::{DateTime, Time};
use jiff::fmt::temporal::Pieces;

// A `DateTime`, because the range of `jiff::Timestamp` ends before the end of the year 9999.
const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// Parses a date and time of RFC 3339 to milliseconds since 1970-01-01 UTC. The time is optional, and so are its
/// minutes, seconds, and offset (default: UTC). Fractions of a second are dropped.
pub(crate) fn parse_date_time(text: &str) -> Option<i64> {
    // YAML 1.1 allows a space before the offset.
    let text = text.trim().replace(" +", "+").replace(" -", "-").replace(" Z", "Z");
    let pieces = Pieces::parse(&text).ok()?;
    // A time zone such as `[Asia/Shanghai]` would require the time zone database.
    if pieces.time_zone_annotation().is_some() {
        return None;
    }
    let time = pieces.time().unwrap_or(Time::midnight());
    let offset = pieces.to_numeric_offset().map_or(0, |offset| i64::from(offset.seconds()));
    Some((seconds(pieces.date().to_datetime(time)) - offset) * 1000)
}

/// Returns whole seconds since 1970-01-01.
fn seconds(date_time: DateTime) -> i64 {
    date_time.duration_since(EPOCH).as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60 * 60 * 1000;

    #[test]
    fn common_date_times_are_parsed_and_others_rejected() {
        let noon = 20_778 * DAY + 12 * 3_600_000;
        for (text, expected) in [
            ("2026-11-21", Some(20_778 * DAY)),
            ("2026-11-21T12:00:00Z", Some(noon)),
            ("2026-11-21 12:00", Some(noon)),
            ("2026-11-21T20:00:00.250+08:00", Some(noon)),
            ("2026-11-21T06:30-05:30", Some(noon)),
            ("2026-11-21 12:00:00 +00:00", Some(noon)),
            ("9999-12-31T23:59:59Z", Some(253_402_300_799_000)),
            ("2026-11-21T24:00", None),
            ("2026-11-21T12", Some(noon)),
            ("2026-11-21 12:00:00 Z", Some(noon)),
            ("2026-11-21 20:00:00 +0800", Some(noon)),
            ("2026-11-21T20:00:00[Asia/Shanghai]", None),
            ("2026-11-21T1:00", None),
            ("2026-11-21T12:00:00:00", None),
            ("2026-11-21noon", None),
            ("2026-02-30T12:00", None),
            ("\u{4e00}\u{4e00}\u{4e00}\u{4e00}", None),
            ("2026-11-21T\u{4e00}:00", None),
            ("2026-11-21T12:00+\u{4e00}", None),
            ("", None),
        ] {
            assert_eq!(parse_date_time(text), expected, "{text}");
        }
    }
}
