//! Tests of the language of the commands: Chinese on a Chinese system, English otherwise.

use std::path::Path;

use tempfile::TempDir;

use super::process::{CommandOutput, finish, pailou_in, run, write};

const CHINESE: &str = "zh_CN.UTF-8";

fn chinese(folder: &Path, args: &[&str]) -> CommandOutput {
    finish(pailou_in(CHINESE, folder, args))
}

/// Runs a command on a Chinese system, checks its exit code and the texts in its output, and returns the output.
#[track_caller]
fn check(folder: &Path, args: &[&str], code: i32, expected: &[&str]) -> String {
    let output = chinese(folder, args);
    assert_eq!(output.code, Some(code), "{output:?}");
    let text = format!("{}{}", output.out, output.err);
    for part in expected {
        assert!(text.contains(part), "`{part}` in {text}");
    }
    text
}

fn site() -> TempDir {
    let folder = TempDir::new().unwrap();
    let files = [
        ("docs/en/a.md", "# A\n\n[gone](gone.md)\n"),
        ("docs/zh/a.md", "# 甲\n\n用Git。\n"),
        ("docs/zh/b.md", "# 乙\n\n[乙](<go\u{1b}[31mne.md>)\n"),
    ];
    write(folder.path(), &files);
    folder
}

#[test]
fn help_uses_the_system_language() {
    let folder = TempDir::new().unwrap();
    let help = check(
        folder.path(),
        &["--help"],
        0,
        &[
            "软件项目的中英双语网站",
            "用法：pailou [选项] <命令>",
            "  import ",
            "导入含有",
            "选项：",
        ],
    );
    assert!(!help.contains("Usage") && !help.contains("Print"), "{help}");
    check(
        folder.path(),
        &["check", "--help"],
        0,
        &[
            "用法：pailou check [选项] [DIR]",
            "[默认值：auto]",
            "规则：",
            "cjk-space                警告",
        ],
    );
    let english = run(folder.path(), &["check", "--help"]);
    for part in ["Usage: pailou check [OPTIONS] [DIR]", "[default: auto]", "Rules:", "warning"] {
        assert!(english.out.contains(part), "`{part}` in {}", english.out);
    }
}

#[test]
fn invalid_argument_is_reported_in_the_system_language() {
    let folder = TempDir::new().unwrap();
    check(folder.path(), &["serve", "--adr", "x"], 2, &["没有参数 `--adr`", "`--addr`", "用法："]);
    check(folder.path(), &["import"], 2, &["缺少必需的参数：<DIR>"]);
    check(folder.path(), &[], 2, &["用法："]);
}

#[test]
fn error_message_uses_the_system_language() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &[("pailou.toml", "[log]\nformat = 'xml'\n")]);
    let value = "pailou: pailou.toml：`xml` 不是 `log.format` 的有效值，应为 text 或 json\n";
    check(folder.path(), &["serve"], 2, &[value]);
    let other_folder = TempDir::new().unwrap();
    check(other_folder.path(), &["import", "gone"], 1, &["pailou: 无法读取文件夹 gone："]);
    check(other_folder.path(), &["version", "keep", "a/b"], 1, &["版本名 `a/b` 无效：只能包含"]);
    check(other_folder.path(), &["user", "disable", "ann"], 1, &["用户 `ann` 不存在"]);
    check(other_folder.path(), &["source", "update", "docs"], 1, &["没有来源：请在"]);
    let english = run(other_folder.path(), &["source", "update", "docs"]);
    assert!(english.err.contains("pailou: no sources: add [[source]]"), "{english:?}");
}

#[test]
fn issues_are_translated_and_escaped() {
    let folder = site();
    let text = check(
        folder.path(),
        &["check", "docs"],
        1,
        &[
            "docs/en/a.md:3: 错误：链接 `gone.md` 指向的页面不存在：请改正链接，或补上这个页面 (page-missing)\n",
            "docs/zh/a.md:3:2: 警告：请在 `用Git。` 中的 `用` 与 `G` 之间加一个空格 (cjk-space)\n",
            "docs/zh/b.md:3: 错误：链接 `go\\u{1b}[31mne.md`",
            "3 个页面：2 个错误、",
        ],
    );
    assert!(!text.contains('\u{1b}'), "{text:?}");
    let json = chinese(folder.path(), &["check", "docs", "--format", "json"]).out;
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["issues"][0]["severity"], "error");
    assert_eq!(report["issues"][0]["detail"], "gone.md");
    assert!(
        report["issues"][0]["message"].as_str().unwrap().contains("指向的页面不存在"),
        "{json}"
    );
    let github = chinese(folder.path(), &["check", "docs", "--format", "github"]).out;
    assert!(
        github.starts_with("::error file=docs/en/a.md,line=3,title=page-missing::链接"),
        "{github}"
    );
}

#[test]
fn report_uses_the_system_language() {
    let folder = site();
    let expected = [
        "警告：链接 `gone.md`",
        "按 pailou 读取",
        "3 个页面：新增 3，改动 0，不变 0；另有 0 个文件",
    ];
    let text = check(folder.path(), &["import", "docs"], 0, &expected);
    assert!(!text.contains('\u{1b}'), "{text:?}");
    check(folder.path(), &["version", "list"], 0, &["还没有版本"]);
    check(folder.path(), &["version", "keep", "1.0"], 0, &["已将当前的 3 份文本保留为 1.0"]);
    check(folder.path(), &["user", "list"], 0, &["还没有用户"]);
    check(folder.path(), &["export", "out"], 0, &["已把 3 个文件写入 out"]);
}

#[test]
fn long_report_has_one_line_per_issue_code_and_file() {
    let folder = TempDir::new().unwrap();
    let links: String = (0..205).map(|number| format!("[x](gone-{number}.md)\n\n")).collect();
    write(folder.path(), &[("docs/en/a.md", &format!("# A\n\n{links}"))]);
    let english = run(folder.path(), &["import", "docs"]);
    assert_eq!(english.out.matches("(page-missing)").count(), 1, "{}", english.out);
    assert!(english.out.contains("(page-missing); 205 times in this file\n"), "{}", english.out);
    check(folder.path(), &["import", "docs"], 0, &["，此文件中共 205 处"]);
}

#[test]
fn long_report_lists_200_issues_and_the_number_of_others() {
    let folder = TempDir::new().unwrap();
    for number in 0..205 {
        let file = format!("docs/en/a-{number}.md");
        write(folder.path(), &[(&file, "# A\n\n[x](gone.md)\n")]);
    }
    let english = run(folder.path(), &["import", "docs"]);
    assert_eq!(english.out.matches("(page-missing)").count(), 200, "{}", english.out);
    let more = "… and 5 more; `pailou check docs` lists every error and warning\n";
    assert!(english.out.contains(more), "{}", english.out);
    check(folder.path(), &["import", "docs"], 0, &["…… 另有 5 处；`pailou check docs`"]);
}
