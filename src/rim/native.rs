//! A native app as host: each effect is one simple action of the system. Nothing is decided here.
//!
//! A login is that of a popup, with the system's browser in its place. What the callback page of a popup would hand
//! over comes from the loopback redirect (RFC 8252 section 7.3), by the same message. So the machine of a login waits,
//! times out, is aborted and ignores foreign responses as in a browser.

mod builder;
mod clock;
mod file_storage;
mod flow;
mod http;
mod lock;
mod login_url;
mod loopback;
mod options;
mod sign_in_file;
mod software_keys;

use std::sync::Arc;
use std::time::Duration;

use ::http::{Request, Response};
use stagepass_core::authorize::{Display, ResponseMode};
use stagepass_core::client::Login;
use stagepass_core::config::{self, Field, InvalidField};
use stagepass_core::effect::Area;
use stagepass_core::session::Session;
use tokio::runtime::Handle;
use tokio::time::timeout;

use self::file_storage::FileStorage;
use self::flow::Flow;
use self::http::Http;
use self::loopback::Reserved;
pub(crate) use self::options::Options;
pub use self::software_keys::SoftwareKeys;
use crate::error::{Code, Error};
use crate::rim::storage::Stores;
use crate::sdk::dpop::{Proofs, Transport};
use crate::sdk::environment::{Bounds, Environment, Task};
use crate::sdk::{Config, LoginOptions, Storage, session_watch};

/// The system, as the client of one configuration uses it. Clones share connections.
#[derive(Clone)]
pub(crate) struct Native {
    options: Arc<Options>,
    area: Area,
    custom: Option<Arc<dyn Storage>>,
    http: Http,
    proofs: Arc<Proofs>,
}

impl Environment for Native {
    type Flow = Flow;

    fn of<P>(config: &Config<P>) -> Self {
        let (options, custom) = (Arc::new(config.native.clone()), config.storage.clone());
        let area = config.core.storage;
        let proofs = Arc::new(Proofs::new(options.keys(area == Area::Memory)));
        Self { options, area, custom, http: Http::default(), proofs }
    }

    fn flow(&self, _: Option<&config::Config>) -> Result<Flow, Error> {
        let is_shared = self.area != Area::Memory;
        let folder = is_shared.then(|| self.options.folder()).flatten();
        Ok(Flow::new(Arc::clone(&self.options), self.http.clone(), Arc::clone(&self.proofs), folder))
    }

    fn login_flow(&self, config: &config::Config, options: LoginOptions) -> Result<(Flow, Login), Error> {
        let mut options = options.check(config, &self.page(), |url| self.absolute(url))?;
        // A browser sends no fragment to a server.
        (options.display, options.response_mode) = (Display::Popup, ResponseMode::Query);
        let (uri, reserved) = Reserved::first(self.options.redirect_uris(config)).map_err(|error| {
            let refused: Error = match error.kind() {
                std::io::ErrorKind::InvalidInput => {
                    InvalidField(Field::RedirectUri, config::Fault::Scheme).into_error(Code::ConfigInvalid).into()
                }
                _ => Code::PopupBlocked.into(),
            };
            let description = Some(format!("no port for the redirect URI: {error}"));
            refused.with_description(description).because(error)
        })?;
        let values = config::Values { redirect_uri: uri.to_owned(), ..config::Values::clone(config) };
        Ok((self.flow(Some(config))?.with_port(reserved), Login::new(&values.into(), options)))
    }

    #[cfg(feature = "openid")]
    async fn hold_popup(
        &self,
        options: LoginOptions,
        wait: impl Future<Output = Result<(), Error>> + Send,
    ) -> Result<LoginOptions, Error> {
        wait.await.map(|()| options)
    }

    fn stores(&self) -> Stores {
        let local = match self.area {
            // Neither tokens nor logins in progress are written to the disk.
            Area::Memory => None,
            Area::Custom => self.custom.clone(),
            Area::Local | Area::Session => self.options.folder().map(|folder| Arc::new(FileStorage::new(folder)) as _),
        };
        Stores { local, session: None, custom: self.custom.clone(), session_changed: session_watch::may_have_changed }
    }

    fn page(&self) -> String {
        String::new()
    }

    fn absolute(&self, url: String) -> String {
        url
    }

    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are a small whole number")]
    fn now(&self) -> f64 {
        clock::now() as f64
    }

    fn jitter(&self) -> f64 {
        let mut random = [0; 4];
        // Without a source, all wait equally long.
        let _ = getrandom::fill(&mut random);
        f64::from(u32::from_ne_bytes(random)) / f64::from(u32::MAX)
    }

    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }

    async fn send(&self, request: Request<Vec<u8>>, bounds: Bounds) -> Result<Response<Vec<u8>>, Error> {
        Transport::send(&self.http, request, bounds).await
    }

    async fn send_bound(
        &self,
        request: Request<Vec<u8>>,
        bounds: Bounds,
        session: &Session,
    ) -> Result<Response<Vec<u8>>, Error> {
        let sent = self.proofs.send(&self.http, request, bounds, (&session.access_token, &session.state));
        timeout(bounds.within, sent).await.map_err(|_| Code::Timeout)?
    }

    fn is_running() -> bool {
        Handle::try_current().is_ok()
    }

    fn watch_sessions() {}

    fn spawn(task: Task<()>) {
        Http::spawn(task);
    }
}
