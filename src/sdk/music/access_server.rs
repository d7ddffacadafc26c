//! The access server of the configuration, which signs the URLs of gated tracks.

use http::header::AUTHORIZATION;
use http::{Request, Response};
use stagepass_core::text::secret::Secret;

use super::failure::Responder;
use super::json::Data;
use super::origin::origin_of;
use super::service::{Service, internal, read};
use crate::error::{Code, Error};

/// Requests the signed URL of a track, with a ticket if the user is signed in. If the server rejects the ticket for any
/// reason, requests it once more with a new one. An app that gets no tickets asks without one, for tracks whose rule
/// needs no user.
pub(super) async fn stream(service: Service<'_>, id: u64) -> Result<String, Error> {
    let missing = "access_server is missing: set it to the access server's origin, for gated tracks.";
    let written = service.access_server().ok_or_else(|| Error::from(Code::ConfigInvalid).because(missing))?;
    let origin = origin_of(written, Code::ConfigInvalid, "access_server")?;
    let url = format!("{origin}/stream/{id}?no_redirect=true");
    let (ticket, no_ticket) = match if_signed_in(service.ticket(&origin).await) {
        Err(error) if error.code() == Code::Forbidden => (None, Some(error)),
        ticket => (ticket?, None),
    };
    let mut response = send(service, &url, ticket.as_ref()).await?;
    if let Some(rejected) = ticket.filter(|_| response.status() == 401) {
        service.tickets().remove(&origin, &rejected);
        // The session may have ended in the meantime.
        let ticket = if_signed_in(service.ticket(&origin).await)?;
        response = send(service, &url, ticket.as_ref()).await?;
    }
    match read(&response, Responder::AccessServer) {
        Ok(Data { data }) => Ok(data),
        // Why there is no ticket explains a denial.
        Err(error) if error.code() == Code::AccessRefused => Err(no_ticket.unwrap_or(error)),
        Err(error) => Err(error),
    }
}

async fn send(service: Service<'_>, url: &str, ticket: Option<&Secret>) -> Result<Response<Vec<u8>>, Error> {
    let mut request = Request::get(url);
    if let Some(ticket) = ticket {
        request = request.header(AUTHORIZATION, format!("Ticket {}", ticket.expose()));
    }
    service.send_openly(request.body(Vec::new()).map_err(internal)?).await
}

/// Returns the result of work that acts for the user. `None` if no user is signed in.
fn if_signed_in<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if matches!(error.code(), Code::NotSignedIn | Code::SessionExpired) => Ok(None),
        Err(error) => Err(error),
    }
}
