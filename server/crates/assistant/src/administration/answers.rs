//! API handlers of curated answers: list, get, create, update, delete.

use std::collections::HashMap;

use http::StatusCode;
use warp::reply::{Reply, Response};

use super::api::{AnswerChange, BrokenLink, ListedAnswer};
use crate::handlers::AssistantService;
use pailou_auth::guard::{Allowed, permission};
use pailou_auth::session::Permission;
use pailou_content::issue::Issue;
use pailou_curated_answers::{AnswerFields, CuratedAnswer, InvalidField, MAX_ANSWERS, TAG, store};
use pailou_database::audit_log::{self, Action, Subject};
use pailou_database::{Tx, change_feed, id};
use pailou_store::{DOCS, answer_links};
use pailou_web::client::RequestContext;
use pailou_web::params::{self, PageQuery};
use pailou_web::problem::{FieldError, Problem};
use pailou_web::{Query, reply};

/// List curated answers
///
/// Returns the curated answers, most recently changed first, each with its broken links.
#[utoipa::path(get, path = "/api/v1/admin/assistant/answers", tag = "assistant", params(PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ListedAnswer], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read feedback"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(crate) async fn list_answers(
    _: Allowed<permission::Feedback>,
    service: AssistantService,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    let all = store::all(&service.site.db).await?;
    let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let mut broken = broken_links(&service).await?;
    let now = service.now();
    let skip = usize::try_from((page - 1).saturating_mul(size)).unwrap_or(usize::MAX);
    let entries: Vec<_> = all
        .into_iter()
        .skip(skip)
        .take(usize::try_from(size).unwrap_or_default())
        .map(|answer| {
            let broken = broken.remove(&answer.id).unwrap_or_default();
            to_listed_answer(answer, broken, now)
        })
        .collect();
    Ok(reply::private(reply::list(&entries, total, None)?))
}

/// Get curated answer
#[utoipa::path(get, path = "/api/v1/admin/assistant/answers/{id}", tag = "assistant",
    params(("id" = String, Path, description = "Id of the answer")),
    responses(
        (status = 200, description = "The answer", body = ListedAnswer, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read feedback"),
        (status = 404, description = "Answer not found"),
    ))]
pub(crate) async fn one(
    _: Allowed<permission::Feedback>,
    id: String,
    service: AssistantService,
) -> Result<Response, Problem> {
    curated_answer_response(&service, &id).await
}

/// Create curated answer
#[utoipa::path(post, path = "/api/v1/admin/assistant/answers", tag = "assistant", request_body = AnswerChange,
    responses(
        (status = 201, description = "Created", body = ListedAnswer, headers(("etag" = String))),
        (status = 400, description = "Unknown locale or invalid JSON"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages, or to edit this language"),
        (status = 422, description = "A field is invalid, or the limit of 500 answers is reached"),
    ))]
pub(crate) async fn add(
    user: Allowed<permission::PagesEdit>,
    service: AssistantService,
    body: Result<AnswerChange, Problem>,
) -> Result<Response, Problem> {
    let fields = valid(&body?)?;
    user.require_for_text(Permission::PagesEdit, DOCS, fields.locale)?;
    let id = id::new();
    let mut tx = service.site.db.begin().await?;
    let count = store::count(&mut tx).await?;
    if usize::try_from(count).unwrap_or(usize::MAX) >= MAX_ANSWERS {
        let detail = format!("too many answers: at most {MAX_ANSWERS}, delete some first");
        return Err(Problem::invalid("answer", "too-many-answers", detail));
    }
    store::put(&mut tx, &id, &fields, service.now(), &user.actor.name).await?;
    let subject = Subject::new(answer_name(&fields)).after(&logged(&fields));
    audit_log::log(&mut tx, &user.actor, Action::AnswerAdded, subject).await?;
    commit(&service, tx).await?;
    let created = curated_answer_response(&service, &id).await?;
    Ok(warp::reply::with_status(created, StatusCode::CREATED).into_response())
}

/// Update curated answer
///
/// Replaces all fields. An answer without `expires` does not expire, even if it had an expiry date before.
#[utoipa::path(put, path = "/api/v1/admin/assistant/answers/{id}", tag = "assistant",
    params(
        ("id" = String, Path, description = "Id of the answer"),
        ("if-match" = Option<String>, Header, description = "The last `revision` that the client read"),
    ),
    request_body = AnswerChange,
    responses(
        (status = 200, description = "Saved", body = ListedAnswer, headers(("etag" = String))),
        (status = 400, description = "Unknown locale or invalid JSON"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages, or to edit this language"),
        (status = 404, description = "Answer not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 422, description = "A field is invalid"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn change(
    user: Allowed<permission::PagesEdit>,
    id: String,
    service: AssistantService,
    caller: RequestContext,
    body: Result<AnswerChange, Problem>,
) -> Result<Response, Problem> {
    let fields = valid(&body?)?;
    user.require_for_text(Permission::PagesEdit, DOCS, fields.locale)?;
    let (mut tx, old) = read_if_match(&service, &caller, &id).await?;
    user.require_for_text(Permission::PagesEdit, DOCS, old.fields.locale)?;
    store::put(&mut tx, &id, &fields, service.now(), &user.actor.name).await?;
    let subject =
        Subject::new(answer_name(&fields)).before(&logged(&old.fields)).after(&logged(&fields));
    audit_log::log(&mut tx, &user.actor, Action::AnswerChanged, subject).await?;
    commit(&service, tx).await?;
    curated_answer_response(&service, &id).await
}

/// Delete curated answer
#[utoipa::path(delete, path = "/api/v1/admin/assistant/answers/{id}", tag = "assistant",
    params(
        ("id" = String, Path, description = "Id of the answer"),
        ("if-match" = Option<String>, Header, description = "The last `revision` that the client read"),
    ),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages, or to edit this language"),
        (status = 404, description = "Answer not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn delete_answer(
    user: Allowed<permission::PagesEdit>,
    id: String,
    service: AssistantService,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let (mut tx, old) = read_if_match(&service, &caller, &id).await?;
    user.require_for_text(Permission::PagesEdit, DOCS, old.fields.locale)?;
    store::remove(&mut tx, &id).await?;
    let subject = Subject::new(answer_name(&old.fields)).before(&logged(&old.fields));
    audit_log::log(&mut tx, &user.actor, Action::AnswerRemoved, subject).await?;
    commit(&service, tx).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

fn valid(change: &AnswerChange) -> Result<AnswerFields, Problem> {
    let locale = params::locale(&change.locale)?;
    let fields =
        AnswerFields::new(locale, &change.patterns, &change.answer, change.expires.as_deref());
    fields.map_err(|errors| {
        let error = |InvalidField { field, code, detail }| FieldError::new(field, code, detail);
        Problem::Invalid(errors.into_iter().map(error).collect())
    })
}

/// Returns the name of an answer in the audit log: the first wording of its question.
fn answer_name(fields: &AnswerFields) -> String {
    fields.patterns.first().cloned().unwrap_or_default()
}

/// Returns the fields of an answer for the audit log.
fn logged(fields: &AnswerFields) -> AnswerChange {
    AnswerChange {
        locale: fields.locale.tag().to_owned(),
        patterns: fields.patterns.clone(),
        answer: fields.answer.clone(),
        expires: fields.expires.map(|day| day.to_string()),
    }
}

async fn commit(service: &AssistantService, mut tx: Tx) -> Result<(), Problem> {
    change_feed::publish(&mut tx, &[TAG.to_owned()]).await?;
    tx.commit().await?;
    service.site.changes.poll(&service.site.db).await?;
    Ok(())
}

async fn read_if_match(
    service: &AssistantService,
    caller: &RequestContext,
    id: &str,
) -> Result<(Tx, CuratedAnswer), Problem> {
    let mut tx = service.site.db.begin().await?;
    let old = store::lock(&mut tx, id).await?.ok_or(Problem::NotFound)?;
    if caller.if_match()?.is_none_or(|seen| seen == old.revision.to_string()) {
        return Ok((tx, old));
    }
    drop(tx);
    Err(Problem::changed(&load_listed_answer(service, id).await?))
}

async fn curated_answer_response(
    service: &AssistantService,
    id: &str,
) -> Result<Response, Problem> {
    let answer = load_listed_answer(service, id).await?;
    Ok(reply::private(reply::with_etag(reply::json(&answer)?, &answer.revision)))
}

async fn load_listed_answer(service: &AssistantService, id: &str) -> Result<ListedAnswer, Problem> {
    let answer = store::one(&service.site.db, id).await?.ok_or(Problem::NotFound)?;
    let broken = broken_links(service).await?.remove(id).unwrap_or_default();
    Ok(to_listed_answer(answer, broken, service.now()))
}

async fn broken_links(
    service: &AssistantService,
) -> Result<HashMap<String, Vec<BrokenLink>>, sqlx::Error> {
    let mut broken: HashMap<String, Vec<BrokenLink>> = HashMap::new();
    for (id, issue) in answer_links::of_site(&service.site).await? {
        let url = answer_links::written_url(&issue).map(str::to_owned);
        let Issue { line, code, detail, .. } = issue;
        broken.entry(id).or_default().push(BrokenLink { line, code: code.to_owned(), url, detail });
    }
    Ok(broken)
}

fn to_listed_answer(answer: CuratedAnswer, broken: Vec<BrokenLink>, now: i64) -> ListedAnswer {
    ListedAnswer {
        is_expired: !answer.is_current(now),
        id: answer.id,
        revision: answer.revision.to_string(),
        locale: answer.fields.locale.tag().to_owned(),
        patterns: answer.fields.patterns,
        answer: answer.fields.answer,
        expires: answer.fields.expires.map(|day| day.to_string()),
        broken,
        created_at: answer.created_at,
        updated_at: answer.updated_at,
        updated_by: answer.updated_by,
    }
}
