//! API handlers of stored questions and of the gap report.

use core_wasm::locale::Locale;
use http::StatusCode;
use warp::reply::Response;

use super::api::{
    Gap, GapReport, GapsQuery, ListedQuestion, NearestSection, QuestionState, QuestionsQuery,
};
use crate::api::QuestionOrigin;
use crate::curated::CuratedAnswers;
use crate::gap_report::{self, Cluster, MAX_QUESTIONS};
use crate::handlers::AssistantService;
use crate::question_log::store::{self, QuestionFilter, QuestionRow, REPORTED, UNHELPFUL};
use crate::retention::retention_start;
use pailou_auth::guard::{Allowed, permission};
use pailou_auth::session::Permission;
use pailou_database::audit_log::{self, Action, Subject};
use pailou_dates::MS;
use pailou_store::DOCS;
use pailou_web::problem::Problem;
use pailou_web::{Query, params, reply};

const STATES: [&str; 5] = ["answered", "closest", "off_topic", REPORTED, UNHELPFUL];
/// Maximum length of the search text in characters; the rest is ignored.
const MAX_TEXT: usize = 200;
/// Maximum number of notes per gap.
const MAX_NOTES: usize = 5;
const MAX_DAYS: i64 = 365;

/// List questions to the assistant
///
/// Returns the stored questions, newest first. Personal data was masked before the questions were stored.
#[utoipa::path(get, path = "/api/v1/admin/assistant/questions", tag = "assistant", params(QuestionsQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ListedQuestion], headers(("x-total-count" = i64))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read feedback"),
        (status = 422, description = "`state`, `page` or `size` is invalid"),
    ))]
pub(crate) async fn list_questions(
    _: Allowed<permission::Feedback>,
    service: AssistantService,
    Query(query): Query<QuestionsQuery>,
) -> Result<Response, Problem> {
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let state = query.state.as_deref().unwrap_or_default();
    if !state.is_empty() && !STATES.contains(&state) {
        let detail = format!("invalid `state`: expected one of {}", STATES.join(", "));
        return Err(Problem::invalid("state", "unknown-value", detail));
    }
    let text: String = query.q.unwrap_or_default().trim().chars().take(MAX_TEXT).collect();
    let filter = QuestionFilter {
        after: retention_start(&service.site, service.now()),
        locale: locale(query.locale.as_deref())?.map_or("", Locale::tag),
        state,
        text: &text,
    };
    let (rows, total) =
        store::list_question_rows(&service.site.db, &filter, (page - 1) * size, size).await?;
    let rows: Vec<_> = rows.into_iter().map(to_listed_question).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}

fn locale(text: Option<&str>) -> Result<Option<Locale>, Problem> {
    text.filter(|text| !text.is_empty()).map(params::locale).transpose()
}

fn to_listed_question(row: QuestionRow) -> ListedQuestion {
    ListedQuestion {
        nearest: nearest(&row.url, &row.title, &row.passage_locale),
        id: row.id,
        created_at: row.asked_at,
        locale: row.locale,
        origin: QuestionOrigin::named(&row.origin),
        question: row.question,
        note: row.note,
        state: QuestionState::named(&row.state),
        approved: row.is_approved != 0,
        helpful: row.helpful.map(|helpful| helpful != 0),
    }
}

fn nearest(url: &str, title: &str, locale: &str) -> Option<NearestSection> {
    (!url.is_empty()).then(|| NearestSection {
        url: url.to_owned(),
        title: title.to_owned(),
        locale: locale.to_owned(),
    })
}

/// Delete question to the assistant
///
/// Deletes a stored question, for example one with personal data that was not masked.
#[utoipa::path(delete, path = "/api/v1/admin/assistant/questions/{id}", tag = "assistant",
    params(("id" = String, Path, description = "Id of the question")),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages, or to edit this language"),
        (status = 404, description = "Question not found"),
    ))]
pub(crate) async fn delete_question(
    user: Allowed<permission::PagesEdit>,
    id: String,
    service: AssistantService,
) -> Result<Response, Problem> {
    let mut tx = service.site.db.begin().await?;
    let tag = store::delete_question_row(&mut tx, &id).await?.ok_or(Problem::NotFound)?;
    user.require_for_text(Permission::PagesEdit, DOCS, params::locale(&tag)?)?;
    // The audit log is permanent, so it does not contain the text of questions.
    let subject = Subject::new(id).before(&serde_json::json!({ "locale": tag }));
    audit_log::log(&mut tx, &user.actor, Action::QuestionRemoved, subject).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Get gap report
///
/// Groups similar questions that were not answered, got negative feedback, or were answered in the other language
/// only. Questions that match an unexpired curated answer, and dismissed ones, are omitted.
#[utoipa::path(get, path = "/api/v1/admin/assistant/gaps", tag = "assistant", params(GapsQuery),
    responses(
        (status = 200, description = "The report", body = GapReport),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read feedback"),
        (status = 422, description = "`days` is out of range"),
    ))]
pub(crate) async fn gaps(
    _: Allowed<permission::Feedback>,
    service: AssistantService,
    Query(query): Query<GapsQuery>,
) -> Result<Response, Problem> {
    let now = service.now();
    let clusters = current_clusters(&service, &query, now).await?;
    let settings = &service.site.settings;
    let report = GapReport {
        as_of: now,
        is_on: settings.assistant_questions,
        days: settings.assistant_question_days,
        gaps: clusters.iter().map(gap).collect(),
    };
    Ok(reply::private(reply::json(&report)?))
}

/// Dismiss gap
///
/// Omits the questions of a gap from the report. Similar questions that arrive later form a new gap. Send the filters
/// with which the report was read, because they determine the questions of the gap.
#[utoipa::path(post, path = "/api/v1/admin/assistant/gaps/{id}/dismissal", tag = "assistant",
    params(("id" = String, Path, description = "Id of the gap"), GapsQuery),
    responses(
        (status = 204, description = "Dismissed"),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages, or to edit this language"),
        (status = 404, description = "Gap not found"),
        (status = 422, description = "`days` is out of range"),
    ))]
pub(crate) async fn dismiss_gap(
    user: Allowed<permission::PagesEdit>,
    id: String,
    service: AssistantService,
    Query(query): Query<GapsQuery>,
) -> Result<Response, Problem> {
    let clusters = current_clusters(&service, &query, service.now()).await?;
    let position = |cluster: &Cluster| cluster.questions.iter().position(|row| row.id == id);
    let found = clusters.iter().find_map(|cluster| Some((cluster, position(cluster)?)));
    let (cluster, newest) = found.ok_or(Problem::NotFound)?;
    user.require_for_text(Permission::PagesEdit, DOCS, cluster.locale)?;
    // `id` is the newest question of the gap in the report that the client read. Questions that were asked later come
    // first in the list; they stay in the report.
    let dismissed = &cluster.questions[newest..];
    let mut tx = service.site.db.begin().await?;
    for row in dismissed {
        store::dismiss_question(&mut tx, &row.id).await?;
    }
    let logged =
        serde_json::json!({ "locale": cluster.locale.tag(), "questions": dismissed.len() });
    let subject = Subject::new(id).after(&logged);
    audit_log::log(&mut tx, &user.actor, Action::GapDismissed, subject).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Returns the groups of questions in the gap report at the time `now`.
async fn current_clusters(
    service: &AssistantService,
    query: &GapsQuery,
    now: i64,
) -> Result<Vec<Cluster>, Problem> {
    let locale_filter = locale(query.locale.as_deref())?;
    let site = &service.site;
    let oldest = retention_start(site, now);
    let after = match query.days.as_deref().filter(|days| !days.is_empty()) {
        None => oldest,
        Some(days) => {
            let days = days.parse::<i64>().ok().filter(|days| (1..=MAX_DAYS).contains(days));
            let days = days.ok_or_else(|| {
                let detail = format!("invalid `days`: expected a number from 1 to {MAX_DAYS}");
                Problem::invalid("days", "out-of-range", detail)
            })?;
            oldest.max(now - days * MS)
        }
    };
    let curated = service.curated.current(site).await?;
    let rows = store::unanswered(&site.db, after, MAX_QUESTIONS).await?;
    let index = site.search_index.clone();
    let clusters = tokio::task::spawn_blocking(move || {
        let rows = rows.into_iter().filter(|row| {
            let has_locale = locale_filter.is_none_or(|locale| row.locale == locale.tag());
            has_locale && !is_answered_by_now(row, &curated, now)
        });
        let engine = index.engine();
        let is_on_site = |term: &str| {
            Locale::ALL.into_iter().any(|locale| engine.index_of(locale).used(term) > 0)
        };
        gap_report::clusters(rows.collect(), now, is_on_site)
    });
    clusters.await.map_err(|error| Problem::Internal(error.to_string()))
}

fn is_answered_by_now(row: &QuestionRow, curated: &CuratedAnswers, now: i64) -> bool {
    // A question whose curated answer got negative feedback stays in the report.
    let is_unhelpful = row.is_approved != 0 && row.helpful == Some(0);
    let locale = row.locale.parse::<Locale>().unwrap_or(Locale::En);
    !is_unhelpful && curated.matching(&row.question, locale, now).is_some()
}

fn gap(cluster: &Cluster) -> Gap {
    let newest = cluster.questions.first();
    let notes =
        cluster.questions.iter().map(|row| row.note.clone()).filter(|note| !note.is_empty());
    let of_state = |state: &'static str| cluster.count_of(move |row| row.state == state);
    Gap {
        id: newest.map(|row| row.id.clone()).unwrap_or_default(),
        locale: cluster.locale.tag().to_owned(),
        question: newest.map(|row| row.question.clone()).unwrap_or_default(),
        examples: cluster.examples().into_iter().map(str::to_owned).collect(),
        notes: notes.take(MAX_NOTES).collect(),
        terms: cluster.terms.clone(),
        count: cluster.questions.len(),
        closest: of_state("closest"),
        off_topic: of_state("off_topic"),
        unhelpful: cluster.count_of(|row| row.helpful == Some(0)),
        reported: of_state(REPORTED),
        score: (cluster.score * 100.0).round() / 100.0,
        last_question_at: newest.map(|row| row.asked_at).unwrap_or_default(),
        translation_gap: cluster.is_translation_gap,
        nearest: cluster
            .nearest
            .as_ref()
            .and_then(|(url, title, locale)| nearest(url, title, locale)),
    }
}
