//! Parser of OpenAI-compatible chat completions in the dialects of OpenAI, Ollama, vLLM, llama.cpp, LM Studio,
//! DeepSeek, and Qwen. Unknown fields are ignored, missing fields are accepted, and all error formats are converted to
//! one format. Pure.

use serde_json::Value;

use super::error::ModelError;
use super::frames::Frame;

/// Event of a model's response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ModelEvent {
    /// A piece of the answer.
    Text(String),
    /// A piece of reasoning: its length in characters, for the budget. The text is discarded.
    Reasoning(usize),
    /// The model has finished; `true` if the answer was cut off at the token limit.
    Finished(bool),
    /// Number of tokens of the prompt and of the answer, counted by the server.
    Usage(u32, u32),
    /// End of the stream (`[DONE]`).
    End,
}

/// Returns the events of a frame. Keep-alives, roles, and unknown objects have none.
pub(super) fn parse_events(frame: &Frame) -> Result<Vec<ModelEvent>, ModelError> {
    match frame {
        Frame::Html => Err(ModelError::NotAnApi),
        Frame::ErrorLine(text) => Err(ModelError::Reported(message(text))),
        Frame::Event { name, data } if name == "error" => Err(ModelError::Reported(message(data))),
        Frame::Event { data, .. } if data.trim() == "[DONE]" => Ok(vec![ModelEvent::End]),
        Frame::Event { data, .. } if data.trim().is_empty() => Ok(Vec::new()),
        Frame::Event { data, .. } => {
            let value = serde_json::from_str(data).map_err(|_| ModelError::Malformed)?;
            of_object(&value)
        }
    }
}

/// Returns the events of a chunk, or of a whole completion from a server that does not stream.
pub(super) fn of_object(object: &Value) -> Result<Vec<ModelEvent>, ModelError> {
    if !object["error"].is_null() || object["object"] == "error" {
        return Err(ModelError::Reported(message_of(object)));
    }
    let mut events = Vec::new();
    let choice = &object["choices"][0];
    let message = if choice["delta"].is_object() { &choice["delta"] } else { &choice["message"] };
    for name in ["reasoning_content", "reasoning"] {
        let length = text_of(&message[name]).chars().count();
        if length > 0 {
            events.push(ModelEvent::Reasoning(length));
            break;
        }
    }
    let text = text_of(&message["content"]);
    if !text.is_empty() {
        events.push(ModelEvent::Text(text));
    }
    match choice["finish_reason"].as_str() {
        Some("content_filter") => return Err(ModelError::Filtered),
        Some(reason) => events.push(ModelEvent::Finished(reason == "length")),
        None => {}
    }
    let tokens = |name: &str| object["usage"][name].as_u64().and_then(|n| u32::try_from(n).ok());
    if let Some(prompt) = tokens("prompt_tokens") {
        events.push(ModelEvent::Usage(prompt, tokens("completion_tokens").unwrap_or_default()));
    }
    Ok(events)
}

/// Text of a field, which is a string or an array of parts.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part["text"].as_str()).collect::<String>()
        }
        _ => String::new(),
    }
}

/// Message of an error body: from JSON in one of the known formats, otherwise the whole text.
pub(super) fn message(text: &str) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(object) => message_of(&object),
        Err(_) => text.to_owned(),
    }
}

fn message_of(object: &Value) -> String {
    let error = &object["error"];
    let found = [&error["message"], error, &object["message"], &object["detail"]];
    let found = found.into_iter().find_map(Value::as_str);
    found.map_or_else(|| object.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(data: &str, expected: Result<&[ModelEvent], &str>) {
        let frame = Frame::Event { name: String::new(), data: data.to_owned() };
        match (parse_events(&frame), expected) {
            (Ok(events), Ok(expected)) => assert_eq!(events, expected, "{data}"),
            (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected, "{data}"),
            (events, _) => panic!("{data}: {events:?}"),
        }
    }

    fn text(text: &str) -> ModelEvent {
        ModelEvent::Text(text.to_owned())
    }

    #[test]
    fn completions_in_known_dialects_are_parsed() {
        // OpenAI: `usage` is null.
        check(
            r#"{"object":"chat.completion.chunk","choices":[{"delta":{"content":"a"},"finish_reason":null}],"usage":null}"#,
            Ok(&[text("a")]),
        );
        // llama.cpp: `content` of the first delta is null.
        check(r#"{"choices":[{"delta":{"role":"assistant","content":null}}]}"#, Ok(&[]));
        check(r#"{"choices":null}"#, Ok(&[]));
        check("{}", Ok(&[]));
        check("", Ok(&[]));
        check(" [DONE]", Ok(&[ModelEvent::End]));
        // The last chunk contains only the usage.
        check(
            r#"{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12}}"#,
            Ok(&[ModelEvent::Usage(9, 3)]),
        );
        check(
            r#"{"choices":[{"delta":{},"finish_reason":"length"}]}"#,
            Ok(&[ModelEvent::Finished(true)]),
        );
        // DeepSeek and vLLM: reasoning has its own field.
        for name in ["reasoning_content", "reasoning"] {
            let data = format!(r#"{{"choices":[{{"delta":{{"{name}":"hmm","content":null}}}}]}}"#);
            check(&data, Ok(&[ModelEvent::Reasoning(3)]));
        }
        // Qwen: `content` is an array of parts.
        check(
            r#"{"choices":[{"delta":{"content":[{"type":"text","text":"b"}]}}]}"#,
            Ok(&[text("b")]),
        );
        // A server that does not stream sends `message` instead of `delta`.
        check(
            r#"{"choices":[{"message":{"content":"c"},"finish_reason":"stop"}]}"#,
            Ok(&[text("c"), ModelEvent::Finished(false)]),
        );
    }

    #[test]
    fn errors_in_known_formats_are_reported() {
        let reported = Err("the server reported an error: no slot");
        check(r#"{"error":{"code":500,"message":"no slot","type":"server_error"}}"#, reported);
        check(r#"{"error":{"message":"no slot"}}"#, reported);
        check(r#"{"error":"no slot"}"#, reported);
        check(r#"{"object":"error","message":"no slot","code":400}"#, reported);
        check("{", Err("the response is not JSON"));
        check(
            r#"{"choices":[{"delta":{},"finish_reason":"content_filter"}]}"#,
            Err("the server's content filter stopped the answer"),
        );
        let named =
            Frame::Event { name: "error".to_owned(), data: r#"{"message":"no slot"}"#.to_owned() };
        for frame in [named, Frame::ErrorLine(r#"{"message":"no slot"}"#.to_owned())] {
            assert_eq!(
                parse_events(&frame).map_err(|error| error.to_string()),
                Err("the server reported an error: no slot".to_owned())
            );
        }
    }
}
