//! Something as it is sent: encoded once, however many seats it goes to.

use std::cell::RefCell;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Error, Serialize, Serializer};
use serde_json::Value as Json;
use serde_json::value::RawValue;

/// A part of a view as it is sent: JSON. Copies share the text.
#[derive(Clone, Debug)]
pub struct Encoded(Arc<str>);

thread_local! {
    /// Where texts are written before their length is known: they grow here, not one by one.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}
/// The most the scratch buffer keeps once its text is taken away.
const SCRATCH_SIZE: usize = 64 * 1024;

impl Encoded {
    /// Encodes plain data with string keys, which cannot fail.
    #[must_use]
    pub fn new(value: &impl Serialize) -> Self {
        SCRATCH.with_borrow_mut(|scratch| {
            serde_json::to_writer(&mut *scratch, value).expect("plain data with string keys");
            let text = str::from_utf8(scratch).expect("JSON is text");
            let encoded = Self(text.into());
            scratch.clear();
            scratch.shrink_to(SCRATCH_SIZE);
            encoded
        })
    }

    /// What stands for a part that is gone: `null`.
    #[must_use]
    pub fn gone() -> Self {
        Self("null".into())
    }

    /// The text that is sent.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// What the text says.
    #[must_use]
    pub fn read(&self) -> Json {
        serde_json::from_str(self.text()).expect("it was encoded")
    }

    /// Whether it is not only the same, but a copy: sure to be the same without a look at it.
    fn is_copy(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl PartialEq for Encoded {
    fn eq(&self, other: &Self) -> bool {
        self.is_copy(other) || self.text() == other.text()
    }
}

impl Serialize for Encoded {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(self.text()).map_err(S::Error::custom)?;
        raw.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Encoded {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(from)?;
        Ok(Self(raw.get().into()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn it_is_sent_as_what_it_says_and_read_back() {
        let (one, two) = (json!({ "名": ["雾", 1] }), json!("\n\"线\""));
        let encoded = [Encoded::new(&one), Encoded::new(&two)];
        assert_eq!(encoded[0].text(), one.to_string());
        let sent = serde_json::to_string(&encoded).expect("plain data");
        assert_eq!(sent, json!([one, two]).to_string());
        let back: [Encoded; 2] = serde_json::from_str(&sent).expect("it reads back");
        assert_eq!(back, encoded);
        assert!(back[1] == encoded[1] && !back[1].is_copy(&encoded[1]));
    }
}
