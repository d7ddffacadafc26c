//! What is trusted in calls over TLS: the certificates that the system trusts, by rustls with ring.

use std::sync::Arc;

use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

/// Calls over TLS can't be made.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The system trusts nobody.
    #[error(
        "no certificate of an authority in the system's trust store; SSL_CERT_FILE or SSL_CERT_DIR can name another one"
    )]
    NoAuthority,
    /// As rustls says.
    #[error(transparent)]
    Rustls(#[from] rustls::Error),
}

/// The authorities that the system trusts, read now. On Linux `SSL_CERT_FILE` and `SSL_CERT_DIR` take the place of the
/// system's files.
///
/// # Errors
/// [`TlsError`] if there are none that can be used.
pub fn authorities() -> Result<RootCertStore, TlsError> {
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "a part of the system's trust store can't be read");
    }
    let mut authorities = RootCertStore::empty();
    let (_, unusable) = authorities.add_parsable_certificates(found.certs);
    if unusable > 0 {
        tracing::warn!(unusable, "certificates of the system's trust store can't be used");
    }
    if authorities.is_empty() { Err(TlsError::NoAuthority) } else { Ok(authorities) }
}

/// TLS 1.2 and 1.3 with who has a certificate of one of these. The provider is named, so that nothing depends on one
/// installed for the whole process.
///
/// # Errors
/// [`TlsError`] if there are none that can be used.
pub fn trusting(authorities: RootCertStore) -> Result<ClientConfig, TlsError> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    Ok(config.with_safe_default_protocol_versions()?.with_root_certificates(authorities).with_no_client_auth())
}
