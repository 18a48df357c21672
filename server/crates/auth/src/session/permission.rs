//! Permissions of users: the one table that decides every request beyond those of visitors. The API description names
//! the permission of each request, and a test checks all of them with every role.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Role;

/// A permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Read drafts, what texts once said, and what is in the trash.
    PagesRead,
    /// Change a text that others are translated from.
    PagesEdit,
    /// Change a translation.
    TranslationsEdit,
    /// Upload files, say what pictures show, take files away.
    Media,
    /// Decide which words translate each other.
    Dictionary,
    /// Update Git sources and decide conflicts with them.
    Sources,
    /// Read what readers say of pages, and what they search for.
    Feedback,
    /// Invite people, change what they may do.
    People,
    /// Read and export the log.
    Log,
    /// Publish values of the site, such as its stylesheet.
    Config,
    /// Say whom the site tells what is published.
    Webhooks,
    /// Download the whole site, and put another in its place.
    Backup,
    /// Import pages from files and export them.
    Import,
}

impl Act {
    pub const ALL: [Act; 13] = [
        Act::PagesRead,
        Act::PagesEdit,
        Act::TranslationsEdit,
        Act::Media,
        Act::Dictionary,
        Act::Sources,
        Act::Feedback,
        Act::People,
        Act::Log,
        Act::Config,
        Act::Webhooks,
        Act::Backup,
        Act::Import,
    ];

    /// The table.
    pub const fn roles(self) -> &'static [Role] {
        use Role::{Admin, Analyst, Editor, Owner, Reviewer, Translator};
        match self {
            Act::PagesRead => &[Owner, Admin, Editor, Translator, Reviewer],
            Act::PagesEdit => &[Owner, Admin, Editor],
            Act::TranslationsEdit | Act::Media => &[Owner, Admin, Editor, Translator],
            Act::Dictionary | Act::Sources => &[Owner, Admin],
            Act::Feedback => &[Owner, Admin, Editor, Translator, Reviewer, Analyst],
            Act::People | Act::Log | Act::Config | Act::Webhooks | Act::Import => &[Owner, Admin],
            // A restore replaces the accounts, so it decides who is an owner.
            Act::Backup => &[Owner],
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Act::PagesRead => "pages-read",
            Act::PagesEdit => "pages-edit",
            Act::TranslationsEdit => "translations-edit",
            Act::Media => "media",
            Act::Dictionary => "dictionary",
            Act::Sources => "sources",
            Act::Feedback => "feedback",
            Act::People => "people",
            Act::Log => "log",
            Act::Config => "config",
            Act::Webhooks => "webhooks",
            Act::Backup => "backup",
            Act::Import => "import",
        }
    }

    /// Error detail for an API token without a permission that its user has.
    pub(crate) const NOT_GRANTED: &str = "missing permission of the API token";

    /// Error detail for a user without this permission.
    pub const fn refusal(self) -> &'static str {
        match self {
            Act::PagesRead => "missing permission: read drafts",
            Act::PagesEdit | Act::TranslationsEdit => "missing permission: edit pages",
            Act::Media => "missing permission: edit files",
            Act::Dictionary => "missing permission: edit the search dictionary",
            Act::Sources => "missing permission: manage Git sources",
            Act::Feedback => "missing permission: read feedback",
            Act::People => "missing permission: manage accounts",
            Act::Log => "missing permission: read the audit log",
            Act::Config => "missing permission: publish site files",
            Act::Webhooks => "missing permission: manage webhooks",
            Act::Backup => "missing permission: create or restore backups",
            Act::Import => "missing permission: import or export pages",
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown permission `{0}`: expected one of {names}", names = Act::ALL.map(Act::name).join(", "))]
pub struct UnknownAct(String);

impl FromStr for Act {
    type Err = UnknownAct;

    fn from_str(text: &str) -> Result<Self, UnknownAct> {
        let known = Act::ALL.into_iter().find(|act| act.name() == text);
        known.ok_or_else(|| UnknownAct(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As it stands in the documentation.
    #[test]
    fn permissions_of_roles() {
        let rows = Act::ALL.map(|act| {
            let roles = Role::ALL.map(|role| if act.roles().contains(&role) { 'x' } else { '.' });
            format!("{:18} {}", act.name(), String::from_iter(roles))
        });
        insta::assert_snapshot!(rows.join("\n"), @r"
        pages-read         xxxxx.
        pages-edit         xxx...
        translations-edit  xxxx..
        media              xxxx..
        dictionary         xx....
        sources            xx....
        feedback           xxxxxx
        people             xx....
        log                xx....
        config             xx....
        webhooks           xx....
        backup             x.....
        import             xx....
        ");
    }

    #[test]
    fn permission_name_round_trips() {
        for act in Act::ALL {
            assert_eq!(act.name().parse(), Ok(act));
        }
        assert!("everything".parse::<Act>().is_err());
    }
}
