//! API types of accounts. Types with a password or a token have no `Debug`, so they cannot be logged.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accounts::Account;
use crate::shared::git_sources::report::SourceIssues;
use crate::shared::problem::Problem;
use crate::shared::session::{self, Act, Limits, Role};

#[derive(Deserialize, ToSchema)]
pub(crate) struct Login {
    pub(crate) username: String,
    pub(crate) password: String,
    /// The two-factor code: six digits, or a recovery code.
    pub(crate) code: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Setup {
    /// The code from the link that `pailou serve` printed.
    pub(crate) code: String,
    pub(crate) username: String,
    pub(crate) password: String,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Confirm {
    pub(crate) password: String,
    /// The two-factor code, if two-factor authentication is on.
    pub(crate) code: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct User {
    /// Stable across renames.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) role: Role,
    /// The permissions of the user. The server checks them with every request.
    pub(crate) may: Vec<Act>,
    /// The languages that the user is limited to (`zh`, `en`); empty for no limit.
    pub(crate) locales: Vec<String>,
    /// The areas that the user is limited to (`docs`, `landing`); empty for no limit.
    pub(crate) areas: Vec<String>,
    /// True if a login needs a two-factor code.
    pub(crate) second_factor: bool,
    /// True if passkeys are available.
    pub(crate) passkey: bool,
}

impl User {
    pub(super) fn of(user: &session::User) -> Self {
        Self {
            id: user.id.clone(),
            name: user.name.clone(),
            role: user.role,
            may: user.acts(),
            locales: user.limits.locale_names(),
            areas: user.limits.area_names(),
            second_factor: user.has_second_factor,
            passkey: user.has_passkey,
        }
    }

    pub(super) fn of_account(account: &Account) -> Result<Self, Problem> {
        let wrong = |error: &dyn std::fmt::Display| Problem::Internal(error.to_string());
        let role = account.role.parse::<Role>().map_err(|error| wrong(&error))?;
        let limits = Limits::read(&account.locales, &account.areas);
        let limits = limits.map_err(|error| wrong(&error))?;
        Ok(Self {
            id: account.id.clone(),
            name: account.name.clone(),
            role,
            may: role.acts(),
            locales: limits.locale_names(),
            areas: limits.area_names(),
            second_factor: !account.totp.is_empty(),
            passkey: account.has_passkey != 0,
        })
    }
}

/// A new session. The token is returned only once.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    pub(crate) token: String,
    /// The latest expiry; a token unused for 7 days expires earlier.
    pub(crate) expires_at: i64,
    pub(crate) user: User,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPassword {
    pub(crate) current: String,
    pub(crate) password: String,
}

/// A session of the user.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnSession {
    pub(crate) id: String,
    /// True for the session of this request.
    pub(crate) is_current: bool,
    pub(crate) created_at: i64,
    pub(crate) seen_at: i64,
    pub(crate) expires_at: i64,
    /// The user agent.
    pub(crate) agent: String,
    /// IP address of the login.
    pub(crate) address: String,
}

/// A two-factor secret during setup, inactive until a code confirms it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactor {
    /// In Base32, for manual entry.
    pub(crate) secret: String,
    /// For an authenticator app on this device.
    pub(crate) uri: String,
    /// The URI as a QR code, in SVG.
    pub(crate) picture: String,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct SecondFactorCode {
    /// A code of the new secret; empty to replace the recovery codes.
    #[serde(default)]
    pub(crate) code: String,
}

/// Recovery codes, each valid once in place of a two-factor code. Returned only once.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    pub(crate) recovery_codes: Vec<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactorState {
    pub(crate) is_on: bool,
    /// The number of unused recovery codes.
    pub(crate) recovery_codes: i64,
}

/// A passkey, without its key.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnPasskey {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) created_at: i64,
    #[schema(required)]
    pub(crate) used_at: Option<i64>,
}

/// The challenge for an authenticator.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyQuestion {
    /// The argument of `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    #[schema(value_type = Object)]
    pub(crate) options: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyAnswer {
    /// The authenticator's response, serialized by `toJSON()` in the browser.
    #[schema(value_type = Object)]
    pub(crate) credential: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPasskey {
    pub(crate) name: String,
    /// The authenticator's response, serialized by `toJSON()` in the browser.
    #[schema(value_type = Object)]
    pub(crate) credential: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyName {
    pub(crate) name: String,
}

/// The ways to log in, other than password and passkey.
#[derive(Serialize, ToSchema)]
pub(crate) struct LoginWays {
    #[schema(required)]
    pub(crate) oidc: Option<OidcLabel>,
}

/// The display name of the identity provider.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcLabel {
    pub(crate) zh: String,
    pub(crate) en: String,
}

/// The redirect to the identity provider.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcQuestion {
    pub(crate) url: String,
    /// To be stored in this browser, and sent with the callback.
    pub(crate) key: String,
}

/// The callback from the identity provider: the query parameters and the key.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OidcAnswer {
    pub(crate) code: String,
    pub(crate) state: String,
    pub(crate) iss: Option<String>,
    pub(crate) key: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OwnLink {
    /// Null if the account is not linked.
    #[schema(required)]
    pub(crate) linked_at: Option<i64>,
}

/// An API token.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnToken {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) acts: Vec<Act>,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    #[schema(required)]
    pub(crate) used_at: Option<i64>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewToken {
    pub(crate) name: String,
    /// The permissions, a subset of those of the user.
    pub(crate) acts: Vec<String>,
    /// Days until the token expires, from 1 to 366.
    pub(crate) days: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MadeToken {
    /// Returned only once.
    pub(crate) token: String,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) acts: Vec<Act>,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    #[schema(required)]
    pub(crate) used_at: Option<i64>,
}

/// An account, as administrators see it.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ListedUser {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) locales: Vec<String>,
    pub(crate) areas: Vec<String>,
    pub(crate) disabled: bool,
    pub(crate) second_factor: bool,
    /// The number of passkeys.
    pub(crate) passkeys: i64,
    pub(crate) created_at: i64,
    /// Last activity of an active session.
    #[schema(required)]
    pub(crate) seen_at: Option<i64>,
    /// The value for `If-Match`.
    pub(crate) revision: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UserChange {
    pub(crate) name: String,
    pub(crate) role: String,
    pub(crate) locales: Vec<String>,
    pub(crate) areas: Vec<String>,
    pub(crate) disabled: bool,
}

/// A pending invitation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invitation {
    pub(crate) id: String,
    /// The administrator's note on the recipient.
    pub(crate) note: String,
    pub(crate) role: Role,
    pub(crate) locales: Vec<String>,
    pub(crate) areas: Vec<String>,
    pub(crate) made_by: String,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    /// False while its creator lacks a permission that it grants.
    pub(crate) works: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewInvitation {
    pub(crate) note: String,
    pub(crate) role: String,
    pub(crate) locales: Vec<String>,
    pub(crate) areas: Vec<String>,
    /// Days until the link expires, from 1 to 30.
    pub(crate) days: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MadeInvitation {
    /// Returned only once.
    pub(crate) url: String,
    pub(crate) id: String,
    pub(crate) note: String,
    pub(crate) role: Role,
    pub(crate) locales: Vec<String>,
    pub(crate) areas: Vec<String>,
    pub(crate) made_by: String,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
}

/// A password reset link. Returned only once.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeLink {
    pub(crate) url: String,
    pub(crate) expires_at: i64,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct InvitationCode {
    pub(crate) code: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum InvitationKind {
    Invitation,
    Reset,
}

/// The purpose of an invitation link.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvitationLook {
    pub(crate) kind: InvitationKind,
    pub(crate) role: Role,
    /// The languages that the account is limited to (`zh`, `en`); empty for no limit.
    pub(crate) locales: Vec<String>,
    /// The areas that the account is limited to (`docs`, `landing`); empty for no limit.
    pub(crate) areas: Vec<String>,
    /// Name of the account whose password is reset.
    #[schema(required)]
    pub(crate) name: Option<String>,
    pub(crate) expires_at: i64,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct AcceptInvitation {
    pub(crate) code: String,
    /// Name of a new account.
    #[serde(default)]
    pub(crate) username: String,
    pub(crate) password: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LogEntry {
    pub(crate) id: i64,
    pub(crate) at: i64,
    /// The user name; empty if unknown.
    pub(crate) who: String,
    /// The account id, stable across renames; empty if unknown.
    pub(crate) who_id: String,
    /// The current name of the account, if it differs.
    #[schema(required)]
    pub(crate) who_now: Option<String>,
    /// The name of the API token; empty if none was used.
    pub(crate) token: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    /// The state before the action, as JSON. Above 16 KiB, an object with `beginning`, `bytes`, and `hash`
    /// (SHA-256).
    #[schema(required)]
    pub(crate) before: Option<String>,
    /// The state after the action, in the same format.
    #[schema(required)]
    pub(crate) after: Option<String>,
    pub(crate) address: String,
    /// The user agent; `cli` for the command line of the server.
    pub(crate) agent: String,
}

/// The restored backup.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RestoredBackup {
    /// When the backup was created, and by which version of Pailou.
    pub(super) made_at: i64,
    pub(super) version: String,
    pub(super) rows: u64,
    pub(super) files: u64,
    /// The backup of the previous state, in the data directory.
    pub(super) before: String,
}

/// The result of an import or of a dry run.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportReport {
    pub(super) dry_run: bool,
    /// The detected generator.
    pub(super) generator: String,
    /// The file that identified the generator.
    #[schema(required)]
    pub(super) because: Option<String>,
    /// The number of texts found.
    pub(super) pages: usize,
    pub(super) new: usize,
    pub(super) changed: usize,
    pub(super) same: usize,
    /// The number of files other than pages.
    pub(super) files: usize,
    pub(super) issues: SourceIssues,
}
