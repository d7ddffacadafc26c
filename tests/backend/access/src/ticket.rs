//! Authentication by `Authorization: Ticket …`. Access tokens are refused.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tracing::Instrument as _;

use super::error_answer::AccessError;
use super::service::{ServiceError, TicketHolder};
use crate::state::AccessServer;
use stagepass_kit::identifier::is_token;

/// Refuses every request with a bearer token, at any address, before it is processed. This server is run by the owner
/// of a track. A client that sends a user's access token to it has a bug that must be noticed at once.
pub(super) async fn refuse_access_tokens(request: Request, next: Next) -> Response {
    if schemes(request.headers()).any(|scheme| scheme.eq_ignore_ascii_case("bearer")) {
        return AccessError::AccessToken.into_response();
    }
    next.run(request).await
}

/// Returns the ticket in the Authorization header. `None` if there is no header.
///
/// # Errors
/// [`AccessError::BadTicket`] for anything else. A malformed ticket is refused without a call to the service.
pub(super) fn shown(headers: &HeaderMap) -> Result<Option<&str>, AccessError> {
    let mut values = headers.get_all(header::AUTHORIZATION).into_iter();
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().map_err(|_| AccessError::BadTicket)?;
    match text.split_once(' ') {
        Some((scheme, ticket))
            if scheme.eq_ignore_ascii_case("ticket") && is_token(ticket.trim()) && values.next().is_none() =>
        {
            Ok(Some(ticket.trim()))
        }
        _ => Err(AccessError::BadTicket),
    }
}

impl AccessServer {
    /// Returns the user of a ticket that the client at `peer` sent.
    ///
    /// # Errors
    /// [`AccessError::BadTicket`] if it is invalid, or was issued for another server.
    /// [`AccessError::TicketNotVerified`] if the service did not say. [`AccessError::RateLimited`] after too many
    /// invalid ones.
    pub(super) async fn ticket_holder(
        self: &Arc<Self>,
        ticket: &str,
        peer: SocketAddr,
        headers: &HeaderMap,
    ) -> Result<TicketHolder, AccessError> {
        if let Some(holder) = self.tickets.remembered(ticket, self.clock.now()) {
            return Ok(holder);
        }
        let address = self.caller(peer, headers).unwrap_or(peer.ip());
        let (server, ticket) = (Arc::clone(self), ticket.to_owned());
        let verification = async move { server.verify(&ticket, address).await };
        // In a task of its own, so that the client can disconnect early: an invalid ticket counts all the same, and a
        // valid one does not.
        tokio::spawn(verification.in_current_span()).await.map_err(|error| {
            tracing::error!(%error, "the verification of a ticket was interrupted");
            AccessError::Internal
        })?
    }

    async fn verify(&self, ticket: &str, address: IpAddr) -> Result<TicketHolder, AccessError> {
        let check = self.tickets.begin(ticket, address).map_err(AccessError::RateLimited)?;
        let Some(verified) = self.service.verify(ticket).await.map_err(AccessError::of_unverified)? else {
            check.reject();
            return Err(AccessError::BadTicket);
        };
        let holder = verified.holder.clone();
        check.accept(verified);
        Ok(holder)
    }
}

impl AccessError {
    /// Returns the error of a ticket about which the service did not say whether it is valid.
    fn of_unverified(error: ServiceError) -> Self {
        match error {
            ServiceError::RateLimited(rate_limited) => Self::RateLimited(rate_limited),
            error => {
                tracing::error!(%error, "a ticket could not be verified");
                Self::TicketNotVerified
            }
        }
    }
}

fn schemes(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    headers.get_all(header::AUTHORIZATION).iter().map(|value| {
        let text = std::str::from_utf8(value.as_bytes()).unwrap_or_default();
        text.split_whitespace().next().unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (header::AUTHORIZATION, HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn one_ticket_or_none() {
        assert_eq!(shown(&headers(&[])).unwrap(), None);
        let ticket = "A".repeat(stagepass_kit::identifier::TOKEN_LENGTH);
        assert_eq!(shown(&headers(&[&format!("Ticket {ticket}")])).unwrap(), Some(ticket.as_str()));
        assert_eq!(shown(&headers(&[&format!("ticket  {ticket} ")])).unwrap(), Some(ticket.as_str()));
        let [good, basic] = ["Ticket", "Basic"].map(|scheme| format!("{scheme} {ticket}"));
        let (long, padded) = (format!("{good}A"), format!("Ticket {}==", &ticket[2..]));
        for values in [&[ticket.as_str()][..], &["Ticket"], &[&basic], &[""], &[&good, &good], &[&long], &[&padded]] {
            assert!(matches!(shown(&headers(values)), Err(AccessError::BadTicket)), "{values:?}");
        }
    }
}
