//! Version names: validation and order.

use std::cmp::Ordering;

const LONGEST: usize = 40;

/// Returns an error with the reason if the name is invalid in a URL.
pub fn check_version_name(name: &str) -> Result<(), &'static str> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    match name {
        "" => Err("it is empty"),
        name if name.len() > LONGEST => Err("it is longer than 40 characters"),
        name if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) => {
            Err("it begins with neither a letter nor a digit")
        }
        name if name.contains(|c| !is_allowed(c)) => Err(
            "it contains characters other than Latin letters, digits, dots, hyphens, and underscores",
        ),
        _ => Ok(()),
    }
}

/// Compares version names; the newer version is greater: `10.0` above `9.1`, `3.0` above `3.0-beta.2`, `2.x` above
/// `2.9`. A `v` before the number is ignored. Names that do not begin with a number, such as `next`, are above all
/// others.
pub fn compare(a: &str, b: &str) -> Ordering {
    let (a_numbers, a_rest) = leading_numbers(a);
    let (b_numbers, b_rest) = leading_numbers(b);
    match (a_numbers.is_empty(), b_numbers.is_empty()) {
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        _ => {}
    }
    let longest = a_numbers.len().max(b_numbers.len());
    let at = |numbers: &[u64], at: usize| numbers.get(at).copied().unwrap_or(0);
    let by_numbers = (0..longest)
        .map(|n| at(&a_numbers, n).cmp(&at(&b_numbers, n)))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal);
    // A suffix after the numbers marks a prerelease.
    by_numbers
        .then_with(|| a_rest.is_empty().cmp(&b_rest.is_empty()))
        .then_with(|| by_parts(a_rest, b_rest))
        .then_with(|| a.cmp(b))
}

/// Returns the numbers at the start of a name, and the rest. `x` is greater than every number.
fn leading_numbers(name: &str) -> (Vec<u64>, &str) {
    let mut rest = name;
    if let Some(bare) = name.strip_prefix(['v', 'V'])
        && bare.starts_with(|c: char| c.is_ascii_digit())
    {
        rest = bare;
    }
    let mut found = Vec::new();
    loop {
        let part = if found.is_empty() { Some(rest) } else { rest.strip_prefix('.') };
        let Some(part) = part else { break };
        let length = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = part.split_at(length);
        if let Ok(number) = number.parse() {
            found.push(number);
            rest = after;
        } else if part == "x" && !found.is_empty() {
            found.push(u64::MAX);
            rest = "";
        } else {
            break;
        }
    }
    (found, rest)
}

/// Compares suffixes: `-rc.10` above `-rc.9`, `-rc` above `-beta`.
fn by_parts(a: &str, b: &str) -> Ordering {
    let parts = |text: &str| -> Vec<(u64, String)> {
        let parts = text.split(['.', '-', '_']);
        // Numeric parts are below alphanumeric parts, as in Semantic Versioning.
        parts
            .map(|part| part.parse().map_or((u64::MAX, part.to_owned()), |n| (n, String::new())))
            .collect()
    };
    parts(a).cmp(&parts(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_name_must_be_valid_in_a_url() {
        for name in ["2.1", "v3.0.0-rc.1", "next", "2.x", "LTS_2024"] {
            assert_eq!(check_version_name(name), Ok(()), "{name}");
        }
        for name in ["", ".1", "-1", "2/1", "2 1", "二", "2.1?", "@2", "%32"] {
            assert!(check_version_name(name).is_err(), "{name}");
        }
        assert!(check_version_name(&"1".repeat(41)).is_err());
    }

    #[test]
    fn newer_version_compares_as_greater() {
        let expected = [
            "stable",
            "next",
            "10.0",
            "v9.1",
            "3.x",
            "3.0.1",
            "3.0",
            "3.0-rc.10",
            "3.0-rc.9",
            "3.0-beta",
            "2.10",
            "2.9.9",
            "2.9",
            "1",
        ];
        let mut names = expected;
        names.sort_unstable();
        names.sort_by(|a, b| compare(b, a));
        assert_eq!(names, expected);
    }

    #[test]
    fn version_order_is_antisymmetric() {
        let names = ["1", "1.0", "v1", "1-", "x", "1.x", "99999999999999999999", "v", "1..2"];
        for a in names {
            for b in names {
                assert_eq!(compare(a, b), compare(b, a).reverse(), "{a} {b}");
            }
        }
    }
}
