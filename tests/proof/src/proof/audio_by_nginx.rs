//! A stream node behind nginx, which sends the audio (`X-Accel-Redirect`). nginx must answer every request as the node
//! alone does, and must send no audio that the node has not allowed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use stagepass_programs::process::Service;

use crate::bench::signed_urls::sign;
use crate::installation::{Installation, free_address};
use crate::load::counts::Counts;
use crate::load::uploads::cid;
use crate::nginx::{Backends, NODE_HOST, Nginx, shipped};

const PATIENCE: Duration = Duration::from_secs(30);
/// Headers of a connection or a moment. Only nginx adds the last of them.
const OF_ONE_ANSWER: [&str; 5] = ["connection", "date", "server", "x-request-id", "strict-transport-security"];

/// Compares nginx with a node alone.
///
/// # Errors
/// If they differ, or nginx sends audio that the node did not allow.
pub(super) fn run(installation: &Installation) -> Result<Counts> {
    let file = installation.folder().join("piece.wav");
    stagepass_music::write(&stagepass_music::BACKSTAGE_ONLY, &file)?;
    let audio = fs::read(&file).context("cannot read the audio")?;
    let listener = installation.add_listener("listener")?;
    let (key, authority) = installation.make_signer()?;
    let track = installation.add_gated_track(&listener, &authority, &file)?;
    let key = fs::read_to_string(key).context("cannot read the key")?;
    let cid = cid(&audio);
    let signed = sign(&installation.program, key.trim(), &[(&cid, track, listener.user_id)])?;
    let signed = signed.first().context("there is no signed URL")?;

    let (_alone, alone) = start(installation, &[])?;
    let arguments = ["--accel-redirect", "/internal/audio/", "--trusted-proxy", "127.0.0.1/32"];
    let (_node, node) = start(installation, &arguments)?;
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let unused = free_address()?;
    let media = installation.media();
    let backends = Backends { replicas: [unused, unused], node, access: unused, media: &media };
    let nginx = Nginx::start(&shipped(installation.address, &backends)?, installation.address, scratch.path())?;

    let mut counts = Counts::default();
    let unsigned = format!("/tracks/cidstream/{cid}");
    for (method, target, fields) in requests(signed, &unsigned, &cid) {
        let request = format!(
            "{method} {target} HTTP/1.1\r\nHost: {NODE_HOST}\r\nConnection: close\r\n{}\r\n",
            fields.iter().flat_map(|field| [field.as_str(), "\r\n"]).collect::<String>()
        );
        let [theirs, ours] = [Answer::of(nginx.address, &request)?, Answer::of(alone, &request)?];
        ensure!(theirs == ours, "{method} {fields:?}: nginx answers\n{theirs:?}\nand the node\n{ours:?}");
        counts.add("requests that nginx answers as the node does");
    }
    // nginx does send the bytes: the node says so only to a proxy.
    let told = Answer::of(node, &format!("GET {signed} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))?;
    let path = format!("/internal/audio/{cid}");
    ensure!(told.headers.get("x-accel-redirect") == Some(&path) && told.length == 0, "the node says {told:?}");
    for target in [
        path.as_str(),
        &format!("//internal/audio/{cid}"),
        &format!("/internal/audio/./{cid}"),
        "/internal/audio/../uploads/",
    ] {
        let request = format!(
            "GET {target} HTTP/1.1\r\nHost: {NODE_HOST}\r\nConnection: close\r\nX-Accel-Redirect: {path}\r\n\r\n"
        );
        let answer = Answer::of(nginx.address, &request)?;
        ensure!(answer.status == 404, "{target} is answered {answer:?}");
        counts.add("requests for the internal path that are refused");
    }
    Ok(counts)
}

/// Method, target and header fields.
fn requests<'a>(signed: &'a str, unsigned: &'a str, cid: &str) -> Vec<(&'static str, &'a str, Vec<String>)> {
    let tag = format!("\"{cid}\"");
    let range = |value: &str| vec![format!("Range: bytes={value}")];
    let and = |value: &str, other: String| vec![format!("Range: bytes={value}"), other];
    let date = "Wed, 01 Jan 2070 00:00:00 GMT";
    let mut requests = vec![
        ("GET", unsigned, vec![]),
        ("GET", unsigned, vec![format!("X-Accel-Redirect: /internal/audio/{cid}")]),
        ("GET", "/tracks/cidstream/unknown", vec![]),
        ("HEAD", signed, vec![]),
        ("HEAD", signed, range("0-9")),
        ("OPTIONS", signed, vec!["Origin: null".to_owned(), "Access-Control-Request-Method: GET".to_owned()]),
    ];
    let of_get = [
        vec![],
        range("0-0"),
        range("0-65535"),
        range("1000-"),
        range("-1"),
        range("-99999999999"),
        range("5-99999999999"),
        range("99999999999-"),
        range("5-99999999999999999999"),
        range("9-1"),
        range("0-1,5-6"),
        range("0-4,5-9"),
        vec!["Range: bytes= 0-9".to_owned()],
        vec![format!("If-None-Match: {tag}")],
        vec!["If-None-Match: \"other\"".to_owned()],
        vec![format!("If-Match: {tag}")],
        vec!["If-Match: \"other\"".to_owned()],
        vec![format!("If-Modified-Since: {date}")],
        vec!["If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT".to_owned()],
        and("0-9", format!("If-Range: {tag}")),
        and("0-9", "If-Range: \"other\"".to_owned()),
        and("0-9", format!("If-Range: {date}")),
        and("0-9", "If-None-Match: \"other\"".to_owned()),
    ];
    requests.extend(of_get.map(|fields| ("GET", signed, fields)));
    requests
}

/// Starts a node and returns its address.
fn start(installation: &Installation, arguments: &[&str]) -> Result<(Service, SocketAddr)> {
    let (node, address) = Service::start(installation.node()?.args(arguments), "listening on http://", PATIENCE)?;
    Ok((node, address.trim().parse().context("the node does not say where it listens")?))
}

/// What a client sees.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: u16,
    headers: BTreeMap<String, String>,
    length: usize,
    hash: u64,
}

impl Answer {
    fn of(address: SocketAddr, request: &str) -> Result<Self> {
        let mut stream = TcpStream::connect(address).with_context(|| format!("nothing listens at {address}"))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(request.as_bytes())?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).context("there is no whole answer")?;
        Self::parse(&bytes)
    }

    fn parse(bytes: &[u8]) -> Result<Self> {
        let mut fields = [httparse::EMPTY_HEADER; 64];
        let mut head = httparse::Response::new(&mut fields);
        let body = match head.parse(bytes)? {
            httparse::Status::Complete(length) => bytes.get(length..).unwrap_or_default(),
            httparse::Status::Partial => anyhow::bail!("the head of an answer is not whole"),
        };
        let mut headers: BTreeMap<String, String> = BTreeMap::new();
        for field in &*head.headers {
            let (name, value) = (field.name.to_ascii_lowercase(), String::from_utf8_lossy(field.value).into_owned());
            if !OF_ONE_ANSWER.contains(&name.as_str()) {
                // A field that is sent twice shows.
                headers.entry(name).and_modify(|known| *known = format!("{known} | {value}")).or_insert(value);
            }
        }
        // The seconds that are left, and the random boundary of several parts.
        let is_of_a_moment = |value: &str| value.starts_with("private, max-age=");
        if let Some(value) = headers.get_mut("cache-control").filter(|value| is_of_a_moment(value)) {
            value.truncate("private, max-age=".len());
        }
        let parts = headers.get_mut("content-type").filter(|value| value.starts_with("multipart/"));
        let is_of_parts = parts.map(|value| value.truncate("multipart/byteranges".len())).is_some();
        let hashed = if is_of_parts { &[][..] } else { body };
        Ok(Self { status: head.code.context("no status")?, headers, length: body.len(), hash: hash_of(hashed) })
    }
}

/// FNV-1a: a difference is to be seen, and printed in a line.
fn hash_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
