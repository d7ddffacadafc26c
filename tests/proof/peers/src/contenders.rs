//! The implementations that are measured. Each does the whole work, as its users would write it. `raw` does only the
//! curve arithmetic.

use std::fmt::Write as _;
use std::hint::black_box;

use anyhow::{Context as _, Result, ensure};
use secp256k1::ecdsa::RecoverableSignature;
use secp256k1::{Message, PublicKey, SecretKey};
use secp256k1_kept::ecdsa::RecoveryId;
use stagepass_gate::{Address, Data, Digest, Signer, verify};

/// The number of documents: enough that branch prediction does not learn one of them.
pub(crate) const COUNT: usize = 16;
/// The private key, byte by byte.
const KEY: [u8; 32] = [1; 32];

/// The documents: those that a node sees, four members each.
fn documents() -> Vec<Data> {
    let document = |timestamp| Data {
        cid: Some("baeaaaiqsecjitceegveqtb67yhksnwe75w4khfsep5obuuljl2il3wwnm22su".to_owned()),
        timestamp: Some(timestamp),
        track_id: Some(1_462_669_012),
        user_id: Some(51),
        ..Data::default()
    };
    (1_790_000_000_000..).take(COUNT).map(document).collect()
}

/// One way to sign and to verify the shared documents.
pub(crate) trait Contender {
    /// Signs document `at`: from its members to its canonical form and its signature.
    fn sign(&self, at: usize) -> Result<()>;

    /// Verifies document `at`: from the parameter's text to the comparison with the one address that may sign.
    fn verify(&self, at: usize) -> Result<()>;

    /// The signatures of all documents, which are the same from every contender.
    fn signatures(&self) -> Result<Vec<String>>;
}

fn item<T>(list: &[T], at: usize) -> Result<&T> {
    list.get(at).with_context(|| format!("there is no document {at}"))
}

/// `stagepass-gate`.
pub(crate) struct Ours {
    signer: Signer,
    documents: Vec<Data>,
    parameters: Vec<String>,
    authorities: [Address; 1],
}

impl Ours {
    pub(crate) fn new() -> Result<Self> {
        let signer = Signer::from_bytes(&KEY)?;
        // The texts that are verified.
        let parameters = documents().iter().map(|data| Ok(signer.sign(data)?.to_string())).collect::<Result<Vec<_>>>()?;
        Ok(Self { documents: documents(), parameters, authorities: [signer.address()], signer })
    }
}

impl Contender for Ours {
    fn sign(&self, at: usize) -> Result<()> {
        black_box(self.signer.sign(item(&self.documents, at)?)?);
        Ok(())
    }

    fn verify(&self, at: usize) -> Result<()> {
        black_box(verify(item(&self.parameters, at)?, &self.authorities)?);
        Ok(())
    }

    fn signatures(&self) -> Result<Vec<String>> {
        self.documents.iter().map(|data| Ok(self.signer.sign(data)?.signature().to_string())).collect()
    }
}

/// libsecp256k1 alone: from a digest to a signature, and from both to a public key. One context is used without
/// blinding it again. This is the best that the library can do. The newest version recovers 5 % faster than 0.31.
/// Version 0.31 signs as fast as the newest without blinding, whose own signing call blinds.
pub(crate) struct Raw {
    digests: Vec<[u8; 32]>,
    context: secp256k1_kept::Secp256k1<secp256k1_kept::All>,
    key: secp256k1_kept::SecretKey,
    signed: Vec<(Message, RecoverableSignature)>,
}

impl Raw {
    pub(crate) fn new() -> Result<Self> {
        let ours = Signer::from_bytes(&KEY)?;
        let key = SecretKey::from_secret_bytes(KEY)?;
        let (mut digests, mut signed) = (Vec::new(), Vec::new());
        for document in documents() {
            let digest = *Digest::of_canonical(ours.sign(&document)?.document()).as_bytes();
            let message = Message::from_digest(digest);
            let signature = RecoverableSignature::sign_ecdsa_recoverable(message, &key);
            // Here, because it is none of what is timed.
            ensure!(signature.recover_ecdsa(message)? == PublicKey::from_secret_key(&key), "recovered another key");
            signed.push((message, signature));
            digests.push(digest);
        }
        Ok(Self {
            digests,
            context: secp256k1_kept::Secp256k1::new(),
            key: secp256k1_kept::SecretKey::from_byte_array(KEY)?,
            signed,
        })
    }
}

impl Contender for Raw {
    fn sign(&self, at: usize) -> Result<()> {
        let message = secp256k1_kept::Message::from_digest(*item(&self.digests, at)?);
        black_box(self.context.sign_ecdsa_recoverable(message, &self.key));
        Ok(())
    }

    fn verify(&self, at: usize) -> Result<()> {
        let (message, signature) = item(&self.signed, at)?;
        black_box(signature.recover_ecdsa(*message)?);
        Ok(())
    }

    fn signatures(&self) -> Result<Vec<String>> {
        let signature = |digest: &[u8; 32]| {
            let message = secp256k1_kept::Message::from_digest(*digest);
            let (id, r_and_s) = self.context.sign_ecdsa_recoverable(message, &self.key).serialize_compact();
            let v = if id == RecoveryId::Zero { "00" } else { "01" };
            let mut hex = "0x".to_owned();
            r_and_s.iter().try_for_each(|byte| write!(hex, "{byte:02x}"))?;
            Ok::<_, anyhow::Error>(hex + v)
        };
        self.digests.iter().map(signature).collect()
    }
}
