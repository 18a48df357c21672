//! Tests of the alignment of texts without earlier alignments.

use super::*;
use crate::segment::segments;
use pailou_markdown::flavor::Flavor;

fn known(body: &str, side: &str) -> Vec<Known> {
    let segments = segments(body, Flavor::Markdown);
    segments
        .iter()
        .enumerate()
        .map(|(number, segment)| Known::new(format!("{side}{number}"), segment))
        .collect()
}

#[track_caller]
fn check(zh: &str, en: &str, expected: &str) {
    let pairs = pairs(&known(zh, ""), &known(en, ""));
    let actual: Vec<_> = pairs.iter().map(|pair| format!("{}={}", pair.zh, pair.en)).collect();
    assert_eq!(actual.join(" "), expected, "{zh:?} {en:?}");
}

#[test]
fn segments_of_equal_outlines_are_paired_in_order() {
    check(
        "# 甲\n\n一\n\n- 二\n- 三\n\n## 乙\n",
        "# A\n\none\n\n- two\n- three\n\n## B\n",
        "0=0 1=1 2=2 3=3 4=4",
    );
    check("", "", "");
    check("一\n", "one\n", "0=0");
}

#[test]
fn section_missing_in_one_language_has_no_pairs() {
    check(
        "# 甲 {#a}\n\n一\n\n# 丙 {#c}\n\n三\n",
        "# A {#a}\n\none\n\n# B {#b}\n\ntwo\n\n# C {#c}\n\nthree\n",
        "0=0 1=1 2=4 3=5",
    );
    check("# 甲\n\n```\nx\n```\n\n# 乙\n\n```\ny\n```\n", "# B\n\n```\ny\n```\n", "2=0 3=1");
}

#[test]
fn sections_with_different_heading_levels_are_paired() {
    check(
        "# 甲\n\n一\n\n- 二\n\n# 乙\n\n三\n",
        "# A\n\none\n\n- two\n\n## B\n\nthree\n",
        "0=0 1=1 2=2 3=3 4=4",
    );
}

#[test]
fn segments_with_equal_code_or_links_are_paired() {
    check("一\n\n二\n\n```\nx\n```\n\n三\n", "one\n\n```\nx\n```\n\nthree\n", "2=1 3=2");
    check("一 [甲](u)\n\n二\n", "zero\n\none [A](u)\n\ntwo\n", "0=1 1=2");
}

#[test]
fn table_rows_are_paired_by_their_first_cell() {
    let table = |rows: &[&str]| format!("|a|b|\n|-|-|\n{}", rows.concat());
    check(
        &table(&["|host|主机|\n", "|port|端口|\n"]),
        &table(&["|host|the host|\n", "|path|the path|\n", "|port|the port|\n"]),
        "0=0 1=1 2=3",
    );
}

#[test]
fn ambiguous_segments_are_not_paired() {
    check("一\n\n二\n", "one\n\n- two\n\nthree\n", "");
    check("一\n\n- 二\n- 三\n", "one\n\n- two\n", "0=0");
}

#[test]
fn segments_of_long_outlines_are_paired() {
    let text = |skip: usize| {
        (0..1_400)
            .filter(|n| n % skip != 0)
            .map(|n| format!("## s{n}\n\nx{n}\n\n"))
            .collect::<String>()
    };
    assert!(pairs(&known(&text(5), ""), &known(&text(7), "")).len() > 500);
}

#[test]
fn sections_with_equal_numbers_in_text_are_paired() {
    check(
        "# 某库\n\n## 稳定性\n\n通过了 170+ 项测试。\n\n## star\n\n请给 star。\n",
        "# T\n\n## Relation\n\nIt works with other libraries.\n\n## Stability\n\n\
         It passed 170+ tests.\n\n## Star\n\nGive it a star.\n",
        "0=0 1=3 2=4 3=5 4=6",
    );
}
