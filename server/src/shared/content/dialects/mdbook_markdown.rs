//! What mdBook puts between `{{#` and `}}`. Includes are not read here.

use super::super::dialect::{Fences, Read};
use super::super::issue::Issue;

/// None when there is nothing to change.
pub(crate) fn to_markdown(body: &str) -> Option<Read> {
    if !body.contains("{{#") {
        return None;
    }
    let mut read = Read::default();
    let mut fences = Fences::default();
    for (number, line) in body.split_inclusive('\n').enumerate() {
        let number = u32::try_from(number + 1).unwrap_or(u32::MAX);
        let directive = line.trim();
        let is_code = fences.is_code(line);
        let named = |name: &str| !is_code && directive.starts_with(name);
        if named("{{#title ") {
            // The title of the window; the page has its own.
            let end = &line[line.trim_end_matches(['\r', '\n']).len()..];
            read.issues.push(Issue::note("window-title-dropped", number, directive));
            read.text.push_str(end);
            continue;
        }
        if named("{{#playground ") || named("{{#template ") {
            read.issues.push(Issue::warning("shortcode-not-read", number, directive));
        }
        read.text.push_str(line);
    }
    Some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_read_is_told() {
        let read = to_markdown("{{#title T}}\n# A\n{{#playground a.rs}}\n").unwrap();
        assert_eq!(read.text, "\n# A\n{{#playground a.rs}}\n");
        let codes: Vec<_> = read.issues.iter().map(|issue| (issue.code, issue.line)).collect();
        assert_eq!(codes, [("window-title-dropped", Some(1)), ("shortcode-not-read", Some(3))]);
        assert!(to_markdown("{{ x }}").is_none());
    }
}
