//! Page order: pages in the navigation first, then by number, then by name.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use core_wasm::locale::Locale;

use crate::folder::PageFile;
use crate::navigation::Data;
use pailou_content::page_path::{folders, name_of, title_from_name};
use pailou_text_diff::script::is_han;

/// A navigation folder with its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    pub locale: Locale,
    /// Path of the folder.
    pub path: String,
    pub label: String,
    /// Position of the first page in the folder.
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

/// Sets positions and labels of the pages of a language, and returns their folders.
pub(crate) fn order(pages: &mut [PageFile], locale: Locale, data: &Data) -> Vec<Branch> {
    let mut top = Node::default();
    let of_locale = |page: &PageFile| page.locale == locale && page.is_in_tree();
    for (at, page) in pages.iter().enumerate().filter(|(_, page)| of_locale(page)) {
        let names = page.tree_path.split('/').filter(|name| !name.is_empty());
        let node =
            names.fold(&mut top, |node, name| node.children.entry(name.to_owned()).or_default());
        node.page = Some(at);
    }
    let mut placing = Placing { pages, data, locale, next: 0, branches: Vec::new() };
    placing.place("", &top);
    let mut branches = placing.branches;
    if !data.parents.is_empty() {
        nest(pages, locale, data, &mut branches);
    }
    branches
}

/// Sets the navigation parents, and sorts all pages in the order of the sidebar.
fn nest(pages: &mut [PageFile], locale: Locale, data: &Data, branches: &mut [Branch]) {
    let is_own = |page: &&mut PageFile| page.locale == locale && page.is_in_tree();
    let mut own: Vec<&mut PageFile> = pages.iter_mut().filter(is_own).collect();
    let keys: HashMap<String, String> =
        own.iter().map(|page| (page.tree_path.clone(), page.key.clone())).collect();
    let mut ranks = HashMap::new();
    for (rank, path) in data.sequence.iter().enumerate() {
        ranks.entry(path.as_str()).or_insert(rank);
    }
    let rank = |page: &PageFile| {
        let path = page.tree_path.as_str();
        let own = ranks.get(path).or_else(|| folders_without_page(path, &keys, &ranks).next());
        own.copied().unwrap_or(usize::MAX)
    };
    own.sort_by_key(|page| (rank(page), page.position));
    for (position, page) in (0..).zip(&mut own) {
        page.position = position;
        let above = data.parents.get(&page.tree_path).and_then(|above| keys.get(above));
        page.parent = above.filter(|key| **key != page.key).cloned();
    }
    nest_folders(&mut own, data, &keys);
    for branch in branches {
        let inside = own.iter().filter(|page| {
            page.tree_path.strip_prefix(&branch.path).is_some_and(|rest| rest.starts_with('/'))
        });
        if let Some(first) = inside.map(|page| page.position).min() {
            branch.position = first;
        }
    }
}

/// Returns the values of the folders above a page, innermost first, up to the first folder that has a page of its own.
fn folders_without_page<'a, K: Borrow<str> + Hash + Eq, V>(
    path: &'a str,
    keys: &'a HashMap<String, String>,
    values: &'a HashMap<K, V>,
) -> impl Iterator<Item = &'a V> {
    let above = folders(path).rev();
    above.take_while(|folder| !keys.contains_key(*folder)).filter_map(|folder| values.get(folder))
}

/// Sets the navigation parent of the pages in a folder that is listed below a page. The result has no cycles.
fn nest_folders(pages: &mut [&mut PageFile], data: &Data, keys: &HashMap<String, String>) {
    const MAX_LEVELS: usize = 64;
    let mut parents: HashMap<String, String> = HashMap::new();
    for page in pages.iter() {
        let natural = || folders(&page.tree_path).rev().find_map(|path| keys.get(path)).cloned();
        if let Some(parent) = page.parent.clone().or_else(natural) {
            parents.insert(page.key.clone(), parent);
        }
    }
    for page in pages.iter_mut().filter(|page| !data.parents.contains_key(&page.tree_path)) {
        let mut above = folders_without_page(&page.tree_path, keys, &data.parents);
        let Some(parent) = above.next().and_then(|above| keys.get(above)) else { continue };
        let ancestors = std::iter::successors(Some(parent), |key| parents.get(*key));
        let ancestors: Vec<&String> = ancestors.take(MAX_LEVELS).collect();
        if ancestors.len() == MAX_LEVELS || ancestors.contains(&&page.key) {
            continue;
        }
        page.parent = Some(parent.clone());
        parents.insert(page.key.clone(), parent.clone());
    }
}

impl Placing<'_> {
    fn place(&mut self, path: &str, node: &Node) {
        let label = self.data.labels.get(path).or_else(|| self.data.index_labels.get(path));
        if let Some(page) = node.page.and_then(|at| self.pages.get_mut(at)) {
            page.position = self.next;
            if let Some(label) = label {
                page.label = Some(label.clone());
            }
        }
        if !node.children.is_empty() && !path.is_empty() {
            let label = label.cloned().unwrap_or_else(|| title_from_name(name_of(path)));
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

    /// Sort key: listed entries in the order of the list, then entries with a number, then all other entries.
    fn rank(&self, folder: &str, name: &str, node: &Node) -> (usize, f64) {
        let listed = self
            .data
            .order
            .get(folder)
            .and_then(|names| names.iter().position(|known| known == name));
        let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let own = node.page.and_then(|at| self.pages.get(at)).and_then(|page| page.fields.order);
        let number =
            self.data.folder_positions.get(&path).copied().or(own).unwrap_or(f64::INFINITY);
        (listed.unwrap_or(usize::MAX), number)
    }
}

/// Compares names in natural order: `2-a` before `10-b`, `第二章` before `第十一章`, case-insensitively.
pub fn natural(a: &str, b: &str) -> Ordering {
    Tokens::of(a).cmp(Tokens::of(b)).then_with(|| a.cmp(b))
}

/// Token of a name: a character, or a number. Two numbers are compared by value; a number and a character are compared
/// as if the number were the character `0`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Token {
    character: char,
    number: u64,
}

struct Tokens<'a> {
    rest: &'a str,
    previous: Option<char>,
}

impl<'a> Tokens<'a> {
    fn of(name: &'a str) -> Self {
        Self { rest: name, previous: None }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let first = self.rest.chars().next()?;
        let number = digits(self.rest)
            .or_else(|| chinese_number(self.rest, self.previous))
            .or_else(|| part_of_set(self.rest, self.previous));
        let (token, rest) = match number {
            Some((number, rest)) => (Token { character: '0', number }, rest),
            None => {
                let character = first.to_lowercase().next().unwrap_or(first);
                (Token { character, number: 0 }, &self.rest[first.len_utf8()..])
            }
        };
        self.previous = self.rest[..self.rest.len() - rest.len()].chars().next_back();
        self.rest = rest;
        Some(token)
    }
}

/// Chinese units that can follow a numeral, such as `章` (chapter).
const UNITS: &str =
    "章节節篇部课課讲講回卷册冊条條款项項步期季级級层層天周週月日年号號集版编編辑輯堂";
const LONG_UNITS: [&str; 6] = ["单元", "單元", "阶段", "階段", "模块", "模塊"];

/// Parses a Chinese numeral that follows `第`, or that precedes a unit such as `章`, a non-Chinese character, or the end
/// of the text; `一般` and `三方库` contain no numeral. A formal numeral must also begin its word, unlike in `大陸` and `人參`.
/// `previous` is the character before the text. Returns the number and the remaining text, or `None` for other text.
fn chinese_number(text: &str, previous: Option<char>) -> Option<(u64, &str)> {
    let end = text.find(|c| chinese_digit(c).is_none()).unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    let is_before_unit = || {
        rest.starts_with(|next| !is_han(next) || UNITS.contains(next))
            || LONG_UNITS.iter().any(|unit| rest.starts_with(unit))
    };
    let begins_word =
        |previous| !is_han(previous) || UNITS.contains(previous) || "录錄".contains(previous);
    let is_in_place = || previous.is_none_or(begins_word) || !run.contains(is_formal_digit);
    let counts = previous == Some('第') || ((rest.is_empty() || is_before_unit()) && is_in_place());
    Some((chinese_value(run)?, rest)).filter(|_| counts)
}

/// Parses `上`, `中`, or `下` (first, middle, or last part of a set) alone or before a unit such as `册`
/// at the end of a word: `上册`, `指南（中）`, but not `上手`, `中文`, or `中部地区`. Returns 1, 2, or 3 and the remaining text, or
/// `None` for other text.
fn part_of_set(text: &str, previous: Option<char>) -> Option<(u64, &str)> {
    let part = text.chars().next()?;
    let number = match part {
        '上' => 1,
        '中' => 2,
        '下' => 3,
        _ => return None,
    };
    let rest = &text[part.len_utf8()..];
    let is_end = |text: &str| !text.starts_with(is_han);
    let is_alone = is_end(rest) && previous.is_none_or(|previous| !is_han(previous));
    let unit = rest.strip_prefix(|unit| "篇册冊卷部集编編辑輯".contains(unit));
    (is_alone || unit.is_some_and(is_end)).then_some((number, rest))
}

/// Whether a character is a formal numeral, as in financial documents. Such characters also occur in ordinary words.
fn is_formal_digit(c: char) -> bool {
    "壹贰叁肆伍陆柒捌玖拾佰仟貳叄參陸".contains(c)
}

/// Returns the value of a Chinese digit, or of a unit such as ten or a hundred; `None` for any other character.
fn chinese_digit(c: char) -> Option<u64> {
    Some(match c {
        '零' | '〇' => 0,
        '一' | '壹' => 1,
        '二' | '两' | '兩' | '贰' | '貳' => 2,
        '三' | '叁' | '叄' | '參' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' | '陸' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        '十' | '拾' => 10,
        '廿' => 20,
        '卅' => 30,
        '卌' => 40,
        '百' | '佰' => 100,
        '千' | '仟' => 1000,
        '万' | '萬' => 10_000,
        _ => return None,
    })
}

/// Returns the value of a numeral: `十一` is 11, `二百零三` is 203, `二〇二六` is 2026. Returns `None` for an empty numeral
/// or more than 16 characters.
fn chinese_value(run: &str) -> Option<u64> {
    let digits: Vec<u64> = run.chars().filter_map(chinese_digit).collect();
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    if digits.iter().all(|digit| *digit < 10) {
        return Some(digits.iter().fold(0, |number, digit| number * 10 + digit));
    }
    let (mut whole, mut below, mut digit) = (0, 0, None);
    for part in digits {
        match part {
            10_000 => {
                whole += (below + digit.take().unwrap_or(0)) * part;
                below = 0;
            }
            20 | 30 | 40 => below += part + digit.take().unwrap_or(0),
            10.. => below += digit.take().unwrap_or(1) * part,
            _ => digit = Some(part),
        }
    }
    Some(whole + below + digit.unwrap_or(0))
}

/// Parses a decimal number of ASCII or full-width digits. Returns the number and the remaining text, or `None` for
/// other text.
fn digits(text: &str) -> Option<(u64, &str)> {
    let value = |c: char| match c {
        '０'..='９' => Some(u64::from(c) - u64::from('０')),
        c => c.to_digit(10).map(u64::from),
    };
    let end = text.find(|c| value(c).is_none()).unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    let add = |number: u64, digit| number.saturating_mul(10).saturating_add(digit);
    (end > 0).then(|| (run.chars().filter_map(value).fold(0, add), rest))
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

    #[track_caller]
    fn check_sorted(names: &[&str]) {
        let mut sorted = names.to_vec();
        sorted.reverse();
        sorted.sort_by(|a, b| natural(a, b));
        assert_eq!(sorted, names);
    }

    #[test]
    fn chinese_numbers_sort_by_value() {
        check_sorted(&[
            "一",
            "二",
            "三",
            "四",
            "五",
            "六",
            "七",
            "八",
            "九",
            "十",
            "十一",
            "二十",
            "一百零二",
        ]);
        check_sorted(&[
            "第一章",
            "第二章-x",
            "第九章",
            "第十章",
            "第十一章",
            "第二十章",
            "第100章",
        ]);
        check_sorted(&["一、准备", "二、安装", "十、附录"]);
        check_sorted(&["附录一", "附录二", "附录十"]);
        check_sorted(&["第一次启动", "第二次启动", "第十次启动"]);
        check_sorted(&["二〇二五年", "二〇二六年"]);
        check_sorted(&["1-x", "二-y", "3-z"]);
        check_sorted(&["第１章", "第2章", "第９章", "第１０章", "第１1章"]);
        check_sorted(&["２-x", "１０-x"]);
        for unit in ["節", "课", "課", "单元", "單元", "阶段", "階段", "册", "冊", "講", "編"]
        {
            let names = ["一", "二", "三", "十", "十一"].map(|number| format!("{number}{unit}"));
            check_sorted(&names.each_ref().map(String::as_str));
        }
        check_sorted(&["壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖", "拾", "拾壹", "贰拾"]);
        check_sorted(&["第壹章", "第貳章", "第參章", "第陸章", "第拾章", "第壹佰章"]);
        check_sorted(&["卷壹", "卷貳", "卷參", "卷拾"]);
        check_sorted(&["附录壹", "附录贰", "附录叁"]);
        check_sorted(&["壹、准备", "贰、安装", "叁、附录"]);
        check_sorted(&["第十九章", "第廿章", "第廿一章", "第卅章", "第卅二章", "第四十章"]);
        check_sorted(&["一百二十章", "百廿一章", "兩百章", "一萬章"]);
    }

    #[test]
    fn chinese_volume_parts_sort_in_order() {
        for unit in ["篇", "册", "冊", "卷", "部", "集", "编", "編"] {
            let names = ["上", "中", "下"].map(|part| format!("{part}{unit}"));
            check_sorted(&names.each_ref().map(String::as_str));
        }
        check_sorted(&["语文上册", "语文中册", "语文下册"]);
        check_sorted(&["指南（上）", "指南（中）", "指南（下）"]);
        check_sorted(&["上篇-x", "中篇 y", "下篇、z"]);
        check_sorted(&["上", "中", "下"]);
        for (word, previous) in [
            ("上手", None),
            ("上卷积", None),
            ("中文", None),
            ("中级", None),
            ("中部地区", None),
            ("下载", None),
            ("下一步", None),
            ("上", Some('线')),
        ] {
            assert_eq!(part_of_set(word, previous), None, "{word}");
        }
    }

    #[test]
    fn chinese_numerals_are_distinguished_from_words() {
        for word in [
            "一般设置",
            "三方库",
            "万能工具",
            "十分钟上手",
            "二进制",
            "一致",
            "三方",
            "參數",
            "陆地",
            "拾遗",
            "萬能",
        ] {
            assert_eq!(chinese_number(word, None), None, "{word}");
        }
        for (previous, numeral) in [('大', "陆"), ('大', "陸版"), ('人', "參"), ('收', "拾")]
        {
            assert_eq!(chinese_number(numeral, Some(previous)), None, "{previous}{numeral}");
        }
        for (run, value) in
            [("十", 10), ("十五", 15), ("三十", 30), ("两千零五", 2005), ("三万二", 30_002)]
        {
            assert_eq!(chinese_value(run), Some(value), "{run}");
        }
        assert_eq!(chinese_value(&"九".repeat(99)), None);
        assert_eq!(digits(&"９".repeat(99)), Some((u64::MAX, "")));
    }

    proptest::proptest! {
        #[test]
        fn natural_order_is_a_total_order(names in proptest::collection::vec("[一二三十百廿壹陸第章上中下册也丁0-9０９a/:]{0,4}", 3)) {
            let [a, b, c] = [&names[0], &names[1], &names[2]];
            assert_eq!(natural(a, b), natural(b, a).reverse());
            if natural(a, b).is_le() && natural(b, c).is_le() {
                assert!(natural(a, c).is_le());
            }
        }
    }
}
