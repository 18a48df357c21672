//! Tests of dependency rules that Cargo cannot enforce, and of the names and sizes of crates (docs/architecture.md).

use std::process::Command;

use super::{assert_no_violations, folders, sources, top};

/// Maximum number of lines of a crate without its tests.
const MAX_LINES: usize = 10_000;
const AREAS: [&str; 6] = ["admin", "assistant", "datastat", "docs", "landing", "localization"];

#[test]
fn each_area_is_a_crate_and_a_folder_of_the_ui() {
    let crates = folders("server/crates");
    for area in AREAS {
        assert!(crates.iter().any(|name| name == area), "server/crates/{area}");
    }
    let mut expected: Vec<_> = AREAS.into_iter().chain(["app", "shared"]).collect();
    expected.sort_unstable();
    // The folder `testing` contains shared code of the UI's tests.
    let ui: Vec<_> = folders("ui/src").into_iter().filter(|name| name != "testing").collect();
    assert_eq!(ui, expected);
}

#[test]
fn areas_do_not_depend_on_each_other() {
    let mut broken = Vec::new();
    for area in AREAS {
        let manifest = sources(&format!("server/crates/{area}"), "Cargo.toml").remove(0);
        for other in AREAS.into_iter().filter(|other| *other != area) {
            if manifest.text.contains(&format!("pailou-{other}.workspace")) {
                broken.push(format!("{} uses pailou-{other}", manifest.name));
            }
        }
    }
    assert_no_violations("an area does not depend on another area", &broken);
}

#[test]
fn crates_have_specific_names_and_a_bounded_size() {
    let mut broken = Vec::new();
    for name in folders("server/crates") {
        if ["shared", "common", "core", "util", "utils"].contains(&name.as_str()) {
            broken.push(format!("{name} is a generic name"));
        }
        let lines: usize = sources(&format!("server/crates/{name}/src"), ".rs")
            .iter()
            .filter(|source| !source.name.ends_with("tests.rs"))
            .map(|source| {
                let code = source.text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                code.lines().count()
            })
            .sum();
        if lines > MAX_LINES {
            broken.push(format!("{name} has {lines} lines"));
        }
    }
    assert_no_violations(
        "a crate has one subject, and at most 10,000 lines without tests",
        &broken,
    );
}

/// Returns all crates that a package links, one per line.
fn linked_crates(package: &str) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let options = "--edges normal --prefix none --offline --locked --target";
    let tree = Command::new(cargo)
        .args(["tree", "--package", package])
        .args(options.split(' '))
        .arg("x86_64-unknown-linux-gnu")
        .current_dir(top())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    String::from_utf8(tree.stdout).unwrap()
}

#[test]
fn pure_crates_link_no_database_http_or_async_crate() {
    let mut broken = Vec::new();
    // The first assertion fails if the list of linked crates is empty.
    for package in ["pailou-lint", "pailou-search"] {
        let text = linked_crates(package);
        assert!(text.contains("pailou-text-diff"), "{text}");
        let refused = ["sqlx", "tokio", "hyper", "http ", "warp", "futures-"];
        let lines = text.lines().filter(|line| refused.iter().any(|name| line.starts_with(name)));
        broken.extend(lines.map(|line| format!("{package}: {line}")));
    }
    assert_no_violations("pure crates link no database, no HTTP and no async runtime", &broken);
}

#[test]
fn server_links_no_browser_crate() {
    let text = linked_crates("pailou");
    assert!(text.contains("core-wasm"), "{text}");
    let of_browsers = ["wasm-bindgen", "web-sys", "js-sys", "gloo", "serde-wasm-bindgen"];
    let broken: Vec<_> = text
        .lines()
        .filter(|line| of_browsers.iter().any(|name| line.starts_with(name)))
        .map(str::to_owned)
        .collect();
    assert_no_violations("browser crates are dependencies of the wasm target only", &broken);
}

#[test]
fn core_has_no_io_and_no_clock() {
    let world =
        ["fs", "net", "time", "env", "process", "thread", "io"].map(|name| format!("std::{name}"));
    let mut broken = Vec::new();
    for source in sources("core-wasm/src", ".rs") {
        if source.name.starts_with("core-wasm/src/browser/") {
            continue;
        }
        for (number, line) in source.lines() {
            let touches = world.iter().any(|path| line.contains(path.as_str()));
            let of_browser = ["wasm_bindgen", "web_sys", "js_sys", "gloo"]
                .iter()
                .any(|name| line.contains(name));
            if (touches || of_browser) && !line.trim_start().starts_with("//") {
                broken.push(format!("{}:{number}: {line}", source.name));
            }
        }
    }
    assert_no_violations("core-wasm outside src/browser/ uses no I/O, clock, or browser", &broken);
}

#[test]
fn ui_areas_do_not_import_each_other() {
    let mut broken = Vec::new();
    for source in [sources("ui/src", ".ts"), sources("ui/src", ".tsx")].concat() {
        let Some((own, _)) = source.name.trim_start_matches("ui/src/").split_once('/') else {
            continue;
        };
        let refused = |name: &&str| match own {
            "app" | "testing" => false,
            "shared" => true,
            area => *name != area,
        };
        for (number, line) in source.lines() {
            let others = AREAS.into_iter().chain(["app"]).filter(refused);
            let names = others.filter(|name| line.contains(&format!("\"@/{name}/")));
            broken.extend(names.map(|name| format!("{}:{number}: imports @/{name}", source.name)));
        }
    }
    assert_no_violations("an area of the UI imports only itself and @/shared", &broken);
}
