//! The decision which requests are recorded.

use axum::http::{HeaderValue, StatusCode};

use super::*;

const PROXY: &str = "10.0.0.1";
const OUR_SERVER: &str = "10.9.0.7";
const STRANGER: &str = "214.0.0.7";

/// Returns a tracer without a collector, and the spans that it records.
fn tracer(ratio: f64) -> (Tracer, mpsc::Receiver<Span>, Metrics) {
    let (sender, spans) = mpsc::channel(4);
    let (trusted, metrics) = (vec!["10.9.0.0/16".parse().unwrap()], Metrics::default());
    let queue = SpanQueue { sender, metrics: metrics.clone() };
    (Tracer(Arc::new(Shared { ratio, trusted, queue })), spans, metrics)
}

/// Begins the span of a request with this `traceparent`, which a proxy may have forwarded.
fn begun(tracer: &Tracer, peer: &str, forwarded: Option<&str>, traceparent: Option<&str>) -> SpanContext {
    let mut headers = HeaderMap::new();
    for (name, value) in [("x-forwarded-for", forwarded), ("traceparent", traceparent)] {
        if let Some(value) = value {
            headers.insert(name, HeaderValue::from_str(value).unwrap());
        }
    }
    let proxies = [format!("{PROXY}/32").parse().unwrap()];
    let span = tracer.request(peer.parse().unwrap(), &headers, &proxies);
    span.context()
}

fn traceparent(trace_id: u128, flags: &str) -> String {
    format!("00-{trace_id:032x}-1020304050607080-{flags}")
}

#[test]
fn strangers_traceparent_cannot_force_sampling() {
    let (none, _spans, _) = tracer(0.0);
    for trace_id in [1, u128::MAX, 1 << 64, u128::from(u64::MAX)] {
        let given = traceparent(trace_id, "01");
        for (peer, forwarded) in
            [(STRANGER, None), (PROXY, Some(STRANGER)), (PROXY, None), (STRANGER, Some(OUR_SERVER))]
        {
            let context = begun(&none, peer, forwarded, Some(&given));
            assert!(!context.is_sampled, "{given} of {peer} {forwarded:?}");
            assert_eq!(context.trace_id, trace_id, "it joins the trace");
        }
    }
}

#[test]
fn strangers_trace_id_does_not_decide() {
    let (half, _spans, _) = tracer(0.5);
    for given in [traceparent(1, "01"), traceparent(u128::MAX, "00")] {
        let sampled = (0..1000).filter(|_| begun(&half, STRANGER, None, Some(&given)).is_sampled).count();
        // The probability of another result is below 10^-20.
        assert!((350..650).contains(&sampled), "{given}: {sampled} of 1000");
    }
}

#[test]
fn stranger_cannot_avoid_sampling() {
    let (all, _spans, _) = tracer(1.0);
    assert!(begun(&all, STRANGER, None, Some(&traceparent(1, "00"))).is_sampled);
}

#[test]
fn our_servers_decide_for_the_whole_trace() {
    let (all, _spans, _) = tracer(1.0);
    let (none, _other_spans, _) = tracer(0.0);
    for (peer, forwarded) in [(OUR_SERVER, None), (PROXY, Some(OUR_SERVER))] {
        assert!(begun(&none, peer, forwarded, Some(&traceparent(1, "01"))).is_sampled);
        assert!(!begun(&all, peer, forwarded, Some(&traceparent(1, "00"))).is_sampled);
        assert!(begun(&all, peer, forwarded, None).is_sampled, "without a decision, the ratio applies");
        assert!(begun(&all, peer, forwarded, Some("00-nothing")).is_sampled);
    }
}

#[test]
fn full_queue_drops_spans_and_counts_them() {
    let (tracer, mut spans, metrics) = tracer(1.0);
    for _ in 0..7 {
        let span = tracer.request(STRANGER.parse().unwrap(), &HeaderMap::new(), &[]);
        span.answered(&axum::http::Method::GET, Some("/v1/me"), StatusCode::OK, "id");
    }
    let line = r#"stagepass_trace_spans_total{outcome="dropped"} 3"#;
    assert!(Metrics::text(&metrics.registry()).lines().any(|known| known == line));
    let span = spans.try_recv().unwrap();
    assert_eq!((span.name.as_str(), span.parent), ("GET /v1/me", None));
}

#[test]
fn unmatched_request_is_recorded_only_if_failed() {
    let (tracer, mut spans, _) = tracer(1.0);
    for (method, route, status) in [
        ("GET", None, StatusCode::NOT_FOUND),
        ("GET", None, StatusCode::TOO_MANY_REQUESTS),
        ("MADE-UP", None, StatusCode::INTERNAL_SERVER_ERROR),
        ("GET", Some("/x/{id}"), StatusCode::NOT_FOUND),
    ] {
        let method = axum::http::Method::from_bytes(method.as_bytes()).unwrap();
        tracer.request(STRANGER.parse().unwrap(), &HeaderMap::new(), &[]).answered(&method, route, status, "id");
    }
    let recorded = [spans.try_recv().unwrap(), spans.try_recv().unwrap()];
    assert_eq!(
        recorded.each_ref().map(|span| (span.name.as_str(), span.has_failed)),
        [("HTTP", true), ("GET /x/{id}", false)]
    );
    assert!(spans.try_recv().is_err());
}
