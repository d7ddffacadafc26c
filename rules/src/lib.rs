//! Access rules for tracks: parses them, decides by them and explains them. No I/O and no clock.
//!
//! The owner of a track writes a rule as JSON. It has conditions on the caller, and `all`, `any` and `not`:
//!
//! ```json
//! {"all": [
//!   {"geo": {"not_in": ["US"]}},
//!   {"any": [
//!     {"group": "friends"},
//!     {"paid": "album"},
//!     {"schedule": {"from": "2026-12-01T00:00", "zone": "Europe/Stockholm"}}
//!   ]}
//! ]}
//! ```
//!
//! | | |
//! |---|---|
//! | input | unknown members are errors with a path; `rule.schema.json` is the schema |
//! | verdicts | deny < unknown < allow: `all` is the least, `any` the greatest, `not` the opposite |
//! | unknown | what cannot be determined is unknown, and so is its `not` |
//! | facts | a decision returns the facts that can still change it, so only these are looked up |
//! | time | a skipped local time is the instant after the gap; a repeated one is its first instant |
//!
//! The modules, in the order in which they use a rule:
//!
//! | module | contents |
//! |---|---|
//! | `read`, `json`, [`limits`], [`error`] | parse JSON; errors have a path |
//! | [`rule`], `node`, `condition` | the rule; `condition` has a file for each kind of condition |
//! | [`countries`], `clock`, `origin`, [`id`] | the types that conditions use |
//! | [`facts`], [`decision`] | the input and the output of a decision |
//! | `evaluation`, `verdict`, `caller` | decide, or find the facts that are missing |
//! | `denial_reason`, `explanation` | explain a denial, and describe a rule |
//! | [`sites`] | the sites that may show a player in a frame |
//!
//! Only the facts that matter are asked for:
//!
//! ```
//! use stagepass_rules::{Facts, Membership, Place, Progress, Question, Rule, Whereabouts};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rule = Rule::parse(r#"{"all": [{"geo": {"not_in": ["US"]}}, {"any": [{"group": "friends"}, {"paid": "album"}]}]}"#)?;
//! let mut facts = Facts { now: 1_795_348_800, ..Facts::default() };
//! let (friends, album) = ("friends".parse()?, "album".parse()?);
//! let needs = vec![Question::Country, Question::Member(friends), Question::Paid(album)];
//! assert_eq!(rule.decide(&facts), Progress::Needs(needs));
//!
//! facts.country = Some(Whereabouts::Known(Place { country: "Sweden".parse()?, city: None }));
//! facts.members.insert("friends".parse()?, Membership::Member);
//! assert_eq!(rule.decide(&facts), Progress::Decided(Ok(())));
//!
//! facts.country = Some(Whereabouts::Unknown);
//! let Progress::Decided(Err(refused)) = rule.decide(&facts) else { return Err("not refused".into()) };
//! assert_eq!(refused.code(), "country_unknown");
//!
//! let error = Rule::parse(r#"{"not": {"geo": {"in": ["Atlantis"]}}}"#).err().ok_or("no error")?;
//! assert_eq!(error.path, "not.geo.in[0]");
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod caller;
mod clock;
mod condition;
pub mod countries;
pub mod decision;
mod denial_reason;
pub mod error;
mod evaluation;
mod explanation;
pub mod facts;
pub mod id;
mod json;
pub mod limits;
mod node;
mod origin;
mod read;
pub mod rule;
pub mod sites;
mod verdict;

pub use countries::{Country, UnknownCountry};
pub use decision::{Denial, Progress, Question, Refusal};
pub use error::RuleError;
pub use facts::{Facts, Membership, Payment, Place, SiteToken, User, Whereabouts};
pub use id::{Id, InvalidId};
pub use rule::{References, Rule};
pub use sites::Sites;
