//! Tests of exports that contain the folders of Git sources.

use core_wasm::locale::Locale;
use pailou_content::link::Link;

use super::*;
use crate::folder::read_folder;
use crate::folder::tests::folder as export;

const TWO_SOURCES: &str = "[[source]]\nname = \"docs\"\n\n\
    [[source]]\nname = \"kit\"\nmount = \"tools\"\n\n\
    [[source.root]]\nlocale = \"en-US\"\nfolder = \"\"\nwithout = [\"zh\"]\n\n\
    [[source.root]]\nlocale = \"zh-CN\"\nfolder = \"zh\"\n";

fn pages(read: &Folder) -> Vec<(Locale, &str, &str)> {
    read.pages.iter().map(|page| (page.locale, page.file.as_str(), page.path.as_str())).collect()
}

#[test]
fn git_sources_beside_site_pages_keep_languages_and_paths() {
    use Locale::{En, Zh};
    let folder = export(&[
        (NAME, TWO_SOURCES),
        ("en/own.md", "# Own\n\n[a](../docs/en/a.md) [k](/tools/k)"),
        ("docs/en/a.md", "# A\n\n[b](/b)"),
        ("docs/en/b.md", "# B"),
        ("docs/zh/a.md", "# 甲"),
        ("docs/zh/a.png", ""),
        ("kit/k.md", "# K\n\n[l](/l)"),
        ("kit/l.md", "# L"),
        ("kit/zh/k.md", "# 工具"),
        ("logo.png", ""),
        ("notes.txt", ""),
    ]);
    let read = read_folder(folder.path(), None);
    assert_eq!(
        pages(&read),
        [
            (Zh, "docs/zh/a.md", "a"),
            (Zh, "kit/zh/k.md", "tools/k"),
            (En, "en/own.md", "own"),
            (En, "docs/en/a.md", "a"),
            (En, "docs/en/b.md", "b"),
            (En, "kit/k.md", "tools/k"),
            (En, "kit/l.md", "tools/l"),
        ]
    );
    assert_eq!(read.issues, []);
    assert_eq!(read.media, ["docs/zh/a.png", "logo.png"]);
    assert_eq!(read.others, ["notes.txt"]);
    let positions: Vec<u32> = read.pages.iter().map(|page| page.position).collect();
    assert_eq!(positions, [1_000_000, 2_000_000, 0, 1_000_000, 1_000_001, 2_000_000, 2_000_001]);
    let targets = read.link_targets();
    for (file, link, url) in [
        ("en/own.md", "../docs/en/a.md", "/index/en/docs/a"),
        ("en/own.md", "/tools/k", "/index/en/docs/tools/k"),
        ("docs/en/a.md", "/b", "/index/en/docs/b"),
        ("kit/k.md", "/l", "/index/en/docs/tools/l"),
    ] {
        assert_eq!(targets.resolve(file, En, link), Link::Page(url.into()), "{file} {link}");
    }
    let keys = ["docs/zh/b.md", "kit/zh/l.md"]
        .map(|file| read.page_of_name(file).map(|(_, locale, key)| (locale, key)));
    let key = |locale, key: &str| Some((locale, key.to_owned()));
    assert_eq!(keys, [key(Zh, "b"), key(Zh, "tools/l")]);
}

#[test]
fn top_folder_without_site_pages_is_not_a_language_folder() {
    let folder = export(&[
        (NAME, TWO_SOURCES),
        ("docs/en/a.md", "# A"),
        ("kit/k.md", "# K"),
        ("navigation-parents.toml", ""),
    ]);
    let read = read_folder(folder.path(), None);
    let roots =
        read.roots.iter().map(|it| (it.folder.as_str(), it.source.as_str(), it.mount.as_str()));
    assert_eq!(
        roots.collect::<Vec<_>>(),
        [("docs/en", "docs", ""), ("kit", "kit", "tools"), ("kit/zh", "kit", "tools")]
    );
    assert_eq!(read.issues, []);
}

#[test]
fn language_folder_at_the_top_excludes_source_folders() {
    let folder = export(&[
        (NAME, "[[source]]\nname = \"docs\"\n"),
        ("a.md", "# Alpha"),
        ("docs/zh/b.md", "# 乙"),
    ]);
    let read = read_folder(folder.path(), None);
    assert_eq!(pages(&read), [(Locale::Zh, "docs/zh/b.md", "b"), (Locale::En, "a.md", "a")]);
    assert_eq!(read.roots[0].below("docs/zh/b.md"), None);
}

#[test]
fn generator_and_language_suffixes_of_a_source_are_detected() {
    let text =
        "[[source]]\nname = \"guide\"\n\n[[source.root]]\nlocale = \"en-US\"\nfolder = \"docs\"\n";
    let folder = export(&[
        (NAME, text),
        ("zh/own.md", "# 自己"),
        ("guide/mkdocs.yml", "nav:\n  - b.md\n  - a.md\n"),
        ("guide/docs/a.md", "# A"),
        ("guide/docs/a.zh.md", "# 甲"),
        ("guide/docs/b.md", "# B"),
    ]);
    let read = read_folder(folder.path(), None);
    assert_eq!(
        pages(&read),
        [
            (Locale::Zh, "zh/own.md", "own"),
            (Locale::Zh, "guide/docs/a.zh.md", "a"),
            (Locale::En, "guide/docs/b.md", "b"),
            (Locale::En, "guide/docs/a.md", "a"),
        ]
    );
}

#[test]
fn sources_are_written_in_the_order_of_the_settings() {
    let root = |locale, folder: &str, without: &[&str]| {
        Root::new(locale, folder, without.iter().map(|it| (*it).to_owned()).collect())
    };
    let roots = [
        root(Locale::En, "en", &[]),
        root(Locale::En, "", &["zh"]).placed("kit", "tools"),
        root(Locale::Zh, "zh", &[]).placed("kit", "tools"),
        root(Locale::En, "old", &[]).placed("archive", ""),
        root(Locale::Zh, "", &[]).placed("handbook", ""),
    ];
    let configured = [("kit", None), ("handbook", Some(Generator::Mkdocs))];
    let text = write(&roots, &configured).unwrap();
    let sources = parse(&text).unwrap();
    let names: Vec<_> = sources
        .iter()
        .map(|it| (it.name.as_str(), it.mount.as_str(), it.from.as_deref(), it.root.len()))
        .collect();
    assert_eq!(
        names,
        [("kit", "tools", None, 2), ("handbook", "", Some("mkdocs"), 1), ("archive", "", None, 1)]
    );
    let folder = |locale: &str, folder: &str, without: &[&str]| LanguageFolder {
        locale: locale.to_owned(),
        folder: folder.to_owned(),
        without: without.iter().map(|it| (*it).to_owned()).collect(),
    };
    assert_eq!(sources[0].root, [folder("en-US", "", &["zh"]), folder("zh-CN", "zh", &[])]);
    assert_eq!(write(&roots[..1], &configured), None);
}

#[test]
fn export_with_an_invalid_sources_file_has_no_pages() {
    for text in [
        "source = 1",
        "[[source]]\nname = \"../x\"\n",
        "[[source]]\nname = \"a/b\"\n",
        "[[source]]\nname = \"\"\n",
        "[[source]]\nname = \"a\"\n[[source]]\nname = \"a\"\n",
        "[[source]]\nname = \"a\"\nfrom = \"word\"\n",
        "[[source]]\nname = \"a\"\nmount = \"b/../c\"\n",
        "[[source]]\nname = \"a\"\n[[source.root]]\nlocale = \"fr\"\nfolder = \"\"\n",
        "[[source]]\nname = \"a\"\nbranch = \"b\"\n",
    ] {
        let folder = export(&[(NAME, text), ("en/a.md", "# A"), ("a/en/b.md", ""), ("p.png", "")]);
        let read = read_folder(folder.path(), None);
        let issues: Vec<_> = read.issues.iter().map(|it| (it.code, it.file.as_str())).collect();
        assert_eq!(issues, [("sources-invalid", NAME)], "{text}");
        assert_eq!((read.pages.len(), read.media), (0, vec!["p.png".to_owned()]), "{text}");
    }
}
