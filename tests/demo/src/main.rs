//! The demo's server. `cargo xtask demo` starts it.

use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::Value;
use stagepass_demo::{Origins, Policy, listen, serving};

/// Serve the demo's pages and a geolocation service, and print `listening on` and their origin
#[derive(Parser)]
struct Cli {
    /// The port on localhost
    #[arg(long)]
    port: u16,
    /// The folder of the built pages
    #[arg(long)]
    dist: PathBuf,
    /// What `/config.json` says
    #[arg(long, value_parser = json_value)]
    config: Value,
    /// The service's origin
    #[arg(long)]
    service: String,
    /// The node's origin
    #[arg(long)]
    node: String,
    /// The access server's origin
    #[arg(long)]
    access: String,
}

fn main() -> Result<()> {
    let Cli { port, dist, config, service, node, access } = Cli::parse();
    let listeners: Vec<TcpListener> = listen::bind(port)?;
    let origins = Origins { service: &service, node: &node, access: &access };
    let pages = stagepass_demo::router(&dist, &config, origins, &Policy::default());
    serving::serve(listeners, pages.context("an address does not fit into a header")?)?;
    println!("listening on http://localhost:{port}");
    // Servers run on threads of their own until this process is ended.
    loop {
        thread::park();
    }
}

/// Parses JSON. `Value`'s own conversion from text makes a string of it.
fn json_value(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text)
}
