//! Evaluator of expressions and statements.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use pailou_content::page_path::{folder_of, name_of};

use super::paths;
use super::syntax::{self, Expr, ForOf, Function, Item, Pattern, Property, Shape, Statement};
use super::{Data, Location};
use crate::tree::Tree;

/// Maximum sum of evaluated expressions, calls, and copied values, for one [`Scripts`].
const MAX_STEPS: usize = 500_000;
/// Maximum nesting depth of expressions and calls.
const MAX_DEPTH: usize = 150;
const MAX_MODULES: usize = 300;
pub(super) const MAX_TEXT: usize = 64 * 1024;
/// Number of bytes of a text whose processing counts as a step.
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
        Self { tree, base: base.to_owned(), exports, nextra_options, steps, depth }
    }

    /// Returns the options in `nextra({…})`, if a script that was evaluated contains such a call.
    pub(crate) fn nextra_options(&self) -> Data {
        self.nextra_options.borrow().clone()
    }

    pub(super) fn set_nextra_options(&self, options: &Data) {
        self.nextra_options.replace(options.clone());
    }

    /// Returns the default export or `module.exports` of a script, or else all exports. A function is called.
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
        let scope =
            Rc::new(Scope { names: RefCell::default(), parent: None, module: module.clone() });
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
                // The name refers to an earlier declaration or to a hoisted one.
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

    /// Evaluates a statement. `number` is its index if it is at the top level of the script.
    fn run(&self, scope: &Rc<Scope>, number: Option<usize>, statement: &Statement) -> Flow {
        match statement {
            Statement::Declare(pattern, value) => match number {
                Some(number) => self.declare(scope, number),
                None => self.bind(scope, pattern, self.value(scope, value)),
            },
            Statement::Function(..) | Statement::Import(..) => {}
            Statement::Assign(target, value) => self.assign(scope, target, value),
            Statement::Run(call) => self.run_call(scope, call),
            Statement::Return(value) => return Flow::Return(self.value(scope, value)),
            Statement::If(condition, then, other) => {
                return match truth(&self.value(scope, condition)) {
                    Some(true) => self.run_all(scope, then),
                    Some(false) => self.run_all(scope, other),
                    None if number.is_some() => Flow::On,
                    None => Flow::Return(self.unknown(scope, condition)),
                };
            }
            Statement::ForOf(looped) => {
                let flow = self.run_loop(scope, looped);
                // At the top level, there is no `return`: the loop cannot be evaluated.
                if number.is_none() || matches!(flow, Flow::On) {
                    return flow;
                }
                scope.forget(looped.line, &looped.span, true);
            }
            Statement::Continue => return Flow::Continue,
            Statement::Other(line, span) if number.is_none() => {
                return Flow::Return(Data::Unknown(Rc::new(scope.location(*line, span))));
            }
            Statement::Other(line, span) => scope.forget(*line, span, false),
            _ => {}
        }
        Flow::On
    }

    fn run_loop(&self, scope: &Rc<Scope>, looped: &ForOf) -> Flow {
        let Data::List(values) = self.value(scope, &looped.list) else {
            return Flow::Return(self.unknown(scope, &looped.list));
        };
        if !self.count(values.len()) {
            return Flow::Return(self.unknown(scope, &looped.list));
        }
        for value in values.iter() {
            let names = RefCell::default();
            let (parent, module) = (Some(scope.clone()), scope.module.clone());
            let inner = Rc::new(Scope { names, parent, module });
            self.bind(&inner, &looped.pattern, value.clone());
            if let Flow::Return(value) = self.run_all(&inner, &looped.body) {
                return Flow::Return(value);
            }
        }
        Flow::On
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
        let Some(mut path) = self.path_of(scope, target) else { return };
        if path.first().is_some_and(|name| name == "exports") {
            path.insert(0, "module".to_owned());
        }
        let (name, keys) = (path.remove(0), path);
        let before = self.name(scope, &name, || scope.location_of(&name));
        scope.replace(&name, with_member(&before, &keys, value));
    }

    fn path_of(&self, scope: &Rc<Scope>, target: &Expr) -> Option<Vec<String>> {
        match &target.shape {
            Shape::Name(name) => Some(vec![name.clone()]),
            Shape::Member(object, key) => {
                let mut path = self.path_of(scope, object)?;
                path.push(self.value(scope, key).text()?.to_owned());
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
        {
            return self.assign_value(scope, target, Data::Undefined);
        }
        let Shape::Call(function, items) = &call.shape else { return };
        let Shape::Member(object, method) = &function.shape else { return };
        let Shape::Text(method) = &method.shape else { return };
        if method == "forEach" || method == "assign" {
            let value = self.value(scope, call);
            match items.first() {
                Some(Item::One(target)) if method == "assign" => {
                    self.assign_value(scope, target, value)
                }
                _ if matches!(value, Data::Unknown(_)) => scope.forget(call.line, &call.span, true),
                _ => {}
            }
            return;
        }
        let Some(mut path) = self.path_of(scope, object) else { return };
        let Data::List(before) = self.value(scope, object) else { return };
        let list = match method.as_str() {
            "push" => list_data(before.iter().cloned().chain(self.items(scope, items)).collect()),
            "unshift" => list_data(
                self.items(scope, items).into_iter().chain(before.iter().cloned()).collect(),
            ),
            "reverse" | "sort" => self.value(scope, call),
            "splice" | "pop" | "shift" | "fill" => self.unknown(scope, call),
            _ => return,
        };
        let name = path.remove(0);
        let whole = self.name(scope, &name, || scope.location_of(&name));
        scope.replace(&name, with_member(&whole, &path, list));
    }

    pub(super) fn call(&self, closure: &Closure, arguments: &[Data]) -> Data {
        let scope = Rc::new(Scope {
            names: RefCell::default(),
            parent: Some(closure.scope.clone()),
            module: closure.scope.module.clone(),
        });
        if !closure.function.name.is_empty() {
            scope.set(&closure.function.name, Data::Function(Rc::new(closure.clone())));
        }
        scope.hoist_functions(&closure.function.body);
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
        let result = match self.run_all(&scope, &closure.function.body) {
            Flow::Return(value) => value,
            Flow::On | Flow::Continue => Data::Undefined,
        };
        self.leave();
        result
    }

    fn bind(&self, scope: &Rc<Scope>, pattern: &Pattern, value: Data) {
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
                        Pattern::Rest(_) => without(&value, parts),
                        _ => self.member(&value, key),
                    };
                    self.bind(scope, part, value);
                }
            }
            Pattern::List(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let value = match (&value, part) {
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
        value
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
                match key_text(&key) {
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
            match to_text(&self.value(scope, piece)) {
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
                    Some(key) => set_entry(&mut entries, key, self.value(scope, value)),
                    None => entries.push((UNKNOWN.to_owned(), self.unknown(scope, key))),
                },
                Property::Spread(value) => match self.value(scope, value) {
                    Data::Map(more) if self.count(more.len()) => {
                        for (key, value) in more.iter() {
                            set_entry(&mut entries, key.clone(), value.clone());
                        }
                    }
                    Data::Undefined | Data::Null | Data::Bool(_) | Data::Number(_) => {}
                    Data::Text(text) if text.is_empty() => {}
                    _ => entries.push((UNKNOWN.to_owned(), self.unknown(scope, value))),
                },
            }
        }
        Data::Map(Rc::new(entries))
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
                Data::Map(entries) => {
                    let found = entries.iter().rev().find(|(name, _)| name == export);
                    found.map_or_else(
                        || Data::Unknown(Rc::new(location())),
                        |(_, value)| value.clone(),
                    )
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
            Data::Map(_) => object.get(key).cloned().unwrap_or(Data::Undefined),
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
        match operator {
            "+" => match (&left, &right) {
                (Data::Number(a), Data::Number(b)) => Some(Data::Number(a + b)),
                _ => {
                    let text = format!("{}{}", to_text(&left)?, to_text(&right)?);
                    let is_allowed =
                        text.len() <= MAX_TEXT && self.count(text.len() / BYTES_PER_STEP);
                    is_allowed.then(|| Data::Text(text.into()))
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

impl Scope {
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

    /// Sets a variable in the scope of its declaration.
    fn replace(&self, name: &str, value: Data) {
        let mut scope = self;
        loop {
            let is_here = scope.names.borrow().contains_key(name);
            match (is_here, &scope.parent) {
                (false, Some(parent)) => scope = parent,
                _ => return scope.set(name, value),
            }
        }
    }

    /// Replaces the lists and maps that a statement names and may change by an unknown value. If no part of the
    /// statement was run, only empty lists and maps are replaced.
    fn forget(&self, line: u32, span: &std::ops::Range<usize>, is_partly_run: bool) {
        let text = self.module.source.get(span.clone()).unwrap_or_default();
        let words: HashSet<&str> =
            text.split(|c: char| !c.is_alphanumeric() && !"_$".contains(c)).collect();
        let location = Rc::new(self.location(line, span));
        for (name, binding) in self.top().names.borrow_mut().iter_mut() {
            let may_change = match binding {
                Binding::Value(Data::List(values)) => is_partly_run || values.is_empty(),
                Binding::Value(Data::Map(entries)) => is_partly_run || entries.is_empty(),
                _ => false,
            };
            if may_change && words.contains(name.as_str()) {
                *binding = Binding::Value(Data::Unknown(location.clone()));
            }
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
    Data::List(Rc::new(values))
}

pub(super) fn map(entries: impl IntoIterator<Item = (String, Data)>) -> Data {
    Data::Map(Rc::new(entries.into_iter().collect()))
}

pub(super) fn set_entry(entries: &mut Vec<(String, Data)>, key: String, value: Data) {
    match entries.iter_mut().find(|(known, _)| *known == key) {
        Some((_, known)) => *known = value,
        None => entries.push((key, value)),
    }
}

fn with_member(object: &Data, keys: &[String], value: Data) -> Data {
    let Some((key, rest)) = keys.split_first() else { return value };
    let mut entries = object.entries().to_vec();
    let inner = object.get(key).cloned().unwrap_or(Data::Undefined);
    set_entry(&mut entries, key.clone(), with_member(&inner, rest, value));
    Data::Map(Rc::new(entries))
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

/// Converts a value to a string, as in a template; `None` for lists, maps, functions, and unknown values.
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

/// Returns whether JavaScript treats a value as true; `None` for an unknown value.
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
    let is_plain = |value: &Data| {
        matches!(
            value,
            Data::Text(_) | Data::Number(_) | Data::Bool(_) | Data::Null | Data::Undefined
        )
    };
    if !is_known(left) || !is_known(right) {
        return None;
    }
    if !is_plain(left) || !is_plain(right) {
        return Some(false);
    }
    let is_same_kind = std::mem::discriminant(left) == std::mem::discriminant(right);
    Some(is_same_kind && to_text(left) == to_text(right))
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
                set_entry(&mut entries, key.clone(), plain(value)?);
            }
            Some(map(entries))
        }
        _ => None,
    }
}
