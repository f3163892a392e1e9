//! Whatever is typed: no panic, no hang, and what parses prints to what parses to the same.
//! `crates/dice/tests/fuzz.rs` checks the same property on stable.
#![no_main]

use dice::{Source, Throw, Value};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    match Throw::parse(line) {
        Ok(throw) => {
            let printed = throw.to_string();
            assert_eq!(Throw::parse(&printed).as_ref(), Ok(&throw), "{printed}");
            let names = |_: &str| Some(Value::from(2));
            if let Ok(rolls) = throw.roll(&names, &mut Source::from_u64(0)) {
                let _ = rolls[0].to_string();
            }
        }
        Err(error) => {
            if let Some(suggestion) = error.suggestion {
                assert!(Throw::parse(&suggestion).is_ok(), "{suggestion}");
            }
        }
    }
});
