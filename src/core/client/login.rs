//! A login from the click to the session.

use core::mem;

use crate::authorize::{self, Display, Options, ResponseMode};
use crate::callback::Callback;
use crate::client::Ending;
use crate::code_exchange::{CodeExchange, CompletedLogin, Role};
use crate::config::Config;
use crate::document::Document;
use crate::effect::{self, Effect, Machine, Outcome, PopupLook, Step};
use crate::error::{Code, Error, ServiceError};
use crate::handoff::{self, Message};
use crate::popup_watch::PopupWatch;
use crate::redirect_uri;
use crate::session;
use crate::transaction::{self, Sweep, Transaction};

/// How often the popup is checked, in milliseconds.
const LOOK_EVERY: u32 = 250;

/// The machine of `oauth.login()`.
///
/// The popup and everything before it come before the first effect that takes time. In a browser, all of that runs
/// inside the click.
#[derive(Debug)]
pub struct Login {
    config: Config,
    options: Options,
    at: At,
}

/// A variant is named by the effect whose outcome it awaits, or by what that is for.
#[derive(Debug, Default)]
enum At {
    Begin,
    Random,
    Now {
        random: Box<[u8; 48]>,
    },
    Open {
        /// For the full-page login, if the popup is blocked.
        random: Box<[u8; 48]>,
        transaction: Box<Transaction>,
    },
    Store {
        transaction: Box<Transaction>,
        way: Way,
    },
    Sweep {
        transaction: Box<Transaction>,
        way: Way,
        sweep: Box<Sweep>,
    },
    Leave,
    Listen {
        transaction: Box<Transaction>,
    },
    Receive(Box<PopupLogin>),
    Look(Box<PopupLogin>),
    LookForSession {
        login: Box<PopupLogin>,
        /// Why the login ends if the popup has stored no session. `None`: it continues.
        end: Option<Code>,
    },
    Exchange {
        login: Box<PopupLogin>,
        exchange: Box<CodeExchange>,
    },
    Abandon(Code),
    Close(Result<Ending, Error>),
    #[default]
    Ended,
}

/// Where a login continues after its transaction is stored.
#[derive(Debug)]
enum Way {
    /// In the popup, which is open.
    Popup,
    /// In this page, which leaves for this URL.
    FullScreen { url: String },
}

/// A login whose popup was opened.
#[derive(Debug)]
struct PopupLogin {
    transaction: Transaction,
    /// The user's profile, if the popup has signed in by itself and sent it.
    profile: String,
    watch: PopupWatch,
}

impl Login {
    /// Signs the user in with these checked options.
    pub fn new(config: &Config, options: Options) -> Self {
        Self { config: config.clone(), options, at: At::Begin }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<Ending>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    /// Starts the login: a popup opens at once, a full page stores its transaction first.
    fn begin<D: Document>(&mut self, display: Display, random: Box<[u8; 48]>, now: u64) -> Result<Step<Ending>, Error> {
        let transaction = Box::new(Transaction::new(&self.config, &self.options, display, &random, now));
        let url = authorize::url(&self.config, &self.options, display, &transaction.state, &transaction.code_verifier);
        match display {
            Display::Popup => self.ask(At::Open { random, transaction }, Effect::OpenPopup { url }),
            Display::FullScreen => self.store::<D>(transaction, Way::FullScreen { url }),
        }
    }

    fn store<D: Document>(&mut self, transaction: Box<Transaction>, way: Way) -> Result<Step<Ending>, Error> {
        let effect = transaction::write::<D>(&transaction);
        self.ask(At::Store { transaction, way }, effect)
    }

    fn sweeping<D: Document>(
        &mut self,
        transaction: Box<Transaction>,
        way: Way,
        mut sweep: Box<Sweep>,
        outcome: Outcome<D>,
    ) -> Result<Step<Ending>, Error> {
        if let Step::Do(effect) = sweep.step(outcome)? {
            return self.ask(At::Sweep { transaction, way, sweep }, effect);
        }
        match way {
            Way::Popup => {
                let channel = transaction::channel_name(&transaction.state);
                self.ask(At::Listen { transaction }, Effect::Listen { channel })
            }
            Way::FullScreen { url } => self.ask(At::Leave, Effect::Navigate { url, replace: false }),
        }
    }

    fn receive(&mut self, login: Box<PopupLogin>) -> Result<Step<Ending>, Error> {
        self.ask(At::Receive(login), Effect::Receive { within: LOOK_EVERY })
    }

    fn take_message<D: Document>(
        &mut self,
        mut login: Box<PopupLogin>,
        message: &effect::Message<D>,
    ) -> Result<Step<Ending>, Error> {
        if let Some(error) = login.refusal(message) {
            // The popup stays open: its page explains the refusal to the developer.
            return Err(error);
        }
        if self.options.response_mode == ResponseMode::WebMessage
            && let Some(callback) = login.response(message)
        {
            return self.exchange::<D>(login, Role::OpenerOfService, callback);
        }
        match login.own_message(message) {
            Some(Message::Response(url)) => match Callback::read(&url) {
                Some(callback) => self.exchange::<D>(login, Role::Opener, callback),
                None => self.receive(login),
            },
            Some(Message::SignedIn(profile)) => {
                login.profile = profile;
                self.look_for_session(login, None)
            }
            Some(Message::Failed(code)) => self.end(Err(code.into())),
            Some(Message::Taken) | None => self.receive(login),
        }
    }

    fn check_popup(&mut self, mut login: Box<PopupLogin>, look: PopupLook) -> Result<Step<Ending>, Error> {
        if login.transaction.is_over(look.now) {
            return self.abandon(&login.transaction, Code::Timeout);
        }
        let is_popup_gone = login.watch.believes_closed(look);
        let end = if look.superseded { Some(Code::Superseded) } else { is_popup_gone.then_some(Code::PopupClosed) };
        // A page that was suspended may have missed that the popup signed in by itself.
        if look.closed || look.superseded { self.look_for_session(login, end) } else { self.receive(login) }
    }

    fn look_for_session(&mut self, login: Box<PopupLogin>, end: Option<Code>) -> Result<Step<Ending>, Error> {
        self.ask(At::LookForSession { login, end }, session::read(&self.config))
    }

    /// Adopts the session of this login, if the popup has stored one.
    fn adopt<D: Document>(
        &mut self,
        login: Box<PopupLogin>,
        end: Option<Code>,
        outcome: Outcome<D>,
    ) -> Result<Step<Ending>, Error> {
        match (session::stored(outcome), end) {
            (Ok(session), _) if session.state == login.transaction.state => {
                let PopupLogin { transaction, profile, .. } = *login;
                let Transaction { config, state: login, return_to, app_state, .. } = transaction;
                let completed = CompletedLogin { config, login, return_to, app_state, profile };
                self.end(Ok(Ending::SignedIn(Box::new(completed))))
            }
            // The transaction stays. If the popup is open after all, its response still signs the user in.
            (_, Some(code)) => self.end(Err(code.into())),
            (_, None) => self.receive(login),
        }
    }

    fn exchange<D: Document>(
        &mut self,
        login: Box<PopupLogin>,
        role: Role,
        callback: Callback,
    ) -> Result<Step<Ending>, Error> {
        let exchange = Box::new(CodeExchange::new(role, &login.transaction.state, callback));
        self.exchanging(login, exchange, Outcome::<D>::Begin)
    }

    fn exchanging<D: Document>(
        &mut self,
        login: Box<PopupLogin>,
        mut exchange: Box<CodeExchange>,
        outcome: Outcome<D>,
    ) -> Result<Step<Ending>, Error> {
        match exchange.step(outcome) {
            Ok(Step::Do(effect)) => self.ask(At::Exchange { login, exchange }, effect),
            Ok(Step::Done(mut completed)) => {
                // A session adopted from the popup has no app state. Ours has it.
                if completed.app_state.is_empty() {
                    completed.app_state = login.transaction.app_state;
                }
                self.end(Ok(Ending::SignedIn(completed)))
            }
            // The popup was faster, and reports the result.
            Err(error) if error.code == Code::TransactionLost => self.receive(login),
            Err(error) if error.code == Code::Aborted => self.abandon(&login.transaction, Code::Aborted),
            Err(error) => self.end(Err(error)),
        }
    }

    /// Removes the transaction, so that no late response can find it.
    fn abandon(&mut self, transaction: &Transaction, code: Code) -> Result<Step<Ending>, Error> {
        let key = transaction::key(&transaction.state);
        self.ask(At::Abandon(code), transaction::delete(key))
    }

    fn end(&mut self, ending: Result<Ending, Error>) -> Result<Step<Ending>, Error> {
        self.ask(At::Close(ending), Effect::ClosePopup)
    }
}

impl PopupLogin {
    /// Returns the popup's message about this login. `None` for any other message. A message counts only if the browser
    /// confirms that it is of our origin **and** from our popup or channel, because any page may post to any window.
    fn own_message<D: Document>(&self, message: &effect::Message<D>) -> Option<Message> {
        if message.own_origin && message.from_peer {
            Message::read(&message.text, &self.transaction.state)
        } else {
            None
        }
    }

    /// Returns the members of a message of the service's page in our popup. `None` for any other message.
    fn of_service<'a, D>(&self, message: &'a effect::Message<D>) -> Option<&'a D> {
        let is_service = redirect_uri::is_same_origin(&self.transaction.config.base_url, &message.origin);
        (is_service && message.from_peer).then_some(&message.members)
    }

    /// Returns the authorization response that the service's page has posted.
    fn response<D: Document>(&self, message: &effect::Message<D>) -> Option<Callback> {
        Callback::posted(self.of_service(message)?, &self.transaction.state)
    }

    /// Returns the error if the service's page reports that it refuses this app or its redirect URI.
    fn refusal<D: Document>(&self, message: &effect::Message<D>) -> Option<Error> {
        let error = Some(handoff::refusal(self.of_service(message)?, &self.transaction.state)?);
        Some(Error::from_service(Code::RequestRefused, ServiceError { error, ..ServiceError::default() }))
    }
}

impl<D: Document> Machine<D> for Login {
    type Output = Ending;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<Ending>, Error> {
        match mem::take(&mut self.at) {
            At::Begin => self.ask(At::Random, Effect::Random),
            At::Random => self.ask(At::Now { random: outcome.random()? }, Effect::Now),
            At::Now { random } => self.begin::<D>(self.options.display, random, outcome.now()?),
            At::Open { random, transaction } => match outcome {
                Outcome::Refused if self.options.full_screen_fallback => {
                    self.begin::<D>(Display::FullScreen, random, transaction.born_at)
                }
                Outcome::Refused => Err(Code::PopupBlocked.into()),
                Outcome::Closed => Err(Code::PopupClosed.into()),
                _ => self.store::<D>(transaction, Way::Popup),
            },
            At::Store { transaction, way } => {
                if let (Outcome::Refused, Way::FullScreen { .. }) = (&outcome, &way) {
                    return Err(Code::StorageUnavailable.into());
                }
                let sweep = Box::new(Sweep::new(transaction.born_at));
                self.sweeping(transaction, way, sweep, Outcome::<D>::Begin)
            }
            At::Sweep { transaction, way, sweep } => self.sweeping(transaction, way, sweep, outcome),
            At::Leave => Ok(Step::Done(Ending::Redirecting)),
            At::Listen { transaction } => {
                let watch = PopupWatch::new(transaction.born_at);
                self.receive(Box::new(PopupLogin { transaction: *transaction, profile: String::new(), watch }))
            }
            At::Receive(login) => match outcome {
                Outcome::Aborted => self.abandon(&login.transaction, Code::Aborted),
                Outcome::Message(message) => self.take_message(login, &message),
                _ => self.ask(At::Look(login), Effect::LookAtPopup),
            },
            At::Look(login) => self.check_popup(login, outcome.popup()?),
            At::LookForSession { login, end } => self.adopt(login, end, outcome),
            At::Exchange { login, exchange } => self.exchanging(login, exchange, outcome),
            At::Abandon(code) => self.end(Err(code.into())),
            At::Close(ending) => ending.map(Step::Done),
            At::Ended => Err(outcome.unexpected()),
        }
    }
}
