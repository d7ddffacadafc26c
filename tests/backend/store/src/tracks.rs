//! Tracks. A deleted track stays as a row: its ID never refers to another track, and a node can tell deleted tracks
//! from unknown ones.

pub(crate) mod artwork;
pub(crate) mod changes;
pub(crate) mod library;
pub(crate) mod limits;
pub(crate) mod listens;
pub(crate) mod playable;
pub(crate) mod sites;

use crate::database::Row;
use crate::users::{self, UserRecord, user_columns};
use crate::{Statement, Store, StoreError, sql};

/// A track that was not deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackRecord {
    /// Its ID.
    pub track_id: i64,
    /// The title.
    pub title: String,
    /// The genre.
    pub genre: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// The owner.
    pub owner: UserRecord,
    /// The CID of its audio.
    pub cid: String,
    /// The duration in milliseconds.
    pub duration_ms: i64,
    /// The addresses that may sign for it, in the form of EIP-55. If empty, the track is public.
    pub authorities: Vec<String>,
    /// The ID of its artwork, if it has any.
    pub artwork_id: Option<String>,
    /// Whether its owner has delisted it. Then it is only visible to the owner.
    pub delisted: bool,
    /// The app that made it, if an app did.
    pub made_by: Option<Maker>,
}

/// An app that made a track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maker {
    /// Its API key.
    pub api_key: String,
    /// The ID of the access server that made the track with a ticket of the app, if one did.
    pub access_server_id: Option<String>,
}

/// A track to insert.
#[derive(Debug)]
pub struct NewTrackRecord<'a> {
    /// The user ID of the owner.
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
    /// See [`TrackRecord::made_by`].
    pub made_by: Option<&'a Maker>,
}

/// The tracks that `$chosen` selects, each with its `entry`, by which they are sorted in descending order. There is a
/// row for each authority, in order, or one row without any. A LIMIT must be in `$chosen`, because outside it would
/// count authorities.
macro_rules! select_tracks {
    ($chosen:literal) => {
        concat!(
            "SELECT entry, tracks.track_id, title, genre, description, tracks.cid, duration_ms, artwork_id, delisted_at IS NOT NULL, made_by, made_through, ",
            user_columns!(),
            ", address
             FROM (",
            $chosen,
            ") AS tracks JOIN users ON users.user_id = owner_id JOIN contents ON contents.cid = tracks.cid
                         LEFT JOIN track_authorities ON track_authorities.track_id = tracks.track_id
             ORDER BY entry DESC, position"
        )
    };
}
pub(crate) use select_tracks;

/// Whether another user than `$owner` has a public track of `$cid`. A delisted one counts, because it can return.
macro_rules! is_public_elsewhere {
    ($cid:literal, $owner:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM tracks AS others WHERE others.cid = ",
            $cid,
            " AND others.owner_id <> ",
            $owner,
            " AND others.deleted_at IS NULL
              AND NOT EXISTS (SELECT 1 FROM track_authorities WHERE track_authorities.track_id = others.track_id))"
        )
    };
}
pub(crate) use is_public_elsewhere;

/// Whether the row of `tracks` is of a gated track.
macro_rules! is_gated {
    () => {
        "EXISTS (SELECT 1 FROM track_authorities WHERE track_authorities.track_id = tracks.track_id)"
    };
}
pub(crate) use is_gated;

impl Store {
    /// Inserts a track and returns its ID. Returns `None` if a limit is reached ([`Store::track_limit`]), if its audio
    /// is being deleted, or if the track is gated and another user's track has made the audio public. In the last case
    /// any user could have downloaded and uploaded the audio. Gating it would make it unavailable to all users: a URL
    /// that names no track is served unsigned only if all tracks of the content are public. Also records whether the
    /// owner has completed an upload of the audio. If so, a public track can be played at its own URL whatever others
    /// do.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_track(&self, new: &NewTrackRecord<'_>) -> Result<Option<i64>, StoreError> {
        let track_id = self.next_id("tracks").await?;
        // Others who insert a track of this user or content, or delete the content, wait for these locks, and then see
        // this track.
        let lock = sql("UPDATE contents SET cid = cid WHERE cid = $1").bind(new.cid);
        let track = sql(concat!(
            "INSERT INTO tracks (track_id, owner_id, title, genre, description, cid, created_at, made_by, made_through, owner_uploaded)
             SELECT $1, $2, $3, $4, $5, $6, $7, $12, $13,
                 CASE WHEN EXISTS (SELECT 1 FROM uploads WHERE uploads.cid = $6 AND uploads.user_id = $2) THEN 1 ELSE 0 END
             WHERE EXISTS (SELECT 1 FROM contents WHERE contents.cid = $6 AND state = 0) AND ($8 OR NOT ",
            is_public_elsewhere!("$6", "$2"),
            ") AND (SELECT COUNT(*) FROM tracks WHERE owner_id = $2) < $9
               AND (SELECT COUNT(*) FROM tracks WHERE tracks.cid = $6 AND owner_id = $2) < $10
               AND (SELECT COUNT(*) FROM tracks WHERE tracks.cid = $6) < $11"
        ))
        .bind(track_id)
        .bind(new.owner_id)
        .bind(new.title)
        .bind(new.genre)
        .bind(new.description)
        .bind(new.cid)
        .bind(new.created_at)
        .bind(new.authorities.is_empty())
        .bind(limits::TRACKS_OF_USER)
        .bind(limits::TRACKS_OF_USER_AND_AUDIO)
        .bind(limits::TRACKS_OF_AUDIO)
        .bind(new.made_by.map(|maker| maker.api_key.as_str()))
        .bind(new.made_by.and_then(|maker| maker.access_server_id.as_deref()));
        let authorities = (0_i64..).zip(new.authorities).map(|(position, address)| {
            sql("INSERT INTO track_authorities (track_id, position, address)
                 SELECT track_id, $1, $2 FROM tracks WHERE track_id = $3")
            .bind(position)
            .bind(address)
            .bind(track_id)
        });
        let statements = [users::lock(new.owner_id), lock, track].into_iter().chain(authorities).collect();
        let written = self.database.transaction(statements).await?;
        Ok(written.get(2).is_some_and(|track| track.changed == 1).then_some(track_id))
    }

    /// Returns the track with this ID, even if it is delisted.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn track(&self, track_id: i64) -> Result<Option<TrackRecord>, StoreError> {
        let select = sql(select_tracks!(
            "SELECT tracks.*, track_id AS entry FROM tracks WHERE track_id = $1 AND deleted_at IS NULL"
        ));
        Ok(self.tracks(select.bind(track_id)).await?.pop().map(|(_, track)| track))
    }

    /// Returns the next `at_most` tracks of a user, newest first, each with its position: those after the position
    /// `after`, or the first ones. Delisted tracks are only returned if `viewer` is their owner.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn tracks_of(
        &self,
        owner_id: i64,
        viewer: Option<i64>,
        after: Option<i64>,
        at_most: i64,
    ) -> Result<Vec<(i64, TrackRecord)>, StoreError> {
        // Two statements, because the second has an index of its own: an owner can have many delisted tracks.
        let select = if viewer == Some(owner_id) {
            sql(select_tracks!(
                "SELECT tracks.*, track_id AS entry FROM tracks
                 WHERE owner_id = $1 AND track_id < $2 AND deleted_at IS NULL ORDER BY track_id DESC LIMIT $3"
            ))
        } else {
            sql(select_tracks!(
                "SELECT tracks.*, track_id AS entry FROM tracks
                 WHERE owner_id = $1 AND track_id < $2 AND deleted_at IS NULL AND delisted_at IS NULL
                 ORDER BY track_id DESC LIMIT $3"
            ))
        };
        self.tracks(select.bind(owner_id).bind(after.unwrap_or(i64::MAX)).bind(at_most)).await
    }

    /// Like [`Store::tracks_of`] for the owner, but only tracks with this text in their titles. The letters A to Z are
    /// found in any case. With PostgreSQL, other letters are, too.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn search_own_tracks(
        &self,
        owner_id: i64,
        part_of_title: &str,
        after: Option<i64>,
        at_most: i64,
    ) -> Result<Vec<(i64, TrackRecord)>, StoreError> {
        let select = sql(select_tracks!(
            "SELECT tracks.*, track_id AS entry FROM tracks
             WHERE owner_id = $1 AND track_id < $2 AND deleted_at IS NULL AND lower(title) LIKE lower($3) ESCAPE '!'
             ORDER BY track_id DESC LIMIT $4"
        ));
        let select = select.bind(owner_id).bind(after.unwrap_or(i64::MAX)).bind(pattern(part_of_title)).bind(at_most);
        self.tracks(select).await
    }

    /// Returns whether other users find a track of this user.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn has_listed_track(&self, owner_id: i64) -> Result<bool, StoreError> {
        let select = sql("SELECT track_id FROM tracks
             WHERE owner_id = $1 AND deleted_at IS NULL AND delisted_at IS NULL LIMIT 1");
        Ok(self.database.read_one(select.bind(owner_id)).await?.is_some())
    }

    /// Deletes a track with its artwork. Returns whether this user had it.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn delete_track(&self, track_id: i64, owner_id: i64, now: i64) -> Result<bool, StoreError> {
        let update = sql("UPDATE tracks SET deleted_at = $1, artwork_id = NULL
             WHERE track_id = $2 AND owner_id = $3 AND deleted_at IS NULL");
        let update = update.bind(now).bind(track_id).bind(owner_id);
        let statements = vec![users::lock(owner_id), artwork::delete_of_track(track_id, owner_id), update];
        let written = self.database.transaction(statements).await?;
        Ok(written.get(2).is_some_and(|update| update.changed == 1))
    }

    /// Returns the tracks of a statement by [`select_tracks`]. It is one statement, so that a track which is changed
    /// concurrently is never returned without its authorities or with old ones.
    pub(crate) async fn tracks(&self, select: Statement) -> Result<Vec<(i64, TrackRecord)>, StoreError> {
        let mut tracks: Vec<(i64, TrackRecord)> = Vec::new();
        for mut row in self.database.read(select).await? {
            let (entry, track) = (row.take()?, TrackRecord::read(&mut row)?);
            let address: Option<String> = row.take()?;
            match tracks.last_mut() {
                Some((_, last)) if last.track_id == track.track_id => last.authorities.extend(address),
                _ => tracks.push((entry, TrackRecord { authorities: address.into_iter().collect(), ..track })),
            }
        }
        Ok(tracks)
    }
}

/// Returns the pattern of LIKE for texts that contain `part`.
fn pattern(part: &str) -> String {
    let mut pattern = String::from("%");
    for character in part.chars() {
        if matches!(character, '!' | '%' | '_') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern + "%"
}

impl TrackRecord {
    /// Without its authorities.
    fn read(row: &mut Row) -> Result<Self, StoreError> {
        let (track_id, title, genre) = (row.take()?, row.take()?, row.take()?);
        let (description, cid, duration_ms) = (row.take()?, row.take()?, row.take()?);
        let (artwork_id, delisted) = (row.take()?, row.take()?);
        let (api_key, access_server_id): (Option<String>, _) = (row.take()?, row.take()?);
        let made_by = api_key.map(|api_key| Maker { api_key, access_server_id });
        let owner = UserRecord::read(row)?;
        let authorities = Vec::new();
        Ok(Self {
            track_id,
            title,
            genre,
            description,
            owner,
            cid,
            duration_ms,
            authorities,
            artwork_id,
            delisted,
            made_by,
        })
    }
}
