//! `stagepass-backend all`: the three servers in one process, for one machine.

use std::io::Write as _;

use crate::cli::access::AccessArgs;
use crate::cli::node::NodeArgs;
use crate::cli::outcome::Outcome;
use crate::cli::readiness;
use crate::cli::service::ServiceArgs;
use crate::servers::{Servers, start_node_and_service};
use crate::settings_file::SettingsFile;

/// Variables that can only be meant for one server.
const OF_ONE_SERVER: [&str; 3] = ["STAGEPASS_LISTEN", "PORT", "STAGEPASS_METRICS_LISTEN"];

/// Runs the servers until a signal stops the process. Each has its own address, health checks and metrics.
pub(crate) async fn run(settings: Option<&SettingsFile>) -> Outcome {
    let settings = settings
        .ok_or("`all` needs a settings file: write one with `stagepass-backend init`, and name it with --config")?;
    if let Some(variable) = OF_ONE_SERVER.into_iter().find(|variable| std::env::var_os(variable).is_some()) {
        let path = settings.path().display();
        return Err(
            format!("{variable} would apply to all three servers: unset it, and set the addresses in {path}").into()
        );
    }
    let service: ServiceArgs = settings.server("service")?;
    let node: NodeArgs = settings.server("node")?;
    let access: AccessArgs = settings.server("access")?;
    // Before the servers start: a signal that comes early must not find the default, which kills.
    let stop = service.server.stop.longest(node.server.stop).longest(access.server.stop).listen()?;
    let (service, access) = (service.settings()?, access.settings()?);
    let (node, service) = start_node_and_service(node.settings().await?, service).await?;
    let servers = Servers { node, service, access: stagepass_access::start(access).await? };
    let mut out = std::io::stdout().lock();
    for (server, origin) in
        [("service", servers.service.origin()), ("node", servers.node.origin()), ("access", servers.access.origin())]
    {
        writeln!(out, "{server} listening on {origin}")?;
    }
    out.flush()?;
    drop(out);
    readiness::report(readiness::State::Ready);
    stop.wait(|| servers.drain()).await;
    servers.shutdown().await;
    Ok(())
}
