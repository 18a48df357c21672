//! Tests of search results and their order, on a small site.

use std::sync::Arc;

use core_wasm::locale::Locale;

use crate::engine::Engine;
use crate::index::{Document, Part};
use crate::lexicon::{Learner, Lexicon};
use crate::query::Query;
use crate::translation_model::{Corpus, Sample, TranslationModel};
use crate::{bootstrap_dictionary, token};

fn part(anchor: &str, heading: &str, text: &str, pair: Option<&str>) -> Part {
    Part {
        anchor: Some(anchor.to_owned()),
        heading: heading.to_owned(),
        text: text.to_owned(),
        code: Vec::new(),
        blocks: Vec::new(),
        pair: pair.map(str::to_owned),
    }
}

fn document(key: &str, locale: Locale, title: &str, sections: Vec<Part>) -> Document {
    let url = format!("/index/{}/docs/{key}", locale.segment());
    Document { key: key.to_owned(), url, title: title.to_owned(), crumbs: Vec::new(), sections }
}

/// A site with one page in both languages, one in English only, and one in Chinese only.
fn engine() -> Engine {
    let lexicon = Arc::new(Lexicon::default());
    let mut learner = Learner::new();
    for text in
        ["安装数据库，配置超时时间与重试次数。工作流定义", "安裝說明", "告警通知发送到钉钉群"]
    {
        lexicon.learn(&mut learner, &crate::normalize::fold(text));
    }
    for (zh, _) in bootstrap_dictionary::pairs() {
        lexicon.learn(&mut learner, zh);
    }
    let mut engine = Engine::new(lexicon.clone());
    let zh = vec![
        part("安装", "安装", "先安装数据库，再运行 pailou serve。", Some("install")),
        part(
            "超时",
            "超时时间",
            "超时时间默认是三十秒，重试次数由 maxRetries 决定。",
            Some("timeout"),
        ),
    ];
    let en = vec![
        part(
            "install",
            "Install",
            "Install the database first, then run pailou serve.",
            Some("安装"),
        ),
        part(
            "timeout",
            "Timeout",
            "The timeout is thirty seconds, maxRetries sets how often it is tried.",
            Some("超时"),
        ),
    ];
    engine.put(Locale::Zh, document("start", Locale::Zh, "快速开始", zh));
    engine.put(Locale::En, document("start", Locale::En, "Getting started", en));
    let alerts = vec![part("send", "Sending alerts", "Alerts are sent to a group chat.", None)];
    engine.put(Locale::En, document("alerts", Locale::En, "Alerts", alerts));
    let flow = vec![part("流", "工作流定义", "工作流由任务组成。", None)];
    engine.put(Locale::Zh, document("flow", Locale::Zh, "工作流", flow));
    let terms =
        |text: &str| token::words(text, &lexicon).into_iter().map(|word| word.term).collect();
    let samples = [("安装数据库", "install the database"), ("超时时间", "timeout")];
    let samples = samples.map(|(zh, en)| Sample { zh: terms(zh), en: terms(en) });
    let mut corpus = Corpus::new(&bootstrap_dictionary::samples(&lexicon));
    samples.iter().for_each(|sample| corpus.add(sample));
    engine.translation_model = TranslationModel::learn(&corpus).into();
    engine
}

/// Returns the URLs of the results, best first, without their common prefix.
#[track_caller]
fn found(question: &str, reader: Locale) -> Vec<String> {
    found_by(&engine(), question, reader)
}

fn found_by(engine: &Engine, question: &str, reader: Locale) -> Vec<String> {
    let query = Query::read(question);
    let found = engine.question(&query).find(reader, None).best(usize::MAX);
    let display = engine.question(&query).display();
    let address = |found| {
        let displayed = display.displayed_hit(found)?;
        let url = displayed.page.url.trim_start_matches("/index/").replace("/docs", "");
        Some(format!("{url}#{}", displayed.section.anchor.as_deref().unwrap_or_default()))
    };
    found.iter().filter_map(address).collect()
}

#[test]
fn query_variants_find_the_expected_section_first() {
    for (question, reader, first) in [
        ("安装", Locale::Zh, "zh/start#安装"),
        ("安裝", Locale::Zh, "zh/start#安装"),
        ("装数据", Locale::Zh, "zh/start#安装"),
        ("秒", Locale::Zh, "zh/start#超时"),
        ("maxRetries", Locale::Zh, "zh/start#超时"),
        ("max_retries", Locale::En, "en/start#timeout"),
        ("retries", Locale::En, "en/start#timeout"),
        ("ＴＩＭＥＯＵＴ", Locale::En, "en/start#timeout"),
        ("timeuot", Locale::En, "en/start#timeout"),
        ("timeo", Locale::En, "en/start#timeout"),
        ("ｔｉｍｅｏ", Locale::En, "en/start#timeout"),
        ("\"thirty seconds\"", Locale::En, "en/start#timeout"),
        ("chaoshi", Locale::Zh, "zh/start#超时"),
        ("gzldy", Locale::Zh, "zh/flow#流"),
        ("如何设置超时", Locale::Zh, "zh/start#超时"),
    ] {
        assert_eq!(found(question, reader).first().map(String::as_str), Some(first), "{question}");
    }
}

#[test]
fn pinyin_with_spaces_matches_like_joined_pinyin() {
    let mut engine = engine();
    for (with, without) in [
        ("an zhuang", "anzhuang"),
        ("chao shi", "chaoshi"),
        ("chao shi shi jian", "chaoshishijian"),
        ("gong zuo liu ding", "gongzuoliuding"),
        ("gongzuoliu dingyi ", "gongzuoliudingyi "),
        ("maxRetries chao shi", "maxRetries chaoshi"),
    ] {
        let expected = found_by(&engine, without, Locale::Zh);
        assert!(!expected.is_empty(), "{without}");
        assert_eq!(found_by(&engine, with, Locale::Zh), expected, "{with}");
        assert_eq!(
            found_by(&engine, with, Locale::En),
            found_by(&engine, without, Locale::En),
            "{with}"
        );
    }
    // Words that are indexed as typed are not treated as pinyin.
    let sections = vec![part("zhuang", "Zhuang", "An zhuang is a word of two syllables.", None)];
    engine.put(Locale::En, document("words", Locale::En, "Words", sections));
    assert_eq!(found_by(&engine, "an zhuang", Locale::En)[0], "en/words#zhuang");
}

#[test]
fn results_fall_back_to_the_other_language() {
    assert_eq!(found("告警", Locale::Zh), ["en/alerts#send"]);
    assert_eq!(found("workflow", Locale::En), ["zh/flow#流"]);
}

#[test]
fn page_only_in_the_other_language_ranks_before_partial_matches() {
    let mut engine = engine();
    for number in 0..8 {
        let name = format!("part{number}");
        let own = "何时使用：在需要使用的地方使用。";
        let zh = vec![part("何时使用", "何时使用", own, Some("use"))];
        let en = vec![part("use", "When to use", "Use it where needed.", Some("何时使用"))];
        engine.put(Locale::Zh, document(&name, Locale::Zh, &name, zh));
        engine.put(Locale::En, document(&name, Locale::En, &name, en));
    }
    let long = "Use it for a number of unread items. ".to_owned()
        + &"Other words stand in this text. ".repeat(30);
    let en = vec![
        part("use", "When to use", &long, None),
        part("api", "API", "The properties of the badge.", None),
    ];
    engine.put(Locale::En, document("badge", Locale::En, "Badge", en));
    for question in ["Badge 何时使用", "何时使用 badge", "badge 何时需要使用"] {
        let found = found_by(&engine, question, Locale::Zh);
        assert_eq!(found[0], "en/badge#use", "{question}: {found:?}");
    }
}

#[test]
fn bilingual_page_is_found_in_the_language_of_the_reader() {
    for (question, reader) in [
        ("timeout", Locale::Zh),
        ("timeout", Locale::En),
        ("超时", Locale::En),
        ("数据库", Locale::En),
    ] {
        let found = found(question, reader);
        assert!(!found.is_empty(), "{question}");
        for url in &found {
            let is_only_there = url.starts_with("en/alerts") || url.starts_with("zh/flow");
            assert!(url.starts_with(reader.segment()) || is_only_there, "{question}: {found:?}");
        }
    }
}

#[test]
fn query_finds_only_the_section_with_its_words() {
    assert_eq!(found("超时时间", Locale::Zh), ["zh/start#超时"]);
    assert_eq!(found("时间 默认", Locale::Zh), ["zh/start#超时"]);
    assert_eq!(found("时间默认是", Locale::Zh), ["zh/start#超时"]);
}

#[test]
fn unquoted_chinese_phrase_matches_separated_words() {
    let mut engine = engine();
    let sections = vec![
        part("files", "文件", "恢复备份之前先停止服务。", None),
        part("restore", "从备份恢复", "用一条命令恢复某个备份。", None),
        part("make", "备份", "每天备份一次。", None),
    ];
    engine.put(Locale::Zh, document("operate", Locale::Zh, "运维", sections));
    let mut found = found_by(&engine, "恢复备份", Locale::Zh);
    found.sort_unstable();
    assert_eq!(found, ["zh/operate#files", "zh/operate#restore"]);
    assert_eq!(found_by(&engine, "\"恢复备份\"", Locale::Zh), ["zh/operate#files"]);
}

#[test]
fn quoted_phrases_and_exclusions_limit_the_results() {
    for (question, reader, expected) in [
        ("\"database first\"", Locale::En, vec!["en/start#install"]),
        ("\"first database\"", Locale::En, vec![]),
        ("\"数据库与\"", Locale::Zh, vec![]),
        ("timeout -\"thirty seconds\"", Locale::En, vec![]),
        ("timeout -seconds", Locale::En, vec![]),
    ] {
        assert_eq!(found(question, reader), expected, "{question}");
    }
}

#[test]
fn heading_equal_to_the_query_ranks_first() {
    let mut engine = engine();
    let repeated =
        part("often", "Often said", "Timeout, timeout, timeout: the timeout is a timeout.", None);
    let headed = part("limits", "A very long section", &"Other words. ".repeat(40), None);
    let all =
        vec![repeated, headed, part("short", "Waiting", "Waiting has an end, the timeout.", None)];
    engine.put(Locale::En, document("more", Locale::En, "More", all));
    assert_eq!(found_by(&engine, "timeout", Locale::En)[0], "en/start#timeout");
    assert_eq!(found_by(&engine, "A very long section", Locale::En)[0], "en/more#limits");
}

#[test]
fn page_title_equal_to_the_query_ranks_first() {
    let mut engine = engine();
    let plain = |text: &str| Part { anchor: None, ..part("", "", text, None) };
    for (key, locale, title, sections) in [
        ("changes", Locale::En, "Webhooks changelog", vec![plain("Some notes.")]),
        (
            "webhooks",
            Locale::En,
            "Webhooks",
            vec![
                part("create", "Create", "Click it.", None),
                part("delete", "Delete", "Click again.", None),
            ],
        ),
        ("appendix", Locale::Zh, "部署手册附录", vec![plain("一些说明。")]),
        (
            "deploy",
            Locale::Zh,
            "部署手册",
            vec![part("一", "准备", "先看这里。", None), part("二", "运行", "再看这里。", None)],
        ),
    ] {
        engine.put(locale, document(key, locale, title, sections));
    }
    assert_eq!(found_by(&engine, "webhooks", Locale::En)[0], "en/webhooks#create");
    assert_eq!(found_by(&engine, "部署手册", Locale::Zh)[0], "zh/deploy#一");
}

#[test]
fn heading_equal_to_query_on_long_titled_page_ranks_first() {
    let mut engine = engine();
    let title = "Complete guide to webhooks for platform teams";
    let sections = vec![part("webhooks", "Webhooks", "Webhooks call your server.", None)];
    engine.put(Locale::En, document("guide", Locale::En, title, sections));
    let intro = Part { anchor: None, ..part("", "", "Some notes.", None) };
    let sections = vec![intro, part("webhooks", "Webhooks", "They call your server.", None)];
    engine.put(Locale::En, document("notes", Locale::En, "Notes", sections));
    assert_eq!(found_by(&engine, "webhooks", Locale::En)[0], "en/guide#webhooks");
}

#[test]
fn content_words_outweigh_stop_words() {
    let mut engine = engine();
    let faq =
        vec![part("faq", "How do I, what can I", "How do I what can I how do I what can I.", None)];
    engine.put(Locale::En, document("faq", Locale::En, "Questions", faq));
    assert_eq!(
        found_by(&engine, "how do I install the database?", Locale::En)[0],
        "en/start#install"
    );
    assert_eq!(found_by(&engine, "what can I", Locale::En)[0], "en/faq#faq");
}

#[test]
fn match_in_the_counterpart_raises_the_score() {
    let mut engine = engine();
    let en = vec![
        part("stop", "Stopping", "The process ends when nobody is served.", Some("停止")),
        part("start", "Beginning", "The process begins when all is opened up.", Some("开始")),
    ];
    let zh = vec![
        part("停止", "停止", "关闭：进程在没有请求时结束。", Some("stop")),
        part("开始", "开始", "进程启动，安装数据库。", Some("start")),
    ];
    engine.put(Locale::En, document("run", Locale::En, "Process", en));
    engine.put(Locale::Zh, document("run", Locale::Zh, "进程", zh));
    let found = found_by(&engine, "process database", Locale::En);
    let position = |page: &str| found.iter().position(|url| url == page);
    assert!(position("en/run#start") < position("en/run#stop"), "{found:?}");
}

/// Returns the small site with an additional page, with one section per text.
fn with_page(texts: &[(&str, &str)]) -> Engine {
    let mut engine = engine();
    let sections = texts.iter().map(|(anchor, text)| part(anchor, anchor, text, None)).collect();
    engine.put(Locale::En, document("page", Locale::En, "Page", sections));
    engine
}

/// Returns the anchors of the results on the additional page, best first.
fn anchors(engine: &Engine, question: &str) -> Vec<String> {
    let found = found_by(engine, question, Locale::En).into_iter();
    found.filter_map(|url| Some(url.strip_prefix("en/page#")?.to_owned())).collect()
}

#[test]
fn option_with_dashes_matches_and_minus_excludes_a_word() {
    let engine = with_page(&[
        ("cache", "Use `--no-cache` to build without it."),
        ("tar", "Unpack it with tar -xzf file.tgz."),
        ("npm", "Run npm install -g zebratool."),
        ("cold", "It works down to -40 degrees."),
        ("mysql", "The queue uses mysql."),
        ("sqlite", "The queue uses sqlite."),
    ]);
    for (question, expected) in [
        ("--no-cache", vec!["cache"]),
        ("tar -xzf", vec!["tar"]),
        ("npm install -g zebratool", vec!["npm"]),
        ("-40", vec!["cold"]),
        ("works -40", vec!["cold"]),
        ("queue -mysql", vec!["sqlite"]),
    ] {
        assert_eq!(anchors(&engine, question)[..expected.len()], expected, "{question}");
    }
    assert!(!anchors(&engine, "queue -mysql").contains(&"mysql".to_owned()));
}

#[test]
fn version_inside_a_name_matches() {
    let engine = with_page(&[
        ("jdk", "Install JDK1.8.0_202 first."),
        ("ssl", "Linked with OpenSSL1.1.1k here."),
        ("ide", "Tested in ver.16.3 of the editor."),
        ("kafka", "Unpack kafka_2.13-3.6.1.tgz there."),
        ("python", "The image is python3.11-slim."),
        ("other", "Not 8.0.1, 1.1.2, 6.3, 6.1.3, or 11.3."),
    ]);
    for (question, expected) in [
        ("1.8.0_202", "jdk"),
        ("JDK 1.8.0", "jdk"),
        ("jdk1.8", "jdk"),
        ("OpenSSL 1.1.1k", "ssl"),
        ("1.1.1k", "ssl"),
        ("16.3", "ide"),
        ("kafka 3.6.1", "kafka"),
        ("3.6.1", "kafka"),
        ("kafka_2.13-3.6.1.tgz", "kafka"),
        ("python 3.11", "python"),
    ] {
        assert_eq!(
            anchors(&engine, question).first().map(String::as_str),
            Some(expected),
            "{question}"
        );
    }
}

#[test]
fn version_number_matches_with_or_without_its_prefix() {
    let engine = with_page(&[
        ("a", "Released as v1.2.3 today."),
        ("b", "Released as 1.2.3 before."),
        ("c", "Needs v18.17.0 at least."),
        ("d", "The first is 2.0.0-beta.1 of all."),
        ("e", "Not v12.3 and not v123."),
        ("f", "Take v1.23 for it."),
    ]);
    for (question, expected) in [
        ("1.2.3", vec!["a", "b"]),
        ("v1.2.3", vec!["a", "b"]),
        ("18.17", vec!["c"]),
        ("2.0.0", vec!["d"]),
        ("v1.23", vec!["f"]),
        ("v12.3", vec!["e"]),
    ] {
        let mut found = anchors(&engine, question);
        found.sort();
        assert_eq!(found, expected, "{question}");
    }
}

#[test]
fn exact_name_or_version_ranks_before_longer_and_shorter_ones() {
    let mut engine = engine();
    for (key, title, text) in [
        ("dotnet", ".NET guide", "Install the .NET runtime, then run the app."),
        ("net", "Net tools", "Net tools: ifconfig and netstat. The net command shows the net."),
        ("aspnet", "ASP.NET", "ASP.NET Core on the net."),
        ("dotenv", "Config file", "Edit `.env` first."),
        ("env", "Env tools", "The env command and env values: env."),
        ("r31", "Release 3.1", "Version 3.1 adds nothing."),
        ("r310", "Release 3.10", "Version 3.10 adds more."),
        ("rc", "Release v3.1.0-rc.2", "Version v3.1.0-rc.2 is a candidate."),
        ("node", "Node 18", "Use 18.17 here."),
        ("nodes", "Node v18.17.0", "Use v18.17.0 here."),
    ] {
        let section = Part { anchor: None, ..part("", "", text, None) };
        engine.put(Locale::En, document(key, Locale::En, title, vec![section]));
    }
    for (question, expected) in [
        (".net", "dotnet"),
        (".NET", "dotnet"),
        ("net", "net"),
        ("asp.net", "aspnet"),
        (".env", "dotenv"),
        ("env", "env"),
        ("3.1", "r31"),
        ("v3.1", "r31"),
        ("release 3.1", "r31"),
        ("3.1 release", "r31"),
        ("3.10", "r310"),
        ("3.1.0", "rc"),
        ("18.17", "node"),
        ("18.17.0", "nodes"),
    ] {
        for reader in [Locale::En, Locale::Zh] {
            let found = found_by(&engine, question, reader);
            let first = found.first().map_or("", String::as_str);
            assert_eq!(first, format!("en/{expected}#"), "{question} {found:?}");
        }
    }
    for (question, also) in [("18.17", "en/nodes#"), (".env", "en/env#"), ("3.1", "en/rc#")] {
        assert!(found_by(&engine, question, Locale::En).contains(&also.to_owned()), "{question}");
    }
}

#[test]
fn symbols_in_programming_language_names_are_significant() {
    let engine = with_page(&[
        ("c", "Written in C for speed."),
        ("cpp", "Written in C++ for speed."),
        ("cs", "Written in C# for speed."),
        ("fs", "Written in F# for speed."),
        ("gpp", "Compiled by g++ here."),
    ]);
    for (question, expected) in
        [("C++", "cpp"), ("C#", "cs"), ("F#", "fs"), ("g++", "gpp"), ("c", "c")]
    {
        assert_eq!(anchors(&engine, question), [expected], "{question}");
    }
}

#[test]
fn dotted_and_short_options_are_not_exclusions() {
    let engine = with_page(&[
        ("dots", "Set `--server.port` and `--log-level=debug` when it starts."),
        ("short", "Start with -x to trace, and -it for a shell."),
        ("java", "Give it java -Xmx512m for memory."),
        ("中", "用 `--no-cache` 不用缓存，最低 -25 度。"),
        ("other", "Another section about shells and memory."),
    ]);
    for (question, first) in [
        ("--server.port", "dots"),
        ("--log-level=debug", "dots"),
        ("--log-level", "dots"),
        ("-x", "short"),
        ("start -x", "short"),
        ("shell -it", "short"),
        ("java -Xmx512m", "java"),
        ("-Xmx512m", "java"),
        ("--no-cache", "中"),
        ("缓存 --no-cache", "中"),
        ("-25", "中"),
        ("-xyz", ""),
    ] {
        let found = anchors(&engine, question);
        assert_eq!(found.first().map_or("", String::as_str), first, "{question}");
    }
    assert_eq!(anchors(&engine, "shell -trace"), ["other"]);
}

#[test]
fn version_number_matches_inside_longer_versions_and_names() {
    let engine = with_page(&[
        ("long", "Build 10.0.19045.3693 is the last."),
        ("rc", "Try V3.0.0-rc.2 now."),
        ("post", "See 2.31.0_1 in Homebrew."),
        ("go", "Needs go1.21.3 to build."),
        ("two", "Python 3.10 is old and 3.1 is older."),
        ("range", "Any of 4.2-4.5 works."),
    ]);
    for (question, expected) in [
        ("10.0.19045", "long"),
        ("3.0.0", "rc"),
        ("v3.0.0-rc.2", "rc"),
        ("2.31.0", "post"),
        ("go1.21.3", "go"),
        ("3.10", "two"),
        ("4.2", "range"),
    ] {
        assert_eq!(anchors(&engine, question), [expected], "{question}");
    }
    for question in ["1.0", "30.0", "v300", "0.19045"] {
        assert!(anchors(&engine, question).is_empty(), "{question}");
    }
}

#[test]
fn names_with_dots_or_symbols_match() {
    let engine = with_page(&[
        ("net", "It runs on .NET and on ASP.NET Core 8."),
        ("cpp", "C++20 modules and Visual C++ builds."),
        ("js", "It runs on Node.js here."),
        ("chinese", "用C#编写，也可以用F#和g++。"),
        ("c", "Plain C and the letter F, and a net."),
    ]);
    for (question, first) in [
        (".NET Core", "net"),
        ("ASP.NET", "net"),
        ("C++", "cpp"),
        ("c++", "cpp"),
        ("Ｃ＋＋", "cpp"),
        ("Node.js", "js"),
        ("nodejs", "js"),
        ("C#", "chinese"),
        ("F#", "chinese"),
        ("g++", "chinese"),
        ("\"C#\"", "chinese"),
    ] {
        let found = anchors(&engine, question);
        assert_eq!(found.first().map_or("", String::as_str), first, "{question} {found:?}");
    }
    assert!(!anchors(&engine, "C#").contains(&"c".to_owned()));
}

#[test]
fn names_and_contractions_written_as_one_word_match() {
    let engine = with_page(&[
        ("kebab", "The option kebab-case-name sets it."),
        ("snake", "The option SNAKE_CASE_NAME sets it."),
        ("camel", "Call getElementById or XMLHttpRequest first."),
        ("dont", "You don't need it."),
        ("cant", "It can’t be read."),
    ]);
    for (question, expected) in [
        ("kebabcasename", "kebab"),
        ("kebab-case-name", "kebab"),
        ("kebabCaseName", "kebab"),
        ("snakecasename", "snake"),
        ("getelementbyid", "camel"),
        ("xmlhttprequest", "camel"),
        ("dont", "dont"),
        ("don't", "dont"),
        ("don’t", "dont"),
        ("cant", "cant"),
    ] {
        let found = anchors(&engine, question);
        assert_eq!(found.first().map_or("", String::as_str), expected, "{question} {found:?}");
    }
}

#[test]
fn camel_case_name_matches_in_lower_case() {
    assert_eq!(found("maxretries", Locale::En)[0], "en/start#timeout");
    assert_eq!(found("maxretries", Locale::Zh)[0], "zh/start#超时");
}

#[test]
fn known_word_is_not_treated_as_pinyin() {
    let mut engine = with_page(&[("hang", "The process may hang for a while.")]);
    let sections = vec![part("线", "航", "航线说明。", None)];
    engine.put(Locale::Zh, document("air", Locale::Zh, "航线", sections));
    assert_eq!(found_by(&engine, "hang ", Locale::En), ["en/page#hang"]);
    assert_eq!(found_by(&engine, "hang", Locale::En)[0], "en/page#hang");
    assert_eq!(found_by(&engine, "hangxian", Locale::Zh), ["zh/air#线"]);
    // A part of a name is indexed as a word, too.
    let mut engine =
        with_page(&[("name", "Set `fileHang` to true."), ("shell", "A shell for you.")]);
    let sections = vec![part("线", "航", "航线说明。", None)];
    engine.put(Locale::Zh, document("air", Locale::Zh, "航线", sections));
    assert_eq!(found_by(&engine, "hang", Locale::En)[0], "en/page#name");
}

#[test]
fn long_quotation_with_typo_matches_as_words() {
    let engine = with_page(&[("error", "Suspense Exception: This is not a real error!")]);
    let slip = "\"Suspense Exceptino: This is not a real error!\"";
    assert_eq!(anchors(&engine, slip), ["error"]);
    assert_eq!(anchors(&engine, "\"real Exception\""), [""; 0]);
}

#[test]
fn error_message_with_a_different_quoted_value_is_found() {
    let engine = with_page(&[
        ("relation", "ERROR: relation \"users\" does not exist"),
        ("field", "出现错误：找不到字段“user_id”，请先执行迁移命令。"),
    ]);
    let best = |query: &str| anchors(&engine, query).into_iter().next();
    assert_eq!(best("ERROR: relation \"orders\" does not exist").as_deref(), Some("relation"));
    assert_eq!(best("出现错误：找不到字段“order_id”，请先执行迁移命令").as_deref(), Some("field"));
    assert_eq!(best("relation \"orders\"").as_deref(), None);
    assert_eq!(best("how to use the \"orders\"").as_deref(), None);
    assert_eq!(best("找不到“order_id”").as_deref(), None);
}

#[test]
fn chinese_text_within_longer_words_is_found() {
    let found = |query: &str| found(query, Locale::Zh);
    assert!(found("库").contains(&"zh/start#安装".to_owned()), "{:?}", found("库"));
    assert!(found("据库").contains(&"zh/start#安装".to_owned()), "{:?}", found("据库"));
    assert!(found("装数").contains(&"zh/start#安装".to_owned()), "{:?}", found("装数"));
}

#[test]
fn stop_words_are_not_required_or_highlighted() {
    let engine = engine();
    assert_eq!(found_by(&engine, "请问数据库的安装该怎么理解？", Locale::Zh)[0], "zh/start#安装");
    let query = Query::read("how is the timeout set");
    let question = engine.question(&query);
    let found = question.find(Locale::En, None).best(1);
    let displayed = question.display().displayed_hit(&found[0]).expect("a section");
    let matched: Vec<_> = displayed.excerpt.matched.iter().map(|(word, _)| word.as_str()).collect();
    assert!(!matched.contains(&"the") && !matched.contains(&"is"), "{matched:?}");
}

#[test]
fn reader_finds_untranslated_section_in_the_other_language() {
    let mut engine = engine();
    let en = vec![
        part("state", "State", "The state of a form.", Some("状态")),
        part("optimistic", "Optimistic updates", "Call `setOptimisticCount` first.", None),
    ];
    let zh = vec![part("状态", "状态", "表单的状态。", Some("state"))];
    engine.put(Locale::En, document("form", Locale::En, "Forms", en));
    engine.put(Locale::Zh, document("form", Locale::Zh, "表单", zh));
    for question in ["setOptimisticCount", "optimistic updates"] {
        assert_eq!(found_by(&engine, question, Locale::Zh)[0], "en/form#optimistic");
    }
    assert!(!found_by(&engine, "表单 状态", Locale::Zh).contains(&"en/form#state".to_owned()));
}

#[test]
fn at_most_four_sections_of_a_page_are_listed() {
    let texts: Vec<(String, String)> =
        (1..=7).map(|n| (format!("s{n}"), format!("The queue, part {n}."))).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let engine = with_page(&texts);
    let query = Query::read("queue");
    let found = engine.question(&query).find(Locale::En, None);
    assert_eq!(found.total, 7);
    let best = found.best(20);
    assert_eq!(best.iter().map(|found| found.more).collect::<Vec<_>>(), [3; 4]);
    let page = engine.en.at("/index/en/docs/page").expect("the page");
    let all = engine.question(&query).find(Locale::En, None).of_page(Locale::En, page);
    assert_eq!((all.total, all.slice(0, 20).len()), (7, 7));
}

#[test]
fn section_with_an_excluded_word_is_not_found() {
    assert!(found("database -install", Locale::En).is_empty());
    assert!(found("超时 -重试", Locale::Zh).is_empty());
}

#[test]
fn nonsense_query_has_no_results() {
    for question in ["", "???", "🙂", "\u{7}\u{0}", "qqqqqqqq", ".*", "[(+", "-", "\"\"", "龘"] {
        assert!(found(question, Locale::Zh).is_empty(), "{question}");
    }
}

#[test]
fn changed_page_matches_its_new_words_only() {
    let mut engine = engine();
    let sections = vec![part("new", "Webhooks", "Signed webhooks pull the repository.", None)];
    engine.put(Locale::En, document("alerts", Locale::En, "Hooks", sections));
    assert_eq!(found_by(&engine, "webhooks", Locale::En), ["en/alerts#new"]);
    assert!(found_by(&engine, "group chat", Locale::En).is_empty());
    engine.remove(Locale::En, "alerts");
    assert!(found_by(&engine, "webhooks", Locale::En).is_empty());
}

#[test]
fn snippet_highlights_query_words() {
    let engine = engine();
    let query = Query::read("超時 maxretries");
    let found = engine.question(&query).find(Locale::Zh, None).best(usize::MAX);
    let displayed = engine.question(&query).display().displayed_hit(&found[0]).expect("a section");
    let units: Vec<u16> = displayed.excerpt.text.encode_utf16().collect();
    let marked: Vec<_> = displayed
        .excerpt
        .marks
        .iter()
        .map(|(from, to)| String::from_utf16_lossy(&units[*from as usize..*to as usize]))
        .collect();
    assert_eq!(marked, ["超时", "maxRetries"]);
    assert_eq!(
        displayed.excerpt.matched,
        [
            ("maxretries".to_owned(), "maxRetries".to_owned()),
            ("超时".to_owned(), "超时".to_owned())
        ]
    );
    let query = Query::read("告警");
    let found = engine.question(&query).find(Locale::Zh, None).best(usize::MAX);
    let displayed = engine.question(&query).display().displayed_hit(&found[0]).expect("a section");
    assert_eq!(displayed.excerpt.matched, [("告警".to_owned(), "Alerts".to_owned())]);
}

#[test]
fn most_probable_form_of_a_word_is_listed_as_matched() {
    let mut engine = engine();
    let sample = Sample { zh: vec!["重试".to_owned()], en: vec!["retri".to_owned()] };
    let mut corpus = Corpus::new(&[sample]);
    corpus.add(&Sample { zh: vec!["再试".to_owned()], en: vec!["retri".to_owned()] });
    engine.translation_model = TranslationModel::learn(&corpus).into();
    engine.zh.lexicon.add("再试");
    let sections = vec![part("a", "设置", "可以再试，也可以重试。选项 retry 默认关闭。", None)];
    engine.put(Locale::Zh, document("retry", Locale::Zh, "选项", sections));
    for (question, expected) in [("retry", "retry"), ("retries", "retry"), ("重试", "重试")] {
        let query = Query::read(question);
        let asked = engine.question(&query);
        let found = asked.find(Locale::Zh, None).best(usize::MAX);
        let displayed = asked.display().displayed_hit(&found[0]).expect("a section");
        let written: Vec<&str> =
            displayed.excerpt.matched.iter().map(|(_, written)| written.as_str()).collect();
        assert_eq!(written, [expected], "{question}");
    }
}

#[test]
fn unlikely_translations_are_not_highlighted() {
    let mut engine = engine();
    let sample = |zh: &str| Sample { zh: vec![zh.to_owned()], en: vec!["retri".to_owned()] };
    let mut corpus = Corpus::default();
    (0..30).for_each(|_| corpus.add(&sample("重试")));
    corpus.add(&sample("再试"));
    engine.translation_model = TranslationModel::learn(&corpus).into();
    let translations = engine.translation_model.translations(Locale::En, "retri");
    assert_eq!(translations.len(), 2, "{translations:?}");
    engine.zh.lexicon.add("再试");
    let sections = vec![part("a", "设置", "可以再试，也可以重试。", None)];
    engine.put(Locale::Zh, document("retry", Locale::Zh, "选项", sections));
    let query = Query::read("retry ");
    let asked = engine.question(&query);
    let found = asked.find(Locale::Zh, None).best(usize::MAX);
    let page = |hit: &&crate::engine::SearchHit| {
        let page = engine.index_of(hit.locale).page_of(hit.section);
        page.is_some_and(|(page, _)| &*page.key == "retry")
    };
    let hit = found.iter().find(page).expect("the page is found");
    let displayed = asked.display().displayed_hit(hit).expect("a section");
    assert_eq!(displayed.excerpt.marks, [(8, 10)]);
}

#[test]
fn words_of_a_question_match_synonyms_and_longer_words() {
    let lexicon = Arc::new(Lexicon::default());
    let mut learner = Learner::new();
    lexicon.learn(&mut learner, "修改页面备份网站升级");
    lexicon.add_site_words(&learner);
    let mut engine = Engine::new(lexicon);
    let zh = vec![
        part("edit", "修改页面", "修改页面之后发布。", None),
        part("backup", "备份", "备份网站。", None),
        part("upgrade", "升级", "升级 maxRetries 之前备份网站。", None),
    ];
    engine.put(Locale::Zh, document("a", Locale::Zh, "文档", zh));
    let first = |text: &str| {
        let query = Query::question(text);
        let found = engine.question(&query).find(Locale::Zh, None).best(1);
        found.first().map(|hit| engine.zh.sections[hit.section as usize].heading.to_string())
    };
    // A single character matches the words that contain it; a word that no text contains matches
    // its synonyms.
    assert_eq!(first("想改一下").as_deref(), Some("修改页面"));
    assert_eq!(first("快照怎么做").as_deref(), Some("备份"));
    // Queries that are not questions use no synonyms.
    let query = Query::read("快照");
    assert!(engine.question(&query).find(Locale::Zh, None).best(1).is_empty());
}

#[test]
fn question_that_a_page_quotes_also_finds_other_sections() {
    let lexicon = Arc::new(Lexicon::default());
    let mut learner = Learner::new();
    lexicon.learn(&mut learner, "整个网站搬到另一台机器迁移");
    lexicon.add_site_words(&learner);
    let mut engine = Engine::new(lexicon);
    let zh = vec![
        part("eval", "衡量", "示例：整个网站搬到另一台机器。", None),
        part("move", "迁移", "把网站迁移到新机器。", None),
    ];
    engine.put(Locale::Zh, document("a", Locale::Zh, "文档", zh));
    let query = Query::question("整个网站搬到另一台机器");
    assert_eq!(engine.question(&query).find(Locale::Zh, None).best(9).len(), 2);
}

/// Returns the matched words of all results, and their total number.
fn matched_words(engine: &Engine, question: &str, reader: Locale) -> (Vec<String>, usize) {
    let query = Query::read(question);
    let question = engine.question(&query);
    let found = question.find(reader, None);
    let (total, display) = (found.total, question.display());
    let shown = found.best(usize::MAX);
    let displayed = shown.iter().filter_map(|hit| display.displayed_hit(hit));
    let mut matched: Vec<String> =
        displayed.flat_map(|hit| hit.excerpt.matched).map(|(word, _)| word).collect();
    matched.sort_unstable();
    matched.dedup();
    (matched, total)
}

#[test]
fn stop_words_are_neither_matched_nor_counted() {
    let mut engine = with_page(&[
        ("flow", "A workflow is a list of the tasks."),
        ("logo", "Change the logo in the settings."),
        ("other", "How do I know what this is for, as a user of it?"),
        ("when", "Rendered if the value is set, in and for the loop."),
    ]);
    engine.zh.lexicon.add_site_words(&Learner::new());
    let sections = vec![
        part("一", "部署", "这是部署的步骤。", None),
        part("二", "说明", "我的是什么，这是什么的说明。", None),
        part("三", "的工作流", "这里是的工作流。", None),
    ];
    engine.put(Locale::Zh, document("stop", Locale::Zh, "其他", sections));
    for (question, same, reader) in [
        ("the workflow", "workflow", Locale::En),
        ("a workflow", "workflow", Locale::En),
        ("workflow of the", "workflow", Locale::En),
        ("workflow in", "workflow", Locale::En),
        ("how do I change the logo", "change logo", Locale::En),
        ("the 工作流", "工作流", Locale::Zh),
        ("的 工作流", "工作流", Locale::Zh),
        ("的 工作流", "工作流", Locale::En),
        ("的工作流", "工作流", Locale::Zh),
        ("工作流 的", "工作流", Locale::Zh),
        ("部署 是 什么", "部署", Locale::Zh),
        ("部署 是 什么", "部署", Locale::En),
        ("部署是什么", "部署", Locale::Zh),
        ("what is 部署", "部署", Locale::En),
    ] {
        let (matched, total) = matched_words(&engine, question, reader);
        let expected = matched_words(&engine, same, reader);
        assert!(expected.1 > 0, "{same}");
        let found = found_by(&engine, question, reader);
        assert_eq!((matched, total), expected, "{question} {found:?}");
    }
    for question in ["the qqqqqq", "的 龘", "是龘的", "v-if", "what is qqqqqq"] {
        for reader in [Locale::Zh, Locale::En] {
            assert_eq!(matched_words(&engine, question, reader).1, 0, "{question}");
        }
    }
}

#[test]
fn stop_words_in_a_quotation_are_matched() {
    let engine = with_page(&[
        ("quoted", "Someone wrote: how do I begin?"),
        ("both", "How do I start a process?"),
        ("other", "Start a process, and do it."),
    ]);
    for (question, expected) in [
        ("\"how do I\"", vec!["both", "quoted"]),
        ("\"how do I\" process", vec!["both", "quoted"]),
        ("the \"how do I\"", vec!["both", "quoted"]),
    ] {
        let mut found = anchors(&engine, question);
        found.sort();
        assert_eq!(found, expected, "{question}");
    }
}

#[test]
fn query_of_only_stop_words_matches_them() {
    let mut engine = with_page(&[("other", "How do I know what this is for?")]);
    let sections = vec![part("说明", "说明", "我的是什么，这是什么的说明。", None)];
    engine.put(Locale::Zh, document("stop", Locale::Zh, "其他", sections));
    for (question, reader, word, first) in [
        ("what is this", Locale::En, "what", "en/page#other"),
        ("how-do", Locale::En, "how", "en/page#other"),
        ("for", Locale::En, "for", "en/page#other"),
        ("是 什么", Locale::Zh, "是", "zh/stop#说明"),
        ("的", Locale::Zh, "的", "zh/stop#说明"),
    ] {
        let (matched, _) = matched_words(&engine, question, reader);
        assert!(matched.contains(&word.to_owned()), "{question} {matched:?}");
        assert_eq!(found_by(&engine, question, reader)[0], first, "{question}");
    }
}

#[test]
fn member_of_a_dotted_name_matches_in_lower_case() {
    let engine = with_page(&[
        ("render", "Call `md.renderAsync` here."),
        ("session", "The key is support.hive.oneSession."),
        ("driver", "Set spring.datasource.driver-class-name in it."),
        ("private", "It reads this._privateName first."),
        ("env", "Set MY_fooBarKey."),
    ]);
    for (question, expected) in [
        ("renderasync", "render"),
        ("renderAsync", "render"),
        ("mdrenderasync", "render"),
        ("md.renderasync", "render"),
        ("onesession", "session"),
        ("hive.onesession", "session"),
        ("driverclassname", "driver"),
        ("driver-class-name", "driver"),
        ("privatename", "private"),
        ("foobarkey", "env"),
    ] {
        assert_eq!(anchors(&engine, question)[0], expected, "{question}");
    }
}

#[test]
fn whole_identifier_ranks_before_its_parts() {
    let mut engine = with_page(&[
        ("API version", "The version of the API. API version, API version."),
        ("Versions", "The API has a version. The version of the API."),
        ("plain", "Some longer text with many other words, then `apiVersion: 1` and a last word."),
        ("small", "Some longer text with many other words, then `apiversion: 1` and a last word."),
        ("snake", "Some longer text with many other words, then `max_retries = 1` and others."),
        ("Max retries", "Max retries, max retries: retries up to a max."),
        ("get text", "Get the text, get text."),
        ("member", "Some longer text with many other words, then `i18n.getText()` and others."),
    ]);
    for (question, expected) in [
        ("apiVersion", &["plain", "small"][..]),
        ("apiversion", &["plain", "small"]),
        ("max_retries", &["snake"]),
        ("maxRetries", &["snake"]),
        ("getText", &["member"]),
        ("i18n.getText", &["member"]),
    ] {
        let found = anchors(&engine, question);
        let mut first = found[..expected.len()].to_vec();
        if question != "apiVersion" {
            first.sort_unstable();
        }
        assert_eq!(first, expected, "{question} {found:?}");
    }
    // The identifier in a heading ranks before the identifier in a text.
    let sections = vec![part("best", "apiVersion", "It is the version of the API.", None)];
    engine.put(Locale::En, document("zzz", Locale::En, "Last", sections));
    assert_eq!(found_by(&engine, "apiVersion", Locale::En)[0], "en/zzz#best");
}

#[test]
fn every_section_is_on_exactly_one_page_of_the_results() {
    let texts: Vec<(String, String)> =
        (1..=7).map(|n| (format!("s{n}"), format!("The queue, part {n}."))).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let mut engine = with_page(&texts);
    let sections = vec![part("q", "Other", "One long text about other things and a queue.", None)];
    engine.put(Locale::En, document("zzz", Locale::En, "Last", sections));
    let query = Query::read("queue");
    for size in [1, 3, 5, 8, 20] {
        let mut all = Vec::new();
        for start in (0..10).map(|page| page * size) {
            let list = engine.question(&query).find(Locale::En, None).slice(start, size);
            assert!(list.len() == size.min(8_usize.saturating_sub(start)), "{start} {size}");
            all.extend(list.into_iter().map(|hit| hit.section));
        }
        let first: std::collections::HashSet<_> = all.iter().copied().collect();
        assert_eq!((all.len(), first.len()), (8, 8), "{size}");
        let other = engine.en.at("/index/en/docs/zzz").expect("the page");
        let other = engine.en.pages[other as usize].sections.start;
        assert!(all[..5].contains(&other), "{all:?}");
    }
    let list = engine.question(&query).find(Locale::En, None).slice(0, 5);
    let mut more: Vec<u32> = list.iter().map(|hit| hit.more).collect();
    more.sort_unstable();
    assert_eq!(more, [0, 3, 3, 3, 3]);
}
