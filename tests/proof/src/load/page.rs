//! Enough of an HTML reader for the service's own forms.

/// A form as a browser would send it with the button of this `data-act` or id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) action: String,
    pub(crate) fields: Vec<(String, String)>,
}

pub(crate) fn form(html: &str, button: &str) -> Option<Form> {
    let marks = [format!("data-act=\"{button}\""), format!("id=\"{button}\"")];
    let is_marked = |text: &str| marks.iter().any(|mark| text.contains(mark));
    let forms = html.split("<form ").skip(1).filter_map(|rest| rest.split_once("</form>").map(|(form, _)| form));
    let form = forms.into_iter().find(|form| is_marked(form))?;
    let tags = form.split('<').skip(1).filter_map(|rest| rest.split_once('>').map(|(tag, _)| tag));
    let sent = tags.filter(|tag| tag.starts_with("input ") || (tag.starts_with("button ") && is_marked(tag)));
    let fields = sent.filter_map(|tag| Some((attribute(tag, "name")?, attribute(tag, "value").unwrap_or_default())));
    Some(Form { action: attribute(form, "action")?, fields: fields.collect() })
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!("{name}=\""))?;
    let (value, _) = rest.split_once('"')?;
    let signs = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&"), ("&amp;", "&")];
    Some(signs.iter().fold(value.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_a_button_with_what_that_button_sends() {
        let html = r#"<form action="/out"><button data-act="not-you">x</button></form>
            <form method="post" action="/v1/consent?a=1&#38;b=2"><input type="hidden" name="csrf" value="t">
            <button data-act="deny" name="decision" value="deny">n</button><button data-act="approve" name="decision" value="approve">y</button></form>"#;
        let approve = form(html, "approve").unwrap();
        assert_eq!(approve.action, "/v1/consent?a=1&b=2");
        let fields: Vec<_> = approve.fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(fields, [("csrf", "t"), ("decision", "approve")]);
        assert_eq!(form(html, "sign-in"), None);
    }
}
