//! Tracks. One that was deleted stays as a row: its number never means another track, and a node tells what was withdrawn from what
//! never was.

use std::collections::HashMap;

use super::users::UserRecord;
use super::{Store, StoreError};

/// A track that has not been deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackRecord {
    /// Its number.
    pub track_id: i64,
    /// As its owner wrote it.
    pub title: String,
    /// As its owner wrote it.
    pub genre: Option<String>,
    /// As its owner wrote it.
    pub description: Option<String>,
    /// Whose it is.
    pub owner: UserRecord,
    /// Its audio.
    pub cid: String,
    /// How long it plays, in milliseconds.
    pub duration_ms: i64,
    /// Who may sign for it, as EIP-55 writes them. Empty: it is public.
    pub authorities: Vec<String>,
}

/// A track to be.
#[derive(Debug)]
pub struct NewTrackRecord<'a> {
    /// Whose it is.
    pub owner_id: i64,
    /// See [`TrackRecord::title`].
    pub title: &'a str,
    /// See [`TrackRecord::genre`].
    pub genre: Option<&'a str>,
    /// See [`TrackRecord::description`].
    pub description: Option<&'a str>,
    /// See [`TrackRecord::cid`].
    pub cid: &'a str,
    /// See [`TrackRecord::authorities`].
    pub authorities: &'a [String],
    /// Unix seconds.
    pub created_at: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    track_id: i64,
    title: String,
    genre: Option<String>,
    description: Option<String>,
    cid: String,
    duration_ms: i64,
    #[sqlx(flatten)]
    owner: UserRecord,
}

/// Two statements: the tracks that `$from` selects, in its order, and their authorities.
macro_rules! selects {
    ($from:literal, $order:literal) => {
        (
            concat!(
                "SELECT tracks.track_id, title, genre, description, tracks.cid, duration_ms,
                        users.user_id, handle, name, verified, picture_id
                 FROM tracks JOIN users ON users.user_id = owner_id JOIN contents ON contents.cid = tracks.cid ",
                $from,
                " AND deleted_at IS NULL ",
                $order
            ),
            concat!(
                "SELECT tracks.track_id, address FROM track_authorities JOIN tracks ON tracks.track_id = track_authorities.track_id ",
                $from,
                " ORDER BY tracks.track_id, position"
            ),
        )
    };
}

impl Store {
    /// Adds a track, and returns its number; `None` for a gated one of audio that somebody else's track has made public. Whoever has heard
    /// that can upload it, and would take it from everybody by gating it: unsigned, a content is served only if all its tracks are public.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails, or has no such content.
    pub async fn insert_track(&self, new: &NewTrackRecord<'_>) -> Result<Option<i64>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let inserted = sqlx::query_scalar::<_, i64>(
            "INSERT INTO tracks (owner_id, title, genre, description, cid, created_at) SELECT $1, $2, $3, $4, $5, $6
             WHERE $7 = 0 OR NOT EXISTS (
                 SELECT 1 FROM tracks AS others WHERE cid = $5 AND owner_id <> $1 AND deleted_at IS NULL
                 AND NOT EXISTS (SELECT 1 FROM track_authorities WHERE track_authorities.track_id = others.track_id))
             RETURNING track_id",
        )
        .bind(new.owner_id)
        .bind(new.title)
        .bind(new.genre)
        .bind(new.description)
        .bind(new.cid)
        .bind(new.created_at)
        .bind(i64::from(!new.authorities.is_empty()))
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(track_id) = inserted else { return Ok(None) };
        for (position, address) in (0_i64..).zip(new.authorities) {
            sqlx::query("INSERT INTO track_authorities (track_id, position, address) VALUES ($1, $2, $3)")
                .bind(track_id)
                .bind(position)
                .bind(address)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(Some(track_id))
    }

    /// The track with this number.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn track(&self, track_id: i64) -> Result<Option<TrackRecord>, StoreError> {
        Ok(self.tracks(selects!("WHERE tracks.track_id = $1", ""), track_id).await?.pop())
    }

    /// The tracks of a listener, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn tracks_of(&self, owner_id: i64) -> Result<Vec<TrackRecord>, StoreError> {
        self.tracks(selects!("WHERE owner_id = $1", "ORDER BY tracks.track_id DESC"), owner_id).await
    }

    /// The tracks that a listener has saved, last saved first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn saved_tracks(&self, user_id: i64) -> Result<Vec<TrackRecord>, StoreError> {
        let statements = selects!(
            "JOIN library ON library.track_id = tracks.track_id WHERE library.user_id = $1",
            "ORDER BY entry_id DESC"
        );
        self.tracks(statements, user_id).await
    }

    /// Deletes a track, and tells whether it was there and this listener's.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn delete_track(&self, track_id: i64, owner_id: i64, now: i64) -> Result<bool, StoreError> {
        let update = sqlx::query(
            "UPDATE tracks SET deleted_at = $1 WHERE track_id = $2 AND owner_id = $3 AND deleted_at IS NULL",
        );
        Ok(update.bind(now).bind(track_id).bind(owner_id).execute(&self.pool).await?.rows_affected() == 1)
    }

    /// Saves a track, if it is there and has not been saved already.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn save_track(&self, user_id: i64, track_id: i64, now: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO library (user_id, track_id, saved_at)
             SELECT $1, track_id, $2 FROM tracks WHERE track_id = $3 AND deleted_at IS NULL
             ON CONFLICT (user_id, track_id) DO NOTHING",
        )
        .bind(user_id)
        .bind(now)
        .bind(track_id)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Takes a track out of what has been saved, if it is in there.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn unsave_track(&self, user_id: i64, track_id: i64) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM library WHERE user_id = $1 AND track_id = $2");
        delete.bind(user_id).bind(track_id).execute(&self.pool).await?;
        Ok(())
    }

    async fn tracks(
        &self,
        (tracks, authorities): (&'static str, &'static str),
        of: i64,
    ) -> Result<Vec<TrackRecord>, StoreError> {
        // In one transaction: a track that is made in between must not be shown without its authorities.
        let mut transaction = self.pool.begin().await?;
        let rows: Vec<Row> = sqlx::query_as(tracks).bind(of).fetch_all(&mut *transaction).await?;
        let pairs: Vec<(i64, String)> = sqlx::query_as(authorities).bind(of).fetch_all(&mut *transaction).await?;
        transaction.commit().await?;
        let mut known = HashMap::<i64, Vec<String>>::new();
        for (track_id, address) in pairs {
            known.entry(track_id).or_default().push(address);
        }
        let track = |row: Row| TrackRecord {
            authorities: known.remove(&row.track_id).unwrap_or_default(),
            track_id: row.track_id,
            title: row.title,
            genre: row.genre,
            description: row.description,
            owner: row.owner,
            cid: row.cid,
            duration_ms: row.duration_ms,
        };
        Ok(rows.into_iter().map(track).collect())
    }
}
