//! Hugo's shortcodes.
//!
//! Common shortcodes become containers, tabs, images, and links; others are unchanged and reported.

use std::borrow::Cow;
use std::collections::VecDeque;

use crate::emoji;
use crate::fences::Fences;
use crate::flavor::Read;
use crate::flavors::attribute_list;
use crate::html_escape;
use pailou_content::issue::Issue;
use pailou_content::jsx;
use pailou_content::link::Link;
use pailou_text_diff::line_map::LineMap;

const MAX_COLONS: usize = 14;

/// A parsed shortcode `{{< name first key="value" >}}`.
struct Shortcode<'a> {
    name: &'a str,
    is_end: bool,
    is_empty: bool,
    values: Vec<(Option<&'a str>, &'a str)>,
    length: usize,
}

enum Kind {
    Container,
    /// Tabs, with the titles for tabs without a title of their own.
    Tabs(VecDeque<String>),
    Tab,
    /// Only the content is displayed.
    Plain,
    Code,
}

struct Writer<'a> {
    read: Read,
    open: Vec<(&'a str, Kind, usize)>,
    tabs: usize,
    /// Positions of added line breaks.
    added: Vec<usize>,
}

/// Converts the body; returns `None` if it cannot contain Hugo syntax.
pub(crate) fn to_markdown(body: &str) -> Option<Read> {
    if !body.contains(['{', ':']) {
        return None;
    }
    let mut writer = Writer { read: Read::default(), open: Vec::new(), tabs: 0, added: Vec::new() };
    let mut fences = Fences::default();
    for (number, line) in body.split_inclusive('\n').enumerate() {
        let in_code = matches!(writer.open.last(), Some((_, Kind::Code, _)));
        if !in_code && fences.is_code(line) {
            writer.read.text.push_str(&uncommented(line));
        } else {
            writer.line(line, u32::try_from(number + 1).unwrap_or(u32::MAX));
        }
    }
    let Writer { mut read, added, .. } = writer;
    if !added.is_empty() {
        read.lines = LineMap::with_added(&read.text, &added);
    }
    Some(read)
}

impl<'a> Writer<'a> {
    fn line(&mut self, line: &'a str, number: u32) {
        let content = line.trim_end_matches(['\n', '\r']);
        let end = &line[content.len()..];
        let text = content.trim();
        let indent = &content[..content.len() - content.trim_start().len()];
        let alone = shortcode(text).filter(|code| code.length == text.len());
        if let Some(code) = alone
            && let Some(block) = self.block(&code)
        {
            let block = if block.is_empty() { block } else { format!("{indent}{block}") };
            self.read.text.push_str(&format!("{block}{end}"));
            return;
        }
        if matches!(self.open.last(), Some((_, Kind::Code, _))) {
            return self.read.text.push_str(&uncommented(line));
        }
        if self.is_separator(text) || self.block_attributes(text, number) {
            return self.read.text.push_str(end);
        }
        if let Some((code, inside)) = block_on_one_line(text)
            && let Some(opening) = self.block(&code)
        {
            self.added_line(&format!("{indent}{opening}"));
            let text = match self.open.last() {
                Some((_, Kind::Code, _)) => inside.to_owned(),
                _ => convert_shortcodes(inside, number, &mut self.read.issues),
            };
            self.added_line(&format!("{indent}{}", uncommented(&text)));
            let close = Shortcode { is_end: true, values: Vec::new(), ..code };
            let closing = self.block(&close).unwrap_or_default();
            return self.read.text.push_str(&format!("{indent}{closing}{end}"));
        }
        let tab = tab_on_one_line(text).and_then(|(code, inside)| {
            let (_, title) = self.opening(&code)?;
            Some((title, inside))
        });
        let content = match tab {
            Some((title, inside)) => {
                self.added_line(&format!("{indent}{title}"));
                self.read.text.push_str(indent);
                inside
            }
            None => content,
        };
        let text = convert_shortcodes(content, number, &mut self.read.issues);
        let text = uncommented(&text);
        self.read.text.push_str(&format!("{text}{end}"));
    }

    /// Whether a line separates the columns in a `columns` shortcode.
    fn is_separator(&self, text: &str) -> bool {
        text == "<--->" && self.open.iter().any(|(name, _, _)| *name == "columns")
    }

    /// Reports attributes such as `{.class}` on the line below a block. Returns whether the text consists of them.
    fn block_attributes(&mut self, text: &str, number: u32) -> bool {
        let above = self.read.text.trim_end_matches(['\n', '\r']);
        let is_below = self.read.text.len() - above.len() <= 2
            && !self.read.text.ends_with("\n\n")
            && !above.is_empty();
        let is_list = text.starts_with('{') && text.find('}') == Some(text.len() - 1);
        let (mut none, issues) = (String::new(), &mut self.read.issues);
        is_below
            && is_list
            && attribute_list::take_attributes(text, &mut none, number, issues).is_some()
    }

    /// Writes a line that is followed by an added line break.
    fn added_line(&mut self, line: &str) {
        self.read.text.push_str(line);
        self.added.push(self.read.text.len());
        self.read.text.push('\n');
    }

    /// Converts a shortcode that is alone on its line; returns `None` if it is not a block shortcode.
    fn block(&mut self, code: &Shortcode<'a>) -> Option<String> {
        if code.is_end {
            let (name, _, _) = self.open.last()?;
            if *name != code.name {
                return None;
            }
            let (_, kind, colons) = self.open.pop()?;
            return Some(match kind {
                Kind::Container | Kind::Tabs(_) => ":".repeat(colons),
                Kind::Tab | Kind::Plain => String::new(),
                Kind::Code => "```".to_owned(),
            });
        }
        if code.is_empty || matches!(self.open.last(), Some((_, Kind::Code, _))) {
            return None;
        }
        let colons = MAX_COLONS.saturating_sub(self.open.len()).max(4);
        let (kind, text) = self.opening(code)?;
        let text = match kind {
            Kind::Container | Kind::Tabs(_) => format!("{} {text}", ":".repeat(colons)),
            _ => text,
        };
        self.open.push((code.name, kind, colons));
        Some(text)
    }

    fn opening(&mut self, code: &Shortcode<'a>) -> Option<(Kind, String)> {
        let titled = |tone: &str, title: Option<&str>| {
            (Kind::Container, format!("{tone} {}", title.unwrap_or_default()).trim_end().to_owned())
        };
        Some(match code.name {
            "note" | "tip" | "info" | "warning" | "caution" | "danger" | "important" => {
                titled(code.name, code.named(&["title"]).or_else(|| code.at(0)))
            }
            "alert" | "callout" | "admonition" | "hint" | "notice" | "pageinfo" => {
                let class =
                    code.named(&["color", "type", "context", "theme"]).or_else(|| code.at(0));
                titled(
                    hugo_tone(class.unwrap_or_default()),
                    code.named(&["title"]).or_else(|| code.at(1)),
                )
            }
            "details" | "expand" | "collapse" => {
                titled("details", code.named(&["title", "summary"]).or_else(|| code.at(0)))
            }
            "tabs" | "tabpane" => {
                let names = code.named(&["items"]).unwrap_or_default().split(',');
                let names = names.map(str::trim).filter(|name| !name.is_empty());
                (Kind::Tabs(names.map(str::to_owned).collect()), "tabs".to_owned())
            }
            "tab" => {
                self.tabs += 1;
                let number = self.tabs;
                let (_, Kind::Tabs(names), _) = self.open.last_mut()? else { return None };
                let own = code.named(&["header", "name", "title"]).or_else(|| code.at(0));
                let name = own.map(str::to_owned).or_else(|| names.pop_front());
                (Kind::Tab, format!("== {}", name.unwrap_or_else(|| number.to_string())))
            }
            "steps" | "cards" | "columns" | "column" | "cardpane" => (Kind::Plain, String::new()),
            "highlight" => (Kind::Code, format!("```{}", code.at(0).unwrap_or_default())),
            _ => return None,
        })
    }
}

/// Returns a block shortcode and its content if the block is the whole line, such as `{{< note >}} text {{< /note >}}`.
fn block_on_one_line(text: &str) -> Option<(Shortcode<'_>, &str)> {
    let (code, inside) = enclosed_by_shortcode(text).filter(|(code, _)| code.name != "tab")?;
    // A block that contains another block is not converted here.
    let has_block = ["{{< /", "{{% /", "{{</", "{{%/"].iter().any(|mark| inside.contains(mark));
    (!inside.is_empty() && !has_block).then_some((code, inside))
}

/// Returns a tab and its content if both are on one line.
fn tab_on_one_line(text: &str) -> Option<(Shortcode<'_>, &str)> {
    enclosed_by_shortcode(text)
        .filter(|(code, inside)| code.name == "tab" && !inside.contains("tab"))
}

/// Returns the shortcode that opens at the start of the text and is closed at its end, and the text between.
fn enclosed_by_shortcode(text: &str) -> Option<(Shortcode<'_>, &str)> {
    let code = shortcode(text).filter(|code| !code.is_end && !code.is_empty)?;
    let end = text.rfind("{{").filter(|end| *end >= code.length)?;
    let close = shortcode(&text[end..])?;
    let is_end = close.is_end && close.name == code.name && end + close.length == text.len();
    let inside = text[code.length..end].trim();
    is_end.then_some((code, inside))
}

fn hugo_tone(class: &str) -> &'static str {
    match class.to_ascii_lowercase().as_str() {
        "warning" | "caution" => "warning",
        "danger" | "error" => "danger",
        "tip" | "success" => "tip",
        "important" => "important",
        "info" => "info",
        _ => "note",
    }
}

fn convert_shortcodes(text: &str, line: u32, issues: &mut Vec<Issue>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['`', '{', ':', '\\']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if !rest.starts_with("{{") {
            rest = &rest[outside_shortcodes(rest, &mut out, line, issues)..];
            continue;
        }
        let Some(code) = shortcode(rest) else {
            let is_unclosed = rest.starts_with("{{<") && !rest.starts_with("{{</*");
            if is_unclosed && issues.last().is_none_or(|last| last.line != Some(line)) {
                issues.push(Issue::warning("shortcode-not-read", line, jsx::short(rest)));
            }
            out.push('{');
            rest = &rest[1..];
            continue;
        };
        let written = &rest[..code.length];
        match replaced(&code) {
            Some(text) => {
                out.push_str(&text);
                let dropped = dropped_parameters(&code);
                issues.extend(dropped.map(|it| Issue::note("attributes-dropped", line, it)));
            }
            None => {
                issues.push(Issue::warning("shortcode-not-read", line, jsx::short(written)));
                out.push_str(written);
            }
        }
        rest = &rest[code.length..];
    }
    out.push_str(rest);
    out
}

/// Removes the comment delimiters of `{{</* name */>}}`, which Hugo displays as `{{< name >}}`.
fn uncommented(text: &str) -> Cow<'_, str> {
    if !text.contains("/*") {
        return Cow::Borrowed(text);
    }
    let marks = [("{{</*", "*/>}}"), ("{{%/*", "*/%}}")];
    let without = |text: String, (open, close): (&str, &str)| {
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some((before, inside)) = rest.split_once(open) {
            let Some((inside, after)) = inside.split_once(close) else { break };
            out.extend([before, &open[..3], inside, &close[2..]]);
            rest = after;
        }
        out + rest
    };
    Cow::Owned(marks.into_iter().fold(text.to_owned(), without))
}

/// Converts the code, emoji, attribute list, or character at the start of `text`. Returns its length.
fn outside_shortcodes(text: &str, out: &mut String, line: u32, issues: &mut Vec<Issue>) -> usize {
    let near = jsx::near(text);
    let done = match text.as_bytes()[0] {
        b'{' if attribute_list::is_list_allowed(out) => {
            attribute_list::take_attributes(near, out, line, issues)
        }
        b':' => emoji::take_emoji(near, out),
        _ => None,
    };
    done.unwrap_or_else(|| {
        // Hugo executes shortcodes in code spans too, but authors expect them to be displayed
        // there.
        let length = jsx::unchanged_length(near);
        out.push_str(&text[..length]);
        length
    })
}

fn replaced(code: &Shortcode<'_>) -> Option<String> {
    if code.is_end {
        return None;
    }
    match code.name {
        "ref" | "relref" => {
            let target = code.named(&["path"]).or_else(|| code.at(0))?;
            Some(if target.contains(' ') { format!("<{target}>") } else { target.to_owned() })
        }
        "figure" | "imgproc" | "img" => {
            let source = code.named(&["src"]).or_else(|| code.at(0))?;
            Some(figure(code, source))
        }
        "youtube" => {
            let id = code.named(&["id"]).or_else(|| code.at(0))?;
            let is_id = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            id.chars().all(is_id).then(|| format!("<https://www.youtube.com/watch?v={id}>"))
        }
        _ => None,
    }
}

/// Parameters of an image that [`figure`] converts, or whose effect readers do not see.
const FIGURE: [&str; 12] = [
    "src", "alt", "caption", "title", "attr", "attrlink", "link", "width", "height", "target",
    "rel", "loading",
];

/// Returns the image with its title, caption, and attribution below. With the parameter `link`, the image is a link.
fn figure(code: &Shortcode<'_>, source: &str) -> String {
    let value = |name: &str| code.named(&[name]).filter(|value| !value.trim().is_empty());
    let alt = code.named(&["alt", "caption", "title"]).unwrap_or_default().replace(['[', ']'], "");
    let size = |name| {
        let pixels = value(name).map(|value| value.strip_suffix("px").unwrap_or(value));
        pixels.map(|pixels| format!(" {name}=\"{}\"", pixels.replace('"', ""))).unwrap_or_default()
    };
    let size = size("width") + &size("height");
    let mut text = format!("![{alt}](<{source}>)");
    if !size.is_empty() {
        text = "<img src=\"".to_owned();
        html_escape::escape(source, &mut text);
        text.push_str("\" alt=\"");
        html_escape::escape(&alt, &mut text);
        text.push_str(&format!("\"{size}>"));
    }
    if let Some(link) = value("link") {
        text = format!("[{text}](<{link}>)");
    }
    let attribution = value("attr").map(|words| match value("attrlink") {
        Some(link) => format!("[{}](<{link}>)", words.replace(['[', ']'], "")),
        None => words.to_owned(),
    });
    let title = value("title").map(|title| format!("<strong>{}</strong>", title.trim()));
    let parts = [title, value("caption").map(|caption| caption.trim().to_owned()), attribution];
    let caption: Vec<String> = parts.into_iter().flatten().collect();
    match caption.is_empty() {
        true => text,
        false => format!("{text}<br><em>{}</em>", caption.join(" ")),
    }
}

/// Returns the parameters of an image that are not converted; `None` if there are none.
fn dropped_parameters(code: &Shortcode<'_>) -> Option<String> {
    if !matches!(code.name, "figure" | "imgproc" | "img") {
        return None;
    }
    let mut has_source = code.named(&["src"]).is_some();
    let is_dropped = |(name, value): &(Option<&'_ str>, &str)| match name {
        Some(name) => !FIGURE.contains(name),
        None => std::mem::replace(&mut has_source, true) && !value.is_empty(),
    };
    let dropped: Vec<_> = code.values.iter().copied().filter(is_dropped).collect();
    let dropped: Vec<&str> =
        dropped.into_iter().map(|(name, value)| name.unwrap_or(value)).collect();
    (!dropped.is_empty()).then(|| dropped.join(", "))
}

/// Resolves a link. Like Hugo, resolves a path without a leading slash or dot relative to the page, or else relative to
/// the root of the content.
pub(crate) fn resolve_link(link: &dyn Fn(&str) -> Link, written: &str) -> Link {
    let found = link(written);
    let is_missing = matches!(found, Link::Broken { code: "page-missing", .. });
    if !is_missing || written.starts_with(['/', '.']) {
        return found;
    }
    match link(&format!("/{written}")) {
        Link::Broken { .. } | Link::Refused => found,
        from_root => from_root,
    }
}

impl<'a> Shortcode<'a> {
    fn named(&self, names: &[&str]) -> Option<&'a str> {
        let value = |name: &&str| {
            self.values.iter().find(|(key, _)| *key == Some(*name)).map(|(_, value)| *value)
        };
        names.iter().find_map(value)
    }

    /// Returns the positional value with this index; `None` if there is none.
    fn at(&self, index: usize) -> Option<&'a str> {
        let plain = self.values.iter().filter(|(key, _)| key.is_none());
        plain.map(|(_, value)| *value).nth(index)
    }
}

/// Parses the shortcode at the start of `text`; `None` if there is none.
fn shortcode(text: &str) -> Option<Shortcode<'_>> {
    let text = jsx::near(text);
    let (inside, close) = match text.get(..3)? {
        "{{<" => (&text[3..], ">}}"),
        "{{%" => (&text[3..], "%}}"),
        _ => return None,
    };
    let end = inside.find(close)?;
    let length = 3 + end + 3;
    let inside = inside[..end].trim();
    if inside.starts_with("/*") || inside.contains('\n') {
        return None;
    }
    let (inside, is_empty) = inside.strip_suffix('/').map_or((inside, false), |rest| (rest, true));
    let (inside, is_end) = inside.strip_prefix('/').map_or((inside, false), |rest| (rest, true));
    let inside = inside.trim();
    let name_end = inside.find(char::is_whitespace).unwrap_or(inside.len());
    let (name, values) = inside.split_at(name_end);
    (!name.is_empty()).then(|| Shortcode {
        name,
        is_end,
        is_empty,
        values: parse_arguments(values),
        length,
    })
}

fn parse_arguments(text: &str) -> Vec<(Option<&str>, &str)> {
    let mut values = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let key_end = rest.find(|c: char| c == '=' || c.is_whitespace() || c == '"');
        let key = key_end.filter(|end| *end > 0 && rest[*end..].starts_with('='));
        let (key, value) = match key {
            Some(end) => (Some(&rest[..end]), &rest[end + 1..]),
            None => (None, rest),
        };
        let mark = value.chars().next().filter(|c| matches!(c, '"' | '`'));
        let (value, after) = match mark {
            Some(mark) => value[1..].split_once(mark).unwrap_or((&value[1..], "")),
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        values.push((key, value));
        rest = after.trim_start();
    }
    values
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(body: &str, expected: &str, codes: &[&str]) {
        let read = to_markdown(body).unwrap();
        assert_eq!(read.text, expected, "{body}");
        assert_eq!(read.issues.iter().map(|issue| issue.code).collect::<Vec<_>>(), codes, "{body}");
    }

    #[test]
    fn missing_relative_link_is_resolved_from_the_content_root() {
        let link = |written: &str| match written {
            "c" | "/docs/b" | "/docs/b#x" | "/c" => Link::Page(format!("page {written}")),
            "a.png" | "/a.png" => Link::Media(written.to_owned()),
            _ => Link::Broken { url: written.to_owned(), code: "page-missing" },
        };
        for (written, expected) in [
            ("c", Link::Page("page c".into())),
            ("docs/b", Link::Page("page /docs/b".into())),
            ("docs/b#x", Link::Page("page /docs/b#x".into())),
            ("a.png", Link::Media("a.png".into())),
            ("./docs/b", Link::Broken { url: "./docs/b".into(), code: "page-missing" }),
            ("../c", Link::Broken { url: "../c".into(), code: "page-missing" }),
            ("no/page", Link::Broken { url: "no/page".into(), code: "page-missing" }),
        ] {
            assert_eq!(resolve_link(&link, written), expected, "{written}");
        }
    }

    #[test]
    fn one_line_hugo_tabs_are_converted_only_inside_tabs() {
        check(
            "{{< tabs >}}\n{{< tab \"甲\" >}}a{{< /tab >}}\n{{< tab header=\"B\" >}} b {{% x %}} {{< /tab >}}\n{{< /tabs >}}\n",
            ":::::::::::::: tabs\n== 甲\na\n== B\nb {{% x %}}\n::::::::::::::\n",
            &["shortcode-not-read"],
        );
        check(
            "{{< tab \"A\" >}}a{{< /tab >}}\n",
            "{{< tab \"A\" >}}a{{< /tab >}}\n",
            &["shortcode-not-read", "shortcode-not-read"],
        );
        let body = "{{< tabs >}}\n{{< tab \"A\" >}}{{< x >}}{{< /tab >}}\n{{< y >}}\n";
        let lines: Vec<_> =
            to_markdown(body).unwrap().issues.iter().map(|issue| issue.line).collect();
        assert_eq!(lines, [Some(2), Some(3)]);
    }

    #[test]
    fn block_shortcodes_on_one_line_are_converted() {
        let container =
            |head: &str, body: &str| format!(":::::::::::::: {head}\n{body}\n::::::::::::::\n");
        for (line, expected) in [
            ("{{< note >}} one **line** {{< /note >}}\n", container("note", "one **line**")),
            (
                "{{% alert title=\"W\" color=\"warning\" %}}a{{% /alert %}}\n",
                container("warning W", "a"),
            ),
            (
                "{{< details \"T\" >}}{{< ref \"a.md\" >}}{{< /details >}}\n",
                container("details T", "a.md"),
            ),
            ("{{< hint info >}}提示{{< /hint >}}\n", container("info", "提示")),
            (
                "{{< highlight go >}}x := \"{{\"{{< /highlight >}}\n",
                "```go\nx := \"{{\"\n```\n".to_owned(),
            ),
        ] {
            check(line, &expected, &[]);
        }
        check(
            "- a\n  {{< tip >}}b{{< /tip >}}\n",
            "- a\n  :::::::::::::: tip\n  b\n  ::::::::::::::\n",
            &[],
        );
        check(
            "{{< note >}}a{{< x >}}{{< /note >}}\n",
            &container("note", "a{{< x >}}"),
            &["shortcode-not-read"],
        );
        let read = to_markdown("{{< note >}}a{{< /note >}}\n{{< y >}}\n").unwrap();
        assert_eq!(read.issues.iter().map(|issue| issue.line).collect::<Vec<_>>(), [Some(2)]);
    }

    #[test]
    fn block_shortcodes_beside_text_are_not_converted() {
        for line in ["a {{< note >}}b{{< /note >}}\n", "{{< note >}}b{{< /note >}} c\n"] {
            check(line, line, &["shortcode-not-read", "shortcode-not-read"]);
        }
    }

    #[test]
    fn alt_text_of_a_figure_is_preferred_to_its_title() {
        for figure in [
            "{{< figure src=\"p.png\" title=\"T\" alt=\"A\" >}}",
            "{{< figure alt=\"A\" title=\"T\" src=\"p.png\" >}}",
        ] {
            check(figure, "![A](<p.png>)<br><em><strong>T</strong></em>", &[]);
        }
    }

    #[test]
    fn figure_keeps_its_caption_link_and_size() {
        check(
            "{{< figure src=\"a.png\" caption=\"See **b** [c](./c.md)\" link=\"./d.md\" >}}\n",
            "[![See **b** c(./c.md)](<a.png>)](<./d.md>)<br><em>See **b** [c](./c.md)</em>\n",
            &[],
        );
        check(
            "{{< figure src=\"a.png\" alt=\"x\" width=\"300px\" height=20 >}}\n",
            "<img src=\"a.png\" alt=\"x\" width=\"300\" height=\"20\">\n",
            &[],
        );
        check(
            "{{< figure src=\"a.png\" attr=\"N\" attrlink=\"https://n.org\" class=\"wide\" >}}",
            "![](<a.png>)<br><em>[N](<https://n.org>)</em>",
            &["attributes-dropped"],
        );
        check("{{< imgproc a.png Fit 9x9 >}}", "![](<a.png>)", &["attributes-dropped"]);
        check("{{< figure a.png >}}", "![](<a.png>)", &[]);
    }

    #[test]
    fn known_block_shortcodes_are_converted() {
        check(
            "{{% alert title=\"Mind: this\" color=\"warning\" %}}\na\n{{% /alert %}}\n",
            ":::::::::::::: warning Mind: this\na\n::::::::::::::\n",
            &[],
        );
        check(
            "{{< details \"More\" >}}\n{{< note >}}\nb\n{{< /note >}}\n{{< /details >}}\n",
            ":::::::::::::: details More\n::::::::::::: note\nb\n:::::::::::::\n::::::::::::::\n",
            &[],
        );
        check(
            "{{< tabs items=\"A, B\" >}}\n{{< tab >}}\nx\n{{< /tab >}}\n{{< tab \"C\" >}}\ny\n{{< /tab >}}\n{{< /tabs >}}\n",
            ":::::::::::::: tabs\n== A\nx\n\n== C\ny\n\n::::::::::::::\n",
            &[],
        );
        check(
            "{{< highlight go >}}\nx {{< y >}}\n{{< /highlight >}}\n",
            "```go\nx {{< y >}}\n```\n",
            &[],
        );
    }

    #[test]
    fn inline_links_and_images_are_converted() {
        check(
            "[a]({{< ref \"b.md#c\" >}}) {{< figure src=\"d e.png\" caption=\"F\" >}}",
            "[a](b.md#c) ![F](<d e.png>)<br><em>F</em>",
            &[],
        );
        check("{{< youtube abc-1 >}}", "<https://www.youtube.com/watch?v=abc-1>", &[]);
    }

    #[test]
    fn emoji_and_image_sizes_are_converted() {
        check("## A :tada: `:tada:`\n", "## A 🎉 `:tada:`\n", &[]);
        check("![x](a.png){width=30}\n", "<img src=\"a.png\" alt=\"x\" width=\"30\">\n", &[]);
        check("a{b=1} {{< x >}}{.c}\n", "a{b=1} {{< x >}}{.c}\n", &["shortcode-not-read"]);
    }

    #[test]
    fn attributes_below_a_block_are_removed_and_reported() {
        check("| a |\n|---|\n| b |\n{.c #d}\n", "| a |\n|---|\n| b |\n\n", &["attributes-dropped"]);
        check("a\r\n{.c}\r\n", "a\r\n\r\n", &["attributes-dropped"]);
        for text in ["a\n\n{.c}\n", "{.c}\n", "a\n{b}\n", "a\n{.c} d\n", "```\na\n{.c}\n```\n"] {
            check(text, text, &[]);
        }
    }

    #[test]
    fn separator_of_columns_is_removed() {
        check(
            "{{< columns >}}\na\n\n<--->\n\nb\n{{< /columns >}}\n<--->\n",
            "\na\n\n\n\nb\n\n<--->\n",
            &[],
        );
    }

    #[test]
    fn unknown_shortcodes_are_unchanged_and_reported() {
        check(
            "{{< mine a=1 >}}\nx\n{{< /mine >}}\n",
            "{{< mine a=1 >}}\nx\n{{< /mine >}}\n",
            &["shortcode-not-read"; 2],
        );
        check(
            "{{< mine >}}x{{< /mine >}}\n",
            "{{< mine >}}x{{< /mine >}}\n",
            &["shortcode-not-read"; 2],
        );
    }

    #[test]
    fn shortcodes_in_comment_delimiters_or_code_are_text() {
        check("{{</* note */>}} `{{< x >}}`\n", "{{< note >}} `{{< x >}}`\n", &[]);
        check("`{{%/* a b=\"c\" */%}}`{{</* /a */>}}\n", "`{{% a b=\"c\" %}}`{{< /a >}}\n", &[]);
        check("```\n{{</* note */>}}\n```\n", "```\n{{< note >}}\n```\n", &[]);
        check("{{</* open\n", "{{</* open\n", &[]);
        check("```\n{{< note >}}\n```\n", "```\n{{< note >}}\n```\n", &[]);
    }

    proptest! {
        #[test]
        fn hugo_conversion_keeps_the_line_count(body in "[{<%>}/ notebais=\"`\n*文]{0,120}") {
            if let Some(read) = to_markdown(&body) {
                prop_assert_eq!(read.text.matches('\n').count(), body.matches('\n').count());
            }
        }
    }
}
