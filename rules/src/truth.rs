//! What a rule says of a caller: three values, since not everything can be told.

/// Closed is below unknown is below open. `all` is the least of its rules, `any` the greatest, `not` turns the order around.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Truth {
    Closed,
    Unknown,
    Open,
}

impl Truth {
    pub(crate) fn of(is_open: bool) -> Self {
        if is_open { Self::Open } else { Self::Closed }
    }

    /// What can't be told can't be told of its contrary either: `not` makes no yes of it.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Closed => Self::Open,
            Self::Unknown => Self::Unknown,
            Self::Open => Self::Closed,
        }
    }
}

/// Between which values one lies that not all facts are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) low: Truth,
    pub(crate) high: Truth,
}

impl Bounds {
    /// Anything.
    pub(crate) const ANY: Self = Self { low: Truth::Closed, high: Truth::Open };
    pub(crate) const OPEN: Self = Self::at(Truth::Open);
    pub(crate) const CLOSED: Self = Self::at(Truth::Closed);

    pub(crate) const fn at(truth: Truth) -> Self {
        Self { low: truth, high: truth }
    }

    /// That both hold.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// That either holds.
    pub(crate) fn or(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    pub(crate) fn negated(self) -> Self {
        Self { low: self.high.negated(), high: self.low.negated() }
    }

    /// Whether it is `wanted`, which is open or closed, whatever is asked yet.
    pub(crate) fn is(self, wanted: Truth) -> bool {
        self == Self::at(wanted)
    }

    /// Whether it is not `wanted`, which is open or closed, whatever is asked yet.
    pub(crate) fn is_not(self, wanted: Truth) -> bool {
        wanted < self.low || self.high < wanted
    }
}
