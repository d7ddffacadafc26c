//! Trust in calls over TLS: the certificates that the system trusts, by rustls with ring.

use std::sync::Arc;

use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

/// Why no calls over TLS can be made.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The system's trust store is empty.
    #[error(
        "no certificate of an authority in the system's trust store; SSL_CERT_FILE or SSL_CERT_DIR can name another one"
    )]
    NoAuthority,
    /// An error of rustls.
    #[error(transparent)]
    Rustls(#[from] rustls::Error),
}

/// Reads the authorities that the system trusts. On Linux `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the system's
/// files.
///
/// # Errors
/// [`TlsError`] if there are no usable ones.
pub fn authorities() -> Result<RootCertStore, TlsError> {
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "a part of the system's trust store cannot be read");
    }
    let mut authorities = RootCertStore::empty();
    let (_, unusable) = authorities.add_parsable_certificates(found.certs);
    if unusable > 0 {
        tracing::warn!(unusable, "certificates of the system's trust store are not usable");
    }
    if authorities.is_empty() { Err(TlsError::NoAuthority) } else { Ok(authorities) }
}

/// Returns a client configuration with TLS 1.2 and 1.3 that trusts these authorities. The provider is explicit, so that
/// it does not depend on a global one.
///
/// # Errors
/// [`TlsError`] if rustls refuses the configuration.
pub fn trusting(authorities: RootCertStore) -> Result<ClientConfig, TlsError> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    Ok(config.with_safe_default_protocol_versions()?.with_root_certificates(authorities).with_no_client_auth())
}
