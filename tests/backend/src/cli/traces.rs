//! Where traces are sent, and which requests are recorded.

use clap::Args;
use ipnet::IpNet;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::traces::TraceSettings;

/// `OTEL_…` are the variables of OpenTelemetry.
#[derive(Debug, Args)]
pub(super) struct TraceArgs {
    /// The base URL of an OpenTelemetry collector, for example `http://127.0.0.1:4318`. Traces are sent to
    /// `URL/v1/traces` by OTLP over HTTP with JSON. Without it, there are no traces.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL", value_parser = BaseUrl::parse)]
    otlp_endpoint: Option<BaseUrl>,
    /// The name of this server in traces [default: stagepass-service, stagepass-node or stagepass-access].
    #[arg(long, env = "OTEL_SERVICE_NAME", value_name = "NAME")]
    otel_service_name: Option<String>,
    /// The share of requests that are recorded in traces, from 0 to 1.
    #[arg(long, env = "STAGEPASS_TRACE_RATIO", value_name = "RATIO", default_value = "1", value_parser = ratio)]
    trace_ratio: f64,
    /// The addresses of your other servers, such as access servers and nodes: whether their requests are recorded is
    /// decided by their `traceparent`, not by the ratio. Can be repeated. In the variable, separate them with commas.
    #[arg(long = "trusted-tracer", env = "STAGEPASS_TRUSTED_TRACERS", value_name = "CIDR", value_delimiter = ',')]
    trusted_tracers: Vec<IpNet>,
}

impl TraceArgs {
    /// What was given, if there is a collector.
    pub(super) fn settings(&self) -> Option<TraceSettings> {
        Some(TraceSettings {
            collector: self.otlp_endpoint.clone()?,
            service_name: self.otel_service_name.clone(),
            ratio: self.trace_ratio,
            trusted: self.trusted_tracers.clone(),
        })
    }
}

fn ratio(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio)).ok_or("a number from 0 to 1")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        traces: TraceArgs,
    }

    fn settings(words: &[&str]) -> Option<TraceSettings> {
        Line::try_parse_from([&["x"], words].concat()).unwrap().traces.settings()
    }

    #[test]
    fn traces_are_off_without_a_collector() {
        assert!(settings(&["--trace-ratio", "0.5", "--otel-service-name", "x"]).is_none());
        let on = settings(&["--otlp-endpoint", "http://127.0.0.1:4318/"]).unwrap();
        assert_eq!((on.collector.as_str(), on.service_name), ("http://127.0.0.1:4318", None));
        assert!((on.ratio - 1.0).abs() < f64::EPSILON && on.trusted.is_empty());
    }

    #[test]
    fn ratio_is_from_0_to_1() {
        for text in ["0", "0.01", "1", "1.0"] {
            assert!(ratio(text).is_ok(), "{text}");
        }
        for text in ["", "-0.1", "1.1", "NaN", "inf", "10%"] {
            assert!(ratio(text).is_err(), "{text}");
        }
    }
}
