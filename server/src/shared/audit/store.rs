//! Entries of the log are added here, and nothing else.

use crate::shared::db::{Tx, on_tx};

pub(super) struct Row {
    pub(super) at: i64,
    pub(super) who: String,
    pub(super) who_id: String,
    pub(super) token: String,
    pub(super) action: &'static str,
    pub(super) subject: String,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) address: String,
    pub(super) agent: String,
}

pub(super) async fn insert(tx: &mut Tx, row: &Row) -> Result<(), sqlx::Error> {
    let sql = "insert into audit_log \
               (at, who, who_id, token, action, subject, before, after, address, agent) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let Row { at, who, who_id, token, action, subject, before, after, address, agent } = row;
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(at).bind(who).bind(who_id).bind(token);
        let query = query.bind(action).bind(subject).bind(before).bind(after);
        let query = query.bind(address).bind(agent);
        query.execute(conn).await.map(drop)
    })
}
