//! Tests of section alignment.

use super::*;
use crate::segment::segments;
use pailou_markdown::flavor::Flavor;

fn known(body: &str) -> Vec<Known> {
    let segments = segments(body, Flavor::Markdown);
    let known = |(number, segment): (usize, _)| Known::new(number.to_string(), segment);
    segments.iter().enumerate().map(known).collect()
}

#[track_caller]
fn check_with(source: &str, target: &str, pairs: KnownPairs<'_>, expected: &str) {
    let (source_known, target_known) = (known(source), known(target));
    let mut left = Section::open(&source_known);
    let mut right = Section::open(&target_known);
    for (a, b) in pairs.fixed {
        left.is_open[*a] = false;
        right.is_open[*b] = false;
    }
    let format_pairs = |pairs: Vec<(usize, usize)>| {
        let pairs: Vec<_> = pairs.into_iter().map(|(a, b)| format!("{a}={b}")).collect();
        pairs.join(" ")
    };
    assert_eq!(format_pairs(align(&left, &right, pairs)), expected, "{source:?} {target:?}");
}

#[track_caller]
fn check(source: &str, target: &str, expected: &str) {
    check_with(source, target, KnownPairs::default(), expected);
}

#[test]
fn segments_of_equal_kinds_are_paired_in_order() {
    check("一\n\n- 二\n- 三\n", "one\n\n- two\n- three\n", "0=0 1=1 2=2");
    check("", "one\n", "");
}

#[test]
fn new_pairs_do_not_cross_fixed_pairs() {
    let pairs = KnownPairs { fixed: &[(1, 0)], likely: &[] };
    check_with("一\n\n二\n\n三\n", "two\n\nthree\n", pairs, "2=1");
    check_with("一\n\n二\n", "two\n\nthree\n", pairs, "");
}

#[test]
fn likely_pairs_are_used_only_for_ambiguous_segments() {
    let likely = KnownPairs { fixed: &[], likely: &[(1, 0)] };
    check_with("一\n\n二\n", "two\n", likely, "1=0");
    let overruled = KnownPairs { fixed: &[], likely: &[(0, 1)] };
    check_with("一\n\n二\n", "one\n\ntwo\n", overruled, "0=0 1=1");
}

#[test]
fn ambiguous_segments_pair_only_by_shared_numbers_or_names() {
    let (source, target) = (
        "先安装 `curl` 和 OpenSSL 3.0，再继续。\n\n端口 9080 只用于 HTTP，端口 9443 用于 TLS。\n",
        "Port 9080 is for HTTP only, and port 9443 is for TLS.\n",
    );
    check(source, target, "1=0");
    check(source, "This has nothing to do with any of the others, whatever it says.\n", "");
}

#[test]
fn segments_of_different_kinds_need_similar_lengths_to_pair() {
    check(
        "这个过滤器只供阅读，请不要用在线上系统。\n",
        ":::note\n\nThis filter is here to be read; do not use it on a live system.\n\n:::\n",
        "0=1",
    );
    check(
        "短。\n",
        ":::note\n\nThis is a very long paragraph that cannot be the translation of so little, and goes on for two lines.\n\n:::\n",
        "",
    );
}
