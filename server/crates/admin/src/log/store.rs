//! SQL of the audit log.

use sqlx::QueryBuilder;

use crate::api::LogEntry;
use pailou_database::{Db, on};

#[derive(Debug, Clone)]
pub(super) struct LogFilter {
    /// Selects the entries of this actor; `None` for all actors.
    pub actor: Option<Actor>,
    /// Name of the action; empty for all.
    pub action: String,
    pub from: i64,
    pub to: i64,
}

/// Filter by actor: an entry matches by its recorded actor name, or by its account id, which is
/// stable across renames.
#[derive(Debug, Clone)]
pub(super) struct Actor {
    pub names: Vec<String>,
    pub account: Option<String>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct Row {
    number: i64,
    at: i64,
    actor: String,
    actor_id: String,
    current_name: Option<String>,
    token: String,
    action: String,
    subject: String,
    before: Option<String>,
    after: Option<String>,
    address: String,
    agent: String,
}

impl From<Row> for LogEntry {
    fn from(row: Row) -> Self {
        Self {
            id: row.number,
            at: row.at,
            actor: row.actor,
            actor_id: row.actor_id,
            current_name: row.current_name,
            token: row.token,
            action: row.action,
            subject: row.subject,
            before: row.before,
            after: row.after,
            address: row.address,
            agent: row.agent,
        }
    }
}

impl LogFilter {
    fn push<DB: sqlx::Database>(&self, query: &mut QueryBuilder<DB>)
    where
        String: sqlx::Type<DB> + for<'q> sqlx::Encode<'q, DB>,
        i64: sqlx::Type<DB> + for<'q> sqlx::Encode<'q, DB>,
    {
        query.push(" from audit_log where at >= ").push_bind(self.from);
        query.push(" and at < ").push_bind(self.to);
        if !self.action.is_empty() {
            query.push(" and action = ").push_bind(self.action.clone());
        }
        if let Some(Actor { names, account }) = &self.actor {
            // `null` matches no actor. It is needed because an empty list is a syntax error.
            query.push(" and (actor in (null");
            for name in names {
                query.push(", ").push_bind(name.clone());
            }
            query.push(")");
            if let Some(id) = account {
                query.push(" or actor_id = ").push_bind(id.clone());
            }
            query.push(")");
        }
    }
}

/// Returns every actor name in the log, as recorded at the time of the action.
pub(super) async fn names(db: &Db) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select distinct actor from audit_log";
    on!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await)
}

pub(super) async fn count_entries(db: &Db, filter: &LogFilter) -> Result<i64, sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new("select count(*)");
        filter.push(&mut query);
        query.build_query_scalar().fetch_one(pool).await
    })
}

const ENTRIES: &str = "select number, at, actor, actor_id, \
                       (select users.name from users where users.id = audit_log.actor_id \
                       and users.name <> audit_log.actor) as current_name, \
                       token, action, subject, before, after, address, user_agent as agent";

/// Returns the newest `size` matching entries with a lower number than `number`, newest first.
pub(crate) async fn entries_before(
    db: &Db,
    filter: &LogFilter,
    number: i64,
    size: i64,
) -> Result<Vec<Row>, sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new(ENTRIES);
        filter.push(&mut query);
        query.push(" and number < ").push_bind(number);
        query.push(" order by number desc limit ").push_bind(size);
        query.build_query_as().fetch_all(pool).await
    })
}

pub(super) async fn entries(
    db: &Db,
    filter: &LogFilter,
    skip: i64,
    size: i64,
) -> Result<Vec<Row>, sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new(ENTRIES);
        filter.push(&mut query);
        query.push(" order by number desc limit ").push_bind(size);
        query.push(" offset ").push_bind(skip);
        query.build_query_as().fetch_all(pool).await
    })
}
