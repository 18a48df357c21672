//! Command `pailou eval`: measures the quality of the search and of the assistant, on the site's own pages or with a
//! file of questions.

use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use tokio::task::spawn_blocking;

use super::command::{Failure, print_line};
use super::i18n;
use super::i18n::{Messages, column, right};
use pailou_assistant::calibration::Trainer;
use pailou_assistant::evaluation::{
    self as assistant, AnswerStateShares, AssistantMetrics, CrossLanguageMetrics,
};
use pailou_content::page_path::encode;
use pailou_database::id;
use pailou_search::engine::Engine;
use pailou_search::index::Document;
use pailou_settings::Settings;
use pailou_site_search::evaluation;
use pailou_site_search::evaluation::generated_queries::{
    Kind, Question, generate_questions, kinds,
};
use pailou_site_search::evaluation::{EvaluationRow, RankingMetrics, first_screen, query_file};
use pailou_site_search::{Entry, IndexPriority};

#[derive(Debug, Args)]
pub struct EvalFlags {
    #[arg(long, value_name = "FILE")]
    questions: Option<PathBuf>,
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "questions")]
    assistant: Option<Option<PathBuf>>,
    #[arg(long, requires = "assistant")]
    record: bool,
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
}

pub async fn eval(
    settings: Settings,
    messages: Messages,
    flags: EvalFlags,
) -> Result<ExitCode, Failure> {
    let site = super::open::open_existing(settings).await?;
    site.search_index.refresh(&site).await?;
    let mut entries = Vec::new();
    pailou_site_search::for_each_page(
        &site,
        pailou_store::DOCS,
        IndexPriority::FullSpeed,
        |entry| entry,
        |entry| entries.push(entry),
    )
    .await?;
    let db = site.db.clone();
    if !flags.record {
        db.close().await;
    }
    let (engine, lexicon) = site.search_index.take_engine();
    if let Some(dir) = &flags.write {
        let failed = |error| Failure::Written(dir.display().to_string(), error);
        write_pages(dir, &entries).map_err(failed)?;
    }
    if let Some(file) = &flags.questions {
        print_rows(messages, &eval_query_file(messages, file, &engine)?);
        return Ok(ExitCode::SUCCESS);
    }
    match &flags.assistant {
        Some(Some(file)) => {
            let metrics = of_assistant(file, &engine)?;
            if flags.record {
                pailou_assistant::record_evaluation(&db, &metrics, id::now()).await?;
                db.close().await;
            }
            print_assistant_metrics(messages, &metrics);
            return Ok(ExitCode::SUCCESS);
        }
        Some(None) => {
            let measure = move || assistant::across_languages(&entries);
            let metrics = spawn_blocking(measure).await;
            let metrics = metrics.map_err(|error| Failure::SearchIndex(error.into()))?;
            print_cross_language_metrics(messages, &metrics);
            return Ok(ExitCode::SUCCESS);
        }
        None => {}
    }
    let measure = move || {
        let first_screen_rows = first_screen::evaluate_first_screen(&entries);
        (first_screen_rows, evaluation::evaluate(engine, &entries, &lexicon))
    };
    let (first_screen_rows, alone) =
        spawn_blocking(measure).await.map_err(|error| Failure::SearchIndex(error.into()))?;
    for (key, rows) in [("eval.shown", first_screen_rows), ("eval.alone", alone)] {
        print_line(&messages.t(key, &[]));
        print_rows(messages, &rows);
    }
    Ok(ExitCode::SUCCESS)
}

fn eval_query_file(
    messages: Messages,
    file: &Path,
    engine: &Engine,
) -> Result<Vec<EvaluationRow>, Failure> {
    let name = || file.display().to_string();
    let text =
        std::fs::read_to_string(file).map_err(|error| Failure::QueryFileRead(name(), error))?;
    let queries = query_file::parse_queries(&text, engine)
        .map_err(|error| Failure::Questions(name(), error))?;
    for (question, rank, first) in query_file::missed(engine, &queries) {
        let key = if rank.is_some() { "eval.at" } else { "eval.missed" };
        let rank = rank.unwrap_or_default();
        let message =
            messages.t(key, &[("rank", &rank), ("question", &question), ("first", &first)]);
        print_line(&i18n::escape_line(&message));
    }
    Ok(query_file::evaluate_queries(engine, &queries))
}

fn of_assistant(file: &Path, engine: &Engine) -> Result<AssistantMetrics, Failure> {
    let name = || file.display().to_string();
    let text =
        std::fs::read_to_string(file).map_err(|error| Failure::QueryFileRead(name(), error))?;
    let questions = assistant::parse_evaluation_questions(&text, engine)
        .map_err(|error| Failure::Questions(name(), error))?;
    Ok(assistant::evaluate(engine, &Trainer::train(engine), &questions))
}

fn print_assistant_metrics(messages: Messages, metrics: &AssistantMetrics) {
    for (question, rank, first) in &metrics.missed {
        let key = if rank.is_some() { "eval.at" } else { "eval.missed" };
        let rank = rank.unwrap_or_default();
        let message = messages.t(key, &[("rank", &rank), ("question", question), ("first", first)]);
        print_line(&i18n::escape_line(&message));
    }
    let word = |key: &str| messages.t(&format!("table.{key}"), &[]);
    print_line(&format!(
        "{} {} {:>11} {:>11} {:>9} {}",
        column(&word("language"), 9),
        right(&word("count"), 6),
        "section@1",
        "section@5",
        "page@5",
        right(&word("quoted"), 9)
    ));
    for row in &metrics.retrieval {
        print_line(&format!(
            "{:<9} {:>6} {:>11.3} {:>11.3} {:>9.3} {:>9.3}",
            row.locale.segment(),
            row.count,
            row.section_at_1,
            row.section_at_5,
            row.page_at_5,
            row.cited
        ));
    }
    print_line("");
    print_line(&format!(
        "{} {} {:>9} {:>9} {:>9}",
        column(&word("asked"), 27),
        right(&word("count"), 6),
        "answered",
        "closest",
        "off_topic"
    ));
    for (key, row) in [
        ("on-topic", metrics.on_topic),
        ("removed", metrics.removed),
        ("near-topic", metrics.near_topic),
        ("off-topic", metrics.off_topic),
    ] {
        let name = column(&word(key), 27);
        let AnswerStateShares { count, answered, closest, off_topic } = row;
        print_line(&format!("{name} {count:>6} {answered:>9.3} {closest:>9.3} {off_topic:>9.3}"));
    }
    print_line("");
    let shares: [(&str, f64); 3] = [
        ("eval.auroc", metrics.auroc),
        ("eval.refused", metrics.refused),
        ("eval.verbatim", metrics.verbatim),
    ];
    for (key, value) in shares {
        print_line(&messages.t(key, &[("value", &format!("{value:.3}"))]));
    }
}

fn print_cross_language_metrics(messages: Messages, rows: &[CrossLanguageMetrics]) {
    print_line(&messages.t("eval.across", &[]));
    let word = |key: &str| messages.t(&format!("table.{key}"), &[]);
    print_line(&format!(
        "{} {} {:>11} {} {:>9} {:>9}",
        column(&word("language"), 9),
        right(&word("count"), 6),
        "section@5",
        right(&word("quoted"), 9),
        "first",
        "off_topic"
    ));
    for row in rows {
        let CrossLanguageMetrics { locale, count, section_at_5, cited, cited_first, off_topic } =
            row;
        let language = format!("{} → {}", locale.segment(), locale.other().segment());
        print_line(&format!(
            "{language:<9} {count:>6} {section_at_5:>11.3} {cited:>9.3} {cited_first:>9.3} {off_topic:>9.3}"
        ));
    }
}

fn print_rows(messages: Messages, rows: &[EvaluationRow]) {
    let word = |key: &str| messages.t(&format!("table.{key}"), &[]);
    print_line(&format!(
        "{} {} {} {} {:>9} {:>9} {:>10} {:>8} {:>8}",
        column(&word("language"), 9),
        column(&word("asked"), 27),
        column(&word("of"), 8),
        right(&word("count"), 6),
        "recall@1",
        "recall@5",
        "recall@10",
        "MRR@10",
        "nDCG@10"
    ));
    for row in rows {
        let to = row.to.map(|to| format!(" → {}", to.segment())).unwrap_or_default();
        let language = format!("{}{to}", row.from.segment());
        for (of, RankingMetrics { count, recall, mrr, ndcg }) in
            [("section", row.section), ("page", row.page)]
        {
            let of = column(&word(of), 8);
            print_line(&format!(
                "{:<9} {:<27} {of} {:>6} {:>9.3} {:>9.3} {:>10.3} {:>8.3} {:>8.3}",
                language, row.kind, count, recall[0], recall[1], recall[2], mrr, ndcg
            ));
        }
    }
}

/// Section in a format for indexing by other search engines.
#[derive(Serialize)]
struct WrittenSection<'a> {
    url: String,
    page: &'a str,
    /// Key of the page, equal in both languages.
    key: &'a str,
    locale: &'static str,
    title: &'a str,
    crumbs: &'a [String],
    anchor: Option<&'a str>,
    /// Heading id of the same section in the other language.
    pair: Option<&'a str>,
    heading: &'a str,
    text: &'a str,
    /// Byte ranges of code in `text`.
    code: &'a [Range<usize>],
}

/// Two aligned segments of a page, to train a search engine on translations.
#[derive(Serialize)]
struct WrittenPair<'a> {
    key: &'a str,
    zh: &'a str,
    en: &'a str,
}

/// Question in a format for testing other search engines.
#[derive(Serialize)]
struct WrittenQuestion {
    from: &'static str,
    to: &'static str,
    kind: &'static str,
    question: String,
    /// URLs of the correct sections. A page may have several sections with the same heading; each of them is correct.
    expect: Vec<String>,
    page: String,
}

fn write_pages(dir: &Path, entries: &[Entry]) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    let file = |name: &str| std::fs::File::create(dir.join(name)).map(BufWriter::new);
    let (mut sections, mut questions) = (file("sections.jsonl")?, file("questions.jsonl")?);
    let mut pairs = file("pairs.jsonl")?;
    for (locale, document) in entries.iter().flat_map(|entry| &entry.documents) {
        for part in &document.sections {
            let section = WrittenSection {
                url: address(document, part.anchor.as_deref()),
                page: &document.url,
                key: &document.key,
                locale: locale.segment(),
                title: &document.title,
                crumbs: &document.crumbs,
                anchor: part.anchor.as_deref(),
                pair: part.pair.as_deref(),
                heading: &part.heading,
                text: &part.text,
                code: &part.code,
            };
            writeln!(sections, "{}", serde_json::to_string(&section)?)?;
        }
    }
    for entry in entries {
        let Some((_, Document { key, .. })) = entry.documents.first() else { continue };
        for (zh, en) in &entry.aligned_texts {
            writeln!(pairs, "{}", serde_json::to_string(&WrittenPair { key, zh, en })?)?;
        }
    }
    for kind in kinds() {
        for entry in entries {
            for question in generate_questions(entry, kind) {
                let Some(question) = written(entry, kind, question) else { continue };
                writeln!(questions, "{}", serde_json::to_string(&question)?)?;
            }
        }
    }
    sections.flush()?;
    pairs.flush()?;
    questions.flush()
}

fn written(entry: &Entry, kind: Kind, question: Question) -> Option<WrittenQuestion> {
    let (_, document) = entry.documents.iter().find(|(locale, _)| *locale == kind.to)?;
    let anchor = Some(question.anchor.as_str());
    let right = document.sections.iter().find(|part| part.anchor.as_deref() == anchor)?;
    let same_heading = document.sections.iter().filter(|part| part.heading == right.heading);
    Some(WrittenQuestion {
        from: kind.from.segment(),
        to: kind.to.segment(),
        kind: kind.text.name(),
        question: question.text,
        expect: same_heading.map(|part| address(document, part.anchor.as_deref())).collect(),
        page: document.url.clone(),
    })
}

fn address(document: &Document, anchor: Option<&str>) -> String {
    let anchor = anchor.map(|anchor| format!("#{}", encode(anchor)));
    format!("{}{}", document.url, anchor.unwrap_or_default())
}
