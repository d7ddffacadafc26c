//! `{base}/oauth/end-session`: the page on which a user also signs out of the service, after an app has signed the user
//! out (OpenID Connect RP-Initiated Logout 1.0).
//!
//! Any site can link to this page. So the page changes nothing by itself: only a click on its button ends the session.
//! It leads back only to a registered redirect URI of the app, or to another page of such a URI's origin.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;

use crate::accounts::redirect_uri::{RedirectUri, Rule};
use crate::oauth::recipient::{Client, ClientProblem, RecipientError, RecipientProblem, read_client};
use crate::oauth::return_address::{ResponseMode, ReturnAddress};
use crate::pages::cookies::Cookie;
use crate::pages::form::PageForm;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::pages::sign_out::{self, SignOutError};
use crate::state::Backend;
use crate::texts::{current, filters};
use stagepass_kit::parameters::{ParameterError, Parameters};
use stagepass_store::{AppRecord, Store, StoreError};

/// The path of the page, without the base.
const PATH: &str = "/oauth/end-session";

/// The longest state in bytes.
const MAX_STATE: usize = 2_000;

/// Where the page leads back to.
struct WayBack {
    app: AppRecord,
    to: ReturnAddress,
}

/// Why the page leads nowhere. The user can sign out all the same.
#[derive(Debug, thiserror::Error)]
enum WayBackProblem {
    #[error("client_id is missing")]
    NoClient,
    #[error(transparent)]
    Client(#[from] RecipientProblem),
    #[error("{0}")]
    Parameter(#[from] ParameterError),
    #[error("state is longer than {MAX_STATE} bytes")]
    State,
    #[error("the post_logout_redirect_uri breaks a rule: {0}")]
    Rule(#[from] Rule),
    #[error("the post_logout_redirect_uri is neither registered for this app, nor on the origin of a registered one")]
    NotRegistered,
}

#[derive(Debug, thiserror::Error)]
enum WayBackError {
    #[error(transparent)]
    Problem(#[from] WayBackProblem),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Template)]
#[template(path = "end_session.html")]
struct EndSessionPage<'a> {
    base: &'a str,
    /// The user who is signed in, with the CSRF token of the form.
    session: Option<(&'a Session, String)>,
    query: String,
    way_back: Option<&'a WayBack>,
    problem: Option<String>,
}

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let read = async {
        let way_back = WayBack::read(&backend.store, &query.unwrap_or_default()).await;
        let (way_back, problem) = match way_back {
            Ok(way_back) => (way_back, None),
            Err(WayBackError::Problem(problem)) => (None, Some(problem.to_string())),
            Err(WayBackError::Store(error)) => return Err(error),
        };
        let session = Session::find(&backend, &headers).await?;
        let page = EndSessionPage {
            base: backend.base_url.path(),
            session: session.as_ref().map(|session| (session, session.sign_out_token(&backend))),
            query: own_query(way_back.as_ref()),
            way_back: way_back.as_ref(),
            problem,
        };
        Ok(page::respond(StatusCode::OK, &page, way_back.as_ref().map(|way_back| &way_back.to.redirect_uri)))
    };
    read.await.unwrap_or_else(|error| internal(&backend, &error))
}

/// Signs out, and goes back to the app. Without an app or a session, the page says that the user is signed out.
pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    let base = backend.base_url.path();
    let way_back = match WayBack::read(&backend.store, &query.unwrap_or_default()).await {
        Ok(way_back) => way_back,
        Err(WayBackError::Problem(_)) => None,
        Err(WayBackError::Store(error)) => return internal(&backend, &error),
    };
    let page = format!("{base}{PATH}?{}", own_query(way_back.as_ref()));
    let next = match (sign_out::sign_out(&backend, &headers, &form).await, way_back) {
        (Ok(true), Some(way_back)) => way_back.to.with_state(),
        (Ok(_), _) => page,
        (Err(SignOutError::Form), _) => return Problem::stale_form(&page).respond(base),
        (Err(SignOutError::Store(error)), _) => return internal(&backend, &error),
    };
    let mut response = page::see_other(&next);
    response.headers_mut().append(header::SET_COOKIE, Cookie::Session.remove(&backend.base_url));
    response
}

fn internal(backend: &Backend, error: &StoreError) -> Response {
    tracing::error!(%error, "the store failed");
    Problem::internal().respond(backend.base_url.path())
}

impl WayBack {
    /// Parses `client_id` (or `api_key`), `post_logout_redirect_uri` and `state`. `None` without an address.
    async fn read(store: &Store, query: &str) -> Result<Option<Self>, WayBackError> {
        let parameters = Parameters::from_form(query.as_bytes());
        let Some(address) = parameters.optional("post_logout_redirect_uri").map_err(WayBackProblem::from)? else {
            return Ok(None);
        };
        let app = match read_client(store, &parameters).await {
            Ok(Client::Registered(app)) => app,
            Ok(Client::Named(_)) => return Err(WayBackProblem::NotRegistered.into()),
            Err(RecipientError::Problem(RecipientProblem::Client(ClientProblem::Missing))) => {
                return Err(WayBackProblem::NoClient.into());
            }
            Err(RecipientError::Problem(problem)) => return Err(WayBackProblem::Client(problem).into()),
            Err(RecipientError::Store(error)) => return Err(error.into()),
        };
        let redirect_uri = RedirectUri::parse(address).map_err(WayBackProblem::from)?;
        let is_same_origin =
            |registered: &String| redirect_uri.origin().is_some() && origin_of(registered) == redirect_uri.origin();
        if !app.redirect_uris.iter().any(|registered| registered == address || is_same_origin(registered)) {
            return Err(WayBackProblem::NotRegistered.into());
        }
        let state = parameters.optional("state").map_err(WayBackProblem::from)?.map(str::to_owned);
        if state.as_ref().is_some_and(|state| state.len() > MAX_STATE) {
            return Err(WayBackProblem::State.into());
        }
        Ok(Some(Self { app, to: ReturnAddress { redirect_uri, response_mode: ResponseMode::Query, state } }))
    }
}

/// Returns the query of this page that leads back to the same address, in the same language.
fn own_query(way_back: Option<&WayBack>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    if let Some(WayBack { app, to }) = way_back {
        query.append_pair("client_id", &app.api_key);
        query.append_pair("post_logout_redirect_uri", to.redirect_uri.as_str());
        if let Some(state) = &to.state {
            query.append_pair("state", state);
        }
    }
    current::append_to(&mut query);
    query.finish()
}

fn origin_of(registered: &str) -> Option<String> {
    RedirectUri::parse(registered).ok()?.origin()
}
