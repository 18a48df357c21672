//! Tolerant parser of the server-sent events of model servers. It reads bytes, so a character may be split between two
//! pieces. It also reports lines outside of the protocol: an `error:` line, a bare JSON object, and HTML.

/// Maximum length of a line in bytes; a longer line is an error.
const MAX_LINE: usize = 1 << 20;

/// Parsed unit of the response of a model server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Frame {
    /// An event with its data and its name, which is empty if the server sends none.
    Event { name: String, data: String },
    /// A line outside of the protocol that reports an error: the text after `error:`, or a JSON object.
    ErrorLine(String),
    /// A line of HTML.
    Html,
}

/// Error: a line is longer than 1 MiB.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LineTooLong;

#[derive(Debug, Default)]
pub(super) struct FrameParser {
    line: Vec<u8>,
    name: String,
    data: Vec<String>,
}

impl FrameParser {
    /// Parses bytes and returns the frames that they complete.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Vec<Frame>, LineTooLong> {
        let mut frames = Vec::new();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if self.line.len() > MAX_LINE {
                return Err(LineTooLong);
            }
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                self.end_of_line(&line, &mut frames);
            }
        }
        Ok(frames)
    }

    /// Returns the frames that are complete at the end of the stream. Some servers omit the last empty line.
    pub(super) fn finish(&mut self) -> Vec<Frame> {
        let mut frames = Vec::new();
        let line = std::mem::take(&mut self.line);
        self.end_of_line(&line, &mut frames);
        self.dispatch(&mut frames);
        frames
    }

    fn end_of_line(&mut self, line: &[u8], frames: &mut Vec<Frame>) {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end_matches(['\r', '\n']).trim_start_matches('\u{feff}');
        if line.is_empty() {
            self.dispatch(frames);
        } else if let Some(data) = value(line, "data:") {
            self.data.push(data.to_owned());
        } else if let Some(name) = value(line, "event:") {
            self.name = name.trim().to_owned();
        } else if let Some(error) = value(line, "error:") {
            frames.push(Frame::ErrorLine(error.to_owned()));
        } else if line.starts_with('{') {
            frames.push(Frame::ErrorLine(line.to_owned()));
        } else if line.trim_start().starts_with('<') {
            frames.push(Frame::Html);
        }
    }

    fn dispatch(&mut self, frames: &mut Vec<Frame>) {
        let name = std::mem::take(&mut self.name);
        let lines = std::mem::take(&mut self.data);
        if lines.is_empty() {
            return;
        }
        let whole = lines.join("\n");
        // Some servers send one object per line without empty lines in between.
        if lines.len() > 1 && serde_json::from_str::<serde_json::Value>(&whole).is_err() {
            let events = lines.into_iter();
            frames.extend(events.map(|data| Frame::Event { name: name.clone(), data }));
        } else {
            frames.push(Frame::Event { name, data: whole });
        }
    }
}

fn value<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let rest = line.strip_prefix(name)?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, data: &str) -> Frame {
        Frame::Event { name: name.to_owned(), data: data.to_owned() }
    }

    #[track_caller]
    fn check(text: &str, expected: &[Frame]) {
        for size in [1, 2, 3, 7, 1000] {
            let mut parser = FrameParser::default();
            let mut frames = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                frames.extend(parser.push(piece).expect("short lines"));
            }
            frames.extend(parser.finish());
            assert_eq!(frames, expected, "{size}: {text:?}");
        }
    }

    #[test]
    fn events_are_parsed_from_chunks_of_any_size() {
        check("data: {\"a\":\"超时 🙂\"}\n\n", &[event("", "{\"a\":\"超时 🙂\"}")]);
        check(
            "event: error\r\ndata:{}\r\n\r\ndata: [DONE]\r\n\r\n",
            &[event("error", "{}"), event("", "[DONE]")],
        );
        check("\u{feff}data: 1\n\n", &[event("", "1")]);
        check("data: {\n", &[event("", "{")]);
        check("data: {}\ndata: [DONE]\n\n", &[event("", "{}"), event("", "[DONE]")]);
        check("data: {\ndata: }\n\n", &[event("", "{\n}")]);
    }

    #[test]
    fn lines_without_data_yield_no_events() {
        check(": keep-alive\n\n\n\n: ping\n\nid: 1\nretry: 3\n\n", &[]);
    }

    #[test]
    fn lines_outside_of_the_protocol_are_reported() {
        let line = |text: &str| Frame::ErrorLine(text.to_owned());
        check("error: {\"code\":500}\n\n", &[line("{\"code\":500}")]);
        check("{\"error\":\"x\"}", &[line("{\"error\":\"x\"}")]);
        check("<!doctype html>\n", &[Frame::Html]);
    }

    #[test]
    fn line_over_the_size_limit_is_an_error() {
        let mut parser = FrameParser::default();
        let piece = vec![b'x'; 600 << 10];
        assert!(parser.push(&piece).is_ok());
        assert_eq!(parser.push(&piece), Err(LineTooLong));
    }
}
