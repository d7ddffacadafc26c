//! Compares the statuses in the logs of the tested servers with the `OpenAPI` documents.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result};
use serde_json::Value;
use stagepass_programs::checkout;

const DOCUMENTS: [&str; 3] = ["openapi.json", "openapi-access-server.json", "openapi-node.json"];
/// What precedes the status in the line of a request. `serve::answer` of `stagepass-server` writes it.
const LOGGED: [&str; 2] = ["answered status=", "failed status="];
/// Statuses that do not depend on the route: the descriptions of the documents name them.
const OF_EVERY_ROUTE: [&str; 2] = ["405", "414"];

/// The documented statuses of all operations.
pub(super) struct Statuses(Vec<DocumentedPath>);

struct DocumentedPath {
    path: String,
    /// The statuses of each method, in capitals.
    methods: BTreeMap<String, BTreeSet<String>>,
}

impl Statuses {
    pub(super) fn read() -> Result<Self> {
        let mut paths = Vec::new();
        for name in DOCUMENTS {
            let file = checkout::root().join("docs/reference").join(name);
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let document = serde_json::from_str(&text).with_context(|| format!("{} is not JSON", file.display()))?;
            paths.extend(documented_paths(&document));
        }
        Ok(Self(paths))
    }

    /// Returns the responses in a log that are not documented, as `METHOD path status`. Requests to unknown addresses
    /// are skipped.
    pub(super) fn undocumented(&self, log: &str) -> BTreeSet<String> {
        log.lines().filter_map(|line| self.check(line)).collect()
    }

    fn check(&self, line: &str) -> Option<String> {
        let rest = LOGGED.iter().find_map(|words| Some(line.split_once(words)?.1))?;
        let status = rest.split(' ').next()?;
        let method = line.split_once("method=")?.1.split(' ').next()?;
        let path = line.split_once("path=\"")?.1.split('"').next()?;
        let known: Vec<_> = self.0.iter().filter(|known| known.is_end_of(path)).collect();
        let has_control_characters = path.contains("%0") || path.contains("%1") || path.contains("%7");
        if known.is_empty() || method == "OPTIONS" || has_control_characters || OF_EVERY_ROUTE.contains(&status) {
            return None;
        }
        // An address without a parameter is not found only if it is another server's, or has another base URL.
        let is_elsewhere = status == "404" && known.iter().all(|known| !known.path.contains('{'));
        let is_documented = is_elsewhere || known.iter().any(|known| known.has(method, status));
        let paths: Vec<_> = known.iter().map(|known| known.path.as_str()).collect();
        (!is_documented).then(|| format!("{method} {} {status}", paths.join(" or ")))
    }
}

impl DocumentedPath {
    /// A requested path may begin with a segment of the base URL.
    fn is_end_of(&self, requested: &str) -> bool {
        let (known, requested) = (self.path.split('/').skip(1), requested.split('/').skip(1));
        let prefix = requested.clone().count().checked_sub(known.clone().count()).filter(|prefix| *prefix <= 1);
        prefix.is_some_and(|prefix| {
            known
                .zip(requested.skip(prefix))
                .all(|(known, segment)| (known.starts_with('{') && !segment.is_empty()) || known == segment)
        })
    }

    /// HEAD is documented with GET, unless it is an operation of its own.
    fn has(&self, method: &str, status: &str) -> bool {
        let statuses = self.methods.get(method).or_else(|| self.methods.get("GET").filter(|_| method == "HEAD"));
        statuses.is_none_or(|statuses| statuses.contains(status))
    }
}

fn documented_paths(document: &Value) -> impl Iterator<Item = DocumentedPath> {
    let paths = document.get("paths").and_then(Value::as_object).into_iter().flatten();
    paths.map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        let methods = methods.map(|(method, operation)| {
            let statuses = operation.get("responses").and_then(Value::as_object).into_iter().flatten();
            (method.to_ascii_uppercase(), statuses.map(|(status, _)| status.clone()).collect())
        });
        DocumentedPath { path: path.clone(), methods: methods.collect() }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn undocumented(method: &str, path: &str, status: u16) -> Vec<String> {
        let document = json!({ "paths": {
            "/tracks/{id}": { "get": { "responses": { "200": {}, "404": {} } } },
            "/users/{id}": { "get": { "responses": { "200": {} } } },
            "/my-region": { "get": { "responses": { "200": {} } } },
        } });
        let statuses = Statuses(documented_paths(&document).collect());
        let line = format!(
            "INFO request{{id=1 method={method} path=\"{path}\"}}: answer: answered status={status} latency_us=9"
        );
        statuses.undocumented(&line).into_iter().collect()
    }

    #[test]
    fn undocumented_status_is_found_at_any_base_url() {
        for path in ["/tracks/7", "/v1/tracks/7"] {
            assert_eq!(undocumented("GET", path, 418), ["GET /tracks/{id} 418"]);
            assert_eq!(undocumented("HEAD", path, 418), ["HEAD /tracks/{id} 418"]);
            assert!(undocumented("GET", path, 404).is_empty());
        }
    }

    #[test]
    fn not_found_is_skipped_without_path_parameter() {
        assert!(undocumented("GET", "/my-region", 404).is_empty());
        assert_eq!(undocumented("GET", "/my-region", 400), ["GET /my-region 400"]);
        assert_eq!(undocumented("GET", "/users/7", 404), ["GET /users/{id} 404"]);
    }

    #[test]
    fn unknown_address_or_method_is_skipped() {
        for (method, path) in
            [("GET", "/nowhere"), ("GET", "/a/b/tracks/7"), ("PUT", "/tracks/7"), ("GET", "/tracks/%00")]
        {
            assert!(undocumented(method, path, 418).is_empty(), "{method} {path}");
        }
    }
}
