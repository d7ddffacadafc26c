//! Grants: each is one consent of a user with its tokens.

pub(crate) mod caps;
pub(crate) mod consents;
pub(crate) mod insert;
pub(crate) mod proofs;
pub(crate) mod rotation;

use crate::database::Row;
use crate::users::{UserRecord, user_columns};
use crate::{Store, StoreError, sql};

/// The ID of a grant: 128 random bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GrantId(pub [u8; 16]);

impl GrantId {
    /// Returns 256 ranges that together contain all IDs: each from its first element, and before its second one.
    pub(crate) fn slices() -> impl Iterator<Item = (Vec<u8>, Vec<u8>)> {
        let end_of = |first: u8| first.checked_add(1).map_or_else(|| vec![u8::MAX; 17], |next| vec![next]);
        (0..=u8::MAX).map(move |first| (vec![first], end_of(first)))
    }
}

/// Never printed, not even in logs, because it helps to forge a token.
impl std::fmt::Debug for GrantId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GrantId(…)")
    }
}

/// A grant with the state of its tokens.
#[derive(Debug, Clone)]
pub struct Grant {
    /// Its ID, which is in each of its tokens.
    pub id: GrantId,
    /// The user who consented.
    pub user_id: i64,
    /// The registered app.
    pub api_key: Option<String>,
    /// The name that an unregistered app gave itself.
    pub app_name: Option<String>,
    /// `read` or `write`.
    pub scope: String,
    /// The redirect URI of the code.
    pub redirect_uri: String,
    /// RFC 7636 §4.2, method S256.
    pub code_challenge: String,
    /// 0 while the code is unused, then the number of the current refresh token.
    pub generation: u32,
    /// The ID of the key that signed the current generation.
    pub generation_key: u32,
    /// Whether an access token of the current generation was used.
    pub generation_used: bool,
    /// When the current generation was issued, in Unix seconds.
    pub rotated_at: i64,
    /// When the code, or later the current refresh token, expires.
    pub expires_at: i64,
    /// The thumbprint of the key to which its tokens are bound (RFC 9449 §6).
    pub jkt: Option<String>,
    /// The thumbprint of the key to which its code is bound (RFC 9449 §10).
    pub code_jkt: Option<String>,
    /// When the user gave the password before this consent, in Unix seconds.
    pub authenticated_at: i64,
}

/// A grant to insert.
#[derive(Debug)]
pub struct NewGrant<'a> {
    /// See [`Grant::id`].
    pub id: GrantId,
    /// See [`Grant::user_id`].
    pub user_id: i64,
    /// See [`Grant::api_key`].
    pub api_key: Option<&'a str>,
    /// See [`Grant::app_name`].
    pub app_name: Option<&'a str>,
    /// See [`Grant::scope`].
    pub scope: &'a str,
    /// See [`Grant::redirect_uri`].
    pub redirect_uri: &'a str,
    /// See [`Grant::code_challenge`].
    pub code_challenge: &'a str,
    /// See [`Grant::code_jkt`].
    pub code_jkt: Option<&'a str>,
    /// See [`Grant::generation_key`].
    pub key: u32,
    /// Unix seconds.
    pub created_at: i64,
    /// When the code expires.
    pub expires_at: i64,
    /// When the user gave the password, in Unix seconds.
    pub authenticated_at: i64,
    /// The number of the browser in which the user consented, in hexadecimal digits.
    pub device: Option<&'a str>,
    /// The SHA-256 of what the page told the user. `None` if the user was not asked.
    pub terms_hash: Option<&'a [u8]>,
}

/// The columns of [`Grant::read`].
macro_rules! grant_columns {
    () => {
        "grants.user_id, api_key, app_name, scope, redirect_uri, code_challenge, generation, generation_key, generation_used,
         rotated_at, expires_at, jkt, code_jkt, authenticated_at"
    };
}
use grant_columns;

/// The statements of [`Store::grant`] and [`Store::grant_and_user`].
macro_rules! grant_by_id {
    ($first_column:literal, $source:literal, $id:literal) => {
        concat!("SELECT ", $first_column, grant_columns!(), " FROM grants", $source, " WHERE grant_id = ", $id)
    };
    (with user, $first_column:literal, $source:literal, $id:literal) => {
        concat!(
            "SELECT ",
            $first_column,
            grant_columns!(),
            ", ",
            user_columns!(),
            " FROM grants JOIN users ON users.user_id = grants.user_id",
            $source,
            " WHERE grant_id = ",
            $id
        )
    };
}

const GRANTS: &str =
    grant_by_id!("wanted.position, ", ", unnest($1::BYTEA[]) WITH ORDINALITY AS wanted (id, position)", "wanted.id");
const GRANTS_AND_USERS: &str = grant_by_id!(
    with user,
    "wanted.position, ",
    ", unnest($1::BYTEA[]) WITH ORDINALITY AS wanted (id, position)",
    "wanted.id"
);

impl Store {
    /// Returns the grant with this ID.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn grant(&self, id: GrantId) -> Result<Option<Grant>, StoreError> {
        let select = sql(grant_by_id!("", "", "$1")).in_batches(GRANTS);
        let row = self.database.read_one(select.bind(&id.0[..])).await?;
        row.map(|mut row| Grant::read(id, &mut row)).transpose()
    }

    /// Returns the grant with this ID, and its user.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn grant_and_user(&self, id: GrantId) -> Result<Option<(Grant, UserRecord)>, StoreError> {
        let select = sql(grant_by_id!(with user, "", "", "$1")).in_batches(GRANTS_AND_USERS);
        let row = self.database.read_one(select.bind(&id.0[..])).await?;
        row.map(|mut row| Ok((Grant::read(id, &mut row)?, UserRecord::read(&mut row)?))).transpose()
    }

    /// Revokes the grant and thereby all of its tokens, by deleting it.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn revoke(&self, id: GrantId) -> Result<(), StoreError> {
        self.database.write(sql("DELETE FROM grants WHERE grant_id = $1").bind(&id.0[..])).await?;
        Ok(())
    }
}

impl Grant {
    fn read(id: GrantId, row: &mut Row) -> Result<Self, StoreError> {
        Ok(Self {
            id,
            user_id: row.take()?,
            api_key: row.take()?,
            app_name: row.take()?,
            scope: row.take()?,
            redirect_uri: row.take()?,
            code_challenge: row.take()?,
            generation: row.take()?,
            generation_key: row.take()?,
            generation_used: row.take()?,
            rotated_at: row.take()?,
            expires_at: row.take()?,
            jkt: row.take()?,
            code_jkt: row.take()?,
            authenticated_at: row.take()?,
        })
    }
}
