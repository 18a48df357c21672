//! Tests of pages whose navigation parent is not the page at the parent path.

use serde_json::{Value, json};

use crate::pages::{LIST, id_of, read, send};
use crate::site::Site;

const BOOK: [(&str, &str); 7] = [
    ("book.toml", "[book]\ntitle = \"B\"\nlanguage = \"en\"\n"),
    ("src/ch04-00.md", "# Ownership\n\nA.\n"),
    ("src/ch04-01.md", "# What is it\n\nB.\n"),
    ("src/ch04-02.md", "# Slices\n\nC.\n"),
    ("src/ch04-03.md", "# Strings\n\nD.\n"),
    ("src/x/deep.md", "# Deep\n\nE.\n"),
    ("src/ch05-00.md", "# Structs\n\nF.\n"),
];

const SUMMARY: &str = "# Summary\n\n- [Ownership](ch04-00.md)\n  - [What is it](ch04-01.md)\n  - [Slices](ch04-02.md)\n    - [Deep](x/deep.md)\n  - [Strings](ch04-03.md)\n- [Structs](ch05-00.md)\n";

async fn import(site: &Site, summary: &str) {
    let mut files = BOOK.to_vec();
    files.push(("src/SUMMARY.md", summary));
    site.import(&files).await;
}

/// Formats a navigation tree, for example as `Title(Child Child) Title`.
fn titles(nodes: &Value) -> String {
    let title = |node: &Value| {
        let children = titles(&node["children"]);
        let children = if children.is_empty() { children } else { format!("({children})") };
        format!("{}{children}", node["title"].as_str().unwrap())
    };
    nodes.as_array().unwrap().iter().map(title).collect::<Vec<_>>().join(" ")
}

async fn tree(site: &Site, at: &str) -> String {
    titles(&read(site, &format!("/api/v1/public/docs-tree/en?at={at}")).await["nodes"])
}

async fn move_to(site: &Site, page: &str, path: &str) {
    let id = id_of(site, page).await;
    let seen = read(site, &format!("{LIST}/{id}")).await;
    let seen = seen["revision"].as_str();
    let to = Some(json!({ "path": path }));
    let (status, moved) = send(site, "POST", &format!("{LIST}/{id}/move"), seen, to).await;
    assert_eq!(status, 200, "{moved}");
}

#[tokio::test]
async fn mdbook_chapter_is_nested_below_its_parent_chapter() {
    let site = Site::new().await;
    import(&site, SUMMARY).await;
    assert_eq!(tree(&site, "").await, "Ownership Structs");
    let open = "Ownership(What is it Slices(Deep) Strings) Structs";
    assert_eq!(tree(&site, "x/deep").await, open);
    let page = read(&site, "/api/v1/public/docs/en/x/deep").await;
    let title = |entry: &Value| entry["title"].as_str().unwrap().to_owned();
    let above: Vec<_> = page["breadcrumbs"].as_array().unwrap().iter().map(title).collect();
    assert_eq!(above, ["Ownership", "Slices"]);
    assert_eq!(
        (title(&page["previous"]), title(&page["next"])),
        ("Slices".into(), "Strings".into())
    );
}

#[tokio::test]
async fn changed_mdbook_summary_changes_the_navigation() {
    let site = Site::new().await;
    import(&site, SUMMARY).await;
    assert_eq!(tree(&site, "ch04-03").await, "Ownership(What is it Slices Strings) Structs");
    import(&site, &SUMMARY.replace("  - [Strings]", "- [Strings]")).await;
    assert_eq!(tree(&site, "ch04-03").await, "Ownership Strings Structs");
    import(&site, &SUMMARY.replace("  - [Strings]", "    - [Strings]")).await;
    assert_eq!(tree(&site, "ch04-03").await, "Ownership(What is it Slices(Deep Strings)) Structs");
}

#[tokio::test]
async fn page_moved_within_its_folder_keeps_its_parent() {
    let site = Site::new().await;
    import(&site, SUMMARY).await;
    site.log_in_as("editor").await;
    move_to(&site, "ch04-00", "ownership").await;
    move_to(&site, "ch04-01", "what").await;
    assert_eq!(tree(&site, "what").await, "Ownership(What is it Slices Strings) Structs");
    move_to(&site, "ch04-03", "ch05-00/strings").await;
    assert_eq!(tree(&site, "ch05-00").await, "Ownership Structs(Strings)");
}

#[tokio::test]
async fn children_of_a_trashed_page_are_nested_by_their_paths() {
    let site = Site::new().await;
    import(&site, SUMMARY).await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "ch04-02").await;
    let seen = read(&site, &format!("{LIST}/{id}")).await;
    let path = format!("{LIST}/{id}");
    let (status, body) = send(&site, "DELETE", &path, seen["revision"].as_str(), None).await;
    assert_eq!(status, 204, "{body}");
    assert_eq!(tree(&site, "x/deep").await, "Ownership X(Deep) Structs");
}

#[tokio::test]
async fn stored_documentation_version_keeps_its_navigation() {
    let site = Site::new().await;
    import(&site, SUMMARY).await;
    site.inside().version(&["keep", "1.0"]).await.unwrap();
    import(&site, "# Summary\n\n- [Ownership](ch04-00.md)\n- [Slices](ch04-02.md)\n").await;
    assert_eq!(
        tree(&site, "@1.0/x/deep").await,
        "Ownership(What is it Slices(Deep) Strings) Structs"
    );
}

/// Sets or removes (`None`) the parent of a page; returns the status and the code of the first error.
async fn choose(site: &Site, page: &str, parent: Option<&str>) -> (u16, Value) {
    let id = id_of(site, page).await;
    let seen = read(site, &format!("{LIST}/{id}")).await;
    let parent = match parent {
        Some(parent) => json!(id_of(site, parent).await),
        None => Value::Null,
    };
    let path = format!("{LIST}/{id}/parent");
    let body = Some(json!({ "parent": parent }));
    let (status, answer) = send(site, "PUT", &path, seen["revision"].as_str(), body).await;
    (status, answer["errors"][0]["code"].clone())
}

const BOTH: [(&str, &str); 6] = [
    ("en/guide/start.md", "# Start\n\nA.\n"),
    ("en/guide/proxy.md", "# Proxy\n\nB.\n"),
    ("en/limits.md", "# Limits\n\nC.\n"),
    ("zh/guide/start.md", "# 开始\n\n甲。\n"),
    ("zh/guide/proxy.md", "# 代理\n\n乙。\n"),
    ("zh/limits.md", "# 限制\n\n丙。\n"),
];

async fn tree_zh(site: &Site, at: &str) -> String {
    titles(&read(site, &format!("/api/v1/public/docs-tree/zh?at={at}")).await["nodes"])
}

#[tokio::test]
async fn chosen_parent_applies_to_both_languages() {
    let site = Site::new().await;
    site.import(&BOTH).await;
    site.log_in_as("editor").await;
    assert_eq!(tree(&site, "guide/proxy").await, "Guide(Proxy Start) Limits");
    assert_eq!(choose(&site, "limits", Some("guide/proxy")).await, (200, Value::Null));
    assert_eq!(tree(&site, "limits").await, "Guide(Proxy(Limits) Start)");
    assert_eq!(tree_zh(&site, "limits").await, "Guide(代理(限制) 开始)");
    let id = id_of(&site, "limits").await;
    let page = read(&site, &format!("{LIST}/{id}")).await;
    let parent = &page["parent"];
    let proxy = json!(id_of(&site, "guide/proxy").await);
    assert_eq!((&parent["path"], &parent["id"]), (&json!("guide/proxy"), &proxy));
    // The files define no parents, so a repeated import keeps the chosen parent.
    site.import(&BOTH).await;
    assert_eq!(tree(&site, "limits").await, "Guide(Proxy(Limits) Start)");
    assert_eq!(choose(&site, "limits", None).await.0, 200);
    assert_eq!(tree(&site, "limits").await, "Guide Limits");
    assert_eq!(read(&site, &format!("{LIST}/{id}")).await["parent"], Value::Null);
    site.log_in_as("owner").await;
    let log = read(&site, "/api/v1/admin/log?action=page-parent-changed").await;
    let changes =
        log.as_array().unwrap().iter().map(|it| (it["before"].clone(), it["after"].clone()));
    let (none, proxy) = (json!("null"), json!("\"guide/proxy\""));
    assert_eq!(changes.collect::<Vec<_>>(), [(proxy.clone(), none.clone()), (none, proxy)]);
}

#[tokio::test]
async fn invalid_parent_of_a_page_is_rejected() {
    let site = Site::new().await;
    site.import(&BOTH).await;
    site.import(&[("en/_news/2026-01-02-x.md", "# News\n\nA.\n")]).await;
    site.log_in_as("editor").await;
    let refused = |code: &str| (422, json!(code));
    assert_eq!(choose(&site, "limits", Some("limits")).await, refused("below-itself"));
    assert_eq!(choose(&site, "guide/start", Some("limits")).await.0, 200);
    assert_eq!(choose(&site, "limits", Some("guide/start")).await, refused("below-itself"));
    let news = "2026-01-02-x";
    assert_eq!(choose(&site, "limits", Some(news)).await, refused("unknown-page"));
    assert_eq!(choose(&site, news, Some("limits")).await.0, 404);
    site.log_in_as("translator").await;
    assert_eq!(choose(&site, "limits", None).await.0, 403);
}

#[tokio::test]
async fn chosen_parents_are_exported_and_imported() {
    let site = Site::new().await;
    site.import(&BOTH).await;
    let folder = tempfile::tempdir().unwrap();
    site.inside().export(folder.path(), None).await.unwrap();
    assert!(!folder.path().join("navigation-parents.toml").exists());
    site.log_in_as("editor").await;
    choose(&site, "limits", Some("guide/proxy")).await;
    choose(&site, "guide/start", None).await;
    let folder = tempfile::tempdir().unwrap();
    site.inside().export(folder.path(), None).await.unwrap();
    let text = std::fs::read_to_string(folder.path().join("navigation-parents.toml")).unwrap();
    let expected = "[[page]]\npath = \"guide/start\"\n\n\
                    [[page]]\npath = \"limits\"\nparent = \"guide/proxy\"\n";
    assert_eq!(text, expected);
    let other_site = Site::new().await;
    other_site.inside().import(folder.path()).await;
    assert_eq!(tree(&other_site, "limits").await, "Guide(Proxy(Limits) Start)");
    let again = tempfile::tempdir().unwrap();
    other_site.inside().export(again.path(), None).await.unwrap();
    let second = std::fs::read_to_string(again.path().join("navigation-parents.toml")).unwrap();
    assert_eq!(second, text);
}
