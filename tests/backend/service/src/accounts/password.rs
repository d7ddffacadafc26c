//! Password hashing by argon2id. An unknown handle takes the same time as a wrong password.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use subtle::ConstantTimeEq as _;
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

use stagepass_kit::entropy::{self, Entropy, EntropyError};

/// The longest password in bytes.
pub const MAX_PASSWORD: usize = 1_024;
/// How many hashes are computed at once. Each one needs memory, and more would only wait for a processor.
const AT_ONCE: usize = 4;

/// The cost of one hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
}

impl PasswordCost {
    /// OWASP's recommendation for argon2id (2024): 19 MiB, two passes, one lane.
    pub const RECOMMENDED: Self = Self { memory_kib: 19_456, passes: 2 };
    /// The lowest cost that argon2 allows, for tests.
    pub const LOWEST: Self = Self { memory_kib: 8, passes: 1 };
}

/// Creates and verifies password hashes, outside the threads that serve requests.
#[derive(Debug, Clone)]
pub struct Passwords {
    params: Params,
    places: Arc<Semaphore>,
    memories: Arc<Memories>,
    decoy: Arc<str>,
}

/// Reused buffers for hashing. Otherwise the allocator would keep such a buffer for each thread that ever hashed a
/// password.
#[derive(Debug, Default)]
struct Memories(Mutex<Vec<Vec<Block>>>);

/// Why a hash could not be created or verified.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// The cost is outside the limits of argon2.
    #[error("the password cost is out of range: {0}")]
    Cost(argon2::Error),
    /// argon2 failed.
    #[error("hashing failed: {0}")]
    Hash(#[from] argon2::Error),
    /// The hash could not be formatted.
    #[error("a hash could not be written: {0}")]
    Written(#[from] argon2::password_hash::Error),
    /// There are no random bytes for a salt.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The runtime is shutting down.
    #[error("the service is stopping")]
    Stopping,
}

impl Passwords {
    /// Returns a hasher with this cost.
    ///
    /// # Errors
    /// [`PasswordError`] if argon2 refuses the cost, or there is no salt for the decoy hash.
    pub fn new(cost: PasswordCost, entropy: &dyn Entropy) -> Result<Self, PasswordError> {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(PasswordError::Cost)?;
        let (salt, memories) = (entropy::random::<16>(entropy)?, Arc::<Memories>::default());
        // In memory of its own, which the system gets back: 19 MiB that a service does not need until a user signs in.
        let decoy = hash(&params, b"", &salt, &mut Vec::new())?.into();
        Ok(Self { params, places: Arc::new(Semaphore::new(AT_ONCE)), memories, decoy })
    }

    /// Returns the PHC string to store for `password`.
    ///
    /// # Errors
    /// [`PasswordError`] if there is no salt or argon2 fails.
    pub async fn hash(&self, password: &str, entropy: &dyn Entropy) -> Result<String, PasswordError> {
        let (params, salt) = (self.params.clone(), entropy::random::<16>(entropy)?);
        let password = Zeroizing::new(password.to_owned());
        self.in_a_place(move |memory| hash(&params, password.as_bytes(), &salt, memory)).await?
    }

    /// Returns whether `password` matches the hash `stored`. Without `stored` (no user has the handle), a decoy is
    /// verified instead. The time taken therefore does not reveal which handles exist.
    ///
    /// # Errors
    /// [`PasswordError::Stopping`]. A stored hash that cannot be parsed counts as a mismatch.
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> Result<bool, PasswordError> {
        let known = stored.is_some();
        let stored: Arc<str> = stored.map_or_else(|| Arc::clone(&self.decoy), Arc::from);
        let password = Zeroizing::new(password.to_owned());
        let matches = self.in_a_place(move |memory| matches(password.as_bytes(), &stored, memory).unwrap_or(false));
        Ok(matches.await? && known)
    }

    async fn in_a_place<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| PasswordError::Stopping)?;
        let memories = Arc::clone(&self.memories);
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            memories.lend(work)
        });
        work.await.map_err(|_| PasswordError::Stopping)
    }
}

impl Memories {
    fn lend<T>(&self, work: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let mut memory = self.lock().pop().unwrap_or_default();
        let done = work(&mut memory);
        self.lock().push(memory);
        done
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Vec<Block>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hash(params: &Params, password: &[u8], salt: &[u8], memory: &mut Vec<Block>) -> Result<String, PasswordError> {
    let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    fill(&Argon2::new(algorithm, version, params.clone()), password, salt, &mut output, memory)?;
    let written = || -> argon2::password_hash::Result<PasswordHash> {
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(params)?,
            salt: Some(Salt::new(salt)?),
            hash: Some(Output::new(&output)?),
        })
    };
    Ok(written()?.to_string())
}

/// Returns whether `password` matches `stored`, at the cost that `stored` names. `None` if it cannot be parsed.
fn matches(password: &[u8], stored: &str, memory: &mut Vec<Block>) -> Option<bool> {
    let stored = PasswordHash::new(stored).ok()?;
    let (salt, expected) = (stored.salt.as_ref()?, stored.hash.as_ref()?);
    let algorithm = Algorithm::try_from(stored.algorithm.as_str()).ok()?;
    let version = stored.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
    let argon2 = Argon2::new(algorithm, version, Params::try_from(&stored).ok()?);
    let mut output = vec![0; expected.as_bytes().len()];
    fill(&argon2, password, salt.as_ref(), &mut output, memory).ok()?;
    Some(output.ct_eq(expected.as_bytes()).into())
}

fn fill(
    argon2: &Argon2<'_>,
    password: &[u8],
    salt: &[u8],
    output: &mut [u8],
    memory: &mut Vec<Block>,
) -> Result<(), argon2::Error> {
    memory.resize(memory.len().max(argon2.params().block_count()), Block::new());
    argon2.hash_password_into_with_memory(password, salt, output, memory)
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;
    use stagepass_kit::entropy::SystemEntropy;

    #[tokio::test]
    async fn only_right_password_of_existing_user_is_accepted() {
        let passwords = Passwords::new(PasswordCost::LOWEST, &SystemEntropy).unwrap();
        let stored = passwords.hash("correct horse", &SystemEntropy).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
        assert!(passwords.verify("correct horse", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("correct horsf", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("", None).await.unwrap(), "the decoy's own password signs nobody in");
        assert!(!passwords.verify("x", Some("not a hash")).await.unwrap());
    }

    /// What others have made, at other costs, one after another in the same memory.
    #[tokio::test]
    async fn hashes_of_other_costs_and_makers() {
        let passwords = Passwords::new(PasswordCost::LOWEST, &SystemEntropy).unwrap();
        for (memory, passes, length) in [(8, 1, 16), (64, 3, 32), (16, 2, 64), (8, 1, 32)] {
            let params = Params::new(memory, passes, 1, Some(length)).unwrap();
            for algorithm in [Algorithm::Argon2id, Algorithm::Argon2i] {
                let maker = Argon2::new(algorithm, Version::V0x13, params.clone());
                let stored = maker.hash_password_with_salt(b"correct horse", b"0123456789abcdef").unwrap().to_string();
                assert!(passwords.verify("correct horse", Some(&stored)).await.unwrap(), "{stored}");
                assert!(!passwords.verify("correct horsf", Some(&stored)).await.unwrap(), "{stored}");
            }
        }
        let other = Passwords::new(PasswordCost { memory_kib: 32, passes: 2 }, &SystemEntropy).unwrap();
        let stored = other.hash("correct horse", &SystemEntropy).await.unwrap();
        assert_eq!(Argon2::default().verify_password(b"correct horse", &*stored), Ok(()));
    }
}
