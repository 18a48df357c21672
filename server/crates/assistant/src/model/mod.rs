//! Answers with an optional language model behind an OpenAI-compatible API (ADR 0064).
//!
//! - `settings`, `store`, `admin`: settings in the database, and their API.
//! - `budget`: daily limits of tokens and money, shared by all servers of one database.
//! - `prompt`: the prompt, which contains rules, passages as quoted data, and the conversation. Pure.
//! - `client`, `frames`, `dialect`, `error`: request to the model server, and the events of its response.
//! - `probe`: connection test.
//! - `reasoning`, `pieces`: conversion of the text to sentences. Pure.
//! - `support`, `negation`: comparison of the sentences with passages. Pure.
//! - `language`: comparison of the language of an answer with that of the reader. Pure.
//! - `generation`: the answer as a sequence of events for the visitor.

mod admin;
mod budget;
mod client;
mod dialect;
mod error;
mod frames;
mod generation;
mod language;
mod negation;
mod pieces;
mod probe;
mod prompt;
mod reasoning;
mod settings;
mod store;
mod support;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;

use self::budget::Reservation;
use self::client::{ModelRequest, ModelStream};
use self::generation::{GenerationParts, ModelMemory};
use self::prompt::{Prompt, PromptParts};
use self::store::StoredModel;
use crate::api::{AskReply, AskState, ModelNotice};
use crate::request::ValidQuestion;
use pailou_database::id;
use pailou_site::Site;
use pailou_web::client::RateLimiter;

pub(crate) use self::admin::routes;
pub(crate) use self::generation::{AnswerEvent, Generation};

/// State of the language model that is shared by all questions.
#[derive(Debug, Clone, Default)]
pub(crate) struct ModelService(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// Revision of the settings for which the limiter and the observed server properties are valid.
    revision: i64,
    limiter: Option<RateLimiter>,
    memory: ModelMemory,
}

impl ModelService {
    /// Starts an answer. Returns `None` if the model is not used for this question, or a notice if a limit or a busy
    /// server prevents an answer.
    pub(crate) async fn begin(
        &self,
        site: &Site,
        question: &ValidQuestion,
        reply: &AskReply,
        visitor: IpAddr,
    ) -> Result<Option<Result<Generation, ModelNotice>>, sqlx::Error> {
        if !question.with_model || reply.state == AskState::OffTopic || reply.citations.is_empty() {
            return Ok(None);
        }
        let stored = store::model(&site.db).await?;
        if !stored.settings.is_on {
            return Ok(None);
        }
        let (limiter, memory) = self.known(&stored);
        if memory.is_paused() {
            return Ok(Some(Err(ModelNotice::Busy)));
        }
        if limiter.check(visitor).is_err() {
            return Ok(Some(Err(ModelNotice::VisitorLimit)));
        }
        let passages = prompt::cited_passages(&site.search_index.engine(), &reply.citations);
        let delimiter = id::new();
        let prompt = Prompt::new(&PromptParts {
            question: &question.text,
            reader: question.locale,
            turns: &question.turns,
            passages: &passages,
            delimiter: &delimiter,
            budget: stored.settings.prompt_tokens,
        });
        let reserved = Reservation::new(&site.db, &stored.settings, prompt.tokens).await?;
        let Some(reservation) = reserved else { return Ok(Some(Err(ModelNotice::Budget))) };
        let stream = ModelStream::new(site.outbound.clone(), request(&stored, prompt.messages));
        Ok(Some(Ok(Generation::new(GenerationParts {
            stream,
            passages,
            delimiter,
            reader: question.locale,
            index: site.search_index.clone(),
            memory,
            reservation,
            prompt_tokens: prompt.tokens,
        }))))
    }

    /// Returns the rate limiter and the observed server properties of the current settings. A change of the settings
    /// resets both.
    fn known(&self, stored: &StoredModel) -> (RateLimiter, ModelMemory) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.revision != stored.revision {
            *known = Known { revision: stored.revision, ..Known::default() };
        }
        let limiter = known.limiter.get_or_insert_with(|| {
            let answers =
                NonZeroU32::new(stored.settings.visitor_answers).unwrap_or(NonZeroU32::MIN);
            RateLimiter::new(answers, Duration::from_secs(3600) / answers.get())
        });
        (limiter.clone(), known.memory.clone())
    }
}

fn request(stored: &StoredModel, messages: Vec<serde_json::Value>) -> ModelRequest {
    let body = stored.settings.request_body(messages);
    ModelRequest {
        base_url: stored.settings.base_url.clone(),
        key: stored.key.clone(),
        body: Bytes::from(body.to_string()),
        deadlines: stored.settings.deadlines(),
    }
}
