//! When an element that waits for data counts as stalled.
//!
//! If a range request is rejected in the middle of a track or after a seek, not every browser reports an error. The
//! element then only waits.

use std::time::Duration;

/// How long an element may wait for data before it counts as stalled. Doubled each time, up to a minute.
const PATIENCE: Duration = Duration::from_secs(4);
const MAX_PATIENCE: Duration = Duration::from_mins(1);

/// A wait of the element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sdk::music) struct Wait {
    number: u32,
    /// How long it may take.
    pub(in crate::sdk::music) time: Duration,
}

/// Whether the element waits.
#[derive(Debug)]
pub(super) struct Stall {
    patience: Duration,
    /// The number of waits so far.
    waits: u32,
    /// The number of the wait that runs.
    current: Option<u32>,
}

impl Stall {
    pub(super) fn new() -> Self {
        Self { patience: PATIENCE, waits: 0, current: None }
    }

    /// The element waits. Returns the wait that begins, unless one runs.
    pub(super) fn wait(&mut self) -> Option<Wait> {
        if self.current.is_some() {
            return None;
        }
        self.waits = self.waits.wrapping_add(1);
        self.current = Some(self.waits);
        Some(Wait { number: self.waits, time: self.patience })
    }

    /// Data has arrived.
    pub(super) fn calm(&mut self) {
        self.patience = PATIENCE;
        self.current = None;
    }

    /// The time of this wait is over. Returns whether the element still waits.
    pub(super) fn is_over(&mut self, wait: Wait) -> bool {
        let is_stalled = self.current == Some(wait.number);
        if is_stalled {
            self.patience = MAX_PATIENCE.min(self.patience * 2);
        }
        is_stalled
    }

    /// Returns the wait after this one if the element still waits.
    pub(super) fn again(&mut self, wait: Wait) -> Option<Wait> {
        self.current.take_if(|number| *number == wait.number)?;
        self.wait()
    }
}
