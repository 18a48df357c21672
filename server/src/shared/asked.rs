//! What requests ask for in their path and query: a language, a part of a list.

use core_wasm::locale::Locale;

use super::problem::Problem;

pub(crate) fn locale(text: &str) -> Result<Locale, Problem> {
    text.parse().map_err(|_| Problem::BadRequest(format!("unknown locale `{text}`")))
}

/// Which part of a list is asked for: page from 1, size up to 200 (contract: 20 when absent).
pub(crate) fn part(page: Option<&str>, size: Option<&str>) -> Result<(i64, i64), Problem> {
    Ok((number("page", page, 1, 1_000_000)?, number("size", size, 20, 200)?))
}

/// A number of the query within its bounds; a list says what it allows.
pub(crate) fn number(
    field: &str,
    text: Option<&str>,
    default: i64,
    most: i64,
) -> Result<i64, Problem> {
    let Some(text) = text else { return Ok(default) };
    text.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
        Problem::invalid(field, "out-of-range", format!("`{field}` is a number from 1 to {most}."))
    })
}
