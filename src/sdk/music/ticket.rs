//! Tickets: each proves to one server who the user is.
//!
//! An access server belongs to a track's owner, and an app's own server to its developer. With an access token they
//! could act as the user. Therefore they get only a ticket.

use serde::Serialize;
use stagepass_core::client::TokenRequest;
use stagepass_core::text::secret::Secret;

use super::origin::origin_of;
use super::service::Service;
use crate::error::{Code, Error};
use crate::sdk::call::Call;
use crate::sdk::client::Client;

/// A ticket. `Debug` does not show it.
#[derive(Clone, Debug)]
pub struct Ticket(Secret);

impl Ticket {
    /// Returns the text for the header `Authorization: Ticket …`. Never put it into a URL or a log.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl Client {
    /// Returns a ticket, which proves to one server who the user is. For your app's own server: it verifies the ticket
    /// at the service with the app's bearer token, and never sees an access token. Needs an API key. The server learns
    /// that its scope is `read`: with this ticket, the user changes nothing there.
    ///
    /// `audience` is the origin of your server, such as `https://api.radio.example`: https, or http for localhost. A
    /// ticket is valid for five minutes, and as long as the session. Call this before each request: it returns the same
    /// ticket until 30 seconds before that expires.
    ///
    /// # Errors
    /// [`Code::OptionInvalid`] if `audience` is not an origin, [`Code::Forbidden`] if the app has no API key,
    /// [`Code::NotSignedIn`], [`Code::SessionExpired`], [`Code::Network`], [`Code::Timeout`], [`Code::BadResponse`] and
    /// [`Code::RequestFailed`].
    pub fn ticket(&self, audience: impl AsRef<str>) -> Call<Ticket> {
        let client = self.clone();
        let audience = origin_of(audience.as_ref(), Code::OptionInvalid, "audience");
        Call::start(move |abort| async move {
            let audience = audience?;
            Service::new(&client, &abort).ticket(&audience).await.map(Ticket)
        })
    }
}

impl Service<'_> {
    /// Returns a ticket for this audience, an origin in its serialised form.
    pub(super) async fn ticket(self, audience: &str) -> Result<Secret, Error> {
        let bearer = self.client().token(TokenRequest::default()).await?;
        let now = self.now();
        if let Some(ticket) = self.tickets().get(audience, &bearer, now) {
            return Ok(ticket);
        }
        let response = self.post("/tickets", &TicketRequest { audience, scope: "read" }).await?;
        self.tickets().put(audience, response, bearer, now).ok_or_else(|| Code::BadResponse.into())
    }
}

#[derive(Serialize)]
struct TicketRequest<'a> {
    audience: &'a str,
    scope: &'a str,
}
