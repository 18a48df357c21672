//! Daily budget of tokens and money in the database. Tokens are reserved before an answer and settled after it.

use super::settings::ModelSettings;
use super::store::{self, DayRow};
use pailou_database::{Db, id};

/// Length of a day in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Minimum ratio of the server's count of prompt tokens to the estimate. Below it, the server has probably truncated
/// the prompt.
const CUT_SHARE: f64 = 0.7;

/// Current day as the number of days since 1970-01-01 UTC.
pub(super) fn today() -> i64 {
    id::now().div_euclid(DAY_MS)
}

/// Tokens that an answer used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub input: i64,
    pub output: i64,
    /// Whether the server counted the tokens; otherwise they are estimated.
    pub is_counted: bool,
}

/// Tokens that are reserved for an answer. Dropping the reservation records the actual usage, even if the visitor has
/// disconnected.
#[derive(Debug)]
pub(super) struct Reservation {
    db: Db,
    settings: ModelSettings,
    day: i64,
    input: i64,
    output: i64,
    /// Usage so far; `None` if the answer is free, for example because the request was not sent.
    pub usage: Option<Usage>,
    is_settled: bool,
}

impl Reservation {
    /// Reserves the tokens of a prompt and of an answer of maximum length. Returns `None` if the daily budget is
    /// insufficient.
    pub(super) async fn new(
        db: &Db,
        settings: &ModelSettings,
        prompt_tokens: u32,
    ) -> Result<Option<Self>, sqlx::Error> {
        let (input, output) = (i64::from(prompt_tokens), i64::from(settings.answer_tokens));
        let cost = settings.cost(input, output);
        let most_cost = settings.daily_cost.map_or(i64::MAX, |cost| (cost * 1e6) as i64);
        let limits = (settings.daily_tokens.unwrap_or(i64::MAX), most_cost);
        let day = today();
        let mut tx = db.begin().await?;
        let is_reserved = store::reserve(&mut tx, day, (input, output, cost), limits).await?;
        tx.commit().await?;
        let (db, settings) = (db.clone(), settings.clone());
        Ok(is_reserved.then(|| Self {
            db,
            settings,
            day,
            input,
            output,
            usage: None,
            is_settled: false,
        }))
    }

    pub(super) async fn settle(mut self) {
        self.is_settled = true;
        record(self.db.clone(), self.day, self.difference()).await;
    }

    /// Difference between the actual usage and the reservation.
    fn difference(&self) -> DayRow {
        let used = self.usage.unwrap_or_default();
        let reserved = self.settings.cost(self.input, self.output);
        let is_cut = used.is_counted && (used.input as f64) < CUT_SHARE * self.input as f64;
        DayRow {
            answers: if self.usage.is_some() { 0 } else { -1 },
            input_tokens: used.input - self.input,
            output_tokens: used.output - self.output,
            cost: self.settings.cost(used.input, used.output) - reserved,
            cut_prompts: i64::from(is_cut),
        }
    }
}

/// Adds the difference to the usage of the day. On failure the full reservation stays counted, so that the budget is
/// not exceeded.
async fn record(db: Db, day: i64, difference: DayRow) {
    let record = async {
        let mut tx = db.begin().await?;
        store::settle(&mut tx, day, difference).await?;
        tx.commit().await
    };
    if let Err(error) = record.await {
        tracing::warn!(%error, "recording model usage failed");
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if self.is_settled {
            return;
        }
        let (db, day, difference) = (self.db.clone(), self.day, self.difference());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(record(db, day, difference));
        }
    }
}
