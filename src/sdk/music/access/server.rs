//! The access server of the configuration: streams, decisions, invitations and new gated tracks.

use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{Method, Request, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use stagepass_core::scope::Scope;
use stagepass_core::text::secret::Secret;

use super::decision::{Access, Joined, RawDecision};
use super::origin;
use super::rule::{Rule, TrackRule};
use super::site_token::SiteToken;
use super::ticket::{Kind, is_visible_ascii};
use crate::error::{Code, Error};
use crate::sdk::music::failure::{Responder, bad_response, option_invalid};
use crate::sdk::music::json;
use crate::sdk::music::service::{Service, accepted, if_signed_in, internal};
use crate::sdk::music::track::{Data, Details};

/// The header of a site token. It is never in a URL.
const SITE_TOKEN: &str = "Stagepass-Site-Token";

/// The access server of the configuration.
pub(crate) struct AccessServer<'a> {
    service: Service<'a>,
    origin: String,
}

/// A request to it, which may be sent twice.
struct Plan {
    method: Method,
    path: String,
    /// Of the ticket.
    scope: Scope,
    site_token: Option<String>,
    body: Option<String>,
    /// What its statuses mean.
    responder: Responder,
}

impl<'a> AccessServer<'a> {
    /// Returns the access server of the configuration.
    ///
    /// # Errors
    /// [`Code::ConfigInvalid`] if there is none, or if it is not an origin.
    pub(crate) fn new(service: Service<'a>) -> Result<Self, Error> {
        Ok(Self { service, origin: origin::of_access_server(service.access_server())? })
    }

    /// Requests the signed URL of a track.
    pub(crate) async fn stream(&self, id: u64, site_token: Option<&SiteToken>) -> Result<String, Error> {
        let path = format!("/stream/{id}?no_redirect=true");
        match self.about(id, path, site_token).await? {
            (Ok(Data { data }), _) => Ok(data),
            (Err(denied), Some(no_ticket)) if denied.code() == Code::AccessRefused => Err(no_ticket),
            (Err(error), _) => Err(error),
        }
    }

    /// Requests the decision without a stream.
    pub(crate) async fn access(&self, id: u64, site_token: Option<&SiteToken>) -> Result<Access, Error> {
        let (decision, no_ticket) = self.about::<RawDecision>(id, format!("/tracks/{id}/access"), site_token).await?;
        match (decision?.read(), no_ticket) {
            (Some(Access::Denied(_)), Some(no_ticket)) => Err(no_ticket),
            (decision, _) => decision.ok_or_else(|| Code::BadResponse.into()),
        }
    }

    /// Accepts an invitation: the user joins the group.
    pub(crate) async fn join(&self, invitation: &str) -> Result<Joined, Error> {
        self.act("/join", Scope::Read, &Invitation { invitation }).await
    }

    /// Creates a track with a rule. Returns its number.
    pub(crate) async fn create_track(&self, details: &Details, rule: &Rule) -> Result<u64, Error> {
        let Details { title, genre, description, track_cid } = details;
        let metadata = Metadata { title, genre: genre.as_deref(), description: description.as_deref(), track_cid };
        let new = GatedTrack { user_id: self.service.own_id().await?, metadata, rule };
        let Created { track_id } = self.act("/create-track", Scope::Write, &new).await?;
        Ok(track_id)
    }

    /// Returns the rule of a track of the user.
    pub(crate) async fn rule(&self, id: u64) -> Result<TrackRule, Error> {
        self.act_as_owner(Method::GET, id, None).await
    }

    /// Sets the rule of a track of the user. `None` removes it.
    pub(crate) async fn set_rule(&self, id: u64, rule: Option<&Rule>) -> Result<TrackRule, Error> {
        let body = json::write(&NewRule { rule }).ok_or(Code::Internal)?;
        self.act_as_owner(Method::PUT, id, Some(body)).await
    }

    /// Asks about a track, with a ticket if the user is signed in. An app that gets no tickets asks without one, for
    /// tracks whose rule needs no user. Then it also returns why there is no ticket, which explains a denial.
    async fn about<T: DeserializeOwned>(
        &self,
        id: u64,
        path: String,
        token: Option<&SiteToken>,
    ) -> Result<(Result<T, Error>, Option<Error>), Error> {
        let site_token = match token {
            Some(token) => Some(self.service.unless_aborted(token.get(id)).await??),
            None => None,
        };
        if site_token.as_deref().is_some_and(|token| !is_visible_ascii(token)) {
            return Err(option_invalid("the site token must be a token without spaces."));
        }
        let responder = Responder::AccessServer;
        let plan = Plan { method: Method::GET, path, scope: Scope::Read, site_token, body: None, responder };
        let (ticket, no_ticket) = match if_signed_in(self.service.ticket(self.kind(&plan)).await) {
            Err(error) if error.code() == Code::Forbidden => (None, Some(error)),
            ticket => (ticket?, None),
        };
        Ok((self.ask(&plan, ticket).await, no_ticket))
    }

    /// Acts for the user, with a ticket.
    async fn act<T: DeserializeOwned>(&self, path: &str, scope: Scope, body: &impl Serialize) -> Result<T, Error> {
        let (path, body) = (path.to_owned(), Some(json::write(body).ok_or(Code::Internal)?));
        let responder = Responder::AccessServer;
        self.carry_out(Plan { method: Method::POST, path, scope, site_token: None, body, responder }).await
    }

    async fn act_as_owner(&self, method: Method, id: u64, body: Option<String>) -> Result<TrackRule, Error> {
        let (path, responder) = (format!("/tracks/{id}/rule"), Responder::OwnersAccessServer);
        self.carry_out(Plan { method, path, scope: Scope::Write, site_token: None, body, responder }).await
    }

    async fn carry_out<T: DeserializeOwned>(&self, plan: Plan) -> Result<T, Error> {
        let ticket = Some(self.service.ticket(self.kind(&plan)).await?);
        self.ask(&plan, ticket).await
    }

    /// Sends a request. If the server rejects the ticket for any reason, retries once with a new one.
    async fn ask<T: DeserializeOwned>(&self, plan: &Plan, ticket: Option<Secret>) -> Result<T, Error> {
        let mut answer = self.send(plan, ticket.as_ref()).await?;
        if let Some(rejected) = ticket.filter(|_| answer.status() == 401) {
            self.service.with_tickets(|tickets| tickets.remove(self.kind(plan), &rejected));
            // The session may have ended in the meantime.
            let ticket = if_signed_in(self.service.ticket(self.kind(plan)).await)?;
            answer = self.send(plan, ticket.as_ref()).await?;
        }
        let answer = accepted(answer, plan.responder)?;
        json::parse(answer.body()).ok_or_else(|| bad_response(answer.status().as_u16()))
    }

    fn kind(&self, plan: &Plan) -> Kind<'_> {
        Kind { audience: &self.origin, scope: plan.scope }
    }

    async fn send(&self, plan: &Plan, ticket: Option<&Secret>) -> Result<Response<Vec<u8>>, Error> {
        let mut request = Request::builder().method(plan.method.clone()).uri(format!("{}{}", self.origin, plan.path));
        if let Some(ticket) = ticket {
            request = request.header(AUTHORIZATION, format!("Ticket {}", ticket.expose()));
        }
        if let Some(token) = &plan.site_token {
            request = request.header(SITE_TOKEN, token);
        }
        if plan.body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let body = plan.body.clone().unwrap_or_default().into_bytes();
        self.service.send_openly(request.body(body).map_err(internal)?).await
    }
}

#[derive(Serialize)]
struct Invitation<'a> {
    invitation: &'a str,
}

#[derive(Serialize)]
struct NewRule<'a> {
    rule: Option<&'a Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GatedTrack<'a> {
    user_id: u64,
    metadata: Metadata<'a>,
    rule: &'a Rule,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Metadata<'a> {
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    genre: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    track_cid: &'a str,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    #[serde(deserialize_with = "json::id")]
    track_id: u64,
}
