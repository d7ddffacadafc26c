//! The callback page.

use stagepass_core::client::{Ending, HandleRedirect};

use super::call::Call;
use super::client::{Client, SignedIn};
use super::environment::Environment as _;
use super::provider::Provider;
use super::user::User;

/// The result of [`Client::handle_redirect`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redirect<U = User> {
    /// The URL has no authorization response for Stagepass, and was not changed.
    None,
    /// This is the popup. Its opener has the response, and the popup closes.
    HandedOver,
    /// The user is signed in.
    SignedIn(SignedIn<U>),
    /// The user is signed in, and the page is leaving for the URL at which the login ends.
    Returning,
}

impl<P: Provider> Client<P> {
    /// Finishes a login on the callback page. Call it as early as possible: it first removes the authorization response
    /// from the address bar.
    ///
    /// Dropping the call does not abort the login, because a code can be exchanged only once.
    ///
    /// # Errors
    /// [`Code::CallbackInvalid`](crate::Code::CallbackInvalid),
    /// [`Code::TransactionLost`](crate::Code::TransactionLost) (no login in progress of this browser) and those of
    /// [`Client::login`].
    pub fn handle_redirect(&self) -> Call<Redirect<P::User>> {
        self.handle_redirect_at(self.environment().page())
    }

    /// Finishes a login at this URL of the callback page, such as a router's or a deep link's. See
    /// [`Client::handle_redirect`].
    ///
    /// # Errors
    /// Those of [`Client::handle_redirect`].
    pub fn handle_redirect_at(&self, url: impl Into<String>) -> Call<Redirect<P::User>> {
        let (client, machine) = (self.clone(), HandleRedirect::new(&url.into()));
        Call::start(move |abort| async move {
            Ok(match client.run(machine, None).await? {
                Ending::Nothing | Ending::Redirecting => Redirect::None,
                Ending::HandedOver => Redirect::HandedOver,
                Ending::Returning(_) => Redirect::Returning,
                Ending::SignedIn(completed) => Redirect::SignedIn(client.signed_in(*completed, &abort).await),
            })
        })
    }
}
