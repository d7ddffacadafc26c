//! Trust in calls over TLS: the certificates that the system trusts, by rustls with ring.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use x509_parser::parse_x509_certificate;

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

/// Connects to a server over TLS, and returns from when until when its certificate is valid, in Unix seconds.
///
/// # Errors
/// An [`io::Error`] if there is no connection, or the certificate is not trusted or not valid for `host`.
pub async fn certificate_validity(host: &str, port: u16) -> io::Result<Range<i64>> {
    let config = trusting(authorities().map_err(io::Error::other)?).map_err(io::Error::other)?;
    let name = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let tcp = TcpStream::connect((name.as_str(), port)).await?;
    let name = ServerName::try_from(name).map_err(io::Error::other)?;
    let connection = TlsConnector::from(Arc::new(config)).connect(name, tcp).await?;
    let (_, session) = connection.get_ref();
    let certificate = session.peer_certificates().and_then(<[_]>::first);
    let certificate = certificate.ok_or_else(|| io::Error::other("the server has no certificate"))?;
    let (_, certificate) = parse_x509_certificate(certificate).map_err(io::Error::other)?;
    let validity = certificate.validity();
    Ok(validity.not_before.timestamp()..validity.not_after.timestamp())
}
