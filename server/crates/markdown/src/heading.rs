//! Headings and their ids.
//!
//! Ids are unique and may contain letters of any script. A placeholder such as `<T>` is part of the
//! text, not of the id.

use std::collections::{HashMap, HashSet};

use comrak::nodes::{Node, NodeValue};

use crate::parser::{line_of, plain_text, visible_text};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    pub id: String,
    /// Level in the Markdown, 1 to 6. In `Rendered`, it is the displayed level, at least 2.
    pub level: u8,
    pub text: String,
    pub line: u32,
}

/// Data from which the heading ids of other generators are derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IdSource {
    /// Text without raw HTML.
    pub(crate) words: String,
    /// Whether the heading has an explicit id.
    pub(crate) has_own_id: bool,
}

/// Returns all headings in document order. Removes explicit `{#id}` attributes from the tree.
pub fn collect_headings(root: Node<'_>) -> Vec<Heading> {
    collect_visible(root, &|_| false).0
}

/// Like [`collect_headings`], but the texts include raw HTML for which `is_shown` returns true, such as the placeholder
/// `<T>`. Also returns the data from which the ids of other generators are derived.
pub(crate) fn collect_visible(
    root: Node<'_>,
    is_shown: &dyn Fn(&str) -> bool,
) -> (Vec<Heading>, Vec<IdSource>) {
    let mut headings = Vec::new();
    let mut own_ids = Vec::new();
    let mut sources = Vec::new();
    for node in root.descendants() {
        let NodeValue::Heading(heading) = node.data().value else { continue };
        let own_id = take_id(node);
        let words = plain_text(node).trim().to_owned();
        sources.push(IdSource { words, has_own_id: own_id.is_some() });
        own_ids.push(own_id);
        headings.push(Heading {
            id: String::new(),
            level: heading.level,
            text: visible_text(node, is_shown).trim().to_owned(),
            line: line_of(node),
        });
    }
    let mut ids = Ids::default();
    // Explicit ids may be linked from other pages, so they are assigned before derived ids.
    for (heading, own) in headings.iter_mut().zip(&own_ids) {
        if let Some(own) = own {
            heading.id = ids.unique(own.clone());
        }
    }
    for (heading, source) in headings.iter_mut().zip(&sources) {
        if heading.id.is_empty() {
            heading.id = ids.unique(slug(&source.words));
        }
    }
    (headings, sources)
}

/// Returns the id that Pailou derives from a heading: lower case; letters and digits of any script
/// are retained, and spaces become `-`. Unlike on GitHub, the text is trimmed.
pub(crate) fn slug(text: &str) -> String {
    let keeps =
        |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ') || is_combining_mark(*c);
    let slug: String = text.to_lowercase().chars().filter(keeps).collect();
    slug.trim().replace(' ', "-")
}

/// Whether a character is a combining mark other than a variation selector.
fn is_combining_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c) && !('\u{fe00}'..='\u{fe0f}').contains(&c)
}

/// Generator of unique ids.
#[derive(Default)]
pub(crate) struct Ids {
    used_ids: HashSet<String>,
    next: HashMap<String, usize>,
}

impl Ids {
    /// Creates a generator that avoids the given ids.
    pub(crate) fn beside(used_ids: HashSet<String>) -> Self {
        Self { used_ids, next: HashMap::new() }
    }

    /// Adds an id to the used ids; returns false if it is in use, empty, or reserved ([`is_reserved`]).
    pub(crate) fn take(&mut self, id: &str) -> bool {
        !id.is_empty() && !is_reserved(id) && self.used_ids.insert(id.to_owned())
    }

    pub(crate) fn unique(&mut self, wish: String) -> String {
        let wish = if wish.is_empty() { "section".to_owned() } else { wish };
        let wish = if is_reserved(&wish) { format!("section-{wish}") } else { wish };
        let next = self.next.entry(wish.clone()).or_insert(0);
        loop {
            let id = if *next == 0 { wish.clone() } else { format!("{wish}-{next}") };
            *next += 1;
            if self.used_ids.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// Ids of the page layout and of its feedback form.
const LAYOUT: [&str; 8] = [
    "pailou-data",
    "pailou-docs-outline",
    "pailou-docs-tree",
    "pailou-feedback-failed",
    "pailou-feedback-thanks",
    "pailou-later",
    "pailou-main",
    "pailou-root",
];

/// Whether the page layout, footnotes, or raw HTML use an id.
pub(crate) fn is_reserved(id: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_note = id.strip_prefix("fn-").is_some_and(is_number);
    let reference = id.strip_prefix("fnref-");
    let is_reference = reference.is_some_and(|number| number.split('-').all(is_number));
    LAYOUT.contains(&id) || is_note || is_reference || id.starts_with("user-content-")
}

/// Removes and returns an explicit id at the end of a heading: `{#id}`, `{#id .class}`, `{: #id }`. Returns `None` if
/// there is none.
fn take_id(heading: Node<'_>) -> Option<String> {
    let last = heading.last_child()?;
    let mut data = last.data_mut();
    let NodeValue::Text(text) = &mut data.value else { return None };
    let (before, id) = split_id(text)?;
    let (before, id) = (before.trim_end().to_owned(), id.to_owned());
    *text = before.into();
    Some(id)
}

pub(crate) fn split_id(text: &str) -> Option<(&str, &str)> {
    let (before, inside) = text.trim_end().strip_suffix('}')?.rsplit_once('{')?;
    let inside = inside.trim_start_matches(':').trim();
    let id = inside.split_whitespace().find_map(|word| word.strip_prefix('#'))?;
    let is_clean = !id.is_empty() && !id.contains(['"', '\'', '<', '>', '#', '{', '%', '&']);
    is_clean.then_some((before, id))
}

#[cfg(test)]
mod tests {
    use comrak::Arena;

    use super::*;
    use crate::flavor::Flavor;
    use crate::parser::{Purpose, options, parse};

    #[track_caller]
    fn check(markdown: &str, expected: &[(&str, &str)]) {
        let arena = Arena::new();
        let root = parse(&arena, markdown, &options(Purpose::Reading, Flavor::Markdown)).unwrap();
        let headings = collect_headings(root);
        let actual: Vec<_> =
            headings.iter().map(|heading| (heading.id.as_str(), heading.text.as_str())).collect();
        assert_eq!(actual, expected, "{markdown:?}");
    }

    #[test]
    fn heading_ids_preserve_letters_of_every_script() {
        check("# Hello, World!", &[("hello-world", "Hello, World!")]);
        check("## 安装 与 配置（一）", &[("安装-与-配置一", "安装 与 配置（一）")]);
        check("## `config.toml` *file*", &[("configtoml-file", "config.toml file")]);
        check("## 🚀 Launch", &[("launch", "🚀 Launch")]);
        check("## 🎉", &[("section", "🎉")]);
        check("##", &[("section", "")]);
    }

    #[test]
    fn heading_ids_are_unique_and_not_reserved() {
        check("# A\n# A\n# A-1\n# A", &[("a", "A"), ("a-1", "A"), ("a-1-1", "A-1"), ("a-2", "A")]);
        check("# Root\n# Fn 1", &[("root", "Root"), ("section-fn-1", "Fn 1")]);
        check("# Fnref 1-2", &[("section-fnref-1-2", "Fnref 1-2")]);
        check("# Pailou Main", &[("section-pailou-main", "Pailou Main")]);
        check(
            "# Pailou 安装\n# Fn 键\n# Fn",
            &[("pailou-安装", "Pailou 安装"), ("fn-键", "Fn 键"), ("fn", "Fn")],
        );
    }

    #[test]
    fn explicit_heading_id_is_used() {
        check("# 安装 {#install}", &[("install", "安装")]);
        check("# A \\{#b-c}", &[("b-c", "A")]);
        check("# A {: #b }", &[("b", "A")]);
        check("# A {#b .c}\n# B", &[("b", "A"), ("b-1", "B")]);
        check("# B\n# A {#b}", &[("b-1", "B"), ("b", "A")]);
        check("# A {#\"b\"}", &[("a-b", "A {#\"b\"}")]);
        check("# `x` {#y}", &[("y", "x")]);
    }

    #[test]
    fn explicit_heading_id_may_contain_emphasis_characters() {
        for (markdown, id) in [
            ("## 标题 {#__init__}", "__init__"),
            ("## 标题 {#a_b_c}", "a_b_c"),
            ("## 标题 {#*a*} ##", "*a*"),
            ("## 标题 \\{#_a_}", "_a_"),
            ("- > ## 标题 {: #_a_ .b }", "_a_"),
            ("标题 {#__a__}\n===", "__a__"),
            ("## 标题 {#$a$}", "$a$"),
            ("## 标题 {#~~a~~}", "~~a~~"),
        ] {
            let prepared = crate::flavor::prepare(markdown, Flavor::Markdown).text;
            check(&prepared, &[(id, "标题")]);
        }
        let prepared = crate::flavor::prepare("```\n## A {#__b__}\n```", Flavor::Markdown).text;
        assert_eq!(prepared, "```\n## A {#__b__}\n```");
    }

    #[test]
    fn ids_of_many_equal_headings_are_numbered() {
        let arena = Arena::new();
        let text = "# Same\n".repeat(20_000);
        let root = parse(&arena, &text, &options(Purpose::Reading, Flavor::Markdown)).unwrap();
        assert_eq!(collect_headings(root).last().unwrap().id, "same-19999");
    }
}
