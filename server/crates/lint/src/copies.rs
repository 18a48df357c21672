//! Rule for untranslated copies.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use crate::terms::segments;
use crate::{Options, Page, in_parallel};
use pailou_content::issue::Issue;
use pailou_content::lint_rules::rule_issue;
use pailou_translation::realign;
use pailou_translation::untranslated_copy::{Exempt, copies};

pub(super) fn check(pages: &[Page], options: &Options) -> Vec<Issue> {
    let english: HashMap<&str, &Page> = pages
        .iter()
        .filter(|page| page.locale == Locale::En)
        .map(|page| (page.key.as_str(), page))
        .collect();
    let exempt_terms: Vec<String> = options.glossary.words().map(str::to_owned).collect();
    let of_page = |page: &Page| match english.get(page.key.as_str()) {
        Some(en) if page.locale == Locale::Zh => {
            let intentional = options.intentional.get(&page.key).cloned().unwrap_or_default();
            check_copies(page, en, &Exempt { terms: exempt_terms.clone(), intentional })
        }
        _ => Vec::new(),
    };
    in_parallel(pages, &of_page).into_iter().flatten().collect()
}

fn check_copies(zh: &Page, en: &Page, exempt: &Exempt) -> Vec<Issue> {
    let ((zh_known, zh_lines), (en_known, en_lines)) = (segments(zh), segments(en));
    let links = realign::fresh(&zh_known, &en_known);
    let copied = copies(&zh_known, &en_known, &links, exempt);
    let line = |lines: &HashMap<String, u32>, id: &str| lines.get(id).copied().unwrap_or(1);
    let mut issues = Vec::new();
    for link in links {
        let (zh_line, en_line) = (line(&zh_lines, &link.zh), line(&en_lines, &link.en));
        let (own, own_line, other, other_line) = match () {
            () if copied.zh.contains(&link.zh) => (zh, zh_line, en, en_line),
            () if copied.en.contains(&link.en) => (en, en_line, zh, zh_line),
            () => continue,
        };
        let detail = format!("{}:{other_line}", other.file);
        issues.push(rule_issue("untranslated-copy", own_line, detail).in_file(&own.file));
    }
    issues
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::Glossary;
    use pailou_markdown::flavor::Flavor;

    const EN: &str = "---\ntitle: A\n---\n\n# A\n\nThe server is started by the script.\n\n中文文档里的内容应当翻译。\n";
    const ZH: &str = "# A\n\nThe server is started by the script.\n\n中文文档里的内容应当翻译。\n";

    fn page(locale: Locale, text: &str) -> Page {
        Page {
            file: format!("{}/a.md", locale.segment()),
            locale,
            key: "docs/a".to_owned(),
            url: String::new(),
            dialect: Flavor::Markdown,
            text: text.to_owned(),
            outdated: Vec::new(),
        }
    }

    #[track_caller]
    fn found_in(options: &Options) -> Vec<String> {
        let issues = check(&[page(Locale::En, EN), page(Locale::Zh, ZH)], options);
        let format_issue = |it: &Issue| format!("{}:{} {}", it.file, it.line.unwrap(), it.detail);
        issues.iter().map(format_issue).collect()
    }

    #[test]
    fn untranslated_copy_is_reported_in_the_file_to_translate() {
        let all = ["zh/a.md:3 en/a.md:7", "en/a.md:9 zh/a.md:5"];
        assert_eq!(found_in(&Options::default()), all);
    }

    #[test]
    fn glossary_term_is_not_an_untranslated_copy() {
        let text = "the server is started by the script,中文文档里的内容应当翻译\n";
        let glossary = Glossary::read("glossary.csv", text).unwrap();
        let options = Options { glossary, ..Options::default() };
        assert!(found_in(&options).is_empty());
    }

    #[test]
    fn intentional_copy_is_not_reported() {
        let (known, _) = segments(&page(Locale::Zh, ZH));
        let words = pailou_translation::untranslated_copy::copied_words(&known[1]).to_owned();
        let marks = [(Locale::Zh, words)].into();
        let intentional = [("docs/a".to_owned(), marks)].into();
        let options = Options { intentional, ..Options::default() };
        assert_eq!(found_in(&options), ["en/a.md:9 zh/a.md:5"]);
    }
}
