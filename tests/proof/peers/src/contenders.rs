//! The implementations that are measured. Each does the whole work, as its users would write it. `raw` does only the
//! curve arithmetic.

use std::hint::black_box;

use alloy_primitives::{Address as AlloyAddress, Signature as AlloySignature, eip191_hash_message, keccak256};
use anyhow::{Context as _, Result, ensure};
use k256::ecdsa::SigningKey;
use secp256k1::ecdsa::RecoverableSignature;
use secp256k1::{Message, PublicKey, SecretKey};
use secp256k1_kept::ecdsa::RecoveryId;
use serde_json::{Value, json};
use stagepass_gate::{Address, Data, Digest, Signer, verify};

use crate::documents::{KEY, documents};

/// One way to sign and to verify the shared documents.
pub(crate) trait Contender {
    /// Signs document `at`: from its members to its canonical form and its signature.
    fn sign(&self, at: usize) -> Result<()>;

    /// Verifies document `at`: from the parameter's text to the comparison with the one address that may sign.
    fn verify(&self, at: usize) -> Result<()>;

    /// The signatures of all documents, which are the same from every contender.
    fn signatures(&self) -> Result<Vec<String>>;
}

/// The texts that are verified, signed by our gate.
fn parameters(signer: &Signer) -> Result<Vec<String>> {
    documents().iter().map(|data| Ok(signer.sign(data)?.to_string())).collect()
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
        let parameters = parameters(&signer)?;
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
            Ok(format!("0x{}{v}", alloy_primitives::hex::encode(r_and_s)))
        };
        self.digests.iter().map(signature).collect()
    }
}

/// alloy, with its own arithmetic (k256), and `serde_json_canonicalizer` for what it doesn't do.
pub(crate) struct Alloy {
    signer: SigningKey,
    documents: Vec<Value>,
    parameters: Vec<String>,
    authority: AlloyAddress,
}

impl Alloy {
    pub(crate) fn new() -> Result<Self> {
        let signer = SigningKey::from_bytes(&KEY.into())?;
        let value = |data: &Data| json!({ "cid": data.cid, "timestamp": data.timestamp, "trackId": data.track_id, "userId": data.user_id });
        Ok(Self {
            documents: documents().iter().map(value).collect(),
            parameters: parameters(&Signer::from_bytes(&KEY)?)?,
            authority: AlloyAddress::from_private_key(&signer),
            signer,
        })
    }

    fn signed(&self, document: &Value) -> Result<(Vec<u8>, AlloySignature)> {
        let canonical = serde_json_canonicalizer::to_vec(document)?;
        let hash = eip191_hash_message(keccak256(&canonical));
        let signature = self.signer.sign_prehash_recoverable(hash.as_slice())?;
        Ok((canonical, signature.into()))
    }
}

impl Contender for Alloy {
    fn sign(&self, at: usize) -> Result<()> {
        black_box(self.signed(item(&self.documents, at)?)?);
        Ok(())
    }

    fn verify(&self, at: usize) -> Result<()> {
        let parameter: Value = serde_json::from_str(item(&self.parameters, at)?)?;
        let text = |name: &str| parameter.get(name).and_then(Value::as_str).context("a member is missing");
        let document: Value = serde_json::from_str(text("data")?)?;
        let hash = keccak256(serde_json_canonicalizer::to_vec(&document)?);
        let signature: AlloySignature = text("signature")?.parse()?;
        ensure!(signature.recover_address_from_msg(hash)? == self.authority, "recovered another address");
        Ok(())
    }

    fn signatures(&self) -> Result<Vec<String>> {
        let signature = |document: &Value| {
            let (_, signature) = self.signed(document)?;
            let mut bytes = signature.as_bytes();
            bytes[64] -= 27;
            Ok(format!("0x{}", alloy_primitives::hex::encode(bytes)))
        };
        self.documents.iter().map(signature).collect()
    }
}
