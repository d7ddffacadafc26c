//! Access servers: each has a credential, which verifies tickets for its origin of users of the apps that admit it.

use crate::database::Row;
use crate::users::lock;
use crate::{Store, StoreError, WriteResult, sql};

/// An access server, without its credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessServerRecord {
    /// Its ID, which is public.
    pub access_server_id: String,
    /// The origin for which it verifies tickets.
    pub origin: String,
}

/// An access server to insert.
#[derive(Debug)]
pub struct NewAccessServer<'a> {
    /// See [`AccessServerRecord`].
    pub server: &'a AccessServerRecord,
    /// The user ID of the owner.
    pub owner_id: i64,
    /// SHA-256.
    pub credential_hash: &'a [u8],
    /// Unix seconds.
    pub created_at: i64,
}

/// An access server that an app admits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdmittedAccessServer {
    /// The access server.
    pub server: AccessServerRecord,
    /// The handle of its owner.
    pub owner: String,
    /// The API key of the app.
    pub api_key: String,
    /// The name of the app.
    pub app_name: String,
}

impl Store {
    /// Inserts an access server, unless its owner has `at_most` already. Returns whether it did.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_access_server(&self, new: &NewAccessServer<'_>, at_most: u32) -> Result<bool, StoreError> {
        let insert = sql("INSERT INTO access_servers (access_server_id, owner_id, origin, credential_hash, created_at)
             SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM access_servers WHERE owner_id = $2) < $6")
        .bind(&new.server.access_server_id)
        .bind(new.owner_id)
        .bind(&new.server.origin)
        .bind(new.credential_hash)
        .bind(new.created_at)
        .bind(at_most);
        Ok(is_inserted(&self.database.transaction(vec![lock(new.owner_id), insert]).await?))
    }

    /// Replaces the credential of an access server. Returns whether the owner has it.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn replace_credential(&self, id: &str, owner_id: i64, hash: &[u8]) -> Result<bool, StoreError> {
        let update =
            sql("UPDATE access_servers SET credential_hash = $1 WHERE access_server_id = $2 AND owner_id = $3");
        Ok(self.database.write(update.bind(hash).bind(id).bind(owner_id)).await?.changed == 1)
    }

    /// Deletes an access server, with its admissions. Returns whether the owner had it.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn delete_access_server(&self, id: &str, owner_id: i64) -> Result<bool, StoreError> {
        let delete = sql("DELETE FROM access_servers WHERE access_server_id = $1 AND owner_id = $2");
        Ok(self.database.write(delete.bind(id).bind(owner_id)).await?.changed == 1)
    }

    /// Returns the access servers of a user, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn access_servers_of(&self, owner_id: i64) -> Result<Vec<AccessServerRecord>, StoreError> {
        let select = sql("SELECT access_server_id, origin FROM access_servers WHERE owner_id = $1
             ORDER BY created_at, access_server_id");
        let rows = self.database.read(select.bind(owner_id)).await?;
        rows.into_iter().map(|mut row| AccessServerRecord::read(&mut row)).collect()
    }

    /// Returns the SHA-256 of each credential of a user's access servers, in the order of the IDs.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn credential_hashes_of(&self, owner_id: i64) -> Result<Vec<Vec<u8>>, StoreError> {
        let select = sql("SELECT credential_hash FROM access_servers WHERE owner_id = $1 ORDER BY access_server_id");
        let rows = self.database.read(select.bind(owner_id)).await?;
        rows.into_iter().map(|mut row| row.take()).collect()
    }

    /// Returns the access server with this ID, and the user ID of its owner.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn access_server(&self, id: &str) -> Result<Option<(AccessServerRecord, i64)>, StoreError> {
        let select = sql("SELECT access_server_id, origin, owner_id FROM access_servers WHERE access_server_id = $1");
        let row = self.database.read_one(select.bind(id)).await?;
        row.map(|mut row| Ok((AccessServerRecord::read(&mut row)?, row.take()?))).transpose()
    }

    /// Returns the access server whose credential has this SHA-256.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn access_server_of_credential(&self, hash: &[u8]) -> Result<Option<AccessServerRecord>, StoreError> {
        let select = sql("SELECT access_server_id, origin FROM access_servers WHERE credential_hash = $1");
        let row = self.database.read_one(select.bind(hash)).await?;
        row.map(|mut row| AccessServerRecord::read(&mut row)).transpose()
    }

    /// Lets an app of the user `owner_id` admit an access server, if both exist and the app admits fewer than
    /// `at_most`. Returns whether it does. It may admit it already.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn admit(&self, api_key: &str, owner_id: i64, id: &str, at_most: u32) -> Result<bool, StoreError> {
        let insert = sql("INSERT INTO admissions (api_key, access_server_id)
             SELECT apps.api_key, access_server_id FROM apps, access_servers
             WHERE apps.api_key = $1 AND apps.owner_id = $2 AND access_server_id = $3
               AND ((SELECT COUNT(*) FROM admissions WHERE api_key = $1) < $4
                    OR EXISTS (SELECT 1 FROM admissions WHERE api_key = $1 AND access_server_id = $3))
             ON CONFLICT (api_key, access_server_id) DO UPDATE SET access_server_id = excluded.access_server_id")
        .bind(api_key.to_ascii_lowercase())
        .bind(owner_id)
        .bind(id)
        .bind(at_most);
        Ok(is_inserted(&self.database.transaction(vec![lock(owner_id), insert]).await?))
    }

    /// Ends an admission by an app of the user `owner_id`. Returns whether there was one.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn end_admission(&self, api_key: &str, owner_id: i64, id: &str) -> Result<bool, StoreError> {
        let delete = sql("DELETE FROM admissions WHERE api_key = $1 AND access_server_id = $2
               AND EXISTS (SELECT 1 FROM apps WHERE apps.api_key = $1 AND owner_id = $3)");
        let delete = delete.bind(api_key.to_ascii_lowercase()).bind(id).bind(owner_id);
        Ok(self.database.write(delete).await?.changed == 1)
    }

    /// Returns whether the app with this key, in lower case, admits this access server.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn is_admitted(&self, api_key: &str, id: &str) -> Result<bool, StoreError> {
        let select = sql("SELECT api_key FROM admissions WHERE api_key = $1 AND access_server_id = $2");
        Ok(self.database.read_one(select.bind(api_key).bind(id)).await?.is_some())
    }

    /// Returns the access servers that the apps of a user admit, by app.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn admissions_of(&self, owner_id: i64) -> Result<Vec<AdmittedAccessServer>, StoreError> {
        let select = sql("SELECT access_servers.access_server_id, origin, handle, apps.api_key, apps.name
             FROM apps JOIN admissions ON admissions.api_key = apps.api_key
                       JOIN access_servers ON access_servers.access_server_id = admissions.access_server_id
                       JOIN users ON users.user_id = access_servers.owner_id
             WHERE apps.owner_id = $1 ORDER BY apps.created_at, apps.api_key, origin, access_servers.access_server_id");
        let rows = self.database.read(select.bind(owner_id)).await?;
        let admitted = |mut row: Row| {
            let server = AccessServerRecord::read(&mut row)?;
            Ok(AdmittedAccessServer { server, owner: row.take()?, api_key: row.take()?, app_name: row.take()? })
        };
        rows.into_iter().map(admitted).collect()
    }
}

impl AccessServerRecord {
    fn read(row: &mut Row) -> Result<Self, StoreError> {
        Ok(Self { access_server_id: row.take()?, origin: row.take()? })
    }
}

/// Returns whether the statement after the lock inserted a row.
fn is_inserted(written: &[WriteResult]) -> bool {
    written.get(1).is_some_and(|insert| insert.changed == 1)
}
