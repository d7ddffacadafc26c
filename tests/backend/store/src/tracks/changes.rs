//! What an owner changes about a track.

use crate::tracks::is_public_elsewhere;
use crate::{Statement, Store, StoreError, sql};

/// What is to be different about a track. What is `None` stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrackChanges {
    /// Not empty.
    pub title: Option<String>,
    /// Empty: none any more.
    pub genre: Option<String>,
    /// Empty: none any more.
    pub description: Option<String>,
    /// Empty: it is public.
    pub authorities: Option<Vec<String>>,
    /// Whether it is withdrawn, from everybody but its owner.
    pub delisted: Option<bool>,
}

/// Whether the track that is changed is gated as yet.
macro_rules! is_gated {
    () => {
        "EXISTS (SELECT 1 FROM track_authorities WHERE track_authorities.track_id = tracks.track_id)"
    };
}

impl Store {
    /// Changes a track: all that is asked for, or nothing. Tells whether it did; it does not if there is no such track of this listener's, or if the
    /// change would gate what somebody else's track has made public, for the reason that [`Store::insert_track`] gives. A track becomes gated by its
    /// authorities or by coming back with some. One that is gated and stays so takes nothing from anybody: its owner can always change who signs.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn update_track(
        &self,
        track_id: i64,
        owner_id: i64,
        changes: &TrackChanges,
        now: i64,
    ) -> Result<bool, StoreError> {
        let change_id = self.next_id("track_changes").await?;
        // As when a track is made: whoever else changes or makes one of this content waits here, and then sees what this has done.
        let lock = sql("UPDATE contents SET cid = cid
             WHERE cid = (SELECT cid FROM tracks WHERE track_id = $1 AND owner_id = $2)");
        let mut statements = vec![lock.bind(track_id).bind(owner_id)];
        statements.push(update(changes, now).bind(track_id).bind(owner_id).bind(change_id));
        if let Some(authorities) = &changes.authorities {
            statements.extend(replace_authorities(track_id, change_id, authorities));
        }
        let written = self.database.transaction(statements).await?;
        Ok(written.get(1).is_some_and(|update| update.changed == 1))
    }
}

/// Of the track `$9` of the listener `$10`; `$11` is the number of the change.
fn update(changes: &TrackChanges, now: i64) -> Statement {
    let gates = changes.authorities.as_ref().is_some_and(|authorities| !authorities.is_empty());
    let opens = changes.authorities.as_ref().is_some_and(Vec::is_empty);
    sql(concat!(
        "UPDATE tracks SET change_id = $11, title = COALESCE($1, title), genre = NULLIF(COALESCE($2, genre), ''),
             description = NULLIF(COALESCE($3, description), ''),
             delisted_at = CASE WHEN $4 THEN COALESCE(delisted_at, $5) WHEN $6 THEN NULL ELSE delisted_at END
         WHERE track_id = $9 AND owner_id = $10 AND deleted_at IS NULL
         AND NOT ((($7 AND NOT ",
        is_gated!(),
        ") OR ($6 AND delisted_at IS NOT NULL AND ($7 OR (NOT $8 AND ",
        is_gated!(),
        ")))) AND ",
        is_public_elsewhere!("tracks.cid", "tracks.owner_id"),
        ")"
    ))
    .bind(changes.title.as_deref())
    .bind(changes.genre.as_deref())
    .bind(changes.description.as_deref())
    .bind(changes.delisted == Some(true))
    .bind(now)
    .bind(changes.delisted == Some(false))
    .bind(gates)
    .bind(opens)
}

/// They are replaced only if the change has been made.
fn replace_authorities(track_id: i64, change_id: i64, authorities: &[String]) -> impl Iterator<Item = Statement> {
    let delete = sql("DELETE FROM track_authorities
         WHERE track_id = (SELECT track_id FROM tracks WHERE track_id = $1 AND change_id = $2)");
    let inserts = (0_i64..).zip(authorities).map(move |(position, address)| {
        sql("INSERT INTO track_authorities (track_id, position, address)
             SELECT track_id, $1, $2 FROM tracks WHERE track_id = $3 AND change_id = $4")
        .bind(position)
        .bind(address)
        .bind(track_id)
        .bind(change_id)
    });
    std::iter::once(delete.bind(track_id).bind(change_id)).chain(inserts)
}
