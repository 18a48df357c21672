//! Tests of starting commands: error messages, settings from the environment, and the sample content.

use std::net::TcpListener;

use tempfile::TempDir;

use super::process::{CommandOutput, Site, finish, pailou, run, write};

/// Checks the exit code, and texts that the error message must contain.
#[track_caller]
pub(crate) fn check(output: &CommandOutput, code: i32, expected: &[&str]) {
    assert_eq!(output.code, Some(code), "{output:?}");
    for word in expected {
        assert!(output.err.contains(word), "`{word}` in {}", output.err);
    }
    assert!(!output.err.contains("panicked"), "{}", output.err);
}

#[track_caller]
fn check_line(args: &[&str], code: i32, named: &[&str]) {
    let folder = TempDir::new().unwrap();
    check(&run(folder.path(), args), code, named);
}

#[track_caller]
fn check_file(toml: &str, named: &[&str]) {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &[("pailou.toml", toml)]);
    let output = run(folder.path(), &["serve"]);
    check(&output, 2, named);
    assert!(output.err.contains("pailou.toml"), "{}", output.err);
    assert!(
        !folder.path().join("data").exists(),
        "invalid settings must not create a data directory"
    );
}

#[track_caller]
fn check_environment(name: &str, value: &str, named: &[&str]) {
    let folder = TempDir::new().unwrap();
    let mut command = pailou(folder.path(), &["serve"]);
    command.env(name, value);
    check(&finish(command), 2, named);
}

#[test]
fn invalid_argument_is_reported() {
    check_line(&["serve", "--adr", "x"], 2, &["--adr", "--addr"]);
    check_line(&["server"], 2, &["server", "serve"]);
    check_line(&[], 2, &["Usage"]);
    check_line(&["import"], 2, &["<DIR>"]);
    check_line(&["serve", "--addr", "nonsense"], 2, &["--addr", "`nonsense`", "127.0.0.1:8080"]);
    check_line(
        &["serve", "--host-internal", "ftp://x"],
        2,
        &["host-internal", "ftp://x", "http://"],
    );
    check_line(&["import", ".", "--from", "wordpress"], 2, &["wordpress", "auto"]);
}

#[test]
fn invalid_setting_is_reported_with_key_value_and_choices() {
    check_file("adress = 'x'", &["`adress`", "available settings: addr"]);
    check_file("[render]\nengine = 2", &["`render.engine`", "did you mean `render.engines`"]);
    check_file("[limits]\nconnections = 0", &["`0`", "limits.connections", "1 to 1000000"]);
    check_file("[log]\nformat = 'xml'", &["`xml`", "log.format", "text or json"]);
    check_file("[site]\nurl = 'www.example.org'", &["site.url", "https://docs.example.org"]);
    check_file("[site.title]\nzh = ''", &["site.title.zh", "1 to 80"]);
}

#[test]
fn settings_syntax_error_is_reported_with_its_line() {
    check_file("addr = '127.0.0.1:0'\n[site\n", &["not valid TOML", "line 2"]);
    check_file("addr = 1\naddr = 2\n", &["not valid TOML", "line 2"]);
}

#[test]
fn explicit_settings_file_must_exist() {
    check_line(&["serve", "--config", "gone.toml"], 2, &["gone.toml"]);
    check_line(&["serve", "--config", "/"], 2, &["cannot read /"]);
}

#[test]
fn invalid_variable_is_reported_with_value_and_choices() {
    check_environment("PAILOU_ADDRES", "x", &["PAILOU_ADDRES", "unknown setting"]);
    check_environment("PAILOU_ADDR", "here", &["PAILOU_ADDR", "`here`", "127.0.0.1:8080"]);
    check_environment("PAILOU_PROXY_TRUSTED", "-1", &["PAILOU_PROXY_TRUSTED", "`-1`", "0 to 8"]);
}

#[cfg(unix)]
#[test]
fn non_utf8_variable_is_an_error_only_if_it_is_a_setting() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = TempDir::new().unwrap();
    let no_text = OsStr::from_bytes(b"\xff\xfe");
    let mut command = pailou(folder.path(), &["serve"]);
    command.env("PAILOU_DATA", no_text);
    check(&finish(command), 2, &["PAILOU_DATA"]);
    let mut command = pailou(folder.path(), &["user", "list"]);
    command.env("SOMETHING_ELSE", no_text);
    check(&finish(command), 0, &[]);
}

#[test]
fn port_in_use_is_reported() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let folder = TempDir::new().unwrap();
    let output = run(folder.path(), &["serve", "--addr", &address]);
    check(&output, 1, &[&address, "--addr", "in use"]);
    assert!(!folder.path().join("data").exists(), "a port in use must not create a data directory");
}

#[test]
fn listen_address_without_a_local_interface_is_reported() {
    let folder = TempDir::new().unwrap();
    // 192.0.2.0/24 is reserved for documentation (RFC 5737), so this machine does not have the
    // address.
    let output = run(folder.path(), &["serve", "--addr", "192.0.2.1:8080"]);
    check(&output, 1, &["192.0.2.1:8080", "--addr", "no interface"]);
    assert!(!output.err.contains("Stop the program"), "{}", output.err);
}

#[test]
fn unusable_data_directory_is_reported() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &[("taken", "a file")]);
    for path in ["taken", "taken/below", "/proc/nowhere"] {
        let output = run(folder.path(), &["serve", "--addr", "127.0.0.1:0", "--data", path]);
        check(&output, 1, &[path, "--data"]);
    }
}

#[test]
fn unsupported_database_type_is_reported() {
    let folder = TempDir::new().unwrap();
    let address = ["serve", "--addr", "127.0.0.1:0", "--database", "mysql://ann:s3cret@db/site"];
    let output = run(folder.path(), &address);
    check(&output, 1, &["mysql://ann@db/site", "postgres://"]);
    assert!(!output.err.contains("s3cret"), "{}", output.err);
}

#[test]
fn unreachable_database_is_reported_without_the_password() {
    let folder = TempDir::new().unwrap();
    let address = "postgres://ann:s3cret@127.0.0.1:1/site";
    let output = run(folder.path(), &["export", "out", "--database", address]);
    check(&output, 1, &["postgres://ann@127.0.0.1:1/site"]);
    assert!(!format!("{output:?}").contains("s3cret"), "{output:?}");
}

#[test]
fn environment_overrides_the_settings_file() {
    let folder = TempDir::new().unwrap();
    write(
        folder.path(),
        &[("pailou.toml", "[site]\ntitle.en = 'From the file'\ntitle.zh = '文件'\n")],
    );
    let site = Site::of(folder, &[("PAILOU_SITE_TITLE_EN", "From the environment")]);
    let title = &site.get("/api/v1/public/site").json()["title"];
    assert_eq!(
        (&title["en-US"], &title["zh-CN"]),
        (&"From the environment".into(), &"文件".into())
    );
}

#[test]
fn first_start_imports_sample_content() {
    let site = Site::with_sample_content(&[]);
    for path in ["/index/zh", "/index/en", "/index/zh/docs", "/index/en/docs/guide/start"] {
        assert_eq!(site.get(path).status, 200, "{path}");
    }
    assert_eq!(site.get("/readyz").text(), "ready\n");
    assert_eq!(site.get("/healthz").text(), "ok\n");
}
