//! Wrong packs, and what their authors are told, in three languages (P-60).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rules::pack::{self, Cure, PackFault};
use words::{Language, say};

/// The base that is extended, and what is wrong on top of it.
const WRONG: &[(&str, &str)] = &[
    // It cannot be read.
    ("", "extends = mist-bureau"),
    ("", "extends = \"mist-bureau\"\nid = \nname = \"x\""),
    ("", "extends = \"mist-bureau\"\nid = \"a\"\nid = \"b\""),
    ("", "extends = \"mist-bureau\"\n[theme\nimprove = 4"),
    ("", "extends = \"mist-bureau\"\n[[bands]\nname = \"x\""),
    ("", "extends = \"mist-bureau\"\nunset = [\"life\" \"endings\"]"),
    ("", "extends = \"mist-bureau\"\nunset = [\"endings\""),
    ("", "extends = \"mist-bureau\"\n[theme]\nimprove = 04"),
    ("", "extends = \"mist-bureau\"\nname = \"C:\\games\""),
    ("", "extends = \"mist-bureau\"\nname : \"x\""),
    // Its head.
    ("", "name = \"x\""),
    ("", "extends = \"mist-buraeu\""),
    ("", "extends = 3"),
    ("", "family = \"mits\""),
    ("mist-bureau", "edition = 7"),
    ("mist-bureau", "version = \"first\""),
    ("mist-bureau", "requires = { mistline = \">=99.0\" }"),
    ("mist-bureau", "languages = [\"zh-Hans\", \"jp\"]"),
    // Keys and words.
    ("mist-bureau", "[theme]\nimprov = 4"),
    ("mist-bureau", "colour = \"red\""),
    ("mist-bureau", "[mitigate]\nby = \"prises\""),
    ("mist-bureau", "[status]\nreduce = \"erase\""),
    ("mist-bureau", "[theme]\nimprove = \"4\""),
    ("mist-bureau", "[theme]\nimprove = 300"),
    ("mist-bureau", "[theme]\nimprove = 4.5"),
    ("mist-bureau", "[indulge]\non = \"yes\""),
    ("mist-bureau", "theme = 3"),
    ("mist-bureau", "bands = \"7-9\""),
    ("mist-bureau", "name = { zh-CN = \"我的\", en = \"mine\" }"),
    ("mist-bureau", "name = { fr = \"le mien\" }"),
    ("mist-bureau", "name = 7"),
    ("mist-bureau", "[[bands]]\ntone = \"failure\""),
    // Left out, added, changed.
    ("mist-bureau", "unset = [\"endigns\"]"),
    ("mist-bureau", "unset = [\"kinds\"]"),
    ("mist-bureau", "unset = [7]"),
    ("mist-bureau", "[change.story.phases.fiel]\nname = \"x\""),
    ("mist-bureau", "[change.theme]\nimprove = 4"),
    ("fate-condensed", "[[add.skills.lists]]\nid = \"magic\"\nname = \"x\""),
    ("fate-condensed", "[[add.skills.list]]\nid = \"fight\"\nname = \"x\""),
    ("fate-condensed", "[[add.skills.list]]\nid = \"magic\"\nname = \"x\"\nafter = \"figth\""),
    // Numbers and references of the mist family.
    ("mist-bureau", "[status]\nboxes = 0"),
    ("mist-bureau", "[dice]\nroll = \"2d6+luck\""),
    ("mist-bureau", "[dice]\nroll = \"2d\""),
    ("mist-bureau", "bands = []"),
    ("mist-bureau", "[theme]\npowers = 4"),
    ("mist-bureau", "[change.story.phases.file]\nnext = [\"supression\"]"),
    ("mist-bureau", "consequences = [{ id = \"a\", name = \"x\" }, { id = \"a\", name = \"y\" }]"),
    (
        "mist-bureau",
        "choices = [{ key = \"theme.improv\", name = \"x\", values = [3, 4] }, \
         { key = \"power.burn\", name = \"y\", values = [3, 300] }, \
         { key = \"theme.decay\", name = \"z\", values = [7, 8] }, \
         { key = \"themes.decay\", name = \"z\", values = [3] }]",
    ),
    ("mist-bureau", "[theme]\nimprov = 4\ndecay = 99\n[mitigate]\nby = \"price\"\nfull = 7"),
    // Fate.
    ("fate-condensed", "[dice]\nroll = \"4dF + luck\""),
    ("fate-condensed", "[options]\norder = \"popcron\""),
    ("fate-condensed", "[options]\nvictories = 0"),
    ("fate-condensed", "[skills]\nlist = [{ id = \"fight\", name = \"格斗\" }]"),
    (
        "fate-condensed",
        "tracks = [{ id = \"stress\", name = \"压力\", boxes = 3, skill = \"physiqe\" }]",
    ),
    (
        "fate-condensed",
        "consequences = [{ id = \"mild\", name = \"轻\", value = 2, heals = \"day\" }]",
    ),
    ("fate-condensed", "[change.npcs.supporting]\nslots = [\"mild\", \"moderat\"]"),
    ("fate-condensed", "unset = [\"tracks\"]"),
    // Time Line.
    ("timeline", "[[races]]\nid = \"elf\"\nname = \"精灵\"\nadult_age = \"old\""),
    ("timeline", "[[races]]\nid = \"human\"\nname = \"人\""),
    ("timeline", "[[traits]]\nname = \"x\"\nhp = 1"),
    ("timeline", "[[weapons]]\nname = \"x\"\nkind = \"laser\""),
    (
        "timeline",
        "[[skills]]\nid = \"x\"\nname = \"x\"\nattribute = \"arts\"\n\
         effects = [{ effect = \"damage\", amount = \"impact * 2\" }]",
    ),
    (
        "timeline",
        "[[skills]]\nid = \"x\"\nname = \"x\"\nattribute = \"arts\"\n\
         effects = [{ effect = \"dammage\", amount = \"impact\" }]",
    ),
    (
        "timeline",
        "[[skills]]\nid = \"x\"\nname = \"x\"\nattribute = \"arts\"\n\
         costs = [{ pool = \"mana\", amount = \"1\" }]",
    ),
    ("timeline", "[options]\ndice = \"maybe\""),
    ("timeline", "[[environments]]\nid = \"x\"\nname = \"x\"\npercentages = [[\"luck\", \"1\"]]"),
];

fn text(base: &str, wrong: &str) -> String {
    match base {
        "" => format!("{wrong}\n"),
        base => format!("extends = \"{base}\"\nid = \"mine\"\n{wrong}\n"),
    }
}

/// The text with a cure done.
fn cured(text: &str, cure: &Cure) -> String {
    let at = |line: usize, column: usize| {
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let rest = &text[start..];
        start + rest.char_indices().nth(column - 1).map_or(rest.len(), |(at, _)| at)
    };
    let (from, to) = (at(cure.from.line, cure.from.column), at(cure.to.line, cure.to.column));
    format!("{}{}{}", &text[..from], cure.text, &text[to..])
}

#[test]
fn p60_wrong_packs_are_told_of_in_three_languages() {
    assert!(WRONG.len() >= 60, "{}", WRONG.len());
    let mut told = String::new();
    let (mut all, mut with_cure) = (0, 0);
    let mut passed = Vec::new();
    for (base, wrong) in WRONG {
        let text = text(base, wrong);
        let faults = match pack::resolve("mine.toml", &text) {
            Err(faults) => faults,
            Ok(_) => {
                passed.push(text);
                continue;
            }
        };
        writeln!(told, "────────\n{}", text.trim_end()).expect("a text");
        let mut before = (0, 0);
        for PackFault { line, column, reason, cure, .. } in &faults {
            assert!(before <= (*line, *column), "not in the order of the file: {faults:#?}");
            before = (*line, *column);
            all += 1;
            writeln!(told, "→ {line}:{column}").expect("a text");
            let mut said = BTreeSet::new();
            for language in [Language::ZhHans, Language::ZhHant, Language::En] {
                let reason = say(language, reason);
                let cure = cure.as_ref().map(|cure| format!(" ⇒ {}", say(language, &cure.words)));
                let whole = format!("{reason}{}", cure.unwrap_or_default());
                writeln!(told, "  {whole}").expect("a text");
                said.insert(whole);
            }
            assert_eq!(said.len(), 3, "one is not translated: {said:?}");
            let Some(cure) = cure else { continue };
            with_cure += 1;
            let better = pack::resolve("mine.toml", &cured(&text, cure));
            let left = better.map_or_else(|faults| faults.len(), |_| 0);
            let is_toml = reason.id.starts_with("pack-toml");
            assert!(left < faults.len() || is_toml, "{cure:?} does not cure\n{text}");
        }
    }
    assert!(passed.is_empty(), "called right:\n{}", passed.join("\n"));
    writeln!(told, "────────\n{with_cure} of {all} have a cure that was tried.").expect("a text");
    assert!(with_cure * 3 >= all * 2, "{with_cure} of {all}");
    insta::assert_snapshot!(told);
}

/// The blocks of TOML in a page about packs, each as a whole file.
fn snippets(page: &str) -> Vec<String> {
    let blocks = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks
        .map(|block| match block.strip_prefix("# on ").and_then(|rest| rest.split_once('\n')) {
            Some((base, rest)) => {
                let own = if rest.contains("[[add.") || rest.contains("unset") {
                    "edition = 2\n"
                } else {
                    ""
                };
                format!("{own}extends = \"{}\"\nid = \"snippet\"\n{rest}", base.trim())
            }
            None => block.to_owned(),
        })
        .collect()
}

#[test]
fn p63_every_snippet_of_the_pages_about_packs_is_right() {
    let pages =
        [include_str!("../../../docs/packs.md"), include_str!("../../../docs/packs.zh-Hans.md")];
    let [english, chinese] = pages.map(snippets);
    assert!(english.len() >= 7, "{}", english.len());
    assert_eq!(english, chinese, "the pages show the same");
    for text in english {
        let checked = pack::resolve("snippet.toml", &text);
        let checked = checked.unwrap_or_else(|faults| panic!("{faults:#?}\n{text}"));
        assert!(rules::AnyGame::begin(&checked.pack).is_ok(), "{text}");
    }
}

/// Every key a family's packs may have is on both pages.
#[test]
fn p63_the_pages_about_packs_name_every_key() {
    let pages =
        [include_str!("../../../docs/packs.md"), include_str!("../../../docs/packs.zh-Hans.md")];
    for id in ["mist-2d6", "mist-bureau", "mist-city", "fate-condensed", "timeline-examples"] {
        let pack = pack::shipped_pack(id).expect("it ships").pack.to_json();
        for (key, value) in pack.as_object().expect("a table") {
            let inner = value.as_object().into_iter().flatten().map(|(key, _)| key);
            for key in inner.chain([key]).filter(|key| !["family", "about"].contains(&key.as_str()))
            {
                for page in pages {
                    assert!(page.contains(key.as_str()), "{id}: {key} is not explained");
                }
            }
        }
    }
}

/// A validator of a family's schema.
struct Schema(boon::Schemas, boon::SchemaIndex);

impl Schema {
    fn of(family: &str) -> Self {
        let schema = pack::schema(family).expect("a family");
        let mut schemas = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        compiler.add_resource("pack.json", schema).expect("a schema");
        let index = compiler.compile("pack.json", &mut schemas);
        Self(schemas, index.unwrap_or_else(|fault| panic!("{fault:#}")))
    }

    /// What it finds wrong with a file.
    fn complaint(&self, text: &str) -> Option<String> {
        let file: serde_json::Value = toml::from_str(text).expect("TOML");
        self.0.validate(&file, self.1).err().map(|fault| format!("{fault:#}"))
    }
}

fn families() -> BTreeMap<String, Schema> {
    pack::families().into_iter().map(|family| (family.clone(), Schema::of(&family))).collect()
}

/// The family of a file.
fn family_of(text: &str) -> Option<String> {
    let file: toml::Table = toml::from_str(text).ok()?;
    let said = |key: &str| Some(file.get(key)?.as_str()?.to_owned());
    let base = || Some(pack::shipped_pack(&said("extends")?)?.pack.get("family")?.as_str()?.into());
    said("family").or_else(base)
}

#[test]
fn p63_the_schema_fits_every_pack_that_is_right() {
    let schemas = families();
    let mut files: Vec<(String, String)> = Vec::new();
    for ready in pack::shipped() {
        let text = pack::shipped_text(&ready.id).expect("it ships");
        files.push((ready.id, text.to_owned()));
    }
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for folder in std::fs::read_dir(examples).expect("examples") {
        for file in std::fs::read_dir(folder.expect("a folder").path()).expect("a folder") {
            let path = file.expect("a file").path();
            if path.extension().is_some_and(|it| it == "toml") {
                let text = std::fs::read_to_string(&path).expect("it can be read");
                files.push((path.display().to_string(), text));
            }
        }
    }
    let snippets = snippets(include_str!("../../../docs/packs.md"));
    files.extend(snippets.into_iter().map(|text| (text.clone(), text)));
    assert!(files.len() >= 20, "{}", files.len());
    let mut wrong = Vec::new();
    for (name, text) in files {
        let family = family_of(&text).expect("a family");
        wrong.extend(schemas[&family].complaint(&text).map(|what| format!("{name}: {what}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the types do not read is what the schema complains of.
#[test]
fn p63_the_schema_finds_what_is_wrong_with_the_shape_of_a_pack() {
    const SHAPE: [&str; 4] =
        ["\"pack-unknown-key\"", "\"pack-unknown-word\"", "\"pack-mistyped\"", "\"pack-amount\""];
    let schemas = families();
    let (mut looked, mut missed) = (0, Vec::new());
    for (base, wrong) in WRONG {
        let text = text(base, wrong);
        let Some(family) = family_of(&text) else { continue };
        let Some(schema) = schemas.get(&family) else { continue };
        let Err(faults) = pack::resolve("mine.toml", &text) else { continue };
        // What a choice would bring about is no longer its shape.
        let own: Vec<&PackFault> =
            faults.iter().filter(|fault| fault.reason.id != "pack-choice-value").collect();
        let said = serde_json::to_string(&own).expect("plain data");
        if SHAPE.iter().any(|id| said.contains(id)) {
            looked += 1;
            if schema.complaint(&text).is_none() {
                missed.push(text);
            }
        }
    }
    assert!(looked >= 20, "{looked}");
    assert!(missed.is_empty(), "let through:\n{}", missed.join("\n"));
}

/// What an editor offers in a table of a variant is what the page about packs explains.
#[test]
fn p63_the_schema_knows_the_keys_of_a_table_that_is_only_changed_in_part() {
    let mist = Schema::of("mist");
    let check = |rest: &str, fits: bool| {
        let text = format!("edition = 2\nextends = \"mist-2d6\"\nid = \"mine\"\n{rest}");
        assert_eq!(mist.complaint(&text).is_none(), fits, "{text}: {:?}", mist.complaint(&text));
    };
    check("[theme]\nimprove = 4\n", true);
    check("[theme]\nimprov = 4\n", false);
    check("[change.story.phases.briefing]\nname = \"x\"\n", true);
    check("[change.story.phases.briefing]\nnme = \"x\"\n", false);
    check("[[add.consequences]]\nid = \"a\"\nname = \"x\"\nbefore = \"b\"\n", true);
    check("[[add.consequences]]\nid = \"a\"\n", false);
    check("[[add.bands]]\nname = \"x\"\ntone = \"fair\"\n", false);
    check("name = { zh-CN = \"x\" }\n", false);
    let text = "family = \"mist\"\nid = \"mine\"\n";
    assert!(mist.complaint(text).is_some(), "it says not all there is to say");
}
