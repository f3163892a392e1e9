//! Something as it is sent: encoded once, however many seats it goes to.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use serde_json::value::RawValue;

/// A part of a view as it is sent. Copies share the text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Encoded(Arc<RawValue>);

impl Encoded {
    /// Encodes plain data with string keys, which cannot fail.
    #[must_use]
    pub fn new(value: &impl Serialize) -> Self {
        let text = serde_json::value::to_raw_value(value);
        Self(text.expect("plain data with string keys").into())
    }

    /// What stands for a part that is gone: `null`.
    #[must_use]
    pub fn gone() -> Self {
        Self(RawValue::NULL.to_owned().into())
    }

    /// The text that is sent.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// What the text says.
    #[must_use]
    pub fn read(&self) -> Json {
        serde_json::from_str(self.text()).expect("it was encoded")
    }
}

impl PartialEq for Encoded {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.text() == other.text()
    }
}
