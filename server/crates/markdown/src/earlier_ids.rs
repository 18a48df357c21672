//! Heading ids that other generators and GitHub assign.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::emoji;
use crate::flavor::Flavor;
use crate::heading::{Heading, IdSource, is_reserved};

/// Returns for each heading the ids that the generator and GitHub assign to it, if they differ from
/// the id of Pailou.
pub(crate) fn earlier_ids(
    dialect: Flavor,
    headings: &[Heading],
    sources: &[IdSource],
) -> Vec<Vec<String>> {
    let of_generator = match dialect {
        Flavor::Mkdocs(_) => python_markdown_ids(sources),
        Flavor::Vitepress(_) => vitepress_ids(sources),
        Flavor::Hugo | Flavor::Mdbook(_) => ids_without_marks(sources),
        _ => Vec::new(),
    };
    let mut of_generator = of_generator.into_iter();
    let mut of_shortcodes = shortcode_ids(sources).into_iter();
    let both = headings.iter().zip(github_ids(sources)).map(|(heading, of_github)| {
        let ids = of_generator.next().into_iter().chain(of_github);
        let mut ids: Vec<String> = ids.chain(of_shortcodes.next().flatten()).collect();
        ids.retain(|id| !id.is_empty() && *id != heading.id && !is_reserved(id));
        ids.dedup();
        ids
    });
    both.collect()
}

/// Returns the ids of headings as if their emoji were written as shortcodes. GitHub and Hugo derive
/// the id of `:rocket: Start` from the shortcode: `rocket-start`. `None` for headings without emoji or
/// with an explicit id.
fn shortcode_ids(sources: &[IdSource]) -> Vec<Option<String>> {
    let mut turns: HashMap<String, usize> = HashMap::new();
    let ids = sources.iter().map(|source| {
        let text = emoji::with_shortcodes(&source.words);
        let id = numbered(github_slug(&text), &mut turns);
        (text != source.words && !source.has_own_id).then_some(id)
    });
    ids.collect()
}

/// Returns the ids of GitHub and github-slugger; `None` for headings with an explicit id.
fn github_ids(sources: &[IdSource]) -> Vec<Option<String>> {
    let mut turns: HashMap<String, usize> = HashMap::new();
    let ids = sources.iter().map(|source| {
        let id = github_slug(&source.words);
        (!source.has_own_id).then(|| numbered(id, &mut turns))
    });
    ids.collect()
}

/// Returns the heading id that GitHub derives from a text. Nothing is trimmed, so the id of `⚙️ 工具`
/// begins with the variation selector of the emoji and a hyphen. Letters, marks, decimal digits, and
/// connector punctuation are retained.
pub(crate) fn github_slug(text: &str) -> String {
    let keeps = |c: &char| {
        use GeneralCategory as Category;
        matches!(c, ' ' | '-')
            || c.is_alphabetic()
            || matches!(
                c.general_category(),
                Category::NonspacingMark
                    | Category::SpacingMark
                    | Category::EnclosingMark
                    | Category::DecimalNumber
                    | Category::ConnectorPunctuation
            )
    };
    text.to_lowercase().chars().filter(keeps).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the ids of Hugo and mdBook: those of GitHub without Unicode marks, such as the variation selectors of
/// emoji; empty for a heading with an explicit id.
fn ids_without_marks(sources: &[IdSource]) -> Vec<String> {
    let mut turns: HashMap<String, usize> = HashMap::new();
    let ids = sources.iter().map(|source| {
        if source.has_own_id {
            return String::new();
        }
        let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
        numbered(github_slug(&source.words).chars().filter(is_kept).collect(), &mut turns)
    });
    ids.collect()
}

fn numbered(id: String, turns: &mut HashMap<String, usize>) -> String {
    let turn = turns.entry(id.clone()).or_default();
    *turn += 1;
    if *turn > 1 { format!("{id}-{}", *turn - 1) } else { id }
}

/// Returns the ids of Python-Markdown: non-ASCII characters are removed, and empty and repeated ids
/// are numbered.
fn python_markdown_ids(sources: &[IdSource]) -> Vec<String> {
    let mut used_ids: HashSet<String> = HashSet::new();
    let mut ids = Vec::with_capacity(sources.len());
    for source in sources {
        let ascii: String = source.words.nfkd().filter(char::is_ascii).collect();
        let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-') || c.is_whitespace();
        let words: String = ascii.chars().filter(is_kept).collect::<String>().trim().to_lowercase();
        let mut id = String::new();
        for c in words.chars() {
            let c = if c.is_whitespace() { '-' } else { c };
            if c != '-' || !id.ends_with('-') {
                id.push(c);
            }
        }
        while id.is_empty() || used_ids.contains(&id) {
            id = next_python_markdown_id(&id);
        }
        used_ids.insert(id.clone());
        ids.push(id);
    }
    ids
}

/// Returns the next id: `a` → `a_1` → `a_2`.
fn next_python_markdown_id(id: &str) -> String {
    let numbered = id.rsplit_once('_').and_then(|(stem, number)| {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        Some((stem, number.parse::<u64>().ok().filter(|_| is_number)?))
    });
    match numbered {
        Some((stem, number)) => format!("{stem}_{}", number.saturating_add(1)),
        None => format!("{id}_1"),
    }
}

fn vitepress_ids(sources: &[IdSource]) -> Vec<String> {
    let mut turns: HashMap<String, usize> = HashMap::new();
    sources.iter().map(|source| numbered(vitepress_id(&source.words), &mut turns)).collect()
}

fn vitepress_id(text: &str) -> String {
    const SPECIAL: &str = "~`!@#$%^&*()-_+=[]{}|\\;:\"'“”‘’<>,.?/";
    let mut id = String::new();
    // VitePress removes only these combining marks; it keeps others, such as the variation selectors of emoji.
    let is_removed = |c: char| matches!(c, '\u{300}'..='\u{36f}') || c.is_control();
    for c in text.nfkd().filter(|c| !is_removed(*c)) {
        if c.is_whitespace() || SPECIAL.contains(c) {
            if !id.ends_with('-') {
                id.push('-');
            }
        } else {
            id.extend(c.to_lowercase());
        }
    }
    let id = id.trim_matches('-');
    if id.starts_with(|c: char| c.is_ascii_digit()) { format!("_{id}") } else { id.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(words: &str) -> IdSource {
        IdSource { words: words.to_owned(), has_own_id: false }
    }

    #[test]
    fn github_ids_are_reproduced() {
        for (text, id) in [
            ("⚙\u{fe0f} 工具", "\u{fe0f}-工具"),
            ("🚀 Quick start", "-quick-start"),
            ("快速开始 🚀", "快速开始-"),
            ("🎉", ""),
            ("1\u{fe0f}\u{20e3} First", "1\u{fe0f}\u{20e3}-first"),
            ("👩\u{200d}💻 开发", "-开发"),
            ("① 安装", "-安装"),
            ("x² & y", "x--y"),
            ("Ⅳ ＿a", "ⅳ-＿a"),
            ("A - b", "a---b"),
        ] {
            assert_eq!(github_slug(text), id, "{text}");
        }
        let ids = github_ids(&["🚀 A", "A", "🎯 A"].map(source));
        assert_eq!(ids, ["-a", "a", "-a-1"].map(|id| Some(id.to_owned())));
        assert_eq!(github_ids(&[IdSource { words: "🚀 A".into(), has_own_id: true }]), [None]);
    }

    #[test]
    fn emoji_become_shortcodes_in_ids_of_github_and_hugo() {
        let sources = ["🚀 快速开始", "⚙\u{fe0f} 工具", "开始", "🚀 快速开始"].map(source);
        let ids = ["rocket-快速开始", "gear-工具", "", "rocket-快速开始-1"]
            .map(|id| (!id.is_empty()).then(|| id.to_owned()));
        assert_eq!(shortcode_ids(&sources), ids);
        assert_eq!(shortcode_ids(&[IdSource { words: "🚀 A".into(), has_own_id: true }]), [None]);
    }

    #[test]
    fn hugo_and_mdbook_ids_are_reproduced() {
        let texts = ["⚙\u{fe0f} 工具", "1\u{fe0f}\u{20e3} First", "🚀 A_b", "⚙\u{fe0f} 工具", "🎉"];
        assert_eq!(
            ids_without_marks(&texts.map(source)),
            ["-工具", "1-first", "-a_b", "-工具-1", ""]
        );
        let own = IdSource { words: "A".into(), has_own_id: true };
        assert_eq!(ids_without_marks(&[own, source("A")]), ["", "a"]);
    }

    #[test]
    fn python_markdown_ids_are_reproduced() {
        let texts = ["安装", "配置 Python 3", "部署", "A - b", "A b", "a_1", "Ünï"];
        assert_eq!(
            python_markdown_ids(&texts.map(source)),
            ["_1", "python-3", "_2", "a-b", "a-b_1", "a_1", "uni"]
        );
    }

    #[test]
    fn vitepress_heading_ids_are_reproduced() {
        for (text, id) in [
            ("1. 安装（一）", "_1-安装-一"),
            ("What's `new`?", "what-s-new"),
            ("Ünï", "uni"),
            ("a -- b", "a-b"),
            ("⚙\u{fe0f} 工具", "⚙\u{fe0f}-工具"),
            ("❤\u{fe0f}", "❤\u{fe0f}"),
            ("1\u{fe0f}\u{20e3} 安装", "_1\u{fe0f}\u{20e3}-安装"),
        ] {
            assert_eq!(vitepress_id(text), id);
        }
        assert_eq!(vitepress_ids(&["A", "A"].map(source)), ["a", "a-1"]);
    }
}
