//! Tests of freshness after edits.

use super::*;
use crate::identity::identify;
use crate::pairing::pairs;
use crate::segment::segments;
use pailou_markdown::flavor::Flavor;

const ZH: &str = "# 安装 {#a}\n\n先 [下载](u) 软件。\n\n再启动服务。\n";
const EN: &str = "# Install {#a}\n\nDownload the [software](u) first.\n\nThen start the server.\n";

fn known(body: &str, side: &str) -> Vec<Known> {
    let segments = segments(body, Flavor::Markdown);
    segments
        .iter()
        .enumerate()
        .map(|(number, segment)| Known::new(format!("{side}{number}"), segment))
        .collect()
}

fn edited(before: &[Known], body: &str, side: &str) -> Vec<Known> {
    let segments = segments(body, Flavor::Markdown);
    let mut next = 100;
    let identities = identify(before, &segments, &mut || {
        next += 1;
        format!("{side}{next}")
    });
    identities
        .segments
        .into_iter()
        .zip(&segments)
        .map(|(identity, segment)| Known::new(identity.id, segment))
        .collect()
}

/// Aligns `ZH` and `EN`, edits both, and compares them.
fn after(zh_after: &str, en_after: &str) -> Freshness {
    let (zh, en) = (known(ZH, "z"), known(EN, "e"));
    let print = |side: &[Known], id: &str| {
        side.iter()
            .find(|segment| segment.id == id)
            .map(|segment| segment.fingerprint.clone())
            .unwrap_or_default()
    };
    let links: Vec<Alignment> = pairs(&zh, &en)
        .into_iter()
        .map(|pair| Alignment {
            zh_fingerprint: print(&zh, &pair.zh),
            en_fingerprint: print(&en, &pair.en),
            zh: pair.zh,
            en: pair.en,
        })
        .collect();
    freshness(&edited(&zh, zh_after, "z"), &edited(&en, en_after, "e"), &links, &Copies::default())
}

/// Formats outdated segments as `id change`, with `!` for a conflict, then untranslated ones as
/// `-id`, and the number of unaligned ones as `?n`.
fn format_freshness(text: &TextFreshness) -> String {
    let outdated = text.outdated_segments.iter().map(|outdated| {
        format!(
            "{} {}{}",
            outdated.id,
            outdated.change.name(),
            if outdated.conflict { "!" } else { "" }
        )
    });
    let missing = text.not_translated_segments.iter().map(|missing| format!("-{}", missing.id));
    let not_aligned =
        (text.not_aligned.segments > 0).then(|| format!("?{}", text.not_aligned.segments));
    outdated.chain(missing).chain(not_aligned).collect::<Vec<_>>().join(", ")
}

#[track_caller]
fn check(zh_after: &str, en_after: &str, zh: &str, en: &str) {
    let freshness = after(zh_after, en_after);
    assert_eq!(
        (format_freshness(&freshness.zh).as_str(), format_freshness(&freshness.en).as_str()),
        (zh, en),
        "{zh_after:?} {en_after:?}"
    );
    for text in [&freshness.zh, &freshness.en] {
        let sum = text.up_to_date.segments
            + text.outdated.segments
            + text.not_translated.segments
            + text.not_aligned.segments;
        assert_eq!(text.total.segments, sum);
    }
}

#[test]
fn change_of_white_space_outdates_no_segment() {
    check(ZH, EN, "", "");
    check(&ZH.replace("再", "\n再").replace(" [", "["), &EN.replace("first.", "first.  "), "", "");
}

#[test]
fn edited_segment_makes_its_counterpart_outdated() {
    check(ZH, &EN.replace("first", "at first"), "z1 major", "");
    check(&ZH.replace("再", "然后"), EN, "", "e2 major");
    check(ZH, &EN.replace("(u)", "(v)"), "z1 minor", "");
    check(ZH, &EN.replace("Install", "Setup"), "z0 major", "");
}

#[test]
fn change_of_both_texts_is_a_conflict() {
    check(&ZH.replace("再", "然后"), &EN.replace("Then", "Afterwards"), "z2 major!", "e2 major!");
}

#[test]
fn addition_is_untranslated_and_removal_outdates_counterpart() {
    check(ZH, &format!("{EN}\nA new paragraph about logs.\n"), "-e101", "");
    check(ZH, "# Install {#a}\n\nDownload the [software](u) first.\n", "z2 removed", "");
    check("", EN, "-e0, -e1, -e2", "");
}

#[test]
fn moved_segments_stay_up_to_date() {
    let moved = "# Install {#a}\n\nThen start the server.\n\nDownload the [software](u) first.\n";
    check(ZH, moved, "", "");
}

#[test]
fn unaligned_texts_do_not_count_as_untranslated() {
    check(&format!("{ZH}\n一段只有中文的话。\n"), &format!("{EN}\nAn English one.\n"), "?1", "?1");
    let freshness =
        freshness(&known("一\n", "z"), &known("one\n\n- two\n", "e"), &[], &Copies::default());
    for text in [freshness.zh, freshness.en] {
        assert_eq!((text.not_translated.segments, text.outdated.segments), (0, 0));
        assert!(text.not_aligned.segments > 0);
    }
}

#[test]
fn missing_text_counts_as_not_translated() {
    let freshness = freshness(&[], &known(EN, "e"), &[], &Copies::default());
    assert_eq!(freshness.zh.up_to_date.segments + freshness.zh.not_aligned.segments, 0);
    assert_eq!(freshness.zh.not_translated, freshness.en.up_to_date);
}

#[test]
fn change_of_either_language_has_the_same_effect() {
    let (a, b) =
        (after(&ZH.replace("再", "然后"), EN), after(ZH, &EN.replace("Then", "Afterwards")));
    assert_eq!(a.en.outdated.segments, b.zh.outdated.segments);
    assert_eq!(a.zh.outdated.segments, b.en.outdated.segments);
}

#[test]
fn percentage_is_0_or_100_only_if_none_or_all_are_done() {
    for (done, total, expected) in [
        (0, 0, None),
        (0, 7, Some(0)),
        (1, 1000, Some(1)),
        (876, 1000, Some(88)),
        (999, 1000, Some(99)),
        (1000, 1000, Some(100)),
        (1, 2, Some(50)),
    ] {
        assert_eq!(percent(done, total), expected, "{done}/{total}");
    }
}
