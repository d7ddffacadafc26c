//! `stagepass-load ADDRESS TOKEN_PATH CLIENT_ID ME_PATH ME_MARK renew|keep FILE`: what `cargo xtask bench service` asks a server with. FILE has a refresh token and an access
//! token a line; `renew` says that the access tokens of a refresh are used at `ME_PATH`. One request a line on stdin, `refresh CONNECTIONS MILLISECONDS` or `me CONNECTIONS MILLISECONDS`; one answer a line on stdout: how many were
//! answered, in how many microseconds, and the 50th and the 99th percentile of theirs.
//!
//! `stagepass-load limits FILE`: what `cargo xtask bench limits` asks the service with that FILE describes (see `limits::Scene`). One order a line on
//! stdin, `flood SECONDS RATE BURST`, `slow CONNECTIONS LOGINS`, `beside SECONDS OTHERS ADDRESSES` or `large COUNT`; what came of it on stdout, a JSON object a line.
//!
//! `stagepass-load streams FILE` and `stagepass-load uploads FILE` in the same way, for `cargo xtask bench streams` and `uploads`: see `streams::Order`; an order for an
//! upload is `CHUNK PATH`, see `transfer::Desk`.

use std::error::Error;
use std::io::Write as _;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use stagepass_load::limits::{Order, Scene};
use stagepass_load::pressure::{Chain, Outcome, Pressure, Subject, Target};
use stagepass_load::streams;
use stagepass_load::transfer::Desk;

/// More are never asked for.
const CONNECTIONS: usize = 32;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    if let [word, file] = &*std::env::args().skip(1).collect::<Vec<_>>() {
        return match word.as_str() {
            "limits" => limits(file).await,
            "streams" => listen(file).await,
            "uploads" => upload(file).await,
            _ => Err(format!("{word} is nothing that is done").into()),
        };
    }
    let arguments: [String; 7] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "seven arguments are needed")?;
    let [address, token_path, client_id, me_path, me_mark, access, file] = arguments;
    let chains: Option<Vec<Chain>> = std::fs::read_to_string(file)?.lines().map(Chain::read).collect();
    let target =
        Target { address: address.parse()?, token_path, client_id, me_path, me_mark, renews_access: access == "renew" };
    let mut pressure = Pressure::new(target, chains.ok_or("a line is no pair of tokens")?, CONNECTIONS)?;
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let line = line?;
        let (subject, numbers) = line.split_once(' ').ok_or("no request")?;
        let subject = match subject {
            "refresh" => Subject::Refresh,
            "me" => Subject::Me,
            _ => return Err("no request".into()),
        };
        let (connections, time) = numbers.split_once(' ').ok_or("no request")?;
        let time = Duration::from_millis(time.parse()?);
        let Outcome { count, elapsed, percentiles: [p50, p99] } =
            pressure.put(subject, connections.parse()?, time).await?;
        writeln!(stdout, "{count} {} {} {}", elapsed.as_micros(), p50.as_micros(), p99.as_micros())?;
        stdout.flush()?;
    }
    Ok(())
}

/// More connections than a shell lets a program have.
fn open_more_files() -> Result<(), Box<dyn Error>> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    Ok(setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?)
}

async fn limits(file: &str) -> Result<(), Box<dyn Error>> {
    open_more_files()?;
    let scene: Scene = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let figures = scene.play(Order::read(&line?).ok_or("no order")?).await?;
        writeln!(stdout, "{figures}")?;
        stdout.flush()?;
    }
    Ok(())
}

async fn listen(file: &str) -> Result<(), Box<dyn Error>> {
    open_more_files()?;
    let scene: streams::Scene = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let order = streams::Order::read(&line?).ok_or("no order")?;
        writeln!(stdout, "{}", serde_json::to_string(&scene.play(&order).await?)?)?;
        stdout.flush()?;
    }
    Ok(())
}

async fn upload(file: &str) -> Result<(), Box<dyn Error>> {
    let desk: Desk = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let line = line?;
        let (chunk, path) = line.split_once(' ').ok_or("no order")?;
        let transfer = desk.upload(path.as_ref(), chunk.parse()?).await?;
        writeln!(stdout, "{}", serde_json::to_string(&transfer)?)?;
        stdout.flush()?;
    }
    Ok(())
}
