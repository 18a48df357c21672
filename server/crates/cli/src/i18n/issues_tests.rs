//! Tests of issue messages: every issue code and every detail pattern has a message in both languages.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use core_wasm::locale::Locale;

use super::super::catalog;
use super::*;

const ZH: Messages = Messages(Locale::Zh);
const EN: Messages = Messages(Locale::En);

/// Returns the Rust source files of all crates, without test files and `tests` modules.
fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut waiting = vec![PathBuf::from("..")];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_string_lossy().into_owned();
            if path.is_dir() {
                waiting.push(path);
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
                // Joins strings that continue on the next line of the source file.
                let text = text.split("\\\n").map(str::trim_start).collect();
                found.push((path, text));
            }
        }
    }
    found
}

/// Returns the quoted words with hyphens in a text (`"words-with-hyphens"`).
fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |name: &&str| {
        name.contains('-')
            && name.split('-').all(|part| {
                !part.is_empty()
                    && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
            })
    };
    text.split('"').skip(1).step_by(2).filter(is_name)
}

/// Returns the issue codes in the source files: hyphenated names from the creation of an issue to the end of that
/// statement.
fn codes() -> BTreeSet<String> {
    let makers = [
        "Issue::note(",
        "all.note(",
        "self.note(",
        "Issue::warning(",
        "Issue::error(",
        "Issue::of_file(",
        "found(",
        "self.refuse(",
        "refused(",
        "issue(",
        "mistakes.push(",
        "self.tell(",
        "at(line,",
        "code: \"",
        "let code =",
        "Severity::",
    ];
    let mut codes = BTreeSet::new();
    for (path, text) in sources() {
        let is_content = [
            "/content/src",
            "/importers/src",
            "/lint/src",
            "/markdown/src",
            "/store/src",
            "/drafts/src",
            "/versions/src",
            "/git-sources/src",
            "/git-history/src/import.rs",
            "/curated-answers/src",
            "/navigation-parents/src",
        ];
        if !is_content.iter().any(|part| path.to_string_lossy().contains(part)) {
            continue;
        }
        for maker in makers {
            for (at, _) in text.match_indices(maker) {
                let statement = text[at..].split(';').next().unwrap();
                // `statement` begins with `maker`: the opening quotation mark of a code can be the one in `code: "`.
                codes.extend(names(statement).map(str::to_owned));
            }
        }
    }
    // These names occur in the same statements, but are not codes.
    for other in ["webhook-secret", "webhook-secret-file", "size-mib"] {
        codes.remove(other);
    }
    codes
}

#[test]
fn every_issue_code_has_a_message_in_both_languages() {
    let codes = codes();
    assert!(codes.len() > 70 && codes.contains("symlink-loop"), "{codes:?}");
    for code in &codes {
        for messages in [ZH, EN] {
            assert!(messages.has(code), "issues.json lacks {code} in {:?}", messages.0);
        }
    }
}

#[test]
fn every_message_belongs_to_an_issue_code() {
    let all: String = sources().into_iter().map(|(_, text)| text).collect();
    let of_issues: serde_json::Value =
        serde_json::from_str(include_str!("../../../../../content/messages/en/issues.json"))
            .unwrap();
    let codes = codes();
    let mut missed = Vec::new();
    for key in of_issues.as_object().unwrap().keys() {
        let code = key.trim_start_matches("rule.").split('.').next().unwrap();
        assert!(all.contains(&format!("\"{code}\"")), "no source file contains {code}");
        if code.contains('-') && !codes.contains(code) {
            missed.push(code);
        }
    }
    assert!(missed.is_empty(), "`makers` lacks the functions that create these issues: {missed:?}");
}

#[test]
fn every_issue_detail_pattern_is_translated_and_used() {
    let all: String = sources()
        .into_iter()
        // Excludes the file that defines `FORMS`, because it contains every detail.
        .filter(|(path, _)| !path.ends_with("cli/src/i18n/issues.rs"))
        .map(|(_, text)| text)
        .collect();
    for form in FORMS {
        let key = format!("{}.{}", form.code, form.key);
        assert!(ZH.has(&key) && EN.has(&key), "issues.json lacks {key}");
        let pieces = form.detail.split('{').map(|piece| piece.rsplit('}').next().unwrap());
        for piece in pieces.map(|piece| piece.trim_matches([' ', '`', '"', ':', ';', '\\'])) {
            assert!(all.contains(piece), "no source file contains `{piece}` of `{}`", form.detail);
        }
    }
}

#[test]
fn every_fragment_is_used_and_setting_values_are_translated() {
    let all: String = sources().into_iter().map(|(_, text)| text).collect();
    for english in catalog::english_fragments() {
        assert!(all.contains(&format!("\"{english}\"")), "no source file contains `{english}`");
    }
    for allowed in pailou_settings::allowed() {
        assert_ne!(ZH.reason(allowed), allowed, "fragments.json lacks a translation");
    }
}

#[test]
fn every_message_key_of_the_cli_is_in_the_catalog() {
    for (path, text) in sources() {
        if !path.to_string_lossy().contains("cli/src") {
            continue;
        }
        for call in ["messages.t(\"", "messages.count(\"", "state_line(\""] {
            for (at, _) in text.match_indices(call) {
                let key = text[at + call.len()..].split('"').next().unwrap();
                assert!(EN.has(key), "{}: unknown message key {key}", path.display());
            }
        }
    }
    assert!(catalog::keys().all(|key| EN.has(key)));
}

#[track_caller]
fn check(code: &str, detail: &str, english: &str, chinese: &str) {
    assert_eq!(issue_message(EN, code, detail), english);
    assert_eq!(issue_message(ZH, code, detail), chinese);
}

#[test]
fn issue_detail_is_inserted_into_the_message_of_its_code() {
    check(
        "page-missing",
        "gone.md",
        "broken link: no page at `gone.md`; fix the link or add the page",
        "链接 `gone.md` 指向的页面不存在：请改正链接，或补上这个页面",
    );
}

#[test]
fn values_of_an_issue_detail_are_inserted_into_the_message() {
    check(
        "cjk-space",
        "put a space between `用` and `G` in `用Git，乙`",
        "add a space between `用` and `G` in `用Git，乙`",
        "请在 `用Git，乙` 中的 `用` 与 `G` 之间加一个空格",
    );
    check(
        "headings-differ",
        "`## 甲` here, nothing in en/a.md",
        "missing heading: `## 甲` has no counterpart in en/a.md; use the same headings on both pages",
        "这里有 `## 甲`，en/a.md 中没有对应的标题：请让两个页面的标题一致",
    );
    check(
        "headings-differ",
        "`## Being here, now` here, `## Use `x` in y` in en/a.md:4",
        "heading level mismatch: `## Being here, now` here, `## Use `x` in y` in en/a.md:4; use the same headings on both pages",
        "这里是 `## Being here, now`，en/a.md:4 中是 `## Use `x` in y`：请让两个页面的标题级别一致",
    );
    check(
        "repeated-punctuation",
        "repeated punctuation `。` in `好。。`: write it once, or `……`",
        "repeated `。` in `好。。`; use it once, or use `……`",
        "`好。。` 中的 `。` 重复：请只写一个，或改用 `……`",
    );
    check(
        "include-not-read",
        "<<< @/a: b.ts: no such file",
        "`<<< @/a: b.ts`: file not found; fix the path",
        "`<<< @/a: b.ts`：没有这个文件，请改正路径",
    );
    check(
        "translation-outdated",
        "1 segments",
        "one segment is outdated compared with the other language; update it",
        "译文有 1 个段落待更新：请同步更新",
    );
}

#[test]
fn known_issue_details_are_translated_and_others_are_kept() {
    check(
        "front-matter-invalid",
        "duplicate key",
        "duplicate key in the front matter; remove one",
        "front matter 中有重复的键：请删去一个",
    );
    check(
        "front-matter-invalid",
        "text on the line of a block indicator",
        "a front matter value has text on the line of `>` or `|`: begin the text on the next line with two spaces, or \
         put the value in quotation marks, as in `title: \"> x\"`",
        "front matter 中有文字与 `>` 或 `|` 在同一行：请从下一行开始书写，并缩进 2 个空格；或给这个值加上引号，如 \
         `title: \"> x\"`",
    );
    check(
        "navigation-invalid",
        "text after a closing quotation mark",
        "the order of the pages cannot be read: text after a closing quotation mark",
        "无法读取页面的顺序：右引号之后还有文字",
    );
    check(
        "file-unreadable",
        "Permission denied (os error 13)",
        "the file cannot be read: Permission denied (os error 13)",
        "无法读取文件：Permission denied (os error 13)",
    );
}

#[test]
fn issue_with_empty_detail_or_removed_code_has_a_message() {
    for code in codes() {
        for messages in [ZH, EN] {
            let actual = issue_message(messages, &code, "");
            assert!(
                !actual.is_empty() && !actual.contains("``") && !actual.contains('{'),
                "{actual}"
            );
        }
    }
    check(
        "page-removed",
        "",
        "the file was deleted in Git, and the page was moved to the trash",
        "文件已从 Git 中删除，页面已移入回收站",
    );
    // A report that an earlier release of Pailou stored may contain a removed code.
    check("gone-since", "a detail", "a detail", "a detail");
}

#[test]
fn detail_pattern_must_match_the_whole_detail() {
    assert_eq!(parse_detail("`{a}` must be a list", "`x` must be a list"), Some(vec![("a", "x")]));
    assert_eq!(parse_detail("`{a}` must be a list", "`x` must be a list, or two"), None);
    assert_eq!(parse_detail("more than 8 MB", "more than 9 MB"), None);
    assert_eq!(parse_detail("byte {at}", "byte "), Some(vec![("at", "")]));
}
