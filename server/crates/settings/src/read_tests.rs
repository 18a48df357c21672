//! Tests of the precedence of flags, environment variables, and the settings file, and tests of
//! error messages.

use super::*;

fn read_with(flags: &[(&str, &str)], env: &[(&str, &str)], toml: &str) -> Result<Settings, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pailou.toml");
    std::fs::write(&file, toml).unwrap();
    let flags: Vec<_> = flags.iter().map(|(k, v)| (*k, (*v).to_owned())).collect();
    let env = env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    let file_name = file.display().to_string();
    read_settings(&flags, env, &file, true)
        .map_err(|e| e.to_string().replace(&file_name, "pailou.toml"))
}

#[track_caller]
fn check_port(flags: &[(&str, &str)], env: &[(&str, &str)], toml: &str, port: u16) {
    assert_eq!(read_with(flags, env, toml).unwrap().addr.port(), port);
}

#[track_caller]
fn check_refused(env: &[(&str, &str)], toml: &str, sentence: &str) {
    assert_eq!(read_with(&[], env, toml).unwrap_err(), sentence);
}

#[test]
fn s3_bucket_requires_an_access_key() {
    check_refused(
        &[("PAILOU_S3_ENDPOINT", "https://s3.example.org")],
        "s3.bucket = 'docs-files'",
        "`s3.bucket` is set but `s3.access-key-id` is not; set both or neither",
    );
    let whole = "[s3]\nbucket = 'docs-files'\naccess-key-id = 'a'\nsecret-access-key = 'b'";
    let s3 = read_with(&[], &[], whole).unwrap().s3().unwrap();
    assert_eq!((s3.region.as_str(), s3.prefix.as_str()), ("us-east-1", "pailou"));
    assert!(read_with(&[], &[], "").unwrap().s3().is_none());
}

#[test]
fn flag_overrides_environment_and_file() {
    let flag = ("addr", "127.0.0.1:1");
    let variable = ("PAILOU_ADDR", "127.0.0.1:2");
    let toml = "addr = '127.0.0.1:3'";
    check_port(&[flag], &[variable], toml, 1);
    check_port(&[], &[variable], toml, 2);
    check_port(&[], &[], toml, 3);
    check_port(&[], &[], "", 8080);
}

#[test]
fn unknown_key_error_suggests_keys() {
    check_refused(
        &[],
        "[site]\ntitle.cn = 'x'\nurl = 'http://a'\n[render]\nengine = 2",
        "pailou.toml: unknown setting `render.engine`; did you mean `render.engines`?",
    );
    check_refused(
        &[("PAILOU_ADDRESS", "x")],
        "",
        &format!(
            "environment variable PAILOU_ADDRESS: unknown setting `PAILOU_ADDRESS`; available settings: {}",
            KEYS.iter().map(|k| k.name).collect::<Vec<_>>().join(", ")
        ),
    );
}

#[test]
fn invalid_value_error_lists_allowed_values() {
    check_refused(
        &[],
        "[log]\nformat = 'xml'",
        "pailou.toml: invalid value `xml` for `log.format`: expected text or json",
    );
    check_refused(
        &[("PAILOU_RENDER_ENGINES", "0")],
        "",
        "environment variable PAILOU_RENDER_ENGINES: invalid value `0` for `render.engines`: expected a number from 1 to 64",
    );
    check_refused(
        &[],
        "[check]\noff = ['cjk-space', 'x']",
        "pailou.toml: invalid value `[\"cjk-space\", \"x\"]` for `check.off`: expected a list of rules of `pailou check --help`",
    );
    check_refused(
        &[],
        "[outbound]\nallow = ['hooks.internal', '10.0.0.7:80']",
        "pailou.toml: invalid value `[\"hooks.internal\", \"10.0.0.7:80\"]` for `outbound.allow`: expected a list of hosts without ports, such as hooks.internal or 10.0.0.7",
    );
    check_refused(
        &[],
        "[site]\nurl = 'ftp://x'",
        "pailou.toml: invalid value `ftp://x` for `site.url`: expected the public origin without a path, such as https://docs.example.org",
    );
}

#[track_caller]
fn check_site_url(value: &str, origin: Option<&str>) {
    let settings = read_with(&[], &[("PAILOU_SITE_URL", value)], "").ok();
    assert_eq!(settings.map(|settings| settings.origin()).as_deref(), origin, "{value}");
}

#[test]
fn site_url_must_be_an_origin() {
    for (value, origin) in [
        ("https://docs.example.org", "https://docs.example.org"),
        ("https://docs.example.org/", "https://docs.example.org"),
        ("https://Docs.Example.org:443", "https://docs.example.org"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
        ("https://例子.测试", "https://xn--fsqu00a.xn--0zwm56d"),
        ("HTTPS://docs.example.org", "https://docs.example.org"),
        ("Http://docs.example.org:80/", "http://docs.example.org"),
        ("https://docs.example.org./", "https://docs.example.org"),
        ("https://docs-1.example.org", "https://docs-1.example.org"),
        ("http://localhost:8080", "http://localhost:8080"),
    ] {
        check_site_url(value, Some(origin));
    }
    for value in [
        "https://example.org/docs",
        "https://example.org/docs/",
        "https://example.org//",
        "https://example.org?a=b",
        "https://example.org/?",
        "https://example.org/#top",
        "https://ann:secret@example.org",
        "https://@example.org",
        "https://example.org\\docs",
        "https://example.org:65536",
        "https://exa mple.org",
        "https://",
        "https:///docs",
        "https://:443",
        "ftp://example.org",
        "example.org",
        "//example.org",
        "javascript:alert(1)",
        "https://*.example.org",
        "https://docs..example.org",
        "https://docs.example.org..",
        "https://.example.org",
        "https://.",
        "https://docs.example.org;x",
        "https://docs,example.org",
        "https://{docs}.example.org",
        "https://-a.org",
        "https://a-.org",
        "https://docs.example.org:0",
        "https://docs.example.org/.",
        "https://docs.example.org/%2e",
        "https://docs.example.org/..",
        "https://docs.example.org/docs/..",
        "https://docs.example.org/./",
    ] {
        check_site_url(value, None);
    }
    let long = format!("https://{}.org", "a".repeat(64));
    check_site_url(&long, None);
}

#[test]
fn urls_need_a_valid_host_and_port() {
    for key in [
        "PAILOU_HOST_INTERNAL",
        "PAILOU_OIDC_ISSUER",
        "PAILOU_S3_ENDPOINT",
        "PAILOU_SITE_EDIT_URL",
        "PAILOU_ASSISTANT_HANDOVER",
    ] {
        let read = |host: &str| {
            let value = format!("{host}/{{file}}{{question}}");
            let value =
                if key.contains("EDIT") || key.contains("HANDOVER") { &value } else { host };
            let own = match key {
                "PAILOU_OIDC_ISSUER" => "oidc.client-id = 'a'",
                "PAILOU_S3_ENDPOINT" => {
                    "[s3]\nbucket = 'docs'\naccess-key-id = 'a'\nsecret-access-key = 'b'"
                }
                _ => "",
            };
            read_with(&[], &[(key, value)], own)
        };
        for host in ["http://my_service.:9000", "HTTPS://id.example.org", "http://[::1]:80"] {
            assert!(read(host).is_ok(), "{key} {host}");
        }
        for host in ["http://*.a", "http://a..b", "http://a;b", "http://-a.b", "http://a:0"] {
            let error = read(host).err().unwrap_or_default();
            assert!(error.starts_with(&format!("environment variable {key}: ")), "{key} {error}");
        }
    }
}

#[test]
fn url_schemes_become_lowercase() {
    let environment = [
        ("PAILOU_SITE_EDIT_URL", "HTTPS://Git.example.org/Edit/{file}"),
        ("PAILOU_ASSISTANT_HANDOVER", "Https://example.org/?q={question}"),
        ("PAILOU_HOST_INTERNAL", "HTTP://10.0.0.7:80/"),
    ];
    let settings = read_with(&[], &environment, "").unwrap();
    let edit_url = settings.site_edit_url.as_deref();
    assert_eq!(edit_url, Some("https://Git.example.org/Edit/{file}"));
    let handover = settings.assistant_handover.as_deref();
    assert_eq!(handover, Some("https://example.org/?q={question}"));
    assert_eq!(settings.host_internal.as_deref(), Some("http://10.0.0.7"));
}

#[test]
fn allowed_hosts_are_normalized() {
    let read = |value| read_with(&[], &[("PAILOU_OUTBOUND_ALLOW", value)], "").ok();
    for (value, host) in [
        ("Hooks.Internal", "hooks.internal"),
        ("10.0.0.7", "10.0.0.7"),
        ("fd00:0::1", "fd00::1"),
        ("'[fd00::1]'", "fd00::1"),
        ("例子.测试", "xn--fsqu00a.xn--0zwm56d"),
        ("my_service", "my_service"),
    ] {
        let allowed = read(value).map(|settings| settings.outbound_allow);
        assert_eq!(allowed.as_deref(), Some(&[host.to_owned()][..]), "{value}");
    }
    for value in ["*.internal", "a..b", ".", "-a", "a:80", "https://a", "a/b"] {
        assert!(read(value).is_none(), "{value}");
    }
}

#[test]
fn base_url_with_a_query_or_fragment_is_rejected() {
    for (suffix, is_valid) in [("", true), ("/", true), ("?a=b", false), ("#a", false)] {
        let value = format!("http://10.0.0.7/site{suffix}");
        let read = read_with(&[], &[("PAILOU_HOST_INTERNAL", &value)], "");
        assert_eq!(read.is_ok(), is_valid, "{value}");
        if let Ok(settings) = read {
            assert_eq!(settings.host_internal.as_deref(), Some("http://10.0.0.7/site"));
        }
    }
}

#[test]
fn toml_syntax_error_contains_its_line() {
    let refused = read_with(&[], &[], "addr = ").unwrap_err();
    assert!(
        refused.starts_with("pailou.toml is not valid TOML: TOML parse error at line 1"),
        "{refused}"
    );
}
