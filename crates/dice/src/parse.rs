use crate::{Error, ErrorKind, Expr, Throw};
pub fn throw(line: &str) -> Result<Throw, Error> {
    Ok(Throw {
        times: 1,
        expr: expr(line)?,
        reason: None,
    })
}
pub fn expr(_text: &str) -> Result<Expr, Error> {
    Err(Error::new(ErrorKind::Empty, 0..0))
}
