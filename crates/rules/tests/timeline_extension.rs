//! Extensions of Time Line (T-60): what they add, how they stack, and how bad ones are refused.

use rules::pack::{resolve, stack};
use rules::timeline::{Amount, Timeline};

const MIRE: &str = include_str!("../../../examples/timeline/mire.toml");

fn pack(files: &[(&str, &str)]) -> Timeline {
    let checked = stack(files).unwrap_or_else(|faults| panic!("{faults:#?}"));
    serde_json::from_value(checked.pack.to_json()).expect("it fits")
}

/// The first fault: file, line, column, message id.
fn check(files: &[(&str, &str)], place: (&str, usize, usize), reason: &str) {
    let faults = stack(files).map(|_| ()).expect_err(reason);
    let first = &faults[0];
    assert_eq!(
        (first.file.as_str(), first.line, first.column, first.reason.id.as_ref()),
        (place.0, place.1, place.2, reason),
        "{faults:#?}"
    );
}

#[test]
fn t60_an_extension_adds_to_everything() {
    let mire = pack(&[("mire.toml", MIRE)]);
    let races: Vec<&str> = mire.races.iter().map(|race| race.id.as_str()).collect();
    assert_eq!(races, ["human", "reedling"]);
    assert_eq!(mire.races[1].adult_age, Amount::whole(9));
    let counts = [
        mire.weapons.len(),
        mire.skills.len(),
        mire.traits.len(),
        mire.items.len(),
        mire.environments.len(),
        mire.resources.len(),
    ];
    assert_eq!(counts, [2, 4, 2, 1, 2, 1]);
    assert_eq!(mire.options.unarmed_reach, Some(Amount::whole(2)));
    assert_eq!(mire.id, "mire");
    // Reading the file alone is the same.
    let alone = resolve("mire.toml", MIRE).expect("it holds together");
    assert_eq!(serde_json::to_value(&mire).expect("plain"), {
        let alone: Timeline = serde_json::from_value(alone.pack.to_json()).expect("it fits");
        serde_json::to_value(alone).expect("plain")
    });
    // Each skill it brings is told with what each law says of it.
    assert_eq!(alone.notes.len(), 4 * 5);
}

#[test]
fn t60_extensions_stack_in_order() {
    let more = "extends = \"timeline\"\nid = \"more\"\n\
                [options]\nnight_rest = false\n\
                [[traits]]\nname = \"厚皮\"\nhit_points = \"20\"\nunhindered = [\"mud\"]\n";
    let both = pack(&[("mire.toml", MIRE), ("more.toml", more)]);
    assert_eq!(both.id, "mire+more");
    assert_eq!(both.traits.len(), 3);
    assert!(!both.options.night_rest);
    assert_eq!(both.options.unarmed_reach, Some(Amount::whole(2)));
    // It speaks of the mud, so it cannot stand under what brings the mud.
    check(
        &[("more.toml", more), ("mire.toml", MIRE)],
        ("more.toml", 8, 15),
        "timeline-pack-no-environment",
    );
    // On the examples everything of the plain rules stands as well.
    let examples = "extends = \"timeline-examples\"\nid = \"mine\"\n";
    assert_eq!(pack(&[("a.toml", examples), ("mire.toml", MIRE)]).skills.len(), 19);
    check(&[("mire.toml", MIRE), ("a.toml", examples)], ("a.toml", 1, 11), "timeline-pack-base");
}

#[test]
fn t60_conflicts_are_refused_with_their_place() {
    let with = |rest: &str| format!("extends = \"timeline\"\nid = \"mine\"\n{rest}");
    let twice = with("[[weapons]]\nname = \"鱼叉\"\nkind = \"other\"\n");
    check(&[("mire.toml", MIRE), ("b.toml", &twice)], ("b.toml", 4, 8), "timeline-pack-twice");
    let race = with("[[races]]\nid = \"human\"\nname = \"人\"\n");
    check(&[("b.toml", &race)], ("b.toml", 4, 6), "timeline-pack-twice");
    let own = with("[[items]]\nname = \"绳\"\n[[items]]\nname = \"绳\"\n");
    check(&[("b.toml", &own)], ("b.toml", 6, 8), "timeline-pack-twice");
    let option = with("[options]\nunarmed_reach = \"3\"\n");
    check(&[("mire.toml", MIRE), ("b.toml", &option)], ("b.toml", 4, 17), "timeline-pack-option");
    // To say the same again is no contradiction.
    let same = with("[options]\nunarmed_reach = \"2\"\n");
    pack(&[("mire.toml", MIRE), ("b.toml", &same)]);
    // The reason names the file that was there first.
    let faults = stack(&[("mire.toml", MIRE), ("b.toml", &twice)]).map(|_| ()).expect_err("twice");
    assert!(format!("{:?}", faults[0].reason).contains("mire.toml"));
}

#[test]
fn t60_bad_values_are_refused_with_their_place() {
    let with = |rest: &str| format!("extends = \"timeline\"\nid = \"mine\"\n{rest}");
    let check = |rest: &str, line, column, reason: &str| {
        check(&[("b.toml", &with(rest))], ("b.toml", line, column), reason);
    };
    check("nonsense = 1\n", 3, 12, "pack-field");
    check("[[races]]\nid = \"x\"\nname = \"x\"\nadult_age = \"old\"\n", 6, 13, "pack-field");
    check(
        "[[races]]\nid = \"x\"\nname = \"x\"\nadult_age = \"-1\"\n",
        3,
        1,
        "timeline-out-of-bounds",
    );
    check(
        "[[environments]]\nid = \"x\"\nname = \"x\"\npercentages = [[\"luck\", 1]]\n",
        6,
        17,
        "pack-field",
    );
    check("[[weapons]]\nname = \"x\"\nkind = \"laser\"\n", 3, 1, "pack-field");
    check("[[weapons]]\nname = \"x\"\nkind = \"other\"\ncolour = \"red\"\n", 6, 10, "pack-field");
    check("[[traits]]\nname = \"x\"\nhp = 1\n", 5, 6, "pack-field");
    check(
        "[[resources]]\nid = \"x\"\nname = \"x\"\nmost = \"1d6\"\n",
        6,
        8,
        "timeline-law-unreckonable",
    );
    check(
        "[[skills]]\nid = \"x\"\nname = \"x\"\nattribute = \"arts\"\n\
         costs = [{ pool = \"mana\", amount = \"1\" }]\n",
        7,
        19,
        "timeline-pack-no-pool",
    );
    check(
        "[[skills]]\nid = \"x\"\nname = \"x\"\nattribute = \"arts\"\n\
         effects = [{ effect = \"damage\", amount = \"impact * 2\" }]\n",
        3,
        1,
        "timeline-law-refused",
    );
    check("[options]\ndice = \"maybe\"\n", 4, 8, "pack-field");
}
