//! What is logged to stderr, and how it is written.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::error::Error;
use std::io::IsTerminal as _;

use clap::{Args, ValueEnum};
use serde_json::json;
use tracing_subscriber::EnvFilter;

#[derive(Debug, Args)]
pub(super) struct LogArgs {
    /// What is logged on stderr: a level (error, warn, info, debug, trace), or directives such as `stagepass=debug`.
    #[arg(
        long,
        global = true,
        env = "STAGEPASS_LOG",
        default_value = "info,sqlx=warn,symphonia=off",
        value_name = "FILTER"
    )]
    log: EnvFilter,
    /// The format of the log: text, or one JSON object a line.
    #[arg(
        long,
        global = true,
        env = "STAGEPASS_LOG_FORMAT",
        value_enum,
        default_value_t = LogFormat::Text,
        value_name = "FORMAT"
    )]
    log_format: LogFormat,
}

/// How a line of the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LogFormat {
    /// Text.
    Text,
    /// JSON with `timestamp`, `level`, `target`, `message` and other fields. `span` is the request.
    Json,
}

impl LogArgs {
    /// Logs no requests.
    pub(super) fn warnings_only(&mut self) {
        self.log = EnvFilter::new("warn");
    }

    /// Logs from now on, panics among the rest. To be called once.
    pub(super) fn begin(self) -> LogFormat {
        let subscriber = tracing_subscriber::fmt().with_env_filter(self.log).with_writer(std::io::stderr);
        match self.log_format {
            LogFormat::Text => subscriber.with_ansi(std::io::stderr().is_terminal()).init(),
            LogFormat::Json => subscriber.json().flatten_event(true).with_span_list(false).init(),
        }
        log_panics();
        self.log_format
    }
}

impl LogFormat {
    /// Prints why a command failed, even if logging is off.
    pub(super) fn say_error(self, error: &dyn Error) {
        match self {
            Self::Text => eprintln!("error: {error}"),
            Self::Json => eprintln!("{}", json!({ "level": "ERROR", "message": error.to_string() })),
        }
    }
}

/// Where a panic is printed by itself, its line names no request, and is no JSON.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(ToString::to_string).unwrap_or_default();
        let reason = panic.payload_as_str().unwrap_or("for a reason that is no text");
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            tracing::error!(location, reason, %backtrace, "panicked");
        } else {
            tracing::error!(location, reason, "panicked");
        }
    }));
}
