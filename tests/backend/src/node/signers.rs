//! Who made the signatures that were seen lately: a player sends the same one with every range, and to recover its signer is nearly all
//! that a request costs.

use stagepass_gate::{Address, Digest, Invalid, Parameter, Signature};

use super::recent::Recent;

/// As many as fit in a table of 2^13 places. Twice that takes some 2 MiB.
const HALF: usize = 7168;

/// Maps what was signed and the signature to the signer, which the two determine for all time. Nothing that may change (CID, track,
/// authorities, age) is in it, so nothing that it says can be out of date.
#[derive(Debug)]
pub(super) struct Signers(Recent<(Digest, Signature), Address>);

impl Default for Signers {
    fn default() -> Self {
        Self(Recent::of_half(HALF))
    }
}

impl Signers {
    /// Who signed this: remembered, or recovered.
    ///
    /// # Errors
    /// [`Invalid::Unrecoverable`].
    pub(super) fn signer(&self, parameter: &Parameter) -> Result<Address, Invalid> {
        self.0.get(&key(parameter)).map_or_else(|| parameter.signer(), Ok)
    }

    /// Remembers who signed this. To be called for signatures that opened something, and no others: anybody can make others, and would
    /// push these out.
    pub(super) fn remember(&self, parameter: &Parameter, signer: Address) {
        self.0.insert(key(parameter), signer);
    }
}

fn key(parameter: &Parameter) -> (Digest, Signature) {
    (*parameter.digest(), *parameter.signature())
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
}
