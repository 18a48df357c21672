//! File `assistant-answers.toml`: the curated answers of an exported site, as `[[answer]]` tables.

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};

use super::{AnswerFields, CuratedAnswer, MAX_ANSWERS, store};
use pailou_content::issue::{Issue, Severity};
use pailou_database::{Db, change_feed};

/// Name of the file at the top of the exported folder.
pub const NAME: &str = "assistant-answers.toml";
/// Maximum length of an id in characters.
const MAX_ID: usize = 64;
/// Author that is stored for imported answers.
const AUTHOR: &str = "import";

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    answer: Vec<FileAnswer>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileAnswer {
    id: String,
    locale: String,
    patterns: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires: Option<String>,
    answer: String,
}

/// Serializes the answers as a file, sorted by id; `None` if there are no answers.
pub fn write(answers: &[CuratedAnswer]) -> Option<String> {
    let mut answers: Vec<_> = answers.iter().collect();
    answers.sort_by(|a, b| a.id.cmp(&b.id));
    let answer = answers.into_iter().map(|CuratedAnswer { id, fields, .. }| FileAnswer {
        id: id.clone(),
        locale: fields.locale.segment().to_owned(),
        patterns: fields.patterns.clone(),
        expires: fields.expires.map(|day| day.to_string()),
        answer: fields.answer.clone(),
    });
    let file = File { answer: answer.collect() };
    if file.answer.is_empty() {
        return None;
    }
    toml::to_string_pretty(&file).ok()
}

/// Parses the file. Returns the id and the fields of each answer, in the order of the file.
///
/// # Errors
/// Returns the first error as an issue of the file.
pub fn read(text: &str) -> Result<Vec<(String, AnswerFields)>, Issue> {
    let refused = |detail: String| Issue::of_file(Severity::Error, "answers-invalid", NAME, detail);
    let file: File = toml::from_str(text).map_err(|error| refused(error.message().to_owned()))?;
    if file.answer.len() > MAX_ANSWERS {
        return Err(refused(format!("too many answers: at most {MAX_ANSWERS}")));
    }
    let mut all: Vec<(String, AnswerFields)> = Vec::new();
    for answer in file.answer {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let id = answer.id;
        if !(1..=MAX_ID).contains(&id.len()) || !id.chars().all(is_plain) {
            return Err(refused(format!("invalid `id` `{id}`: expected letters, digits, - and _")));
        }
        if all.iter().any(|(other, _)| *other == id) {
            return Err(refused(format!("repeated `id` `{id}`")));
        }
        let Ok(locale) = answer.locale.parse::<Locale>() else {
            return Err(refused(format!(
                "invalid `locale` `{}`: expected zh or en",
                answer.locale
            )));
        };
        let fields =
            AnswerFields::new(locale, &answer.patterns, &answer.answer, answer.expires.as_deref());
        let fields = fields.map_err(|errors| {
            let detail = errors.first().map_or_else(String::new, |error| error.detail.clone());
            refused(format!("answer `{id}`: {detail}"))
        })?;
        all.push((id, fields));
    }
    Ok(all)
}

/// Adds or updates the answers of a file; other answers are kept. Returns the number of added and
/// updated answers.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn import(
    db: &Db,
    answers: &[(String, AnswerFields)],
    now: i64,
) -> Result<usize, sqlx::Error> {
    let mut tx = db.begin().await?;
    let mut changed = 0;
    for (answer, fields) in answers {
        let old = store::lock(&mut tx, answer).await?;
        if old.is_some_and(|old| old.fields == *fields) {
            continue;
        }
        store::put(&mut tx, answer, fields, now, AUTHOR).await?;
        changed += 1;
    }
    if changed > 0 {
        change_feed::publish(&mut tx, &[super::TAG.to_owned()]).await?;
    }
    tx.commit().await?;
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fields;

    #[test]
    fn answer_file_round_trips() {
        let mut written = fields(
            Locale::Zh,
            "怎么\"退款\"",
            "看[退款](/index/zh/docs/refund#how)。\n\n```sh\na\\b\n```",
        );
        written.expires = Some("2027-01-31".parse().expect("a day"));
        let answer = |id: &str, fields: &AnswerFields| CuratedAnswer {
            id: id.to_owned(),
            revision: 3,
            fields: fields.clone(),
            created_at: 1,
            updated_at: 2,
            updated_by: "ann".to_owned(),
        };
        let other = fields(Locale::En, "refund?", "No.");
        let text = write(&[answer("b", &other), answer("a", &written)]).expect("a file");
        assert_eq!(read(&text), Ok(vec![("a".to_owned(), written), ("b".to_owned(), other)]));
        assert_eq!(write(&[]), None);
    }

    #[test]
    fn invalid_answer_file_is_rejected_with_the_cause() {
        for (text, expected) in [
            ("[[answer]]\nid = 'a b'\nlocale='en'\npatterns=['x']\nanswer='y'", "invalid `id`"),
            (
                "[[answer]]\nid = 'a'\nlocale='fr'\npatterns=['x']\nanswer='y'",
                "invalid `locale` `fr`",
            ),
            (
                "[[answer]]\nid = 'a'\nlocale='en'\npatterns=[]\nanswer='y'",
                "answer `a`: missing question",
            ),
            ("[[answer]]\nid = 'a'\nwhat = 1", "unknown field"),
        ] {
            let issue = read(text).unwrap_err();
            assert_eq!((issue.code, issue.file.as_str()), ("answers-invalid", NAME));
            assert!(issue.detail.contains(expected), "{}", issue.detail);
        }
    }
}
