//! main → app → areas → shared → core-wasm, and never the other way (docs/architecture.md).

use std::process::Command;

use super::{folders, nothing_breaks, sources, top};

const AREAS: [&str; 6] = ["admin", "assistant", "datastat", "docs", "landing", "localization"];

#[test]
fn server_and_ui_have_the_same_folders() {
    let mut expected: Vec<_> = AREAS.into_iter().chain(["app", "shared"]).collect();
    expected.sort_unstable();
    assert_eq!(folders("server/src"), expected);
    // What the UI's tests share is in a folder of its own.
    let ui: Vec<_> = folders("ui/src").into_iter().filter(|name| name != "testing").collect();
    assert_eq!(ui, expected);
}

#[test]
fn areas_import_only_themselves_shared_and_core() {
    let mut broken = Vec::new();
    for source in sources("server/src", ".rs") {
        let Some((own, _)) = source.name.trim_start_matches("server/src/").split_once('/') else {
            continue;
        };
        for used in crate_paths(&source.text) {
            let is_module =
                AREAS.contains(&used.as_str()) || ["app", "shared"].contains(&used.as_str());
            let allowed = match own {
                "app" => true,
                "shared" => used == "shared",
                area => used == area || used == "shared",
            };
            if is_module && !allowed {
                broken.push(format!("{} uses crate::{used}", source.name));
            }
        }
    }
    nothing_breaks(
        "an area imports only itself, `shared` and the core; `shared` only itself",
        &broken,
    );
}

/// The first name behind every `crate::`, those in braces included.
fn crate_paths(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, found) in text.match_indices("crate::") {
        let rest = &text[at + found.len()..];
        match rest.strip_prefix('{') {
            Some(list) => names.extend(first_names(list)),
            None => names.extend(first_name(rest)),
        }
    }
    names
}

fn first_name(text: &str) -> Option<String> {
    let name: String =
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

/// Of a list up to its closing brace: `a::b, c::{d, e}, f}` → a, c, f.
fn first_names(list: &str) -> Vec<String> {
    let (mut names, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.extend(first_name(&list[start..at]));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

#[test]
fn paths_are_found_in_every_position() {
    let text = "use crate::{docs::wire, shared::{db, id}, admin};\nfn a() { crate::app::b() }";
    assert_eq!(crate_paths(text), ["docs", "shared", "admin", "app"]);
}

/// All crates that a package links, one per line.
fn linked_crates(package: &str) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let words = "--edges normal --prefix none --offline --locked --target";
    let tree = Command::new(cargo)
        .args(["tree", "--package", package])
        .args(words.split(' '))
        .arg("x86_64-unknown-linux-gnu")
        .current_dir(top())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    String::from_utf8(tree.stdout).unwrap()
}

#[test]
fn pure_crates_link_no_database_http_or_async() {
    let mut broken = Vec::new();
    // The linter links all pure crates but the search engine.
    for package in ["pailou-lint", "pailou-search"] {
        let text = linked_crates(package);
        assert!(text.contains("pailou-text-diff"), "{text}");
        let refused = ["sqlx", "tokio", "hyper", "http ", "warp", "futures-"];
        let lines = text.lines().filter(|line| refused.iter().any(|name| line.starts_with(name)));
        broken.extend(lines.map(|line| format!("{package}: {line}")));
    }
    nothing_breaks("pure crates link no database, no HTTP and no async runtime", &broken);
}

#[test]
fn server_links_no_browser_crate() {
    let text = linked_crates("server");
    assert!(text.contains("core-wasm"), "{text}");
    let of_browsers = ["wasm-bindgen", "web-sys", "js-sys", "gloo", "serde-wasm-bindgen"];
    let broken: Vec<_> = text
        .lines()
        .filter(|line| of_browsers.iter().any(|name| line.starts_with(name)))
        .map(str::to_owned)
        .collect();
    nothing_breaks("browser crates are dependencies of the wasm target only", &broken);
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
    nothing_breaks("core-wasm outside src/browser/ touches nothing of the world", &broken);
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
    nothing_breaks("an area of the UI imports only itself and @/shared", &broken);
}
