//! Rate limits of invalid tickets, which the service has to verify.
//!
//! Any client can send invalid tickets to an access server. Malformed ones are refused here. Recently verified ones are
//! cached. Of the others, each address may send some, and all addresses together may, too. Only a ticket that the
//! service calls invalid counts, so users who share an address use nothing up, even while the service is down.
//! Addresses that sent an invalid ticket recently share one limit, and all other addresses share another. The former do
//! not use up the limit of the latter.

use std::net::IpAddr;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use super::short_cache::ShortCache;
use crate::service::{TicketHolder, VerifiedTicket};
use stagepass_kit::rate::{Block, Rate, RateLimited, RateLimiter};

/// The most cached tickets.
const CACHED_TICKETS: usize = 8192;

/// How long an access server caches the service's responses, and how many invalid tickets it accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceLimits {
    /// How long a verified ticket is cached. Never beyond its expiry.
    pub ticket_age: Duration,
    /// How long a track and its stream address are cached.
    pub track_age: Duration,
    /// The rates of invalid tickets from one address (for IPv6, one /64 network) and from all. Without it, there is no
    /// limit.
    pub junk_tickets: Option<JunkTicketRates>,
}

/// The rates of invalid tickets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JunkTicketRates {
    /// From one address.
    pub per_address: Rate,
    /// From all addresses that sent one recently, and separately from all others.
    pub in_all: Rate,
}

impl ServiceLimits {
    /// 5 s for tickets and 1 s for tracks. 2 invalid tickets a second from one address with a burst of 50, and 200 from
    /// all with a burst of 2,000.
    pub const USUAL: Self = Self {
        ticket_age: Duration::from_secs(5),
        track_age: Duration::from_secs(1),
        junk_tickets: Some(JunkTicketRates {
            per_address: Rate { per_second: 2, burst: 50 },
            in_all: Rate { per_second: 200, burst: 2_000 },
        }),
    };

    /// No caching and no limits.
    pub const NONE: Self = Self { ticket_age: Duration::ZERO, track_age: Duration::ZERO, junk_tickets: None };
}

/// Cached tickets and the limits of invalid ones.
#[derive(Debug)]
pub(crate) struct TicketLimits {
    /// By SHA-256, so that no ticket is stored.
    verified: ShortCache<[u8; 32], VerifiedTicket>,
    junk: Option<JunkLimits>,
}

#[derive(Debug)]
struct JunkLimits {
    per_address: RateLimiter<Block>,
    /// By whether the address sent no invalid ticket recently.
    in_all: RateLimiter<bool>,
}

/// A ticket that is being verified. It counts until it is dropped, and afterwards if it is invalid.
#[derive(Debug)]
pub(crate) struct TicketCheck<'a> {
    limits: &'a TicketLimits,
    hash: [u8; 32],
    block: Block,
    is_new: bool,
    is_invalid: bool,
    requested_at: Instant,
}

impl TicketLimits {
    pub(crate) fn new(limits: &ServiceLimits) -> Self {
        let junk = limits.junk_tickets.map(|rates| JunkLimits {
            per_address: RateLimiter::new(rates.per_address),
            in_all: RateLimiter::new(rates.in_all),
        });
        Self { verified: ShortCache::new(limits.ticket_age, CACHED_TICKETS), junk }
    }

    /// Returns the holder of a ticket, if it is cached at `now` (Unix seconds).
    pub(crate) fn remembered(&self, ticket: &str, now: i64) -> Option<TicketHolder> {
        let hash: [u8; 32] = Sha256::digest(ticket).into();
        let verified = self.verified.get(&hash)?;
        (now < verified.expires_at).then_some(verified.holder)
    }

    /// Counts a ticket before it is verified, unless too many were invalid.
    pub(crate) fn begin(&self, ticket: &str, address: IpAddr) -> Result<TicketCheck<'_>, RateLimited> {
        let block = Block::of(address);
        let mut is_new = true;
        if let Some(JunkLimits { per_address, in_all }) = &self.junk {
            is_new = per_address.is_rested(&block);
            per_address.take(&block)?;
            // Refused by the common limit, so it does not count for this address.
            in_all.take(&is_new).inspect_err(|_| per_address.give_back(&block))?;
        }
        let hash = Sha256::digest(ticket).into();
        Ok(TicketCheck { limits: self, hash, block, is_new, is_invalid: false, requested_at: Instant::now() })
    }
}

impl TicketCheck<'_> {
    /// Caches the valid ticket.
    pub(crate) fn accept(self, verified: VerifiedTicket) {
        self.limits.verified.insert(self.hash, self.requested_at, verified);
    }

    /// Lets the invalid ticket count.
    pub(crate) fn reject(mut self) {
        self.is_invalid = true;
    }
}

impl Drop for TicketCheck<'_> {
    fn drop(&mut self) {
        if self.is_invalid {
            return;
        }
        if let Some(JunkLimits { per_address, in_all }) = &self.limits.junk {
            per_address.give_back(&self.block);
            in_all.give_back(&self.is_new);
        }
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
        let holder = TicketHolder { user_id: 1, handle: "ada".to_owned(), verified: false, may_write: false };
        VerifiedTicket { holder, expires_at }
    }

    /// Returns how many of 200 invalid tickets are accepted. On a slow machine, the limits partly recover meanwhile.
    fn let_in(limits: &TicketLimits, address: impl Fn(u8) -> IpAddr) -> usize {
        (0..200).filter(|&number| limits.begin("junk", address(number)).map(TicketCheck::reject).is_ok()).count()
    }

    #[test]
    fn good_tickets_use_nothing_up() {
        let limits = limits(1, 1);
        for number in 0..20 {
            limits.begin(&number.to_string(), HOME).unwrap().accept(verified(100));
        }
        assert!((1..20).contains(&let_in(&limits, |_| HOME)));
    }

    /// The service was down, or the work was interrupted.
    #[test]
    fn tickets_without_an_answer_use_nothing_up() {
        let limits = limits(1, 1);
        for _ in 0..20 {
            drop(limits.begin("unknown", HOME).unwrap());
        }
        let under_way: Vec<_> = (0..200).filter_map(|_| limits.begin("unknown", HOME).ok()).collect();
        assert!((1..100).contains(&under_way.len()), "each counts as long as there is no answer");
        drop(under_way);
        assert!(limits.begin("unknown", HOME).is_ok());
    }

    #[test]
    fn ticket_is_not_remembered_beyond_its_expiry() {
        let limits = limits(1, 1);
        let remembered = |now| limits.remembered("a", now).map(|holder| holder.user_id);
        assert_eq!(remembered(0), None);
        limits.begin("a", HOME).unwrap().accept(verified(100));
        assert_eq!((remembered(99), remembered(100)), (Some(1), None));
    }

    #[test]
    fn invalid_tickets_do_not_limit_other_addresses() {
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
