//! A real provider of `OpenID` Connect, oidc-provider, for some of the figures. `tests/clients/provider.mjs` starts it,
//! in a process of Node that ends with this one.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::LazyLock;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{HOST, HeaderName};
use axum::middleware::map_request;
use stagepass_e2e_tests::fault_proxy;
use stagepass_programs::checkout;

static PROCESS: LazyLock<Process> = LazyLock::new(Process::start);

/// The process. The pipe to its standard input closes when this program ends.
#[derive(Debug)]
struct Process {
    origin: String,
    _child: Child,
}

impl Process {
    fn start() -> Self {
        let mut node = checkout::node(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../clients")));
        let node = node.arg("provider.mjs").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = node.spawn().expect("node starts");
        let mut origin = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut origin).expect("it prints its origin");
        Self { origin: origin.trim_end().to_owned(), _child: child }
    }
}

/// The provider, with no user signed in. Each host that browsers reach it at is an issuer of its own.
pub(crate) fn router() -> Router {
    fault_proxy::forward_to(PROCESS.origin.clone()).layer(map_request(async |mut request: Request| {
        let host = request.headers().get(HOST).cloned();
        request.headers_mut().extend(host.map(|host| (HeaderName::from_static("x-forwarded-host"), host)));
        request
    }))
}
