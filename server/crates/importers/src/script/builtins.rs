//! Supported function calls: functions of the script, wrappers of settings, and methods of lists, strings, and paths.

use std::rc::Rc;

use super::Data;
use super::evaluate::{
    Closure, MAX_TEXT, Scope, Scripts, equal, list_data, map, steps, text_steps, to_text, truth,
};
use super::paths::normalized;
use super::syntax::{Expr, Shape};

impl Scripts<'_> {
    /// Evaluates a call; returns `None` if it cannot be evaluated statically.
    pub(super) fn call_expression(
        &self,
        scope: &Rc<Scope>,
        function: &Expr,
        arguments: &[Data],
    ) -> Option<Data> {
        if let Shape::Member(object, method) = &function.shape
            && let Shape::Text(method) = &method.shape
        {
            let object = self.value(scope, object);
            match &object {
                Data::List(_) => return self.list_method(&object, method, arguments),
                Data::Text(text) => {
                    let is_allowed = self.count(text_steps(&object));
                    return if is_allowed { text_method(text, method, arguments) } else { None };
                }
                _ => {}
            }
        }
        match self.value(scope, function) {
            Data::Function(closure) => Some(self.call(&closure, arguments)),
            Data::External(name, _) => self.external_call(scope, &name, function, arguments),
            _ => None,
        }
    }

    fn external_call(
        &self,
        scope: &Rc<Scope>,
        name: &str,
        function: &Expr,
        arguments: &[Data],
    ) -> Option<Data> {
        let first = arguments.first();
        let last_name = name.rsplit('.').next().unwrap_or(name);
        match name {
            "require" => {
                let specifier = first?.text()?;
                return self.required(scope, specifier).or_else(|| external(specifier, scope));
            }
            "import" => {
                let specifier = first?.text()?;
                return self
                    .imported_whole(scope, specifier)
                    .or_else(|| external(specifier, scope));
            }
            "require.resolve" | "fileURLToPath" | "url.fileURLToPath" | "Object.freeze"
            | "Promise.resolve" => {
                return first.cloned();
            }
            "Object.assign" => return self.merged(arguments),
            "Object.entries" | "Object.keys" | "Object.values" if self.count(steps(first?)) => {
                let part = |(key, value): &(String, Data)| match last_name {
                    "keys" => Data::Text(key.as_str().into()),
                    "values" => value.clone(),
                    _ => list_data(vec![Data::Text(key.as_str().into()), value.clone()]),
                };
                return known_map(first?)
                    .map(|entries| list_data(entries.iter().map(part).collect()));
            }
            "Object.fromEntries" => {
                let Data::List(pairs) = first? else { return None };
                let entry = |pair: &Data| match pair.list() {
                    [key, value, ..] => Some((key.text()?.to_owned(), value.clone())),
                    _ => None,
                };
                return pairs.iter().map(entry).collect::<Option<Vec<_>>>().map(map);
            }
            _ => {}
        }
        match last_name {
            "join" | "resolve" | "dirname" | "createRequire" => {
                path_call(last_name, arguments, scope)
            }
            // Adds a generated sidebar to the VitePress settings. This sidebar cannot be evaluated statically.
            "withSidebar" => {
                let mut entries = known_map(first?)?.to_vec();
                let location = scope.location(function.line, &function.span);
                entries.push(("sidebar".to_owned(), Data::Unknown(Rc::new(location))));
                Some(map(entries))
            }
            "nextra" => {
                self.set_nextra_options(first.unwrap_or(&Data::Undefined));
                external("withNextra", scope)
            }
            // The loader of a content collection of Astro.
            "glob" => first.filter(|options| matches!(options, Data::Map(_))).cloned(),
            _ if returns_its_argument(last_name) => match first {
                Some(value) => Some(self.called(value)),
                None => Some(Data::Undefined),
            },
            _ => None,
        }
    }

    fn merged(&self, values: &[Data]) -> Option<Data> {
        let mut entries = Vec::new();
        for value in values {
            let more = known_map(value).filter(|_| self.count(steps(value)))?;
            entries.extend(more.iter().cloned());
        }
        Some(map(entries))
    }

    fn list_method(&self, list: &Data, method: &str, arguments: &[Data]) -> Option<Data> {
        let values = list.list();
        if !self.count(values.iter().map(|value| 1 + text_steps(value)).sum()) {
            return None;
        }
        let first = arguments.first();
        match method {
            "map" => self.mapped(list, first?).map(list_data),
            "forEach" => {
                let Data::Function(closure) = first? else { return None };
                let (mut result, mut is_changed) = (Data::Undefined, false);
                for at in 0..values.len() {
                    let returned = self.call_back(closure, None, list, at);
                    is_changed |= self.is_argument_changed.get();
                    result = if let Data::Unknown(_) = returned { returned } else { result };
                }
                self.is_argument_changed.set(is_changed);
                Some(result)
            }
            "reduce" => {
                let Data::Function(closure) = first? else { return None };
                let start = arguments.get(1)?.clone();
                let call = |result, at| self.call_back(closure, Some(result), list, at);
                Some((0..values.len()).fold(start, call))
            }
            "flatMap" => self.flat(&self.mapped(list, first?)?),
            "flat" => self.flat(values),
            "filter" => self.filtered(list, first?).map(list_data),
            "find" => {
                let found = self.filtered(list, first?)?;
                Some(found.first().cloned().unwrap_or(Data::Undefined))
            }
            "some" => Some(Data::Bool(!self.filtered(list, first?)?.is_empty())),
            "every" => Some(Data::Bool(self.filtered(list, first?)?.len() == values.len())),
            "slice" => {
                let bounds = arguments.iter().map(|bound| index(bound, values.len()));
                let bounds: Vec<usize> = bounds.collect::<Option<_>>()?;
                let end = bounds.get(1).copied().unwrap_or(values.len());
                let start = bounds.first().copied().unwrap_or(0).min(end);
                Some(list_data(values[start..end].to_vec()))
            }
            "at" => {
                let at = from_start(first?, values.len())?;
                let value = if at < 0.0 { None } else { values.get(at as usize) };
                Some(value.cloned().unwrap_or(Data::Undefined))
            }
            // Calls with a comparison function are not evaluated.
            "sort" | "toSorted" if arguments.is_empty() => {
                let mut texts: Vec<&str> = values.iter().map(Data::text).collect::<Option<_>>()?;
                texts.sort_unstable();
                Some(list_data(texts.into_iter().map(|text| Data::Text(text.into())).collect()))
            }
            "concat" => {
                let lists: Vec<Data> = [list].into_iter().chain(arguments).cloned().collect();
                self.flat(&lists)
            }
            "reverse" | "toReversed" => Some(list_data(values.iter().rev().cloned().collect())),
            "join" => {
                let between = first.and_then(Data::text).unwrap_or(",");
                let mut joined = String::new();
                for (at, value) in values.iter().enumerate() {
                    joined.push_str(if at > 0 { between } else { "" });
                    joined.push_str(&to_text(value)?);
                    if joined.len() > MAX_TEXT {
                        return None;
                    }
                }
                Some(Data::Text(joined.into()))
            }
            "includes" => {
                let searched = first?;
                let found: Option<Vec<bool>> =
                    values.iter().map(|value| equal(value, searched)).collect();
                found.map(|found| Data::Bool(found.contains(&true)))
            }
            _ => None,
        }
    }

    fn mapped(&self, list: &Data, function: &Data) -> Option<Vec<Data>> {
        let Data::Function(closure) = function else { return None };
        let positions = 0..list.list().len();
        Some(positions.map(|at| self.call_back(closure, None, list, at)).collect())
    }

    /// Calls a function with a value of a list, the position of the value, and the list. For `reduce`, `result` is the
    /// first argument.
    fn call_back(&self, closure: &Closure, result: Option<Data>, list: &Data, at: usize) -> Data {
        let value = list.list().get(at).cloned().unwrap_or(Data::Undefined);
        let arguments = [value, Data::Number(at as f64), list.clone()];
        self.call(closure, &result.into_iter().chain(arguments).collect::<Vec<_>>())
    }

    /// Joins lists and single values into one list.
    fn flat(&self, values: &[Data]) -> Option<Data> {
        fn each(value: &Data) -> &[Data] {
            match value {
                Data::List(inner) => inner,
                one => std::slice::from_ref(one),
            }
        }
        let count = values.iter().map(|value| each(value).len()).sum();
        self.count(count).then(|| list_data(values.iter().flat_map(each).cloned().collect()))
    }

    fn filtered(&self, list: &Data, function: &Data) -> Option<Vec<Data>> {
        let values = list.list();
        let is_match = |(at, value): (usize, &Data)| match function {
            Data::Function(closure) => truth(&self.call_back(closure, None, list, at)),
            // Unknown values are retained, so that they are reported.
            Data::External(name, _) if name.as_ref() == "Boolean" => {
                Some(truth(value).unwrap_or(true))
            }
            _ => None,
        };
        let matched: Option<Vec<bool>> = values.iter().enumerate().map(is_match).collect();
        let kept = values.iter().zip(matched?).filter(|(_, is_match)| *is_match);
        Some(kept.map(|(value, _)| value.clone()).collect())
    }
}

/// Whether the result of a function is replaced by its first argument, as for `defineConfig({…})`,
/// `withMermaid({…})`, and `hopeTheme({…})`.
fn returns_its_argument(name: &str) -> bool {
    const WRAPPERS: &[&str] = &[
        "starlight",
        "sidebar",
        "navbar",
        "arraySidebar",
        "starlightSidebarTopics",
        "pluginClientRedirects",
        "redirectPlugin",
        "structuredClone",
        "String",
    ];
    let is_word = |prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()))
    };
    WRAPPERS.contains(&name) || is_word("define") || is_word("with") || name.ends_with("Theme")
}

fn external(name: &str, scope: &Scope) -> Option<Data> {
    // `require('nextra')` is represented as the external name `nextra`.
    (!name.starts_with('.')).then(|| Data::External(name.into(), scope.call_location(name)))
}

fn known_map(value: &Data) -> Option<&[(String, Data)]> {
    match value {
        Data::Map(entries) => Some(entries),
        Data::Undefined | Data::Null => Some(&[]),
        _ => None,
    }
}

/// Converts an argument of a function such as `slice` to a position from 0 to `length`.
fn index(argument: &Data, length: usize) -> Option<usize> {
    Some((from_start(argument, length)?.max(0.0) as usize).min(length))
}

/// Converts an argument to a position in a list. Negative arguments count from the end; the result is negative for a
/// position before the list.
fn from_start(argument: &Data, length: usize) -> Option<f64> {
    let Data::Number(number) = argument else { return None };
    Some(if *number < 0.0 { number + length as f64 } else { *number })
}

fn path_call(name: &str, arguments: &[Data], scope: &Scope) -> Option<Data> {
    let texts: Option<Vec<&str>> = arguments.iter().map(Data::text).collect();
    let text = |path: String| Some(Data::Text(path.into()));
    match name {
        "createRequire" => external("require", scope),
        "dirname" => {
            text(texts?.first()?.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned())
        }
        _ => text(normalized(&texts?.join("/"))),
    }
}

fn text_method(text: &str, method: &str, arguments: &[Data]) -> Option<Data> {
    let made = |text: String| (text.len() <= MAX_TEXT).then(|| Data::Text(text.into()));
    let argument = |at: usize| arguments.get(at).and_then(Data::text);
    let position = |at: usize| match arguments.get(at)? {
        Data::Number(number) if *number >= 0.0 => Some(*number as usize),
        _ => None,
    };
    match method {
        "charAt" => made(text.chars().skip(position(0)?).take(1).collect()),
        "slice" | "substring" => {
            let end = if arguments.len() < 2 { usize::MAX } else { position(1)? };
            let start = position(0)?;
            // `substring` exchanges its arguments if the first is greater.
            let is_exchanged = method == "substring" && start > end;
            let (start, end) = if is_exchanged { (end, start) } else { (start, end) };
            made(text.chars().take(end).skip(start).collect())
        }
        "toUpperCase" => made(text.to_uppercase()),
        "toLowerCase" => made(text.to_lowercase()),
        "trim" => made(text.trim().to_owned()),
        "toString" => made(text.to_owned()),
        "replace" => made(text.replacen(argument(0)?, argument(1)?, 1)),
        "replaceAll" => {
            let (old, new) = (argument(0)?, argument(1)?);
            let added = text.matches(old).count() * new.len();
            if added > MAX_TEXT { None } else { made(text.replace(old, new)) }
        }
        "concat" => {
            let more: Vec<&str> = arguments.iter().map(Data::text).collect::<Option<_>>()?;
            let added: usize = more.iter().map(|text| text.len()).sum();
            if added > MAX_TEXT { None } else { made(format!("{text}{}", more.concat())) }
        }
        "startsWith" => Some(Data::Bool(text.starts_with(argument(0)?))),
        "endsWith" => Some(Data::Bool(text.ends_with(argument(0)?))),
        "includes" => Some(Data::Bool(text.contains(argument(0)?))),
        "split" => {
            let parts: Vec<String> = match argument(0)? {
                "" => text.chars().map(String::from).collect(),
                between => text.split(between).map(str::to_owned).collect(),
            };
            Some(list_data(parts.into_iter().map(|part| Data::Text(part.into())).collect()))
        }
        _ => None,
    }
}
