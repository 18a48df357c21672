//! Evaluator of expressions and statements.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use pailou_content::page_path::{folder_of, name_of};

use super::paths;
use super::syntax::{self, Expr, ForOf, Function, Item, Pattern, Property, Shape, Statement};
use super::{Data, Location, Shared, drop_values};
use crate::tree::Tree;

/// Maximum number of steps of one [`Scripts`]: evaluated expressions, calls, and copied values.
const MAX_STEPS: usize = 500_000;
/// Maximum nesting depth of expressions and calls.
const MAX_DEPTH: usize = 150;
const MAX_MODULES: usize = 300;
pub(super) const MAX_TEXT: usize = 64 * 1024;
/// Number of bytes of text that count as one step.
pub(super) const BYTES_PER_STEP: usize = 64;
/// Key of map entries with an unknown key.
pub(super) const UNKNOWN: &str = "…";
/// Maximum length of an expression in an issue, in characters.
const MAX_EXPRESSION_CHARS: usize = 60;

#[derive(Debug, Clone)]
pub(crate) struct Closure {
    function: Rc<Function>,
    scope: Rc<Scope>,
    pub(super) location: Rc<Location>,
}

/// Variables of a script or function call.
#[derive(Debug)]
pub(super) struct Scope {
    names: RefCell<HashMap<String, Binding>>,
    parent: Option<Rc<Scope>>,
    module: Rc<Module>,
    /// Whether the content of a list or map in a variable of this scope was changed.
    is_changed: Cell<bool>,
}

#[derive(Debug, Clone)]
enum Binding {
    Value(Data),
    /// Declaration that is not evaluated yet, by its index among the statements.
    Declared(usize),
    /// Imported name and module specifier.
    Imported(String, String),
    /// Declaration that is being evaluated; a reference to it is circular.
    Open,
}

#[derive(Debug)]
struct Module {
    file: String,
    source: String,
    statements: Vec<Statement>,
}

/// Scripts of a site; each is evaluated once.
pub(crate) struct Scripts<'t> {
    tree: &'t Tree<'t>,
    /// Folder of the settings, to which `__dirname` is relative.
    base: String,
    /// Exports of each file; `None` while it is being evaluated.
    exports: RefCell<HashMap<String, Option<Data>>>,
    /// Argument of the last call of `nextra(…)`, which returns a function that wraps the settings.
    nextra_options: RefCell<Data>,
    steps: Cell<usize>,
    depth: Cell<usize>,
    /// Whether the last call of a function or of `forEach` changed the content of an argument.
    pub(super) is_argument_changed: Cell<bool>,
}

/// Result of evaluating statements.
enum Flow {
    On,
    Continue,
    Return(Data),
}

impl<'t> Scripts<'t> {
    pub(crate) fn new(tree: &'t Tree<'t>, base: &str) -> Self {
        let (exports, steps, depth) = (RefCell::default(), Cell::new(0), Cell::new(0));
        let nextra_options = RefCell::new(Data::Undefined);
        let (base, is_argument_changed) = (base.to_owned(), Cell::new(false));
        Self { tree, base, exports, nextra_options, steps, depth, is_argument_changed }
    }

    /// Returns the options in `nextra({…})`, if a script that was evaluated contains such a call.
    pub(crate) fn nextra_options(&self) -> Data {
        self.nextra_options.borrow().clone()
    }

    pub(super) fn set_nextra_options(&self, options: &Data) {
        self.nextra_options.replace(options.clone());
    }

    /// Returns the default export or `module.exports` of a script, or else all exports. If this value is a function,
    /// returns its result.
    pub(crate) fn settings(&self, file: &str) -> Data {
        let exports = self.exports(file);
        let value = exports.get("default").cloned().unwrap_or(exports);
        self.called(&value)
    }

    /// Calls a function without arguments; returns any other value unchanged.
    pub(crate) fn called(&self, value: &Data) -> Data {
        match value {
            Data::Function(closure) => self.call(closure, &[]),
            value => value.clone(),
        }
    }

    /// Returns all exports of a file, by name.
    pub(crate) fn exports(&self, file: &str) -> Data {
        let unknown = || {
            Data::Unknown(Rc::new(Location {
                file: file.to_owned(),
                line: 1,
                expression: name_of(file).to_owned(),
            }))
        };
        match self.exports.borrow().get(file) {
            Some(Some(known)) => return known.clone(),
            Some(None) => return unknown(),
            None => {}
        }
        if self.exports.borrow().len() >= MAX_MODULES {
            return unknown();
        }
        self.exports.borrow_mut().insert(file.to_owned(), None);
        let exports = self.evaluated(file).unwrap_or_else(unknown);
        self.exports.borrow_mut().insert(file.to_owned(), Some(exports.clone()));
        exports
    }

    fn evaluated(&self, file: &str) -> Option<Data> {
        let source = self.tree.text(file).ok()?;
        if file.ends_with(".json") {
            return Some(map([("default".to_owned(), relaxed_json(&source)?)]));
        }
        let is_tsx = !file.ends_with(".ts") && !file.ends_with(".mts") && !file.ends_with(".cts");
        let statements = syntax::parse_script(&source, is_tsx)?;
        let module = Rc::new(Module { file: file.to_owned(), source, statements });
        let scope = Scope::new(None, module.clone());
        let exported = map([("exports".to_owned(), map([]))]);
        scope.set("module", exported);
        scope.hoist(&module.statements);
        let mut names: Vec<(String, Data)> = Vec::new();
        for (at, statement) in module.statements.iter().enumerate() {
            self.run_exported(&scope, at, statement, &mut names);
        }
        let common = scope.value("module").and_then(|module| module.get("exports").cloned());
        match common {
            Some(Data::Map(entries)) if entries.is_empty() => {}
            Some(Data::Map(entries)) => {
                names.extend(entries.iter().cloned());
                if names.iter().all(|(name, _)| name != "default") {
                    names.push(("default".to_owned(), Data::Map(entries)));
                }
            }
            Some(other) => names.push(("default".to_owned(), other)),
            None => {}
        }
        Some(map(names))
    }

    fn run_exported(
        &self,
        scope: &Rc<Scope>,
        at: usize,
        statement: &Statement,
        names: &mut Vec<(String, Data)>,
    ) {
        let folder = folder_of(&scope.module.file);
        match statement {
            Statement::ExportDefault(value) => {
                names.push(("default".to_owned(), self.exported(scope, value)));
            }
            Statement::ExportName(local, name) => {
                // `local` may be declared later, because `hoist` registers all declarations first.
                names.push((name.clone(), self.name(scope, local, || scope.location_of(local))));
            }
            Statement::ExportFrom(name, alias, specifier) => {
                let Some(file) = paths::imported(self.tree.files, folder, specifier) else {
                    return;
                };
                let exports = self.exports(&file);
                match (name.as_str(), alias.as_str()) {
                    ("*", "*") => names.extend(
                        exports.entries().iter().filter(|(name, _)| name != "default").cloned(),
                    ),
                    ("*", _) => names.push((alias.clone(), exports)),
                    _ => names.push((
                        alias.clone(),
                        exports.get(name).cloned().unwrap_or(Data::Undefined),
                    )),
                }
            }
            statement => drop(self.run(scope, Some(at), statement)),
        }
    }

    /// Evaluates an exported value. If it is a call of an unknown function, such as a plugin, returns the first
    /// argument that is a map.
    fn exported(&self, scope: &Rc<Scope>, value: &Expr) -> Data {
        let evaluated = self.value(scope, value);
        match (&evaluated, &value.shape) {
            (Data::Unknown(_), Shape::Call(_, items)) => items
                .iter()
                .filter_map(|item| match item {
                    Item::One(inner) => Some(self.exported(scope, inner)),
                    Item::Spread(_) => None,
                })
                .find(|inner| matches!(inner, Data::Map(_)))
                .unwrap_or(evaluated),
            _ => evaluated,
        }
    }

    fn run_all(&self, scope: &Rc<Scope>, statements: &[Statement]) -> Flow {
        for statement in statements {
            match self.run(scope, None, statement) {
                Flow::On => {}
                flow => return flow,
            }
        }
        Flow::On
    }

    /// Evaluates a statement. `number` is its index among the statements of the script.
    fn run(&self, scope: &Rc<Scope>, number: Option<usize>, statement: &Statement) -> Flow {
        // If a statement cannot be evaluated, a function returns an unknown value. At the top level, the variables that
        // the statement may change become unknown instead.
        let is_top = scope.parent.is_none();
        match statement {
            Statement::Declare(pattern, value) => match number {
                Some(number) => self.declare(scope, number),
                None => self.bind(scope, pattern, self.value(scope, value)),
            },
            Statement::Function(..) | Statement::Import(..) => {}
            Statement::Assign(target, value) => self.assign(scope, target, value),
            Statement::Run(call) => self.run_call(scope, call),
            Statement::Return(value) => return Flow::Return(self.value(scope, value)),
            Statement::If(condition, then, other, span) => {
                let condition_value = self.value(scope, condition);
                let truth = if self.enter() { truth(&condition_value) } else { None };
                let flow = match truth {
                    Some(true) => self.run_all(scope, then),
                    Some(false) => self.run_all(scope, other),
                    None if is_top => {
                        scope.forget(condition.line, span, true);
                        Flow::On
                    }
                    None => Flow::Return(self.unknown(scope, condition)),
                };
                self.leave();
                return flow;
            }
            Statement::ForOf(looped) => {
                let flow = self.run_loop(scope, looped);
                if !is_top || matches!(flow, Flow::On) {
                    return flow;
                }
                scope.forget(looped.line, &looped.span, true);
            }
            Statement::Continue => return Flow::Continue,
            Statement::Other(line, span, _) if !is_top => {
                return Flow::Return(Data::Unknown(Rc::new(scope.location(*line, span))));
            }
            Statement::Other(line, span, is_loop) => scope.forget(*line, span, *is_loop),
            _ => {}
        }
        Flow::On
    }

    fn run_loop(&self, scope: &Rc<Scope>, looped: &ForOf) -> Flow {
        let unknown = || Flow::Return(self.unknown(scope, &looped.list));
        let Data::List(values) = self.value(scope, &looped.list) else { return unknown() };
        let is_allowed = self.enter() && self.count(values.len());
        let mut flow = if is_allowed { Flow::On } else { unknown() };
        let mut changed = Vec::new();
        for (at, value) in values.iter().enumerate() {
            if matches!(flow, Flow::Return(_)) {
                break;
            }
            let variables = Scope::new(Some(scope.clone()), scope.module.clone());
            self.bind(&variables, &looped.pattern, value.clone());
            let inner = Scope::new(Some(variables.clone()), scope.module.clone());
            flow = self.run_all(&inner, &looped.body);
            if variables.is_changed.get() {
                changed.push((at, variables));
            }
        }
        self.leave();
        for (at, variables) in changed {
            let value = match &looped.pattern {
                Pattern::Name(name) => variables.value(name),
                _ => None,
            };
            match (self.path_of(scope, &looped.list), value) {
                (Some(mut path), Some(value)) => {
                    path.push(at.to_string());
                    self.change(scope, &looped.list, path, |item| *item = value);
                }
                _ => scope.forget(looped.line, &looped.span, true),
            }
        }
        if let Flow::Return(_) = flow { flow } else { Flow::On }
    }

    /// Evaluates a top-level declaration once.
    fn declare(&self, scope: &Rc<Scope>, number: usize) {
        let Some(Statement::Declare(pattern, value)) = scope.module.statements.get(number) else {
            return;
        };
        let names = syntax::pattern_names(pattern);
        let is_open = names.iter().any(|name| {
            !matches!(scope.names.borrow().get(name), Some(Binding::Declared(known)) if *known == number)
        });
        if is_open {
            return;
        }
        for name in &names {
            scope.names.borrow_mut().insert(name.clone(), Binding::Open);
        }
        let value = self.value(scope, value);
        self.bind(scope, pattern, value);
    }

    /// Evaluates `a.b.c = value` or `exports.a = value`.
    fn assign(&self, scope: &Rc<Scope>, target: &Expr, value: &Expr) {
        let value = match is_exports(target) {
            true => self.exported(scope, value),
            false => self.value(scope, value),
        };
        self.assign_value(scope, target, value);
    }

    fn assign_value(&self, scope: &Rc<Scope>, target: &Expr, value: Data) {
        match self.path_of(scope, target) {
            Some(path) => self.change(scope, target, path, |member| *member = value),
            None => scope.forget(target.line, &target.span, true),
        }
    }

    /// Changes the variable or member at `path`. `target` is the expression that refers to it.
    fn change(
        &self,
        scope: &Rc<Scope>,
        target: &Expr,
        path: Vec<String>,
        change: impl FnOnce(&mut Data),
    ) {
        let mut path = path;
        if path.first().is_some_and(|name| name == "exports") {
            path.insert(0, "module".to_owned());
        }
        let (name, keys) = (path.remove(0), path);
        // A declaration is evaluated before its variable is changed.
        self.name(scope, &name, || scope.location_of(&name));
        let is_assigned = keys.is_empty() && matches!(target.shape, Shape::Name(_));
        scope.change(&name, !is_assigned, |value| match self.member_mut(value, &keys) {
            Some(member) => change(member),
            None => *value = self.unknown(scope, target),
        });
    }

    /// Returns a member that can be changed. Lists and maps that are shared with other values are copied. Returns
    /// `None` for a position outside a list, or if [`MAX_STEPS`] is exceeded.
    fn member_mut<'d>(&self, value: &'d mut Data, keys: &[String]) -> Option<&'d mut Data> {
        let is_allowed = self.count(match &*value {
            Data::List(values) if Rc::strong_count(&values.0) == 1 => 0,
            Data::Map(entries) if Rc::strong_count(&entries.0) == 1 => {
                entries.len() / BYTES_PER_STEP
            }
            shared => steps(shared),
        });
        let Some((key, rest)) = keys.split_first() else { return is_allowed.then_some(value) };
        if !is_allowed {
            return None;
        }
        if let Data::List(values) = value {
            let member = Rc::make_mut(&mut values.0).get_mut(key.parse::<usize>().ok()?)?;
            return self.member_mut(member, rest);
        }
        if !matches!(value, Data::Map(_)) {
            *value = map([]);
        }
        let Data::Map(entries) = value else { return None };
        let entries = Rc::make_mut(&mut entries.0);
        let known = entries.iter().rposition(|(name, _)| name == key);
        let at = known.unwrap_or(entries.len());
        if known.is_none() {
            entries.push((key.clone(), Data::Undefined));
        }
        self.member_mut(&mut entries.get_mut(at)?.1, rest)
    }

    fn path_of(&self, scope: &Rc<Scope>, target: &Expr) -> Option<Vec<String>> {
        match &target.shape {
            Shape::Name(name) => Some(vec![name.clone()]),
            Shape::Member(object, key) => {
                let mut path = self.path_of(scope, object)?;
                path.push(key_text(&self.value(scope, key))?);
                Some(path)
            }
            _ => None,
        }
    }

    /// Evaluates `list.push(…)` and other methods that change a list, `list.forEach(…)`, `Object.assign(map, …)`, and
    /// `delete map.key`; other call statements are ignored.
    fn run_call(&self, scope: &Rc<Scope>, call: &Expr) {
        if let Shape::Unary(operator, target) = &call.shape
            && operator == "delete"
            && let Some(mut path) = self.path_of(scope, target)
        {
            let key = path.pop().filter(|_| !path.is_empty());
            let Some(key) = key else { return };
            return self.change(scope, target, path, |object| {
                if let Data::Map(entries) = object {
                    Rc::make_mut(&mut entries.0).retain(|(name, _)| *name != key);
                }
            });
        }
        let Shape::Call(function, items) = &call.shape else { return };
        let Shape::Member(object, method) = &function.shape else { return };
        let Shape::Text(method) = &method.shape else { return };
        match method.as_str() {
            "forEach" => {
                self.is_argument_changed.set(false);
                let is_unknown = matches!(self.value(scope, call), Data::Unknown(_));
                if is_unknown || self.is_argument_changed.get() {
                    scope.forget(call.line, &call.span, true);
                }
                return;
            }
            "assign" => {
                let value = self.value(scope, call);
                if let Some(Item::One(target)) = items.first()
                    && let Some(path) = self.path_of(scope, target)
                {
                    self.change(scope, call, path, |map| *map = value);
                }
                return;
            }
            "push" | "unshift" | "reverse" | "sort" | "splice" | "pop" | "shift" | "fill" => {}
            _ => return,
        }
        if !matches!(self.value(scope, object), Data::List(_)) {
            return;
        }
        let Some(path) = self.path_of(scope, object) else {
            return scope.forget(call.line, &call.span, true);
        };
        let added = match method.as_str() {
            "push" | "unshift" => self.items(scope, items),
            "reverse" | "sort" => vec![self.value(scope, call)],
            _ => vec![self.unknown(scope, call)],
        };
        self.change(scope, call, path, |list| match (method.as_str(), list) {
            ("push", Data::List(values)) => Rc::make_mut(&mut values.0).extend(added),
            ("unshift", Data::List(values)) => {
                drop(Rc::make_mut(&mut values.0).splice(0..0, added))
            }
            (_, list) => *list = added.into_iter().next().unwrap_or(Data::Undefined),
        });
    }

    pub(super) fn call(&self, closure: &Closure, arguments: &[Data]) -> Data {
        let scope = Scope::new(Some(closure.scope.clone()), closure.scope.module.clone());
        if !closure.function.name.is_empty() {
            scope.set(&closure.function.name, Data::Function(Rc::new(closure.clone())));
        }
        let inner = Scope::new(Some(scope.clone()), scope.module.clone());
        inner.hoist_functions(&closure.function.body);
        if !self.enter() {
            self.leave();
            return Data::Unknown(closure.location.clone());
        }
        for (at, parameter) in closure.function.parameters.iter().enumerate() {
            let value = match parameter {
                Pattern::Rest(_) => list_data(arguments.get(at..).unwrap_or_default().to_vec()),
                _ => arguments.get(at).cloned().unwrap_or(Data::Undefined),
            };
            self.bind(&scope, parameter, value);
        }
        let result = match self.run_all(&inner, &closure.function.body) {
            Flow::Return(value) => value,
            Flow::On | Flow::Continue => Data::Undefined,
        };
        self.leave();
        self.is_argument_changed.set(scope.is_changed.get());
        result
    }

    fn bind(&self, scope: &Rc<Scope>, pattern: &Pattern, value: Data) {
        let unknown = || Data::Unknown(scope.call_location("..."));
        let value = if self.enter() { value } else { unknown() };
        match pattern {
            Pattern::Name(name) => scope.set(name, value),
            Pattern::Default(inner, default) => {
                let is_missing = matches!(value, Data::Undefined);
                let value = if is_missing { self.value(scope, default) } else { value };
                self.bind(scope, inner, value);
            }
            Pattern::Map(parts) => {
                for (key, part) in parts {
                    let value = match part {
                        Pattern::Rest(_) if self.count(steps(&value)) => without(&value, parts),
                        Pattern::Rest(_) => unknown(),
                        _ => self.member(&value, key),
                    };
                    self.bind(scope, part, value);
                }
            }
            Pattern::List(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let value = match (&value, part) {
                        (_, Pattern::Rest(_)) if !self.count(steps(&value)) => unknown(),
                        (Data::List(values), Pattern::Rest(_)) => {
                            list_data(values.get(at..).unwrap_or_default().to_vec())
                        }
                        (Data::List(values), _) => {
                            values.get(at).cloned().unwrap_or(Data::Undefined)
                        }
                        (other, _) => self.member(other, ""),
                    };
                    self.bind(scope, part, value);
                }
            }
            Pattern::Rest(inner) => self.bind(scope, inner, value),
            Pattern::Other => {}
        }
        self.leave();
    }

    fn enter(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.depth.set(self.depth.get() + 1);
        self.steps.get() <= MAX_STEPS && self.depth.get() <= MAX_DEPTH
    }

    fn leave(&self) {
        self.depth.set(self.depth.get() - 1);
    }

    /// Counts copied values as steps; returns false if [`MAX_STEPS`] is exceeded.
    pub(super) fn count(&self, values: usize) -> bool {
        self.steps.set(self.steps.get().saturating_add(values));
        self.steps.get() <= MAX_STEPS
    }

    pub(super) fn value(&self, scope: &Rc<Scope>, expr: &Expr) -> Data {
        let value =
            if self.enter() { self.evaluate(scope, expr) } else { self.unknown(scope, expr) };
        self.leave();
        match expr.shape {
            Shape::Name(_) | Shape::Member(..) if self.count(0) => value,
            _ if self.count(steps(&value)) => value,
            _ => self.unknown(scope, expr),
        }
    }

    fn evaluate(&self, scope: &Rc<Scope>, expr: &Expr) -> Data {
        match &expr.shape {
            Shape::Undefined => Data::Undefined,
            Shape::Null => Data::Null,
            Shape::Bool(value) => Data::Bool(*value),
            Shape::Number(value) => Data::Number(*value),
            Shape::Text(text) => Data::Text(text.as_str().into()),
            Shape::Template(pieces) => self.template(scope, expr, pieces),
            Shape::List(items) => list_data(self.items(scope, items)),
            Shape::Map(properties) => self.map(scope, properties),
            Shape::Name(name) => self.name(scope, name, || scope.location(expr.line, &expr.span)),
            Shape::Member(object, key) => {
                let (object, key) = (self.value(scope, object), self.value(scope, key));
                match key_text(&key).filter(|_| self.count(text_steps(&key))) {
                    Some(key) => self.member(&object, &key),
                    None => self.unknown(scope, expr),
                }
            }
            Shape::Call(function, items) => {
                let arguments = self.items(scope, items);
                self.call_expression(scope, function, &arguments)
                    .unwrap_or_else(|| self.unknown(scope, expr))
            }
            Shape::New(class, items) => match (&class.shape, self.items(scope, items).first()) {
                (Shape::Name(name), Some(path)) if name == "URL" => path.clone(),
                _ => self.unknown(scope, expr),
            },
            Shape::Function(function) => Data::Function(Rc::new(Closure {
                function: function.clone(),
                scope: scope.clone(),
                location: Rc::new(scope.location(expr.line, &expr.span)),
            })),
            Shape::Conditional(parts) => match truth(&self.value(scope, &parts[0])) {
                Some(true) => self.value(scope, &parts[1]),
                Some(false) => self.value(scope, &parts[2]),
                None => self.unknown(scope, expr),
            },
            Shape::Binary(operator, sides) => self
                .binary(scope, operator, &sides[0], &sides[1])
                .unwrap_or_else(|| self.unknown(scope, expr)),
            Shape::Unary(operator, argument) => {
                let value = self.value(scope, argument);
                match (operator.as_str(), truth(&value), value) {
                    ("!", Some(truth), _) => Data::Bool(!truth),
                    ("-", _, Data::Number(value)) => Data::Number(-value),
                    ("void", ..) => Data::Undefined,
                    _ => self.unknown(scope, expr),
                }
            }
            Shape::Other => self.unknown(scope, expr),
        }
    }

    fn unknown(&self, scope: &Scope, expr: &Expr) -> Data {
        Data::Unknown(Rc::new(scope.location(expr.line, &expr.span)))
    }

    fn template(&self, scope: &Rc<Scope>, expr: &Expr, pieces: &[Expr]) -> Data {
        let mut text = String::new();
        for piece in pieces {
            let piece = self.value(scope, piece);
            match to_text(&piece).filter(|_| self.count(text_steps(&piece))) {
                Some(piece) if text.len() + piece.len() <= MAX_TEXT => text.push_str(&piece),
                _ => return self.unknown(scope, expr),
            }
        }
        Data::Text(text.into())
    }

    fn items(&self, scope: &Rc<Scope>, items: &[Item]) -> Vec<Data> {
        let mut values = Vec::new();
        for item in items {
            match item {
                Item::One(value) => values.push(self.value(scope, value)),
                Item::Spread(value) => match self.value(scope, value) {
                    Data::List(more) if self.count(more.len()) => {
                        values.extend(more.iter().cloned())
                    }
                    Data::Undefined | Data::Null | Data::Bool(false) => {}
                    unknown @ (Data::Unknown(_) | Data::External(..)) => values.push(unknown),
                    _ => values.push(self.unknown(scope, value)),
                },
            }
        }
        values
    }

    fn map(&self, scope: &Rc<Scope>, properties: &[Property]) -> Data {
        let mut entries: Vec<(String, Data)> = Vec::new();
        for property in properties {
            match property {
                Property::Pair(key, value) => match key_text(&self.value(scope, key)) {
                    Some(key) => entries.push((key, self.value(scope, value))),
                    None => entries.push((UNKNOWN.to_owned(), self.unknown(scope, key))),
                },
                Property::Spread(value) => match self.value(scope, value) {
                    value @ Data::Map(_) if self.count(steps(&value)) => {
                        entries.extend(value.entries().iter().cloned());
                    }
                    Data::Undefined | Data::Null | Data::Bool(_) | Data::Number(_) => {}
                    Data::Text(text) if text.is_empty() => {}
                    _ => entries.push((UNKNOWN.to_owned(), self.unknown(scope, value))),
                },
            }
        }
        map(entries)
    }

    /// Returns the value of a variable: a declaration, an import, or a global variable of the runtime.
    fn name(&self, scope: &Rc<Scope>, name: &str, location: impl Fn() -> Location) -> Data {
        let mut around = Some(scope);
        while let Some(scope) = around {
            let binding = scope.names.borrow().get(name).cloned();
            match binding {
                Some(Binding::Value(value)) => return value,
                Some(Binding::Open) => return Data::Unknown(Rc::new(location())),
                Some(Binding::Declared(number)) => {
                    self.declare(scope, number);
                    return scope.value(name).unwrap_or_else(|| Data::Unknown(Rc::new(location())));
                }
                Some(Binding::Imported(export, specifier)) => {
                    let value = self.imported(scope, name, &export, &specifier, location);
                    scope.set(name, value.clone());
                    return value;
                }
                None => around = scope.parent.as_ref(),
            }
        }
        let file = &scope.module.file;
        let folder = paths::relative(&self.base, folder_of(file));
        match name {
            "__dirname" => Data::Text(folder.into()),
            "__filename" => Data::Text(format!("{folder}/{}", name_of(file)).into()),
            "undefined" => Data::Undefined,
            "exports" => scope
                .top()
                .value("module")
                .map_or(Data::Undefined, |module| self.member(&module, "exports")),
            _ => Data::External(name.into(), Rc::new(location())),
        }
    }

    fn imported(
        &self,
        scope: &Scope,
        name: &str,
        export: &str,
        specifier: &str,
        location: impl Fn() -> Location,
    ) -> Data {
        let folder = folder_of(&scope.module.file);
        match (paths::imported(self.tree.files, folder, specifier), export) {
            (Some(file), "*") => self.exports(&file),
            (Some(file), export) => match self.exports(&file) {
                exports @ Data::Map(_) => {
                    let value = exports.get(export).cloned();
                    value.unwrap_or_else(|| Data::Unknown(Rc::new(location())))
                }
                other => other,
            },
            (None, _) if specifier.starts_with('.') => Data::Unknown(Rc::new(location())),
            // The default import of `nextra` can have any local name. Its calls are detected by the name `nextra`.
            (None, "default") if specifier == "nextra" => {
                Data::External(specifier.into(), Rc::new(location()))
            }
            (None, "default" | "*") => Data::External(name.into(), Rc::new(location())),
            (None, export) => Data::External(export.into(), Rc::new(location())),
        }
    }

    /// Returns the exports of a file as `require` does; `None` if the file is not in the tree.
    pub(super) fn required(&self, scope: &Scope, specifier: &str) -> Option<Data> {
        let file = paths::imported(self.tree.files, folder_of(&scope.module.file), specifier)?;
        let exports = self.exports(&file);
        let common = exports.get("default").cloned();
        Some(if file.ends_with(".json") || is_common(&exports) {
            common.unwrap_or(exports)
        } else {
            exports
        })
    }

    /// Returns the exports of a file as `import(…)` does; `None` if the file is not in the tree.
    pub(super) fn imported_whole(&self, scope: &Scope, specifier: &str) -> Option<Data> {
        let file = paths::imported(self.tree.files, folder_of(&scope.module.file), specifier)?;
        Some(self.exports(&file))
    }

    pub(super) fn member(&self, object: &Data, key: &str) -> Data {
        match object {
            Data::Map(entries) if self.count(entries.len() / BYTES_PER_STEP) => {
                object.get(key).cloned().unwrap_or(Data::Undefined)
            }
            Data::Text(text) if key == "length" && self.count(text_steps(object)) => {
                Data::Number(text.encode_utf16().count() as f64)
            }
            Data::List(values) if key == "length" => Data::Number(values.len() as f64),
            Data::List(values) => key
                .parse::<usize>()
                .ok()
                .and_then(|at| values.get(at).cloned())
                .unwrap_or(Data::Undefined),
            Data::External(name, location) => match (name.as_ref(), key) {
                // Environment variables count as undefined.
                ("process.env" | "import.meta.env", _) => Data::Undefined,
                ("import.meta", "dirname") => Data::Text(".".into()),
                ("import.meta", "url" | "filename") => Data::Text("./settings".into()),
                (_, "default") => object.clone(),
                (name, key) => Data::External(format!("{name}.{key}").into(), location.clone()),
            },
            Data::Unknown(_) => object.clone(),
            Data::Text(text) => key
                .parse()
                .ok()
                .filter(|at: &usize| self.count(text.len().min(*at) / BYTES_PER_STEP))
                .and_then(|at| text.chars().nth(at))
                .map_or(Data::Undefined, |c| Data::Text(c.to_string().into())),
            _ => Data::Undefined,
        }
    }

    fn binary(&self, scope: &Rc<Scope>, operator: &str, left: &Expr, right: &Expr) -> Option<Data> {
        let left = self.value(scope, left);
        match operator {
            // An unknown left operand of `||` or `??` counts as undefined.
            "||" => {
                return Some(if truth(&left) == Some(true) {
                    left
                } else {
                    self.value(scope, right)
                });
            }
            "??" => {
                let is_missing = matches!(
                    left,
                    Data::Undefined | Data::Null | Data::Unknown(_) | Data::External(..)
                );
                return Some(if is_missing { self.value(scope, right) } else { left });
            }
            "&&" => {
                return match truth(&left) {
                    Some(true) => Some(self.value(scope, right)),
                    Some(false) => Some(left),
                    None => None,
                };
            }
            _ => {}
        }
        let right = self.value(scope, right);
        if !self.count(text_steps(&left) + text_steps(&right)) {
            return None;
        }
        match operator {
            "+" => match (&left, &right) {
                (Data::Number(a), Data::Number(b)) => Some(Data::Number(a + b)),
                _ => {
                    let text = format!("{}{}", to_text(&left)?, to_text(&right)?);
                    (text.len() <= MAX_TEXT).then(|| Data::Text(text.into()))
                }
            },
            "===" | "==" => Some(Data::Bool(equal(&left, &right)?)),
            "!==" | "!=" => Some(Data::Bool(!equal(&left, &right)?)),
            _ => {
                let (Data::Number(a), Data::Number(b)) = (left, right) else { return None };
                match operator {
                    "-" => Some(Data::Number(a - b)),
                    "<" => Some(Data::Bool(a < b)),
                    ">" => Some(Data::Bool(a > b)),
                    "<=" => Some(Data::Bool(a <= b)),
                    ">=" => Some(Data::Bool(a >= b)),
                    _ => None,
                }
            }
        }
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        let values = self.names.get_mut().drain().filter_map(|(_, binding)| match binding {
            Binding::Value(value) => Some(value),
            _ => None,
        });
        drop_values(values);
    }
}

impl Scope {
    fn new(parent: Option<Rc<Scope>>, module: Rc<Module>) -> Rc<Self> {
        let (names, is_changed) = (RefCell::default(), Cell::new(false));
        Rc::new(Self { names, parent, module, is_changed })
    }

    pub(super) fn location(&self, line: u32, span: &std::ops::Range<usize>) -> Location {
        let text = self.module.source.get(span.clone()).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.join(" ");
        let mut expression: String = words.chars().take(MAX_EXPRESSION_CHARS).collect();
        if expression.len() < words.len() {
            expression.push('…');
        }
        Location { file: self.module.file.clone(), line, expression }
    }

    pub(super) fn call_location(&self, name: &str) -> Rc<Location> {
        Rc::new(self.location_of(name))
    }

    fn location_of(&self, name: &str) -> Location {
        Location { file: self.module.file.clone(), line: 1, expression: name.to_owned() }
    }

    fn set(&self, name: &str, value: Data) {
        self.names.borrow_mut().insert(name.to_owned(), Binding::Value(value));
    }

    fn value(&self, name: &str) -> Option<Data> {
        match self.names.borrow().get(name) {
            Some(Binding::Value(value)) => Some(value.clone()),
            _ => None,
        }
    }

    /// Changes a variable in the scope of its declaration. `is_content` is true if the content of its value is changed,
    /// and false if the variable is assigned a new value.
    fn change(&self, name: &str, is_content: bool, change: impl FnOnce(&mut Data)) {
        let mut scope = self;
        while let Some(parent) = &scope.parent
            && !scope.names.borrow().contains_key(name)
        {
            scope = parent;
        }
        if is_content {
            scope.is_changed.set(true);
        }
        let mut names = scope.names.borrow_mut();
        let binding = names.entry(name.to_owned()).or_insert(Binding::Value(Data::Undefined));
        if !matches!(binding, Binding::Value(_)) {
            *binding = Binding::Value(Data::Undefined);
        }
        if let Binding::Value(value) = binding {
            change(value);
        }
    }

    /// Replaces the lists and maps that a statement may change by an unknown value. These are all lists and maps whose
    /// variable names occur in the statement. If `is_loop_or_run` is false, only the empty ones are replaced.
    fn forget(&self, line: u32, span: &std::ops::Range<usize>, is_loop_or_run: bool) {
        let text = self.module.source.get(span.clone()).unwrap_or_default();
        let words: HashSet<&str> =
            text.split(|c: char| !c.is_alphanumeric() && !"_$".contains(c)).collect();
        let location = Rc::new(self.location(line, span));
        let mut around = Some(self);
        while let Some(scope) = around {
            for (name, binding) in scope.names.borrow_mut().iter_mut() {
                let may_change = match binding {
                    Binding::Value(Data::List(values)) => is_loop_or_run || values.is_empty(),
                    Binding::Value(Data::Map(entries)) => is_loop_or_run || entries.is_empty(),
                    _ => false,
                };
                if may_change && words.contains(name.as_str()) {
                    *binding = Binding::Value(Data::Unknown(location.clone()));
                    scope.is_changed.set(true);
                }
            }
            around = scope.parent.as_deref();
        }
    }

    fn top(&self) -> &Scope {
        let mut scope = self;
        while let Some(parent) = &scope.parent {
            scope = parent;
        }
        scope
    }

    /// Adds the top-level names of a script, which can be used before their declaration.
    fn hoist(self: &Rc<Self>, statements: &[Statement]) {
        for (number, statement) in statements.iter().enumerate() {
            match statement {
                Statement::Declare(pattern, _) => {
                    for name in syntax::pattern_names(pattern) {
                        self.names.borrow_mut().insert(name, Binding::Declared(number));
                    }
                }
                Statement::Import(name, export, specifier) => {
                    let binding = Binding::Imported(export.clone(), specifier.clone());
                    self.names.borrow_mut().insert(name.clone(), binding);
                }
                _ => {}
            }
        }
        self.hoist_functions(statements);
    }

    fn hoist_functions(self: &Rc<Self>, statements: &[Statement]) {
        for statement in statements {
            if let Statement::Function(name, function) = statement {
                let (function, scope) = (function.clone(), self.clone());
                let location = Rc::new(self.location_of(name));
                self.set(name, Data::Function(Rc::new(Closure { function, scope, location })));
            }
        }
    }
}

pub(super) fn list_data(values: Vec<Data>) -> Data {
    Data::List(Shared(Rc::new(values)))
}

/// Returns a map. If a key is repeated, the last value applies, at the position of the first one.
pub(super) fn map(entries: impl IntoIterator<Item = (String, Data)>) -> Data {
    let mut positions: HashMap<String, usize> = HashMap::new();
    let mut unique: Vec<(String, Data)> = Vec::new();
    for (key, value) in entries {
        match positions.get(&key).and_then(|at| unique.get_mut(*at)) {
            Some((_, known)) if key != UNKNOWN => *known = value,
            _ => {
                positions.insert(key.clone(), unique.len());
                unique.push((key, value));
            }
        }
    }
    Data::Map(Shared(Rc::new(unique)))
}

/// Number of steps for a copy of a value.
pub(super) fn steps(value: &Data) -> usize {
    match value {
        Data::List(values) => values.len(),
        Data::Map(entries) => entries.iter().map(|(key, _)| 1 + key.len() / BYTES_PER_STEP).sum(),
        value => text_steps(value),
    }
}

/// Number of steps for reading a text; 0 for other values.
pub(super) fn text_steps(value: &Data) -> usize {
    value.text().map_or(0, str::len) / BYTES_PER_STEP
}

fn without(value: &Data, parts: &[(String, Pattern)]) -> Data {
    let is_taken = |name: &str| parts.iter().any(|(key, _)| key == name);
    match value {
        Data::Map(entries) => map(entries.iter().filter(|(name, _)| !is_taken(name)).cloned()),
        other => other.clone(),
    }
}

fn is_exports(target: &Expr) -> bool {
    match &target.shape {
        Shape::Name(name) => name == "module" || name == "exports",
        Shape::Member(object, _) => is_exports(object),
        _ => false,
    }
}

/// Whether a script uses `module.exports`.
fn is_common(exports: &Data) -> bool {
    match exports.get("default") {
        Some(Data::Map(common)) => common.iter().all(|(name, _)| exports.get(name).is_some()),
        Some(_) => exports.entries().len() == 1,
        None => false,
    }
}

fn key_text(value: &Data) -> Option<String> {
    match value {
        Data::Text(_) | Data::Number(_) => to_text(value),
        _ => None,
    }
}

/// Converts a string, number, boolean, `null`, or `undefined` to a string, like a template string; `None` otherwise.
pub(super) fn to_text(value: &Data) -> Option<String> {
    match value {
        Data::Text(text) => Some(text.to_string()),
        Data::Number(value) => Some(value.to_string()),
        Data::Bool(value) => Some(value.to_string()),
        Data::Null => Some("null".to_owned()),
        Data::Undefined => Some("undefined".to_owned()),
        _ => None,
    }
}

/// Returns whether JavaScript treats a value as true; `None` for an unknown or external value.
pub(super) fn truth(value: &Data) -> Option<bool> {
    match value {
        Data::Undefined | Data::Null => Some(false),
        Data::Bool(value) => Some(*value),
        Data::Number(value) => Some(*value != 0.0),
        Data::Text(text) => Some(!text.is_empty()),
        Data::List(_) | Data::Map(_) | Data::Function(_) => Some(true),
        Data::External(..) | Data::Unknown(_) => None,
    }
}

pub(super) fn equal(left: &Data, right: &Data) -> Option<bool> {
    let is_known = |value: &Data| !matches!(value, Data::External(..) | Data::Unknown(_));
    if !is_known(left) || !is_known(right) {
        return None;
    }
    let is_same_kind = std::mem::discriminant(left) == std::mem::discriminant(right);
    Some(is_same_kind && to_text(left).is_some_and(|left| to_text(right) == Some(left)))
}

/// Parses JSON, with comments and trailing commas allowed. Maps keep their order. Returns `None` for invalid JSON.
pub(super) fn relaxed_json(text: &str) -> Option<Data> {
    let text = text.trim_start_matches('\u{feff}');
    let expr = syntax::parse_value(text)?;
    plain(&expr)
}

fn plain(expr: &Expr) -> Option<Data> {
    match &expr.shape {
        Shape::Null => Some(Data::Null),
        Shape::Bool(value) => Some(Data::Bool(*value)),
        Shape::Number(value) => Some(Data::Number(*value)),
        Shape::Text(text) => Some(Data::Text(text.as_str().into())),
        Shape::List(items) => {
            let value = |item: &Item| match item {
                Item::One(value) => plain(value),
                Item::Spread(_) => None,
            };
            items.iter().map(value).collect::<Option<Vec<_>>>().map(list_data)
        }
        Shape::Map(properties) => {
            let mut entries = Vec::new();
            for property in properties {
                let Property::Pair(key, value) = property else { return None };
                let Shape::Text(key) = &key.shape else { return None };
                entries.push((key.clone(), plain(value)?));
            }
            Some(map(entries))
        }
        _ => None,
    }
}
