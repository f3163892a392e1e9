use crate::{Draw, Error, ErrorKind, Expr, Names, Rolled};
pub fn roll(_: &Expr, _: &dyn Names, _: &mut dyn Draw) -> Result<Rolled, Error> {
    Err(Error::new(ErrorKind::Empty, 0..0))
}
