//! Has the web page embedded again whenever it was built again.

use std::path::Path;

fn main() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // A folder that does not exist would have this crate built anew every time. When it cannot be
    // made, nothing else is wrong: the server then says how to build the page.
    let _ = std::fs::create_dir_all(&page);
    println!("cargo::rerun-if-changed={}", page.display());
}
