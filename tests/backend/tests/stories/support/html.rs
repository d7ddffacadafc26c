//! Enough of an HTML reader for pages that are made from our own templates.

/// A form as a browser would send it with one of its buttons.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    pub(crate) action: String,
    pub(crate) fields: Vec<(String, String)>,
}

pub(crate) fn form_with_button(html: &str, button: &str) -> Option<Form> {
    let forms = html.split("<form ").skip(1).filter_map(|rest| rest.split_once("</form>").map(|(form, _)| form));
    let marks = [format!("data-act=\"{button}\""), format!("id=\"{button}\"")];
    let is_marked = |text: &str| marks.iter().any(|mark| text.contains(mark));
    let form = forms.into_iter().find(|form| is_marked(form))?;
    let mut fields = Vec::new();
    for tag in form.split('<').skip(1).filter_map(|rest| rest.split_once('>').map(|(tag, _)| tag)) {
        if tag.starts_with("input ") || (tag.starts_with("button ") && is_marked(tag) && tag.contains("name=")) {
            fields.push((attribute(tag, "name")?, attribute(tag, "value").unwrap_or_default()));
        }
    }
    Some(Form { action: attribute(form, "action")?, fields })
}

/// Where the link of this id leads.
pub(crate) fn link(html: &str, id: &str) -> Option<String> {
    html.split("<a ").find(|tag| tag.starts_with(&format!("id=\"{id}\""))).and_then(|tag| attribute(tag, "href"))
}

/// Where the link back to the app leads, on a page that has one.
pub(crate) fn way_back(html: &str) -> Option<String> {
    html.split("<a ").find(|tag| tag.starts_with("data-way-back ")).and_then(|tag| attribute(tag, "href"))
}

/// The value of the first attribute of this name.
pub(crate) fn attribute(html: &str, name: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!("{name}=\""))?;
    rest.split_once('"').map(|(value, _)| unescaped(value))
}

/// The values of all attributes of this name, whichever quotes they stand in.
pub(crate) fn attributes(html: &str, name: &str) -> Vec<String> {
    let value = |rest: &str| match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => unescaped(rest[1..].split(quote).next().unwrap_or_default()),
        _ => unescaped(rest.split([' ', '>']).next().unwrap_or_default()),
    };
    html.split(&format!(" {name}=")).skip(1).map(value).collect()
}

/// The text of the first element (a `div` or a paragraph) that has `role="alert"`, without tags.
pub(crate) fn alert(html: &str) -> Option<String> {
    let (before, rest) = html.split_once("role=\"alert\">")?;
    let element = before.rsplit_once('<')?.1.split_whitespace().next()?;
    let (inside, _) = rest.split_once(&format!("</{element}>"))?;
    let text: String = inside.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, after)| after)).collect();
    Some(unescaped(text.trim()))
}

/// The text of the element with this id, which has no other in it.
pub(crate) fn text_by_id(html: &str, id: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!(" id=\"{id}\""))?;
    let (_, rest) = rest.split_once('>')?;
    rest.split('<').next().map(unescaped)
}

fn unescaped(text: &str) -> String {
    let signs = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
    signs.iter().fold(text.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign))
}
