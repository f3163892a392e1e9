//! What packs may say, and what is told of those that are wrong (P-10 … P-61).

use rules::pack::{self, resolve};

/// The cure of a fault is an edit with which it is gone.
#[test]
fn p60_a_cure_cures() {
    let text = "extends = \"mist-bureau\"\nid = \"mine\"\n[theme]\nimprov = 4\n[mitigate]\nby = \"price\"\n";
    let faults = resolve("mine.toml", text).map(|_| ()).expect_err("it is wrong");
    assert_eq!(faults.len(), 2, "{faults:#?}");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for fault in &faults {
        let cure = fault.cure.as_ref().expect("there is a cure");
        assert_eq!(cure.from.line, cure.to.line);
        let line = &mut lines[cure.from.line - 1];
        line.replace_range(cure.from.column - 1..cure.to.column - 1, &cure.text);
    }
    resolve("mine.toml", &lines.join("\n")).expect("it is cured");
}

#[test]
fn p61_an_inherited_fault_is_told_at_the_own_key_that_brings_it() {
    let text = "extends = \"mist-bureau\"\nid = \"mine\"\n[theme]\npowers = 4\nimprove = 4\n";
    let faults = resolve("mine.toml", text).map(|_| ()).expect_err("it is wrong");
    let [fault] = faults.as_slice() else { panic!("told once: {faults:#?}") };
    assert_eq!((fault.line, fault.column), (4, 10));
    assert_eq!(fault.reason.id, "pack-inherited");
    assert_eq!(fault.reason.args["key"], rules::Arg::from("theme.powers"));
    let cure = fault.cure.as_ref().expect("there is a cure");
    assert_eq!(cure.text, "\nunset = [\"examples\"]");
    let cured = text.replacen("bureau\"", &format!("bureau\"{}", cure.text), 1);
    resolve("mine.toml", &cured).expect("it is cured");
}

#[test]
fn p12_entries_are_added_changed_and_left_out() {
    let text = "edition = 2\nextends = \"fate-condensed\"\nid = \"mine\"\nversion = \"1.0\"\n\
        unset = [\"examples\", \"skills.list.lore\"]\n\
        [change.consequences.mild]\nvalue = 3\n\
        [change.skills.list.fight]\nname = \"打架\"\n\
        [[add.skills.list]]\nid = \"magic\"\nname = \"法术\"\nafter = \"fight\"\n";
    let pack = resolve("mine.toml", text).unwrap_or_else(|faults| panic!("{faults:#?}")).pack;
    let skills: Vec<&str> = pack["skills"]["list"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|skill| skill["id"].as_str().expect("an id"))
        .collect();
    assert_eq!(skills.len(), 19);
    let at = |id: &str| skills.iter().position(|it| *it == id);
    assert_eq!((at("lore"), at("magic")), (None, at("fight").map(|at| at + 1)));
    assert_eq!(pack["skills"]["list"][at("fight").expect("there")]["name"], "打架");
    assert_eq!(pack["consequences"][0]["value"], 3);
    assert_eq!(pack["about"]["version"], "1.0");
    assert_eq!(pack["examples"], serde_json::json!([]));
}

#[test]
fn p12_unsetting_a_feature_turns_it_off() {
    let text = "extends = \"mist-bureau\"\nid = \"mine\"\n\
        unset = [\"plunge\", \"indulge\", \"flashback\", \"file\", \"life\", \"endings\"]\n";
    let pack = resolve("mine.toml", text).unwrap_or_else(|faults| panic!("{faults:#?}")).pack;
    for feature in ["plunge", "indulge", "flashback"] {
        assert_eq!(pack[feature]["on"], false, "{feature}");
    }
    assert_eq!(pack["file"]["form"], "none");
    assert_eq!(pack["endings"], serde_json::json!([]));
}

#[test]
fn p53_numbers_of_the_second_edition_are_what_they_say() {
    let race = |edition: &str, age: &str, add: &str| {
        let text = format!(
            "{edition}extends = \"timeline\"\nid = \"mine\"\n{add}\nid = \"elf\"\nname = \"精灵\"\n\
             adult_age = {age}\nstandard_size = {age}\n"
        );
        let pack = resolve("mine.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}")).pack;
        let timeline: rules::timeline::Timeline =
            serde_json::from_value(pack.to_json()).expect("it fits");
        assert_eq!(timeline.races.len(), 2);
        timeline.races[1].adult_age.to_string()
    };
    assert_eq!(race("", "120", "[[races]]"), "1.2");
    assert_eq!(race("edition = 2\n", "120", "[[add.races]]"), "120");
    assert_eq!(race("edition = 2\n", "12.5", "[[add.races]]"), "12.5");
    assert_eq!(race("edition = 2\n", "\"12.5\"", "[[add.races]]"), "12.5");
}

#[test]
fn p13_a_name_in_one_language_stands_in_for_the_others() {
    let text = "extends = \"mist-bureau\"\nid = \"mine\"\nname = { en = \"Mine\" }\n";
    let ready = pack::ready("mine.toml", text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let spellings: Vec<&str> = ready.name.spellings().collect();
    assert_eq!(spellings, ["Mine", "Mine"]);
    let wrong = text.replace("{ en", "{ zh-CN = \"我的\", en");
    let faults = resolve("mine.toml", &wrong).map(|_| ()).expect_err("no such language");
    assert_eq!((faults.len(), faults[0].reason.id.as_ref()), (1, "pack-language"));
    assert_eq!(faults[0].cure.as_ref().map(|cure| cure.text.as_str()), Some("zh-Hans"));
}

#[test]
fn p10_the_head_is_read_and_checked() {
    let with = |head: &str| format!("extends = \"mist-bureau\"\nid = \"mine\"\n{head}\n");
    let wrong = |head: &str, id: &str| {
        let faults = resolve("mine.toml", &with(head)).map(|_| ()).expect_err(head);
        assert_eq!((faults.len(), faults[0].reason.id.as_ref()), (1, id), "{head}: {faults:#?}");
    };
    wrong("edition = 3", "pack-edition");
    wrong("version = \"new\"", "pack-version");
    wrong("author = 3", "pack-mistyped");
    wrong("languages = [\"en\", \"fr\"]", "pack-language");
    wrong("requires = { mistline = \">=99\" }", "pack-requires");
    wrong("requires = { chrome = \">=99\" }", "pack-unknown-key");
    let gaps =
        with("languages = [\"zh-Hans\", \"en\"]\n[kinds.strange]\nname = { zh-Hans = \"潮\" }");
    let resolved = resolve("mine.toml", &gaps).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let gaps: Vec<(usize, &str)> =
        resolved.warnings.iter().map(|it| (it.line, it.reason.id.as_ref())).collect();
    assert_eq!(gaps, [(5, "pack-language-gap")]);
}

const CHOOSING: &str = "edition = 2\nextends = \"fate-condensed\"\nid = \"mine\"\n\
    [[choices]]\nkey = \"sheet.refresh\"\nname = \"重置\"\nvalues = [2, 3, 4]\n\
    [[choices]]\nkey = \"options.order\"\nname = \"次序\"\nvalues = [\"popcorn\", \"listed\"]\n\
    [[choices]]\nkey = \"consequences.mild.value\"\nname = \"轻微\"\nvalues = [2, 3]\n";

fn chosen(pairs: &[(&str, &str)]) -> pack::Chosen {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn p16_what_a_pack_leaves_open_is_offered_with_its_values_and_chosen() {
    let pack = resolve("mine.toml", CHOOSING).unwrap_or_else(|faults| panic!("{faults:#?}")).pack;
    let open = pack::choices(&pack);
    let told: Vec<(&str, &str, Vec<&str>)> = open
        .iter()
        .map(|it| (&*it.key, &*it.now, it.values.iter().map(String::as_str).collect()))
        .collect();
    let due = [
        ("sheet.refresh", "3", vec!["2", "3", "4"]),
        ("options.order", "popcorn", vec!["popcorn", "listed"]),
        ("consequences.mild.value", "2", vec!["2", "3"]),
    ];
    assert_eq!(told, due);
    let how = chosen(&[("sheet.refresh", "4"), ("consequences.mild.value", "3")]);
    let made = pack::choose(&pack, &how).expect("it holds together");
    assert_eq!(made["sheet"]["refresh"], 4);
    assert_eq!(made["consequences"][0]["value"], 3);
    assert_eq!(made["options"]["order"], "popcorn");
    let again = pack::choose(&made, &chosen(&[("sheet.refresh", "2")])).expect("chosen anew");
    assert_eq!(
        (&again["sheet"]["refresh"], &again["consequences"][0]["value"]),
        (&2.into(), &3.into())
    );
    for (key, value, why) in [
        ("sheet.refresh", "9", "pack-no-value"),
        ("sheet.free_stunts", "2", "pack-no-choice"),
        ("", "", "pack-no-choice"),
    ] {
        let refusal = pack::choose(&pack, &chosen(&[(key, value)])).expect_err(key);
        assert_eq!((refusal.rule.to_string().as_str(), &*refusal.what.id), ("P-16", why));
    }
}

#[test]
fn p16_a_value_with_which_the_pack_would_not_hold_together_is_a_fault_of_the_pack() {
    let check = |choice: &str, path: &str, why: &str| {
        let text = format!("extends = \"fate-condensed\"\nid = \"mine\"\nchoices = [{choice}]\n");
        let faults = resolve("mine.toml", &text).map(|_| ()).expect_err(&text);
        let found: Vec<(&str, &str)> =
            faults.iter().map(|it| (it.path.as_str(), &*it.reason.id)).collect();
        assert_eq!(found, [(path, why)], "{text}");
    };
    let choice =
        |key: &str, values: &str| format!("{{ key = \"{key}\", name = \"x\", values = {values} }}");
    let twice = [choice("sheet.refresh", "[3, 4]"), choice("sheet.refresh", "[3, 2]")].join(", ");
    check(&choice("options.victories", "[3, 0]"), "choices[0].values[1]", "pack-choice-value");
    check(
        &choice("options.order", "[\"popcorn\", \"x\"]"),
        "choices[0].values[1]",
        "pack-choice-value",
    );
    check(&choice("sheet.refresh", "[3]"), "choices[0].values", "pack-choice-few");
    check(&choice("sheet.refresh", "[5, 4]"), "choices[0].values", "pack-choice-now");
    check(&choice("sheets.refresh", "[5, 4]"), "choices[0].key", "pack-choice-nowhere");
    check(&choice("id", "[\"mine\", \"yours\"]"), "choices[0].key", "pack-choice-nowhere");
    check(&twice, "choices[1].key", "pack-choice-twice");
}

#[test]
fn p16_every_value_that_can_be_chosen_is_played_in_the_proof() {
    let pack = resolve("mine.toml", CHOOSING).unwrap_or_else(|faults| panic!("{faults:#?}")).pack;
    let proof = pack::prove_within(&pack, 50);
    assert!(proof.failed.is_empty(), "{:?}", proof.failed);
    for item in ["choices.sheet.refresh=2", "choices.options.order=listed"] {
        assert!(proof.items.iter().any(|it| it == item), "{item} in {:?}", proof.items);
        assert!(!proof.unproven.iter().any(|it| it == item), "{item} was not played");
    }
}

/// Numbers of Time Line in the second edition are what they say, those to choose from too (P-53).
#[test]
fn p16_numbers_to_choose_from_are_read_as_those_of_their_key() {
    let text = "edition = 2\nextends = \"timeline\"\nid = \"mine\"\n\
        [[add.races]]\nid = \"elf\"\nname = \"精灵\"\nadult_age = 100\n\
        [[choices]]\nkey = \"races.elf.adult_age\"\nname = \"成年\"\nvalues = [100, 50.5]\n";
    let pack = resolve("mine.toml", text).unwrap_or_else(|faults| panic!("{faults:#?}")).pack;
    let made = pack::choose(&pack, &chosen(&[("races.elf.adult_age", "50.5")])).expect("chosen");
    let races = made["races"].as_array().expect("a list");
    let elf = races.iter().find(|race| race["id"] == "elf").expect("it is there");
    assert_eq!(elf["adult_age"], "50.5");
}

#[test]
fn p12_a_key_of_an_entry_is_left_out_and_a_fault_it_brings_is_cured_so() {
    let text = "edition = 2\nextends = \"fate-condensed\"\nid = \"mine\"\n\
        unset = [\"consequences\", \"npcs\", \"tracks.physical.extra\"]\n";
    let faults = resolve("mine.toml", text).map(|_| ()).expect_err("mental stress has one too");
    let [fault] = faults.as_slice() else { panic!("told once: {faults:#?}") };
    let cure = fault.cure.as_ref().expect("there is a cure");
    assert!(cure.text.contains("tracks.mental.extra"), "{cure:?}");
    let text = text.replace("physical.extra\"", "physical.extra\", \"tracks.mental.extra\"");
    let pack = resolve("mine.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}")).pack;
    assert_eq!(pack["tracks"][0].get("extra"), None);
}

#[test]
fn p12_a_list_nobody_knows_is_told_of_where_it_is_added_to() {
    let text = "edition = 2\nextends = \"fate-condensed\"\nid = \"mine\"\n\
        [[add.consequence]]\nid = \"wet\"\nname = \"湿\"\nvalue = 1\nheals = \"scene\"\n";
    let faults = resolve("mine.toml", text).map(|_| ()).expect_err("it is called consequences");
    let [fault] = faults.as_slice() else { panic!("told once: {faults:#?}") };
    assert_eq!((fault.line, fault.reason.id.as_ref()), (4, "pack-field"));
}
