//! Search with tantivy, on the sections and the questions of `benches/search.mjs`.
//!
//! `search-with-tantivy SECTIONS QUESTIONS` reads the sections (JSON Lines) and the questions (a JSON array), indexes
//! the sections in memory, and prints one JSON object with the processor time and the response times of the questions.
//! One thread searches.

use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{Query, QueryParser};
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::snippet::SnippetGenerator;
use tantivy::tokenizer::{
    Language, LowerCaser, RawTokenizer, Stemmer, TextAnalyzer, TokenizerManager,
};
use tantivy::{
    DocAddress, Index, ReloadPolicy, Score, Searcher, TantivyDocument, TantivyError, doc,
};
use tantivy_jieba::JiebaTokenizer;

/// Name of the analyzer in the schema.
const ANALYZER: &str = "jieba";
/// Number of results, as `benches/search.mjs` requests from Pailou.
const RESULTS: usize = 20;
/// Number of questions before each measurement, as in `benches/search.mjs`.
const WARM_UP: usize = 50;
/// Memory of the index writer, in bytes.
const WRITER_MEMORY: usize = 1_000_000_000;

#[derive(Deserialize)]
struct Section {
    locale: String,
    title: String,
    heading: String,
    text: String,
}

#[derive(Serialize)]
struct Report {
    /// Name and version of tantivy.
    engine: &'static str,
    sections: u64,
    index_seconds: f64,
    /// Search for the sections that contain any word of the question; these sections are also counted. The goal of the
    /// benchmark (`goalForRatio`) refers to this variant.
    search: Measurements,
    /// As `search`, plus the stored fields and an excerpt of each result.
    with_excerpts: Measurements,
    /// The question as typed. The query parser converts Chinese words without spaces between them to a phrase, so fewer
    /// sections match.
    as_typed: Measurements,
}

/// Measurements per question.
#[derive(Serialize)]
struct Measurements {
    cpu_ms: f64,
    p50_ms: f64,
    p95_ms: f64,
    /// Mean number of matching sections.
    matches: f64,
}

#[derive(Clone, Copy)]
struct Fields {
    locale: Field,
    title: Field,
    heading: Field,
    text: Field,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(sections), Some(questions)) = (arguments.next(), arguments.next()) else {
        return Err("missing arguments: expected SECTIONS and QUESTIONS".into());
    };
    let questions: Vec<(String, String)> = serde_json::from_slice(&fs::read(questions)?)?;
    // The index contains both languages, so the language of the reader is not used.
    let questions: Vec<String> = questions.into_iter().map(|(words, _locale)| words).collect();

    let (schema, fields) = schema();
    let index = Index::create_in_ram(schema);
    index.tokenizers().register(ANALYZER, analyzer());
    let start = Instant::now();
    write_sections(&index, fields, BufReader::new(File::open(sections)?))?;
    let index_seconds = start.elapsed().as_secs_f64();

    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    let engine = Engine::new(&index, reader.searcher(), fields);
    let report = Report {
        // `version_string` returns the version of tantivy, a comma, and the version of the index format.
        engine: tantivy::version_string().split(',').next().unwrap_or_default(),
        sections: engine.searcher.num_docs(),
        index_seconds,
        search: measure(&questions, |words| Ok(engine.search(&*engine.any_word(words)?)?.1))?,
        with_excerpts: measure(&questions, |words| engine.search_with_excerpts(words))?,
        as_typed: measure(&questions, |words| Ok(engine.search(&*engine.as_typed(words))?.1))?,
    };
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(ANALYZER)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let text = TextOptions::default().set_indexing_options(indexing).set_stored();
    let fields = Fields {
        locale: schema.add_text_field("locale", STRING | STORED),
        title: schema.add_text_field("title", text.clone()),
        heading: schema.add_text_field("heading", text.clone()),
        text: schema.add_text_field("text", text),
    };
    (schema.build(), fields)
}

fn analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(JiebaTokenizer::new())
        .filter(LowerCaser)
        .filter(Stemmer::new(Language::English))
        .build()
}

/// Indexes the sections and merges the segments of the index into one. Ends all threads of the index writer.
fn write_sections(
    index: &Index,
    fields: Fields,
    sections: impl BufRead,
) -> Result<(), Box<dyn Error>> {
    let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, WRITER_MEMORY)?;
    for line in sections.lines() {
        let section: Section = serde_json::from_str(&line?)?;
        writer.add_document(doc!(
            fields.locale => section.locale,
            fields.title => section.title,
            fields.heading => section.heading,
            fields.text => section.text,
        ))?;
    }
    writer.commit()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    writer.wait_merging_threads()?;
    Ok(())
}

struct Engine {
    searcher: Searcher,
    fields: Fields,
    analyzer: TextAnalyzer,
    /// Parser for questions that the analyzer has already split into words.
    any_word: QueryParser,
    as_typed: QueryParser,
}

impl Engine {
    fn new(index: &Index, searcher: Searcher, fields: Fields) -> Self {
        let raw = TokenizerManager::new();
        raw.register(ANALYZER, RawTokenizer::default());
        let parser = |tokenizers: &TokenizerManager| {
            let searched = vec![fields.title, fields.heading, fields.text];
            let mut parser = QueryParser::new(index.schema(), searched, tokenizers.clone());
            // The weights of titles and headings in Pailou's search.
            parser.set_field_boost(fields.title, 4.0);
            parser.set_field_boost(fields.heading, 5.0);
            parser
        };
        let (any_word, as_typed) = (parser(&raw), parser(index.tokenizers()));
        Self { searcher, fields, analyzer: analyzer(), any_word, as_typed }
    }

    /// Returns the query for sections that contain any word of the question. The words are split before the parser gets
    /// them, because it would convert Chinese words without spaces between them to a phrase.
    fn any_word(&self, question: &str) -> tantivy::Result<Box<dyn Query>> {
        let mut words = String::new();
        self.analyzer.clone().token_stream(question).process(&mut |token| {
            if token.text.chars().any(char::is_alphanumeric) {
                let escaped = token.text.replace('\\', "\\\\").replace('"', "\\\"");
                words.push_str(&format!("\"{escaped}\" "));
            }
        });
        Ok(self.any_word.parse_query(&words)?)
    }

    fn as_typed(&self, question: &str) -> Box<dyn Query> {
        self.as_typed.parse_query_lenient(question).0
    }

    /// Returns the best results and the number of matching sections.
    fn search(&self, query: &dyn Query) -> tantivy::Result<(Vec<(Score, DocAddress)>, usize)> {
        self.searcher.search(query, &(TopDocs::with_limit(RESULTS).order_by_score(), Count))
    }

    fn search_with_excerpts(&self, question: &str) -> tantivy::Result<usize> {
        let query = self.any_word(question)?;
        let (results, count) = self.search(&*query)?;
        let excerpts = SnippetGenerator::create(&self.searcher, &*query, self.fields.text)?;
        for (_, address) in results {
            let document: TantivyDocument = self.searcher.doc(address)?;
            black_box(excerpts.snippet_from_doc(&document));
        }
        Ok(count)
    }
}

/// Searches for the first questions without measuring, then once for each question. `search` returns the number of
/// matching sections.
fn measure(
    questions: &[String],
    search: impl Fn(&str) -> tantivy::Result<usize>,
) -> Result<Measurements, TantivyError> {
    for question in questions.iter().take(WARM_UP) {
        search(question)?;
    }
    let (mut times, mut matches) = (Vec::with_capacity(questions.len()), 0);
    let before = processor_time();
    for question in questions {
        let start = Instant::now();
        matches += search(question)?;
        times.push(start.elapsed());
    }
    let processor = processor_time() - before;
    times.sort_unstable();
    let count = questions.len() as f64;
    Ok(Measurements {
        cpu_ms: milliseconds(processor) / count,
        p50_ms: percentile(&times, 0.5),
        p95_ms: percentile(&times, 0.95),
        matches: matches as f64 / count,
    })
}

/// Returns the processor time of all threads of this process, in user and in kernel mode.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Returns a percentile in milliseconds, by the same definition as `percentile` in `benches/site.mjs`.
fn percentile(sorted: &[Duration], share: f64) -> f64 {
    let at = (sorted.len() as f64 * share) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).copied().map_or(0.0, milliseconds)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
