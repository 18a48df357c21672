//! Heading ids of other generators.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::flavor::Flavor;
use crate::heading::Heading;

/// The ids that headings had on the site of their generator, where those are not the ones they have here.
pub(crate) fn earlier_ids(dialect: Flavor, headings: &[Heading]) -> Vec<Option<String>> {
    let ids: Vec<String> = match dialect {
        Flavor::Mkdocs => python_markdown_ids(headings),
        Flavor::Vitepress => vitepress_ids(headings),
        _ => return vec![None; headings.len()],
    };
    let differs = |(id, heading): (String, &Heading)| (id != heading.id).then_some(id);
    ids.into_iter().zip(headings).map(differs).collect()
}

/// The ids that Python-Markdown gave these headings: nothing but ASCII counts, and what is left
/// without any is numbered.
fn python_markdown_ids(headings: &[Heading]) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut ids = Vec::with_capacity(headings.len());
    for heading in headings {
        let ascii: String = heading.text.nfkd().filter(char::is_ascii).collect();
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-') || c.is_whitespace();
        let words: String = ascii.chars().filter(kept).collect::<String>().trim().to_lowercase();
        let mut id = String::new();
        for c in words.chars() {
            let c = if c.is_whitespace() { '-' } else { c };
            if c != '-' || !id.ends_with('-') {
                id.push(c);
            }
        }
        while id.is_empty() || taken.contains(&id) {
            id = next_python_markdown_id(&id);
        }
        taken.insert(id.clone());
        ids.push(id);
    }
    ids
}

/// `a` → `a_1` → `a_2`.
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

/// The ids that these headings had: those that stand twice have a number.
fn vitepress_ids(headings: &[Heading]) -> Vec<String> {
    let mut turns: HashMap<String, usize> = HashMap::new();
    let ids = headings.iter().map(|heading| {
        let id = vitepress_id(&heading.text);
        let turn = turns.entry(id.clone()).or_default();
        *turn += 1;
        if *turn > 1 { format!("{id}-{}", *turn - 1) } else { id }
    });
    ids.collect()
}

fn vitepress_id(text: &str) -> String {
    const SPECIAL: &str = "~`!@#$%^&*()-_+=[]{}|\\;:\"'“”‘’<>,.?/";
    let mut id = String::new();
    for c in text.nfkd().filter(|c| !is_combining_mark(*c) && !c.is_control()) {
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

    #[test]
    fn python_markdown_ids_number_chinese_headings() {
        let heading = |text: &&str| Heading {
            id: String::new(),
            level: 2,
            text: (*text).to_owned(),
            line: 1,
        };
        let texts = ["安装", "配置 Python 3", "部署", "A - b", "A b", "a_1", "Ünï"];
        let headings: Vec<_> = texts.iter().map(heading).collect();
        assert_eq!(
            python_markdown_ids(&headings),
            ["_1", "python-3", "_2", "a-b", "a-b_1", "a_1", "uni"]
        );
    }

    #[test]
    fn vitepress_heading_ids_are_detected() {
        for (text, id) in [
            ("1. 安装（一）", "_1-安装-一"),
            ("What's `new`?", "what-s-new"),
            ("Ünï", "uni"),
            ("a -- b", "a-b"),
        ] {
            assert_eq!(vitepress_id(text), id);
        }
        let heading =
            |text: &str| Heading { id: String::new(), level: 2, text: text.to_owned(), line: 1 };
        assert_eq!(vitepress_ids(&[heading("A"), heading("A")]), ["a", "a-1"]);
    }
}
