//! Page order.
//!
//! Pages that the navigation lists come first, then by number, then by name.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use core_wasm::locale::Locale;

use crate::folder::PageFile;
use crate::navigation::{Data, is_key};
use pailou_content::page_path::title_from_name;

/// A folder of pages in the navigation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    pub locale: Locale,
    /// As the address of its index page would be.
    pub path: String,
    pub label: String,
    /// Between those of the pages: that of its first page.
    pub position: u32,
}

#[derive(Default)]
struct Node {
    page: Option<usize>,
    children: BTreeMap<String, Node>,
}

struct Placing<'a> {
    pages: &'a mut [PageFile],
    data: &'a Data,
    locale: Locale,
    next: u32,
    branches: Vec<Branch>,
}

/// Gives the pages of a language their positions and labels, and says which folders they stand in.
pub(crate) fn order(pages: &mut [PageFile], locale: Locale, data: &Data) -> Vec<Branch> {
    let mut top = Node::default();
    let of_locale = |page: &PageFile| page.locale == locale && page.is_in_tree();
    for (at, page) in pages.iter().enumerate().filter(|(_, page)| of_locale(page)) {
        let names = page.place.split('/').filter(|name| !name.is_empty());
        let node =
            names.fold(&mut top, |node, name| node.children.entry(name.to_owned()).or_default());
        node.page = Some(at);
    }
    let mut placing = Placing { pages, data, locale, next: 0, branches: Vec::new() };
    placing.place("", &top);
    placing.branches
}

impl Placing<'_> {
    fn place(&mut self, path: &str, node: &Node) {
        let label = self.data.labels.get(path);
        if let Some(page) = node.page.and_then(|at| self.pages.get_mut(at)) {
            page.position = self.next;
            if let Some(label) = label.filter(|label| !is_key(label)) {
                page.label = Some(label.clone());
            }
        }
        if !node.children.is_empty() && !path.is_empty() {
            let name = path.rsplit('/').next().unwrap_or(path);
            let label = match label {
                Some(label) if is_key(label) => title_from_name(label),
                Some(label) => label.clone(),
                None => title_from_name(name),
            };
            self.branches.push(Branch {
                locale: self.locale,
                path: path.to_owned(),
                label,
                position: self.next,
            });
        }
        self.next += u32::from(node.page.is_some());
        let mut children: Vec<(&String, &Node)> = node.children.iter().collect();
        children.sort_by(|(a, node_a), (b, node_b)| {
            let (rank_a, rank_b) = (self.rank(path, a, node_a), self.rank(path, b, node_b));
            rank_a.0.cmp(&rank_b.0).then(rank_a.1.total_cmp(&rank_b.1)).then_with(|| natural(a, b))
        });
        for (name, child) in children {
            let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
            self.place(&path, child);
        }
    }

    /// Listed ones in their order, then those with a number of their own, then the rest.
    fn rank(&self, folder: &str, name: &str, node: &Node) -> (usize, f64) {
        let listed = self
            .data
            .order
            .get(folder)
            .and_then(|names| names.iter().position(|known| known == name));
        let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let own = node.page.and_then(|at| self.pages.get(at)).and_then(|page| page.fields.order);
        let number = self.data.places.get(&path).copied().or(own).unwrap_or(f64::INFINITY);
        (listed.unwrap_or(usize::MAX), number)
    }
}

/// Compares names as people do: `2-a` before `10-b`, case aside.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let (number_left, number_right) = (digits(left), digits(right));
        if let (Some((x, rest_x)), Some((y, rest_y))) = (number_left, number_right) {
            match x.cmp(&y) {
                Ordering::Equal => (left, right) = (rest_x, rest_y),
                different => return different,
            }
            continue;
        }
        let (mut chars_left, mut chars_right) = (left.chars(), right.chars());
        match (chars_left.next(), chars_right.next()) {
            (None, None) => return a.cmp(b),
            (x, y) => match x.map(lower).cmp(&y.map(lower)) {
                Ordering::Equal => (left, right) = (chars_left.as_str(), chars_right.as_str()),
                different => return different,
            },
        }
    }
}

fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

fn digits(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| (text[..end].parse().unwrap_or(u64::MAX), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_in_natural_order() {
        let mut names = ["b", "10-x", "2-y", "A", "a1", "a10", "a2", "文"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["2-y", "10-x", "A", "a1", "a2", "a10", "b", "文"]);
    }
}
