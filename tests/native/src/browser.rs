//! A browser with one app in it: windows, storage, locks and messages, on one thread and one clock.
//!
//! It keeps the browsers' own rules, as far as a login can tell: storage, locks and channels belong to an origin and a
//! partition; a posted message arrives later, and only at the origin it was meant for; a window that closes or goes
//! elsewhere takes its scripts, listeners and locks with it; a script runs on until it waits.

pub(crate) mod host;
pub mod locks;
mod mail;
mod window;

use std::cell::{Ref, RefCell, RefMut};
use std::collections::BTreeMap;
use std::env;
use std::rc::Rc;
use std::sync::Arc;

use stagepass_backend::entropy::{Entropy, SeededEntropy, SystemEntropy};

use self::locks::Locks;
use self::mail::Mail;
pub use self::window::Window;
use self::window::WindowState;
use crate::clock::SharedClock;
use crate::network::Network;

/// The browser.
#[derive(Clone, Debug)]
pub struct Browser(Rc<RefCell<Inside>>);

/// Where the tabs of the app have their localStorage.
const LOCAL: (usize, bool) = (0, false);

/// How a browser treats the app.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a habit by itself")]
pub struct Habits {
    /// Whether it lets a page open a popup.
    pub opens_popups: bool,
    /// Whether it has Web Locks.
    pub has_locks: bool,
    /// Whether it has a `BroadcastChannel`.
    pub has_channels: bool,
    /// Whether it keeps what a page stores. If not, it is gone with the page.
    pub keeps_storage: bool,
}

#[derive(Debug)]
pub(crate) struct Inside {
    clock: Arc<SharedClock>,
    seed: u64,
    entropy: SeededEntropy,
    network: Rc<dyn Network>,
    habits: Habits,
    windows: Vec<WindowState>,
    /// By partition, and whether it is the app's own.
    storage: BTreeMap<(usize, bool), BTreeMap<String, String>>,
    locks: Locks,
    mail: Mail,
}

impl Browser {
    /// A browser that lets the app do everything. Its random octets follow from a seed: `STAGEPASS_TEST_SEED` where that is
    /// set, a new one otherwise; a test that fails says which.
    pub fn new(clock: Arc<SharedClock>, network: Rc<dyn Network>) -> Self {
        let seed = env::var("STAGEPASS_TEST_SEED").map_or_else(|_| chance(), |seed| seed.parse().expect("a number"));
        Self(Rc::new(RefCell::new(Inside {
            clock,
            seed,
            entropy: SeededEntropy::new(seed),
            network,
            habits: Habits { opens_popups: true, has_locks: true, has_channels: true, keeps_storage: true },
            windows: Vec::new(),
            storage: BTreeMap::new(),
            locks: Locks::default(),
            mail: Mail::default(),
        })))
    }

    /// Changes what the browser lets the app do.
    pub fn set_habits(&self, change: impl FnOnce(&mut Habits)) {
        change(&mut self.inside_mut().habits);
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
        let id = self.inside_mut().open(address, partition, None);
        Window { browser: self.clone(), id }
    }

    /// The keys of what the app has stored, in order.
    pub fn stored_keys(&self) -> Vec<String> {
        self.inside().storage.values().flat_map(BTreeMap::keys).cloned().collect()
    }

    /// What the app has stored under `key`.
    pub fn stored(&self, key: &str) -> Option<String> {
        self.inside().storage.get(&LOCAL)?.get(key).cloned()
    }

    /// Puts `value` into the app's storage, as another tab would.
    pub fn store(&self, key: &str, value: &str) {
        self.inside_mut().storage.entry(LOCAL).or_default().insert(key.to_owned(), value.to_owned());
    }

    /// How many messages are under way.
    pub fn letters(&self) -> usize {
        self.inside().mail.under_way()
    }

    /// Delivers one of the messages under way, whichever: each route keeps its order, the routes among them don't.
    pub fn deliver(&self, which: usize) {
        self.inside_mut().deliver(which);
    }

    /// Delivers all messages that are under way.
    pub fn deliver_all(&self) {
        while self.letters() > 0 {
            self.deliver(0);
        }
    }

    pub(crate) fn clock(&self) -> Arc<SharedClock> {
        Arc::clone(&self.inside().clock)
    }

    fn inside(&self) -> Ref<'_, Inside> {
        self.0.borrow()
    }

    fn inside_mut(&self) -> RefMut<'_, Inside> {
        self.0.borrow_mut()
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to have the same random octets again: STAGEPASS_TEST_SEED={}", self.seed);
        }
    }
}

fn chance() -> u64 {
    let mut octets = [0; 8];
    SystemEntropy.fill(&mut octets).expect("the system has random octets");
    u64::from_be_bytes(octets)
}
