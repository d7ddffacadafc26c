//! Rate limits of single apps, set by the operator.

use std::collections::HashMap;

use crate::{Row, Store, StoreError, sql};
use stagepass_kit::rate::Rate;

impl Store {
    /// Returns the apps with their own rate limits, by API key.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn app_rates(&self) -> Result<HashMap<String, Rate>, StoreError> {
        let select = sql("SELECT api_key, rate_per_second, rate_burst FROM apps WHERE rate_per_second IS NOT NULL");
        let mut rates = HashMap::new();
        for mut row in self.database.read(select).await? {
            let api_key = row.take()?;
            rates.extend(take_rate(&mut row)?.map(|rate| (api_key, rate)));
        }
        Ok(rates)
    }

    /// Sets the rate limit of the app with this key, without regard to case. `None` restores the default. Returns
    /// whether the app exists.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn set_app_rate(&self, api_key: &str, rate: Option<Rate>) -> Result<bool, StoreError> {
        let update = sql("UPDATE apps SET rate_per_second = $1, rate_burst = $2 WHERE api_key = $3")
            .bind(rate.map(|rate| i64::from(rate.per_second)))
            .bind(rate.map(|rate| i64::from(rate.burst)))
            .bind(api_key.to_ascii_lowercase());
        Ok(self.database.write(update).await?.changed == 1)
    }
}

/// Parses the columns `rate_per_second` and `rate_burst`.
pub(crate) fn take_rate(row: &mut Row) -> Result<Option<Rate>, StoreError> {
    let (per_second, burst) = (row.take::<Option<u32>>()?, row.take::<Option<u32>>()?);
    Ok(per_second.zip(burst).map(|(per_second, burst)| Rate { per_second, burst }))
}
