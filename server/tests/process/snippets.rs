//! Tests of included snippet files: rendering, search, updates when the snippet changes, and unchanged export.

use std::fs;
use std::os::unix::fs::symlink;

use super::process::{Site, run, until};

const PAGE: &str = "# Start\n\n<<< @/code/a.rs#main [a.rs]\n\n<!--@include: ./_shared.md-->\n\n\
                    ```rust\n{{#include ../code/a.rs:1:1}}\n```\n";
const CODE: &str = "// first line\n// #region main\nfn gatehouse() {}\n// #endregion main\n";
const FILES: &[(&str, &str)] = &[
    ("en/start.md", PAGE),
    ("zh/start.md", "# 开始\n\n正文。\n"),
    (
        "en/_shared.md",
        "---\ntitle: Not shown\n---\n## Shared section\n\nSee {{#include ../code/b.txt}}.\n",
    ),
    ("code/a.rs", CODE),
    ("code/b.txt", "words of b\n"),
];
const ADDRESS: &str = "/index/en/docs/start";

#[track_caller]
fn wait_for_text(site: &Site, text: &str) {
    until(text, || site.get(ADDRESS).text().contains(text).then_some(()));
}

#[test]
fn includes_are_rendered_searchable_and_exported_unchanged() {
    let site = Site::showing(FILES, &[]);
    let page = site.get(ADDRESS).text();
    for part in
        ["gatehouse", "Shared section</h2>", "words of b.", "// first line", ">a.rs</figcaption>"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("Not shown") && !page.contains("#region"), "{page}");
    assert_eq!(site.get("/api/v1/public/docs/en/start").json()["markdown"], PAGE);
    let twin = site.get(&format!("{ADDRESS}.md")).text();
    for part in ["gatehouse", "## Shared section", "See words of b", "// first line"] {
        assert!(twin.contains(part), "{part}: {twin}");
    }
    let found = site.get("/api/v1/public/search?q=gatehouse&locale=en").text();
    assert!(found.contains("/index/en/docs/start"), "{found}");

    assert_eq!(run(site.folder(), &["export", "out"]).code, Some(0));
    for (name, text) in FILES {
        assert_eq!(fs::read_to_string(site.folder().join("out").join(name)).unwrap(), *text);
    }
}

#[test]
fn page_is_updated_when_an_included_file_changes() {
    let site = Site::showing(FILES, &[]);
    wait_for_text(&site, "gatehouse");
    let etag = || site.get("/api/v1/public/docs/en/start").header("etag").map(str::to_owned);
    let before = etag();
    assert_eq!(
        site.import(&[("code/a.rs", &CODE.replace("gatehouse", "watchtower"))]).code,
        Some(0)
    );
    wait_for_text(&site, "watchtower");
    assert_ne!(etag(), before);
    assert_eq!(site.import(&[("code/b.txt", "other words\n")]).code, Some(0));
    wait_for_text(&site, "other words.");
    assert_eq!(site.import(&[("en/start.md", "# Start\n\n<<< @/code/b.txt\n")]).code, Some(0));
    wait_for_text(&site, "other words\n</code>");
}

#[test]
fn include_outside_the_folder_is_rejected() {
    let site = Site::showing(FILES, &[]);
    fs::write(site.folder().join("secret.txt"), "the secret").unwrap();
    symlink(site.folder().join("secret.txt"), site.folder().join("pages/en/link.txt")).unwrap();
    let body = "# Start\n\n<<< ../../secret.txt\n\n<!--@include: ./link.txt-->\n\n--8<-- \"/etc/hostname\"\n\n\
                {{#include ../../../../../../etc/hostname}}\n\nLast.\n";
    let output = site.import(&[("en/start.md", body)]);
    for line in ["en/start.md:3", "en/start.md:5", "en/start.md:7", "en/start.md:9"] {
        assert!(output.out.contains(line) || output.err.contains(line), "{line}: {output:?}");
    }
    wait_for_text(&site, "Last.");
    let host = fs::read_to_string("/etc/hostname").unwrap_or_default();
    let page = site.get("/api/v1/public/docs/en/start").json()["html"].to_string();
    assert!(!page.contains("the secret"), "{page}");
    assert!(host.trim().is_empty() || !page.contains(host.trim()), "{page}");
}
