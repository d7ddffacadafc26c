//! Whether a rule allows playback: allow, deny or unknown.

/// The value of a rule or a condition. Deny is less than unknown, and unknown is less than allow.
///
/// `all` is the least of its rules, `any` the greatest. `not` reverses the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Deny,
    Unknown,
    Allow,
}

impl Verdict {
    pub(crate) fn of(is_allowed: bool) -> Self {
        if is_allowed { Self::Allow } else { Self::Deny }
    }

    /// Returns the opposite. The opposite of unknown is unknown, so `not` cannot turn it into access.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Deny => Self::Allow,
            Self::Unknown => Self::Unknown,
            Self::Allow => Self::Deny,
        }
    }
}

/// The least and the greatest verdict that are possible while some facts are not asked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) low: Verdict,
    pub(crate) high: Verdict,
}

impl Bounds {
    /// Anything is possible.
    pub(crate) const ANY: Self = Self { low: Verdict::Deny, high: Verdict::Allow };
    pub(crate) const ALLOW: Self = Self::at(Verdict::Allow);
    pub(crate) const DENY: Self = Self::at(Verdict::Deny);

    pub(crate) const fn at(verdict: Verdict) -> Self {
        Self { low: verdict, high: verdict }
    }

    /// The bounds of an `all` of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// The bounds of an `any` of both.
    pub(crate) fn or(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    pub(crate) fn negated(self) -> Self {
        Self { low: self.high.negated(), high: self.low.negated() }
    }

    /// Returns whether the verdict is certainly `wanted`, which is allow or deny.
    pub(crate) fn is(self, wanted: Verdict) -> bool {
        self == Self::at(wanted)
    }

    /// Returns whether the verdict is certainly not `wanted`, which is allow or deny.
    pub(crate) fn is_not(self, wanted: Verdict) -> bool {
        wanted < self.low || self.high < wanted
    }
}
