//! The page on which a user signs out of the service.

use http::StatusCode;
use serde::Deserialize;
use stagepass_core::redirect_uri;
use stagepass_core::text::percent;

use super::call::Call;
use super::client::Client;
use super::json;
use super::metadata::metadata_request;
use crate::error::{Code, Error};

/// The members of the service's metadata (RFC 8414 section 3.2) that matter here.
#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    #[serde(default)]
    end_session_endpoint: Option<String>,
}

impl Client {
    /// Returns the URL of the page on which the user also signs out of the service (OpenID Connect RP-Initiated Logout
    /// 1.0), for your app to open after [`Client::logout`]. Nothing happens there without a click of the user. `None`
    /// if the service has no such page.
    ///
    /// The page leads back to `return_to`: a redirect URI of the app, or in a browser any URL on the origin of one. It
    /// leads nowhere for an app without an API key.
    ///
    /// # Errors
    /// [`Code::Network`], [`Code::Timeout`], [`Code::BadResponse`] and [`Code::RequestFailed`].
    pub fn logout_url(&self, return_to: Option<&str>) -> Call<Option<String>> {
        let client = self.clone();
        let return_to = return_to.map(str::to_owned);
        Call::start(move |abort| async move {
            let base = client.config().base_url();
            let request = metadata_request(base).ok_or(Code::Internal)?;
            let answer = client.send_open(request, &abort).await?;
            let status = answer.status();
            if status == StatusCode::NOT_FOUND {
                return Ok(None);
            }
            let error = |code: Code| Error::from(code).with_status(status.as_u16());
            if !status.is_success() {
                return Err(error(Code::RequestFailed));
            }
            let text = core::str::from_utf8(answer.body()).map_err(|_| error(Code::BadResponse))?;
            let metadata: Metadata = json::read(text).ok_or(error(Code::BadResponse))?;
            let app = &client.config().core;
            let client_id = app.registered.then_some(app.client_id.as_str());
            Ok(page(&metadata, base, client_id.zip(return_to.as_deref())))
        })
    }
}

/// Returns the URL of the page, if it is on the origin of the service.
fn page(metadata: &Metadata, base: &str, back: Option<(&str, &str)>) -> Option<String> {
    let page = metadata.end_session_endpoint.as_deref()?;
    if metadata.issuer != base || redirect_uri::check(page).is_err() {
        return None;
    }
    if !redirect_uri::is_same_origin(page, base) {
        return None;
    }
    let mut url = page.to_owned();
    if let Some((client_id, return_to)) = back {
        url.push_str(if page.contains('?') { "&client_id=" } else { "?client_id=" });
        percent::encode(&mut url, client_id);
        url.push_str("&post_logout_redirect_uri=");
        percent::encode(&mut url, return_to);
    }
    Some(url)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    const BASE: &str = "https://music.example/v1";

    fn page_of(issuer: &str, endpoint: Option<&str>) -> Option<String> {
        let metadata = Metadata { issuer: issuer.to_owned(), end_session_endpoint: endpoint.map(str::to_owned) };
        page(&metadata, BASE, Some(("0x58", "https://app.example/?a=b")))
    }

    #[test]
    fn page_has_the_app_and_its_way_back() {
        assert_eq!(
            page_of(BASE, Some("https://music.example/v1/oauth/end-session")).as_deref(),
            Some(
                "https://music.example/v1/oauth/end-session?client_id=0x58\
                 &post_logout_redirect_uri=https%3A%2F%2Fapp.example%2F%3Fa%3Db"
            )
        );
    }

    #[test]
    fn page_is_on_the_origin_of_the_service() {
        for (issuer, endpoint) in [
            (BASE, None),
            (BASE, Some("https://evil.example/end")),
            (BASE, Some("http://music.example/end")),
            (BASE, Some("https://music.example@evil.example/")),
            (BASE, Some("javascript:alert(1)")),
            ("https://music.example/v2", Some("https://music.example/v1/oauth/end-session")),
        ] {
            assert_eq!(page_of(issuer, endpoint), None, "{issuer} {endpoint:?}");
        }
    }
}
