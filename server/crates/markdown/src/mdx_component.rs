//! MDX component conversion.
//!
//! A block inside a line gets separate lines if possible.

use std::collections::VecDeque;

use super::{Kind, Open, Reader};
use crate::code_component;
use crate::components::{self, Role};
use crate::include::fence_around;
use crate::line_markers::{after_markers, margin_of};
use pailou_content::issue::{Issue, Severity};
use pailou_content::jsx::{Tag, short};

impl Reader<'_> {
    pub(super) fn component(&mut self, tag: &Tag<'_>, line_start: usize) {
        if tag.is_end {
            return self.end(tag);
        }
        if tag.name == "CodeBlock" && self.code_block(tag) {
            return;
        }
        let role = self.role_of(tag);
        if tag.is_empty {
            match role {
                Some(Role::Words(words)) => self.out.push_str(&words),
                _ => self.report(tag, Severity::Warning, "component-dropped"),
            }
            return self.blank(tag.length);
        }
        let margin = self.margin().filter(|_| role.as_ref().is_some_and(Role::is_block));
        let is_tabs = role == Some(Role::Container("tabs".to_owned()));
        if role.is_some() && tag.loses_title() {
            self.report(tag, Severity::Warning, "mdx-attribute-dropped");
        }
        let kind = match &role {
            Some(Role::Container(_)) => Kind::Container { is_tabs },
            _ if tag.name == "FileTree.Folder" => Kind::Folder,
            _ if margin.is_some() => Kind::Block,
            _ => Kind::Inline,
        };
        let end = match role {
            Some(Role::Container(head)) => {
                let is_container = |open: &&Open| matches!(open.kind, Kind::Container { .. });
                let colons = components::colons(self.open.iter().filter(is_container).count());
                self.made.insert(self.line);
                self.out.push_str(&format!("{colons} {head}"));
                colons
            }
            Some(Role::Tab(title)) => self.push_text(&format!("== {title}")),
            Some(Role::Heading(words) | Role::Words(words)) => self.push_text(&words),
            Some(Role::Link(address)) => {
                self.out.push('[');
                format!("](<{address}>)")
            }
            Some(Role::Transparent) => String::new(),
            None => {
                self.report_unwrapped(tag);
                String::new()
            }
        };
        let before = &self.body[..line_start];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = &self.body[start..];
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let margin = margin.unwrap_or_default();
        let titles = if is_tabs { tag.strings("items").into() } else { VecDeque::new() };
        let divs = (tag.name == "div").then_some(0);
        let margin_of = margin.clone();
        let labels = if is_tabs { tag.labels() } else { Vec::new() };
        let open =
            Open { indent, inside: None, end, kind, margin: margin_of, divs, titles, labels };
        self.open.push(open);
        self.blank(tag.length);
        if !matches!(kind, Kind::Inline | Kind::Folder) {
            self.end_line(&margin);
        }
    }

    /// Whether the tag is a `<div>` that begins a tab of `<SimpleTab>`, or the `</div>` that ends it.
    /// Also updates the number of open `<div>` elements inside the tab.
    pub(super) fn is_tab_or_its_end(&mut self, tag: &Tag<'_>) -> bool {
        let Some(open) = self.open.last_mut() else { return false };
        let is_tabs = open.kind == Kind::Container { is_tabs: true };
        match (&mut open.divs, tag.is_end) {
            (Some(0), true) => true,
            (Some(divs), is_end) => {
                *divs = if is_end { *divs - 1 } else { *divs + usize::from(!tag.is_empty) };
                false
            }
            (None, is_end) => !is_end && is_tabs && tag.attribute("label").is_some(),
        }
    }

    /// Returns the role of a component at this position. A component that cannot begin a block here is reported and
    /// replaced with its title and its content. Returns `None` for an unknown component.
    fn role_of(&mut self, tag: &Tag<'_>) -> Option<Role> {
        if let Some(item) = self.file_tree_item(tag) {
            return Some(Role::Words(item));
        }
        let role = match Role::of(tag)? {
            Role::Tab(title) if title == components::NO_TITLE => Role::Tab(self.next_title()),
            Role::Tab(value) if ["label", "title"].iter().all(|it| tag.words(it).is_none()) => {
                Role::Tab(self.label_of(&value).unwrap_or(value))
            }
            role => role,
        };
        let is_allowed_here = match role {
            Role::Tab(_) => self.margin().is_some() && self.is_in_tabs(),
            _ => !role.is_block() || self.margin().is_some(),
        };
        if is_allowed_here || tag.is_empty {
            return Some(role);
        }
        self.report(tag, Severity::Warning, "component-unwrapped");
        Some(role.title().map_or(Role::Transparent, Role::Heading))
    }

    /// Returns the list item of a file or folder in the `<FileTree>` of Nextra, and adds a line break if the current
    /// output line is not blank. Returns `None` for any other component.
    fn file_tree_item(&mut self, tag: &Tag<'_>) -> Option<String> {
        let is_item = matches!(tag.name, "FileTree.Folder" | "FileTree.File");
        let name = tag.attribute("name").filter(|_| is_item)?.replace(['`', '\n'], " ");
        if !self.last_line().trim().is_empty() {
            self.add_break("");
        }
        let depth = self.open.iter().filter(|open| open.kind == Kind::Folder).count();
        Some(format!("{}- `{}`", "  ".repeat(depth), name.trim()))
    }

    /// Returns the title of the next tab in `<Tabs items={['A', 'B']}>`; [`components::NO_TITLE`] if no title is left.
    fn next_title(&mut self) -> String {
        let is_tabs = |open: &&mut Open| matches!(open.kind, Kind::Container { .. });
        let around = self.open.iter_mut().rev().find(is_tabs);
        let title = around.and_then(|open| open.titles.pop_front()).unwrap_or_default();
        if title.is_empty() { components::NO_TITLE.to_owned() } else { title }
    }

    /// Returns the label for a value in the enclosing `<Tabs values={[…]}>`; `None` if there is none.
    fn label_of(&self, value: &str) -> Option<String> {
        let is_tabs = |open: &&Open| matches!(open.kind, Kind::Container { .. });
        let around = self.open.iter().rev().find(is_tabs)?;
        let (_, label) = around.labels.iter().find(|(found, _)| found == value)?;
        Some(components::strip_brackets(label))
    }

    fn is_in_tabs(&self) -> bool {
        let containers = self.open.iter().rev().filter_map(|open| match open.kind {
            Kind::Container { is_tabs } => Some(is_tabs),
            _ => None,
        });
        containers.take(1).any(|is_tabs| is_tabs)
    }

    /// Reports an unknown component. Its content is retained, and its attributes are dropped.
    fn report_unwrapped(&mut self, tag: &Tag<'_>) {
        let is_lost = tag.has_text() || tag.loses(&["title", "label", "href", "to"]);
        let severity = if is_lost { Severity::Warning } else { Severity::Note };
        if !tag.name.is_empty() {
            self.report(tag, severity, "component-unwrapped");
        }
    }

    fn end(&mut self, tag: &Tag<'_>) {
        let Some(open) = self.open.pop() else { return self.blank(tag.length) };
        if matches!(open.kind, Kind::Inline | Kind::Folder) {
            self.out.push_str(&open.end);
            return self.blank(tag.length);
        }
        if !self.last_line().trim().is_empty() {
            self.add_break(&open.margin);
        }
        self.out.push_str(&open.end);
        self.blank(tag.length);
        let rest = self.rest_of_line();
        if !rest.trim().is_empty() {
            self.at += rest.len() - rest.trim_start().len();
            self.add_break(&open.margin);
        }
    }

    /// Returns the current output line so far.
    fn last_line(&self) -> &str {
        &self.out[self.out.rfind('\n').map_or(0, |at| at + 1)..]
    }

    /// Returns the prefix of the next lines of a block that begins here; `None` if no block can
    /// begin here.
    fn margin(&self) -> Option<String> {
        let line = self.last_line();
        let is_free = after_markers(line.trim_start()).trim().is_empty();
        is_free.then(|| margin_of(line))
    }

    /// Adds a line break if the current output line is not blank and text follows on the current MDX line.
    fn end_line(&mut self, margin: &str) {
        let rest = self.rest_of_line();
        if rest.trim().is_empty() || self.last_line().trim().is_empty() {
            return;
        }
        self.at += rest.len() - rest.trim_start().len();
        self.add_break(margin);
    }

    fn add_break(&mut self, margin: &str) {
        self.added.push(self.out.len());
        self.out.push('\n');
        self.out.push_str(margin);
    }

    /// Converts `<CodeBlock language="js">` to fenced code; returns false if the content is neither text
    /// nor a string, or if no block can begin here.
    fn code_block(&mut self, tag: &Tag<'_>) -> bool {
        let rest = self.rest();
        let found =
            if tag.is_empty { None } else { code_component::parse_code_component(tag, rest) };
        let (Some(block), Some(margin)) = (found, self.margin()) else { return false };
        let breaks = |text: &str| text.matches('\n').count();
        let (above, below) =
            (breaks(&rest[..block.code.start]), breaks(&rest[block.code.end..block.length]));
        let fence = fence_around(&block.text);
        self.out.push_str(&format!("{fence}{}", block.info));
        self.break_line(above > 0, &margin);
        self.out.push_str(&block.text.replace('\n', &format!("\n{margin}")));
        self.break_line(below > 0, &margin);
        self.out.push_str(&fence);
        self.out.push_str(&"\n".repeat(above.saturating_sub(1) + below.saturating_sub(1)));
        self.pass(block.length);
        self.end_line(&margin);
        true
    }

    /// Writes a line break. If the MDX does not contain it (`is_written` is false), records it as added.
    fn break_line(&mut self, is_written: bool, margin: &str) {
        if is_written {
            self.out.push('\n');
            self.out.push_str(margin);
        } else {
            self.add_break(margin);
        }
    }

    /// Writes `text` instead of a start tag. Returns the replacement of the end tag, which is empty.
    fn push_text(&mut self, text: &str) -> String {
        self.out.push_str(text);
        String::new()
    }

    fn report(&mut self, tag: &Tag<'_>, severity: Severity, code: &'static str) {
        let detail = short(&self.rest()[..tag.length]);
        self.issues.push(match severity {
            Severity::Warning => Issue::warning(code, self.line, detail),
            _ => Issue::note(code, self.line, detail),
        });
    }
}
