//! `/owner/sites`: keys with which owners' sites sign tokens.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use stagepass_rules::{Id, SiteToken};

use super::super::error_answer::AccessError;
use super::super::owner::Owner;
use super::sealed::{Kind, Place};
use super::shop_database::{MAX_LISTED, Shop, ShopError};
use super::site_token;
use crate::owner::caps;
use crate::request::{body, details};
use crate::state::AccessServer;
use stagepass_kit::entropy::{EntropyError, SystemEntropy, random};
use stagepass_store::{StoreError, sql};

/// A request for a track with its site token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Visit<'a> {
    pub(crate) track_id: u64,
    pub(crate) token: Option<&'a str>,
    pub(crate) now: i64,
}

/// A site whose server signs tokens.
#[derive(Serialize)]
pub(super) struct Site {
    /// The ID of the site key.
    id: String,
    /// The name of the site.
    name: String,
}

/// The site keys of an owner.
#[derive(Serialize)]
pub(super) struct Sites {
    /// The site keys.
    sites: Vec<Site>,
}

/// A new site key. Its secret is shown only once.
#[derive(Serialize)]
pub(super) struct SiteSecret {
    /// The ID of the site key.
    id: String,
    /// The secret with which the site's server signs tokens.
    secret: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteRequest {
    id: String,
    name: String,
}

/// `GET /owner/sites`
pub(super) async fn list(State(server): State<Arc<AccessServer>>, owner: Owner) -> Result<Json<Sites>, AccessError> {
    Ok(Json(Sites { sites: server.shop.sites(owner.id).await? }))
}

/// `POST /owner/sites`. To rotate a secret, the owner deletes the key and creates it again. Two secrets under one ID
/// could not be deleted separately.
pub(super) async fn create(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<SiteSecret>), AccessError> {
    let SiteRequest { id, name } = body::read(body)?;
    let id = details::id_of(&id)?;
    let site = Site { id: id.to_string(), name: details::name("name", &name)? };
    let secret = new_secret()?;
    let sealed = server.shop.key.seal(place(owner.id, &id), secret.as_bytes(), &SystemEntropy)?;
    if server.shop.insert_site(owner.id, &site, &sealed, server.clock.now()).await? {
        Ok((StatusCode::CREATED, Json(SiteSecret { id: site.id, secret })))
    } else if server.shop.has_site(owner.id, &id).await? {
        Err(AccessError::Exists)
    } else {
        Err(AccessError::TooMany("site keys"))
    }
}

/// `DELETE /owner/sites/{id}`: tokens signed with it become invalid.
pub(super) async fn remove(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, AccessError> {
    let is_gone = server.shop.remove_site(owner.id, &details::id(path)?).await?;
    if is_gone { Ok(StatusCode::NO_CONTENT) } else { Err(AccessError::NotFound) }
}

impl Shop {
    /// Returns whether the owner has a site key with this ID.
    pub(crate) async fn has_site(&self, owner: i64, site: &Id) -> Result<bool, ShopError> {
        Ok(self.sealed_site(owner, site).await?.is_some())
    }

    /// Returns whether a visit has a valid token of the owner's site key `site`.
    pub(crate) async fn site_token(&self, owner: i64, site: &Id, visit: Visit<'_>) -> Result<SiteToken, ShopError> {
        let Visit { track_id, token, now } = visit;
        let Some(sealed) = self.sealed_site(owner, site).await? else { return Ok(SiteToken::NoSuchSite) };
        let Some(token) = token else { return Ok(SiteToken::None) };
        let secret = self.key.open(place(owner, site), &sealed)?;
        Ok(if site_token::is_good(token, &secret, track_id, now) { SiteToken::Good } else { SiteToken::Bad })
    }

    async fn sealed_site(&self, owner: i64, site: &Id) -> Result<Option<Vec<u8>>, StoreError> {
        let select = sql("SELECT secret FROM site_keys WHERE owner_id = $1 AND site_id = $2");
        let row = self.database.read_one(select.bind(owner).bind(site.as_str())).await?;
        row.map(|mut row| row.take()).transpose()
    }

    async fn sites(&self, owner: i64) -> Result<Vec<Site>, StoreError> {
        let select =
            sql("SELECT site_id, name FROM site_keys WHERE owner_id = $1 ORDER BY created_at DESC, site_id LIMIT $2");
        let rows = self.database.read(select.bind(owner).bind(MAX_LISTED)).await?;
        rows.into_iter().map(|mut row| Ok(Site { id: row.take()?, name: row.take()? })).collect()
    }

    /// `false` if the ID is taken, or there are too many.
    async fn insert_site(&self, owner: i64, site: &Site, sealed: &[u8], now: i64) -> Result<bool, StoreError> {
        let insert = sql("INSERT INTO site_keys (owner_id, site_id, name, secret, created_at)
            SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM site_keys WHERE owner_id = $1) < $6
            ON CONFLICT (owner_id, site_id) DO NOTHING");
        let insert = insert.bind(owner).bind(&site.id).bind(&site.name).bind(sealed).bind(now).bind(MAX_LISTED);
        Ok(caps::write(&self.database, owner, insert).await?.changed > 0)
    }

    async fn remove_site(&self, owner: i64, site: &Id) -> Result<bool, StoreError> {
        let delete = sql("DELETE FROM site_keys WHERE owner_id = $1 AND site_id = $2");
        Ok(self.database.write(delete.bind(owner).bind(site.as_str())).await?.changed > 0)
    }
}

fn place(owner: i64, id: &Id) -> Place<'_> {
    Place { kind: Kind::SiteKey, owner, id: id.as_str() }
}

/// Returns 256 random bits as text. The bytes of the text are the HMAC key, so that any language can use the text as it
/// is shown.
pub(super) fn new_secret() -> Result<String, EntropyError> {
    Ok(URL_SAFE_NO_PAD.encode(random::<32>(&SystemEntropy)?))
}
