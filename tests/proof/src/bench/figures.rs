//! Figures, what they come to, and whether that is enough.

use std::fmt;

/// How often each figure is taken. What is shown is the median, and the least and the greatest.
pub(super) const ROUNDS: usize = 5;

/// The median of several figures, and how far they spread. At least one figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) median: f64,
    least: f64,
    greatest: f64,
}

impl Spread {
    /// `None` if there are no figures.
    pub(super) fn of(figures: &[f64]) -> Option<Self> {
        let mut sorted = figures.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (least, greatest) = (*sorted.first()?, *sorted.last()?);
        let (below, above) = (sorted.get((sorted.len() - 1) / 2)?, sorted.get(sorted.len() / 2)?);
        Some(Self { median: f64::midpoint(*below, *above), least, greatest })
    }

    /// The ratio of `ours` to `reference`, round by round, because a slow round slows both.
    pub(super) fn of_ratios(ours: &[f64], reference: &[f64]) -> Option<Self> {
        let ratios: Vec<f64> = ours.iter().zip(reference).map(|(ours, reference)| ours / reference).collect();
        Self::of(&ratios)
    }
}

/// `median (least–greatest)`, to three or four digits.
impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.median < 10.0 { 2 } else { usize::from(self.median < 1000.0) };
        let [median, least, greatest] =
            [self.median, self.least, self.greatest].map(|figure| format!("{figure:.digits$}"));
        f.pad(&format!("{median:>7} ({least}–{greatest})"))
    }
}

/// The figures as they are printed, or nothing.
pub(super) fn shown(spread: Option<Spread>) -> String {
    spread.map(|spread| spread.to_string()).unwrap_or_default()
}

/// The allowed range of a ratio.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

impl Limit {
    fn holds(self, ratio: f64) -> bool {
        match self {
            Self::AtMost(limit) => ratio <= limit,
            Self::AtLeast(limit) => ratio >= limit,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(limit) => write!(f, "at most {limit:.2}"),
            Self::AtLeast(limit) => write!(f, "at least {limit:.2}"),
        }
    }
}

/// The results so far: a line for each limit, and one for each figure that could not be measured.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    lines: Vec<String>,
    bad: usize,
}

impl Verdict {
    pub(super) fn judge(&mut self, what: &str, ratio: Option<Spread>, limit: Limit) {
        let Some(ratio) = ratio else { return self.not_run(what, "no figures") };
        let good = limit.holds(ratio.median);
        self.bad += usize::from(!good);
        let word = if good { "kept    " } else { "EXCEEDED" };
        self.lines
            .push(format!("{word} {what}: {:.2} ({:.2}–{:.2}), {limit}", ratio.median, ratio.least, ratio.greatest));
    }

    /// The same for a single figure, which is measured once.
    pub(super) fn at_most(&mut self, what: &str, figure: f64, limit: f64) {
        self.judge(what, Spread::of(&[figure]), Limit::AtMost(limit));
    }

    pub(super) fn not_run(&mut self, what: &str, reason: &str) {
        self.bad += 1;
        self.lines.push(format!("NOT RUN  {what}: {reason}"));
    }

    pub(super) fn is_good(&self) -> bool {
        self.bad == 0
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceeded_limit_or_missing_figure_fails_verdict() {
        for (ratio, limit, is_good) in [
            (&[1.10][..], Limit::AtMost(1.10), true),
            (&[1.4, 1.36, 1.3][..], Limit::AtMost(1.35), false),
            (&[0.64][..], Limit::AtLeast(0.65), false),
            (&[][..], Limit::AtMost(1.0), false),
        ] {
            let mut verdict = Verdict::default();
            verdict.judge("sign", Spread::of(ratio), limit);
            assert_eq!(verdict.is_good(), is_good, "{verdict}");
        }
    }
}
