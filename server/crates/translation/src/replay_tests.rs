//! Tests of replaying the history of a page.

use super::*;

const EN: &str = "# Cache\n\nThe cache holds pages.\n\n## Size\n\nThe size is 64 MB.\n";
const ZH: &str = "# 缓存\n\n缓存保存页面。\n\n## 大小\n\n大小为 64 MB。\n";
const EN_128: &str = "# Cache\n\nThe cache holds pages.\n\n## Size\n\nThe size is 128 MB.\n";
const ZH_128: &str = "# 缓存\n\n缓存保存页面。\n\n## 大小\n\n大小为 128 MB。\n";

fn body(text: &str) -> Option<Body<'_>> {
    Some(Body { text: Some(text), flavor: Flavor::Markdown })
}

fn zh(text: &str) -> Step<'_> {
    Step { zh: body(text), ..Step::default() }
}

fn en(text: &str) -> Step<'_> {
    Step { en: body(text), ..Step::default() }
}

fn both<'a>(zh: &'a str, en: &'a str) -> Step<'a> {
    Step { zh: body(zh), en: body(en), ..Step::default() }
}

fn replayed(steps: &[Step<'_>]) -> Replay {
    let mut replay = Replay::new(Locale::En);
    steps.iter().for_each(|step| drop(replay.step(*step)));
    replay
}

/// Returns the words of the outdated segments of each language.
fn outdated(replay: &Replay) -> (Vec<String>, Vec<String>) {
    let freshness = replay.freshness();
    let words = |locale, found: &[crate::freshness::Outdated]| {
        let ids: HashSet<&str> = found.iter().map(|it| it.id.as_str()).collect();
        let segments = replay.segments(locale).iter();
        let found = segments.filter(|known| ids.contains(known.id.as_str()));
        found.map(|known| known.words.clone()).collect()
    };
    (
        words(Locale::Zh, &freshness.zh.outdated_segments),
        words(Locale::En, &freshness.en.outdated_segments),
    )
}

fn only_zh(words: &[&str]) -> (Vec<String>, Vec<String>) {
    (words.iter().map(|it| (*it).to_owned()).collect(), Vec::new())
}

#[test]
fn translation_is_outdated_since_the_step_of_a_source_change() {
    let replay = replayed(&[en(EN), zh(ZH), en(EN_128)]);
    assert_eq!(outdated(&replay), only_zh(&["大小为64 MB。"]));
    let link = replay.links().iter().find(|link| replay.changed_since(link, Locale::En).is_some());
    let link = link.expect("a link whose source changed");
    assert_eq!(replay.changed_since(link, Locale::En), Some(2));
    assert_eq!(replay.changed_since(link, Locale::Zh), None);
    assert_eq!(replay.rests_on(link, Locale::En), Some(Place { step: 0, segment: 3 }));
    assert_eq!(replay.created_at_step(&link.zh, Locale::Zh), Some(1));
}

#[test]
fn translation_is_up_to_date_after_both_languages_change() {
    assert_eq!(outdated(&replayed(&[en(EN), zh(ZH), both(ZH_128, EN_128)])), only_zh(&[]));
    assert_eq!(outdated(&replayed(&[en(EN), zh(ZH), en(EN_128), zh(ZH_128)])), only_zh(&[]));
}

#[test]
fn reverted_translation_is_based_on_its_earlier_source() {
    let zh_without = "# 缓存\n\n缓存保存页面。\n\n## 大小\n";
    let (en_256, zh_256) = (EN_128.replace("128", "256"), ZH_128.replace("128", "256"));
    let old = only_zh(&["大小为64 MB。"]);
    let begin = [en(EN), zh(ZH), en(EN_128), zh(ZH_128)];
    let cases: &[(&[Step<'_>], _)] = &[
        (&[zh(ZH)], old.clone()),
        (&[zh(ZH), zh(ZH_128)], only_zh(&[])),
        // A deleted segment is restored.
        (&[zh(ZH), zh(zh_without), zh(ZH)], old.clone()),
        // Source and translation are both reverted, in either order or in one step.
        (&[zh(ZH), en(EN)], only_zh(&[])),
        (&[en(EN), zh(ZH)], only_zh(&[])),
        (&[both(ZH, EN)], only_zh(&[])),
        // The translation was outdated before.
        (&[en(&en_256), zh(ZH)], old.clone()),
        (&[zh(ZH), en(&en_256), zh(ZH_128)], only_zh(&["大小为128 MB。"])),
        (&[en(&en_256), zh(&zh_256), zh(ZH_128)], only_zh(&["大小为128 MB。"])),
    ];
    for (number, (steps, expected)) in cases.iter().enumerate() {
        let steps = [&begin[..], steps].concat();
        assert_eq!(outdated(&replayed(&steps)), *expected, "case {number}");
    }
}

#[test]
fn acknowledged_translation_stays_acknowledged_after_a_revert() {
    let acknowledged = [Acknowledged { locale: Locale::Zh, section: None, source: None }];
    let checked = Step { acknowledged: &acknowledged, ..Step::default() };
    let steps = [en(EN), zh(ZH), en(EN_128), checked, zh(ZH_128), zh(ZH)];
    assert_eq!(outdated(&replayed(&steps)), only_zh(&[]));
}

#[test]
fn with_unknown_source_a_change_outdates_the_other_language() {
    let replayed = |steps: &[Step<'_>]| {
        let mut replay = Replay::with_unknown_source();
        steps.iter().for_each(|step| drop(replay.step(*step)));
        outdated(&replay)
    };
    let reworded = ZH.replace("大小为", "缓存的大小为");
    let none = || only_zh(&[]);
    assert_eq!(replayed(&[both(ZH, EN)]), none());
    assert_eq!(replayed(&[both(ZH, EN), en(EN_128)]), only_zh(&["大小为64 MB。"]));
    let english = (Vec::new(), vec!["The size is 64 MB.".to_owned()]);
    assert_eq!(replayed(&[both(ZH, EN), zh(&reworded)]), english);
    // A change of the outdated language makes it up to date. After that, a change of either language
    // makes the other language outdated again.
    assert_eq!(replayed(&[both(ZH, EN), en(EN_128), zh(ZH_128)]), none());
    assert_eq!(replayed(&[both(ZH, EN), zh(ZH_128), en(EN_128)]), none());
    let again = EN_128.replace("128", "256");
    let steps = [both(ZH, EN), en(EN_128), zh(ZH_128), en(&again)];
    assert_eq!(replayed(&steps), only_zh(&["大小为128 MB。"]));
    // A rewritten paragraph gets a new id.
    let rewritten = EN.replace("The size is 64 MB.", "By default, up to 64 MB are used for it.");
    assert_eq!(replayed(&[both(ZH, EN), en(&rewritten)]), only_zh(&["大小为64 MB。"]));
    // The language that was added first is the source.
    assert_eq!(replayed(&[en(EN), zh(ZH), zh(&reworded)]), none());
    assert_eq!(replayed(&[en(EN), zh(ZH), en(EN_128)]), only_zh(&["大小为64 MB。"]));
}

#[test]
fn acknowledgement_of_the_source_has_no_effect() {
    let mark = [Acknowledged { locale: Locale::En, section: None, source: None }];
    let marked = Step { acknowledged: &mark, ..Step::default() };
    let replay = replayed(&[en(EN), zh(ZH), en(EN_128), marked]);
    assert_eq!(outdated(&replay), only_zh(&["大小为64 MB。"]));
    assert!(replay.acknowledged().is_empty());
}

#[test]
fn reworded_translation_is_outdated_after_a_source_change() {
    let reworded = ZH.replace("大小为", "缓存的大小为");
    let replay = replayed(&[en(EN), zh(ZH), zh(&reworded)]);
    assert_eq!(outdated(&replay), only_zh(&[]));
    let replay = replayed(&[en(EN), zh(ZH), zh(&reworded), en(EN_128)]);
    assert_eq!(outdated(&replay), only_zh(&["缓存的大小为64 MB。"]));
}

#[test]
fn translation_is_compared_with_its_specified_source() {
    let follows =
        Follows { locale: Locale::Zh, source: Body { text: Some(EN), ..Body::default() } };
    let late = Step { follows: Some(follows), ..zh(ZH) };
    let replay = replayed(&[en(EN), en(EN_128), late]);
    assert_eq!(outdated(&replay), only_zh(&["大小为64 MB。"]));
    // A later commit that changes another segment makes the outdated segment up to date only if this commit
    // specifies the current source.
    let reworded = ZH.replace("保存", "存放");
    let replay = replayed(&[en(EN), zh(ZH), en(EN_128), zh(&reworded)]);
    assert_eq!(outdated(&replay), only_zh(&["大小为64 MB。"]));
    let follows = Follows { source: Body { text: Some(EN_128), ..Body::default() }, ..follows };
    let checked = Step { follows: Some(follows), ..zh(&reworded) };
    assert_eq!(outdated(&replayed(&[en(EN), zh(ZH), en(EN_128), checked])), only_zh(&[]));
}

#[test]
fn acknowledgement_lasts_until_the_source_changes() {
    let first = EN_128.replace("holds pages", "holds many pages");
    let mark = [Acknowledged { locale: Locale::Zh, section: Some("size"), source: None }];
    let acknowledged = Step { acknowledged: &mark, ..Step::default() };
    let replay = replayed(&[en(EN), zh(ZH), en(&first), acknowledged]);
    assert_eq!(outdated(&replay), only_zh(&["缓存保存页面。"]));
    let again = first.replace("128", "256");
    let replay = replayed(&[en(EN), zh(ZH), en(&first), acknowledged, en(&again)]);
    assert_eq!(outdated(&replay), only_zh(&["缓存保存页面。", "大小为64 MB。"]));
    let all = [Acknowledged { locale: Locale::Zh, section: None, source: None }];
    let all = Step { acknowledged: &all, ..Step::default() };
    assert_eq!(outdated(&replayed(&[en(EN), zh(ZH), en(&first), all])), only_zh(&[]));
}

#[test]
fn later_commit_with_older_source_keeps_acknowledgement() {
    let first = EN_128.replace("holds pages", "holds many pages");
    let mark = [Acknowledged { locale: Locale::Zh, section: Some("size"), source: None }];
    let acknowledged = Step { acknowledged: &mark, ..Step::default() };
    let source = Body { text: Some(EN), ..Body::default() };
    let follows = Follows { locale: Locale::Zh, source };
    let reworded = ZH.replace("保存", "存放");
    let later = Step { follows: Some(follows), ..zh(&reworded) };
    let replay = replayed(&[en(EN), zh(ZH), en(&first), acknowledged, later]);
    assert_eq!(outdated(&replay), only_zh(&["缓存存放页面。"]));
    // A segment does not stay acknowledged if the commit changes it.
    let reworded = ZH.replace("大小为", "缓存的大小为");
    let later = Step { follows: Some(follows), ..zh(&reworded) };
    let replay = replayed(&[en(EN), zh(ZH), en(&first), acknowledged, later]);
    assert_eq!(outdated(&replay), only_zh(&["缓存保存页面。", "缓存的大小为64 MB。"]));
}

#[test]
fn only_outdated_segments_are_acknowledged() {
    let all = [Acknowledged { locale: Locale::Zh, section: None, source: None }];
    let all = Step { acknowledged: &all, ..Step::default() };
    let replay = replayed(&[en(EN), zh(ZH), en(EN_128), all, all]);
    let own = |segment: &str| {
        let mut known = replay.segments(Locale::Zh).iter();
        known.find(|known| known.id == segment).map(|known| known.words.clone())
    };
    let found: Vec<_> = replay
        .acknowledged()
        .iter()
        .map(|it| (it.step, it.locale, own(&it.segment).expect("a segment")))
        .collect();
    assert_eq!(found, [(3, Locale::Zh, "大小为64 MB。".to_owned())]);
    let source = replay.acknowledged()[0].source.as_ref().expect("a source");
    let now = replay.segments(Locale::En).iter().find(|known| known.words.contains("128"));
    assert!(now.expect("a segment").fingerprint.is_same(source));
}

#[test]
fn acknowledged_section_includes_its_subsections() {
    let en_more = format!("{EN}\n### Limit\n\nThe limit is 9.\n\n## Age\n\nThe age is 9.\n");
    let zh_more = format!("{ZH}\n### 上限\n\n上限为 9。\n\n## 时间\n\n时间为 9。\n");
    let changed = en_more.replace("64", "128").replace('9', "7");
    let mark = [Acknowledged { locale: Locale::Zh, section: Some("size"), source: None }];
    let acknowledged = Step { acknowledged: &mark, ..Step::default() };
    let steps = [en(&en_more), zh(&zh_more), en(&changed), acknowledged];
    assert_eq!(outdated(&replayed(&steps)), only_zh(&["时间为9。"]));
    // The commit may specify a heading id of the translation.
    let mark = [Acknowledged { locale: Locale::Zh, section: Some("大小"), source: None }];
    let acknowledged = Step { acknowledged: &mark, ..Step::default() };
    let steps = [en(&en_more), zh(&zh_more), en(&changed), acknowledged];
    assert_eq!(outdated(&replayed(&steps)), only_zh(&["时间为9。"]));
}

#[test]
fn source_of_segment_added_first_in_chinese_is_chinese() {
    let zh_more = format!("{ZH}\n超出大小时删除最旧的页面。\n");
    let en_more = format!("{EN}\nBeyond the size, the oldest page is deleted.\n");
    let zh_changed = zh_more.replace("最旧", "最少读取");
    let steps = [en(EN), zh(ZH), zh(&zh_more), en(&en_more), zh(&zh_changed)];
    let (zh, en) = outdated(&replayed(&steps));
    assert_eq!(
        (zh.len(), en),
        (0, vec!["Beyond the size, the oldest page is deleted.".to_owned()])
    );
}

#[test]
fn changed_source_language_outdates_no_segment() {
    let mut replay = replayed(&[en(EN), zh(ZH)]);
    replay.set_source(Locale::Zh);
    assert_eq!(outdated(&replay), only_zh(&[]));
    replay.step(en(&EN.replace("holds", "stores")));
    assert_eq!(outdated(&replay), only_zh(&[]));
    replay.step(zh(ZH_128));
    assert_eq!(outdated(&replay).1, ["The size is 64 MB."]);
}

#[test]
fn forced_source_applies_to_all_segments() {
    let mut replay = Replay::new(Locale::En);
    replay.force_source(Locale::Zh);
    [en(EN), zh(ZH), zh(ZH_128)].into_iter().for_each(|step| drop(replay.step(step)));
    assert_eq!(outdated(&replay), (Vec::new(), vec!["The size is 64 MB.".to_owned()]));
    replay.step(en(EN_128));
    assert_eq!(outdated(&replay), only_zh(&[]));
}

#[test]
fn deleted_and_recreated_text_keeps_its_alignments() {
    let removed = Step { zh: Some(Body::default()), ..Step::default() };
    let replay = replayed(&[en(EN), zh(ZH), removed, en(EN_128)]);
    assert_eq!(replay.freshness().zh.not_translated.segments, 4);
    let replay = replayed(&[en(EN), zh(ZH), removed, en(EN_128), zh(ZH)]);
    assert_eq!(outdated(&replay), only_zh(&["大小为64 MB。"]));
}

#[test]
fn reverted_source_change_outdates_no_segment() {
    assert_eq!(outdated(&replayed(&[en(EN), zh(ZH), en(EN_128), en(EN)])), only_zh(&[]));
}

#[test]
fn removal_but_not_move_of_segment_outdates_its_translation() {
    let moved = "# Cache\n\n## Size\n\nThe size is 64 MB.\n\n## Use\n\nThe cache holds pages.\n";
    let replay = replayed(&[en(EN), zh(ZH), en(moved)]);
    assert_eq!(outdated(&replay), only_zh(&[]));
    let removed = EN.replace("The cache holds pages.\n\n", "");
    let replay = replayed(&[en(EN), zh(ZH), en(&removed)]);
    assert_eq!(outdated(&replay), only_zh(&["缓存保存页面。"]));
}

#[test]
fn translation_of_a_rewritten_paragraph_is_outdated() {
    let rewritten =
        EN.replace("The size is 64 MB.", "Set `cache.limit` to what your machine allows.");
    let reworded = ZH.replace("大小为", "缓存的大小为");
    let steps = [en(EN), zh(ZH), en(&rewritten)];
    assert_eq!(outdated(&replayed(&steps)), only_zh(&["大小为64 MB。"]));
    // The rewritten segment has the same source language, so its next change is detected, too.
    let last = rewritten.replace("your machine allows", "the container allows");
    let steps = [en(EN), zh(ZH), en(&rewritten), zh(&reworded), zh(ZH), en(&last)];
    assert_eq!(outdated(&replayed(&steps)), only_zh(&["大小为64 MB。"]));
}

#[test]
fn empty_history_has_no_translation_states() {
    let replay = Replay::new(Locale::En);
    assert_eq!(replay.freshness(), Freshness::default());
    assert!(replay.links().is_empty() && replay.created_at_step("1", Locale::Zh).is_none());
}

#[test]
fn segment_ids_of_an_earlier_step_are_returned() {
    let moved = "# Cache\n\n## Size\n\nThe size is 128 MB.\n\n## New\n\nThe cache holds pages.\n";
    let replay = replayed(&[en(EN), zh(ZH), en(EN_128), en(moved)]);
    let ids = |step, text| replay.ids_at(Locale::En, step, &segments(text, Flavor::Markdown));
    let now: Vec<_> =
        replay.segments(Locale::En).iter().map(|known| Some(known.id.clone())).collect();
    assert_eq!(ids(3, moved), now);
    let then = [&now[0], &now[4], &now[1], &now[2]].map(Clone::clone);
    assert_eq!(ids(0, EN), then);
    assert_eq!(ids(2, EN_128), then);
    assert_eq!(ids(0, "Never said.\n"), [now[0].clone()]);
}

#[test]
fn only_a_removal_from_the_source_outdates_the_other_text() {
    let without = ZH.replace("缓存保存页面。\n\n", "");
    let changed = EN.replace("holds", "stores");
    for steps in [
        vec![en(EN), zh(ZH), zh(&without)],
        vec![en(EN), zh(ZH), en(&changed), zh(&without)],
        vec![zh(ZH), en(EN), zh(ZH), zh(&without)],
    ] {
        let replay = replayed(&steps);
        let is_source_zh = steps[0].zh.is_some();
        let (zh, en) = outdated(&replay);
        // A translation is outdated if its segment was removed from the source.
        let expected = if is_source_zh { vec!["The cache holds pages."] } else { vec![] };
        assert_eq!((zh, en), (vec![], expected.iter().map(ToString::to_string).collect()));
        let linked = replay.links().len();
        assert_eq!(linked, if is_source_zh { 4 } else { 3 });
    }
}

#[test]
fn translation_of_rewritten_segment_is_based_on_old_source() {
    let rewritten = EN.replace(
        "The cache holds pages.",
        "Every page that a visitor requests is stored in memory for a minute.",
    );
    let replay = replayed(&[en(EN), zh(ZH), en(&rewritten)]);
    assert_eq!(outdated(&replay), only_zh(&["缓存保存页面。"]));
    let link = replay.links().iter().find(|link| replay.changed_since(link, Locale::En).is_some());
    let link = link.expect("a link whose source changed");
    assert_eq!(replay.rests_on(link, Locale::En), Some(Place { step: 0, segment: 1 }));
}

#[test]
fn specified_source_does_not_apply_to_chinese_source_segments() {
    // The Chinese segment was added first, so it is the source of the English one.
    let (zh_more, en_more) =
        (format!("{ZH}\n期限为一天。\n"), format!("{EN}\nThe limit is one day.\n"));
    let zh_later = zh_more.replace("一天", "两天");
    let source = Body { text: Some(&en_more), ..Body::default() };
    let follows = Some(Follows { locale: Locale::Zh, source });
    let replay =
        replayed(&[en(EN), zh(ZH), zh(&zh_more), en(&en_more), Step { follows, ..zh(&zh_later) }]);
    assert_eq!(outdated(&replay), (vec![], vec!["The limit is one day.".to_owned()]));
}

/// Text of a branch commit.
fn text(text: &str) -> Body<'_> {
    Body { text: Some(text), ..Body::default() }
}

#[test]
fn translation_from_merged_branch_is_compared_with_its_source() {
    let commits = [BranchCommit {
        translation: text(ZH),
        translation_before: text(""),
        source: text(EN),
        source_before: None,
        names_source: false,
    }];
    let branch = Some(Branch { locale: Locale::Zh, commits: &commits });
    // The page was translated on the branch, and its source changed on the main line.
    let replay = replayed(&[en(EN), en(EN_128), Step { branch, ..zh(ZH) }]);
    assert_eq!(outdated(&replay), only_zh(&["大小为64 MB。"]));
    // The branch changed only the translation of the first paragraph.
    let zh_other = ZH.replace("保存", "存放");
    let commits =
        [BranchCommit { translation: text(&zh_other), translation_before: text(ZH), ..commits[0] }];
    let branch = Some(Branch { locale: Locale::Zh, commits: &commits });
    let en_other = EN_128.replace("holds", "stores");
    let replay = replayed(&[en(EN), zh(ZH), en(&en_other), Step { branch, ..zh(&zh_other) }]);
    assert_eq!(outdated(&replay), only_zh(&["缓存存放页面。", "大小为64 MB。"]));
    // The branch includes the change of the source.
    let commits = [BranchCommit { source: text(&en_other), ..commits[0] }];
    let branch = Some(Branch { locale: Locale::Zh, commits: &commits });
    let replay = replayed(&[en(EN), zh(ZH), en(&en_other), Step { branch, ..zh(&zh_other) }]);
    assert_eq!(outdated(&replay), only_zh(&["大小为64 MB。"]));
}

#[test]
fn later_source_change_on_a_branch_keeps_translation_up_to_date() {
    let commits = |source_before| {
        [
            BranchCommit {
                translation: text(ZH_128),
                translation_before: text(ZH),
                source: text(EN),
                source_before: None,
                names_source: false,
            },
            BranchCommit {
                translation: text(ZH_128),
                translation_before: text(ZH_128),
                source: text(EN_128),
                source_before,
                names_source: false,
            },
        ]
    };
    for (source_before, expected) in [(Some(text(EN)), &[][..]), (None, &["大小为128 MB。"])] {
        let commits = commits(source_before);
        let branch = Some(Branch { locale: Locale::Zh, commits: &commits });
        let replay = replayed(&[en(EN), zh(ZH), Step { branch, ..both(ZH_128, EN_128) }]);
        assert_eq!(outdated(&replay), only_zh(expected));
    }
    // The main line changed the same segment after the branch began.
    let en_256 = EN.replace("64", "256");
    let commits = commits(Some(text(EN)));
    let branch = Some(Branch { locale: Locale::Zh, commits: &commits });
    let replay = replayed(&[en(EN), zh(ZH), en(&en_256), Step { branch, ..zh(ZH_128) }]);
    assert_eq!(outdated(&replay), only_zh(&["大小为128 MB。"]));
}

#[test]
fn translation_from_merged_branch_is_outdated_after_rewrite() {
    let rewritten = EN.replace(
        "The cache holds pages.",
        "Every page that a visitor requests is stored in memory for a minute.",
    );
    let commits = [BranchCommit {
        translation: text(ZH),
        translation_before: text(""),
        source: text(EN),
        source_before: None,
        names_source: false,
    }];
    let branch = Some(Branch { locale: Locale::Zh, commits: &commits });
    let replay = replayed(&[en(EN), en(&rewritten), Step { branch, ..zh(ZH) }]);
    assert_eq!(outdated(&replay), only_zh(&["缓存保存页面。"]));
}

#[test]
fn branch_acknowledgement_covers_only_the_source_on_the_branch() {
    let en_other = EN_128.replace("holds", "stores");
    for (seen, expected) in [(EN_128, &["缓存保存页面。"][..]), (&en_other, &[])] {
        let mark = [Acknowledged { locale: Locale::Zh, section: None, source: Some(text(seen)) }];
        let replay = replayed(&[
            en(EN),
            zh(ZH),
            en(EN_128),
            en(&en_other),
            Step { acknowledged: &mark, ..Step::default() },
        ]);
        assert_eq!(outdated(&replay), only_zh(expected));
    }
}

#[test]
fn segment_is_untranslated_since_deletion_of_its_translation() {
    let without = ZH.replace("缓存保存页面。\n\n", "");
    let replay = replayed(&[en(EN), zh(ZH), en(EN_128), zh(&without)]);
    let source = replay.segments(Locale::En)[1].id.clone();
    assert_eq!(replay.untranslated_since(&source, Locale::En), Some(3));
    assert_eq!(replay.created_at_step(&source, Locale::En), Some(0));
}

#[test]
fn translation_from_merged_branch_is_outdated_since_deletion() {
    let removed = EN.replace("The cache holds pages.\n\n", "");
    let commits = [BranchCommit {
        translation: text(ZH),
        translation_before: text(""),
        source: text(EN),
        source_before: None,
        names_source: false,
    }];
    let branch = Some(Branch { locale: Locale::Zh, commits: &commits });
    let replay = replayed(&[en(EN), en(&removed), Step { branch, ..zh(ZH) }]);
    assert_eq!(outdated(&replay), only_zh(&["缓存保存页面。"]));
    let since = replay.links().iter().filter_map(|link| replay.changed_since(link, Locale::En));
    assert_eq!(since.collect::<Vec<_>>(), [1]);
}
