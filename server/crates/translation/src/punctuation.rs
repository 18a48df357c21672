//! Punctuation folding: converts typographic variants to one form, so that they are equal.
//!
//! Variants are the width of punctuation, the styles of quotation marks and ellipses, and spaces
//! around punctuation. Punctuation in code, URLs, numbers, and placeholders has a meaning and is
//! not folded.

use std::ops::Range;

/// Maximum length of a placeholder, in characters.
const LONGEST_PLACEHOLDER: usize = 80;

/// Folds the punctuation of `text`, except in the `literal` byte ranges, which must be ascending.
pub(super) fn folded(text: &str, literal: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut start = 0;
    for range in literal {
        fold(&text[start..range.start], &mut out);
        out.push_str(&text[range.clone()]);
        start = range.end;
    }
    fold(&text[start..], &mut out);
    out
}

fn fold(text: &str, out: &mut String) {
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_punctuation()) {
        return out.push_str(text);
    }
    let chars: Vec<char> = text.chars().map(narrow).collect();
    let mut at = 0;
    // End of the run of equal characters at `at`. Each run is counted once, so that a long one takes linear time.
    let mut run_end = 0;
    while at < chars.len() {
        if at >= run_end {
            run_end = at + chars[at..].iter().take_while(|c| **c == chars[at]).count();
        }
        let is_word_start =
            at.checked_sub(1).is_none_or(|before| !chars[before].is_ascii_alphanumeric());
        let address = if is_word_start { address(&chars[at..]) } else { None };
        if let Some(length) = address.or_else(|| placeholder(&chars[at..])) {
            out.extend(&chars[at..at + length]);
            at += length;
        } else if let Some((mark, length)) = mark(&chars, at, run_end - at) {
            let is_after_blank = out.ends_with(' ');
            if is_after_blank {
                out.truncate(out.trim_end_matches(' ').len());
            }
            out.push(mark);
            at += length;
            at += chars[at..].iter().take_while(|c| c.is_whitespace()).count();
        } else {
            out.push(if chars[at].is_whitespace() { ' ' } else { chars[at] });
            at += 1;
        }
    }
}

/// Returns the length, in characters, of a URL at the beginning of these characters; `None` if they do not begin with a
/// URL.
fn address(chars: &[char]) -> Option<usize> {
    let scheme = chars.iter().take_while(|c| c.is_ascii_alphanumeric()).count();
    let is_url = scheme > 1 && chars[scheme..].starts_with(&[':', '/', '/']);
    if !is_url {
        return None;
    }
    let is_part = |c: &&char| c.is_ascii_graphic() && !"\"<>`".contains(**c);
    let all = chars.iter().take_while(is_part).count();
    let ends = chars[..all].iter().rev().take_while(|c| ",;:.?!)'".contains(**c)).count();
    Some(all - ends)
}

/// Returns the length, in characters, of `{name}`, `{{ name }}`, or `<name>` at the beginning of these characters;
/// `None` if they begin with none of these.
pub(super) fn placeholder(chars: &[char]) -> Option<usize> {
    let end = match chars.first()? {
        '{' => '}',
        '<' => '>',
        _ => return None,
    };
    let within = &chars[..chars.len().min(LONGEST_PLACEHOLDER)];
    let last = within.iter().position(|c| *c == end)?;
    Some(last + 1 + within[last + 1..].iter().take_while(|c| **c == end).count())
}

/// Returns the canonical form of the punctuation mark at this position, and its length in characters; `None` if the
/// character is not a punctuation mark, or is part of a word or number. `run` is the number of equal characters from
/// this position on.
fn mark(chars: &[char], at: usize, run: usize) -> Option<(char, usize)> {
    let c = chars[at];
    let before = at.checked_sub(1).map(|before| chars[before]);
    let after = chars.get(at + run).copied();
    let is_number =
        before.is_some_and(|c| c.is_ascii_digit()) && after.is_some_and(|c| c.is_ascii_digit());
    match c {
        '…' => return Some(('…', run)),
        '.' | '。' if run > 2 => return Some(('…', run)),
        '“' | '”' | '「' | '」' | '"' => return Some(('"', 1)),
        '‘' | '’' | '『' | '』' | '\'' => return Some(('\'', 1)),
        '，' | '；' | '：' | '？' | '！' | '。' if !is_number => return Some((c, run)),
        '、' => return Some((c, run)),
        '（' | '）' => return Some((c, 1)),
        _ => {}
    }
    let wide = match c {
        ',' => '，',
        ';' => '；',
        ':' if run == 1 => '：',
        '?' => '？',
        '!' => '！',
        '.' if run == 1 => '。',
        '(' => '（',
        ')' => '）',
        _ => return None,
    };
    let is_repeated = matches!(c, ',' | ';' | '?' | '!');
    let length = if is_repeated { run } else { 1 };
    let after = chars.get(at + length).copied();
    // Whether a mark before this character is at the end of a word, not inside a name such as
    // `file.md` or `f(x)`.
    let ends =
        |c: Option<char>| c.is_none_or(|c| !c.is_ascii_graphic() || ",;:.?!)\"'".contains(c));
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
    let is_between_letters = is_letter(before) && is_letter(after);
    let is_mark = match c {
        '(' => before.is_none_or(|c| !c.is_ascii_graphic()) || after.is_some_and(|c| !c.is_ascii()),
        ',' | ';' if is_between_letters => true,
        _ => before.is_some_and(|c| !c.is_ascii()) || ends(after),
    };
    (is_mark && !is_number).then_some((wide, length))
}

/// Converts full-width letters and digits to ASCII.
fn narrow(c: char) -> char {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => {
            char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c)
        }
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::normalized;

    fn form(text: &str) -> String {
        normalized(&folded(text, &[]))
    }

    #[test]
    fn typographic_variants_are_folded_to_the_same_form() {
        for (before, after) in [
            ("六位数字（TOTP,RFC 6238）", "六位数字（TOTP，RFC 6238）"),
            (
                "注意: 网关只通过 TLS 提供 gRPC, 请先安装证书.",
                "注意：网关只通过 TLS 提供 gRPC，请先安装证书。",
            ),
            ("好,坏;对?", "好，坏；对？"),
            ("启动服务(可选)", "启动服务（可选）"),
            ("启动服务 (可选)。", "启动服务（可选）。"),
            ("说\"好\"。", "说“好”。"),
            ("说「好」", "说“好”"),
            ("等等...", "等等……"),
            ("等等。。。", "等等…"),
            ("好！！！坏？？", "好！坏？"),
            ("a,, b", "a, b"),
            ("在Git中有3个", "在 Git 中有 3 个"),
            ("共 １２ 个 Ａ", "共 12 个 A"),
            ("好 ， 坏", "好，坏"),
            ("it’s “done” …", "it's \"done\"..."),
            ("done（almost）", "done (almost)"),
            ("a， b", "a, b"),
            ("支持 HTTP, gRPC", "支持 HTTP，gRPC"),
        ] {
            assert_eq!(form(before), form(after), "{before} {after}");
        }
    }

    #[test]
    fn folding_keeps_texts_with_different_meanings_different() {
        for (before, after) in [
            ("1,000", "1，000"),
            ("10:30", "10：30"),
            ("1.5", "1。5"),
            ("file.md", "file。md"),
            ("std::cout", "std：cout"),
            ("https://a.cn/b,c?d=e", "https://a.cn/b，c？d=e"),
            ("{a, b}", "{a， b}"),
            ("<a: b>", "<a： b>"),
            ("%(name)s", "%（name）s"),
            ("/users/:id", "/users/：id"),
            ("好！", "好？"),
            ("好。", "好"),
            ("a, b", "a; b"),
            ("一、二", "一，二"),
            ("a b", "ab"),
            ("f(x)", "f x"),
            ("1 2", "12"),
        ] {
            assert_ne!(form(before), form(after), "{before} {after}");
        }
    }

    #[test]
    fn punctuation_in_literal_ranges_is_not_folded() {
        let text = "写 a, b 或 (c)";
        let code = text.find('a').unwrap()..text.find(" 或").unwrap();
        assert_eq!(folded(text, &[code]), "写 a, b 或（c）");
    }
}
