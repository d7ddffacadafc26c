//! The state of a window.

use std::collections::BTreeMap;

use reqwest::Url;

#[derive(Debug)]
pub(crate) struct WindowState {
    pub(super) address: String,
    pub(super) partition: usize,
    pub(super) opener: Option<usize>,
    /// The number of pages it has loaded: scripts of earlier ones have ended.
    pub(super) document: u64,
    /// The values that the page stores in memory, because the browser has no storage.
    pub(super) memory: BTreeMap<String, String>,
    /// Shared by all pages of the tab.
    pub(super) session_storage: BTreeMap<String, String>,
    pub(super) leaving: Option<PendingUnload>,
    pub(super) has_focus: bool,
    pub(super) is_closed: bool,
    pub(super) is_cut_off: bool,
    /// Whether a script may close it.
    pub(super) closes: ClosePolicy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClosePolicy {
    ByScript,
    ByUserOnly,
}

/// A navigation that a script has requested. It happens once the script waits.
#[derive(Debug)]
pub(super) enum PendingUnload {
    To(String),
    Close,
}

impl WindowState {
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn partition(&self) -> usize {
        self.partition
    }

    pub(crate) fn document(&self) -> u64 {
        self.document
    }

    pub(crate) fn session_storage(&mut self) -> &mut BTreeMap<String, String> {
        &mut self.session_storage
    }

    pub(crate) fn memory(&mut self) -> &mut BTreeMap<String, String> {
        &mut self.memory
    }

    /// Returns its opener, if it can still reference that.
    pub(crate) fn opener(&self) -> Option<usize> {
        self.opener.filter(|_| !self.is_cut_off)
    }

    pub(crate) fn has_focus(&self) -> bool {
        self.has_focus
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.is_some()
    }

    pub(crate) fn show(&mut self, address: &str) {
        address.clone_into(&mut self.address);
    }

    pub(crate) fn leave_for(&mut self, address: &str) {
        self.leaving = Some(PendingUnload::To(address.to_owned()));
    }

    /// `window.close()`, which only closes windows that a script has opened.
    pub(crate) fn close_itself(&mut self) {
        if self.closes == ClosePolicy::ByScript {
            self.leaving = Some(PendingUnload::Close);
        }
    }
}

pub(crate) fn origin(address: &str) -> String {
    Url::parse(address).expect("a window shows an address").origin().ascii_serialization()
}
