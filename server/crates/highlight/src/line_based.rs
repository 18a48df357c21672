//! Line-based formats: diffs, configuration files, and terminal sessions.

use crate::{Class, Tokens, languages, lines};

pub(super) fn diff(code: &str, from: usize, tokens: &mut Tokens) {
    for (start, line) in lines(&code[from..]) {
        let class = match line.as_bytes() {
            [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => Class::Meta,
            [b'+' | b'>', ..] => Class::Inserted,
            [b'-' | b'<', ..] => Class::Deleted,
            [b'@', b'@', ..] => Class::Heading,
            _ if ["diff ", "index ", "new file", "deleted file", "rename ", "similarity "]
                .iter()
                .any(|begin| line.starts_with(begin)) =>
            {
                Class::Meta
            }
            _ => continue,
        };
        tokens.add(class, from + start, from + start + line.len());
    }
}

pub(super) fn ini(code: &str, from: usize, tokens: &mut Tokens) {
    for (start, line) in lines(&code[from..]) {
        let start = from + start;
        let content = line.trim_start();
        let (at, end) = (start + line.len() - content.len(), start + line.len());
        if content.starts_with(['#', ';', '!']) || content.starts_with("//") {
            tokens.add(Class::Comment, at, end);
        } else if content.starts_with('[') {
            tokens.add(Class::Tag, at, end);
        } else if let Some(sign) = content.find(['=', ':']) {
            let key = content[..sign].trim_end();
            tokens.add(Class::Property, at, at + key.len());
            let value = content[sign + 1..].trim_start();
            if let Some(class) = class_of_value(value.trim_end()) {
                tokens.add(class, end - value.len(), end);
            }
        }
    }
}

fn class_of_value(value: &str) -> Option<Class> {
    let lower = value.to_ascii_lowercase();
    if value.len() <= 5
        && ["true", "false", "yes", "no", "on", "off", "null"].contains(&lower.as_str())
    {
        return Some(Class::Constant);
    }
    let is_number = value.starts_with(|c: char| c.is_ascii_digit())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_');
    if is_number {
        return Some(Class::Number);
    }
    (value.starts_with('"') || value.starts_with('\'')).then_some(Class::String)
}

/// Highlights prompts and commands of a terminal session; output has no class.
pub(super) fn console(code: &str, from: usize, tokens: &mut Tokens) {
    let shell = languages::find("bash");
    let lines: Vec<(usize, &str)> = lines(&code[from..]).collect();
    // A line that begins with `# ` is a comment if another line begins with a different prompt, or if the first line
    // does not begin with `# `.
    let first = lines.iter().find(|(_, line)| !line.trim().is_empty());
    let has_comments = first.is_some_and(|(_, line)| !line.starts_with("# "))
        || lines.iter().any(|(_, line)| !line.starts_with("# ") && prompt(line) > 0);
    let (mut does_continue, mut is_python) = (false, false);
    let mut index = 0;
    while let Some(&(start, line)) = lines.get(index) {
        let start = from + start;
        let is_comment = has_comments && !does_continue && line.starts_with("# ");
        if is_comment {
            tokens.add(Class::Comment, start, start + line.trim_end().len());
        }
        let prompt = match () {
            () if does_continue || is_comment => 0,
            () if is_python && (line.starts_with("... ") || line == "...") => line.len().min(4),
            () => prompt(line),
        };
        if prompt > 0 {
            tokens.add(Class::Prompt, start, start + prompt);
        }
        is_python = prompt > 0 && (line.starts_with(">>> ") || line.starts_with("..."));
        if (prompt > 0 || does_continue)
            && let Some(shell) = shell
        {
            // The scan stops at the end of the line, so that a here-document cannot include the
            // next prompt.
            shell.scan(&code[..start + line.len()], start + prompt, tokens);
        }
        let continuation = if prompt > 0 { continuation(&lines[index..], prompt) } else { 0 };
        if continuation > 0 {
            index += continuation;
            let (last, text) = lines[index];
            tokens.add(Class::Continuation, start + line.len(), from + last + text.len());
            does_continue = false;
        } else {
            does_continue = (prompt > 0 || does_continue) && line.ends_with('\\');
        }
        index += 1;
    }
}

/// Maximum number of lines that are searched for the end of a command or of a here-document.
const LONGEST_COMMAND: usize = 500;

/// Returns the number of lines that continue the shell command of the first line because of a
/// here-document or an open quotation mark. Returns 0 if the end of the here-document or of the quotation is missing,
/// as in `echo it's`.
fn continuation(lines: &[(usize, &str)], prompt: usize) -> usize {
    let (_, first) = lines[0];
    let sign = &first[..prompt];
    // Lines with a secondary prompt are separate commands. Other programs, such as SQL shells, have other rules for
    // quotation marks.
    let has_secondary_prompt = lines.get(1).is_some_and(|(_, line)| line.starts_with("> "));
    if has_secondary_prompt || (sign.ends_with("> ") && sign != "> ") || sign.starts_with("...") {
        return 0;
    }
    let (mut quote, mut was_open) = (None, false);
    for (index, &(_, line)) in lines.iter().take(LONGEST_COMMAND).enumerate() {
        if index > 0 && line.starts_with(sign) {
            return 0;
        }
        let text = if index == 0 { &line[prompt..] } else { line };
        let here_document = scan_quotes(text, &mut quote);
        if let (None, Some((delimiter, has_tabs))) = (quote, here_document) {
            let is_end = |line: &str| {
                delimiter == if has_tabs { line.trim_start_matches('\t') } else { line }
            };
            let rest = lines[index + 1..].iter().take(LONGEST_COMMAND);
            return rest.map(|(_, line)| *line).position(is_end).map_or(0, |end| index + 1 + end);
        }
        was_open |= quote.is_some();
        if quote.is_none() && !line.ends_with('\\') {
            return if was_open { index } else { 0 };
        }
    }
    0
}

/// Reads a line of shell code and updates `quote`, the quotation mark that is open at the end of the line. Returns the
/// delimiter of the last here-document in the line, and whether tabs may precede the delimiter that ends it (`<<-`).
/// Returns `None` if the line has no here-document.
fn scan_quotes<'l>(line: &'l str, quote: &mut Option<u8>) -> Option<(&'l str, bool)> {
    let bytes = line.as_bytes();
    let (mut at, mut here_document) = (0, None);
    while let Some(&byte) = bytes.get(at) {
        let is_word_start = at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b';');
        match (*quote, byte) {
            (None | Some(b'"'), b'\\') => at += 1,
            (Some(open), _) if open == byte => *quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => *quote = Some(byte),
            (None, b'#') if is_word_start => break,
            (None, b'<') if line[at..].starts_with("<<<") => at += 2,
            (None, b'<') if line[at..].starts_with("<<") => {
                let rest = &line[at + 2..];
                let has_tabs = rest.starts_with('-');
                let word = rest.trim_start_matches('-').trim_start();
                let word = word.trim_start_matches(['\'', '"', '\\']);
                let end = word.find(|c: char| c != '_' && !c.is_alphanumeric());
                let delimiter = &word[..end.unwrap_or(word.len())];
                if delimiter.starts_with(|c: char| c == '_' || c.is_alphabetic()) {
                    here_document = Some((delimiter, has_tabs));
                    // Skips the closing quotation mark of a quoted delimiter.
                    at = line.len() - word.len() + delimiter.len();
                    at += usize::from(matches!(bytes.get(at), Some(b'\'' | b'"')));
                    continue;
                }
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    here_document
}

/// Returns the length of the prompt at the start of a line; 0 if there is none. Examples: `$ `,
/// `# `, `> `, `user@host:~$ `, `PS C:\> `.
fn prompt(line: &str) -> usize {
    let near = line.get(..80.min(line.len())).unwrap_or(line);
    for sign in ["$ ", "# ", "% ", "> ", "❯ "] {
        if let Some(at) = near.find(sign) {
            let before = &near[..at];
            let is_prompt = before.is_empty()
                || (sign != "> "
                    && (before.contains('@') || before.starts_with(['[', '(', '~', '/'])))
                || before.starts_with("PS ")
                || before.ends_with('>')
                || matches!(before, "mysql" | "sqlite" | "irb" | ">>" | "..");
            if is_prompt && !before.contains("  ") {
                return at + sign.len();
            }
        }
    }
    0
}
