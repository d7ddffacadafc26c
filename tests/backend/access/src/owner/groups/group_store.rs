//! Groups and their members.

use serde::Serialize;
use stagepass_rules::{Id, Membership};

use crate::owner::caps;
use stagepass_store::{Database, StoreError, sql};

/// The groups of all owners. Every query is about one owner.
#[derive(Debug, Clone)]
pub(crate) struct Groups {
    pub(crate) database: Database,
}

/// A group, for its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Group {
    /// The ID of the group.
    pub(crate) id: String,
    /// The name of the group.
    pub(crate) name: String,
    /// Where users can read how to join.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) join_url: Option<String>,
}

/// A member of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) user_id: i64,
    /// The handle when the user joined.
    pub(crate) handle: String,
    /// The name when the user joined.
    pub(crate) name: String,
    /// Unix seconds.
    pub(crate) since: i64,
}

impl Groups {
    pub(crate) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns the owner's groups, newest first.
    pub(crate) async fn list(&self, owner: i64) -> Result<Vec<Group>, StoreError> {
        let select = sql("SELECT group_id, name, join_url FROM owner_groups WHERE owner_id = $1
             ORDER BY created_at DESC, group_id LIMIT 1000");
        let rows = self.database.read(select.bind(owner)).await?;
        rows.into_iter()
            .map(|mut row| Ok(Group { id: row.take()?, name: row.take()?, join_url: row.take()? }))
            .collect()
    }

    /// Creates or changes a group. Returns whether it did: the number of groups is limited.
    pub(crate) async fn put(&self, owner: i64, group: &Group, now: i64) -> Result<bool, StoreError> {
        let put = sql("INSERT INTO owner_groups (owner_id, group_id, name, join_url, created_at)
             SELECT $1, $2, $3, $4, $5
             WHERE (SELECT COUNT(*) FROM owner_groups WHERE owner_id = $1 AND group_id <> $2) < $6
             ON CONFLICT (owner_id, group_id) DO UPDATE SET name = excluded.name, join_url = excluded.join_url");
        let put = put.bind(owner).bind(&group.id).bind(&group.name).bind(group.join_url.as_deref());
        Ok(caps::write(&self.database, owner, put.bind(now).bind(caps::GROUPS)).await?.changed == 1)
    }

    /// Deletes a group with its members and invitations. Returns whether it existed.
    pub(crate) async fn delete(&self, owner: i64, group: &Id) -> Result<bool, StoreError> {
        let delete = sql("DELETE FROM owner_groups WHERE owner_id = $1 AND group_id = $2");
        Ok(self.database.write(delete.bind(owner).bind(group.as_str())).await?.changed == 1)
    }

    /// Returns whether the owner has this group.
    pub(crate) async fn has(&self, owner: i64, group: &Id) -> Result<bool, StoreError> {
        let select = sql("SELECT name FROM owner_groups WHERE owner_id = $1 AND group_id = $2");
        Ok(self.database.read_one(select.bind(owner).bind(group.as_str())).await?.is_some())
    }

    /// Returns the members of a group, newest first. `None` if there is no such group.
    pub(crate) async fn members(&self, owner: i64, group: &Id) -> Result<Option<Vec<Member>>, StoreError> {
        let select = sql("SELECT user_id, handle, name, since FROM group_members
             WHERE owner_id = $1 AND group_id = $2 ORDER BY since DESC, user_id DESC LIMIT 1000");
        let rows = self.database.read(select.bind(owner).bind(group.as_str())).await?;
        if rows.is_empty() && !self.has(owner, group).await? {
            return Ok(None);
        }
        let members = rows.into_iter().map(|mut row| {
            let (user_id, handle) = (row.take()?, row.take()?);
            Ok(Member { user_id, handle, name: row.take()?, since: row.take()? })
        });
        members.collect::<Result<_, StoreError>>().map(Some)
    }

    /// Adds a member, or updates the handle and name of one. Returns when they joined, or `None` if there is no such
    /// group or too many members.
    pub(crate) async fn add(&self, owner: i64, group: &Id, member: &Member) -> Result<Option<i64>, StoreError> {
        let insert = sql("INSERT INTO group_members (owner_id, group_id, user_id, handle, name, since)
             SELECT owner_id, group_id, $3, $4, $5, $6 FROM owner_groups WHERE owner_id = $1 AND group_id = $2 AND (
                 (SELECT COUNT(*) FROM group_members WHERE owner_id = $1) < $7
                 OR EXISTS (SELECT 1 FROM group_members WHERE owner_id = $1 AND group_id = $2 AND user_id = $3)
             )
             ON CONFLICT (owner_id, group_id, user_id) DO UPDATE SET handle = excluded.handle, name = excluded.name
             RETURNING since");
        let insert = insert.bind(owner).bind(group.as_str()).bind(member.user_id);
        let insert = insert.bind(&member.handle).bind(&member.name).bind(member.since).bind(caps::MEMBERS);
        caps::write(&self.database, owner, insert).await?.rows.into_iter().next().map(|mut row| row.take()).transpose()
    }

    /// Removes a member. Returns whether they were one.
    pub(crate) async fn remove(&self, owner: i64, group: &Id, user_id: i64) -> Result<bool, StoreError> {
        let delete = sql("DELETE FROM group_members WHERE owner_id = $1 AND group_id = $2 AND user_id = $3");
        Ok(self.database.write(delete.bind(owner).bind(group.as_str()).bind(user_id)).await?.changed == 1)
    }

    /// Returns whether the user is in the group, and the group's name. Without a user, only the latter.
    pub(crate) async fn membership(
        &self,
        owner: i64,
        group: &Id,
        person: Option<u64>,
    ) -> Result<Membership, StoreError> {
        // No user ID is negative.
        let user_id = person.and_then(|user_id| i64::try_from(user_id).ok()).unwrap_or(-1);
        let select = sql("SELECT owner_groups.name, join_url, user_id FROM owner_groups
             LEFT JOIN group_members ON group_members.owner_id = owner_groups.owner_id
                 AND group_members.group_id = owner_groups.group_id AND user_id = $3
             WHERE owner_groups.owner_id = $1 AND owner_groups.group_id = $2");
        let row = self.database.read_one(select.bind(owner).bind(group.as_str()).bind(user_id)).await?;
        let Some(mut row) = row else { return Ok(Membership::NoSuchGroup) };
        let (name, join_url) = (row.take()?, row.take()?);
        let is_member = row.take::<Option<i64>>()?.is_some();
        Ok(match person {
            None => Membership::NobodySignedIn { join_url, name },
            Some(_) if is_member => Membership::Member,
            Some(_) => Membership::Not { join_url, name },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::open_database;
    use stagepass_store::DatabaseAddress;

    /// Existing groups can still be changed.
    #[tokio::test]
    async fn group_above_owner_limit_is_rejected() {
        let groups = Groups::new(open_database(&DatabaseAddress::Memory, None).await.unwrap());
        let group = |id: i64, name: &str| Group { id: format!("g{id}"), name: name.to_owned(), join_url: None };
        let most = i64::from(caps::GROUPS);
        for id in 0..most {
            assert!(groups.put(1, &group(id, "Group"), id).await.unwrap());
        }
        assert!(!groups.put(1, &group(most, "Group"), most).await.unwrap());
        assert!(groups.put(1, &group(0, "Another name"), 0).await.unwrap(), "those there are can be changed");
        assert!(groups.put(2, &group(most, "Group"), 0).await.unwrap(), "another owner has none yet");
        let list = groups.list(1).await.unwrap();
        assert_eq!((list.len(), list[0].id.as_str()), (1_000, "g999"), "newest first");
        assert_eq!(list[999].name, "Another name");
    }

    #[tokio::test]
    async fn member_of_another_owners_group_is_none() {
        let groups = Groups::new(open_database(&DatabaseAddress::Memory, None).await.unwrap());
        let group = Group { id: "fans".to_owned(), name: "Fans".to_owned(), join_url: None };
        assert!(groups.put(1, &group, 0).await.unwrap() && groups.put(2, &group, 0).await.unwrap());
        let fans: Id = "fans".parse().unwrap();
        let member = Member { user_id: 7, handle: "h".to_owned(), name: "n".to_owned(), since: 0 };
        groups.add(2, &fans, &member).await.unwrap();
        assert_eq!(groups.membership(2, &fans, Some(7)).await.unwrap(), Membership::Member);
        assert!(matches!(groups.membership(1, &fans, Some(7)).await.unwrap(), Membership::Not { .. }));
    }

    #[tokio::test]
    async fn member_above_owner_limit_is_not_added() {
        let groups = Groups::new(open_database(&DatabaseAddress::Memory, None).await.unwrap());
        let group = Group { id: "fans".to_owned(), name: "Fans".to_owned(), join_url: None };
        assert!(groups.put(1, &group, 0).await.unwrap() && groups.put(2, &group, 0).await.unwrap());
        let fill = sql(
            "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < $1)
             INSERT INTO group_members (owner_id, group_id, user_id, handle, name, since)
             SELECT 1, 'fans', number, 'h', 'n', 0 FROM numbers",
        );
        groups.database.write(fill.bind(caps::MEMBERS)).await.unwrap();
        let fans: Id = "fans".parse().unwrap();
        let member = |user_id| Member { user_id, handle: "h".to_owned(), name: "n".to_owned(), since: 5 };
        let one_more = member(i64::from(caps::MEMBERS) + 1);
        assert_eq!(groups.add(1, &fans, &one_more).await.unwrap(), None);
        assert_eq!(groups.add(1, &fans, &member(1)).await.unwrap(), Some(0), "who is in it stays in it");
        assert_eq!(groups.add(2, &fans, &one_more).await.unwrap(), Some(5), "another owner has none yet");
        assert!(groups.remove(1, &fans, 7).await.unwrap());
        assert_eq!(groups.add(1, &fans, &one_more).await.unwrap(), Some(5), "there is room again");
    }
}
