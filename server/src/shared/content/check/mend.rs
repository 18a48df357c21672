//! Lines as they should be, for findings of which that is known.

use super::super::issue::Issue;
use super::super::section::is_han;

/// The line with what the issue finds in it set right; nothing where a person has to decide.
pub(crate) fn mended(line: &str, issue: &Issue) -> Option<String> {
    let mut chars: Vec<char> = line.chars().collect();
    let at = usize::try_from(issue.column?).ok()?.checked_sub(1)?;
    let here = *chars.get(at)?;
    match issue.code {
        "cjk-space" if here == ' ' => drop(chars.remove(at)),
        "cjk-space" => chars.insert(between(&chars, at)?, ' '),
        "half-width-punctuation" => match here {
            '(' => {
                let end = at + chars[at..].iter().position(|c| *c == ')')?;
                (chars[at], chars[end]) = ('（', '）');
            }
            _ => chars[at] = full_width(here)?,
        },
        "cjk-punctuation-space" if here == ' ' => drop(chars.remove(at)),
        "repeated-punctuation" => {
            while chars.get(at + 1) == Some(&here) {
                chars.remove(at + 1);
            }
        }
        "full-width-alphanumeric" => {
            for c in chars[at..].iter_mut().take_while(|c| narrow(**c).is_some()) {
                *c = narrow(*c)?;
            }
        }
        _ => return None,
    }
    let mended = String::from_iter(chars);
    (mended != line).then_some(mended)
}

/// Where a blank goes before the character at this place: not inside of what a link or a picture shows.
fn between(chars: &[char], at: usize) -> Option<usize> {
    let before = *chars.get(at.checked_sub(1)?)?;
    match before {
        '[' => Some(if at >= 2 && chars[at - 2] == '!' { at - 2 } else { at - 1 }),
        c if c.is_alphanumeric() || is_han(c) || matches!(c, '+' | '#' | ')') => Some(at),
        _ => None,
    }
}

pub(super) fn full_width(mark: char) -> Option<char> {
    Some(match mark {
        ',' => '，',
        ';' => '；',
        ':' => '：',
        '?' => '？',
        '!' => '！',
        '.' => '。',
        _ => return None,
    })
}

pub(super) fn narrow(c: char) -> Option<char> {
    matches!(c, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ')
        .then(|| char::from_u32(c as u32 - 0xfee0))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::super::super::dialect::Dialect;
    use super::super::{Spacing, chinese, prose};
    use super::*;

    /// Mends the first finding until there is none that can be mended.
    #[track_caller]
    fn check(spacing: Spacing, line: &str, expected: &str) {
        let mut line = line.to_owned();
        loop {
            let mut issues = Vec::new();
            chinese::check(&prose::lines(&line, Dialect::Markdown), spacing, &mut issues);
            match issues.iter().find_map(|issue| mended(&line, issue)) {
                Some(mended) => line = mended,
                None => break,
            }
        }
        assert_eq!(line, expected);
    }

    #[test]
    fn what_is_found_is_set_right() {
        for (line, expected) in [
            ("在Git中有3个，C++语言", "在 Git 中有 3 个，C++ 语言"),
            ("在[Git](a)中，![Git](a.png)", "在 [Git](a) 中，![Git](a.png)"),
            ("好,坏. 好(坏)", "好，坏。好（坏）"),
            ("好， 坏！！！共１２个", "好，坏！共 12 个"),
        ] {
            check(Spacing::Require, line, expected);
        }
        check(Spacing::Strip, "在 Git 中", "在Git中");
    }

    #[test]
    fn what_a_person_must_decide_stays() {
        check(Spacing::Require, "在**Git**中说\"好\"。", "在**Git**中说\"好\"。");
    }
}
