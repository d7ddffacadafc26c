//! The demo's geolocation service: it responds with the location that was last chosen.
//!
//! A loopback address has no country, so this replaces the geolocation service of the access server. Its responses have
//! the format of ip-api.com.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const LONGEST_NAME: usize = 100;

/// The location of every listener.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Location {
    /// ISO 3166-1 alpha-2.
    country_code: String,
    country: String,
    city: String,
}

type CurrentLocation = Arc<Mutex<Location>>;

/// `GET /geo/json/{ip}` is for the access server, `GET` and `PUT /geo/place` for the demo. The default is Stockholm.
pub fn router() -> Router {
    let stockholm =
        Location { country_code: "SE".to_owned(), country: "Sweden".to_owned(), city: "Stockholm".to_owned() };
    Router::new()
        .route("/geo/json/{ip}", get(locate))
        .route("/geo/place", get(chosen).put(choose))
        .with_state(Arc::new(Mutex::new(stockholm)))
}

async fn locate(State(location): State<CurrentLocation>, Path(ip): Path<String>) -> Json<Value> {
    let Location { country_code, country, city } = current(&location);
    Json(json!({ "status": "success", "country": country, "countryCode": country_code, "city": city, "query": ip }))
}

async fn chosen(State(location): State<CurrentLocation>) -> Json<Location> {
    Json(current(&location))
}

async fn choose(State(location): State<CurrentLocation>, Json(new): Json<Location>) -> Response {
    let is_code = new.country_code.len() == 2 && new.country_code.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_name = |name: &str| (1..=LONGEST_NAME).contains(&name.len());
    if !is_code || !is_name(&new.country) || !is_name(&new.city) {
        return (StatusCode::BAD_REQUEST, "countryCode is two capital letters; country and city are names\n")
            .into_response();
    }
    *location.lock().unwrap_or_else(PoisonError::into_inner) = new;
    StatusCode::NO_CONTENT.into_response()
}

fn current(location: &CurrentLocation) -> Location {
    location.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use axum::http::header::CONTENT_TYPE;
    use tower::ServiceExt as _;

    use super::*;

    /// Status and body.
    async fn ask(geo: &Router, method: &str, path: &str, body: &str) -> (u16, String) {
        let request = Request::builder().method(method).uri(format!("/geo{path}"));
        let request = request.header(CONTENT_TYPE, "application/json").body(Body::from(body.to_owned())).unwrap();
        let answer = geo.clone().oneshot(request).await.unwrap();
        let status = answer.status().as_u16();
        let body = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn lookup_returns_last_chosen_location_for_any_ip() {
        let geo = router();
        let tokyo = r#"{"countryCode":"JP","country":"Japan","city":"Tokyo"}"#;
        assert!(ask(&geo, "GET", "/json/192.0.2.7", "").await.1.contains(r#""countryCode":"SE""#));
        assert_eq!(ask(&geo, "PUT", "/place", tokyo).await.0, 204);
        assert_eq!(ask(&geo, "GET", "/place", "").await, (200, tokyo.to_owned()));
        let (status, body) = ask(&geo, "GET", "/json/127.0.0.1", "").await;
        let located: Value = serde_json::from_str(&body).unwrap();
        let expected = json!({ "status": "success", "country": "Japan", "countryCode": "JP", "city": "Tokyo", "query": "127.0.0.1" });
        assert_eq!((status, located), (200, expected));
    }
}
