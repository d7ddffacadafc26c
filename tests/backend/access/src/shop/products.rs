//! `/owner/products`: the products of an owner.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stagepass_rules::Id;

use super::super::error_answer::AccessError;
use super::super::owner::Owner;
use super::shop_database::{MAX_LISTED, Shop, ShopError};
use crate::owner::caps;
use crate::request::{body, details};
use crate::state::AccessServer;
use stagepass_store::{Row, StoreError, sql};

/// A product: one track, or several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Product {
    /// The ID of the product.
    id: String,
    /// The name of the product.
    pub(super) name: String,
    /// Where users can buy it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) buy_url: Option<String>,
}

/// The products of an owner.
#[derive(Serialize)]
pub(super) struct Products {
    /// The products.
    products: Vec<Product>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ProductRequest {
    name: String,
    buy_url: Option<String>,
}

/// `GET /owner/products`
pub(super) async fn list(State(server): State<Arc<AccessServer>>, owner: Owner) -> Result<Json<Products>, AccessError> {
    Ok(Json(Products { products: server.shop.products(owner.id).await? }))
}

/// `PUT /owner/products/{id}`
pub(super) async fn put(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Product>, AccessError> {
    let id = details::id(path)?.to_string();
    let ProductRequest { name, buy_url } = body::read(body)?;
    let buy_url = buy_url.as_deref().map(|url| details::link("buyUrl", url)).transpose()?;
    let product = Product { id, name: details::name("name", &name)?, buy_url };
    let is_stored = server.shop.put_product(owner.id, &product, server.clock.now()).await?;
    if is_stored { Ok(Json(product)) } else { Err(AccessError::TooMany("products")) }
}

/// `DELETE /owner/products/{id}`: keeps its purchases. They count again if a product with this ID is created.
pub(super) async fn remove(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, AccessError> {
    let is_gone = server.shop.remove_product(owner.id, &details::id(path)?).await?;
    if is_gone { Ok(StatusCode::NO_CONTENT) } else { Err(AccessError::NotFound) }
}

impl Shop {
    /// Returns whether the owner has this product.
    pub(crate) async fn has_product(&self, owner: i64, product: &Id) -> Result<bool, ShopError> {
        Ok(self.product(owner, product).await?.is_some())
    }

    pub(super) async fn product(&self, owner: i64, product: &Id) -> Result<Option<Product>, StoreError> {
        let select = sql("SELECT product_id, name, buy_url FROM products WHERE owner_id = $1 AND product_id = $2");
        let row = self.database.read_one(select.bind(owner).bind(product.as_str())).await?;
        row.map(Product::read).transpose()
    }

    async fn products(&self, owner: i64) -> Result<Vec<Product>, StoreError> {
        let select = sql(
            "SELECT product_id, name, buy_url FROM products WHERE owner_id = $1 ORDER BY created_at DESC, product_id LIMIT $2",
        );
        let rows = self.database.read(select.bind(owner).bind(MAX_LISTED)).await?;
        rows.into_iter().map(Product::read).collect()
    }

    /// Creates or changes the product. `false` if there are too many.
    async fn put_product(&self, owner: i64, product: &Product, now: i64) -> Result<bool, StoreError> {
        let insert = sql("INSERT INTO products (owner_id, product_id, name, buy_url, created_at)
            SELECT $1, $2, $3, $4, $5
            WHERE (SELECT COUNT(*) FROM products WHERE owner_id = $1) < $6
                OR EXISTS (SELECT 1 FROM products WHERE owner_id = $1 AND product_id = $2)
            ON CONFLICT (owner_id, product_id) DO UPDATE SET name = excluded.name, buy_url = excluded.buy_url");
        let insert = insert.bind(owner).bind(&product.id).bind(&product.name).bind(product.buy_url.as_deref());
        Ok(caps::write(&self.database, owner, insert.bind(now).bind(MAX_LISTED)).await?.changed > 0)
    }

    async fn remove_product(&self, owner: i64, product: &Id) -> Result<bool, StoreError> {
        let delete = sql("DELETE FROM products WHERE owner_id = $1 AND product_id = $2");
        Ok(self.database.write(delete.bind(owner).bind(product.as_str())).await?.changed > 0)
    }
}

impl Product {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self { id: row.take()?, name: row.take()?, buy_url: row.take()? })
    }
}
