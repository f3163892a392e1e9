//! What makes frames cheap must not change them: tried by every family on random play.

use rules::{Id, Ruleset, SeatId, Viewer};

/// What is said to be the same after a change is, and all that is seen is there; players without a
/// private view see what a stranger sees.
pub fn views<R: Ruleset>(pack: &R, before: &R::State, now: &R::State, viewers: &[Viewer]) {
    // What several see alike is made once, and that is seen by nobody.
    let together = pack.views_after(Some(before), now, viewers);
    let alone = viewers.iter().map(|viewer| pack.view_after(Some(before), now, *viewer));
    assert!(alone.eq(together), "made for several at once");
    let stranger = Viewer::Player(SeatId(Id::from_bits(0x5eed)));
    for viewer in viewers {
        let (was, is) = (pack.view(before, *viewer), pack.view(now, *viewer));
        let after = pack.view_after(Some(before), now, *viewer);
        assert!(is.keys().eq(after.keys()), "{:?} is not {:?}", after.keys(), is.keys());
        for (key, part) in &after {
            match part {
                Some(part) => assert_eq!(is.get(key), Some(part), "{key} as it is"),
                None => assert_eq!(was.get(key), is.get(key), "{key} was left out"),
            }
        }
        if let Viewer::Player(seat) = viewer
            && !pack.has_private_view(now, *seat)
        {
            assert_eq!(is, pack.view(now, stranger), "{seat:?} does not stand out");
        }
    }
}
