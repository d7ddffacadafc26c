//! The client of the whole app.

use stagepass::{Client, Config, Error};

/// Returns the client.
pub fn client() -> Client {
    thread_local!(static CLIENT: Client = Client::new(config().expect("the configuration is valid")));
    CLIENT.with(Clone::clone)
}

/// The service and this app's registration there: `cargo xtask dev` sets the variables.
fn config() -> Result<Config, Error> {
    let origin = web_sys::window().and_then(|window| window.location().origin().ok()).unwrap_or_default();
    Config::builder(format!("{origin}/callback"))
        .base_url(env!("STAGEPASS_BASE_URL"))
        .api_key(env!("STAGEPASS_API_KEY"))
        .access_server(env!("STAGEPASS_ACCESS_URL"))
        .build()
}
