//! Tickets: each proves to one server who the user is.
//!
//! An access server belongs to a track's owner, and an app's own server to its developer. With an access token they
//! could act as the user. Therefore they get only a ticket.

use http::Method;
use stagepass_core::scope::Scope;
use stagepass_core::text::secret::Secret;

use super::access::origin;
use super::access::ticket::{Kind, TicketRequest, TicketResponse};
use super::service::{Ask, Service};
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
        self.ticket_of(audience.as_ref(), Scope::Read)
    }

    /// Returns a ticket of the scope `write`, with which the user may change what they have at one server. For the
    /// access server of an owner of tracks: see [`Client::ticket`]. Never send it to play something.
    ///
    /// # Errors
    /// As [`Client::ticket`], and [`Code::Forbidden`] if the user has not granted the app the scope `write`.
    pub fn write_ticket(&self, audience: impl AsRef<str>) -> Call<Ticket> {
        self.ticket_of(audience.as_ref(), Scope::Write)
    }

    fn ticket_of(&self, audience: &str, scope: Scope) -> Call<Ticket> {
        let client = self.clone();
        let audience = origin::of_audience(audience);
        Call::start(move |abort| async move {
            let kind = Kind { audience: &audience?, scope };
            Service::new(&client, &abort).ticket(kind).await.map(Ticket)
        })
    }
}

impl Service<'_> {
    /// Returns a ticket of this kind. Its audience is an origin in its serialised form.
    pub(super) async fn ticket(self, kind: Kind<'_>) -> Result<Secret, Error> {
        let bearer = self.token().await?;
        let now = self.now();
        if let Some(ticket) = self.with_tickets(|tickets| tickets.get(kind, &bearer, now)) {
            return Ok(ticket);
        }
        let request = Ask::new(Method::POST, "/tickets").json(&TicketRequest::from(kind))?;
        let response: TicketResponse = self.ask(request).await?;
        let ticket = self.with_tickets(|tickets| tickets.put(kind, response, bearer, now));
        ticket.ok_or_else(|| Code::BadResponse.into())
    }
}
