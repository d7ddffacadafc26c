//! The real service in this process, with a user and an app.

use std::rc::Rc;
use std::sync::Arc;

use stagepass_backend::accounts::password::PasswordCost;
use stagepass_backend::accounts::{NewApp, NewUser};
use stagepass_backend::clock::Clock;
use stagepass_backend::{ServiceHandle, Settings};
pub use stagepass_test_support::PASSWORD;
use stagepass_test_support::person;
use tokio::runtime::{Builder, Runtime};

/// The handle of the first user.
pub const HANDLE: &str = "ada";

/// The name of the first user.
pub const NAME: &str = "Ada Listener";

/// The handle of the second user, the owner of the gated track.
pub const OTHER_HANDLE: &str = "grace";

/// A running service, and its runtime.
#[derive(Debug)]
pub struct Service {
    runtime: Rc<Runtime>,
    running: Option<ServiceHandle>,
    base_url: String,
}

impl Service {
    /// Starts a service with this clock and one user.
    pub fn start(clock: Arc<dyn Clock>) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
        let settings = Settings { clock, password_cost: PasswordCost::LOWEST, ..stagepass_test_support::settings() };
        let running = runtime.block_on(async {
            let running = stagepass_backend::start(settings).await.expect("the service starts");
            running.accounts().add_user(listener()).await.expect("a listener is added");
            running
        });
        let base_url = running.base_url().to_owned();
        Self { runtime: Rc::new(runtime), running: Some(running), base_url }
    }

    /// Returns the service's runtime.
    pub fn runtime(&self) -> Rc<Runtime> {
        Rc::clone(&self.runtime)
    }

    /// Returns the base URL, which is the issuer.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Registers an app of the user, and returns its API key.
    pub fn add_app(&self, redirect_uri: &str) -> String {
        let new = app(redirect_uri);
        let running = self.running.as_ref().expect("the service runs");
        self.runtime.block_on(running.accounts().add_app(new)).expect("an app is added").api_key
    }

    /// Stops the service.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            self.runtime.block_on(running.shutdown());
        }
    }
}

/// The first user.
pub fn listener() -> NewUser {
    NewUser { verified: true, ..person(HANDLE, NAME) }
}

/// The second user.
pub fn other_listener() -> NewUser {
    NewUser { verified: true, ..person(OTHER_HANDLE, "Grace Owner") }
}

/// An app of the first user with this redirect URI.
pub fn app(redirect_uri: &str) -> NewApp {
    NewApp {
        owner: HANDLE.to_owned(),
        name: "Night Radio".to_owned(),
        redirect_uris: vec![redirect_uri.to_owned()],
        ..NewApp::default()
    }
}
