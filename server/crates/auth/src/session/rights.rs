//! Permissions of a user who is not the sender of a request: scheduled actions and preview links use the user's current
//! permissions.

use core_wasm::locale::Locale;

use super::{AccessScope, Permission, Role, store};
use pailou_database::{Db, Tx};

/// Role and access scope of an account; `None` if it is disabled or deleted, or if its access scope is unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rights(Option<(Role, AccessScope)>);

impl Rights {
    pub async fn of(db: &Db, user_id: &str) -> Result<Self, sqlx::Error> {
        Ok(Self::from_row(store::rights(db, user_id).await?))
    }

    /// Same as `of`, inside a transaction.
    pub async fn read_in_tx(tx: &mut Tx, user_id: &str) -> Result<Self, sqlx::Error> {
        Ok(Self::from_row(store::rights_in(tx, user_id).await?))
    }

    /// Converts a row of role, languages, and areas. An unknown language or area, stored by a newer release of Pailou,
    /// allows nothing.
    fn from_row(row: Option<(String, String, String)>) -> Self {
        let read = |(role, locales, areas): (String, String, String)| {
            Some((Role::from_stored(&role), AccessScope::read(&locales, &areas).ok()?))
        };
        Self(row.and_then(read))
    }

    pub fn allow(&self, permission: Permission) -> bool {
        self.0.as_ref().is_some_and(|(role, _)| permission.roles().contains(role))
    }

    /// Whether the role has a permission, and the access scope includes the pages of this area in this language.
    pub fn allow_in(&self, permission: Permission, area: &str, locale: Locale) -> bool {
        let is_within = |(_, limits): &(Role, AccessScope)| limits.allow(area, locale);
        self.allow(permission) && self.0.as_ref().is_some_and(is_within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(row: Option<(&str, &str, &str)>, expected: (bool, bool)) {
        let to_row = |(role, locales, areas): (&str, &str, &str)| {
            (role.to_owned(), locales.to_owned(), areas.to_owned())
        };
        let rights = Rights::from_row(row.map(to_row));
        let may = (
            rights.allow(Permission::PagesRead),
            rights.allow_in(Permission::TranslationsEdit, "docs", Locale::En),
        );
        assert_eq!(may, expected, "{row:?}");
    }

    #[test]
    fn rights_of_a_user_depend_on_role_and_access_scope() {
        check(None, (false, false));
        check(Some(("translator", "", "")), (true, true));
        check(Some(("translator", "zh", "")), (true, false));
        check(Some(("translator", "en", "landing")), (true, false));
        check(Some(("reviewer", "", "")), (true, false));
        check(Some(("analyst", "", "")), (false, false));
        check(Some(("translator", "fr", "")), (false, false));
    }
}
