//! Classification of questions by keywords in both languages. The kind determines which blocks of a page are preferred.

use pailou_search::index::BlockKind;

/// Kind of information that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuestionKind {
    /// A procedure.
    How,
    /// A definition or an overview.
    What,
    /// A number, a default, or a limit.
    Value,
    /// The cause of a behavior or of an error.
    Why,
    /// A difference, or a choice between things.
    Compare,
    /// A location, such as a page, a file, or a setting.
    Where,
    Other,
}

/// Kinds with their English and Chinese phrases. The first kind with a phrase in the question applies. English phrases
/// match whole words.
const RULES: [(QuestionKind, &str, &str); 6] = [
    (
        QuestionKind::Value,
        "default|how many|how much|how long|how large|how big|how often|how old|maximum|minimum|limit|at most|at least|\
         which port|which version|what port|what version|size of|largest|longest|shortest",
        "默认|多少|多大|多久|多长|几个|几天|几次|最大|最小|最多|最少|上限|下限|哪个端口|哪个版本|端口号",
    ),
    (
        QuestionKind::Why,
        "why|error|errors|fails|failed|failing|refused|refuses|rejected|wrong|broken|crash|crashes|denied|stuck",
        "为什么|为何|怎么回事|原因|报错|错误|失败|不生效|无效|被拒绝|崩溃|崩了|打不开|连不上|不显示|没有反应",
    ),
    (
        QuestionKind::Compare,
        "difference|differences|differ|versus|vs|compare|compared|better|instead of|rather than",
        "区别|差别|不同|对比|比较|还是|哪个好|优缺点",
    ),
    (
        QuestionKind::Where,
        "where|which file|which folder|which directory|which url|which endpoint|which page",
        "哪里|哪儿|在哪|哪个文件|哪个目录|什么位置|哪个路径|哪个地址",
    ),
    (
        QuestionKind::How,
        "how|steps|set up|install|configure|enable|disable|can i|can we|want to|i need to|let me|way to|which command|\
         what command|what is the command|command to|command for",
        "怎么|怎样|如何|步骤|教程|能不能|能否|可以|想要|想|配置|安装|设置|哪个命令|哪条命令|什么命令|命令是什么|命令是哪",
    ),
    (
        QuestionKind::What,
        "what|who|whose|which|meaning|means|explain|does it|is it|is there|are there",
        "什么|是不是|是否|含义|意思|介绍|解释|有没有|谁",
    ),
];

impl QuestionKind {
    /// Classifies a question, which must be normalized by [`fold`](pailou_search::normalize::fold).
    /// Returns [`QuestionKind::Other`] if no phrase matches.
    pub fn of(question: &str) -> Self {
        let words: Vec<&str> = question
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let spaced = format!(" {} ", words.join(" "));
        let holds = |en: &str, zh: &str| {
            en.split('|').any(|phrase| spaced.contains(&format!(" {phrase} ")))
                || zh.split('|').any(|phrase| question.contains(phrase))
        };
        let found = RULES.iter().find(|(_, en, zh)| holds(en, zh));
        found.map_or(Self::Other, |(kind, _, _)| *kind)
    }

    /// Suitability of a block kind for this kind of question, from 0 to 1.
    pub(crate) fn suits(self, kind: BlockKind) -> f32 {
        match (self, kind) {
            (Self::How, BlockKind::Step) | (Self::Value, BlockKind::Row) => 1.0,
            (Self::How, BlockKind::Code) => 0.9,
            (Self::How, BlockKind::Item) | (Self::Where, BlockKind::Row) => 0.5,
            (Self::What | Self::Why | Self::Compare | Self::Where, BlockKind::Paragraph) => 0.6,
            (Self::Compare, BlockKind::Row | BlockKind::Item) => 0.7,
            (Self::Why, BlockKind::Row | BlockKind::Item) => 0.4,
            (Self::Value | Self::Other, BlockKind::Paragraph) => 0.5,
            (Self::How, BlockKind::Paragraph) => 0.4,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn question_kind_is_detected_in_both_languages() {
        for (question, expected) in [
            ("how do i install it?", QuestionKind::How),
            ("怎么安装", QuestionKind::How),
            ("which command exports pages", QuestionKind::How),
            ("导出页面的命令是什么", QuestionKind::How),
            ("what does the command export", QuestionKind::What),
            ("what is a segment", QuestionKind::What),
            ("什么是句段", QuestionKind::What),
            ("what is the default port", QuestionKind::Value),
            ("会话默认多久过期", QuestionKind::Value),
            ("why is my upload refused", QuestionKind::Why),
            ("启动报错怎么办", QuestionKind::Why),
            ("difference between restore and revert", QuestionKind::Compare),
            ("撤下和删除有什么区别", QuestionKind::Compare),
            ("where is the log", QuestionKind::Where),
            ("日志在哪里看", QuestionKind::Where),
            ("show", QuestionKind::Other),
            ("", QuestionKind::Other),
        ] {
            assert_eq!(QuestionKind::of(question), expected, "{question}");
        }
    }
}
