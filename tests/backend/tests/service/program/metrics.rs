//! The metrics that the service exports to Prometheus.

use std::net::{Ipv4Addr, SocketAddr};

use serde_json::json;
use stagepass_backend::ServerSettings;
use stagepass_backend::Settings;
use stagepass_test_support::{TestService, Tokens};

async fn lines(world: &TestService) -> Vec<String> {
    let address = format!("http://{}/metrics", world.service.metrics_address().unwrap());
    let answer = world.http.get(address).send().await.unwrap();
    assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("application/openmetrics-text"));
    answer.text().await.unwrap().lines().map(str::to_owned).collect()
}

/// Sign-ins and token events are counted too. No label has a token, an API key or a handle.
#[tokio::test]
async fn requests_are_counted_by_route_template() {
    let at = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let server = ServerSettings { metrics_listen: Some(at), ..ServerSettings::default() };
    let world = TestService::with(Settings { server, ..stagepass_test_support::settings() }).await;
    let path = world.request().path();
    world.browser().try_sign_in("demo", "wrong password", &path).await;
    let tokens = Tokens::of(&world.refresh(&world.login().await.refresh).await);
    world.revoke(&tokens.refresh, &json!(world.app.api_key)).await;
    for unknown in ["/tracks/1", "/tracks/2", "/tracks/3/stream", "/no-such-page", "/nor-this"] {
        world.http.get(world.url(unknown)).send().await.unwrap();
    }

    let lines = lines(&world).await;
    for line in [
        r#"stagepass_sign_ins_total{outcome="refused"} 1"#,
        r#"stagepass_sign_ins_total{outcome="succeeded"} 1"#,
        r#"stagepass_tokens_total{event="issued"} 1"#,
        r#"stagepass_tokens_total{event="refreshed"} 1"#,
        r#"stagepass_tokens_total{event="revoked"} 1"#,
        r#"stagepass_http_requests_total{method="POST",route="/v1/oauth/token",status="2xx"} 2"#,
        r#"stagepass_http_requests_total{method="GET",route="/v1/tracks/{id}",status="4xx"} 2"#,
        r#"stagepass_http_requests_total{method="GET",route="/v1/tracks/{id}/stream",status="4xx"} 1"#,
        r#"stagepass_http_requests_total{method="GET",route="none",status="4xx"} 2"#,
        r#"stagepass_http_answer_seconds_count{route="/v1/tracks/{id}"} 2"#,
        "stagepass_http_requests_under_way 0",
        "# EOF",
    ] {
        assert!(lines.iter().any(|known| known == line), "{line}: {lines:#?}");
    }
    assert!(lines.iter().any(|line| line.starts_with(r#"stagepass_store_seconds_count{kind="write"}"#)));
    let all = lines.concat();
    for secret in [&tokens.access, &tokens.refresh, &world.app.api_key, "demo"] {
        assert!(!all.contains(secret), "{secret}");
    }
    let elsewhere = world.http.get(format!("{}/metrics", world.service.origin())).send().await.unwrap();
    assert_eq!(elsewhere.status().as_u16(), 404, "on a port of their own");
    let address = format!("http://{}", world.service.metrics_address().unwrap());
    world.service.shutdown().await;
    assert!(world.http.get(address).send().await.is_err());
}

#[tokio::test]
async fn metrics_are_off_by_default() {
    assert_eq!(TestService::new().await.service.metrics_address(), None);
}

/// The alerts and the dashboard name metrics and labels of the three servers. A misspelled one would be silent forever.
#[tokio::test]
async fn alerts_and_dashboard_name_exported_metrics_and_labels() {
    let at = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let server = ServerSettings { metrics_listen: Some(at), ..ServerSettings::default() };
    let world = TestService::with(Settings { server, ..stagepass_test_support::settings() }).await;
    world.login().await;
    let exported = lines(&world).await;
    for file in [
        include_str!("../../../deploy/prometheus/alerts.yml"),
        include_str!("../../../deploy/prometheus/dashboard.json"),
    ] {
        for (at, _) in file.match_indices("stagepass_") {
            let rest = &file[at..];
            let name = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap()];
            assert!(is_exported(name, &exported), "{name}: {exported:#?}");
        }
        for label in ["job", "instance", "route", "status", "outcome", "event", "kind", "of", "version"] {
            let is_used = file.contains(&format!("{{{{{label}}}}}")) || file.contains(&format!("$labels.{label} "));
            let comes_from_prometheus = ["job", "instance"].contains(&label);
            let is_label = exported.iter().any(|line| line.contains(&format!("{label}=\"")));
            assert!(!is_used || comes_from_prometheus || is_label, "{label}");
        }
    }
}

/// Whether a metric, or the histogram or counter that a suffix belongs to, is exported.
fn is_exported(name: &str, exported: &[String]) -> bool {
    let family = ["_bucket", "_total", "_info"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name);
    exported.iter().any(|line| line.starts_with(&format!("# TYPE {family} ")))
}
