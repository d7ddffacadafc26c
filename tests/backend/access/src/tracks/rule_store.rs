//! The rules of tracks in the access server's database.
//!
//! A track is created at the service, which assigns its ID. Only then can its rule be stored under this ID. The track
//! must not be open in between, or forever if the server crashes. So the creation is recorded first
//! ([`RuleStore::begin`]), and a recorded track without a rule is closed. The record is deleted in the transaction that
//! stores the rule ([`RuleStore::finish`]), or when it is certain that no track was created ([`RuleStore::discard`]).

use stagepass_rules::{Rule, RuleError};

use crate::owner::caps;
use stagepass_store::{Database, Statement, StoreError, sql};

/// The rules in the access server's database.
#[derive(Debug, Clone)]
pub(crate) struct RuleStore {
    database: Database,
}

/// A track that is being created.
#[derive(Debug)]
pub(crate) struct PendingCreation {
    id: i64,
    user_id: i64,
}

/// The stored state of a track's rule.
#[derive(Debug, PartialEq)]
pub(crate) enum StoredRule {
    /// It has this rule.
    Rule(Rule),
    /// It follows the server's default. The same as no row.
    Default,
    /// It is being created, or its creation was interrupted.
    Unfinished,
}

/// Why a rule is not available.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RuleStoreError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the stored rule of track {0}: {1}")]
    Rule(u64, RuleError),
    #[error("a rule that can't be written: {0}")]
    Unwritable(serde_json::Error),
}

impl RuleStore {
    pub(crate) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Checks that the database responds.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        self.database.read(sql("SELECT last FROM rule_counters WHERE counter = 'unfinished'")).await?;
        Ok(())
    }

    /// Records that the user is about to create a track of this content. `None` if they have too many.
    pub(crate) async fn begin(
        &self,
        user_id: i64,
        cid: &str,
        now: i64,
    ) -> Result<Option<PendingCreation>, RuleStoreError> {
        let next = sql("UPDATE rule_counters SET last = last + 1 WHERE counter = 'unfinished' RETURNING last");
        let id = self.database.next(next).await?;
        let insert = sql("INSERT INTO unfinished (unfinished_id, user_id, cid, created_at) SELECT $1, $2, $3, $4
             WHERE (SELECT COUNT(*) FROM rules WHERE owner_id = $2) + (SELECT COUNT(*) FROM unfinished WHERE user_id = $2) < $5");
        let insert = insert.bind(id).bind(user_id).bind(cid).bind(now).bind(caps::RULES);
        let is_noted = caps::write(&self.database, user_id, insert).await?.changed == 1;
        Ok(is_noted.then_some(PendingCreation { id, user_id }))
    }

    /// Stores the rule of a track that was created.
    pub(crate) async fn finish(
        &self,
        note: &PendingCreation,
        track_id: u64,
        rule: Option<&Rule>,
        now: i64,
    ) -> Result<(), RuleStoreError> {
        let json = written(rule)?;
        let rule = sql("INSERT INTO rules (track_id, rule, created_at, owner_id) VALUES ($1, $2, $3, $4)");
        let rule = rule.bind(number(track_id)).bind(json.as_deref()).bind(now).bind(note.user_id);
        self.database.transaction(vec![rule, removal(note)]).await?;
        Ok(())
    }

    /// Replaces the rule of a track, or removes it. A track whose creation was interrupted is then no longer closed,
    /// because its owner has decided. `false` if the owner has too many rules.
    pub(crate) async fn replace(
        &self,
        track_id: u64,
        owner: i64,
        rule: Option<&Rule>,
        now: i64,
    ) -> Result<bool, RuleStoreError> {
        let json = written(rule)?;
        let replace = sql("INSERT INTO rules (track_id, rule, created_at, owner_id) SELECT $1, $2, $3, $4
             WHERE (SELECT COUNT(*) FROM rules WHERE owner_id = $4) < $5 OR EXISTS (SELECT 1 FROM rules WHERE track_id = $1)
             ON CONFLICT (track_id) DO UPDATE SET rule = excluded.rule, owner_id = excluded.owner_id");
        let replace = replace.bind(number(track_id)).bind(json.as_deref()).bind(now).bind(owner).bind(caps::RULES);
        Ok(caps::write(&self.database, owner, replace).await?.changed == 1)
    }

    /// Deletes the record, because no track was created.
    pub(crate) async fn discard(&self, note: &PendingCreation) -> Result<(), RuleStoreError> {
        self.database.write(removal(note)).await?;
        Ok(())
    }

    /// Returns the state of the track `track_id` with this owner and content.
    pub(crate) async fn rule(&self, track_id: u64, user_id: i64, cid: &str) -> Result<StoredRule, RuleStoreError> {
        // Read before the rule: the record is deleted when the rule is stored, so in the other order both could be
        // missed.
        let is_unfinished = self.is_unfinished(user_id, cid).await?;
        let select = sql("SELECT rule FROM rules WHERE track_id = $1").bind(number(track_id));
        let row = self.database.read_one(select).await?;
        let row = row.map(|mut row| row.take::<Option<String>>()).transpose()?;
        match row {
            Some(Some(json)) => {
                Rule::parse(&json).map(StoredRule::Rule).map_err(|error| RuleStoreError::Rule(track_id, error))
            }
            None if is_unfinished => Ok(StoredRule::Unfinished),
            Some(None) | None => Ok(StoredRule::Default),
        }
    }

    async fn is_unfinished(&self, user_id: i64, cid: &str) -> Result<bool, StoreError> {
        let select = sql("SELECT unfinished_id FROM unfinished WHERE cid = $1 AND user_id = $2 LIMIT 1");
        Ok(self.database.read_one(select.bind(cid).bind(user_id)).await?.is_some())
    }

    /// Waits for running statements and closes the connections.
    pub(crate) async fn close(&self) {
        self.database.close().await;
    }
}

fn written(rule: Option<&Rule>) -> Result<Option<String>, RuleStoreError> {
    rule.map(serde_json::to_string).transpose().map_err(RuleStoreError::Unwritable)
}

fn removal(note: &PendingCreation) -> Statement {
    sql("DELETE FROM unfinished WHERE unfinished_id = $1").bind(note.id)
}

/// Track IDs are at most 2^53 - 1.
fn number(track_id: u64) -> i64 {
    i64::try_from(track_id).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::open_database;
    use stagepass_store::DatabaseAddress;

    const CID: &str = "bafkreia";

    async fn store() -> RuleStore {
        RuleStore::new(open_database(&DatabaseAddress::Memory, None).await.unwrap())
    }

    #[tokio::test]
    async fn unfinished_creation_closes_only_same_owner_and_content() {
        let store = store().await;
        let note = store.begin(1, CID, 0).await.unwrap().unwrap();
        store.finish(&note, 7, None, 0).await.unwrap();
        let cut_off = store.begin(1, CID, 0).await.unwrap().unwrap();
        assert_eq!(store.rule(8, 1, CID).await.unwrap(), StoredRule::Unfinished);
        assert_eq!(store.rule(7, 1, CID).await.unwrap(), StoredRule::Default);
        assert_eq!(store.rule(8, 2, CID).await.unwrap(), StoredRule::Default);
        assert_eq!(store.rule(8, 1, "bafkreib").await.unwrap(), StoredRule::Default);
        store.discard(&cut_off).await.unwrap();
        assert_eq!(store.rule(8, 1, CID).await.unwrap(), StoredRule::Default);
    }

    #[tokio::test]
    async fn replacing_rule_ends_unfinished_state_of_that_track() {
        let store = store().await;
        let rule = Rule::parse(r#"{"geo": {"in": ["SE"]}}"#).unwrap();
        let note = store.begin(1, CID, 0).await.unwrap().unwrap();
        store.finish(&note, 6, Some(&rule), 0).await.unwrap();
        assert_eq!(store.rule(6, 1, CID).await.unwrap(), StoredRule::Rule(rule.clone()));
        assert_eq!(store.rule(7, 1, CID).await.unwrap(), StoredRule::Default);
        store.begin(1, CID, 0).await.unwrap().unwrap();
        assert_eq!(store.rule(7, 1, CID).await.unwrap(), StoredRule::Unfinished);
        assert!(store.replace(7, 1, Some(&rule), 0).await.unwrap());
        assert_eq!(store.rule(7, 1, CID).await.unwrap(), StoredRule::Rule(rule));
        assert_eq!(store.rule(8, 1, CID).await.unwrap(), StoredRule::Unfinished, "nobody has spoken of that one");
        assert!(store.replace(7, 1, None, 1).await.unwrap());
        assert_eq!(store.rule(7, 1, CID).await.unwrap(), StoredRule::Default);
    }

    #[tokio::test]
    async fn invalid_stored_rule_is_an_error() {
        let store = store().await;
        store.database.write(sql("INSERT INTO rules VALUES (7, '{\"geo\": {}}', 0, 1)")).await.unwrap();
        assert!(matches!(store.rule(7, 1, CID).await, Err(RuleStoreError::Rule(7, _))));
    }

    #[tokio::test]
    async fn rule_above_owner_limit_is_rejected() {
        let store = store().await;
        let fill = sql(
            "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < $1)
             INSERT INTO rules (track_id, rule, created_at, owner_id) SELECT number, NULL, 0, 1 FROM numbers",
        );
        store.database.write(fill.bind(caps::RULES - 1)).await.unwrap();
        let note = store.begin(1, CID, 0).await.unwrap().unwrap();
        assert!(store.begin(1, CID, 0).await.unwrap().is_none(), "one that is being made counts");
        assert!(store.begin(2, CID, 0).await.unwrap().is_some(), "another owner has none yet");
        store.finish(&note, 1_000_000, None, 0).await.unwrap();
        assert!(!store.replace(1_000_001, 1, None, 0).await.unwrap());
        assert!(store.replace(1, 1, None, 0).await.unwrap(), "those there are can be changed");
    }
}
