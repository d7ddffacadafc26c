//! A reader who takes nothing.

use std::fs::File;
use std::time::Duration;

use stagepass_backend::node::NodeSettings;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;

use crate::support::{PUBLIC, World};

/// More than all buffers on the way hold.
const LENGTH: u64 = 32 << 20;

#[cfg(target_os = "linux")]
#[tokio::test]
async fn it_is_cut_off() {
    let timeout = Duration::from_millis(300);
    let world = World::with(|settings| NodeSettings { write_timeout: timeout, ..settings }).await;
    File::options().write(true).open(world.folder.path().join("track.mp3")).unwrap().set_len(LENGTH).unwrap();
    let address = world.node.origin().strip_prefix("http://").unwrap().parse().unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(64 << 10).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    let request = format!("GET /tracks/cidstream/{PUBLIC} HTTP/1.1\r\nhost: node\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");

    // A stream under way would hold the node up for ten seconds.
    tokio::time::timeout(Duration::from_secs(9), world.node.shutdown()).await.unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest).await;
    assert!((rest.len() as u64) < LENGTH / 2, "{} bytes", rest.len());
}
