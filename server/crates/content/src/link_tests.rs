//! Tests of link resolution.

use super::*;

fn link_targets() -> LinkTargets {
    let root = |locale, folder: &str| Root::new(locale, folder, Vec::new());
    let mut targets =
        LinkTargets::new(vec![root(Locale::En, "docs/en"), root(Locale::Zh, "docs/zh")]);
    for (file, locale, path) in [
        ("docs/en/index.md", Locale::En, ""),
        ("docs/en/guide/start.md", Locale::En, "guide/start"),
        ("docs/en/guide/index.mdx", Locale::En, "guide"),
        ("docs/zh/guide/start.md", Locale::Zh, "guide/start"),
        ("docs/zh/guide/路径.md", Locale::Zh, "guide/路径"),
        ("docs/zh/guide/old.md", Locale::Zh, "guide/new"),
    ] {
        targets.add_page(file, DOCS, locale, path);
    }
    for file in ["docs/public/logo.png", "img/a b.png", "docs/zh/guide/x.svg"] {
        targets.add_media(file);
    }
    targets
}

#[track_caller]
fn check(written: &str, expected: &str) {
    let link = link_targets().resolve("docs/zh/guide/start.md", Locale::Zh, written);
    let actual = match link {
        Link::Page(url) | Link::Media(url) | Link::External(url) => url,
        Link::Anchor(id) => format!("#{id}"),
        Link::Broken { url, code } => format!("{code} {url}"),
        Link::Refused => "refused".into(),
    };
    assert_eq!(actual, expected, "{written}");
}

#[test]
fn page_links_resolve_in_several_notations() {
    for written in [
        "./old.md",
        "old",
        "old.html",
        "/guide/old",
        "/zh/guide/old.html",
        "new",
        "/zh/guide/new/",
        "../guide/old/",
    ] {
        check(written, "/index/zh/docs/guide/new");
    }
    check("./路径.md#安装", "/index/zh/docs/guide/%E8%B7%AF%E5%BE%84#%E5%AE%89%E8%A3%85");
    check("%E8%B7%AF%E5%BE%84?a=b#c", "/index/zh/docs/guide/%E8%B7%AF%E5%BE%84?a=b#c");
    check("/en/guide/", "/index/en/docs/guide");
    check("../../en/index.md", "/index/en/docs");
    check("/", "/index/zh/docs");
}

#[test]
fn dot_segments_are_relative_to_the_folder_of_the_file() {
    let mut targets = LinkTargets::new(vec![Root::new(Locale::Zh, "zh", Vec::new())]);
    for (file, path) in [
        ("zh/index.md", ""),
        ("zh/a/b/index.md", "a/b"),
        ("zh/a/b/c.md", "a/b/c"),
        ("zh/d.md", "d"),
    ] {
        targets.add_page(file, DOCS, Locale::Zh, path);
    }
    for (file, written, expected) in [
        ("zh/a/b/index.md", "..", None),
        ("zh/a/b/index.md", "../", None),
        ("zh/a/b/index.md", "../..", Some("/index/zh/docs")),
        ("zh/index.md", "..", None),
        ("zh/index.md", "../", None),
        ("zh/a/b/c.md", "../..", Some("/index/zh/docs")),
        ("zh/a/b/c.md", "../c", None),
        ("zh/d.md", "..", Some("/index/zh/docs")),
        ("zh/a/b/index.md", ".", Some("/index/zh/docs/a/b")),
        ("zh/a/b/c.md", ".", Some("/index/zh/docs/a/b")),
        ("zh/a/b/c.md", "../../d", Some("/index/zh/docs/d")),
    ] {
        let expected = expected.map(|url| Link::Page(url.to_owned()));
        let link = targets.resolve(file, Locale::Zh, written);
        let is_broken = matches!(&link, Link::Broken { code, .. } if *code == "page-missing" || *code == "link-leaves-folder");
        assert!(
            expected.as_ref().map_or(is_broken, |url| *url == link),
            "{file} {written} {link:?}"
        );
    }
}

#[test]
fn composed_and_decomposed_unicode_names_are_equal() {
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}");
    for (stored, written) in
        [(composed, decomposed), (decomposed, composed), (decomposed, decomposed)]
    {
        let mut targets = LinkTargets::new(vec![Root::new(Locale::En, "en", Vec::new())]);
        targets.add_page("en/a.md", DOCS, Locale::En, "a");
        targets.add_page(&format!("en/{stored}.md"), DOCS, Locale::En, stored);
        targets.add_page(&format!("en/{stored}/index.md"), DOCS, Locale::En, stored);
        targets.add_media(&format!("en/{stored}.png"));
        targets.add_part(&format!("en/{stored}.js"), "x".into());
        let page = Link::Page(page_url(Locale::En, stored));
        for link in [
            format!("{written}.md"),
            format!("./{written}"),
            format!("/{written}"),
            format!("{written}/"),
        ] {
            assert_eq!(targets.resolve("en/a.md", Locale::En, &link), page, "{link}");
        }
        let image = Link::Media(media_url(&format!("en/{stored}.png")));
        for link in [format!("{written}.png"), encode(&format!("{written}.png"))] {
            assert_eq!(targets.resolve("en/a.md", Locale::En, &link), image, "{link}");
        }
        assert!(targets.part(&format!("en/{written}.js")).is_some());
        let beside = LinkTargets::default().with_existing(&targets);
        assert!(beside.known_file(&format!("en/{written}.md")).is_some());
    }
}

#[test]
fn links_of_other_generators_resolve() {
    // Links may be relative to the URL of the page with a trailing slash.
    check("../old/", "/index/zh/docs/guide/new");
    check("../../guide/x.svg", "/index/media/docs/zh/guide/x.svg");
    check("/docs/guide/new", "/index/zh/docs/guide/new");
    check("@site/zh/guide/old.md", "/index/zh/docs/guide/new");
    check("@site/public/logo.png", "/index/media/docs/public/logo.png");
    check("@site/none.md", "page-missing /index/zh/docs/none");
}

#[test]
fn site_urls_resolve_to_pages_files_or_broken_links() {
    for written in [
        "/index/zh/docs/guide/new",
        "/index/en/docs/guide/start?a=b#c",
        "/index/zh/docs/guide/%E8%B7%AF%E5%BE%84",
        "/index/zh/docs",
        "/index/zh/docs/@2.1/guide/old",
        "/index/zh/news/2026/first",
        "/index/zh",
        "/index/media/img/a%20b.png",
    ] {
        check(written, written);
    }
    check("/index/docs/guide/new/", "/index/zh/docs/guide/new");
    check("/index/zh/docs/guide/new.md", "/index/zh/docs/guide/new");
    check("/index/en/docs/gone#a", "page-missing /index/en/docs/gone#a");
    check("/index/media/gone.png", "file-missing /index/media/gone.png");
    // A folder may have the name `index`.
    let mut targets = link_targets();
    targets.add_page("docs/zh/index/zh/docs/a.md", DOCS, Locale::Zh, "index/zh/docs/a");
    let link = targets.resolve("docs/zh/guide/start.md", Locale::Zh, "/index/zh/docs/a");
    assert_eq!(link, Link::Page("/index/zh/docs/index/zh/docs/a".to_owned()));
}

#[test]
fn links_resolve_between_languages_that_share_a_folder() {
    let root = Root::new(Locale::En, "docs", Vec::new());
    let mut targets = LinkTargets::new(vec![root]);
    for (file, locale, path) in [
        ("docs/a.md", Locale::En, "a"),
        ("docs/a.zh.md", Locale::Zh, "a"),
        ("docs/b.md", Locale::En, "b"),
    ] {
        targets.add_page(file, DOCS, locale, path);
    }
    for (file, locale, written, expected) in [
        ("docs/a.zh.md", Locale::Zh, "a.md#x", "/index/zh/docs/a#x"),
        ("docs/a.zh.md", Locale::Zh, "b.md", "/index/en/docs/b"),
        ("docs/a.md", Locale::En, "a.zh.md", "/index/zh/docs/a"),
    ] {
        assert_eq!(targets.resolve(file, locale, written), Link::Page(expected.into()), "{file}");
    }
}

#[test]
fn link_to_an_untranslated_page_is_not_broken() {
    check("/guide/", "/index/zh/docs/guide");
    check("./index.md", "/index/zh/docs/guide");
}

#[test]
fn link_to_the_site_root_resolves_to_the_front_page() {
    let mut targets = link_targets();
    targets.add_page("docs/en/index.md", LANDING, Locale::En, "");
    for (written, url) in
        [("/", "/index/zh"), ("/en/", "/index/en"), ("../../en/index.md", "/index/en")]
    {
        let link = targets.resolve("docs/zh/guide/start.md", Locale::Zh, written);
        assert_eq!(link, Link::Page(url.to_owned()), "{written}");
    }
}

#[test]
fn media_links_resolve_relative_to_page_public_or_top_folder() {
    check("x.svg", "/index/media/docs/zh/guide/x.svg");
    check("../../../img/a%20b.png", "/index/media/img/a%20b.png");
    check("/logo.png", "/index/media/docs/public/logo.png");
    check("/img/a b.png", "/index/media/img/a%20b.png");
}

#[test]
fn root_relative_link_resolves_to_file_in_public_folder() {
    let mut targets = link_targets();
    targets.add_page("docs/en/data.md", DOCS, Locale::En, "data");
    for file in ["docs/static/a.svg", "docs/.vuepress/public/b.svg", "public/c.svg"] {
        targets.add_media(file);
    }
    let decomposed = "docs/public/cafe\u{301}.yaml";
    for file in [
        "docs/static/openapi.yaml",
        "docs/public/data/x.csv",
        "docs/.vuepress/public/y.json5",
        "static/z.toml",
        "docs/public/data",
        decomposed,
    ] {
        targets.add_unserved(file);
    }
    let unserved = |file: &str| format!("file-not-served /index/media/{file}");
    for (written, expected) in [
        ("/a.svg", "/index/media/docs/static/a.svg".to_owned()),
        ("/zh/a.svg", "/index/media/docs/static/a.svg".to_owned()),
        ("/en/b.svg", "/index/media/docs/.vuepress/public/b.svg".to_owned()),
        ("/c.svg", "/index/media/public/c.svg".to_owned()),
        ("/openapi.yaml", unserved("docs/static/openapi.yaml")),
        ("/en/openapi.yaml#part", unserved("docs/static/openapi.yaml#part")),
        ("/data/x.csv", unserved("docs/public/data/x.csv")),
        ("/zh/data/x.csv", unserved("docs/public/data/x.csv")),
        ("/y.json5", unserved("docs/.vuepress/public/y.json5")),
        ("/z.toml", unserved("static/z.toml")),
        ("@site/static/openapi.yaml", unserved("docs/static/openapi.yaml")),
        ("../../static/openapi.yaml", unserved("docs/static/openapi.yaml")),
        ("/caf\u{e9}.yaml", unserved("docs/public/cafe%CC%81.yaml")),
        // A page takes precedence over a file without an extension.
        ("/data", "/index/zh/docs/data".to_owned()),
        ("/gone.yaml", "file-missing /index/media/gone.yaml".to_owned()),
    ] {
        let actual = match targets.resolve("docs/zh/guide/start.md", Locale::Zh, written) {
            Link::Page(url) | Link::Media(url) => url,
            Link::Broken { url, code } => format!("{code} {url}"),
            other => format!("{other:?}"),
        };
        assert_eq!(actual, expected, "{written}");
    }
}

#[test]
fn broken_link_has_the_url_of_the_missing_target() {
    check("./gone.md#a", "page-missing /index/zh/docs/guide/gone#a");
    check("/en/gone", "page-missing /index/en/docs/gone");
    check("gone.png", "file-missing /index/media/docs/zh/guide/gone.png");
    check("../../../../../etc/passwd", "link-leaves-folder /index/zh/docs");
    check("v1.2", "page-missing /index/zh/docs/guide/v1.2");
}

#[test]
fn only_links_with_known_schemes_are_allowed() {
    check("#a%20b", "#a b");
    check("https://a.b/c", "https://a.b/c");
    check("mailto:a@b.c", "mailto:a@b.c");
    check("//a.b", "//a.b");
    check("\\\\a.b", "//a.b");
    for written in [
        "javascript:alert(1)",
        "JaVa\tScript:x",
        " data:text/html,x",
        "vbscript:x",
        "file:///etc",
        "",
    ] {
        check(written, "refused");
    }
}

#[test]
fn links_of_an_old_version_resolve_within_this_version() {
    let root = Root::new(Locale::En, "en", Vec::new());
    let mut targets = LinkTargets::of_version(vec![root], "2.1");
    targets.add_page("en/a.md", DOCS, Locale::En, "a");
    targets.add_media("en/b.png");
    targets.image_of("en/b.png").size = Some((3, 2));
    for (written, expected) in [
        ("a.md#x", Link::Page("/index/en/docs/@2.1/a#x".into())),
        ("/a", Link::Page("/index/en/docs/@2.1/a".into())),
        ("/index/en/docs/a", Link::Page("/index/en/docs/@2.1/a".into())),
        ("/index/media/@2.1/en/b.png", Link::Media("/index/media/@2.1/en/b.png".into())),
        ("/index/en/docs/@3.0/a", Link::Page("/index/en/docs/@3.0/a".into())),
        ("b.png", Link::Media("/index/media/@2.1/en/b.png".into())),
        ("gone", Link::Broken { url: "/index/en/docs/@2.1/gone".into(), code: "page-missing" }),
        ("/index/localization", Link::Page("/index/localization".into())),
    ] {
        assert_eq!(targets.resolve("en/a.md", Locale::En, written), expected, "{written}");
    }
    assert_eq!(targets.image("/index/media/@2.1/en/b.png").unwrap().size, Some((3, 2)));
}

#[test]
fn links_resolve_within_the_git_source_of_their_file() {
    let root =
        |folder: &str, mount: &str| Root::new(Locale::En, folder, Vec::new()).placed(mount, mount);
    let mut targets = LinkTargets::new(vec![
        Root::new(Locale::En, "en", Vec::new()),
        root("docs", "kit"),
        root("docs", "tools"),
    ]);
    for (file, path) in [
        ("en/start.md", "start"),
        ("kit/docs/start.md", "kit/start"),
        ("tools/docs/start.md", "tools/start"),
        ("tools/docs/only.md", "tools/only"),
    ] {
        targets.add_page(file, DOCS, Locale::En, path);
    }
    for file in ["kit/docs/public/logo.png", "tools/docs/public/logo.png"] {
        targets.add_media(file);
    }
    for (file, written, expected) in [
        ("tools/docs/only.md", "/start", "/index/en/docs/tools/start"),
        ("tools/docs/only.md", "start.md", "/index/en/docs/tools/start"),
        ("tools/docs/only.md", "/kit/start", "/index/en/docs/kit/start"),
        ("kit/docs/start.md", "/start", "/index/en/docs/kit/start"),
        ("kit/docs/start.md", "/only", "page-missing /index/en/docs/kit/only"),
        ("en/start.md", "/start", "/index/en/docs/start"),
        ("en/start.md", "/tools/only", "/index/en/docs/tools/only"),
        ("kit/docs/start.md", "/logo.png", "/index/media/kit/docs/public/logo.png"),
        ("tools/docs/start.md", "/logo.png", "/index/media/tools/docs/public/logo.png"),
    ] {
        let actual = match targets.resolve(file, Locale::En, written) {
            Link::Page(url) | Link::Media(url) => url,
            Link::Broken { url, code } => format!("{code} {url}"),
            other => format!("{other:?}"),
        };
        assert_eq!(actual, expected, "{written} in {file}");
    }
}
