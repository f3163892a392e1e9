//! What typed lines mean (C-01 … C-04), heard at the contexts of one prepared scene.

mod actors;
mod any_line;
mod fields;
mod grammar;
mod mistakes;
mod offers;
mod scene;
mod secrets;
mod timeline;
