//! Tests of the import of invalid files: each is reported with a reason, and the other files are imported.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::process::{CommandOutput, run, write};

const GOOD: &[(&str, &str)] =
    &[("en/good.md", "# Good\n\n[a link](other.md)\n"), ("en/other.md", "# Other\n")];

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("pages"), GOOD);
    folder
}

fn import(folder: &TempDir) -> CommandOutput {
    run(folder.path(), &["import", "pages"])
}

fn exported(folder: &Path) -> Vec<String> {
    let output = run(folder, &["export", "out"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    let mut names: Vec<_> = fs::read_dir(folder.join("out/en")).unwrap().collect();
    names.sort_by_key(|entry| entry.as_ref().unwrap().file_name());
    names
        .into_iter()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect()
}

/// Checks that a file with these bytes is rejected with this message, including in a dry run, and that all other
/// files are imported.
#[track_caller]
fn check(name: &str, bytes: &[u8], expected: &str) {
    let folder = folder();
    let file = folder.path().join("pages").join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, bytes).unwrap();
    let would = run(folder.path(), &["import", "pages", "--dry-run"]);
    assert_eq!(would.code, Some(1), "{name}: {would:?}");
    assert!(would.out.contains(expected), "`{expected}` in {}", would.out);
    let output = import(&folder);
    assert_eq!(output.code, Some(1), "{name}: {output:?}");
    assert!(output.out.contains(expected), "`{expected}` in {}", output.out);
    assert!(output.out.contains("2 pages: 2 added"), "{}", output.out);
    assert_eq!(exported(folder.path()), ["good.md", "other.md"], "{name}");
    let again = import(&folder);
    assert!(again.out.contains("0 added, 0 changed, 2 unchanged"), "{}", again.out);
}

#[test]
fn invalid_utf8_or_zero_byte_is_reported_with_its_line() {
    check("en/latin.md", b"# A\n\ncaf\xe9\n", "en/latin.md:3: error: invalid UTF-8 at byte 8;");
    check("en/wide.md", b"\xff\xfe#\0 \0A", "en/wide.md:1: error: invalid UTF-8 at byte 0;");
    check("en/zero.md", b"# A\n\nzero \0 byte\n", "en/zero.md:3: error: byte 10 is zero, so");
}

#[test]
fn invalid_front_matter_is_reported() {
    check("en/a.md", b"---\ntitle: [a\n---\n# A\n", "en/a.md:");
    check("en/a.md", b"---\ntitle: a\n  b: c\n---\n# A\n", "en/a.md:3: error: ");
    check("en/a.md", b"+++\ntitle = \n+++\n# A\n", "en/a.md:2: error: ");
    check("en/a.md", b"---\ntitle: *nobody\n---\n# A\n", "(front-matter-invalid)");
}

#[test]
fn yaml_alias_bomb_in_front_matter_is_rejected() {
    let mut bomb = String::from("---\na0: &a0 x\n");
    for step in 1..40 {
        bomb.push_str(&format!("a{step}: &a{step} [*a{0}, *a{0}, *a{0}]\n", step - 1));
    }
    check("en/a.md", format!("{bomb}---\n# A\n").as_bytes(), "(front-matter-invalid)");
}

#[test]
fn file_of_50_megabytes_is_reported_as_too_large() {
    check(
        "en/huge.md",
        &vec![b'a'; 50 << 20],
        "en/huge.md: error: the page is larger than 8 MB; split it (file-too-large)",
    );
    check("en/huge.png", &vec![0; 50 << 20], "en/huge.png: error: the file is larger than ");
}

#[test]
fn path_with_dot_segments_is_rejected() {
    for slug in ["../../etc/passwd", "/../x", "a/../../b", "."] {
        check("en/a.md", format!("---\nslug: {slug}\n---\n# A\n").as_bytes(), "en/a.md: error: ");
    }
}

#[test]
fn second_file_with_the_same_url_is_reported() {
    check(
        "en/good/index.md",
        b"# Also good\n",
        "error: URL conflict with `en/good.md`; rename one of the files (path-taken)",
    );
}

#[cfg(unix)]
#[test]
fn looping_or_escaping_symlinks_are_reported() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let pages = folder.path().join("pages");
    write(folder.path(), &[("secret.md", "# Secret\n")]);
    symlink("..", pages.join("en/loop")).unwrap();
    symlink("self", pages.join("en/self")).unwrap();
    symlink(folder.path().join("secret.md"), pages.join("en/out.md")).unwrap();
    symlink("/etc", pages.join("en/etc")).unwrap();
    let output = import(&folder);
    assert_eq!(output.code, Some(1), "{output:?}");
    for expected in [
        "en/loop: error: ",
        "(symlink-loop)",
        "en/self: error: ",
        "(symlink-broken)",
        "en/out.md: error: ",
        "en/etc: error: ",
        "(symlink-leaves-folder)",
        "2 pages: 2 added",
    ] {
        assert!(output.out.contains(expected), "`{expected}` in {}", output.out);
    }
    assert_eq!(exported(folder.path()), ["good.md", "other.md"]);
}

#[test]
fn folder_named_like_a_file_is_imported_as_a_folder() {
    let folder = folder();
    fs::create_dir_all(folder.path().join("pages/en/x.md")).unwrap();
    write(&folder.path().join("pages"), &[("en/y.md/inside.md", "# Inside\n")]);
    let output = import(&folder);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.contains("3 pages: 3 added"), "{}", output.out);
}

#[test]
fn folder_without_pages_is_reported() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("pages")).unwrap();
    let output = import(&folder);
    assert_eq!(output.code, Some(1), "{output:?}");
    assert!(output.out.contains("error: ") && output.out.contains("(no-pages)"), "{}", output.out);
}

#[test]
fn broken_link_is_a_warning_with_exit_code_0() {
    let folder = folder();
    write(&folder.path().join("pages"), &[("en/links.md", "# L\n\n[gone](nowhere.md)\n")]);
    let output = import(&folder);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.contains("en/links.md:3: warning: "), "{}", output.out);
}

#[test]
fn deeply_nested_files_do_not_crash_the_import() {
    let folder = folder();
    let deep = format!("# Deep\n\n{}x\n", ">".repeat(50_000));
    let open = format!("# Open\n\n{}\n", "[".repeat(50_000));
    let list: String = (0..2_000).map(|depth| format!("{}- x\n", "  ".repeat(depth))).collect();
    let html = format!("# Html\n\n{}\n", "<div>".repeat(20_000));
    let files = [("en/a.md", &deep), ("en/b.md", &open), ("en/c.md", &list), ("en/d.md", &html)];
    write(&folder.path().join("pages"), &files.map(|(name, text)| (name, text.as_str())));
    let output = import(&folder);
    assert!([Some(0), Some(1)].contains(&output.code), "{output:?}");
    assert!(!output.err.contains("panicked"), "{}", output.err);
}
