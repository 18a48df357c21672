//! Components of documentation generators.
//!
//! Unknown components keep their text and are reported.

use crate::callout;
use pailou_content::jsx::Tag;

const MAX_COLONS: usize = 14;

/// Conversion of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Role {
    /// Container with this name and title.
    Container(String),
    /// Tab with this title.
    Tab(String),
    /// Only the content is displayed.
    Transparent,
    /// Line of Markdown before the content.
    Heading(String),
    /// Text that replaces the component.
    Words(String),
    /// Link around the content, with this target.
    Link(String),
}

/// Placeholder for a tab without a title.
pub(super) const NO_TITLE: &str = "…";

impl Role {
    /// Returns the role of a component; `None` for an unknown one.
    pub(super) fn of(tag: &Tag<'_>) -> Option<Self> {
        let text = |names: &[&str]| {
            let found = names.iter().find_map(|name| tag.attribute(name));
            found.map(str::trim).filter(|text| !text.is_empty())
        };
        let words = |names: &[&str]| {
            let found = names.iter().find_map(|name| tag.words(name));
            found.map(|words| strip_brackets(&words))
        };
        let title = || words(&["title", "label"]);
        Some(match tag.name {
            "Tabs" | "CodeTabs" | "SimpleTab" => Self::Container("tabs".to_owned()),
            "TabItem" | "Tab" | "Tabs.Tab" => {
                Self::Tab(words(&["label", "title", "value"]).unwrap_or(NO_TITLE.to_owned()))
            }
            // Tab of `<SimpleTab>`.
            "div" => Self::Tab(strip_brackets(text(&["label"])?)),
            "Aside" | "Admonition" | "Callout" => {
                let tone = component_tone(text(&["type", "variant"]).unwrap_or("note"));
                Self::Container(container_name(tone, title()))
            }
            "Note" | "Tip" | "Info" | "Warning" | "Danger" | "Caution" => {
                Self::Container(container_name(component_tone(tag.name), title()))
            }
            "Details" | "Accordion" | "Collapse" => {
                Self::Container(container_name("details", title()))
            }
            "Cards.Card" | "LinkCard" if tag.name == "LinkCard" || tag.is_empty => {
                let (title, href) = (title()?, text(&["href", "link"])?);
                let words = words(&["description"]).map(|words| format!(": {words}"));
                Self::Words(format!("- [{title}](<{href}>){}", words.unwrap_or_default()))
            }
            "Card" | "Cards.Card" => Self::Heading(format!("**{}**", title()?)),
            "Steps" | "FileTree" | "CardGrid" | "CardGroup" | "LinkGrid" | "Cards"
            | "AccordionGroup" | "BrowserWindow" => Self::Transparent,
            "Link" | "LinkButton" | "ButtonLink" | "Button" => {
                Self::Link(text(&["to", "href"])?.to_owned())
            }
            "Badge" => Self::Words(words(&["text"])?),
            _ => return None,
        })
    }

    /// Returns the title as Markdown that can precede text on the same line; `None` if there is no title.
    pub(super) fn title(&self) -> Option<String> {
        let title = match self {
            Self::Container(head) => head.split_once(' ')?.1,
            Self::Tab(title) => title,
            Self::Heading(words) => return Some(format!("{words} ")),
            _ => return None,
        };
        Some(format!("**{title}** "))
    }

    pub(super) fn is_block(&self) -> bool {
        !matches!(self, Self::Words(_) | Self::Link(_) | Self::Transparent)
    }
}

/// Returns the colons of a container at this depth; outer containers have more.
pub(super) fn colons(depth: usize) -> String {
    ":".repeat(MAX_COLONS.saturating_sub(depth).max(4))
}

fn container_name(name: &str, title: Option<String>) -> String {
    title.map_or_else(|| name.to_owned(), |title| format!("{name} {title}"))
}

fn component_tone(name: &str) -> &'static str {
    match name.to_ascii_lowercase().as_str() {
        "tip" | "success" => "tip",
        "info" => "info",
        "warning" | "caution" => "warning",
        "danger" | "error" => "danger",
        "important" => "important",
        _ => "note",
    }
}

/// Collapses white space, and removes square brackets and the braces that would be parsed as attributes of a title.
pub(super) fn strip_brackets(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(['[', ']'], "");
    callout::without_attributes(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_content::jsx;

    #[track_caller]
    fn check(tag: &str, role: Option<Role>) {
        assert_eq!(Role::of(&jsx::tag(tag).unwrap()), role, "{tag}");
    }

    #[test]
    fn component_role_depends_on_name_and_attributes() {
        check("<Tabs groupId=\"os\">", Some(Role::Container("tabs".into())));
        check("<TabItem value=\"a\" label=\"A b\">", Some(Role::Tab("A b".into())));
        check("<Aside type='caution' title='T'>", Some(Role::Container("warning T".into())));
        check("<Steps>", Some(Role::Transparent));
        check("<Link to=\"/a\">", Some(Role::Link("/a".into())));
        check("<LinkCard title=\"T\" href=\"/a\" />", Some(Role::Words("- [T](</a>)".into())));
        check("<SimpleTab>", Some(Role::Container("tabs".into())));
        check("<div label=\"A b\">", Some(Role::Tab("A b".into())));
        check("<div class=\"a\">", None);
        check("<Card icon=\"x\">", None);
        check("<Mine>", None);
    }
}
