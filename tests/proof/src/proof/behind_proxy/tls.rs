//! A certificate authority of the test, a certificate of it, and a client that trusts it.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use stagepass_programs::backend;

/// The host of all servers. Each has a port of its own.
pub(super) const HOST: &str = "localhost";
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) struct Authority {
    /// The certificate of the authority, for `SSL_CERT_FILE`.
    pub(super) file: PathBuf,
    /// The certificate for the host and its key.
    pub(super) certificate: [PathBuf; 2],
    client: Arc<ClientConfig>,
}

impl Authority {
    /// Writes the certificates into a folder.
    pub(super) fn create(folder: &Path) -> Result<Self> {
        let [file, certificate, key_file] = ["ca.pem", "host.pem", "host.key"].map(|name| folder.join(name));
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let own = params.self_signed(&key)?;
        fs::write(&file, own.pem()).context("cannot write the authority's certificate")?;
        let host_key = KeyPair::generate()?;
        let issuer = Issuer::new(params, key);
        let host = CertificateParams::new([HOST.to_owned()])?.signed_by(&host_key, &issuer)?;
        fs::write(&certificate, host.pem()).context("cannot write the certificate")?;
        backend::write_private(&key_file, &host_key.serialize_pem())?;
        let mut roots = RootCertStore::empty();
        roots.add(own.der().clone())?;
        let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let client = client.with_safe_default_protocol_versions()?.with_root_certificates(roots);
        let client = Arc::new(client.with_no_client_auth());
        Ok(Self { file, certificate: [certificate, key_file], client })
    }

    /// Sends one request, and returns the status, the location and the body.
    pub(super) async fn ask(
        &self,
        port: u16,
        (method, path): (&str, &str),
        headers: &str,
        body: &str,
    ) -> Result<(u16, Option<String>, Vec<u8>)> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nConnection: close\r\n{headers}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let exchange = async {
            let stream = TcpStream::connect(address).await?;
            let mut stream =
                TlsConnector::from(Arc::clone(&self.client)).connect(ServerName::try_from(HOST)?, stream).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            Ok::<_, anyhow::Error>(answer)
        };
        let answer = timeout(PATIENCE, exchange).await.context("there is no answer")??;
        let mut fields = [httparse::EMPTY_HEADER; 64];
        let mut head = httparse::Response::new(&mut fields);
        let httparse::Status::Complete(length) = head.parse(&answer)? else { anyhow::bail!("half an answer") };
        let location = head.headers.iter().find(|field| field.name.eq_ignore_ascii_case("location"));
        let location = location.map(|field| String::from_utf8_lossy(field.value).into_owned());
        let body = answer.get(length..).unwrap_or_default().to_vec();
        Ok((head.code.context("no status")?, location, body))
    }
}
