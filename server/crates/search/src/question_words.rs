//! Stop words and common words of queries.
//!
//! Stop words are indexed, because phrases need them; in a query they have a low weight.

use crate::token::Word;

/// English stop words of all queries, as typed, in lower case.
const STOP_WORDS: &str = "a about am an and any are as at be been but by can could did do does for from get had \
    has have how i if in into is it its may me my of on or our please shall should so some \
    that the their them then there these they this those to us was we were what when where \
    which who whose why will with would you your";

/// Chinese stop words of all queries, as segmented by the lexicon.
const CHINESE_STOP_WORDS: &str = "一下 为什么 为何 也 了 什么 会 会不会 你 你们 几个 有 有没有 的 时候 是 是不是 是否 能 \
    能不能 能否 可以 可不可以 吗 吧 呢 和 哪 哪个 哪些 哪里 哪儿 在 多久 多少 多大 如何 它 \
    就 应该 怎么 怎么办 怎么样 怎样 我 我们 我的 把 被 要 要不要 请 请问 让 该 谁 这 这个 那 \
    那个 都 么 需要 想 给 用 与 或 还 还是 里 里面 有关 关于 请教 中 上 对 从 到 吧 啊 嘛 而 及 以及 理解";

/// Additional English stop words in questions in whole sentences.
const QUESTION_STOP_WORDS: &str = "again already also always another anybody anyone anything because before after between better \
    come does doing done during else even ever every everything everybody first full get gets give go goes going got \
    happen happens he her here him his instead just keep know left let lets like look looks made make makes many maybe \
    mine more most much must need needs never new no nobody not nothing now ok old once one only other others out over \
    own please possible put really right same see sees she show since some somebody someone something somewhere soon \
    still such sure take tell than thing things think too try trying two under up use using very want wants way well \
    while whole within without work works yes yet yesterday tomorrow today week last next certain directly exactly \
    later somehow myself himself";

/// Additional Chinese stop words in questions in whole sentences.
const CHINESE_QUESTION_STOP_WORDS: &str = "有人 别人 大家 自己 现在 东西 一些 一点 一直 总是 老是 直接 昨天 今天 明天 上周 下周 \
    已经 还是 还有 只 只能 只有 最 很 太 更 又 再 才 先 然后 以后 之后 之前 以前 时 不 不了 没 没有 出来 起来 看 看看 看到 \
    知道 告诉 弄 弄一下 搞 做 做成 想要 希望 打算 准备 行不行 好不好 行 好 有些 某 某条 某个 每 全部 整个 所有 其他 另 另一 \
    别的 以 为 由 于 向 往 跟 同 并 而且 但 但是 如果 因为 所以 就是 一个 一份 一条 两 几 些 这些 那些 怎么样 什么样 具体 \
    内容 情况 问题 方法 办法 方式 出问题";

/// Common English words that are rare in technical documentation, so that their inverse document frequency
/// is misleadingly high.
const COMMON: &str = "able actually add afraid against age ago allow alone along although among anyway apart appear appears area around ask asked asks aside attempt available away back bad bar barely basically become becomes began begin behind believe below beside beyond bigger bit both bottom bring brings broke brought busy buy call called came cannot care case cause chance check choose clear clearly close closer coming common complete consider correct cost couple course currently deal decide decides depend depends detail died differ different difficult directly double doubt down drop due each earlier early easily easy effect either end enough entire equal especially etc eventually exact example except exist exists expect explain extra fact fail fair fairly false far fast feel few figure final finally find fine finish finished fit five fix follow following force forget forgot former forth found four friend front fully funny further general give gone good great group grow guess guy half hand hands happy hard hardly head hear heard help helpful here high hint hit hold hope however huge hundred idea imagine important impossible inside interest interested issue itself join kind knew known knows lack large laptop larger late latest lead learn least leave leaves less letting life likely little live lives long longer lose lost lot lots loud love low lower mainly major man manage manner matter mean means meant meet mention middle mind miss missing moment monday morning name namely near necessary neither nice night nine none noon normal normally obvious obviously odd often older ones open opposite others otherwise outside particular pass past people perhaps person pick piece place plain plus point points poor possibly pretty previous probably problem proper properly provide put quick quickly quite rather reach read ready real reason recent recently refuses regular remain remember rest return returns rid said say says second seem seems seen send sense separate set seven several shall short shown side similar simple simply single sit situation six size slow small solution sort sorts sound speak special spend split stand stay stays step stick story straight strange stuff such sudden suddenly suggest supposed talk talks tell ten term thank thanks therefore third thought thousand three through throughout thus till time times together told took top total touch toward towards tried true truly trust turn twice unless unlike until upon useful usual usually various view wait walk wanted warn ways went whatever whenever wherever whether willing wins wish wonder world worry worse worst worth wrong wrote years";

/// Chinese words of the same kind as [`COMMON`].
const CHINESE_COMMON: &str = "个 次 种 样 一样 一种 一下子 下 去 来 过 到底 究竟 其实 真 真的 真是 刚 刚才 正在 目前 当前 以前 经常 平时     有时 有时候 突然 马上 立刻 可能 大概 差不多 比较 非常 特别 十分 完全 必须 一定 肯定 当然 甚至 只要 只是 除了 除非 无论 不管     不能 不会 不想 不要 不用 不行 不再 能够 能用 够 愿意 喜欢 觉得 认为 听说 发现 遇到 碰到 出现 发生 变 变成 成 成为 叫 叫做 算     当 当成 作为 进行 开始 结束 继续 最后 首先 接着 同时 一起 一般 通常 普通 简单 容易 困难 麻烦 帮 帮忙 帮我 帮助 解决 处理 注意     东 西 人 家 公司 我们公司 朋友 早上 晚上 上午 下午 星期 下个月 年 月 日 天 小时 分钟 先看 写 说 问 答 讲 找 拿 放 走 跑 开 关     大 小 多 少 长 短 高 低 快 慢 新 旧 前 后 左 右 里面 外面 旁边 中间 上面 下面 前面 后面 判断 收到 各个 列出 他 她 他们 别";

/// Whether a word is in [`COMMON`] or [`CHINESE_COMMON`].
pub(super) fn is_common(word: &Word) -> bool {
    is_in(COMMON, &word.surface) || is_in(CHINESE_COMMON, &word.term)
}

/// Whether a word is a stop word in a question in a whole sentence.
pub(super) fn is_question_stop_word(word: &Word) -> bool {
    is_stop_word(word)
        || is_in(QUESTION_STOP_WORDS, &word.surface)
        || is_in(CHINESE_QUESTION_STOP_WORDS, &word.term)
}

/// Whether a word is a stop word in every query, not only in questions.
pub(super) fn is_stop_word(word: &Word) -> bool {
    is_in(STOP_WORDS, &word.surface) || is_in(CHINESE_STOP_WORDS, &word.term)
}

/// Whether a Chinese word is a stop word in every query, not only in questions.
pub(super) fn is_chinese_stop_word(word: &str) -> bool {
    is_in(CHINESE_STOP_WORDS, word)
}

/// Returns the Chinese stop words and common words of several characters.
pub(crate) fn chinese_stop_and_common_words() -> impl Iterator<Item = &'static str> {
    let all = [CHINESE_STOP_WORDS, CHINESE_QUESTION_STOP_WORDS, CHINESE_COMMON].into_iter();
    all.flat_map(str::split_whitespace).filter(|word| word.chars().nth(1).is_some())
}

fn is_in(all: &str, written: &str) -> bool {
    all.split_whitespace().any(|word| word == written)
}
