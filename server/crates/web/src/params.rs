//! Path and query parameters of requests: languages, paths, pagination, names, booleans, and numbers.

use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use super::problem::Problem;

pub fn locale(text: &str) -> Result<Locale, Problem> {
    text.parse().map_err(|_| Problem::BadRequest(format!("unknown locale `{text}`")))
}

/// Decodes a path parameter at the end of a URL, without trailing slashes. Returns 400 for invalid UTF-8, and 404 for a
/// path with U+0000.
pub fn path(path: &str) -> Result<String, Problem> {
    let path = percent_decode_str(path.trim_end_matches('/')).decode_utf8();
    let path = path.map_err(|_| Problem::BadRequest("invalid path: expected UTF-8".to_owned()))?;
    if path.contains('\0') {
        return Err(Problem::NotFound);
    }
    Ok(path.into_owned())
}

/// Query of a list whose only parameters are page number and page size.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Page number, from 1. Default: 1.
    page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    size: Option<String>,
}

impl PageQuery {
    pub fn pagination(&self) -> Result<(i64, i64), Problem> {
        pagination(self.page.as_deref(), self.size.as_deref())
    }
}

/// Parses the page number, from 1 to 1,000,000 (default 1), and the page size, from 1 to 200 (default 20). Returns 422
/// for another value.
pub fn pagination(page: Option<&str>, size: Option<&str>) -> Result<(i64, i64), Problem> {
    Ok((number("page", page, 1, 1_000_000)?, number("size", size, 20, 200)?))
}

/// Parses a query parameter with a fixed set of names; `None` for an empty text. Returns 422 for another name.
pub fn parse_enum<T: Named>(field: &str, text: &str) -> Result<Option<T>, Problem> {
    if text.is_empty() {
        return Ok(None);
    }
    let found = T::NAMES.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    found.map(Some).ok_or_else(|| {
        let names: Vec<_> = T::NAMES.iter().map(|(name, _)| *name).collect();
        let detail = format!("invalid `{field}`: expected one of {}", names.join(", "));
        Problem::invalid(field, "unknown-value", detail)
    })
}

/// A type whose values have names in queries.
pub trait Named: Copy + 'static {
    const NAMES: &'static [(&'static str, Self)];
}

/// Returns the schema of a parameter with these names, for `#[param(schema_with = …)]`.
pub fn enum_schema<T: Named>() -> Object {
    let names = T::NAMES.iter().map(|(name, _)| *name);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).build()
}

/// Parses a boolean of the query; absent means false. Rejects values other than `true` and `false`, so that a typing
/// error does not start an unintended action.
pub fn flag(field: &str, text: Option<&str>) -> Result<bool, Problem> {
    match text {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => {
            let detail = format!("invalid `{field}`: expected `true` or `false`");
            Err(Problem::invalid(field, "unknown-value", detail))
        }
    }
}

/// Parses an integer of the query, from 1 to `max`; `default` if it is absent. Returns 422 for another value.
pub fn number(field: &str, text: Option<&str>, default: i64, max: i64) -> Result<i64, Problem> {
    let Some(text) = text else { return Ok(default) };
    // A value that is not a number counts as 0, which is out of range.
    check_range(field, text.parse().unwrap_or(0), max)
}

/// Returns the number if it is from 1 to `max`, and otherwise 422.
pub fn check_range(field: &str, number: i64, max: i64) -> Result<i64, Problem> {
    if (1..=max).contains(&number) {
        return Ok(number);
    }
    let detail = format!("invalid `{field}`: expected a number from 1 to {max}");
    Err(Problem::invalid(field, "out-of-range", detail))
}
