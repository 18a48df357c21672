//! Validity of invitation and password reset links. A link is invalid while its creator lacks the permission to create
//! it.

use super::{may_administer, role_or_owner, store};
use pailou_auth::accounts;
use pailou_auth::accounts::Account;
use pailou_auth::session::Role;
use pailou_database::Tx;
use pailou_database::id;
use pailou_web::problem::Problem;

/// An invitation link or a password reset link. `account` is the account whose password is reset; `None` for an
/// invitation.
pub(super) struct Link {
    pub invitation: store::Invitation,
    pub account: Option<Account>,
}

impl Link {
    pub(super) async fn of(tx: &mut Tx, invitation: store::Invitation) -> Result<Self, Problem> {
        let account = match &invitation.user_id {
            Some(user) => {
                let account = accounts::store::by_id(tx, user).await?;
                Some(account.ok_or(Problem::InvitationUsed)?)
            }
            None => None,
        };
        Ok(Self { invitation, account })
    }

    /// Returns the link whose code has this hash, or `InvitationUsed` (410) if there is no such link, the link has
    /// expired, or `is_valid` returns false.
    pub(super) async fn valid(tx: &mut Tx, code_hash: &str) -> Result<Self, Problem> {
        let invitation = store::invitation(tx, code_hash, id::now()).await?;
        let link = Self::of(tx, invitation.ok_or(Problem::InvitationUsed)?).await?;
        let works = link.is_valid(tx).await?;
        works.then_some(link).ok_or(Problem::InvitationUsed)
    }

    /// Whether the link is valid: the creator is enabled and may still grant the role, and the account, if any, is
    /// enabled.
    pub(super) async fn is_valid(&self, tx: &mut Tx) -> Result<bool, sqlx::Error> {
        let maker = accounts::store::by_id(tx, &self.invitation.created_by_id).await?;
        let may_make = maker
            .filter(is_enabled)
            .is_some_and(|maker| may_administer(Role::from_stored(&maker.role), self.role()));
        Ok(may_make && self.account.as_ref().is_none_or(is_enabled))
    }

    /// Returns the role that the invitation grants, or the role of the account whose password is reset.
    pub(super) fn role(&self) -> Role {
        role_or_owner(self.account.as_ref().map_or(&self.invitation.role, |account| &account.role))
    }
}

fn is_enabled(account: &Account) -> bool {
    account.disabled_at.is_none()
}
