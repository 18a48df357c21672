//! Tests that both languages match: messages by key and placeholder, sample pages by structure.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Source, assert_no_violations, sources};

/// Returns the placeholders of every message of a language, by key. A key begins with the file name.
fn messages(language: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for file in sources(&format!("content/messages/{language}"), ".json") {
        let area = file.name.rsplit('/').next().unwrap();
        flatten(area, &serde_json::from_str(&file.text).unwrap(), &mut all);
    }
    all
}

fn flatten(key: &str, value: &Value, all: &mut BTreeMap<String, BTreeSet<String>>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| flatten(&format!("{key} {name}"), value, all));
        }
        Value::String(text) => drop(all.insert(key.to_owned(), holes(text))),
        other => panic!("{key}: {other}"),
    }
}

/// Returns the names of placeholders such as `{count}`.
fn holes(text: &str) -> BTreeSet<String> {
    let pieces = text.split('{').skip(1).filter_map(|piece| piece.split_once('}'));
    pieces.map(|(hole, _)| hole.to_owned()).collect()
}

#[test]
fn messages_have_the_same_keys_and_placeholders() {
    let (zh, en) = (messages("zh"), messages("en"));
    let mut broken = Vec::new();
    for key in zh.keys().chain(en.keys()).collect::<BTreeSet<_>>() {
        match (zh.get(key), en.get(key)) {
            // Only English has a separate key for the singular.
            (None, Some(_)) if key.ends_with(".one") => {}
            (None, _) => broken.push(format!("zh lacks {key}")),
            (_, None) => broken.push(format!("en lacks {key}")),
            (Some(zh), Some(en)) if zh != en => broken.push(format!("{key}: {zh:?} and {en:?}")),
            _ => {}
        }
    }
    assert_no_violations("both languages have the same messages and placeholders", &broken);
}

/// Properties of a page that a translation must not change.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    headings: Vec<usize>,
    anchors: Vec<String>,
    code_blocks: usize,
}

fn shape(page: &Source) -> Shape {
    let mut shape = Shape { headings: Vec::new(), anchors: Vec::new(), code_blocks: 0 };
    let mut fence: Option<String> = None;
    for line in page.text.lines().map(str::trim_start) {
        let mark: String = line.chars().take_while(|c| *c == '`' || *c == '~').collect();
        match &fence {
            Some(open) if mark.starts_with(open.as_str()) => fence = None,
            Some(_) => {}
            None if mark.len() >= 3 => {
                shape.code_blocks += 1;
                fence = Some(mark);
            }
            None => {
                let level = line.chars().take_while(|c| *c == '#').count();
                if (1..=6).contains(&level) && line[level..].starts_with(' ') {
                    shape.headings.push(level);
                    shape
                        .anchors
                        .extend(line.rsplit_once("{#").map(|(_, anchor)| anchor.to_owned()));
                }
            }
        }
    }
    shape
}

#[test]
fn sample_pages_have_equal_structure_in_both_languages() {
    let by_path = |language: &str| -> BTreeMap<String, Source> {
        let folder = format!("content/pages/{language}");
        let pages = sources(&folder, ".md").into_iter();
        pages.map(|page| (page.name.trim_start_matches(&folder).to_owned(), page)).collect()
    };
    let (zh, en) = (by_path("zh"), by_path("en"));
    let mut broken = Vec::new();
    for path in zh.keys().chain(en.keys()).collect::<BTreeSet<_>>() {
        let (Some(zh), Some(en)) = (zh.get(path), en.get(path)) else {
            broken.push(format!("{path} is in one language only"));
            continue;
        };
        let (zh, en) = (shape(zh), shape(en));
        if zh != en {
            broken.push(format!("{path}:\n  zh {zh:?}\n  en {en:?}"));
        }
    }
    assert_no_violations(
        "a page and its translation have the same headings and code blocks",
        &broken,
    );
}
