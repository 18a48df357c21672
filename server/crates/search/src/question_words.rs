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

/// Further words that tell little in a question of a whole sentence.
const FILLERS: &str = "again already also always another anybody anyone anything because before after between better \
    come does doing done during else even ever every everything everybody first full get gets give go goes going got \
    happen happens he her here him his instead just keep know left let lets like look looks made make makes many maybe \
    mine more most much must need needs never new no nobody not nothing now ok old once one only other others out over \
    own please possible put really right same see sees she show since some somebody someone something somewhere soon \
    still such sure take tell than thing things think too try trying two under up use using very want wants way well \
    while whole within without work works yes yet yesterday tomorrow today week last next certain directly exactly \
    later somehow myself himself";

/// The same in Chinese.
const CHINESE_FILLERS: &str = "有人 别人 大家 自己 现在 东西 一些 一点 一直 总是 老是 直接 昨天 今天 明天 上周 下周 \
    已经 还是 还有 只 只能 只有 最 很 太 更 又 再 才 先 然后 以后 之后 之前 以前 时 不 不了 没 没有 出来 起来 看 看看 看到 \
    知道 告诉 弄 弄一下 搞 做 做成 想要 希望 打算 准备 行不行 好不好 行 好 有些 某 某条 某个 每 全部 整个 所有 其他 另 另一 \
    别的 以 为 由 于 向 往 跟 同 并 而且 但 但是 如果 因为 所以 就是 一个 一份 一条 两 几 些 这些 那些 怎么样 什么样 具体 \
    内容 情况 问题 方法 办法 方式 出问题";

/// Whether a word tells little in a question of a whole sentence.
pub(super) fn is_filler(word: &Word) -> bool {
    only_asks(word) || is_in(FILLERS, &word.surface) || is_in(CHINESE_FILLERS, &word.term)
}

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
