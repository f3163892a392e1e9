//! Lines that are expensive to answer.
