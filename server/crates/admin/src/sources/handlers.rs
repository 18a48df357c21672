//! Endpoints of Git sources: for administrators, and the webhook that Git hosts call.

use http::header::HeaderMap;
use http::{StatusCode, header};
use warp::reply::Response;

use super::api::{Conflict, ListedConflict, ReplayProgress, Resolution, SourceCommit, SourceState};
use pailou_auth::guard::{Allowed, permission};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_database::id;
use pailou_git_sources::report::SourceReport;
use pailou_git_sources::store;
use pailou_git_sources::store::Row;
use pailou_git_sources::webhook;
use pailou_settings::sources::Source;
use pailou_site::Site;
use pailou_store::git_sync::conflicts;
use pailou_store::git_sync::conflicts::{Choice, ResolveError};
use pailou_store::write::WriteError;
use pailou_web::Query;
use pailou_web::body::SignedBody;
use pailou_web::client::RequestContext;
use pailou_web::params::PageQuery;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// List Git sources
///
/// Returns the sources with their states.
#[utoipa::path(get, path = "/api/v1/admin/sources", tag = "sources",
    responses(
        (status = 200, description = "The sources, in the order of the settings", body = [SourceState]),
        (status = 401, description = "Not authenticated, or the session has expired"),
        (status = 403, description = "The role lacks the permission to manage Git sources"),
    ))]
pub(super) async fn list_sources(
    _: Allowed<permission::Sources>,
    site: Site,
) -> Result<Response, Problem> {
    let mut states = Vec::new();
    for source in &site.settings.sources {
        states.push(source_state(&site, source).await?);
    }
    Ok(reply::private(reply::json(&states)?))
}

async fn source_state(site: &Site, source: &Source) -> Result<SourceState, Problem> {
    // These values are read before the row, so that an update that ends between the two reads is reported as running.
    // In the opposite order, it would not be reported as running, and the row would lack its result.
    let running = site.sources.is_running(&source.name);
    let replayed = site.sources.replayed(&source.name);
    let row = store::row(&site.db, &source.name).await?.unwrap_or_default();
    let stated = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let at = |time: i64| Some(time).filter(|time| *time != 0);
    Ok(SourceState {
        name: source.name.clone(),
        address: source.remote.display_url(),
        branch: source.branch.clone().or_else(|| stated(&row.branch)),
        folder: source.folder.clone(),
        mount: source.mount.clone(),
        commit: commit(source, &row),
        checked_at: at(row.checked_at),
        updated_at: at(row.updated_at),
        next_at: site.sources.next_at(&source.name),
        running,
        progress: replayed.map(|(done, total)| ReplayProgress { done, total }),
        webhook: source.webhook_secret.is_some(),
        outcome: stated(&row.outcome),
        report: serde_json::from_str::<SourceReport>(&row.report).ok(),
        detail: row.detail,
        conflicts: conflicts::count_conflicts(&site.db, &source.name).await?,
    })
}

fn commit(source: &Source, row: &Row) -> Option<SourceCommit> {
    (!row.commit_id.is_empty()).then(|| SourceCommit {
        id: row.commit_id.clone(),
        at: row.committed_at,
        subject: row.subject.clone(),
        url: source.remote.commit_url(&row.commit_id),
    })
}

/// Update Git source
///
/// Fetches the source now. If an update is running, another one runs after it.
#[utoipa::path(post, path = "/api/v1/admin/sources/{source}/update", tag = "sources",
    params(("source" = String, Path, description = "Name of the source")),
    responses(
        (status = 202, description = "The update is scheduled"),
        (status = 401, description = "Not authenticated, or the session has expired"),
        (status = 403, description = "The role lacks the permission to manage Git sources"),
        (status = 404, description = "Source not found"),
    ))]
pub(super) async fn update(
    user: Allowed<permission::Sources>,
    name: String,
    site: Site,
) -> Result<Response, Problem> {
    let source = find_source(&site, &name).ok_or(Problem::NotFound)?;
    let mut tx = site.db.begin().await?;
    let subject = Subject::new(&source.name);
    audit_log::log(&mut tx, &user.actor, Action::SourceUpdated, subject).await?;
    tx.commit().await?;
    site.sources.request(&source.name);
    Ok(reply::empty(StatusCode::ACCEPTED))
}

fn find_source<'a>(site: &'a Site, name: &str) -> Option<&'a Source> {
    site.settings.sources.iter().find(|source| source.name == name)
}

/// Receive push event
///
/// Called by the Git host after a push. The body is the event as GitHub, Gitea, Forgejo, GitLab, or Gitee sends
/// it, signed with the secret of the source.
#[utoipa::path(post, path = "/api/v1/public/sources/{source}/webhook", tag = "sources",
    params(("source" = String, Path, description = "Name of the source")),
    responses(
        (status = 202, description = "The update is scheduled"),
        (status = 204, description = "Ignored: not a push to the branch of the source"),
        (status = 401, description = "The signature is missing or wrong: `bad-signature`"),
        (status = 404, description = "The source does not exist, or has no secret"),
        (status = 405, description = "An empty name leads to another route, which does not allow this method"),
        (status = 413, description = "The event is too large"),
    ))]
pub(super) async fn receive_webhook(
    name: String,
    site: Site,
    headers: HeaderMap,
    SignedBody(body): SignedBody,
) -> Result<Response, Problem> {
    let source = find_source(&site, &name).ok_or(Problem::NotFound)?;
    let secret = source.webhook_secret.as_ref().ok_or(Problem::NotFound)?;
    let body = body?;
    if !webhook::verify_signature(&headers, &body, secret, id::now()) {
        tracing::warn!(source = name, "webhook rejected: invalid signature");
        return Err(Problem::BadSignature);
    }
    let branch = match &source.branch {
        Some(branch) => Some(branch.clone()),
        None => store::row(&site.db, &name).await?.map(|row| row.branch),
    };
    let branch = branch.filter(|branch| !branch.is_empty());
    let pushed = webhook::pushed_branch(&headers, &body);
    if pushed.is_none() || branch.is_some() && pushed != branch {
        return Ok(reply::empty(StatusCode::NO_CONTENT));
    }
    site.sources.request(&name);
    Ok(reply::empty(StatusCode::ACCEPTED))
}

/// List source conflicts
///
/// Returns the texts that have changed both on the site and in Git. The site displays its own text
/// until the conflict is resolved.
#[utoipa::path(get, path = "/api/v1/admin/source-conflicts", tag = "sources", params(PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ListedConflict], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated, or the session has expired"),
        (status = 403, description = "The role lacks the permission to manage Git sources"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn conflicts(
    _: Allowed<permission::Sources>,
    Query(query): Query<PageQuery>,
    site: Site,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    let (listed, total) = conflicts::list_conflicts(&site.db, (page - 1) * size, size).await?;
    let listed: Vec<_> = listed.into_iter().map(listed_conflict).collect();
    Ok(reply::private(reply::list(&listed, total, None)?))
}

fn listed_conflict(listed: conflicts::ConflictSummary) -> ListedConflict {
    ListedConflict {
        id: listed.id,
        source: listed.source,
        file: listed.file,
        commit: listed.commit,
        created_at: listed.created_at,
        deleted: listed.is_deleted,
        locale: listed.locale,
        url: listed.url,
        title: listed.title,
        etag: listed.etag,
    }
}

/// Get conflicting texts
///
/// The `ETag` of the response is the value of `If-Match` for the resolution.
#[utoipa::path(get, path = "/api/v1/admin/source-conflicts/{conflict}/texts", tag = "sources",
    params(("conflict" = String, Path, description = "Id of the conflict")),
    responses(
        (status = 200, description = "Both texts", body = Conflict, headers(("etag" = String))),
        (status = 401, description = "Not authenticated, or the session has expired"),
        (status = 403, description = "The role lacks the permission to manage Git sources"),
        (status = 404, description = "Conflict not found, or it is resolved"),
    ))]
pub(super) async fn conflict(
    _: Allowed<permission::Sources>,
    conflict_id: String,
    site: Site,
) -> Result<Response, Problem> {
    let found = conflicts::conflict(&site.db, &conflict_id).await?.ok_or(Problem::NotFound)?;
    let etag = found.etag;
    let (source, file, commit) = (found.source, found.file, found.commit);
    let (base, ours, theirs) = (found.base, found.ours, found.theirs);
    let merged = match theirs.clone() {
        Some(theirs) => Some(conflicts::merge(&site, base.clone(), ours.clone(), theirs).await),
        None => None,
    };
    let answer = reply::json(&Conflict { source, file, commit, base, ours, theirs, merged })?;
    Ok(reply::private(reply::with_etag(answer, &etag)))
}

/// Resolve source conflict
///
/// Keeps the text of the site, replaces it with the text from Git, or saves a merged text.
#[utoipa::path(post, path = "/api/v1/admin/source-conflicts/{conflict}/resolution", tag = "sources", request_body = Resolution,
    params(
        ("conflict" = String, Path, description = "Id of the conflict"),
        ("if-match" = String, Header, description = "The last `ETag` of the conflict that the client read"),
    ),
    responses(
        (status = 204, description = "Saved"),
        (status = 401, description = "Not authenticated, or the session has expired"),
        (status = 403, description = "The role lacks the permission to manage Git sources"),
        (status = 404, description = "Conflict not found, or it is resolved"),
        (status = 412, description = "One of the two texts has changed: `stale`"),
        (status = 422, description = "`choice` or `text` is invalid"),
        (status = 428, description = "`If-Match` is missing: `precondition-required`"),
    ))]
pub(super) async fn resolve(
    user: Allowed<permission::Sources>,
    conflict_id: String,
    site: Site,
    caller: RequestContext,
    body: Result<Resolution, Problem>,
) -> Result<Response, Problem> {
    let choice = choice(body?)?;
    let etag = caller.headers.get(header::IF_MATCH).ok_or(Problem::PreconditionRequired)?;
    let etag = etag.to_str().unwrap_or_default().trim_start_matches("W/").trim_matches('"');
    let resolved =
        conflicts::resolve_conflict(&site, &conflict_id, etag, &choice, &user.actor).await;
    match resolved {
        Ok(()) => Ok(reply::empty(StatusCode::NO_CONTENT)),
        Err(ResolveError::Unknown) => Err(Problem::NotFound),
        Err(ResolveError::Stale) => Err(Problem::Stale { current: None, base: None }),
        Err(ResolveError::Write(WriteError::Unreadable(issue) | WriteError::Taken(issue))) => {
            let line = issue.line.unwrap_or(1);
            let detail = format!("`text`: line {line}: {}", issue.detail);
            Err(Problem::invalid("text", issue.code, detail))
        }
        Err(ResolveError::Write(WriteError::Database(error)) | ResolveError::Database(error)) => {
            Err(error.into())
        }
    }
}

fn choice(resolution: Resolution) -> Result<Choice, Problem> {
    match (resolution.choice.as_str(), resolution.text) {
        ("ours", _) => Ok(Choice::Ours),
        ("theirs", _) => Ok(Choice::Theirs),
        ("merged", Some(text)) if !text.contains('\0') => Ok(Choice::Merged(text)),
        ("merged", _) => {
            Err(Problem::invalid("text", "required", "`text` must be the whole merged file."))
        }
        _ => Err(Problem::invalid(
            "choice",
            "unknown-choice",
            "`choice` must be `ours`, `theirs`, or `merged`.",
        )),
    }
}
