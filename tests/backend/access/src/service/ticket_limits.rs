//! Which tickets are shown to the service, and how often.
//!
//! Anybody can show junk to an access server. What is not of a ticket's form is refused here; what was verified a moment ago is remembered; of the
//! rest each address may show some, and then all of them together. A ticket that turns out good is not counted, so that users who share
//! an address use nothing up. Addresses that have shown junk lately are limited together, and all others together: the former use up nothing
//! of the latter's.

use std::net::IpAddr;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use super::short_cache::ShortCache;
use crate::service::{TicketHolder, VerifiedTicket};
use stagepass_kit::rate::{Block, Rate, RateLimited, RateLimiter};

/// The most tickets that are remembered.
const CACHED_TICKETS: usize = 8192;

/// What an access server remembers of the service's answers, and how often it shows it tickets that turn out to be junk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceLimits {
    /// How long a verified ticket is remembered; never beyond its own end.
    pub ticket_age: Duration,
    /// How long a track, and the address of its audio, are.
    pub track_age: Duration,
    /// How often one address may show tickets that are no good (of IPv6, one network of 64 bits), and how often all together; without this, as
    /// often as they like.
    pub junk_tickets: Option<JunkTicketRates>,
}

/// How often tickets may be shown that are no good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JunkTicketRates {
    /// By one address.
    pub per_address: Rate,
    /// By all that have shown some lately, and once more by all that have not.
    pub in_all: Rate,
}

impl ServiceLimits {
    /// 5 s for tickets, 1 s for tracks; 2 junk tickets a second after a burst of 50 by one address, 200 after 2,000 by all.
    pub const USUAL: Self = Self {
        ticket_age: Duration::from_secs(5),
        track_age: Duration::from_secs(1),
        junk_tickets: Some(JunkTicketRates {
            per_address: Rate { per_second: 2, burst: 50 },
            in_all: Rate { per_second: 200, burst: 2_000 },
        }),
    };

    /// Nothing is remembered, and nothing limited.
    pub const NONE: Self = Self { ticket_age: Duration::ZERO, track_age: Duration::ZERO, junk_tickets: None };
}

/// What is known of tickets before the service is asked.
#[derive(Debug)]
pub(crate) struct TicketLimits {
    /// By SHA-256: no ticket is kept.
    verified: ShortCache<[u8; 32], VerifiedTicket>,
    junk: Option<JunkLimits>,
}

#[derive(Debug)]
struct JunkLimits {
    per_address: RateLimiter<Block>,
    /// By whether the address has shown none lately.
    in_all: RateLimiter<bool>,
}

/// A ticket that the service is being asked about. It counts as junk unless it turns out good.
#[derive(Debug)]
pub(crate) struct TicketCheck {
    hash: [u8; 32],
    block: Block,
    is_new: bool,
    asked: Instant,
}

impl TicketLimits {
    pub(crate) fn new(limits: &ServiceLimits) -> Self {
        let junk = limits.junk_tickets.map(|rates| JunkLimits {
            per_address: RateLimiter::new(rates.per_address),
            in_all: RateLimiter::new(rates.in_all),
        });
        Self { verified: ShortCache::new(limits.ticket_age, CACHED_TICKETS), junk }
    }

    /// Whose ticket this is, if that is remembered at `now` (Unix seconds).
    pub(crate) fn remembered(&self, ticket: &str, now: i64) -> Option<TicketHolder> {
        let hash: [u8; 32] = Sha256::digest(ticket).into();
        let verified = self.verified.get(&hash)?;
        (now < verified.expires_at).then_some(verified.holder)
    }

    /// Counts a ticket that the service is about to be asked about, unless there were too many that were no good.
    pub(crate) fn begin(&self, ticket: &str, address: IpAddr) -> Result<TicketCheck, RateLimited> {
        let block = Block::of(address);
        let mut is_new = true;
        if let Some(JunkLimits { per_address, in_all }) = &self.junk {
            is_new = per_address.is_rested(&block);
            per_address.take(&block)?;
            // Refused for the sake of all, it is not held against this address.
            in_all.take(&is_new).inspect_err(|_| per_address.give_back(&block))?;
        }
        Ok(TicketCheck { hash: Sha256::digest(ticket).into(), block, is_new, asked: Instant::now() })
    }

    /// The ticket is good.
    pub(crate) fn succeed(&self, shown: &TicketCheck, verified: VerifiedTicket) {
        if let Some(JunkLimits { per_address, in_all }) = &self.junk {
            per_address.give_back(&shown.block);
            in_all.give_back(&shown.is_new);
        }
        self.verified.insert(shown.hash, shown.asked, verified);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    fn limits(per_address: u32, in_all: u32) -> TicketLimits {
        let [per_address, in_all] = [per_address, in_all].map(|burst| Rate { per_second: 1, burst });
        let (ticket_age, junk_tickets) = (Duration::from_hours(1), Some(JunkTicketRates { per_address, in_all }));
        TicketLimits::new(&ServiceLimits { ticket_age, track_age: Duration::ZERO, junk_tickets })
    }

    fn verified(expires_at: i64) -> VerifiedTicket {
        VerifiedTicket { holder: TicketHolder { user_id: 1, handle: "ada".to_owned(), verified: false }, expires_at }
    }

    /// How many of 200 junk tickets are let in. A busy machine gets some back meanwhile.
    fn let_in(limits: &TicketLimits, address: impl Fn(u8) -> IpAddr) -> usize {
        (0..200).filter(|&number| limits.begin("junk", address(number)).is_ok()).count()
    }

    #[test]
    fn good_tickets_use_nothing_up() {
        let limits = limits(1, 1);
        for number in 0..20 {
            let shown = limits.begin(&number.to_string(), HOME).unwrap();
            limits.succeed(&shown, verified(100));
        }
        assert!((1..20).contains(&let_in(&limits, |_| HOME)));
    }

    #[test]
    fn ticket_is_not_remembered_beyond_its_expiry() {
        let limits = limits(1, 1);
        let remembered = |now| limits.remembered("a", now).map(|holder| holder.user_id);
        assert_eq!(remembered(0), None);
        limits.succeed(&limits.begin("a", HOME).unwrap(), verified(100));
        assert_eq!((remembered(99), remembered(100)), (Some(1), None));
    }

    #[test]
    fn addresses_that_show_junk_use_up_nothing_of_the_others() {
        let limits = limits(30, 40);
        for host in 0..10 {
            let_in(&limits, |_| IpAddr::from([192, 0, 2, host]));
        }
        assert!(limits.begin("good", IpAddr::from([198, 51, 100, 1])).is_ok());
    }

    #[test]
    fn many_addresses_have_an_end_together() {
        let let_in = let_in(&limits(10, 20), |host| IpAddr::from([192, 0, 2, host]));
        assert!((20..100).contains(&let_in), "{let_in}");
    }

    #[test]
    fn one_ipv6_network_is_one_address() {
        let block = |host: u8| IpAddr::from([0x2001, 0xdb8, 1, 2, 0, 0, 0, u16::from(host)]);
        assert!((5..100).contains(&let_in(&limits(5, 1_000), block)));
    }
}
