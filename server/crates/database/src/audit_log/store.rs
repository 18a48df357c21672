//! SQL of the audit log: inserts only.

use crate::{Tx, on_tx};

pub(super) struct Row {
    pub(super) at: i64,
    pub(super) who: String,
    pub(super) actor_id: String,
    pub(super) token: String,
    pub(super) action: &'static str,
    pub(super) subject: String,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) address: String,
    pub(super) agent: String,
}

pub(super) async fn insert_entry(tx: &mut Tx, row: &Row) -> Result<(), sqlx::Error> {
    let sql = "insert into audit_log \
               (at, actor, actor_id, token, action, subject, before, after, address, user_agent) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let Row { at, who, actor_id, token, action, subject, before, after, address, agent } = row;
    on_tx!(tx, conn => {
        let query = sqlx::query(sql).bind(at).bind(who).bind(actor_id).bind(token);
        let query = query.bind(action).bind(subject).bind(before).bind(after);
        let query = query.bind(address).bind(agent);
        query.execute(conn).await.map(drop)
    })
}

/// SQL of tests.
#[cfg(test)]
pub(super) mod of_tests {
    use super::*;

    /// Entry without an account id.
    pub(crate) const ENTRY: &str = "insert into audit_log (at, actor, action, subject, address, user_agent) \
                                  values (1, 'ann', 'login', '', '', '')";
    pub(crate) const FORGED: [&str; 2] =
        ["update audit_log set actor_id = 'eve'", "delete from audit_log"];

    pub(crate) async fn entries(
        tx: &mut Tx,
    ) -> Result<Vec<(i64, String, String, String)>, sqlx::Error> {
        let sql = "select at, actor, actor_id, token from audit_log";
        on_tx!(tx, conn => sqlx::query_as(sql).fetch_all(conn).await)
    }
}
