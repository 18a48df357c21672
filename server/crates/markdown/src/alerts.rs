//! Alerts that the parser does not support.
//!
//! Supports any number of spaces between `>` and `[!NOTE]`, as on GitHub; further names, such as `[!INFO]` and
//! `[!DANGER]`; and the foldable `[!NOTE]-` of Obsidian.

use comrak::nodes::{AlertType, Node, NodeAlert, NodeBlockDirective, NodeValue};

/// Converts quotes that begin with `[!NAME]`, and foldable alerts, to alerts and containers. `text` is the Markdown
/// from which the tree was parsed.
pub(crate) fn convert_alerts<'a>(root: Node<'a>, text: &str) {
    if !text.contains("[!") {
        return;
    }
    let lines: Vec<&str> = text.lines().collect();
    let nodes: Vec<Node<'a>> = root.descendants().collect();
    for node in nodes {
        let value = node.data().value.clone();
        match value {
            NodeValue::BlockQuote => convert_quote(node, &lines),
            NodeValue::Alert(alert) => convert_folding(node, &alert),
            _ => {}
        }
    }
}

fn convert_quote<'a>(quote: Node<'a>, lines: &[&str]) {
    let Some(paragraph) = quote.first_child() else { return };
    let begins = paragraph.first_child().is_some_and(
        |first| matches!(&first.data().value, NodeValue::Text(text) if text.starts_with("[!")),
    );
    let number = paragraph.data().sourcepos.start.line;
    let line = number.checked_sub(1).and_then(|number| lines.get(number));
    let Some(head) = line.filter(|_| begins).and_then(|line| line.split_once("[!")) else { return };
    if head.0.ends_with('\\') {
        return;
    }
    let Some((name, title)) = head.1.split_once(']') else { return };
    let Some(kind) = kind(name) else { return };
    quote.data_mut().value = kind.value(title.trim());
    remove_first_line(paragraph);
}

/// Converts an alert such as `[!NOTE]- Title`: the parser includes the fold character in the title.
fn convert_folding(node: Node<'_>, alert: &NodeAlert) {
    let title = alert.title.as_deref().unwrap_or_default();
    // Some formatters end the line with a backslash to keep the line break.
    let without_break = title.strip_suffix('\\');
    if title.starts_with(['-', '+']) || without_break.is_some() {
        let title = without_break.unwrap_or(title).trim();
        node.data_mut().value = Kind::Alert(alert.alert_type).value(title);
    }
}

enum Kind {
    Alert(AlertType),
    /// A container with this name.
    Container(&'static str),
}

/// Returns the kind of alert for a name that GitHub or Obsidian uses; `None` for any other name.
fn kind(name: &str) -> Option<Kind> {
    Some(match name.to_lowercase().as_str() {
        "note" => Kind::Alert(AlertType::Note),
        "tip" => Kind::Alert(AlertType::Tip),
        "important" => Kind::Alert(AlertType::Important),
        "warning" => Kind::Alert(AlertType::Warning),
        "caution" => Kind::Alert(AlertType::Caution),
        "abstract" | "summary" | "tldr" | "quote" | "cite" | "example" => Kind::Container("note"),
        "hint" | "success" | "check" | "done" => Kind::Container("tip"),
        "attention" => Kind::Container("warning"),
        "danger" | "error" | "failure" | "fail" | "missing" | "bug" => Kind::Container("danger"),
        "info" | "todo" | "question" | "help" | "faq" => Kind::Container("info"),
        _ => return None,
    })
}

impl Kind {
    /// Returns the node for an alert with this title, which may begin with a fold character: `-` or `+`.
    fn value(&self, title: &str) -> NodeValue {
        let (fold, title) = match title.as_bytes().first() {
            Some(b'-') => (Some(""), title[1..].trim()),
            Some(b'+') => (Some(" {open}"), title[1..].trim()),
            _ => (None, title),
        };
        match (self, fold) {
            (Self::Alert(alert_type), None) => NodeValue::Alert(Box::new(NodeAlert {
                alert_type: *alert_type,
                title: (!title.is_empty()).then(|| title.to_owned()),
                multiline: false,
                fence_length: 1,
                fence_offset: 0,
            })),
            (_, fold) => {
                let name = self.container();
                let prefix = if fold.is_some() { "fold-" } else { "" };
                let info = format!("{prefix}{name} {title}{}", fold.unwrap_or_default());
                let info = info.trim_end().to_owned();
                let directive = NodeBlockDirective { fence_length: 0, fence_offset: 0, info };
                NodeValue::BlockDirective(Box::new(directive))
            }
        }
    }

    fn container(&self) -> &'static str {
        match self {
            Self::Container(name) => name,
            Self::Alert(AlertType::Note) => "note",
            Self::Alert(AlertType::Tip) => "tip",
            Self::Alert(AlertType::Important) => "important",
            Self::Alert(AlertType::Warning) => "warning",
            Self::Alert(AlertType::Caution) => "danger",
        }
    }
}

fn remove_first_line(paragraph: Node<'_>) {
    while let Some(first) = paragraph.first_child() {
        let is_break = matches!(first.data().value, NodeValue::SoftBreak | NodeValue::LineBreak);
        first.detach();
        if is_break {
            break;
        }
    }
    match paragraph.first_child() {
        Some(first) => paragraph.data_mut().sourcepos.start = first.data().sourcepos.start,
        None => paragraph.detach(),
    }
}
