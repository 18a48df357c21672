//! URL of a Git repository: allowed transports, display without credentials, and URLs of the edit
//! and commit pages of the Git host.

use std::path::PathBuf;

use pailou_content::page_path::encode;
use url::Url;

use crate::keys::{has_valid_host, is_host_name};

/// Location of a Git repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remote {
    Path(PathBuf),
    Url(String),
}

/// URL paths of the edit and commit pages of a Git host.
struct Host {
    /// Host names; a name that ends in a dot is a prefix.
    names: &'static [&'static str],
    edit: &'static str,
    commit: &'static str,
}

const HOSTS: &[Host] = &[
    Host { names: &["github.com", "github."], edit: "edit", commit: "commit" },
    Host { names: &["gitlab.com", "gitlab."], edit: "-/edit", commit: "-/commit" },
    Host { names: &["gitee.com"], edit: "edit", commit: "commit" },
    Host { names: &["codeberg.org", "gitea.", "forgejo."], edit: "_edit", commit: "commit" },
];

impl Remote {
    /// Parses a URL; `None` if it is invalid or its transport is not supported. The scheme becomes lowercase, because
    /// git would interpret any other spelling as the name of a remote helper.
    pub(crate) fn of_url(url: &str) -> Option<Self> {
        let plain = !url.starts_with('-') && !url.contains(|c: char| c.is_control() || c == ' ');
        let url = match url.split_once("://") {
            Some((scheme, rest)) => format!("{}://{rest}", scheme.to_ascii_lowercase()),
            None => url.to_owned(),
        };
        (plain && protocol(&url).is_some()).then_some(Self::Url(url))
    }

    /// Returns the URL or path as an argument for git.
    pub fn address(&self) -> String {
        match self {
            Self::Path(path) => path.display().to_string(),
            Self::Url(url) => url.clone(),
        }
    }

    /// Returns the protocols that git may use, in the format of `GIT_ALLOW_PROTOCOL`. A host may redirect from http to
    /// https, so an http or https URL allows both.
    pub fn protocols(&self) -> &'static str {
        match self {
            Self::Path(_) => "file",
            Self::Url(url) => match protocol(url) {
                Some("http" | "https") => "http:https",
                Some(protocol) => protocol,
                None => "",
            },
        }
    }

    /// Returns the URL without credentials, for display.
    pub fn display_url(&self) -> String {
        without_credentials(&self.address())
    }

    /// Replaces the credentials of all URLs in a text with `…`. Also replaces the user name and the password of this
    /// repository elsewhere in the text, if they are longer than three bytes.
    pub fn redacted(&self, text: &str) -> String {
        let mut text = without_credentials(text);
        if let Self::Url(url) = self
            && let Some(user) = userinfo(url)
        {
            for secret in user.split(':').filter(|part| part.len() > 3) {
                text = text.replace(secret, "…");
            }
        }
        text
    }

    /// Returns the URL to edit a file of a branch on the Git host; `None` for a path or an unknown host.
    pub fn edit_url(&self, branch: &str, file: &str) -> Option<String> {
        let (host, web) = self.web()?;
        Some(format!("{web}/{}/{}/{}", host.edit, encode(branch), encode(file)))
    }

    pub fn commit_url(&self, commit: &str) -> Option<String> {
        let (host, web) = self.web()?;
        Some(format!("{web}/{}/{commit}", host.commit))
    }

    /// Returns the host and the web URL of the repository; `None` for a path or an unknown host.
    fn web(&self) -> Option<(&'static Host, String)> {
        let Self::Url(url) = self else { return None };
        let rest = match url.split_once("://") {
            Some(("http" | "https" | "ssh" | "git", rest)) => rest.to_owned(),
            Some(_) => return None,
            None => url.replacen(':', "/", 1),
        };
        let rest = rest.rsplit_once('@').map_or(rest.as_str(), |(_, rest)| rest);
        let (name, path) = rest.split_once('/')?;
        let name = name.split(':').next().unwrap_or(name).to_ascii_lowercase();
        let path = path.trim_matches('/');
        let path = path.strip_suffix(".git").unwrap_or(path);
        let is_name = |known: &&str| match known.strip_suffix('.') {
            Some(_) => name.starts_with(known),
            None => name == **known,
        };
        let host = HOSTS.iter().find(|host| host.names.iter().any(is_name))?;
        (path.contains('/')).then(|| (host, format!("https://{name}/{}", encode(path))))
    }
}

/// Returns the transport of a URL; `None` if it is not supported or the host is invalid. `git@host:path` is ssh.
fn protocol(url: &str) -> Option<&'static str> {
    let Some((scheme, rest)) = url.split_once("://") else {
        let (host, path) = url.split_once(':')?;
        let host = host.rsplit('@').next().unwrap_or(host);
        return (is_host_name(host) && !path.is_empty() && !path.starts_with(':')).then_some("ssh");
    };
    let known = ["https", "http", "ssh", "git", "file"].into_iter().find(|known| scheme == *known);
    // ssh would parse a host that begins with a hyphen as an option.
    let known =
        known.filter(|_| !rest.is_empty() && !rest.starts_with('-') && !rest.contains("@-"))?;
    let has_host = || Url::parse(url).is_ok_and(|url| has_valid_host(&url));
    (known == "file" || has_host()).then_some(known)
}

fn userinfo(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split('/').next().unwrap_or(rest);
    authority.rsplit_once('@').map(|(user, _)| user)
}

/// Replaces credentials in all URLs of a text: `https://user:token@host/…` becomes
/// `https://…@host/…`.
pub(crate) fn without_credentials(text: &str) -> String {
    let mut redacted = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, after) = rest.split_at(at + 3);
        redacted.push_str(before);
        let end = after.find(['/', ' ', '\'', '"', '\n']).unwrap_or(after.len());
        let (authority, after) = after.split_at(end);
        match authority.rsplit_once('@') {
            Some((_, host)) => redacted.push_str(&format!("…@{host}")),
            None => redacted.push_str(authority),
        }
        rest = after;
    }
    redacted.push_str(rest);
    redacted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Remote {
        Remote::of_url(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn only_supported_git_transports_are_allowed() {
        for (text, protocols) in [
            ("https://example.org/a/b.git", "http:https"),
            ("ssh://git@example.org:22/a", "ssh"),
            ("git@example.org:a/b", "ssh"),
            ("git://example.org/a", "git"),
            ("file:///srv/a", "file"),
            ("HTTPS://example.org/a", "http:https"),
            ("Ssh://git@example.org/a", "ssh"),
            ("ssh://git@[::1]:22/a", "ssh"),
            ("http://git_server.:3000/a", "http:https"),
        ] {
            assert_eq!(url(text).protocols(), protocols, "{text}");
        }
        assert_eq!(url("HTTPS://example.org/A").address(), "https://example.org/A");
        for text in [
            "ext::sh -c touch",
            "ext::sh",
            "fd::17",
            "-oProxyCommand=x:y",
            "ssh://-oProxyCommand=x/y",
            "ssh://git@-oProxyCommand=x/y",
            "ftp://example.org/a",
            "relative/path",
            "https://",
            "https://a b/c",
            "https://*.example.org/a",
            "https://example..org/a",
            "https://example.org:0/a",
            "ssh://git@-a.org/a",
            "ssh://git@example.org;x/a",
            "git@example..org:a",
            "git://example.org:0/a",
        ] {
            assert_eq!(Remote::of_url(text), None, "{text}");
        }
    }

    #[test]
    fn displayed_git_url_hides_credentials() {
        let remote = url("https://ann:s3cret@example.org/a");
        assert_eq!(remote.display_url(), "https://…@example.org/a");
        let message = "fatal: unable to access 'https://ann:s3cret@example.org/a/': s3cret refused";
        assert_eq!(
            remote.redacted(message),
            "fatal: unable to access 'https://…@example.org/a/': … refused"
        );
        assert_eq!(without_credentials("git@example.org:a/b"), "git@example.org:a/b");
    }

    #[test]
    fn git_hosts_are_detected_by_name() {
        for (text, edit) in [
            ("https://github.com/a/b.git", "https://github.com/a/b/edit/main/docs/x%20y.md"),
            ("git@github.com:a/b.git", "https://github.com/a/b/edit/main/docs/x%20y.md"),
            ("https://gitlab.com/a/b/c", "https://gitlab.com/a/b/c/-/edit/main/docs/x%20y.md"),
            (
                "ssh://git@gitlab.example.org:22/a/b",
                "https://gitlab.example.org/a/b/-/edit/main/docs/x%20y.md",
            ),
            ("https://x:y@gitee.com/a/b", "https://gitee.com/a/b/edit/main/docs/x%20y.md"),
            ("https://codeberg.org/a/b", "https://codeberg.org/a/b/_edit/main/docs/x%20y.md"),
        ] {
            assert_eq!(url(text).edit_url("main", "docs/x y.md").as_deref(), Some(edit), "{text}");
        }
        let gitlab = url("https://gitlab.com/a/b").commit_url("abc");
        assert_eq!(gitlab.as_deref(), Some("https://gitlab.com/a/b/-/commit/abc"));
        assert_eq!(url("https://example.org/a/b").edit_url("main", "x.md"), None);
        assert_eq!(Remote::Path("/srv/x".into()).edit_url("main", "x.md"), None);
    }
}
