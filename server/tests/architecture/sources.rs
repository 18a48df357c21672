//! Tests of source conventions, such as module comments, SQL only in `store.rs` and `sql.rs`, and equal migrations for
//! both databases.

use std::collections::BTreeMap;

use super::{assert_no_violations, sources};

#[test]
fn every_module_has_a_doc_comment() {
    let folders =
        ["server/src", "server/crates", "server/tests", "core-wasm/src", "core-wasm/tests"];
    let all = folders.iter().flat_map(|folder| sources(folder, ".rs"));
    let broken: Vec<_> =
        all.filter(|source| !source.text.starts_with("//! ")).map(|source| source.name).collect();
    assert_no_violations("a Rust module opens with `//!`", &broken);
}

#[test]
fn sql_is_lower_case_and_only_in_store_and_sql_files() {
    let begins = ["select ", "insert into ", "update ", "delete from ", "with recursive "];
    let mut broken = Vec::new();
    for source in [sources("server/src", ".rs"), sources("server/crates", ".rs")].concat() {
        let is_store = source.name.ends_with("/store.rs") || source.name.ends_with("/sql.rs");
        for (number, line) in source.lines() {
            let is_sql = |begin: &&str| line.contains(&format!("\"{begin}"));
            let shouted = begins.iter().any(|begin| is_sql(&begin.to_uppercase().as_str()));
            if shouted || (!is_store && begins.iter().any(is_sql)) {
                broken.push(format!("{}:{number}: {}", source.name, line.trim()));
            }
        }
    }
    assert_no_violations("SQL is in `store.rs` or `sql.rs`, in lower case", &broken);
}

/// Code that uses `variable` is compiled with the path of its checkout. A cached target folder may contain tests that
/// were compiled in another checkout, so that path would be wrong. Relative paths are valid, because Cargo runs tests
/// in the folder of their package.
#[test]
fn only_build_scripts_use_cargo_manifest_dir() {
    let variable = concat!("CARGO_", "MANIFEST_DIR");
    let broken: Vec<_> = [sources("server", ".rs"), sources("core-wasm", ".rs")]
        .concat()
        .into_iter()
        .filter(|source| source.text.contains(variable) && !source.name.ends_with("/build.rs"))
        .map(|source| source.name)
        .collect();
    assert_no_violations("paths in tests are relative to the package", &broken);
}

#[test]
fn both_databases_have_the_same_migrations() {
    let names = |folder: &str| -> Vec<_> {
        let files = sources(folder, ".sql").into_iter();
        files.map(|file| file.name.rsplit('/').next().unwrap().to_owned()).collect()
    };
    assert_eq!(
        names("server/crates/database/migrations/sqlite"),
        names("server/crates/database/migrations/postgres")
    );
}

#[test]
fn migration_numbers_are_unique() {
    let mut by_number: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources("server/crates/database/migrations/sqlite", ".sql") {
        let name = file.name.rsplit('/').next().unwrap();
        let (number, _) = name.split_once('_').unwrap();
        by_number.entry(number.to_owned()).or_default().push(file.name);
    }
    let broken: Vec<_> = by_number
        .into_values()
        .filter(|files| files.len() > 1)
        .map(|files| files.join(", "))
        .collect();
    assert_no_violations("every migration has a number of its own", &broken);
}

#[test]
fn no_test_is_skipped() {
    let ignored = ["#[ignore", ".skip(", ".only(", "test.fixme"];
    let mut broken = Vec::new();
    let folders = [
        ("server", ".rs"),
        ("core-wasm/src", ".rs"),
        ("ui/src", ".ts"),
        ("ui/src", ".tsx"),
        ("e2e", ".ts"),
    ];
    for (folder, ending) in folders {
        for source in sources(folder, ending) {
            // This file contains the forbidden patterns.
            if source.name.ends_with("tests/architecture/sources.rs") {
                continue;
            }
            let is_test = |line: &str| {
                ignored[1..].iter().any(|word| {
                    line.contains(&format!("test{word}")) || line.contains(&format!("it{word}"))
                })
            };
            let lines =
                source.lines().filter(|(_, line)| line.contains(ignored[0]) || is_test(line));
            broken.extend(
                lines.map(|(number, line)| format!("{}:{number}: {}", source.name, line.trim())),
            );
        }
    }
    assert_no_violations("no test is ignored or skipped", &broken);
}
