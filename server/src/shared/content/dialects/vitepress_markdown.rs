//! The Markdown of VitePress beyond this site's own: badges, and what Vue would fill in.

use super::super::dialect::{Fences, Read};
use super::super::issue::Issue;
use super::super::jsx;

/// None when there is nothing to change.
pub(crate) fn to_markdown(body: &str) -> Option<Read> {
    if !body.contains("<Badge") && !body.contains("{{") {
        return None;
    }
    let mut read = Read::default();
    let mut fences = Fences::default();
    for (number, line) in body.split_inclusive('\n').enumerate() {
        if fences.is_code(line) || !(line.contains("<Badge") || line.contains("{{")) {
            read.text.push_str(line);
        } else {
            let number = u32::try_from(number + 1).unwrap_or(u32::MAX);
            let text = plain(line, number, &mut read.issues);
            read.text.push_str(&text);
        }
    }
    Some(read)
}

fn plain(line: &str, number: u32, issues: &mut Vec<Issue>) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['`', '<', '{']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match rest.as_bytes()[0] {
            b'`' => jsx::code_span(jsx::near(rest)),
            b'<' => match jsx::tag(rest).filter(|tag| tag.name == "Badge") {
                Some(tag) => {
                    out.push_str(tag.attribute("text").unwrap_or_default());
                    rest = &rest[tag.length..];
                    continue;
                }
                None => 1,
            },
            _ => {
                let near = jsx::near(rest).strip_prefix("{{");
                if let Some(end) = near.and_then(|near| near.find("}}")) {
                    let written = &rest[..end + 4];
                    issues.push(Issue::note("interpolation-not-read", number, written));
                    out.push_str(written);
                    rest = &rest[end + 4..];
                    continue;
                }
                1
            }
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_is_its_text() {
        let body =
            "## A <Badge type=\"tip\" text=\"^1.9\" /> `<Badge text=\"x\" />`\n\n{{ $page }}\n";
        let read = to_markdown(body).unwrap();
        assert_eq!(read.text, "## A ^1.9 `<Badge text=\"x\" />`\n\n{{ $page }}\n");
        assert_eq!((read.issues.len(), read.issues[0].line), (1, Some(3)));
        assert!(to_markdown("nothing").is_none());
        let code = "```\n<Badge text=\"x\" />\n```\n";
        assert_eq!(to_markdown(code).unwrap().text, code);
    }
}
