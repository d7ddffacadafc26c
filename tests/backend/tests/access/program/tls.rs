//! A service and a lookup that are called over TLS, with certificates of an authority of the tests'.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::routing::get;
use axum::serve::Listener;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use serde_json::json;
use stagepass_test_support::process::ServerProcess;
use stagepass_test_support::sent;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{ServerConfig, SupportedProtocolVersion};
use tokio_rustls::server::TlsStream;

use crate::support::{
    CREDENTIAL, FakeService, GATED, IN_AUSTRALIA, IN_THE_US, Reply, TICKET, client, command, command_without_geo,
    location, new_track, no, signature, signer,
};

/// What signs certificates, and a file with its own.
struct Authority {
    issuer: Issuer<'static, KeyPair>,
    folder: TempDir,
}

/// Takes connections over TLS, and counts those that came to nothing.
struct TlsListener {
    tcp: TcpListener,
    acceptor: TlsAcceptor,
    broken: Arc<AtomicUsize>,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ca.pem"), params.self_signed(&key).unwrap().pem()).unwrap();
        Self { issuer: Issuer::new(params, key), folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// A listener with a certificate for `host`, and the origin that it is reached by, which names the host 127.0.0.1.
    async fn listener(&self, host: &str, version: &'static SupportedProtocolVersion) -> (TlsListener, String) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([host.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap().der().clone();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_protocol_versions(&[version]).unwrap().with_no_client_auth();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = config.with_single_cert(vec![certificate], key).unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("https://{}", tcp.local_addr().unwrap());
        (TlsListener { tcp, acceptor: TlsAcceptor::from(Arc::new(config)), broken: Arc::default() }, origin)
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let (connection, peer) = self.tcp.accept().await.unwrap();
            match self.acceptor.accept(connection).await {
                Ok(connection) => return (connection, peer),
                Err(_) => self.broken.fetch_add(1, Ordering::SeqCst),
            };
        }
    }

    fn local_addr(&self) -> std::io::Result<Self::Addr> {
        self.tcp.local_addr()
    }
}

fn trusting(mut command: Command, authority: &Authority) -> ServerProcess {
    ServerProcess::start(command.env("SSL_CERT_FILE", authority.file()))
}

async fn stream(access: &ServerProcess, address: &str) -> Reply {
    let stream = client().get(format!("{}/stream/{GATED}", access.origin)).header("x-forwarded-for", address);
    sent(stream.header("authorization", format!("Ticket {TICKET}"))).await
}

#[tokio::test]
async fn service_with_trusted_certificate_is_called() {
    let authority = Authority::new("ours");
    for version in [&TLS13, &TLS12] {
        let (listener, origin) = authority.listener("127.0.0.1", version).await;
        let service = FakeService::at(listener, &origin);
        let access = trusting(command(&service.base_url), &authority);
        service.knows_ticket(TICKET, 1, &access.origin);

        let signed = signature(location(&stream(&access, IN_AUSTRALIA).await));
        assert_eq!(signed.signer().unwrap(), signer().address());
        let create = client().post(format!("{}/create-track", access.origin));
        let created = sent(create.header("authorization", format!("Ticket {TICKET}")).json(&new_track())).await;
        assert_eq!(created.status, 200, "{}", created.body);
        let bearer = Some(format!("Bearer {CREDENTIAL}"));
        assert!(service.requests().iter().any(|request| request.authorization == bearer));

        let log = access.stop();
        assert!(!log.contains(CREDENTIAL) && !log.contains(TICKET) && !log.contains("called without TLS"), "{log}");
    }
}

#[tokio::test]
async fn a_service_that_is_not_trusted_learns_nothing() {
    let (authority, stranger, impostor) =
        (Authority::new("ours"), Authority::new("a stranger"), Authority::new("ours"));
    for (signed_by, host, words) in [
        (&stranger, "127.0.0.1", "invalid peer certificate: UnknownIssuer"),
        (&impostor, "127.0.0.1", "invalid peer certificate: BadSignature"),
        (&authority, "service.example", "invalid peer certificate: certificate not valid for name"),
    ] {
        let (listener, origin) = signed_by.listener(host, &TLS13).await;
        let broken = Arc::clone(&listener.broken);
        let service = FakeService::at(listener, &origin);
        let access = trusting(command(&service.base_url), &authority);

        assert_eq!(stream(&access, IN_AUSTRALIA).await.refusal(), no(502, "service_unavailable"), "{host}");
        let create = client().post(format!("{}/create-track", access.origin));
        let create = create.header("authorization", format!("Ticket {TICKET}")).json(&new_track());
        assert_eq!(sent(create).await.refusal(), no(503, "ticket_not_verified"), "{host}");

        let log = access.stop();
        assert!(log.contains(words), "{words}: {log}");
        // The last one's end may not have been seen yet.
        assert!(broken.load(Ordering::SeqCst) > 0, "it was called");
        assert!(service.requests().is_empty(), "{:?}", service.requests());
    }
}

#[tokio::test]
async fn lookup_over_tls_needs_trusted_certificate() {
    let (authority, stranger) = (Authority::new("ours"), Authority::new("a stranger"));
    for (signed_by, australian, american) in [
        (&authority, (302, None), (403, Some("country_not_allowed"))),
        (&stranger, (403, Some("country_lookup_failed")), (403, Some("country_lookup_failed"))),
    ] {
        let (listener, origin) = signed_by.listener("127.0.0.1", &TLS13).await;
        let country = |code| get(async move || json!({ "status": "success", "countryCode": code }).to_string());
        let routes = Router::new()
            .route(&format!("/json/{IN_AUSTRALIA}"), country("AU"))
            .route(&format!("/json/{IN_THE_US}"), country("US"));
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });

        // The service is beside it, and the lookup is not.
        let service = FakeService::start().await;
        let mut command = command_without_geo(&service.base_url);
        command.args(["--geo-url", &format!("{origin}/json/")]);
        let access = trusting(command, &authority);
        service.knows_ticket(TICKET, 1, &access.origin);
        for (address, (status, code)) in [(IN_AUSTRALIA, australian), (IN_THE_US, american)] {
            let reply = stream(&access, address).await;
            assert_eq!(reply.status, status, "{address}: {}", reply.body);
            assert!(code.is_none_or(|code| reply.refusal() == no(status, code)), "{}", reply.body);
        }
    }
}

#[tokio::test]
async fn remote_http_service_with_flag_logs_warning() {
    // 192.0.2.0/24 is reserved for documentation (RFC 5737), and no request is sent there.
    let access = ServerProcess::start(command("http://192.0.2.1/v1").arg("--service-allow-http"));
    let log = access.stop();
    assert!(log.contains("the service is called without TLS") && log.contains(" WARN "), "{log}");
}
