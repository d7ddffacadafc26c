//! The three servers in one process.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use stagepass_access::{AccessHandle, AccessSettings, Country, GeoSource, Secret, ServiceLimits};
use stagepass_gate::Signer;
use stagepass_kit::clock::SystemClock;
use stagepass_media::{AudioSource, Media};
use stagepass_node::{NodeHandle, NodeSettings, StoreCatalog};
use stagepass_server::base_url::BaseUrl;
use stagepass_server::settings::ServerSettings;
use stagepass_service::{ServiceHandle, Settings, UploadLimits};
use stagepass_store::{ACCESS, Database, PlayableStore, Store};

use super::data::{DataFolder, Record};
use crate::cli::database::decoder;
use crate::cli::outcome::Outcome;
use crate::servers::start_node_and_service;

/// Where tracks without a rule can be heard.
const ALLOWED_COUNTRIES: &str = "SE,GB";

/// What a developer chooses.
pub(super) struct ServerOptions {
    /// The port of the service; 0 if all ports are free ones.
    pub(super) port: u16,
    pub(super) access_token_lifetime: Duration,
    pub(super) sign_in_lifetime: Duration,
    pub(super) geo: GeoSource,
}

/// Returns the ports of the service, the node and the access server.
fn ports(first: u16) -> [u16; 3] {
    [0, 1, 2].map(|offset| if first == 0 { 0 } else { first.saturating_add(offset) })
}

/// Fails if a port is in use, before anything is created.
pub(super) fn require_free_ports(first: u16) -> Outcome {
    for (port, server) in ports(first).into_iter().zip(["service", "stream node", "access server"]) {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            format!(
                "port {port} of the {server} cannot be used ({error}): stop what uses it, or move all three servers with --port PORT"
            )
        })?;
    }
    Ok(())
}

fn at(port: u16) -> ServerSettings {
    ServerSettings { listen: SocketAddr::from((Ipv4Addr::LOCALHOST, port)), ..ServerSettings::default() }
}

/// Starts the node and the service, without limits on requests.
pub(super) async fn start_service(data: &DataFolder, options: &ServerOptions) -> Outcome<(NodeHandle, ServiceHandle)> {
    let [service, node, _] = ports(options.port);
    let database = data.database("stagepass.db");
    let media = Media::Folder(data.media());
    let audio = AudioSource::of(&media, &database)?;
    Store::migrate(&database).await?;
    let catalog = StoreCatalog::new(PlayableStore::open(&database).await?, audio, Arc::new(SystemClock));
    let node = NodeSettings { server: at(node), ..NodeSettings::new(Arc::new(catalog)) };
    let usual = Settings::in_memory();
    let service = Settings {
        server: at(service),
        database,
        media,
        access_token_lifetime: options.access_token_lifetime,
        longest_sign_in: options.sign_in_lifetime,
        decoder: decoder()?,
        // Without it, the service warns that the database and the uploads are on one disk.
        uploads: UploadLimits { ceiling: Some(usual.uploads.quota), ..usual.uploads },
        ..usual
    };
    start_node_and_service(node, service).await
}

/// Starts the access server of the recorded app.
pub(super) async fn start_access(
    data: &DataFolder,
    options: &ServerOptions,
    service: &str,
    record: &Record,
) -> Outcome<AccessHandle> {
    let [_, _, port] = ports(options.port);
    let database = data.database("access.db");
    Database::migrate(&database, &ACCESS).await?;
    let access = stagepass_access::start(AccessSettings {
        server: at(port),
        origin: None,
        service: BaseUrl::parse(service)?,
        api_key: record.api_key.clone(),
        credential: Secret::from(record.credential.clone()),
        signer: Arc::new(Signer::from_hex(&record.signing_key)?),
        database,
        owners: Vec::new(),
        allowed_countries: Country::parse_list(ALLOWED_COUNTRIES)?,
        geo: options.geo.clone(),
        // All users are on this machine: one that moves is in another country at once.
        geo_cache: Duration::ZERO,
        service_limits: ServiceLimits { junk_tickets: None, ..ServiceLimits::USUAL },
        clock: Arc::new(SystemClock),
    });
    Ok(access.await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_in_use_error_names_server_and_flag() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = require_free_ports(port).unwrap_err().to_string();
        assert!(error.contains(&format!("port {port} of the service")) && error.contains("--port"), "{error}");
        assert!(require_free_ports(0).is_ok());
        assert_eq!((ports(0), ports(8787)), ([0; 3], [8787, 8788, 8789]));
    }
}
