//! Developers' apps, by their owners, who are signed in at the service with a browser.

mod bodies;
mod bound_tokens;
mod checks;
mod closed;
mod consequences;
mod rules;
mod secrets;
mod session_limits;

use reqwest::header::COOKIE;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use stagepass_test_support::secrets::note;
use stagepass_test_support::{Browser, CALLBACK, Reply, TestService, person, sent};

/// A user signed in with a browser, on a page that has the CSRF token.
struct Developer<'a> {
    world: &'a TestService,
    browser: Browser,
    csrf_token: String,
}

impl<'a> Developer<'a> {
    /// The owner of the world's own app.
    async fn demo(world: &'a TestService) -> Self {
        Self::signed_in(world, "demo").await
    }

    /// A user without apps.
    async fn new_user(world: &'a TestService, handle: &str) -> Self {
        world.service.accounts().add_user(person(handle, handle)).await.unwrap();
        Self::signed_in(world, handle).await
    }

    async fn signed_in(world: &'a TestService, handle: &str) -> Self {
        let (browser, _) = world.signed_in(handle, &world.request().path()).await;
        let mut developer = Self { world, browser, csrf_token: String::new() };
        let list = developer.get("").await.with_status(200);
        list.json()["csrf_token"].as_str().unwrap().clone_into(&mut developer.csrf_token);
        note("CSRF token", &developer.csrf_token);
        developer
    }

    /// A request with the cookies, and no CSRF token yet. `path` is what follows `/developer-apps`.
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let address = self.world.url(&format!("/developer-apps{path}"));
        self.world.http.request(method, address).header(COOKIE, self.browser.cookie_header())
    }

    fn change(&self, method: Method, path: &str) -> RequestBuilder {
        self.request(method, path).header("x-csrf-token", &self.csrf_token)
    }

    async fn get(&self, path: &str) -> Reply {
        sent(self.request(Method::GET, path)).await
    }

    async fn create(&self, app: &Value) -> Reply {
        sent(self.change(Method::POST, "").json(app)).await
    }

    async fn replace(&self, api_key: &str, app: &Value) -> Reply {
        sent(self.change(Method::PUT, &format!("/{api_key}")).json(app)).await
    }

    async fn rotate(&self, api_key: &str, which: &str) -> Reply {
        sent(self.change(Method::POST, &format!("/{api_key}/secrets")).json(&json!({ "rotate": which }))).await
    }

    async fn delete(&self, api_key: &str) -> Reply {
        sent(self.change(Method::DELETE, &format!("/{api_key}"))).await
    }

    /// The API key of a new app with these addresses.
    async fn registered(&self, redirect_uris: &[&str]) -> String {
        let made = self.create(&json!({ "name": "Radio", "redirectUris": redirect_uris })).await.with_status(201);
        made.json()["api_key"].as_str().unwrap().to_owned()
    }

    async fn names(&self) -> Vec<String> {
        let list = self.get("").await.json();
        list["data"].as_array().unwrap().iter().map(|app| app["name"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn an_apps_life() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let uris = json!([CALLBACK, "com.example.tuner:/callback"]);
    // Later than the world's own app: within a second, the order is that of the keys.
    world.clock.advance(1);
    let new = json!({ "name": " Tuner ", "description": "Finds stations", "redirectUris": uris });
    let made = developer.create(&new).await;
    assert_eq!((made.status, made.header("cache-control")), (201, "no-store"), "{}", made.body);
    let app = made.json();
    let mut members: Vec<&String> = app.as_object().unwrap().keys().collect();
    // In alphabetical or insertion order, by the features of serde_json in this build.
    members.sort_unstable();
    let limits = ["sessionIdleSeconds", "sessionLongestSeconds"];
    let expected = ["api_key", "api_secret", "bearer_token", "description", "dpop_bound_access_tokens", "name"];
    assert_eq!(members, [&expected[..], &["redirectUris"], &limits].concat());
    let (key, secrets) = (app["api_key"].as_str().unwrap(), [&app["api_secret"], &app["bearer_token"]]);
    assert!(
        key.len() == 42 && key.starts_with("0x") && key[2..].bytes().all(|byte| b"0123456789abcdef".contains(&byte))
    );
    assert_eq!(made.header("location"), format!("/v1/developer-apps/{key}"));

    let details = |name: &str, description: Value, uris: &Value| {
        json!({
            "api_key": key, "name": name, "description": description, "redirectUris": uris,
            "sessionIdleSeconds": null, "sessionLongestSeconds": null, "dpop_bound_access_tokens": false,
        })
    };
    let shown = details("Tuner", json!("Finds stations"), &uris);
    assert_eq!(developer.get(&format!("/{key}")).await.json(), shown);
    let list = developer.get("").await;
    assert_eq!(list.json()["data"][1], shown, "first made first");
    assert!(secrets.iter().all(|secret| !list.body.contains(secret.as_str().unwrap())), "{}", list.body);

    let other = json!({ "name": "Tuner 2", "description": null, "redirectUris": ["https://tuner.example/cb"] });
    let upper = format!("0X{}", key[2..].to_ascii_uppercase());
    let replaced = developer.replace(&upper, &other).await.with_status(200);
    assert_eq!(replaced.json(), developer.get(&format!("/{upper}")).await.json());
    assert_eq!(replaced.json(), details("Tuner 2", Value::Null, &other["redirectUris"]));

    let deleted = developer.delete(&upper).await;
    assert_eq!((deleted.status, deleted.body.as_str()), (204, ""));
    for gone in
        [developer.get(&format!("/{key}")).await, developer.delete(key).await, developer.replace(key, &other).await]
    {
        gone.is_error(404, "not_found");
    }
    assert_eq!(developer.names().await, ["Late Night Radio"]);
}

#[tokio::test]
async fn new_app_completes_login_and_uses_bearer_token() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let app = developer.create(&json!({ "name": "Tuner", "redirectUris": [CALLBACK] })).await.json();
    let (key, bearer_token) = (app["api_key"].as_str().unwrap(), app["bearer_token"].as_str().unwrap());
    assert_eq!(world.library_as_app(bearer_token).await, 403, "nobody has granted it anything");
    world.login_with(key, CALLBACK).await;
    assert_eq!(world.library_as_app(bearer_token).await, 200);
}

#[tokio::test]
async fn app_of_another_developer_is_not_found() {
    let world = TestService::new().await;
    let owner = Developer::demo(&world).await;
    let key = owner.registered(&[CALLBACK]).await;
    let other = Developer::new_user(&world, "other").await;
    assert_eq!(other.names().await, Vec::<String>::new());
    let before = owner.get("").await.json()["data"].clone();
    let new = json!({ "name": "Taken over", "redirectUris": ["https://evil.example/"] });
    let unknown_key = format!("0x{}", "0".repeat(40));
    for named in [key.as_str(), unknown_key.as_str(), "0x1", "..%2f", "%C3%A9"] {
        let path = format!("/{named}");
        let replies = [other.get(&path).await, other.replace(named, &new).await, other.delete(named).await];
        let bodies = replies.map(|reply| {
            assert_eq!((reply.status, reply.error().as_str()), (404, "not_found"), "{named}");
            reply.body
        });
        assert!(bodies.iter().all(|body| *body == bodies[0] && !body.contains(&key)));
    }
    assert_eq!(owner.get("").await.json()["data"], before);
}

#[tokio::test]
async fn concurrent_changes_leave_one_of_them_whole() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let key = developer.registered(&[CALLBACK]).await;
    let version = |name: &str| {
        let uris: Vec<String> = (0..20).map(|at| format!("https://{name}.example/{at}")).collect();
        json!({
            "name": name, "description": null, "redirectUris": uris,
            "sessionIdleSeconds": null, "sessionLongestSeconds": null, "dpop_bound_access_tokens": false,
        })
    };
    for _ in 0..10 {
        let (one, two) = (version("one"), version("two"));
        let (first, second) = tokio::join!(developer.replace(&key, &one), developer.replace(&key, &two));
        assert_eq!((first.status, second.status), (200, 200));
        let mut left = developer.get(&format!("/{key}")).await.json();
        left.as_object_mut().unwrap().remove("api_key");
        assert!(left == one || left == two, "{left}");
    }
}
