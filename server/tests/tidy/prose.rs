//! Tests of the wording of comments and contributors' documents (docs/style.md).

use super::{nothing_breaks, sources};

/// Words and phrases that the style guide has withdrawn, in lower case.
const WITHDRAWN: [&str; 13] = [
    "whoever",
    "whatever",
    "whomever",
    "somebody",
    "nobody",
    "anybody",
    "anew",
    "for ever",
    "thrown away",
    "taken back",
    "is told",
    "what stands",
    "has room",
];

/// The guide and the glossary name what they withdraw.
const EXEMPT: [&str; 2] = ["docs/style.md", "docs/glossary.md"];

#[test]
fn comments_and_documents_use_no_withdrawn_word() {
    let code = [
        ("server/src", ".rs"),
        ("server/crates", ".rs"),
        ("server/tests", ".rs"),
        ("core-wasm/src", ".rs"),
        ("ui/src", ".ts"),
        ("ui/src", ".tsx"),
        ("ui/src", ".css"),
        ("e2e", ".ts"),
        ("scripts", ".mjs"),
        ("benches", ".mjs"),
    ];
    let mut broken = Vec::new();
    for (folder, ending) in code {
        for source in sources(folder, ending) {
            for (number, line) in source.lines() {
                broken.extend(
                    comment(line)
                        .and_then(withdrawn)
                        .map(|word| format!("{}:{number}: {word}", source.name)),
                );
            }
        }
    }
    for source in sources("docs", ".md") {
        if EXEMPT.contains(&source.name.as_str()) {
            continue;
        }
        for (number, line) in source.lines() {
            let word = withdrawn(line);
            broken.extend(word.map(|word| format!("{}:{number}: {word}", source.name)));
        }
    }
    nothing_breaks("comments and documents use standard terms", &broken);
}

/// The comment that a line is, or ends with.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with("//") || line.starts_with("/*") || line.starts_with("* ") {
        return Some(line);
    }
    line.split_once(" // ").map(|(_, comment)| comment)
}

fn withdrawn(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    let is_word = |word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            ![before, after].into_iter().flatten().any(char::is_alphanumeric)
        })
    };
    WITHDRAWN.into_iter().find(|word| is_word(word))
}

#[test]
fn withdrawn_words_are_found_in_comments_only() {
    for (line, expected) in [
        ("    /// For whoever asks.", Some("whoever")),
        ("let a = 1; // Made \u{61}new.", Some(WITHDRAWN[6])),
        ("let nobody = \"nobody\";", None),
        ("/* What stands here. */", Some("what stands")),
        ("/// Renewed.", None),
    ] {
        assert_eq!(comment(line).and_then(withdrawn), expected, "{line}");
    }
}
