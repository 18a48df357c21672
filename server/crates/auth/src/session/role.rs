//! Roles of users. The table in `permission` defines the permissions of each role.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use utoipa::ToSchema;

use super::Permission;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Owner,
    Admin,
    Editor,
    Translator,
    Reviewer,
    Analyst,
}

impl Role {
    pub const ALL: [Role; 6] =
        [Role::Owner, Role::Admin, Role::Editor, Role::Translator, Role::Reviewer, Role::Analyst];

    /// Role with the fewest permissions.
    pub(crate) const LOWEST: Role = Role::Analyst;

    /// Parses a stored role. An unknown role, stored by a newer release of Pailou, is treated as the lowest role.
    pub fn from_stored(name: &str) -> Self {
        name.parse().unwrap_or(Role::LOWEST)
    }

    /// Returns all permissions of this role.
    pub fn permissions(self) -> Vec<Permission> {
        Permission::ALL
            .into_iter()
            .filter(|permission| permission.roles().contains(&self))
            .collect()
    }

    /// Whether an account of this role can be limited to languages and areas. A role that can manage users cannot be
    /// limited, because such a user could remove the limits.
    pub fn supports_limits(self) -> bool {
        !Permission::People.roles().contains(&self)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Admin => "admin",
            Role::Editor => "editor",
            Role::Translator => "translator",
            Role::Reviewer => "reviewer",
            Role::Analyst => "analyst",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown role `{0}`: expected owner, admin, editor, translator, reviewer, or analyst")]
pub struct UnknownRole(String);

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        let known = Role::ALL.into_iter().find(|role| role.name() == text);
        known.ok_or_else(|| UnknownRole(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn role_that_can_manage_users_cannot_have_an_access_scope() {
        let limited = Role::ALL.into_iter().filter(|role| role.supports_limits());
        let names: Vec<_> = limited.map(Role::name).collect();
        assert_eq!(names, ["editor", "translator", "reviewer", "analyst"]);
    }

    #[test]
    fn role_name_round_trips() {
        for role in Role::ALL {
            assert_eq!(role.to_string().parse(), Ok(role));
        }
        assert!("Owner".parse::<Role>().is_err());
    }
}
