//! The facts about a caller. A fact that was not asked yet is absent. A fact that was asked can be unknown.

use std::collections::BTreeMap;

use crate::countries::Country;
use crate::id::Id;

/// The facts about a caller that are asked so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The time, in Unix seconds.
    pub now: i64,
    /// The signed-in user. `None` if the caller is signed out. Never has to be asked.
    pub user: Option<User>,
    /// The origin of the request, from `Origin` or else from `Referer`, as the URL standard serialises it. `None` if
    /// the request has neither. An opaque origin (`null`) counts as unknown. Never has to be asked.
    pub came_from: Option<String>,
    /// Where the caller is. `None` until it is asked.
    pub country: Option<Whereabouts>,
    /// Whether the caller is a member, by group. A group is absent until it is asked.
    pub members: BTreeMap<Id, Membership>,
    /// Whether the caller has paid, by product. A product is absent until it is asked.
    pub paid: BTreeMap<Id, Payment>,
    /// Whether the caller has a valid site token, by site key. A site key is absent until it is asked.
    pub sites: BTreeMap<Id, SiteToken>,
}

/// The signed-in user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct User {
    /// The user's id.
    pub user_id: u64,
    /// Whether the service has verified the account.
    pub verified: bool,
}

/// Where a caller is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whereabouts {
    /// The caller is here.
    Known(Place),
    /// Cannot be determined: the address is private, in no database, or cannot be trusted.
    Unknown,
    /// The lookup failed.
    Unavailable,
}

/// A place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The country.
    pub country: Country,
    /// The city, in English.
    pub city: Option<String>,
}

/// Whether a caller is a member of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Membership {
    /// The caller is a member.
    Member,
    /// The caller is not a member.
    Not {
        /// The URL to join the group.
        join_url: Option<String>,
        /// The name of the group.
        name: String,
    },
    /// The caller is signed out, so it cannot be determined.
    NobodySignedIn {
        /// The URL to join the group.
        join_url: Option<String>,
        /// The name of the group.
        name: String,
    },
    /// The track's owner has no such group.
    NoSuchGroup,
}

/// Whether a caller has paid for a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payment {
    /// The caller has paid, and the payment is valid.
    Paid,
    /// The caller has not paid, or the payment is no longer valid.
    Not {
        /// The URL to buy the product.
        buy_url: Option<String>,
        /// The name of the product.
        name: String,
        /// When the payment expired, in Unix seconds. `None` if it has not.
        ended_at: Option<i64>,
        /// Whether the payment was refunded.
        refunded: bool,
    },
    /// The caller is signed out, so it cannot be determined.
    NobodySignedIn {
        /// The URL to buy the product.
        buy_url: Option<String>,
        /// The name of the product.
        name: String,
    },
    /// The track's owner has no such product.
    NoSuchProduct,
}

/// Whether a token that a site's server signs for its users is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteToken {
    /// The token is from this site, for this track, and valid now.
    Good,
    /// There is no token.
    None,
    /// The token is from another site, for another track, or expired.
    Bad,
    /// The track's owner has no such site key.
    NoSuchSite,
}
