//! Fingerprint of a table: number of rows and a hash over them. The fingerprint depends neither on the order of the
//! rows nor on the database's notation of JSON.

use std::fmt;

use futures_util::TryStreamExt;
use serde_json::Value;

use crate::store::{self, Table};
use pailou_database::Tx;

/// Number of bytes of the hash that are printed.
const PRINTED: usize = 8;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fingerprint {
    pub rows: u64,
    /// Sum of the BLAKE3 hashes of the rows, in four 64-bit parts with wrapping addition.
    sum: [u64; 4],
}

impl Fingerprint {
    /// Adds a row. Its JSON must be an array of numbers, strings, and nulls.
    fn add(&mut self, row: &str) -> Result<(), sqlx::Error> {
        let hash = blake3::hash(&serde_json::to_vec(&parse(row)?).map_err(decode)?);
        let (parts, _) = hash.as_bytes().as_chunks::<8>();
        for (sum, part) in self.sum.iter_mut().zip(parts) {
            *sum = sum.wrapping_add(u64::from_le_bytes(*part));
        }
        self.rows += 1;
        Ok(())
    }
}

/// Formats the first bytes of the hash in hexadecimal.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.sum.iter().flat_map(|part| part.to_be_bytes());
        bytes.take(PRINTED).try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

pub(crate) async fn of_table(tx: &mut Tx, table: &Table) -> Result<Fingerprint, sqlx::Error> {
    let mut fingerprint = Fingerprint::default();
    let mut rows = store::rows(tx, table);
    while let Some(row) = rows.try_next().await? {
        fingerprint.add(&row)?;
    }
    Ok(fingerprint)
}

/// Parses the values of a row from JSON.
pub(crate) fn parse(row: &str) -> Result<Vec<Value>, sqlx::Error> {
    serde_json::from_str(row).map_err(decode)
}

fn decode(error: serde_json::Error) -> sqlx::Error {
    sqlx::Error::Decode(error.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[&str]) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        rows.iter().for_each(|row| fingerprint.add(row).unwrap());
        fingerprint
    }

    #[test]
    fn fingerprint_ignores_row_order_and_json_notation() {
        assert_eq!(of(&["[1,\"a\"]", "[2,null]"]), of(&["[2, null]", "[1, \"\\u0061\"]"]));
    }

    #[test]
    fn fingerprint_changes_with_any_value_or_row() {
        let rows = of(&["[1,\"a\"]", "[2,null]"]);
        for other in [
            &["[1,\"a\"]"][..],
            &["[1,\"a\"]", "[2,\"\"]"],
            &["[1,\"a\"]", "[\"2\",null]"],
            &["[1,\"a\"]", "[2,null]", "[2,null]"],
        ] {
            assert_ne!(of(other), rows, "{other:?}");
        }
    }
}
