//! Invitations: each adds one user to one group.
//!
//! Using an invitation is an UPDATE with a condition, so that only one of two concurrent uses succeeds. A user who used
//! one and was removed from the group later cannot use it again. So the row also records whether the user was added.

use sha2::{Digest as _, Sha256};
use stagepass_rules::Id;

use super::group_store::{Groups, Member};
use crate::owner::caps;
use stagepass_store::{Statement, StoreError, sql};

/// How long an expired invitation is kept, in seconds. After that, it counts as unknown.
const REMEMBERED: i64 = 30 * 24 * 60 * 60;

/// An invitation to store.
#[derive(Clone, Copy)]
pub(crate) struct NewInvitation {
    /// The secret that the invited user has.
    pub(crate) secret: [u8; 32],
    /// The current time in Unix seconds.
    pub(crate) made_at: i64,
    /// The expiry in Unix seconds.
    pub(crate) expires_at: i64,
}

/// The outcome of creating an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InviteOutcome {
    Created,
    NoSuchGroup,
    TooMany,
}

/// The outcome of using an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JoinOutcome {
    /// The user is in this group, by this use or since before.
    Joined {
        group: String,
        name: String,
    },
    Used,
    Expired,
    /// The owner has too many members. The invitation stays valid.
    TooMany,
    Unknown,
}

impl Groups {
    /// Stores an invitation to a group.
    pub(crate) async fn invite(&self, owner: i64, group: &Id, new: NewInvitation) -> Result<InviteOutcome, StoreError> {
        let NewInvitation { secret, made_at: now, expires_at } = new;
        let insert = sql("INSERT INTO invitations (invitation_hash, owner_id, group_id, expires_at, admitted)
             SELECT $3, owner_id, group_id, $4, $7 FROM owner_groups
             WHERE owner_id = $1 AND group_id = $2 AND (
                 SELECT COUNT(*) FROM invitations
                 WHERE invitations.owner_id = $1 AND invitations.group_id = $2 AND used_by IS NULL AND expires_at > $5
             ) < $6 AND (SELECT COUNT(*) FROM invitations WHERE invitations.owner_id = $1) < $8");
        let insert = insert.bind(owner).bind(group.as_str()).bind(&hash(&secret)[..]).bind(expires_at);
        let insert = insert.bind(now).bind(caps::OPEN_INVITATIONS).bind(false).bind(caps::INVITATIONS);
        let written = self.database.transaction(vec![caps::lock(owner), sweep(now), insert]).await?;
        if written.last().is_some_and(|insert| insert.changed == 1) {
            return Ok(InviteOutcome::Created);
        }
        Ok(if self.has(owner, group).await? { InviteOutcome::TooMany } else { InviteOutcome::NoSuchGroup })
    }

    /// Adds a user to the group of an invitation. Their `since` is the current time.
    pub(crate) async fn join(&self, secret: &[u8; 32], member: &Member) -> Result<JoinOutcome, StoreError> {
        let (hash, now) = (hash(secret), member.since);
        let used = sql("UPDATE invitations SET used_by = $2
             WHERE invitation_hash = $1 AND used_by IS NULL AND expires_at > $3 AND NOT EXISTS (
                 SELECT 1 FROM group_members WHERE group_members.owner_id = invitations.owner_id
                     AND group_members.group_id = invitations.group_id AND user_id = $2
             ) AND (SELECT COUNT(*) FROM group_members WHERE group_members.owner_id = invitations.owner_id) < $4");
        let used = used.bind(&hash[..]).bind(member.user_id).bind(now).bind(caps::MEMBERS);
        let put_in = sql("INSERT INTO group_members (owner_id, group_id, user_id, handle, name, since)
             SELECT owner_id, group_id, used_by, $3, $4, $5 FROM invitations
             WHERE invitation_hash = $1 AND used_by = $2 AND NOT admitted
             ON CONFLICT (owner_id, group_id, user_id) DO NOTHING");
        let put_in = put_in.bind(&hash[..]).bind(member.user_id);
        let put_in = put_in.bind(&member.handle).bind(&member.name).bind(now);
        let noted = sql("UPDATE invitations SET admitted = $3 WHERE invitation_hash = $1 AND used_by = $2");
        let noted = noted.bind(&hash[..]).bind(member.user_id).bind(true);
        let owner =
            self.database.read_one(sql("SELECT owner_id FROM invitations WHERE invitation_hash = $1").bind(&hash[..]));
        let Some(mut owner) = owner.await? else { return Ok(JoinOutcome::Unknown) };
        self.database.transaction(vec![caps::lock(owner.take()?), used, put_in, noted]).await?;
        self.outcome(&hash, member).await
    }

    async fn outcome(&self, hash: &[u8], member: &Member) -> Result<JoinOutcome, StoreError> {
        let select =
            sql("SELECT owner_groups.group_id, owner_groups.name, user_id, used_by, expires_at FROM invitations
             JOIN owner_groups ON owner_groups.owner_id = invitations.owner_id
                 AND owner_groups.group_id = invitations.group_id
             LEFT JOIN group_members ON group_members.owner_id = invitations.owner_id
                 AND group_members.group_id = invitations.group_id AND user_id = $2
             WHERE invitation_hash = $1");
        let row = self.database.read_one(select.bind(hash).bind(member.user_id)).await?;
        let Some(mut row) = row else { return Ok(JoinOutcome::Unknown) };
        let (group, name) = (row.take()?, row.take()?);
        let is_member = row.take::<Option<i64>>()?.is_some();
        let is_used = row.take::<Option<i64>>()?.is_some();
        let has_expired = row.take::<i64>()? <= member.since;
        Ok(match (is_member, is_used) {
            (true, _) => JoinOutcome::Joined { group, name },
            (false, true) => JoinOutcome::Used,
            (false, false) if has_expired => JoinOutcome::Expired,
            (false, false) => JoinOutcome::TooMany,
        })
    }
}

/// Deletes some invitations that expired long ago: more than are created at once, but never so many that a request
/// waits.
fn sweep(now: i64) -> Statement {
    let delete = sql("DELETE FROM invitations WHERE invitation_hash IN (
             SELECT invitation_hash FROM invitations WHERE expires_at <= $1 ORDER BY expires_at LIMIT 100
         )");
    delete.bind(now.saturating_sub(REMEMBERED))
}

fn hash(secret: &[u8; 32]) -> [u8; 32] {
    Sha256::digest(secret).into()
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::owner::groups::group_store::Group;
    use crate::start::open_database;
    use stagepass_store::DatabaseAddress;

    async fn groups() -> (Groups, Id) {
        let groups = Groups::new(open_database(&DatabaseAddress::Memory, None).await.unwrap());
        let group = Group { id: "friends".to_owned(), name: "Friends".to_owned(), join_url: None };
        assert!(groups.put(1, &group, 0).await.unwrap());
        (groups, "friends".parse().unwrap())
    }

    async fn invite(groups: &Groups, group: &Id, secret: [u8; 32], good: Range<i64>) -> InviteOutcome {
        let new = NewInvitation { secret, made_at: good.start, expires_at: good.end };
        groups.invite(1, group, new).await.unwrap()
    }

    async fn count(groups: &Groups) -> i64 {
        let mut rows = groups.database.read(sql("SELECT COUNT(*) FROM invitations")).await.unwrap();
        rows[0].take().unwrap()
    }

    /// They are kept for 30 days first.
    #[tokio::test]
    async fn expired_invitations_are_deleted_100_at_a_time() {
        let (groups, friends) = groups().await;
        for number in 0..150 {
            assert_eq!(invite(&groups, &friends, [number; 32], 0..10).await, InviteOutcome::Created);
        }
        invite(&groups, &friends, [200; 32], 9 + REMEMBERED..20 + REMEMBERED).await;
        assert_eq!(count(&groups).await, 151, "it is still known that they have expired");
        invite(&groups, &friends, [201; 32], 10 + REMEMBERED..20 + REMEMBERED).await;
        assert_eq!(count(&groups).await, 52);
        invite(&groups, &friends, [202; 32], 10 + REMEMBERED..20 + REMEMBERED).await;
        assert_eq!(count(&groups).await, 3);
    }

    #[tokio::test]
    async fn open_invitation_above_group_limit_is_rejected() {
        let (groups, friends) = groups().await;
        let secret = |number: i64| {
            let mut secret = [0; 32];
            secret[..8].copy_from_slice(&number.to_be_bytes());
            secret
        };
        let most = i64::from(caps::OPEN_INVITATIONS);
        for number in 0..most {
            assert_eq!(invite(&groups, &friends, secret(number), 0..10).await, InviteOutcome::Created);
        }
        let one_more = secret(most);
        assert_eq!(invite(&groups, &friends, one_more, 9..20).await, InviteOutcome::TooMany);
        assert_eq!(invite(&groups, &friends, one_more, 10..20).await, InviteOutcome::Created, "the others are over");
        let none = "none".parse().unwrap();
        assert_eq!(invite(&groups, &none, secret(-1), 0..10).await, InviteOutcome::NoSuchGroup);
    }
}
