//! A cache of verified signatures. A player sends the same one with every range, and recovering its signer is most of
//! the cost of a request.

use std::sync::Arc;

use stagepass_gate::{Address, Parameter};

use stagepass_kit::lru_map::LruMap;

/// The most cached signatures: as many as fit into a hash table of 2^13 slots.
const SIGNATURES: usize = 7168;
/// The longest cached query: about twice as long as a usual signature. The cache therefore takes 16 MiB at most.
const LONGEST: usize = 1 << 10;

/// A parsed signature with its recovered signer.
#[derive(Debug)]
pub(super) struct VerifiedSignature {
    pub(super) parameter: Parameter,
    pub(super) signer: Address,
}

/// Maps the text of a query to its signature and signer. These only depend on the text, so entries never become
/// outdated. Everything that can change (CID, track, authorities, age) is checked at every request.
#[derive(Debug)]
pub(super) struct Signers(LruMap<String, Arc<VerifiedSignature>>);

impl Default for Signers {
    fn default() -> Self {
        Self(LruMap::with_capacity(SIGNATURES))
    }
}

impl Signers {
    /// Returns the signature of this query, if it is cached.
    pub(super) fn known(&self, query: &str) -> Option<Arc<VerifiedSignature>> {
        self.0.get(query)
    }

    /// Caches a signature. Only called for those that opened a track, because any client could create others and
    /// evict these.
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
    fn remembered_signature_is_found_by_exact_text() {
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
    fn long_signature_is_not_remembered() {
        let data = Data { cid: Some("c".repeat(LONGEST)), ..Data::default() };
        let parameter = Signer::from_bytes(&[1; 32]).unwrap().sign(&data).unwrap();
        let (signers, query) = (Signers::default(), format!("signature={}", parameter.encoded()));
        signers.remember(&query, Arc::new(VerifiedSignature { signer: parameter.signer().unwrap(), parameter }));
        assert!(signers.known(&query).is_none());
    }
}
