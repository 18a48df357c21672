//! Recorder of the SQL statements of a request, based on the log events of sqlx.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Mutex, Once};

use tracing::field::{Field, Visit};
use tracing::{Event, Instrument, Level, Subscriber, info_span};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

static START: Once = Once::new();
/// Executed statements, by the id of the span.
static EXECUTED: Mutex<Option<HashMap<u64, Vec<String>>>> = Mutex::new(None);

/// Runs `work`; returns its SQL statements, without those of other tests that run at the same time.
pub(crate) async fn executed<T>(work: impl Future<Output = T>) -> (T, Vec<String>) {
    START.call_once(|| {
        let targets = Targets::new()
            .with_target("sqlx::query", Level::DEBUG)
            .with_target(module_path!(), Level::INFO);
        let subscriber = tracing_subscriber::registry().with(Recorder.with_filter(targets));
        tracing::subscriber::set_global_default(subscriber).unwrap();
    });
    let span = info_span!("counted");
    let id = span.id().unwrap().into_u64();
    EXECUTED.lock().unwrap().get_or_insert_default().insert(id, Vec::new());
    let output = work.instrument(span).await;
    let statements = EXECUTED.lock().unwrap().as_mut().and_then(|all| all.remove(&id));
    (output, statements.unwrap())
}

struct Recorder;

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Recorder {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let Some(span) = context.event_span(event) else { return };
        let mut statement = Statement::default();
        event.record(&mut statement);
        let sql = if statement.whole.is_empty() { statement.summary } else { statement.whole };
        let is_statement = ["select", "insert", "update", "delete", "with"]
            .iter()
            .any(|verb| sql.trim_start().starts_with(verb));
        let mut executed = EXECUTED.lock().unwrap();
        let of_span = executed.as_mut().and_then(|all| all.get_mut(&span.id().into_u64()));
        if let Some(statements) = of_span.filter(|_| is_statement) {
            statements.push(sql.trim().to_owned());
        }
    }
}

/// Fields of a log event. sqlx logs a statement of up to four words only in `summary`.
#[derive(Default)]
struct Statement {
    summary: String,
    whole: String,
}

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.clone_into(&mut self.whole),
            _ => {}
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}
