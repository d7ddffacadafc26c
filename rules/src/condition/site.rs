//! The `site` condition, on the website that plays the track. `{"from": ["https://radio.example"]}` checks the origin
//! of the request, which programs other than browsers can forge. `{"signed": "radio"}` checks a token that the site's
//! server has signed.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::condition::name_list::one_of;
use crate::decision::{Question, Refusal};
use crate::denial_reason::DenialReason;
use crate::error::RuleError;
use crate::facts::{Facts, SiteToken};
use crate::id::Id;
use crate::json::cursor::Cursor;
use crate::limits::MAX_ORIGINS;
use crate::origin::Origin;
use crate::verdict::Verdict;

pub(super) const KIND: &str = "site";

/// The allowed sites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Site {
    /// The request comes from one of these origins.
    From(BTreeSet<Origin>),
    /// The request has a token that is signed with the site key of this id.
    Signed(Id),
}

impl Site {
    pub(super) fn read(at: &Cursor<'_>) -> Result<Self, RuleError> {
        let (kind, value) = at.only_member(&["from", "signed"])?;
        if kind == "signed" {
            return Ok(Self::Signed(value.id()?));
        }
        let origin = |at: &Cursor<'_>| {
            let text = at.text()?;
            text.parse::<Origin>()
                .map_err(|error| at.error(format_args!("{}: {error}", crate::json::cursor::repeated(text))))
        };
        Ok(Self::From(value.list("origins", MAX_ORIGINS)?.iter().map(origin).collect::<Result<_, _>>()?))
    }

    pub(super) fn question(&self) -> Option<Question> {
        match self {
            Self::From(_) => None,
            Self::Signed(id) => Some(Question::SiteToken(id.clone())),
        }
    }

    pub(super) fn verdict(&self, facts: &Facts) -> Option<Verdict> {
        match self {
            Self::From(origins) => {
                Some(came_from(facts).map_or(Verdict::Unknown, |from| Verdict::of(lists(origins, from))))
            }
            Self::Signed(id) => Some(match facts.sites.get(id)? {
                SiteToken::Good => Verdict::Allow,
                SiteToken::Bad => Verdict::Deny,
                SiteToken::None | SiteToken::NoSuchSite => Verdict::Unknown,
            }),
        }
    }

    pub(super) fn denial_reason(&self, facts: &Facts, wanted: Verdict) -> Option<DenialReason> {
        match self {
            Self::From(origins) => Some(not_from(origins, came_from(facts), wanted)),
            Self::Signed(id) => Some(not_signed(id, *facts.sites.get(id)?, wanted)),
        }
    }

    pub(super) fn words(&self, wanted: Verdict) -> String {
        match (self, wanted) {
            (Self::From(origins), Verdict::Allow) => format!("it is played on {}", names(origins)),
            (Self::From(origins), _) => format!("it is played on a known site that is not {}", names(origins)),
            (Self::Signed(id), Verdict::Allow) => format!("the site “{id}” has signed for it"),
            (Self::Signed(id), _) => format!("what is shown as the signature of the site “{id}” is none"),
        }
    }
}

/// Returns the origin of the request if it is a website. Any site can have an opaque origin, so it counts as unknown.
fn came_from(facts: &Facts) -> Option<&str> {
    facts.came_from.as_deref().filter(|from| from.starts_with("https://") || from.starts_with("http://"))
}

fn lists(origins: &BTreeSet<Origin>, from: &str) -> bool {
    origins.iter().any(|origin| origin.as_str() == from)
}

fn not_from(origins: &BTreeSet<Origin>, from: Option<&str>, wanted: Verdict) -> DenialReason {
    let (code, sentence) = match (from, wanted) {
        (None, _) => (
            "site_unknown",
            "This track can be played on some sites only, and which one you are on cannot be determined.".to_owned(),
        ),
        (Some(from), Verdict::Deny) => ("excluded", format!("This track cannot be played on {}.", cut(from))),
        (Some(from), _) => {
            ("site_not_allowed", format!("This track cannot be played on {}, but on {}.", cut(from), names(origins)))
        }
    };
    let remedy = match wanted {
        Verdict::Deny => format!("Listen on another site than {}.", names(origins)),
        Verdict::Unknown | Verdict::Allow => format!("Listen on {}.", names(origins)),
    };
    DenialReason { refusal: Refusal::new(KIND, code, sentence), remedy: Some(remedy) }
}

fn not_signed(id: &Id, token: SiteToken, wanted: Verdict) -> DenialReason {
    let remedy = match wanted {
        Verdict::Deny => format!("Listen elsewhere than on the site “{id}”."),
        Verdict::Unknown | Verdict::Allow => format!("Listen on the site “{id}”."),
    };
    let (code, sentence) = match token {
        SiteToken::Good => ("excluded", format!("This track cannot be played on the site “{id}”.")),
        SiteToken::None => (
            "site_token_missing",
            format!("Whether this track can be played depends on the site “{id}”, which has not signed for you."),
        ),
        SiteToken::Bad => (
            "site_token_invalid",
            format!(
                "This track can be played on the site “{id}” only, and what it signed for you is not good, or too old."
            ),
        ),
        SiteToken::NoSuchSite => {
            let sentence = "Who may play this track depends on a site that its owner no longer knows.";
            return DenialReason { refusal: Refusal::new(KIND, "site_unknown", sentence), remedy: None };
        }
    };
    DenialReason { refusal: Refusal::new(KIND, code, sentence), remedy: Some(remedy) }
}

fn names(origins: &BTreeSet<Origin>) -> String {
    one_of(origins.iter().map(Origin::as_str))
}

/// Shortens the origin of a request to the maximum length of an origin.
fn cut(from: &str) -> String {
    from.chars().take(300).collect()
}
