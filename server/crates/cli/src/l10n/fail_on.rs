//! Option `--fail-on`: conditions for exit code 1, separated by commas, such as `outdated`, `not-translated:20`,
//! `not-aligned:5%`, `any`, or `never`.

use pailou_l10n::report::{Report, State};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limit {
    Segments(u64),
    /// Percentage of the segments of a language.
    Percent(u64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FailOn {
    states: Vec<(State, Limit)>,
    /// Whether a warning or an issue of the report also causes exit code 1.
    warnings: bool,
}

impl FailOn {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parsed = Self { states: Vec::new(), warnings: false };
        for condition in text.split(',').map(str::trim) {
            let (name, max) = match condition.split_once(':') {
                None => (condition, Limit::Segments(0)),
                Some((name, max)) => (name, Limit::parse(max)?),
            };
            match name {
                "never" if condition == text => {}
                "any" => {
                    parsed.states.extend(State::ALL.map(|state| (state, max)));
                    parsed.warnings = true;
                }
                name => {
                    let state = State::ALL.into_iter().find(|state| state.name() == name)?;
                    parsed.states.push((state, max));
                }
            }
        }
        Some(parsed)
    }

    pub(super) fn fails(&self, report: &Report) -> bool {
        let exceeds = |(state, max): &(State, Limit)| match max {
            Limit::Segments(max) => report_count(report, *state) > *max,
            Limit::Percent(percent) => report.locales.iter().any(|locale| {
                let own = report.findings().filter(|it| it.locale == *locale && it.state == *state);
                let found: u64 = own.map(|finding| finding.count.segments).sum();
                found * 100 > percent * report.counts(*locale).total.segments
            }),
        };
        let has_warnings = || report.warnings().next().is_some() || !report.issues.is_empty();
        self.states.iter().any(exceeds) || (self.warnings && has_warnings())
    }
}

fn report_count(report: &Report, state: State) -> u64 {
    let findings = report.findings().filter(|finding| finding.state == state);
    findings.map(|finding| finding.count.segments).sum()
}

impl Limit {
    fn parse(text: &str) -> Option<Self> {
        match text.strip_suffix('%') {
            Some(percent) => {
                percent.parse().ok().filter(|percent| *percent <= 100).map(Self::Percent)
            }
            None => text.parse().ok().map(Self::Segments),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fail_on_conditions_are_parsed() {
        let of =
            |states: &[(State, Limit)], warnings| Some(FailOn { states: states.into(), warnings });
        let none = Limit::Segments(0);
        for (text, expected) in [
            ("never", of(&[], false)),
            ("outdated", of(&[(State::Outdated, none)], false)),
            (
                "outdated:3, not-translated:5%",
                of(
                    &[
                        (State::Outdated, Limit::Segments(3)),
                        (State::NotTranslated, Limit::Percent(5)),
                    ],
                    false,
                ),
            ),
            ("any", of(&State::ALL.map(|state| (state, none)), true)),
            ("never,any", None),
            ("", None),
            ("outdated:", None),
            ("outdated:-1", None),
            ("outdated:101%", None),
            ("old", None),
        ] {
            assert_eq!(FailOn::parse(text), expected, "{text}");
        }
    }
}
