//! Days of the calendar in UTC, as they stand in addresses: `2026-11-21`; and moments, as feeds and
//! site maps write them.

use std::fmt;
use std::str::FromStr;

/// Milliseconds of a day.
pub(crate) const MS: i64 = 24 * 60 * 60 * 1000;

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

/// The inverse, in milliseconds: `2026-11-22`, or with a time as in `2026-11-22T07:40:00+08:00`. A time without a
/// zone is in UTC; seconds, and what is below them, may be left out.
pub(crate) fn read_moment(text: &str) -> Option<i64> {
    let (day, time) = (text.get(..10)?, text.get(10..)?);
    let day = day.parse::<Day>().ok()?.start();
    if time.is_empty() {
        return Some(day);
    }
    let time = time.strip_prefix(['T', 't', ' '])?.trim();
    let zone_at = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = (time[..zone_at].trim(), &time[zone_at..]);
    let [hours, minutes, seconds] = clock_of(clock)?;
    let offset = match zone {
        "" | "Z" | "z" => 0,
        zone => {
            let [hours, minutes, _] = clock_of(&zone[1..])?;
            let minutes = hours * 60 + minutes;
            if zone.starts_with('-') { -minutes } else { minutes }
        }
    };
    Some(day + ((hours * 60 + minutes - offset) * 60 + seconds) * 1000)
}

/// `07:40`, `07:40:30.5`; a leap second counts as the one after it.
fn clock_of(text: &str) -> Option<[i64; 3]> {
    let mut parts = text.split(':');
    let mut next = |most: i64| {
        let part = parts.next().unwrap_or("00").split('.').next().unwrap_or_default();
        let is_number = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<i64>().ok().filter(|number| is_number && *number <= most)
    };
    let clock = [next(23)?, next(59)?, next(60)?];
    parts.next().is_none().then_some(clock)
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
    fn a_moment_is_read_as_people_write_it() {
        let noon = 20_778 * MS + 12 * 3_600_000;
        for (text, expected) in [
            ("2026-11-21", Some(20_778 * MS)),
            ("2026-11-21T12:00:00Z", Some(noon)),
            ("2026-11-21 12:00", Some(noon)),
            ("2026-11-21T20:00:00.250+08:00", Some(noon)),
            ("2026-11-21T06:30-05:30", Some(noon)),
            ("2026-11-21 12:00:00 +00:00", Some(noon)),
            ("9999-12-31T23:59:59Z", Some(253_402_300_799_000)),
            ("2026-11-21T24:00", None),
            ("2026-11-21T12", Some(noon)),
            ("2026-11-21T1:00", None),
            ("2026-11-21T12:00:00:00", None),
            ("2026-11-21noon", None),
            ("2026-02-30T12:00", None),
            ("\u{4e00}\u{4e00}\u{4e00}\u{4e00}", None),
            ("2026-11-21T\u{4e00}:00", None),
            ("2026-11-21T12:00+\u{4e00}", None),
            ("", None),
        ] {
            assert_eq!(read_moment(text), expected, "{text}");
        }
        assert_eq!(read_moment(&moment(noon)), Some(noon));
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
