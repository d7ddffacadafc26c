//! A small HTML reader for the pages of our own templates.

/// A form as a browser sends it with one of its buttons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The address that it is sent to.
    pub action: String,
    /// Names and values of its fields, and of the button if that has a name.
    pub fields: Vec<(String, String)>,
}

/// Returns the form that has the button with this `data-act` or id.
pub fn form_with_button(html: &str, button: &str) -> Option<Form> {
    let forms = html.split("<form ").skip(1).filter_map(|rest| rest.split_once("</form>").map(|(form, _)| form));
    let marks = [format!("data-act=\"{button}\""), format!("id=\"{button}\"")];
    let is_marked = |text: &str| marks.iter().any(|mark| text.contains(mark));
    let form = forms.into_iter().find(|form| is_marked(form))?;
    let tags = form.split('<').skip(1).filter_map(|rest| rest.split_once('>').map(|(tag, _)| tag));
    let sent = tags.filter(|tag| tag.starts_with("input ") || (tag.starts_with("button ") && is_marked(tag)));
    let fields = sent.filter_map(|tag| Some((attribute(tag, "name")?, attribute(tag, "value").unwrap_or_default())));
    Some(Form { action: attribute(form, "action")?, fields: fields.collect() })
}

/// Returns the address of the link with this id.
pub fn link(html: &str, id: &str) -> Option<String> {
    html.split("<a ").find(|tag| tag.starts_with(&format!("id=\"{id}\""))).and_then(|tag| attribute(tag, "href"))
}

/// Returns the address of the link back to the app.
pub fn way_back(html: &str) -> Option<String> {
    html.split("<a ").find(|tag| tag.starts_with("data-way-back ")).and_then(|tag| attribute(tag, "href"))
}

/// Returns the value of the first attribute of this name.
pub fn attribute(html: &str, name: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!("{name}=\""))?;
    rest.split_once('"').map(|(value, _)| unescaped(value))
}

/// Returns the values of all attributes of this name, with any kind of quotes.
pub fn attributes(html: &str, name: &str) -> Vec<String> {
    let value = |rest: &str| match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => unescaped(rest[1..].split(quote).next().unwrap_or_default()),
        _ => unescaped(rest.split([' ', '>']).next().unwrap_or_default()),
    };
    html.split(&format!(" {name}=")).skip(1).map(value).collect()
}

/// Returns the text of the first element (a `div` or a paragraph) with `role="alert"`, without tags.
pub fn alert(html: &str) -> Option<String> {
    let (before, rest) = html.split_once("role=\"alert\">")?;
    let element = before.rsplit_once('<')?.1.split_whitespace().next()?;
    let (inside, _) = rest.split_once(&format!("</{element}>"))?;
    let text: String = inside.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, after)| after)).collect();
    Some(unescaped(text.trim()))
}

/// Returns the text of the element with this id, which contains no other element.
pub fn text_by_id(html: &str, id: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!(" id=\"{id}\""))?;
    let (_, rest) = rest.split_once('>')?;
    rest.split('<').next().map(unescaped)
}

fn unescaped(text: &str) -> String {
    let signs = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&"), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign))
}
