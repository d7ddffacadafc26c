//! `stagepass-backend health`: a health check for images that contain nothing but this program.

use std::time::Duration;

use clap::Args;
use http::Request;
use stagepass_server::http::{Http, Scheme};

use super::outcome::Outcome;

/// Shorter than the timeouts of the health checks that run this.
const DEADLINE: Duration = Duration::from_secs(4);

#[derive(Debug, Args)]
pub(super) struct HealthArgs {
    /// The health checks of the servers, for example `http://127.0.0.1:8787/v1/readyz`.
    #[arg(required = true, value_name = "URL")]
    urls: Vec<String>,
}

impl HealthArgs {
    /// Fails if a server does not respond with a status from 200 to 299.
    pub(super) async fn run(self) -> Outcome {
        let http = Http::new(DEADLINE, Scheme::Http)?;
        for url in self.urls {
            let request = Request::get(&url);
            let answer = http.ask(request).await.map_err(|error| format!("{url}: {error}"))?;
            if !(200..300).contains(&answer.status) {
                return Err(format!("{url}: status {}", answer.status).into());
            }
        }
        Ok(())
    }
}
