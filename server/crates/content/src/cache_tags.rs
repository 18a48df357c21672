//! Cache tags: names of the content that a cached response depends on. The change feed publishes the tags of a change.

/// Cache tag of the page tree: published whenever a page is added, renamed, moved, reordered, or removed.
pub const TREE: &str = "tree";
/// Cache tag of link targets: published whenever a page or file is added, moved, reordered, or
/// removed, or an included file changes.
pub const LINK_TARGETS: &str = "link-targets";
/// Cache tag of all texts: published whenever any text changes.
pub const TEXTS: &str = "texts";

/// Cache tag of the parent folder of a path: published whenever the list of pages in this folder
/// changes.
pub fn branch_above(path: &str) -> String {
    format!("branch:{}", path.rsplit_once('/').map_or("", |(folder, _)| folder))
}

/// Cache tag of a page: published whenever the page changes in either language.
pub fn page_tag(area: &str, key: &str) -> String {
    format!("page:{area}/{key}")
}

/// Returns the keys of the pages of `area` for which `tags` contains a page tag ([`page_tag`]).
pub fn pages_among(tags: &[String], area: &str) -> Vec<String> {
    let prefix = page_tag(area, "");
    tags.iter().filter_map(|tag| tag.strip_prefix(&prefix)).map(str::to_owned).collect()
}
