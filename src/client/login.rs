//! From the click to the session.

use crate::authorize::{self, Display, Options};
use crate::callback::Callback;
use crate::client::Ending;
use crate::config::Config;
use crate::effect::{self, Effect, Machine, Outcome, PopupLook, Step};
use crate::error::{Code, Error};
use crate::handoff::Message;
use crate::pkce;
use crate::popup_watch::PopupWatch;
use crate::redeem::{Redeem, Redeemed, Role};
use crate::session;
use crate::transaction::{self, Sweep, Transaction};

/// How often the popup is looked at, in milliseconds.
const LOOK_EVERY: u32 = 250;

/// The machine of `oauth.login()`.
///
/// Everything up to the popup's address, and the popup itself, comes before the first effect that takes time: in a
/// browser it all runs inside the click.
#[derive(Debug)]
pub struct Login {
    config: Config,
    options: Options,
    at: At,
    random: Box<[u8; 48]>,
    now: u64,
    display: Display,
    transaction: Option<Box<Transaction>>,
    popup: PopupWatch,
    sweep: Sweep,
    redeem: Option<Redeem>,
    is_popup_gone: bool,
    ending: Option<Result<Ending, Error>>,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Begin,
    Random,
    Now,
    Open,
    Store,
    Sweep,
    Leave,
    Listen,
    Receive,
    Look,
    LookForSession,
    Redeem,
    Abandon,
    Close,
}

impl Login {
    /// To sign somebody in with these checked options.
    pub fn new(config: &Config, options: Options) -> Self {
        Self {
            config: config.clone(),
            display: options.display,
            options,
            at: At::Begin,
            random: Box::new([0; 48]),
            now: 0,
            transaction: None,
            popup: PopupWatch::new(0),
            sweep: Sweep::new(0),
            redeem: None,
            is_popup_gone: false,
            ending: None,
        }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Step<Ending> {
        self.at = at;
        Step::Do(effect)
    }

    /// Makes the login and goes: a popup opens at once, a full page is remembered first.
    fn depart(&mut self) -> Step<Ending> {
        let transaction = Box::new(Transaction::new(&self.config, &self.options, self.display, &self.random, self.now));
        let url = self.url(&transaction);
        self.transaction = Some(transaction);
        match self.display {
            Display::Popup => self.ask(At::Open, Effect::OpenPopup { url }),
            Display::FullScreen => self.store(),
        }
    }

    fn url(&self, transaction: &Transaction) -> String {
        let code_challenge = pkce::code_challenge(&transaction.code_verifier);
        authorize::url(&self.config, &self.options, self.display, &transaction.state, &code_challenge)
    }

    fn blocked(&mut self) -> Step<Ending> {
        if self.options.full_screen_fallback {
            self.display = Display::FullScreen;
            return self.depart();
        }
        Step::fail(Code::PopupBlocked)
    }

    fn store(&mut self) -> Step<Ending> {
        let Some(transaction) = &self.transaction else { return Step::fail(Code::Internal) };
        let (key, value) = (transaction::key(&transaction.state), transaction.to_record());
        self.ask(At::Store, Effect::Write { area: transaction::AREA, key, value })
    }

    fn sweeping(&mut self, outcome: Outcome) -> Step<Ending> {
        self.at = At::Sweep;
        if let Step::Do(effect) = self.sweep.step(outcome) {
            return Step::Do(effect);
        }
        match (&self.transaction, self.display) {
            (Some(transaction), Display::Popup) => {
                let channel = transaction::channel_name(&transaction.state);
                self.ask(At::Listen, Effect::Listen { channel })
            }
            (Some(transaction), Display::FullScreen) => {
                let url = self.url(transaction);
                self.ask(At::Leave, Effect::Navigate { url, replace: false })
            }
            (None, _) => Step::fail(Code::Internal),
        }
    }

    fn receive(&mut self) -> Step<Ending> {
        self.ask(At::Receive, Effect::Receive { within: LOOK_EVERY })
    }

    /// What the popup says about this login; `None` for anything else that was posted here. A message counts only if the
    /// browser vouches that it is of our origin **and** from our popup or channel: any page may post to any window.
    fn word(&self, message: &effect::Message) -> Option<Message> {
        let state = &self.transaction.as_ref()?.state;
        if message.own_origin && message.from_peer { Message::read(&message.text, state) } else { None }
    }

    fn heard(&mut self, message: &effect::Message) -> Step<Ending> {
        let state = self.transaction.as_ref().map(|transaction| transaction.state.clone()).unwrap_or_default();
        self.redeem = match self.word(message) {
            Some(Message::Answer(url)) => {
                Callback::read(&url).map(|callback| Redeem::new(Role::Opener, &state, callback))
            }
            Some(Message::SignedIn) => return self.look_for_session(),
            Some(Message::Failed(code)) => return self.fail(code),
            Some(Message::Taken) | None => None,
        };
        if self.redeem.is_some() { self.redeeming(Outcome::Begin) } else { self.receive() }
    }

    fn looked(&mut self, look: PopupLook) -> Step<Ending> {
        if self.transaction.as_ref().is_none_or(|transaction| transaction.is_over(look.now)) {
            return self.abandon(Code::Timeout);
        }
        self.is_popup_gone = look.superseded || self.popup.believes_closed(look);
        // A page that slept may not have heard that the popup has signed in by itself.
        if look.closed || look.superseded { self.look_for_session() } else { self.receive() }
    }

    fn look_for_session(&mut self) -> Step<Ending> {
        self.ask(At::LookForSession, session::read(&self.config))
    }

    /// Takes the session that the popup has made of this login, if it has.
    fn adopt(&mut self, record: Option<String>) -> Step<Ending> {
        let state = self.transaction.as_ref().map(|transaction| &transaction.state);
        match session::stored(record) {
            Ok(session) if state == Some(&session.state) => {
                let (config, app_state) = (self.config.clone(), self.options.app_state.clone());
                self.end(Ok(Ending::SignedIn { config, app_state }))
            }
            // The transaction stays: where the popup is open after all, its answer still signs in.
            _ if self.is_popup_gone => self.fail(Code::PopupClosed),
            _ => self.receive(),
        }
    }

    fn redeeming(&mut self, outcome: Outcome) -> Step<Ending> {
        self.at = At::Redeem;
        match self.redeem.as_mut().map(|redeem| redeem.step(outcome)) {
            Some(Step::Do(effect)) => Step::Do(effect),
            Some(Step::Done(Ok(redeemed))) => self.redeemed(*redeemed),
            // The popup was faster. It says how it went.
            Some(Step::Done(Err(error))) if error.code == Code::TransactionLost => self.receive(),
            Some(Step::Done(Err(error))) if error.code == Code::Aborted => self.abandon(Code::Aborted),
            Some(Step::Done(Err(error))) => self.fail(error),
            None => Step::fail(Code::Internal),
        }
    }

    fn redeemed(&mut self, redeemed: Redeemed) -> Step<Ending> {
        let Redeemed { config, mut app_state, .. } = redeemed;
        if app_state.is_empty() {
            // Adopted from the popup, the session comes without the app's value; ours has it.
            app_state.clone_from(&self.options.app_state);
        }
        self.end(Ok(Ending::SignedIn { config, app_state }))
    }

    /// Ends it for good: no late answer can find the login again.
    fn abandon(&mut self, code: Code) -> Step<Ending> {
        self.ending = Some(Err(code.into()));
        let key = self.transaction.as_ref().map(|transaction| transaction::key(&transaction.state)).unwrap_or_default();
        self.ask(At::Abandon, Effect::Delete { area: transaction::AREA, key })
    }

    fn fail(&mut self, error: impl Into<Error>) -> Step<Ending> {
        self.end(Err(error.into()))
    }

    fn end(&mut self, ending: Result<Ending, Error>) -> Step<Ending> {
        self.ending = Some(ending);
        self.ask(At::Close, Effect::ClosePopup)
    }
}

impl Machine for Login {
    type Output = Ending;

    fn step(&mut self, outcome: Outcome) -> Step<Ending> {
        match (self.at, outcome) {
            (At::Begin, _) => self.ask(At::Random, Effect::Random),
            (At::Random, Outcome::Random(random)) => {
                self.random = random;
                self.ask(At::Now, Effect::Now)
            }
            (At::Now, Outcome::Now(now)) => {
                (self.now, self.popup, self.sweep) = (now, PopupWatch::new(now), Sweep::new(now));
                self.depart()
            }
            (At::Open, Outcome::Refused) => self.blocked(),
            (At::Open, Outcome::Closed) => Step::fail(Code::PopupClosed),
            (At::Open, _) => self.store(),
            (At::Store, Outcome::Refused) if self.display == Display::FullScreen => {
                Step::fail(Code::StorageUnavailable)
            }
            (At::Store, _) => self.sweeping(Outcome::Begin),
            (At::Sweep, outcome) => self.sweeping(outcome),
            (At::Leave, _) => Step::Done(Ok(Ending::Redirecting)),
            (At::Listen, _) => self.receive(),
            (At::Receive, Outcome::Aborted) => self.abandon(Code::Aborted),
            (At::Receive, Outcome::Message(message)) => self.heard(&message),
            (At::Receive, _) => self.ask(At::Look, Effect::LookAtPopup),
            (At::Look, Outcome::Popup(look)) => self.looked(look),
            (At::LookForSession, Outcome::Text(record)) => self.adopt(record),
            (At::Redeem, outcome) => self.redeeming(outcome),
            (At::Abandon, _) => self.ask(At::Close, Effect::ClosePopup),
            (At::Close, _) => Step::Done(self.ending.take().unwrap_or(Err(Code::Internal.into()))),
            _ => Step::fail(Code::Internal),
        }
    }
}
