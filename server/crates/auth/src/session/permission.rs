//! Permissions of users: the table that authorizes every request except those of visitors. The OpenAPI document names
//! the permission of each request, and a test checks each request with every role.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Role;

/// Permission of a role or of an API token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Permission {
    /// Read drafts, revisions, and the trash.
    PagesRead,
    /// Edit source texts.
    PagesEdit,
    /// Edit translations.
    TranslationsEdit,
    /// Upload and delete files, and edit alt text.
    Media,
    /// Edit the search dictionary.
    Dictionary,
    /// Update Git sources and resolve conflicts.
    Sources,
    /// Read feedback and search queries of visitors.
    Feedback,
    /// Manage users and invitations.
    People,
    /// Read and export the audit log.
    Log,
    /// Publish site files, such as the stylesheet.
    Config,
    /// Manage webhooks.
    Webhooks,
    /// Create and restore backups of the whole site.
    Backup,
    /// Import and export pages.
    Import,
    /// Manage the language model of the assistant, its key, and its budget.
    AssistantModel,
}

impl Permission {
    pub const ALL: [Permission; 14] = [
        Permission::PagesRead,
        Permission::PagesEdit,
        Permission::TranslationsEdit,
        Permission::Media,
        Permission::Dictionary,
        Permission::Sources,
        Permission::Feedback,
        Permission::People,
        Permission::Log,
        Permission::Config,
        Permission::Webhooks,
        Permission::Backup,
        Permission::Import,
        Permission::AssistantModel,
    ];

    /// Permissions that an API token can have. [`Permission::Backup`] and [`Permission::AssistantModel`] require a
    /// session.
    pub const OF_TOKENS: [Permission; 12] = [
        Permission::PagesRead,
        Permission::PagesEdit,
        Permission::TranslationsEdit,
        Permission::Media,
        Permission::Dictionary,
        Permission::Sources,
        Permission::Feedback,
        Permission::People,
        Permission::Log,
        Permission::Config,
        Permission::Webhooks,
        Permission::Import,
    ];

    /// Returns the roles with this permission.
    pub const fn roles(self) -> &'static [Role] {
        use Role::{Admin, Analyst, Editor, Owner, Reviewer, Translator};
        match self {
            Permission::PagesRead => &[Owner, Admin, Editor, Translator, Reviewer],
            Permission::PagesEdit => &[Owner, Admin, Editor],
            Permission::TranslationsEdit | Permission::Media => &[Owner, Admin, Editor, Translator],
            Permission::Dictionary | Permission::Sources => &[Owner, Admin],
            Permission::Feedback => &[Owner, Admin, Editor, Translator, Reviewer, Analyst],
            Permission::People
            | Permission::Log
            | Permission::Config
            | Permission::Webhooks
            | Permission::Import => &[Owner, Admin],
            // Only owners: a restore replaces all accounts, including those of owners; a language model costs money.
            Permission::Backup | Permission::AssistantModel => &[Owner],
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Permission::PagesRead => "pages-read",
            Permission::PagesEdit => "pages-edit",
            Permission::TranslationsEdit => "translations-edit",
            Permission::Media => "media",
            Permission::Dictionary => "dictionary",
            Permission::Sources => "sources",
            Permission::Feedback => "feedback",
            Permission::People => "people",
            Permission::Log => "log",
            Permission::Config => "config",
            Permission::Webhooks => "webhooks",
            Permission::Backup => "backup",
            Permission::Import => "import",
            Permission::AssistantModel => "assistant-model",
        }
    }

    /// Error detail for an API token that lacks a permission of its user.
    pub(crate) const NOT_GRANTED: &str = "missing permission of the API token";

    /// Returns the error detail for a user without this permission.
    pub(crate) const fn denial_detail(self) -> &'static str {
        match self {
            Permission::PagesRead => "missing permission: read drafts",
            Permission::PagesEdit | Permission::TranslationsEdit => {
                "missing permission: edit pages"
            }
            Permission::Media => "missing permission: edit files",
            Permission::Dictionary => "missing permission: edit the search dictionary",
            Permission::Sources => "missing permission: manage Git sources",
            Permission::Feedback => "missing permission: read feedback",
            Permission::People => "missing permission: manage accounts",
            Permission::Log => "missing permission: read the audit log",
            Permission::Config => "missing permission: publish site files",
            Permission::Webhooks => "missing permission: manage webhooks",
            Permission::Backup => "missing permission: create or restore backups",
            Permission::Import => "missing permission: import or export pages",
            Permission::AssistantModel => "missing permission: manage the language model",
        }
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown permission `{0}`: expected one of {names}", names = Permission::ALL.map(Permission::name).join(", "))]
pub struct UnknownPermission(String);

impl FromStr for Permission {
    type Err = UnknownPermission;

    fn from_str(text: &str) -> Result<Self, UnknownPermission> {
        let known = Permission::ALL.into_iter().find(|permission| permission.name() == text);
        known.ok_or_else(|| UnknownPermission(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The snapshot has the form of the table in the documentation.
    #[test]
    fn each_role_has_the_listed_permissions() {
        let rows = Permission::ALL.map(|permission| {
            let roles =
                Role::ALL.map(|role| if permission.roles().contains(&role) { 'x' } else { '.' });
            format!("{:18} {}", permission.name(), String::from_iter(roles))
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
        assistant-model    x.....
        ");
    }

    #[test]
    fn permission_name_round_trips() {
        for permission in Permission::ALL {
            assert_eq!(permission.name().parse(), Ok(permission));
        }
        let of_sessions = [Permission::Backup, Permission::AssistantModel];
        let of_tokens = Permission::ALL.into_iter().filter(|it| !of_sessions.contains(it));
        assert!(of_tokens.eq(Permission::OF_TOKENS));
        assert!("everything".parse::<Permission>().is_err());
    }
}
