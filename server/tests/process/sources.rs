//! Tests of Git sources in the real process: timer, webhook, remotes that hang or disappear, and a process that is
//! killed during an update.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::files::files_below;
use super::process::{Site, finish, pailou, run, until, write};
use super::repository::Repository;

const PAGES: &[(&str, &str)] = &[
    ("en/start.md", "# Start\n\nFirst.\n\n![logo](logo.svg)\n"),
    ("zh/start.md", "# 开始\n\n第一。\n"),
    ("en/logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
];
const PAGE: &str = "/index/en/docs/start";

/// Returns a new folder whose `pailou.toml` has this content.
fn settings(toml: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &[("pailou.toml", toml)]);
    folder
}

#[track_caller]
fn update(folder: &Path, code: i32, expected: &str) -> String {
    let output = run(folder, &["source", "update"]);
    assert_eq!(output.code, Some(code), "{output:?}");
    assert!(output.out.contains(expected), "`{expected}` in {}", output.out);
    output.out
}

#[track_caller]
fn wait_for_text(site: &Site, text: &str) {
    until(text, || site.get(PAGE).text().contains(text).then_some(()));
}

#[test]
fn commit_is_imported_after_the_update_interval() {
    let repository = Repository::new(PAGES);
    let toml = repository.source("docs", "").replace("every = '0'", "every = '1s'");
    let site = Site::of(settings(&toml), &[]);
    wait_for_text(&site, "First.");
    let html = site.get(PAGE).text();
    let image = html.split("src=\"").find_map(|rest| {
        rest.split('"').next()?.ends_with("logo.svg").then(|| rest.split('"').next().unwrap())
    });
    assert_eq!(site.get(image.unwrap()).status, 200, "{html}");
    repository.commit("Bob", "On", &[("en/start.md", "# Start\n\nSecond.\n"), ("en/logo.svg", "")]);
    wait_for_text(&site, "Second.");
    assert!(site.get(PAGE).text().contains("Bob"), "the page must contain the author");
    until("removal of the image", || (site.get(image.unwrap()).status == 404).then_some(()));
}

#[test]
fn push_is_imported_after_a_webhook_request() {
    let repository = Repository::new(PAGES);
    let folder = settings(&repository.source("docs", "webhook-secret = 'hush hush'"));
    let site = Site::of(folder, &[]);
    wait_for_text(&site, "First.");
    repository.commit("Bob", "On", &[("en/start.md", "# Start\n\nSecond.\n")]);
    let push = |site: &Site, token: &str| {
        let headers = [("x-gitlab-token", token), ("content-type", "application/json")];
        let hook = "/api/v1/public/sources/docs/webhook";
        site.ask("POST", hook, &headers, "{\"ref\":\"refs/heads/main\"}").status
    };
    assert_eq!(push(&site, "wrong"), 401);
    for _ in 0..20 {
        assert_eq!(push(&site, "hush hush"), 202);
    }
    wait_for_text(&site, "Second.");
    assert!(!site.log().contains("hush"), "{}", site.log());
}

#[test]
fn source_update_prints_counts_and_source_list_prints_state() {
    let repository = Repository::new(PAGES);
    let folder = settings(&repository.source("docs", ""));
    let list = run(folder.path(), &["source", "list"]);
    assert!(list.out.starts_with("docs  -  not-asked  /"), "{}", list.out);
    update(folder.path(), 0, "2 pages: 2 added, 0 changed");
    let copy = folder.path().join("data/sources/docs");
    let imported_commit =
        repository.git(&["--git-dir", copy.to_str().unwrap(), "rev-parse", "refs/pailou/shown"]);
    assert_eq!(
        imported_commit,
        repository.git(&["rev-parse", "HEAD"]),
        "the ref must be the imported commit"
    );
    update(folder.path(), 0, "docs: no changes, still at ");
    repository.commit(
        "Bob",
        "Break it",
        &[("en/start.md", "# Start\n\n[gone](gone.md)\n"), ("en/bad.md", "---\n[\n---\n")],
    );
    let out = update(folder.path(), 1, "en/bad.md:");
    assert!(out.contains("en/start.md:3: warning: broken link: no page at `gone.md`"), "{out}");
    assert!(out.contains("docs: updated to "), "{out}");
    let unknown = run(folder.path(), &["source", "update", "x"]);
    assert_eq!(unknown.code, Some(1));
    assert!(
        unknown.err.contains("source `x` does not exist; available sources: docs"),
        "{}",
        unknown.err
    );
    let mut without = pailou(folder.path(), &["source", "update"]);
    without.env("PATH", folder.path());
    let without = finish(without);
    assert!(without.out.contains("(git-missing). Install git"), "{without:?}");
    assert_eq!(without.code, Some(1));
}

#[test]
fn export_of_git_pages_and_own_pages_is_imported_completely() {
    let repository = Repository::new(PAGES);
    let folder = settings(&repository.source("docs", "mount = 'kit'"));
    update(folder.path(), 0, "2 pages: 2 added");
    let own = [("own/en/own.md", "# Own\n\n[start](/kit/start)\n"), ("own/a.txt", "a\n")];
    write(folder.path(), &own);
    run(folder.path(), &["import", "own"]);
    let exported = run(folder.path(), &["export", "out"]);
    assert!(exported.out.contains("6 files written to out"), "{exported:?}");

    let copy = settings("");
    let out = folder.path().join("out");
    let imported = run(copy.path(), &["import", out.to_str().unwrap()]);
    assert_eq!(imported.code, Some(0), "{imported:?}");
    assert!(imported.out.contains("3 pages: 3 added"), "{imported:?}");
    assert!(!imported.out.contains("warning"), "{imported:?}");
    run(copy.path(), &["export", "again"]);
    assert_eq!(files_below(&copy.path().join("again")), files_below(&out));
    let site = Site::of(copy, &[]);
    for (path, text) in [
        ("/index/en/docs/kit/start", "First."),
        ("/index/zh/docs/kit/start", "第一。"),
        ("/index/en/docs/own", "href=\"/index/en/docs/kit/start\""),
    ] {
        assert!(site.get(path).text().contains(text), "{path}");
    }
}

#[test]
fn git_tags_are_imported_as_versions() {
    let repository = Repository::new(PAGES);
    repository.git(&["tag", "v1.0"]);
    repository.commit("Bob", "On", &[("en/start.md", "# Start\n\nSecond.\n")]);
    repository.git(&["tag", "-a", "-m", "Two", "v2.0"]);
    repository.git(&["tag", "w3.0"]);
    repository.commit("Bob", "On", &[("en/start.md", "# Start\n\nThird.\n")]);
    let folder = settings(&repository.source("docs", "versions = 'v*'"));
    let out = update(folder.path(), 0, "docs: versions read from tags: 2.0, 1.0");
    assert!(out.contains("docs: updated to "), "{out}");
    let list = run(folder.path(), &["version", "list"]).out;
    assert!(list.contains("2.0") && list.contains("1.0") && !list.contains("3.0"), "{list}");
    update(folder.path(), 0, "docs: no changes, still at ");

    // A Git tag that was moved to another commit is imported again. A removed version is not imported again.
    run(folder.path(), &["version", "remove", "1.0"]);
    repository.git(&["tag", "--force", "v2.0"]);
    repository.git(&["tag", "v4.0", "HEAD:en/start.md"]);
    let out = update(folder.path(), 1, "docs: versions read from tags: 2.0");
    assert!(out.contains("@v4.0: error: "), "{out}");
    assert!(out.contains("docs: updated to "), "{out}");
    let site = Site::of(folder, &[]);
    wait_for_text(&site, "Third.");
    let old = |path: &str| site.get(&format!("/index/en/docs/{path}"));
    assert!(old("@2.0/start").text().contains("Third."));
    assert_eq!(old("@1.0/start").status, 404);
}

#[test]
fn git_import_is_byte_exact_and_runs_no_git_hook_or_filter() {
    let text = "# Start\r\n\r\n$Format:%H$ $Id$\r\n";
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n";
    let repository = Repository::new(&[
        ("docs/en/start.md", text),
        ("docs/en/large.png", pointer),
        ("secret.md", "# Secret\n"),
        (
            "attributes",
            "*.md text eol=lf ident export-subst working-tree-encoding=UTF-16 filter=evil\n\
             *.png filter=lfs\n",
        ),
    ]);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, repository.path().join("docs/en").join(name)).unwrap();
    };
    link("../../secret.md", "out.md");
    link("/etc/passwd", "passwd.md");
    repository.git(&["add", "--all"]);
    // Adds the attributes file to the index without creating it in the working tree.
    let hash = repository.git(&["rev-parse", "HEAD:attributes"]);
    let entry = format!("100644,{hash},docs/.gitattributes");
    repository.git(&["update-index", "--add", "--cacheinfo", &entry]);
    repository.git(&["commit", "--quiet", "-m", "Links", "--author=Ann <ann@example.org>"]);
    let folder = settings(&repository.source("docs", "folder = 'docs'"));
    let evil = folder.path().join("evil");
    let config = format!(
        "[core]\n\thooksPath = {0}\n\tfsmonitor = touch {0}/ran\n[filter \"evil\"]\n\tsmudge = touch {0}/ran\n\
         [filter \"lfs\"]\n\tsmudge = touch {0}/ran\n\tprocess = touch {0}/ran\n",
        evil.display()
    );
    write(
        &evil,
        &[
            ("reference-transaction", "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\n"),
            ("config", &config),
        ],
    );
    let mut program = Command::new("chmod");
    assert!(program.arg("+x").arg(evil.join("reference-transaction")).status().unwrap().success());
    let mut command = pailou(folder.path(), &["source", "update"]);
    command.env("GIT_CONFIG_GLOBAL", evil.join("config"));
    let output = finish(command);
    assert!(output.out.contains("1 page: 1 added"), "{output:?}");
    for link in [
        "out.md: error: broken symbolic link: No such file",
        "passwd.md: error: the symbolic link points outside the folder",
    ] {
        assert!(output.out.contains(&format!("docs/en/{link}")), "`{link}` in {}", output.out);
    }
    assert!(!evil.join("ran").exists(), "a command of the machine's Git configuration was run");
    run(folder.path(), &["export", "out"]);
    assert_eq!(fs::read_to_string(folder.path().join("out/docs/en/start.md")).unwrap(), text);
    assert!(!folder.path().join("data/sources/docs.staged").exists());
}

/// Starts a server that handles each connection with `serve`; returns its address.
fn server(serve: impl Fn(TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serve = std::sync::Arc::new(serve);
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let serve = serve.clone();
            thread::spawn(move || serve(stream));
        }
    });
    address
}

/// Reads a request: first line, headers by lower-case name, and body; `None` if the client closed the connection.
fn request(stream: &TcpStream) -> Option<(String, HashMap<String, String>, Vec<u8>)> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok().filter(|read| *read > 0)?;
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let mut body = Vec::new();
    if let Some(length) = headers.get("content-length").and_then(|it| it.parse::<u64>().ok()) {
        reader.take(length).read_to_end(&mut body).ok()?;
    }
    Some((first, headers, body))
}

/// Responds like Git's HTTP backend, with at most `max_bytes` bytes of each pack.
fn backend(stream: &mut TcpStream, projects: &Path, max_bytes: usize) {
    let Some((first, headers, body)) = request(stream) else { return };
    let mut parts = first.split_whitespace();
    let (method, target) = (parts.next().unwrap(), parts.next().unwrap());
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let header = |name: &str| headers.get(name).cloned().unwrap_or_default();
    let mut program = Command::new("git")
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", projects)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("REQUEST_METHOD", method)
        .env("PATH_INFO", path)
        .env("QUERY_STRING", query)
        .env("CONTENT_TYPE", header("content-type"))
        .env("CONTENT_LENGTH", body.len().to_string())
        .env("GIT_PROTOCOL", header("git-protocol"))
        .env("HTTP_CONTENT_ENCODING", header("content-encoding"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(&body).unwrap();
    let out = program.wait_with_output().unwrap().stdout;
    let status = if out.starts_with(b"Status: 404") { "404 Not Found" } else { "200 OK" };
    let mut answer = format!("HTTP/1.1 {status}\r\nConnection: close\r\n").into_bytes();
    let is_pack = path.ends_with("git-upload-pack");
    answer.extend_from_slice(if is_pack { &out[..out.len().min(max_bytes)] } else { &out });
    drop(stream.write_all(&answer));
}

#[test]
fn repository_is_fetched_over_http() {
    let repository = Repository::new(PAGES);
    let projects: PathBuf = repository.path().to_owned();
    let address = server(move |mut stream| backend(&mut stream, &projects, usize::MAX));
    let source = |path: &str| {
        format!("[[source]]\nname = 'docs'\nurl = 'http://{address}{path}'\nevery = '0'\n")
    };
    let folder = settings(&source("/.git"));
    update(folder.path(), 0, "2 pages: 2 added");
    repository.git(&["mv", "en/start.md", "en/begin.md"]);
    repository.commit("Bob", "Move", &[("zh/start.md", "# 开始\n\n第二。\n")]);
    update(folder.path(), 0, "2 pages: 0 added, 2 changed, 0 unchanged, 1 moved");
    let folder = settings(&source("/nothing.git"));
    update(folder.path(), 1, "(repository-gone). Check `url`");
}

#[test]
fn interrupted_fetch_changes_nothing_and_is_resumed() {
    let repository = Repository::new(PAGES);
    let projects: PathBuf = repository.path().to_owned();
    let tries = std::sync::atomic::AtomicUsize::new(0);
    let address = server(move |mut stream| {
        let number = tries.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        backend(&mut stream, &projects, if number < 6 { 300 } else { usize::MAX });
    });
    let folder = settings(&format!(
        "[[source]]\nname = 'docs'\nurl = 'http://{address}/.git'\nevery = '0'\n"
    ));
    update(folder.path(), 1, "(remote-unreachable)");
    until("complete fetch", || {
        (run(folder.path(), &["source", "update"]).code == Some(0)).then_some(())
    });
    update(folder.path(), 0, "docs: no changes, still at");
}

#[test]
fn hanging_remote_times_out_without_blocking_the_site() {
    let address = server(|stream| {
        drop(request(&stream));
        // Sends nothing until the client closes the connection.
        drop(BufReader::new(stream).read_line(&mut String::new()));
    });
    let source = |timeout: &str| {
        format!(
            "[[source]]\nname = 'docs'\nurl = 'http://{address}/x.git'\nevery = '1s'\ntimeout = '{timeout}'\n"
        )
    };
    let folder = settings(&source("1s"));
    update(folder.path(), 1, "(timed-out). Increase `timeout`");
    let site = Site::of(settings(&source("1h")), &[]);
    assert_eq!(site.get("/index/en").status, 200, "the site must be served during the update");
    until("start of git", || site.folder().join("data/sources/docs/config").exists().then_some(()));
    let stop_requested_at = Instant::now();
    site.signal("TERM");
    assert_eq!(site.wait_for_exit(), Some(0));
    assert!(
        stop_requested_at.elapsed() < Duration::from_secs(60),
        "the server must not wait for the remote when it stops"
    );
}

#[test]
fn killed_source_update_is_completed_by_the_next_update() {
    let files: Vec<(String, String)> = (0..400)
        .flat_map(|number| {
            ["en", "zh"].map(|locale| {
                let text = format!("# Page {number}\n\nWords of {number}.\n\n## Part\n\nMore.\n");
                (format!("{locale}/page-{number:03}.md"), text)
            })
        })
        .collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let repository = Repository::new(&files);
    let folder = settings(&repository.source("docs", ""));
    let data = folder.path().join("data");
    for sign in ["sources/docs/config", "sources/docs.staged/docs/en/page-399.md", "pailou.db-wal"]
    {
        let mut killed = pailou(folder.path(), &["source", "update"]);
        let mut killed = killed.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        until(sign, || {
            (data.join(sign).exists() || killed.try_wait().unwrap().is_some()).then_some(())
        });
        killed.kill().unwrap();
        killed.wait().unwrap();
    }
    let output = run(folder.path(), &["source", "update"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    update(folder.path(), 0, "docs: no changes, still at");
    run(folder.path(), &["export", "out"]);
    for (name, text) in files {
        assert_eq!(fs::read_to_string(folder.path().join("out/docs").join(name)).unwrap(), text);
    }
}
