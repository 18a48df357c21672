//! Tests of segmentation.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(body: &str, expected: &[(&str, &str, &str)]) {
    let segments = segments(body, Flavor::Markdown);
    let actual: Vec<_> = segments
        .iter()
        .map(|segment| {
            (segment.kind.name(), segment.words.as_str(), &body[segment.start..segment.end])
        })
        .collect();
    assert_eq!(actual, expected, "{body:?}");
}

#[test]
fn every_block_is_a_segment() {
    check(
        "# A {#a}\n\ntext `b`\nmore\n\n---\n",
        &[
            ("heading-1", "A", "# A {#a}\n\n"),
            ("paragraph", "text b more", "text `b`\nmore\n\n"),
            ("thematic-break", "", "---\n"),
        ],
    );
    check(
        "- a\n  - b\n\n  c\n- [x] d\n",
        &[
            ("list-item", "a", "- a\n"),
            ("list-item", "b", "  - b\n\n"),
            ("paragraph", "c", "  c\n"),
            ("list-item", "d", "- [x] d\n"),
        ],
    );
    check(
        "|a|b|\n|-|-|\n|c|d|\n",
        &[("table", "a b", "|a|b|\n|-|-|\n"), ("table-row", "c d", "|c|d|\n")],
    );
    check(
        "::: tip T: u\nx\n:::\n\n> q\n> r\n",
        &[
            ("container", "T: u", "::: tip T: u\n"),
            ("paragraph", "x", "x\n:::\n\n"),
            ("quote", "q r", "> q\n> r\n"),
        ],
    );
    check(
        "\n\n```js\na\n```\n<!-- c -->\n",
        &[("code", "a", "\n\n```js\na\n```\n"), ("html", "", "<!-- c -->\n")],
    );
    check("", &[]);
    check("\n", &[("paragraph", "", "\n")]);
}

#[test]
fn blocks_on_one_line_are_one_segment() {
    check("- - a\n", &[("list-item", "a", "- - a\n")]);
    check("1. # a\n   b\n", &[("heading-1", "a", "1. # a\n"), ("paragraph", "b", "   b\n")]);
}

#[test]
fn segment_has_heading_id_and_path_of_its_section() {
    let segments = segments("x\n# A\n## B\ny\n## C\nz\n", Flavor::Markdown);
    let actual: Vec<_> =
        segments.iter().map(|s| (s.heading_id.as_deref(), s.heading_path.clone())).collect();
    assert_eq!(
        actual,
        [
            (None, vec![]),
            (Some("a"), vec![]),
            (Some("b"), vec![1]),
            (Some("b"), vec![1, 2]),
            (Some("c"), vec![1]),
            (Some("c"), vec![1, 4])
        ]
    );
}

#[test]
fn text_and_markup_changes_are_distinguished() {
    let print = |body: &str| segments(body, Flavor::Markdown).remove(0).fingerprint;
    let before = print("使用 [Rust](a) 编写\n");
    assert_eq!(before, print("使用[**Rust**](a)编写\n\n"));
    let moved = print("使用 [Rust](b) 编写\n");
    assert_eq!((&before.words, before.markup != moved.markup), (&moved.words, true));
    assert_ne!(before.words, print("使用 [Rust](a) 写\n").words);
}

#[test]
fn component_change_is_a_markup_change_of_its_segment() {
    let print =
        |tag: &str| segments(&format!("a\n\n{tag}\n\nb\n"), Flavor::MDX)[0].fingerprint.clone();
    assert_ne!(print("<A x=\"1\" />").markup, print("<A x=\"2\" />").markup);
}

proptest! {
    #[test]
    fn concatenated_segments_equal_the_body(body in "[-<>\\[\\](){}#*_`~:|!^&;=\"'/\\\\ \n\r\ta-c1文。]{0,100}", mdx in any::<bool>()) {
        let dialect = if mdx { Flavor::MDX } else { Flavor::Markdown };
        let segments = segments(&body, dialect);
        let whole: String = segments.iter().map(|segment| &body[segment.start..segment.end]).collect();
        prop_assert_eq!(whole, body);
        prop_assert!(segments.iter().all(|segment| segment.start < segment.end));
    }
}

/// Uses long texts, for which an algorithm with quadratic time would be too slow.
#[test]
fn long_repetitive_texts_are_segmented_and_matched() {
    for piece in [
        "A", "> ", "- ", "{{", "=", "*", "[", "&amp;", "哈", "？", "a?", ":", "a://", "<a", "`",
        "**a *b ", "1.",
    ] {
        let body = piece.repeat(100_000 / piece.len());
        let old = segments(&body, Flavor::Markdown);
        let known: Vec<_> = old.iter().map(|it| Known::new("a".to_owned(), it)).collect();
        let new = segments(&format!("{body} x."), Flavor::Markdown);
        let identities = crate::identity::identify(&known, &new, &mut || "b".to_owned());
        assert_eq!(identities.segments.len(), new.len(), "{piece}");
    }
}
