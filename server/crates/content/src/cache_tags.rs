//! Cache tags: names of the content that a cached response depends on. The change feed publishes the tags of a change.

/// Cache tag of the page tree: changes whenever a page is added, renamed, moved, or removed.
pub const TREE: &str = "tree";
/// Cache tag of link targets: changes whenever a page or file is added, moved, reordered, or
/// removed, or an included file changes.
pub const PLACES: &str = "places";
/// Cache tag of all texts: changes whenever any text changes.
pub const TEXTS: &str = "texts";

/// Cache tag of a folder: changes whenever the list of pages in the parent folder of this path
/// changes.
pub fn branch_above(path: &str) -> String {
    format!("branch:{}", path.rsplit_once('/').map_or("", |(folder, _)| folder))
}

/// Cache tag of a page: changes whenever the page changes in either language.
pub fn page_tag(area: &str, key: &str) -> String {
    format!("page:{area}/{key}")
}

/// Returns the keys of an area's pages whose tags are in `tags`.
pub fn pages_among(tags: &[String], area: &str) -> Vec<String> {
    let prefix = page_tag(area, "");
    tags.iter().filter_map(|tag| tag.strip_prefix(&prefix)).map(str::to_owned).collect()
}
