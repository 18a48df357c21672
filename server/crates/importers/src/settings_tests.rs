//! Tests with the inputs in `settings_cases`.

use std::fmt::Write as _;
use std::fs;

use core_wasm::locale::Locale;

use crate::folder::{self, Folder};
use pailou_content::page_path::{split_markdown, title_from_name};

struct Case {
    name: String,
    files: Vec<(String, String)>,
    expected: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            let (files, expected) = (Vec::new(), String::new());
            cases.push(Case { name: name.to_owned(), files, expected });
            continue;
        }
        let case = cases.last_mut().expect("a line precedes the first case");
        match (line.strip_prefix("pages: "), line.strip_prefix("--- ")) {
            (Some(pages), _) if case.files.is_empty() => {
                case.files.extend(pages.split(' ').map(page))
            }
            (_, Some(file)) if line != "---" => case.files.push((file.to_owned(), String::new())),
            _ if line == ">>>" => case.files.push((">>>".to_owned(), String::new())),
            _ => {
                let (_, text) = case.files.last_mut().expect("text precedes the first file");
                writeln!(text, "{line}").unwrap();
            }
        }
    }
    for case in &mut cases {
        let (mark, expected) = case.files.pop().expect("a case has no files");
        assert_eq!(mark, ">>>", "{}", case.name);
        case.expected = expected;
    }
    cases
}

fn page(name: &str) -> (String, String) {
    let file = if split_markdown(name).is_some() { name.to_owned() } else { format!("{name}.md") };
    let title = name.rsplit('/').next().unwrap_or(name);
    (file, format!("# {title}\n"))
}

fn read(case: &Case) -> Folder {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in &case.files {
        let (file, text) = match file.strip_suffix(" crlf") {
            Some(file) => (file, text.replace('\n', "\r\n")),
            None => (file.as_str(), text.clone()),
        };
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder::read_folder(folder.path(), None)
}

fn format_folder(folder: &Folder) -> String {
    let mut text = String::new();
    let mut locales: Vec<Locale> = folder.pages.iter().map(|page| page.locale).collect();
    locales.dedup();
    for locale in locales {
        let mut parts = Vec::new();
        for page in folder.pages.iter().filter(|page| page.locale == locale) {
            let mut part = String::new();
            let branches = folder
                .branches
                .iter()
                .filter(|it| it.locale == locale && it.position == page.position);
            for branch in branches {
                let name = branch.path.rsplit('/').next().unwrap_or(&branch.path);
                if branch.label != title_from_name(name) {
                    write!(part, "[{}={}] ", branch.path, branch.label).unwrap();
                }
            }
            let path = if page.path.is_empty() { "/" } else { &page.path };
            let label = page.label.as_ref().map(|label| format!("={label}")).unwrap_or_default();
            write!(part, "{path}{label}").unwrap();
            parts.push(part);
        }
        writeln!(text, "{}: {}", locale.segment(), parts.join(" | ")).unwrap();
    }
    for old in &folder.redirects {
        let (path, _) = split_markdown(&old.file).unwrap_or((&old.file, ""));
        let page = folder.pages.iter().find(|page| page.file == old.file);
        let path = page.map_or(path, |page| page.path.as_str());
        writeln!(text, "moved: {} {} → {path}", old.locale.segment(), old.path).unwrap();
    }
    for issue in &folder.issues {
        let line = issue.line.map(|line| format!(":{line}")).unwrap_or_default();
        writeln!(text, "{}", format!("issue: {} {}{line}", issue.code, issue.file).trim_end())
            .unwrap();
    }
    text
}

/// Sorts lines, because the order of languages and issues may differ.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[track_caller]
fn check(generator: &str, text: &str) {
    let all = cases(text);
    assert!(all.len() >= 30, "{generator}");
    let mut wrong = String::new();
    for case in &all {
        let folder = read(case);
        let detected = folder.detected.generator.name();
        let found = format_folder(&folder);
        if detected != generator || sorted(&found) != sorted(&case.expected) {
            write!(wrong, "=== {} ({detected})\n{}--- found\n{found}", case.name, case.expected)
                .unwrap();
        }
    }
    let count = wrong.matches("=== ").count();
    assert!(wrong.is_empty(), "{count} of {} cases failed\n{wrong}", all.len());
}

macro_rules! generators {
    ($($test:ident $name:literal),+ $(,)?) => {
        $(#[test]
        fn $test() {
            check($name, include_str!(concat!("settings_cases/", $name, ".txt")));
        })+
    };
}

generators! {
    docusaurus_settings_are_read "docusaurus",
    hugo_settings_are_read "hugo",
    mdbook_settings_are_read "mdbook",
    mkdocs_settings_are_read "mkdocs",
    nextra_settings_are_read "nextra",
    rspress_settings_are_read "rspress",
    starlight_settings_are_read "starlight",
    vitepress_settings_are_read "vitepress",
    vuepress_settings_are_read "vuepress",
}
