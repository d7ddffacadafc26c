//! What owners and listeners ask, each with a ticket.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use stagepass_test_support::sent;

use super::{IN_AUSTRALIA, Reply, TICKET, TestServer};

impl TestServer {
    /// A request by the ticket's user, from Australia.
    pub(crate) fn of(&self, ticket: &str, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, self.url(path)).header("x-forwarded-for", IN_AUSTRALIA);
        if ticket.is_empty() { request } else { request.header("authorization", format!("Ticket {ticket}")) }
    }

    pub(crate) async fn get(&self, ticket: &str, path: &str) -> Reply {
        sent(self.of(ticket, Method::GET, path)).await
    }

    pub(crate) async fn put(&self, ticket: &str, path: &str, body: &Value) -> Reply {
        sent(self.of(ticket, Method::PUT, path).json(body)).await
    }

    pub(crate) async fn post(&self, ticket: &str, path: &str, body: &Value) -> Reply {
        sent(self.of(ticket, Method::POST, path).json(body)).await
    }

    pub(crate) async fn delete(&self, ticket: &str, path: &str) -> Reply {
        sent(self.of(ticket, Method::DELETE, path)).await
    }

    /// Ada gives a track of hers this rule.
    pub(crate) async fn rule(&self, track_id: u64, rule: &Value) {
        let reply = self.put(TICKET, &format!("/tracks/{track_id}/rule"), &json!({ "rule": rule })).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }

    /// Ada has a group of this id, with these people in it.
    pub(crate) async fn group(&self, id: &str, members: &[&str]) {
        self.group_of(TICKET, id, members).await;
    }

    pub(crate) async fn group_of(&self, ticket: &str, id: &str, members: &[&str]) {
        let made = self.put(ticket, &format!("/owner/groups/{id}"), &json!({ "name": format!("The {id}") })).await;
        assert_eq!(made.status, 200, "{}", made.body);
        for member in members {
            let put = self.put(ticket, &format!("/owner/groups/{id}/members/{member}"), &Value::Null).await;
            assert_eq!(put.status, 200, "{}", put.body);
        }
    }

    /// The members of a group of ada's.
    pub(crate) async fn members(&self, group: &str) -> Vec<Value> {
        let members = self.get(TICKET, &format!("/owner/groups/{group}/members")).await.json();
        members["members"].as_array().unwrap().clone()
    }

    /// An invitation to a group of ada's.
    pub(crate) async fn invitation(&self, group: &str) -> String {
        let made = self.post(TICKET, &format!("/owner/groups/{group}/invitations"), &json!({})).await;
        assert_eq!(made.status, 201, "{}", made.body);
        made.json()["invitation"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn join(&self, ticket: &str, invitation: &str) -> Reply {
        self.post(ticket, "/join", &json!({ "invitation": invitation })).await
    }

    pub(crate) async fn stream(&self, ticket: &str, track_id: u64) -> Reply {
        self.get(ticket, &format!("/stream/{track_id}")).await
    }

    /// The error code if the user is refused a track. Asserts that `/stream` and `/access` agree.
    pub(crate) async fn refused(&self, ticket: &str, track_id: u64) -> String {
        let streamed = self.stream(ticket, track_id).await;
        let decision = self.get(ticket, &format!("/tracks/{track_id}/access")).await;
        assert_eq!(decision.status, 200, "{}", decision.body);
        let mut answer = decision.json();
        let is_allowed = answer.as_object_mut().unwrap().remove("allowed").unwrap();
        if streamed.status == 302 {
            assert_eq!((is_allowed, answer), (json!(true), json!({})));
            return String::new();
        }
        assert_eq!((streamed.status, is_allowed), (403, json!(false)), "{}", streamed.body);
        assert_eq!(streamed.json()["code"], answer["code"]);
        answer["code"].as_str().unwrap().to_owned()
    }
}
