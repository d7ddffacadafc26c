//! What a user can do about a denial, as parts of a page.

use jiff::Timestamp;
use stagepass_rules::Refusal;
use url::{Position, Url};

use crate::clock::rfc3339;

/// The ways in of all conditions that deny playback. Which of them are needed is in the sentence of the denial.
#[derive(Default)]
pub(super) struct WaysIn {
    pub(super) needs_sign_in: bool,
    /// The names of the allowed countries, for each condition that lists them.
    pub(super) countries: Vec<String>,
    /// When each schedule opens, in RFC 3339 and in words.
    pub(super) openings: Vec<(String, String)>,
    pub(super) links: Vec<Link>,
}

/// A page of the track's owner.
pub(super) struct Link {
    /// What the user does there.
    pub(super) verb: &'static str,
    pub(super) url: String,
    /// What the user reads before following the link.
    pub(super) host: String,
    /// Why the user would. Two links can have the same host.
    pub(super) reason: String,
}

impl WaysIn {
    pub(super) fn of(refusals: &[Refusal]) -> Self {
        let mut ways_in = Self::default();
        for refusal in refusals {
            ways_in.needs_sign_in |= refusal.sign_in;
            if let Some(countries) = &refusal.allowed_countries {
                let mut names: Vec<_> = countries.iter().map(|country| country.name()).collect();
                names.sort_unstable();
                ways_in.countries.push(names.join(", "));
            }
            ways_in.openings.extend(refusal.opens_at.map(|at| (rfc3339(at), in_words(at))));
            for (verb, url) in [("Buy", &refusal.buy_url), ("Join", &refusal.join_url)] {
                ways_in.links.extend(url.as_deref().map(|url| Link::new(verb, url, &refusal.sentence)));
            }
        }
        ways_in.countries.dedup();
        ways_in.openings.dedup();
        ways_in
    }

    /// Returns whether the page has a list of facts.
    pub(super) fn has_facts(&self) -> bool {
        self.needs_sign_in || !self.countries.is_empty() || !self.openings.is_empty()
    }

    pub(super) fn has_any(&self) -> bool {
        self.has_facts() || !self.links.is_empty()
    }
}

impl Link {
    fn new(verb: &'static str, url: &str, reason: &str) -> Self {
        let host = Url::parse(url).map(|url| url[Position::BeforeHost..Position::AfterPort].to_owned());
        let host = host.unwrap_or_else(|_| url.to_owned());
        Self { verb, url: url.to_owned(), host, reason: reason.to_owned() }
    }
}

/// `22 November 2026, 08:46 UTC`
fn in_words(at: i64) -> String {
    Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH).strftime("%-d %B %Y, %H:%M UTC").to_string()
}
