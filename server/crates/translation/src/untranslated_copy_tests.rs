//! Tests of untranslated copies.

use core_wasm::locale::Locale::{self, En, Zh};

use super::*;
use crate::realign::fresh;
use crate::segment::segments;
use pailou_markdown::flavor::Flavor;

fn known(body: &str, side: &str) -> Vec<Known> {
    let segments = segments(body, Flavor::Markdown);
    let known = |(number, segment)| Known::new(format!("{side}{number}"), segment);
    segments.iter().enumerate().map(known).collect()
}

/// Checks which language version has an untranslated copy if the text is equal in both languages.
#[track_caller]
fn check(body: &str, expected: Option<Locale>) {
    check_pair(body, body, expected);
}

#[track_caller]
fn check_pair(zh: &str, en: &str, expected: Option<Locale>) {
    let (zh, en) = (known(zh, "z"), known(en, "e"));
    let found = copies(&zh, &en, &fresh(&zh, &en), &Exempt::default());
    let side = match () {
        () if !found.zh.is_empty() => Some(Zh),
        () if !found.en.is_empty() => Some(En),
        () => None,
    };
    assert_eq!(side, expected, "{:?}", zh.iter().map(|it| &it.prose).collect::<Vec<_>>());
}

#[test]
fn english_prose_in_chinese_page_is_an_untranslated_copy() {
    for body in [
        "The server is started by the script.",
        "## How the server is started",
        "- Run the following command to start it",
        "> This is a quotation of the manual.",
        "| Option | Meaning |\n| - | - |\n| `a` | the name of the file |",
        "::: tip Read this before you begin\n:::",
        "<p>\nThis text is written in HTML.\n</p>",
        "Set `timeout` to the value that you want, see [the guide](../guide.md).",
        "**You** can now use `a`, `b` and `c` in it.",
        "This is a tip.",
        "When $a \\ne 0$, there are two solutions and they are real.",
        "Please read 快速开始 before you install the server on it.",
        "Create database tables.",
        "- Configure automatic daily backups.",
        "| `a` | `b` |\n| - | - |\n| `x` | Delete temporary files! |",
    ] {
        check(body, Some(Zh));
    }
}

#[test]
fn chinese_prose_in_english_page_is_an_untranslated_copy() {
    for body in [
        "服务由脚本启动，启动后可以访问首页。",
        "## 如何在服务器上启动服务",
        "- 运行下面的命令来启动它",
        "| 选项 | 含义 |\n| - | - |\n| `a` | 要读取的文件的名称 |",
        "在 Linux 上用 Docker 启动 Pailou 服务",
        "数据质量任务运行结果规则列表管理",
        "创建数据库表。",
        "- 重新启动服务器！",
    ] {
        check(body, Some(En));
    }
}

#[test]
fn names_are_not_untranslated_copies() {
    for body in [
        "## Quick Start",
        "## Apache License 2.0",
        "# Aliyun EMR Serverless Spark",
        "Evan You, Anthony Fu, Kia King, and Bjorn Lu",
        "Netlify / Vercel / Cloudflare Pages / AWS Amplify / Render",
        "- University of the Arts London",
        "- Rust for Linux",
        "Amazon Web Services, Inc.",
        "Evan You, Anthony Fu, etc.",
        "nginx, redis, mysql.",
        "`a`, `b` and `c`.",
        "- macOS 14.2, Windows 11 and Ubuntu 24.04",
        "张三、李四、王小明、欧阳修",
        "张三 李四 王小明 欧阳修",
        "- 北京海致星图科技有限公司",
        "- 《在云上运行数据平台的方法与实践》",
        "## 参数配置",
        "简体中文",
        "| server.port | 8080 | spring.datasource.url |\n| - | - | - |\n| api_key | SECRET_KEY | userName |",
        "| id | name |\n| - | - |\n| region id | job name |",
    ] {
        check(body, None);
    }
}

#[test]
fn code_and_legal_notices_are_not_untranslated_copies() {
    for body in [
        "```sh\necho this is the end of the file\n```",
        "`the name of the file is in here`",
        "<code>the name of the file is in here</code>",
        "<!-- Licensed to the Apache Software Foundation under one or more of the agreements -->",
        "<style>\n.a { color: the name of the color }\n</style>",
        "Copyright (c) 2024 the authors of the project and all of the others.",
        "Licensed under the Apache License, Version 2.0 that is in the file.",
        "import { Tabs } from '@theme/Tabs' as the name of it",
        "![a picture of the front page of the site](a.png)",
        "[why the trailing slash does matter to you](https://example.org/a)",
        "https://example.org/this/is/the/name-of-it",
        "{the name of the file} <the name of the file>",
        "<<< @/snippets/a.js#b{1,2 ts:line-numbers} [the snippet with a region]",
        "| parameters |\n| - |\n| --conf a.b=4 --conf c.d=8 --conf e.f=1 --conf g.h=2 --conf i.j=3 --conf k.l=5 |",
        "$the = name + of + the + file$",
    ] {
        check(body, None);
    }
}

#[test]
fn copy_detection_ignores_spacing_and_character_width() {
    check_pair(
        "The  server is\nstarted （by the script）。",
        "The server is started (by the script).",
        Some(Zh),
    );
    check_pair(
        "服务由脚本启动, 启动后可以访问首页.",
        "服务由脚本启动，启动后可以访问首页。",
        Some(En),
    );
    check_pair("服务由脚本启动。", "The server is started by the script.", None);
    check_pair("The server is started by a script.", "The server is started by the script.", None);
    check_pair(
        "See [the page of it](/zh/a) for the other options.",
        "See [the page of it](/en/a) for the other options.",
        Some(Zh),
    );
}

#[test]
fn exempt_segment_is_not_an_untranslated_copy() {
    let body = "the name of the file\n\nthe server is started by the script\n";
    let (zh, en) = (known(body, "z"), known(body, "e"));
    let links = fresh(&zh, &en);
    let found = |exempt: &Exempt| {
        let found = copies(&zh, &en, &links, exempt);
        let mut ids: Vec<_> = found.zh.into_iter().chain(found.en).collect();
        ids.sort();
        ids.join(" ")
    };
    assert_eq!(found(&Exempt::default()), "z0 z1");
    let terms = vec!["The name of the file".to_owned()];
    assert_eq!(found(&Exempt { terms, ..Exempt::default() }), "z1");
    let mark = |locale| [(locale, copied_words(&zh[1]).to_owned())].into();
    assert_eq!(found(&Exempt { intentional: mark(Zh), ..Exempt::default() }), "z0");
    assert_eq!(found(&Exempt { intentional: mark(En), ..Exempt::default() }), "z0 z1");
}

#[test]
fn text_without_translated_prose_is_an_untranslated_copy() {
    let check = |zh: &str, en: &str, expected: (bool, bool)| {
        let (zh, en) = (known(zh, "z"), known(en, "e"));
        let found = copies(&zh, &en, &fresh(&zh, &en), &Exempt::default());
        let actual = (is_copy(&zh, Zh, &found), is_copy(&en, En, &found));
        assert_eq!(actual, expected, "{found:?}");
    };
    let en = "# A\n\nThe server is started by the script.\n\nIt can be stopped with a signal.\n";
    check(en, en, (true, false));
    check("# 名称\n\nThe server is started by the script.\n\n停止。\n", en, (true, false));
    check(
        "# A\n\nThe server is started by the script.\n\n可以用信号停止它。\n",
        en,
        (false, false),
    );
    check("# A\n\n服务由脚本启动的。\n\n停止。\n", en, (false, false));
}
