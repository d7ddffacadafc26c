//! `stagepass-backend node`.

use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use ipnet::IpNet;

use super::limits::LimitArgs;
use super::media::MediaArgs;
use super::stop::StopArgs;
use super::{MetricsArgs, Outcome, Unread, secret_file};
use crate::clock::SystemClock;
use crate::media::AudioSource;
use crate::node::{Catalog, FileCatalog, NodeSettings, StoreCatalog, start};
use crate::serve::Limits;
use crate::store::{DatabaseAddress, Store};

#[derive(Debug, Args)]
pub(super) struct NodeArgs {
    /// The tracks: a JSON list of `{"trackId", "cid", "path", "duration"?, "upload_id"?, "access_authorities"?, "delisted"?}`. Paths are relative to the
    /// file, durations in seconds. Without authorities a track is public. It is read once, at the start.
    #[arg(long, env = "STAGEPASS_CATALOG", value_name = "FILE", required_unless_present_any = ["database", "database_file"])]
    catalog: Option<PathBuf>,
    /// In place of a catalogue, the database of a service: `sqlite:PATH` or `postgresql://…`. What changes there counts a second later. The audio is
    /// where that service keeps it.
    #[arg(
        long,
        env = "STAGEPASS_NODE_DATABASE",
        hide_env_values = true,
        value_name = "ADDRESS",
        conflicts_with = "catalog"
    )]
    database: Option<Unread>,
    /// A file with that address: for one that holds a password.
    #[arg(
        long,
        env = "STAGEPASS_NODE_DATABASE_FILE",
        value_name = "FILE",
        conflicts_with_all = ["catalog", "database"]
    )]
    database_file: Option<PathBuf>,
    #[command(flatten)]
    media: MediaArgs,
    /// How many seconds a signature is good at most, however long the track: 6 h, or less.
    #[arg(long, default_value_t = 21_600, value_name = "SECONDS")]
    longest_signature: u64,
    /// Where to listen; port 0 takes a free one. The line `listening on http://IP:PORT` on stdout says when and where.
    #[arg(long, default_value = "127.0.0.1:0", value_name = "IP:PORT")]
    listen: SocketAddr,
    /// Short for `--listen 127.0.0.1:PORT`.
    #[arg(long, value_name = "PORT", conflicts_with = "listen")]
    port: Option<u16>,
    /// A range of addresses whose `X-Forwarded-For` and `X-Request-Id` are believed: that of the proxies in front of this node. May be given
    /// several times; with commas in the variable.
    #[arg(long = "trusted-proxy", env = "STAGEPASS_TRUSTED_PROXIES", value_name = "CIDR", value_delimiter = ',')]
    trusted_proxies: Vec<IpNet>,
    #[command(flatten)]
    metrics: MetricsArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    stop: StopArgs,
}

impl NodeArgs {
    pub(super) async fn run(self) -> Outcome {
        let stop = self.stop.listen()?;
        let listen = self.port.map_or(self.listen, |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        let longest_signature = Duration::from_secs(self.longest_signature);
        let (trusted_proxies, metrics_listen) = (self.trusted_proxies.clone(), self.metrics.metrics_listen);
        let limits = self.limits.limits(Limits::NODE);
        let settings = NodeSettings::new(self.catalog().await?);
        let told = NodeSettings { listen, longest_signature, trusted_proxies, metrics_listen, limits, ..settings };
        let node = start(told).await?;
        println!("listening on {}", node.listening_on());
        std::io::stdout().flush()?;
        stop.wait(|| node.drain()).await;
        node.shutdown().await;
        Ok(())
    }

    async fn catalog(self) -> Result<Arc<dyn Catalog>, Box<dyn std::error::Error>> {
        let address = match (self.database, self.database_file) {
            (Some(Unread(address)), _) => address,
            (None, Some(file)) => secret_file::read(&file)?,
            (None, None) => return Ok(Arc::new(FileCatalog::read(&self.catalog.unwrap_or_default())?)),
        };
        let address: DatabaseAddress = address.parse()?;
        if !address.is_lasting() {
            return Err("a node reads the database of a service: one in memory is that service's own".into());
        }
        let audio = AudioSource::of(&self.media.setting()?, &address)?;
        audio.check().await?;
        Ok(Arc::new(StoreCatalog::new(Store::open(&address).await?, audio, Arc::new(SystemClock))))
    }
}
