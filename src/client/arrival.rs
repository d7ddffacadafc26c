//! The end of every login: somebody is signed in, and is asked for by name.

use crate::client::{Ending, GetUser};
use crate::config::Config;
use crate::effect::{Machine, Outcome, Step};

/// The machine that ends a login in this window, once the session is stored.
#[derive(Debug)]
pub(crate) struct Arrival {
    user: GetUser,
    app_state: String,
}

impl Arrival {
    /// To say who signed in to `config`'s client, with the app's own value.
    pub(crate) fn new(config: &Config, app_state: &str) -> Self {
        Self { user: GetUser::new(config), app_state: app_state.to_owned() }
    }
}

impl Machine for Arrival {
    type Output = Ending;

    fn step(&mut self, outcome: Outcome) -> Step<Ending> {
        match self.user.step(outcome) {
            Step::Do(effect) => Step::Do(effect),
            Step::Done(Ok(user)) => {
                Step::Done(Ok(Ending::SignedIn { user, app_state: core::mem::take(&mut self.app_state) }))
            }
            Step::Done(Err(error)) => Step::fail(error),
        }
    }
}
