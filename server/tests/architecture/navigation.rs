//! Test of the navigation of Pailou's own documentation: the index of each folder lists its pages in navigation order.

use super::{Source, assert_no_violations, folders, sources};

/// Returns the value of `order` in the front matter.
fn order(page: &Source) -> Option<f64> {
    let front = page.text.strip_prefix("---\n")?.split("\n---").next()?;
    front.lines().find_map(|line| line.strip_prefix("order: "))?.parse().ok()
}

/// Returns the names of the pages in the bullet list of an index, without the extension.
fn listed(index: &Source) -> Vec<String> {
    let bullets = index.text.lines().filter_map(|line| line.strip_prefix("- ["));
    let targets = bullets.filter_map(|line| line.split_once("](./")?.1.split_once(".md)"));
    targets.map(|(name, _)| name.to_owned()).collect()
}

/// Returns the differences between the navigation of a folder and the list in its index.
fn check(folder: &str) -> Vec<String> {
    let pages = sources(folder, ".md");
    let (index, mut pages): (Vec<_>, Vec<_>) =
        pages.into_iter().partition(|page| page.name == format!("{folder}/index.md"));
    let mut broken = Vec::new();
    for page in pages.iter().filter(|page| order(page).is_none()) {
        broken.push(format!("{} has no order", page.name));
    }
    pages.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap());
    for pair in pages.windows(2).filter(|pair| order(&pair[0]) == order(&pair[1])) {
        broken.push(format!("{} and {} have the same order", pair[0].name, pair[1].name));
    }
    let name = |page: &Source| {
        page.name.trim_start_matches(&format!("{folder}/")).trim_end_matches(".md").to_owned()
    };
    let (navigation_order, listed) =
        (pages.iter().map(name).collect::<Vec<_>>(), listed(&index[0]));
    if navigation_order != listed {
        broken.push(format!(
            "{folder}: the navigation has {navigation_order:?}, the index {listed:?}"
        ));
    }
    broken
}

#[test]
fn index_of_each_folder_lists_pages_in_navigation_order() {
    let mut broken = Vec::new();
    for language in ["content/pages/zh", "content/pages/en"] {
        let areas = folders(language).into_iter().filter(|name| !name.starts_with('_'));
        broken.extend(areas.flat_map(|area| check(&format!("{language}/{area}"))));
    }
    assert_no_violations(
        "an index lists the pages of its folder in the order of the navigation",
        &broken,
    );
}
