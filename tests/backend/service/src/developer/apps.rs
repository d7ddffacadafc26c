//! `{base}/developer-apps`: the apps of the user who is signed in with this browser.
//!
//! Only the session cookie authenticates, and only for pages of this origin. If a token were accepted, one app could
//! replace the redirect URIs of another. Changes need the CSRF token that [`list`] returns.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use serde::Serialize;

use crate::accounts::redirect_uri;
use crate::accounts::{AddressError, AppSecrets, MAX_REDIRECT_URIS, RotatedSecrets, check_redirect_uri};
use crate::developer::body::{read_details, read_rotation};
use crate::developer::owner::{ChangingOwner, Owner, RecentOwner, csrf_token};
use crate::developer::refusal::Refusal;
use crate::limits::database_space;
use crate::state::Backend;
use stagepass_kit::identifier::is_api_key;

use stagepass_store::{AppRecord, SessionLimits};

/// Enough for the most redirect URIs of the greatest length, and the other members.
pub(crate) const BODY_LIMIT: usize = MAX_REDIRECT_URIS * redirect_uri::MAX_LENGTH + (28 << 10);

/// The apps of a user.
#[derive(Serialize)]
pub(crate) struct Apps {
    /// The apps, oldest first.
    data: Vec<App>,
    /// The value of `X-CSRF-Token` in changes. Valid for an hour.
    csrf_token: String,
}

/// An app, for its owner.
#[derive(Serialize)]
pub(crate) struct App {
    /// The API key, in lower case. It is not secret.
    api_key: String,
    /// The name that users see.
    name: String,
    /// The description.
    description: Option<String>,
    /// Where responses may be sent.
    #[serde(rename = "redirectUris")]
    redirect_uris: Vec<String>,
    /// After how many seconds a session that is not refreshed ends. `null`: as for all apps.
    #[serde(rename = "sessionIdleSeconds")]
    session_idle: Option<i64>,
    /// After how many seconds any session ends, counted from the user's approval. `null`: as for all apps.
    #[serde(rename = "sessionLongestSeconds")]
    session_longest: Option<i64>,
    /// Whether the app only takes tokens that are bound to a key (RFC 9449 §5.2).
    #[serde(rename = "dpop_bound_access_tokens")]
    bound_tokens_only: bool,
}

/// A new app, with its secrets.
#[derive(Serialize)]
pub(crate) struct NewApp {
    #[serde(flatten)]
    app: App,
    /// The API secret. Shown only once.
    api_secret: String,
    /// The bearer token. Shown only once.
    bearer_token: String,
}

/// Whether an app can have a redirect URI.
#[derive(Serialize)]
pub(crate) struct RedirectUriCheck {
    /// Whether it can.
    ok: bool,
    /// The rule that the redirect URI breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// `GET`: returns the apps, oldest first, and the session's CSRF token, which is valid for an hour.
pub(crate) async fn list(State(backend): State<Arc<Backend>>, Owner(session): Owner) -> Result<Json<Apps>, Refusal> {
    let apps = backend.store.apps_of(session.user.user_id).await?;
    let csrf_token = csrf_token(&session).token(&backend.keys, backend.clock.now());
    Ok(Json(Apps { data: apps.into_iter().map(App::from).collect(), csrf_token }))
}

/// `POST`.
pub(crate) async fn create(
    State(backend): State<Arc<Backend>>,
    ChangingOwner(session): ChangingOwner,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, [(HeaderName, HeaderValue); 1], Json<NewApp>), Refusal> {
    let details = read_details(&headers, body)?;
    database_space::check_for_account(&backend).await?;
    let (app, secrets) = backend.accounts().register_app(session.user.user_id, details, None).await?;
    let location = format!("{}/developer-apps/{}", backend.base_url.path(), app.api_key);
    let location = HeaderValue::try_from(location).map_err(|_| Refusal::Internal)?;
    let AppSecrets { api_secret, bearer_token } = secrets;
    let new = NewApp { app: app.into(), api_secret, bearer_token };
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(new)))
}

/// `GET …/{api_key}`.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    Owner(session): Owner,
    Path(api_key): Path<String>,
) -> Result<Json<App>, Refusal> {
    let app = backend.store.app_of_owner(check_api_key(&api_key)?, session.user.user_id).await?;
    Ok(Json(app.ok_or(Refusal::NoApp)?.into()))
}

/// `PUT …/{api_key}`: replaces everything that can be changed. A code that was sent to a removed redirect URI can no
/// longer be exchanged.
pub(crate) async fn replace(
    State(backend): State<Arc<Backend>>,
    ChangingOwner(session): ChangingOwner,
    Path(api_key): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<App>, Refusal> {
    let api_key = check_api_key(&api_key)?.to_ascii_lowercase();
    let details = read_details(&headers, body)?;
    let app = backend.accounts().replace_app(api_key, session.user.user_id, details).await?;
    Ok(Json(app.into()))
}

/// `DELETE …/{api_key}`: also deletes its codes, tokens and consents.
pub(crate) async fn delete(
    State(backend): State<Arc<Backend>>,
    RecentOwner(session): RecentOwner,
    Path(api_key): Path<String>,
) -> Result<StatusCode, Refusal> {
    let deleted = backend.store.delete_app(check_api_key(&api_key)?, session.user.user_id).await?;
    if deleted { Ok(StatusCode::NO_CONTENT) } else { Err(Refusal::NoApp) }
}

/// `POST …/{api_key}/secrets`: the old ones are invalid at once. Users stay signed in, because sessions depend on
/// neither secret.
pub(crate) async fn rotate(
    State(backend): State<Arc<Backend>>,
    RecentOwner(session): RecentOwner,
    Path(api_key): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<RotatedSecrets>, Refusal> {
    let which = read_rotation(&headers, body)?;
    let rotated = backend.accounts().rotate_secrets(check_api_key(&api_key)?, session.user.user_id, which).await?;
    Ok(Json(rotated))
}

/// `GET …/redirect-uri?uri=`: returns whether an app can have this redirect URI. A page checks while the developer
/// types, so that the rules are in `redirect_uri.rs` only.
pub(crate) async fn check(_: Owner, RawQuery(query): RawQuery) -> Result<Json<RedirectUriCheck>, Refusal> {
    let query = query.unwrap_or_default();
    // `Parameters` would ignore an empty value and refuse one with a line break. Both should be checked here.
    let mut given = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "uri");
    let (Some((_, uri)), None) = (given.next(), given.next()) else { return Err(Refusal::Query) };
    let broken = check_redirect_uri(&uri).err();
    let message = broken.map(|error| error.to_string());
    Ok(Json(RedirectUriCheck { ok: broken.is_none(), rule: broken.map(AddressError::name), message }))
}

/// Returns the API key, or "no such app" if it is malformed.
fn check_api_key(api_key: &str) -> Result<&str, Refusal> {
    if is_api_key(api_key) { Ok(api_key) } else { Err(Refusal::NoApp) }
}

impl From<AppRecord> for App {
    fn from(record: AppRecord) -> Self {
        let AppRecord { api_key, name, description, redirect_uris, sessions, bound_tokens_only } = record;
        let SessionLimits { idle: session_idle, longest: session_longest } = sessions;
        Self { api_key, name, description, redirect_uris, session_idle, session_longest, bound_tokens_only }
    }
}
