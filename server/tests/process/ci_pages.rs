//! Tests of the documentation pages about continuous integration: their YAML is valid, and their
//! commands run on a repository.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use pailou_content::yaml::{self, Value};
use tempfile::TempDir;

use super::process::{CommandOutput, finish, pailou, write};
use super::repository::Repository;

const EN: &str = "# Cache\n\nThe cache holds pages.\n\n## Size\n\nThe size is 64 MB.\n";
const ZH: &str = "# 缓存\n\n缓存保存页面。\n\n## 大小\n\n大小为 64 MB。\n";
/// Programs that are replaced by stubs, so that the examples access no other hosts.
const STUBS: &[&str] = &["apt-get", "curl", "gh", "sha256sum", "tar"];

fn root() -> PathBuf {
    fs::canonicalize("..").unwrap()
}

fn page(locale: &str, name: &str) -> String {
    let file = root().join(format!("content/pages/{locale}/translate/{name}.md"));
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Returns the code blocks with the info string `language`, without the common indentation of their lines.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    for part in page.split(&format!("\n```{language}\n")).skip(1) {
        let code = part.split("\n```").next().unwrap();
        let indent = code.lines().filter(|line| !line.is_empty());
        let indent = indent.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
        let lines = code.lines().map(|line| line.get(indent..).unwrap_or_default());
        blocks.push(lines.collect::<Vec<_>>().join("\n"));
    }
    blocks
}

/// Parses a YAML example. A list of steps without its key is parsed as the value of `script`.
#[track_caller]
fn parse(text: &str) -> Value {
    let text = &if text.starts_with("  - ") { format!("script:\n{text}") } else { text.to_owned() };
    yaml::parse(text)
        .unwrap_or_else(|error| panic!("line {}: {}\n{text}", error.line, error.detail))
}

/// Collects the values of `key` at any depth of `value`.
fn values<'a>(value: &'a Value, key: &str, found: &mut Vec<&'a Value>) {
    match value {
        Value::Map(entries) => {
            for (name, value) in entries {
                if name == key {
                    found.push(value);
                }
                values(value, key, found);
            }
        }
        Value::List(items) => items.iter().for_each(|item| values(item, key, found)),
        Value::Nothing | Value::Text(_) => {}
    }
}

/// Returns the scripts of a pipeline; in YAML, each is a string or a list of lines.
fn scripts(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    values(value, "run", &mut found);
    values(value, "script", &mut found);
    let lines = |value: &Value| match value {
        Value::List(items) => {
            let lines: Vec<_> = items.iter().filter_map(Value::text).collect();
            lines.join("\n")
        }
        other => other.text().unwrap_or_default().to_owned(),
    };
    found.into_iter().map(lines).filter(|script| !script.is_empty()).collect()
}

/// Simulated CI runner: the programs and variables of a runner, and a clone of a repository. The last commit of the
/// repository makes a translation outdated.
struct Runner {
    /// Origin of the clone. Its branch `master` lacks the last commit.
    origin: Repository,
    folder: TempDir,
    commit: String,
}

impl Runner {
    fn new() -> Self {
        let origin = Repository::new(&[("docs/en/cache.md", EN)]);
        origin.commit("Bo", "翻译缓存", &[("docs/zh/cache.md", ZH)]);
        origin.git(&["branch", "master"]);
        let text = EN.replace("64", "128");
        let commit = origin.commit("Ann", "Raise the size", &[("docs/en/cache.md", &text)]);
        let folder = TempDir::new().unwrap();
        let clone = folder.path().join("clone");
        origin.git(&["clone", "--quiet", ".", clone.to_str().unwrap()]);
        let stub = |name: &&str| (format!("bin/{name}"), "#!/bin/sh\nexit 0\n".to_owned());
        let stubs: Vec<_> = STUBS.iter().map(stub).collect();
        let files: Vec<_> =
            stubs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        write(folder.path(), &files);
        let program = env!("CARGO_BIN_EXE_pailou");
        for name in ["bin/pailou", "clone/pailou-0.1.0-x86_64-unknown-linux-musl/pailou"] {
            let link = folder.path().join(name);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(program, link).unwrap();
        }
        for (name, _) in files {
            use std::os::unix::fs::PermissionsExt;
            let executable = fs::Permissions::from_mode(0o755);
            fs::set_permissions(folder.path().join(name), executable).unwrap();
        }
        let settings = format!(
            "[user]\n\tname = Runner\n\temail = runner@example.org\n\
             [url \"{}\"]\n\tinsteadOf = git@gitee.com:example/docs.git\n",
            origin.path().display()
        );
        fs::write(folder.path().join("gitconfig"), settings).unwrap();
        Self { origin, folder, commit }
    }

    fn clone(&self) -> PathBuf {
        self.folder.path().join("clone")
    }

    /// Runs a script as a runner does: the first command that fails ends the script.
    fn run(&self, script: &str, variables: &[(&str, &str)]) -> CommandOutput {
        let script = script
            .replace("${{ github.base_ref }}", "master")
            .replace("${{ github.event.number }}", "1")
            .replace("/usr/local/bin/pailou", "pailou");
        let bin = self.folder.path().join("bin");
        let path = std::env::var("PATH").unwrap_or_default();
        let plain = pailou(&self.clone(), &[]);
        let mut bash = Command::new("bash");
        bash.args(["-e", "-c", &script]).current_dir(self.clone());
        for (name, value) in plain.get_envs() {
            match value {
                Some(value) => bash.env(name, value),
                None => bash.env_remove(name),
            };
        }
        bash.env("PATH", format!("{}:{path}", bin.display()))
            .env("HOME", self.folder.path())
            .env("TMPDIR", self.folder.path())
            .env("GIT_CONFIG_GLOBAL", self.folder.path().join("gitconfig"))
            .env("GITHUB_OUTPUT", self.folder.path().join("outputs"))
            .env("CI_PROJECT_DIR", self.clone())
            .env("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "master")
            .env("GITEE_COMMIT", &self.commit)
            .envs(variables.iter().copied());
        finish(bash)
    }

    /// Runs the GitHub action of this repository with the inputs of a step.
    fn run_action(&self, inputs: &[(String, String)]) -> CommandOutput {
        let text = fs::read_to_string(root().join(".github/actions/l10n/action.yml")).unwrap();
        let action = parse(&text);
        let Some(Value::Map(known)) = action.get("inputs") else { panic!("no inputs") };
        for (name, _) in inputs {
            assert!(known.iter().any(|(known, _)| known == name), "unknown input {name}");
        }
        let input_of = |name: &str| {
            let input = inputs.iter().find(|(input, _)| input == name);
            let usual = known.iter().find(|(known, _)| known == name);
            let usual = usual.and_then(|(_, it)| it.get("default")).and_then(Value::text);
            input.map_or_else(|| usual.unwrap_or_default().to_owned(), |(_, value)| value.clone())
        };
        let steps = action.get("runs").and_then(|runs| runs.get("steps")).unwrap().list();
        let mut last = None;
        for step in steps {
            let Some(Value::Map(env)) = step.get("env") else { panic!("no env") };
            let variables: Vec<(String, String)> = env
                .iter()
                .map(|(name, value)| {
                    let source = value.text().unwrap().trim_matches(['$', '{', '}', ' ']);
                    let value = match source.strip_prefix("inputs.") {
                        // The tests must not download a release.
                        Some("binary") => env!("CARGO_BIN_EXE_pailou").to_owned(),
                        Some(input) => input_of(input).replace("${{ github.base_ref }}", "master"),
                        None => env!("CARGO_BIN_EXE_pailou").to_owned(),
                    };
                    (name.clone(), value)
                })
                .collect();
            let variables: Vec<_> =
                variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let script = step.get("run").and_then(Value::text).unwrap();
            last = Some(self.run(script, &variables));
        }
        last.unwrap()
    }
}

/// Collects the inputs of the steps that use the action.
fn steps_of_action(value: &Value, found: &mut Vec<Vec<(String, String)>>) {
    match value {
        Value::Map(entries) => {
            let uses = value.get("uses").and_then(Value::text).unwrap_or_default();
            if uses.contains("/.github/actions/l10n@") {
                let Some(Value::Map(with)) = value.get("with") else { panic!("no inputs") };
                let input = |(name, value): &(String, Value)| {
                    (name.clone(), value.text().unwrap_or_default().to_owned())
                };
                found.push(with.iter().map(input).collect());
            }
            entries.iter().for_each(|(_, value)| steps_of_action(value, found));
        }
        Value::List(items) => items.iter().for_each(|item| steps_of_action(item, found)),
        Value::Nothing | Value::Text(_) => {}
    }
}

#[track_caller]
fn is_reported(output: &CommandOutput, code: i32, name: &str) {
    assert_eq!(output.code, Some(code), "{name}: {output:?}");
    assert!(output.out.contains("docs/zh/cache.md"), "{name}: {output:?}");
}

#[test]
fn yaml_of_the_ci_pages_is_valid_and_equal_in_both_languages() {
    for name in ["github-actions", "gitlab-ci", "gitea-actions", "gitee-go"] {
        let [zh, en] = ["zh", "en"].map(|locale| blocks(&page(locale, name), "yaml"));
        assert!(!en.is_empty(), "{name} has no YAML");
        assert_eq!(zh.len(), en.len(), "{name}");
        for (zh, en) in zh.iter().zip(&en) {
            assert_eq!(scripts(&parse(zh)), scripts(&parse(en)), "{name}");
        }
    }
    // The parser rejects YAML that a runner would reject.
    assert!(yaml::parse("a: [b\nc: d").is_err() && yaml::parse("a: 'b\n").is_err());
}

#[test]
fn documented_github_and_gitea_action_reports_issues() {
    let runner = Runner::new();
    for (name, expected) in [("github-actions", 2), ("gitea-actions", 1)] {
        let mut steps = Vec::new();
        for block in blocks(&page("en", name), "yaml") {
            steps_of_action(&parse(&block), &mut steps);
        }
        assert_eq!(steps.len(), expected, "{name}");
        for inputs in steps {
            let never = inputs.iter().any(|(name, value)| name == "fail-on" && value == "never");
            is_reported(&runner.run_action(&inputs), i32::from(!never), name);
            let output = inputs.iter().find(|(name, _)| name == "output");
            if let Some((_, file)) = output {
                let report = fs::read_to_string(runner.clone().join(file)).unwrap();
                assert!(report.starts_with("<!-- pailou-l10n -->"), "{report}");
            }
        }
    }
}

#[test]
fn documented_ci_scripts_report_issues() {
    for (name, expected) in
        [("github-actions", 1), ("gitlab-ci", 2), ("gitea-actions", 1), ("gitee-go", 1)]
    {
        let runner = Runner::new();
        let mut ran = 0;
        for block in blocks(&page("en", name), "yaml") {
            for script in scripts(&parse(&block)) {
                ran += 1;
                let program = "pailou-0.1.0-x86_64-unknown-linux-musl";
                let output = runner.run(&script, &[("PAILOU", "0.1.0"), ("name", program)]);
                if script.starts_with("gh ") {
                    assert_eq!(output.code, Some(0), "{output:?}");
                } else if script.contains("> translation.json") {
                    assert_eq!(output.code, Some(1), "{output:?}");
                    let report = fs::read(runner.clone().join("translation.json")).unwrap();
                    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
                    assert_eq!(report["failed"], true);
                    assert!(runner.clone().join("translation.svg").is_file());
                } else {
                    is_reported(&output, 1, name);
                }
            }
        }
        assert_eq!(ran, expected, "{name}");
        assert!(!runner.origin.path().join("pailou").exists());
    }
}

#[test]
fn documented_shell_commands_have_no_usage_errors() {
    for name in ["command-line", "gitee-go", "gitlab-ci", "github-actions", "gitea-actions"] {
        let runner = Runner::new();
        for block in blocks(&page("en", name), "sh") {
            let output = runner.run(&block, &[]);
            let code = output.code.unwrap_or(2);
            assert!(code < 2, "{name}: {block}\n{output:?}");
        }
    }
    // The page about the command line has a commit command with a trailer. The commit acknowledges
    // the section in the trailer.
    let runner = Runner::new();
    assert_eq!(runner.run("pailou l10n check docs", &[]).code, Some(1));
    let page = page("en", "command-line");
    let commit = blocks(&page, "sh").into_iter().find(|it| it.starts_with("git commit")).unwrap();
    assert_eq!(runner.run(&commit, &[]).code, Some(0));
    assert_eq!(runner.run("pailou l10n check docs", &[]).code, Some(0));
}
