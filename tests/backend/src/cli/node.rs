//! `stagepass-backend node`.

use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::Outcome;
use super::service::stop_signal;
use crate::clock::SystemClock;
use crate::node::{FileCatalog, NodeSettings, start};

#[derive(Debug, Args)]
pub(super) struct NodeArgs {
    /// The tracks: a JSON list of `{"trackId", "cid", "path", "duration"?, "access_authorities"?, "delisted"?}`. Paths are relative to the
    /// file, durations in seconds. Without authorities a track is public. It is read once, at the start.
    #[arg(long, env = "STAGEPASS_CATALOG", value_name = "FILE")]
    catalog: PathBuf,
    /// Where to listen; port 0 takes a free one. The line `listening on http://IP:PORT` on stdout says when and where.
    #[arg(long, default_value = "127.0.0.1:0", value_name = "IP:PORT")]
    listen: SocketAddr,
    /// Short for `--listen 127.0.0.1:PORT`.
    #[arg(long, value_name = "PORT", conflicts_with = "listen")]
    port: Option<u16>,
}

impl NodeArgs {
    pub(super) async fn run(self) -> Outcome {
        // Asked for before the node starts: a signal that comes early must not find the default, which kills.
        let stop = stop_signal()?;
        let catalog = FileCatalog::read(&self.catalog)?;
        let listen = self.port.map_or(self.listen, |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        let node = start(NodeSettings { listen, catalog: Arc::new(catalog), clock: Arc::new(SystemClock) }).await?;
        println!("listening on {}", node.listening_on());
        std::io::stdout().flush()?;
        stop.await;
        tracing::info!("stopping");
        node.shutdown().await;
        Ok(())
    }
}
