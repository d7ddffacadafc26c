//! The objects that a call is about: the configuration and the options, or what an outcome has brought. They stay in
//! TypeScript (`pkg-template/src/native/rim/drive.ts`), and are read member by member as texts. So the glue needs no table of
//! JavaScript's objects, and the module no code that releases them.

use stagepass_core::border;
use stagepass_core::document::Document;
use stagepass_core::effect;
use stagepass_core::text::record;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Returns a member of the object of this number. A value that is no string is the character U+0000, followed by
    /// its text if it is a boolean or a number, without a fraction. `None` if there is none or it cannot be read.
    #[wasm_bindgen(js_namespace = rim)]
    fn member(object: u32, name: &str) -> Option<String>;
}

/// The outcome of an effect, whose document is one of these objects.
pub(crate) type Outcome = effect::Outcome<Values>;

/// One of the objects, valid until this call or outcome is handled.
pub(crate) struct Values(u32);

impl Values {
    /// The configuration, of a call.
    pub(crate) const CONFIG: Self = Self(0);
    /// The options, of a call.
    pub(crate) const OPTIONS: Self = Self(1);
    /// What an outcome has brought.
    pub(crate) const OUTCOME: Self = Self(0);
    /// Its member `data`.
    pub(crate) const DATA: Self = Self(1);

    /// Returns this member, also if it is a string that begins with U+0000.
    pub(crate) fn any(&self, name: &str) -> Option<String> {
        member(self.0, name)
    }

    /// Returns this member if it is a number. It is at most 10^15, and its fraction is cut off.
    pub(crate) fn whole(&self, name: &str) -> Option<u64> {
        record::number(self.any(name)?.strip_prefix('\0')?)
    }
}

/// Returns whether a member is a string, and no other value in the form of one.
pub(crate) fn is_text(text: &str) -> bool {
    text.as_bytes().first() != Some(&0)
}

impl Document for Values {
    fn text(&self, name: &str) -> Option<String> {
        self.any(name).filter(|text| is_text(text))
    }

    #[expect(clippy::cast_precision_loss, reason = "it is at most 10^15")]
    fn number(&self, name: &str) -> Option<f64> {
        self.whole(name).map(|number| number as f64)
    }

    fn json(&self, name: &str) -> Option<String> {
        member(border::DATA_AS_JSON, name)
    }

    /// The object that TypeScript read last has a number of its own.
    fn object(&self, name: &str) -> Option<Self> {
        self.any(name)?;
        Some(Self(border::LAST_OBJECT))
    }
}
