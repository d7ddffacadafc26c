//! The decision about a caller.

use crate::countries::Country;
use crate::id::Id;

/// A decision, or the facts that it still needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// The decision. No fact that was not asked can change it.
    Decided(Result<(), Denial>),
    /// The facts that can still change the decision, none of which was asked yet. Ordered, without repetitions, never
    /// empty.
    Needs(Vec<Question>),
}

/// A fact to ask for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// Where the caller is: [`Facts::country`](crate::Facts::country).
    Country,
    /// Whether the caller is a member of this group: [`Facts::members`](crate::Facts::members).
    Member(Id),
    /// Whether the caller has paid for this product: [`Facts::paid`](crate::Facts::paid).
    Paid(Id),
    /// Whether the caller has a valid token of this site key: [`Facts::sites`](crate::Facts::sites).
    SiteToken(Id),
}

/// Why a user may not play a track.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Denial {
    /// The explanation for the user.
    pub sentence: String,
    /// The conditions that deny playback, in the order of the rule and without repetitions, as far as their facts were
    /// asked. Empty if there is no rule.
    pub refusals: Vec<Refusal>,
}

/// Why one condition of a rule denies playback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of condition: `geo`, `group`, `paid`, `schedule`, `signed_in` or `site`.
    pub rule: &'static str,
    /// A stable code of the reason.
    pub code: &'static str,
    /// The explanation for the user.
    pub sentence: String,
    /// The country of the caller, if the condition asks for it and it is known.
    pub your_country: Option<Country>,
    /// The allowed countries, if the condition lists them.
    pub allowed_countries: Option<Vec<Country>>,
    /// When a schedule next allows playback, in Unix seconds, if it will.
    pub opens_at: Option<i64>,
    /// The URL to buy the product.
    pub buy_url: Option<String>,
    /// The URL to join the group.
    pub join_url: Option<String>,
    /// Whether signing in can help.
    pub sign_in: bool,
}

impl Denial {
    /// The denial of a track without a rule.
    pub fn no_rule() -> Self {
        Self {
            sentence: "This track cannot be played: its owner has not said who may hear it.".to_owned(),
            refusals: vec![],
        }
    }

    /// A stable code of the reason: the first refusal's code, or `no_rule`.
    pub fn code(&self) -> &'static str {
        self.refusals.first().map_or("no_rule", |refusal| refusal.code)
    }
}

impl Refusal {
    /// A refusal by a condition of the kind `rule`, without optional members.
    pub(crate) fn new(rule: &'static str, code: &'static str, sentence: impl Into<String>) -> Self {
        Self {
            rule,
            code,
            sentence: sentence.into(),
            your_country: None,
            allowed_countries: None,
            opens_at: None,
            buy_url: None,
            join_url: None,
            sign_in: false,
        }
    }
}
