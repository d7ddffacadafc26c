//! The test suites.

use clap::ValueEnum;
use stagepass_programs::browser::Engine;

/// A test suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Suite {
    /// Native tests of the core, the servers, the flow between them, and xtask, on SQLite
    Native,
    /// The native tests of the backend, on PostgreSQL
    Postgres,
    /// The TypeScript package, without a browser
    Facade,
    /// Other implementations: they verify our signatures and we theirs, and stock OAuth clients sign in at the service
    Interop,
    /// The npm package signs in at other OAuth and OpenID providers, in a real browser, and resists hostile ones
    Providers,
    /// The core in a real browser, with a real service
    Browser,
    /// End-to-end tests of the demo app in a real browser, with a real service
    E2e,
    /// The packed package in several bundlers: an app built by each, and a login in it
    Packaging,
    /// The apps in `examples` that use the crate `stagepass`, in a real browser, with a real service
    Apps,
    /// The packed package in React Native: an app in Metro's bundles, in Hermes and under jest's presets
    Phones,
    /// The core as WebAssembly and as JavaScript: both must behave the same. And the TypeScript package on top of it
    Engines,
    /// The service killed under load: it must keep every response that it gave before
    Service,
    /// The logs of the other suites: they must have no secrets. Runs last
    #[value(hide = true)]
    Secrets,
}

impl Suite {
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Whether its servers write logs that `secrets` searches.
    pub(super) fn has_logs(self) -> bool {
        !matches!(self, Self::Facade | Self::Engines | Self::Service | Self::Secrets)
    }

    /// Whether it uses neither Node nor a browser.
    pub(super) fn is_native(self) -> bool {
        matches!(self, Self::Native | Self::Postgres | Self::Service)
    }

    /// The engines of the core that it runs with in each browser; none if it needs no browser.
    pub(super) fn engines(self) -> &'static [Engine] {
        match self {
            Self::E2e => &[Engine::Wasm, Engine::Js],
            // Each packaging test uses both. The client of `providers` chooses its own.
            Self::Browser | Self::Packaging | Self::Apps | Self::Providers => &[Engine::Wasm],
            _ => &[],
        }
    }
}
