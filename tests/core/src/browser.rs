//! A model browser: windows, storage, locks and messages of one app, on one thread and one clock.
//!
//! It follows the rules of browsers that matter to a login. Storage, locks and channels belong to an origin and a
//! partition. A posted message arrives later, and only at its target origin. When a window closes or navigates, its
//! scripts, listeners and locks end. A script runs until it waits.

pub mod host;
mod locks;
mod messages;
mod state;
mod storage;
mod window_state;

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::collections::BTreeMap;
use std::env;
use std::rc::Rc;
use std::sync::Arc;

use stagepass_backend::entropy::SeededEntropy;
use stagepass_core::effect::Area;

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

thread_local! {
    /// The number of browsers that this thread, and so a test, has created.
    static CREATED: Cell<u64> = const { Cell::new(0) };
}

/// The localStorage of the app's tabs.
const LOCAL: (usize, bool) = (0, false);

impl Browser {
    /// Creates a browser with all features. Its random bytes follow from the seed `STAGEPASS_TEST_SEED`, which is 1 by
    /// default and which a failing test prints, and from the number of browsers that the test has created before.
    pub fn new(clock: Arc<SharedClock>, network: Rc<dyn Network>) -> Self {
        let seed = env::var("STAGEPASS_TEST_SEED").map_or(1, |seed| seed.parse().expect("a number"));
        let number = CREATED.replace(CREATED.get() + 1);
        Self(Rc::new(RefCell::new(BrowserState {
            clock,
            seed,
            entropy: SeededEntropy::new(seed.rotate_left(32) ^ number),
            network,
            features: BrowserFeatures { opens_popups: true, has_locks: true, has_channels: true, keeps_storage: true },
            windows: Vec::new(),
            storage: BTreeMap::new(),
            locks: Locks::default(),
            messages: Messages::default(),
        })))
    }

    /// Changes the browser's features.
    pub fn set_features(&self, change: impl FnOnce(&mut BrowserFeatures)) {
        change(&mut self.state_mut().features);
    }

    /// Opens a tab at `address`.
    pub fn open_tab(&self, address: &str) -> Window {
        self.open_tab_in(0, address)
    }

    /// Opens a frame at `address` inside a page of another site. Its storage, locks and channels are partitioned; its
    /// popups are not.
    pub fn open_foreign_frame(&self, address: &str) -> Window {
        self.open_tab_in(1, address)
    }

    fn open_tab_in(&self, partition: usize, address: &str) -> Window {
        let id = self.state_mut().open(address, partition, None);
        Window { browser: self.clone(), id }
    }

    /// Returns the keys that the app has stored, in order.
    pub fn stored_keys(&self) -> Vec<String> {
        self.state().storage.values().flat_map(BTreeMap::keys).cloned().collect()
    }

    /// Returns what the app has stored under `key`.
    pub fn stored(&self, key: &str) -> Option<String> {
        self.state().storage.get(&LOCAL)?.get(key).cloned()
    }

    /// Stores `value` under `key`, as another tab would.
    pub fn store(&self, key: &str, value: &str) {
        self.state_mut().storage.entry(LOCAL).or_default().insert(key.to_owned(), value.to_owned());
    }

    /// Returns the number of messages in flight.
    pub fn messages_in_flight(&self) -> usize {
        self.state().messages.in_flight()
    }

    /// Delivers one of the messages in flight. Messages of one route keep their order.
    pub fn deliver(&self, which: usize) {
        self.state_mut().deliver(which);
    }

    /// Delivers all messages in flight.
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

/// A window of the browser.
#[derive(Clone, Debug)]
pub struct Window {
    pub(crate) browser: Browser,
    pub(crate) id: usize,
}

impl Window {
    /// Returns its address.
    pub fn address(&self) -> String {
        self.browser.state().window(self.id).address.clone()
    }

    /// Returns its popups, oldest first.
    pub fn popups(&self) -> Vec<Window> {
        let state = self.browser.state();
        let opened_here = |(_, window): &(usize, &WindowState)| window.opener == Some(self.id);
        let popups = state.windows.iter().enumerate().filter(opened_here);
        popups.map(|(id, _)| Window { browser: self.browser.clone(), id }).collect()
    }

    /// Returns its only popup.
    #[must_use]
    pub fn popup(&self) -> Window {
        let [popup] = <[Window; 1]>::try_from(self.popups()).expect("one popup is open");
        popup
    }

    /// Navigates to `address`.
    pub fn go(&self, address: &str) {
        self.browser.state_mut().load(self.id, address);
    }

    /// Reloads its page.
    pub fn reload(&self) {
        self.go(&self.address());
    }

    /// Closes it, as the user does. The focus returns to its opener.
    pub fn close(&self) {
        self.browser.state_mut().close(self.id);
    }

    /// Whether it is closed.
    pub fn is_closed(&self) -> bool {
        self.browser.state().window(self.id).is_closed
    }

    /// Separates it from its opener, as a Cross-Origin-Opener-Policy does.
    pub fn cut_off(&self) {
        self.browser.state_mut().window_mut(self.id).is_cut_off = true;
    }

    /// Prevents scripts from closing it.
    pub fn refuse_to_close(&self) {
        self.browser.state_mut().window_mut(self.id).closes = ClosePolicy::ByUserOnly;
    }

    /// Moves the focus to this window.
    pub fn focus(&self) {
        for (id, window) in self.browser.state_mut().windows.iter_mut().enumerate() {
            window.has_focus = id == self.id;
        }
    }

    /// Returns what its page has stored under `key`, in localStorage or in memory.
    pub fn stored(&self, key: &str) -> Option<String> {
        self.browser.state_mut().read(self.id, Area::Local, key)
    }

    /// Stores `value` under `key` for its page, in localStorage or in memory.
    pub fn store(&self, key: &str, value: &str) {
        self.browser.state_mut().write(self.id, Area::Local, key, value);
    }

    /// Posts `text` to another window, whatever the origins.
    pub fn post(&self, to: &Window, text: &str) {
        self.browser.state_mut().post_to(self.id, to.id, text);
    }
}
