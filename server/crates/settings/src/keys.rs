//! Every setting: its key, allowed values, and parser.

use std::net::IpAddr;
use std::path::PathBuf;

use url::{Host, Url};

use super::{LogFormat, Settings};
use pailou_content::lint_rules::{Spacing, is_rule};

/// A setting: key in `pailou.toml`, description of allowed values, and parser.
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) allowed: &'static str,
    pub(super) parse: fn(&mut Settings, &str) -> Option<()>,
}

pub(super) const KEYS: &[Key] = &[
    Key {
        name: "addr",
        allowed: "an address and a port, such as 127.0.0.1:8080 or [::]:80",
        parse: |s, v| v.parse().map(|addr| s.addr = addr).ok(),
    },
    Key {
        name: "data",
        allowed: "a directory",
        parse: |s, v| filled(v).map(|v| s.data = PathBuf::from(v)),
    },
    Key {
        name: "database",
        allowed: "postgres://user@host/name, or the path of a SQLite file",
        parse: |s, v| filled(v).map(|v| s.database = Some(v)),
    },
    Key {
        name: "host-internal",
        allowed: "an http:// address such as http://127.0.0.1:8080",
        parse: |s, v| base_url(v).map(|v| s.host_internal = Some(v)),
    },
    Key {
        name: "site.title.zh",
        allowed: "a text of 1 to 80 characters",
        parse: |s, v| title(v).map(|v| s.site_title_zh = v),
    },
    Key {
        name: "site.title.en",
        allowed: "a text of 1 to 80 characters",
        parse: |s, v| title(v).map(|v| s.site_title_en = v),
    },
    Key {
        name: "site.url",
        allowed: "the public origin without a path, such as https://docs.example.org",
        parse: |s, v| origin(v).map(|v| s.site_url = Some(v)),
    },
    Key {
        name: "site.edit-url",
        allowed: "an http(s) address with {file} in it",
        parse: |s, v| edit_url(v).map(|v| s.site_edit_url = Some(v)),
    },
    Key {
        name: "site.original",
        allowed: "zh or en",
        parse: |s, v| v.parse().map(|locale| s.site_original = locale).ok(),
    },
    Key {
        name: "site.offline",
        allowed: "true or false",
        parse: |s, v| v.parse().map(|is_on| s.site_offline = is_on).ok(),
    },
    Key {
        name: "site.hsts-subdomains",
        allowed: "true or false",
        parse: |s, v| v.parse().map(|is_on| s.site_hsts_subdomains = is_on).ok(),
    },
    Key {
        name: "localization.hidden-contributors",
        allowed: "a list of names",
        parse: |s, v| {
            s.localization_hidden_contributors = list(v);
            Some(())
        },
    },
    Key {
        name: "assistant.questions",
        allowed: "true or false",
        parse: |s, v| v.parse().map(|is_on| s.assistant_questions = is_on).ok(),
    },
    Key {
        name: "assistant.question-days",
        allowed: "a number from 1 to 3650",
        parse: |s, v| number(v, 1, 3650).map(|n| s.assistant_question_days = n as i64),
    },
    Key {
        name: "assistant.handover",
        allowed: "an http(s) address with {question} in it, or an e-mail address",
        parse: |s, v| handover(v).map(|v| s.assistant_handover = Some(v)),
    },
    Key {
        name: "media.random-names",
        allowed: "true or false",
        parse: |s, v| v.parse().map(|is_on| s.media_random_names = is_on).ok(),
    },
    Key {
        name: "limits.connections",
        allowed: "a number from 1 to 1000000",
        parse: |s, v| number(v, 1, 1_000_000).map(|n| s.connections = n),
    },
    Key {
        name: "limits.body-bytes",
        allowed: "a number from 1024 to 1073741824",
        parse: |s, v| number(v, 1024, 1 << 30).map(|n| s.body_bytes = n as u64),
    },
    Key {
        name: "limits.shutdown-seconds",
        allowed: "a number from 0 to 600",
        parse: |s, v| number(v, 0, 600).map(|n| s.shutdown_seconds = n as u64),
    },
    Key {
        name: "proxy.trusted",
        allowed: "a number from 0 to 8: the number of reverse proxies",
        parse: |s, v| number(v, 0, 8).map(|n| s.trusted_proxies = n),
    },
    Key {
        name: "render.engines",
        allowed: "a number from 1 to 64",
        parse: |s, v| number(v, 1, 64).map(|n| s.render_engines = n),
    },
    Key {
        name: "render.cache-mib",
        allowed: "a number from 1 to 4096",
        parse: |s, v| number(v, 1, 4096).map(|n| s.cache_mib = n),
    },
    Key {
        name: "render.wait-ms",
        allowed: "a number from 0 to 60000: milliseconds",
        parse: |s, v| number(v, 0, 60_000).map(|n| s.render_wait_ms = n as u64),
    },
    Key {
        name: "anti-forgery.cookie",
        allowed: "a cookie name of letters, digits, - and _",
        parse: |s, v| token(v).map(|v| s.anti_forgery_cookie = v),
    },
    Key {
        name: "anti-forgery.header",
        allowed: "a header name of letters, digits, - and _",
        parse: |s, v| token(v).map(|v| s.anti_forgery_header = v),
    },
    Key {
        name: "log.format",
        allowed: "text or json",
        parse: |s, v| {
            s.log_format = match v {
                "text" => LogFormat::Text,
                "json" => LogFormat::Json,
                _ => return None,
            };
            Some(())
        },
    },
    Key {
        name: "log.level",
        allowed: "error, warn, info, debug or trace",
        parse: |s, v| {
            ["error", "warn", "info", "debug", "trace"]
                .contains(&v)
                .then(|| s.log_level = v.to_owned())
        },
    },
    Key {
        name: "check.off",
        allowed: "a list of rules of `pailou check --help`",
        parse: |s, v| rules(v).map(|rules| s.check_off = rules),
    },
    Key {
        name: "check.spacing",
        allowed: "require, strip or off",
        parse: |s, v| {
            s.check_spacing = match v {
                "require" => Spacing::Require,
                "strip" => Spacing::Strip,
                "off" => Spacing::Off,
                _ => return None,
            };
            Some(())
        },
    },
    Key {
        name: "l10n.mark",
        allowed: "comment, or front-matter: with a key, such as front-matter:outdated",
        parse: |s, v| mark(v).map(|v| s.l10n_mark = v),
    },
    Key {
        name: "outbound.allow",
        allowed: "a list of hosts without ports, such as hooks.internal or 10.0.0.7",
        parse: |s, v| hosts(v).map(|hosts| s.outbound_allow = hosts),
    },
    Key {
        name: "oidc.issuer",
        allowed: "an address such as https://id.example.org/realms/docs",
        parse: |s, v| issuer(v).map(|v| s.oidc_issuer = Some(v)),
    },
    Key {
        name: "oidc.client-id",
        allowed: "the client ID issued by the provider",
        parse: |s, v| filled(v).map(|v| s.oidc_client_id = Some(v)),
    },
    Key {
        name: "oidc.client-secret",
        allowed: "the client secret issued by the provider",
        parse: |s, v| filled(v).map(|v| s.oidc_client_secret = Some(v)),
    },
    Key {
        name: "oidc.client-secret-file",
        allowed: "a file that contains only the secret",
        parse: |s, v| in_file(v).map(|v| s.oidc_client_secret = Some(v)),
    },
    Key {
        name: "oidc.label.zh",
        allowed: "a text of 1 to 80 characters",
        parse: |s, v| title(v).map(|v| s.oidc_label_zh = Some(v)),
    },
    Key {
        name: "oidc.label.en",
        allowed: "a text of 1 to 80 characters",
        parse: |s, v| title(v).map(|v| s.oidc_label_en = Some(v)),
    },
    Key {
        name: "s3.bucket",
        allowed: "the name of a bucket, such as docs-files",
        parse: |s, v| bucket(v).map(|v| s.s3_bucket = Some(v)),
    },
    Key {
        name: "s3.endpoint",
        allowed: "the endpoint URL of the object storage, such as https://s3.example.org",
        parse: |s, v| base_url(v).map(|v| s.s3_endpoint = Some(v)),
    },
    Key {
        name: "s3.region",
        allowed: "the name of a region, such as eu-central-1",
        parse: |s, v| token(v).map(|v| s.s3_region = v),
    },
    Key {
        name: "s3.prefix",
        allowed: "letters, digits, - and _: the prefix of all file names",
        parse: |s, v| token(v).map(|v| s.s3_prefix = v),
    },
    Key {
        name: "s3.access-key-id",
        allowed: "the access key ID for the bucket",
        parse: |s, v| filled(v).map(|v| s.s3_access_key_id = Some(v)),
    },
    Key {
        name: "s3.secret-access-key",
        allowed: "the secret access key for the bucket",
        parse: |s, v| filled(v).map(|v| s.s3_secret_access_key = Some(v)),
    },
    Key {
        name: "s3.secret-access-key-file",
        allowed: "a file that contains only the secret",
        parse: |s, v| in_file(v).map(|v| s.s3_secret_access_key = Some(v)),
    },
];

/// Returns the descriptions of the allowed values of all settings, including those of Git sources.
pub fn allowed() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.allowed).chain(crate::sources::allowed_in_sources())
}

fn filled(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

fn in_file(path: &str) -> Option<String> {
    filled(std::fs::read_to_string(path).ok()?.trim())
}

/// Parses a bucket name: 3 to 63 lowercase letters, digits, dots, and hyphens. Returns `None` for another value.
fn bucket(value: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-');
    ((3..=63).contains(&value.len()) && value.chars().all(plain)).then(|| value.to_owned())
}

fn title(value: &str) -> Option<String> {
    (1..=80).contains(&value.chars().count()).then(|| value.to_owned())
}

/// Parses an http(s) URL with a valid host and port, without credentials and without characters
/// that the crate `url` would correct silently.
fn http_url(value: &str) -> Option<Url> {
    let unexpected = |c: char| c == '\\' || c.is_whitespace() || c.is_control();
    let (scheme, rest) = value.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_plain = !authority.is_empty() && !authority.contains('@') && !value.contains(unexpected);
    let is_http = ["http", "https"].iter().any(|name| scheme.eq_ignore_ascii_case(name));
    let url = (is_plain && is_http).then(|| Url::parse(value).ok()).flatten()?;
    has_valid_host(&url).then_some(url)
}

/// Whether the host of a URL is an IP address or a host name, and its port is not 0. The `url`
/// crate accepts hosts such as `*.example.org` and `a..b`.
pub(crate) fn has_valid_host(url: &Url) -> bool {
    let is_valid = url.host().is_some_and(|host| match host {
        Host::Domain(name) => is_host_name(name),
        Host::Ipv4(_) | Host::Ipv6(_) => true,
    });
    is_valid && url.port() != Some(0)
}

/// Whether a text is a host name (RFC 1123): labels of letters, digits, and hyphens, with an optional dot at the end.
/// Underscores are also allowed, because names of containers may contain them.
pub(crate) fn is_host_name(text: &str) -> bool {
    let name = text.strip_suffix('.').unwrap_or(text);
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(plain)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.len() <= 253 && name.split('.').all(is_label)
}

/// Parses an http(s) URL that may contain a path, a query, and placeholders. The scheme becomes lowercase, and the rest
/// is unchanged. Returns `None` for another value.
fn url_template(value: &str) -> Option<String> {
    let url = http_url(value)?;
    Some(format!("{}{}", url.scheme(), &value[url.scheme().len()..]))
}

/// Parses an http(s) URL with the placeholder `{file}`; `None` for another value.
pub(crate) fn edit_url(value: &str) -> Option<String> {
    url_template(value).filter(|url| url.contains("{file}"))
}

/// Parses a URL with the placeholder `{question}`, or an e-mail address; `None` for another value.
fn handover(value: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+' | '@');
    let is_email = value
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && is_host_name(host))
        && value.chars().all(plain);
    if is_email {
        return Some(value.to_owned());
    }
    url_template(value).filter(|url| url.contains("{question}"))
}

/// Parses an origin (RFC 6454); returns its ASCII form, without a dot at the end of the host. A
/// trailing slash is ignored.
fn origin(value: &str) -> Option<String> {
    let mut url = http_url(value)?;
    // The parser removes path segments such as `/..`, so the unparsed text is checked.
    let rest = value.get(url.scheme().len() + "://".len()..)?;
    let is_origin = rest.find(['/', '?', '#']).is_none_or(|at| &rest[at..] == "/");
    if let Some(name) = url.domain().and_then(|name| name.strip_suffix('.')).map(str::to_owned) {
        url.set_host(Some(&name)).ok()?;
    }
    is_origin.then(|| url.origin().ascii_serialization())
}

/// Parses a base URL without query and fragment into its normalized form; removes trailing slashes.
fn base_url(value: &str) -> Option<String> {
    let url = http_url(value)?;
    let is_base = url.query().is_none() && url.fragment().is_none();
    is_base.then(|| url.as_str().trim_end_matches('/').to_owned())
}

/// Parses the issuer of an identity provider, a base URL; `None` for another value. The path is not normalized, because
/// the issuer must equal the `issuer` in the provider's metadata.
fn issuer(value: &str) -> Option<String> {
    base_url(value).and_then(|_| url_template(value))
}

fn token(value: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (!value.is_empty() && value.chars().all(plain)).then(|| value.to_owned())
}

/// Parses the outdated marker for `pailou l10n --write`: `comment`, or `front-matter:` and a key. Returns `None` for
/// another value.
fn mark(value: &str) -> Option<String> {
    let is_key =
        |key: &str| key.starts_with(|c: char| c.is_ascii_alphabetic()) && token(key).is_some();
    let is_mark = value == "comment" || value.strip_prefix("front-matter:").is_some_and(is_key);
    is_mark.then(|| value.to_owned())
}

fn rules(value: &str) -> Option<Vec<String>> {
    let names = list(value);
    names.iter().all(|name| is_rule(name)).then_some(names)
}

/// Parses a list of hosts into normalized form: host names in lowercase ASCII, and IPv6 addresses
/// without brackets.
fn hosts(value: &str) -> Option<Vec<String>> {
    let host = |name: &String| {
        if let Ok(address) = name.parse::<IpAddr>() {
            return Some(address.to_string());
        }
        match Host::parse(name).ok()? {
            Host::Domain(name) => is_host_name(&name).then_some(name),
            Host::Ipv4(address) => Some(address.to_string()),
            Host::Ipv6(address) => Some(address.to_string()),
        }
    };
    list(value).iter().map(host).collect()
}

/// Parses a list: `["a", "b"]` in the file, `a,b` in an environment variable.
fn list(value: &str) -> Vec<String> {
    let names = value.trim_matches(['[', ']']).split(',');
    let names = names.map(|name| name.trim().trim_matches(['"', '\'']).to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

fn number(value: &str, min: usize, max: usize) -> Option<usize> {
    value.parse().ok().filter(|n| (min..=max).contains(n))
}
