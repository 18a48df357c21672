//! Inline syntax of MkDocs, such as attribute lists, icons, keys, highlighted text, and formulas.

use crate::callout::{self, Container};
use crate::emoji;
use crate::fences;
use crate::flavors::attribute_list;
use crate::math_delimiters;
use crate::plugins::{Plugin, Plugins};
use pailou_content::issue::Issue;
use pailou_content::jsx;

/// Prefixes of icon shortcodes.
const ICONS: &[&str] = &["material-", "fontawesome-", "octicons-", "simple-"];

/// Converts a line outside code.
pub(super) fn convert_mkdocs_line(
    text: &str,
    plugins: Plugins,
    line: u32,
    issues: &mut Vec<Issue>,
) -> String {
    let trimmed = text.trim();
    if trimmed == "[TOC]" {
        return String::new();
    }
    if trimmed.starts_with("*[") && trimmed.contains("]:") {
        issues.push(Issue::note("abbreviation-dropped", line, trimmed));
        return String::new();
    }
    // A container with an unknown name is a directive of a plugin, such as mkdocstrings.
    let container = trimmed.strip_prefix(":::").map(|rest| rest.trim_start_matches(':'));
    let container = container.filter(|info| !info.trim().is_empty()).map(callout::parse_container);
    if matches!(container, Some(Container::Plain { .. })) {
        issues.push(Issue::warning("interpolation-not-read", line, jsx::short(trimmed)));
        return format!("\\{text}");
    }
    let mut out = String::with_capacity(text.len());
    // If an icon at the start of a list item is removed, the rest must begin in the same column.
    let marker = list_marker(text);
    out.push_str(marker);
    let mut whole = &text[marker.len()..];
    while let Some(at) = whole.find(MARKUP) {
        out.push_str(&whole[..at]);
        whole = &whole[at..];
        let near = jsx::near(whole);
        let length = convert_syntax(near, plugins, &mut out, line, issues).unwrap_or_else(|| {
            let length = jsx::kept_or_tag(near);
            out.push_str(&near[..length]);
            length
        });
        whole = &whole[length..];
    }
    out.push_str(whole);
    if !marker.is_empty() {
        let content = out.split_off(marker.len());
        out.push_str(content.trim_start());
    }
    out
}

/// Returns the marker of a list item with the one to four spaces after it; empty for any other text.
fn list_marker(text: &str) -> &str {
    let Some(marker) = fences::item_marker(text) else { return "" };
    let content = text[marker..].trim_start_matches(' ');
    match text.len() - marker - content.len() {
        1..=4 => &text[..text.len() - content.len()],
        _ => "",
    }
}

const MARKUP: [char; 9] = ['`', '\\', '{', ':', '+', '=', '^', '~', '<'];

/// Converts the syntax at the start of `text`, if there is any. Returns its length.
fn convert_syntax(
    text: &str,
    plugins: Plugins,
    out: &mut String,
    line: u32,
    issues: &mut Vec<Issue>,
) -> Option<usize> {
    match text.as_bytes()[0] {
        b'\\' if plugins.has(Plugin::Math) => math_delimiters::convert_inline_math(text, "\\", out),
        b'{' if !text.contains('}') => None,
        b'{' => critic(text, out, line, issues)
            .or_else(|| template(text, out, line, issues))
            .or_else(|| attribute_list::take_attributes(text, out, line, issues)),
        b':' => icon(text, line, issues).or_else(|| emoji::take_emoji(text, out)),
        b'+' if plugins.has(Plugin::Keys) => keys(text, out),
        b'=' if plugins.has(Plugin::Mark) => convert_between(text, "==", "mark", out),
        b'^' if plugins.has(Plugin::Caret) => {
            convert_between(text, "^^", "ins", out).or_else(|| script(text, '^', "sup", out))
        }
        b'~' if plugins.has(Plugin::Tilde) => script(text, '~', "sub", out),
        _ => None,
    }
}

/// Leaves `{{ macro }}` and `{% if %}` of a plugin unchanged and reports them.
fn template(text: &str, out: &mut String, line: u32, issues: &mut Vec<Issue>) -> Option<usize> {
    let end = ["{{", "{%"]
        .iter()
        .zip(["}}", "%}"])
        .find_map(|(open, close)| Some(text.strip_prefix(open)?.find(close)? + 4))?;
    issues.push(Issue::warning("interpolation-not-read", line, jsx::short(&text[..end])));
    out.push_str(&text[..end]);
    Some(end)
}

/// Converts Critic Markup at the start of the text: `{--deleted--}`, `{++added++}`, `{~~old~>new~~}`, `{==marked==}`,
/// `{>>comment<<}`. Returns its length, or `None` if there is none.
fn critic(text: &str, out: &mut String, line: u32, issues: &mut Vec<Issue>) -> Option<usize> {
    let inside = text.strip_prefix('{')?;
    let open = inside.get(..2)?;
    let close = if open == ">>" { "<<" } else { open };
    if !matches!(open, "--" | "++" | "~~" | "==" | ">>") {
        return None;
    }
    let words = &inside[2..2 + inside[2..].find(&format!("{close}}}"))?];
    let element = |name: &str, words: &str| format!("<{name}>{words}</{name}>");
    match (open, words.split_once("~>")) {
        ("--", _) => out.push_str(&element("del", words)),
        ("++", _) => out.push_str(&element("ins", words)),
        ("==", _) => out.push_str(&element("mark", words)),
        ("~~", Some((old, new))) => out.push_str(&(element("del", old) + &element("ins", new))),
        ("~~", None) => return None,
        _ => issues.push(Issue::note("remark-dropped", line, jsx::short(words))),
    }
    Some(1 + 2 + words.len() + 3)
}

/// Converts a subscript (`~2~`) or superscript (`^2^`) at the start of the text to HTML. The content has no spaces or
/// brackets, and the delimiters are not doubled. Returns its length, or `None` if there is none.
fn script(text: &str, delimiter: char, element: &str, out: &mut String) -> Option<usize> {
    let inside = text.strip_prefix(delimiter)?;
    let end =
        inside.find(|c: char| c == delimiter || c.is_whitespace() || matches!(c, '[' | ']'))?;
    let is_single = !out.ends_with([delimiter, '[']) && !inside[end + 1..].starts_with(delimiter);
    if end == 0 || !is_single || !inside[end..].starts_with(delimiter) {
        return None;
    }
    out.push_str(&format!("<{element}>{}</{element}>", &inside[..end]));
    Some(end + 2)
}

/// Removes an icon such as `:material-check:` at the start of the text. Returns its length, or `None` if there is none.
fn icon(text: &str, line: u32, issues: &mut Vec<Issue>) -> Option<usize> {
    let inside = &text[1..];
    if !ICONS.iter().any(|set| inside.starts_with(set)) {
        return None;
    }
    let end = inside.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))?;
    if !inside[end..].starts_with(':') {
        return None;
    }
    issues.push(Issue::note("icon-dropped", line, &text[..end + 2]));
    Some(end + 2)
}

/// Converts keys such as `++ctrl+alt+delete++` at the start of the text. Returns their length, or `None` if there are
/// none.
fn keys(text: &str, out: &mut String) -> Option<usize> {
    let inside = text.strip_prefix("++")?;
    let end = inside.find("++")?;
    let is_key = |key: &str| {
        let key = key.trim_matches('"');
        !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    };
    let names: Vec<&str> = inside[..end].split('+').collect();
    if !names.iter().all(|key| is_key(key)) {
        return None;
    }
    for (number, key) in names.iter().enumerate() {
        let mut words = key.trim_matches('"').replace('-', " ");
        if let Some(first) = words.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        out.push_str(if number > 0 { "+" } else { "" });
        out.push_str(&format!("<kbd>{words}</kbd>"));
    }
    Some(end + 4)
}

/// Converts `==marked==` or `^^inserted^^` at the start of the text. Returns its length, or `None` if there is none.
fn convert_between(text: &str, delimiter: &str, element: &str, out: &mut String) -> Option<usize> {
    let inside = text.strip_prefix(delimiter)?;
    let words = &inside[..inside.find(delimiter)?];
    if words.is_empty() || words.trim() != words || words.starts_with(&delimiter[..1]) {
        return None;
    }
    out.push_str(&format!("<{element}>{words}</{element}>"));
    Some(words.len() + 2 * delimiter.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, codes: &[&str]) {
        let mut issues = Vec::new();
        assert_eq!(convert_mkdocs_line(text, Plugins::ALL, 1, &mut issues), expected, "{text}");
        assert_eq!(issues.iter().map(|issue| issue.code).collect::<Vec<_>>(), codes, "{text}");
    }

    #[test]
    fn attributes_are_removed_and_heading_ids_kept() {
        check("[a](b){ .md-button }", "[a](b)", &["attributes-dropped"]);
        check("![a](b){: width=\"1 2\" loading=lazy } c", "![a](b) c", &["attributes-dropped"]);
        check("## A { #b .c data-toc-label='x' }", "## A {#b}", &[]);
        check("`{ .a }` { c } {}", "`{ .a }` { c } {}", &[]);
    }

    #[test]
    fn template_expression_is_unchanged_and_reported() {
        check("a {{ b }} {% c %}", "a {{ b }} {% c %}", &["interpolation-not-read"; 2]);
    }

    #[test]
    fn mkdocs_inline_markup_is_converted() {
        for (text, expected) in [
            ("^^a b^^ x^2^ H~2~O", "<ins>a b</ins> x<sup>2</sup> H<sub>2</sub>O"),
            ("{--a--}{++b++} {==c==}", "<del>a</del><ins>b</ins> <mark>c</mark>"),
            ("{~~a~>b c~~}", "<del>a</del><ins>b c</ins>"),
            ("++ctrl+c++ {++a++}", "<kbd>Ctrl</kbd>+<kbd>C</kbd> <ins>a</ins>"),
            ("~~gone~~ [^1] x[^2] ~a b~ 2^10 ^", "~~gone~~ [^1] x[^2] ~a b~ 2^10 ^"),
            ("\\^a^ `x^2^` <a title=\"^2^\">", "\\^a^ `x^2^` <a title=\"^2^\">"),
            ("\\( x \\) \\(a_1+b\\), \\(really no\\)", "$`x`$ $`a_1+b`$, \\(really no\\)"),
        ] {
            check(text, expected, &[]);
        }
        check("a{>>why<<}", "a", &["remark-dropped"]);
    }

    #[test]
    fn syntax_of_disabled_plugins_is_text() {
        for text in ["3~4人，30~40人 H~2~O", "x^2^ ^^a^^", "==a==", "i++ j++ ++ctrl++", "\\(a_1\\)"]
        {
            let mut issues = Vec::new();
            assert_eq!(convert_mkdocs_line(text, Plugins::NONE, 1, &mut issues), text);
        }
    }

    #[test]
    fn directive_of_a_plugin_is_text_and_reported() {
        check("::: pkg.Class", "\\::: pkg.Class", &["interpolation-not-read"]);
        check(":::: a.b", "\\:::: a.b", &["interpolation-not-read"]);
        for text in ["::: tip", "::: details T", ":::", "::::"] {
            check(text, text, &[]);
        }
    }

    #[test]
    fn icon_at_the_start_of_a_list_item_is_removed_with_its_space() {
        check("-   :material-a: b", "-   b", &["icon-dropped"]);
        let codes = ["icon-dropped", "attributes-dropped"];
        check("1.  :material-c:{ .lg } C", "1.  C", &codes);
        check("-   a :material-b: c", "-   a  c", &["icon-dropped"]);
        check("-       code", "-       code", &[]);
    }

    #[test]
    fn icons_are_removed_and_keys_and_highlights_converted() {
        check(":material-check: a :smile: b:c", " a 😄 b:c", &["icon-dropped"]);
        check("++ctrl+page-up++ c++ d", "<kbd>Ctrl</kbd>+<kbd>Page up</kbd> c++ d", &[]);
        check("a ==b c== == d ==", "a <mark>b c</mark> == d ==", &[]);
    }

    #[test]
    fn contents_placeholders_and_abbreviations_are_removed() {
        check("[TOC]", "", &[]);
        check("*[HTML]: Words", "", &["abbreviation-dropped"]);
    }
}
