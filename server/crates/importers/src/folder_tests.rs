//! Tests with folders of several layouts.

use std::fs;

use tempfile::TempDir;

use super::*;

/// Creates a temporary folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn read_all(files: &[(&str, &str)]) -> Folder {
    read_folder(folder(files).path(), None)
}

fn order(folder: &Folder) -> Vec<&str> {
    folder.pages.iter().map(|page| page.path.as_str()).collect()
}

#[test]
fn pages_with_equal_file_paths_or_keys_are_paired() {
    let read = read_all(&[
        ("docs/en/index.md", "# A"),
        ("docs/zh/index.md", "# 甲"),
        ("docs/en/guide/a.md", "---\nkey: k\nslug: b\n---\n# A"),
        ("docs/zh/guide/甲.mdx", "---\nkey: k\n---\n# 甲"),
        ("docs/public/logo.png", ""),
        ("docs/en/x.ts", ""),
    ]);
    let pages: Vec<_> = read
        .pages
        .iter()
        .map(|page| (page.locale, page.path.as_str(), page.key.as_str()))
        .collect();
    assert_eq!(
        pages,
        [
            (Locale::Zh, "", ""),
            (Locale::Zh, "guide/甲", "k"),
            (Locale::En, "", ""),
            (Locale::En, "guide/b", "k"),
        ]
    );
    assert_eq!(read.media, ["docs/public/logo.png"]);
    assert_eq!(read.others, ["docs/en/x.ts"]);
    assert_eq!(read.issues, []);
    assert_eq!(read.pages[3].dialect, Flavor::Markdown);
    assert_eq!(read.pages[1].dialect, Flavor::MDX);
}

#[test]
fn unpaired_pages_without_key_are_paired_by_page_path() {
    let read = read_all(&[
        ("en/guide/setup.md", "---\nslug: install\n---\n# Setup"),
        ("zh/guide/安装.md", "---\nslug: install\n---\n# 安装"),
        // A page with a counterpart or with a `key` field keeps its key.
        ("en/a.md", "---\nslug: /b\n---\n# A"),
        ("zh/a.md", "# 甲"),
        ("zh/b.md", "# 乙"),
        ("en/c.md", "---\nslug: /d\nkey: c\n---\n# C"),
        ("zh/d.md", "# 丁"),
    ]);
    let mut keys: Vec<_> =
        read.pages.iter().map(|page| (page.file.as_str(), page.key.as_str())).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            ("en/a.md", "a"),
            ("en/c.md", "c"),
            ("en/guide/setup.md", "guide/setup"),
            ("zh/a.md", "a"),
            ("zh/b.md", "b"),
            ("zh/d.md", "d"),
            ("zh/guide/安装.md", "guide/setup"),
        ]
    );
    assert_eq!(read.issues, []);
}

#[test]
fn skipped_and_invalid_files_are_reported() {
    let folder = folder(&[
        ("a.md", "# A"),
        ("bad.md", "---\ntitle: [x\n---\n"),
        ("open.md", "---\ntitle: x\n"),
        ("same/index.md", "# S"),
        ("same.md", "# S"),
        ("slug.md", "---\nslug: ../../x\n---\n"),
        ("_part.md", "x"),
    ]);
    fs::write(folder.path().join("bytes.md"), b"# A\n\xff\n").unwrap();
    let read = read_folder(folder.path(), None);
    let issues: Vec<_> =
        read.issues.iter().map(|issue| (issue.file.as_str(), issue.code, issue.severity)).collect();
    assert_eq!(
        issues,
        [
            ("_part.md", "partial-skipped", Severity::Note),
            ("bad.md", "front-matter-invalid", Severity::Error),
            ("bytes.md", "file-not-utf8", Severity::Error),
            ("open.md", "front-matter-unclosed", Severity::Warning),
            ("same/index.md", "path-taken", Severity::Error),
            ("slug.md", "path-refused", Severity::Error),
        ]
    );
    assert_eq!(order(&read), ["a", "open", "same"]);
    assert_eq!(
        super::read_folder(&folder.path().join("gone"), None).issues.last().unwrap().code,
        "no-pages"
    );
}

#[test]
fn invalid_draft_value_is_reported_and_hides_the_page() {
    let read = read_all(&[
        ("a.md", "---\ndraft: True\n---\n# A"),
        ("b.md", "---\ntitle: B\ndraft: maybe\n---\n"),
        ("c.md", "---\ndraft: no\n---\n# C"),
        ("d.md", "+++\ndraft = \"yes\"\n+++\n# D"),
    ]);
    let drafts: Vec<_> = read.pages.iter().map(|page| page.fields.draft).collect();
    assert_eq!(drafts, [true, true, false, true]);
    let issues: Vec<_> =
        read.issues.iter().map(|issue| (issue.file.as_str(), issue.code, issue.line)).collect();
    assert_eq!(issues, [("b.md", "front-matter-value", Some(3))]);
}

#[test]
fn index_takes_precedence_over_the_readme_beside_it() {
    let read = read_all(&[
        ("README.md", "# Repository"),
        ("index.md", "# Home"),
        ("guide/README.md", "# Guide"),
        ("api/README.md", "# Old"),
        ("api/index.md", "# API"),
    ]);
    let files: Vec<_> = read.pages.iter().map(|page| page.file.as_str()).collect();
    assert_eq!(files, ["index.md", "api/index.md", "guide/README.md"]);
    let issues: Vec<_> =
        read.issues.iter().map(|issue| (issue.file.as_str(), issue.code, issue.severity)).collect();
    let refused = |file| (file, "path-taken", Severity::Warning);
    assert_eq!(issues, [refused("README.md"), refused("api/README.md")]);
}

#[test]
fn files_in_underscore_folders_of_docusaurus_are_not_pages() {
    let read = read_all(&[
        ("docusaurus.config.js", "export default { title: 'A' }"),
        ("docs/a.md", "# A"),
        ("docs/_snippets/install.mdx", "Install."),
        ("docs/guide/_parts/note.mdx", "Note."),
        ("docs/x.test.md", "# Test"),
    ]);
    let files: Vec<_> = read.pages.iter().map(|page| page.file.as_str()).collect();
    assert_eq!(files, ["docs/a.md"]);
    let codes: Vec<_> =
        read.issues.iter().map(|issue| (issue.code, issue.detail.as_str())).collect();
    assert!(codes.contains(&("partial-skipped", "_snippets")), "{codes:?}");
    assert!(codes.contains(&("partial-skipped", "_parts")), "{codes:?}");
    assert!(codes.contains(&("page-excluded", "")), "{codes:?}");
}

#[test]
fn published_field_can_make_a_page_a_draft_but_unlisted_cannot() {
    let read = read_all(&[
        ("a.md", "---\npublished: false\n---\n# A"),
        ("b.md", "---\npublished: 2026-11-22\n---\n# B"),
        ("c.md", "---\ndraft: false\npublished: false\n---\n# C"),
        ("d.md", "---\ntitle: D\nunlisted: true\n---\n"),
        ("e.md", "---\nunlisted: false\n---\n# E"),
        ("f.md", "---\ntitle: F\npublished: 否\n---\n"),
    ]);
    let drafts: Vec<_> = read.pages.iter().map(|page| page.fields.draft).collect();
    assert_eq!(drafts, [true, false, false, false, false, true]);
    let issues: Vec<_> =
        read.issues.iter().map(|issue| (issue.file.as_str(), issue.code, issue.line)).collect();
    let expected = [("d.md", "page-listed", Some(3)), ("f.md", "front-matter-value", Some(3))];
    assert_eq!(issues, expected);
}

#[test]
fn file_with_both_languages_is_rejected() {
    let read = read_all(&[
        ("a.md", "---\norder: 1\n---\n\n## zh-CN\n\n中文。\n\n## en-US\n\nEnglish.\n"),
        ("b.md", "# B\n\n## zh-CN\n\nThe tag of Chinese.\n"),
        ("c.md", "# C\n\n## zh-CN\n\n### en-US\n"),
        ("d.md", "# D\n\n## Use zh-CN\n\n## Use en-US\n"),
    ]);
    let pages: Vec<_> = read.pages.iter().map(|page| page.file.as_str()).collect();
    assert_eq!(pages, ["b.md", "c.md", "d.md"]);
    let issues: Vec<_> =
        read.issues.iter().map(|issue| (issue.file.as_str(), issue.code, issue.line)).collect();
    assert_eq!(issues, [("a.md", "languages-in-one-file", Some(9))]);
    assert_eq!(read.others, ["a.md"]);
}

#[test]
fn chinese_numbers_in_file_names_order_the_navigation() {
    let read =
        read_all(&[("一.md", ""), ("七.md", ""), ("三.md", ""), ("二.md", ""), ("十.md", "")]);
    assert_eq!(order(&read), ["一", "二", "三", "七", "十"]);
}

#[test]
fn pages_are_ordered_by_navigation_list_number_or_name() {
    let by_name = read_all(&[
        ("b.md", ""),
        ("10-x.md", ""),
        ("2-y.md", ""),
        ("index.md", ""),
        ("c/index.md", ""),
    ]);
    assert_eq!(order(&by_name), ["", "2-y", "10-x", "b", "c"]);
    let by_number = read_all(&[
        ("a.md", ""),
        ("b.md", "---\norder: 2\n---\n"),
        ("c/index.md", "---\nweight: 1\n---\n"),
        ("d/e.md", ""),
        ("d/_category_.json", r#"{"label": "D!", "position": 0}"#),
    ]);
    assert_eq!(order(&by_number), ["d/e", "c", "b", "a"]);
    assert_eq!(by_number.branches[0].label, "D!");
    let by_list = read_all(&[
        ("a.md", ""),
        ("b/c.md", ""),
        ("b/d.md", ""),
        ("e.md", ""),
        ("_meta.json", r#"["e", {"type": "dir", "name": "b", "label": "B"}]"#),
        ("b/_meta.json", r#"[{"name": "d", "label": "Dee"}, "c"]"#),
    ]);
    assert_eq!(order(&by_list), ["e", "b/d", "b/c", "a"]);
    assert_eq!(by_list.pages[1].label.as_deref(), Some("Dee"));
    let by_summary = read_all(&[
        ("SUMMARY.md", "# S\n\n- [Bee](./b/c.md)\n  - [A](a.md)\n- [Draft]()\n"),
        ("a.md", ""),
        ("b/c.md", ""),
        ("d.md", ""),
    ]);
    assert_eq!(order(&by_summary), ["b/c", "a", "d"]);
    assert_eq!(by_summary.pages[0].label.as_deref(), Some("Bee"));
}

#[test]
fn navigation_labels_are_imported_unchanged() {
    let read = read_all(&[
        ("index.md", ""),
        ("guide/a.md", ""),
        ("_nav.json", r#"[{"text": "Guide book", "link": "/guide/a"}]"#),
        ("guide/_meta.json", r#"[{"name": "a", "label": "firstSteps"}]"#),
        ("more/b.md", ""),
        ("_meta.json", "[{\"name\": \"more\", \"label\": \"andMore\"}"),
    ]);
    assert_eq!(read.pages[1].label.as_deref(), Some("firstSteps"));
    let labels: Vec<_> = read.branches.iter().map(|branch| branch.label.as_str()).collect();
    assert_eq!(labels, ["Guide book", "More"]);
    assert_eq!(read.issues[0].code, "navigation-invalid");
}

#[test]
fn root_link_resolves_to_the_front_page() {
    let read = read_all(&[("index.md", "---\nlayout: home\n---\n"), ("a.md", "")]);
    let link = read.link_targets().resolve("a.md", Locale::En, "/");
    assert_eq!(link, pailou_content::link::Link::Page("/index/en".into()));
}

#[test]
fn undisplayed_content_of_a_vuepress_home_page_is_reported() {
    let home = "---\nhome: true\nheroText: A\nheroImage: /a.svg\nfooter: MIT\n---\n";
    let read = read_all(&[("README.md", home), ("a.md", "# A"), ("b/README.md", home)]);
    let front = read.pages.iter().find(|page| page.file == "README.md").unwrap();
    assert_eq!((front.area, front.fields.title_of(None, "").as_str()), (LANDING, "A"));
    let issues: Vec<_> = read
        .issues
        .iter()
        .map(|issue| (issue.file.as_str(), issue.code, issue.line, issue.detail.as_str()))
        .collect();
    assert_eq!(
        issues,
        [
            ("README.md", "element-dropped", Some(4), "heroImage"),
            ("README.md", "element-dropped", Some(5), "footer"),
            ("b/README.md", "element-dropped", Some(3), "heroText"),
        ]
    );
}

#[test]
fn front_page_blocks_and_news_are_not_documentation_pages() {
    let read = read_all(&[
        ("en/_landing/z.md", "---\nblock: hero\norder: 1\n---\n# A"),
        ("en/_landing/b.md", "---\nblock: carousel\n---\n"),
        ("en/_landing/a.md", "---\nblock: downloads\nfiles:\n- platform: x\n---\n"),
        (
            "en/_landing/c.md",
            "---\nblock: downloads\nfiles:\n- file: https://a.b/c.zip\n- file: ../files/none.zip\n---\n",
        ),
        ("en/_news/2026-11-22-a.md", "# A"),
        ("en/_news/b.md", "# B"),
        ("en/guide/a.md", "# A"),
        ("en/index.md", "---\nlayout: home\n---\n# A"),
        ("zh/guide/a.md", "# 甲"),
    ]);
    let area = |name: &str| {
        let pages = read.pages.iter().filter(|page| page.area == name);
        let mut paths: Vec<&str> = pages.map(|page| page.path.as_str()).collect();
        paths.sort_unstable();
        paths
    };
    assert_eq!(area(LANDING), ["", "a", "b", "c", "z"]);
    assert_eq!(area(NEWS), ["2026-11-22-a", "b"]);
    assert_eq!(area(DOCS).len(), 2);
    let actual: Vec<_> =
        read.issues.iter().map(|issue| (issue.file.as_str(), issue.code)).collect();
    let expected = [
        ("en/_landing/a.md", "download-invalid"),
        ("en/_landing/b.md", "block-unknown"),
        ("en/_landing/c.md", "download-without-checksum"),
        ("en/_news/b.md", "news-without-date"),
    ];
    assert_eq!(actual, expected);
    let missing = read.missing_downloads(&read.link_targets());
    let missing: Vec<_> = missing.iter().map(|it| (it.code, it.line, it.detail.as_str())).collect();
    assert_eq!(missing, [("file-missing", Some(5), "../files/none.zip")]);
    assert_eq!(
        read.branches.iter().map(|branch| branch.path.as_str()).collect::<Vec<_>>(),
        ["guide", "guide"]
    );
}

#[test]
fn docusaurus_format_determines_which_files_are_mdx() {
    for (settings, is_mdx) in [
        ("module.exports = {};", true),
        ("module.exports = { markdown: { format: 'mdx' } };", true),
        ("module.exports = { markdown: { mermaid: true, format: 'detect' } };", false),
    ] {
        let read = read_all(&[
            ("docusaurus.config.js", settings),
            ("docs/a.md", "A {x} b\n"),
            ("docs/b.mdx", "A {x} b\n"),
        ]);
        let found = read.pages.iter().map(|page| matches!(page.dialect, Flavor::Mdx(_)));
        assert_eq!(found.collect::<Vec<_>>(), [is_mdx, true], "{settings}");
    }
}

#[test]
fn media_of_excluded_pages_are_not_imported() {
    let config = "export default { srcExclude: ['internal/**/*.md', 'old.md', 'parts/**'] }";
    let read = read_all(&[
        ("docs/.vitepress/config.ts", config),
        ("docs/index.md", "![](./a.png) <img src=/shared.png> ![](internal/%E7%94%B2.png)"),
        ("docs/b.md", "<!--@include: ./parts/x.md-->\n[secret](./internal/secret.md)"),
        ("docs/d.md", "@[code](./parts/w.md)"),
        ("docs/c.md", "![](<internal/my plan (1).png>)\nimport x from '@/internal/deep/m.png'"),
        ("docs/old.md", "![](img/only-old.png) ![](a.png) ![](img/old%20too.png)"),
        ("docs/dist/built.md", ""),
        ("docs/parts/x.md", "<!--@include: ./y.md-->"),
        ("docs/parts/y.md", "![](y.png)"),
        ("docs/parts/w.md", "![](w.png)"),
        ("docs/parts/z.md", "![](z.png)"),
        ("docs/internal/secret.md", "![](secret.png)"),
        ("docs/a.png", ""),
        ("docs/img/only-old.png", ""),
        ("docs/img/old too.png", ""),
        ("docs/img/unused.png", ""),
        ("docs/internal/a.png", ""),
        ("docs/internal/secret.png", ""),
        ("docs/internal/deep/m.png", ""),
        ("docs/internal/deep/n.pdf", ""),
        ("docs/internal/my plan (1).png", ""),
        ("docs/internal/甲.png", ""),
        ("docs/parts/w.png", ""),
        ("docs/parts/y.png", ""),
        ("docs/parts/z.png", ""),
        ("docs/public/shared.png", ""),
    ]);
    assert_eq!(
        read.media,
        [
            "docs/a.png",
            "docs/img/unused.png",
            "docs/internal/deep/m.png",
            "docs/internal/my plan (1).png",
            "docs/internal/甲.png",
            "docs/parts/w.png",
            "docs/parts/y.png",
            "docs/public/shared.png",
        ]
    );
    let excluded: Vec<&str> = read.issues.iter().map(|issue| issue.file.as_str()).collect();
    assert_eq!(
        excluded,
        [
            "docs/dist/built.md",
            "docs/img/",
            "docs/internal/",
            "docs/internal/secret.md",
            "docs/old.md",
            "docs/parts/",
            "docs/parts/w.md",
            "docs/parts/x.md",
            "docs/parts/y.md",
            "docs/parts/z.md",
        ]
    );
    assert!(read.others.contains(&"docs/internal/secret.png".to_owned()));
}

#[test]
fn media_excluded_by_mkdocs_patterns_are_not_imported() {
    for (settings, media) in [
        ("site_name: A", &["docs/a.pdf", "docs/internal/a.png"][..]),
        ("exclude_docs: internal/", &["docs/a.pdf"]),
        ("exclude_docs: '*.pdf'", &["docs/internal/a.png"]),
        ("exclude_docs: '*.png'\nnot_in_nav: '*.md'", &["docs/a.pdf", "docs/internal/a.png"]),
    ] {
        let read = read_all(&[
            ("mkdocs.yml", settings),
            ("docs/index.md", ""),
            ("docs/internal/b.md", "![](a.png)"),
            ("docs/a.pdf", ""),
            ("docs/internal/a.png", ""),
        ]);
        assert_eq!(read.media, media, "{settings}");
    }
}

#[test]
fn linked_page_outside_a_category_becomes_its_navigation_parent() {
    let generated = "[{type: 'autogenerated', dirName: '.'}]";
    let category = |items: &str| {
        format!(
            "[{{type: 'category', label: 'Guide', link: {{type: 'doc', id: 'start'}}, \
             items: [{items}]}}, 'x']"
        )
    };
    for (sidebar, expected) in [
        (generated.to_owned(), ["guide/a", "guide/b", "guide/c/d", "start", "x"]),
        (
            category("{type: 'autogenerated', dirName: 'guide'}"),
            ["start", "guide/a", "guide/b", "guide/c/d", "x"],
        ),
        (
            category("'guide/b', 'guide/a', 'guide/c/d'"),
            ["start", "guide/b", "guide/a", "guide/c/d", "x"],
        ),
        (category("'guide/b'"), ["start", "guide/b", "x", "guide/a", "guide/c/d"]),
    ] {
        let link = r#"{"label": "Guide", "link": {"type": "doc", "id": "start"}}"#;
        let read = read_all(&[
            ("docusaurus.config.js", "module.exports = {}"),
            ("sidebars.js", &format!("module.exports = {{docs: {sidebar}}}")),
            ("docs/guide/_category_.json", link),
            ("docs/guide/a.md", "# A"),
            ("docs/guide/b.md", "# B"),
            ("docs/guide/c/d.md", "# D"),
            ("docs/start.md", "# Start"),
            ("docs/x.md", "# X"),
        ]);
        assert_eq!(order(&read), expected, "{sidebar}");
        for page in &read.pages {
            let is_inside = page.path.starts_with("guide/");
            assert_eq!(page.parent.as_deref(), is_inside.then_some("start"), "{sidebar}");
            assert_eq!(page.label.as_deref(), (page.path == "start").then_some("Guide"));
        }
    }
}

#[test]
fn categories_that_link_to_each_other_form_no_cycle() {
    let link = |id: &str| format!(r#"{{"label": "X", "link": {{"type": "doc", "id": "{id}"}}}}"#);
    let read = read_all(&[
        ("docusaurus.config.js", "module.exports = {}"),
        ("docs/a/_category_.json", &link("b/y")),
        ("docs/b/_category_.json", &link("a/x")),
        ("docs/a/x.md", "# X"),
        ("docs/a/z.md", "# Z"),
        ("docs/b/y.md", "# Y"),
    ]);
    let parents: Vec<_> =
        read.pages.iter().map(|page| (page.path.as_str(), page.parent.as_deref())).collect();
    assert_eq!(parents.len(), 3);
    for (path, _) in &parents {
        let mut above = Some(*path);
        for _ in 0..parents.len() {
            above = above.and_then(|above| parents.iter().find(|(it, _)| *it == above)?.1);
        }
        assert_eq!(above, None, "{parents:?}");
    }
}

#[test]
fn public_media_are_imported_unless_a_parent_folder_is_excluded() {
    let config = "export default { pagePatterns: ['**/*.md', '!.vuepress', '!public', '!notes'] }";
    let read = read_all(&[
        ("docs/.vuepress/config.ts", config),
        ("docs/.vuepress/public/logo.png", ""),
        ("docs/README.md", ""),
        ("docs/public/a.md", ""),
        ("docs/public/a.zip", ""),
        ("docs/notes/a.md", ""),
        ("docs/notes/static/a.png", ""),
    ]);
    assert_eq!(read.media, ["docs/.vuepress/public/logo.png", "docs/public/a.zip"]);
}

#[test]
fn exported_page_with_any_publishable_path_is_imported() {
    let paths = [
        "x/_y",
        "x/_meta",
        "x/_index.a",
        "_z",
        "node_modules/x",
        "a/node_modules",
        "SUMMARY",
        "a/SUMMARY",
        "b/Summary",
        ".a/b",
        "a/.b",
        "dist/cache",
        "public/static",
        "404",
        "en/a",
        "ja/zh/b",
        "a.zh",
        "con",
        "a/con.b",
        "~u5F~q",
        "b/~u5F~q",
    ];
    let mut names = pailou_content::export_names::ExportNames::default();
    let mut written = Vec::new();
    for locale in ["en", "zh"] {
        let name = |path: &&str| names.name(&format!("{locale}/{path}.md"), true);
        written.extend(paths.iter().map(name).collect::<Vec<_>>());
    }
    written.push(names.name("en/x/_part.md", false));
    let files: Vec<_> = written.iter().map(|file| (file.as_str(), "# A\n")).collect();
    let folder = folder(&files);
    for generator in [None, Some(Generator::Pailou)] {
        let read = read_folder(folder.path(), generator);
        for locale in Locale::ALL {
            let pages = read.pages.iter().filter(|page| page.locale == locale);
            let read: BTreeSet<_> = pages.map(|page| page.path.as_str()).collect();
            assert_eq!(read, BTreeSet::from(paths), "{:?}", written);
        }
        assert_eq!(read.others, ["en/x/_part.md"]);
    }
}
