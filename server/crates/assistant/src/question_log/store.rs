//! SQL of the question log and of recorded evaluations.

use sqlx::FromRow;

use pailou_database::{Db, Tx, containing, on, on_tx};

/// State of a question that was reported as not answered.
pub(crate) const REPORTED: &str = "reported";
/// Value of the state filter for questions with negative feedback. It is not a stored state.
pub(crate) const UNHELPFUL: &str = "unhelpful";

/// A stored question.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub(crate) struct QuestionRow {
    /// Id of the answer.
    pub id: String,
    pub asked_at: i64,
    pub locale: String,
    pub origin: String,
    pub question: String,
    pub note: String,
    pub state: String,
    /// URL of the best section; empty if none was found.
    pub url: String,
    pub title: String,
    pub passage_locale: String,
    pub is_approved: i64,
    pub helpful: Option<i64>,
}

macro_rules! questions {
    ($rest:literal) => {
        concat!(
            "select id, asked_at, locale, origin, question, note, state, url, title, passage_locale, \
             is_approved, helpful from assistant_questions ",
            $rest
        )
    };
}

pub(crate) async fn put(tx: &mut Tx, row: &QuestionRow) -> Result<(), sqlx::Error> {
    let sql = "insert into assistant_questions (id, asked_at, locale, origin, question, note, state, url, \
               title, passage_locale, is_approved, helpful) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    on_tx!(tx, conn => sqlx::query(sql).bind(&row.id).bind(row.asked_at).bind(&row.locale)
        .bind(&row.origin).bind(&row.question).bind(&row.note).bind(&row.state).bind(&row.url)
        .bind(&row.title).bind(&row.passage_locale).bind(row.is_approved).bind(row.helpful)
        .execute(conn).await.map(drop))
}

/// Deletes the questions that were asked at or before `until`. Of the remaining ones, keeps only the newest `limit`.
pub(crate) async fn delete_old_questions(
    tx: &mut Tx,
    until: i64,
    limit: i64,
) -> Result<(), sqlx::Error> {
    let sql = "delete from assistant_questions where asked_at <= $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(until).execute(conn).await.map(drop))?;
    let sql = "delete from assistant_questions where (asked_at, id) <= \
               (select asked_at, id from assistant_questions order by asked_at desc, id desc limit 1 offset $1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(limit).execute(conn).await.map(drop))
}

/// Marks a question as dismissed, so that the gap report omits it.
pub(crate) async fn dismiss_question(tx: &mut Tx, id: &str) -> Result<(), sqlx::Error> {
    let sql = "update assistant_questions set is_dismissed = 1 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))
}

/// Stores whether an answer was `helpful`, if its question is stored.
pub(crate) async fn set_helpful(tx: &mut Tx, id: &str, helpful: bool) -> Result<(), sqlx::Error> {
    let sql = "update assistant_questions set helpful = $2 where id = $1";
    on_tx!(tx, conn => sqlx::query(sql).bind(id).bind(i64::from(helpful)).execute(conn).await.map(drop))
}

/// Deletes a question. Returns its locale, or `None` if there is no such question.
pub(crate) async fn delete_question_row(
    tx: &mut Tx,
    id: &str,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "delete from assistant_questions where id = $1 returning locale";
    on_tx!(tx, conn => sqlx::query_scalar(sql).bind(id).fetch_optional(conn).await)
}

/// Filter of a list of questions. A field with an empty string matches all questions.
#[derive(Debug, Clone, Default)]
pub(crate) struct QuestionFilter<'a> {
    /// Time after which the questions were asked.
    pub after: i64,
    pub locale: &'a str,
    /// State of an answer, [`REPORTED`], or [`UNHELPFUL`].
    pub state: &'a str,
    /// Text that the question must contain.
    pub text: &'a str,
}

macro_rules! filtered {
    ($select:literal, $order:literal) => {
        concat!(
            $select,
            "from assistant_questions where asked_at > $1 and ($2 = '' or locale = $2) \
             and ($3 = '' or state = $3 or ($3 = 'unhelpful' and helpful = 0)) \
             and lower(question) like lower($4) escape '!' ",
            $order
        )
    };
}

/// Returns one page of the list, newest first, and the total number of matching questions.
pub(crate) async fn list_question_rows(
    db: &Db,
    filter: &QuestionFilter<'_>,
    skip: i64,
    size: i64,
) -> Result<(Vec<QuestionRow>, i64), sqlx::Error> {
    let QuestionFilter { after, locale, state, text } = *filter;
    let like = containing(text);
    let sql = filtered!("select count(*) ", "");
    let total = on!(db, pool => sqlx::query_scalar(sql).bind(after).bind(locale).bind(state).bind(&like)
        .fetch_one(pool).await)?;
    let sql = filtered!(
        "select id, asked_at, locale, origin, question, note, state, url, title, passage_locale, \
         is_approved, helpful ",
        "order by asked_at desc, id desc limit $5 offset $6"
    );
    let rows = on!(db, pool => sqlx::query_as(sql).bind(after).bind(locale).bind(state).bind(&like)
        .bind(size).bind(skip).fetch_all(pool).await)?;
    Ok((rows, total))
}

/// Returns questions that were not answered, got negative feedback, or were answered in the other language only: the
/// newest `limit` of those that were asked after `after` and are not dismissed.
pub(crate) async fn unanswered(
    db: &Db,
    after: i64,
    limit: i64,
) -> Result<Vec<QuestionRow>, sqlx::Error> {
    let sql = questions!(
        "where asked_at > $1 and is_dismissed = 0 and (state <> 'answered' or helpful = 0 \
         or (passage_locale <> '' and passage_locale <> locale)) \
         order by asked_at desc, id desc limit $2"
    );
    on!(db, pool => sqlx::query_as(sql).bind(after).bind(limit).fetch_all(pool).await)
}

/// Returns the texts of all questions, sorted.
pub(crate) async fn texts(db: &Db) -> Result<Vec<String>, sqlx::Error> {
    let sql = "select question from assistant_questions order by question";
    on!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await)
}

/// A recorded evaluation; `metrics` is JSON.
#[derive(Debug, FromRow)]
pub(crate) struct EvaluationRow {
    pub id: String,
    pub recorded_at: i64,
    pub version: String,
    pub metrics: String,
}

/// Adds an evaluation and deletes all except the newest `max_rows`.
pub(crate) async fn save_evaluation(
    tx: &mut Tx,
    row: &EvaluationRow,
    max_rows: i64,
) -> Result<(), sqlx::Error> {
    let sql = "insert into assistant_evaluations (id, recorded_at, version, figures) values ($1, $2, $3, $4)";
    on_tx!(tx, conn => sqlx::query(sql).bind(&row.id).bind(row.recorded_at).bind(&row.version)
        .bind(&row.metrics).execute(conn).await.map(drop))?;
    let sql = "delete from assistant_evaluations where (recorded_at, id) <= (select recorded_at, id \
               from assistant_evaluations order by recorded_at desc, id desc limit 1 offset $1)";
    on_tx!(tx, conn => sqlx::query(sql).bind(max_rows).execute(conn).await.map(drop))
}

/// Returns the recorded evaluations, newest first.
pub(crate) async fn evaluations(db: &Db) -> Result<Vec<EvaluationRow>, sqlx::Error> {
    let sql = "select id, recorded_at, version, figures as metrics from assistant_evaluations \
               order by recorded_at desc, id desc";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn database(folder: &tempfile::TempDir) -> Db {
        Db::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn limit_keeps_questions_with_higher_ids_at_equal_times() {
        let folder = tempfile::tempdir().unwrap();
        let db = database(&folder).await;
        let mut tx = db.begin().await.unwrap();
        for (id, asked_at) in [("a", 1), ("b", 2), ("c", 2), ("d", 2)] {
            let row = QuestionRow {
                id: id.to_owned(),
                asked_at,
                locale: "en-US".to_owned(),
                origin: "web".to_owned(),
                question: id.to_owned(),
                note: String::new(),
                state: "answered".to_owned(),
                url: String::new(),
                title: String::new(),
                passage_locale: String::new(),
                is_approved: 0,
                helpful: None,
            };
            put(&mut tx, &row).await.unwrap();
        }
        delete_old_questions(&mut tx, 0, 2).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(texts(&db).await.unwrap(), ["c", "d"]);
    }

    #[tokio::test]
    async fn limit_keeps_evaluations_with_higher_ids_at_equal_times() {
        let folder = tempfile::tempdir().unwrap();
        let db = database(&folder).await;
        let mut tx = db.begin().await.unwrap();
        for id in ["a", "b", "c"] {
            let (version, metrics) = ("1".to_owned(), "{}".to_owned());
            let row = EvaluationRow { id: id.to_owned(), recorded_at: 7, version, metrics };
            save_evaluation(&mut tx, &row, 2).await.unwrap();
        }
        tx.commit().await.unwrap();
        let ids: Vec<_> = evaluations(&db).await.unwrap().into_iter().map(|row| row.id).collect();
        assert_eq!(ids, ["c", "b"]);
    }
}
