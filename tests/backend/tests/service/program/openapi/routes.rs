//! The routes in the sources of the servers: axum's router does not list them.

use std::collections::BTreeSet;

/// A method and a path.
pub(super) type Route = (String, String);

const METHODS: [&str; 6] = ["get", "post", "put", "patch", "delete", "head"];

/// Returns the routes of the service below its base URL.
pub(super) fn service_routes() -> BTreeSet<Route> {
    routes(include_str!("../../../../service/src/router.rs"))
}

/// Returns the routes of the access server, with the files of the owner's page.
pub(super) fn access_routes() -> BTreeSet<Route> {
    let page = include_str!("../../../../access/src/owner/page.rs");
    let (_, parts) = page.split_once("const PARTS").unwrap();
    let (parts, _) = parts.split_once("];").unwrap();
    let files = parts.split('"').filter(|text| text.starts_with("/owner/"));
    let files = files.map(|path| ("get".to_owned(), path.to_owned()));
    let sources =
        [include_str!("../../../../access/src/routes.rs"), include_str!("../../../../access/src/shop.rs"), page];
    sources.into_iter().flat_map(routes).chain(files).collect()
}

/// Returns the routes of the node.
pub(super) fn node_routes() -> BTreeSet<Route> {
    routes(include_str!("../../../../node/src/routes.rs"))
}

/// Returns the routes in a source: `.route("/path", get(…).post(…))`, or with a variable that has the handlers. A path
/// that is no literal is skipped.
fn routes(source: &str) -> BTreeSet<Route> {
    let source: String = source.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut routes = BTreeSet::new();
    for route in source.split(".route(").skip(1) {
        let route = route.trim_start();
        let Some(path) = route.strip_prefix('"').and_then(|rest| rest.split('"').next()) else { continue };
        let (_, handlers) = route.split_once(',').unwrap();
        let name: String = handlers.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let definition = source.split(&format!("let {name} = ")).nth(1).and_then(|rest| rest.split(';').next());
        let handlers = format!(".{}", definition.unwrap_or(handlers.trim_start()));
        for method in METHODS {
            if handlers.contains(&format!(".{method}(")) {
                routes.insert((method.to_owned(), path.to_owned()));
            }
        }
    }
    routes
}

#[test]
fn routes_with_several_methods_or_variable_are_found() {
    let source = "let one = get(a)\n.patch(b); Router::new().route(\"/x\", get(c).post(d)).route(\n\"/y/{id}\", one).route(path, get(e))";
    let expected = [("get", "/x"), ("post", "/x"), ("get", "/y/{id}"), ("patch", "/y/{id}")];
    assert_eq!(routes(source), expected.map(|(method, path)| (method.to_owned(), path.to_owned())).into());
}
