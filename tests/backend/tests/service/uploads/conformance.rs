//! The tus protocol 1.0.0, clause by clause: everything that its text asks of a server with a MUST (and what it
//! recommends and a client notices), for its core and for the extensions that the service names. And what the
//! protocol's own servers, tusd and tus-node-server, expect of themselves in their tests, except for what the service
//! does not offer: checksums, concatenation, deferred lengths, hooks.
//!
//! | clause | test |
//! |---|---|
//! | Upload-Offset, Upload-Length: non-negative integers | [`core_protocol::numbers_are_numbers`] |
//! | Tus-Version: a list, the preferred one first; in OPTIONS, and with 412 | [`core_protocol::it_says_what_it_speaks`], [`core_protocol::another_version_is_not_processed`] |
//! | Tus-Resumable: in every answer; another one is answered 412, and nothing is done | [`core_protocol::every_answer_names_the_version`], [`core_protocol::another_version_is_not_processed`] |
//! | Tus-Resumable of an OPTIONS request is ignored | [`core_protocol::it_says_what_it_speaks`] |
//! | Tus-Extension, Tus-Max-Size | [`core_protocol::it_says_what_it_speaks`] |
//! | X-HTTP-Method-Override is the method | [`core_protocol::the_method_is_what_the_header_says`] |
//! | HEAD: Upload-Offset always, Upload-Length, `no-store`; no Upload-Offset if the upload does not exist | [`core_protocol::head_returns_offset_length_and_metadata`], [`core_protocol::addresses_of_nothing`] |
//! | PATCH: 415, 409 without a change, 204 with the new offset, 404 | [`core_protocol::parts_are_added_where_they_belong`] |
//! | as much as possible of what arrives is stored | `pieces::bytes_received_before_disconnect_are_kept` |
//! | creation: 201, Location; Upload-Length or nothing; 413; Upload-Metadata as it was sent | [`creation`] |
//! | creation-with-upload: Upload-Offset; the rules of PATCH | [`creation`] |
//! | expiration: Upload-Expires in POST and PATCH, a date of RFC 9110; 404 afterwards | [`ending`] |
//! | termination: 204; 404 afterwards | [`ending`] |
//!
//! Where the text leaves a choice, or those servers chose otherwise: an upload of no bytes is refused, since it can't
//! be audio (the text: MAY be 0); lengths can't be left for later (`creation-defer-length` is not named); metadata that
//! is not of its form is refused, where tusd leaves out what it can't read; a body in POST that is not said to be an
//! upload's is refused with 415, as in PATCH, where both servers ignore it; an upload that has expired is 404, as the
//! text allows, where tus-node-server says 410.

mod core_protocol;
mod creation;
mod ending;

use reqwest::{Method, RequestBuilder};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use stagepass_test_support::api_client::{ApiClient, sent};
use stagepass_test_support::{Reply, TestStorage};

const OCTETS: &str = "application/offset+octet-stream";

/// A service with a folder, and one with a bucket.
async fn everywhere() -> (TestStorage, [ApiClient; 2]) {
    let place = TestStorage::with_bucket();
    let scenes = [ApiClient::new().await, ApiClient::at(&place).await];
    (place, scenes)
}

fn with_headers(request: RequestBuilder, headers: &[(&str, &str)]) -> RequestBuilder {
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
}

/// A creation that brings bytes along.
async fn create_with(scene: &ApiClient, length: usize, more: &[(&str, &str)], bytes: &[u8]) -> Reply {
    let request = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", length);
    sent(with_headers(request, more).body(bytes.to_vec())).await
}

async fn head(scene: &ApiClient, upload: &str) -> Reply {
    sent(scene.tus(Method::HEAD, upload, &scene.token)).await
}

/// A request by hand, which breaks off after the body unless it is whole; and what is answered to it, if anything is.
pub(super) async fn by_hand(
    scene: &ApiClient,
    (method, upload): (&str, &str),
    headers: &str,
    (body, is_whole): (&[u8], bool),
) -> String {
    let host = scene.world.service.origin();
    let mut connection = TcpStream::connect(host.strip_prefix("http://").unwrap()).await.unwrap();
    let (_, path) = upload.split_once("/v1").unwrap();
    let head = format!(
        "{method} /v1{path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ntus-resumable: 1.0.0\r\ncontent-type: {OCTETS}\r\n\
         connection: close\r\n{headers}\r\n",
        scene.token
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    // Who refuses need not read the rest.
    let _ = connection.write_all(body).await;
    if !is_whole {
        let _ = connection.shutdown().await;
    }
    let mut answer = Vec::new();
    let _ = connection.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}
