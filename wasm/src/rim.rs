//! The builds of the core, by what performs its effects.

/// What performs the core's effects. Each is a build of its own, with its own cargo feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rim {
    /// The browser: `src/rim/web`.
    Web,
    /// The browser, for a client of any provider.
    WebOpenId,
    /// An object that each call brings: `src/rim/host.rs`.
    Host,
}

impl Rim {
    /// The cargo features of its exports.
    pub(crate) fn features(self) -> &'static str {
        match self {
            Self::Web => "js",
            Self::WebOpenId => "js,openid",
            Self::Host => "host",
        }
    }
}
