//! Tests of saving a text: outcomes, revisions, segment ids, alignments, and tags.

use core_wasm::locale::Locale::{self, En, Zh};

use super::save::{self, Incoming, Outcome, SaveResult, StoredSegment};
use super::sql;
use pailou_database::Db;
use pailou_markdown::flavor::Flavor;

const BODY: &str = "# Start\n\nFirst.\n\nSecond one.\n";
const ZH_BODY: &str = "# 开始\n\n第一段。\n\n第二段。\n";

struct Record {
    db: Db,
    _folder: tempfile::TempDir,
}

async fn record() -> Record {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&folder.path().join("a.db").display().to_string()).await.unwrap();
    Record { db, _folder: folder }
}

fn incoming<'a>(locale: Locale, markdown: &'a str) -> Incoming<'a> {
    Incoming {
        dialect: Flavor::Markdown,
        area: "docs",
        key: "guide/start",
        locale,
        path: "guide/start",
        file: if locale == Zh { "zh/guide/start.md" } else { "en/guide/start.md" },
        title: "Start",
        label: "",
        description: "",
        position: 0,
        front_matter: "",
        markdown,
        is_draft: false,
        origin: "test",
        author: "test",
        now: 1,
        written_at: 1,
        added_at: 1,
    }
}

impl Record {
    async fn save(&self, texts: &[Incoming<'_>]) -> Vec<SaveResult> {
        let mut tx = self.db.begin().await.unwrap();
        let mut done = Vec::new();
        for text in texts {
            done.push(save::text(&mut tx, text).await.unwrap());
        }
        for saved in &done {
            save::realign_page(&mut tx, &saved.page_id, 1).await.unwrap();
        }
        tx.commit().await.unwrap();
        done
    }

    async fn save_one(&self, text: Incoming<'_>) -> SaveResult {
        self.save(&[text]).await.remove(0)
    }

    async fn text(&self, locale: Locale, path: &str) -> Option<sql::Text> {
        let text = sql::text_at(&self.db, "docs", locale, path).await.unwrap();
        text.filter(|text| text.locale == locale.tag())
    }

    /// Returns the number of the published revision and the ids of its segments.
    async fn revision(&self, locale: Locale) -> (i64, Vec<String>) {
        let text = self.text(locale, "guide/start").await.unwrap();
        let revision = sql::published_revision(&self.db, &text.id).await.unwrap().unwrap();
        let segments: Vec<StoredSegment> = serde_json::from_str(&revision.segments).unwrap();
        (revision.number, segments.into_iter().map(|segment| segment.id).collect())
    }

    /// Returns the numbers of outdated and untranslated segments of a text.
    async fn counts(&self, locale: Locale) -> (i64, i64) {
        let text = self.text(locale, "guide/start").await.unwrap();
        (text.segments_outdated, text.segments_not_translated)
    }
}

#[tokio::test]
async fn only_a_changed_text_adds_a_revision() {
    let record = record().await;
    for (body, outcome, number) in [
        (BODY, Outcome::New, 1),
        (BODY, Outcome::Same, 1),
        ("# Start\n\nOther.\n", Outcome::Changed, 2),
        ("# Start\n\nOther.\n", Outcome::Same, 2),
        (BODY, Outcome::Changed, 3),
    ] {
        let done = record.save_one(incoming(En, body)).await;
        assert_eq!((done.outcome, record.revision(En).await.0), (outcome, number), "{body}");
    }
}

#[tokio::test]
async fn new_navigation_position_or_label_adds_no_revision() {
    let record = record().await;
    record.save_one(incoming(En, BODY)).await;
    let before = record.revision(En).await;
    let moved = Incoming { position: 4, label: "Begin", ..incoming(En, BODY) };
    assert_eq!(record.save_one(moved).await.outcome, Outcome::Changed);
    assert_eq!(record.revision(En).await, before);
}

#[tokio::test]
async fn save_returns_only_the_invalidated_cache_tags() {
    let record = record().await;
    let own = ["page:docs/guide/start", "texts", "status"];
    let tree = ["tree", "branch:guide", "branch:"];
    let check = async |text: Incoming<'_>, expected: &[&str]| {
        let mut tags = record.save_one(text).await.tags;
        tags.sort();
        tags.dedup();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(tags, expected);
    };
    check(incoming(En, BODY), &[&own[..], &tree, &["link-targets"]].concat()).await;
    check(incoming(En, BODY), &[]).await;
    check(incoming(En, "# Start\n"), &own).await;
    let renamed = Incoming { title: "Begin", ..incoming(En, "# Start\n") };
    check(renamed, &[&own[..], &tree[..2]].concat()).await;
    let moved = Incoming { path: "other/start", title: "Begin", ..incoming(En, "# Start\n") };
    check(moved, &[&own[..], &tree, &["branch:other", "link-targets"]].concat()).await;
}

#[tokio::test]
async fn segments_keep_their_ids_after_an_edit() {
    let record = record().await;
    record.save_one(incoming(En, BODY)).await;
    let (_, before) = record.revision(En).await;
    record.save_one(incoming(En, "# Start\n\nBetween.\n\nSecond one!\n\nFirst.\n")).await;
    let (_, after) = record.revision(En).await;
    let position = |id: &String| after.iter().position(|other| other == id);
    let positions: Vec<_> = before.iter().map(position).collect();
    assert!(positions.iter().all(Option::is_some), "{before:?} {after:?}");
    assert_eq!(after.len(), before.len() + 1);
}

#[tokio::test]
async fn counterpart_is_outdated_until_it_is_updated() {
    let record = record().await;
    record.save(&[incoming(Zh, ZH_BODY), incoming(En, BODY)]).await;
    assert_eq!((record.counts(Zh).await, record.counts(En).await), ((0, 0), (0, 0)));
    let changed = BODY.replace("Second one.", "Second one, changed.");
    record.save_one(incoming(En, &changed)).await;
    assert_eq!((record.counts(Zh).await, record.counts(En).await), ((1, 0), (0, 0)));
    let followed = ZH_BODY.replace("第二段。", "第二段，改了。");
    record.save_one(incoming(Zh, &followed)).await;
    assert_eq!((record.counts(Zh).await, record.counts(En).await), ((0, 0), (0, 0)));
}

#[tokio::test]
async fn alignment_is_updated_only_if_both_texts_changed() {
    let record = record().await;
    let page = record.save(&[incoming(Zh, ZH_BODY), incoming(En, BODY)]).await.remove(0).page_id;
    let links = async || sql::alignments(&record.db, &page).await.unwrap();
    let first = links().await;
    assert!(!first.is_empty());
    let changed = BODY.replace("Second one.", "Second one, changed.");
    record.save_one(incoming(En, &changed)).await;
    assert_eq!(links().await, first, "a change of one language");
    let followed = ZH_BODY.replace("第二段。", "第二段，改了。");
    record.save_one(incoming(Zh, &followed)).await;
    let renewed = links().await;
    assert_eq!(renewed.iter().filter(|link| !first.contains(link)).count(), 1);
    assert_eq!(renewed.len(), first.len());
}

#[tokio::test]
async fn alignment_in_an_older_format_gives_the_same_counts() {
    let record = record().await;
    let page = record.save(&[incoming(Zh, ZH_BODY), incoming(En, BODY)]).await.remove(0).page_id;
    let forget_folded = async || {
        let mut links = sql::alignments(&record.db, &page).await.unwrap();
        for link in &mut links {
            link.zh_folded.clear();
            link.en_folded.clear();
        }
        let mut tx = record.db.begin().await.unwrap();
        sql::remove_alignments(&mut tx, &page).await.unwrap();
        sql::add_alignments(&mut tx, &page, &links, "import", 1).await.unwrap();
        tx.commit().await.unwrap();
    };
    let counts = async || (record.counts(Zh).await, record.counts(En).await);
    forget_folded().await;
    // A save of the other language compares the stored hashes without changing them.
    record.save_one(incoming(En, &BODY.replace("First.", "First one."))).await;
    assert_eq!(counts().await, ((1, 0), (0, 0)));
    record.save_one(incoming(En, BODY)).await;
    assert_eq!(counts().await, ((0, 0), (0, 0)));
    forget_folded().await;
    // A change of punctuation makes no segment outdated, because the save first adds the missing hashes.
    record.save_one(incoming(Zh, &ZH_BODY.replace('。', "."))).await;
    assert_eq!(counts().await, ((0, 0), (0, 0)));
    record.save_one(incoming(Zh, &ZH_BODY.replace("第一段。", "另一段。"))).await;
    assert_eq!(counts().await, ((0, 0), (1, 0)));
}

const PROSE: &str =
    "# Start\n\nThe server is started by the script.\n\nIt is stopped by a signal.\n";

#[tokio::test]
async fn untranslated_copy_counts_as_not_translated_until_translated() {
    let record = record().await;
    let counts = async || (record.counts(Zh).await, record.counts(En).await);
    let is_copy = async || record.text(Zh, "guide/start").await.unwrap().is_copy;
    record.save_one(incoming(En, PROSE)).await;
    record.save_one(incoming(Zh, PROSE)).await;
    assert_eq!((counts().await, is_copy().await), (((0, 2), (0, 0)), 1));
    let half = PROSE.replace("The server is started by the script.", "服务由脚本启动的。");
    record.save_one(incoming(Zh, &half)).await;
    assert_eq!((counts().await, is_copy().await), (((0, 1), (0, 0)), 0), "partly translated");
    let whole = half.replace("It is stopped by a signal.", "可以用信号停止它。");
    record.save_one(incoming(Zh, &whole)).await;
    assert_eq!((counts().await, is_copy().await), (((0, 0), (0, 0)), 0));
    record.save_one(incoming(Zh, PROSE)).await;
    assert_eq!((counts().await, is_copy().await), (((0, 2), (0, 0)), 1));
    record.save_one(incoming(En, &PROSE.replace("a signal", "two signals"))).await;
    assert_eq!((counts().await, is_copy().await), (((1, 1), (0, 0)), 1), "copy of earlier source");
}

#[tokio::test]
async fn untranslated_copy_detection_ignores_save_order() {
    let zh = PROSE.replace("It is stopped by a signal.", "可以用信号停止它。");
    let mut found = Vec::new();
    for steps in [
        vec![(En, PROSE), (Zh, &zh)],
        vec![(Zh, &zh), (En, PROSE)],
        vec![(En, PROSE), (Zh, PROSE), (Zh, &zh)],
        vec![(Zh, "# Start\n\n第一段。\n\n第二段。\n"), (En, PROSE), (Zh, PROSE), (Zh, &zh)],
    ] {
        let record = record().await;
        for (locale, body) in steps {
            record.save_one(incoming(locale, body)).await;
        }
        let page = record.text(En, "guide/start").await.unwrap().page_id;
        let stored = (record.counts(Zh).await, record.counts(En).await);
        let mut tx = record.db.begin().await.unwrap();
        save::count_segments(&mut tx, &page).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!((record.counts(Zh).await, record.counts(En).await), stored, "counted again");
        found.push(stored);
    }
    assert_eq!(found, [((0, 1), (0, 0)); 4]);
}

#[tokio::test]
async fn imported_draft_is_stored_but_not_published() {
    let record = record().await;
    let draft = Incoming { is_draft: true, ..incoming(En, BODY) };
    assert_eq!(record.save_one(draft).await.outcome, Outcome::New);
    assert!(record.text(En, "guide/start").await.is_none());
    assert_eq!(record.save_one(incoming(En, BODY)).await.outcome, Outcome::Changed);
    assert_eq!(record.revision(En).await.0, 1);
}

#[tokio::test]
async fn pages_can_swap_paths_and_files() {
    let record = record().await;
    let page = |key: &'static str, path: &'static str, file: &'static str| Incoming {
        key,
        path,
        file,
        title: key,
        ..incoming(En, BODY)
    };
    record.save(&[page("a", "one", "en/one.md"), page("b", "two", "en/two.md")]).await;
    record.save(&[page("a", "two", "en/two.md"), page("b", "one", "en/one.md")]).await;
    for (path, key) in [("one", "b"), ("two", "a")] {
        let text = record.text(En, path).await.unwrap();
        assert_eq!((text.key.as_str(), text.file), (key, format!("en/{path}.md")));
    }
}

#[tokio::test]
async fn rolled_back_save_changes_nothing() {
    let record = record().await;
    let mut tx = record.db.begin().await.unwrap();
    save::text(&mut tx, &incoming(En, BODY)).await.unwrap();
    drop(tx);
    assert!(record.text(En, "guide/start").await.is_none());
    assert!(sql::is_empty(&record.db).await.unwrap());
}
