//! Character references of HTML, such as `&amp;` and `&#46;`.

/// Decodes the character references in the value of an attribute. References with unknown names are kept.
pub fn decode_references(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let (c, length) = character_reference(rest).unwrap_or(('&', 1));
        text.push(c);
        rest = &rest[length..];
    }
    text + rest
}

/// Returns the character and the length of the character reference at the start of `text`, as in an attribute (HTML
/// standard 13.2.5.72); `None` if there is none.
fn character_reference(text: &str) -> Option<(char, usize)> {
    let inside = text.strip_prefix('&')?;
    if let Some(number) = inside.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']);
        let (digits, radix) = hex.map_or((number, 10), |digits| (digits, 16));
        let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
        let length = text.len() - digits.len() + end;
        let length = length + usize::from(digits[end..].starts_with(';'));
        let code = u32::from_str_radix(&digits[..end], radix).ok().filter(|code| *code != 0);
        let c = code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
        return (end > 0).then_some((c, length));
    }
    let end = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
    let (name, after) = inside.split_at(end);
    // These names are also valid without a semicolon, but not before `=`, as in `?a=b&lt=c`.
    let is_short = matches!(name, "amp" | "lt" | "gt" | "quot" | "nbsp");
    let is_ended = after.starts_with(';');
    if !is_ended && (!is_short || after.starts_with('=')) {
        return None;
    }
    let c = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "colon" => ':',
        "sol" => '/',
        "period" => '.',
        "num" => '#',
        "quest" => '?',
        "equals" => '=',
        "percnt" => '%',
        "lowbar" => '_',
        "commat" => '@',
        "lpar" => '(',
        "rpar" => ')',
        "Tab" => '\t',
        "NewLine" => '\n',
        _ => return None,
    };
    Some((c, 1 + end + usize::from(is_ended)))
}
