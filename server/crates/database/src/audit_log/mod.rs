//! Audit log: actor, action, time, and origin of each change. Entries are added in the transaction of the change, so
//! that neither exists without the other. The database rejects changes to entries.

mod store;

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Tx;
use super::id;
use pailou_text_diff::unicode_security::breaks_line;

/// Account or process that performed an action, with the client address and user agent of its request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Actor {
    /// Name of the account; empty for an unknown actor.
    pub name: String,
    /// Account id, which does not change with the name; empty without an account.
    pub id: String,
    /// Name of the API token of the request; empty for a request without an API token.
    pub token: String,
    pub address: String,
    pub agent: String,
}

impl Actor {
    /// Creates the actor for this account, without an address.
    pub fn of(id: &str, name: &str) -> Self {
        Self { id: id.to_owned(), name: name.to_owned(), ..Self::default() }
    }

    /// Creates the actor for a command on the server.
    pub fn command_line() -> Self {
        Self { agent: "cli".to_owned(), ..Self::default() }
    }

    /// Creates the actor for an action that a user has scheduled and the server performs.
    pub fn timer(name: String) -> Self {
        Self { name, agent: "timer".to_owned(), ..Self::default() }
    }

    /// Creates the actor for an update from a Git source, which has no account.
    pub fn git() -> Self {
        Self { agent: "git".to_owned(), ..Self::default() }
    }
}

/// Recorded actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    AccessDenied,
    AcknowledgementUndone,
    AnswerAdded,
    AnswerChanged,
    AnswerRemoved,
    BackedUp,
    ConfigConfirmed,
    ConfigPublished,
    ConfigRemoved,
    ConfigReverted,
    ConfigScheduled,
    ConfigUnscheduled,
    ConfirmRefused,
    ConflictDecided,
    CopiesKept,
    DictionaryChanged,
    DraftDiscarded,
    Exported,
    GapDismissed,
    Imported,
    InvitationAccepted,
    InvitationMade,
    InvitationRevoked,
    Login,
    LoginRefused,
    Logout,
    MediaAdded,
    MediaDescribed,
    MediaRemoved,
    MediaReplaced,
    ModelChanged,
    OidcLinked,
    OidcUnlinked,
    PageChanged,
    PageDeleted,
    PageMade,
    PageMoved,
    PageParentChanged,
    PagePublished,
    PageRestored,
    PageScheduled,
    PageSourceChanged,
    PageTrashed,
    PageUnpublished,
    PasskeyAdded,
    PasskeyRemoved,
    PasskeyRenamed,
    PasswordChanged,
    PreviewLinkMade,
    PreviewLinkRevoked,
    PublishGateChanged,
    QuestionRemoved,
    RecoveryCodeUsed,
    RecoveryCodesMade,
    RedirectAdded,
    RedirectRemoved,
    ResetMade,
    Restored,
    SecondFactorOff,
    SecondFactorOn,
    SecondFactorPolicyChanged,
    SegmentsDecided,
    SessionEnded,
    SessionsEnded,
    Setup,
    SourceUpdated,
    TokenMade,
    TokenRevoked,
    TranslationAcknowledged,
    UserAdded,
    UserChanged,
    WebhookAdded,
    WebhookChanged,
    WebhookRemoved,
}

impl Action {
    pub const fn name(self) -> &'static str {
        match self {
            Self::AccessDenied => "access-denied",
            Self::AcknowledgementUndone => "acknowledgement-undone",
            Self::AnswerAdded => "answer-added",
            Self::AnswerChanged => "answer-changed",
            Self::AnswerRemoved => "answer-removed",
            Self::BackedUp => "backed-up",
            Self::ConfigConfirmed => "config-confirmed",
            Self::ConfigPublished => "config-published",
            Self::ConfigRemoved => "config-removed",
            Self::ConfigReverted => "config-reverted",
            Self::ConfigScheduled => "config-scheduled",
            Self::ConfigUnscheduled => "config-unscheduled",
            Self::ConfirmRefused => "confirm-refused",
            Self::ConflictDecided => "conflict-decided",
            Self::CopiesKept => "copies-kept",
            Self::DictionaryChanged => "dictionary-changed",
            Self::DraftDiscarded => "draft-discarded",
            Self::Exported => "exported",
            Self::GapDismissed => "gap-dismissed",
            Self::Imported => "imported",
            Self::InvitationAccepted => "invitation-accepted",
            Self::InvitationMade => "invitation-made",
            Self::InvitationRevoked => "invitation-revoked",
            Self::Login => "login",
            Self::LoginRefused => "login-refused",
            Self::Logout => "logout",
            Self::MediaAdded => "media-added",
            Self::MediaDescribed => "media-described",
            Self::MediaRemoved => "media-removed",
            Self::MediaReplaced => "media-replaced",
            Self::ModelChanged => "model-changed",
            Self::OidcLinked => "oidc-linked",
            Self::OidcUnlinked => "oidc-unlinked",
            Self::PageChanged => "page-changed",
            Self::PageDeleted => "page-deleted",
            Self::PageMade => "page-made",
            Self::PageMoved => "page-moved",
            Self::PageParentChanged => "page-parent-changed",
            Self::PagePublished => "page-published",
            Self::PageRestored => "page-restored",
            Self::PageScheduled => "page-scheduled",
            Self::PageSourceChanged => "page-source-changed",
            Self::PageTrashed => "page-trashed",
            Self::PageUnpublished => "page-unpublished",
            Self::PasskeyAdded => "passkey-added",
            Self::PasskeyRemoved => "passkey-removed",
            Self::PasskeyRenamed => "passkey-renamed",
            Self::PasswordChanged => "password-changed",
            Self::PreviewLinkMade => "preview-link-made",
            Self::PreviewLinkRevoked => "preview-link-revoked",
            Self::PublishGateChanged => "publish-gate-changed",
            Self::QuestionRemoved => "question-removed",
            Self::RecoveryCodeUsed => "recovery-code-used",
            Self::RecoveryCodesMade => "recovery-codes-made",
            Self::RedirectAdded => "redirect-added",
            Self::RedirectRemoved => "redirect-removed",
            Self::ResetMade => "reset-made",
            Self::Restored => "restored",
            Self::SecondFactorOff => "second-factor-off",
            Self::SecondFactorOn => "second-factor-on",
            Self::SecondFactorPolicyChanged => "second-factor-policy-changed",
            Self::SegmentsDecided => "segments-decided",
            Self::SessionEnded => "session-ended",
            Self::SessionsEnded => "sessions-ended",
            Self::Setup => "setup",
            Self::SourceUpdated => "source-updated",
            Self::TokenMade => "token-made",
            Self::TokenRevoked => "token-revoked",
            Self::TranslationAcknowledged => "translation-acknowledged",
            Self::UserAdded => "user-added",
            Self::UserChanged => "user-changed",
            Self::WebhookAdded => "webhook-added",
            Self::WebhookChanged => "webhook-changed",
            Self::WebhookRemoved => "webhook-removed",
        }
    }
}

/// Object of an action, with the object's state before and after the action.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    name: String,
    before: Option<Value>,
    after: Option<Value>,
}

/// Maximum length of a name, a subject, or a user agent in characters; the rest is removed.
const MAX_CHARS: usize = 500;
/// Maximum size of the JSON before or after a change, in bytes.
const MAX_VALUE: usize = 16 << 10;
/// Length of the stored beginning of a value that exceeds `MAX_VALUE`, in bytes. The beginning fits into `MAX_VALUE`
/// even if JSON escapes each byte as six bytes.
const BEGINNING: usize = 2 << 10;

impl Subject {
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    pub fn before(self, before: &impl Serialize) -> Self {
        Self { before: serde_json::to_value(before).ok(), ..self }
    }

    pub fn after(self, after: &impl Serialize) -> Self {
        Self { after: serde_json::to_value(after).ok(), ..self }
    }
}

/// Adds an entry within the transaction of the action.
pub async fn log(
    tx: &mut Tx,
    actor: &Actor,
    action: Action,
    subject: Subject,
) -> Result<(), sqlx::Error> {
    let row = store::Row {
        at: id::now(),
        who: sanitize_line(&actor.name),
        actor_id: actor.id.clone(),
        token: sanitize_line(&actor.token),
        action: action.name(),
        subject: sanitize_line(&subject.name),
        before: subject.before.as_ref().map(serialize_value),
        after: subject.after.as_ref().map(serialize_value),
        address: actor.address.clone(),
        agent: sanitize_line(&actor.agent),
    };
    store::insert_entry(tx, &row).await
}

/// Serializes a value as JSON. If the JSON is too long, each long string is replaced by its beginning, length, and
/// hash. If the result is still too long, the whole JSON is replaced in the same way.
fn serialize_value(value: &Value) -> String {
    let whole = value.to_string();
    if whole.len() <= MAX_VALUE {
        return whole;
    }
    let shorter = with_short_texts(value).to_string();
    if shorter.len() <= MAX_VALUE { shorter } else { beginning(&whole).to_string() }
}

fn with_short_texts(value: &Value) -> Value {
    match value {
        Value::String(text) if text.len() > BEGINNING => beginning(text),
        Value::Array(list) => list.iter().map(with_short_texts).collect(),
        Value::Object(fields) => {
            let short = |(name, value): (&String, &Value)| (name.clone(), with_short_texts(value));
            Value::Object(fields.iter().map(short).collect())
        }
        value => value.clone(),
    }
}

fn beginning(text: &str) -> Value {
    let beginning = &text[..text.floor_char_boundary(BEGINNING)];
    let hash: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    json!({ "beginning": beginning, "bytes": text.len(), "hash": hash })
}

/// Converts a text from a request to one line of limited length without bidirectional controls, so that it cannot
/// imitate another entry or name.
fn sanitize_line(text: &str) -> String {
    text.chars().map(|c| if breaks_line(c) { '\u{fffd}' } else { c }).take(MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Db, on_tx};

    async fn execute(tx: &mut Tx, sql: &'static str) -> Result<(), sqlx::Error> {
        on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
    }

    /// The SQL statement `replace` deletes the old row without running the delete trigger.
    #[tokio::test]
    async fn audit_log_entry_cannot_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        log(&mut tx, &Actor::command_line(), Action::Login, Subject::new("ann")).await.unwrap();
        let over = "replace into audit_log (number, at, actor, action, subject, address, user_agent) \
                    select number, at, 'eve', action, subject, address, user_agent from audit_log";
        let refused = execute(&mut tx, over).await;
        assert!(refused.unwrap_err().to_string().contains("audit_log is append-only"));
    }

    #[tokio::test]
    async fn audit_log_entry_can_be_added_but_not_changed_or_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        execute(&mut tx, store::of_tests::ENTRY).await.unwrap();
        let rows = store::of_tests::entries(&mut tx).await.unwrap();
        assert_eq!(rows, [(1, "ann".to_owned(), String::new(), String::new())]);
        for sql in store::of_tests::FORGED {
            let refused = execute(&mut tx, sql).await;
            assert!(refused.unwrap_err().to_string().contains("audit_log is append-only"), "{sql}");
        }
    }

    #[test]
    fn overlong_value_is_stored_as_beginning_length_and_hash() {
        // Exactly the maximum size, and one byte more.
        let longest = Value::from("x".repeat(MAX_VALUE - 2));
        assert_eq!(serialize_value(&longest), longest.to_string());
        let more = "x".repeat(MAX_VALUE - 1);
        let stored: Value =
            serde_json::from_str(&serialize_value(&Value::from(more.clone()))).unwrap();
        let hash: String = Sha256::digest(&more).iter().map(|it| format!("{it:02x}")).collect();
        let beginning = "x".repeat(BEGINNING);
        assert_eq!(stored, json!({ "beginning": beginning, "bytes": more.len(), "hash": hash }));
        // Each string is shortened separately, at a character boundary.
        let texts = json!([["zh-CN", "门".repeat(MAX_VALUE)], ["en-US", "short"]]);
        let stored: Value = serde_json::from_str(&serialize_value(&texts)).unwrap();
        assert_eq!(stored[0][1]["bytes"], 3 * MAX_VALUE);
        assert_eq!(stored[0][1]["beginning"], "门".repeat(BEGINNING / 3));
        assert_eq!((&stored[0][0], &stored[1]), (&json!("zh-CN"), &json!(["en-US", "short"])));
        // A long list of short strings is stored as the beginning of its JSON, which fits into `MAX_VALUE` if escaped.
        let list = serialize_value(&json!(vec!["short"; MAX_VALUE]));
        assert!(list.starts_with(r#"{"beginning":"[\"short\",\"short\","#), "{list}");
        for long in ["门", "\u{1}", "\""] {
            assert!(
                serialize_value(&Value::from(long.repeat(1 << 20))).len() <= MAX_VALUE,
                "{long:?}"
            );
        }
    }

    #[test]
    fn audit_log_text_is_one_line_of_limited_length() {
        assert_eq!(sanitize_line("ann\r\n2026 owner login"), "ann\u{fffd}\u{fffd}2026 owner login");
        assert_eq!(sanitize_line("a\u{202e}nna\u{2028}"), "a\u{fffd}nna\u{fffd}");
        // An emoji sequence with a zero-width joiner is unchanged.
        assert_eq!(sanitize_line("安 👩\u{200d}💻"), "安 👩\u{200d}💻");
        assert_eq!(sanitize_line(&"x".repeat(1000)).len(), 500);
    }
}
