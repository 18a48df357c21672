//! API handlers of the test bench and of recorded evaluations.

use warp::reply::Response;

use super::api::{
    BenchCurated, BenchQuestion, BenchReply, BenchSection, BenchTerm, RecordedEvaluation,
};
use crate::answer::{AskedQuestion, query_of};
use crate::api::AskRequest;
use crate::curated::THRESHOLD;
use crate::handlers::AssistantService;
use crate::question_kind::QuestionKind;
use crate::question_log::store;
use crate::request::ValidQuestion;
use crate::retrieval::Retrieved;
use pailou_auth::guard::{Allowed, permission};
use pailou_content::page_path::encode;
use pailou_search::engine::Engine;
use pailou_search::normalize::fold;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Test question
///
/// Answers a question and returns how the answer was determined: the sections found with their scores, and the
/// curated answer with the most similar wording. The question is not stored.
#[utoipa::path(post, path = "/api/v1/admin/assistant/bench", tag = "assistant", request_body = BenchQuestion,
    responses(
        (status = 200, description = "The answer and its reasons", body = BenchReply),
        (status = 400, description = "Unknown locale or invalid JSON"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read feedback"),
        (status = 422, description = "A field is invalid"),
    ))]
pub(crate) async fn bench(
    _: Allowed<permission::Feedback>,
    service: AssistantService,
    body: Result<BenchQuestion, Problem>,
) -> Result<Response, Problem> {
    let BenchQuestion { question, locale, page } = body?;
    let request = AskRequest {
        question,
        locale,
        page,
        history: None,
        model: None,
        origin: None,
        store: None,
    };
    let valid_question = ValidQuestion::new(&request)?;
    let site = &service.site;
    let answer = service.answer(&valid_question).await?;
    let curated = service.curated.current(site).await?;
    let calibration = service.calibrator.current(site).await;
    let quoted: Vec<String> =
        answer.citations.iter().map(|citation| citation.url.clone()).collect();
    let reply = {
        let engine = site.search_index.engine();
        let question = AskedQuestion {
            text: &valid_question.text,
            reader: valid_question.locale,
            page: valid_question.page.as_deref(),
            before: None,
        };
        let query = query_of(&engine, question);
        let retrieved = Retrieved::new(
            &engine,
            &query,
            valid_question.locale,
            None,
            valid_question.page.as_deref(),
        );
        let features = retrieved.features();
        let words = retrieved.evidence.words();
        let shares = round_to_hundredths(words.iter().map(|word| f64::from(word.share)).collect());
        let terms = words.iter().zip(shares).map(|(word, share)| BenchTerm {
            word: word.surface.clone(),
            share,
            is_known: word.is_known,
        });
        let nearest = curated.nearest(&valid_question.text, valid_question.locale, service.now());
        BenchReply {
            state: calibration.state(&features).into(),
            kind: kind_name(QuestionKind::of(&fold(&valid_question.text))).to_owned(),
            topic: rounded(calibration.topic(&features)),
            terms: terms.collect(),
            sections: sections(&engine, &retrieved, &quoted),
            curated: nearest.map(|(answer, similarity)| BenchCurated {
                id: answer.id.clone(),
                similarity: rounded(similarity),
                threshold: THRESHOLD,
            }),
            reply: answer,
        }
    };
    Ok(reply::private(reply::json(&reply)?))
}

fn sections(engine: &Engine, retrieved: &Retrieved<'_>, quoted: &[String]) -> Vec<BenchSection> {
    let hits = retrieved.hits.iter();
    let section = hits.filter_map(|hit| {
        let (page, section) = engine.index_of(hit.locale).page_of(hit.section)?;
        let anchor = section.anchor.as_deref().map(|anchor| format!("#{}", encode(anchor)));
        let url = format!("{}{}", page.url, anchor.unwrap_or_default());
        Some(BenchSection {
            is_quoted: quoted.contains(&url),
            url,
            title: page.title.to_string(),
            heading: section.heading.to_string(),
            locale: hit.locale.tag().to_owned(),
            score: rounded(f64::from(hit.score)),
        })
    });
    section.collect()
}

/// Rounds shares to hundredths (largest remainder method). If the sum of the shares is 1, it stays 1.
fn round_to_hundredths(shares: Vec<f64>) -> Vec<f64> {
    let percents: Vec<f64> = shares.into_iter().map(|share| share * 100.0).collect();
    let missing =
        percents.iter().sum::<f64>().round() - percents.iter().map(|it| it.floor()).sum::<f64>();
    let mut order: Vec<usize> = (0..percents.len()).collect();
    order.sort_by(|a, b| percents[*b].fract().total_cmp(&percents[*a].fract()));
    let raised: Vec<usize> = order.into_iter().take(missing.max(0.0) as usize).collect();
    let percent = |(at, percent): (usize, &f64)| {
        (percent.floor() + if raised.contains(&at) { 1.0 } else { 0.0 }) / 100.0
    };
    percents.iter().enumerate().map(percent).collect()
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn kind_name(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::How => "how",
        QuestionKind::What => "what",
        QuestionKind::Value => "value",
        QuestionKind::Why => "why",
        QuestionKind::Compare => "compare",
        QuestionKind::Where => "where",
        QuestionKind::Other => "other",
    }
}

/// List recorded evaluations
///
/// Returns the results of `pailou eval --assistant FILE --record`, newest first, at most 200.
#[utoipa::path(get, path = "/api/v1/admin/assistant/evaluations", tag = "assistant",
    responses(
        (status = 200, description = "The results", body = [RecordedEvaluation]),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read feedback"),
    ))]
pub(crate) async fn list_evaluations(
    _: Allowed<permission::Feedback>,
    service: AssistantService,
) -> Result<Response, Problem> {
    let rows = store::evaluations(&service.site.db).await?.into_iter();
    // Skips results that another release has recorded with different fields.
    let recorded: Vec<_> = rows
        .filter_map(|row| {
            let metrics = serde_json::from_str(&row.metrics).ok()?;
            Some(RecordedEvaluation {
                id: row.id,
                recorded_at: row.recorded_at,
                version: row.version,
                metrics,
            })
        })
        .collect();
    Ok(reply::private(reply::json(&recorded)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_shares_does_not_change_their_sum() {
        assert_eq!(round_to_hundredths(vec![0.525, 0.475]), [0.53, 0.47]);
        assert_eq!(round_to_hundredths(vec![1.0 / 3.0; 3]), [0.34, 0.33, 0.33]);
        assert_eq!(round_to_hundredths(vec![1.0]), [1.0]);
        assert!(round_to_hundredths(Vec::new()).is_empty());
    }
}
