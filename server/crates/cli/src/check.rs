//! Command `pailou check`: issues of a folder or of the stored site, as text, JSON, or annotations of a pull request.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::ValueEnum;

use super::command::{Failure, print_line};
use super::i18n;
use super::i18n::Messages;
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::link::LinkTargets;
use pailou_content::scan_dir;
use pailou_curated_answers::{AnswerFields, file as answers_file, store as answers_store};
use pailou_importers::folder;
use pailou_lint::{GLOSSARIES, Glossary, Options, Page};
use pailou_navigation_parents::file::{self as parents_file, ChosenParents};
use pailou_settings::Settings;
use pailou_store::{answer_links, copies, lint_input};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
    Github,
}

/// Number of checked pages, and all issues.
struct CheckReport {
    pages: usize,
    issues: Vec<Issue>,
}

pub async fn check(
    settings: Settings,
    messages: Messages,
    dir: Option<&Path>,
    from: &str,
    format: Format,
    strict: bool,
) -> Result<ExitCode, Failure> {
    let options = Options {
        off: settings.check_off.iter().cloned().collect(),
        spacing: settings.check_spacing,
        glossary: Glossary::default(),
        intentional: HashMap::new(),
    };
    let report = match dir {
        Some(dir) => of_folder(dir, Generator::named(from), options),
        None => {
            let of_settings = settings_issue(&settings, &options);
            let mut report = of_site(settings, options).await?;
            report.issues.extend(of_settings);
            report
        }
    };
    print_line(report.render(messages, format).trim_end());
    let is_bad = |issue: &Issue| match issue.severity {
        Severity::Error => true,
        Severity::Warning => strict,
        Severity::Note => false,
    };
    let failed = report.issues.iter().any(is_bad);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn of_folder(dir: &Path, from: Option<Generator>, mut options: Options) -> CheckReport {
    let mut folder = folder::read_folder(dir, from);
    let mut targets = folder.link_targets();
    let mut issues = std::mem::take(&mut folder.issues);
    issues.extend(folder.missing_downloads(&targets));
    // Omits notes, and also invalid front matter values, because the linter reports these values below.
    issues.retain(|issue| {
        issue.severity > Severity::Note
            && issue.code != "front-matter-value"
            && !options.off.contains(issue.code)
    });
    for name in GLOSSARIES.iter().filter(|name| dir.join(name).is_file()) {
        match scan_dir::read_text(dir, name).and_then(|text| Glossary::read(name, &text)) {
            Ok(glossary) => options.glossary = glossary,
            Err(issue) => issues.push(issue),
        }
    }
    let pages = pailou_lint::pages_of(&mut folder);
    if pailou_lint::may_include_files(&pages) {
        for file in &folder.others {
            if let Ok(text) = scan_dir::read_text(dir, file) {
                targets.add_part(file, text.into());
            }
        }
        for page in &pages {
            targets.add_part(&page.file, page.text.as_str().into());
        }
    }
    issues.extend(pailou_lint::check(&pages, &targets, &options));
    let answers = answers_file::NAME;
    if dir.join(answers).is_file() {
        let read = scan_dir::read_text(dir, answers).and_then(|text| answers_file::read(&text));
        match read {
            Ok(answers) => issues.extend(of_answers(&answers, &pages, &targets, &options)),
            Err(issue) => issues.push(issue),
        }
    }
    if dir.join(parents_file::NAME).is_file() {
        let read = scan_dir::read_text(dir, parents_file::NAME);
        issues.extend(read.and_then(|text| ChosenParents::read(&text)).err());
    }
    issues.sort();
    for issue in &mut issues {
        let dir = if issue.file.is_empty() { dir.to_owned() } else { dir.join(&issue.file) };
        issue.file = dir.to_string_lossy().into_owned();
    }
    CheckReport { pages: pages.len(), issues }
}

/// Returns an issue if `site.url` is missing and needed (see [`Settings::needs_url`]), unless the rule is off.
fn settings_issue(settings: &Settings, options: &Options) -> Option<Issue> {
    let code = "site-url-missing";
    let is_missing = settings.needs_url() && !options.off.contains(code);
    is_missing.then(|| Issue::of_file(Severity::Warning, code, "pailou.toml", settings.origin()))
}

async fn of_site(settings: Settings, mut options: Options) -> Result<CheckReport, Failure> {
    let site = super::open::open_existing(settings).await?;
    let (glossary, mut issues) = lint_input::glossary(&site).await?;
    options.glossary = glossary;
    options.intentional = copies::all_intentional_copies(&site.db).await?;
    let pages = lint_input::pages(&site).await?;
    let targets = pailou_store::link_targets(&site).await?;
    let answers = answers_store::all(&site.db).await?;
    site.db.close().await;
    let answers: Vec<_> = answers.into_iter().map(|answer| (answer.id, answer.fields)).collect();
    issues.extend(pailou_lint::check(&pages, &targets, &options));
    issues.extend(of_answers(&answers, &pages, &targets, &options));
    Ok(CheckReport { pages: pages.len(), issues })
}

/// Returns the issues of broken links in the assistant's curated answers. The `file` of an issue ends with the id of
/// the answer.
fn of_answers(
    answers: &[(String, AnswerFields)],
    pages: &[Page],
    targets: &LinkTargets,
    options: &Options,
) -> Vec<Issue> {
    let found = answer_links::broken_links(answers, pages, targets).into_iter();
    let named = found.map(|(id, issue)| Issue { file: format!("{}#{id}", issue.file), ..issue });
    named.filter(|issue| !options.off.contains(issue.code)).collect()
}

impl CheckReport {
    fn render(&self, messages: Messages, format: Format) -> String {
        match format {
            Format::Text => self.text(messages),
            Format::Json => self.json(messages),
            Format::Github => self.github(messages),
        }
    }

    fn count(&self, severity: Severity) -> usize {
        self.issues.iter().filter(|issue| issue.severity == severity).count()
    }

    fn text(&self, messages: Messages) -> String {
        let mut out = String::new();
        for issue in &self.issues {
            let _ = writeln!(out, "{}", issue_line(messages, issue));
        }
        let pages = messages.count("count.pages", self.pages, &[]);
        let count = |key, severity| messages.count(key, self.count(severity), &[]);
        let counts: i18n::Args<'_> = &[
            ("pages", &pages),
            ("errors", &count("count.errors", Severity::Error)),
            ("warnings", &count("count.warnings", Severity::Warning)),
            ("notes", &count("count.notes", Severity::Note)),
        ];
        let _ = writeln!(out, "{}", messages.t("issues.count", counts));
        out
    }

    fn json(&self, messages: Messages) -> String {
        let issue = |issue: &Issue| {
            serde_json::json!({
                "file": issue.file,
                "line": issue.line,
                "column": issue.column,
                "severity": issue.severity.name(),
                "code": issue.code,
                "detail": issue.detail,
                "message": i18n::issue_message(messages, issue.code, &issue.detail),
            })
        };
        let all = serde_json::json!({
            "pages": self.pages,
            "errors": self.count(Severity::Error),
            "warnings": self.count(Severity::Warning),
            "notes": self.count(Severity::Note),
            "issues": self.issues.iter().map(issue).collect::<Vec<_>>(),
        });
        all.to_string()
    }

    fn github(&self, messages: Messages) -> String {
        let mut out = String::new();
        for issue in &self.issues {
            let level = match issue.severity {
                Severity::Note => "notice",
                severity => severity.name(),
            };
            let mut at = format!("file={}", property(&issue.file));
            for (name, number) in [("line", issue.line), ("col", issue.column)] {
                if let Some(number) = number {
                    let _ = write!(at, ",{name}={number}");
                }
            }
            let _ = writeln!(
                out,
                "::{level} {at},title={}::{}",
                property(issue.code),
                escape_message(&i18n::lines(&i18n::issue_message(
                    messages,
                    issue.code,
                    &issue.detail
                )))
            );
        }
        out
    }
}

/// Formats an issue as a line of text.
pub(crate) fn issue_line(messages: Messages, issue: &Issue) -> String {
    i18n::format_issue(
        messages,
        &issue_location(issue),
        issue.severity.name(),
        (issue.code, &issue.detail),
    )
}

/// Returns `file:line:column: `, without unknown parts.
fn issue_location(issue: &Issue) -> String {
    let mut location = String::new();
    if !issue.file.is_empty() {
        location.push_str(&issue.file);
        for number in [issue.line, issue.column].into_iter().flatten() {
            let _ = write!(location, ":{number}");
        }
        location.push_str(": ");
    }
    location
}

/// Escapes the message of a GitHub workflow command.
pub(crate) fn escape_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a GitHub workflow command, in which colons and commas are separators.
pub(crate) fn property(text: &str) -> String {
    escape_message(&i18n::lines(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use core_wasm::locale::Locale;

    use super::*;

    const EN: Messages = Messages(Locale::En);

    fn report() -> CheckReport {
        let issue = Issue::error("page-missing", 3, "50% of\nit").in_file("a,b:c.md").at_column(7);
        let whole = Issue::of_file(Severity::Note, "symlink-loop", "d\u{1b}.md", "");
        CheckReport { pages: 2, issues: vec![issue, whole] }
    }

    #[test]
    fn needed_and_missing_site_url_is_reported_unless_rule_is_off() {
        for (lines, is_reported) in [
            ("", false),
            ("proxy.trusted = 1", true),
            ("addr = '0.0.0.0:80'", true),
            ("addr = '[::1]:80'", false),
            ("proxy.trusted = 1\nsite.url = 'https://docs.example.org'", false),
            ("proxy.trusted = 1\ncheck.off = ['site-url-missing']", false),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("pailou.toml");
            std::fs::write(&file, lines).unwrap();
            let settings =
                pailou_settings::read_settings(&[], std::iter::empty(), &file, true).unwrap();
            let off = settings.check_off.iter().cloned().collect();
            let options = Options { off, ..Options::default() };
            assert_eq!(settings_issue(&settings, &options).is_some(), is_reported, "{lines}");
        }
    }

    #[test]
    fn text_format_has_one_line_per_issue_and_a_summary() {
        assert_eq!(
            report().render(EN, Format::Text),
            "a,b:c.md:3:7: error: broken link: no page at `50% of it`; fix the link or add the page (page-missing)\n\
             d\\u{1b}.md: note: symbolic link loop: the target folder was already read; remove the link (symlink-loop)\n\
             2 pages: 1 error, 0 warnings, 1 note\n"
        );
        assert_eq!(
            report().render(Messages(Locale::Zh), Format::Text),
            "a,b:c.md:3:7: 错误：链接 `50% of it` 指向的页面不存在：请改正链接，或补上这个页面 (page-missing)\n\
             d\\u{1b}.md: 提示：符号链接指向已经读取的文件夹：请移走 (symlink-loop)\n\
             2 个页面：1 个错误、0 个警告、1 个提示\n"
        );
    }

    #[test]
    fn github_annotation_is_escaped() {
        let actual = report().render(EN, Format::Github);
        let first = "::error file=a%2Cb%3Ac.md,line=3,col=7,title=page-missing::broken link: no page at `50%25 of%0Ait`";
        assert!(actual.starts_with(first), "{actual}");
        assert!(
            actual.contains("::notice file=d\\u{1b}.md,title=symlink-loop::symbolic link loop"),
            "{actual}"
        );
    }

    #[test]
    fn json_format_contains_counts_and_issues() {
        let actual: serde_json::Value =
            serde_json::from_str(&report().render(Messages(Locale::Zh), Format::Json)).unwrap();
        assert_eq!(actual["errors"], 1);
        assert_eq!(actual["issues"][0]["column"], 7);
        assert_eq!(actual["issues"][0]["detail"], "50% of\nit");
        assert_eq!(actual["issues"][1]["line"], serde_json::Value::Null);
        assert_eq!(actual["issues"][1]["severity"], "note");
        assert_eq!(actual["issues"][1]["message"], "符号链接指向已经读取的文件夹：请移走");
    }
}
