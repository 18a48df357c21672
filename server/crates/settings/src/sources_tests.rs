//! Tests of valid settings of a Git source, and of the errors for invalid settings.

use super::*;

fn read(toml: &str, env: &[(&str, &str)]) -> Result<Vec<Source>, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pailou.toml");
    std::fs::write(&file, toml).unwrap();
    let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let read = crate::read_settings(&[], env, &file, true);
    let file_name = file.display().to_string();
    read.map(|settings| settings.sources)
        .map_err(|error| error.to_string().replace(&file_name, "pailou.toml"))
}

const LEAST: &str = "[[source]]\nname = 'docs'\nurl = 'https://example.org/x.git'\n";

#[test]
fn git_source_requires_only_name_and_url() {
    let sources = read(LEAST, &[]).unwrap();
    let source = &sources[0];
    assert_eq!((source.name.as_str(), source.branch.as_deref()), ("docs", None));
    assert_eq!(source.every, Some(Duration::from_secs(600)));
    assert_eq!((source.folder.as_str(), source.mount.as_str()), ("", ""));
    assert!(source.webhook_secret.is_none() && source.locales.is_none());
}

#[test]
fn git_source_settings_are_read() {
    let toml = "[[source]]\nname = 'kit'\nurl = 'git@example.org:a/b.git'\nbranch = 'release/2'\n\
                folder = 'site/docs/'\nlocales = { zh = 'zh', en = '.' }\nmount = '/tools/kit'\n\
                every = '2h'\nwebhook-secret = 'hush hush'\nfrom = 'auto'\ntimeout = '30s'\n\
                edit = 'https://x.example/{branch}/{file}'\nsize-mib = 5\n\
                [[source]]\nname = 'other'\npath = '/srv/other'\nevery = '0'\n";
    let sources = read(toml, &[]).unwrap();
    let kit = &sources[0];
    assert_eq!((kit.folder.as_str(), kit.mount.as_str()), ("site/docs", "tools/kit"));
    let locales = vec![(Locale::Zh, "zh".to_owned()), (Locale::En, String::new())];
    assert_eq!(kit.locales, Some(locales));
    assert_eq!((kit.every, kit.max_bytes), (Some(Duration::from_secs(7200)), 5 << 20));
    assert_eq!(kit.webhook_secret, Some(Secret("hush hush".to_owned())));
    assert!(!format!("{kit:?}").contains("hush"), "debug output must not contain the secret");
    assert_eq!(sources[1].every, None);
}

#[test]
fn tag_pattern_is_validated_and_extracts_the_version() {
    let sources = read(&format!("{LEAST}versions = 'docs-*'"), &[]).unwrap();
    let tags = sources[0].tags.as_ref().unwrap();
    assert_eq!(tags.version("docs-2.1"), Some("2.1"));
    assert_eq!(tags.version("v2.1"), None);
    for (wrong, key) in [
        ("versions = 'v2'", "invalid value `v2` for `source.docs.versions`"),
        ("versions = '*.*'", "invalid value `*.*` for `source.docs.versions`"),
        ("versions = '-*'", "invalid value `-*` for `source.docs.versions`"),
        ("versions = 'v*'\nmount = 'kit'", "invalid value `v*` for `source.docs.versions`"),
    ] {
        let error = read(&format!("{LEAST}{wrong}"), &[]).unwrap_err();
        assert!(error.contains("not together with mount") && error.contains(key), "{error}");
    }
}

#[test]
fn environment_variable_overrides_the_settings_file() {
    let env = [("PAILOU_SOURCE_DOCS_WEBHOOK_SECRET", "from outside")];
    let toml = format!("{LEAST}webhook-secret = 'from the file'");
    let sources = read(&toml, &env).unwrap();
    assert_eq!(sources[0].webhook_secret, Some(Secret("from outside".to_owned())));
    assert_eq!(
        read(LEAST, &[("PAILOU_SOURCE_DOC_BRANCH", "x")]).unwrap_err().split(';').next().unwrap(),
        "environment variable PAILOU_SOURCE_DOC_BRANCH: unknown setting `PAILOU_SOURCE_DOC_BRANCH`"
    );
}

#[test]
fn invalid_source_setting_error_lists_allowed_values() {
    for (more, expected) in [
        (
            "every = '10'",
            "invalid value `10` for `source.docs.every`: expected a time from 1s to 30d such as 10m, or 0 for never",
        ),
        (
            "branch = '--upload-pack=x'",
            "invalid value `--upload-pack=x` for `source.docs.branch`: expected the name of a branch",
        ),
        (
            "folder = '../x'",
            "invalid value `../x` for `source.docs.folder`: expected a folder inside the repository, such as docs or website/docs",
        ),
        (
            "webhook_secret = 'x'",
            "unknown setting `source.docs.webhook_secret`; did you mean `webhook-secret`?",
        ),
        (
            "webhook-secret = 'short'",
            "invalid value `…` for `source.docs.webhook-secret`: expected a secret of 8 to 256 characters; either webhook-secret or webhook-secret-file",
        ),
        (
            "path = '/x'",
            "invalid value `https://example.org/x.git` for `source.docs.url`: expected a Git URL with https, http, ssh, git, or file; either path or url",
        ),
        (
            "edit = 'https://x.example/'",
            "invalid value `https://x.example/` for `source.docs.edit`: expected an http(s) address with {file} in it, and {branch} where it is needed",
        ),
        (
            "edit = 'https://x..example/{file}'",
            "invalid value `https://x..example/{file}` for `source.docs.edit`: expected an http(s) address with {file} in it, and {branch} where it is needed",
        ),
    ] {
        let error = read(&format!("{LEAST}{more}"), &[]).unwrap_err();
        assert_eq!(error, format!("pailou.toml: {expected}"), "{more}");
    }
    let refused = |toml: &str| read(toml, &[]).unwrap_err();
    assert!(
        refused(&format!("{LEAST}{LEAST}")).contains("invalid value `docs` for `source.docs.name`")
    );
    assert!(refused("[[source]]\nurl = 'https://x.example'").contains("`source.1.name`"));
    assert!(refused("[[source]]\nname = 'a'").contains("`source.a.url`"));
    assert!(refused("source = 3").contains("`source`"));
    let url = "[[source]]\nname = 'a'\nurl = 'ext::sh -c x'";
    assert!(refused(url).contains("`source.a.url`"), "{}", refused(url));
}
