//! `{base}/apps`: the pages on which developers manage their apps. `assets/apps.js` sends changes to `developer`.

mod snippets;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use crate::pages::apps::snippets::Snippets;
use crate::pages::csrf::Form;
use crate::pages::page::{self, Place};
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::pages::sign_in;
use crate::state::Backend;
use crate::texts::filters;
use stagepass_kit::identifier::is_api_key;

use stagepass_store::{AppRecord, SessionLimits, StoreError};

#[derive(Template)]
#[template(path = "apps.html")]
struct ListPage<'a> {
    base: &'a str,
    sign_out_token: &'a str,
    place: Place,
    apps: &'a [AppRecord],
}

#[derive(Template)]
#[template(path = "apps_new.html")]
struct NewPage<'a> {
    base: &'a str,
    sign_out_token: &'a str,
    place: Place,
    csrf_token: &'a str,
    sessions: SessionLimits,
}

#[derive(Template)]
#[template(path = "apps_edit.html")]
struct EditPage<'a> {
    base: &'a str,
    sign_out_token: &'a str,
    place: Place,
    csrf_token: &'a str,
    app: &'a AppRecord,
    snippets: &'a Snippets,
}

/// Why a page is not shown.
#[derive(Debug, thiserror::Error)]
enum NoPage {
    #[error("nobody is signed in")]
    SignedOut,
    /// No app has this key, or it belongs to another user. The two look the same.
    #[error("there is no such app among theirs")]
    NoApp,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Snippet(#[from] askama::Error),
}

/// `GET …/apps`.
pub(crate) async fn list(State(backend): State<Arc<Backend>>, headers: HeaderMap) -> Response {
    shown(&backend, "/apps", list_page(&backend, &headers).await)
}

/// `GET …/apps/new`.
pub(crate) async fn new(State(backend): State<Arc<Backend>>, headers: HeaderMap) -> Response {
    shown(&backend, "/apps/new", new_page(&backend, &headers).await)
}

/// `GET …/apps/{api_key}`.
pub(crate) async fn edit(
    State(backend): State<Arc<Backend>>,
    Path(api_key): Path<String>,
    headers: HeaderMap,
) -> Response {
    shown(&backend, &format!("/apps/{api_key}"), edit_page(&backend, &headers, &api_key).await)
}

async fn list_page(backend: &Backend, headers: &HeaderMap) -> Result<Response, NoPage> {
    let session = signed_in(backend, headers).await?;
    let apps = backend.store.apps_of(session.user.user_id).await?;
    let page = ListPage {
        base: backend.base_url.path(),
        sign_out_token: &session.sign_out_token(backend),
        place: Place::Apps,
        apps: &apps,
    };
    Ok(page::respond_with_script(&page, None))
}

async fn new_page(backend: &Backend, headers: &HeaderMap) -> Result<Response, NoPage> {
    let session = signed_in(backend, headers).await?;
    let page = NewPage {
        base: backend.base_url.path(),
        sign_out_token: &session.sign_out_token(backend),
        place: Place::Apps,
        csrf_token: &csrf_token(backend, &session),
        sessions: SessionLimits::default(),
    };
    Ok(page::respond_with_script(&page, None))
}

async fn edit_page(backend: &Backend, headers: &HeaderMap, api_key: &str) -> Result<Response, NoPage> {
    let session = signed_in(backend, headers).await?;
    if !is_api_key(api_key) {
        return Err(NoPage::NoApp);
    }
    let app = backend.store.app_of_owner(api_key, session.user.user_id).await?.ok_or(NoPage::NoApp)?;
    let page = EditPage {
        base: backend.base_url.path(),
        sign_out_token: &session.sign_out_token(backend),
        place: Place::Apps,
        csrf_token: &csrf_token(backend, &session),
        snippets: &Snippets::of(&app, &backend.base_url)?,
        app: &app,
    };
    Ok(page::respond_with_script(&page, None))
}

async fn signed_in(backend: &Backend, headers: &HeaderMap) -> Result<Session, NoPage> {
    Session::find(backend, headers).await?.ok_or(NoPage::SignedOut)
}

fn csrf_token(backend: &Backend, session: &Session) -> String {
    Form::DeveloperApps { session: &session.secret }.token(&backend.keys, backend.clock.now())
}

/// `path` is the requested path below the base URL.
fn shown(backend: &Backend, path: &str, page: Result<Response, NoPage>) -> Response {
    let base = backend.base_url.path();
    match page {
        Ok(page) => page,
        Err(NoPage::SignedOut) => page::see_other(&sign_in::address_of(&backend.base_url, &format!("{base}{path}"))),
        Err(NoPage::NoApp) => Problem::no_app(base).respond(base),
        Err(error @ (NoPage::Store(_) | NoPage::Snippet(_))) => {
            tracing::error!(%error, "a page of apps could not be rendered");
            Problem::internal().respond(base)
        }
    }
}
