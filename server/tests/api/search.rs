//! Tests of the search index: updates after changes of pages and news, and results.

use std::path::Path;

use crate::site::Site;

const QUESTIONS: [&str; 6] =
    ["安装数据库", "timeout retries", "超时", "maxRetries", "queue", "巡检机器人 日志"];

/// Sentences with their translations.
const SENTENCES: [(&str, &str); 6] = [
    ("先安装数据库，再启动服务。", "Install the database first, then start the service."),
    ("超时时间默认是三十秒。", "The timeout is thirty seconds."),
    ("重试次数由 `maxRetries` 决定。", "The number of retries is set by `maxRetries`."),
    ("任务排在队列里等待。", "Tasks wait in the queue."),
    ("巡检机器人每天检查日志。", "The patrol robot looks at the log every day."),
    ("备份保存在另一台机器上。", "The backup is kept on another machine."),
];

/// Xorshift generator: the same sequences on every machine.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % below
    }
}

/// No search runs between the import and the comparison, so only the worker updates the dictionary.
#[tokio::test]
async fn index_worker_updates_the_dictionary_without_a_search() {
    let site = Site::new().await;
    site.get("/api/v1/public/search?q=start&locale=en").await;
    for (round, (zh, en)) in SENTENCES.into_iter().enumerate() {
        let files = [(format!("zh/p{round}.md"), zh), (format!("en/p{round}.md"), en)];
        let files = files.each_ref().map(|(name, text)| (name.as_str(), *text));
        site.import(&files).await;
        let [running, fresh] = site.inside().searched_in_background(&QUESTIONS).await;
        assert_eq!(running, fresh, "round {round}");
    }
}

#[tokio::test]
async fn incremental_index_equals_a_full_rebuild() {
    for seed in 1..=3_u32 {
        let mut numbers = Numbers(2_654_435_761_u32.wrapping_mul(seed));
        let site = Site::new().await;
        for step in 0..8 {
            let mut files = Vec::new();
            for _ in 0..=numbers.next(4) {
                let page = numbers.next(6);
                let draft = if numbers.next(5) == 0 { "---\ndraft: true\n---\n\n" } else { "" };
                let sentence_indexes: Vec<usize> =
                    (0..=numbers.next(3)).map(|_| numbers.next(6)).collect();
                let text = |of: fn(&(&'static str, &'static str)) -> &'static str| {
                    let parts = sentence_indexes
                        .iter()
                        .map(|at| format!("## {}\n\n{}\n", at, of(&SENTENCES[*at])));
                    format!("{draft}# {page}\n\n{}", parts.collect::<Vec<_>>().join("\n"))
                };
                if numbers.next(4) > 0 {
                    files.push((format!("zh/p{page}.md"), text(|pair| pair.0)));
                }
                if numbers.next(4) > 0 {
                    files.push((format!("en/p{page}.md"), text(|pair| pair.1)));
                }
            }
            let files: Vec<(&str, &str)> =
                files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            site.import(&files).await;
            let [running, fresh] = site.inside().compare_with_new_index(&QUESTIONS).await;
            assert_eq!(running, fresh, "seed {seed}, step {step}");
        }
    }
}

#[tokio::test]
async fn all_matching_sections_of_a_page_can_be_listed() {
    let site = Site::new().await;
    let sections = (1..=7).map(|n| format!("## Part {n}\n\nThe queue, part {n}.\n\n"));
    let text = format!("# Queues\n\n{}", sections.collect::<String>());
    site.import(&[("en/queues.md", &text), ("en/other.md", "# Other\n\nA queue.\n")]).await;
    let list = async |query: &str| {
        let url = format!("/api/v1/public/search?q=queue&locale=en{query}");
        let answer = site.answer("GET", &url, None).await;
        let total = answer.headers()["x-total-count"].to_str().unwrap().to_owned();
        let hits: Vec<serde_json::Value> = serde_json::from_slice(answer.body()).unwrap();
        let more: Vec<_> = hits.iter().map(|hit| hit["more"].as_u64().unwrap()).collect();
        (total, more)
    };
    let (total, more) = list("").await;
    assert_eq!((total.as_str(), more), ("8", vec![0; 8]));
    let (total, more) = list("&size=5").await;
    assert_eq!((total.as_str(), more.len()), ("8", 5));
    assert_eq!(more.iter().filter(|more| **more == 3).count(), 4);
    let (total, more) = list("&size=5&page=2").await;
    assert_eq!((total.as_str(), more), ("8", vec![4; 3]));
    assert_eq!(list("&size=5&page=3").await, ("8".to_owned(), Vec::new()));
    let (total, more) = list("&within=/index/en/docs/queues").await;
    assert_eq!((total.as_str(), more), ("7", vec![0; 7]));
    let (total, more) = list("&within=/index/en/docs/queues&size=3&page=3").await;
    assert_eq!((total.as_str(), more), ("7", vec![6]));
    assert_eq!(list("&within=/index/en/docs/nowhere").await.0, "0");
}

/// Returns URL, title, and area of each result for a query.
async fn results(site: &Site, locale: &str, query: &str) -> Vec<(String, String, String)> {
    let url = format!("/api/v1/public/search?locale={locale}&q={query}");
    let answer = site.answer("GET", &url, None).await;
    let hits: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
    let text = |hit: &serde_json::Value, name: &str| hit[name].as_str().unwrap().to_owned();
    let hits = hits.as_array().unwrap().iter();
    hits.map(|hit| (text(hit, "url"), text(hit, "title"), text(hit, "area"))).collect()
}

/// Returns the Markdown files of the sample content.
fn sample_pages() -> Vec<(String, String)> {
    let top = Path::new("../content/pages");
    let (mut folders, mut pages) = (vec![top.join("zh"), top.join("en")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let file = path.strip_prefix(top).unwrap().to_str().unwrap().replace('\\', "/");
            match path.is_dir() {
                true => folders.push(path),
                false if file.ends_with(".md") => {
                    pages.push((file, std::fs::read_to_string(path).unwrap()));
                }
                false => {}
            }
        }
    }
    pages
}

#[tokio::test]
async fn typical_questions_find_the_right_section() {
    let site = Site::new().await;
    let pages = sample_pages();
    let pages: Vec<_> = pages.iter().map(|(file, text)| (&file[..], &text[..])).collect();
    site.import(&pages).await;
    for (question, expected) in [
        ("forgot password", "operate/accounts#lost"),
        ("delete a page", "write/editor#delete"),
        ("schedule a post", "write/editor#publish"),
        ("add image", "write/media#"),
        ("two factor", "operate/accounts#"),
        ("change colors", "operate/configure#style"),
        ("docker", "operate/install#container"),
        ("upgrade", "operate/upgrade"),
        ("restore backup", "operate/backup#restore"),
        ("restor bakup", "operate/backup#restore"),
        ("删除页面", "write/editor#delete"),
        ("升级", "operate/upgrade"),
        ("定时发布", "write/editor#publish"),
    ] {
        let locale = if question.is_ascii() { "en" } else { "zh" };
        let query: String = question.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let found = results(&site, locale, &query).await;
        let expected = format!("/index/{locale}/docs/{expected}");
        assert!(found[0].0.starts_with(&expected), "{question}: {found:?}");
    }
}

fn news(url: &str, title: &str) -> Vec<(String, String, String)> {
    vec![(url.to_owned(), title.to_owned(), "news".to_owned())]
}

#[tokio::test]
async fn news_is_found_in_both_languages() {
    let site = Site::new().await;
    site.import(&[
        ("zh/guide/a.md", "# 安装\n\n先安装数据库。\n"),
        ("en/guide/a.md", "# Install\n\nInstall the database first.\n"),
        ("zh/_news/2026-01-02-one.md", "# 首个版本发布\n\n新增巡检机器人。\n"),
        (
            "en/_news/2026-01-02-one.md",
            "# First release\n\nAdds a patrolbot.\n\n## Thanks\n\nZebratool helped.\n",
        ),
        ("en/_news/2026-01-03-two.md", "---\ntitle: Second\n---\nOnly the quokkas know.\n"),
        ("zh/_news/far.md", "---\ndate: 9999-12-31\n---\n# 未来\n\n独角兽到来。\n"),
        ("zh/_news/draft.md", "---\ndate: 2026-01-01\ndraft: true\n---\n# 草稿\n\n麒麟到来。\n"),
    ])
    .await;
    let zh = news("/index/zh/news/2026-01-02-one", "首个版本发布");
    assert_eq!(results(&site, "zh", "%E5%B7%A1%E6%A3%80%E6%9C%BA%E5%99%A8%E4%BA%BA").await, zh);
    let en = news("/index/en/news/2026-01-02-one", "First release");
    assert_eq!(results(&site, "en", "patrolbot").await, en);
    let thanks = news("/index/en/news/2026-01-02-one#thanks", "First release");
    assert_eq!(results(&site, "en", "zebratool").await, thanks);
    // This news entry exists only in English.
    let two = news("/index/en/news/2026-01-03-two", "Second");
    assert_eq!(results(&site, "zh", "quokkas").await, two);
    for hidden in ["%E7%8B%AC%E8%A7%92%E5%85%BD", "%E9%BA%92%E9%BA%9F"] {
        assert_eq!(results(&site, "zh", hidden).await, [], "{hidden}");
    }
    let docs = results(&site, "en", "database").await;
    assert_eq!((docs[0].0.as_str(), docs[0].2.as_str()), ("/index/en/docs/guide/a", "docs"));
}

#[tokio::test]
async fn changed_news_entry_is_found_by_its_new_text() {
    let site = Site::new().await;
    let entry = "en/_news/2026-01-02-one.md";
    site.import(&[("en/a.md", "# A\n"), (entry, "# One\n\nThe quokkas know.\n")]).await;
    let url = "/index/en/news/2026-01-02-one";
    assert_eq!(results(&site, "en", "quokkas").await, news(url, "One"));
    site.import(&[("en/a.md", "# A\n"), (entry, "# Uno\n\nThe wombats know.\n")]).await;
    assert_eq!(results(&site, "en", "quokkas").await, []);
    assert_eq!(results(&site, "en", "wombats").await, news(url, "Uno"));
    // The entry is unpublished, then scheduled, then published again.
    for front in ["draft: true", "date: 9999-01-01"] {
        let text = format!("---\n{front}\n---\n# Uno\n\nThe wombats know.\n");
        site.import(&[("en/a.md", "# A\n"), (entry, &text)]).await;
        assert_eq!(results(&site, "en", "wombats").await, [], "{front}");
    }
    site.import(&[("en/a.md", "# A\n"), (entry, "# Uno\n\nThe wombats know.\n")]).await;
    assert_eq!(results(&site, "en", "wombats").await, news(url, "Uno"));
}
