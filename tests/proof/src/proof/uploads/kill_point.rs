//! When a service is killed: at any time, or just when an upload ends, where most can go wrong.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::load::random::Random;

/// In milliseconds since the load began.
const EARLIEST: u64 = 5;
const LATEST: u64 = 900;
/// How long an upload is waited for that ends.
const PATIENCE: Duration = Duration::from_secs(3);

/// A moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KillPoint {
    /// This time after the load began.
    Any(Duration),
    /// This time after the last bytes of this many uploads were sent.
    Ending(u64, Duration),
}

impl KillPoint {
    pub(super) fn of(random: &mut Random) -> Self {
        if random.once_in(3) {
            return Self::Any(Duration::from_millis(EARLIEST + random.below(LATEST - EARLIEST + 1)));
        }
        // While the last bytes arrive, while the file is checked, while it is stored as audio, and soon after.
        let latest = [3, 30, 150, 600].get(random.place(4)).copied().unwrap_or_default();
        Self::Ending(1 + random.below(4), Duration::from_micros(random.below(latest * 1_000)))
    }

    /// Returns when it has come.
    pub(super) async fn wait(self, mut endings: watch::Receiver<u64>) {
        match self {
            Self::Any(after) => sleep(after).await,
            Self::Ending(count, after) => {
                let until = *endings.borrow_and_update() + count;
                // Where none ends in time, now is as good as any other moment.
                let _ = timeout(PATIENCE, endings.wait_for(|endings| *endings >= until)).await;
                sleep(after).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_moments_are_when_an_upload_ends() {
        let mut random = Random::new(1);
        let moments: Vec<_> = (0..300).map(|_| KillPoint::of(&mut random)).collect();
        let endings = moments.iter().filter(|moment| matches!(moment, KillPoint::Ending(..))).count();
        assert!((150..250).contains(&endings), "{endings}");
    }

    #[test]
    fn an_ending_is_waited_for() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let endings = watch::Sender::new(7);
            let coming = tokio::spawn(KillPoint::Ending(2, Duration::ZERO).wait(endings.subscribe()));
            tokio::task::yield_now().await;
            endings.send_replace(8);
            tokio::task::yield_now().await;
            assert!(!coming.is_finished());
            endings.send_replace(9);
            coming.await.unwrap();
        });
    }
}
