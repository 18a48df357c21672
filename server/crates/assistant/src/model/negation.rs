//! Detection of negations in English and Chinese sentences. Pure.

/// English words that negate a sentence. Contractions such as `isn't` are recognized by their ending.
const ENGLISH: [&str; 8] = ["not", "never", "no", "none", "nothing", "cannot", "neither", "nor"];
/// Chinese characters and words that negate a sentence.
const CHINESE: [&str; 7] = ["不", "没", "未", "无法", "无需", "并非", "勿"];
/// Chinese words that contain one of [`CHINESE`] and do not negate, the longest first. Some form questions (是不是), some
/// are double negations (不得不).
const NOT_NEGATIVE: [&str; 26] = [
    "差不多",
    "不得不",
    "是不是",
    "能不能",
    "会不会",
    "要不要",
    "可不可",
    "有没有",
    "不仅",
    "不但",
    "不过",
    "不断",
    "不久",
    "不止",
    "不只",
    "不少",
    "不同",
    "不论",
    "不管",
    "不妨",
    "不如",
    "要不",
    "不然",
    "未来",
    "没准",
    "不限",
];

/// Whether a sentence is negated. A sentence that is negated twice counts as not negated.
pub(super) fn has_negation(sentence: &str) -> bool {
    (english(sentence) + chinese(sentence)) % 2 == 1
}

fn english(sentence: &str) -> usize {
    let folded = sentence.to_lowercase().replace('’', "'");
    // "Not only" and "no longer than" do not negate a statement.
    let plain = folded.replace("not only", "").replace("no longer than", "");
    let words = plain.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.filter(|word| ENGLISH.contains(word) || word.ends_with("n't")).count()
}

fn chinese(sentence: &str) -> usize {
    let plain = NOT_NEGATIVE.iter().fold(sentence.to_owned(), |text, word| text.replace(word, ""));
    CHINESE.iter().map(|word| plain.matches(word).count()).sum()
}

/// Splits a text into lines, and each line into sentences.
pub(super) fn split_sentences(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    let parts = lines.flat_map(|line| line.split_inclusive(['。', '！', '？', '；', ';']));
    let ends = parts.flat_map(|part| part.split_inclusive(". "));
    ends.map(str::trim).filter(|sentence| !sentence.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negation_is_detected_in_both_languages() {
        for (sentence, expected) in [
            ("The file is overwritten.", false),
            ("The file is never overwritten.", true),
            ("It doesn’t stop.", true),
            ("It is not only fast.", false),
            ("Note the number of nodes.", false),
            ("It cannot be undone.", true),
            ("It does not stop, and nothing is lost.", false),
            ("文件会被覆盖。", false),
            ("文件不会被覆盖。", true),
            ("无法恢复。", true),
            ("不仅快，而且小。", false),
            ("不同的版本。", false),
            ("不得不重启。", false),
            ("没有影响。", true),
            ("未必会被覆盖。", true),
            ("未必不会被覆盖。", false),
            ("It is not necessarily overwritten.", true),
            ("没准会被覆盖。", false),
        ] {
            assert_eq!(has_negation(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn text_is_split_into_sentences() {
        let found: Vec<_> =
            split_sentences("Stop it. Version 1.2 is new.\n先停止。再复制。").collect();
        assert_eq!(found, ["Stop it.", "Version 1.2 is new.", "先停止。", "再复制。"]);
    }
}
