//! Random bytes, replaceable in tests.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

/// A source of random bytes. Every secret of the service comes from one.
pub trait Entropy: Debug + Send + Sync {
    /// Fills `buffer`.
    ///
    /// # Errors
    /// [`EntropyError`] if the source fails.
    fn fill(&self, buffer: &mut [u8]) -> Result<(), EntropyError>;
}

/// The source of random bytes failed.
#[derive(Debug, thiserror::Error)]
#[error("the system gave no random bytes: {0}")]
pub struct EntropyError(String);

/// The operating system's generator.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, buffer: &mut [u8]) -> Result<(), EntropyError> {
        getrandom::fill(buffer).map_err(|error| EntropyError(error.to_string()))
    }
}

/// Bytes that are derived from a seed, for reproducible tests.
#[derive(Debug)]
pub struct SeededEntropy {
    seed: u64,
    drawn: AtomicU64,
}

impl SeededEntropy {
    /// Returns a separate sequence for each `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed, drawn: AtomicU64::new(0) }
    }
}

impl Entropy for SeededEntropy {
    fn fill(&self, buffer: &mut [u8]) -> Result<(), EntropyError> {
        for chunk in buffer.chunks_mut(32) {
            let drawn = self.drawn.fetch_add(1, Ordering::SeqCst);
            let block =
                Sha256::new().chain_update(self.seed.to_be_bytes()).chain_update(drawn.to_be_bytes()).finalize();
            chunk.iter_mut().zip(block).for_each(|(to, from)| *to = from);
        }
        Ok(())
    }
}

/// Returns `N` random bytes.
///
/// # Errors
/// [`EntropyError`] if the source fails.
pub fn random<const N: usize>(entropy: &dyn Entropy) -> Result<[u8; N], EntropyError> {
    let mut bytes = [0; N];
    entropy.fill(&mut bytes)?;
    Ok(bytes)
}
