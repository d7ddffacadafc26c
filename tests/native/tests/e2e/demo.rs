//! The demo's own server, as `cargo xtask demo` starts it.

use std::env;
use std::path::PathBuf;

use serde_json::Value;
use stagepass_demo::Origins;
use tokio::net::TcpListener;

/// Serves the demo at `listener`, with this `/config.json`.
pub(crate) async fn serve(listener: TcpListener, config: &Value, origins: Origins<'_>) {
    let dist = env::var_os("STAGEPASS_WWW_DIST")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/dist")), PathBuf::from);
    assert!(dist.join("index.html").is_file(), "{} is not the built demo", dist.display());
    let router = stagepass_demo::router(&dist, config, origins).expect("origins fit into a header");
    axum::serve(listener, router).await.expect("it serves until it is dropped");
}
