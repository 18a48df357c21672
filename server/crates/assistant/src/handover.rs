//! Contact link for a question: the URL of a new issue or of an e-mail, with the question and the cited sections filled
//! in.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::api::{AskReply, Citation, PartKind};

/// Maximum length of the URL in characters.
const MAX_URL: usize = 2000;
/// Maximum length of an e-mail subject in characters.
const MAX_SUBJECT: usize = 120;
/// Maximum length of a quoted line in characters.
const MAX_LINE: usize = 120;
const QUESTION: &str = "{question}";
const PASSAGES: &str = "{passages}";

/// Builds the contact link. `template` is an e-mail address or an http(s) URL with the placeholder `{question}` and
/// optionally `{passages}`; `origin` is the origin of the site. The passages are the citations of `reply` that are not
/// withdrawn.
pub(crate) fn contact_link(
    template: &str,
    question: &str,
    reply: &AskReply,
    origin: &str,
) -> String {
    let visible = reply.citations.iter().filter(|citation| !citation.withdrawn);
    let passages: Vec<String> = visible.clone().map(|citation| passage(citation, origin)).collect();
    // Lists all passages, as many of them as possible with their first line. If the URL is too long even without any
    // first line, removes passages from the end, and then shortens the question.
    let lines: Vec<String> = visible.map(first_line).collect();
    for count in (1..=passages.len()).rev() {
        let quoted = passages.iter().zip(&lines).map(|(name, line)| format!("{name}\n{line}"));
        let rest = passages.iter().skip(count).cloned();
        let list: Vec<String> = quoted.take(count).chain(rest).collect();
        let url = filled(template, question, &list);
        if url.len() <= MAX_URL {
            return url;
        }
    }
    for count in (0..=passages.len()).rev() {
        let url = filled(template, question, &passages[..count]);
        if url.len() <= MAX_URL {
            return url;
        }
    }
    let mut short: String = question.to_owned();
    while short.pop().is_some() {
        let url = filled(template, &format!("{}…", short.trim_end()), &[]);
        if url.len() <= MAX_URL {
            return url;
        }
    }
    filled(template, "", &[])
}

fn passage(citation: &Citation, origin: &str) -> String {
    let name = match citation.heading.is_empty() || citation.heading == citation.title {
        true => citation.title.clone(),
        false => format!("{} › {}", citation.title, citation.heading),
    };
    format!("{name}: {origin}{}", citation.url)
}

/// Returns the first line of a passage as a Markdown quotation, shortened to [`MAX_LINE`] characters. The cells of a
/// table row are separated by `|`.
fn first_line(citation: &Citation) -> String {
    let Some(part) = citation.parts.first() else { return String::new() };
    let line = match part.kind {
        PartKind::Row | PartKind::Header => part.text.lines().collect::<Vec<_>>().join(" | "),
        _ => part.text.lines().next().unwrap_or_default().to_owned(),
    };
    let short: String = line.chars().take(MAX_LINE).collect();
    let ellipsis = if short.len() < line.len() { "…" } else { "" };
    format!("> {}{ellipsis}", short.trim_end())
}

fn filled(template: &str, question: &str, passages: &[String]) -> String {
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let list = passages.join("\n");
    if template.contains("://") {
        let with_question = template.replace(QUESTION, &encode(question));
        return with_question.replace(PASSAGES, &encode(&list));
    }
    let subject: String = question.chars().take(MAX_SUBJECT).collect();
    let body = [question, &list].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
    let (subject, body) = (encode(&subject), encode(&body.join("\n\n")));
    format!("mailto:{template}?subject={subject}&body={body}")
}

#[cfg(test)]
mod tests {
    use core_wasm::locale::Locale;

    use super::*;
    use crate::answer::tests::engine;
    use crate::answer::{AskedQuestion, answer};
    use crate::calibration::Calibration;
    use crate::reply::build_reply;

    const ISSUE: &str = "https://git.example.org/new?title={question}&body={passages}";

    fn quoted(question: &str) -> AskReply {
        let asked_question =
            AskedQuestion { text: question, reader: Locale::En, page: None, before: None };
        let answer = answer(&engine(), &Calibration::default(), asked_question, None);
        build_reply("x".to_owned(), Locale::En, answer)
    }

    #[test]
    fn contact_link_contains_question_and_passages() {
        let mut reply = quoted("how do I restore a backup?");
        reply.citations.truncate(1);
        let url = contact_link(ISSUE, "restore & \"x\"?", &reply, "https://d.org");
        assert_eq!(
            url,
            "https://git.example.org/new?title=restore%20%26%20%22x%22%3F&body=Backup%20and%20restore%20%E2%80%BA%20\
             Restore%3A%20https%3A%2F%2Fd%2Eorg%2Findex%2Fen%2Fdocs%2Fbackup%23restore%0A%3E%20To%20restore%20a%20\
             backup%3A"
        );
        reply.citations.clear();
        let mail = contact_link("help@example.org", "超时\n?", &reply, "https://d.org");
        assert_eq!(
            mail,
            "mailto:help@example.org?subject=%E8%B6%85%E6%97%B6%0A%3F&body=%E8%B6%85%E6%97%B6%0A%3F"
        );
    }

    #[test]
    fn contact_link_quotes_as_many_passages_as_fit() {
        let reply = quoted("how to make a backup every night");
        let count = reply.citations.len();
        let of = |length: usize| {
            let url = contact_link(ISSUE, &"x".repeat(length), &reply, "https://d.org");
            (url.len(), url.matches("d%2Eorg").count(), url.matches("%0A%3E%20").count())
        };
        let (length, names, quotes) = of(1);
        assert_eq!((names, quotes), (count, count));
        let (shorter, names, quotes) = of(MAX_URL + 2 - length);
        assert!(shorter <= MAX_URL, "{shorter}");
        assert_eq!((names, quotes), (count, count - 1));
    }

    #[test]
    fn length_of_the_contact_link_is_limited() {
        let reply = quoted("how do I restore a backup?");
        for template in [ISSUE, "help@example.org"] {
            let url = contact_link(template, &"超".repeat(500), &reply, "https://d.org");
            assert!(url.len() <= MAX_URL && url.len() > MAX_URL - 200, "{}", url.len());
            assert!(url.contains("%E2%80%A6"), "an ellipsis marks the cut");
        }
    }
}
