//! Assignment of `order` values, changing as few as possible.

/// Maximum number of decimal places; if a number would need more, all entries are renumbered.
const MAX_DIGITS: i32 = 3;

/// Returns new numbers for entries in their new order. `current` contains their current numbers, in the same order.
///
/// The longest increasing subsequence keeps its numbers. Any other entry gets a number between the numbers of its
/// neighbors, with as few decimal places as possible.
pub fn renumber(current: &[Option<f64>]) -> Vec<f64> {
    let unchanged = longest_rising(current);
    let mut numbers = Vec::with_capacity(current.len());
    for at in 0..current.len() {
        let below: Option<f64> = numbers.last().copied();
        let next = unchanged.iter().copied().find(|&index| index >= at);
        let number = match next {
            Some(next) if next == at => current[at],
            _ => between(below, next.and_then(|next| current[next])),
        };
        match number {
            Some(number) => numbers.push(number),
            None => return (1..=current.len()).map(|number| number as f64).collect(),
        }
    }
    numbers
}

/// Returns the indexes of the longest increasing subsequence.
fn longest_rising(current: &[Option<f64>]) -> Vec<usize> {
    let mut runs: Vec<Vec<usize>> = Vec::with_capacity(current.len());
    for (at, number) in current.iter().enumerate() {
        let Some(number) = number else {
            runs.push(Vec::new());
            continue;
        };
        let lower = |run: &&Vec<usize>| {
            run.last().and_then(|&last| current[last]).is_some_and(|last| last < *number)
        };
        let before = runs.iter().filter(lower).max_by_key(|run| run.len());
        let mut run = before.cloned().unwrap_or_default();
        run.push(at);
        runs.push(run);
    }
    runs.into_iter().max_by_key(Vec::len).unwrap_or_default()
}

/// Returns a number between two numbers, with as few decimal places as possible; `None` if `MAX_DIGITS` decimal places
/// are not enough.
fn between(below: Option<f64>, above: Option<f64>) -> Option<f64> {
    let below = match (below, above) {
        (Some(below), _) => below,
        (None, Some(above)) => (above - 2.0).floor().min(0.0),
        (None, None) => 0.0,
    };
    let Some(above) = above else {
        return Some(below.floor() + 1.0).filter(|number| *number > below);
    };
    (0..=MAX_DIGITS).find_map(|digits| {
        let scale = 10f64.powi(digits);
        let (first, last) = ((below * scale).floor() + 1.0, (above * scale).ceil() - 1.0);
        // The middle leaves space for numbers on both sides.
        let number = ((first + last) / 2.0).floor() / scale;
        (below < number && number < above).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(current: &[f64], expected: &[f64]) {
        let current = current.iter().map(|&number| Some(number).filter(|it| it.is_finite()));
        assert_eq!(renumber(&current.collect::<Vec<_>>()), expected);
    }

    #[test]
    fn increasing_order_numbers_are_unchanged() {
        check(&[], &[]);
        check(&[1.0, 2.0, 7.0], &[1.0, 2.0, 7.0]);
    }

    #[test]
    fn moved_entry_gets_a_number_between_its_neighbors() {
        check(&[1.0, 3.0, 2.0, 4.0], &[1.0, 1.5, 2.0, 4.0]);
        check(&[4.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 2.0, 3.0]);
        check(&[2.0, 3.0, 4.0, 1.0], &[2.0, 3.0, 4.0, 5.0]);
        check(&[1.0, 9.0, 10.0, 20.0, 2.0], &[1.0, 9.0, 10.0, 20.0, 21.0]);
        check(&[1.0, 30.0, 10.0, 20.0], &[1.0, 5.0, 10.0, 20.0]);
    }

    #[test]
    fn missing_order_number_is_assigned() {
        check(&[f64::INFINITY, f64::INFINITY], &[1.0, 2.0]);
        check(&[1.0, f64::INFINITY, 2.0], &[1.0, 1.5, 2.0]);
    }

    #[test]
    fn all_entries_are_renumbered_when_gaps_run_out() {
        check(&[1.0, 5.0, 1.001, 4.0], &[1.0, 2.0, 3.0, 4.0]);
        check(&[1e300, f64::INFINITY], &[1.0, 2.0]);
    }

    proptest! {
        #[test]
        fn assigned_order_numbers_always_increase(current in prop::collection::vec(prop::option::of(-9i32..9), 0..12)) {
            let current: Vec<_> = current.into_iter().map(|it| it.map(|it| f64::from(it) / 4.0)).collect();
            let numbers = renumber(&current);
            prop_assert_eq!(numbers.len(), current.len());
            prop_assert!(numbers.is_sorted_by(|one, next| one < next), "{:?}", numbers);
        }
    }
}
