//! Invitations, seats, links, connections and addresses.
