//! Order-preserving pairing of two lists with the maximum total score.

/// Returns pairs (row, column), ascending in rows and columns, with the maximum sum of `gain`. A pair whose gain is
/// `None` is never selected. Uses dynamic programming as for the longest common subsequence, with `rows` × `columns`
/// steps and 8 bytes per step.
pub fn best_path(
    rows: usize,
    columns: usize,
    gain: impl Fn(usize, usize) -> Option<f64>,
) -> Vec<(usize, usize)> {
    let width = columns + 1;
    // For each position, the maximum sum of gains of pairs from there to the end of both lists.
    let mut best = vec![0.0_f64; (rows + 1) * width];
    let take = |best: &[f64], row: usize, column: usize| {
        gain(row, column).map(|gain| gain + best[(row + 1) * width + column + 1])
    };
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let skip = best[(row + 1) * width + column].max(best[row * width + column + 1]);
            best[row * width + column] = skip.max(take(&best, row, column).unwrap_or(0.0));
        }
    }
    let (mut row, mut column, mut path) = (0, 0, Vec::new());
    while row < rows && column < columns {
        let score = best[row * width + column];
        if take(&best, row, column).is_some_and(|take| take >= score) {
            path.push((row, column));
            (row, column) = (row + 1, column + 1);
        } else if best[(row + 1) * width + column] >= score {
            row += 1;
        } else {
            column += 1;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_path_has_the_maximum_total_gain() {
        let gains =
            [[Some(1.0), None, Some(3.0)], [None, Some(1.5), None], [None, None, Some(1.0)]];
        assert_eq!(best_path(3, 3, |row, column| gains[row][column]), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(best_path(1, 3, |row, column| gains[row][column]), [(0, 2)]);
        assert_eq!(best_path(2, 1, |_, _| None), []);
        assert_eq!(best_path(0, 3, |_, _| Some(1.0)), []);
    }
}
