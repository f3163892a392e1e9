//! The rules as they are shown say what the pack says (P-15): every number of every paragraph is
//! compared with the pack, for the shipped packs, the examples, and packs in which every number is
//! another one.

use std::fs;
use std::path::{Path, PathBuf};

use rules::fate::Fate;
use rules::mist::{FileForm, Mist, MitigateBy, MitigateFull, Price};
use rules::pack::{self, CheckedPack};
use rules::timeline::Timeline;
use rules::{AnyGame, Message, Term};
use serde::Deserialize;
use words::Language;
use words::reference::Rulebook;

/// The numbers in a text, sorted; tables have a test of their own.
fn numbers(text: &str) -> Vec<i64> {
    let text = text.split("\n\n|").next().unwrap_or_default();
    let mut all = Vec::new();
    let mut digits = String::new();
    for character in text.chars().chain([' ']) {
        if character.is_ascii_digit() {
            digits.push(character);
        } else if !digits.is_empty() {
            all.push(digits.parse().expect("digits"));
            digits.clear();
        }
    }
    all.sort_unstable();
    all
}

/// What a paragraph must say of a pack.
struct Expected {
    language: Language,
    all: Vec<i64>,
}

impl Expected {
    fn number(&mut self, number: impl TryInto<i64>) -> &mut Self {
        self.all.push(number.try_into().ok().expect("a small number"));
        self
    }

    fn text(&mut self, text: &str) -> &mut Self {
        self.all.extend(numbers(text));
        self
    }

    fn name(&mut self, name: &Term) -> &mut Self {
        let said = words::say(self.language, &rules::message!("plain", text = name));
        self.text(&said)
    }
}

/// Numbers that are the same whatever the pack: what the code does, not the pack.
const FIXED: &[(&str, &[i64])] = &[
    ("M-01", &[60]),
    ("M-36", &[1, 1]),
    ("M-44", &[0]),
    ("F-14", &[1, 1, 1]),
    ("F-11", &[1, 2, 2]),
    ("F-20", &[]),
    ("F-23", &[1]),
    ("F-32", &[1, 1]),
    ("F-45", &[]),
    ("F-51", &[2]),
    ("F-52", &[1, 1]),
    ("T-01", &[0, 1]),
    ("T-02", &[6, 10]),
    ("T-03", &[1, 500, 999]),
    ("T-04", &[100, 100, 100]),
    ("T-07", &[10]),
    ("T-10", &[1, 20, 20]),
    ("T-11", &[100]),
    ("T-12", &[0]),
    ("T-14", &[0, 0, 100]),
    ("T-22", &[0, 20]),
    ("T-31", &[0]),
    ("T-40", &[1, 1]),
    ("T-47", &[1, 1]),
    ("T-52", &[1]),
    ("T-54", &[0, 100]),
    ("T-60", &[10]),
];

fn of_mist(mist: &Mist, rule: &str, to: &mut Expected) -> bool {
    match rule {
        "M-02" => to
            .number(mist.theme.improve)
            .number(mist.theme.decay)
            .number(mist.theme.powers)
            .number(mist.theme.weaknesses)
            .number(mist.theme.most),
        "M-03" => {
            for kind in [&mist.kinds.strange, &mist.kinds.human] {
                to.name(&kind.name).name(&kind.motive).name(&kind.improve).name(&kind.decay);
            }
            to
        }
        "M-04" => to.number(1).number(mist.status.boxes).number(3).number(mist.status.boxes),
        "M-05" => to.number(mist.status.boxes),
        "M-06" => to.number(0),
        "M-07" => to.number(mist.status.limit),
        "M-11" => to.number(mist.power.tag).number(mist.power.tag),
        "M-12" => {
            mist.power.burns.into_iter().for_each(|burns| {
                to.number(burns);
            });
            to.number(mist.power.burn).number(mist.power.tag)
        }
        "M-13" => to.text(&mist.dice.roll.to_string()).number(1),
        "M-14" | "M-15" => {
            if rule == "M-15" {
                to.text(&mist.dice.roll.to_string());
            }
            for (at, band) in mist.bands.iter().enumerate() {
                to.name(&band.name);
                band.from.into_iter().for_each(|from| {
                    to.number(from);
                });
                let next = mist.bands.get(at + 1).and_then(|next| next.from);
                next.into_iter().for_each(|next| {
                    to.number(next - 1);
                });
            }
            to
        }
        "M-16" => {
            let avatar = mist.dice.avatar.as_ref().expect("shown only where there is one");
            to.text(&avatar.to_string()).text(&mist.dice.roll.to_string())
        }
        "M-17" => to
            .number(mist.effects.status)
            .number(mist.effects.tag)
            .number(mist.effects.clue)
            .number(mist.effects.feat)
            .number(mist.effects.minimum_power),
        "M-18" => to.number(mist.effects.push.expect("shown only where it is on")),
        "M-20" => {
            mist.consequences.iter().for_each(|it| {
                to.name(&it.name);
            });
            to
        }
        "M-30" => {
            if mist.mitigate.by == MitigateBy::Prices {
                to.number(mist.mitigate.other);
            }
            to.number(1);
            if mist.mitigate.full == MitigateFull::Choice {
                to.number(1);
            }
            to
        }
        "M-32" => to.number(mist.indulge.power),
        "M-34" => to.number(1).number(1),
        "M-35" => {
            for degree in &mist.plunge.degrees {
                to.name(&degree.name);
                for price in degree.mixed.iter().chain(&degree.full) {
                    match price {
                        Price::Burn(amount) | Price::Status(amount) => {
                            to.number(*amount);
                        }
                        Price::Decay | Price::BurnAll | Price::Lose => {}
                    }
                }
            }
            to
        }
        "M-37" => {
            assert_eq!(mist.file.form, FileForm::Questions);
            if to.language == Language::En {
                to.number(0);
            }
            to.number(1).number(1)
        }
        "M-40" | "M-41" | "M-42" => {
            to.name(&mist.story.unit);
            for phase in &mist.story.phases {
                to.name(&phase.name).name(&phase.text);
            }
            to
        }
        "M-54" => to.number(mist.theme.decay).number(1).number(1),
        "M-56" => to.number(mist.life.controlled_from).number(1),
        "M-57" => to.number(mist.life.evolution),
        // The ferry's own paragraph.
        "H-01" => to.number(mist.power.burn),
        "M-58" => {
            mist.endings.iter().for_each(|it| {
                to.name(&it.name).name(&it.text);
            });
            to
        }
        _ => return false,
    };
    true
}

fn of_fate(fate: &Fate, rule: &str, to: &mut Expected) -> bool {
    let condensed = fate.dice.roll.to_string() == "4dF";
    fn boxes(to: &mut Expected, boxes: u8, values: &[u8]) {
        match values.iter().all(|value| *value == 1) {
            true if values.is_empty() => {
                to.number(boxes).number(1);
            }
            true => {
                to.number(i64::try_from(values.len()).expect("few")).number(1);
            }
            false => values.iter().for_each(|value| {
                to.number(*value);
            }),
        }
    }
    match rule {
        "F-02" if condensed => to.number(1).number(0).number(1),
        "F-02" => to.text(&fate.dice.roll.to_string()),
        "F-03" => to.number(3).number(1).number(2).number(0),
        "F-04" => {
            for rung in &fate.ladder {
                to.number(rung.value.abs()).name(&rung.name);
            }
            to
        }
        "F-05" if condensed => to.text("81 4 1 3 4 2 10 1 16 0 19"),
        "F-30" => {
            for track in &fate.tracks {
                to.name(&track.name);
                boxes(to, track.boxes, &track.values);
                for step in track.more.iter().filter(|_| track.skill.is_some()) {
                    to.number(step.from);
                    boxes(to, step.boxes, &step.values);
                }
                track.extra_from.into_iter().for_each(|from| {
                    to.number(from);
                });
                track.per_hit.into_iter().for_each(|per_hit| {
                    to.number(per_hit);
                });
            }
            to
        }
        "F-31" => {
            for rule in &fate.consequences {
                to.name(&rule.name).number(rule.value);
                if rule.boxes > 1 {
                    to.number(rule.boxes);
                }
            }
            to
        }
        "F-33" => {
            fate.consequences.iter().for_each(|rule| {
                to.name(&rule.name);
            });
            to.number(2)
        }
        "F-41" => to.number(fate.options.victories),
        "F-42" => {
            if fate.options.full_defence {
                to.number(2);
            }
            to.number(1).number(1)
        }
        "F-50" => {
            for tier in &fate.skills.pyramid {
                to.number(tier.rating).number(tier.count);
            }
            fate.sheet.aspects.iter().for_each(|slot| {
                to.name(&slot.name);
            });
            to.number(fate.skills.highest)
                .number(fate.sheet.free_stunts)
                .number(1)
                .number(fate.sheet.least_refresh)
                .number(fate.sheet.refresh)
                .number(46)
        }
        "F-54" => {
            for size in &fate.npcs {
                to.name(&size.name);
                size.rating.into_iter().for_each(|rating| {
                    to.number(rating);
                });
                size.boxes.into_iter().for_each(|boxes| {
                    to.number(boxes);
                });
            }
            to.number(1)
        }
        _ => return false,
    };
    true
}

fn of_timeline(timeline: &Timeline, rule: &str, to: &mut Expected) -> bool {
    match rule {
        "T-30" => {
            let reach = timeline.options.unarmed_reach.map(|reach| reach.to_string());
            to.text(reach.as_deref().unwrap_or("1"))
        }
        _ => return false,
    };
    true
}

/// Compares every paragraph of a pack's own family with the pack.
fn check(name: &str, checked: &CheckedPack) -> usize {
    let game = AnyGame::begin(checked).expect("it opens");
    let book = Rulebook::new(&pack::facts(&game));
    let family = checked["family"].as_str().expect("a family").to_owned();
    let (mut compared, mut wrong) = (0, Vec::new());
    for language in Language::ALL {
        for rule in book.rules(language).iter().filter(|rule| rule.family == family) {
            let mut to = Expected { language, all: Vec::new() };
            let known = match family.as_str() {
                "mist" => of_mist(&Mist::deserialize(&**checked).expect("fits"), &rule.id, &mut to),
                "fate" => of_fate(&Fate::deserialize(&**checked).expect("fits"), &rule.id, &mut to),
                _ => {
                    let timeline = Timeline::deserialize(&**checked).expect("fits");
                    of_timeline(&timeline, &rule.id, &mut to)
                }
            };
            let found = numbers(&rule.text);
            // One language writes a digit where another writes a word.
            let fixed = FIXED.iter().find(|(id, _)| *id == rule.id);
            if let Some((_, fixed)) = fixed.filter(|_| !known) {
                let other = found.iter().any(|number| !fixed.contains(number));
                assert!(!other, "{name} {language} {}: {}", rule.id, rule.text);
            } else {
                to.all.sort_unstable();
                if found != to.all {
                    wrong.push(format!(
                        "{language} {}: {found:?} {:?} {}",
                        rule.id, to.all, rule.text
                    ));
                }
            }
            compared += found.len();
        }
    }
    assert!(wrong.is_empty(), "{name}: {wrong:#?}");
    compared
}

fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut all = Vec::new();
    for folder in fs::read_dir(folder).expect("examples").map(|it| it.expect("one").path()) {
        let files = fs::read_dir(&folder).into_iter().flatten();
        let files = files.map(|it| it.expect("a file").path());
        let toml = |path: &PathBuf| path.extension().is_some_and(|it| it == "toml");
        for path in files.filter(toml) {
            let text = fs::read_to_string(&path).expect("a text");
            all.push((path.display().to_string(), text));
        }
    }
    assert!(all.len() >= 6, "{all:?}");
    all
}

#[test]
fn p15_every_number_of_the_rules_is_what_the_pack_says() {
    // Too few would mean that texts or numbers were no longer found.
    let enough = |name: &str, pack: &CheckedPack| {
        let compared = check(name, pack);
        assert!(compared > 80, "{name}: {compared}");
    };
    for ready in pack::shipped() {
        enough(&ready.id, &ready.pack);
    }
    for (file, text) in examples() {
        let resolved =
            pack::resolve(&file, &text).unwrap_or_else(|fault| panic!("{file}: {fault:?}"));
        enough(&file, &resolved.pack);
    }
}

/// Packs in which nearly every number is another one than in those that ship.
const OTHER: &[(&str, &str)] = &[
    (
        "mist-bureau",
        "dice = { roll = \"3d10 + power\" }\n\
         bands = [{ name = \"a\", tone = \"failure\" }, { name = \"b\", tone = \"mixed\", from = 13 },\n\
         { name = \"c\", tone = \"full\", from = 21 }]\nunset = [\"examples\", \"scenes\"]\n\
         [theme]\npowers = 5\nweaknesses = 2\nimprove = 6\ndecay = 7\nmost = 9\n\
         [status]\nboxes = 8\nlimit = 7\nreduce = \"shift\"\n[power]\ntag = 2\nburn = 11\nburns = 4\n\
         [effects]\nstatus = 2\ntag = 3\nclue = 4\nfeat = 5\nminimum_power = 6\npush = 7\n\
         [mitigate]\nby = \"prices\"\nother = 9\nfull = \"power\"\n[indulge]\npower = 12\n\
         [life]\ncontrolled_from = 9\nevolution = 8\n",
    ),
    (
        "mist-2d6",
        "unset = [\"plunge\", \"indulge\", \"flashback\", \"file\", \"life\", \"endings\", \"effects.push\", \"scenes\"]\n",
    ),
    (
        "mist-city",
        "unset = [\"engagement\", \"story.phases.job\"]\n[change.story.phases.montage]\nnext = [\"wrap-up\"]\n",
    ),
    (
        "fate-condensed",
        "dice = { roll = \"3d6 - 3d6\" }\nunset = [\"examples\"]\n\
         [sheet]\nrefresh = 5\nleast_refresh = 2\nfree_stunts = 4\n[skills]\nhighest = 9\n\
         pyramid = [{ rating = 7, count = 2 }, { rating = 3, count = 6 }]\n\
         [change.tracks.physical]\nboxes = 5\nper_hit = 2\nmore = [{ from = 2, values = [1, 2, 6] }]\nextra_from = 4\n\
         [change.consequences.mild]\nvalue = 3\nboxes = 2\n[change.npcs.fair]\nrating = 8\nboxes = 9\n\
         [options]\nvictories = 5\nfull_defence = false\n",
    ),
    ("timeline", "options = { unarmed_reach = \"3\", weapons = false, skills = false }\n"),
];

#[test]
fn p15_other_numbers_are_said_as_they_are() {
    for (base, text) in OTHER {
        let text = format!("edition = 2\nextends = \"{base}\"\nid = \"other\"\n{text}");
        let resolved =
            pack::resolve("other.toml", &text).unwrap_or_else(|it| panic!("{base}: {it:#?}"));
        check(base, &resolved.pack);
    }
}

#[test]
fn p15_what_is_off_is_not_told() {
    let book = |base: &str, text: &str| {
        let text = format!("edition = 2\nextends = \"{base}\"\nid = \"other\"\n{text}");
        let resolved = pack::resolve("other.toml", &text).unwrap_or_else(|it| panic!("{it:#?}"));
        Rulebook::new(&pack::facts(&AnyGame::begin(&resolved.pack).expect("it opens")))
    };
    let full = book("mist-2d6", "");
    let less = book(
        "mist-2d6",
        "unset = [\"plunge\", \"indulge\", \"effects.push\", \"scenes\", \"file\"]\n",
    );
    for id in ["M-35", "M-32", "M-18", "M-37", "M-38"] {
        assert!(full.rule(Language::En, id).is_some(), "{id}");
        assert!(less.rule(Language::En, id).is_none(), "{id}");
    }
    let bare = book("timeline", "options = { weapons = false, skills = false, traits = false }\n");
    for id in ["T-45", "T-50", "T-08"] {
        assert!(bare.rule(Language::En, id).is_none(), "{id}");
    }
}

#[test]
fn p15_own_paragraphs_stand_beside_the_shipped_ones_or_in_their_place() {
    let text = "edition = 2\nextends = \"mist-bureau\"\nid = \"own\"\n\
        [[rules]]\nid = \"H-01\"\ntitle = { zh-Hans = \"潮\", en = \"The tide\" }\n\
        text = { zh-Hans = \"涨 {theme.improve} 格\", en = \"It rises by {theme.improve}, {+power.burn}.\" }\n\
        [[rules]]\nid = \"M-12\"\ntitle = \"Scratch\"\ntext = \"Scratch it for {+power.burn}.\"\n\
        [power]\nburn = 5\n";
    let resolved = pack::resolve("own.toml", text).unwrap_or_else(|it| panic!("{it:#?}"));
    let book = Rulebook::new(&pack::facts(&AnyGame::begin(&resolved.pack).expect("it opens")));
    let said = |language, id| book.rule(language, id).expect("a rule").text.as_str();
    assert_eq!(said(Language::En, "H-01"), "It rises by 3, +5.");
    assert_eq!(said(Language::ZhHans, "H-01"), "涨 3 格");
    assert_eq!(said(Language::ZhHant, "M-12"), "Scratch it for +5.");
    assert_eq!(book.find(Language::En, "the tide")[0].id, "H-01");
    assert_eq!(book.find(Language::En, "scratch")[0].id, "M-12");
    let wrong = |rule: &str| {
        let text =
            format!("edition = 2\nextends = \"mist-bureau\"\nid = \"own\"\n[[rules]]\n{rule}");
        let faults = pack::resolve("own.toml", &text).map(|_| ()).expect_err(rule);
        let said: Message = faults[0].reason.clone();
        (faults[0].line, said.id.into_owned())
    };
    let check =
        |rule: &str, line, id: &str| assert_eq!(wrong(rule), (line, id.to_owned()), "{rule}");
    check("id = \"house\"\ntitle = \"x\"\ntext = \"x\"", 5, "pack-rule-id");
    check("id = \"H-01\"\ntitle = \"x\"\ntext = \"{power.bun}\"", 7, "pack-rule-path");
    check("id = \"H-01\"\ntitle = \"x\"\ntext = \"{power\"", 7, "pack-rule-brace");
    check("id = \"H-01\"\ntitle = \"x\"\ntext = \"{if power}x\"", 7, "pack-rule-end");
    check("id = \"H-01\"\ntitle = \"x\"", 4, "pack-field");
}
