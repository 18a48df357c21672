//! The `<CodeBlock language="js">` component, whose content is text or a string in braces.

use std::ops::Range;

use pailou_content::jsx::Tag;

/// Maximum length of the content and the end tag, in bytes.
const MOST: usize = 40_000;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct CodeBlock {
    /// Info string of the code fence.
    pub(super) info: String,
    pub(super) text: String,
    /// Byte range of the code.
    pub(super) code: Range<usize>,
    /// Length up to the end of the closing tag, in bytes.
    pub(super) length: usize,
}

/// Parses the component at the start of `text`, which begins with this tag. Its content is text, or a string in braces.
/// Returns `None` for any other content.
pub(super) fn parse_code_component(tag: &Tag<'_>, text: &str) -> Option<CodeBlock> {
    let near = &text[..text.floor_char_boundary(tag.length + MOST)];
    let close = format!("</{}>", tag.name);
    let inside = &near.as_bytes()[tag.length..];
    let end = tag.length + memchr::memmem::find(inside, close.as_bytes())?;
    let length = end + tag.name.len() + "</>".len();
    let mut inside = text[tag.length..end].trim();
    let mut is_string = false;
    if let Some(expression) = inside.strip_prefix('{') {
        let expression = expression.strip_suffix('}')?.trim();
        let quote = expression.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
        inside = expression[1..].strip_suffix(quote)?.trim_matches('\n');
        is_string = true;
    }
    let start = inside.as_ptr() as usize - text.as_ptr() as usize;
    let text = match is_string {
        true => inside.replace("\\`", "`").replace("\\$", "$").replace("\\\\", "\\"),
        false => inside.to_owned(),
    };
    Some(CodeBlock { info: info(tag), text, code: start..start + inside.len(), length })
}

/// Converts attributes such as `language="js" title="a.js" showLineNumbers` to an info string.
fn info(tag: &Tag<'_>) -> String {
    let class = tag.attribute("className").and_then(|class| class.strip_prefix("language-"));
    let language = tag.attribute("language").or(tag.attribute("lang")).or(class);
    let on_one_line = |text: &str| text.replace(['`', '\n', '\r'], " ");
    let mut info = on_one_line(language.unwrap_or_default());
    if let Some(title) = tag.attribute("title") {
        let quote = if title.contains('"') { '\'' } else { '"' };
        let title = on_one_line(title);
        let title = if quote == '\'' { title.replace('\'', "’") } else { title };
        info.push_str(&format!(" title={quote}{title}{quote}"));
    }
    if let Some(more) = tag.attribute("metastring") {
        info.push_str(&format!(" {}", on_one_line(more)));
    }
    if tag.has("showLineNumbers") {
        info.push_str(" showLineNumbers");
    }
    info
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_content::jsx;

    #[test]
    fn code_component_accepts_children_or_a_string_literal() {
        for (text, expected) in [
            ("<CodeBlock language=\"js\">{`a \\` b`}</CodeBlock>", Some(("js", "a ` b"))),
            (
                "<CodeBlock className=\"language-py\" title=\"a.py\" showLineNumbers>\n  x\n</CodeBlock>",
                Some(("py title=\"a.py\" showLineNumbers", "x")),
            ),
            ("<CodeBlock>{'a'}</CodeBlock>", Some(("", "a"))),
            (
                "<CodeBlock language=\"js\n```\" title='a \"b\"'>{'a'}</CodeBlock>",
                Some(("js     title='a \"b\"'", "a")),
            ),
            (
                "<CodeBlock title={`a \"b\" it's`}>{'a'}</CodeBlock>",
                Some((" title='a \"b\" it’s'", "a")),
            ),
            (
                "<CodeBlock title=\"showLineNumbers\">{'a'}</CodeBlock>",
                Some((" title=\"showLineNumbers\"", "a")),
            ),
            (
                "<CodeBlock showLineNumbers={true}>{'a'}</CodeBlock>",
                Some((" showLineNumbers", "a")),
            ),
            ("<CodeBlock showLineNumbers={false}>{'a'}</CodeBlock>", Some(("", "a"))),
            ("<CodeBlock>{code}</CodeBlock>", None),
            ("<CodeBlock>a", None),
        ] {
            let block = parse_code_component(&jsx::tag(text).unwrap(), text);
            let actual = block.as_ref().map(|block| (block.info.as_str(), block.text.as_str()));
            assert_eq!(actual, expected, "{text}");
        }
    }
}
