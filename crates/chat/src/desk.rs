//! The host's desk in text (B-44): `.desk` for scenes prepared before play, `.lib` for things kept and
//! shipped.

use rules::{Id, Line, Message, ReadyThing, Term, message};
use serde_json::{Value as Json, json};
use table::{Command, ScenePart, Standing, TableCommand};

use crate::common::needed;
use crate::context::SeatContext;
use crate::hear::{self, Heard};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

#[derive(Clone, Copy)]
enum Word {
    New,
    Start,
    Drop,
    Later,
    Skip,
    Ready,
    Text,
    Notes,
    Put,
    Out,
    Place,
    Handout,
}

const FIRST: &[(Word, &[&str])] = &[(Word::New, &["new", "新"])];
const NEXT: &[(Word, &[&str])] = &[
    (Word::Start, &["start", "开始", "開始", "推上台", "上台"]),
    (Word::Drop, &["del", "删", "刪"]),
    (Word::Later, &["later", "留着", "留著"]),
    (Word::Skip, &["skip", "跳过", "跳過"]),
    (Word::Ready, &["ready", "备好", "備好"]),
    (Word::Text, &["text", "开场白", "開場白"]),
    (Word::Notes, &["notes", "备注", "備註"]),
    (Word::Put, &["put", "放"]),
    (Word::Out, &["out", "拿走"]),
    (Word::Place, &["place", "排"]),
    (Word::Handout, &["handout", "展示物"]),
];

/// `.desk`, `.desk new 灯塔: 灯是灭的`, `.desk 灯塔`, `.desk 灯塔 放 鸦群`,
/// `.desk 灯塔 放 .clock 退潮 4`, `.desk 灯塔 开场白 …`, `.desk 灯塔 start`.
pub fn desk(
    mut reader: Reader<'_>,
    _: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return Ok(Heard::Reply(list(context)));
    }
    if reader.word(FIRST).is_some() {
        let (mut title, text) = reader.until(':');
        let title = needed(&mut title, "desk")?;
        let text = text.map(|mut text| text.rest()).unwrap_or_default();
        return Ok(Heard::table(TableCommand::PrepareScene {
            scene: None,
            title,
            text,
            notes: String::new(),
            things: Vec::new(),
            handouts: Vec::new(),
            standing: Standing::Ready,
        }));
    }
    let scenes = context.scenes();
    let kept = kept_by_game(context);
    let titles = scenes.iter().map(|scene| Term::from(scene.title.as_str()));
    let titles = titles.chain(kept.iter().map(|(_, title)| title.clone()));
    let known: Vec<Name<usize>> =
        titles.enumerate().map(|(place, title)| Name::new(place, &title)).collect();
    let place = names::find(&mut reader, &known)?;
    reader.space();
    let at = reader.here();
    let how = || Mistake::new(at.clone(), message!("chat-desk-how")).by("B-44").example("desk");
    let Some(scene) = scenes.get(place) else {
        let (id, _) = &kept[place - scenes.len()];
        let does = match reader.word(NEXT) {
            Some(Word::Start) => "start-prepared",
            Some(Word::Drop) => "drop-prepared",
            _ => return Err(how()),
        };
        reader.finish()?;
        return Ok(Heard::Do(vec![Command::Game(json!({ "do": does, "prepared": id }))]));
    };
    if reader.is_done() {
        return Ok(Heard::Reply(told(scene, context)));
    }
    let word = reader.word(NEXT).ok_or_else(how)?;
    let id = scene.id;
    let mut changed = written(scene);
    let TableCommand::PrepareScene { text, notes, things, handouts, standing, .. } = &mut changed
    else {
        return Err(how());
    };
    match word {
        Word::New => return Err(how()),
        Word::Start => {
            reader.finish()?;
            return Ok(Heard::table(TableCommand::StartScene { scene: id }));
        }
        Word::Drop => {
            reader.finish()?;
            return Ok(Heard::table(TableCommand::DropScene { scene: id }));
        }
        Word::Place => {
            let number: u32 = reader.rest().trim().parse().map_err(|_| how())?;
            let at = number.saturating_sub(1);
            return Ok(Heard::table(TableCommand::PlaceScene { scene: id, at }));
        }
        Word::Later => *standing = Standing::Later,
        Word::Skip => *standing = Standing::Skipped,
        Word::Ready => *standing = Standing::Ready,
        Word::Text => *text = reader.rest(),
        Word::Notes => *notes = reader.rest(),
        Word::Handout => {
            let all = context.notes.iter();
            let known: Vec<Name<Id>> =
                all.map(|note| Name::new(note.id, &Term::from(note.title.as_str()))).collect();
            let note = names::find(&mut reader, &known)?;
            reader.finish()?;
            if handouts.contains(&note) {
                handouts.retain(|known| *known != note);
            } else {
                handouts.push(note);
            }
        }
        Word::Put => things.push(thing(reader, context)?),
        Word::Out => {
            let all = scene.things.iter().enumerate();
            let known: Vec<Name<usize>> =
                all.map(|(place, thing)| Name::new(place, &thing.part.name)).collect();
            let place = names::find(&mut reader, &known)?;
            reader.finish()?;
            things.remove(place);
        }
    }
    Ok(Heard::table(changed))
}

/// Scenes that the game keeps ready itself, as Fate one that goes on from an ended one (F-44): they
/// stand in the same list.
fn kept_by_game(context: &SeatContext) -> Vec<(Id, Term)> {
    let parts = context.view.parts();
    let kept = parts.get("scene").and_then(|scene| scene.get("prepared")).and_then(Json::as_array);
    let read = |one: &Json| {
        let id = serde_json::from_value(one.get("id")?.clone()).ok()?;
        Some((id, serde_json::from_value(one.get("title")?.clone()).ok()?))
    };
    kept.into_iter().flatten().filter_map(read).collect()
}

/// The scene as it is, to be written anew.
fn written(scene: &ScenePart) -> TableCommand {
    TableCommand::PrepareScene {
        scene: Some(scene.id),
        title: scene.title.clone(),
        text: scene.text.clone(),
        notes: scene.notes.clone(),
        things: scene.things.iter().map(|thing| thing.thing.clone()).collect(),
        handouts: scene.handouts.clone(),
        standing: scene.standing,
    }
}

/// The thing that is meant: by its name on the shelf or in the library, `@NAME` for one at the
/// table, or what a command would make: `.clock 退潮 4`.
fn thing(mut reader: Reader<'_>, context: &SeatContext) -> Result<Json, Mistake> {
    reader.space();
    let at = reader.here();
    let wrong = || Mistake::new(at.clone(), message!("chat-ready-how")).by("B-44").example("desk");
    if matches!(reader.peek(), Some('.' | '。' | '/')) {
        let line = reader.rest();
        let heard = hear::understand(&line, context).map_err(|_| wrong())?;
        let Heard::Do(commands) = heard else {
            return match heard {
                Heard::Make { command: Command::Game(json), .. } => Ok(json),
                _ => Err(wrong()),
            };
        };
        let mut commands = commands.into_iter();
        return match (commands.next(), commands.next()) {
            (Some(Command::Game(json)), None) => Ok(json),
            _ => Err(wrong()),
        };
    }
    if reader.peek() == Some('{') {
        return serde_json::from_str(&reader.rest()).map_err(|_| wrong());
    }
    if reader.eat('@') {
        let known = at_the_table(context);
        let of = names::find(&mut reader, &known)?;
        reader.finish()?;
        return Ok(json!({ "of": of }));
    }
    let all = kept(context);
    let known: Vec<Name<&Json>> =
        all.iter().map(|it| Name::new(&it.thing, &it.part.name)).collect();
    let found = names::find(&mut reader, &known)?;
    reader.finish()?;
    Ok(found.clone())
}

/// Everything with an id and a name in sight.
fn at_the_table(context: &SeatContext) -> Vec<Name<Id>> {
    fn walk(json: &Json, found: &mut Vec<Name<Id>>) {
        match json {
            Json::Object(map) => {
                let id = map.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
                let name =
                    map.get("name").or_else(|| map.get("card").and_then(|it| it.get("name")));
                let name = name.and_then(|name| serde_json::from_value::<Term>(name.clone()).ok());
                if let (Some(id), Some(name)) = (id, name) {
                    found.push(Name::new(id, &name));
                }
                map.values().for_each(|it| walk(it, found));
            }
            Json::Array(all) => all.iter().for_each(|it| walk(it, found)),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
    let mut found = Vec::new();
    context.view.parts().values().for_each(|part| walk(part, &mut found));
    found
}

/// The shelf, then what the pack ships.
fn kept(context: &SeatContext) -> Vec<ReadyThing> {
    let shelf = context.shelf().iter().map(|it| it.thing.clone());
    let library = context.desk.iter().flat_map(|desk| desk.library().to_vec());
    shelf.chain(library).collect()
}

fn list(context: &SeatContext) -> Vec<Line> {
    let scenes = context.scenes();
    let kept = kept_by_game(context);
    if scenes.is_empty() && kept.is_empty() {
        return vec![message!("chat-desk-none").into()];
    }
    let row = |(place, scene): (usize, &ScenePart)| {
        let things: Vec<Message> = scene.things.iter().map(name_of).collect();
        let title = scene.title.as_str();
        let state = state(scene);
        message!("chat-desk-row", number = place + 1, title = title, state = state, things = things)
            .into()
    };
    let own = scenes.iter().enumerate().map(row);
    let kept = kept.iter().enumerate().map(|(place, (_, title))| {
        let number = scenes.len() + place + 1;
        let (state, things) = (message!("scene-ready"), Vec::<Message>::new());
        message!("chat-desk-row", number = number, title = title, state = state, things = things)
            .into()
    });
    own.chain(kept).collect()
}

fn state(scene: &ScenePart) -> Message {
    match (scene.on_stage, scene.played, scene.standing) {
        (true, _, _) => message!("scene-on-stage"),
        (false, true, _) => message!("scene-played"),
        (false, false, Standing::Ready) => message!("scene-ready"),
        (false, false, Standing::Later) => message!("scene-later"),
        (false, false, Standing::Skipped) => message!("scene-skipped"),
    }
}

fn name_of(thing: &ReadyThing) -> Message {
    message!("plain", text = &thing.part.name)
}

fn row(thing: &ReadyThing) -> Line {
    let part = &thing.part;
    let (kind, marks) = (part.kind.clone(), part.marks.clone());
    message!("chat-ready-row", kind = kind, name = &part.name, marks = marks, text = &part.text)
        .into()
}

fn told(scene: &ScenePart, context: &SeatContext) -> Vec<Line> {
    let plain = |text: &str| (!text.is_empty()).then(|| message!("plain", text = text).into());
    let (title, state) = (scene.title.as_str(), state(scene));
    let mut lines: Vec<Line> =
        vec![message!("chat-desk-scene", title = title, state = state).into()];
    lines.extend(plain(&scene.text));
    if !scene.notes.is_empty() {
        lines.push(message!("chat-desk-notes", text = scene.notes.as_str()).into());
    }
    lines.extend(scene.things.iter().map(row));
    let shown = context.notes.iter().filter(|note| scene.handouts.contains(&note.id));
    let shown: Vec<Message> =
        shown.map(|note| message!("plain", text = note.title.as_str())).collect();
    if !shown.is_empty() {
        lines.push(message!("chat-desk-handouts", handouts = shown).into());
    }
    lines
}

#[derive(Clone, Copy)]
enum LibraryWord {
    Keep,
    Drop,
    Out,
    In,
}

const LIBRARY: &[(LibraryWord, &[&str])] = &[
    (LibraryWord::Keep, &["keep", "留", "存"]),
    (LibraryWord::Drop, &["del", "删", "刪"]),
    (LibraryWord::Out, &["out", "导出", "匯出"]),
    (LibraryWord::In, &["in", "导入", "匯入"]),
];

/// `.lib`, `.lib 鸦群` (brings it), `.lib 短刀 @阿岚`, `.lib keep @码头打手`, `.lib keep .clock 退潮 4`,
/// `.lib del 鸦群`, `.lib out`, `.lib in {…}`.
pub fn library(
    mut reader: Reader<'_>,
    _: Option<Id>,
    context: &SeatContext,
) -> Result<Heard, Mistake> {
    if reader.is_done() {
        let rows: Vec<Line> = kept(context).iter().map(row).collect();
        return Ok(Heard::Reply(match rows.is_empty() {
            true => vec![message!("chat-lib-none").into()],
            false => rows,
        }));
    }
    let shelf = context.shelf();
    match reader.word(LIBRARY) {
        Some(LibraryWord::Keep) => {
            let thing = thing(reader, context)?;
            Ok(Heard::table(TableCommand::Shelve { thing }))
        }
        Some(LibraryWord::Drop) => {
            let known: Vec<Name<Id>> =
                shelf.iter().map(|it| Name::new(it.id, &it.thing.part.name)).collect();
            let id = names::find(&mut reader, &known)?;
            reader.finish()?;
            Ok(Heard::table(TableCommand::Unshelve { id }))
        }
        Some(LibraryWord::Out) => {
            reader.finish()?;
            if shelf.is_empty() {
                return Ok(Heard::Reply(vec![message!("chat-lib-none").into()]));
            }
            // One line a thing, so that each can be typed in again.
            let line = |thing: &Json| message!("plain", text = format!(".lib in {thing}")).into();
            Ok(Heard::Reply(shelf.iter().map(|it| line(&it.thing.thing)).collect()))
        }
        Some(LibraryWord::In) => {
            let thing = thing(reader, context)?;
            Ok(Heard::table(TableCommand::Shelve { thing }))
        }
        None => {
            let at = reader.here();
            let (mut name, whose) = reader.until('@');
            let all = kept(context);
            let known: Vec<Name<&Json>> =
                all.iter().map(|it| Name::new(&it.thing, &it.part.name)).collect();
            let whole = name;
            let found = names::find(&mut name, &known)?;
            let _ = whole;
            name.finish()?;
            let to = match whose {
                Some(mut whose) => {
                    let known = at_the_table(context);
                    let wrong = || Mistake::new(at.clone(), message!("chat-ready-how")).by("B-44");
                    Some(names::find(&mut whose, &known).map_err(|_| wrong())?)
                }
                None => None,
            };
            Ok(Heard::table(TableCommand::Bring { thing: found.clone(), to }))
        }
    }
}
