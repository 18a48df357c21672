//! Static evaluation of JavaScript and TypeScript settings.
//!
//! The evaluator supports constants, imports of files in the tree, functions of the scripts, known wrappers of
//! settings, and common methods. No JavaScript engine runs the scripts; a value that would need one is
//! [`Data::Unknown`] with its location.

mod builtins;
mod evaluate;
mod paths;
mod syntax;

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::Deref;
use std::rc::Rc;

use pailou_content::issue::Issue;
use pailou_content::yaml::Value;

pub(crate) use evaluate::Scripts;
pub(crate) use paths::{imported, within_tree};

use evaluate::Closure;

/// Maximum number of values that are converted with one [`Unknown`], or visited by one search.
const MAX_VALUES: usize = 100_000;
/// Maximum depth of a conversion or search.
const MAX_LEVELS: usize = 40;

#[derive(Debug, Clone)]
pub(crate) enum Data {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(Rc<str>),
    List(Shared<Data>),
    Map(Shared<(String, Data)>),
    Function(Rc<Closure>),
    /// Name that a package or the runtime defines, such as `defineConfig` or `process.env`.
    External(Rc<str>, Rc<Location>),
    Unknown(Rc<Location>),
}

/// Shared content of a list or map. Nested values are dropped iteratively, so that they cannot exhaust the stack.
#[derive(Debug, Clone)]
pub(crate) struct Shared<T: Into<Data>>(Rc<Vec<T>>);

impl<T: Into<Data>> Deref for Shared<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Into<Data>> Drop for Shared<T> {
    fn drop(&mut self) {
        if let Some(values) = Rc::get_mut(&mut self.0) {
            drop_values(std::mem::take(values).into_iter().map(Into::into));
        }
    }
}

impl From<(String, Data)> for Data {
    fn from((_, value): (String, Data)) -> Self {
        value
    }
}

/// Drops values that may contain other values. A nested call only appends its values to a queue.
fn drop_values(values: impl Iterator<Item = Data>) {
    thread_local! {
        static QUEUE: RefCell<Option<Vec<Data>>> = const { RefCell::new(None) };
    }
    let is_active = QUEUE.with_borrow_mut(|queue| {
        let is_active = queue.is_some();
        queue.get_or_insert_default().extend(values);
        is_active
    });
    if is_active {
        return;
    }
    while let Some(value) = QUEUE.with_borrow_mut(|queue| queue.as_mut().and_then(Vec::pop)) {
        drop(value);
    }
    QUEUE.set(None);
}

/// Location of an expression that cannot be evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Location {
    pub(crate) file: String,
    pub(crate) line: u32,
    /// Beginning of the expression.
    pub(crate) expression: String,
}

impl Location {
    pub(crate) fn issue(&self) -> Issue {
        Issue::note("navigation-not-literal", self.line, self.expression.as_str())
            .in_file(&self.file)
    }
}

impl Data {
    pub(crate) fn get(&self, key: &str) -> Option<&Data> {
        let Data::Map(entries) = self else { return None };
        // If a key is repeated, the last entry applies.
        entries.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Data::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> &[Data] {
        match self {
            Data::List(values) => values,
            _ => &[],
        }
    }

    pub(crate) fn entries(&self) -> &[(String, Data)] {
        match self {
            Data::Map(entries) => entries,
            _ => &[],
        }
    }

    /// Converts the value to plain data, and adds the unknown values to `unknown`. Lists omit unknown values;
    /// maps contain [`Value::Nothing`] instead.
    pub(crate) fn literal(&self, unknown: &mut Unknown) -> Value {
        let mut left = std::mem::take(&mut unknown.left);
        let value = self.literal_within(unknown, &mut left, MAX_LEVELS);
        unknown.left = left;
        value
    }

    fn literal_within(&self, unknown: &mut Unknown, left: &mut usize, levels: usize) -> Value {
        if *left == 0 || levels == 0 {
            return Value::Nothing;
        }
        *left -= 1;
        match self {
            Data::Undefined | Data::Null => Value::Nothing,
            Data::Bool(value) => Value::Text(value.to_string()),
            Data::Number(value) => Value::Text(value.to_string()),
            Data::Text(text) => Value::Text(text.to_string()),
            Data::List(values) => {
                let values = values.iter().map(|it| it.literal_within(unknown, left, levels - 1));
                Value::List(values.filter(|value| *value != Value::Nothing).collect())
            }
            Data::Map(entries) => {
                let mut values = Vec::new();
                for (key, it) in entries.iter() {
                    let value = it.literal_within(unknown, left, levels - 1);
                    if key != evaluate::UNKNOWN {
                        values.push((key.clone(), value));
                    }
                }
                Value::Map(values)
            }
            Data::Function(closure) => unknown.add(&closure.location),
            Data::External(_, location) | Data::Unknown(location) => unknown.add(location),
        }
    }

    /// Returns all values of the key `name` in depth-first order. These values are not searched further.
    pub(crate) fn find_all(&self, name: &str) -> Vec<Found> {
        let mut found = Vec::new();
        let mut left = MAX_VALUES;
        self.find_within(name, &mut Vec::new(), &mut left, &mut found);
        found
    }

    fn find_within(
        &self,
        name: &str,
        within: &mut Vec<String>,
        left: &mut usize,
        found: &mut Vec<Found>,
    ) {
        if *left == 0 || within.len() > MAX_LEVELS {
            return;
        }
        *left -= 1;
        for (key, value) in self.entries() {
            if key == name {
                found.push(Found { value: value.clone(), within: within.clone() });
                continue;
            }
            within.push(key.clone());
            value.find_within(name, within, left, found);
            within.pop();
        }
        for value in self.list() {
            within.push(String::new());
            value.find_within(name, within, left, found);
            within.pop();
        }
    }
}

/// Parses JSON, with comments and trailing commas allowed, to plain data. The error is the line and the reason.
pub(crate) fn json(text: &str) -> Result<Value, (u32, String)> {
    if let Some(value) = evaluate::relaxed_json(text) {
        return Ok(value.literal(&mut Unknown::default()));
    }
    let error = serde_json::from_str::<serde_json::Value>(text).err();
    let line = error.as_ref().map_or(1, serde_json::Error::line).max(1);
    let detail = error.map_or_else(|| "too large".to_owned(), |error| error.to_string());
    Err((u32::try_from(line).unwrap_or(u32::MAX), detail))
}

impl From<&Value> for Data {
    fn from(value: &Value) -> Self {
        match value {
            Value::Nothing => Self::Null,
            Value::Text(text) => Self::Text(text.as_str().into()),
            Value::List(values) => evaluate::list_data(values.iter().map(Self::from).collect()),
            Value::Map(entries) => {
                let entry = |(key, value): &(String, Value)| (key.clone(), Self::from(value));
                evaluate::map(entries.iter().map(entry))
            }
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) value: Data,
    /// Keys of the enclosing maps, outermost first, with an empty string for each enclosing list.
    pub(crate) within: Vec<String>,
}

/// Locations of values that could not be evaluated, without duplicates, and the remaining number of values that may be
/// converted (see [`MAX_VALUES`]).
#[derive(Debug)]
pub(crate) struct Unknown {
    locations: HashSet<Location>,
    left: usize,
}

impl Default for Unknown {
    fn default() -> Self {
        Self { locations: HashSet::new(), left: MAX_VALUES }
    }
}

impl Unknown {
    pub(crate) fn add(&mut self, location: &Location) -> Value {
        self.locations.insert(location.clone());
        Value::Nothing
    }

    /// Returns the number of different locations.
    pub(crate) fn count(&self) -> usize {
        self.locations.len()
    }

    pub(crate) fn issues(self) -> impl Iterator<Item = Issue> {
        self.locations.into_iter().map(|location| location.issue())
    }

    pub(crate) fn into_locations(self) -> impl Iterator<Item = Location> {
        self.locations.into_iter()
    }

    /// Like [`Self::issues`], but with warnings instead of notes, for redirects.
    pub(crate) fn redirects(self) -> impl Iterator<Item = Issue> {
        let issue = |location: Location| {
            Issue::warning("navigation-not-literal", location.line, location.expression)
                .in_file(&location.file)
        };
        self.locations.into_iter().map(issue)
    }
}

#[cfg(test)]
mod tests;
