//! API types of accounts, the audit log, backups, and imports. Types with a password or a token have no `Debug`, so
//! they cannot be logged.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_auth::accounts::Account;
use pailou_auth::session;
use pailou_auth::session::{AccessScope, Permission, Role};
use pailou_git_sources::report::SourceIssues;
use pailou_web::problem::Problem;

#[derive(Deserialize, ToSchema)]
pub struct Login {
    pub username: String,
    pub password: String,
    /// Two-factor code: six digits, or a recovery code.
    pub code: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct Setup {
    /// Code from the link that `pailou serve` printed.
    pub code: String,
    pub username: String,
    pub password: String,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Confirm {
    pub password: String,
    /// Two-factor code; required if two-factor authentication is on.
    pub code: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct User {
    /// Account id; stable across renames.
    pub id: String,
    pub name: String,
    pub role: Role,
    /// Permissions of the user. The server checks them with every request.
    pub permissions: Vec<Permission>,
    /// Languages that the user is limited to (`zh`, `en`); empty for no limit.
    pub locales: Vec<String>,
    /// Areas that the user is limited to (`docs`, `landing`); empty for no limit.
    pub areas: Vec<String>,
    /// True if a login requires a two-factor code.
    pub second_factor: bool,
    /// True if the user has a passkey.
    pub passkey: bool,
    /// True if the user must set up two-factor authentication or a passkey. Until then, authenticated requests return
    /// 403 with `second-factor-required`, except enrollment, re-authentication, logout, and reading the current user.
    pub must_enroll: bool,
}

impl User {
    pub fn of(user: &session::User) -> Self {
        Self {
            id: user.id.clone(),
            name: user.name.clone(),
            role: user.role,
            permissions: user.permissions(),
            locales: user.limits.locale_names(),
            areas: user.limits.area_names(),
            second_factor: user.has_second_factor,
            passkey: user.has_passkey,
            must_enroll: user.must_enroll,
        }
    }

    pub(crate) fn of_account(account: &Account) -> Result<Self, Problem> {
        let role = Role::from_stored(&account.role);
        let limits = AccessScope::read(&account.locales, &account.areas);
        let limits = limits.map_err(|_| Problem::Forbidden(AccessScope::UNKNOWN))?;
        Ok(Self {
            id: account.id.clone(),
            name: account.name.clone(),
            role,
            permissions: if account.must_enroll() { Vec::new() } else { role.permissions() },
            locales: limits.locale_names(),
            areas: limits.area_names(),
            second_factor: !account.totp.is_empty(),
            passkey: account.has_passkey != 0,
            must_enroll: account.must_enroll(),
        })
    }
}

/// A new session. The token is returned only once.
#[derive(Serialize, ToSchema)]
pub struct Session {
    pub token: String,
    /// Latest expiry time; a token that is unused for 7 days expires earlier.
    pub expires_at: i64,
    pub user: User,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPassword {
    pub current: String,
    pub password: String,
}

/// A session of the user.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnSession {
    pub id: String,
    /// True for the session of this request.
    pub is_current: bool,
    pub created_at: i64,
    pub seen_at: i64,
    pub expires_at: i64,
    /// User agent of the client.
    pub agent: String,
    /// IP address of the login.
    pub address: String,
}

/// A two-factor secret during setup, inactive until a code confirms it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactor {
    /// Secret in Base32, for manual entry.
    pub secret: String,
    /// `otpauth` URI for an authenticator app on this device.
    pub uri: String,
    /// URI as a QR code, in SVG.
    pub qr_code: String,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct SecondFactorCode {
    /// Code of the new secret; empty to replace only the recovery codes.
    #[serde(default)]
    pub code: String,
}

/// Recovery codes, each of which can be used once in place of a two-factor code. Returned only once.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

/// Roles whose accounts must have a second factor.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactorPolicy {
    pub roles: Vec<Role>,
    /// Value of `If-Match` for a change.
    pub revision: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SecondFactorPolicyChange {
    /// Role names: `owner`, `admin`, `editor`, `translator`, `reviewer`, `analyst`.
    pub roles: Vec<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactorState {
    pub is_on: bool,
    /// Number of unused recovery codes.
    pub recovery_codes: i64,
}

/// A passkey, without its public key.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnPasskey {
    pub id: String,
    pub name: String,
    pub created_at: i64,
    #[schema(required)]
    pub used_at: Option<i64>,
}

/// The challenge for an authenticator.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyOptions {
    /// Argument of `PublicKeyCredential.parseCreationOptionsFromJSON` or
    /// `parseRequestOptionsFromJSON`.
    #[schema(value_type = Object)]
    pub options: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyCredential {
    /// Response of the authenticator, serialized by `toJSON()` in the browser.
    #[schema(value_type = Object)]
    pub credential: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPasskey {
    pub name: String,
    /// Response of the authenticator, serialized by `toJSON()` in the browser.
    #[schema(value_type = Object)]
    pub credential: serde_json::Value,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyName {
    pub name: String,
}

/// Login methods other than password and passkey.
#[derive(Serialize, ToSchema)]
pub(crate) struct LoginMethods {
    #[schema(required)]
    pub oidc: Option<OidcLabel>,
}

/// Display name of the identity provider.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcLabel {
    pub zh: String,
    pub en: String,
}

/// Authorization request to the identity provider.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcRequest {
    pub url: String,
    /// Key that the browser stores and sends with the callback.
    pub key: String,
}

/// Callback from the identity provider: the query parameters, and the key of the authorization
/// request.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OidcResponse {
    pub code: String,
    pub state: String,
    pub iss: Option<String>,
    pub key: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OwnLink {
    /// Time at which the account was linked to the identity provider; null if it is not linked.
    #[schema(required)]
    pub linked_at: Option<i64>,
}

/// An API token.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnToken {
    pub id: String,
    pub name: String,
    pub permissions: Vec<Permission>,
    pub created_at: i64,
    pub expires_at: i64,
    #[schema(required)]
    pub used_at: Option<i64>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewToken {
    pub name: String,
    /// Permissions of the token, a subset of those of the user.
    pub permissions: Vec<String>,
    /// Days until the token expires, from 1 to 366.
    pub days: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedToken {
    /// Secret of the token; returned only once.
    pub token: String,
    pub id: String,
    pub name: String,
    pub permissions: Vec<Permission>,
    pub created_at: i64,
    pub expires_at: i64,
    #[schema(required)]
    pub used_at: Option<i64>,
}

/// An account, as displayed to administrators.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ListedUser {
    pub id: String,
    pub name: String,
    pub role: Role,
    pub locales: Vec<String>,
    pub areas: Vec<String>,
    pub disabled: bool,
    pub second_factor: bool,
    /// Number of passkeys.
    pub passkeys: i64,
    pub created_at: i64,
    /// Time at which a session of the user was last used; null if there was none. API tokens do not count.
    #[schema(required)]
    pub seen_at: Option<i64>,
    /// Value of `If-Match` for a change.
    pub revision: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UserChange {
    pub name: String,
    pub role: String,
    pub locales: Vec<String>,
    pub areas: Vec<String>,
    pub disabled: bool,
}

/// A pending invitation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invitation {
    pub id: String,
    /// The administrator's note about the recipient.
    pub note: String,
    pub role: Role,
    pub locales: Vec<String>,
    pub areas: Vec<String>,
    pub made_by: String,
    pub created_at: i64,
    pub expires_at: i64,
    /// False while the creator of the invitation is disabled or may not manage accounts of this role.
    pub usable: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewInvitation {
    pub note: String,
    pub role: String,
    pub locales: Vec<String>,
    pub areas: Vec<String>,
    /// Days until the link expires, from 1 to 30.
    pub days: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedInvitation {
    /// Invitation link; returned only once.
    pub url: String,
    pub id: String,
    pub note: String,
    pub role: Role,
    pub locales: Vec<String>,
    pub areas: Vec<String>,
    pub made_by: String,
    pub created_at: i64,
    pub expires_at: i64,
}

/// A password reset link. Returned only once.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedLink {
    pub url: String,
    pub expires_at: i64,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct InvitationCode {
    pub code: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum InvitationKind {
    Invitation,
    Reset,
}

/// Details of an invitation link or a password reset link.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvitationDetails {
    pub kind: InvitationKind,
    pub role: Role,
    /// Languages that the account is limited to (`zh`, `en`); empty for no limit.
    pub locales: Vec<String>,
    /// Areas that the account is limited to (`docs`, `landing`); empty for no limit.
    pub areas: Vec<String>,
    /// Name of the account whose password is reset; null for an invitation.
    #[schema(required)]
    pub name: Option<String>,
    pub expires_at: i64,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct AcceptInvitation {
    pub code: String,
    /// Name of a new account; ignored for a password reset.
    #[serde(default)]
    pub username: String,
    pub password: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LogEntry {
    pub id: i64,
    pub at: i64,
    /// Name of the user who did the action; empty if unknown.
    pub actor: String,
    /// Account id of this user, stable across renames; empty if unknown.
    pub actor_id: String,
    /// Current name of the account, if it differs from `actor`; otherwise null.
    #[schema(required)]
    pub current_name: Option<String>,
    /// Name of the API token of the request; empty for a request without an API token.
    pub token: String,
    pub action: String,
    pub subject: String,
    /// State before the action, as JSON. A state above 16 KiB is replaced by an object with `beginning`, `bytes`, and
    /// `hash` (SHA-256).
    #[schema(required)]
    pub before: Option<String>,
    /// State after the action, in the same format.
    #[schema(required)]
    pub after: Option<String>,
    pub address: String,
    /// User agent; `cli` for the command line of the server, `timer` for scheduled site files, `schedule` for
    /// scheduled pages, `git` for Git updates.
    pub agent: String,
}

/// The restored backup.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RestoredBackup {
    /// Time at which the backup was created; `version` is the release of Pailou that created it.
    pub created_at: i64,
    pub version: String,
    pub rows: u64,
    pub files: u64,
    /// Backup file of the replaced site, in the data directory; empty if the site was new.
    pub before: String,
}

/// Result of an import or of a dry run.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportReport {
    pub dry_run: bool,
    /// Whether the pages in `absent` were moved to the trash, or would be moved without `dry_run`.
    pub prune: bool,
    /// Detected generator.
    pub generator: String,
    /// File by which the generator was detected; null if the generator was not detected by a file.
    #[schema(required)]
    pub because: Option<String>,
    /// Number of texts found; a page in two languages counts twice.
    pub pages: usize,
    pub new: usize,
    pub changed: usize,
    pub same: usize,
    /// Pages of earlier imports whose files are not in the archive.
    pub absent: Vec<AbsentPage>,
    /// Number of files other than pages.
    pub files: usize,
    pub issues: SourceIssues,
}

/// Page of an earlier import, in one language, whose file is not in the archive.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AbsentPage {
    pub locale: String,
    pub file: String,
    pub title: String,
}
