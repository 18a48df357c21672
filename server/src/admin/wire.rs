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
    /// Of the second step: six digits, or a recovery code.
    pub(crate) code: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Setup {
    /// From the link that `pailou serve` printed.
    pub(crate) code: String,
    pub(crate) username: String,
    pub(crate) password: String,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Confirm {
    pub(crate) password: String,
    /// Of the second step, where there is one.
    pub(crate) code: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct User {
    /// Stays when the name changes.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) role: Role,
    /// What the user may do. The server asks the same table again with every request.
    pub(crate) may: Vec<Act>,
    /// `zh`, `en`: the languages that the user is limited to; none is no limit.
    pub(crate) locales: Vec<String>,
    /// `docs`, `landing`: the areas that the user is limited to; none is no limit.
    pub(crate) areas: Vec<String>,
    /// Whether a login asks for a code.
    pub(crate) second_factor: bool,
    /// Whether one may log in with a passkey.
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

/// A new session. The token is shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    pub(crate) token: String,
    /// At the latest; a token that is not used for seven days is over before.
    pub(crate) expires_at: i64,
    pub(crate) user: User,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPassword {
    pub(crate) current: String,
    pub(crate) password: String,
}

/// A device on which the user is logged in.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnSession {
    pub(crate) id: String,
    /// Whether this request came from it.
    pub(crate) is_current: bool,
    pub(crate) created_at: i64,
    pub(crate) seen_at: i64,
    pub(crate) expires_at: i64,
    /// What the browser calls itself.
    pub(crate) agent: String,
    /// From where it logged in.
    pub(crate) address: String,
}

/// A second step that is being set up: it is on once a code was sent back.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactor {
    /// In base 32, for typing.
    pub(crate) secret: String,
    /// For authenticators on this device.
    pub(crate) uri: String,
    /// The same as a QR code, in SVG.
    pub(crate) picture: String,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct SecondFactorCode {
    /// Of the secret that was set up last; empty for new recovery codes of the present one.
    #[serde(default)]
    pub(crate) code: String,
}

/// Each works once, in place of a code. They are shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    pub(crate) recovery_codes: Vec<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactorState {
    pub(crate) is_on: bool,
    /// Those that were not used yet.
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

/// What the browser is to ask an authenticator for.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyQuestion {
    /// As `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` takes them.
    #[schema(value_type = Object)]
    pub(crate) options: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyAnswer {
    /// What the browser made of the authenticator's answer, by `toJSON`.
    #[schema(value_type = Object)]
    pub(crate) credential: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPasskey {
    pub(crate) name: String,
    /// What the browser made of the authenticator's answer, by `toJSON`.
    #[schema(value_type = Object)]
    pub(crate) credential: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyName {
    pub(crate) name: String,
}

/// How one may log in, beside a password and a passkey.
#[derive(Serialize, ToSchema)]
pub(crate) struct LoginWays {
    #[schema(required)]
    pub(crate) oidc: Option<OidcLabel>,
}

/// What people call the provider of identities.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcLabel {
    pub(crate) zh: String,
    pub(crate) en: String,
}

/// The redirect to the identity provider.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcQuestion {
    pub(crate) url: String,
    /// To be kept in this browser, and sent with the answer.
    pub(crate) key: String,
}

/// The callback from the identity provider: the parameters of its URL, and the key.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OidcAnswer {
    pub(crate) code: String,
    pub(crate) state: String,
    pub(crate) iss: Option<String>,
    pub(crate) key: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OwnLink {
    /// Null where the account is not linked.
    #[schema(required)]
    pub(crate) linked_at: Option<i64>,
}

/// A token for programs.
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
    /// What it may do of what its user may.
    pub(crate) acts: Vec<String>,
    /// How long it lives, from 1 to 366.
    pub(crate) days: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MadeToken {
    /// Shown this once.
    pub(crate) token: String,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) acts: Vec<Act>,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    #[schema(required)]
    pub(crate) used_at: Option<i64>,
}

/// An account as administrators see it.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ListedUser {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) locales: Vec<String>,
    pub(crate) areas: Vec<String>,
    pub(crate) disabled: bool,
    pub(crate) second_factor: bool,
    /// How many it has.
    pub(crate) passkeys: i64,
    pub(crate) created_at: i64,
    /// Of a session that is not over.
    #[schema(required)]
    pub(crate) seen_at: Option<i64>,
    /// For `If-Match`.
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

/// A link that was not used yet.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invitation {
    pub(crate) id: String,
    /// For whom it is, in the administrator's words.
    pub(crate) note: String,
    pub(crate) role: Role,
    pub(crate) locales: Vec<String>,
    pub(crate) areas: Vec<String>,
    pub(crate) made_by: String,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    /// False while its creator may not grant these permissions.
    pub(crate) works: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewInvitation {
    pub(crate) note: String,
    pub(crate) role: String,
    pub(crate) locales: Vec<String>,
    pub(crate) areas: Vec<String>,
    /// How long the link works, from 1 to 30.
    pub(crate) days: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MadeInvitation {
    /// Shown this once.
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

/// A link for a new password. Shown this once.
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

/// What a link is for.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvitationLook {
    pub(crate) kind: InvitationKind,
    pub(crate) role: Role,
    /// `zh`, `en`: the languages that the account is limited to; none is no limit.
    pub(crate) locales: Vec<String>,
    /// `docs`, `landing`: the areas that the account is limited to; none is no limit.
    pub(crate) areas: Vec<String>,
    /// Of the account that gets a new password.
    #[schema(required)]
    pub(crate) name: Option<String>,
    pub(crate) expires_at: i64,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct AcceptInvitation {
    pub(crate) code: String,
    /// Of a new account.
    #[serde(default)]
    pub(crate) username: String,
    pub(crate) password: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LogEntry {
    pub(crate) id: i64,
    pub(crate) at: i64,
    /// Empty where no user is known.
    pub(crate) who: String,
    /// Id of the account, which keeps it under another name; empty where none is known.
    pub(crate) who_id: String,
    /// What the account is called now, where that is another name.
    #[schema(required)]
    pub(crate) who_now: Option<String>,
    /// The name of the token by which a program acted; empty where it was none.
    pub(crate) token: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    /// JSON; of more than 16 KiB an object with its `beginning`, its `bytes` and its `hash`, which is SHA-256.
    #[schema(required)]
    pub(crate) before: Option<String>,
    /// The same.
    #[schema(required)]
    pub(crate) after: Option<String>,
    pub(crate) address: String,
    /// `cli` for the server's command line.
    pub(crate) agent: String,
}

/// What was restored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RestoredBackup {
    /// When the backup was made, and by which version of the program.
    pub(super) made_at: i64,
    pub(super) version: String,
    pub(super) rows: u64,
    pub(super) files: u64,
    /// The backup of what stood before, in the data directory.
    pub(super) before: String,
}

/// What was taken from files, or would be.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportReport {
    pub(super) dry_run: bool,
    /// As which the files were read.
    pub(super) generator: String,
    /// The file that tells.
    #[schema(required)]
    pub(super) because: Option<String>,
    /// Texts that were found.
    pub(super) pages: usize,
    pub(super) new: usize,
    pub(super) changed: usize,
    pub(super) same: usize,
    /// Files beside the pages.
    pub(super) files: usize,
    pub(super) issues: SourceIssues,
}
