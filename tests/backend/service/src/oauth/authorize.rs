//! `GET {base}/oauth/authorize` (RFC 6749 §3.1): the consent page.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::oauth::authorization_request::{AuthorizationRequest, Refusal, Scope};
use crate::oauth::authorization_response::{AuthorizationResponse, Trigger};
use crate::oauth::code::IssueError;
use crate::oauth::consent_memory;
use crate::oauth::permissions::Permission;
use crate::oauth::refusal_notice::RefusalNotice;
use crate::oauth::return_address::AuthorizationErrorCode;
use crate::oauth::silent;
use crate::pages::csrf::Form;
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::{Session, device};
use crate::pages::sign_in;
use crate::state::Backend;
use crate::texts::filters;
use stagepass_store::{StoreError, UserRecord};

/// The consent page.
#[derive(Template)]
#[template(path = "consent.html")]
struct ConsentPage<'a> {
    base: &'a str,
    request: &'a AuthorizationRequest,
    user: &'a UserRecord,
    query: &'a str,
    consent_token: &'a str,
    sign_out_token: &'a str,
    /// Whether the user has allowed this before.
    is_known: bool,
}

impl ConsentPage<'_> {
    fn respond(&self) -> Response {
        let leads_to = Some(&self.request.return_address.redirect_uri);
        if self.request.posts_message() {
            return page::respond_with_script(self, leads_to);
        }
        page::respond(StatusCode::OK, self, leads_to)
    }

    /// The key of a text.
    fn deny_label(&self) -> &'static str {
        if self.is_known { "consent-cancel" } else { "consent-deny" }
    }

    fn writes(&self) -> bool {
        self.request.scope == Scope::Write
    }

    fn permissions(&self) -> impl Iterator<Item = &'static Permission> {
        Permission::of(self.writes())
    }
}

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.unwrap_or_default();
    let request = match AuthorizationRequest::read(&backend.store, &query).await {
        Ok(request) => request,
        Err(Refusal::Recipient(problem)) => {
            let notice = RefusalNotice::new(&query, &problem);
            return Problem::recipient(&problem).with_notice(notice).respond(backend.base_url.path());
        }
        Err(refusal) => {
            let trigger = opened(&backend, &headers, &refusal, None).await;
            return refused(&backend, refusal, trigger);
        }
    };
    let answered = async {
        let session = Session::find(&backend, &headers).await?;
        if request.interaction.is_silent {
            return without_a_page(&backend, &headers, &request, session.as_ref()).await;
        }
        let is_current = |session: &Session| !request.interaction.requires_sign_in(session, backend.clock.now());
        Ok(match session.filter(is_current) {
            Some(session) => {
                let is_known = !request.interaction.asks_consent
                    && consent_memory::remembers(&backend, &request, session.user.user_id).await?;
                consent_page(&backend, &request, &session, is_known)
            }
            None => page::see_other(&sign_in::address(&backend.base_url, &request)),
        })
    };
    answered.await.unwrap_or_else(|error: IssueError| {
        error.page(backend.base_url.path()).unwrap_or_else(|| {
            tracing::error!(%error, "could not answer an authorization request");
            failed(&backend, &request, Trigger::Opening)
        })
    })
}

/// `prompt=none`.
async fn without_a_page(
    backend: &Backend,
    headers: &HeaderMap,
    request: &AuthorizationRequest,
    session: Option<&Session>,
) -> Result<Response, IssueError> {
    match silent::check(backend, request, session).await? {
        Ok(session) => silent::approve(backend, request, session, headers).await,
        Err(error) => {
            let refusal = Refusal::new(error.into(), request.client.clone(), request.return_address.clone());
            let trigger = opened(backend, headers, &refusal, request.interaction.login_hint.as_deref()).await;
            Ok(refused(backend, refusal, trigger))
        }
    }
}

fn consent_page(backend: &Backend, request: &AuthorizationRequest, session: &Session, is_known: bool) -> Response {
    let now = backend.clock.now();
    let query = request.to_query();
    let user_id = session.user.user_id;
    let terms = consent_memory::terms_hash(request.client.name(), request.scope);
    let consent = Form::Consent { session: &session.secret, user_id, request: &query, terms: &terms };
    ConsentPage {
        base: backend.base_url.path(),
        request,
        user: &session.user,
        query: &query,
        consent_token: &consent.token(&backend.keys, now),
        sign_out_token: &Form::SignOut { session: &session.secret }.token(&backend.keys, now),
        is_known,
    }
    .respond()
}

/// Returns whether the user who opened a refused link has consented to the app before. If this cannot be determined,
/// the answer is no. `hint` is the handle in the request.
async fn opened(backend: &Backend, headers: &HeaderMap, refusal: &Refusal, hint: Option<&str>) -> Trigger {
    let Refusal::Reported { app, .. } = refusal else { return Trigger::Opening };
    let consent = async {
        let Some(user_id) = user_of(backend, headers, hint).await? else { return Ok(None) };
        backend.store.consented_scope(user_id, &app.api_key).await
    };
    match consent.await {
        Ok(Some(_)) => Trigger::Consent,
        Ok(None) => Trigger::Opening,
        Err(error) => {
            tracing::error!(%error, "the store failed");
            Trigger::Opening
        }
    }
}

/// Returns the user who is signed in. If none is, the user of this handle, if this browser has signed in as them
/// before: an app whose user has signed out here then gets the error, instead of leaving the user on an error page.
async fn user_of(backend: &Backend, headers: &HeaderMap, hint: Option<&str>) -> Result<Option<i64>, StoreError> {
    if let Some(session) = Session::find(backend, headers).await? {
        return Ok(Some(session.user.user_id));
    }
    let Some(handle) = hint.filter(|handle| device(backend, headers, handle).is_some()) else { return Ok(None) };
    Ok(backend.store.user_of_handle(handle).await?.map(|user| user.user_id))
}

/// Returns the response to a request that is not shown to the user: a page or, for an error of a registered app, a
/// redirect.
pub(crate) fn refused(backend: &Backend, refusal: Refusal, trigger: Trigger) -> Response {
    let base = backend.base_url.path();
    match refusal {
        Refusal::TooLong => Problem::too_long().respond(base),
        Refusal::Recipient(problem) => Problem::recipient(&problem).respond(base),
        Refusal::ErrorPage(problem) => Problem::request(problem).respond(base),
        Refusal::Reported { error, app, to } => {
            let address = to.with_error(error.code(), &error.to_string(), backend.base_url.as_str());
            let fallback = Problem::request(error);
            AuthorizationResponse { app: &app.name, to: &to.redirect_uri, address: &address, fallback }
                .respond(base, trigger)
        }
        Refusal::Store(error) => {
            tracing::error!(%error, "the store failed");
            Problem::internal().respond(base)
        }
    }
}

/// Returns the response if the service fails at a valid request. Nothing is sent to an unregistered app without a
/// click.
pub(crate) fn failed(backend: &Backend, request: &AuthorizationRequest, trigger: Trigger) -> Response {
    let base = backend.base_url.path();
    if request.is_registered() {
        let to = &request.return_address;
        let code = AuthorizationErrorCode::ServerError;
        let address =
            to.with_error(code, "the service has an internal error: try again later", backend.base_url.as_str());
        let (app, fallback) = (request.client.name(), Problem::internal());
        return AuthorizationResponse { app, to: &to.redirect_uri, address: &address, fallback }.respond(base, trigger);
    }
    (StatusCode::INTERNAL_SERVER_ERROR, Problem::internal().respond(base)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::{NewApp, NewUser, RegisteredApp};
    use crate::settings::Settings;
    use crate::start::{ServiceHandle, start};

    const REST: &str = "state=S&response_type=code&scope=read&code_challenge_method=S256\
         &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&response_mode=query";

    const WEB: &str = "https://app.example/cb";
    const OWN: &str = "com.example.app:/cb";

    async fn with_an_app() -> (ServiceHandle, RegisteredApp) {
        let service = start(Settings::in_memory()).await.unwrap();
        let owner =
            NewUser { handle: "o".into(), name: "O".into(), password: "correct horse".into(), ..NewUser::default() };
        service.accounts().add_user(owner).await.unwrap();
        let redirect_uris = [WEB, OWN].map(str::to_owned).to_vec();
        let new = NewApp { owner: "o".into(), name: "App".into(), redirect_uris, ..NewApp::default() };
        let app = service.accounts().add_app(new).await.unwrap();
        (service, app)
    }

    fn location(response: &Response) -> &str {
        response.headers().get("location").map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    #[tokio::test]
    async fn store_failure_redirects_registered_app_only_after_click() {
        let (service, app) = with_an_app().await;
        let backend = &service.backend;
        let read = async |who: &str, to: &str| {
            let query = format!("{who}&redirect_uri={to}&{REST}");
            AuthorizationRequest::read(&backend.store, &query).await.unwrap()
        };
        let key = format!("api_key={}", app.api_key);
        let by_key = read(&key, WEB).await;
        let by_name = read("app_name=App", WEB).await;

        let redirect = failed(backend, &by_key, Trigger::Click);
        assert_eq!(redirect.status(), StatusCode::SEE_OTHER);
        let answer = location(&redirect).strip_prefix("https://app.example/cb?").unwrap();
        let issuer = backend.base_url.as_str();
        let parameters: Vec<_> =
            form_urlencoded::parse(answer.as_bytes()).filter(|(name, _)| name != "error_description").collect();
        assert_eq!(
            parameters,
            [("error", "server_error"), ("state", "S"), ("iss", issuer)].map(|(n, v)| (n.into(), v.into()))
        );

        let own = read(&key, OWN).await;
        let clicked = failed(backend, &own, Trigger::Click);
        assert_eq!(location(&clicked), format!("{OWN}?{answer}"));
        for request in [&by_key, &own] {
            let without_click = failed(backend, request, Trigger::Opening);
            assert_eq!((without_click.status(), location(&without_click)), (StatusCode::INTERNAL_SERVER_ERROR, ""));
        }

        let shown = failed(backend, &by_name, Trigger::Click);
        assert_eq!((shown.status(), location(&shown)), (StatusCode::INTERNAL_SERVER_ERROR, ""));

        // Without the store, the redirect URI cannot be accepted, so nothing is sent.
        let unread = refused(backend, Refusal::Store(StoreError::Closed), Trigger::Opening);
        assert_eq!((unread.status(), location(&unread)), (StatusCode::INTERNAL_SERVER_ERROR, ""));
    }
}
