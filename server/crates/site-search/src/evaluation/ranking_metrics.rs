//! Metrics over the ranks of right answers.

/// Metrics of several queries with one right answer each.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RankingMetrics {
    pub count: usize,
    /// Recall at 1, 5, and 10.
    pub recall: [f64; 3],
    /// Mean reciprocal rank at 10.
    pub mrr: f64,
    /// NDCG at 10; with one right answer it is the mean of 1 / log2(rank + 1).
    pub ndcg: f64,
}

impl RankingMetrics {
    /// Computes the metrics. Ranks count from 1; `None` if the answer was not found.
    pub fn of(ranks: &[Option<usize>]) -> Self {
        let count = ranks.len();
        let mean = |value: &dyn Fn(f64) -> f64| {
            let found = ranks.iter().flatten().filter(|rank| **rank <= 10);
            found.map(|rank| value(*rank as f64)).sum::<f64>() / count.max(1) as f64
        };
        Self {
            count,
            recall: [1.0, 5.0, 10.0].map(|cutoff| mean(&|rank| f64::from(rank <= cutoff))),
            mrr: mean(&|rank| 1.0 / rank),
            ndcg: mean(&|rank| 1.0 / (rank + 1.0).log2()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_means_over_all_questions() {
        let metrics = RankingMetrics::of(&[Some(1), Some(3), Some(7), Some(11), None]);
        let expected = [0.2, 0.4, 0.6];
        assert_eq!((metrics.count, metrics.recall), (5, expected));
        assert!((metrics.mrr - (1.0 + 1.0 / 3.0 + 1.0 / 7.0) / 5.0).abs() < 1e-9);
        assert!((metrics.ndcg - (1.0 + 0.5 + 1.0 / 3.0) / 5.0).abs() < 1e-9);
        assert_eq!(RankingMetrics::of(&[]), RankingMetrics::default());
    }
}
