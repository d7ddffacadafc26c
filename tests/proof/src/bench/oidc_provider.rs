//! oidc-provider, the server that people reach for.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use stagepass_programs::process::Service;
use stagepass_programs::{checkout, tools};

/// The public client that it knows.
pub(super) const CLIENT: &str = "bench";
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts oidc-provider with this number of grants, whose tokens it writes to `tokens`, and with as many that are bound
/// to the key with this thumbprint, whose tokens it writes to `bound`. Returns also its address, an IP
/// address and a port.
///
/// # Errors
/// If Node or npm are missing, or it does not start.
pub(super) fn start(tokens: &Path, (bound, thumbprint): (&Path, &str), grants: usize) -> Result<(Service, String)> {
    let folder = checkout::root().join("tests/proof/peers/oidc-provider");
    tools::npm_packages(&folder)?;
    let mut node = checkout::node(&folder);
    node.arg("server.mjs").arg(tokens).arg(grants.to_string()).arg(bound).arg(thumbprint).env("NODE_ENV", "production");
    let (service, address) = Service::start(&mut node, "listening on http://", PATIENCE)?;
    Ok((service, address.trim().to_owned()))
}
