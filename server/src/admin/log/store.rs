//! The log, read.

use crate::admin::wire::LogEntry;
use crate::shared::db::{Db, on};

pub(super) struct Wanted {
    /// In lower case; empty for everybody.
    pub(super) who: String,
    /// Empty for all.
    pub(super) action: String,
    pub(super) from: i64,
    pub(super) to: i64,
}

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    number: i64,
    at: i64,
    who: String,
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
            who: row.who,
            action: row.action,
            subject: row.subject,
            before: row.before,
            after: row.after,
            address: row.address,
            agent: row.agent,
        }
    }
}

macro_rules! wanted {
    () => {
        "from audit_log where ($1 = '' or lower(who) = $1) and ($2 = '' or action = $2) \
         and at >= $3 and at < $4 "
    };
}

pub(super) async fn count(db: &Db, wanted: &Wanted) -> Result<i64, sqlx::Error> {
    let sql = concat!("select count(*) ", wanted!());
    on!(db, pool => {
        let query = sqlx::query_scalar(sql).bind(&wanted.who).bind(&wanted.action);
        query.bind(wanted.from).bind(wanted.to).fetch_one(pool).await
    })
}

pub(super) async fn entries(
    db: &Db,
    wanted: &Wanted,
    skip: i64,
    size: i64,
) -> Result<Vec<Row>, sqlx::Error> {
    let sql = concat!(
        "select number, at, who, action, subject, before, after, address, agent ",
        wanted!(),
        "order by number desc limit $5 offset $6"
    );
    on!(db, pool => {
        let query = sqlx::query_as(sql).bind(&wanted.who).bind(&wanted.action);
        query.bind(wanted.from).bind(wanted.to).bind(size).bind(skip).fetch_all(pool).await
    })
}
