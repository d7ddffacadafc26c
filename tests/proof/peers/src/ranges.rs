//! A listener in a hurry: one range after another, over connections that stay open.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

/// The bytes of a range. Block `n` of the file begins with `n`, as eight bytes, the most significant first.
const BLOCK: usize = 64 << 10;
/// The blocks of the file.
const BLOCKS: u64 = 320;
/// As many connections as a browser opens to one origin, and no more than a small machine can handle.
const CONNECTIONS: u64 = 4;
const PATIENCE: Duration = Duration::from_secs(30);

/// Fetches `count` random blocks of `http://origin` + `target`, where `origin` is an IP address and a port. Each answer is looked at.
///
/// # Errors
/// If an answer is not the range that was asked for.
pub(crate) fn fetch(origin: &str, target: &str, count: u64, seed: u64) -> Result<()> {
    let address: SocketAddr = origin.parse().context("the origin is no IP address and port")?;
    thread::scope(|scope| {
        let listeners: Vec<_> = (0..CONNECTIONS)
            .map(|number| scope.spawn(move || listen(address, target, count / CONNECTIONS, seed ^ (number << 32))))
            .collect();
        listeners.into_iter().try_for_each(|listener| listener.join().ok().context("a listener panicked")?)
    })
}

fn listen(address: SocketAddr, target: &str, count: u64, mut state: u64) -> Result<()> {
    let mut stream = TcpStream::connect(address).with_context(|| format!("nothing listens on {address}"))?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut answers = BufReader::with_capacity(2 * BLOCK, stream.try_clone()?);
    let mut body = vec![0; BLOCK];
    for _ in 0..count {
        let block = random(&mut state) % BLOCKS;
        let first = block * BLOCK as u64;
        let last = first + BLOCK as u64 - 1;
        let request = format!("GET {target} HTTP/1.1\r\nHost: {address}\r\nRange: bytes={first}-{last}\r\n\r\n");
        stream.write_all(request.as_bytes())?;
        let range = format!("bytes {first}-{last}/{}", BLOCKS * BLOCK as u64);
        head(&mut answers, &range)?;
        answers.read_exact(&mut body).context("the answer was cut off")?;
        ensure!(body.starts_with(&block.to_be_bytes()), "another block was sent than {block}");
    }
    Ok(())
}

/// Reads an answer's head, which has to promise `range` in full.
fn head(answers: &mut BufReader<TcpStream>, range: &str) -> Result<()> {
    let (mut status, mut length, mut promised) = (String::new(), None, false);
    answers.read_line(&mut status)?;
    ensure!(status.starts_with("HTTP/1.1 206 "), "the answer is {:?}", status.trim_end());
    loop {
        let mut line = String::new();
        ensure!(answers.read_line(&mut line)? > 0, "the answer ended in its head");
        let Some((name, value)) = line.split_once(':') else {
            ensure!(line.trim().is_empty(), "the line {line:?} is no header");
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse::<usize>().ok(),
            "content-range" => promised = value.trim() == range,
            _ => {}
        }
    }
    ensure!(promised && length == Some(BLOCK), "not {range}, {BLOCK} bytes");
    Ok(())
}

/// The next number of `SplitMix64` (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, figure 13).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
