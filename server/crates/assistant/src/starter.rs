//! Starter questions made from headings that begin with a known verb or are questions themselves.

use core_wasm::locale::Locale;
use pailou_text_diff::script::is_han;

/// Verbs at the beginning of headings that describe a task.
const VERBS_EN: &str = "add allow back build change check choose compare configure connect copy correct create customize \
    delete deploy disable download edit embed enable export find get import include install invite keep log make manage \
    measure migrate monitor move open print publish query read release remove rename replace require reset restore \
    resume revert roll run save schedule search send set share show start stop switch sync test turn uninstall update \
    upgrade upload use verify view write";
const VERBS_ZH: &str = "安装 备份 比较 编辑 编写 部署 查看 查询 撤销 创建 从 打印 导出 导入 调整 发布 分享 发送 复制 更新 更改 关闭 \
    管理 还原 恢复 获取 继续 检查 监控 禁用 卸载 连接 配置 启动 启用 迁移 切换 删除 上传 升级 生成 设置 使用 搜索 停止 同步 添加 \
    下载 校验 新建 修改 选择 写 验证 邀请 移动 移除 运行 在 重命名 自定义 允许";
/// Pronouns whose meaning depends on the page.
const PRONOUNS_EN: [&str; 7] = ["it", "its", "this", "these", "those", "them", "their"];
const PRONOUNS_ZH: [&str; 5] = ["它", "这个", "这些", "那个", "那些"];
/// Adverbs and particles after a verb.
const PARTICLES: [&str; 9] = ["in", "out", "off", "on", "up", "down", "back", "now", "offline"];
/// Maximum width of a heading in columns; a Chinese character takes two.
const MAX_COLUMNS: usize = 72;

/// Converts the text of a heading before the first colon to a question. Returns `None` if the text is too long,
/// contains a pronoun, or neither describes a task nor is a question.
pub(crate) fn question(locale: Locale, heading: &str) -> Option<String> {
    let heading = heading.split([':', '：']).next().unwrap_or_default().trim();
    let columns: usize = heading.chars().map(|c| if is_han(c) { 2 } else { 1 }).sum();
    if heading.is_empty() || columns > MAX_COLUMNS {
        return None;
    }
    if has_pronoun(locale, heading) {
        return None;
    }
    if heading.ends_with(['?', '？']) {
        return Some(heading.to_owned());
    }
    match locale {
        Locale::Zh => {
            let is_task = VERBS_ZH.split_whitespace().any(|verb| {
                let object = heading.strip_prefix(verb);
                object.is_some_and(|rest| rest.chars().any(char::is_alphabetic))
            });
            let is_task = is_task && !is_noun_phrase_zh(heading);
            is_task.then(|| format!("如何{heading}？"))
        }
        Locale::En => {
            let first = heading.split_whitespace().next().unwrap_or_default();
            let verb = first.to_ascii_lowercase();
            let is_task = VERBS_EN.split_whitespace().any(|known| known == verb);
            let is_task = is_task && !is_compound_en(heading);
            is_task.then(|| format!("How do I {verb}{}?", &heading[first.len()..]))
        }
    }
}

/// Whether a Chinese heading that begins with a verb may be a noun phrase: verb, words, `的`, noun
/// (`发送给模型的内容`). Also true if `的` belongs to the object (`更改用户的密码`), because only a parser could
/// distinguish the two.
fn is_noun_phrase_zh(heading: &str) -> bool {
    heading.contains('的')
}

/// Whether an English heading of two words is considered a compound noun: `Test bench`. The first word is considered a
/// verb if the second is plural (`Add users`), a name (`Use SQLite`), or one of [`PARTICLES`] (`Log in`).
fn is_compound_en(heading: &str) -> bool {
    let [_, object] = heading.split_whitespace().collect::<Vec<_>>()[..] else { return false };
    let is_lower = object.chars().all(|c| c.is_ascii_lowercase());
    is_lower && !object.ends_with('s') && !PARTICLES.contains(&object)
}

/// Whether a heading contains a pronoun.
fn has_pronoun(locale: Locale, heading: &str) -> bool {
    match locale {
        Locale::Zh => PRONOUNS_ZH.iter().any(|pronoun| heading.contains(pronoun)),
        Locale::En => {
            let heading = heading.to_ascii_lowercase();
            let mut words = heading.split(|c: char| !c.is_alphanumeric());
            words.any(|word| PRONOUNS_EN.contains(&word))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starters_are_made_only_from_task_headings_and_questions() {
        for (locale, heading, expected) in [
            (Locale::En, "Create a backup", Some("How do I create a backup?")),
            (Locale::En, "Custom CSS: change colors", None),
            (Locale::En, "Publish now or schedule", Some("How do I publish now or schedule?")),
            (Locale::En, "Roles and permissions", None),
            (Locale::En, "Does Pailou work offline?", Some("Does Pailou work offline?")),
            (Locale::En, "Test bench", None),
            (Locale::En, "Release page", None),
            (Locale::En, "Log in", Some("How do I log in?")),
            (Locale::En, "Add users", Some("How do I add users?")),
            (Locale::En, "Use SQLite", Some("How do I use SQLite?")),
            (Locale::En, "Test the bench", Some("How do I test the bench?")),
            (Locale::En, "Turn it off", None),
            (Locale::En, "Delete them", None),
            (Locale::En, "Export its data", None),
            (Locale::En, "Is it free?", None),
            (Locale::En, "", None),
            (Locale::Zh, "发送给模型的内容", None),
            (Locale::Zh, "管理后台的命令面板", None),
            (Locale::Zh, "关闭它", None),
            (Locale::Zh, "恢复备份", Some("如何恢复备份？")),
            (Locale::Zh, "角色与权限", None),
            (Locale::Zh, "登录令牌", None),
            (Locale::Zh, "使用", None),
            (Locale::Zh, "能离线使用吗？", Some("能离线使用吗？")),
        ] {
            assert_eq!(question(locale, heading).as_deref(), expected, "{heading}");
        }
        assert_eq!(question(Locale::En, &format!("Create {}", "a".repeat(80))), None);
    }
}
