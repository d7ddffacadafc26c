//! The signatures that opened something lately, and who made them: a player sends the same one with every range, and to read it and to
//! recover its signer is most of what a request costs.

use std::sync::Arc;

use stagepass_gate::{Address, Parameter};

use stagepass_kit::lru_map::LruMap;

/// The most signatures that are remembered: as many as fit in a table of 2^13 places.
const SIGNATURES: usize = 7168;
/// The longest query that is remembered: some twice what one has that holds nothing but a usual signature. With it the whole takes 16 MiB at
/// most.
const LONGEST: usize = 1 << 10;

/// A signature that has been read and verified.
#[derive(Debug)]
pub(super) struct VerifiedSignature {
    pub(super) parameter: Parameter,
    pub(super) signer: Address,
}

/// Maps the text of a query to what its signature says and who made it, which the text determines for all time. Nothing that may change (CID,
/// track, authorities, age) has been decided about it, so nothing here can be out of date.
#[derive(Debug)]
pub(super) struct Signers(LruMap<String, Arc<VerifiedSignature>>);

impl Default for Signers {
    fn default() -> Self {
        Self(LruMap::with_capacity(SIGNATURES))
    }
}

impl Signers {
    /// What is known of this query.
    pub(super) fn known(&self, query: &str) -> Option<Arc<VerifiedSignature>> {
        self.0.get(query)
    }

    /// Remembers a signature. To be called for those that opened something, and no others: anybody can make others, and would push these
    /// out.
    pub(super) fn remember(&self, query: &str, signed: Arc<VerifiedSignature>) {
        if query.len() <= LONGEST {
            self.0.insert(query.to_owned(), signed);
        }
    }
}

#[cfg(test)]
mod tests {
    use stagepass_gate::{Data, Signer};

    use super::*;

    #[test]
    fn what_is_remembered_is_known_by_its_text() {
        let data = Data { track_id: Some(1), ..Data::default() };
        let parameter = Signer::from_bytes(&[1; 32]).unwrap().sign(&data).unwrap();
        let signed = Arc::new(VerifiedSignature { signer: parameter.signer().unwrap(), parameter });
        let (signers, query) = (Signers::default(), format!("signature={}", signed.parameter.encoded()));
        assert!(signers.known(&query).is_none());
        signers.remember(&query, Arc::clone(&signed));
        assert!(Arc::ptr_eq(&signers.known(&query).unwrap(), &signed));
        assert!(signers.known(&query.replace("%7B", "%7b")).is_none(), "the same signature, in another text");
    }

    #[test]
    fn what_is_long_is_not_remembered() {
        let data = Data { cid: Some("c".repeat(LONGEST)), ..Data::default() };
        let parameter = Signer::from_bytes(&[1; 32]).unwrap().sign(&data).unwrap();
        let (signers, query) = (Signers::default(), format!("signature={}", parameter.encoded()));
        signers.remember(&query, Arc::new(VerifiedSignature { signer: parameter.signer().unwrap(), parameter }));
        assert!(signers.known(&query).is_none());
    }
}
