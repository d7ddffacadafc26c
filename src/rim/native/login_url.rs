//! A login whose browser the app does not open itself.

use std::sync::{Arc, Mutex, PoisonError};

use stagepass_core::authorize::{Display, ResponseMode};
use stagepass_core::client::Login;

use super::Native;
use crate::error::Error;
use crate::sdk::{Call, Client, Config, LoginOptions, Provider};

/// For native apps (feature `native`).
impl<P: Provider> Client<P> {
    /// Starts a login without a browser, and returns the URL that the user must open, on any machine. Finish it with
    /// the URL to which the service sends the user back: [`Client::handle_redirect_at`].
    ///
    /// For a machine without a browser, whose user pastes that URL, and for an app with a deep link. The login can be
    /// finished for an hour, also by another process with the same folder.
    ///
    /// # Errors
    /// [`Code::OptionInvalid`](crate::Code::OptionInvalid), those of `Client::ready` at another provider, and
    /// [`Code::StorageUnavailable`](crate::Code::StorageUnavailable) if the login cannot be stored, for example with
    /// [`ConfigBuilder::memory_storage`](crate::ConfigBuilder::memory_storage).
    pub fn login_url(&self, options: LoginOptions) -> Call<String> {
        let (client, options) = (self.clone(), options.or_scope(self.config().scope.as_deref()));
        Call::start(move |abort| async move {
            #[cfg(feature = "openid")]
            client.load_endpoints(Some(&abort)).await?;
            let mut options = options.check(client.core(), "", |url| url)?;
            (options.display, options.response_mode) = (Display::FullScreen, ResponseMode::Query);
            options.return_to.clear();
            let shown = Arc::new(Mutex::new(String::new()));
            let environment = client.environment().opening_into(&shown);
            let config = Config { core: client.core().clone(), ..client.config().clone() };
            let client = Self::within(config, environment);
            client.run(Login::new(client.core(), options), Some(&abort)).await?;
            let url = std::mem::take(&mut *shown.lock().unwrap_or_else(PoisonError::into_inner));
            Ok::<_, Error>(url)
        })
    }
}

impl Native {
    /// Returns an environment that writes a URL into `shown` instead of opening it.
    fn opening_into(&self, shown: &Arc<Mutex<String>>) -> Self {
        let shown = Arc::clone(shown);
        let options = self.options.opening_by(move |url| {
            url.clone_into(&mut shown.lock().unwrap_or_else(PoisonError::into_inner));
            Ok(())
        });
        Self { options: Arc::new(options), ..self.clone() }
    }
}
