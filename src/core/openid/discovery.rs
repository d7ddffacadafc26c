//! Loads the metadata of a provider: from the store, or by its well-known URL (OpenID Connect Discovery section 4, RFC
//! 8414 section 3). Stored metadata is used for a day, and longer if the provider cannot be reached.

use core::mem;

use crate::document::Document;
use crate::dpop::Proof;
use crate::effect::{Area, Effect, Machine, Outcome, Request, Step};
use crate::error::{Code, Error};
use crate::openid::metadata::{self, Metadata};
use crate::redirect_uri;
use crate::text::ascii_split;
use crate::text::record;
use crate::token;

/// How long stored metadata is used without a request, in milliseconds.
const LIFETIME: u64 = 24 * 60 * 60 * 1000;

/// The prefix of the keys of stored metadata.
const PREFIX: &str = "stagepass/provider/";

/// The machine that loads the metadata of a provider.
#[derive(Debug)]
pub struct Discovery {
    issuer: String,
    /// What is stored, if it is older.
    stored: Option<Box<Metadata>>,
    at: At,
}

/// A variant is named by the effect whose outcome it awaits.
#[derive(Debug, Default)]
enum At {
    Begin,
    Read,
    Now {
        record: String,
    },
    /// `openid-configuration`.
    OpenId,
    /// `oauth-authorization-server`.
    OAuth,
    Found(Box<Metadata>),
    Write(Box<Metadata>),
    #[default]
    Ended,
}

impl Discovery {
    /// Loads the metadata of the provider with this issuer, letter for letter.
    pub fn new(issuer: &str) -> Self {
        Self { issuer: issuer.to_owned(), stored: None, at: At::Begin }
    }

    /// Returns the metadata that the app has given.
    pub fn given(metadata: Metadata) -> Self {
        Self { issuer: String::new(), stored: None, at: At::Write(Box::new(metadata)) }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<Box<Metadata>>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    fn key(&self) -> String {
        ascii_split::joined(&[PREFIX, &self.issuer])
    }

    fn request(&mut self, at: At, url: String) -> Result<Step<Box<Metadata>>, Error> {
        let request = Request { url, body: Vec::new(), is_form: false, outlives_page: false, proof: Proof::default() };
        self.ask(at, Effect::Http(request))
    }

    fn request_openid(&mut self) -> Result<Step<Box<Metadata>>, Error> {
        let issuer = self.issuer.strip_suffix('/').unwrap_or(&self.issuer);
        let url = ascii_split::joined(&[issuer, "/.well-known/openid-configuration"]);
        self.request(At::OpenId, url)
    }

    /// The well-known name stands between host and path.
    fn request_oauth(&mut self) -> Result<Step<Box<Metadata>>, Error> {
        let origin = redirect_uri::origin(&self.issuer).unwrap_or_default();
        let path = self.issuer.get(origin.len()..).unwrap_or_default();
        let path = path.strip_suffix('/').unwrap_or(path);
        let url = ascii_split::joined(&[origin, "/.well-known/oauth-authorization-server", path]);
        self.request(At::OAuth, url)
    }

    /// Ends with what is stored, if there is anything.
    fn fail(&mut self, error: Error) -> Result<Step<Box<Metadata>>, Error> {
        self.stored.take().map(Step::Done).ok_or(error)
    }

    /// Takes the answer of a well-known URL. `None`: the provider has no metadata there.
    fn found<D: Document>(&self, outcome: Outcome<D>) -> Result<Option<Box<Metadata>>, Error> {
        let answer = token::answered(outcome)?;
        match answer.body.filter(|_| answer.status == 200) {
            Some(document) => Metadata::read(&document, &self.issuer).map(|metadata| Some(Box::new(metadata))),
            None if answer.status >= 500 => Err(Error::from(Code::RequestFailed).with_status(answer.status)),
            None => Ok(None),
        }
    }

    fn take_answer<D: Document>(&mut self, is_last: bool, outcome: Outcome<D>) -> Result<Step<Box<Metadata>>, Error> {
        match self.found(outcome) {
            Ok(Some(metadata)) => self.ask(At::Found(metadata), Effect::Now),
            Ok(None) if is_last => self.fail(metadata::unusable(&["openid-configuration"])),
            Ok(None) => self.request_oauth(),
            Err(error) if error.code == Code::Aborted => Err(error),
            // Another provider than the one that was found before. This is no failure of the network.
            Err(error) if error.code == Code::ProviderInvalid => Err(error),
            Err(error) => self.fail(error),
        }
    }
}

impl<D: Document> Machine<D> for Discovery {
    type Output = Box<Metadata>;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<Box<Metadata>>, Error> {
        match mem::take(&mut self.at) {
            At::Begin => {
                let key = self.key();
                self.ask(At::Read, Effect::Read { area: Area::Local, key })
            }
            At::Read => match outcome.text()? {
                Some(record) => self.ask(At::Now { record }, Effect::Now),
                None => self.request_openid(),
            },
            At::Now { record } => {
                let now = outcome.now()?;
                if let Some(record) = record::read::<D>(&record) {
                    let metadata = Box::new(Metadata::from_record(&record));
                    if now.abs_diff(record::number(&record, "foundAt")) < LIFETIME {
                        return Ok(Step::Done(metadata));
                    }
                    self.stored = Some(metadata);
                }
                self.request_openid()
            }
            At::OpenId => self.take_answer(false, outcome),
            At::OAuth => self.take_answer(true, outcome),
            At::Found(metadata) => {
                let mut record: D = record::new();
                metadata.add_to(&mut record);
                record.set_number("foundAt", outcome.now()?);
                let (key, value) = (self.key(), record.to_text());
                self.ask(At::Write(metadata), Effect::Write { area: Area::Local, key, value, hint: None })
            }
            At::Write(metadata) => Ok(Step::Done(metadata)),
            At::Ended => Err(outcome.unexpected()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Json;
    use crate::effect::Answer;
    use crate::openid::metadata::tests::{ISSUER, document};

    /// A store and a provider with these documents by their URLs.
    #[derive(Default)]
    struct World {
        stored: Option<String>,
        now: u64,
        documents: Vec<(String, u16, String)>,
        is_offline: bool,
        requests: Vec<String>,
    }

    impl World {
        fn with(documents: &[(&str, &str)]) -> Self {
            let documents = documents.iter().map(|(url, text)| ((*url).to_owned(), 200, (*text).to_owned())).collect();
            Self { documents, ..Self::default() }
        }

        fn discover(&mut self, issuer: &str) -> Result<Box<Metadata>, Error> {
            let mut machine = Discovery::new(issuer);
            let mut outcome = Outcome::<Json>::Begin;
            loop {
                outcome = match machine.step(outcome)? {
                    Step::Done(metadata) => return Ok(metadata),
                    Step::Do(Effect::Read { .. }) => Outcome::Text(self.stored.clone()),
                    Step::Do(Effect::Now) => Outcome::Now(self.now),
                    Step::Do(Effect::Write { value, .. }) => {
                        self.stored = Some(value);
                        Outcome::Done
                    }
                    Step::Do(Effect::Http(request)) => {
                        assert!(request.body.is_empty());
                        self.requests.push(request.url.clone());
                        let found = self.documents.iter().find(|(url, ..)| *url == request.url);
                        match found {
                            _ if self.is_offline => Outcome::Offline,
                            Some((_, status, text)) => {
                                Outcome::Answer(Answer { status: *status, body: Json::parse(text) })
                            }
                            None => Outcome::Answer(Answer { status: 404, body: None }),
                        }
                    }
                    Step::Do(other) => panic!("{other:?}"),
                }
            }
        }
    }

    const OPENID: &str = "https://id.example/.well-known/openid-configuration";

    #[test]
    fn metadata_is_stored_and_used_for_a_day() {
        let text = document("").to_text();
        let mut world = World::with(&[(OPENID, &text)]);
        let found = world.discover(ISSUER).unwrap();
        assert_eq!(found.authorization_endpoint, "https://id.example/auth");
        world.now = LIFETIME - 1;
        assert_eq!(world.discover(ISSUER).unwrap(), found);
        assert_eq!(world.requests, [OPENID]);
        (world.now, world.is_offline) = (LIFETIME, true);
        assert_eq!(world.discover(ISSUER).unwrap(), found, "an older one is better than none");
        assert_eq!(world.requests.len(), 2);
    }

    #[test]
    fn well_known_urls_follow_both_specifications() {
        for (issuer, openid, oauth) in [
            (
                "https://a.example",
                "https://a.example/.well-known/openid-configuration",
                "https://a.example/.well-known/oauth-authorization-server",
            ),
            (
                "https://a.example/",
                "https://a.example/.well-known/openid-configuration",
                "https://a.example/.well-known/oauth-authorization-server",
            ),
            (
                "https://a.example/t/1",
                "https://a.example/t/1/.well-known/openid-configuration",
                "https://a.example/.well-known/oauth-authorization-server/t/1",
            ),
            (
                "https://a.example/t/",
                "https://a.example/t/.well-known/openid-configuration",
                "https://a.example/.well-known/oauth-authorization-server/t",
            ),
        ] {
            let mut world = World::default();
            let error = world.discover(issuer).unwrap_err();
            assert_eq!((error.code, error.description()), (Code::ProviderInvalid, Some("openid-configuration")));
            assert_eq!(world.requests, [openid, oauth]);
        }
    }

    #[test]
    fn failed_discovery_says_why() {
        let mut offline = World { is_offline: true, ..World::default() };
        assert_eq!(offline.discover(ISSUER).unwrap_err().code, Code::Network);
        for (status, text, code) in [
            (200, "<html>", Code::ProviderInvalid),
            (200, r#"{"issuer":"https://evil.example"}"#, Code::ProviderInvalid),
            (503, "{}", Code::RequestFailed),
        ] {
            let mut world = World { documents: vec![(OPENID.to_owned(), status, text.to_owned())], ..World::default() };
            assert_eq!(world.discover(ISSUER).unwrap_err().code, code, "{status} {text}");
            assert_eq!(world.stored, None);
        }
    }

    #[test]
    fn changed_issuer_is_rejected_despite_stored_metadata() {
        let text = document("").to_text();
        let mut world = World::with(&[(OPENID, &text)]);
        world.discover(ISSUER).unwrap();
        world.documents =
            vec![(OPENID.to_owned(), 200, text.replace("https://id.example\"", "https://evil.example\""))];
        world.now = LIFETIME;
        assert_eq!(world.discover(ISSUER).unwrap_err().code, Code::ProviderInvalid);
    }
}
