//! The families, listed once, in `families!`; nothing else in this crate tells them apart.

use std::any::Any;
use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{AnyGame, Unreadable, to_json};
use crate::fate::Fate;
use crate::mist::Mist;
use crate::timeline::Timeline;
use crate::{Checked, Encoded, Fault, Game, Moves, Ruleset, Stock, View};

/// A family's own types, for those few who need them: the text language reads typed views.
pub(super) trait Family: Ruleset + Stock + Moves {
    fn any_view(view: View<Self::Part>) -> AnyView;
}

/// Everything that is made for each family, from one list of them.
macro_rules! families {
    ($($(#[$feature:meta])? $what:literal $family:ident is $ruleset:ty;)*) => {
        /// What a viewer may see of a game of any family, typed; the text language reads it.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyView {
            $($(#[$feature])? #[doc = $what] $family(View<<$ruleset as Ruleset>::Part>),)*
        }

        $($(#[$feature])?
        impl Family for $ruleset {
            fn any_view(view: View<Self::Part>) -> AnyView {
                AnyView::$family(view)
            }
        })*

        impl AnyView {
            /// The family's name in packs and logs.
            #[must_use]
            pub fn family(&self) -> &'static str {
                match self {
                    $($(#[$feature])? AnyView::$family(_) => <$ruleset>::FAMILY,)*
                }
            }

            /// The typed parts, if the view is of this family.
            #[must_use]
            pub fn of<R: Ruleset>(&self) -> Option<&View<R::Part>> {
                match self {
                    $($(#[$feature])? AnyView::$family(view) => {
                        (view as &dyn Any).downcast_ref()
                    })*
                }
            }

            /// The parts as they are sent.
            #[must_use]
            pub fn parts(&self) -> BTreeMap<String, Json> {
                match self {
                    $($(#[$feature])? AnyView::$family(view) => each_part(view, to_json),)*
                }
            }

            /// The keys of the parts.
            pub fn keys(&self) -> impl Iterator<Item = &str> {
                let keys: Vec<&str> = match self {
                    $($(#[$feature])? AnyView::$family(view) => {
                        view.keys().map(String::as_str).collect()
                    })*
                };
                keys.into_iter()
            }

            /// One part.
            #[must_use]
            pub fn part(&self, key: &str) -> Option<Json> {
                match self {
                    $($(#[$feature])? AnyView::$family(view) => view.get(key).map(to_json),)*
                }
            }

            /// The parts, encoded.
            #[must_use]
            pub fn encoded(&self) -> BTreeMap<String, Encoded> {
                match self {
                    $($(#[$feature])? AnyView::$family(view) => each_part(view, Encoded::new),)*
                }
            }
        }

        /// A game as a log begins it.
        pub(super) fn begin(family: &str, pack: &Json) -> Result<AnyGame, Unreadable> {
            match family {
                $($(#[$feature])? <$ruleset>::FAMILY => begin_family::<$ruleset>(pack),)*
                other => Err(Unreadable::Family(other.to_owned())),
            }
        }

        /// Where a pack has not the shape of its family's, if it has not; none if there is no such
        /// family.
        pub(crate) fn misfit(family: &str, pack: &Json) -> Option<Option<Misfit>> {
            match family {
                $($(#[$feature])? <$ruleset>::FAMILY => {
                    Some(crate::pack::read::<$ruleset>(pack).err())
                })*
                _ => None,
            }
        }

        /// The shape of a family's resolved packs, as JSON Schema; none if there is no such family.
        pub(crate) fn schema(family: &str) -> Option<Json> {
            match family {
                $($(#[$feature])? <$ruleset>::FAMILY => {
                    Some(crate::pack::schema_of::<$ruleset>())
                })*
                _ => None,
            }
        }

        /// What a family finds in a pack of its own; none if there is no such family.
        pub(crate) fn look(family: &str, pack: &Json) -> Option<Result<Findings, Misfit>> {
            match family {
                $($(#[$feature])? <$ruleset>::FAMILY => Some(look_as::<$ruleset>(pack)),)*
                _ => None,
            }
        }
    };
}

families! {
    "Tags and statuses." Mist is Mist;
    "Aspects and fate points." Fate is Fate;
    "Acts on a timeline." Timeline is Timeline;
    #[cfg(feature = "toy")] "The family that proves the boundaries in tests." Toy is crate::toy::Toy;
}

/// An [`AnyView`] by its family, of the families that people play.
#[derive(Clone, Copy, Debug)]
pub enum FamilyView<'v> {
    /// Tags and statuses.
    Mist(&'v View<<Mist as Ruleset>::Part>),
    /// Aspects and fate points.
    Fate(&'v View<<Fate as Ruleset>::Part>),
    /// Acts on a timeline.
    Timeline(&'v View<<Timeline as Ruleset>::Part>),
}

impl AnyView {
    /// A view of a family, from parts as they were sent; parts that do not fit are left out.
    ///
    /// # Errors
    /// When it is no family that people play in this version.
    pub fn read(family: &str, parts: &BTreeMap<String, Json>) -> Result<Self, Unreadable> {
        fn read<P: serde::de::DeserializeOwned>(parts: &BTreeMap<String, Json>) -> View<P> {
            let part =
                |(key, part): (&String, &Json)| Some((key.clone(), P::deserialize(part).ok()?));
            parts.iter().filter_map(part).collect()
        }
        match family {
            Mist::FAMILY => Ok(AnyView::Mist(read(parts))),
            Fate::FAMILY => Ok(AnyView::Fate(read(parts))),
            Timeline::FAMILY => Ok(AnyView::Timeline(read(parts))),
            other => Err(Unreadable::Family(other.to_owned())),
        }
    }

    /// The view by its family, to be matched without a wildcard; none for the family of tests,
    /// which only some builds know.
    #[must_use]
    pub fn by_family(&self) -> Option<FamilyView<'_>> {
        match self {
            AnyView::Mist(view) => Some(FamilyView::Mist(view)),
            AnyView::Fate(view) => Some(FamilyView::Fate(view)),
            AnyView::Timeline(view) => Some(FamilyView::Timeline(view)),
            #[cfg(feature = "toy")]
            AnyView::Toy(_) => None,
        }
    }
}

fn each_part<P, T>(view: &View<P>, encode: impl Fn(&P) -> T) -> BTreeMap<String, T> {
    view.iter().map(|(key, part)| (key.clone(), encode(part))).collect()
}

fn begin_family<R: Family>(pack: &Json) -> Result<AnyGame, Unreadable> {
    let pack = R::deserialize(pack).map_err(Unreadable::Pack)?;
    Ok(AnyGame(Box::new(Game::begin(Checked::of_log(pack)))))
}

/// What was found in a pack, each with its path.
pub(crate) struct Findings {
    pub faults: Vec<Fault>,
    pub warnings: Vec<Fault>,
}

/// Where a pack has not the shape of its family's, and how.
pub(crate) type Misfit = (String, String);

fn look_as<R: Ruleset>(pack: &Json) -> Result<Findings, Misfit> {
    let pack: R = crate::pack::read(pack)?;
    let faults = pack.faults();
    // Odds are only computed where there are any.
    let warnings = if faults.is_empty() { pack.warnings() } else { Vec::new() };
    Ok(Findings { faults, warnings })
}
