//! Stop words of questions.
//!
//! They are indexed, because phrases need them; in a query they have little weight.

use crate::token::Word;

/// As they are written, in small letters.
const LATIN: &str = "a about am an and any are as at be been but by can could did do does for from get had \
    has have how i if in into is it its may me my of on or our please shall should so some \
    that the their them then there these they this those to us was we were what when where \
    which who whose why will with would you your";

/// As they are cut.
const CHINESE: &str = "一下 为什么 为何 也 了 什么 会 会不会 你 你们 几个 有 有没有 的 时候 是 是不是 是否 能 \
    能不能 能否 可以 可不可以 吗 吧 呢 和 哪 哪个 哪些 哪里 哪儿 在 多久 多少 多大 如何 它 \
    就 应该 怎么 怎么办 怎么样 怎样 我 我们 我的 把 被 要 要不要 请 请问 让 该 谁 这 这个 那 \
    那个 都 么 需要 想 给 用 与 或 还 还是 里 里面 有关 关于 请教 中 上 对 从 到 吧 啊 嘛 而 及 以及 理解";

/// Whether a word only asks.
pub(super) fn only_asks(word: &Word) -> bool {
    is_in(LATIN, &word.surface) || is_in(CHINESE, &word.term)
}

/// The same of a Chinese word.
pub(super) fn asks(word: &str) -> bool {
    is_in(CHINESE, word)
}

fn is_in(all: &str, written: &str) -> bool {
    all.split_whitespace().any(|word| word == written)
}
