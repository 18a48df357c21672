//! Tests of the wording of comments, contributors' documents, test names, log events, and the OpenAPI document
//! (docs/style.md).

use super::{Source, assert_no_violations, sources};

/// Words and phrases that the style guide forbids, in lower case.
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

/// Figurative words that are not allowed in comments (except "asked"), names of tests, log events, and API texts.
const FIGURATIVE: [&str; 11] = [
    "told",
    "heard",
    "hears",
    "says",
    "said",
    "knows",
    "stands",
    "stood",
    "asked",
    "once more",
    "for the moment",
];

/// First words of a comment that is a relative clause without a noun.
const RELATIVE: [&str; 6] = ["what ", "who ", "whose ", "once ", "where ", "how "];

/// Documents that list the forbidden words and are not checked.
const EXEMPT: [&str; 2] = ["docs/style.md", "docs/glossary.md"];

#[test]
fn comments_and_documents_contain_no_forbidden_words() {
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
            let mut is_first = true;
            for (number, line) in source.lines() {
                let comment = comment(line);
                let word = comment.and_then(|comment| refused_in_comments(comment, is_first));
                broken.extend(word.map(|word| format!("{}:{number}: {word}", source.name)));
                is_first = comment.is_none();
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
    assert_no_violations("comments and documents use standard terms", &broken);
}

#[test]
fn names_of_rust_tests_contain_no_forbidden_words() {
    let mut broken = Vec::new();
    for folder in
        ["server/src", "server/crates", "server/tests", "core-wasm/src", "core-wasm/tests"]
    {
        for source in sources(folder, ".rs") {
            for (number, name) in test_names(&source) {
                let word = withdrawn_or_figurative(&name.replace('_', " "));
                broken.extend(word.map(|word| format!("{}:{number}: {word}: {name}", source.name)));
            }
        }
    }
    assert_no_violations("names of tests use standard terms", &broken);
}

#[test]
fn titles_of_typescript_tests_contain_no_forbidden_words() {
    let mut broken = Vec::new();
    for (folder, ending) in
        [("ui/src", ".ts"), ("ui/src", ".tsx"), ("e2e", ".ts"), ("scripts", ".mjs")]
    {
        for source in sources(folder, ending) {
            for (number, title) in
                source.lines().filter_map(|(number, line)| Some((number, title(line)?)))
            {
                let word = withdrawn_or_figurative(title);
                broken
                    .extend(word.map(|word| format!("{}:{number}: {word}: {title}", source.name)));
            }
        }
    }
    assert_no_violations("titles of tests use standard terms", &broken);
}

#[test]
fn log_events_contain_no_forbidden_words() {
    let mut broken = Vec::new();
    for source in sources("server/crates", ".rs") {
        for (number, text) in log_texts(&source) {
            let word = withdrawn_or_figurative(text);
            broken.extend(word.map(|word| format!("{}:{number}: {word}: {text}", source.name)));
        }
    }
    assert_no_violations("log events use standard terms", &broken);
}

#[test]
fn openapi_descriptions_contain_no_forbidden_words() {
    let mut broken = Vec::new();
    for source in sources("server", "/openapi.json") {
        for (number, line) in source.lines() {
            let key = line.trim_start();
            if key.starts_with("\"summary\": ") || key.starts_with("\"description\": ") {
                let word = withdrawn_or_figurative(line);
                broken.extend(word.map(|word| format!("{}:{number}: {word}", source.name)));
            }
        }
    }
    assert_no_violations("the OpenAPI document uses standard terms", &broken);
}

/// Returns the names of test functions, which have an attribute such as `#[tokio::test]`, with their line numbers.
fn test_names(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    let mut is_test = false;
    source.lines().filter_map(move |(number, line)| {
        let line = line.trim_start();
        let Some((before, rest)) = line.split_once("fn ") else {
            is_test = match line.strip_prefix("#[") {
                Some(attribute) => is_test || attribute.contains("test"),
                None => false,
            };
            return None;
        };
        let is_test = std::mem::take(&mut is_test) && matches!(before, "" | "async ");
        is_test.then(|| (number, rest.split(['(', '<']).next().unwrap_or_default()))
    })
}

/// Returns the string literals of `tracing::…!` macros, with the line number of the macro.
fn log_texts(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    source.text.match_indices("tracing::").flat_map(|(at, _)| {
        let number = source.text[..at].lines().count();
        let statement = source.text[at..].split(';').next().unwrap_or_default();
        let is_event = statement.split_once("!(").is_some_and(|(name, _)| !name.contains(' '));
        let literals = statement.split('"').skip(1).step_by(2);
        literals.filter(move |_| is_event).map(move |text| (number, text))
    })
}

/// Returns the comment of a line, including one after code.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with("//") || line.starts_with("/*") || line.starts_with("* ") {
        return Some(line);
    }
    line.split_once(" // ").map(|(_, comment)| comment)
}

/// Returns the title of the test that a line of TypeScript declares. If a test has a table of cases, the title is in
/// the last line of the table: `])("title", …`.
fn title(line: &str) -> Option<&str> {
    let (start, rest) = line.split_once("(\"")?;
    let start = start.trim_start();
    let is_test = ["test", "it", "describe", "])", "] as const)"].iter().any(|word| {
        start == *word
            || (word.starts_with(char::is_alphabetic) && start.starts_with(&format!("{word}.")))
    });
    is_test.then(|| rest.split('"').next().unwrap_or_default())
}

/// Returns a word that comments must not contain: a forbidden word, a figurative word except "asked", or, if the line
/// is the first of the comment (`is_first`), the beginning of a relative clause without a noun.
fn refused_in_comments(comment: &str, is_first: bool) -> Option<&'static str> {
    let figurative = find_word(&FIGURATIVE, comment).filter(|word| *word != "asked");
    let text = comment.trim_start_matches(['/', '*', '!', ' ']).to_lowercase();
    let relative = RELATIVE.into_iter().find(|word| is_first && text.starts_with(word));
    withdrawn(comment).or(figurative).or(relative)
}

fn withdrawn(text: &str) -> Option<&'static str> {
    find_word(&WITHDRAWN, text)
}

fn withdrawn_or_figurative(text: &str) -> Option<&'static str> {
    withdrawn(text).or_else(|| find_word(&FIGURATIVE, text))
}

fn find_word(words: &[&'static str], text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    let is_word = |word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            ![before, after].into_iter().flatten().any(char::is_alphanumeric)
        })
    };
    words.iter().copied().find(|word| is_word(word))
}

#[test]
fn forbidden_words_are_found_in_comments_only() {
    for (line, expected) in [
        ("    /// For whoever asks.", Some("whoever")),
        ("let a = 1; // Made \u{61}new.", Some(WITHDRAWN[6])),
        ("let nobody = \"nobody\";", None),
        ("/* What stands here. */", Some("what stands")),
        ("/// Renewed.", None),
    ] {
        assert_eq!(comment(line).and_then(withdrawn), expected, "{line}");
    }
    for (line, is_first, expected) in [
        ("/// What a page says.", true, Some("says")),
        ("/// What a page contains.", true, Some("what ")),
        ("/// what a page contains.", false, None),
        ("/// Questions that were asked.", true, None),
        ("* Once a page is saved", true, Some("once ")),
    ] {
        assert_eq!(refused_in_comments(line, is_first), expected, "{line}");
    }
}

#[test]
fn titles_of_typescript_tests_are_extracted() {
    for (line, expected) in [
        ("\ttest(\"page is found\", async () => {", Some("page is found")),
        ("test.each([1])(\"page %i\", () => {", Some("page %i")),
        ("] as const)(\"row %s\", (row) => {", Some("row %s")),
        ("test.describe(\"page\", () => {", Some("page")),
        ("expect(\"page\").toBe(1);", None),
    ] {
        assert_eq!(title(line), expected, "{line}");
    }
}

#[test]
fn test_names_and_log_texts_are_extracted() {
    let text = "\
        #[tokio::test]\n\
        async fn page_is_found() {\n\
        \x20   tracing::warn!(%error, \"page missing\");\n\
        }\n\
        fn helper() {}\n\
        #[test]\n\
        #[cfg(unix)]\n\
        fn link_is_rejected() {}\n";
    let source = Source { name: "a.rs".to_owned(), text: text.to_owned() };
    let names: Vec<_> = test_names(&source).collect();
    assert_eq!(names, [(2, "page_is_found"), (8, "link_is_rejected")]);
    assert_eq!(log_texts(&source).collect::<Vec<_>>(), [(3, "page missing")]);
}
