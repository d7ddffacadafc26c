//! The URL at which the user signs out of the provider (OpenID Connect RP-Initiated Logout section 2).

use core::mem;

use crate::config::Config;
use crate::document::Document;
use crate::effect::{Machine, Outcome, Step};
use crate::error::Error;
use crate::openid::metadata::Metadata;
use crate::provider::Provider;
use crate::session;
use crate::text::ascii_split;
use crate::text::percent;

/// The machine that returns the URL. Empty: the provider has none. It runs before the session is deleted, because the
/// session has the ID token that names the user.
#[derive(Debug)]
pub struct EndSession {
    config: Config,
    return_to: String,
    is_reading: bool,
}

impl EndSession {
    /// Ends the session of this client at the provider. Afterwards the user returns to `return_to`, an address that is
    /// registered for this. Empty: the user stays there.
    pub fn new(config: &Config, return_to: &str) -> Self {
        Self { config: config.clone(), return_to: return_to.to_owned(), is_reading: false }
    }

    fn url(&self, metadata: &Metadata, id_token: &str) -> String {
        let mut url = metadata.end_session_endpoint.clone();
        if url.is_empty() {
            return url;
        }
        let mut separator = if ascii_split::once(&url, b"?").is_some() { "&" } else { "?" };
        for (name, value) in [
            ("client_id", self.config.client_id.as_str()),
            ("id_token_hint", id_token),
            ("post_logout_redirect_uri", &self.return_to),
        ] {
            if !value.is_empty() {
                url.push_str(mem::replace(&mut separator, "&"));
                url.push_str(name);
                url.push('=');
                percent::encode(&mut url, value);
            }
        }
        url
    }
}

impl<D: Document> Machine<D> for EndSession {
    type Output = String;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<String>, Error> {
        if !mem::replace(&mut self.is_reading, true) {
            return Ok(Step::Do(session::read(&self.config)));
        }
        let id_token = session::stored(outcome).map(|session| session.identity.id_token).unwrap_or_default();
        Ok(Step::Done(match &self.config.provider {
            Provider::OpenId(metadata) => self.url(metadata, id_token.expose()),
            Provider::Stagepass => String::new(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Json;
    use crate::openid::config::tests::{config, metadata};

    fn url(endpoint: &str, record: Option<&str>, return_to: &str) -> String {
        let metadata = Metadata { end_session_endpoint: endpoint.to_owned(), ..metadata() };
        let mut machine = EndSession::new(&config(metadata), return_to);
        let Ok(Step::Do(_)) = machine.step(Outcome::<Json>::Begin) else { panic!("it reads the session") };
        match machine.step(Outcome::<Json>::Text(record.map(str::to_owned))) {
            Ok(Step::Done(url)) => url,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn url_names_client_user_and_way_back() {
        let record = r#"{"version":1,"accessToken":"a","idToken":"x.y.z"}"#;
        assert_eq!(
            url("https://id.example/end", Some(record), "https://app.example/bye"),
            "https://id.example/end?client_id=app&id_token_hint=x.y.z\
             &post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fbye"
        );
        assert_eq!(url("https://id.example/end?a=b", None, ""), "https://id.example/end?a=b&client_id=app");
        assert_eq!(url("", Some(record), ""), "");
    }
}
