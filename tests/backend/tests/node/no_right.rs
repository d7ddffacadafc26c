//! A thousand requests without a right to the audio.

use reqwest::Method;
use stagepass_backend::entropy::{Entropy as _, SeededEntropy};
use stagepass_gate::{Parameter, Signer};

use crate::support::{GATED, GATED_TRACK, Reply, World, query};

struct Chance(SeededEntropy);

impl Chance {
    fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.fill(&mut bytes).unwrap();
        bytes
    }

    fn below(&self, limit: usize) -> usize {
        u32::from_le_bytes(self.bytes()) as usize % limit
    }

    /// A query that opens nothing, of one of eight kinds.
    fn query(&self, world: &World) -> String {
        let data = world.data(GATED, GATED_TRACK);
        let genuine = world.signed(&data);
        match self.below(8) {
            0 => String::new(),
            1 => format!("signature={}", String::from_utf8_lossy(&self.bytes::<40>())),
            2 => format!("signature=%{:02x}%{:02x}", self.below(256), self.below(256)),
            3 => query(&Signer::from_bytes(&self.bytes()).unwrap().sign(&data).unwrap()),
            4 => self.with_a_digit_changed(&genuine),
            5 => query(&genuine)[..self.below(query(&genuine).len())].to_owned(),
            6 => format!("{0}&{0}", query(&genuine)),
            _ => {
                let other = format!("\"trackId\": {}", 3 + self.below(90));
                let document = genuine.document().replace("\"trackId\":2", &other);
                let signature = genuine.signature();
                let value = serde_json::json!({ "data": document, "signature": signature.to_string() }).to_string();
                query(&Parameter::parse(&value).unwrap())
            }
        }
    }

    fn with_a_digit_changed(&self, genuine: &Parameter) -> String {
        let text = genuine.signature().to_string();
        let at = 2 + self.below(128);
        let digit = if &text[at..=at] == "0" { "1" } else { "0" };
        let mut changed = text.clone();
        changed.replace_range(at..=at, digit);
        query(genuine).replace(&text, &changed)
    }
}

#[tokio::test]
async fn not_one_byte() {
    let world = World::new().await;
    // So that the signer of the genuine one is remembered.
    assert_eq!(world.get(GATED, &world.good()).await.status, 200);
    let chance = Chance(SeededEntropy::new(11));
    for number in 0..1000 {
        let query = chance.query(&world);
        let method = if number % 10 == 0 { Method::HEAD } else { Method::GET };
        let mut request = world.ask(method, GATED, &query);
        match number % 4 {
            1 => request = request.header("range", "bytes=0-99"),
            2 => request = request.header("if-none-match", "*"),
            3 => request = request.header("origin", "null"),
            _ => {}
        }
        let reply = Reply::read(request.send().await.unwrap()).await;
        assert_eq!(reply.status, 401, "{query}");
        // Every byte of the audio has its highest bit set, and an error is ASCII.
        assert!(reply.body.is_ascii() && reply.body.len() < 200, "{query}");
        assert_eq!((reply.header("etag"), reply.header("content-range")), ("", ""), "{query}");
    }
}
