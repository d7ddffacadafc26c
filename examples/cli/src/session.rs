use stagepass::{Client, Config, Error, LoginOptions, Scope};

pub fn client(base_url: &str, api_key: &str) -> Result<Client, Error> {
    let config = Config::builder("http://127.0.0.1:8910/callback")
        .or_redirect_uri("http://127.0.0.1:8911/callback")
        .or_redirect_uri("http://127.0.0.1:8912/callback")
        .base_url(base_url)
        .api_key(api_key)
        .build()?;
    Ok(Client::new(config))
}

pub async fn sign_in(client: &Client) -> Result<String, Error> {
    let signed_in = client.login(LoginOptions::new(Scope::Write)).await?;
    Ok(format!("Hello, {}.", signed_in.user.map_or("listener".to_owned(), |user| user.name)))
}

pub async fn who_am_i(client: &Client) -> Result<String, Error> {
    client.user().await.map(|user| format!("{} (@{})", user.name, user.handle))
}

pub async fn sign_out(client: &Client) -> Result<String, Error> {
    client.logout().await.map(|_| "Signed out.".to_owned())
}
