//! Test of a PostgreSQL transaction whose request is canceled while the transaction begins.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use pailou_database::Db;
use tokio::task::yield_now;

use crate::site::Site;

/// Query for the id of the current transaction. Outside of a transaction, each query returns a different id.
const TRANSACTION: &str = "select txid_current()";

/// Polls a future at most `turns` times, and then drops it.
async fn interrupt<F: Future>(work: F, turns: usize) {
    let mut work = pin!(work);
    for _ in 0..turns {
        if poll_fn(|context| Poll::Ready(work.as_mut().poll(context).is_ready())).await {
            return;
        }
        yield_now().await;
    }
}

#[tokio::test]
async fn interrupted_begin_leaves_no_open_transaction() {
    let site = Site::new().await;
    if !site.database().starts_with("postgres") {
        return;
    }
    let db = Db::connect(site.database()).await.unwrap();
    let Db::Postgres { pool, .. } = &db else { panic!("{db:?}") };
    for turns in 0..400 {
        interrupt(db.begin(), turns).await;
        interrupt(db.snapshot(), turns).await;
        // The pool checks a returned connection in a separate task.
        while pool.num_idle() < pool.size() as usize {
            yield_now().await;
        }
        let mut connections = Vec::new();
        while let Some(connection) = pool.try_acquire() {
            connections.push(connection);
        }
        for connection in &mut connections {
            let connection = &mut **connection;
            let first: i64 =
                sqlx::query_scalar(TRANSACTION).fetch_one(&mut *connection).await.unwrap();
            let second: i64 =
                sqlx::query_scalar(TRANSACTION).fetch_one(&mut *connection).await.unwrap();
            assert_ne!(first, second, "a transaction is open after {turns} turns");
        }
    }
    db.close().await;
}
