//! Syntax tree of JavaScript and TypeScript settings, reduced to the nodes that the evaluator supports.
//!
//! The parser is tree-sitter, which is iterative, so that deep nesting cannot exhaust the stack.
//! Unsupported nodes become the variant `Other` of an enum.

use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use tree_sitter::{Node, ParseOptions, Parser, Tree};

/// Maximum nesting depth of expressions; deeper ones are not read.
const MAX_DEPTH: usize = 100;
/// Maximum size of a script in bytes; larger ones are not read.
const MAX_SCRIPT: usize = 512 * 1024;
/// Maximum number of progress callbacks of the parser; a script that exceeds it is rejected.
const MAX_PROGRESS: usize = 200_000;

#[derive(Debug)]
pub(super) struct Expr {
    pub(super) shape: Shape,
    /// Byte range in the script.
    pub(super) span: Range<usize>,
    /// Line number, from 1.
    pub(super) line: u32,
}

#[derive(Debug)]
pub(super) enum Shape {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    /// Parts of a template string.
    Template(Vec<Expr>),
    List(Vec<Item>),
    Map(Vec<Property>),
    Name(String),
    Member(Box<Expr>, Box<Expr>),
    Call(Box<Expr>, Vec<Item>),
    New(Box<Expr>, Vec<Item>),
    Function(Rc<Function>),
    Conditional(Box<[Expr; 3]>),
    Binary(String, Box<[Expr; 2]>),
    Unary(String, Box<Expr>),
    Other,
}

#[derive(Debug)]
pub(super) enum Item {
    One(Expr),
    Spread(Expr),
}

#[derive(Debug)]
pub(super) enum Property {
    Pair(Expr, Expr),
    Spread(Expr),
}

#[derive(Debug)]
pub(super) struct Function {
    /// Name of the function in its own body; empty for functions without a name, such as arrow functions.
    pub(super) name: String,
    pub(super) parameters: Vec<Pattern>,
    pub(super) body: Vec<Statement>,
}

#[derive(Debug)]
pub(super) enum Pattern {
    Name(String),
    /// Pattern with the default for a missing property or argument.
    Default(Box<Pattern>, Expr),
    Map(Vec<(String, Pattern)>),
    List(Vec<Pattern>),
    Rest(Box<Pattern>),
    Other,
}

#[derive(Debug)]
pub(super) enum Statement {
    Declare(Pattern, Expr),
    Function(String, Rc<Function>),
    Assign(Expr, Expr),
    Run(Expr),
    Return(Expr),
    If(Expr, Vec<Statement>, Vec<Statement>, Range<usize>),
    ForOf(ForOf),
    Continue,
    /// Local name, imported name (`*` for a namespace import), specifier.
    Import(String, String, String),
    ExportDefault(Expr),
    /// Local name, exported name.
    ExportName(String, String),
    /// Imported name (`*` for all names), exported name (`*` in `export * from`), specifier.
    ExportFrom(String, String, String),
    /// Unsupported statement such as `while` or `switch`: line, byte range, and whether it is a loop.
    Other(u32, Range<usize>, bool),
}

/// Loop `for (const pattern of list) { … }`.
#[derive(Debug)]
pub(super) struct ForOf {
    pub(super) pattern: Pattern,
    pub(super) list: Expr,
    pub(super) body: Vec<Statement>,
    pub(super) line: u32,
    pub(super) span: Range<usize>,
}

/// Parses the statements of a script, as TSX or (if not `is_tsx`) as TypeScript; returns `None` if it is too large or
/// cannot be parsed.
pub(super) fn parse_script(source: &str, is_tsx: bool) -> Option<Vec<Statement>> {
    let tree = tree_of(source, is_tsx)?;
    Some(Converter { source }.statements(tree.root_node(), 0))
}

/// Parses a single expression; returns `None` on any syntax error.
pub(super) fn parse_value(text: &str) -> Option<Expr> {
    let source = format!("export default {text}");
    let tree = tree_of(&source, false)?;
    if tree.root_node().has_error() {
        return None;
    }
    let mut statements = Converter { source: &source }.statements(tree.root_node(), 0);
    match (statements.pop(), statements.is_empty()) {
        (Some(Statement::ExportDefault(value)), true) => Some(value),
        _ => None,
    }
}

fn tree_of(source: &str, is_tsx: bool) -> Option<Tree> {
    if source.len() > MAX_SCRIPT {
        return None;
    }
    let language = match is_tsx {
        true => tree_sitter_typescript::LANGUAGE_TSX,
        false => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
    };
    let mut parser = Parser::new();
    parser.set_language(&language.into()).ok()?;
    let mut calls = 0;
    let mut progress = |_: &tree_sitter::ParseState| {
        calls += 1;
        if calls > MAX_PROGRESS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let mut read = |at: usize, _| source.as_bytes().get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(options))
}

struct Converter<'s> {
    source: &'s str,
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

fn child<'n>(node: Node<'n>, kind: &str) -> Option<Node<'n>> {
    children(node).into_iter().find(|child| child.kind() == kind)
}

fn statement_line(node: Node<'_>) -> u32 {
    u32::try_from(node.start_position().row + 1).unwrap_or(u32::MAX)
}

impl Converter<'_> {
    fn text(&self, node: Node<'_>) -> String {
        self.source.get(node.byte_range()).unwrap_or_default().to_owned()
    }

    fn field(&self, node: Node<'_>, name: &str) -> String {
        node.child_by_field_name(name).map(|node| self.text(node)).unwrap_or_default()
    }

    fn statements(&self, block: Node<'_>, depth: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        for node in children(block) {
            self.statement(node, depth + 1, &mut statements);
        }
        statements
    }

    fn statement(&self, node: Node<'_>, depth: usize, into: &mut Vec<Statement>) {
        let is_loop = ["for_", "while_", "do_"].iter().any(|kind| node.kind().starts_with(kind));
        let other = || Statement::Other(statement_line(node), node.byte_range(), is_loop);
        if depth > MAX_DEPTH {
            return into.push(other());
        }
        match node.kind() {
            "lexical_declaration" | "variable_declaration" => {
                for declared in children(node) {
                    let name = declared.child_by_field_name("name");
                    let value = declared.child_by_field_name("value");
                    if let (Some(name), Some(value)) = (name, value) {
                        let pattern = self.pattern(name, depth);
                        into.push(Statement::Declare(pattern, self.expr(value, depth)));
                    }
                }
            }
            "function_declaration" | "generator_function_declaration" => {
                let function = Rc::new(self.function(node, depth));
                into.push(Statement::Function(self.field(node, "name"), function));
            }
            "expression_statement" => {
                if let Some(inner) = node.named_child(0) {
                    into.push(self.run(inner, depth));
                }
            }
            "return_statement" => {
                let value = children(node).first().map(|value| self.expr(*value, depth));
                into.push(Statement::Return(
                    value.unwrap_or_else(|| expr_of(Shape::Undefined, node)),
                ));
            }
            "if_statement" => into.push(self.condition(node, depth)),
            "for_in_statement" if self.field(node, "operator") == "of" => {
                into.extend(self.for_of(node, depth));
            }
            "continue_statement" => into.push(Statement::Continue),
            "statement_block" => into.extend(self.statements(node, depth)),
            "import_statement" => self.import(node, into),
            "export_statement" => self.export(node, depth, into),
            "type_alias_declaration"
            | "interface_declaration"
            | "ambient_declaration"
            | "empty_statement"
            | "ERROR"
            | "hash_bang_line" => {}
            _ => into.push(other()),
        }
    }

    fn run(&self, node: Node<'_>, depth: usize) -> Statement {
        let (left, right) = (node.child_by_field_name("left"), node.child_by_field_name("right"));
        match (node.kind(), left, right) {
            ("assignment_expression", Some(left), Some(right)) => {
                Statement::Assign(self.expr(left, depth), self.expr(right, depth))
            }
            ("augmented_assignment_expression", Some(left), Some(right)) => {
                let operator = self.field(node, "operator").trim_end_matches('=').to_owned();
                let sides = Box::new([self.expr(left, depth), self.expr(right, depth)]);
                let value = expr_of(Shape::Binary(operator, sides), node);
                Statement::Assign(self.expr(left, depth), value)
            }
            _ => Statement::Run(self.expr(node, depth)),
        }
    }

    fn condition(&self, node: Node<'_>, depth: usize) -> Statement {
        let part = |name: &str| {
            let mut statements = Vec::new();
            if let Some(node) = node.child_by_field_name(name) {
                let node =
                    if node.kind() == "else_clause" { node.named_child(0) } else { Some(node) };
                node.into_iter().for_each(|node| self.statement(node, depth + 1, &mut statements));
            }
            statements
        };
        let condition = node.child_by_field_name("condition");
        let condition = condition.map(|node| self.expr(node, depth));
        let condition = condition.unwrap_or_else(|| expr_of(Shape::Undefined, node));
        let (then, other) = (part("consequence"), part("alternative"));
        Statement::If(condition, then, other, node.byte_range())
    }

    fn for_of(&self, node: Node<'_>, depth: usize) -> Option<Statement> {
        let mut body = Vec::new();
        self.statement(node.child_by_field_name("body")?, depth + 1, &mut body);
        Some(Statement::ForOf(ForOf {
            pattern: self.pattern(node.child_by_field_name("left")?, depth),
            list: self.expr(node.child_by_field_name("right")?, depth),
            body,
            line: statement_line(node),
            span: node.byte_range(),
        }))
    }

    fn specifier(&self, node: Node<'_>) -> Option<String> {
        let source = node.child_by_field_name("source").or_else(|| child(node, "string"))?;
        match self.expr(source, 0).shape {
            Shape::Text(text) => Some(text),
            _ => None,
        }
    }

    fn import(&self, node: Node<'_>, into: &mut Vec<Statement>) {
        if let Some(required) = child(node, "import_require_clause") {
            if let (Some(name), Some(from)) = (required.named_child(0), self.specifier(required)) {
                into.push(Statement::Import(self.text(name), "default".to_owned(), from));
            }
            return;
        }
        let (Some(clause), Some(from)) = (child(node, "import_clause"), self.specifier(node))
        else {
            return;
        };
        for part in children(clause) {
            match part.kind() {
                "identifier" => {
                    let name = self.text(part);
                    into.push(Statement::Import(name, "default".to_owned(), from.clone()));
                }
                "namespace_import" => {
                    let name = part.named_child(0).map(|name| self.text(name)).unwrap_or_default();
                    into.push(Statement::Import(name, "*".to_owned(), from.clone()));
                }
                _ => into.extend(
                    self.specifiers(part)
                        .into_iter()
                        .map(|(name, alias)| Statement::Import(alias, name, from.clone())),
                ),
            }
        }
    }

    /// Returns the names in `{ a, b as c }`, each with its alias.
    fn specifiers(&self, clause: Node<'_>) -> Vec<(String, String)> {
        let pair = |node: Node<'_>| {
            let name = self.field(node, "name").trim_matches(['"', '\'']).to_owned();
            let alias = self.field(node, "alias").trim_matches(['"', '\'']).to_owned();
            let alias = if alias.is_empty() { name.clone() } else { alias };
            (name, alias)
        };
        children(clause).into_iter().map(pair).collect()
    }

    fn export(&self, node: Node<'_>, depth: usize, into: &mut Vec<Statement>) {
        let is_default = (0..node.child_count())
            .filter_map(|at| node.child(at as _))
            .any(|child| matches!(child.kind(), "default" | "="));
        if let Some(declared) = node.child_by_field_name("declaration") {
            let before = into.len();
            self.statement(declared, depth, into);
            let declared_names: Vec<String> = into[before..].iter().flat_map(names_of).collect();
            if is_default {
                let name = declared_names.first().cloned();
                let value = name.map(|name| expr_of(Shape::Name(name), declared));
                into.extend(value.map(Statement::ExportDefault));
            } else {
                let same = |name: String| Statement::ExportName(name.clone(), name);
                into.extend(declared_names.into_iter().map(same));
            }
            return;
        }
        let value = node.child_by_field_name("value").or_else(|| node.named_child(0));
        if let Some(value) = value.filter(|_| is_default) {
            return into.push(Statement::ExportDefault(self.expr(value, depth)));
        }
        let names = child(node, "export_clause").map(|clause| self.specifiers(clause));
        match (self.specifier(node), names) {
            (Some(from), Some(names)) => into.extend(
                names
                    .into_iter()
                    .map(|(name, alias)| Statement::ExportFrom(name, alias, from.clone())),
            ),
            (Some(from), None) => {
                let namespace =
                    child(node, "namespace_export").and_then(|node| node.named_child(0));
                let alias = namespace.map_or_else(|| "*".to_owned(), |name| self.text(name));
                into.push(Statement::ExportFrom("*".to_owned(), alias, from));
            }
            (None, Some(names)) => into
                .extend(names.into_iter().map(|(name, alias)| Statement::ExportName(name, alias))),
            (None, None) => {}
        }
    }

    fn pattern(&self, node: Node<'_>, depth: usize) -> Pattern {
        if depth > MAX_DEPTH {
            return Pattern::Other;
        }
        let inner = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                Pattern::Name(self.text(node))
            }
            "required_parameter" | "optional_parameter" => {
                let Some(pattern) = inner("pattern") else { return Pattern::Other };
                let pattern = self.pattern(pattern, depth + 1);
                match inner("value") {
                    Some(value) => Pattern::Default(Box::new(pattern), self.expr(value, depth + 1)),
                    None => pattern,
                }
            }
            "assignment_pattern" | "object_assignment_pattern" => {
                match (inner("left"), inner("right")) {
                    (Some(left), Some(right)) => Pattern::Default(
                        Box::new(self.pattern(left, depth + 1)),
                        self.expr(right, depth + 1),
                    ),
                    _ => Pattern::Other,
                }
            }
            "rest_pattern" => {
                let inner = node.named_child(0).map(|inner| self.pattern(inner, depth + 1));
                Pattern::Rest(Box::new(inner.unwrap_or(Pattern::Other)))
            }
            "object_pattern" => Pattern::Map(
                children(node).into_iter().map(|part| self.property_pattern(part, depth)).collect(),
            ),
            "array_pattern" => Pattern::List(
                children(node).into_iter().map(|part| self.pattern(part, depth + 1)).collect(),
            ),
            _ => Pattern::Other,
        }
    }

    fn property_pattern(&self, part: Node<'_>, depth: usize) -> (String, Pattern) {
        match part.kind() {
            "pair_pattern" => {
                let value = part.child_by_field_name("value");
                let pattern = value.map_or(Pattern::Other, |value| self.pattern(value, depth + 1));
                (self.field(part, "key").trim_matches(['"', '\'']).to_owned(), pattern)
            }
            "object_assignment_pattern" => {
                (self.field(part, "left"), self.pattern(part, depth + 1))
            }
            _ => (self.text(part), self.pattern(part, depth + 1)),
        }
    }

    fn function(&self, node: Node<'_>, depth: usize) -> Function {
        let parameters = match node.child_by_field_name("parameters") {
            Some(list) => children(list),
            None => node.child_by_field_name("parameter").into_iter().collect(),
        };
        let parameters = parameters.into_iter().map(|part| self.pattern(part, depth + 1)).collect();
        let body = match node.child_by_field_name("body") {
            Some(block) if block.kind() == "statement_block" => self.statements(block, depth + 1),
            Some(value) => vec![Statement::Return(self.expr(value, depth + 1))],
            None => Vec::new(),
        };
        Function { name: self.field(node, "name"), parameters, body }
    }

    fn expr(&self, node: Node<'_>, depth: usize) -> Expr {
        let mut node = node;
        // These nodes do not change the value of the inner expression.
        while matches!(
            node.kind(),
            "parenthesized_expression"
                | "as_expression"
                | "satisfies_expression"
                | "non_null_expression"
                | "await_expression"
                | "instantiation_expression"
        ) {
            match children(node).first() {
                Some(inner) => node = *inner,
                None => break,
            }
        }
        let shape = if depth > MAX_DEPTH { Shape::Other } else { self.shape(node, depth + 1) };
        expr_of(shape, node)
    }

    fn shape(&self, node: Node<'_>, depth: usize) -> Shape {
        let field = |name: &str| node.child_by_field_name(name).map(|node| self.expr(node, depth));
        match node.kind() {
            "undefined" => Shape::Undefined,
            "null" => Shape::Null,
            "true" => Shape::Bool(true),
            "false" => Shape::Bool(false),
            "number" => {
                self.text(node).replace('_', "").parse().map_or(Shape::Other, Shape::Number)
            }
            "string" => Shape::Text(self.string(node)),
            "template_string" => self.template(node, depth),
            "array" => Shape::List(self.items(node, depth)),
            "object" => Shape::Map(
                children(node).into_iter().filter_map(|part| self.property(part, depth)).collect(),
            ),
            "identifier" | "import" | "meta_property" => Shape::Name(self.text(node)),
            "type_assertion" => match children(node).last() {
                Some(inner) => self.shape(*inner, depth),
                None => Shape::Other,
            },
            "member_expression" => match (field("object"), node.child_by_field_name("property")) {
                (Some(object), Some(key)) => {
                    Shape::Member(Box::new(object), Box::new(self.name_as_text(key)))
                }
                _ => Shape::Other,
            },
            "subscript_expression" => match (field("object"), field("index")) {
                (Some(object), Some(index)) => Shape::Member(Box::new(object), Box::new(index)),
                _ => Shape::Other,
            },
            "call_expression" => match (field("function"), node.child_by_field_name("arguments")) {
                (Some(function), Some(list)) if list.kind() == "arguments" => {
                    Shape::Call(Box::new(function), self.items(list, depth))
                }
                _ => Shape::Other,
            },
            "new_expression" => match field("constructor") {
                Some(class) => {
                    let list = node.child_by_field_name("arguments");
                    let items = list.map(|list| self.items(list, depth)).unwrap_or_default();
                    Shape::New(Box::new(class), items)
                }
                None => Shape::Other,
            },
            "arrow_function" | "function_expression" | "function" => {
                Shape::Function(Rc::new(self.function(node, depth)))
            }
            "ternary_expression" => {
                match (field("condition"), field("consequence"), field("alternative")) {
                    (Some(condition), Some(then), Some(other)) => {
                        Shape::Conditional(Box::new([condition, then, other]))
                    }
                    _ => Shape::Other,
                }
            }
            "binary_expression" => match (field("left"), field("right")) {
                (Some(left), Some(right)) => {
                    Shape::Binary(self.field(node, "operator"), Box::new([left, right]))
                }
                _ => Shape::Other,
            },
            "unary_expression" => match field("argument") {
                Some(argument) => Shape::Unary(self.field(node, "operator"), Box::new(argument)),
                None => Shape::Other,
            },
            _ => Shape::Other,
        }
    }

    fn name_as_text(&self, node: Node<'_>) -> Expr {
        expr_of(Shape::Text(self.text(node)), node)
    }

    fn items(&self, node: Node<'_>, depth: usize) -> Vec<Item> {
        let item = |part: Node<'_>| match (part.kind(), part.named_child(0)) {
            ("spread_element", Some(inner)) => Item::Spread(self.expr(inner, depth)),
            _ => Item::One(self.expr(part, depth)),
        };
        children(node).into_iter().map(item).collect()
    }

    fn property(&self, part: Node<'_>, depth: usize) -> Option<Property> {
        match part.kind() {
            "pair" => {
                let key = part.child_by_field_name("key")?;
                let value = self.expr(part.child_by_field_name("value")?, depth);
                let key = match key.kind() {
                    "property_identifier" | "private_property_identifier" | "number" => {
                        self.name_as_text(key)
                    }
                    "computed_property_name" => self.expr(key.named_child(0)?, depth),
                    _ => self.expr(key, depth),
                };
                Some(Property::Pair(key, value))
            }
            "shorthand_property_identifier" => {
                let value = expr_of(Shape::Name(self.text(part)), part);
                Some(Property::Pair(self.name_as_text(part), value))
            }
            "spread_element" => Some(Property::Spread(self.expr(part.named_child(0)?, depth))),
            "method_definition" => {
                let name = self.name_as_text(part.child_by_field_name("name")?);
                let shape = Shape::Function(Rc::new(self.function(part, depth)));
                let value = expr_of(shape, part);
                Some(Property::Pair(name, value))
            }
            _ => None,
        }
    }

    fn string(&self, node: Node<'_>) -> String {
        let mut units: Vec<u16> = Vec::new();
        for part in children(node) {
            match part.kind() {
                "escape_sequence" => units.extend(unescaped(&self.text(part))),
                _ => units.extend(self.text(part).encode_utf16()),
            }
        }
        // A character outside the Basic Multilingual Plane may be written as two escapes.
        String::from_utf16_lossy(&units)
    }

    fn template(&self, node: Node<'_>, depth: usize) -> Shape {
        let piece = |part: Node<'_>| match (part.kind(), part.named_child(0)) {
            ("template_substitution", Some(inner)) => self.expr(inner, depth),
            ("escape_sequence", _) => {
                let text = String::from_utf16_lossy(&unescaped(&self.text(part)));
                expr_of(Shape::Text(text), part)
            }
            _ => self.name_as_text(part),
        };
        Shape::Template(children(node).into_iter().map(piece).collect())
    }
}

fn expr_of(shape: Shape, node: Node<'_>) -> Expr {
    Expr { shape, span: node.byte_range(), line: statement_line(node) }
}

fn names_of(statement: &Statement) -> Vec<String> {
    match statement {
        Statement::Declare(pattern, _) => pattern_names(pattern),
        Statement::Function(name, _) => vec![name.clone()],
        _ => Vec::new(),
    }
}

/// Returns the names that a pattern binds.
pub(super) fn pattern_names(pattern: &Pattern) -> Vec<String> {
    match pattern {
        Pattern::Name(name) => vec![name.clone()],
        Pattern::Default(inner, _) | Pattern::Rest(inner) => pattern_names(inner),
        Pattern::Map(parts) => parts.iter().flat_map(|(_, part)| pattern_names(part)).collect(),
        Pattern::List(parts) => parts.iter().flat_map(pattern_names).collect(),
        Pattern::Other => Vec::new(),
    }
}

/// Returns the UTF-16 code units of an escape such as `\n`, `\'`, `\u00e9`, or `\u{1f389}`.
fn unescaped(escape: &str) -> Vec<u16> {
    let rest = escape.strip_prefix('\\').unwrap_or(escape);
    let text = match rest.chars().next() {
        Some('n') => "\n".to_owned(),
        Some('t') => "\t".to_owned(),
        Some('r') => "\r".to_owned(),
        Some('\n' | '\r') | None => String::new(),
        Some('u' | 'x') => {
            let digits = rest[1..].trim_start_matches('{').trim_end_matches('}');
            let code = u32::from_str_radix(digits, 16).unwrap_or_default();
            match u16::try_from(code) {
                Ok(unit) => return vec![unit],
                Err(_) => char::from_u32(code).map(String::from).unwrap_or_default(),
            }
        }
        Some(_) => rest.to_owned(),
    };
    text.encode_utf16().collect()
}
