//! Tests of segment ids across edits.

use proptest::prelude::*;

use super::*;
use crate::segment::segments;
use pailou_markdown::flavor::Flavor;

fn known(body: &str) -> Vec<Known> {
    let segments = segments(body, Flavor::Markdown);
    segments
        .iter()
        .enumerate()
        .map(|(number, segment)| Known::new(format!("s{number}"), segment))
        .collect()
}

fn edit(before: &str, after: &str) -> Identities {
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        format!("n{next}")
    };
    identify(&known(before), &segments(after, Flavor::Markdown), &mut fresh)
}

/// Changes the text `before` to `after`. Compares the ids of its segments, in order, with `ids`, and the ids of deleted
/// segments with `removed`.
#[track_caller]
fn check(before: &str, after: &str, ids: &str, removed: &str) {
    let identities = edit(before, after);
    let actual: Vec<_> = identities.segments.iter().map(|identity| identity.id.as_str()).collect();
    assert_eq!(actual.join(" "), ids, "{before:?} -> {after:?}");
    assert_eq!(identities.removed.join(" "), removed, "{before:?} -> {after:?}");
}

const A: &str = "The server reads its settings from a file.\n\n";
const B: &str = "部署之前，请先备份数据库。\n\n";
const C: &str = "Every page has a translation.\n\n";

#[test]
fn equal_segment_keeps_its_id() {
    check(&[A, B, C].concat(), &[A, B, C].concat(), "s0 s1 s2", "");
    check(&[A, C].concat(), &[A, B, C].concat(), "s0 n1 s1", "");
    check(&[A, B, C].concat(), &[A, C].concat(), "s0 s2", "s1");
    check(&[A, B, C].concat(), &[C, A, B].concat(), "s2 s0 s1", "");
    check("", A, "n1", "");
    check(A, "", "", "s0");
}

#[test]
fn only_a_similar_edited_segment_keeps_its_id() {
    check(
        &[A, B, C].concat(),
        &[A, "部署之前，请先备份好数据库。\n\n", C].concat(),
        "s0 s1 s2",
        "",
    );
    check(
        &[A, B, C].concat(),
        &[A, "- 部署之前，请先备份数据库！\n\n", C].concat(),
        "s0 s1 s2",
        "",
    );
    assert_eq!(
        edit(A, "The server reads settings from a file.\n").segments[0].origin,
        Origin::Edited
    );
    check(&[A, B].concat(), &[A, "完全不同的另一段文字。\n"].concat(), "s0 n1", "s1");
}

#[test]
fn moved_segment_with_a_new_link_keeps_its_id() {
    check("a [b](c) d\n\nx\n", "x\n\na [b](e) d\n", "s1 s0", "");
}

#[test]
fn heading_with_new_text_or_level_keeps_its_id() {
    check("# 安装\n\nx\n\n## A\n", "# 部署\n\nx\n\n## A\n", "s0 s1 s2", "");
    check("# A\n\nx\n", "## A\n\nx\n", "s0 s1", "");
}

#[test]
fn ids_of_equal_paragraphs_keep_their_order() {
    check("a a a\n\nb b b\n\na a a\n", "a a a\n\na a a\n\nb b b\n", "s0 s2 s1", "");
    check("same\n\nsame\n\nsame\n", "same\n\nsame\n", "s0 s1", "s2");
}

#[test]
fn one_part_of_a_split_segment_keeps_its_id() {
    let whole = "First the server is stopped by the administrator. Then the data is copied to another disk.\n";
    let parts = "First the server is stopped by the administrator.\n\nThen the data is copied to another disk.\n";
    let identities = edit(whole, parts);
    let ids: Vec<_> = identities.segments.iter().map(|identity| identity.id.as_str()).collect();
    assert!(ids.contains(&"s0"), "{identities:?}");
    assert!(
        identities
            .segments
            .iter()
            .any(|identity| identity.origin == Origin::SplitFrom("s0".into()))
    );
    assert!(identities.removed.is_empty());
    let thirds =
        "停止服务并等待所有请求完成。然后把数据目录复制到另一块磁盘。最后启动新版本并检查日志。\n";
    let split = "停止服务并等待所有请求完成。\n\n然后把数据目录复制到另一块磁盘。\n\n最后启动新版本并检查日志。\n";
    let identities = edit(thirds, split);
    assert_eq!(identities.segments.iter().filter(|identity| identity.id == "s0").count(), 1);
    assert_eq!(
        identities
            .segments
            .iter()
            .filter(|identity| identity.origin == Origin::SplitFrom("s0".into()))
            .count(),
        2
    );
}

#[test]
fn merged_segment_stores_the_replaced_ids() {
    let parts = "First the server is stopped by the administrator.\n\nThen the data is copied to another disk.\n";
    let whole = "First the server is stopped by the administrator. Then the data is copied to another disk.\n";
    let identities = edit(parts, whole);
    assert_eq!(identities.segments.len(), 1);
    assert!(
        matches!(&identities.segments[0].origin, Origin::MergedFrom(pieces) if pieces.len() == 1),
        "{identities:?}"
    );
    assert_eq!(identities.removed.len(), 1);
}

#[test]
fn each_of_4000_rewritten_paragraphs_gets_an_identity() {
    let text = |seed: usize| {
        (0..4_000)
            .map(|n| format!("Paragraph {} about thing {}.\n\n", n * seed, n + seed))
            .collect::<String>()
    };
    let identities = edit(&text(1), &text(7));
    assert_eq!(identities.segments.len(), 4_000);
}

fn paragraphs() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::hash_set("[a-z]{3,9}( [a-z]{2,8}){2,8}", 2..12)
        .prop_map(|texts| texts.into_iter().map(|text| format!("{text}\n\n")).collect())
}

proptest! {
    #[test]
    fn moved_segments_keep_their_ids(texts in paragraphs(), seed in any::<u64>()) {
        let mut order: Vec<usize> = (0..texts.len()).collect();
        let mut state = seed;
        order.sort_by_key(|at| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(*at as u64 + 1);
            state
        });
        let after: String = order.iter().map(|at| texts[*at].as_str()).collect();
        let identities = edit(&texts.concat(), &after);
        for (position, at) in order.iter().enumerate() {
            prop_assert_eq!(&identities.segments[position].id, &format!("s{at}"));
        }
    }

    #[test]
    fn every_segment_has_a_unique_id(before in "[a-c \n#>|-]{0,60}", after in "[a-c \n#>|-]{0,60}") {
        let identities = edit(&before, &after);
        let all_ids = identities.segments.iter().map(|identity| &identity.id).chain(&identities.removed);
        let mut ids: Vec<_> = all_ids.collect();
        let count = ids.len();
        ids.sort();
        ids.dedup();
        prop_assert_eq!(ids.len(), count);
        let old = known(&before).len();
        prop_assert_eq!(ids.iter().filter(|id| id.starts_with('s')).count(), old);
    }

    #[test]
    fn one_inserted_word_removes_no_segment_id(texts in paragraphs(), at in any::<prop::sample::Index>()) {
        let mut after = texts.clone();
        let at = at.index(texts.len());
        after[at] = after[at].replacen(' ', " changed ", 1);
        let identities = edit(&texts.concat(), &after.concat());
        prop_assert_eq!(identities.removed.len(), 0);
    }
}
