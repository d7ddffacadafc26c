//! Who made the signatures that were seen lately: a player sends the same one with every range, and to recover its signer is nearly all
//! that a request costs.

use std::collections::HashMap;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use stagepass_gate::{Address, Digest, Invalid, Parameter, Signature};

/// Half of what is kept at most: as many as fit in a table of 2^13 places. Both halves take some 2 MiB.
const HALF: usize = 7168;

/// A bounded cache in two halves: when the newer is full, the older is dropped, and what is used moves over.
///
/// It maps what was signed and the signature to the signer, which the two determine for all time. Nothing that may change (CID, track,
/// authorities, age) is in it, so nothing that it says can be out of date.
#[derive(Debug)]
pub(super) struct Signers {
    half: usize,
    halves: Mutex<Halves>,
}

type Half = HashMap<(Digest, Signature), Address>;

#[derive(Debug, Default)]
struct Halves {
    newer: Half,
    older: Half,
}

impl Default for Signers {
    fn default() -> Self {
        Self::of_half(HALF)
    }
}

impl Signers {
    fn of_half(half: usize) -> Self {
        Self { half, halves: Mutex::default() }
    }

    /// Who signed this: remembered, or recovered.
    ///
    /// # Errors
    /// [`Invalid::Unrecoverable`].
    pub(super) fn signer(&self, parameter: &Parameter) -> Result<Address, Invalid> {
        let key = (*parameter.digest(), *parameter.signature());
        let known = {
            let halves = self.lock();
            halves.newer.get(&key).or_else(|| halves.older.get(&key)).copied()
        };
        known.map_or_else(|| parameter.signer(), Ok)
    }

    /// Remembers who signed this. To be called for signatures that opened something, and no others: anybody can make others, and would
    /// push these out.
    pub(super) fn remember(&self, parameter: &Parameter, signer: Address) {
        let key = (*parameter.digest(), *parameter.signature());
        let mut halves = self.lock();
        if halves.newer.contains_key(&key) {
            return;
        }
        if halves.newer.len() >= self.half {
            halves.older = mem::take(&mut halves.newer);
        }
        halves.newer.insert(key, signer);
    }

    /// No holder of the lock panics half-way through a change.
    fn lock(&self) -> MutexGuard<'_, Halves> {
        self.halves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use stagepass_gate::{Data, Signer};

    use super::*;

    fn parameter(track_id: u64) -> Parameter {
        let data = Data { track_id: Some(track_id), ..Data::default() };
        Signer::from_bytes(&[1; 32]).unwrap().sign(&data).unwrap()
    }

    #[test]
    fn what_is_remembered_is_not_recovered_again() {
        let signers = Signers::default();
        let marker = Address::from([9; 20]);
        assert_eq!(signers.signer(&parameter(1)), parameter(1).signer());
        signers.remember(&parameter(1), marker);
        assert_eq!(signers.signer(&parameter(1)), Ok(marker));
        assert_eq!(signers.signer(&parameter(2)), parameter(2).signer(), "the same key's, of something else");
    }

    #[test]
    fn it_is_bounded_and_keeps_what_is_used() {
        let signers = Signers::of_half(2);
        let marker = Address::from([9; 20]);
        for number in 2..20 {
            signers.remember(&parameter(1), marker);
            signers.remember(&parameter(number), marker);
            assert_eq!(signers.signer(&parameter(1)), Ok(marker));
        }
        let halves = signers.lock();
        assert!(halves.newer.len() + halves.older.len() <= 4);
        drop(halves);
        assert_ne!(signers.signer(&parameter(2)), Ok(marker), "the oldest is gone");
    }
}
