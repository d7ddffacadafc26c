use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use stagepass_core::dpop::Proof;
use stagepass_core::text::secret::Secret;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;

use super::*;

/// Starts a server that answers every connection with this. Returns its URL.
async fn server(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/path", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1024]).await;
            let _ = stream.write_all(answer.as_bytes()).await;
            if answer.is_empty() {
                sleep(Duration::from_mins(1)).await;
            }
        }
    });
    url
}

async fn send(answer: &'static str) -> Result<Vec<u8>, HttpError> {
    let request = Request::get(server(answer).await).body(Vec::new()).unwrap();
    Http::default().send(request, Duration::from_millis(500), 5).await.map(Response::into_body)
}

#[tokio::test]
async fn time_and_size_are_bounded() {
    assert_eq!(send("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n12345").await.unwrap(), b"12345");
    assert!(matches!(send("HTTP/1.1 200 OK\r\n\r\n123456").await, Err(HttpError::TooLarge)));
    assert!(matches!(send("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n123").await, Err(HttpError::Failed(_))));
    assert!(matches!(send("").await, Err(HttpError::Timeout)));
}

fn request(url: String) -> effect::Request {
    effect::Request { url, body: Vec::new(), is_form: false, outlives_page: false, proof: Proof::default() }
}

#[tokio::test]
async fn redirect_is_not_followed() {
    let url = server("HTTP/1.1 307 Temporary Redirect\r\nlocation: /\r\ncontent-length: 0\r\n\r\n").await;
    assert!(matches!(Http::default().perform(&request(url)).await, Outcome::Offline));
    assert!(matches!(Http::default().perform(&request("no URL".to_owned())).await, Outcome::Offline));
}

#[tokio::test]
async fn answer_with_too_many_bytes_is_not_read() {
    for (length, is_read) in [(MAX_ANSWER, true), (MAX_ANSWER + 1, false)] {
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{}", "x".repeat(length));
        let outcome = Http::default().perform(&request(server(answer.leak()).await)).await;
        assert!(if is_read { matches!(outcome, Outcome::Answer(_)) } else { matches!(outcome, Outcome::TooLarge) });
    }
}

#[test]
fn body_is_json_or_a_form() {
    let body = vec![("code", Secret::from("a+b \"c\"".to_owned())), ("x", Secret::from("1".to_owned()))];
    let request = effect::Request {
        url: "http://a/".to_owned(),
        body,
        is_form: false,
        outlives_page: false,
        proof: Proof::default(),
    };
    assert_eq!(written(&request).unwrap().body(), br#"{"code":"a+b \"c\"","x":"1"}"#);
    let form = effect::Request { is_form: true, ..request };
    assert_eq!(written(&form).unwrap().body(), b"code=a%2Bb%20%22c%22&x=1");
    assert_eq!(written(&form).unwrap().headers()[CONTENT_TYPE], "application/x-www-form-urlencoded");
}

/// Starts a server over TLS with a certificate for `host`. Returns its URL, and the only authority that signed it.
async fn tls_server(host: &str) -> (String, RootCertStore) {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let mut authorities = RootCertStore::empty();
    authorities.add(params.self_signed(&key).unwrap().der().clone()).unwrap();
    let issuer = Issuer::new(params, key);

    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new([host.to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &issuer).unwrap().der().clone();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config.with_single_cert(vec![certificate], key).unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(mut stream) = acceptor.accept(stream).await {
                let _ = stream.read(&mut [0; 1024]).await;
                let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
            }
        }
    });
    (url, authorities)
}

#[tokio::test]
async fn only_trusted_matching_certificate_is_accepted() {
    for (host, is_trusted, is_called) in
        [("127.0.0.1", true, true), ("127.0.0.1", false, false), ("music.example", true, false)]
    {
        let (url, authorities) = tls_server(host).await;
        let http = Http::default();
        if is_trusted {
            http.0.set(client(authorities).unwrap()).unwrap();
        }
        let request = Request::get(url).body(Vec::new()).unwrap();
        let response = http.send(request, Duration::from_secs(30), 0).await;
        assert_eq!(response.is_ok(), is_called, "{host} {is_trusted}: {response:?}");
    }
}
