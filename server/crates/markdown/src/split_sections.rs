//! Splitting of rendered HTML at level 3 headings.

const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Returns the HTML before the first top-level `h3`, and each `h3` with the content after it.
/// `html` must be well formed, as the renderer's output is.
pub fn at_headings(html: &str) -> (&str, Vec<&str>) {
    let mut cuts = Vec::new();
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(found) = html[at..].find('<') {
        let start = at + found;
        let end = end_of_tag(html, start);
        let tag = &html[start..end];
        let name = tag.trim_start_matches(['<', '/']);
        let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
        if tag.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if name.is_empty() {
            // An HTML comment.
        } else {
            if depth == 0 && name == "h3" {
                cuts.push(start);
            }
            if !tag.ends_with("/>") && !VOID.contains(&name) {
                depth += 1;
            }
        }
        at = end;
    }
    let before = &html[..cuts.first().copied().unwrap_or(html.len())];
    let ends = cuts.iter().skip(1).copied().chain([html.len()]);
    let entries = cuts.iter().zip(ends).map(|(start, end)| &html[*start..end]);
    (before, entries.collect())
}

/// Returns the position after the `>` of the tag at `start`; quoted values are skipped.
fn end_of_tag(html: &str, start: usize) -> usize {
    let mut quote = None;
    for (at, byte) in html.bytes().enumerate().skip(start) {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return at + 1,
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    html.len()
}

#[cfg(test)]
mod tests {
    use super::at_headings;

    #[test]
    fn html_is_split_at_top_level_h3() {
        let (before, entries) =
            at_headings("<h2>A</h2><p>b</p><h3 id=\"x\">C</h3><p>d<br>e</p><h3>F</h3>");
        assert_eq!(before, "<h2>A</h2><p>b</p>");
        assert_eq!(entries, ["<h3 id=\"x\">C</h3><p>d<br>e</p>", "<h3>F</h3>"]);
        assert_eq!(at_headings("<p>a</p>"), ("<p>a</p>", Vec::new()));
        assert_eq!(at_headings(""), ("", Vec::new()));
    }

    #[test]
    fn only_top_level_h3_splits_html() {
        let quoted = "<blockquote><h3>A</h3></blockquote><p title=\"a > <h3>\">文</p><!-- <h3> -->";
        assert_eq!(at_headings(quoted), (quoted, Vec::new()));
        let (before, entries) = at_headings("<img src=\"a\"><hr/><h3>B</h3>");
        assert_eq!((before, entries), ("<img src=\"a\"><hr/>", vec!["<h3>B</h3>"]));
        at_headings("<h3 a=\"");
    }
}
