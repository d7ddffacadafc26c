//! Skeletons of app names, which are equal for names that look alike.

use crate::{Store, StoreError, sql};

impl Store {
    /// Returns whether an app of another owner has a name with this skeleton. The app `api_key` may keep a skeleton
    /// that it has.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn is_app_name_taken(
        &self,
        skeleton: &str,
        owner_id: i64,
        api_key: Option<&str>,
    ) -> Result<bool, StoreError> {
        let select = sql("SELECT api_key FROM apps WHERE name_skeleton = $1 AND owner_id <> $2
               AND NOT EXISTS (SELECT 1 FROM apps AS own WHERE own.api_key = $3 AND own.name_skeleton = $1)
             LIMIT 1");
        let select = select.bind(skeleton).bind(owner_id).bind(api_key.unwrap_or_default());
        Ok(self.database.read_one(select).await?.is_some())
    }
}
