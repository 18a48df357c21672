//! Handlers of the public API: questions, starter questions, shared answers, feedback, reported gaps.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use core_wasm::locale::Locale;
use http::{Method, StatusCode};
use warp::reply::Response;

use crate::administration;
use crate::answer::{self, AskedQuestion};
use crate::api::{
    AnswerFeedback, AskQuery, AskReply, AskRequest, AskState, GapReceipt, ModelNotice,
    QuestionOrigin, ReportedGap, ShareLink, SharedAnswer, Starters, StartersQuery,
};
use crate::calibrator::Calibrator;
use crate::curated::{self, CuratedCache};
use crate::embed;
use crate::event_stream;
use crate::handover;
use crate::model::{AnswerEvent, Generation, ModelService};
use crate::outdated;
use crate::question_log::store as question_store;
use crate::question_log::{Clock, QuestionLog, Visit, state_name};
use crate::reply::{build_reply as compose, markdown};
use crate::request::{ValidQuestion, visible};
use crate::retention::{MAX_KEPT, RowCounter, retention_start};
use crate::shares;
use crate::store::{self, ShareRow};
use pailou_database::{Db, id};
use pailou_site::Site;
use pailou_store::TEXTS;
use pailou_web::client::{RateLimiter, RequestContext};
use pailou_web::problem::Problem;
use pailou_web::{Query, Route, extract_state, params, reply, route};

/// Rate limit of questions per client address: burst size, then one per [`QUESTION_EVERY`].
const QUESTIONS: NonZeroU32 = NonZeroU32::new(20).expect("not zero");
const QUESTION_EVERY: Duration = Duration::from_secs(2);
/// Rate limit of write requests per client address: burst size, then one per [`WRITE_EVERY`].
const WRITES: NonZeroU32 = NonZeroU32::new(20).expect("not zero");
const WRITE_EVERY: Duration = Duration::from_secs(10);

const MAX_BODY: u64 = 60 << 10;
const MAX_ID: usize = 64;
/// Maximum length of a note in characters.
const MAX_NOTE: usize = 1000;
const STARTERS: usize = 6;
/// Maximum age of cached responses: answers, starter questions, and shared answers.
const FRESH_FOR: Duration = Duration::from_secs(60);
/// Maximum time that starter questions wait for the search index.
const STARTERS_WAIT: Duration = Duration::from_secs(1);

#[derive(Debug, Clone)]
pub(crate) struct AssistantService {
    pub(crate) site: Site,
    questions: RateLimiter,
    writes: RateLimiter,
    model: ModelService,
    pub(crate) calibrator: Calibrator,
    pub(crate) curated: CuratedCache,
    log: QuestionLog,
    feedback_rows: RowCounter,
    clock: Clock,
}

extract_state!(AssistantService);

impl AsRef<Db> for AssistantService {
    fn as_ref(&self) -> &Db {
        &self.site.db
    }
}

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let service = &AssistantService {
        site: site.clone(),
        questions: RateLimiter::new(QUESTIONS, QUESTION_EVERY),
        writes: RateLimiter::new(WRITES, WRITE_EVERY),
        calibrator: Calibrator::default(),
        model: ModelService::default(),
        curated: CuratedCache::default(),
        log: QuestionLog::new(id::now),
        feedback_rows: RowCounter::default(),
        clock: id::now,
    };
    let max_body = MAX_BODY.min(site.settings.body_bytes);
    let mut routes = vec![
        route!(service, ask).with_body_limit(max_body),
        route!(service, answer_of_query),
        route!(service, list_starters),
        route!(service, share_answer).with_body_limit(max_body),
        route!(service, shared),
        route!(service, feedback),
        route!(service, report_gap).with_body_limit(max_body),
        Route::new(Method::GET, "/assistant/embed.js", service, embed_script),
    ];
    routes.extend(administration::routes(service));
    routes
}

impl AssistantService {
    /// Current time in milliseconds since 1970-01-01 UTC.
    pub(crate) fn now(&self) -> i64 {
        (self.clock)()
    }

    /// Answers a question. Stores the question in the log if the site and the visitor allow it.
    async fn answer_and_log(
        &self,
        question: &ValidQuestion,
        visit: Visit,
    ) -> Result<AskReply, Problem> {
        let reply = self.answer(question).await?;
        self.log.record(&self.site, (question.locale, &question.text), &reply, visit).await;
        Ok(reply)
    }

    pub(crate) async fn answer(&self, question: &ValidQuestion) -> Result<AskReply, Problem> {
        self.site.search_index.refresh(&self.site).await?;
        let mut reply = match self.curated_reply(question).await? {
            Some(reply) => reply,
            None => self.quoted_reply(question).await?,
        };
        let settings = &self.site.settings;
        let address = |template: &String| {
            handover::contact_link(template, &question.text, &reply, &settings.origin())
        };
        reply.handover = settings.assistant_handover.as_ref().map(address);
        Ok(reply)
    }

    /// Returns the curated answer with a wording similar to the question, if there is one.
    async fn curated_reply(&self, question: &ValidQuestion) -> Result<Option<AskReply>, Problem> {
        let answers = self.curated.current(&self.site).await?;
        let found = answers.matching(&question.text, question.locale, self.now());
        let Some(found) = found else { return Ok(None) };
        let targets = pailou_store::link_targets(&self.site).await?;
        Ok(Some(curated::curated_reply(id::new(), found, &targets)))
    }

    async fn quoted_reply(&self, valid_question: &ValidQuestion) -> Result<AskReply, Problem> {
        let calibration = self.calibrator.current(&self.site).await;
        let answer = {
            let question = AskedQuestion {
                text: &valid_question.text,
                reader: valid_question.locale,
                page: valid_question.page.as_deref(),
                before: valid_question.before.as_deref(),
            };
            answer::answer(&self.site.search_index.engine(), &calibration, question, None)
        };
        let cited_places: Vec<_> =
            answer.quotations.iter().map(outdated::CitedSection::of).collect();
        let mut reply = compose(id::new(), valid_question.locale, answer);
        outdated::mark(&self.site, &cited_places, &mut reply.citations).await?;
        Ok(reply)
    }

    /// Answers a question. If there is no curated answer, also starts the answer of the language model, provided that
    /// the site and the request allow it and there are passages. If that answer cannot be started, adds a notice to the
    /// reply instead.
    async fn begin(
        &self,
        question: &ValidQuestion,
        visit: Visit,
        visitor: IpAddr,
    ) -> Result<(AskReply, Option<Generation>), Problem> {
        let mut reply = self.answer_and_log(question, visit).await?;
        if reply.approved.is_some() {
            return Ok((reply, None));
        }
        let started = self.model.begin(&self.site, question, &reply, visitor).await;
        let started = started.unwrap_or_else(|error| {
            tracing::warn!(%error, "starting language model answer failed");
            Some(Err(ModelNotice::Failed))
        });
        match started {
            None => Ok((reply, None)),
            Some(Ok(generation)) => Ok((reply, Some(generation))),
            Some(Err(notice)) => {
                reply.notice = Some(notice);
                Ok((reply, None))
            }
        }
    }

    /// Checks the rate limit of questions. Requests of the server-side renderer have the unspecified address and are
    /// not limited here.
    fn check_questions(&self, caller: &RequestContext) -> Result<(), Problem> {
        match caller.address.is_unspecified() {
            true => Ok(()),
            false => self.questions.check(caller.address),
        }
    }
}

/// Ask the assistant
///
/// Returns verbatim passages of the site, each with a link to its section. With `Accept: text/event-stream` the answer
/// is sent as events: `meta` (id, state, and citations), for each passage `delta` (`{"text"}`, Markdown) and `cite`
/// (`{"n"}`), then `done` (`{"id", "follow_ups"}`); on failure `error` (`{"code", "status", "detail"}`). A curated
/// answer is sent as one `delta` without `cite`. Lines that begin with a colon keep the connection open. If the request
/// allows a language model and the site has one, the events of the model's answer are sent between `meta` and the
/// passages: `piece` for each sentence (`AnswerPiece`), `reset` if the previous pieces are withdrawn, and `notice`
/// (`{"code"}`, a `ModelNotice`) if the answer is missing or incomplete. Closing the connection cancels the model's
/// answer.
#[utoipa::path(post, path = "/api/v1/public/assistant/ask", tag = "assistant", request_body = AskRequest,
    responses(
        (status = 200, description = "The answer", content((AskReply = "application/json"), (String = "text/event-stream"))),
        (status = 400, description = "Unknown locale or invalid JSON"),
        (status = 413, description = "The body is too large"),
        (status = 422, description = "A field is invalid"),
        (status = 429, description = "Too many requests from this address"),
    ))]
pub(crate) async fn ask(
    service: AssistantService,
    caller: RequestContext,
    body: Result<AskRequest, Problem>,
) -> Result<Response, Problem> {
    service.check_questions(&caller)?;
    let request = body?;
    let question = ValidQuestion::new(&request)?;
    let visit = Visit::new(&caller, question_origin(request.origin, &question), request.store);
    if event_stream::is_wanted(&caller.headers) {
        let visitor = caller.address;
        let started = async move { service.begin(&question, visit, visitor).await };
        return Ok(event_stream::response(started));
    }
    let (mut answer, generation) = service.begin(&question, visit, caller.address).await?;
    if let Some(generation) = generation {
        complete(&mut answer, generation).await;
    }
    Ok(reply::private(reply::json(&answer)?))
}

/// Waits for the complete answer of the model and adds it to the reply.
async fn complete(answer: &mut AskReply, mut generation: Generation) {
    let mut pieces = Vec::new();
    while let Some(event) = generation.next().await {
        match event {
            AnswerEvent::Piece(piece) => pieces.push(piece),
            AnswerEvent::Reset => pieces.clear(),
            AnswerEvent::Notice(notice) => answer.notice = Some(notice),
        }
    }
    answer.model = (!pieces.is_empty()).then_some(pieces);
}

/// Get answer
///
/// Answers a question in a GET request, for pages without JavaScript. There is no conversation and no language model.
#[utoipa::path(get, path = "/api/v1/public/assistant/ask", tag = "assistant", params(AskQuery),
    responses(
        (status = 200, description = "The answer", body = AskReply),
        (status = 400, description = "Unknown locale"),
        (status = 422, description = "A parameter is invalid"),
        (status = 429, description = "Too many requests from this address"),
    ))]
pub(crate) async fn answer_of_query(
    service: AssistantService,
    caller: RequestContext,
    Query(query): Query<AskQuery>,
) -> Result<Response, Problem> {
    service.check_questions(&caller)?;
    let origin_name = query.origin.clone();
    let may_store = query.store.as_deref().map(|store| store != "false");
    let question = ValidQuestion::of_query(query)?;
    let named = origin_name.filter(|name| !name.is_empty());
    let named = named.as_deref().map(QuestionOrigin::named);
    let visit = Visit::new(&caller, question_origin(named, &question), may_store);
    let reply = service.answer_and_log(&question, visit).await?;
    Ok(dependent(reply::json(&reply)?))
}

/// Returns the origin of a question: as stated by the client, otherwise `Panel` if the question has a page, or else
/// `Web`.
fn question_origin(stated: Option<QuestionOrigin>, question: &ValidQuestion) -> QuestionOrigin {
    let usual = if question.page.is_some() { QuestionOrigin::Panel } else { QuestionOrigin::Web };
    stated.unwrap_or(usual)
}

/// Returns the script that embeds the assistant in pages of other origins.
async fn embed_script(service: AssistantService) -> Result<Response, Problem> {
    Ok(embed::script(service.site.profile().await?.embed_origins()))
}

/// Adds caching headers and the cache tags of texts and curated answers, on which the response depends.
fn dependent(response: Response) -> Response {
    let tags = [TEXTS.to_owned(), pailou_curated_answers::TAG.to_owned()];
    reply::with_max_age(reply::with_cache_tags(response, tags), FRESH_FOR)
}

/// List starter questions
///
/// Returns questions made from headings of the documentation. The assistant has an answer to each of them. The list is
/// empty while the search index is first built.
#[utoipa::path(get, path = "/api/v1/public/assistant/starters", tag = "assistant", params(StartersQuery),
    responses(
        (status = 200, description = "At most six questions", body = Starters),
        (status = 400, description = "Unknown locale"),
    ))]
pub(crate) async fn list_starters(
    service: AssistantService,
    Query(query): Query<StartersQuery>,
) -> Result<Response, Problem> {
    let locale = query.locale.as_deref().map_or(Ok(Locale::En), params::locale)?;
    let site = &service.site;
    if !site.search_index.refresh_within(site, STARTERS_WAIT).await? {
        let none = reply::json(&Starters { questions: Vec::new() })?;
        return Ok(reply::with_max_age(none, STARTERS_WAIT));
    }
    let calibration = service.calibrator.current(&service.site).await;
    let engine = service.site.search_index.engine();
    let questions = answer::starters(&engine, &calibration, locale, STARTERS);
    Ok(dependent(reply::json(&Starters { questions })?))
}

/// Share answer
///
/// Answers the question again without a language model, and stores the answer for 90 days. The answer may differ unless
/// `history` and `page` are those of the original request. The link contains only the id of the stored answer.
#[utoipa::path(post, path = "/api/v1/public/assistant/shares", tag = "assistant", request_body = AskRequest,
    responses(
        (status = 201, description = "The link", body = ShareLink),
        (status = 400, description = "Unknown locale or invalid JSON"),
        (status = 413, description = "The body is too large"),
        (status = 422, description = "A field is invalid, or the question has no answer to share"),
        (status = 429, description = "Too many requests from this address"),
    ))]
pub(crate) async fn share_answer(
    service: AssistantService,
    caller: RequestContext,
    body: Result<AskRequest, Problem>,
) -> Result<Response, Problem> {
    service.writes.check(caller.address)?;
    let question = ValidQuestion::new(&body?)?;
    // A shared answer has no contact link.
    let answer = AskReply { handover: None, ..service.answer(&question).await? };
    if answer.state == AskState::OffTopic {
        let detail = "no answer to share: the question is not about this site";
        return Err(Problem::invalid("question", "off-topic", detail));
    }
    let now = id::now();
    let row = ShareRow {
        id: id::secret(),
        locale: question.locale.tag().to_owned(),
        question: question.text,
        answer: serde_json::to_string(&answer)
            .map_err(|error| Problem::Internal(error.to_string()))?,
        created_at: now,
        expires_at: now + shares::LIFETIME_MS,
    };
    let mut tx = service.site.db.begin().await?;
    store::insert_share(&mut tx, &row).await?;
    tx.commit().await?;
    let link = ShareLink {
        url: format!("/index/{}/assistant?share={}", question.locale.segment(), row.id),
        id: row.id,
        expires_at: row.expires_at,
    };
    let mut response = reply::private(reply::json(&link)?);
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Get shared answer
///
/// Returns a stored answer. A passage that its page no longer contains, because the page was changed, unpublished, or
/// deleted, is withdrawn: the text of the passage is empty.
#[utoipa::path(get, path = "/api/v1/public/assistant/shares/{id}", tag = "assistant",
    params(("id" = String, Path, description = "Id of the shared answer")),
    responses(
        (status = 200, description = "The answer", body = SharedAnswer),
        (status = 404, description = "Unknown or expired"),
    ))]
pub(crate) async fn shared(share: String, service: AssistantService) -> Result<Response, Problem> {
    let site = &service.site;
    let row = store::find_share(&site.db, &share, id::now()).await?.ok_or(Problem::NotFound)?;
    site.search_index.refresh(site).await?;
    let mut stored: AskReply =
        serde_json::from_str(&row.answer).map_err(|error| Problem::Internal(error.to_string()))?;
    shares::withdraw(&site.search_index.engine(), &mut stored.citations);
    match stored.approved.as_ref() {
        // A curated answer that was changed or deleted or has expired is withdrawn.
        Some(approved) => {
            let answers = service.curated.current(site).await?;
            let current = answers.by_id(&approved.id).filter(|answer| {
                answer.revision == approved.revision && answer.is_current(service.now())
            });
            if current.is_none() {
                (stored.approved, stored.answer) = (None, String::new());
            }
        }
        None => stored.answer = markdown(&stored.citations),
    }
    let shared = SharedAnswer {
        question: row.question,
        created_at: row.created_at,
        expires_at: row.expires_at,
        reply: stored,
    };
    Ok(dependent(reply::json(&shared)?))
}

/// Send answer feedback
///
/// Stores whether an answer helped. A later request with the same id replaces the stored feedback.
#[utoipa::path(post, path = "/api/v1/public/assistant/feedback", tag = "assistant", request_body = AnswerFeedback,
    responses(
        (status = 202, description = "Saved"),
        (status = 400, description = "Unknown locale or invalid JSON"),
        (status = 422, description = "A field is invalid"),
        (status = 429, description = "Too many requests from this address"),
    ))]
pub(crate) async fn feedback(
    service: AssistantService,
    caller: RequestContext,
    body: Result<AnswerFeedback, Problem>,
) -> Result<Response, Problem> {
    service.writes.check(caller.address)?;
    let request = body?;
    let locale = params::locale(&request.locale)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !(1..=MAX_ID).contains(&request.id.len()) || !request.id.chars().all(is_plain) {
        return Err(Problem::invalid("id", "invalid", "invalid id: expected the id of an answer"));
    }
    let state = state_name(request.state);
    let mut tx = service.site.db.begin().await?;
    let row = (request.id.as_str(), locale.tag(), state);
    let now = id::now();
    store::save_feedback(&mut tx, row, request.helpful, now).await?;
    if service.feedback_rows.count() {
        let start = retention_start(&service.site, now);
        store::delete_old_feedback(&mut tx, start, MAX_KEPT).await?;
    }
    question_store::set_helpful(&mut tx, &request.id, request.helpful).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::ACCEPTED))
}

/// Report documentation gap
///
/// Reports a question that the site does not answer, with an optional note on the missing content. The report is stored
/// like other questions: with personal data masked, and not if the visitor has opted out.
#[utoipa::path(post, path = "/api/v1/public/assistant/gaps", tag = "assistant", request_body = ReportedGap,
    responses(
        (status = 202, description = "Received", body = GapReceipt),
        (status = 400, description = "Unknown locale or invalid JSON"),
        (status = 413, description = "The body is too large"),
        (status = 422, description = "A field is invalid"),
        (status = 429, description = "Too many requests from this address"),
    ))]
pub(crate) async fn report_gap(
    service: AssistantService,
    caller: RequestContext,
    body: Result<ReportedGap, Problem>,
) -> Result<Response, Problem> {
    service.writes.check(caller.address)?;
    let ReportedGap { question, note, locale, origin: stated_origin, store } = body?;
    let request = AskRequest {
        question,
        locale,
        page: None,
        history: None,
        model: None,
        origin: stated_origin,
        store,
    };
    let valid_question = ValidQuestion::new(&request)?;
    if note.chars().count() > MAX_NOTE {
        let detail = format!("note too long: at most {MAX_NOTE} characters");
        return Err(Problem::invalid("note", "too-long", detail));
    }
    let visit = Visit::new(&caller, question_origin(stated_origin, &valid_question), store);
    let reply = service.answer(&valid_question).await?;
    let reported = (valid_question.locale, valid_question.text.as_str(), &*visible(&note));
    let stored = service.log.report(&service.site, reported, &reply, visit).await;
    let mut response = reply::private(reply::json(&GapReceipt { stored })?);
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}
