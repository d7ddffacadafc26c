//! Unique names and passwords.

use stagepass_backend::entropy::{Entropy as _, SystemEntropy};

/// `N` random octets, in hexadecimal.
pub(crate) fn random<const N: usize>() -> String {
    let mut octets = [0; N];
    SystemEntropy.fill(&mut octets).expect("the system has random octets");
    octets.iter().fold(String::new(), |text, octet| text + &format!("{octet:02x}"))
}
