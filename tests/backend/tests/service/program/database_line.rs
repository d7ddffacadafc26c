//! PostgreSQL behind a line that loses answers, or carries none. SQLite is in the process of the service, so there only
//! the same requests are made.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use stagepass_backend::Settings;
use stagepass_backend::store::{DatabaseAddress, GrantId, Holder, NewGrant, NewUserRecord, Store, Succession};
use stagepass_test_support::{Reply, TestService, TestStorage, Tokens};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

const USERS: usize = 12;
/// The most attempts to lose the answer to a batch of several refreshes.
const ROUNDS: usize = 50;
/// `ReadyForQuery` of PostgreSQL's protocol, outside of a transaction: all before it is committed.
const READY: &[u8] = b"Z\0\0\0\x05I";

/// A line to PostgreSQL.
#[derive(Default)]
struct Line {
    /// Whether it is cut before the answer to an UPDATE arrives.
    loses_updates: AtomicBool,
    /// How many connections there were.
    connections: AtomicUsize,
    /// How many of the first connections carry no answers.
    silent: AtomicUsize,
    /// The most rows that a lost answer was about.
    most_lost: AtomicUsize,
    /// An answer was not carried.
    swallowed: Notify,
}

impl Line {
    /// Returns a line to the database of `place`, and its address there. `None` on SQLite.
    async fn to(place: &TestStorage) -> Option<(Arc<Self>, DatabaseAddress)> {
        let (user, server) = place.address().split_once('@')?;
        let (server, name) = server.split_once('/').unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = format!("{user}@{}/{name}", listener.local_addr().unwrap());
        let (line, server) = (Arc::new(Self::default()), server.to_owned());
        let carrier = Arc::clone(&line);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (line, server) = (Arc::clone(&carrier), TcpStream::connect(&server).await.unwrap());
                tokio::spawn(async move { line.carry(client, server).await });
            }
        });
        Some((line, address.parse().unwrap()))
    }

    async fn carry(&self, client: TcpStream, server: TcpStream) {
        let ((mut requests, client), (answers, mut server)) = (client.into_split(), server.into_split());
        // Either end of the line ends the other.
        tokio::select! {
            _ = tokio::io::copy(&mut requests, &mut server) => {}
            _ = self.carry_answers(answers, client) => {}
        }
    }

    /// From now on, the open connections carry no answers.
    fn silence(&self) {
        self.silent.store(self.connections.load(Ordering::SeqCst), Ordering::SeqCst);
    }

    async fn carry_answers(&self, mut answers: OwnedReadHalf, mut client: OwnedWriteHalf) -> io::Result<()> {
        let (mut bytes, mut lost) = (vec![0; 65_536], Vec::new());
        let connection = self.connections.fetch_add(1, Ordering::SeqCst);
        loop {
            let count = answers.read(&mut bytes).await?;
            let read = &bytes[..count];
            if read.is_empty() {
                return Ok(());
            } else if connection < self.silent.load(Ordering::SeqCst) {
                self.swallowed.notify_one();
            } else if self.loses_updates.load(Ordering::SeqCst) && (rows_of(read).is_some() || !lost.is_empty()) {
                lost.extend_from_slice(read);
                if lost.ends_with(READY) {
                    self.most_lost.fetch_max(rows_of(&lost).unwrap_or_default(), Ordering::SeqCst);
                    return Ok(());
                }
            } else {
                client.write_all(read).await?;
            }
        }
    }
}

/// Returns the number of rows in the tag `UPDATE 12`, if these answers have it.
fn rows_of(answers: &[u8]) -> Option<usize> {
    let at = answers.windows(7).position(|bytes| bytes == b"UPDATE ")?;
    let digits: String =
        answers[at + 7..].iter().map(|byte| char::from(*byte)).take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

async fn refresh_all(world: &TestService, tokens: &[Tokens]) -> Vec<Reply> {
    join_all(tokens.iter().map(|tokens| world.refresh(&tokens.refresh))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn committed_refresh_with_lost_answer_can_be_repeated() {
    let place = TestStorage::new();
    let (line, database) = Line::to(&place).await.unzip();
    let settings = place.settings();
    let database = database.unwrap_or_else(|| settings.database.clone());
    let world = TestService::with(Settings { database, ..settings }).await;
    let mut tokens = Vec::new();
    for _ in 0..USERS {
        tokens.push(world.login().await);
    }
    let lose_updates = |are_lost| {
        if let Some(line) = &line {
            line.loses_updates.store(are_lost, Ordering::SeqCst);
        }
    };
    for round in 0.. {
        assert!(round < ROUNDS, "no batch was lost");
        lose_updates(true);
        let replies = refresh_all(&world, &tokens).await;
        lose_updates(false);
        for reply in &replies {
            assert!(matches!(reply.status, 200 | 500..), "{}", reply.body);
        }
        // As the client does: it still has the token that it sent.
        let repeated: Vec<_> = refresh_all(&world, &tokens).await.iter().map(Tokens::of).collect();
        for (reply, repeated) in replies.iter().zip(&repeated).filter(|(reply, _)| reply.status == 200) {
            assert_eq!(Tokens::of(reply).refresh, repeated.refresh);
        }
        tokens = repeated;
        let Some(line) = &line else { break };
        if line.most_lost.load(Ordering::SeqCst) > 1 {
            break;
        }
    }
    for tokens in &tokens {
        assert_eq!(world.me(&tokens.access).await.status, 200);
        assert_eq!(world.refresh(&tokens.refresh).await.status, 200);
    }
}

/// Uses three connections: for a batch, another write and a read. Returns which of them succeed.
async fn work(store: &Store) -> [bool; 3] {
    let (id, holder) = (GrantId([1; 16]), Holder::Unregistered);
    let next = Succession { from: 1, key: 0, at: 1, expires_at: 2, longest: 2, jkt: None };
    let (rotated, revoked, read) = tokio::join!(store.rotate(id, holder, next), store.revoke(id), store.grant(id));
    [rotated.is_ok(), revoked.is_ok(), read.is_ok()]
}

/// A server that has vanished, for example with its machine, closes no connection.
#[tokio::test]
async fn missing_answer_times_out_and_connections_are_replaced() {
    let place = TestStorage::new();
    let (line, database) = Line::to(&place).await.unzip();
    let store = Store::open(&database.unwrap_or_else(|| place.database())).await.unwrap();
    assert_eq!(work(&store).await, [true; 3]);
    if let Some(line) = line {
        line.silence();
        let patience = async {
            line.swallowed.notified().await;
            tokio::time::pause();
            tokio::time::sleep(Duration::from_hours(24)).await;
        };
        tokio::select! {
            _ = work(&store) => {}
            () = patience => panic!("it waits for ever"),
        }
        tokio::time::resume();
    }
    assert_eq!(work(&store).await, [true; 3], "the connections are replaced");
}

#[tokio::test]
async fn idle_connections_of_vanished_server_cost_one_timeout() {
    let place = TestStorage::new();
    let (line, database) = Line::to(&place).await.unzip();
    let store = Store::open(&database.unwrap_or_else(|| place.database())).await.unwrap();
    assert_eq!(work(&store).await, [true; 3]);
    if let Some(line) = line {
        line.silence();
        // Connections that were used just now are not asked whether they work.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let _ = store.grant(GrantId([1; 16])).await;
    }
    assert!(store.grant(GrantId([1; 16])).await.is_ok());
}

/// Locks the second of two grants, waits until another statement waits for it, and then locks the first. PostgreSQL
/// ends the statement that has waited for a second first: the service's, unless this one notices a second too late.
const OTHER_ORDER: &str = r"
    BEGIN; SET LOCAL statement_timeout = '20s';
    UPDATE grants SET last_used_at = 1 WHERE grant_id = decode(repeat('02', 16), 'hex');
    SELECT pg_advisory_xact_lock(1);
    DO $$ BEGIN
      WHILE NOT EXISTS (SELECT FROM pg_stat_activity WHERE usename = current_user AND wait_event_type = 'Lock') LOOP
        PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
      END LOOP;
    END $$;
    DO $$ BEGIN
      UPDATE grants SET last_used_at = 1 WHERE grant_id = decode(repeat('01', 16), 'hex');
    EXCEPTION WHEN deadlock_detected THEN NULL; END $$;
    COMMIT";

/// Waits until the second grant is locked.
const UNTIL_LOCKED: &str = r"
    SET statement_timeout = '20s';
    DO $$ BEGIN
      WHILE NOT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
                         WHERE locktype = 'advisory' AND usename = current_user) LOOP
        PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
      END LOOP;
    END $$";

#[tokio::test(flavor = "multi_thread")]
async fn statement_that_deadlocks_with_another_one_is_repeated() {
    let place = Arc::new(TestStorage::new());
    let store = Store::open(&place.database()).await.unwrap();
    let (handle, name, password_hash) = ("demo", "Demo", "");
    let user = NewUserRecord { handle, name, password_hash, verified: false, picture_id: None, created_at: 0 };
    let user_id = store.insert_user(&user).await.unwrap().unwrap().user_id;
    let ids = [1, 2].map(|byte| GrantId([byte; 16]));
    for id in ids {
        let grant = NewGrant {
            id,
            user_id,
            api_key: None,
            app_name: Some("App"),
            scope: "read",
            redirect_uri: "https://app.example/",
            code_challenge: "",
            code_jkt: None,
            key: 0,
            created_at: 0,
            expires_at: 10,
            authenticated_at: 0,
            device: None,
            terms_hash: None,
        };
        store.insert_grant(&grant).await.unwrap();
    }
    let execute = |statements| {
        let place = Arc::clone(&place);
        tokio::task::spawn_blocking(move || place.execute(statements))
    };
    let is_postgres = place.database().file().is_none();
    let other = is_postgres.then(|| execute(OTHER_ORDER));
    if is_postgres {
        execute(UNTIL_LOCKED).await.unwrap();
    }
    store.disconnect_named_app(user_id, "App", &["https://app.example/"]).await.unwrap();
    if let Some(other) = other {
        other.await.unwrap();
    }
    for id in ids {
        assert!(store.grant(id).await.unwrap().is_none());
    }
}
