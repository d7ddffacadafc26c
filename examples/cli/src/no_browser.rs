use stagepass::{Client, Error, LoginOptions, Redirect, Scope};

pub async fn sign_in(client: &Client) -> Result<String, Error> {
    let url = client.login_url(LoginOptions::new(Scope::Write)).await?;
    println!("Open this URL in any browser, and sign in:\n\n{url}\n");
    println!("The browser then cannot show a page. Paste the URL of that page here:");
    let mut pasted = String::new();
    let _ = std::io::stdin().read_line(&mut pasted);
    match client.handle_redirect_at(pasted.trim()).await? {
        Redirect::SignedIn(signed_in) => {
            Ok(format!("Hello, {}.", signed_in.user.map_or("listener".to_owned(), |user| user.name)))
        }
        _ => Ok("This URL has no authorization response.".to_owned()),
    }
}
