//! What is known of a caller. What has not been asked is absent, which is something else than an answer that knows nothing.

use std::collections::BTreeMap;

use crate::countries::Country;
use crate::id::Id;

/// All that is known of a caller, so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The time, in Unix seconds.
    pub now: i64,
    /// Who is signed in; `None` if nobody is. Always known.
    pub person: Option<Person>,
    /// The origin that the request says it comes from, as the URL standard serialises it, of `Origin` or else of `Referer`; `None` if neither says.
    /// Always known. An opaque one (`null`) says nothing.
    pub came_from: Option<String>,
    /// Where the caller is; `None` as long as nobody has asked.
    pub country: Option<Whereabouts>,
    /// Whether the caller is a member, by group. Absent: not asked.
    pub members: BTreeMap<Id, Membership>,
    /// Whether the caller has paid, by product. Absent: not asked.
    pub paid: BTreeMap<Id, Payment>,
    /// What became of the caller's site token, by site key. Absent: not asked.
    pub sites: BTreeMap<Id, SiteToken>,
}

/// Who is signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// The user's id.
    pub user_id: u64,
    /// Whether the service says that the account is who it says.
    pub verified: bool,
}

/// Where a caller is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whereabouts {
    /// There.
    Known(Place),
    /// Nobody knows: a private address, one that no database has, or none that can be believed.
    Unknown,
    /// It could not be asked.
    Unavailable,
}

/// A place on Earth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its country.
    pub country: Country,
    /// Its city, in English.
    pub city: Option<String>,
}

/// Whether a caller is a member of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Membership {
    /// Is one.
    Member,
    /// Is none.
    Not {
        /// Where one becomes a member.
        join_url: Option<String>,
        /// What the group is called.
        name: String,
    },
    /// Nobody is signed in, so nobody can tell.
    NobodySignedIn {
        /// Where one becomes a member.
        join_url: Option<String>,
        /// What the group is called.
        name: String,
    },
    /// The track's owner has no such group.
    NoSuchGroup,
}

/// Whether a caller has paid for a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payment {
    /// Has, and it is good.
    Paid,
    /// Has not, or it is no longer good.
    Not {
        /// Where one buys it.
        buy_url: Option<String>,
        /// What the product is called.
        name: String,
        /// When what was paid for ended, in Unix seconds, if it did.
        ended_at: Option<i64>,
        /// Whether the money went back.
        refunded: bool,
    },
    /// Nobody is signed in, so nobody can tell.
    NobodySignedIn {
        /// Where one buys it.
        buy_url: Option<String>,
        /// What the product is called.
        name: String,
    },
    /// The track's owner has no such product.
    NoSuchProduct,
}

/// What became of a token that a site's own server signs for its listeners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteToken {
    /// It is that site's, for this track, and good now.
    Good,
    /// There was none.
    None,
    /// It is not: another's, another track's, or too old.
    Bad,
    /// The track's owner has no such site key.
    NoSuchSite,
}
