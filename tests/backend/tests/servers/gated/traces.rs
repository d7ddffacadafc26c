//! Traces of real servers, sent to a small collector: one over three servers, a dead collector, and no secrets.

use std::net::SocketAddr;
use std::sync::Mutex;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use stagepass_backend::node::{RemoteCatalog, RemoteSettings};
use stagepass_backend::traces::TraceSettings;
use stagepass_test_support::{CALLBACK, PASSWORD, Tokens};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::{
    AccessSettings, ApiClient, Arc, BaseUrl, Duration, IN_AUSTRALIA, ManualClock, NodeSettings, SECONDS,
    ServerSettings, Settings, Signer, Value, access_settings, json, sent, start_access_with, wav,
};

const TRACE_ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "1020304050607080";

/// The bodies of all requests to the collector.
#[derive(Default)]
struct Received(Mutex<Vec<Bytes>>);

/// A collector that accepts everything.
struct Collector {
    address: SocketAddr,
    received: Arc<Received>,
    _serving: Serving,
}

/// Ends with the test.
struct Serving(JoinHandle<()>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Collector {
    async fn start() -> Self {
        let received = Arc::new(Received::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let keep = async |State(received): State<Arc<Received>>, body: Bytes| {
            received.0.lock().unwrap().push(body);
            axum::Json(json!({ "partialSuccess": {} }))
        };
        let routes = Router::new().route("/v1/traces", post(keep)).with_state(Arc::clone(&received));
        let serving = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, received, _serving: Serving(serving) }
    }

    /// All received spans, each with the name of its server.
    fn spans(&self) -> Vec<Span> {
        let bodies = self.received.0.lock().unwrap();
        let documents = bodies.iter().map(|body| serde_json::from_slice::<Value>(body).unwrap());
        documents.flat_map(|document| spans_in(&document)).collect()
    }

    fn has_received(&self, text: &str) -> bool {
        let bodies = self.received.0.lock().unwrap();
        bodies.iter().any(|body| std::str::from_utf8(body).unwrap().contains(text))
    }
}

#[derive(Debug)]
struct Span {
    server: String,
    json: Value,
}

fn spans_in(document: &Value) -> Vec<Span> {
    let resources = document["resourceSpans"].as_array().unwrap();
    assert_eq!(resources.len(), 1, "{document}");
    let resource = &resources[0];
    let server = attribute(&resource["resource"], "service.name").unwrap();
    let spans = resource["scopeSpans"][0]["spans"].as_array().unwrap();
    spans.iter().map(|json| Span { server: server.clone(), json: json.clone() }).collect()
}

/// The text of an attribute.
fn attribute(of: &Value, key: &str) -> Option<String> {
    let found = of["attributes"].as_array().unwrap().iter().find(|one| one["key"] == key)?;
    let value = &found["value"];
    value["stringValue"].as_str().or_else(|| value["intValue"].as_str()).map(str::to_owned)
}

impl Span {
    fn member(&self, name: &str) -> &str {
        self.json[name].as_str().unwrap_or_default()
    }

    fn attribute(&self, key: &str) -> Option<String> {
        attribute(&self.json, key)
    }

    fn children<'a>(&self, spans: &'a [Self]) -> Vec<&'a Self> {
        spans.iter().filter(|span| span.member("parentSpanId") == self.member("spanId")).collect()
    }
}

fn traced(to: SocketAddr) -> ServerSettings {
    let collector = BaseUrl::parse(&format!("http://{to}")).unwrap();
    let traces = Some(TraceSettings { collector, service_name: None, ratio: 1.0, trusted: vec![] });
    let metrics_listen = Some(([127, 0, 0, 1], 0).into());
    ServerSettings { metrics_listen, traces, ..ServerSettings::default() }
}

fn service_settings(server: ServerSettings, node_key: &Signer) -> Settings {
    // The node has another address, which is replaced below: it starts after the service that it gets audio from.
    let node_url = Some("http://node.example".to_owned());
    Settings { server, node_url, node_addresses: vec![node_key.address()], ..stagepass_test_support::settings() }
}

/// A login, a gated track and a play of it, on three servers that are two machines apart.
#[tokio::test]
async fn gated_play_is_one_trace_without_secrets() {
    let collector = Collector::start().await;
    let (server, node_key) = (traced(collector.address), Signer::from_bytes(&[7; 32]).unwrap());
    let scene = ApiClient::with(service_settings(server.clone(), &node_key)).await;
    let code = scene.world.code().await;
    let tokens = Tokens::of(&scene.world.token(&scene.world.exchange_of(&code)).await);
    let proxied = ServerSettings { trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()], ..server.clone() };
    let access =
        AccessSettings { server: proxied, ..access_settings(&scene.world, stagepass_test_support::database()) };
    let access = start_access_with(&scene.world, access).await;
    let (clock, cache) = (Arc::new(ManualClock::at(1_800_000_000)), tempfile::tempdir().unwrap());
    let catalog = RemoteCatalog::open(RemoteSettings {
        service: BaseUrl::parse(scene.world.service.base_url()).unwrap(),
        signer: Arc::new(node_key),
        cache: cache.path().to_owned(),
        cache_size: 1 << 30,
        clock: clock.clone(),
    });
    let node = NodeSettings { server, clock, ..NodeSettings::new(Arc::new(catalog.await.unwrap())) };
    let node = stagepass_backend::node::start(node).await.unwrap();

    let ticket = scene
        .post("/tickets", &tokens.access, &json!({ "audience": access.audience() , "scope": "write" }))
        .await
        .json();
    let ticket = ticket["ticket"].as_str().unwrap().to_owned();
    let cid = scene.cid(Duration::from_secs(SECONDS)).await;
    let body = json!({
        "userId": scene.world.demo.user_id, "metadata": { "title": "Secret Tape", "genre": "Ambient", "trackCid": cid },
        "rule": { "geo": { "in": ["Australia"] } },
    });
    let http = &scene.world.http;
    let authorization = format!("Ticket {ticket}");
    let made = http.post(format!("{}/create-track", access.origin())).header("authorization", &authorization);
    let track_id = sent(made.json(&body)).await.json()["trackId"].as_u64().unwrap();

    // The client does not ask for a recording. It has no say in it.
    let traceparent = format!("00-{TRACE_ID}-{CALLER}-00");
    let request = http.get(format!("{}/stream/{track_id}?secret=query", access.origin()));
    let request = request.header("x-forwarded-for", IN_AUSTRALIA).header("authorization", &authorization);
    let redirect = sent(request.header("traceparent", &traceparent)).await;
    assert_eq!(redirect.status, 302, "{}", redirect.body);
    let signed = redirect.header("location").replace("http://node.example", &node.origin());
    let response = http.get(&signed).header("traceparent", &traceparent).send().await.unwrap();
    assert_eq!(response.bytes().await.unwrap(), wav(Duration::from_secs(SECONDS)));

    node.shutdown().await;
    access.shutdown().await;
    let app = scene.world.app.clone();
    scene.world.service.shutdown().await;
    let spans = collector.spans();
    is_one_trace(&spans);
    let signature = signed.split("signature=").nth(1).unwrap().split('&').next().unwrap();
    for secret in [
        PASSWORD,
        &code,
        &tokens.access,
        &tokens.refresh,
        &ticket,
        &app.bearer_token,
        &app.api_secret,
        signature,
        &cid,
        &format!("/stream/{track_id}"),
        "secret=query",
        "Secret Tape",
        "demo",
        IN_AUSTRALIA,
        CALLBACK,
    ] {
        assert!(secret.len() >= 4 && !collector.has_received(secret), "{secret}");
    }
    // The search above would find them.
    assert!(collector.has_received("/stream/{track_id}") && collector.has_received(TRACE_ID));
}

/// Checks the spans of the play: two requests of the client, with all that they led to.
fn is_one_trace(spans: &[Span]) {
    let of_client: Vec<_> = spans.iter().filter(|span| span.member("parentSpanId") == CALLER).collect();
    let mut names: Vec<_> = of_client.iter().map(|span| (span.server.as_str(), span.member("name"))).collect();
    names.sort_unstable();
    let expected = [("stagepass-access", "GET /stream/{track_id}"), ("stagepass-node", "GET /tracks/cidstream/{cid}")];
    assert_eq!(names, expected, "{spans:#?}");
    for span in of_client {
        let route = span.member("name").strip_prefix("GET ").map(str::to_owned);
        assert_eq!((span.json["kind"].as_u64(), span.attribute("http.route")), (Some(2), route));
        let status = if span.server == "stagepass-access" { "302" } else { "200" };
        assert_eq!(span.attribute("http.response.status_code").as_deref(), Some(status));
        let calls: Vec<_> = span.children(spans).into_iter().filter(|call| call.member("name") == "GET").collect();
        assert!(!calls.is_empty(), "{span:?} {spans:#?}");
        for call in calls {
            assert_eq!(
                (call.json["kind"].as_u64(), call.attribute("server.address").as_deref()),
                (Some(3), Some("127.0.0.1"))
            );
            let called = call.children(spans);
            assert_eq!(called.len(), 1, "{call:?} {spans:#?}");
            let called = called[0];
            assert!(called.server == "stagepass-service" && called.json["kind"] == 2, "{called:?}");
        }
    }
    let contents = |span: &&Span| span.member("name") == "GET /v1/nodes/contents/{cid}";
    let mut operations = spans.iter().filter(contents).flat_map(|span| span.children(spans));
    let is_known = |system: String| ["sqlite", "postgresql"].contains(&system.as_str());
    let is_read =
        |span: &Span| span.member("name") == "database read" && span.attribute("db.system.name").is_some_and(is_known);
    assert!(operations.any(is_read), "{spans:#?}");
    let of_trace = spans.iter().filter(|span| span.member("traceId") == TRACE_ID);
    assert!(of_trace.clone().count() > 6 && of_trace.clone().all(|span| !span.member("parentSpanId").is_empty()));
    assert!(spans.iter().any(|span| span.member("traceId") != TRACE_ID), "other requests have other traces");
}

/// The collector accepts connections and never responds.
#[tokio::test]
async fn dead_collector_harms_no_request() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (server, key) = (traced(silent.local_addr().unwrap()), Signer::from_bytes(&[7; 32]).unwrap());
    let scene = ApiClient::with(service_settings(server, &key)).await;
    let metrics = format!("http://{}/metrics", scene.world.service.metrics_address().unwrap());
    let dropped = async || {
        let text = scene.world.http.get(&metrics).send().await.unwrap().text().await.unwrap();
        let counter = r#"stagepass_trace_spans_total{outcome="dropped"} "#;
        text.lines().find_map(|line| line.strip_prefix(counter)?.parse::<u64>().ok()).unwrap()
    };
    let mut requests = 0;
    while dropped().await == 0 {
        requests += 100;
        assert!(requests < 10_000, "spans wait without a limit");
        for _ in 0..100 {
            assert_eq!(scene.get("/me", &scene.token).await.status, 200);
        }
    }
    assert_eq!(scene.get("/me", &scene.token).await.status, 200);
    // This ends, although the collector still does not respond.
    scene.world.service.shutdown().await;
}
