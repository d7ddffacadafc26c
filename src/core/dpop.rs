//! DPoP (RFC 9449): whether tokens are bound to a key of this browser.
//!
//! The core has neither the key nor the cryptography. A request says which key must prove it, and the rim adds the
//! proof: in browsers and on phones by a script (`pkg-template/src/dpop/`), in native Rust apps by `sdk::dpop`. A key
//! has the name of its session: the `state` of the login.

/// Whether a request is sent with a proof, and whether its tokens must be bound. The numbers cross the border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Dpop {
    /// No proof is sent. The tokens are not bound.
    #[default]
    Never = 0,
    /// A code exchange that creates a key if the service offers it (RFC 9449).
    Offered = 1,
    /// A code exchange that creates a key. It fails without one.
    Always = 2,
    /// A request of a session that is bound to a key. It fails without that key.
    Bound = 3,
}

impl Dpop {
    /// Returns whether an answer of the token endpoint may have tokens of this type (RFC 9449 section 5).
    pub fn accepts(self, is_bound: bool) -> bool {
        match self {
            Self::Never => !is_bound,
            Self::Offered => true,
            Self::Always | Self::Bound => is_bound,
        }
    }

    /// Returns the text that a transaction stores. Empty if no proof is sent.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Never | Self::Bound => "",
            Self::Offered => "auto",
            Self::Always => "true",
        }
    }

    /// Reads what [`Dpop::name`] returned.
    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "auto" => Self::Offered,
            "true" => Self::Always,
            _ => Self::Never,
        }
    }
}

/// The proof that a request needs.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// Whether it needs one.
    pub dpop: Dpop,
    /// The name of the key. Empty: none.
    pub key: String,
}

impl Proof {
    /// Returns the proof by the key of the login with this `state`.
    pub fn new(dpop: Dpop, state: &str) -> Self {
        Self { dpop, key: state.to_owned() }
    }
}
