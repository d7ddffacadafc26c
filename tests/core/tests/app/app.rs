//! A native app: its client, its folder, and the browser that it opens.

use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use stagepass::{Client, Config, ConfigBuilder, LoginOptions, Scope};
use stagepass_backend::accounts::NewApp;
use stagepass_test_support::{Browser, PASSWORD, TestService};
use tempfile::TempDir;
use tokio::sync::mpsc;

/// An app that is registered with three redirect URIs.
pub(crate) struct App {
    pub(crate) service: TestService,
    pub(crate) redirect_uris: [String; 3],
    pub(crate) folder: TempDir,
    api_key: String,
}

/// What the user does in the browser.
#[derive(Clone, Copy)]
pub(crate) enum Act {
    Approve,
    Deny,
}

impl App {
    pub(crate) async fn new() -> Self {
        Self::of(TestService::new().await).await
    }

    /// Registers the app at this service.
    pub(crate) async fn of(service: TestService) -> Self {
        let listeners = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let redirect_uris = listeners.map(|listener| format!("http://{}/callback", listener.local_addr().unwrap()));
        let (owner, name, uris) = ("demo".to_owned(), "Shell Radio".to_owned(), redirect_uris.to_vec());
        let app = NewApp { owner, name, redirect_uris: uris, ..NewApp::default() };
        let api_key = service.service.accounts().add_app(app).await.unwrap().api_key;
        Self { service, redirect_uris, folder: tempfile::tempdir().unwrap(), api_key }
    }

    /// Returns the folder of the tokens, which the app creates.
    pub(crate) fn tokens(&self) -> PathBuf {
        self.folder.path().join("tokens")
    }

    /// Returns the files in that folder which have values.
    pub(crate) fn records(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.tokens()).into_iter().flatten();
        let files = entries.map(|entry| entry.unwrap().path());
        files.filter(|path| path.extension().is_none_or(|extension| extension != "lock")).collect()
    }

    /// Returns the configuration of [`configuration`] for this app.
    pub(crate) fn configuration(&self) -> ConfigBuilder {
        configuration(self.service.service.base_url(), &self.api_key, self.tokens(), &self.redirect_uris)
    }

    pub(crate) fn api_key(&self) -> &str {
        &self.api_key
    }

    /// Returns a client without a browser.
    pub(crate) fn client(&self) -> Client {
        Client::new(self.configuration().open_with(|_| panic!("it needs no browser")).build().unwrap())
    }

    /// Returns a client whose browser does this by itself.
    pub(crate) fn client_with(&self, act: Act) -> Client {
        Client::new(self.configuration_with(act).build().unwrap())
    }

    /// Returns its configuration.
    pub(crate) fn configuration_with(&self, act: Act) -> ConfigBuilder {
        let user = User::of(&self.service);
        let open = move |url: &str| {
            let (user, url) = (user.clone(), url.to_owned());
            tokio::spawn(async move {
                let redirect = user.decide(&url, act).await;
                user.load(&redirect).await
            });
            Ok(())
        };
        self.configuration().open_with(open)
    }

    /// Returns a client, and the URLs that it opens. No user opens them.
    pub(crate) fn watched_client(&self) -> (Client, mpsc::UnboundedReceiver<String>) {
        let (sender, opened) = mpsc::unbounded_channel();
        let open = move |url: &str| sender.send(url.to_owned()).map_err(std::io::Error::other);
        (Client::new(self.configuration().open_with(open).build().unwrap()), opened)
    }

    /// Signs the user in.
    pub(crate) async fn signed_in(&self) -> Client {
        let client = self.client_with(Act::Approve);
        client.login(LoginOptions::new(Scope::Read)).await.unwrap();
        client
    }
}

/// Returns the configuration of an app with its three redirect URIs.
pub(crate) fn configuration(base_url: &str, api_key: &str, folder: PathBuf, uris: &[String; 3]) -> ConfigBuilder {
    let [first, second, third] = uris;
    let builder = Config::builder(first).or_redirect_uri(second).or_redirect_uri(third);
    builder.base_url(base_url).api_key(api_key).folder(folder)
}

/// The user `demo`, at a browser.
#[derive(Clone)]
pub(crate) struct User {
    browser: Arc<Browser>,
    http: reqwest::Client,
}

impl User {
    pub(crate) fn of(service: &TestService) -> Self {
        // The base URL may be that of a proxy.
        let origin = service.service.base_url().trim_end_matches("/v1");
        let browser = Browser::new(origin.to_owned(), service.http.clone());
        Self { browser: Arc::new(browser), http: service.http.clone() }
    }

    /// Opens the service's page, signs in and decides. Returns the URL that the service redirects to.
    pub(crate) async fn decide(&self, url: &str, act: Act) -> String {
        let button = match act {
            Act::Approve => "approve",
            Act::Deny => "deny",
        };
        Browser::clone(&self.browser).decide(("demo", PASSWORD), url, button).await
    }

    /// Loads a page of the app. Returns status and text.
    pub(crate) async fn load(&self, url: &str) -> (u16, String) {
        let response = self.http.get(url).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }
}
