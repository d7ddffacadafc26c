//! An access server, and a service that does what a test says.

mod program;
mod requests;
mod service;
pub(crate) mod shop;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use stagepass_backend::ServerSettings;
use stagepass_backend::access::{AccessHandle, AccessSettings, Country, GeoSource, Secret, ServiceLimits, start};
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::clock::ManualClock;
use stagepass_backend::store::{ACCESS, Database};
use stagepass_gate::{Parameter, Signer};
pub(crate) use stagepass_test_support::Reply;
use stagepass_test_support::secrets::note;
use stagepass_test_support::sent;

pub(crate) use self::program::{KEY, command, command_without_geo};
pub(crate) use self::service::FakeService;

/// The country of this address in the test database.
pub(crate) const IN_AUSTRALIA: &str = "214.0.1.9";
pub(crate) const IN_THE_US: &str = "216.160.83.57";
pub(crate) const IN_BRITAIN: &str = "81.2.69.142";
pub(crate) const IN_JAPAN: &str = "2001:218::1";
pub(crate) const NOWHERE: &str = "8.8.8.8";

pub(crate) const NOW: i64 = 1_800_000_000;
pub(crate) const CID: &str = "bafkreigated";
pub(crate) const API_KEY: &str = "0x00000000000000000000000000000000000000aa";
/// A credential that the service does not know.
pub(crate) const STALE: &str = "as_the-stale-credential-of-this-access-server0";
pub(crate) const CREDENTIAL: &str = "as_the-credential-of-this-access-server-000000";
/// The listener whose ticket [`TICKET`] is: ada, whose tracks they are.
pub(crate) const LISTENER: u64 = 1;
pub(crate) const TICKET: &str =
    "the-ticket-of-listener-1-------------------------------------------------------------A";
/// Others, whose tickets [`GRACES`] and [`EVES`] are.
pub(crate) const GRACE: u64 = 2;
pub(crate) const EVE: u64 = 3;
pub(crate) const GRACES: &str =
    "the-ticket-of-grace------------------------------------------------------------------A";
pub(crate) const EVES: &str = "the-ticket-of-eve--------------------------------------------------------------------A";
/// In place of a ticket: the request is anonymous.
pub(crate) const NO_TICKET: &str = "";
/// The tracks that the service begins with: one for this server only, a public one, and one for another server.
pub(crate) const GATED: u64 = 7;
pub(crate) const PUBLIC: u64 = 8;
pub(crate) const OTHERS: u64 = 9;

/// A text of a ticket's form that begins with `name`.
pub(crate) fn ticket(name: &str) -> String {
    format!("{name:-<85}A")
}

/// An access server with a proxy in front of it, which is this machine; listeners of tracks without a rule must be
/// in Australia.
pub(crate) struct TestServer {
    pub(crate) access: AccessHandle,
    pub(crate) service: FakeService,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) http: Client,
}

pub(crate) fn signer() -> Signer {
    Signer::from_bytes(&[1; 32]).unwrap()
}

pub(crate) fn database() -> GeoSource {
    GeoSource::Database(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/GeoIP2-City-Test.mmdb")))
}

pub(crate) fn client() -> Client {
    Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

/// Of an access server of the service at `base_url`.
pub(crate) fn settings(base_url: &str, clock: &Arc<ManualClock>) -> AccessSettings {
    note("credential", CREDENTIAL);
    note("ticket", TICKET);
    note("private key", KEY);
    AccessSettings {
        server: ServerSettings { trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()], ..ServerSettings::default() },
        origin: None,
        service: BaseUrl::parse(base_url).unwrap(),
        api_key: API_KEY.to_owned(),
        credential: Secret::from(CREDENTIAL.to_owned()),
        signer: Arc::new(signer()),
        database: stagepass_test_support::database(),
        owners: vec![],
        allowed_countries: Country::parse_list("Australia, jp").unwrap(),
        geo: database(),
        geo_cache: Duration::from_hours(1),
        service_limits: ServiceLimits::NONE,
        clock: clock.clone(),
    }
}

impl TestServer {
    pub(crate) async fn new() -> Self {
        Self::with(|settings| settings).await
    }

    pub(crate) async fn with(change: impl FnOnce(AccessSettings) -> AccessSettings) -> Self {
        let clock = Arc::new(ManualClock::at(NOW));
        let service = FakeService::start().await;
        let settings = change(settings(&service.base_url, &clock));
        Database::migrate(&settings.database, &ACCESS).await.unwrap();
        let access = start(settings).await.unwrap();
        for (ticket, user_id) in [(TICKET, LISTENER), (GRACES, GRACE), (EVES, EVE)] {
            note("ticket", ticket);
            service.knows_ticket(ticket, user_id, access.audience());
        }
        Self { access, service, clock, http: client() }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.access.origin())
    }

    /// As a client whose address, by the proxy's word, is `address`.
    pub(crate) fn get_from(&self, address: &str, path: &str) -> RequestBuilder {
        self.http.get(self.url(path)).header("x-forwarded-for", address)
    }

    pub(crate) async fn stream_from(&self, address: &str, track_id: u64) -> Reply {
        sent(self.get_from(address, &format!("/stream/{track_id}"))).await
    }

    /// A request for a track, with a ticket.
    pub(crate) fn create(&self, body: &Value) -> RequestBuilder {
        self.http.post(self.url("/create-track")).header("authorization", format!("Ticket {TICKET}")).json(body)
    }
}

/// A request for a track that is in order.
pub(crate) fn new_track() -> Value {
    json!({ "userId": LISTENER, "metadata": { "title": "Tape 1", "genre": "Ambient", "trackCid": CID, "duration": 183 } })
}

pub(crate) fn with_rule(rule: &Value) -> Value {
    let mut body = new_track();
    body["rule"] = rule.clone();
    body
}

/// Where a 302 leads.
pub(crate) fn location(reply: &Reply) -> &str {
    assert_eq!(reply.status, 302, "{}", reply.body);
    reply.header("location")
}

pub(crate) fn signature(url: &str) -> Parameter {
    let (_, query) = url.split_once('?').expect("a query");
    Parameter::from_query(query).unwrap().expect("a signature")
}

pub(crate) fn no(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}
