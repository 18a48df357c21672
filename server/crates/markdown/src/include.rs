//! Expansion of includes.
//!
//! The stored page does not change; the expanded text is rendered. Only files of the site can be
//! included.

use std::borrow::Cow;
use std::sync::Arc;

use crate::fences::Fences;
use crate::include_directive::{
    Directive, Form, directive, empty_fence, lone_component, partial_import,
};
use pailou_content::front_matter;
use pailou_content::include_range::choose;
use pailou_content::issue::Issue;
use pailou_content::page_path::{self, join};
use pailou_text_diff::line_map::LineMap;

/// Maximum nesting depth of includes.
const MAX_DEPTH: usize = 8;
const MAX_PARTS: usize = 500;
/// Maximum size of a page with its includes, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// Callback that returns the content of a file of the site; `None` if the file does not exist or is not text.
pub type Files<'a> = &'a dyn Fn(&str) -> Option<Arc<str>>;

pub struct Expanded<'a> {
    pub text: Cow<'a, str>,
    pub lines: LineMap,
    /// Issues, with line numbers of the body.
    pub issues: Vec<Issue>,
    /// Paths of the included files.
    pub parts: Vec<String>,
}

/// Start of an MDX import statement. Only the import of a partial includes a file.
const IMPORT: &str = "import ";

/// Every include contains one of these strings. A body without any of them includes no file.
pub const SIGNS: [&str; 7] = ["<<<", "@include:", "{{#", "8<-", "@[code", " file=", IMPORT];

pub fn may_include(body: &str) -> bool {
    let has_partial = || body.lines().any(|line| partial_import(line).is_some());
    SIGNS.iter().any(|sign| body.contains(sign) && (*sign != IMPORT || has_partial()))
}

pub fn expand<'a>(body: &'a str, file: &str, files: Files<'_>) -> Expanded<'a> {
    if !may_include(body) {
        let (issues, parts) = (Vec::new(), Vec::new());
        return Expanded { text: Cow::Borrowed(body), lines: LineMap::default(), issues, parts };
    }
    let mut expander = Expander {
        files,
        out: String::with_capacity(body.len() * 2),
        lines: Vec::new(),
        line: 0,
        issues: Vec::new(),
        parts: Vec::new(),
        open: vec![file.to_owned()],
        count: 0,
        line_start: 0,
        fences: Fences::at_any_indent(),
        is_example: false,
        imports: Vec::new(),
    };
    expander.all_lines(body, 1);
    let Expander { out, lines, issues, parts, .. } = expander;
    Expanded { text: Cow::Owned(out), lines: LineMap::new(lines), issues, parts }
}

struct Expander<'f> {
    files: Files<'f>,
    out: String,
    lines: Vec<u32>,
    /// Current line of the body, from 1.
    line: u32,
    issues: Vec<Issue>,
    parts: Vec<String>,
    /// Paths of the page and of the nested included files that are being expanded, the page first.
    open: Vec<String>,
    count: usize,
    /// Byte offset in `out` at which the current output line begins.
    line_start: usize,
    fences: Fences,
    /// Whether the open code block contains Markdown or plain text, where a directive may be only an example.
    is_example: bool,
    /// Names and paths of the partials that the current file imports.
    imports: Vec<(String, String)>,
}

impl Expander<'_> {
    /// Expands the lines of a text. `step` is 1 for the body of the page and 0 for an included file.
    fn all_lines(&mut self, text: &str, step: u32) {
        let mut lines = text.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            self.line += step;
            let is_code = self.fences.is_open();
            let file = lines.peek().filter(|_| !is_code).and_then(|next| empty_fence(line, next));
            match file {
                Some(found) => self.empty_code_block(line, &found),
                None => self.one_line(line),
            }
        }
    }

    /// Writes the opening fence of an empty code block, and the content of the file that the fence names. The closing
    /// fence is the next line of the source, and is written with it.
    fn empty_code_block(&mut self, line: &str, found: &Directive<'_>) {
        self.write(line);
        match self.part(found) {
            Ok((_, text)) if !has_fence(&text, line) => {
                let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
                self.write(&format!("{}{end}", indent_lines(&text, found.before)));
            }
            Ok(_) => self.not_read(line, "the file contains the fence of the code block"),
            Err(reason) => self.not_read(line, &reason),
        }
    }

    fn not_read(&mut self, line: &str, reason: &str) {
        let detail = format!("{}: {reason}", line.trim());
        self.issues.push(Issue::warning("include-not-read", self.line, detail));
    }

    fn one_line(&mut self, line: &str) {
        // `is_open` must be called before the line is written, because the inserted text may close the code block.
        let is_code = self.fences.is_open();
        if !is_code && let Some(import) = self.existing_import(line) {
            self.imports.push(import);
            return self.write(&line[line.trim_end_matches(['\n', '\r']).len()..]);
        }
        let partial = if is_code { None } else { self.imported_path(line) };
        let partial = partial.as_ref().map(|(before, path, after)| Directive {
            before,
            after,
            form: Form::Partial,
            path,
            part: "",
        });
        let Some(found) = partial.or_else(|| directive(line, is_code)) else {
            return self.write(line);
        };
        // `\{{#include a}}` is an escaped directive.
        if found.form == Form::Braces && found.before.ends_with('\\') {
            let escaped = found.before.len() - 1;
            return self.write(&format!("{}{}", &line[..escaped], &line[escaped + 1..]));
        }
        match self.part(&found) {
            Ok((path, text)) => self.push_included(&found, path, &text),
            Err(reason) => {
                if !(is_code && self.is_example) {
                    self.not_read(line, &reason);
                }
                self.write(line);
            }
        }
    }

    /// Returns the name and the path of the partial that a line imports, if the file exists.
    fn existing_import(&self, line: &str) -> Option<(String, String)> {
        let (name, path) = partial_import(line)?;
        let directive = Directive { before: "", after: "", form: Form::Partial, path, part: "" };
        let file = self.open.last().map_or("", String::as_str);
        let exists = candidates(&directive, file).iter().any(|path| (self.files)(path).is_some());
        exists.then(|| (name.to_owned(), path.to_owned()))
    }

    /// If `line` contains only the component of an imported partial, returns the indent of the line, the path of the
    /// partial, and the line break.
    fn imported_path<'l>(&self, line: &'l str) -> Option<(&'l str, String, &'l str)> {
        let (indent, name, line_break) =
            lone_component(line).filter(|_| !self.imports.is_empty())?;
        let (_, path) = self.imports.iter().rev().find(|(import, _)| import == name)?;
        Some((indent, path.clone(), line_break))
    }

    /// Writes `text`; its lines map to the current line of the body. Drops included text beyond [`MAX_BYTES`].
    fn write(&mut self, text: &str) {
        for piece in text.split_inclusive('\n') {
            if piece.len() + self.out.len() > MAX_BYTES && self.open.len() > 1 {
                return;
            }
            if self.line_start == self.out.len() {
                self.lines.push(self.line);
            }
            self.out.push_str(piece);
            if piece.ends_with('\n') {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = &self.out[self.line_start..];
        let was_open = self.fences.is_open();
        self.fences.is_code(line);
        if !was_open && self.fences.is_open() {
            let info = line.trim_start_matches([' ', '\t', '>', '-', '*', '`', '~']);
            let examples = ["md", "markdown", "mdx", "text", "txt"];
            self.is_example = examples.iter().any(|name| info.starts_with(name));
        }
        self.line_start = self.out.len();
    }

    fn part(&mut self, found: &Directive<'_>) -> Result<(String, String), String> {
        let file = self.open.last().map_or("", String::as_str);
        let mut outside = true;
        for path in candidates(found, file) {
            outside = false;
            let Some(text) = (self.files)(&path) else { continue };
            if self.open.contains(&path) {
                return Err("included recursively".to_owned());
            }
            if self.open.len() > MAX_DEPTH
                || self.count >= MAX_PARTS
                || self.out.len() + text.len() > MAX_BYTES
            {
                return Err("too many or too large included texts".to_owned());
            }
            let is_page = path.ends_with(".md") || path.ends_with(".mdx");
            let body = if is_page { front_matter::split(&text).body } else { &text };
            let part = choose(body, found.part).ok_or("the file has no such part")?;
            self.count += 1;
            if !self.parts.contains(&path) {
                self.parts.push(path.clone());
            }
            return Ok((path, part));
        }
        Err(if outside { "outside the folder" } else { "no such file" }.to_owned())
    }

    fn push_included(&mut self, found: &Directive<'_>, path: String, text: &str) {
        if let Form::Code { info } | Form::ImportCode { info } = found.form {
            let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
            let fence = fence_around(text);
            let info = match found.form {
                Form::Code { .. } => code_info(info, ending),
                _ if info.is_empty() || info.starts_with([':', '{']) => format!("{ending}{info}"),
                _ => info.to_owned(),
            };
            let text = indent_lines(text, found.before);
            let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
            let before = found.before;
            return self.write(&format!(
                "{before}{fence}{info}\n{text}{end}{before}{fence}{}",
                found.after
            ));
        }
        let indented = match found.form {
            Form::Scissors | Form::Partial => indent_lines(text, found.before),
            _ => format!("{}{text}", found.before),
        };
        self.open.push(path);
        let imports = std::mem::take(&mut self.imports);
        self.all_lines(indented.strip_suffix('\n').unwrap_or(&indented), 0);
        self.open.pop();
        self.imports = imports;
        self.one_line(found.after);
    }
}

/// Returns the paths that are tried for an included file, in order. A path that begins with `/` or `@/` is tried below
/// the root and below each folder that contains the including file. Any other path is tried below the folder of the
/// including file and below the root. A path that begins with `.` is tried below the root only in a [`Form::Scissors`]
/// directive.
fn candidates(found: &Directive<'_>, file: &str) -> Vec<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let rooted = found.path.strip_prefix("@/").or_else(|| found.path.strip_prefix('/'));
    let mut tried = Vec::new();
    let mut add = |path: Option<String>| {
        tried.extend(path.filter(|path| !path.is_empty()));
    };
    match rooted {
        Some(path) => {
            add(join("", path));
            let above = page_path::folders(folder);
            above.chain([folder]).for_each(|above| add(join(above, path)));
        }
        None if found.form == Form::Scissors => {
            add(join("", found.path));
            add(join(folder, found.path));
        }
        None => {
            add(join(folder, found.path));
            if !found.path.starts_with('.') {
                add(join("", found.path));
            }
        }
    }
    tried
}

/// Converts `{1,3 ts:line-numbers} [title]` to `ts:line-numbers {1,3} [title]`. If `written` contains no language,
/// `ending` is the language.
fn code_info(written: &str, ending: &str) -> String {
    let (inside, rest) = match written.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        Some((inside, rest)) => (inside, rest),
        None => ("", written),
    };
    let is_lines = |word: &&str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-'));
    let (lines, words): (Vec<&str>, Vec<&str>) = inside.split_whitespace().partition(is_lines);
    let language = words.first().copied().unwrap_or(ending);
    let language =
        if language.starts_with(':') { format!("{ending}{language}") } else { language.to_owned() };
    let lines = if lines.is_empty() { String::new() } else { format!(" {{{}}}", lines.join(",")) };
    format!("{language}{lines} {}", rest.trim()).trim_end().to_owned()
}

/// Returns a fence that is longer than any run of backticks in the text.
pub(super) fn fence_around(text: &str) -> String {
    let (mut longest, mut run) = (2, 0);
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(longest + 1)
}

/// Whether a text contains a fence that may close the code block that begins with the fence `opening`.
fn has_fence(text: &str, opening: &str) -> bool {
    let opening = opening.trim_start();
    let fence = &opening[..opening.len() - opening.trim_start_matches(['`', '~']).len()];
    text.contains(fence)
}

fn indent_lines(text: &str, indent: &str) -> String {
    if indent.is_empty() {
        return text.to_owned();
    }
    text.split_inclusive('\n').map(|line| format!("{indent}{line}")).collect()
}

#[cfg(test)]
#[path = "include_tests.rs"]
mod tests;
