//! Slots of connections: limits their number in all and for each address, and closes those that wait too long for their
//! client.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::task::AbortHandle;

use super::limits::{ConnectionLimits, Limits, Patience};
use stagepass_kit::rate::Block;

/// The longest time between two checks of all connections: the precision of the timeouts.
const TICK: Duration = Duration::from_millis(250);
/// How many slots are looked at for one to clear when all are taken: enough to find one that has waited long.
const CANDIDATES: usize = 64;

/// The state of a connection, in the lowest bits. Above them is the tick since when.
const ANSWERING: u64 = 0;
const HEAD: u64 = 1;
const IDLE: u64 = 2;
const BODY: u64 = 3;

/// The connections of a server.
#[derive(Debug)]
pub(super) struct ConnectionSlots {
    limits: Option<ConnectionLimits>,
    patience: Patience,
    /// The number of calls of [`ConnectionSlots::tick`].
    now: AtomicU64,
    table: Mutex<SlotTable>,
}

#[derive(Debug, Default)]
struct SlotTable {
    all: Vec<Arc<Slot>>,
    by_block: HashMap<Block, usize>,
    /// Where the next search for a slot to clear begins.
    hand: usize,
}

/// The slot of a connection.
#[derive(Debug)]
pub(super) struct Slot {
    slots: Arc<ConnectionSlots>,
    /// The address block of the client. `None` for a trusted proxy.
    block: Option<Block>,
    /// Its index among all slots.
    index: AtomicUsize,
    state: AtomicU64,
    conversation: OnceLock<AbortHandle>,
}

/// Holds a slot until it is dropped.
#[derive(Debug)]
pub(super) struct SlotGuard(Arc<Slot>);

impl ConnectionSlots {
    pub(super) fn new(limits: &Limits) -> Self {
        let (limits, patience) = (limits.connections, limits.patience);
        Self { limits, patience, now: AtomicU64::new(0), table: Mutex::default() }
    }

    /// Returns a slot for a connection from `block`, or from a trusted proxy. `None` if there are too many, or no other
    /// connection can be closed.
    pub(super) fn take(slots: &Arc<Self>, block: Option<Block>) -> Option<SlotGuard> {
        let mut table = slots.lock();
        if let Some(limits) = slots.limits {
            let of_block = block.and_then(|block| table.by_block.get(&block).copied()).unwrap_or_default();
            if of_block >= limits.per_address || (table.all.len() >= limits.in_all && !table.clear_one()) {
                return None;
            }
        }
        if let Some(block) = block {
            *table.by_block.entry(block).or_default() += 1;
        }
        let slot = Arc::new(Slot {
            slots: Arc::clone(slots),
            block,
            index: AtomicUsize::new(table.all.len()),
            state: AtomicU64::new((slots.now.load(Ordering::Relaxed) << 2) | HEAD),
            conversation: OnceLock::new(),
        });
        table.all.push(Arc::clone(&slot));
        Some(SlotGuard(slot))
    }

    /// The number of connections.
    pub(super) fn count(&self) -> usize {
        self.lock().all.len()
    }

    /// How often [`ConnectionSlots::tick`] must be called.
    pub(super) fn tick_length(&self) -> Duration {
        let shortest = self.patience.head.min(self.patience.idle) / 4;
        TICK.min(shortest).max(Duration::from_millis(1))
    }

    /// Advances the time, and closes connections that exceeded a timeout.
    pub(super) fn tick(&self) {
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        let ticks = |time: Duration| time.as_nanos().div_ceil(self.tick_length().as_nanos());
        let (head, idle) = (ticks(self.patience.head), ticks(self.patience.idle));
        for slot in &self.lock().all {
            let state = slot.state.load(Ordering::Relaxed);
            let waited = u128::from(now.saturating_sub(state >> 2));
            let is_late = match state & 3 {
                HEAD => waited > head,
                IDLE => waited > idle,
                _ => false,
            };
            if is_late {
                slot.cut_off();
            }
        }
    }

    /// Closes a connection that waits for its client, if there is one, to free a file descriptor.
    pub(super) fn clear_one(&self) -> bool {
        self.lock().clear_one()
    }

    fn lock(&self) -> MutexGuard<'_, SlotTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SlotTable {
    /// Closes the connection that has waited longest for its client, among some of them: checking all for each
    /// connection of a flood would be too slow. One that is receiving a request body is only closed if there is no
    /// other. It is removed from the list at once.
    fn clear_one(&mut self) -> bool {
        let from = self.hand;
        let some = (0..CANDIDATES.min(self.all.len())).map(|at| (from + at) % self.all.len());
        let waiting = some.filter_map(|at| {
            let state = self.all.get(at)?.state.load(Ordering::Relaxed);
            (state & 3 != ANSWERING).then_some((state & 3 == BODY, state >> 2, at))
        });
        let longest = waiting.min();
        self.hand = from.wrapping_add(CANDIDATES) % self.all.len().max(1);
        let Some((_, _, at)) = longest else { return false };
        if let Some(slot) = self.all.get(at).cloned() {
            slot.cut_off();
            self.remove(&slot);
        }
        true
    }

    /// Removes a slot from the list, unless it was removed before.
    fn remove(&mut self, slot: &Arc<Slot>) {
        let index = slot.index.load(Ordering::Relaxed);
        if !self.all.get(index).is_some_and(|known| Arc::ptr_eq(known, slot)) {
            return;
        }
        self.all.swap_remove(index);
        if let Some(moved) = self.all.get(index) {
            moved.index.store(index, Ordering::Relaxed);
        }
        if let Some(block) = slot.block
            && let Some(count) = self.by_block.get_mut(&block)
        {
            *count -= 1;
            if *count == 0 {
                self.by_block.remove(&block);
            }
        }
    }
}

impl Slot {
    /// The head of a request was received. Its body has its own timeouts.
    pub(super) fn receiving(&self) {
        self.is(BODY);
    }

    /// The whole request was received, or the rest is not needed.
    pub(super) fn answering(&self) {
        self.is(ANSWERING);
    }

    /// The whole response was sent.
    pub(super) fn idle(&self) {
        self.is(IDLE);
    }

    /// The server waits for the client, as for its first request.
    pub(super) fn waiting(&self) {
        self.is(HEAD);
    }

    /// Bytes were received.
    pub(super) fn received(&self) {
        if self.state.load(Ordering::Relaxed) & 3 == IDLE {
            self.is(HEAD);
        }
    }

    /// Bytes were sent: a client that slowly receives a response is not idle.
    pub(super) fn sent(&self) {
        if self.state.load(Ordering::Relaxed) & 3 == IDLE {
            self.is(IDLE);
        }
    }

    /// Sets the task of the connection with this slot.
    pub(super) fn is_ended_by(&self, conversation: AbortHandle) {
        let _ = self.conversation.set(conversation);
    }

    fn is(&self, state: u64) {
        self.state.store((self.slots.now.load(Ordering::Relaxed) << 2) | state, Ordering::Relaxed);
    }

    fn cut_off(&self) {
        if let Some(conversation) = self.conversation.get() {
            tracing::debug!("a connection is closed because its client did not send or accept data");
            conversation.abort();
        }
    }
}

impl SlotGuard {
    /// Returns a shared reference, for recording the state.
    pub(super) fn share(&self) -> Arc<Slot> {
        Arc::clone(&self.0)
    }
}

impl Deref for SlotGuard {
    type Target = Slot;

    fn deref(&self) -> &Slot {
        &self.0
    }
}

impl Drop for SlotGuard {
    fn drop(&mut self) {
        self.0.slots.lock().remove(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(in_all: usize) -> Arc<ConnectionSlots> {
        let connections = Some(ConnectionLimits { in_all, per_address: 2 });
        Arc::new(ConnectionSlots::new(&Limits { connections, ..Limits::NONE }))
    }

    fn listed(slot: &SlotGuard) -> bool {
        slot.slots.lock().all.iter().any(|known| Arc::ptr_eq(known, &slot.0))
    }

    #[test]
    fn address_slot_is_free_again_once_dropped() {
        let slots = slots(100);
        let (one, other) = (Some(Block::V4(1)), Some(Block::V4(2)));
        let first = ConnectionSlots::take(&slots, one).unwrap();
        let _second = ConnectionSlots::take(&slots, one).unwrap();
        assert!(ConnectionSlots::take(&slots, one).is_none());
        let _others = [ConnectionSlots::take(&slots, other), ConnectionSlots::take(&slots, other)].map(Option::unwrap);
        drop(first);
        let _third = ConnectionSlots::take(&slots, one).unwrap();
        assert!(ConnectionSlots::take(&slots, one).is_none());
        for _ in 0..9 {
            assert!(ConnectionSlots::take(&slots, None).is_some(), "a trusted proxy");
        }
        assert_eq!((slots.count(), slots.lock().by_block.len()), (4, 2));
    }

    #[test]
    fn longest_waiting_connection_is_closed_answering_one_stays() {
        let slots = slots(4);
        let take = || ConnectionSlots::take(&slots, None);
        let [answered, sending, old, young] = [(); 4].map(|()| take().unwrap());
        answered.answering();
        sending.receiving();
        slots.tick();
        young.idle();
        let mut newcomers = Vec::new();
        for gone in [&old, &young] {
            assert!(listed(gone));
            let newcomer = take().unwrap();
            newcomer.answering();
            newcomers.push(newcomer);
            assert!(!listed(gone));
        }
        assert!(listed(&sending), "only if there is no other");
        newcomers.push(take().unwrap());
        assert!(!listed(&sending));
        newcomers[2].answering();
        assert!(take().is_none() && listed(&answered));
        assert_eq!(slots.count(), 4);
        drop((old, young, sending));
        assert_eq!(slots.count(), 4, "they were off the list before");
    }
}
