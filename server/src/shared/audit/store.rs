//! Entries of the log are added here, and nothing else.

use crate::shared::db::{Tx, on_tx};

pub(super) struct Row {
    pub(super) at: i64,
    pub(super) who: String,
    pub(super) action: &'static str,
    pub(super) subject: String,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) address: String,
    pub(super) agent: String,
}

pub(super) async fn insert(tx: &mut Tx, row: &Row) -> Result<(), sqlx::Error> {
    let sql = "insert into audit_log (at, who, action, subject, before, after, address, agent) \
               values ($1, $2, $3, $4, $5, $6, $7, $8)";
    let Row { at, who, action, subject, before, after, address, agent } = row;
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(at).bind(who).bind(action).bind(subject);
        let query = query.bind(before).bind(after).bind(address).bind(agent);
        query.execute(conn).await.map(drop)
    })
}
