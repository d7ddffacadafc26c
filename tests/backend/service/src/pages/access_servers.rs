//! `{base}/access-servers`: the access servers of a user, and those that the user's apps admit. Each change needs a
//! recent sign-in, because an access server that an app admits learns who the app's users are.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::accounts::{AccessServerError, MAX_ADMISSIONS, RegisteredAccessServer};
use crate::pages::csrf_session::{ChangeError, changing_session};
use crate::pages::form::PageForm;
use crate::pages::page::{self, Place};
use crate::pages::session::Session;
use crate::pages::sign_in;
use crate::state::Backend;
use crate::texts::filters;
use stagepass_kit::origin::Origin;
use stagepass_kit::parameters::Parameters;
use stagepass_store::{AccessServerRecord, AdmittedAccessServer, AppRecord, StoreError};

const PAGE: &str = "/access-servers";

/// What the CSRF token of all forms of the page is valid for.
const CHANGE: &str = "access-servers";

#[derive(Template)]
#[template(path = "access_servers.html")]
struct AccessServersPage<'a> {
    base: &'a str,
    sign_out_token: &'a str,
    place: Place,
    csrf: String,
    revision: String,
    servers: &'a [AccessServerRecord],
    admitted: &'a [AdmittedAccessServer],
    apps: &'a [AppRecord],
    /// A server whose credential is shown, this once.
    shown: Option<&'a RegisteredAccessServer>,
    /// Why the last change was refused.
    problem: Option<String>,
}

/// What a form of the page asks for.
enum Change {
    Register { origin: String, revision: String },
    Rotate { id: String, revision: String },
    Remove { id: String },
    Admit { api_key: String, id: String },
    EndAdmission { api_key: String, id: String },
}

impl Change {
    /// `None` if no form of the page sends this.
    fn read(form: &Parameters) -> Option<Self> {
        let field = |name| form.optional(name).ok().flatten().unwrap_or_default().trim().to_owned();
        let (id, api_key, revision) = (field("id"), field("api_key"), field("revision"));
        match field("change").as_str() {
            "register" => Some(Self::Register { origin: field("origin"), revision }),
            "rotate" => Some(Self::Rotate { id, revision }),
            "remove" => Some(Self::Remove { id }),
            "admit" => Some(Self::Admit { api_key, id }),
            "end-admission" => Some(Self::EndAdmission { api_key, id }),
            _ => None,
        }
    }
}

pub(crate) async fn show(State(backend): State<Arc<Backend>>, headers: HeaderMap) -> Response {
    let page = async {
        let session = Session::find(&backend, &headers).await?.ok_or(ChangeError::SignedOut)?;
        page(&backend, &session, StatusCode::OK, (None, None)).await
    };
    page.await.unwrap_or_else(|error: ChangeError| error.respond(&backend, PAGE))
}

/// Makes the change of a form. A new credential is in the response.
pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    changed(&backend, &headers, &form).await.unwrap_or_else(|error| error.respond(&backend, PAGE))
}

async fn changed(backend: &Backend, headers: &HeaderMap, form: &Parameters) -> Result<Response, ChangeError> {
    let session = changing_session(backend, headers, form.required("csrf").ok(), CHANGE).await?;
    if backend.clock.now().saturating_sub(session.authenticated_at) > backend.sign_in.recent {
        let here = format!("{}{PAGE}", backend.base_url.path());
        return Ok(page::see_other(&format!("{}&prompt=login", sign_in::address_of(&backend.base_url, &here))));
    }
    let change = Change::read(form).ok_or(ChangeError::Form)?;
    // The response to these shows a credential. WebKit sends the form again when that response is reloaded, which would
    // replace the credential.
    if let Change::Register { revision, .. } | Change::Rotate { revision, .. } = &change
        && *revision != revision_of(backend, session.user.user_id).await?
    {
        return Err(ChangeError::Form);
    }
    match apply(backend, session.user.user_id, change).await {
        Ok(None) => Ok(page::see_other(&format!("{}{PAGE}", backend.base_url.path()))),
        Ok(Some(registered)) => page(backend, &session, StatusCode::OK, (Some(&registered), None)).await,
        Err(AccessServerError::Store(error)) => Err(error.into()),
        Err(AccessServerError::Entropy(error)) => Err(ChangeError::Internal(error.to_string())),
        Err(error) => {
            let problem = Some(sentence(&error));
            page(backend, &session, StatusCode::BAD_REQUEST, (None, problem)).await
        }
    }
}

/// Makes a change. Returns the server if it has a new credential. Succeeds if what is to be removed is gone already.
async fn apply(
    backend: &Backend,
    user_id: i64,
    change: Change,
) -> Result<Option<RegisteredAccessServer>, AccessServerError> {
    let (accounts, store) = (backend.accounts(), &backend.store);
    match change {
        Change::Register { origin, .. } => {
            let origin = Origin::parse(origin.trim_end_matches('/'))?;
            let key = accounts.new_access_server_key()?;
            return accounts.register_access_server(user_id, &origin, key).await.map(Some);
        }
        Change::Rotate { id, .. } => return accounts.rotate_credential(&id, Some(user_id)).await.map(Some),
        Change::Remove { id } => store.delete_access_server(&id, user_id).await?,
        Change::EndAdmission { api_key, id } => store.end_admission(&api_key, user_id, &id).await?,
        Change::Admit { api_key, id } => {
            if store.access_server(&id).await?.is_none() {
                return Err(AccessServerError::NoServer(id));
            }
            if !store.admit(&api_key, user_id, &id, MAX_ADMISSIONS).await? {
                return Err(AccessServerError::NotAdmitted(api_key));
            }
            true
        }
    };
    Ok(None)
}

/// Returns what happened and what to do, for the user.
fn sentence(error: &AccessServerError) -> String {
    match error {
        AccessServerError::Origin(_) => {
            "This is not an origin. Enter one like https://access.example, in lower case and without a path.".to_owned()
        }
        AccessServerError::TooMany => "You have 20 access servers. Remove one first.".to_owned(),
        AccessServerError::NoServer(_) => {
            "There is no access server with this ID. Ask its owner for the ID.".to_owned()
        }
        AccessServerError::NotAdmitted(_) => "The app admits 20 access servers. End one admission first.".to_owned(),
        other => other.to_string(),
    }
}

/// Returns a text that is another one after each new credential of the user's.
async fn revision_of(backend: &Backend, user_id: i64) -> Result<String, StoreError> {
    let credentials = backend.store.credential_hashes_of(user_id).await?;
    Ok(HEXLOWER.encode(&Sha256::digest(credentials.concat())))
}

async fn page(
    backend: &Backend,
    session: &Session,
    status: StatusCode,
    (shown, problem): (Option<&RegisteredAccessServer>, Option<String>),
) -> Result<Response, ChangeError> {
    let user_id = session.user.user_id;
    let page = AccessServersPage {
        base: backend.base_url.path(),
        sign_out_token: &session.sign_out_token(backend),
        place: Place::AccessServers,
        csrf: session.change_token(backend, CHANGE),
        revision: revision_of(backend, user_id).await?,
        servers: &backend.store.access_servers_of(user_id).await?,
        admitted: &backend.store.admissions_of(user_id).await?,
        apps: &backend.store.apps_of(user_id).await?,
        shown,
        problem,
    };
    Ok(page::respond(status, &page, None))
}
