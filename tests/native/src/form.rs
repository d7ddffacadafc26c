//! The forms of a page, as a person's browser would send them.

/// A form with what its hidden fields hold.
#[derive(Debug, PartialEq, Eq)]
pub struct Form {
    /// Where it is sent, as the page says it.
    pub action: String,
    /// Names and values of the hidden fields.
    pub hidden: Vec<(String, String)>,
}

/// All forms of a page of the service's. It reads the service's own markup (quoted attributes), not any page of the web.
pub fn forms(html: &str) -> Vec<Form> {
    let bodies = html.split("<form ").skip(1).filter_map(|rest| rest.split("</form>").next());
    bodies
        .map(|body| Form {
            action: attribute(body, "action").unwrap_or_default(),
            hidden: tags(body, "<input ").filter_map(hidden_field).collect(),
        })
        .collect()
}

/// The value of an attribute of the first tag in `text` that has it.
pub fn attribute(text: &str, name: &str) -> Option<String> {
    let (_, rest) = text.split_once(&format!("{name}=\""))?;
    rest.split('"').next().map(unescaped)
}

fn tags<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).filter_map(|rest| rest.split('>').next())
}

fn hidden_field(tag: &str) -> Option<(String, String)> {
    let is_hidden = attribute(tag, "type").is_some_and(|kind| kind == "hidden");
    is_hidden.then(|| attribute(tag, "name").zip(attribute(tag, "value")))?
}

fn unescaped(text: &str) -> String {
    let pairs = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (escape, character)| text.replace(escape, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_with_their_hidden_fields() {
        let page = r#"<form method="post" action="/v1/a?x=1&#38;y=2"><input type="hidden" name="csrf" value="t&#34;">
            <input name="handle" value="typed"></form><form action="/b"></form>"#;
        let hidden = vec![("csrf".to_owned(), "t\"".to_owned())];
        let expected =
            [Form { action: "/v1/a?x=1&y=2".to_owned(), hidden }, Form { action: "/b".to_owned(), hidden: Vec::new() }];
        assert_eq!(forms(page), expected);
    }
}
