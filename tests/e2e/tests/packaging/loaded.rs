//! The scripts and modules that a page has loaded from its own server.
//!
//! Bundlers name files as they like, so an engine of the core is known by what is in the file.

use std::fs;
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use stagepass_e2e_tests::engine::Engine;
use stagepass_e2e_tests::visitor::Visitor;
use tokio::time::sleep;

use crate::built;

const POLL_INTERVAL: Duration = Duration::from_millis(50);

const ADDRESSES: &str = "return performance.getEntriesByType('resource').map((entry) => entry.name)
    .filter((name) => name.startsWith(`${location.origin}/`))";

/// They, each once.
pub(crate) struct LoadedFiles(Vec<File>);

struct File {
    name: String,
    bytes: Vec<u8>,
}

impl LoadedFiles {
    /// The files of the current page, with an engine of the core. A page knows its session before the core is loaded.
    /// The story's timeout ends the wait.
    pub(crate) async fn with_engine(visitor: &Visitor) -> Self {
        loop {
            let files = Self::by(visitor).await;
            if !files.engines().is_empty() {
                return files;
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    async fn by(visitor: &Visitor) -> Self {
        let mut addresses: Vec<String> = visitor.run(ADDRESSES).await;
        addresses.sort();
        addresses.dedup();
        let mut files = Vec::new();
        for address in addresses {
            let answer = reqwest::get(&address).await.unwrap();
            let content_type = answer.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
            if content_type.is_some_and(|value| value.contains("javascript") || value.contains("wasm")) {
                let name =
                    address.split(['?', '#']).next().and_then(|path| path.rsplit('/').next()).unwrap().to_owned();
                files.push(File { name, bytes: answer.bytes().await.unwrap().to_vec() });
            }
        }
        Self(files)
    }

    /// Sees to it that this engine of the core is among them, the package's own, and that the other is not.
    pub(crate) fn assert_engine(&self, engine: Engine) {
        let names: Vec<_> = self.0.iter().map(|file| &file.name).collect();
        assert_eq!(self.engines(), [engine], "{names:?}");
    }

    fn engines(&self) -> Vec<Engine> {
        let module = fs::read(built::package().join("core.wasm")).unwrap();
        let mark = mark();
        let mut engines = Vec::new();
        for File { name, bytes } in &self.0 {
            if bytes.starts_with(b"\0asm") {
                assert!(*bytes == module, "{name} is another module than the package's");
                engines.push(Engine::Wasm);
            } else if String::from_utf8_lossy(bytes).contains(&mark) {
                engines.push(Engine::Js);
            }
        }
        engines
    }

    /// Saves them for `measure.mjs`, which measures their sizes.
    pub(crate) fn keep(&self, consumer: &str) {
        let folder = built::output().join("loaded").join(consumer);
        // There is none yet, or that of an earlier run.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (number, File { name, bytes }) in self.0.iter().enumerate() {
            fs::write(folder.join(format!("{number}-{name}")), bytes).unwrap();
        }
    }
}

/// A text that only the core as JavaScript contains, and that every minifier keeps: the longest part of its memory, in
/// base64.
fn mark() -> String {
    let script = fs::read_to_string(built::package().join("core.js")).unwrap();
    let is_base64 = |character: char| character.is_ascii_alphanumeric() || matches!(character, '+' | '/');
    let mark = script.split(|character| !is_base64(character)).max_by_key(|piece| piece.len()).unwrap();
    assert!(mark.len() > 1000, "core.js has no memory in it");
    mark.to_owned()
}
