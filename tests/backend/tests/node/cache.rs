//! What a node keeps on its disk: how much, and which.

pub(crate) mod poisoned;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::support::Reply;
use crate::support::alone::{Alone, BLOCK};

fn size_of(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap();
    // One may go while it is looked at.
    files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum()
}

/// Looks at a folder all the time: the most that has ever been in it.
fn watched(folder: &Path) -> impl FnOnce() -> u64 {
    let (folder, is_over, most) = (folder.to_owned(), Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let (stopped, seen) = (Arc::clone(&is_over), Arc::clone(&most));
    let watching = std::thread::spawn(move || {
        while !stopped.load(Ordering::SeqCst) {
            seen.fetch_max(size_of(&folder), Ordering::SeqCst);
        }
    });
    move || {
        is_over.store(true, Ordering::SeqCst);
        watching.join().unwrap();
        most.load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn there_is_never_more_than_there_may_be() {
    let limit = 700_000;
    let alone = Alone::with_room_for(limit).await;
    let most = watched(alone.cache.path());
    let mut sounds = Vec::new();
    for seed in 1..9 {
        sounds.push(alone.cached(seed, 300_000).await);
    }
    let kept: Vec<_> = sounds.iter().filter(|sound| alone.file(sound).exists()).map(|sound| sound.id).collect();
    assert_eq!(kept, [sounds[6].id, sounds[7].id], "the last two: there is no room for three");
    let listeners = sounds.iter().chain(&sounds).map(|sound| alone.hears(sound));
    assert!(futures_util::future::join_all(listeners).await.into_iter().all(|is_right| is_right));
    let most = most();
    assert!(most > 600_000 && most <= limit, "{most}");
}

#[tokio::test]
async fn least_recently_played_track_is_evicted() {
    let alone = Alone::with_room_for(700_000).await;
    let (often, once) = (alone.cached(1, 300_000).await, alone.cached(2, 300_000).await);
    assert!(alone.hears(&often).await);
    alone.cached(3, 300_000).await;
    assert!(alone.file(&often).exists() && !alone.file(&once).exists());
}

#[tokio::test]
async fn smaller_cache_evicts_excess_at_restart() {
    let mut alone = Alone::with_room_for(1_000_000).await;
    let sounds = [alone.cached(1, 300_000).await, alone.cached(2, 300_000).await];
    alone.restarted_with_room_for(400_000).await;
    assert!(!alone.file(&sounds[0]).exists() && alone.file(&sounds[1]).exists());
    assert!(alone.hears(&sounds[0]).await);
    alone.until_kept(&sounds[0]).await;
    assert!(size_of(alone.cache.path()) <= 400_000);
}

#[tokio::test]
async fn wrong_bytes_from_service_are_detected() {
    let alone = Alone::new().await;
    let sound = alone.public(1, 10 * BLOCK).await;
    let kept = alone.place.media().join("audio").join(&sound.cid);
    let mut bytes = sound.bytes.clone();
    bytes[9 * BLOCK] ^= 1;
    std::fs::write(&kept, &bytes).unwrap();
    // The first blocks are right, and the whole is not.
    assert!(alone.hears_block(&sound, 0).await);
    let refused = async {
        loop {
            // A listener at that moment is disconnected.
            let response = alone.ask(&sound.cid, "").send().await.unwrap();
            if response.status() == 503 {
                break Reply::read(response).await.detail();
            }
        }
    };
    let refused = tokio::time::timeout(crate::support::alone::SOON, refused).await.unwrap();
    assert_eq!(refused, "the track cannot be served: try again later");
    assert!(!alone.file(&sound).exists());
    std::fs::write(&kept, &sound.bytes).unwrap();
    // The service keeps its file open for a few seconds.
    alone.clock.advance(31);
    assert!(alone.hears(&sound).await);
    alone.until_kept(&sound).await;
}
