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

/// Formats a navigation tree as `Title(Child Child) Title`.
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
    let title = |place: &Value| place["title"].as_str().unwrap().to_owned();
    let above: Vec<_> = page["breadcrumbs"].as_array().unwrap().iter().map(title).collect();
    assert_eq!(above, ["Ownership", "Slices"]);
    assert_eq!(
        (title(&page["previous"]), title(&page["next"])),
        ("Slices".into(), "Strings".into())
    );
}

#[tokio::test]
async fn changed_summary_changes_the_navigation() {
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
async fn children_of_a_trashed_page_fall_back_to_their_paths() {
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
async fn stored_version_keeps_its_navigation() {
    let site = Site::new().await;
    import(&site, SUMMARY).await;
    site.inside().version(&["keep", "1.0"]).await.unwrap();
    import(&site, "# Summary\n\n- [Ownership](ch04-00.md)\n- [Slices](ch04-02.md)\n").await;
    assert_eq!(
        tree(&site, "@1.0/x/deep").await,
        "Ownership(What is it Slices(Deep) Strings) Structs"
    );
}
