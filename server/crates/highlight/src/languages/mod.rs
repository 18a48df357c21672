//! Language tables, and the names that select them in the info string of a code fence.

mod braces;
mod data;
mod functional;
mod script;
mod web;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::rules::{CompiledLanguage, Shape};

/// A language with all its names.
pub(super) struct Language {
    pub(super) names: &'static [&'static str],
    pub(super) shape: Shape,
}

/// Languages with a separate scanner instead of a table.
static OTHERS: [Language; 8] = [
    Language {
        names: &[
            "html", "xml", "svg", "vue", "svelte", "xhtml", "rss", "xsd", "xslt", "plist", "astro",
            "htm", "vue-html",
        ],
        shape: Shape::Markup,
    },
    Language { names: &["css"], shape: Shape::Css(false) },
    Language {
        names: &["scss", "less", "sass", "postcss", "stylus", "styl"],
        shape: Shape::Css(true),
    },
    Language { names: &["yaml", "yml"], shape: Shape::Yaml },
    Language {
        names: &[
            "ini",
            "properties",
            "conf",
            "cfg",
            "env",
            "dotenv",
            "editorconfig",
            "systemd",
            "desktop",
        ],
        shape: Shape::Ini,
    },
    Language { names: &["diff", "patch", "udiff"], shape: Shape::Diff },
    Language {
        names: &["console", "shell-session", "shellsession", "terminal", "sh-session", "term"],
        shape: Shape::Console,
    },
    Language { names: &["markdown", "md", "mdx", "mdc"], shape: Shape::Markdown },
];

static BY_NAME: LazyLock<HashMap<&'static str, CompiledLanguage>> = LazyLock::new(|| {
    let all = all();
    let mut by_name = HashMap::new();
    for language in all {
        for name in language.names {
            by_name.insert(*name, CompiledLanguage::of(&language.shape));
        }
    }
    by_name
});

fn all() -> impl Iterator<Item = &'static Language> {
    OTHERS
        .iter()
        .chain(&braces::LANGUAGES)
        .chain(&web::LANGUAGES)
        .chain(&script::LANGUAGES)
        .chain(&functional::LANGUAGES)
        .chain(&data::LANGUAGES)
}

/// Returns the language with this lower-case name; `None` if there is none.
pub(super) fn find(name: &str) -> Option<&'static CompiledLanguage> {
    BY_NAME.get(name)
}

/// Returns the first name of every language.
pub(super) fn first_names() -> Vec<&'static str> {
    all().filter_map(|language| language.names.first().copied()).collect()
}
