//! `{base}/connected-apps`: the apps that act for a user, what each may do, when it last did, and buttons to disconnect
//! them.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::accounts::redirect_uri::RedirectUri;
use crate::oauth::permissions::Permission;
use crate::pages::csrf_session::{ChangeError, changing_session};
use crate::pages::form::PageForm;
use crate::pages::page::{self, Place};
use crate::pages::relative_time::RelativeTime;
use crate::pages::session::Session;
use crate::state::Backend;
use crate::texts::filters;
use stagepass_kit::parameters::Parameters;
use stagepass_store::{ConnectedApp, NamedApp};

const PAGE: &str = "/connected-apps";

/// The apps on one page.
const APPS: usize = 50;

/// The page with the connected apps.
#[derive(Template)]
#[template(path = "connected_apps.html")]
struct ConnectedAppsPage<'a> {
    base: &'a str,
    sign_out_token: &'a str,
    place: Place,
    connections: &'a [Connection],
    /// How many apps are before this page.
    after: usize,
    /// The `after` of the next page, if there is one.
    next: Option<usize>,
    /// Whether an app was just disconnected.
    removed: bool,
}

impl ConnectedAppsPage<'_> {
    fn respond(&self) -> Response {
        page::respond(StatusCode::OK, self, None)
    }

    fn is_first(&self) -> bool {
        self.after == 0
    }
}

/// An app on the page.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) app: App,
    /// Whether it has the scope `write`.
    pub(crate) writes: bool,
    pub(crate) since: RelativeTime,
    pub(crate) last_used: Option<RelativeTime>,
    /// Whether it has valid tokens. Without them, an app with a bearer token may still act.
    pub(crate) signed_in: bool,
    /// The CSRF token of the form that disconnects the app.
    pub(crate) token: String,
}

/// What identifies an app.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum App {
    Registered {
        api_key: String,
        name: String,
        description: Option<String>,
    },
    /// Its redirect target, and the name that it gave itself.
    Named {
        target: String,
        name: String,
    },
}

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = Parameters::from_form(query.unwrap_or_default().as_bytes());
    page(&backend, &headers, &query).await.unwrap_or_else(|error| error.respond(&backend, PAGE))
}

pub(crate) async fn revoke(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    match disconnect(&backend, &headers, &form).await {
        Ok(()) => page::see_other(&format!("{}{PAGE}?removed=1", backend.base_url.path())),
        Err(error) => error.respond(&backend, PAGE),
    }
}

/// Redirects to the page if the address of one of its forms is opened.
pub(crate) async fn back(State(backend): State<Arc<Backend>>) -> Response {
    page::see_other(&format!("{}{PAGE}", backend.base_url.path()))
}

async fn page(backend: &Backend, headers: &HeaderMap, query: &Parameters) -> Result<Response, ChangeError> {
    let session = Session::find(backend, headers).await?.ok_or(ChangeError::SignedOut)?;
    let (user_id, now) = (session.user.user_id, backend.clock.now());
    backend.last_uses.write_of(&backend.store, user_id).await?;
    let registered = backend.store.connected_apps(user_id, now).await?;
    let named = backend.store.named_apps(user_id, now).await?;
    let token = |app: &App| session.change_token(backend, &app.disconnecting());
    // The caps of an account bound both.
    let named = grouped(named);
    let total = registered.len() + named.len();
    let registered = registered.into_iter().map(|app| Connection::registered(app, now, token));
    let all = registered.chain(named.into_iter().map(|(app, of)| Connection::named(app, &of, now, token)));
    let after = query.optional("after").ok().flatten().and_then(|after| after.parse().ok()).unwrap_or(0).min(total);
    let connections: Vec<_> = all.skip(after).take(APPS).collect();
    let page = ConnectedAppsPage {
        base: backend.base_url.path(),
        sign_out_token: &session.sign_out_token(backend),
        place: Place::ConnectedApps,
        connections: &connections,
        after,
        next: Some(after + APPS).filter(|next| *next < total),
        removed: query.optional("removed").is_ok_and(|removed| removed.is_some()),
    };
    Ok(page.respond())
}

async fn disconnect(backend: &Backend, headers: &HeaderMap, form: &Parameters) -> Result<(), ChangeError> {
    let field = |name| form.optional(name).ok().flatten().unwrap_or_default().to_owned();
    let app = match field("api_key") {
        none if none.is_empty() => App::Named { target: field("target"), name: field("app_name") },
        api_key => App::Registered { api_key, name: String::new(), description: None },
    };
    let session = changing_session(backend, headers, form.required("csrf").ok(), &app.disconnecting()).await?;
    let user_id = session.user.user_id;
    match app {
        App::Registered { api_key, .. } => backend.store.disconnect_app(user_id, &api_key).await?,
        App::Named { target, name } => {
            let redirect_uris = backend.store.redirect_uris_of_named_app(user_id, &name).await?;
            let of_target: Vec<_> =
                redirect_uris.iter().map(String::as_str).filter(|uri| target_of(uri) == target).collect();
            backend.store.disconnect_named_app(user_id, &name, &of_target).await?;
        }
    }
    Ok(())
}

/// Sign-ins of unregistered apps are one app if they have the same redirect target and the same name.
fn grouped(sign_ins: Vec<NamedApp>) -> BTreeMap<App, Vec<NamedApp>> {
    let mut groups: BTreeMap<App, Vec<NamedApp>> = BTreeMap::new();
    for sign_in in sign_ins {
        let app = App::Named { target: target_of(&sign_in.redirect_uri), name: sign_in.app_name.clone() };
        groups.entry(app).or_default().push(sign_in);
    }
    groups
}

/// Returns the host or the scheme to which a code was sent, as on the consent page.
fn target_of(redirect_uri: &str) -> String {
    RedirectUri::parse(redirect_uri).map_or_else(|_| redirect_uri.to_owned(), |uri| uri.target())
}

impl App {
    /// Returns what a form's CSRF token is valid for: disconnecting this app only.
    fn disconnecting(&self) -> String {
        match self {
            Self::Registered { api_key, .. } => format!("disconnect key {api_key}"),
            // A target has no spaces.
            Self::Named { target, name } => format!("disconnect name {target} {name}"),
        }
    }
}

impl Connection {
    fn permissions(&self) -> impl Iterator<Item = &'static Permission> {
        Permission::of(self.writes)
    }

    fn registered(app: ConnectedApp, now: i64, token: impl Fn(&App) -> String) -> Self {
        let ConnectedApp { api_key, name, description, scope, since, last_used_at, signed_in } = app;
        let app = App::Registered { api_key, name, description };
        Self {
            token: token(&app),
            app,
            writes: scope == "write",
            since: RelativeTime::new(now, since),
            last_used: last_used_at.map(|at| RelativeTime::new(now, at)),
            signed_in,
        }
    }

    /// `write` is for registered apps only.
    fn named(app: App, sign_ins: &[NamedApp], now: i64, token: impl Fn(&App) -> String) -> Self {
        let since = sign_ins.iter().map(|sign_in| sign_in.since).min().unwrap_or(now);
        let last_used_at = sign_ins.iter().filter_map(|sign_in| sign_in.last_used_at).max();
        Self {
            token: token(&app),
            app,
            writes: false,
            since: RelativeTime::new(now, since),
            last_used: last_used_at.map(|at| RelativeTime::new(now, at)),
            signed_in: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign_in(app_name: &str, redirect_uri: &str, since: i64, last_used_at: Option<i64>) -> NamedApp {
        NamedApp { app_name: app_name.to_owned(), redirect_uri: redirect_uri.to_owned(), since, last_used_at }
    }

    #[test]
    fn sign_ins_group_by_host_and_name() {
        let groups = grouped(vec![
            sign_in("Radio", "https://radio.example/one", 20, None),
            sign_in("Radio", "https://RADIO.example/two", 10, Some(30)),
            sign_in("Radio", "https://evil.example/one", 40, None),
            sign_in("Other", "https://radio.example/one", 50, None),
        ]);
        let of = |app: &App| groups[app].len();
        let app = |target: &str, name: &str| App::Named { target: target.to_owned(), name: name.to_owned() };
        let radio = app("radio.example", "Radio");
        assert_eq!((groups.len(), of(&radio), of(&app("evil.example", "Radio"))), (3, 2, 1));
        let shown = Connection::named(radio.clone(), &groups[&radio], 60, App::disconnecting);
        assert_eq!((shown.since, shown.last_used), (RelativeTime::new(60, 10), Some(RelativeTime::new(60, 30))));
        assert_eq!(shown.token, "disconnect name radio.example Radio");
    }
}
