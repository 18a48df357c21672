//! Callout containers: `::: tip Title` and `> [!NOTE]`.

use comrak::nodes::AlertType;
use core_wasm::locale::Locale;

/// Style of a callout; the value of `data-tone`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Note,
    Tip,
    Important,
    Warning,
    Danger,
    Info,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Container {
    /// Callout. `title: None` means the default title of the tone; `has_title: false` means no
    /// title.
    Callout { tone: Tone, title: Option<String>, has_title: bool },
    Details {
        title: Option<String>,
        is_open: bool,
        /// Tone that provides the default title.
        tone: Option<Tone>,
    },
    /// Tabs; a line `== Title` or `@tab Title` begins a tab.
    Tabs,
    /// Tabs of code; each code block is a tab.
    CodeGroup,
    /// Container without a style: only its title and its content are displayed.
    Plain { name: String, title: Option<String> },
}

impl Tone {
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Tip => "tip",
            Self::Important => "important",
            Self::Warning => "warning",
            Self::Danger => "danger",
            Self::Info => "info",
        }
    }

    pub fn title(self, locale: Locale) -> &'static str {
        let (english, chinese) = match self {
            Self::Note => ("Note", "备注"),
            Self::Tip => ("Tip", "提示"),
            Self::Important => ("Important", "重要"),
            Self::Warning => ("Warning", "警告"),
            Self::Danger => ("Danger", "危险"),
            Self::Info => ("Info", "信息"),
        };
        if locale == Locale::Zh { chinese } else { english }
    }

    pub(crate) fn of_alert(alert: AlertType) -> Self {
        match alert {
            AlertType::Note => Self::Note,
            AlertType::Tip => Self::Tip,
            AlertType::Important => Self::Important,
            AlertType::Warning => Self::Warning,
            AlertType::Caution => Self::Danger,
        }
    }

    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "note" | "abstract" | "quote" => Self::Note,
            "tip" | "hint" | "success" => Self::Tip,
            "important" => Self::Important,
            "warning" | "caution" | "attention" => Self::Warning,
            "danger" | "error" | "failure" => Self::Danger,
            "info" => Self::Info,
            _ => return None,
        })
    }
}

pub(crate) fn details_title(locale: Locale) -> &'static str {
    if locale == Locale::Zh { "详细信息" } else { "Details" }
}

/// Parses the text after the colons: `tip Title`, `tip[Title]`, `tip {title="x"}`, `details T
/// {open}`.
pub fn parse_container(info: &str) -> Container {
    let info = info.trim();
    let name_end =
        info.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').unwrap_or(info.len());
    let (name, rest) = info.split_at(name_end);
    let (title, attributes) = split_attributes(rest.trim());
    let title = callout_attribute(attributes, "title").or_else(|| {
        let bare = title
            .strip_prefix('[')
            .and_then(|inside| inside.strip_suffix(']'))
            .unwrap_or(title)
            .trim();
        (!bare.is_empty()).then(|| bare.to_owned())
    });
    let name = name.to_lowercase();
    if name == "details" || name == "collapse" {
        let is_open = attributes.split_whitespace().any(|word| word == "open");
        return Container::Details { title, is_open, tone: None };
    }
    // The conversions of foldable alerts and of collapsible MkDocs admonitions create names that begin with `fold-`.
    if let Some(tone) = name.strip_prefix("fold-").and_then(Tone::of) {
        let is_open = attributes == "open";
        return Container::Details { title, is_open, tone: Some(tone) };
    }
    if name == "tabs" || name == "code-tabs" {
        return Container::Tabs;
    }
    if name == "code-group" {
        return Container::CodeGroup;
    }
    match Tone::of(&name) {
        Some(tone) => {
            let has_title = !attributes.split_whitespace().any(|word| word == "no-title");
            Container::Callout { tone, title, has_title }
        }
        None => Container::Plain { name, title },
    }
}

/// Splits `Title {a b="c"}` into `Title` and `a b="c"`.
fn split_attributes(text: &str) -> (&str, &str) {
    let inside = text.strip_suffix('}').and_then(|text| text.rsplit_once('{'));
    match inside.filter(|(_, inside)| are_attributes(inside)) {
        Some((title, attributes)) => (title.trim(), attributes.trim()),
        None => (text, ""),
    }
}

/// Removes the braces from a title if `parse_container` would parse its end as attributes.
pub(crate) fn without_attributes(title: String) -> String {
    if split_attributes(&title).0 == title { title } else { title.replace(['{', '}'], "") }
}

/// Whether the text inside braces is a list of attributes: it contains `=`, or consists of words such as `#id`,
/// `.class`, and `:name`, and the words `open`, `no-title`, and `active`. Other braces belong to the title.
fn are_attributes(inside: &str) -> bool {
    let is_attribute = |word: &str| {
        word.starts_with(['#', '.', ':']) || matches!(word, "open" | "no-title" | "active")
    };
    let mut words = inside.split_whitespace().peekable();
    inside.contains('=') || words.peek().is_some() && words.all(is_attribute)
}

fn callout_attribute(attributes: &str, name: &str) -> Option<String> {
    let after = attributes.split_once(name)?.1.trim_start().strip_prefix('=')?.trim_start();
    let value = match after.chars().next()? {
        quote @ ('"' | '\'') => after[1..].split(quote).next()?,
        _ => after.split_whitespace().next()?,
    };
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(info: &str, tone: Tone, title: Option<&str>, has_title: bool) {
        let title = title.map(str::to_owned);
        assert_eq!(parse_container(info), Container::Callout { tone, title, has_title }, "{info}");
    }

    #[test]
    fn callout_title_is_parsed_in_every_notation() {
        check("tip", Tone::Tip, None, true);
        check("tip 提示", Tone::Tip, Some("提示"), true);
        check("caution[Mind: this]", Tone::Warning, Some("Mind: this"), true);
        check("tip{title=\"Custom Title\"}", Tone::Tip, Some("Custom Title"), true);
        check("info {title='a b'}", Tone::Info, Some("a b"), true);
        check("tip {no-title}", Tone::Tip, None, false);
        check("danger STOP {#id}", Tone::Danger, Some("STOP"), true);
        check("note Title with {braces}", Tone::Note, Some("Title with {braces}"), true);
        check("note {用户} 与 {id}", Tone::Note, Some("{用户} 与 {id}"), true);
        check("note[A {b}]{.c}", Tone::Note, Some("A {b}"), true);
        check("note 空对象 {}", Tone::Note, Some("空对象 {}"), true);
    }

    #[test]
    fn details_tabs_and_unknown_containers_are_not_callouts() {
        let details = |title: Option<&str>, is_open| Container::Details {
            title: title.map(str::to_owned),
            is_open,
            tone: None,
        };
        assert_eq!(parse_container("details"), details(None, false));
        assert_eq!(parse_container("details Click {open}"), details(Some("Click"), true));
        assert_eq!(parse_container("code-group"), Container::CodeGroup);
        assert_eq!(parse_container("tabs key:a"), Container::Tabs);
        assert_eq!(parse_container("code-tabs#shell"), Container::Tabs);
        let plain = |name: &str, title: Option<&str>| Container::Plain {
            name: name.into(),
            title: title.map(str::to_owned),
        };
        assert_eq!(parse_container("steps"), plain("steps", None));
        assert_eq!(parse_container("theorem Euler"), plain("theorem", Some("Euler")));
        assert_eq!(parse_container(""), plain("", None));
        assert_eq!(parse_container("{.x}"), plain("", None));
    }
}
