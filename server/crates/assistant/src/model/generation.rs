//! Answer of a model as a sequence of events: sentences with their support by the passages, and a notice on failure.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use core_wasm::locale::Locale;

use super::budget::{Reservation, Usage};
use super::client::ModelStream;
use super::dialect::ModelEvent;
use super::error::ModelError;
use super::language::LanguageCounts;
use super::pieces::PieceWriter;
use super::prompt::{PromptPassage, tokens};
use super::reasoning::{FilterOutput, ReasoningFilter};
use super::support::support;
use crate::api::{AnswerPiece, ModelNotice};
use pailou_site_search::SearchIndex;

/// Maximum length of an answer in characters.
const MAX_ANSWER: usize = 8000;

/// Event of an answer, sent to the visitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AnswerEvent {
    Piece(AnswerPiece),
    /// All previous pieces are withdrawn.
    Reset,
    Notice(ModelNotice),
}

/// Properties of the model server that were observed in its previous responses.
#[derive(Debug, Clone, Default)]
pub(crate) struct ModelMemory {
    /// Whether answers begin with reasoning without an opening tag.
    pub begins_in_reasoning: Arc<AtomicBool>,
    /// Time until which no requests are sent, because the server was busy (`Retry-After`).
    pub pause_until: Arc<std::sync::Mutex<Option<tokio::time::Instant>>>,
}

impl ModelMemory {
    /// Maximum pause; a longer `Retry-After` is shortened to it.
    const LONGEST_PAUSE: Duration = Duration::from_secs(600);

    pub(crate) fn is_paused(&self) -> bool {
        let until = self.pause_until.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        until.is_some_and(|until| until > tokio::time::Instant::now())
    }

    fn pause(&self, pause: Duration) {
        let mut until = self.pause_until.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *until = Some(tokio::time::Instant::now() + pause.min(Self::LONGEST_PAUSE));
    }
}

/// An answer in progress. Dropping it cancels the request to the model server.
#[derive(Debug)]
pub(crate) struct Generation {
    stream: ModelStream,
    filter: ReasoningFilter,
    writer: PieceWriter,
    passages: Vec<PromptPassage>,
    sources: String,
    delimiter: String,
    reader: Locale,
    language: LanguageCounts,
    index: Arc<SearchIndex>,
    memory: ModelMemory,
    /// Reserved tokens; `None` after they are settled.
    reservation: Option<Reservation>,
    queue: VecDeque<AnswerEvent>,
    /// Estimated tokens of the prompt and of the answer so far.
    estimate: (u32, u32),
    written_chars: usize,
    has_begun: bool,
    /// Whether the text contains the delimiter of the prompt. The model then repeats its instructions or the passages
    /// instead of answering. The stream is still read, because the text so far can be reasoning before the answer.
    repeats_prompt: bool,
    /// End of the text so far, which can be the beginning of the delimiter.
    tail: String,
    was_cut: bool,
    is_over: bool,
}

/// Arguments of [`Generation::new`].
#[derive(Debug)]
pub(super) struct GenerationParts {
    pub stream: ModelStream,
    pub passages: Vec<PromptPassage>,
    /// Delimiter of the passages in the prompt.
    pub delimiter: String,
    pub reader: Locale,
    pub index: Arc<SearchIndex>,
    pub memory: ModelMemory,
    pub reservation: Reservation,
    pub prompt_tokens: u32,
}

impl Generation {
    pub(super) fn new(parts: GenerationParts) -> Self {
        let GenerationParts {
            stream,
            passages,
            delimiter,
            reader,
            index,
            memory,
            reservation,
            prompt_tokens,
        } = parts;
        let sources: String = passages.iter().map(|passage| passage.text.clone() + "\n").collect();
        let begins_in_reasoning = memory.begins_in_reasoning.load(Ordering::Relaxed);
        Self {
            filter: ReasoningFilter::new(begins_in_reasoning),
            writer: PieceWriter::new(passages.len() as u32, sources.clone()),
            stream,
            passages,
            sources,
            delimiter,
            reader,
            language: LanguageCounts::default(),
            index,
            memory,
            reservation: Some(reservation),
            queue: VecDeque::new(),
            estimate: (prompt_tokens, 0),
            written_chars: 0,
            has_begun: false,
            repeats_prompt: false,
            tail: String::new(),
            was_cut: false,
            is_over: false,
        }
    }

    /// Returns the next event, or `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<AnswerEvent> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return Some(event);
            }
            if self.is_over {
                if let Some(reservation) = self.reservation.take() {
                    reservation.settle().await;
                }
                return None;
            }
            if self.estimate.1 == 0 {
                // The tokens of the prompt count as used from the start of the request.
                self.count(0);
            }
            match self.stream.next().await {
                Ok(Some(event)) => self.take(event),
                Ok(None) => self.finish(),
                Err(error) => self.fail(&error),
            }
        }
    }

    fn take(&mut self, event: ModelEvent) {
        match event {
            ModelEvent::Text(text) => {
                self.count(tokens(&text).max(1));
                for filtered in self.filter.push(&text) {
                    match filtered {
                        FilterOutput::Text(text) => self.write(&text),
                        FilterOutput::Retracted => self.retract(),
                    }
                }
                if self.written_chars > MAX_ANSWER {
                    self.fail(&ModelError::TooLong);
                }
            }
            ModelEvent::Reasoning(length) => {
                self.count(u32::try_from(length / 4).unwrap_or(0).max(1))
            }
            ModelEvent::Finished(was_cut) => self.was_cut |= was_cut,
            ModelEvent::Usage(input, output) => {
                let (input, output) = (input.into(), output.into());
                self.used(Some(Usage { input, output, is_counted: true }));
            }
            ModelEvent::End => {}
        }
    }

    /// Adds tokens to the estimate, which is used until the server sends its own counts.
    fn count(&mut self, more: u32) {
        self.estimate.1 = self.estimate.1.saturating_add(more);
        let known = self.reservation.as_ref().and_then(|reservation| reservation.usage);
        if known.is_none_or(|usage| !usage.is_counted) {
            let (input, output) = (self.estimate.0.into(), self.estimate.1.into());
            self.used(Some(Usage { input, output, is_counted: false }));
        }
    }

    fn used(&mut self, usage: Option<Usage>) {
        if let Some(reservation) = &mut self.reservation {
            reservation.usage = usage;
        }
    }

    fn write(&mut self, text: &str) {
        self.written_chars += text.chars().count();
        self.tail.push_str(text);
        if self.tail.contains(&self.delimiter) && !self.repeats_prompt {
            self.repeats_prompt = true;
            self.withdraw();
        }
        let kept = self.tail.len().saturating_sub(self.delimiter.len());
        self.tail.drain(..self.tail.floor_char_boundary(kept));
        let pieces = self.writer.push(text);
        self.put(pieces);
    }

    fn put(&mut self, pieces: Vec<AnswerPiece>) {
        if pieces.is_empty() || self.repeats_prompt {
            return;
        }
        self.has_begun = true;
        let engine = self.index.engine();
        for mut piece in pieces {
            self.language.add(&piece);
            piece.support = support(&engine, &piece, &self.passages, self.reader);
            self.queue.push_back(AnswerEvent::Piece(piece));
        }
    }

    fn retract(&mut self) {
        self.memory.begins_in_reasoning.store(true, Ordering::Relaxed);
        self.writer = PieceWriter::new(self.passages.len() as u32, self.sources.clone());
        self.written_chars = 0;
        self.repeats_prompt = false;
        self.tail.clear();
        self.withdraw();
    }

    /// Withdraws all previous pieces.
    fn withdraw(&mut self) {
        self.language = LanguageCounts::default();
        let was_withdrawn = self.queue.contains(&AnswerEvent::Reset);
        self.queue.clear();
        if std::mem::take(&mut self.has_begun) || was_withdrawn {
            self.queue.push_back(AnswerEvent::Reset);
        }
    }

    fn finish(&mut self) {
        self.end_text();
        if self.repeats_prompt {
            return self.fail(&ModelError::RepeatedPrompt);
        }
        if !self.has_begun {
            // If `begins_in_reasoning` is set, but the model sends no reasoning, the filter discards the whole answer.
            self.memory.begins_in_reasoning.store(false, Ordering::Relaxed);
            return self.fail(&ModelError::Empty);
        }
        if self.language.is_other_than(self.reader) {
            return self.fail(&ModelError::WrongLanguage);
        }
        if self.was_cut {
            self.queue.push_back(AnswerEvent::Notice(ModelNotice::Cut));
        }
        self.is_over = true;
    }

    fn end_text(&mut self) {
        if let Some(rest) = self.filter.finish() {
            self.write(&rest);
        }
        let pieces = self.writer.finish();
        self.put(pieces);
    }

    fn fail(&mut self, error: &ModelError) {
        self.is_over = true;
        tracing::warn!(%error, "language model answer failed");
        if let ModelError::Busy(Some(pause)) = error {
            self.memory.pause(*pause);
        }
        if error.is_free() {
            self.used(None);
        }
        // Sends the remaining text, even if it is an incomplete sentence.
        self.end_text();
        if self.repeats_prompt || self.language.is_other_than(self.reader) {
            self.withdraw();
        }
        self.queue.push_back(AnswerEvent::Notice(error.notice(self.has_begun)));
    }
}
