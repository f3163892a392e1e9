//! What a seat can do now: every offer is accepted as it stands.
