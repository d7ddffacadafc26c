//! The border between the core and its platform: the effects that a machine requests, and their outcomes.
//!
//! A machine receives an [`Outcome`] and returns the next [`Effect`], or its result. The rim performs effects and
//! decides nothing: each effect is one simple action.
//!
//! Each state of a machine has exactly the data that exists in it. A state reads a value from the outcome by
//! [`Outcome::text`] and similar methods. They turn the outcome of another effect, which no rim returns, into an error:
//! [`Outcome::unexpected`].

use core::mem;

use crate::dpop::Proof;
use crate::error::{Code, Error};
use crate::text::secret::Secret;

/// A flow of the protocol, as a pure and synchronous machine. `D` is a JSON document, as the platform parses it.
pub trait Machine<D> {
    /// The result of the flow.
    type Output;

    /// Receives the outcome of the last effect, [`Outcome::Begin`] at first. Not called again after [`Step::Done`] or
    /// an error.
    ///
    /// # Errors
    /// The error of the flow.
    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<Self::Output>, Error>;
}

impl<D, M: Machine<D> + ?Sized> Machine<D> for Box<M> {
    type Output = M::Output;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<Self::Output>, Error> {
        (**self).step(outcome)
    }
}

/// The next step of a machine.
#[derive(Debug)]
pub enum Step<T> {
    /// Perform this effect, then return its outcome.
    Do(Effect),
    /// The flow has ended with this result.
    Done(T),
}

impl<T> Step<T> {
    /// Requests `effect`. The state `next` awaits its outcome.
    ///
    /// The machine has taken its state out of `at` and left its last one there, which needs no drop. Dropping it all
    /// the same would make the wasm 0.1 KB larger.
    #[expect(clippy::unnecessary_wraps, reason = "a step ends with it, and uses `?`")]
    pub(crate) fn ask<S>(at: &mut S, next: S, effect: Effect) -> Result<Self, Error> {
        mem::forget(mem::replace(at, next));
        Ok(Self::Do(effect))
    }
}

/// One action on the platform.
#[derive(Debug)]
pub enum Effect {
    /// Read the time: [`Outcome::Now`].
    Now,
    /// Create random bytes: [`Outcome::Random`].
    Random,
    /// Read a stored value: [`Outcome::Text`].
    Read {
        /// Its area.
        area: Area,
        /// Its key.
        key: String,
    },
    /// Store a value: [`Outcome::Done`], or [`Outcome::Refused`] if it ends with this page.
    Write {
        /// Its area.
        area: Area,
        /// Its key.
        key: String,
        /// The value.
        value: String,
        /// What a page reads of it before the core is loaded. Stored after the value, and only in browsers.
        hint: Option<Hint>,
    },
    /// Delete a stored value, and return it: [`Outcome::Text`].
    Delete {
        /// Its area.
        area: Area,
        /// Its key.
        key: String,
        /// The key of its hint, which is deleted before the value.
        hint: Option<String>,
    },
    /// List the keys with this prefix, in all areas: [`Outcome::Keys`].
    Keys {
        /// The prefix.
        prefix: &'static str,
    },
    /// Open a popup at this URL, or navigate the one that is open: [`Outcome::Done`]. [`Outcome::Refused`] if the
    /// browser blocks it, [`Outcome::Closed`] if the open one was closed.
    OpenPopup {
        /// The URL.
        url: String,
    },
    /// Check the popup: [`Outcome::Popup`].
    LookAtPopup,
    /// Close the popup, if it is open: [`Outcome::Done`].
    ClosePopup,
    /// Close this window: [`Outcome::Done`], whether or not it closes.
    CloseSelf,
    /// Navigate this page: [`Outcome::Done`].
    Navigate {
        /// The URL.
        url: String,
        /// Whether the current page is removed from the history.
        replace: bool,
    },
    /// If the address bar shows `from`, make it show `to`, without a load or a history entry: [`Outcome::Done`].
    SetAddress {
        /// The current URL.
        from: String,
        /// The new URL.
        to: String,
    },
    /// Start to listen for messages to this window, and on the channel of this name: [`Outcome::Done`].
    Listen {
        /// The channel's name.
        channel: String,
    },
    /// Post to the other window (opener or popup), only if it has the right origin, and on the channel:
    /// [`Outcome::Done`].
    Post {
        /// The message.
        text: String,
        /// The origin. `None`: this page's own.
        origin: Option<String>,
    },
    /// Wait for a message: [`Outcome::Message`], or [`Outcome::Elapsed`].
    Receive {
        /// The timeout, in milliseconds.
        within: u32,
    },
    /// Take the lock of this name, across all windows of the origin: [`Outcome::Done`], [`Outcome::Elapsed`], or
    /// [`Outcome::Refused`] if there are no locks.
    Lock {
        /// Its name.
        name: String,
        /// The timeout, in milliseconds.
        within: u32,
    },
    /// Release the lock when the browser's other processes can read what was stored under it: [`Outcome::Done`], at
    /// once. The end of the flow releases it as well.
    Unlock,
    /// Send a request to the service: [`Outcome::Answer`], [`Outcome::TooLarge`], [`Outcome::Offline`],
    /// [`Outcome::Elapsed`], or [`Outcome::Refused`] if there is no key for the proof that it needs.
    Http(Request),
}

/// What a page reads of a stored value before the core is loaded. It may be wrong: the core corrects it.
#[derive(Debug)]
pub struct Hint {
    /// Its key.
    pub key: String,
    /// The hint.
    pub value: String,
}

/// Where values are stored. If an area is missing or rejects a value, the value ends with the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// Shared by all windows of the origin, permanently.
    Local,
    /// For one tab, while it is open.
    Session,
    /// For one page.
    Memory,
    /// A store of the app.
    Custom,
}

impl Area {
    /// Returns the name, as in `stagepass(config)`. An app has no name for its own store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Session => "session",
            Self::Memory => "memory",
            Self::Custom => "custom",
        }
    }

    /// Returns the area of this name. A store of the app for any other name.
    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "local" => Self::Local,
            "session" => Self::Session,
            "memory" => Self::Memory,
            _ => Self::Custom,
        }
    }
}

/// A request to the service: a POST, or without a body a GET.
#[derive(Debug)]
pub struct Request {
    /// The full URL.
    pub url: String,
    /// The members of its body, all strings. Only clients of other providers have requests without any.
    pub body: Vec<(&'static str, Secret)>,
    /// Whether the body is `application/x-www-form-urlencoded`. Otherwise it is JSON.
    pub is_form: bool,
    /// Whether it is sent even if the page is left at the same time.
    pub outlives_page: bool,
    /// The proof that it needs (RFC 9449). Without it, it is not sent.
    pub proof: Proof,
}

/// The timeout of a request including the body of its response, in milliseconds.
pub const REQUEST_DEADLINE: u32 = 15_000;

/// The largest body of a response, in bytes.
pub const MAX_ANSWER: usize = 1 << 20;

/// The outcome of an effect. `D` is a JSON document, as the platform parses it.
#[derive(Debug)]
pub enum Outcome<D> {
    /// The flow starts.
    Begin,
    /// The effect is done.
    Done,
    /// The effect was refused, or is not available here.
    Refused,
    /// The popup is closed.
    Closed,
    /// The timeout has passed.
    Elapsed,
    /// The caller has aborted. Replaces the outcome of a wait: a request, a lock or a message.
    Aborted,
    /// The time, in milliseconds since 1970.
    Now(u64),
    /// Random bytes.
    Random(Box<[u8; 48]>),
    /// The stored value, if there is one.
    Text(Option<String>),
    /// The stored keys.
    Keys(Vec<String>),
    /// A message that was posted to this window or on the channel.
    Message(Message<D>),
    /// The state of the popup, as its opener sees it.
    Popup(PopupLook),
    /// The service's response.
    Answer(Answer<D>),
    /// The service's response has more than [`MAX_ANSWER`] bytes.
    TooLarge,
    /// The service could not be reached.
    Offline,
}

impl<D> Outcome<D> {
    /// Returns the outcome of [`Effect::Now`].
    ///
    /// # Errors
    /// [`Outcome::unexpected`] for any other outcome. The same holds for the methods below.
    pub fn now(self) -> Result<u64, Error> {
        match self {
            Self::Now(now) => Ok(now),
            other => Err(other.unexpected()),
        }
    }

    /// Returns the outcome of [`Effect::Random`].
    ///
    /// # Errors
    /// As above. [`Code::Internal`] if there is no source of random bytes.
    pub fn random(self) -> Result<Box<[u8; 48]>, Error> {
        match self {
            Self::Random(random) => Ok(random),
            other => Err(other.unexpected()),
        }
    }

    /// Returns the outcome of [`Effect::Read`] or [`Effect::Delete`].
    ///
    /// # Errors
    /// As above.
    pub fn text(self) -> Result<Option<String>, Error> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.unexpected()),
        }
    }

    /// Returns the outcome of [`Effect::Keys`].
    ///
    /// # Errors
    /// As above.
    pub fn keys(self) -> Result<Vec<String>, Error> {
        match self {
            Self::Keys(keys) => Ok(keys),
            other => Err(other.unexpected()),
        }
    }

    /// Returns the outcome of [`Effect::LookAtPopup`].
    ///
    /// # Errors
    /// As above.
    pub fn popup(self) -> Result<PopupLook, Error> {
        match self {
            Self::Popup(look) => Ok(look),
            other => Err(other.unexpected()),
        }
    }

    /// Returns the error of a flow that cannot continue with this outcome: [`Code::Aborted`] if the caller has aborted
    /// it, otherwise [`Code::Internal`].
    #[inline(never)] // Inlined copies would make the wasm 0.1 KB larger.
    pub fn unexpected(&self) -> Error {
        if matches!(self, Self::Aborted) { Code::Aborted.into() } else { Code::Internal.into() }
    }
}

/// A received message, with what the browser confirms about it.
pub struct Message<D> {
    /// The text. Empty if it is not a string.
    pub text: String,
    /// The members, if it is an object. Read only if the origin is trusted: an object of a hostile page can be huge.
    pub members: D,
    /// The origin of the window that sent it.
    pub origin: String,
    /// Whether it comes from this page's own origin.
    pub own_origin: bool,
    /// Whether it comes from the other window of this login, or on its channel.
    pub from_peer: bool,
}

impl<D> core::fmt::Debug for Message<D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Message").field("text", &self.text).field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// The popup as its opener sees it.
#[derive(Clone, Copy, Debug)]
pub struct PopupLook {
    /// Whether it looks closed.
    pub closed: bool,
    /// Whether this window has lost and regained the focus since the popup was opened, or the user has touched or
    /// clicked it. Not every browser reports the focus.
    pub focus_came_back: bool,
    /// Whether this page has opened another popup since.
    pub superseded: bool,
    /// The time, in milliseconds since 1970.
    pub now: u64,
}

/// The service's response. Its `Debug` shows nothing of the body, which may contain tokens.
pub struct Answer<D> {
    /// The HTTP status.
    pub status: u16,
    /// The body, if it is JSON.
    pub body: Option<D>,
}

impl<D> core::fmt::Debug for Answer<D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Answer").field("status", &self.status).finish_non_exhaustive()
    }
}
