//! Errors of the HTTP API: clients handle each variant differently. `Display` is for the log;
//! `detail` is for the caller and never contains the text of a database or system error.

use std::time::Duration;

use http::{StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;
use warp::reply::{Reply, Response};

use pailou_database::outage::Outage;

/// Value of `Retry-After` for a temporary overload.
const OVERLOAD_DELAY: Duration = Duration::from_secs(5);

/// Invalid field of a request body or query.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FieldError {
    /// Name of the field in the request.
    pub field: String,
    /// Stable error code, for localized messages.
    pub code: &'static str,
    /// English error message.
    pub detail: String,
    /// Line in a long text, from 1; columns are in UTF-16 code units.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub column: Option<u32>,
}

impl FieldError {
    pub fn new(field: &str, code: &'static str, detail: impl Into<String>) -> Self {
        Self { field: field.to_owned(), code, detail: detail.into(), line: None, column: None }
    }
}

/// State of a text, which the client merges with its own change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SavedState {
    pub revision: String,
    pub front_matter: String,
    pub markdown: String,
}

#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("resource not found")]
    NotFound,
    #[error("bad request: {0}")]
    BadRequest(String),
    #[error("invalid fields: {0:?}")]
    Invalid(Vec<FieldError>),
    #[error("authentication required")]
    Unauthorized,
    #[error("wrong name or password")]
    LoginFailed,
    #[error("two-factor code required")]
    CodeNeeded,
    #[error("invalid code: wrong or already used")]
    CodeWrong,
    #[error("passkey required: a password is not enough for this account")]
    PasskeyNeeded,
    #[error("second factor required: set up two-factor authentication or a passkey first")]
    SecondFactorRequired,
    #[error("invalid passkey: unknown, or without an open challenge")]
    PasskeyRefused,
    #[error("invalid response from the identity provider")]
    OidcRefused,
    #[error("no account is linked with this identity")]
    OidcUnlinked,
    #[error("re-authentication required")]
    ConfirmNeeded,
    #[error("invalid link: used, expired, or unknown")]
    InvitationUsed,
    #[error("missing or invalid signature")]
    BadSignature,
    #[error("forbidden: {0}")]
    Forbidden(&'static str),
    #[error("invalid setup link: used or unknown")]
    SetupUsed,
    #[error("missing header `If-Match`: expected the revision that was changed")]
    PreconditionRequired,
    #[error("revision conflict: the current revision is {}", .current.as_ref().map_or("another", |current| &current.revision))]
    Stale { current: Option<Box<SavedState>>, base: Option<Box<SavedState>> },
    #[error("revision conflict: another user has changed the record")]
    Changed(Box<serde_json::Value>),
    #[error("method not allowed")]
    MethodNotAllowed,
    #[error("request body larger than {0} bytes")]
    TooLarge(u64),
    #[error("unsupported media type")]
    UnsupportedMediaType,
    #[error("too many requests: retry in {0:?}")]
    TooManyRequests(Duration),
    #[error("unavailable: {0}")]
    Unavailable(&'static str),
    /// Storage outage that is not a database error, such as a full disk. A database error is always `Database`.
    #[error("{}", .0.detail())]
    Outage(Outage),
    #[error("database error: {0}")]
    Database(sqlx::Error),
    #[error("internal error: {0}")]
    Internal(String),
}

/// PostgreSQL error code `character_not_in_repertoire` (PostgreSQL manual, appendix A): the text contains U+0000.
const NOT_A_CHARACTER: &str = "22021";

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code());
        if code.is_some_and(|code| code == NOT_A_CHARACTER) {
            return Self::BadRequest("invalid character U+0000".to_owned());
        }
        Self::Database(error)
    }
}

impl From<Outage> for Problem {
    fn from(outage: Outage) -> Self {
        Self::Outage(outage)
    }
}

/// Body of every error response (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    #[serde(rename = "type")]
    kind: String,
    title: &'static str,
    status: u16,
    detail: String,
    code: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    /// Current state of a text; absent unless `code` is `stale`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    current: Option<SavedState>,
    /// Current state of a record other than a text; absent unless `code` is `stale`.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<serde_json::Value>,
    /// State of the text at the revision in `If-Match`; absent unless `code` is `stale` and that revision is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    base: Option<SavedState>,
}

impl Problem {
    pub fn invalid(field: &str, code: &'static str, detail: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError::new(field, code, detail)])
    }

    /// Returns a conflict on a record other than a text; `row` is its current state.
    pub fn changed(row: &impl Serialize) -> Self {
        match serde_json::to_value(row) {
            Ok(row) => Self::Changed(Box::new(row)),
            Err(error) => Self::Internal(error.to_string()),
        }
    }

    /// Returns the problem for a failed operation on a file; `what` is the file or its kind, for the log.
    pub fn io(what: &str, error: &std::io::Error) -> Self {
        let Some(outage) = Outage::of_io(error) else {
            return Self::Internal(format!("{what}: {error}"));
        };
        tracing::error!(file = what, %error, "file operation failed");
        Self::Outage(outage)
    }

    /// Returns the storage outage that this problem indicates; `None` if it indicates no outage.
    pub fn outage(&self) -> Option<Outage> {
        match self {
            Self::Outage(outage) => Some(*outage),
            Self::Database(error) => Outage::of(error),
            _ => None,
        }
    }

    pub fn status(&self) -> StatusCode {
        if self.outage().is_some() {
            return StatusCode::SERVICE_UNAVAILABLE;
        }
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Unauthorized
            | Self::LoginFailed
            | Self::CodeNeeded
            | Self::CodeWrong
            | Self::PasskeyNeeded
            | Self::PasskeyRefused
            | Self::OidcRefused
            | Self::OidcUnlinked
            | Self::BadSignature => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) | Self::ConfirmNeeded | Self::SecondFactorRequired => {
                StatusCode::FORBIDDEN
            }
            Self::SetupUsed | Self::InvitationUsed => StatusCode::GONE,
            Self::PreconditionRequired => StatusCode::PRECONDITION_REQUIRED,
            Self::Stale { .. } | Self::Changed(_) => StatusCode::PRECONDITION_FAILED,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooManyRequests(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) | Self::Outage(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Database(_) | Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub fn code(&self) -> &'static str {
        if let Some(outage) = self.outage() {
            return outage.code();
        }
        match self {
            Self::NotFound => "not-found",
            Self::BadRequest(_) => "bad-request",
            Self::Invalid(_) => "invalid",
            Self::Unauthorized => "unauthorized",
            Self::LoginFailed => "login-failed",
            Self::CodeNeeded => "code-needed",
            Self::CodeWrong => "code-wrong",
            Self::PasskeyNeeded => "passkey-needed",
            Self::SecondFactorRequired => "second-factor-required",
            Self::PasskeyRefused => "passkey-refused",
            Self::OidcRefused => "oidc-refused",
            Self::OidcUnlinked => "oidc-unlinked",
            Self::ConfirmNeeded => "confirm-needed",
            Self::InvitationUsed => "invitation-used",
            Self::BadSignature => "bad-signature",
            Self::Forbidden(_) => "forbidden",
            Self::SetupUsed => "setup-used",
            Self::PreconditionRequired => "precondition-required",
            Self::Stale { .. } | Self::Changed(_) => "stale",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::TooLarge(_) => "too-large",
            Self::UnsupportedMediaType => "unsupported-media-type",
            Self::TooManyRequests(_) => "too-many-requests",
            Self::Unavailable(_) => "unavailable",
            Self::Outage(outage) => outage.code(),
            Self::Database(_) | Self::Internal(_) => "internal",
        }
    }

    /// Returns the message for the caller. Details for the operator are only in the log.
    pub fn detail(&self) -> String {
        if let Some(outage) = self.outage() {
            return outage.detail().to_owned();
        }
        match self {
            Self::BadRequest(detail) => detail.clone(),
            Self::Invalid(errors) => {
                errors.iter().map(|e| e.detail.as_str()).collect::<Vec<_>>().join("; ")
            }
            Self::Forbidden(detail) | Self::Unavailable(detail) => (*detail).to_owned(),
            Self::TooLarge(limit) => format!("request body larger than {limit} bytes"),
            Self::TooManyRequests(wait) => {
                format!("too many requests: retry in {} s", seconds(*wait))
            }
            Self::Database(_) | Self::Internal(_) => {
                "internal error: the server log has the details".to_owned()
            }
            other => other.to_string(),
        }
    }
}

/// Response extension with the reason of a denied permission, for the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessDenied(pub &'static str);

impl Reply for Problem {
    fn into_response(self) -> Response {
        let (status, outage) = (self.status(), self.outage());
        let denied = if let Self::Forbidden(reason) = &self { Some(*reason) } else { None };
        // `pailou_database::health` logs the beginning of an outage as an error, so a failed request is only a warning.
        if outage.is_some() {
            tracing::warn!(error = %self, "request failed");
        } else if status.is_server_error() {
            tracing::error!(error = %self, "request failed");
        }
        let body = ProblemBody {
            kind: format!("/problems/{}", self.code()),
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: self.detail(),
            code: self.code(),
            errors: if let Self::Invalid(errors) = &self { errors.clone() } else { Vec::new() },
            current: match &self {
                Self::Stale { current, .. } => current.as_deref().cloned(),
                _ => None,
            },
            row: match &self {
                Self::Changed(row) => Some((**row).clone()),
                _ => None,
            },
            base: match &self {
                Self::Stale { base, .. } => base.as_deref().cloned(),
                _ => None,
            },
        };
        let text = serde_json::to_string(&body).unwrap_or_default();
        let mut response = Response::new(text.into());
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            header::HeaderValue::from_static("application/problem+json"),
        );
        headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
        let wait = match self {
            Self::TooManyRequests(wait) => Some(wait),
            Self::Unavailable(_) => Some(OVERLOAD_DELAY),
            _ => outage.map(Outage::retry_after),
        };
        if let Some(wait) = wait {
            headers.insert(header::RETRY_AFTER, seconds(wait).into());
        }
        if let Some(outage) = outage {
            response.extensions_mut().insert(outage);
        }
        if let Some(reason) = denied {
            response.extensions_mut().insert(AccessDenied(reason));
        }
        response
    }
}

/// Rounds up to whole seconds, at least 1, so that a client that waits this long is not rejected again.
pub fn seconds(wait: Duration) -> u64 {
    let more = u64::from(wait.subsec_nanos() > 0);
    wait.as_secs().saturating_add(more).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wait: Duration, expected: u64) {
        let problem = Problem::TooManyRequests(wait);
        assert_eq!(problem.detail(), format!("too many requests: retry in {expected} s"));
        let answer = problem.into_response();
        assert_eq!(answer.headers()[header::RETRY_AFTER], expected.to_string());
    }

    #[test]
    fn retry_after_is_rounded_up() {
        check(Duration::ZERO, 1);
        check(Duration::from_millis(1), 1);
        check(Duration::from_secs(9), 9);
        check(Duration::from_millis(9_001), 10);
        check(Duration::MAX, u64::MAX);
    }

    #[track_caller]
    fn check_outage(problem: Problem, code: &str, retry_after: &str) {
        assert_eq!(problem.code(), code);
        let response = problem.into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE, "{code}");
        assert_eq!(response.headers()[header::RETRY_AFTER], retry_after, "{code}");
        assert_eq!(response.extensions().get::<Outage>().map(|outage| outage.code()), Some(code));
    }

    #[test]
    fn outages_are_503_with_code_and_retry_after() {
        let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
        check_outage(sqlx::Error::Io(refused).into(), "database-unavailable", "5");
        check_outage(sqlx::Error::PoolTimedOut.into(), "database-unavailable", "5");
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        check_outage(Problem::io("a file", &full), "disk-full", "30");
        check_outage(sqlx::Error::Io(full).into(), "disk-full", "30");
        assert_eq!(Problem::from(sqlx::Error::RowNotFound).status(), 500);
    }
}
