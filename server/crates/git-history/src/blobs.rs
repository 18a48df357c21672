//! Contents of Git objects, read through one `git cat-file` process.

use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::command::{GitError, stream};
use crate::repository::Repository;
use pailou_content::text_file;

/// Maximum size of a page in bytes; larger objects are skipped.
const MAX_BYTES: u64 = 8 << 20;

/// Running `git cat-file --batch` process.
#[derive(Debug)]
pub struct Blobs {
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// Result of reading an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Object {
    Text(String),
    Missing,
    /// The object is not a blob, is not UTF-8 or UTF-16, contains NUL, or is larger than `MAX_BYTES`.
    Unreadable,
}

impl Object {
    pub(crate) fn into_text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            Self::Missing | Self::Unreadable => None,
        }
    }
}

impl Blobs {
    pub fn open(repository: &Repository) -> Result<Self, GitError> {
        let mut command = repository.command();
        command.args(["cat-file", "--batch"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| GitError::of_start(&error))?;
        let requests = child.stdin.take();
        let answers = child.stdout.take().ok_or_else(|| cat_file_failed("no output"))?;
        Ok(Self { child, requests, answers: BufReader::new(answers) })
    }

    /// Returns the text of an object, given as a blob id or as `COMMIT:PATH`; `None` if the object is missing, is not a
    /// text file, or is larger than `MAX_BYTES`.
    pub fn text(&mut self, object: &str) -> Result<Option<String>, GitError> {
        self.read(object).map(Object::into_text)
    }

    /// Like [`Self::text`], but distinguishes missing objects from unreadable ones.
    pub(crate) fn read(&mut self, object: &str) -> Result<Object, GitError> {
        if object.contains('\n') {
            return Ok(Object::Missing);
        }
        let Some(requests) = self.requests.as_mut() else { return Err(cat_file_failed("closed")) };
        let sent = writeln!(requests, "{object}").and_then(|()| requests.flush());
        sent.map_err(|error| cat_file_failed(&error.to_string()))?;
        let mut head = String::new();
        let read = self
            .answers
            .read_line(&mut head)
            .map_err(|error| cat_file_failed(&error.to_string()))?;
        if read == 0 {
            return Err(cat_file_failed("git cat-file ended"));
        }
        let head = head.trim_end();
        // Response header: `ID blob SIZE` or `OBJECT missing`.
        let Some((kind, size)) = kind_and_size(head) else { return Ok(Object::Missing) };
        if kind != "blob" || size > MAX_BYTES {
            self.skip(size + 1)?;
            return Ok(Object::Unreadable);
        }
        let mut bytes = Vec::new();
        let result = (&mut self.answers).take(size).read_to_end(&mut bytes);
        result.map_err(|error| cat_file_failed(&error.to_string()))?;
        self.skip(1)?;
        let text = text_file::decode_text(bytes).ok().filter(|text| !text.contains('\0'));
        Ok(text.map_or(Object::Unreadable, Object::Text))
    }

    fn skip(&mut self, bytes: u64) -> Result<(), GitError> {
        let skipped = std::io::copy(&mut (&mut self.answers).take(bytes), &mut std::io::sink());
        skipped.map(drop).map_err(|error| cat_file_failed(&error.to_string()))
    }
}

impl Drop for Blobs {
    fn drop(&mut self) {
        // Closing the standard input does not end a process that is blocked on its output, so the process is also
        // killed.
        drop(self.requests.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the objects that are not in the local repository.
pub fn missing(repository: &Repository, objects: &[String]) -> Result<Vec<String>, GitError> {
    let mut command = repository.command();
    command.args(["cat-file", "--batch-check", "--buffer"]);
    let output = stream(command, Some(objects.join("\n") + "\n"), |out| {
        let mut output = String::new();
        out.read_to_string(&mut output)?;
        Ok(ControlFlow::Continue(output))
    })
    .map_err(|error| error.of("git cat-file"))?;
    let missing = output.lines().filter_map(|line| line.strip_suffix(" missing"));
    Ok(missing.map(str::to_owned).collect())
}

fn kind_and_size(head: &str) -> Option<(&str, u64)> {
    let mut parts = head.rsplit(' ');
    let size = parts.next()?.parse().ok()?;
    Some((parts.next()?, size))
}

fn cat_file_failed(detail: &str) -> GitError {
    GitError::new("failed", format!("git cat-file: {detail}"))
}
