//! Metrics of a server for Prometheus.
//!
//! The number of label values is bounded, whatever clients send: a route is its template, and an unknown method is
//! `other`.

mod disks;
mod labels;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use self::disks::FreeSpace;
use self::labels::{EventLabel, OutcomeLabel, RequestLabel, RouteLabel, WorkLabel};
pub use self::labels::{SignIn, TokenEvent};
use stagepass_kit::disk::Disks;
use stagepass_kit::store_observer::{StoreObserver, StoreWork};

/// Seconds: from a page in memory to a request that timed out.
const ANSWER_BUCKETS: [f64; 13] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// Seconds: from a row in SQLite's cache to waiting for a lock.
const STORE_BUCKETS: [f64; 11] = [0.00001, 0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 1.0, 5.0];

type Timings<L> = Family<L, Histogram, fn() -> Histogram>;

/// The metrics of a server. Clones share them.
#[derive(Debug, Clone)]
pub struct Metrics(Arc<Instruments>);

#[derive(Debug)]
struct Instruments {
    requests: Family<RequestLabel, Counter>,
    answers: Timings<RouteLabel>,
    under_way: Gauge,
    connections: Gauge,
    sign_ins: Family<OutcomeLabel, Counter>,
    tokens: Family<EventLabel, Counter>,
    upload_bytes: Counter,
    store: Timings<WorkLabel>,
    store_errors: Family<WorkLabel, Counter>,
    disks: OnceLock<Disks>,
}

/// Counts a running request or an open connection until it is dropped.
#[derive(Debug)]
pub struct GaugeGuard(Gauge);

impl GaugeGuard {
    fn of(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let instruments = Instruments {
            requests: Family::default(),
            answers: Family::new_with_constructor(|| Histogram::new(ANSWER_BUCKETS)),
            under_way: Gauge::default(),
            connections: Gauge::default(),
            sign_ins: Family::default(),
            tokens: Family::default(),
            upload_bytes: Counter::default(),
            store: Family::new_with_constructor(|| Histogram::new(STORE_BUCKETS)),
            store_errors: Family::default(),
            disks: OnceLock::new(),
        };
        instruments.count_from_zero();
        Self(Arc::new(instruments))
    }
}

impl Instruments {
    /// Exports each counter before its first event. Prometheus sees no increase in a counter that begins at 1.
    fn count_from_zero(&self) {
        for &outcome in SignIn::ALL {
            drop(self.sign_ins.get_or_create(&OutcomeLabel { outcome }));
        }
        for &event in TokenEvent::ALL {
            drop(self.tokens.get_or_create(&EventLabel { event }));
        }
        for work in [StoreWork::Read, StoreWork::Write] {
            drop(self.store_errors.get_or_create(&WorkLabel::of(work)));
        }
    }
}

impl Metrics {
    /// Adds the free space of these disks to the metrics. Called once, before they are read.
    pub fn watch(&self, disks: &Disks) {
        self.0.disks.get_or_init(|| disks.clone());
    }

    /// Counts a connection until the guard is dropped.
    pub fn connection(&self) -> GaugeGuard {
        GaugeGuard::of(&self.0.connections)
    }

    /// Counts a running request until the guard is dropped.
    pub fn request(&self) -> GaugeGuard {
        GaugeGuard::of(&self.0.under_way)
    }

    /// Records a request whose response began after this time. `route` is a template.
    pub fn answered(&self, method: &Method, route: Option<&str>, status: StatusCode, took: Duration) {
        let route = RouteLabel::of(route);
        self.0.answers.get_or_create(&route).observe(took.as_secs_f64());
        self.0.requests.get_or_create(&RequestLabel::of(method, route, status)).inc();
    }

    /// Records an attempt to sign in.
    pub fn sign_in(&self, outcome: SignIn) {
        self.0.sign_ins.get_or_create(&OutcomeLabel { outcome }).inc();
    }

    /// Records an event of a grant's tokens.
    pub fn tokens(&self, event: TokenEvent) {
        self.0.tokens.get_or_create(&EventLabel { event }).inc();
    }

    /// Records stored bytes of an upload.
    pub fn uploaded(&self, bytes: usize) {
        self.0.upload_bytes.inc_by(bytes.try_into().unwrap_or(u64::MAX));
    }

    /// Returns the registry with all metrics.
    pub fn registry(&self) -> Registry {
        let mut registry = Registry::with_prefix("stagepass");
        let counts = &*self.0;
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The program that runs", build);
        registry.register("http_requests", "Requests answered", counts.requests.clone());
        let time = "Time until the answer began";
        registry.register_with_unit("http_answer", time, Unit::Seconds, counts.answers.clone());
        registry.register("http_requests_under_way", "Requests not answered yet", counts.under_way.clone());
        registry.register("connections", "Connections", counts.connections.clone());
        registry.register("sign_ins", "Tries to sign in", counts.sign_ins.clone());
        registry.register("tokens", "What became of families of tokens", counts.tokens.clone());
        registry.register_with_unit("upload", "Audio received", Unit::Bytes, counts.upload_bytes.clone());
        let time = "Time that the database took";
        registry.register_with_unit("store", time, Unit::Seconds, counts.store.clone());
        registry.register("store_errors", "What the database failed at", counts.store_errors.clone());
        if let Some(disks) = counts.disks.get() {
            registry.register_collector(Box::new(FreeSpace(disks.clone())));
        }
        registry
    }

    pub(crate) fn text(registry: &Registry) -> String {
        let mut text = String::new();
        // Writing to a string never fails.
        if let Err(error) = encode(&mut text, registry) {
            tracing::error!(%error, "could not write the metrics");
        }
        text
    }
}

impl StoreObserver for Metrics {
    fn observe(&self, work: StoreWork, took: Duration, failed: bool) {
        let label = WorkLabel::of(work);
        self.0.store.get_or_create(&label).observe(took.as_secs_f64());
        if failed {
            self.0.store_errors.get_or_create(&label).inc();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(metrics: &Metrics) -> Vec<String> {
        Metrics::text(&metrics.registry()).lines().map(str::to_owned).collect()
    }

    fn has(metrics: &Metrics, line: &str) -> bool {
        lines(metrics).iter().any(|known| known == line)
    }

    #[test]
    fn unknown_methods_share_one_label() {
        let metrics = Metrics::default();
        for number in 0..1000 {
            let method = Method::from_bytes(format!("X{number}").as_bytes()).unwrap();
            metrics.answered(&method, None, StatusCode::NOT_FOUND, Duration::from_millis(1));
        }
        let line = r#"stagepass_http_requests_total{method="other",route="none",status="4xx"} 1000"#;
        assert!(has(&metrics, line), "{:?}", lines(&metrics));
        assert_eq!(lines(&metrics).iter().filter(|line| line.starts_with("stagepass_http_requests_total")).count(), 1);
    }

    #[test]
    fn counters_are_exported_before_their_first_event() {
        let metrics = Metrics::default();
        for line in [
            r#"stagepass_sign_ins_total{outcome="refused"} 0"#,
            r#"stagepass_tokens_total{event="replayed"} 0"#,
            r#"stagepass_store_errors_total{kind="write"} 0"#,
        ] {
            assert!(has(&metrics, line), "{line}: {:#?}", lines(&metrics));
        }
    }

    #[test]
    fn finished_requests_no_longer_count_as_running() {
        let metrics = Metrics::default();
        let (one, two) = (metrics.request(), metrics.clone().request());
        assert!(has(&metrics, "stagepass_http_requests_under_way 2"));
        drop((one, two));
        assert!(has(&metrics, "stagepass_http_requests_under_way 0"));
    }

    #[test]
    fn free_space_and_refused_uploads_are_exported() {
        let metrics = Metrics::default();
        let disks = Disks::new(&std::env::temp_dir(), None, Some(u64::MAX));
        metrics.watch(&disks);
        assert!(has(&metrics, "stagepass_uploads_refused_total 0"), "{:#?}", lines(&metrics));
        disks.claim(1).unwrap_err();
        assert!(has(&metrics, "stagepass_uploads_refused_total 1"), "{:#?}", lines(&metrics));
        let free = lines(&metrics).into_iter().find_map(|line| {
            line.strip_prefix(r#"stagepass_disk_free_bytes{of="uploads"} "#).map(|bytes| bytes.parse::<u64>().unwrap())
        });
        assert!(free.is_some_and(|free| free > 0), "{:#?}", lines(&metrics));
    }

    #[tokio::test]
    async fn the_rest_of_it() {
        let metrics = Metrics::default();
        metrics.answered(&Method::GET, Some("/v1/tracks/{id}"), StatusCode::OK, Duration::from_millis(3));
        metrics.sign_in(SignIn::Refused);
        metrics.tokens(TokenEvent::Replayed);
        metrics.uploaded(7);
        let _connection = metrics.connection();
        metrics.observe(StoreWork::Read, Duration::from_millis(1), false);
        metrics.observe(StoreWork::Write, Duration::from_millis(1), true);
        for line in [
            r#"stagepass_http_requests_total{method="GET",route="/v1/tracks/{id}",status="2xx"} 1"#,
            r#"stagepass_http_answer_seconds_bucket{le="0.0025",route="/v1/tracks/{id}"} 0"#,
            r#"stagepass_http_answer_seconds_bucket{le="0.005",route="/v1/tracks/{id}"} 1"#,
            r#"stagepass_sign_ins_total{outcome="refused"} 1"#,
            r#"stagepass_tokens_total{event="replayed"} 1"#,
            "stagepass_upload_bytes_total 7",
            "stagepass_connections 1",
            r#"stagepass_store_seconds_count{kind="read"} 1"#,
            r#"stagepass_store_errors_total{kind="write"} 1"#,
            concat!("stagepass_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1"),
        ] {
            assert!(has(&metrics, line), "{line}: {:#?}", lines(&metrics));
        }
    }
}
