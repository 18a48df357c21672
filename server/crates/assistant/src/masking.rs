//! Masking of personal data and credentials in questions: e-mail addresses, phone numbers, Chinese identity numbers,
//! card numbers, tokens, IP addresses. Pure. False positives are preferred to false negatives, because a masked
//! question is still useful.

use std::net::{Ipv4Addr, Ipv6Addr};

const EMAIL: &str = "[email]";
const PHONE: &str = "[phone]";
const IDENTITY: &str = "[id]";
const CARD: &str = "[card]";
const NUMBER: &str = "[number]";
const SECRET: &str = "[secret]";
const IP: &str = "[ip]";
const LABELS: [&str; 7] = [EMAIL, PHONE, IDENTITY, CARD, NUMBER, SECRET, IP];

/// Token prefixes of well-known services.
const PREFIXES: &[&str] = &[
    "sk-",
    "sk_",
    "pk_",
    "rk_",
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "xoxa-",
    "AKIA",
    "ASIA",
    "AIza",
    "eyJ",
    "whsec_",
    "hf_",
    "npm_",
    "pypi-",
    "dop_v1_",
    "LTAI",
];
/// Minimum length of a token with a known prefix.
const MIN_PREFIXED: usize = 12;
/// Minimum length of a token without a known prefix. Such a token contains letters and digits.
const MIN_TOKEN: usize = 20;
/// Minimum number of changes between letters and digits in a token without a known prefix.
const MIN_CHANGES: usize = 4;
/// Lowercase words that precede a secret.
const KEYWORDS: &[&str] = &[
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "token",
    "secret",
    "apikey",
    "api_key",
    "api-key",
    "api key",
    "access_key",
    "access-key",
    "authorization",
    "密码",
    "口令",
    "令牌",
    "密钥",
];
/// Minimum number of digits of a number without separators that is masked even if its kind is unknown.
const LONG_NUMBER: usize = 15;
/// Maximum number of digit groups in one number.
const MAX_GROUPS: usize = 8;

/// Replaces personal data and credentials with labels such as `[email]`. Fullwidth letters, digits, and the fullwidth
/// forms of `@.-+_` become ASCII.
pub(crate) fn mask(text: &str) -> String {
    let text: String = text.chars().map(narrow).collect();
    let text = mask_private_keys(&text);
    let text = mask_user_info(&text);
    let text = mask_secrets(&text);
    let text = mask_emails(&text);
    let text = mask_words(&text);
    mask_numbers(&text)
}

/// Removes the labels of masked data, such as `[email]`. They are not words of the question.
pub(crate) fn without_labels(masked: &str) -> String {
    let mut text = masked.to_owned();
    for label in LABELS {
        text = text.replace(label, " ");
    }
    text
}

/// Converts fullwidth letters, digits, and the fullwidth forms of `@.-+_` to ASCII: `Ａ` → `A`, `１` → `1`.
fn narrow(c: char) -> char {
    let code = u32::from(c);
    let is_wide =
        matches!(c, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '＠' | '．' | '－' | '＋' | '＿');
    if is_wide { char::from_u32(code - 0xFEE0).unwrap_or(c) } else { c }
}

fn mask_private_keys(text: &str) -> String {
    const BEGIN: &str = "-----BEGIN ";
    let Some(begin) = text.find(BEGIN) else { return text.to_owned() };
    let end = text[begin + BEGIN.len()..].find("-----END ").map(|at| begin + BEGIN.len() + at);
    let end = end.and_then(|end| {
        let name = end + "-----END ".len();
        text[name..].find("-----").map(|at| name + at + "-----".len())
    });
    let rest = end.map_or("", |end| &text[end..]);
    format!("{}{SECRET}{}", &text[..begin], mask_private_keys(rest))
}

/// Masks the user information of URLs: `https://user:password@host` → `https://[secret]@host`.
fn mask_user_info(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, after) = rest.split_at(at + 3);
        masked.push_str(before);
        let authority = after.find(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#'));
        let authority = &after[..authority.unwrap_or(after.len())];
        rest = match authority.rfind('@') {
            Some(at) if at > 0 => {
                masked.push_str(SECRET);
                &after[at..]
            }
            _ => after,
        };
    }
    masked + rest
}

/// Masks values after `password=`, `token:`, `密码是`, and the like.
fn mask_secrets(text: &str) -> String {
    let folded = text.to_ascii_lowercase();
    let mut masked = String::with_capacity(text.len());
    let mut from = 0;
    while from < text.len() {
        let next = KEYWORDS
            .iter()
            .filter_map(|word| Some((from + folded[from..].find(word)?, word.len())))
            .min();
        let Some((at, length)) = next else { break };
        let end = at + length;
        masked.push_str(&text[from..end]);
        from = end;
        let Some((sign, value)) = assigned(&text[end..]) else { continue };
        masked.push_str(&text[end..end + sign]);
        masked.push_str(SECRET);
        from = end + sign + value;
    }
    masked + &text[from..]
}

/// Returns the byte offset and the length of the value in `after`, the text after a keyword. The value follows `=`,
/// `:`, `：`, `是`, `is`, or `为`; after one of the last three it must contain a digit. `None` without a value.
fn assigned(after: &str) -> Option<(usize, usize)> {
    let trimmed = after.trim_start_matches(['"', '\'', ' ']);
    let signs =
        [("=", false), (":", false), ("：", false), ("是", true), ("is ", true), ("为", true)];
    let (sign, needs_digit) = signs.iter().find(|(sign, _)| trimmed.starts_with(sign))?;
    let behind = trimmed[sign.len()..].trim_start();
    let behind =
        behind.strip_prefix("Bearer ").or(behind.strip_prefix("bearer ")).unwrap_or(behind);
    let behind = behind.trim_start_matches(['"', '\'', '=']);
    let is_value =
        |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\'' | ',' | ';' | '<' | '>');
    let value = behind.find(|c| !is_value(c)).unwrap_or(behind.len());
    let text = &behind[..value];
    let is_secret = value > 0 && (!needs_digit || text.contains(|c: char| c.is_ascii_digit()));
    is_secret.then_some((after.len() - behind.len(), value))
}

fn mask_emails(text: &str) -> String {
    let is_local = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '%' | '+' | '-');
    let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let mut masked = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in text.match_indices('@') {
        if at < from {
            continue;
        }
        let before = text[from..at].trim_end_matches(is_local).len() + from;
        let after = &text[at + 1..];
        let host = after.find(|c| !is_host(c)).unwrap_or(after.len());
        let host = after[..host].trim_end_matches(['.', '-']);
        let is_email = before < at
            && host.rsplit_once('.').is_some_and(|(name, top)| {
                !name.is_empty() && top.len() >= 2 && top.chars().all(|c| c.is_ascii_alphabetic())
            });
        if is_email {
            masked.push_str(&text[from..before]);
            masked.push_str(EMAIL);
            from = at + 1 + host.len();
        }
    }
    masked + &text[from..]
}

/// Masks tokens and IP addresses, which are runs of ASCII letters, digits, and the characters `_-.:+/=~`.
fn mask_words(text: &str) -> String {
    let is_part = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '+' | '/' | '=' | '~')
    };
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        masked.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        masked.push_str(&mask_word(word));
        rest = after;
    }
    masked + rest
}

fn mask_word(word: &str) -> String {
    if let Some(masked) = mask_address(word) {
        return masked;
    }
    // A token in Base64 may contain slashes. Any other word may be a URL or a path, so each of its parts is checked.
    let is_base64 =
        word.len() >= 2 * MIN_TOKEN && !word.contains([':', '.', '-', '_', '~']) && is_token(word);
    if is_base64 {
        return SECRET.to_owned();
    }
    let mut masked = String::with_capacity(word.len());
    for part in word.split_inclusive(['/', ':', '=']) {
        let (name, sign) = match part.char_indices().next_back() {
            Some((at, '/' | ':' | '=')) => part.split_at(at),
            _ => (part, ""),
        };
        masked.push_str(if is_token(name) { SECRET } else { name });
        masked.push_str(sign);
    }
    masked
}

fn is_token(word: &str) -> bool {
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if word.len() >= MIN_PREFIXED && PREFIXES.iter().any(|prefix| word.starts_with(prefix)) {
        return true;
    }
    if word.len() < MIN_TOKEN || letters == 0 || digits == 0 {
        return false;
    }
    let bytes = word.as_bytes();
    let changes = bytes.windows(2).filter(|pair| {
        pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit()
            || pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic()
    });
    changes.count() >= MIN_CHANGES
}

/// Masks a word that is an IP address, optionally with a port or a prefix length. Loopback and unspecified addresses
/// are kept: they are not personal data and are common in documentation. Returns `None` for other words.
fn mask_address(word: &str) -> Option<String> {
    let plain = word.trim_end_matches(['.', ':', '/']);
    let (host, port) = plain.split_once('/').map_or((plain, ""), |(host, rest)| (host, rest));
    let tail = &word[host.len()..];
    if let Ok(v6) = host.parse::<Ipv6Addr>() {
        let is_own = v6.is_loopback() || v6.is_unspecified();
        return Some(if is_own { word.to_owned() } else { format!("{IP}{tail}") });
    }
    let (host, _) = host.split_once(':').unwrap_or((host, port));
    let tail = &word[host.len()..];
    let v4 = host.parse::<Ipv4Addr>().ok()?;
    let is_own = v4.is_loopback() || v4.is_unspecified();
    Some(if is_own { word.to_owned() } else { format!("{IP}{tail}") })
}

/// Byte range of a group of digits.
#[derive(Debug, Clone, Copy)]
struct Group {
    start: usize,
    end: usize,
}

/// Masks numbers of one or more groups: `138 1234 5678`, `+86-138…`, `4111 1111 1111 1111`.
fn mask_numbers(text: &str) -> String {
    let groups = groups(text);
    let mut masked = String::with_capacity(text.len());
    let (mut from, mut first) = (0, 0);
    while first < groups.len() {
        let limit = (first + MAX_GROUPS).min(groups.len());
        let found = (first..limit).rev().find_map(|last| {
            let joined = joined(text, &groups[first..=last])?;
            Some((last, number_kind(text, &groups[first..=last], &joined)?))
        });
        let Some((last, (label, start, end))) = found else {
            first += 1;
            continue;
        };
        masked.push_str(text.get(from..start).unwrap_or_default());
        masked.push_str(label);
        (from, first) = (end, last + 1);
    }
    masked + text.get(from..).unwrap_or_default()
}

fn groups(text: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (at, _) in text.match_indices(|c: char| c.is_ascii_digit()) {
        match groups.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => groups.push(Group { start: at, end: at + 1 }),
        }
    }
    groups
}

/// Returns the digits of all groups. `None` if the text between two groups is longer than 3 bytes or contains other
/// characters than spaces and ` - . ( )`.
fn joined(text: &str, groups: &[Group]) -> Option<String> {
    for pair in groups.windows(2) {
        let between = text.get(pair[0].end..pair[1].start)?;
        let is_sign = |c: char| matches!(c, ' ' | '-' | '.' | '(' | ')' | '\u{a0}');
        if between.len() > 3 || !between.chars().all(is_sign) {
            return None;
        }
    }
    Some(groups.iter().filter_map(|group| text.get(group.start..group.end)).collect())
}

/// Returns the label of a number and its byte range. The range includes `+` and `(` before the number, and the `X` at
/// the end of an identity number. `digits` are the digits of all groups. Returns `None` for a number that is not
/// masked.
fn number_kind(text: &str, groups: &[Group], digits: &str) -> Option<(&'static str, usize, usize)> {
    let (first, last) = (groups.first()?, groups.last()?);
    let before = text.get(..first.start)?;
    let after = text.get(last.end..)?;
    let opening = before.len() - before.trim_end_matches(['(', '+']).len();
    let (start, end) = (first.start - opening, last.end);
    let has_plus = before.ends_with('+') || before.ends_with("+(");
    let is_one = groups.len() == 1;
    if digits.len() == 17 && after.starts_with(['x', 'X']) && has_date(&digits[6..14]) {
        return Some((IDENTITY, start, end + 1));
    }
    let between = text.get(first.end..groups.get(1).map_or(first.end, |group| group.start))?;
    let dots = groups
        .windows(2)
        .any(|pair| text.get(pair[0].end..pair[1].start).is_some_and(|it| it.contains('.')));
    let label = match digits.len() {
        18 if has_date(&digits[6..14]) => IDENTITY,
        _ if is_mobile(digits) => PHONE,
        7..=15 if has_plus => PHONE,
        15 if is_one && has_short_date(&digits[6..12]) => IDENTITY,
        13..=19 if !dots && is_grouped_as_card(groups) && has_luhn(digits) => CARD,
        _ if is_one && digits.len() >= LONG_NUMBER => NUMBER,
        // Landline number with an area code in a separate group.
        10..=12
            if digits.starts_with('0')
                && !is_one
                && matches!(first.end - first.start, 3 | 4)
                && groups.len() == 2 =>
        {
            PHONE
        }
        11 | 12 if digits.starts_with('0') && is_one => PHONE,
        10 if groups.len() == 3 && is_american(groups, between) => PHONE,
        _ => return None,
    };
    Some((label, start, end))
}

/// Whether digits are grouped as on a card: in one group, in groups of four (the last may be shorter), or 4-6-5
/// (American Express).
fn is_grouped_as_card(groups: &[Group]) -> bool {
    let lengths: Vec<usize> = groups.iter().map(|group| group.end - group.start).collect();
    match lengths.as_slice() {
        [_] | [4, 6, 5] => true,
        [all @ .., last] => all.iter().all(|length| *length == 4) && *last <= 4,
        [] => false,
    }
}

/// Whether the digits are a Chinese mobile number, with or without the country code.
fn is_mobile(digits: &str) -> bool {
    let own = ["0086", "86"]
        .iter()
        .find_map(|code| digits.strip_prefix(code))
        .filter(|own| own.len() == 11);
    let own = own.unwrap_or(digits).as_bytes();
    own.len() == 11 && own[0] == b'1' && (b'3'..=b'9').contains(&own[1])
}

/// Whether the groups form a North American phone number, such as `212-555-0123`, `(212) 555-0123`, or
/// `212.555.0123`. `between` is the text between the first two groups.
fn is_american(groups: &[Group], between: &str) -> bool {
    let lengths: Vec<usize> = groups.iter().map(|group| group.end - group.start).collect();
    lengths == [3, 3, 4] && !between.is_empty()
}

/// Whether the digits are a date of the form `19900307`.
fn has_date(digits: &str) -> bool {
    let is_year = digits
        .get(..4)
        .and_then(|year| year.parse::<u32>().ok())
        .is_some_and(|year| (1850..2150).contains(&year));
    is_year && has_month_and_day(&digits[4..])
}

/// Whether the digits are a date of the form `900307`.
fn has_short_date(digits: &str) -> bool {
    has_month_and_day(&digits[2..])
}

fn has_month_and_day(digits: &str) -> bool {
    let number =
        |range: std::ops::Range<usize>| digits.get(range).and_then(|it| it.parse::<u32>().ok());
    number(0..2).is_some_and(|month| (1..=12).contains(&month))
        && number(2..4).is_some_and(|day| (1..=31).contains(&day))
}

/// Whether the check digit of a card number is valid (Luhn algorithm, ISO/IEC 7812-1).
fn has_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(position, digit)| {
            let digit = u32::from(digit - b'0');
            match (position % 2, digit * 2) {
                (0, _) => digit,
                (_, double @ 10..) => double - 9,
                (_, double) => double,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(mask(text), expected, "{text}");
    }

    #[test]
    fn only_complete_email_addresses_are_masked() {
        check("why does ann.lee+x@mail.example.org. bounce", "why does [email]. bounce");
        check("我的邮箱zhang@example.com收不到", "我的邮箱[email]收不到");
        check("ａｎｎ＠example．com", "[email]");
        check("npm i pailou@latest", "npm i pailou@latest");
        check("@media (min-width: 40em)", "@media (min-width: 40em)");
    }

    #[test]
    fn phone_numbers_are_masked() {
        for number in [
            "13812345678",
            "138 1234 5678",
            "138-1234-5678",
            "+86 138 1234 5678",
            "+8613812345678",
            "008613812345678",
            "１３８１２３４５６７８",
            "010-62345678",
            "(0571) 87654321",
            "+1 (212) 555-0123",
            "(212) 555-0123",
            "212-555-0123",
            "+44 20 7946 0958",
        ] {
            check(&format!("请打{number}找我"), "请打[phone]找我");
        }
        check("tel:13812345678", "tel:[phone]");
        check("端口 8080 13812345678", "端口 8080 [phone]");
    }

    #[test]
    fn identity_card_and_long_numbers_are_masked() {
        check("身份证11010519491231002X可以吗", "身份证[id]可以吗");
        check("110105199003071234", "[id]");
        check("old 110105900307123", "old [id]");
        check("card 4111 1111 1111 1111 declined", "card [card] declined");
        check("4111-1111-1111-1111", "[card]");
        check("6222021234567890123", "[number]");
    }

    #[test]
    fn credentials_are_masked() {
        check("key sk-abcdefghijklmnop fails", "key [secret] fails");
        check("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "[secret]");
        check("AKIAIOSFODNN7EXAMPLE", "[secret]");
        check("password=hunter2 is refused", "password=[secret] is refused");
        check("api_key: \"abc\"", "api_key: \"[secret]\"");
        check("我的密码是abc123，登录不了", "我的密码是[secret]，登录不了");
        check("Authorization: Bearer abc.def", "Authorization: Bearer [secret]");
        check("postgres://ann:geheim@db.example.org/x", "postgres://[secret]@db.example.org/x");
        check("d41d8cd98f00b204e9800998ecf8427e", "[secret]");
        check("-----BEGIN PRIVATE KEY----- MIIE -----END PRIVATE KEY----- x", "[secret] x");
        check("-----BEGIN PRIVATE KEY----- MIIE", "[secret]");
    }

    #[test]
    fn ip_addresses_except_loopback_are_masked() {
        check("from 203.0.113.7 to 10.0.0.8:8080.", "from [ip] to [ip]:8080.");
        check("2001:db8::8a2e:370:7334", "[ip]");
        check("10.0.0.0/8", "[ip]/8");
        check(
            "listen on 127.0.0.1:8080 or 0.0.0.0 or ::1",
            "listen on 127.0.0.1:8080 or 0.0.0.0 or ::1",
        );
    }

    #[test]
    fn without_labels_keeps_other_text_in_brackets() {
        let text = "ann@example.org 13812345678 110105199003071234 4111-1111-1111-1111 6222021234567890123 \
                    sk-abcdefghijklmnop 203.0.113.7";
        assert_eq!(without_labels(&mask(text)).trim(), "");
        assert_eq!(without_labels("an e-mail to [me]"), "an e-mail to [me]");
    }

    #[test]
    fn technical_questions_are_not_masked() {
        for text in [
            "how do I change the password?",
            "the password is wrong, what now",
            "密码是什么",
            "default of session.hours in 2026-11-26 10:20:30",
            "version 1.2.3 or v10.0.1",
            "limits.body-bytes 1073741824",
            "HTTP 404 on port 8080",
            "getElementsByClassNameAndTagName2",
            "/index/zh/docs/guide/start#first-steps",
            "https://docs.example.org/index/en/docs/a",
            "error TS2345 at src/main.rs:120:15",
            "超时时间 30 秒，重试 3 次",
            "sha256 and utf8mb4_general_ci",
        ] {
            check(text, text);
        }
    }

    proptest! {
        #[test]
        fn masking_any_text_twice_equals_masking_it_once(text in "\\PC{0,80}") {
            let masked = mask(&text);
            prop_assert_eq!(mask(&masked), masked);
        }

        #[test]
        fn mobile_numbers_are_always_masked(before in "[ a-z，。]{0,8}", number in "1[3-9][0-9]{9}", after in "[ a-z，。]{0,8}") {
            let masked = mask(&format!("{before}{number}{after}"));
            prop_assert!(!masked.contains(&number), "{}", masked);
        }
    }
}
