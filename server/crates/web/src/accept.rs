//! Weights of media types in the `Accept` header (RFC 9110, section 12.5.1).

use http::header::{self, HeaderMap};

/// Media ranges of a request, with their weights.
#[derive(Debug)]
pub struct AcceptedTypes<'h>(Vec<(&'h str, u16)>);

impl<'h> AcceptedTypes<'h> {
    /// Parses all `Accept` headers of a request.
    pub fn of(headers: &'h HeaderMap) -> Self {
        let lines = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
        Self(lines.flat_map(|line| line.split(',')).map(parse_weighted).collect())
    }

    /// Returns the weight, from 0 to 1000, of the first of `ranges` that the request contains; 0 if it contains none.
    /// The most specific range must be the first: `["text/html", "text/*", "*/*"]`.
    pub fn weight(&self, ranges: &[&str]) -> u16 {
        weight_of(self.0.iter().copied(), ranges)
    }
}

/// Returns the weight of the first of `names` that a header with these `entries` contains; 0 if it contains none.
pub(crate) fn weight_of<'e>(
    entries: impl Iterator<Item = (&'e str, u16)> + Clone,
    names: &[&str],
) -> u16 {
    let named = |name: &&str| entries.clone().find(|(entry, _)| entry.eq_ignore_ascii_case(name));
    names.iter().find_map(named).map_or(0, |(_, weight)| weight)
}

/// Parses an entry of an `Accept` or `Accept-Encoding` header with its weight: `text/html;level=1;q=0.5` →
/// ("text/html", 500). An invalid weight counts as 0.
pub(crate) fn parse_weighted(item: &str) -> (&str, u16) {
    let mut parts = item.split(';').map(str::trim);
    let range = parts.next().unwrap_or_default();
    let written = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
    let weight = written.map_or(Ok(1.0), str::parse::<f32>).unwrap_or(0.0);
    let weight = if (0.0..=1.0).contains(&weight) { weight } else { 0.0 };
    (range, (weight * 1000.0) as u16)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn most_specific_media_range_determines_the_weight() {
        const JSON: &[&str] = &["application/json", "application/*", "*/*"];
        for (accept, expected) in [
            (&["application/json"][..], 1000),
            (&["application/json;q=0.5"], 500),
            (&["*/*, Application/JSON; Q=0.25"], 250),
            (&["*/*;q=0.1, application/*;q=0.2"], 200),
            (&["text/html", "application/json;charset=utf-8;q=0.7"], 700),
            (&["application/json;q=0, */*"], 0),
            (&["application/json;q=x"], 0),
            (&["application/json;q=-1"], 0),
            (&["application/json;q=2"], 0),
            (&["application/json;q=NaN"], 0),
            (&["text/html"], 0),
            (&[",;,;q=1"], 0),
            (&[], 0),
        ] {
            let mut headers = HeaderMap::new();
            for line in accept {
                headers.append(header::ACCEPT, HeaderValue::from_static(line));
            }
            assert_eq!(AcceptedTypes::of(&headers).weight(JSON), expected, "{accept:?}");
        }
    }
}
