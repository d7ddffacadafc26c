use std::time::Duration;

use serde::Deserialize;

/// This API's own origin.
const AUDIENCE: &str = "https://api.radio.example";

#[derive(Debug, Deserialize)]
pub struct TicketHolder {
    pub user_id: u64,
    pub handle: String,
    pub verified: bool,
}

#[derive(Deserialize)]
struct Refusal {
    error: String,
}

/// Verifies tickets at the service.
pub struct TicketVerifier {
    /// A client that follows no redirects.
    pub http: reqwest::Client,
    /// The base URL of the service, such as `https://music.example/v1`.
    pub service: String,
    pub bearer_token: String,
}

impl TicketVerifier {
    /// Returns the user of a request to the app's own API, or `None` if its ticket is missing or not valid.
    pub async fn user_of(&self, authorization: Option<&str>) -> Result<Option<TicketHolder>, reqwest::Error> {
        let Some((scheme, ticket)) = authorization.and_then(|value| value.split_once(' ')) else { return Ok(None) };
        if !scheme.eq_ignore_ascii_case("ticket") {
            return Ok(None);
        }
        let request = self.http.post(format!("{}/tickets/verify", self.service)).bearer_auth(&self.bearer_token);
        let form = request.form(&[("ticket", ticket), ("audience", AUDIENCE)]);
        let response = form.timeout(Duration::from_secs(5)).send().await?;
        let Some(failure) = response.error_for_status_ref().err() else { return response.json().await.map(Some) };
        let is_bad_request = response.status() == 400;
        if is_bad_request && response.json::<Refusal>().await?.error == "invalid_ticket" {
            return Ok(None);
        }
        Err(failure)
    }
}
