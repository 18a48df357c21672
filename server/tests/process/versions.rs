//! Tests of documentation versions on the command line: import, snapshot, list, export, and removal.

use std::fs;

use tempfile::TempDir;

use super::process::{CommandOutput, Site, run, until, write};

const NOW: &[(&str, &str)] = &[
    ("en/index.md", "# Welcome\n\nHello.\n"),
    ("zh/index.md", "# 欢迎\n\n你好。\n"),
    ("en/start.md", "# Start\n\nNow.\n"),
];
const THEN: &[(&str, &str)] = &[
    ("en/index.md", "\u{feff}# Welcome\r\n\r\nLong ago.\r\n"),
    ("en/start.md", "---\ntitle:   'Start'\n---\nThen"),
    ("en/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
    ("notes.txt", "not a page\r\n"),
];

#[track_caller]
fn check_output(output: &CommandOutput, code: i32, expected: &str) {
    assert_eq!(output.code, Some(code), "{output:?}");
    assert!(
        format!("{}{}", output.out, output.err).contains(expected),
        "`{expected}` in {output:?}"
    );
}

#[test]
fn version_export_equals_import_byte_for_byte() {
    let folder = TempDir::new().unwrap();
    let folder_path = folder.path();
    write(&folder_path.join("now"), NOW);
    write(&folder_path.join("then"), THEN);
    check_output(
        &run(folder_path, &["import", "now", "--version", "2.0", "--current"]),
        0,
        "3 pages: 3 added",
    );
    let dry = run(folder_path, &["import", "then", "--version", "1.0", "--dry-run"]);
    check_output(&dry, 0, "2 pages: 2 to add");
    check_output(&run(folder_path, &["version", "list"]), 0, "2.0");
    check_output(&run(folder_path, &["import", "then", "--version", "1.0"]), 0, "2 pages: 2 added");
    check_output(&run(folder_path, &["import", "then", "--version", "1.0"]), 0, "2 unchanged");
    check_output(&run(folder_path, &["version", "keep", "2.0"]), 0, "kept the current 3 texts");
    check_output(
        &run(folder_path, &["version", "current", "3.0"]),
        0,
        "the current pages are now 3.0",
    );
    let set = ["version", "set", "1.0", "--state", "ended", "--label", "1.0 LTS"];
    check_output(&run(folder_path, &set), 0, "changed 1.0");
    let list = run(folder_path, &["version", "list"]);
    let names: Vec<_> = list.out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, ["name", "3.0", "2.0", "1.0"], "{list:?}");

    check_output(&run(folder_path, &["export", "out", "--version", "1.0"]), 0, "4 files written");
    for (name, text) in THEN {
        assert_eq!(
            fs::read_to_string(folder_path.join("out").join(name)).unwrap(),
            *text,
            "{name}"
        );
    }
    check_output(&run(folder_path, &["export", "today"]), 0, "3 files written");
    check_output(&run(folder_path, &["version", "remove", "1.0"]), 0, "removed 1.0");
    check_output(
        &run(folder_path, &["export", "other", "--version", "1.0"]),
        1,
        "old version 1.0 does not exist",
    );
}

#[test]
fn page_with_a_new_position_is_unchanged_in_the_import_report() {
    let folder = TempDir::new().unwrap();
    let import = |files: &[(&str, &str)], expected: &str| {
        let pages = folder.path().join("pages");
        fs::remove_dir_all(&pages).ok();
        write(&pages, files);
        let output = run(folder.path(), &["import", "pages", "--version", "1.0"]);
        check_output(&output, 0, expected);
    };
    let [a, b, c] = [("en/a.md", "# A\n"), ("en/b.md", "# B\n"), ("en/c.md", "# C\n")];
    import(&[a, b, c], "3 pages: 3 added");
    import(&[b, c], "2 pages: 0 added, 0 changed, 2 unchanged");
    import(&[a, b, c], "3 pages: 1 added, 0 changed, 2 unchanged");
    import(&[b, ("en/c.md", "# Other\n")], "2 pages: 0 added, 1 changed, 1 unchanged");
}

#[test]
fn invalid_version_command_fails_and_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let folder_path = folder.path();
    write(&folder_path.join("now"), NOW);
    assert_eq!(
        run(folder_path, &["user", "list"]).code,
        Some(0),
        "the command must create a site without pages"
    );
    check_output(&run(folder_path, &["version", "keep", "1.0"]), 1, "no pages to store");
    check_output(
        &run(folder_path, &["import", "now", "--version", "2.0", "--current"]),
        0,
        "3 added",
    );
    check_output(
        &run(folder_path, &["import", "now", "--version", "2.0"]),
        1,
        "is the current version",
    );
    check_output(
        &run(folder_path, &["import", "now", "--version", "a/b"]),
        1,
        "invalid version name `a/b`",
    );
    check_output(&run(folder_path, &["import", "now", "--current"]), 2, "--version");
    check_output(&run(folder_path, &["import", "nowhere", "--version", "1.0"]), 1, "nowhere");
    check_output(&run(folder_path, &["version", "remove", "9"]), 1, "version 9 does not exist");
    check_output(
        &run(folder_path, &["version", "set", "2.0", "--position", "x"]),
        2,
        "invalid value",
    );
    fs::create_dir(folder_path.join("empty")).unwrap();
    check_output(&run(folder_path, &["import", "empty", "--version", "1.0"]), 1, "no-pages");
    let list = run(folder_path, &["version", "list"]);
    assert_eq!(list.out.lines().count(), 2, "{list:?}");
}

#[test]
fn new_version_is_visible_without_a_server_restart() {
    let site = Site::showing(NOW, &[]);
    write(&site.folder().join("then"), THEN);
    let page = |path: &str| site.get(&format!("/index/en/docs{path}"));
    assert_eq!(page("/@1.0/start").status, 404);
    check_output(&run(site.folder(), &["import", "then", "--version", "1.0"]), 0, "2 added");
    until("page of 1.0", || (page("/@1.0/start").status == 200).then_some(()));
    until("link to 1.0", || page("/start").text().contains("/docs/@1.0/start").then_some(()));
    assert_eq!(site.get("/index/media/@1.0/en/a.svg").status, 200);
    let found = site.get("/api/v1/public/search?q=ago&version=1.0").text();
    assert!(found.contains("/index/en/docs/@1.0"), "{found}");
    check_output(&run(site.folder(), &["version", "remove", "1.0"]), 0, "removed");
    until("removal of 1.0", || (page("/@1.0/start").status == 404).then_some(()));
}
