//! Tracks. One that was deleted stays as a row: its number never means another track, and a node tells what was withdrawn from what
//! never was.

use super::database::Row;
use super::users::{UserRecord, user_columns};
use super::{Store, StoreError, sql};

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

/// The tracks that `$from` selects, in `$order`: a row for each of their authorities, in order, or one without any.
macro_rules! select_tracks {
    ($from:literal, $order:literal) => {
        concat!(
            "SELECT tracks.track_id, title, genre, description, tracks.cid, duration_ms, ",
            user_columns!(),
            ", address
             FROM tracks JOIN users ON users.user_id = owner_id JOIN contents ON contents.cid = tracks.cid
                         LEFT JOIN track_authorities ON track_authorities.track_id = tracks.track_id ",
            $from,
            " AND deleted_at IS NULL ORDER BY ",
            $order,
            ", position"
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
        let track_id = self.next_id("tracks").await?;
        // Whoever else is making a track of this content waits here, and then sees this one.
        let lock = sql("UPDATE contents SET cid = cid WHERE cid = $1").bind(new.cid);
        let track = sql(
            "INSERT INTO tracks (track_id, owner_id, title, genre, description, cid, created_at) SELECT $1, $2, $3, $4, $5, $6, $7
             WHERE $8 OR NOT EXISTS (
                 SELECT 1 FROM tracks AS others WHERE cid = $6 AND owner_id <> $2 AND deleted_at IS NULL
                 AND NOT EXISTS (SELECT 1 FROM track_authorities WHERE track_authorities.track_id = others.track_id))",
        )
        .bind(track_id)
        .bind(new.owner_id)
        .bind(new.title)
        .bind(new.genre)
        .bind(new.description)
        .bind(new.cid)
        .bind(new.created_at)
        .bind(new.authorities.is_empty());
        let authorities = (0_i64..).zip(new.authorities).map(|(position, address)| {
            sql("INSERT INTO track_authorities (track_id, position, address)
                 SELECT track_id, $1, $2 FROM tracks WHERE track_id = $3")
            .bind(position)
            .bind(address)
            .bind(track_id)
        });
        let statements = [lock, track].into_iter().chain(authorities).collect();
        let written = self.database.transaction(statements).await?;
        Ok(written.get(1).is_some_and(|track| track.changed == 1).then_some(track_id))
    }

    /// The track with this number.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn track(&self, track_id: i64) -> Result<Option<TrackRecord>, StoreError> {
        Ok(self.tracks(select_tracks!("WHERE tracks.track_id = $1", "tracks.track_id"), track_id).await?.pop())
    }

    /// The tracks of a listener, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn tracks_of(&self, owner_id: i64) -> Result<Vec<TrackRecord>, StoreError> {
        self.tracks(select_tracks!("WHERE owner_id = $1", "tracks.track_id DESC"), owner_id).await
    }

    /// The tracks that a listener has saved, last saved first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn saved_tracks(&self, user_id: i64) -> Result<Vec<TrackRecord>, StoreError> {
        let select = select_tracks!(
            "JOIN library ON library.track_id = tracks.track_id WHERE library.user_id = $1",
            "entry_id DESC"
        );
        self.tracks(select, user_id).await
    }

    /// Deletes a track, and tells whether it was there and this listener's.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn delete_track(&self, track_id: i64, owner_id: i64, now: i64) -> Result<bool, StoreError> {
        let update =
            sql("UPDATE tracks SET deleted_at = $1 WHERE track_id = $2 AND owner_id = $3 AND deleted_at IS NULL");
        Ok(self.database.write(update.bind(now).bind(track_id).bind(owner_id)).await?.changed == 1)
    }

    /// Saves a track, if it is there and has not been saved already.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn save_track(&self, user_id: i64, track_id: i64, now: i64) -> Result<(), StoreError> {
        let insert = sql("INSERT INTO library (entry_id, user_id, track_id, saved_at)
             SELECT $1, $2, track_id, $3 FROM tracks WHERE track_id = $4 AND deleted_at IS NULL
             ON CONFLICT (user_id, track_id) DO NOTHING");
        let entry_id = self.next_id("library").await?;
        self.database.write(insert.bind(entry_id).bind(user_id).bind(now).bind(track_id)).await?;
        Ok(())
    }

    /// Takes a track out of what has been saved, if it is in there.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn unsave_track(&self, user_id: i64, track_id: i64) -> Result<(), StoreError> {
        let delete = sql("DELETE FROM library WHERE user_id = $1 AND track_id = $2");
        self.database.write(delete.bind(user_id).bind(track_id)).await?;
        Ok(())
    }

    /// In one statement: a track that is made in the meantime must not be shown without its authorities.
    async fn tracks(&self, select: &'static str, of: i64) -> Result<Vec<TrackRecord>, StoreError> {
        let mut tracks: Vec<TrackRecord> = Vec::new();
        for mut row in self.database.read(sql(select).bind(of)).await? {
            let track = TrackRecord::read(&mut row)?;
            let address: Option<String> = row.take()?;
            match tracks.last_mut() {
                Some(last) if last.track_id == track.track_id => last.authorities.extend(address),
                _ => tracks.push(TrackRecord { authorities: address.into_iter().collect(), ..track }),
            }
        }
        Ok(tracks)
    }
}

impl TrackRecord {
    /// Without its authorities.
    fn read(row: &mut Row) -> Result<Self, StoreError> {
        let (track_id, title, genre) = (row.take()?, row.take()?, row.take()?);
        let (description, cid, duration_ms) = (row.take()?, row.take()?, row.take()?);
        let owner = UserRecord::read(row)?;
        Ok(Self { track_id, title, genre, description, owner, cid, duration_ms, authorities: Vec::new() })
    }
}
