//! Markdown flavors and their conversion to CommonMark.
//!
//! The conversion loses no line and maps each line of the result to its source line. Positions of issues
//! and segments depend on that map.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::container_fences::lengthened;
use crate::fences::Fences;
use crate::flavors::{hugo, mdbook, mkdocs, vitepress};
use crate::heading_id_escape;
use crate::literal_characters;
use crate::mdx;
use crate::plugins::{Plugin, Plugins};
use crate::tabs::title_lines;
use pailou_content::issue::Issue;
use pailou_text_diff::line_map::LineMap;

/// Markdown flavor of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Flavor {
    #[default]
    Markdown,
    /// Markdown of GitHub without extensions, as remark parses it.
    Gfm(Plugins),
    /// Markdown with JSX: imports, components, `{/* comments */}`.
    Mdx(Plugins),
    Vitepress(Plugins),
    Hugo,
    Mdbook(Plugins),
    Mkdocs(Plugins),
}

/// Stored names of the flavors, without plugins.
const NAMES: &[(Flavor, &str)] = &[
    (Flavor::Markdown, "markdown"),
    (Flavor::Gfm(Plugins::NONE), "gfm"),
    (Flavor::Mdx(Plugins::NONE), "mdx"),
    (Flavor::Vitepress(Plugins::NONE), "vitepress"),
    (Flavor::Hugo, "hugo"),
    (Flavor::Mdbook(Plugins::NONE), "mdbook"),
    (Flavor::Mkdocs(Plugins::NONE), "mkdocs"),
];

impl Flavor {
    /// MDX of a site with unknown settings.
    pub const MDX: Self = Self::Mdx(Plugins::MATH);

    /// Returns the name that is stored with a text; empty if the file name determines it.
    /// `mkdocs+tilde` is a flavor with a plugin.
    pub fn stored_name(self, file: &str) -> String {
        if self == Self::of(file) {
            return String::new();
        }
        let plain = self.with(Plugins::NONE);
        let name = NAMES.iter().find(|(known, _)| *known == plain).map_or("", |(_, name)| name);
        let plugins = self.plugins().names().map(|plugin| format!("+{plugin}"));
        plugins.fold(name.to_owned(), |name, plugin| name + &plugin)
    }

    pub fn read(stored: &str, file: &str) -> Self {
        let mut parts = stored.split('+');
        let name = parts.next().unwrap_or_default();
        let known = NAMES.iter().find(|(_, known)| *known == name);
        known.map_or_else(|| Self::of(file), |known| known.0.with(parts.collect()))
    }

    fn plugins(self) -> Plugins {
        match self {
            Self::Gfm(plugins)
            | Self::Mdx(plugins)
            | Self::Vitepress(plugins)
            | Self::Mdbook(plugins)
            | Self::Mkdocs(plugins) => plugins,
            Self::Markdown | Self::Hugo => Plugins::NONE,
        }
    }

    fn with(self, plugins: Plugins) -> Self {
        match self {
            Self::Gfm(_) => Self::Gfm(plugins),
            Self::Mdx(_) => Self::Mdx(plugins),
            Self::Vitepress(_) => Self::Vitepress(plugins),
            Self::Mdbook(_) => Self::Mdbook(plugins),
            Self::Mkdocs(_) => Self::Mkdocs(plugins),
            Self::Markdown | Self::Hugo => self,
        }
    }

    /// Whether dollar signs enclose formulas; for most generators this depends on the settings.
    pub(crate) fn has_math(self) -> bool {
        matches!(self, Self::Markdown | Self::Hugo) || self.plugins().has(Plugin::Math)
    }

    /// Whether a line `: definition` defines the term above it. remark and VitePress
    /// have no definition lists; MkDocs has them with an extension.
    pub(crate) fn has_definitions(self) -> bool {
        match self {
            Self::Markdown | Self::Hugo | Self::Mdbook(_) => true,
            Self::Mkdocs(plugins) => plugins.has(Plugin::Definitions),
            Self::Gfm(_) | Self::Mdx(_) | Self::Vitepress(_) => false,
        }
    }

    /// Whether pages may contain components, shortcodes, or other syntax of a generator.
    pub fn has_components(self) -> bool {
        !matches!(self, Self::Markdown | Self::Gfm(_))
    }

    /// Returns the MDX flavor if the flavor is plain or GitHub Markdown and the body contains MDX. The settings may not
    /// be available, because some projects keep the settings of their generator in another repository.
    pub fn or_mdx(self, body: &str) -> Self {
        match self {
            Self::Markdown if mdx::is_mdx(body) => Self::MDX,
            Self::Gfm(plugins) if mdx::is_mdx(body) => Self::Mdx(plugins),
            _ => self,
        }
    }

    /// Returns the flavor of a file of a generator that parses Markdown and MDX with remark.
    pub fn with_remark(file: &str, plugins: Plugins) -> Self {
        match Self::of(file) {
            Self::Mdx(_) => Self::Mdx(plugins),
            _ => Self::Gfm(plugins),
        }
    }

    pub fn of(file: &str) -> Self {
        let is_mdx =
            file.len() > 4 && file.as_bytes()[file.len() - 4..].eq_ignore_ascii_case(b".mdx");
        if is_mdx { Self::MDX } else { Self::Markdown }
    }
}

/// CommonMark text for the parser.
pub struct Prepared<'a> {
    pub text: Cow<'a, str>,
    /// Source line of each line of the text.
    pub lines: LineMap,
    /// Issues, with lines of the body.
    pub issues: Vec<Issue>,
    /// Source lines of containers that the conversion created; these are not reported as unclosed.
    pub created_container_lines: HashSet<u32>,
}

/// Result of converting a text to CommonMark.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) text: String,
    pub(crate) lines: LineMap,
    pub(crate) issues: Vec<Issue>,
    pub(crate) made: HashSet<u32>,
}

pub fn prepare(body: &str, dialect: Flavor) -> Prepared<'_> {
    let read = match dialect {
        Flavor::Markdown | Flavor::Gfm(_) => None,
        Flavor::Mdx(plugins) => Some(mdx::to_markdown(body, plugins.has(Plugin::Math))),
        Flavor::Vitepress(_) => vitepress::to_markdown(body),
        Flavor::Hugo => hugo::to_markdown(body),
        Flavor::Mdbook(plugins) => mdbook::to_markdown(body, plugins.has(Plugin::Math)),
        Flavor::Mkdocs(plugins) => Some(mkdocs::to_markdown(body, plugins)),
    };
    let (text, read) = match read {
        None => (Cow::Borrowed(body), Read::default()),
        Some(mut read) => (Cow::Owned(std::mem::take(&mut read.text)), read),
    };
    let Read { lines, issues, made, .. } = read;
    let text = title_lines(lengthened(container_titles(text)));
    let text = literal_characters::escape_literal_characters(
        heading_id_escape::escape_heading_ids(text),
        dialect,
    );
    Prepared { text, lines, issues, created_container_lines: made }
}

/// Escapes the titles of `:::` lines: the parser accepts no colon there, and would decode entities
/// and escapes too early.
fn container_titles(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(":::") {
        return text;
    }
    let mut fences = Fences::default();
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        let is_code = fences.is_code(line);
        let marker = line.trim_start_matches([' ', '\t', '>']);
        let title = marker.trim_start_matches(':');
        if is_code || marker.len() < title.len() + 3 || !title.contains([':', '&', '\\']) {
            out.push_str(line);
            continue;
        }
        out.push_str(&line[..line.len() - title.len()]);
        let title = title.replace('&', "&amp;").replace('\\', "\\\\");
        out.push_str(&title.replace(':', "&colon;"));
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expected: &str) {
        assert_eq!(prepare(body, Flavor::Markdown).text, expected);
    }

    #[test]
    fn colon_in_container_title_is_escaped() {
        check("::: tip Note: x\n", "::: tip Note&colon; x\n");
        check("> :::warning a:b:c\r\n", "> :::warning a&colon;b&colon;c\r\n");
        check("```\n::: tip a: b\n```\n::: tip a: b", "```\n::: tip a: b\n```\n::: tip a&colon; b");
        check("a: b\n:::\n:: x: y\n", "a: b\n:::\n:: x: y\n");
    }

    #[test]
    fn file_extension_selects_the_flavor() {
        for (file, dialect) in [
            ("a.mdx", Flavor::MDX),
            ("a.MDX", Flavor::MDX),
            ("a.md", Flavor::Markdown),
            ("文.md", Flavor::Markdown),
            ("x", Flavor::Markdown),
        ] {
            assert_eq!(Flavor::of(file), dialect, "{file}");
        }
    }

    #[test]
    fn megabyte_of_a_repeated_delimiter_is_converted() {
        for mark in [
            "{",
            "{{",
            "{{<",
            "{{< a ",
            "<Badge ",
            "==",
            "++",
            ":material-",
            "!!! a ",
            "^",
            "~",
            "{--",
            "\\(",
            "{{#",
            "<CodeBlock>x",
            "$5，",
        ] {
            let body = mark.repeat(1_000_000 / mark.len());
            for dialect in [
                Flavor::MDX,
                Flavor::Vitepress(Plugins::ALL),
                Flavor::Hugo,
                Flavor::Mdbook(Plugins::MATH),
                Flavor::Mkdocs(Plugins::ALL),
            ] {
                assert!(!prepare(&body, dialect).text.is_empty(), "{mark} {dialect:?}");
            }
        }
    }

    #[test]
    fn flavor_is_stored_unless_the_file_name_implies_it() {
        for (dialect, file, stored) in [
            (Flavor::Markdown, "a.md", ""),
            (Flavor::MDX, "a.mdx", ""),
            (Flavor::MDX, "a.md", "mdx+math"),
            (Flavor::Mdx(Plugins::NONE), "a.mdx", "mdx"),
            (Flavor::Mdbook(Plugins::NONE), "a.md", "mdbook"),
            (Flavor::Mdbook(Plugins::MATH), "a.md", "mdbook+math"),
            (Flavor::Markdown, "a.mdx", "markdown"),
            (Flavor::Gfm(Plugins::NONE), "a.md", "gfm"),
            (Flavor::Gfm(Plugins::MATH), "a.md", "gfm+math"),
            (Flavor::Mkdocs(Plugins::NONE), "a.md", "mkdocs"),
            (Flavor::Mkdocs(["keys", "tilde"].into_iter().collect()), "a.md", "mkdocs+tilde+keys"),
            (Flavor::Vitepress(["math"].into_iter().collect()), "a.mdx", "vitepress+math"),
        ] {
            assert_eq!(dialect.stored_name(file), stored);
            assert_eq!(Flavor::read(stored, file), dialect);
        }
        assert_eq!(Flavor::read("of the future", "a.mdx"), Flavor::MDX);
        let unknown_plugin = Flavor::read("vitepress+future", "a.md");
        assert_eq!(unknown_plugin, Flavor::Vitepress(Plugins::NONE));
    }
}
