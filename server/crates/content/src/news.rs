//! Publication dates of news.

use crate::date::parse_date_time;
use crate::yaml::Value;

/// Returns the date of a news entry in milliseconds since 1970-01-01 UTC: from its front matter, or else the day at the
/// beginning of its name, as in `2026-11-22-first-release`. `None` if neither is a valid date.
pub fn date(values: &Value, path: &str) -> Option<i64> {
    let written = values.get("date").and_then(Value::text).and_then(parse_date_time);
    let name = path.rsplit('/').next().unwrap_or(path);
    written.or_else(|| parse_date_time(name.get(..10)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_date_comes_from_front_matter_or_name() {
        let values = |yaml: &str| crate::yaml::parse(yaml).unwrap();
        let day = parse_date_time("2026-11-22");
        assert!(day.is_some());
        assert_eq!(date(&values("title: x"), "2026-11-22-first"), day);
        assert_eq!(date(&values("date: 2026-11-22"), "2020-01-01-first"), day);
        assert_eq!(date(&values("date: soon"), "2026/2026-11-22"), day);
        for path in ["first", "2026-11-2", "\u{4e00}\u{4e00}\u{4e00}\u{4e00}", "2026-13-01-x"] {
            assert_eq!(date(&values("date: soon"), path), None, "{path}");
        }
    }
}
