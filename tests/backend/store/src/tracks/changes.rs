//! Changes to a track by its owner.

use crate::tracks::{is_gated, is_public_elsewhere};
use crate::{Statement, Store, StoreError, sql};

/// Changes to a track. `None` keeps a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrackChanges {
    /// Not empty.
    pub title: Option<String>,
    /// Empty removes it.
    pub genre: Option<String>,
    /// Empty removes it.
    pub description: Option<String>,
    /// Empty makes it public.
    pub authorities: Option<Vec<String>>,
    /// Whether it is delisted: only visible to its owner.
    pub delisted: Option<bool>,
}

impl Store {
    /// Applies all changes to a track, or none. Returns whether it did. It does not if the user has no such track, or
    /// if the change would gate audio that another user's track has made public, for the reason in
    /// [`Store::insert_track`]. A track becomes gated by its authorities, or by being listed again with some. A gated
    /// track may always change its authorities.
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
        // As when a track is inserted: concurrent changes of this content's tracks wait for this lock, and then see
        // this change.
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

/// Updates the track `$9` of the user `$10`. `$11` is the number of the change.
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

/// Replaces the authorities only if the change was applied.
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
