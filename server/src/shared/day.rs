//! Days of the calendar in UTC, as they stand in addresses: `2026-11-21`; and moments, as feeds and
//! site maps write them.

use std::fmt;
use std::str::FromStr;

const MS: i64 = 24 * 60 * 60 * 1000;

/// Days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(i64);

impl Day {
    pub(crate) fn of(ms: i64) -> Self {
        Self(ms.div_euclid(MS))
    }

    pub(crate) fn start(self) -> i64 {
        self.0 * MS
    }

    /// The moment after its last.
    pub(crate) fn end(self) -> i64 {
        (self.0 + 1) * MS
    }

    /// So many days earlier.
    pub(crate) fn before(self, days: i64) -> Self {
        Self(self.0 - days)
    }

    /// How many days there are from this one to that one, both counted.
    pub(crate) fn until(self, last: Day) -> i64 {
        last.0 - self.0 + 1
    }

    /// Year, month and day. Years are counted from March, so that the leap day comes last; 146,097
    /// days make 400 years.
    fn parts(self) -> (i64, i64, i64) {
        let days = self.0 + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (era * 400 + year_of_era + i64::from(month <= 2), month, day)
    }

    fn from_parts(year: i64, month: i64, day: i64) -> Self {
        let year = if month <= 2 { year - 1 } else { year };
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let month = if month > 2 { month - 3 } else { month + 9 };
        let day_of_year = (153 * month + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Self(era * 146_097 + day_of_era - 719_468)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// `2026-11-21T07:40:00Z` (RFC 3339), for milliseconds since 1970-01-01 UTC.
pub(crate) fn moment(ms: i64) -> String {
    let seconds = ms.rem_euclid(MS) / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{}T{hours:02}:{minutes:02}:{seconds:02}Z", Day::of(ms))
}

/// The text is no day.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoDay;

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        let shape = |(at, byte): (usize, u8)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        if text.len() != 10 || !text.bytes().enumerate().all(shape) {
            return Err(NoDay);
        }
        let number = |from: usize, to: usize| text[from..to].parse::<i64>().map_err(|_| NoDay);
        let day = Self::from_parts(number(0, 4)?, number(5, 7)?, number(8, 10)?);
        // The 30th of February is not written as it was read.
        if day.to_string() == text { Ok(day) } else { Err(NoDay) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, days: i64) {
        assert_eq!(text.parse(), Ok(Day(days)), "{text}");
        assert_eq!(Day(days).to_string(), text);
    }

    #[test]
    fn a_day_is_read_and_written() {
        check("1970-01-01", 0);
        check("1969-12-31", -1);
        check("2000-02-29", 11_016);
        check("2026-11-21", 20_778);
        assert_eq!(Day::of(20_778 * MS + 1), Day(20_778));
        assert_eq!(Day::of(-1), Day(-1));
    }

    #[test]
    fn a_moment_has_its_seconds() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(20_778 * MS + 27_600_999), "2026-11-21T07:40:00Z");
        assert_eq!(moment(-1), "1969-12-31T23:59:59Z");
    }

    #[test]
    fn every_day_comes_back() {
        for days in -719_000..100_000 {
            assert_eq!(Day(days).to_string().parse(), Ok(Day(days)));
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026-02-30",
            "2026-13-01",
            "2026-1-1",
            "2026-11-21T00",
            "２０26-1-1",
            "2025-02-29",
        ] {
            assert_eq!(text.parse::<Day>(), Err(NoDay), "{text}");
        }
    }
}
