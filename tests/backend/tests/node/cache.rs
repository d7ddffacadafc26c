//! What a node keeps on its disk: how much, which, and what is left of a node that was killed.

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
    let (told, seen) = (Arc::clone(&is_over), Arc::clone(&most));
    let watching = std::thread::spawn(move || {
        while !told.load(Ordering::SeqCst) {
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
        let sound = alone.public(seed, 300_000).await;
        assert!(alone.hears(&sound).await);
        alone.until_kept(&sound).await;
        sounds.push(sound);
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
    let (often, once) = (alone.public(1, 300_000).await, alone.public(2, 300_000).await);
    for sound in [&often, &once] {
        assert!(alone.hears(sound).await);
        alone.until_kept(sound).await;
    }
    assert!(alone.hears(&often).await);
    let third = alone.public(3, 300_000).await;
    assert!(alone.hears(&third).await);
    alone.until_kept(&third).await;
    assert!(alone.file(&often).exists() && !alone.file(&once).exists());
}

#[tokio::test]
async fn audio_larger_than_cache_is_served_uncached() {
    let alone = Alone::with_room_for(100_000).await;
    let (large, small) = (alone.public(1, 300_000).await, alone.public(2, 50_000).await);
    assert!(alone.hears(&large).await);
    assert!(alone.hears(&small).await);
    alone.until_kept(&small).await;
    assert!(alone.hears(&large).await && !alone.file(&large).exists());
}

#[tokio::test]
async fn restart_after_kill_removes_only_partial_files() {
    let mut alone = Alone::with_room_for(1_000_000).await;
    let (one, other) = (alone.public(1, 300_000).await, alone.public(2, 300_000).await);
    for sound in [&one, &other] {
        assert!(alone.hears(sound).await);
        alone.until_kept(sound).await;
    }
    let folder = alone.cache.path().to_owned();
    let draft = folder.join(".stagepass-a1b2c3.part");
    let foreign = folder.join("holiday.jpg");
    alone
        .restarted(|| {
            std::fs::write(&draft, vec![0; 500_000]).unwrap();
            std::fs::write(&foreign, "not ours").unwrap();
        })
        .await;
    assert!(!draft.exists() && foreign.exists());
    let before = alone.line.asked_for_audio(&one.cid);
    assert!(alone.hears(&one).await);
    assert!(
        alone.line.asked_for_audio(&one.cid) < before + 5,
        "it is still there, but for what was heard while it was checked"
    );
}

#[tokio::test]
async fn smaller_cache_evicts_excess_at_restart() {
    let mut alone = Alone::with_room_for(1_000_000).await;
    let sounds = [alone.public(1, 300_000).await, alone.public(2, 300_000).await];
    for sound in &sounds {
        assert!(alone.hears(sound).await);
        alone.until_kept(sound).await;
    }
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
