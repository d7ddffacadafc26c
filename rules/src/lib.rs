//! Who may hear a track: rules that compose. No I/O and no clock.
//!
//! A track's owner writes a rule as JSON, of parts that ask something of the caller and of `all`, `any` and `not`:
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
//! | what is read | what is known in every part: a misspelt member is an error that says where; `rule.schema.json` has the form |
//! | verdicts | deny < unknown < allow: `all` is the least, `any` the greatest, `not` the opposite; only allow grants access |
//! | what cannot be determined | is unknown, and so is its opposite: unknown never grants access |
//! | what is not asked yet | may be anything: a decision says which facts may still change it, and nobody looks up more |
//! | time | a time that is skipped is the first moment after; of one that comes twice it is the first |
//!
//! The modules, in the order in which a rule runs through them:
//!
//! | where | what |
//! |---|---|
//! | `read`, `cursor`, `json`, [`limits`], [`error`] | from JSON, with the path to what is wrong |
//! | [`rule`], `node`, `condition` | what a rule is: `condition` has a file for each kind of demand, `condition/schedule` a folder |
//! | [`countries`], `country_zones`, `origin`, [`id`] | what demands are made of |
//! | [`facts`], [`decision`] | what is known of a caller, and what comes of it |
//! | `evaluation`, `verdict`, `caller` | the decision, and what it still needs |
//! | `denial_reason`, `explanation`, `words` | why a rule denies playback, and the rule itself, in words |
//!
//! Whoever decides asks for nothing that does not matter:
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

mod caller;
mod clock;
mod condition;
pub mod countries;
mod country_zones;
mod cursor;
pub mod decision;
mod denial_reason;
pub mod error;
mod evaluation;
mod explanation;
pub mod facts;
pub mod id;
mod json;
pub mod limits;
mod name_list;
mod node;
mod origin;
mod read;
pub mod rule;
mod verdict;
mod words;

pub use countries::{Country, UnknownCountry};
pub use decision::{Denial, Progress, Question, Refusal};
pub use error::RuleError;
pub use facts::{Facts, Membership, Payment, Person, Place, SiteToken, Whereabouts};
pub use id::{Id, InvalidId};
pub use rule::{References, Rule};
