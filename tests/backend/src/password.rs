//! Passwords: argon2id, and the same work for people who don't exist.

use std::sync::Arc;

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

use crate::entropy::{self, Entropy, EntropyError};

/// The longest password that is looked at, in bytes.
pub const MAX_PASSWORD: usize = 1_024;
/// Each takes the cost's memory; more would wait in line for a processor anyway.
const AT_ONCE: usize = 4;

/// What one hash costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
}

impl PasswordCost {
    /// OWASP's advice for argon2id (2024): 19 MiB, two passes, one lane.
    pub const RECOMMENDED: Self = Self { memory_kib: 19_456, passes: 2 };
    /// As little as argon2 allows: for tests.
    pub const LOWEST: Self = Self { memory_kib: 8, passes: 1 };
}

/// Makes and checks password hashes, off the threads that serve requests.
#[derive(Debug, Clone)]
pub struct Passwords {
    params: Params,
    places: Arc<Semaphore>,
    decoy: Arc<str>,
}

/// A hash that could not be made or checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// The cost is outside argon2's limits.
    #[error("the password cost is out of range: {0}")]
    Cost(argon2::Error),
    /// argon2 failed.
    #[error("hashing failed: {0}")]
    Hash(argon2::password_hash::Error),
    /// No salt.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The runtime is shutting down.
    #[error("the service is stopping")]
    Stopping,
}

impl Passwords {
    /// Hashes that cost `cost`.
    ///
    /// # Errors
    /// [`PasswordError`] if argon2 refuses that cost or there is no salt for the decoy.
    pub fn new(cost: PasswordCost, entropy: &dyn Entropy) -> Result<Self, PasswordError> {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(PasswordError::Cost)?;
        let decoy = hash(&params, b"", &entropy::random::<16>(entropy)?)?;
        Ok(Self { params, places: Arc::new(Semaphore::new(AT_ONCE)), decoy: decoy.into() })
    }

    /// The PHC string to store for `password`.
    ///
    /// # Errors
    /// [`PasswordError`] if there is no salt or argon2 fails.
    pub async fn hash(&self, password: &str, entropy: &dyn Entropy) -> Result<String, PasswordError> {
        let (params, salt) = (self.params.clone(), entropy::random::<16>(entropy)?);
        let password = Zeroizing::new(password.to_owned());
        self.in_a_place(move || hash(&params, password.as_bytes(), &salt)).await?
    }

    /// Whether `password` is the one that `stored` was made of. Without `stored` (nobody has that handle) the work is done all the same,
    /// so that the time taken does not tell which handles exist.
    ///
    /// # Errors
    /// [`PasswordError::Stopping`]; a stored hash that can't be read counts as a mismatch.
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> Result<bool, PasswordError> {
        let known = stored.is_some();
        let stored: Arc<str> = stored.map_or_else(|| Arc::clone(&self.decoy), Arc::from);
        let password = Zeroizing::new(password.to_owned());
        let matches = self.in_a_place(move || Argon2::default().verify_password(password.as_bytes(), &*stored).is_ok());
        Ok(matches.await? && known)
    }

    async fn in_a_place<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| PasswordError::Stopping)?;
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        work.await.map_err(|_| PasswordError::Stopping)
    }
}

fn hash(params: &Params, password: &[u8], salt: &[u8]) -> Result<String, PasswordError> {
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    argon2.hash_password_with_salt(password, salt).map(|hash| hash.to_string()).map_err(PasswordError::Hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::SystemEntropy;

    #[tokio::test]
    async fn only_the_right_password_of_somebody_who_exists() {
        let passwords = Passwords::new(PasswordCost::LOWEST, &SystemEntropy).unwrap();
        let stored = passwords.hash("correct horse", &SystemEntropy).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
        assert!(passwords.verify("correct horse", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("correct horsf", Some(&stored)).await.unwrap());
        assert!(!passwords.verify("", None).await.unwrap(), "the decoy's own password signs nobody in");
        assert!(!passwords.verify("x", Some("not a hash")).await.unwrap());
    }
}
