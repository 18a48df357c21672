//! Search queries for statistics: normalization, and masking of e-mail addresses and long numbers.

use unicode_normalization::UnicodeNormalization;

use super::api::SearchEvent;

/// Maximum length of a query in characters. Longer queries are not recorded.
const MAX_CHARACTERS: usize = 200;
/// Minimum number of digits of a masked number, which may be a telephone, card, or identity number.
const LONG_NUMBER: usize = 7;
/// Replacement of masked text.
const MASK: char = '…';

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Search {
    pub term: String,
    pub found_nothing: bool,
}

impl Search {
    /// Normalizes a search; `None` for an empty or too long query, or a negative number of results.
    pub(crate) fn of(sent: &SearchEvent) -> Option<Self> {
        let fits = sent.query.chars().count() <= MAX_CHARACTERS && sent.results >= 0;
        let plain = sent.query.chars().filter(|c| !c.is_control() || c.is_whitespace());
        let folded = plain.nfkc().collect::<String>().to_lowercase();
        let words: Vec<_> = folded.split_whitespace().map(masked).collect();
        let term = words.join(" ");
        (fits && !term.is_empty()).then_some(Self { term, found_nothing: sent.results == 0 })
    }
}

/// Masks e-mail addresses and long numbers.
fn masked(word: &str) -> String {
    let is_address = word.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !host.starts_with('.')
    });
    if is_address {
        return MASK.to_string();
    }
    let mut output = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(start) = rest.find(|c: char| c.is_numeric()) {
        let number = &rest[start..];
        let is_in = |c: char| c.is_numeric() || matches!(c, '-' | '.');
        let end = number.find(|c| !is_in(c)).unwrap_or(number.len());
        let is_long = number[..end].chars().filter(|c| c.is_numeric()).count() >= LONG_NUMBER;
        output.push_str(&rest[..start]);
        if is_long {
            output.push(MASK);
        } else {
            output.push_str(&number[..end]);
        }
        rest = &number[end..];
    }
    output + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(query: &str, expected: Option<&str>) {
        let search = Search::of(&SearchEvent { query: query.to_owned(), results: 0 });
        assert_eq!(search.as_ref().map(|search| search.term.as_str()), expected, "{query}");
    }

    #[test]
    fn search_query_is_normalized_or_rejected() {
        check("  Install\t ＡＢＣ ", Some("install abc"));
        check("安装 数据库", Some("安装 数据库"));
        check("", None);
        check(" \u{0}\n", None);
        check(&"字".repeat(200), Some(&"字".repeat(200)));
        check(&"字".repeat(201), None);
        assert_eq!(Search::of(&SearchEvent { query: "a".to_owned(), results: -1 }), None);
    }

    #[test]
    fn personal_data_in_search_queries_is_masked() {
        check("mail ann@example.org 用户", Some("mail … 用户"));
        check("电话13800138000怎么填", Some("电话…怎么填"));
        check("４１１１-1111-1111", Some("…"));
        check("@deprecated npm@11.2.0 127.0.0.1:8080", Some("@deprecated … 127.0.0.1:8080"));
        check("error 404 in 2026-11-21", Some("error 404 in …"));
    }
}
