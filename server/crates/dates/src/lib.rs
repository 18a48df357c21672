//! Calendar days in UTC, such as `2026-11-21`, and RFC 3339 timestamps. All other code represents a timestamp as
//! milliseconds since 1970-01-01 UTC.
//!
//! - [`Day`] is a calendar day: parsed, formatted, converted from and to milliseconds.
//! - [`rfc3339`] formats a timestamp.
//!
//! ```
//! use pailou_dates::{Day, rfc3339};
//!
//! let day: Day = "2026-11-21".parse().unwrap();
//! assert_eq!(Day::of(day.start()), day);
//! assert_eq!(rfc3339(day.start()), "2026-11-21T00:00:00Z");
//! ```

use std::fmt;
use std::str::FromStr;

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, Time};

/// Milliseconds per day.
pub const MS: i64 = 24 * 60 * 60 * 1000;

// `DateTime` is used, because the range of `jiff::Timestamp` ends some hours before the year 10,000.
const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// A calendar day in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(Date);

impl Day {
    pub fn of(ms: i64) -> Self {
        Self(date_time(ms).date())
    }

    pub fn start(self) -> i64 {
        seconds(self.0.to_datetime(Time::midnight())) * 1000
    }

    /// Returns the start of the next day.
    pub fn end(self) -> i64 {
        self.start() + MS
    }

    /// Returns the day that is `days` days before this day.
    pub fn before(self, days: i64) -> Self {
        Self(self.0.saturating_sub(SignedDuration::from_hours(24 * days)))
    }

    /// Returns the number of days from this day to `last`, both included.
    pub fn days_until(self, last: Self) -> i64 {
        last.0.duration_since(self.0).as_hours() / 24 + 1
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Error of a text that is not a date of the form `2026-11-21`.
#[derive(Debug, PartialEq, Eq)]
pub struct ParseDateError;

impl FromStr for Day {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let date = text.parse::<Date>().map_err(|_| ParseDateError)?;
        // jiff also parses other forms of ISO 8601: `20261121`, years before 0, a date with a time.
        let is_plain = text.len() == "2026-11-21".len() && date.to_string() == text;
        is_plain.then_some(Self(date)).ok_or(ParseDateError)
    }
}

/// Formats a timestamp as `2026-11-21T07:40:00Z` (RFC 3339).
pub fn rfc3339(ms: i64) -> String {
    format!("{:.0}Z", date_time(ms))
}

/// Converts a timestamp to a date and time. Clamps it to the years -9999 to 9999.
fn date_time(ms: i64) -> DateTime {
    EPOCH.saturating_add(SignedDuration::from_millis(ms))
}

/// Returns whole seconds since 1970-01-01.
fn seconds(date_time: DateTime) -> i64 {
    date_time.duration_since(EPOCH).as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, days: i64) {
        let day = Day::of(days * MS);
        assert_eq!(text.parse(), Ok(day), "{text}");
        assert_eq!(day.to_string(), text);
        assert_eq!((day.start(), day.end()), (days * MS, (days + 1) * MS), "{text}");
    }

    #[test]
    fn day_is_parsed_and_formatted() {
        check("1970-01-01", 0);
        check("1969-12-31", -1);
        check("2000-02-29", 11_016);
        check("2026-11-21", 20_778);
        assert_eq!(Day::of(20_778 * MS + 1), Day::of(20_778 * MS));
        assert_eq!(Day::of(-1), Day::of(-MS));
    }

    #[test]
    fn days_are_counted_across_leap_days() {
        let [first, last] = ["2024-02-28", "2024-03-01"].map(|day| day.parse::<Day>().unwrap());
        assert_eq!(first.days_until(last), 3);
        assert_eq!(last.days_until(first), -1);
        assert_eq!(last.days_until(last), 1);
        assert_eq!(last.before(2), first);
    }

    #[test]
    fn timestamp_outside_the_calendar_is_clamped() {
        assert_eq!(Day::of(i64::MAX).to_string(), "9999-12-31");
        assert_eq!(rfc3339(i64::MAX), "9999-12-31T23:59:59Z");
        assert_eq!(Day::of(i64::MIN), Day::of(i64::MIN / 2));
    }

    #[test]
    fn rfc3339_has_seconds_and_no_fraction() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00Z");
        assert_eq!(rfc3339(20_778 * MS + 27_600_999), "2026-11-21T07:40:00Z");
        assert_eq!(rfc3339(-1), "1969-12-31T23:59:59Z");
    }

    #[test]
    fn every_calendar_day_round_trips_through_text() {
        for days in -719_000..100_000 {
            let day = Day::of(days * MS);
            assert_eq!(day.to_string().parse(), Ok(day));
            assert_eq!(day.start(), days * MS);
        }
    }

    #[test]
    fn invalid_day_is_rejected() {
        for text in [
            "",
            "2026-02-30",
            "2026-13-01",
            "2026-1-1",
            "2026-11-21T00",
            "20261121",
            "2026-W47-6",
            "-000001-01-01",
            "２０26-1-1",
            "2025-02-29",
        ] {
            assert_eq!(text.parse::<Day>(), Err(ParseDateError), "{text}");
        }
    }
}
