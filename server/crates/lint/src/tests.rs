//! Tests with whole sites.

use crate::*;
use pailou_content::generator::Generator;
use pailou_importers::folder;

#[track_caller]
fn check_site(files: &[(&str, &str)], options: &Options, expected: &[&str]) {
    let top = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let path = top.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let mut read = folder::read_folder(top.path(), Some(Generator::Pailou));
    let targets = read.link_targets();
    let pages = pages_of(&mut read);
    let issues = check(&pages, &targets, options);
    let actual: Vec<String> = issues
        .iter()
        .map(|issue| {
            let line = issue.line.map_or(0, |line| line);
            format!("{}:{line} {} {}", issue.file, issue.code, issue.detail)
        })
        .collect();
    assert_eq!(actual, expected);
}

#[track_caller]
fn rule(files: &[(&str, &str)], expected: &[&str]) {
    check_site(files, &Options::default(), expected);
}

#[test]
fn missing_link_targets_are_reported() {
    rule(
        &[
            (
                "en/a.md",
                "# A\n\n[b](b.md#one) [c](b.md#two) [d](gone.md) ![e](e.png) [f](#a) [g](#h)\n",
            ),
            ("en/b.md", "# B\n\n## One\n"),
            ("zh/a.md", "# 甲\n\n[乙](b.md#one)，[乙](/zh/b#一)，[甲](#a)。\n"),
            ("zh/b.md", "# 乙\n\n## 一\n"),
        ],
        &[
            "en/a.md:3 anchor-missing #h: no heading `h`",
            "en/a.md:3 anchor-missing b.md#two: no heading `two`",
            "en/a.md:3 file-missing e.png",
            "en/a.md:3 page-missing gone.md",
        ],
    );
}

#[test]
fn differences_between_the_languages_of_a_page_are_reported() {
    rule(
        &[
            ("en/a.md", "# A\n\n## B\n\n## C\n"),
            ("zh/a.md", "# 甲\n\n## 乙\n\n### 丙\n"),
            ("en/only.md", "# Only\n"),
        ],
        &[
            "en/only.md:1 page-unpaired no page in zh-CN with the key `only`",
            "zh/a.md:5 headings-differ `### 丙` here, `## C` in en/a.md:5",
        ],
    );
    rule(&[("a.md", "# One language\n")], &[]);
    rule(&[("en/a.md", "# A\n\n## B\n"), ("zh/a.md", "---\ntitle: 甲\n---\n\n## 乙\n")], &[]);
}

#[test]
fn merge_conflict_markers_are_reported_outside_code() {
    let marks = "<<<<<<< ours\nmine\n=======\ntheirs\n>>>>>>> theirs\n";
    let text = format!("---\ntitle: A\n---\n\nOne.\n\n{marks}\n```\n{marks}```\n");
    rule(
        &[("a.md", &text)],
        &["a.md:7 merge-mark <<<<<<< ours", "a.md:11 merge-mark >>>>>>> theirs"],
    );
}

#[test]
fn suppressed_issue_is_not_reported() {
    let text = "# 甲\n\n在Git中。\n\n<!-- check-disable-next-line cjk-space -->\n在Git中。\n\n\
                <!-- check-disable cjk-space, page-missing -->\n\n在Git，[乙](b.md)！！\n\n<!-- check-enable -->\n\n用Git。\n";
    rule(
        &[("zh/a.md", text)],
        &[
            "zh/a.md:3 cjk-space put a space between `在` and `G` in `在Git中。`",
            "zh/a.md:3 cjk-space put a space between `t` and `中` in `在Git中。`",
            "zh/a.md:10 repeated-punctuation repeated punctuation `！` in `it，乙！！`: write it once",
            "zh/a.md:14 cjk-space put a space between `用` and `G` in `用Git。`",
        ],
    );
}

#[test]
fn disabled_rule_reports_no_issue() {
    let off = HashSet::from(["cjk-space".to_owned()]);
    check_site(&[("zh/a.md", "# 用Git\n")], &Options { off, ..Options::default() }, &[]);
}

#[test]
fn ten_thousand_pages_are_checked_within_a_minute() {
    let page = |number: usize, locale: Locale| Page {
        file: format!("{}/{number}.md", locale.segment()),
        locale,
        key: number.to_string(),
        url: area::address(area::DOCS, locale, &number.to_string()),
        dialect: Flavor::Markdown,
        text: match locale {
            Locale::Zh => "# 标题\n\n一段用 Git 的文字，[链接](#标题)。\n".to_owned(),
            Locale::En => "# Title\n\nSome words about Git, [a link](#title).\n".to_owned(),
        },
        outdated: Vec::new(),
    };
    let pages: Vec<Page> = (0..5_000)
        .flat_map(|number| [page(number, Locale::Zh), page(number, Locale::En)])
        .collect();
    let started = std::time::Instant::now();
    let issues = check(&pages, &LinkTargets::new(Vec::new()), &Options::default());
    assert_eq!(issues, []);
    // A check of all pairs of pages would take hours.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
fn words_are_counted_in_chinese_and_latin_text() {
    for (body, expected) in [
        ("# Start\n\nIt's a well-kept gate.\n", (0, 5)),
        ("安装 Pailou 2.0。\n", (2, 2)),
        ("```\ncode is not read\n```\n\n牌楼 `code`\n", (2, 0)),
        ("", (0, 0)),
    ] {
        assert_eq!(crate::words(body, Flavor::Markdown), expected, "{body}");
    }
}
