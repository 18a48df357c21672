//! SQL of the language model: settings, API key, and daily usage.

use sqlx::FromRow;

use super::settings::ModelSettings;
use pailou_database::{Db, Tx, on, on_tx};

/// Number of days for which the usage is kept.
const KEPT_DAYS: i64 = 90;

/// Stored settings and API key, with the revision of the settings.
#[derive(Debug, Clone, Default)]
pub(crate) struct StoredModel {
    pub settings: ModelSettings,
    /// API key; empty if there is none.
    pub key: String,
    pub revision: i64,
}

fn stored(row: Option<(String, i64)>, key: Option<String>) -> StoredModel {
    let (settings, revision) = row.unwrap_or_default();
    StoredModel {
        settings: serde_json::from_str(&settings).unwrap_or_default(),
        key: key.unwrap_or_default(),
        revision,
    }
}

const SETTINGS: &str = "select settings, revision from assistant_models where id = 1";
const KEY: &str = "select api_key from assistant_model_keys where id = 1";

pub(crate) async fn model(db: &Db) -> Result<StoredModel, sqlx::Error> {
    let row = on!(db, pool => sqlx::query_as(SETTINGS).fetch_optional(pool).await)?;
    let key = on!(db, pool => sqlx::query_scalar(KEY).fetch_optional(pool).await)?;
    Ok(stored(row, key))
}

pub(crate) async fn model_in(tx: &mut Tx) -> Result<StoredModel, sqlx::Error> {
    let row = on_tx!(tx, conn => sqlx::query_as(SETTINGS).fetch_optional(conn).await)?;
    let key = on_tx!(tx, conn => sqlx::query_scalar(KEY).fetch_optional(conn).await)?;
    Ok(stored(row, key))
}

/// Stores `settings` if the stored settings still have this revision. Returns whether `settings` were stored.
pub(crate) async fn save_settings(
    tx: &mut Tx,
    settings: &str,
    revision: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "insert into assistant_models (id, settings, revision) values (1, $1, $2 + 1) \
               on conflict (id) do update set settings = excluded.settings, revision = excluded.revision \
               where assistant_models.revision = $2";
    let changed = on_tx!(tx, conn => sqlx::query(sql).bind(settings).bind(revision)
        .execute(conn).await.map(|done| done.rows_affected()))?;
    Ok(changed > 0)
}

pub(crate) async fn save_key(tx: &mut Tx, key: &str) -> Result<(), sqlx::Error> {
    let sql = "insert into assistant_model_keys (id, api_key) values (1, $1) \
               on conflict (id) do update set api_key = excluded.api_key";
    on_tx!(tx, conn => sqlx::query(sql).bind(key).execute(conn).await.map(drop))
}

pub(crate) async fn delete_key(tx: &mut Tx) -> Result<(), sqlx::Error> {
    let sql = "delete from assistant_model_keys";
    on_tx!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
}

/// Usage of a day, or amounts to be added to it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub(crate) struct DayRow {
    pub answers: i64,
    pub input_tokens: i64,
    pub output_tokens: i64,
    /// Cost in millionths of the currency unit.
    pub cost: i64,
    /// Number of prompts that the server has probably truncated.
    pub cut_prompts: i64,
}

/// Returns the usage of a day. `day` is the number of days since 1970-01-01 UTC.
pub(crate) async fn day(db: &Db, day: i64) -> Result<DayRow, sqlx::Error> {
    let sql = "select answers, input_tokens, output_tokens, cost, cut_prompts \
               from assistant_model_days where day = $1";
    let row = on!(db, pool => sqlx::query_as(sql).bind(day).fetch_optional(pool).await)?;
    Ok(row.unwrap_or_default())
}

/// Adds the `tokens` of one answer (prompt tokens, answer tokens, and cost) to the usage of a day. Adds nothing if the
/// total would exceed `limits` (number of tokens, and cost). Costs are in millionths of the currency unit. Returns
/// whether the tokens were added. The check and the addition are one statement, so that several servers can share the
/// budget. Also deletes the usage of days more than [`KEPT_DAYS`] before `day`.
pub(crate) async fn reserve(
    tx: &mut Tx,
    day: i64,
    tokens: (i64, i64, i64),
    limits: (i64, i64),
) -> Result<bool, sqlx::Error> {
    let (input, output, cost) = tokens;
    let (max_tokens, max_cost) = limits;
    let sql = "delete from assistant_model_days where day < $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(day - KEPT_DAYS).execute(conn).await.map(drop))?;
    let sql = "insert into assistant_model_days \
               (day, answers, input_tokens, output_tokens, cost, cut_prompts) \
               values ($1, 0, 0, 0, 0, 0) on conflict (day) do nothing";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).execute(conn).await.map(drop))?;
    let sql = "update assistant_model_days set answers = answers + 1, input_tokens = input_tokens + $2, \
               output_tokens = output_tokens + $3, cost = cost + $4 where day = $1 \
               and input_tokens + output_tokens + $2 + $3 <= $5 and cost + $4 <= $6";
    let changed = on_tx!(tx, conn => sqlx::query(sql).bind(day).bind(input).bind(output).bind(cost)
        .bind(max_tokens).bind(max_cost)
        .execute(conn).await.map(|done| done.rows_affected()))?;
    Ok(changed > 0)
}

/// Adds the difference between used and reserved tokens to the usage of a day.
pub(crate) async fn settle(tx: &mut Tx, day: i64, change: DayRow) -> Result<(), sqlx::Error> {
    let sql = "update assistant_model_days set answers = answers + $2, input_tokens = input_tokens + $3, \
               output_tokens = output_tokens + $4, cost = cost + $5, cut_prompts = cut_prompts + $6 \
               where day = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(day).bind(change.answers).bind(change.input_tokens)
        .bind(change.output_tokens).bind(change.cost).bind(change.cut_prompts)
        .execute(conn).await.map(drop))
}
