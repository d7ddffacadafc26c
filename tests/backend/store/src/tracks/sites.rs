//! The sites that may embed a gated track.

use crate::{Store, StoreError, sql};

/// The access server that keeps a track's rule, and the sites on which the rule can allow playback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackSites {
    /// The origin of the access server.
    pub access_server: String,
    /// The origins of the sites. `None`: every site.
    pub sites: Option<Vec<String>>,
}

impl Store {
    /// Replaces the sites that may embed a track of this user. Returns whether the track and the access server exist.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn set_track_sites(
        &self,
        (track_id, owner_id): (i64, i64),
        access_server_id: &str,
        sites: Option<&[String]>,
    ) -> Result<bool, StoreError> {
        let replace = sql(
            "INSERT INTO track_sites (track_id, access_server_id, sites)
             SELECT track_id, access_server_id, $4 FROM tracks, access_servers
             WHERE track_id = $1 AND tracks.owner_id = $2 AND deleted_at IS NULL AND access_server_id = $3
             ON CONFLICT (track_id) DO UPDATE SET access_server_id = excluded.access_server_id, sites = excluded.sites",
        );
        let sites = sites.map(|sites| sites.join(" "));
        let replace = replace.bind(track_id).bind(owner_id).bind(access_server_id).bind(sites.as_deref());
        Ok(self.database.write(replace).await?.changed == 1)
    }

    /// Returns the sites that may embed a track. `None` if no access server has said so.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn track_sites(&self, track_id: i64) -> Result<Option<TrackSites>, StoreError> {
        let select = sql("SELECT origin, sites FROM track_sites
             JOIN access_servers ON access_servers.access_server_id = track_sites.access_server_id
             WHERE track_id = $1");
        let row = self.database.read_one(select.bind(track_id)).await?;
        row.map(|mut row| {
            let (access_server, sites): (String, Option<String>) = (row.take()?, row.take()?);
            let sites =
                sites.map(|sites| sites.split(' ').filter(|site| !site.is_empty()).map(str::to_owned).collect());
            Ok(TrackSites { access_server, sites })
        })
        .transpose()
    }
}
