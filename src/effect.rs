//! The whole border between the core and the world: what a machine asks for, and what it can be told.
//!
//! A machine is told an [`Outcome`] and answers with the next [`Effect`], or with its end. The rim performs effects and
//! decides nothing: each effect is one plain act.
//!
//! A machine is in one of its states, and each state has the data that exists there, and no other. A state that needs a
//! value reads it from the outcome by [`Outcome::text`] and its like. They turn an outcome of another effect, which no
//! rim tells, into an error: [`Outcome::unexpected`].

use core::mem;

use crate::document::Document;
use crate::error::{Code, Error};
use crate::text::secret::Secret;

/// A flow of the protocol, as a pure and synchronous machine.
pub trait Machine {
    /// What the flow comes to.
    type Output;

    /// Tells the outcome of the effect asked for last; [`Outcome::Begin`] at first. Not called again after [`Step::Done`]
    /// or an error.
    ///
    /// # Errors
    /// What the flow has failed with.
    fn step(&mut self, outcome: Outcome) -> Result<Step<Self::Output>, Error>;
}

/// What a machine wants next.
#[derive(Debug)]
pub enum Step<T> {
    /// Perform this, then tell the outcome.
    Do(Effect),
    /// The flow has ended with this.
    Done(T),
}

impl<T> Step<T> {
    /// Asks for `effect`; the state `next` awaits its outcome.
    ///
    /// The machine has taken its state out of `at` and left its last one there, which has nothing to drop. Code that drops
    /// it all the same, at each effect, would weigh 0.1 KB.
    #[expect(clippy::unnecessary_wraps, reason = "a step ends with it, and uses `?`")]
    pub(crate) fn ask<S>(at: &mut S, next: S, effect: Effect) -> Result<Self, Error> {
        mem::forget(mem::replace(at, next));
        Ok(Self::Do(effect))
    }
}

/// One act in the world.
#[derive(Debug)]
pub enum Effect {
    /// Tell the time: [`Outcome::Now`].
    Now,
    /// Make random octets: [`Outcome::Random`].
    Random,
    /// Read a stored value: [`Outcome::Text`].
    Read {
        /// Where it is.
        area: Area,
        /// Its key.
        key: String,
    },
    /// Store a value: [`Outcome::Done`]; [`Outcome::Refused`] when it will be gone with this page.
    Write {
        /// Where to.
        area: Area,
        /// Its key.
        key: String,
        /// The value.
        value: String,
    },
    /// Delete a stored value: [`Outcome::Done`].
    Delete {
        /// Where it is.
        area: Area,
        /// Its key.
        key: String,
    },
    /// List the keys that begin so, of all areas: [`Outcome::Keys`].
    Keys {
        /// How they begin.
        prefix: &'static str,
    },
    /// Open a window there, or send the one there that was opened already: [`Outcome::Done`], [`Outcome::Refused`] by the
    /// browser, or [`Outcome::Closed`] if that one has been closed meanwhile.
    OpenPopup {
        /// The address.
        url: String,
    },
    /// Look at the window that was opened: [`Outcome::Popup`].
    LookAtPopup,
    /// Close the window that was opened, if it is open: [`Outcome::Done`].
    ClosePopup,
    /// Close this very window: [`Outcome::Done`], whether or not it will close.
    CloseSelf,
    /// Send this page somewhere else: [`Outcome::Done`].
    Navigate {
        /// The address.
        url: String,
        /// Whether the page that is left disappears from the history.
        replace: bool,
    },
    /// If the address bar shows `from`, make it show `to`, without a load and without a trace in the history: [`Outcome::Done`].
    SetAddress {
        /// What it must show.
        from: String,
        /// What it is to show.
        to: String,
    },
    /// Begin to listen: for messages posted to this window, and on the channel of this name: [`Outcome::Done`].
    Listen {
        /// The channel's name.
        channel: String,
    },
    /// Post to the other window (the popup from its opener, the opener from its popup) at this page's own origin, and on the channel: [`Outcome::Done`].
    Post {
        /// The message.
        text: String,
    },
    /// Wait for a message: [`Outcome::Message`], or [`Outcome::Elapsed`].
    Receive {
        /// How long, in milliseconds.
        within: u32,
    },
    /// Take the lock of this name, across all windows of the origin: [`Outcome::Done`], [`Outcome::Elapsed`], or [`Outcome::Refused`] where there are no locks.
    Lock {
        /// Its name.
        name: String,
        /// How long to wait for it, in milliseconds.
        within: u32,
    },
    /// Let go of the lock, as soon as what was stored under it has had the time to reach the other processes of the browser:
    /// [`Outcome::Done`], at once. It is let go at the flow's end as well.
    Unlock,
    /// Ask the service: [`Outcome::Answer`], [`Outcome::Offline`] or [`Outcome::Elapsed`].
    Http(Request),
}

/// Where values are stored. What an area does not take, or where there is no such area, lives as long as the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// All windows of the origin have it in common, for good.
    Local,
    /// Of one tab, for as long as that is open.
    Session,
    /// Of one page.
    Memory,
    /// A store of the app's own.
    Custom,
}

/// A POST to the service.
#[derive(Debug)]
pub struct Request {
    /// The whole address.
    pub url: String,
    /// The members of the JSON object that is its body, all strings.
    pub body: Vec<(&'static str, Secret)>,
}

/// How long a request may take, the body of its answer included, in milliseconds.
pub const REQUEST_DEADLINE: u32 = 15_000;

/// What came of an effect.
#[derive(Debug)]
pub enum Outcome {
    /// The flow begins.
    Begin,
    /// It is done.
    Done,
    /// It was refused, or can't be had here.
    Refused,
    /// The window is there no longer.
    Closed,
    /// The time it may take has passed.
    Elapsed,
    /// The caller no longer wants it. Told in place of any other outcome.
    Aborted,
    /// The time, in milliseconds since 1970.
    Now(u64),
    /// Random octets.
    Random(Box<[u8; 48]>),
    /// The stored value, if there is one.
    Text(Option<String>),
    /// The stored keys.
    Keys(Vec<String>),
    /// A message that was posted to this window or on the channel.
    Message(Message),
    /// The window that was opened, as it looks from here.
    Popup(PopupLook),
    /// The service's answer.
    Answer(Answer),
    /// The service could not be reached.
    Offline,
}

impl Outcome {
    /// The outcome of [`Effect::Now`].
    ///
    /// # Errors
    /// [`Outcome::unexpected`] for any other outcome. The same holds for the methods below.
    pub fn now(self) -> Result<u64, Error> {
        match self {
            Self::Now(now) => Ok(now),
            other => Err(other.unexpected()),
        }
    }

    /// The outcome of [`Effect::Random`].
    ///
    /// # Errors
    /// As above; [`Code::Internal`] if there is no source of random octets here.
    pub fn random(self) -> Result<Box<[u8; 48]>, Error> {
        match self {
            Self::Random(random) => Ok(random),
            other => Err(other.unexpected()),
        }
    }

    /// The outcome of [`Effect::Read`].
    ///
    /// # Errors
    /// As above.
    pub fn text(self) -> Result<Option<String>, Error> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.unexpected()),
        }
    }

    /// The outcome of [`Effect::Keys`].
    ///
    /// # Errors
    /// As above.
    pub fn keys(self) -> Result<Vec<String>, Error> {
        match self {
            Self::Keys(keys) => Ok(keys),
            other => Err(other.unexpected()),
        }
    }

    /// The outcome of [`Effect::LookAtPopup`].
    ///
    /// # Errors
    /// As above.
    pub fn popup(self) -> Result<PopupLook, Error> {
        match self {
            Self::Popup(look) => Ok(look),
            other => Err(other.unexpected()),
        }
    }

    /// The failure of a flow that cannot go on with this outcome: [`Code::Aborted`] if the caller has aborted it, and
    /// [`Code::Internal`] for what the rim should not have told.
    #[inline(never)] // Copies of it would weigh 0.1 KB.
    pub fn unexpected(&self) -> Error {
        if matches!(self, Self::Aborted) { Code::Aborted.into() } else { Code::Internal.into() }
    }
}

/// A message as it arrived, with what the browser vouches for.
#[derive(Debug)]
pub struct Message {
    /// What was posted; empty if it was not a string.
    pub text: String,
    /// Whether it comes from this page's own origin.
    pub own_origin: bool,
    /// Whether it comes from the other window of this login, or on its channel.
    pub from_peer: bool,
}

/// The popup as its opener sees it.
#[derive(Clone, Copy, Debug)]
pub struct PopupLook {
    /// Whether it looks closed.
    pub closed: bool,
    /// Whether this window has lost the focus and got it back since the popup was opened, or somebody has touched it or
    /// clicked in it: not every browser tells of the focus.
    pub focus_came_back: bool,
    /// Whether this page has opened another popup since.
    pub superseded: bool,
    /// The time, in milliseconds since 1970.
    pub now: u64,
}

/// The service's answer. Its `Debug` shows nothing of the body: it may hold tokens.
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body, if it is JSON.
    pub body: Option<Box<dyn Document>>,
}

impl core::fmt::Debug for Answer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Answer").field("status", &self.status).finish_non_exhaustive()
    }
}
