//! The engine of the core that the tests use.

use std::env;

/// One of the two builds of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// WebAssembly: `core*.wasm`.
    Wasm,
    /// The same as JavaScript, `core*.js`, for pages whose policy refuses WebAssembly.
    Js,
}

impl Engine {
    /// Returns the engine that `STAGEPASS_ENGINE` names.
    pub fn from_environment() -> Self {
        match env::var("STAGEPASS_ENGINE").as_deref() {
            Err(_) | Ok("" | "wasm") => Self::Wasm,
            Ok("js") => Self::Js,
            Ok(other) => panic!("STAGEPASS_ENGINE is {other:?}: it should be wasm or js"),
        }
    }

    /// Returns its name in the app's option `engine`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wasm => "wasm",
            Self::Js => "js",
        }
    }

    /// Returns the engine whose file is at `path`, if any. Bundlers add a hash to the name: `/assets/core-4Df2.wasm`.
    pub fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next()?;
        let (stem, extension) = name.rsplit_once('.')?;
        match extension {
            _ if !stem.starts_with("core") => None,
            "wasm" => Some(Self::Wasm),
            "js" => Some(Self::Js),
            _ => None,
        }
    }
}

/// Whether the app's pages can use WebAssembly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WebAssembly {
    /// Their policy allows or refuses it, so that they load the engine that the environment names.
    #[default]
    AsNamed,
    /// Their policy allows it.
    Allowed,
    /// Their policy refuses it.
    Refused,
    /// Their policy allows it, and the browser has none.
    Missing,
}

impl WebAssembly {
    pub(super) fn is_refused(self, named: Engine) -> bool {
        self == Self::Refused || (self == Self::AsNamed && named == Engine::Js)
    }

    /// Returns the engine that pages load if the app does not choose one.
    pub(super) fn loads(self, named: Engine) -> Engine {
        match self {
            Self::AsNamed => named,
            Self::Allowed => Engine::Wasm,
            Self::Refused | Self::Missing => Engine::Js,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engines_file_is_known_by_its_name() {
        assert_eq!(Engine::of("/assets/core-4Df2.wasm"), Some(Engine::Wasm));
        assert_eq!(Engine::of("/core.js"), Some(Engine::Js));
        for other in ["/", "/assets/index-core.js", "/core.css", "/core/", "/assets/index.js"] {
            assert_eq!(Engine::of(other), None, "{other}");
        }
    }
}
