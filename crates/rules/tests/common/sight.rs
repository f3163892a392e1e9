//! What makes frames cheap must not change them: tried by every family on random play.

use rules::{Id, Ruleset, SeatId, Viewer};

/// Parts left out of [`Ruleset::touched`] are the same in both states, and players who do not
/// stand out see what a stranger sees.
pub fn views<R: Ruleset>(pack: &R, before: &R::State, now: &R::State, viewers: &[Viewer]) {
    let stranger = Viewer::Player(SeatId(Id::from_bits(0x5eed)));
    for viewer in viewers {
        let (was, is) = (pack.view(before, *viewer), pack.view(now, *viewer));
        let touched_was = pack.touched(before, now, *viewer);
        let touched_is = pack.touched(now, before, *viewer);
        for key in was.keys().chain(is.keys()) {
            let left_out = !touched_was.contains_key(key) && !touched_is.contains_key(key);
            if left_out {
                assert_eq!(was.get(key), is.get(key), "{key} was left out");
            } else {
                assert_eq!(was.get(key), touched_was.get(key), "{key} as it was");
                assert_eq!(is.get(key), touched_is.get(key), "{key} as it is");
            }
        }
        if let Viewer::Player(seat) = viewer
            && !pack.has_private_view(now, *seat)
        {
            assert_eq!(is, pack.view(now, stranger), "{seat:?} does not stand out");
        }
    }
}
