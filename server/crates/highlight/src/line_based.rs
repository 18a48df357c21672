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
    // If any line has another prompt, a line that begins with `# ` is a comment.
    let has_comments =
        lines(&code[from..]).any(|(_, line)| !line.starts_with("# ") && prompt(line) > 0);
    let mut does_continue = false;
    for (start, line) in lines(&code[from..]) {
        let start = from + start;
        let is_comment = has_comments && !does_continue && line.starts_with("# ");
        if is_comment {
            tokens.add(Class::Comment, start, start + line.trim_end().len());
        }
        let prompt = if does_continue || is_comment { 0 } else { prompt(line) };
        if prompt > 0 {
            tokens.add(Class::Prompt, start, start + prompt);
        }
        if (prompt > 0 || does_continue)
            && let Some(shell) = shell
        {
            // The scan stops at the end of the line, so that a here-document cannot include the
            // next prompt.
            shell.scan(&code[..start + line.len()], start + prompt, tokens);
        }
        does_continue = (prompt > 0 || does_continue) && line.ends_with('\\');
    }
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
