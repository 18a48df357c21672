//! Gap report: clustering of similar questions. Questions of one language with enough significant terms in common form
//! a cluster. The functions are pure and deterministic.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::str::FromStr;

use core_wasm::locale::Locale;

use crate::masking::without_labels;
use crate::question_log::store::QuestionRow;
use pailou_dates::MS;
use pailou_search::lexicon::Lexicon;
use pailou_search::normalize::fold;
use pailou_search::query::Query;

/// Maximum number of questions that are clustered; older ones are ignored.
pub(crate) const MAX_QUESTIONS: i64 = 2000;
/// Maximum number of clusters in a report.
const MAX_CLUSTERS: usize = 100;
/// Maximum number of example questions per cluster.
const MAX_EXAMPLES: usize = 5;
/// Maximum number of terms per question that are compared.
const MAX_TERMS: usize = 12;
/// Minimum Dice coefficient of the terms of a question and a cluster at which the question joins the cluster.
const SIMILAR: f64 = 0.6;
/// Half-life of the weight of a question, in milliseconds.
const HALF_LIFE: f64 = 14.0 * MS as f64;

/// A group of similar questions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cluster {
    /// Questions, newest first.
    pub questions: Vec<QuestionRow>,
    pub locale: Locale,
    /// Words that at least half of the questions contain, as typed but in lower case. The most frequent words are
    /// first; of equally frequent words, those that the site's text does not contain.
    pub terms: Vec<String>,
    /// Sum of the questions' weights. The weight of a question decreases with its age. One visitor or program can
    /// repeat a question. Of the questions with the same wording on one day (UTC), the second therefore has half the
    /// weight, the third a third, and so on.
    pub score: f64,
    /// Whether the best section is in the other language for most of the questions for which a section was found.
    pub is_translation_gap: bool,
    /// URL, title, and locale of the section that was the best result most often.
    pub nearest: Option<(String, String, String)>,
}

impl Cluster {
    /// Distinct wordings, newest first, at most [`MAX_EXAMPLES`].
    pub(crate) fn examples(&self) -> Vec<&str> {
        let mut examples: Vec<&str> = Vec::new();
        for row in &self.questions {
            if examples.len() < MAX_EXAMPLES && !examples.contains(&row.question.as_str()) {
                examples.push(&row.question);
            }
        }
        examples
    }

    pub(crate) fn count_of(&self, counts: impl Fn(&QuestionRow) -> bool) -> usize {
        self.questions.iter().filter(|row| counts(row)).count()
    }
}

/// A cluster under construction. Further questions are compared with the terms of its first question.
struct Growing {
    locale: Locale,
    terms: BTreeSet<String>,
    rows: Vec<(QuestionRow, QuestionTerms)>,
}

/// Terms of a question, each with a word of the question. Several words can have the same term: `archive` and
/// `archives`.
type QuestionTerms = BTreeMap<String, String>;

/// Groups questions into at most [`MAX_CLUSTERS`] clusters, highest score first. `now` is the time of the report in
/// milliseconds since 1970-01-01 UTC. `is_on_site` returns whether the site's text contains a term. Loads the word
/// segmentation dictionary unless `rows` is empty.
pub(crate) fn clusters(
    rows: Vec<QuestionRow>,
    now: i64,
    is_on_site: impl Fn(&str) -> bool,
) -> Vec<Cluster> {
    if rows.is_empty() {
        return Vec::new();
    }
    let lexicon = &Lexicon::of_questions(rows.iter().map(|row| row.question.as_str()));
    let mut rows = rows;
    // Sorts the oldest question first. A cluster has the terms of its oldest question, so that new questions do not
    // change these terms.
    rows.sort_by(|a, b| (a.asked_at, &a.id).cmp(&(b.asked_at, &b.id)));
    let mut growing: Vec<Growing> = Vec::new();
    let mut with_term: HashMap<(Locale, String), Vec<usize>> = HashMap::new();
    for row in rows {
        let Ok(locale) = Locale::from_str(&row.locale) else { continue };
        let terms = terms_of(&row.question, lexicon);
        let mut common: BTreeMap<usize, usize> = BTreeMap::new();
        for term in terms.keys() {
            let clusters = with_term.get(&(locale, term.clone())).into_iter().flatten();
            clusters.for_each(|cluster| *common.entry(*cluster).or_default() += 1);
        }
        let similar = common.into_iter().map(|(cluster, both)| {
            let all = growing[cluster].terms.len() + terms.len();
            (cluster, 2.0 * both as f64 / all.max(1) as f64)
        });
        // Of equally similar clusters, the earliest one is used.
        let best = similar
            .filter(|(_, similarity)| *similarity >= SIMILAR)
            .max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(&a.0)));
        if let Some((cluster, _)) = best {
            growing[cluster].rows.push((row, terms));
            continue;
        }
        for term in terms.keys() {
            with_term.entry((locale, term.clone())).or_default().push(growing.len());
        }
        growing.push(Growing {
            locale,
            terms: terms.keys().cloned().collect(),
            rows: vec![(row, terms)],
        });
    }
    let mut clusters: Vec<Cluster> =
        growing.into_iter().map(|it| finished(it, now, &is_on_site)).collect();
    clusters.sort_by(|a, b| {
        let newest = |cluster: &Cluster| cluster.questions.first().map(|row| row.id.clone());
        b.score.total_cmp(&a.score).then_with(|| newest(a).cmp(&newest(b)))
    });
    clusters.truncate(MAX_CLUSTERS);
    clusters
}

/// Returns the terms of a question, without the labels of masked data. A question without terms has its text as the
/// only term.
fn terms_of(question: &str, lexicon: &Lexicon) -> QuestionTerms {
    let query = Query::question(&without_labels(question));
    let terms = query.significant_terms(lexicon);
    if terms.is_empty() {
        return QuestionTerms::from([(fold(question), fold(question))]);
    }
    let mut surfaces: HashMap<String, String> = HashMap::new();
    for word in query.units.iter().flat_map(|unit| unit.words(lexicon)) {
        surfaces.entry(word.term).or_insert(word.surface);
    }
    let with_surface = |term: String| {
        let surface = surfaces.remove(&term).unwrap_or_else(|| term.clone());
        (term, surface)
    };
    terms.into_iter().take(MAX_TERMS).map(with_surface).collect()
}

/// Returns the words of a cluster for [`Cluster::terms`]. The most frequent word of a term represents the term.
fn frequent_words(
    rows: &[(QuestionRow, QuestionTerms)],
    is_on_site: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (term, surface) in rows.iter().flat_map(|(_, terms)| terms) {
        *counts.entry(term).or_default().entry(surface).or_default() += 1;
    }
    let mut words: Vec<(usize, bool, &str)> = Vec::new();
    for (term, surfaces) in counts {
        let count = surfaces.values().sum::<usize>();
        // Of equally frequent words, the shortest one is used: `archive` instead of `archived`.
        let best = surfaces.into_iter().min_by_key(|(word, count)| (Reverse(*count), word.len()));
        if let Some((word, _)) = best.filter(|_| 2 * count >= rows.len()) {
            words.push((count, is_on_site(term), word));
        }
    }
    words.sort_by_key(|(count, is_on_site, word)| (Reverse(*count), *is_on_site, *word));
    // Removes each word that is a part of a longer word with at least the same count: removes `lite` if there is
    // `sqlite`.
    let all = words.clone();
    words.retain(|(count, _, word)| {
        !all.iter().any(|(other_count, _, other)| {
            other_count >= count && other.len() > word.len() && other.contains(word)
        })
    });
    words.into_iter().map(|(_, _, word)| word.to_owned()).collect()
}

fn finished(
    Growing { locale, rows, .. }: Growing,
    now: i64,
    is_on_site: impl Fn(&str) -> bool,
) -> Cluster {
    let terms = frequent_words(&rows, is_on_site);
    let mut questions: Vec<QuestionRow> = rows.into_iter().map(|(row, _)| row).collect();
    questions.reverse();
    let mut repeats: HashMap<(i64, String), f64> = HashMap::new();
    let weight = |row: &QuestionRow| {
        let day = row.asked_at.div_euclid(MS);
        let repeat = repeats.entry((day, fold(&row.question))).or_default();
        *repeat += 1.0;
        0.5_f64.powf((now - row.asked_at).max(0) as f64 / HALF_LIFE) / *repeat
    };
    let score = questions.iter().map(weight).sum();
    let found: Vec<&QuestionRow> = questions.iter().filter(|row| !row.url.is_empty()).collect();
    let foreign = found.iter().filter(|row| row.passage_locale != row.locale).count();
    let is_translation_gap = !found.is_empty() && 2 * foreign > found.len();
    let mut pages: BTreeMap<&str, (usize, &QuestionRow)> = BTreeMap::new();
    for row in &found {
        pages.entry(&row.url).or_insert((0, row)).0 += 1;
    }
    let nearest = pages.into_values().max_by_key(|(count, row)| (*count, row.asked_at));
    let nearest =
        nearest.map(|(_, row)| (row.url.clone(), row.title.clone(), row.passage_locale.clone()));
    Cluster { questions, locale, terms, score, is_translation_gap, nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, days_ago: i64, locale: &str, question: &str) -> QuestionRow {
        QuestionRow {
            id: id.to_owned(),
            asked_at: (100 - days_ago) * MS,
            locale: locale.to_owned(),
            origin: "web".to_owned(),
            question: question.to_owned(),
            note: String::new(),
            state: "closest".to_owned(),
            url: String::new(),
            title: String::new(),
            passage_locale: String::new(),
            is_approved: 0,
            helpful: None,
        }
    }

    fn found(url: &str, locale: &str, row: QuestionRow) -> QuestionRow {
        QuestionRow {
            url: url.to_owned(),
            title: "T".to_owned(),
            passage_locale: locale.to_owned(),
            ..row
        }
    }

    fn cluster_lines(question_rows: Vec<QuestionRow>) -> Vec<String> {
        let clusters = clusters(question_rows, 100 * MS, |_| false);
        let one = |cluster: &Cluster| {
            let ids: Vec<_> = cluster.questions.iter().map(|row| row.id.as_str()).collect();
            format!("{} {:.2}", ids.join("+"), cluster.score)
        };
        clusters.iter().map(one).collect()
    }

    #[test]
    fn similar_questions_of_one_language_are_one_cluster() {
        let rows = vec![
            row("a", 0, "en-US", "How do I refund an order?"),
            row("b", 14, "en-US", "refund the order please"),
            row("c", 1, "en-US", "dark mode in the editor"),
            row("d", 0, "zh-CN", "订单怎么退款"),
            row("e", 28, "zh-CN", "怎么给订单退款"),
            row("f", 0, "zh-CN", "refund order"),
            row("g", 0, "en-US", "😀"),
            row("h", 0, "en-US", "😀"),
        ];
        let expected = ["a+b 1.50", "h+g 1.50", "d+e 1.25", "f 1.00", "c 0.95"];
        assert_eq!(cluster_lines(rows.clone()), expected);
        let mut other = rows;
        other.reverse();
        assert_eq!(cluster_lines(other), expected, "the order of the rows does not matter");
    }

    #[test]
    fn question_repeated_on_one_day_has_less_weight() {
        let repeated = (0..12).map(|n| row(&format!("r{n}"), 0, "en-US", "How do I refund it?"));
        let earlier = row("e", 14, "en-US", "how do I refund it");
        let [line] = &cluster_lines(repeated.chain([earlier]).collect())[..] else { panic!() };
        // 1 + 1/2 + … + 1/12 = 3.10 for the repeated question, and 0.5 for the question that is 14 days older.
        assert!(line.ends_with(" 3.60"), "{line}");
    }

    #[test]
    fn results_mostly_in_the_other_language_are_a_translation_gap() {
        let rows = vec![
            found("/index/en/docs/a#x", "en-US", row("a", 2, "zh-CN", "怎么退款")),
            found("/index/en/docs/a#x", "en-US", row("b", 1, "zh-CN", "退款怎么办")),
            found("/index/zh/docs/b", "zh-CN", row("c", 0, "zh-CN", "如何退款")),
        ];
        let clusters = clusters(rows, 100 * MS, |_| false);
        assert_eq!(clusters.len(), 1, "{clusters:?}");
        assert!(clusters[0].is_translation_gap);
        assert_eq!(clusters[0].terms, ["退款"]);
        assert_eq!(
            clusters[0].nearest,
            Some(("/index/en/docs/a#x".to_owned(), "T".to_owned(), "en-US".to_owned()))
        );
        assert_eq!(clusters[0].examples(), ["如何退款", "退款怎么办", "怎么退款"]);
    }

    #[test]
    fn terms_are_frequent_words_in_lower_case() {
        let terms = |locale: &str, questions: &[&str], site: &[&str]| -> Vec<String> {
            let rows = questions.iter().zip(0..);
            let rows = rows.map(|(text, n)| row(&n.to_string(), 10 - n, locale, text)).collect();
            let mut clusters = clusters(rows, 100 * MS, |term| site.contains(&term));
            assert_eq!(clusters.len(), 1, "{questions:?}");
            clusters.remove(0).terms
        };
        let archive = "How do I archive logs?";
        assert_eq!(terms("en-US", &[archive], &[]), ["archive", "logs"]);
        assert_eq!(terms("en-US", &[archive], &["archiv"]), ["logs", "archive"]);
        let several = [archive, "archiving logs", "archived log", "archive the log"];
        assert_eq!(terms("en-US", &several, &[]), ["archive", "log"]);
        let name = "default of Render.CacheMib";
        let words = terms("en-US", &[name], &["default", "render", "cach", "mib"]);
        assert_eq!(words.first().map(String::as_str), Some("render.cachemib"), "{words:?}");
        assert_eq!(terms("zh-CN", &["怎么退款"], &[]), ["退款"]);
        let words = terms("zh-CN", &["SQLite 退款"], &["sqlit", "sqlite", "sq", "lite"]);
        assert_eq!(words, ["退款", "sqlite"]);
    }

    #[test]
    fn mask_label_is_a_term_only_if_there_is_no_other_word() {
        let rows = vec![
            row("a", 1, "en-US", "refund for [email] and [phone]"),
            row("b", 0, "en-US", "[email]"),
        ];
        let clusters = clusters(rows, 100 * MS, |_| false);
        let terms: Vec<_> = clusters.iter().map(|cluster| cluster.terms.clone()).collect();
        assert_eq!(terms, [vec!["[email]"], vec!["refund"]]);
    }

    #[test]
    fn number_of_clusters_is_limited() {
        let rows = (0..300)
            .map(|n| row(&format!("{n:03}"), 0, "en-US", &format!("zq{n}x wq{n}y")))
            .collect();
        assert_eq!(clusters(rows, 100 * MS, |_| false).len(), MAX_CLUSTERS);
    }
}
