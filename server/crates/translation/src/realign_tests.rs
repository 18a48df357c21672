//! Tests of realignment over a page's history.

use core_wasm::locale::Locale::{self, En, Zh};
use proptest::prelude::*;

use super::*;
use crate::freshness::{TextFreshness, freshness};
use crate::identity::identify;
use crate::segment::segments;
use crate::untranslated_copy::Copies;
use pailou_markdown::flavor::Flavor;

/// State of a page.
struct Page {
    zh: Vec<Known>,
    en: Vec<Known>,
    zh_first: Vec<Known>,
    en_first: Vec<Known>,
    links: Vec<Alignment>,
    source: Locale,
    ids: usize,
}

fn cut(body: &str, side: &str) -> Vec<Known> {
    let segments = segments(body, Flavor::Markdown);
    let known = |(number, segment)| Known::new(format!("{side}{number}"), segment);
    segments.iter().enumerate().map(known).collect()
}

impl Page {
    fn import(zh: &str, en: &str) -> Self {
        let (zh, en) = (cut(zh, "z"), cut(en, "e"));
        let links = fresh(&zh, &en);
        let (zh_first, en_first) = (zh.clone(), en.clone());
        Self { zh, en, zh_first, en_first, links, source: En, ids: 0 }
    }

    fn save(&mut self, locale: Locale, body: &str) {
        let new = segments(body, Flavor::Markdown);
        let (old, side) = if locale == Zh { (&mut self.zh, "z") } else { (&mut self.en, "e") };
        let ids = &mut self.ids;
        let identities = identify(old, &new, &mut || {
            *ids += 1;
            format!("{side}new{ids}")
        });
        let named = identities.segments.into_iter().zip(&new);
        *old = named.map(|(identity, segment)| Known::new(identity.id, segment)).collect();
        self.realign();
    }

    /// Saves as an import does: no user decides whether a change affects the meaning.
    fn arrive(&mut self, locale: Locale, body: &str) {
        let (old, before) = (self.links.clone(), [self.zh.clone(), self.en.clone()]);
        self.save(locale, body);
        if locale == self.source {
            return;
        }
        let (source, before, now) = match self.source {
            Zh => (&self.zh, &before[1], &self.en),
            En => (&self.en, &before[0], &self.zh),
        };
        keep_source_up_to_date(
            &mut self.links,
            &old,
            (self.source, source),
            ImportedTranslation { before, now },
        );
    }

    fn realign(&mut self) {
        let zh = Side { now: &self.zh, first: &self.zh_first };
        let en = Side { now: &self.en, first: &self.en_first };
        self.links = realigned(zh, en, &self.links, self.source);
    }

    /// Returns the numbers of outdated, untranslated, and unaligned segments of each language.
    fn counts(&self) -> (String, String) {
        let fresh = freshness(&self.zh, &self.en, &self.links, &Copies::default());
        let format_counts = |text: &TextFreshness| {
            let tallies = [text.outdated, text.not_translated, text.not_aligned];
            tallies.map(|tally| tally.segments.to_string()).join(" ")
        };
        (format_counts(&fresh.zh), format_counts(&fresh.en))
    }

    /// Returns the alignments as indexes in both texts.
    fn places(&self) -> Vec<(usize, usize)> {
        let position = |side: &[Known], id: &str| side.iter().position(|known| known.id == id);
        let places =
            |link: &Alignment| Some((position(&self.zh, &link.zh)?, position(&self.en, &link.en)?));
        let mut places: Vec<_> = self.links.iter().filter_map(places).collect();
        places.sort_unstable();
        places
    }

    fn fresh_places(&self) -> Vec<(usize, usize)> {
        let links = fresh(&self.zh, &self.en);
        Self { links, zh: self.zh.clone(), en: self.en.clone(), ..Self::import("", "") }.places()
    }

    fn is_outdated(&self, locale: Locale, words: &str) -> bool {
        let fresh = freshness(&self.zh, &self.en, &self.links, &Copies::default());
        let (text, now) = if locale == Zh { (fresh.zh, &self.zh) } else { (fresh.en, &self.en) };
        let words = normalized_words(words);
        let has_words = |id: &str| now.iter().any(|known| known.id == id && known.words == words);
        text.outdated_segments.iter().any(|outdated| has_words(&outdated.id))
    }
}

fn normalized_words(body: &str) -> String {
    cut(body, "").first().map(|known| known.words.clone()).unwrap_or_default()
}

/// Imports a page, saves the texts in turn, and compares the counts of both languages after each save. At the end, the
/// alignments must equal those of a new import.
#[track_caller]
fn check(zh: &str, en: &str, saves: &[(Locale, &str, &str, &str)]) {
    let mut page = Page::import(zh, en);
    assert_eq!(page.counts(), ("0 0 0".to_owned(), "0 0 0".to_owned()), "import");
    for (locale, body, zh, en) in saves {
        page.save(*locale, body);
        assert_eq!(page.counts(), ((*zh).to_owned(), (*en).to_owned()), "{locale:?} {body}");
    }
    assert_eq!(page.places(), page.fresh_places(), "fresh import");
}

const CURRENT: &str = "0 0 0";

const ZH: &str = "## 缓存\n\n网关把响应保存在内存里，重启之后全部丢失。\n\n默认的大小是 64 MB。\n\n## 日志\n\n日志写到标准错误。\n";
const EN: &str = "## Cache\n\nThe gateway keeps responses in memory and loses all of them when it restarts.\n\nThe default size is 64 MB.\n\n## Logs\n\nLogs go to standard error.\n";

const EN_CACHE: &str =
    "The gateway keeps responses in memory and loses all of them when it restarts.";
const ZH_CACHE: &str = "网关把响应保存在内存里，重启之后全部丢失。";

/// Imports the Chinese text as the translation, then the English text as its source. Compares the
/// counts of both languages after each import.
#[track_caller]
fn check_arrival(zh: &str, arrived: (&str, &str), en: &str, changed: (&str, &str)) {
    let mut page = Page::import(ZH, EN);
    page.arrive(Zh, zh);
    let counts = |(zh, en): (&str, &str)| (zh.to_owned(), en.to_owned());
    assert_eq!(page.counts(), counts(arrived), "{zh}");
    page.arrive(En, en);
    assert_eq!(page.counts(), counts(changed), "{zh} {en}");
}

#[test]
fn imported_translation_never_outdates_an_english_source() {
    let en = EN.replace("in memory", "on disk");
    let typo = ZH.replace("全部丢失", "会全部丢失");
    check_arrival(&typo, (CURRENT, CURRENT), &en, ("1 0 0", CURRENT));
    let rewritten = ZH.replace(ZH_CACHE, "重启会清空缓存，因为它只存在于进程之中。");
    check_arrival(&rewritten, (CURRENT, CURRENT), &en, ("1 0 0", CURRENT));
    let other = EN.replace("standard error", "the journal");
    check_arrival(&typo, (CURRENT, CURRENT), &other, ("1 0 0", CURRENT));
    let removed = ZH.replace("默认的大小是 64 MB。\n\n", "");
    check_arrival(&removed, ("0 1 0", CURRENT), EN, ("0 1 0", CURRENT));
    let moved = ZH.replace("## 日志\n\n日志写到标准错误。\n", "");
    let moved = format!("## 日志\n\n日志写到标准错误。\n\n{moved}");
    check_arrival(&moved, (CURRENT, CURRENT), &en, ("1 0 0", CURRENT));
}

#[test]
fn outdated_source_stays_outdated_after_translation_import() {
    let mut page = Page::import(ZH, EN);
    page.save(Zh, &ZH.replace("全部丢失", "不会丢失"));
    assert_eq!(page.counts(), (CURRENT.to_owned(), "1 0 0".to_owned()), "save outdates source");
    page.arrive(Zh, &ZH.replace("全部丢失", "绝不会丢失"));
    assert_eq!(page.counts(), (CURRENT.to_owned(), "1 0 0".to_owned()));
    page.arrive(En, &EN.replace("loses all of them", "keeps all of them"));
    assert_eq!(page.counts(), (CURRENT.to_owned(), CURRENT.to_owned()));
}

#[test]
fn imported_translation_does_not_outdate_a_chinese_source() {
    let mut page = Page { source: Zh, ..Page::import(ZH, EN) };
    page.arrive(En, &EN.replace("in memory", "in its memory"));
    assert_eq!(page.counts(), (CURRENT.to_owned(), CURRENT.to_owned()));
    page.arrive(Zh, &ZH.replace("全部丢失", "不会丢失"));
    assert_eq!(page.counts(), (CURRENT.to_owned(), "1 0 0".to_owned()));
}

#[test]
fn rewritten_paragraph_is_up_to_date_after_translation() {
    let en = EN.replace(
        EN_CACHE,
        "Since 2.0 a disk cache is used, so nothing is fetched twice after an upgrade.",
    );
    let zh = ZH.replace(ZH_CACHE, "自 2.0 起使用磁盘缓存，升级后无需再次获取任何内容。");
    check(ZH, EN, &[(En, &en, "1 0 0", CURRENT), (Zh, &zh, CURRENT, CURRENT)]);
    check(ZH, EN, &[(Zh, &zh, CURRENT, "1 0 0"), (En, &en, CURRENT, CURRENT)]);
    let half = zh.replace("升级后", "更新后");
    check(
        ZH,
        EN,
        &[(En, &en, "1 0 0", CURRENT), (Zh, &half, CURRENT, CURRENT), (Zh, &zh, CURRENT, "1 0 0")],
    );
}

#[test]
fn paragraph_changed_to_a_note_is_up_to_date_if_translated() {
    let (zh, en) = (
        "## 说明\n\n**注意：这个示例过滤器只供阅读，很多输入没有处理。请不要把它用于线上流量！**\n",
        "## Description\n\n**NOTE: this sample filter is here to be read. Many inputs are not handled, so keep it away from live traffic!**\n",
    );
    let en_new = "## Description\n\n:::caution WARNING\n\nThe `mirror` filter is a sample. It skips several cases and must **not** run on a live system.\n\n:::\n";
    let zh_new = "## 说明\n\n:::caution WARNING\n\n`mirror` 过滤器只供阅读，很多输入并没有处理。**请不要把它用在线上系统！**\n\n:::\n";
    check(zh, en, &[(En, en_new, "1 1 0", CURRENT), (Zh, zh_new, CURRENT, CURRENT)]);
}

#[test]
fn merged_paragraphs_are_up_to_date_after_translation() {
    let en = EN.replace(
        &format!("{EN_CACHE}\n\nThe default size"),
        "Responses live in memory. The default size",
    );
    let zh = ZH.replace(&format!("{ZH_CACHE}\n\n默认的大小"), "响应保存在内存里。默认的大小");
    check(ZH, EN, &[(En, &en, "2 0 0", CURRENT), (Zh, &zh, CURRENT, CURRENT)]);
}

#[test]
fn split_paragraph_is_up_to_date_after_translation() {
    let en = EN.replace(" and loses", " at all times.\n\nIt loses");
    let zh = ZH.replace("内存里，重启", "内存里。\n\n重启");
    check(ZH, EN, &[(En, &en, "1 1 0", CURRENT), (Zh, &zh, CURRENT, CURRENT)]);
}

#[test]
fn longer_list_is_up_to_date_after_translation() {
    let (zh, en) = (
        "# 端口\n\n- 第一个端口给管理员。\n- 第二个端口给读者。\n",
        "# Ports\n\n- The first port is for administrators.\n- The second port is for readers.\n",
    );
    let en_new = "# Ports\n\n- Use 9180 to administer the site.\n- The second port is for readers, over HTTP.\n- Use 9443 for TLS.\n- Metrics are on 9091.\n";
    let zh_new = "# 端口\n\n- 用 9180 管理网站。\n- 第二个端口给读者，使用 HTTP。\n- 用 9443 提供 TLS。\n- 指标在 9091。\n";
    check(zh, en, &[(En, en_new, "2 2 0", CURRENT), (Zh, zh_new, CURRENT, CURRENT)]);
}

#[test]
fn added_table_rows_are_up_to_date_after_translation() {
    let table = |rows: &str| format!("| a | b |\n|---|---|\n{rows}");
    let (zh, en) = (
        table("| host | 主机 |\n| 全部 | 所有端口 |\n"),
        table("| host | the host |\n| all | every port |\n"),
    );
    let en_new = table(
        "| host | the host |\n| path | the path |\n| all | every port there is |\n| none | no port |\n",
    );
    let zh_new =
        table("| host | 主机 |\n| path | 路径 |\n| 全部 | 所有的端口 |\n| 没有 | 无端口 |\n");
    check(&zh, &en, &[(En, &en_new, "1 2 0", CURRENT), (Zh, &zh_new, CURRENT, CURRENT)]);
}

#[test]
fn translated_short_copy_does_not_outdate_its_source() {
    let en = "## Test plugin\n\n| Option | Default |\n|---|---|\n| Cache size | Large |\n\n- Easy to use\n- Uses Redis\n";
    let zh =
        "## 测试插件\n\n| 选项 | 默认值 |\n|---|---|\n| 缓存大小 | 大 |\n\n- 易用\n- 使用 Redis\n";
    check(en, en, &[(Zh, zh, CURRENT, CURRENT)]);
    check(zh, zh, &[(En, en, CURRENT, CURRENT)]);
    // A later change of the source or of the translation is detected.
    let (other_en, other_zh) = (en.replace("plugin", "filter"), zh.replace("大小", "数目"));
    check(
        en,
        en,
        &[
            (Zh, zh, CURRENT, CURRENT),
            (En, &other_en, "1 0 0", CURRENT),
            (Zh, &other_zh, "1 0 0", "1 0 0"),
        ],
    );
}

#[test]
fn changed_name_or_code_outdates_its_equal_counterpart() {
    check(
        "## Redis\n\n- API\n",
        "## Redis\n\n- API\n",
        &[(Zh, "## Redis 集群\n\n- API\n", CURRENT, "1 0 0")],
    );
    let code = "```sh\n# Start it\nrun\n```\n";
    check(code, code, &[(Zh, "```sh\n# 启动\nrun\n```\n", CURRENT, "1 0 0")]);
}

#[test]
fn renamed_heading_is_outdated_until_translated() {
    let en = EN.replace("## Cache", "## Response cache");
    let zh = ZH.replace("## 缓存", "## 响应缓存");
    check(ZH, EN, &[(En, &en, "1 0 0", CURRENT), (Zh, &zh, CURRENT, CURRENT)]);
}

#[test]
fn rewritten_sections_are_up_to_date_after_translation() {
    let en = "## Keeping responses\n\nResponses are stored twice:\n\n- on disk, for a week\n- in memory, for 5 minutes\n\n```\nsize = 64\n```\n\n## Where logs are\n\nLook at `journalctl -u gateway`.\n\n## Metrics\n\nPort 9091 has them.\n";
    let zh = "## 保存响应\n\n响应保存在两处：\n\n- 磁盘上，保存一周\n- 内存中，保存 5 分钟\n\n```\nsize = 64\n```\n\n## 日志在哪里\n\n请看 `journalctl -u gateway`。\n\n## 指标\n\n端口 9091 提供指标。\n";
    let mut page = Page::import(ZH, EN);
    page.save(En, en);
    assert_eq!(page.counts().1, CURRENT);
    assert_ne!(page.counts().0, CURRENT);
    page.save(Zh, zh);
    assert_eq!(page.counts(), (CURRENT.to_owned(), CURRENT.to_owned()));
    assert_eq!(page.places(), page.fresh_places());
}

#[test]
fn paragraph_changed_to_a_list_is_up_to_date_if_translated() {
    let en = EN.replace(EN_CACHE, "Two caches:\n\n1. memory\n2. disk");
    let zh = ZH.replace(ZH_CACHE, "两种缓存：\n\n1. 内存\n2. 磁盘");
    let mut page = Page::import(ZH, EN);
    page.save(En, &en);
    page.save(Zh, &zh);
    assert_eq!(page.counts(), (CURRENT.to_owned(), CURRENT.to_owned()));
    assert_eq!(page.places(), page.fresh_places());
}

#[test]
fn added_section_is_up_to_date_after_translation() {
    let en = EN.replace("## Logs", "## Metrics\n\nPort 9091 has them.\n\n## Logs");
    let zh = ZH.replace("## 日志", "## 指标\n\n端口 9091 提供指标。\n\n## 日志");
    check(ZH, EN, &[(En, &en, "0 2 0", CURRENT), (Zh, &zh, CURRENT, CURRENT)]);
}

#[test]
fn segment_cut_and_pasted_in_a_later_save_is_up_to_date() {
    let cut = EN.replace(&format!("{EN_CACHE}\n\n"), "");
    let end = format!("{cut}\n{EN_CACHE}\n");
    let item = cut.replace("## Logs", &format!("- {EN_CACHE}\n\n## Logs"));
    let quote = cut.replace("## Logs", &format!("> {EN_CACHE}\n\n## Logs"));
    for pasted in [EN, &end, &item, &quote] {
        let mut page = Page::import(ZH, EN);
        page.save(En, &cut);
        assert_eq!(page.counts(), ("1 0 0".to_owned(), CURRENT.to_owned()), "{pasted}");
        page.save(En, pasted);
        assert_eq!(page.counts(), (CURRENT.to_owned(), CURRENT.to_owned()), "{pasted}");
        page.save(En, &pasted.replace("all of them", "most of them"));
        assert_eq!(page.counts(), ("1 0 0".to_owned(), CURRENT.to_owned()), "{pasted}");
    }
}

#[test]
fn segments_merged_and_split_again_are_up_to_date() {
    let merged = EN.replace("restarts.\n\nThe", "restarts. The");
    let with_item = EN.replace(
        "restarts.\n\nThe default size is 64 MB.",
        "restarts.\n\nIt fills the disk.\n\n- The default size is 64 MB.",
    );
    let zh_with_item = ZH.replace(
        "全部丢失。\n\n默认的大小是 64 MB。",
        "全部丢失。\n\n它会占满磁盘。\n\n- 默认的大小是 64 MB。",
    );
    check(
        ZH,
        EN,
        &[
            (En, &merged, "2 0 0", CURRENT),
            (En, EN, CURRENT, CURRENT),
            (En, &merged, "2 0 0", CURRENT),
            (En, &with_item, "0 1 0", CURRENT),
            (Zh, &zh_with_item, CURRENT, CURRENT),
        ],
    );
}

#[test]
fn deleted_segment_restored_twice_is_aligned_once() {
    let cut = EN.replace(&format!("{EN_CACHE}\n\n"), "");
    let mut page = Page::import(ZH, EN);
    page.save(En, &cut);
    page.save(En, &format!("{cut}\n{EN_CACHE}\n\n{EN_CACHE}\n"));
    assert_eq!(page.counts(), ("0 1 0".to_owned(), CURRENT.to_owned()));
}

#[test]
fn moved_paragraph_is_up_to_date_after_translation() {
    let en = format!(
        "{}\n{}\n",
        EN.replace(&format!("{EN_CACHE}\n\n"), ""),
        EN_CACHE.replace("all of them", "most of them")
    );
    let zh = format!(
        "{}\n{}\n",
        ZH.replace(&format!("{ZH_CACHE}\n\n"), ""),
        ZH_CACHE.replace("全部", "大多")
    );
    check(ZH, EN, &[(En, &en, "1 0 0", CURRENT), (Zh, &zh, CURRENT, CURRENT)]);
}

#[test]
fn segment_stays_outdated_after_update_of_its_neighbor() {
    let en =
        EN.replace(EN_CACHE, "Since 2.0 a disk cache is used.").replace("is 64 MB", "is 128 MB");
    let zh = ZH.replace("64 MB", "128 MB");
    check(ZH, EN, &[(En, &en, "2 0 0", CURRENT), (Zh, &zh, "1 0 0", CURRENT)]);
}

#[test]
fn added_segment_is_not_paired_across_sections() {
    let en = EN.replace(&format!("{EN_CACHE}\n\n"), "").replace(
        "Logs go to standard error.",
        "Logs go to standard error.\n\nThere is no log file.",
    );
    let mut page = Page::import(ZH, EN);
    page.save(En, &en);
    assert_eq!(page.counts(), ("1 1 0".to_owned(), CURRENT.to_owned()));
}

#[test]
fn counterparts_of_two_removed_segments_are_not_paired() {
    let mut page = Page::import(ZH, EN);
    page.save(En, &EN.replace(&format!("{EN_CACHE}\n\n"), ""));
    page.save(Zh, &ZH.replace("默认的大小是 64 MB。\n\n", ""));
    assert_eq!(page.counts(), ("1 0 0".to_owned(), "1 0 0".to_owned()));
}

#[test]
fn newly_aligned_segments_are_outdated_after_source_change() {
    let (zh, en) = ("# 甲\n\n一段。\n\n二段。\n", "# A\n\nOne.\n\nTwo.\n\nThree.\n");
    let counts = |saves: &[(Locale, &str)]| {
        let mut page = Page::import(zh, en);
        for (locale, body) in saves {
            page.save(*locale, body);
        }
        page.counts()
    };
    let pair = |zh: &str, en: &str| (zh.to_owned(), en.to_owned());
    assert_eq!(counts(&[]), pair("0 0 3", "0 0 2"));
    assert_eq!(counts(&[(En, "# A\n\nOne.\n\nTwo.\n")]), pair("0 0 0", "0 0 0"));
    let (edited, shorter) =
        ("# A\n\nOne more.\n\nTwo more.\n\nThree.\n", "# A\n\nOne more.\n\nTwo more.\n");
    assert_eq!(counts(&[(En, edited)]), pair("0 0 3", "0 0 2"));
    assert_eq!(counts(&[(En, edited), (En, shorter)]), pair("2 0 0", "0 0 0"));
    assert_eq!(counts(&[(Zh, "# 甲\n\n一段。\n\n二段。\n\n三段。\n")]), pair("0 0 0", "0 0 0"));
}

#[test]
fn width_of_punctuation_is_not_a_change() {
    let zh = "## 注意\n\n* 注意: 网关只通过 TLS 提供 gRPC, 请先安装证书.\n";
    let en = "## Note\n\n* Note: the gateway speaks gRPC only over TLS, so install a certificate first.\n";
    let wide = "## 注意\n\n* 注意：网关只通过 TLS 提供 gRPC，请先安装证书。\n";
    check(
        zh,
        en,
        &[
            (Zh, wide, CURRENT, CURRENT),
            (En, &en.replace("a certificate", "certificates"), "1 0 0", CURRENT),
        ],
    );
}

#[test]
fn missing_punctuation_hash_is_added_to_the_alignment() {
    let zh = "注意: 网关, 证书.\n";
    let mut page = Page::import(zh, "Note.\n");
    for link in &mut page.links {
        link.zh_fingerprint.folded.clear();
        link.en_fingerprint.folded.clear();
    }
    page.realign();
    assert_eq!(page.links, fresh(&page.zh, &page.en));
}

// Random pages: the same sections and blocks in both languages. Their sentences are derived from
// random numbers.

#[derive(Debug, Clone, PartialEq, Eq)]
struct Sentence {
    seed: u64,
    edits: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Block {
    number: u64,
    is_item: bool,
    sentences: Vec<Sentence>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Chapter {
    heading: Sentence,
    blocks: Vec<Block>,
}

type Book = Vec<Chapter>;

/// Kind of a random edit.
#[derive(Debug, Clone, Copy)]
enum Mutation {
    Edit,
    Rewrite,
    Insert,
    Remove,
    Move,
    Split,
    Merge,
    Rename,
    AddSection,
    RemoveSection,
}

/// A random edit; the numbers select position and content.
#[derive(Debug, Clone, Copy)]
struct Step {
    act: Mutation,
    at: usize,
    to: usize,
    seed: u64,
}

const ACTS: [Mutation; 10] = [
    Mutation::Edit,
    Mutation::Rewrite,
    Mutation::Insert,
    Mutation::Remove,
    Mutation::Move,
    Mutation::Split,
    Mutation::Merge,
    Mutation::Rename,
    Mutation::AddSection,
    Mutation::RemoveSection,
];

fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

impl Sentence {
    fn new(seed: u64) -> Self {
        Self { seed, edits: 0 }
    }

    /// Returns eight random words; each edit replaces one.
    fn words(&self, word: impl Fn(u64) -> String) -> Vec<String> {
        let mut next = random(self.seed);
        let mut words: Vec<String> = (0..8).map(|_| word(next())).collect();
        for edit in 0..self.edits {
            let at = usize::try_from(next() % 8).unwrap();
            words[at] = word(next().wrapping_add(edit));
        }
        words
    }

    fn in_language(&self, locale: Locale) -> String {
        match locale {
            En => {
                let letter = |bits: u64| char::from(b'a' + u8::try_from(bits % 26).unwrap());
                let word =
                    |bits: u64| (0..4 + bits % 4).map(|at| letter(bits >> (8 + 5 * at))).collect();
                format!("{}.", self.words(word).join(" "))
            }
            Zh => {
                let han = |bits: u64| {
                    char::from_u32(0x4e00 + u32::try_from(bits % 5000).unwrap()).unwrap()
                };
                let word = |bits: u64| (0..2).map(|at| han(bits >> (8 + 13 * at))).collect();
                format!("{}。", self.words(word).concat())
            }
        }
    }
}

impl Block {
    fn in_language(&self, locale: Locale) -> String {
        let gap = if locale == En { " " } else { "" };
        let sentences: Vec<_> = self.sentences.iter().map(|it| it.in_language(locale)).collect();
        format!("{}{}", if self.is_item { "- " } else { "" }, sentences.join(gap))
    }
}

fn body(book: &Book, locale: Locale) -> String {
    let mut body = String::new();
    for chapter in book {
        body.push_str(&format!("## {}\n\n", chapter.heading.in_language(locale)));
        for block in &chapter.blocks {
            body.push_str(&format!("{}\n\n", block.in_language(locale)));
        }
    }
    body
}

/// Returns the positions of all blocks.
fn places(book: &Book) -> Vec<(usize, usize)> {
    let of = |(at, chapter): (usize, &Chapter)| {
        (0..chapter.blocks.len()).map(move |it| (at, it)).collect::<Vec<_>>()
    };
    book.iter().enumerate().flat_map(of).collect()
}

fn block(seed: u64) -> Block {
    let sentences = 1 + seed % 2;
    let sentence = |at| Sentence::new(seed.wrapping_mul(31).wrapping_add(at));
    Block {
        number: seed,
        is_item: seed.is_multiple_of(3),
        sentences: (0..sentences).map(sentence).collect(),
    }
}

fn chapter(seed: u64) -> Chapter {
    let blocks = (1..2 + seed % 4).map(|at| block(seed.wrapping_mul(101).wrapping_add(at)));
    Chapter { heading: Sentence::new(seed.wrapping_add(7_000_000)), blocks: blocks.collect() }
}

/// Applies a random edit, unless it changes the text of the `locked` block or does not apply to the
/// book.
fn act(book: &mut Book, step: Step, locked: Option<u64>) {
    let all = places(book);
    let Step { act, at, to, seed } = step;
    let selected = all.get(at % all.len().max(1)).copied();
    let is_locked = |book: &Book, (chapter, at): (usize, usize)| {
        locked.is_some_and(|number| book[chapter].blocks[at].number == number)
    };
    let target = to % book.len().max(1);
    match (act, selected) {
        (Mutation::Insert, _) if !book.is_empty() => {
            let blocks = &mut book[target].blocks;
            blocks.insert(at % (blocks.len() + 1), block(seed));
        }
        (Mutation::Rename, _) if !book.is_empty() => book[target].heading.edits += 1,
        (Mutation::AddSection, _) => book.insert(at % (book.len() + 1), chapter(seed)),
        (Mutation::RemoveSection, _) if book.len() > 1 => {
            let is_locked = (0..book[target].blocks.len()).any(|at| is_locked(book, (target, at)));
            if !is_locked {
                book.remove(target);
            }
        }
        (Mutation::Move, Some((chapter, at))) => {
            let block = book[chapter].blocks.remove(at);
            let blocks = &mut book[target].blocks;
            blocks.insert(to % (blocks.len() + 1), block);
        }
        (_, Some(position)) if is_locked(book, position) => {}
        (Mutation::Edit, Some((chapter, at))) => book[chapter].blocks[at].sentences[0].edits += 1,
        (Mutation::Rewrite, Some((chapter, at))) => {
            let old = &mut book[chapter].blocks[at];
            *old = Block { number: old.number, is_item: old.is_item, ..block(seed) };
        }
        (Mutation::Remove, Some((chapter, at))) => drop(book[chapter].blocks.remove(at)),
        (Mutation::Split, Some((chapter, at))) if book[chapter].blocks[at].sentences.len() > 1 => {
            let first = &mut book[chapter].blocks[at];
            let rest = first.sentences.split_off(1);
            let new = Block { number: seed, is_item: first.is_item, sentences: rest };
            book[chapter].blocks.insert(at + 1, new);
        }
        (Mutation::Merge, Some((chapter, at)))
            if at + 1 < book[chapter].blocks.len() && !is_locked(book, (chapter, at + 1)) =>
        {
            let next = book[chapter].blocks.remove(at + 1);
            book[chapter].blocks[at].sentences.extend(next.sentences);
        }
        _ => {}
    }
}

fn steps(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<(Step, bool)>> {
    let step = (0..ACTS.len(), 0..50_usize, 0..50_usize, 1_000..u64::from(u32::MAX), any::<bool>());
    let step = step
        .prop_map(|(act, at, to, seed, answers)| (Step { act: ACTS[act], at, to, seed }, answers));
    proptest::collection::vec(step, count)
}

fn book() -> impl Strategy<Value = Book> {
    proptest::collection::hash_set(1_000..u64::from(u32::MAX), 1..4)
        .prop_map(|seeds| seeds.into_iter().map(chapter).collect())
}

/// A history in which one language is edited, and the other one receives the same edits later.
struct History {
    page: Page,
    leader: Locale,
    ahead: Book,
    behind: Book,
    waiting: std::collections::VecDeque<Step>,
}

impl History {
    fn of(book: &Book, leader: Locale) -> Self {
        let page = Page { source: leader, ..Page::import(&body(book, Zh), &body(book, En)) };
        Self { page, leader, ahead: book.clone(), behind: book.clone(), waiting: [].into() }
    }

    fn lead(&mut self, step: Step, locked: Option<u64>) {
        act(&mut self.ahead, step, locked);
        self.page.save(self.leader, &body(&self.ahead, self.leader));
        self.waiting.push_back(step);
    }

    fn answer(&mut self, locked: Option<u64>) {
        while let Some(step) = self.waiting.pop_front() {
            act(&mut self.behind, step, locked);
        }
        self.page.save(self.leader.other(), &body(&self.behind, self.leader.other()));
    }

    fn run(&mut self, steps: &[(Step, bool)], locked: Option<u64>) {
        for (step, answers) in steps {
            self.lead(*step, locked);
            if *answers {
                self.answer(locked);
            }
        }
        self.answer(locked);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn alignment_of_translated_changes_equals_a_fresh_import(
        book in book(), steps in steps(1..12), is_zh in any::<bool>(),
    ) {
        let mut history = History::of(&book, if is_zh { Zh } else { En });
        history.run(&steps, None);
        prop_assert_eq!(&history.ahead, &history.behind);
        prop_assert_eq!(history.page.places(), history.page.fresh_places());
        prop_assert_eq!(history.page.counts(), (CURRENT.to_owned(), CURRENT.to_owned()));
    }

    #[test]
    fn counterpart_of_an_untranslated_change_is_outdated(
        book in book(), before in steps(0..5), after in steps(0..8), at in any::<prop::sample::Index>(),
        is_rewrite in any::<bool>(), is_zh in any::<bool>(),
    ) {
        let leader = if is_zh { Zh } else { En };
        let mut history = History::of(&book, leader);
        history.run(&before, None);
        let all = places(&history.ahead);
        prop_assume!(!all.is_empty());
        let (chapter, position) = *at.get(&all);
        let stays = history.behind[chapter].blocks[position].clone();
        let changed = &mut history.ahead[chapter].blocks[position];
        match is_rewrite {
            true => *changed = Block { number: stays.number, is_item: stays.is_item, ..block(77) },
            false => changed.sentences[0].edits += 1,
        }
        history.page.save(leader, &body(&history.ahead, leader));
        let words = stays.in_language(leader.other());
        prop_assert!(history.page.is_outdated(leader.other(), &words));
        history.run(&after, Some(stays.number));
        prop_assert!(history.page.is_outdated(leader.other(), &words));
    }
}
