//! The conditions of a rule, one file for each kind.

mod geo;
mod group;
pub(crate) mod name_list;
mod paid;
mod schedule;
mod signed_in;
mod site;

use serde::Serialize;

use crate::caller::Caller;
use crate::decision::Question;
use crate::denial_reason::DenialReason;
use crate::error::RuleError;
use crate::id::Id;
use crate::json::cursor::Cursor;
use crate::verdict::Verdict;

pub(crate) use self::geo::Geo;
use self::schedule::Schedule;
use self::signed_in::SignInCondition;
pub(crate) use self::site::Site;

/// The names of the kinds.
pub(crate) const KINDS: [&str; 6] = [geo::KIND, group::KIND, paid::KIND, schedule::KIND, signed_in::KIND, site::KIND];

/// One condition of a rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Condition {
    Geo(Geo),
    Group(Id),
    Paid(Id),
    Schedule(Box<Schedule>),
    SignedIn(SignInCondition),
    Site(Site),
}

impl Condition {
    /// Parses a condition of this kind.
    pub(crate) fn read(kind: &str, at: &Cursor<'_>) -> Result<Self, RuleError> {
        Ok(match kind {
            geo::KIND => Self::Geo(Geo::read(at)?),
            group::KIND => Self::Group(at.id()?),
            paid::KIND => Self::Paid(at.id()?),
            schedule::KIND => Self::Schedule(Box::new(schedule::read(at)?)),
            signed_in::KIND => Self::SignedIn(SignInCondition::read(at)?),
            site::KIND => Self::Site(Site::read(at)?),
            _ => return Err(at.error("no such kind of rule")),
        })
    }

    /// The name of the kind.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Geo(_) => geo::KIND,
            Self::Group(_) => group::KIND,
            Self::Paid(_) => paid::KIND,
            Self::Schedule(_) => schedule::KIND,
            Self::SignedIn(_) => signed_in::KIND,
            Self::Site(_) => site::KIND,
        }
    }

    /// The number of weekly windows.
    pub(crate) fn window_count(&self) -> usize {
        if let Self::Schedule(schedule) = self { schedule.window_count() } else { 0 }
    }

    /// Returns the verdict for the caller. Returns `None` until the fact is asked.
    pub(crate) fn verdict(&self, caller: &Caller<'_>) -> Option<Verdict> {
        let facts = caller.facts;
        match self {
            Self::Geo(geo) => geo.verdict(facts),
            Self::Group(id) => group::verdict(id, facts),
            Self::Paid(id) => paid::verdict(id, facts),
            Self::Schedule(schedule) => schedule.verdict(caller),
            Self::SignedIn(signed_in) => Some(signed_in.verdict(facts)),
            Self::Site(site) => site.verdict(facts),
        }
    }

    /// Returns the fact to ask for. Returns `None` if the fact is always known.
    pub(crate) fn question(&self) -> Option<Question> {
        match self {
            Self::Geo(_) => Some(Question::Country),
            Self::Group(id) => Some(Question::Member(id.clone())),
            Self::Paid(id) => Some(Question::Paid(id.clone())),
            Self::Schedule(schedule) => schedule.question(),
            Self::SignedIn(_) => None,
            Self::Site(site) => site.question(),
        }
    }

    /// Returns why the verdict is not `wanted`, which has to be certain. Returns `None` until the fact is asked.
    pub(crate) fn denial_reason(&self, caller: &Caller<'_>, wanted: Verdict) -> Option<DenialReason> {
        let facts = caller.facts;
        match self {
            Self::Geo(geo) => geo.denial_reason(facts, wanted),
            Self::Group(id) => group::denial_reason(id, facts, wanted),
            Self::Paid(id) => paid::denial_reason(id, facts, wanted),
            Self::Schedule(schedule) => schedule.denial_reason(caller, wanted),
            Self::SignedIn(signed_in) => Some(signed_in.denial_reason(facts)),
            Self::Site(site) => site.denial_reason(facts, wanted),
        }
    }

    /// Describes the condition as the words after "if". Describes its opposite if `wanted` is deny.
    pub(crate) fn words(&self, wanted: Verdict) -> String {
        match self {
            Self::Geo(geo) => geo.words(wanted),
            Self::Group(id) => group::words(id, wanted),
            Self::Paid(id) => paid::words(id, wanted),
            Self::Schedule(schedule) => schedule.words(wanted),
            Self::SignedIn(signed_in) => signed_in.words(wanted),
            Self::Site(site) => site.words(wanted),
        }
    }
}
