//! A browser with one app in it: windows, storage, locks and messages, on one thread and one clock.
//!
//! It keeps the browsers' own rules, as far as a login can tell: storage, locks and channels belong to an origin and a
//! partition; a posted message arrives later, and only at the origin it was meant for; a window that closes or goes
//! elsewhere takes its scripts, listeners and locks with it; a script runs on until it waits.

pub mod host;
mod locks;
mod messages;
mod state;
mod storage;
mod window_state;

use std::cell::{Ref, RefCell, RefMut};
use std::collections::BTreeMap;
use std::env;
use std::rc::Rc;
use std::sync::Arc;

use stagepass::effect::Area;
use stagepass_backend::entropy::{Entropy, SeededEntropy, SystemEntropy};

use self::locks::Locks;
use self::messages::Messages;
pub use self::state::BrowserFeatures;
use self::state::BrowserState;
use self::window_state::{ClosePolicy, WindowState};
use crate::clock::SharedClock;
use crate::network::Network;

/// The browser.
#[derive(Clone, Debug)]
pub struct Browser(Rc<RefCell<BrowserState>>);

/// Where the tabs of the app have their localStorage.
const LOCAL: (usize, bool) = (0, false);

impl Browser {
    /// A browser that lets the app do everything. Its random octets follow from a seed: `STAGEPASS_TEST_SEED` where that is
    /// set, a new one otherwise; a test that fails says which.
    pub fn new(clock: Arc<SharedClock>, network: Rc<dyn Network>) -> Self {
        let seed = env::var("STAGEPASS_TEST_SEED").map_or_else(|_| chance(), |seed| seed.parse().expect("a number"));
        Self(Rc::new(RefCell::new(BrowserState {
            clock,
            seed,
            entropy: SeededEntropy::new(seed),
            network,
            features: BrowserFeatures { opens_popups: true, has_locks: true, has_channels: true, keeps_storage: true },
            windows: Vec::new(),
            storage: BTreeMap::new(),
            locks: Locks::default(),
            messages: Messages::default(),
        })))
    }

    /// Changes what the browser lets the app do.
    pub fn set_features(&self, change: impl FnOnce(&mut BrowserFeatures)) {
        change(&mut self.state_mut().features);
    }

    /// Opens a tab at `address`.
    pub fn open_tab(&self, address: &str) -> Window {
        self.open_tab_in(0, address)
    }

    /// Opens a frame at `address` inside a page of another site: its storage, locks and channels are its own, though its
    /// popups have those of every tab.
    pub fn open_foreign_frame(&self, address: &str) -> Window {
        self.open_tab_in(1, address)
    }

    fn open_tab_in(&self, partition: usize, address: &str) -> Window {
        let id = self.state_mut().open(address, partition, None);
        Window { browser: self.clone(), id }
    }

    /// The keys of what the app has stored, in order.
    pub fn stored_keys(&self) -> Vec<String> {
        self.state().storage.values().flat_map(BTreeMap::keys).cloned().collect()
    }

    /// What the app has stored under `key`.
    pub fn stored(&self, key: &str) -> Option<String> {
        self.state().storage.get(&LOCAL)?.get(key).cloned()
    }

    /// Puts `value` into the app's storage, as another tab would.
    pub fn store(&self, key: &str, value: &str) {
        self.state_mut().storage.entry(LOCAL).or_default().insert(key.to_owned(), value.to_owned());
    }

    /// How many messages are under way.
    pub fn messages_in_flight(&self) -> usize {
        self.state().messages.in_flight()
    }

    /// Delivers one of the messages under way, whichever: each route keeps its order, the routes among them don't.
    pub fn deliver(&self, which: usize) {
        self.state_mut().deliver(which);
    }

    /// Delivers all messages that are under way.
    pub fn deliver_all(&self) {
        while self.messages_in_flight() > 0 {
            self.deliver(0);
        }
    }

    pub(crate) fn clock(&self) -> Arc<SharedClock> {
        Arc::clone(&self.state().clock)
    }

    fn state(&self) -> Ref<'_, BrowserState> {
        self.0.borrow()
    }

    fn state_mut(&self) -> RefMut<'_, BrowserState> {
        self.0.borrow_mut()
    }
}

/// A window of the browser's.
#[derive(Clone, Debug)]
pub struct Window {
    pub(crate) browser: Browser,
    pub(crate) id: usize,
}

impl Window {
    /// What its address bar shows.
    pub fn address(&self) -> String {
        self.browser.state().window(self.id).address.clone()
    }

    /// The windows that were opened from this one, oldest first.
    pub fn popups(&self) -> Vec<Window> {
        let state = self.browser.state();
        let opened_here = |(_, window): &(usize, &WindowState)| window.opener == Some(self.id);
        let popups = state.windows.iter().enumerate().filter(opened_here);
        popups.map(|(id, _)| Window { browser: self.browser.clone(), id }).collect()
    }

    /// The one popup of this window.
    #[must_use]
    pub fn popup(&self) -> Window {
        let [popup] = <[Window; 1]>::try_from(self.popups()).expect("one popup is open");
        popup
    }

    /// Goes to `address`: by a link, by the address bar, by a redirect of the service's.
    pub fn go(&self, address: &str) {
        self.browser.state_mut().load(self.id, address);
    }

    /// Loads the page that it shows once more.
    pub fn reload(&self) {
        self.go(&self.address());
    }

    /// Has its person close it. The focus returns to the window that it was opened from.
    pub fn close(&self) {
        self.browser.state_mut().close(self.id);
    }

    /// Whether it is closed.
    pub fn is_closed(&self) -> bool {
        self.browser.state().window(self.id).is_closed
    }

    /// Cuts it off from the window that opened it, as a Cross-Origin-Opener-Policy does: they no longer see each other.
    pub fn cut_off(&self) {
        self.browser.state_mut().window_mut(self.id).is_cut_off = true;
    }

    /// Makes the browser refuse when a script wants to close it.
    pub fn refuse_to_close(&self) {
        self.browser.state_mut().window_mut(self.id).closes = ClosePolicy::ByUserOnly;
    }

    /// Has its person turn to it.
    pub fn focus(&self) {
        for (id, window) in self.browser.state_mut().windows.iter_mut().enumerate() {
            window.has_focus = id == self.id;
        }
    }

    /// What its page has stored under `key`, in localStorage or in its own memory.
    pub fn stored(&self, key: &str) -> Option<String> {
        self.browser.state_mut().read(self.id, Area::Local, key)
    }

    /// Has its page store `value` under `key`, likewise.
    pub fn store(&self, key: &str, value: &str) {
        self.browser.state_mut().write(self.id, Area::Local, key, value);
    }

    /// Lets a script of this page post `text` to `to`, whatever the origins.
    pub fn post(&self, to: &Window, text: &str) {
        self.browser.state_mut().post_to(self.id, to.id, text);
    }
}

fn chance() -> u64 {
    let mut octets = [0; 8];
    SystemEntropy.fill(&mut octets).expect("the system has random octets");
    u64::from_be_bytes(octets)
}
