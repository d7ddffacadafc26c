//! The demo's server and music. `cargo xtask` starts it.

use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand, ValueEnum};
use serde_json::{Value, json};
use stagepass_demo::{Origins, Policy, geo, listen, music, serving};

/// Serve the demo's pages and a geolocation service, and write music
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Serve the demo's pages, and print `listening on` and their origin
    Pages {
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
    },
    /// Serve the geolocation service on a free port, and print `listening on` and its origin
    Geo,
    /// Write a piece of music to a WAV file, and print its title and genre as JSON
    Music {
        /// Which
        piece: Piece,
        /// The file
        file: PathBuf,
    },
}

/// A piece of music.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Piece {
    /// The public piece
    HouseLights,
    /// The gated piece
    BackstageOnly,
}

fn main() -> Result<()> {
    match Cli::parse().command {
        Task::Pages { port, dist, config, service, node, access } => {
            let listeners: Vec<TcpListener> = listen::bind(port)?;
            let origins = Origins { service: &service, node: &node, access: &access };
            let pages = stagepass_demo::router(&dist, &config, origins, &Policy::default());
            serving::serve(listeners, pages.context("an address does not fit into a header")?)?;
            stay(&format!("http://localhost:{port}"))
        }
        Task::Geo => stay(&serving::start(geo::router())?),
        Task::Music { piece, file } => {
            let piece = match piece {
                Piece::HouseLights => &music::HOUSE_LIGHTS,
                Piece::BackstageOnly => &music::BACKSTAGE_ONLY,
            };
            music::write(piece, &file)?;
            println!("{}", json!({ "title": piece.title, "genre": piece.genre }));
            Ok(())
        }
    }
}

/// Parses JSON. `Value`'s own conversion from text makes a string of it.
fn json_value(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text)
}

/// Servers run on threads of their own until this process is ended.
fn stay(origin: &str) -> Result<()> {
    println!("listening on {origin}");
    loop {
        thread::park();
    }
}
