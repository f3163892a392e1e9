//! How the cost of exact `NdSkhK` grows.
pub fn print(_svg: &str) {}
