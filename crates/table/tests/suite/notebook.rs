//! B-43: notes, handouts and pictures: whose they are, who sees them, what is left when they go.

use std::sync::Arc;

use jiff::SignedDuration;
use rules::{Audience, Id, SeatId};
use serde_json::{Value as Json, json};
use table::{
    Answer, Archive, Clock, CommandId, Flaw, MemoryStore, NewPicture, NotRead, PictureForm,
    PictureHash, SqliteStore, Store, StoreError, TableCommand, TableHandle, verify,
};

use crate::group::{self, Group, Page};
use crate::scene;

/// A picture as a front door brings it: its bytes are its name, so each is another.
fn drawn(name: &str) -> NewPicture {
    let bytes = |size: &str| format!("{size} {name}").into_bytes();
    NewPicture {
        name: name.to_owned(),
        width: 40,
        height: 30,
        whole: (PictureForm::Jpeg, bytes("whole")),
        small: (PictureForm::Png, bytes("small")),
    }
}

async fn bring(group: &mut Group, by: SeatId, name: &str) -> Id {
    let id = group.next_id();
    match group.table.add_picture(by, id, drawn(name)).await {
        Ok(Answer::Picture { picture }) => picture,
        other => panic!("no picture: {other:?}"),
    }
}

fn note(title: &str, text: &str, to: Audience) -> TableCommand {
    TableCommand::WriteNote {
        note: None,
        title: title.to_owned(),
        text: text.to_owned(),
        picture: None,
        to,
        show: false,
    }
}

async fn write(group: &mut Group, by: SeatId, command: TableCommand) -> Id {
    match group.at_table(by, command).await {
        Ok(Answer::Note { note }) => note,
        other => panic!("no note: {other:?}"),
    }
}

async fn titles(group: &Group, seat: SeatId) -> Vec<String> {
    let notes = group.table.notes(seat).await.expect("a seat has notes");
    notes.into_iter().map(|note| note.note.title).collect()
}

/// Which of host, Ann, Ben and Eve see a picture.
async fn seen(group: &Group, picture: Id) -> [bool; 4] {
    let mut seen = [false; 4];
    for (place, seat) in [group.host, group.ann, group.ben, group.eve].into_iter().enumerate() {
        let whole = group.table.picture(seat, picture, false).await;
        let small = group.table.picture(seat, picture, true).await;
        assert_eq!(whole.is_ok(), small.is_ok(), "small or large");
        if let Err(refusal) = &whole {
            assert_eq!(refusal.what.id, "table-no-such-picture");
        }
        seen[place] = whole.is_ok();
    }
    seen
}

async fn toy() -> Group {
    Group::sit(Arc::new(MemoryStore::new()), group::toy()).await
}

#[tokio::test]
async fn b43_a_note_is_for_oneself_for_some_or_for_all() {
    let mut group = toy().await;
    let (host, ann, ben, eve) = (group.host, group.ann, group.ben, group.eve);
    let own = write(&mut group, ann, note("给自己", "别忘了钥匙", Audience::Host)).await;
    write(&mut group, ann, note("给本", "门后有人", Audience::Seats([ben].into()))).await;
    write(&mut group, host, note("给大家", "七点开始", Audience::All)).await;
    write(&mut group, host, note("底牌", "管家是凶手", Audience::Host)).await;
    assert_eq!(titles(&group, ann).await, ["给自己", "给本", "给大家"]);
    assert_eq!(titles(&group, ben).await, ["给本", "给大家"]);
    assert_eq!(titles(&group, eve).await, ["给大家"]);
    assert_eq!(titles(&group, host).await.len(), 4, "the host sees everything, as with whispers");
    assert_eq!(group.table.note(ann, own).await.unwrap().text, "别忘了钥匙");
    let refused = group.table.note(ben, own).await.expect_err("not for Ben");
    assert_eq!(refused.what.id, "table-no-such-note");
    // Written anew: the text and whom it is for; it stays Ann's.
    let again = TableCommand::WriteNote {
        note: Some(own),
        title: "钥匙".to_owned(),
        text: "在门垫下".to_owned(),
        picture: None,
        to: Audience::Seats([ben].into()),
        show: false,
    };
    group.at_table(host, again.clone()).await.unwrap();
    let read = group.table.note(ben, own).await.unwrap();
    assert_eq!((read.note.by, read.text.as_str()), (ann, "在门垫下"));
    assert_eq!(Group::why(group.at_table(ben, again).await).1, "table-note-not-yours");
    let erase = |note| TableCommand::EraseNote { note };
    assert_eq!(Group::why(group.at_table(ben, erase(own)).await).1, "table-note-not-yours");
    group.at_table(ann, erase(own)).await.unwrap();
    assert_eq!(titles(&group, ben).await, ["给本", "给大家"]);
    assert_eq!(Group::why(group.at_table(ann, erase(own)).await).1, "table-no-such-note");
}

#[tokio::test]
async fn b43_a_handout_lies_before_those_it_is_for_and_stays_in_their_story() {
    let mut group = toy().await;
    let (host, ann, ben, eve) = (group.host, group.ann, group.ben, group.eve);
    let picture = bring(&mut group, host, "名单").await;
    let mut pages = Vec::new();
    for seat in [ann, ben, eve] {
        pages.push(Page::open(&group.table, seat).await);
    }
    for page in &mut pages {
        page.read();
    }
    let prepared = TableCommand::WriteNote {
        note: None,
        title: "湿透的名单".to_owned(),
        text: "第七行被划去了。".to_owned(),
        picture: Some(picture),
        to: Audience::Host,
        show: false,
    };
    let prepared = write(&mut group, host, prepared).await;
    assert!(pages.iter_mut().all(|page| page.read() == 0), "nobody is sent what is prepared");
    assert_eq!(seen(&group, picture).await, [true, false, false, false]);
    let to = |to| TableCommand::HandOut { note: prepared, to };
    group.at_table(host, to(Audience::Seats([ben].into()))).await.unwrap();
    assert_eq!(pages.iter_mut().map(Page::read).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(seen(&group, picture).await, [true, false, true, false]);
    let last = group.lines(ben).await.pop().expect("a line");
    assert_eq!(last.line.message.id, "table-handed-out-to");
    let handout = last.line.handout.expect("it says what was handed out");
    assert_eq!(handout.note, prepared);
    assert_eq!(handout.plate.map(|plate| (plate.picture, plate.width)), Some((picture, 40)));
    group.at_table(host, to(Audience::All)).await.unwrap();
    assert_eq!(seen(&group, picture).await, [true; 4]);
    assert_eq!(titles(&group, eve).await, ["湿透的名单"]);
    // Never undone, as talk is not (B-13).
    group.tick(ann, 1).await.unwrap();
    group.at_table(host, TableCommand::Undo).await.unwrap();
    assert_eq!(titles(&group, eve).await, ["湿透的名单"]);
    // A player shows what is theirs, and only that.
    assert_eq!(Group::why(group.at_table(ann, to(Audience::All)).await).1, "table-note-not-yours");
    let drawing = TableCommand::WriteNote {
        note: None,
        title: "我画的".to_owned(),
        text: String::new(),
        picture: None,
        to: Audience::Seats([ben].into()),
        show: true,
    };
    group.at_table(ann, drawing).await.unwrap();
    let told = group.told(ann).await;
    assert_eq!(told.last().map(String::as_str), Some("table-handed-out-to"), "Ann sees it too");
    assert_ne!(group.told(eve).await.last().map(String::as_str), Some("table-handed-out-to"));
}

#[tokio::test]
async fn b43_a_picture_is_served_to_nobody_else_and_its_address_tells_nothing() {
    let mut group = toy().await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let hidden = bring(&mut group, host, "凶手").await;
    let anns = bring(&mut group, ann, "自画像").await;
    assert_eq!(seen(&group, hidden).await, [true, false, false, false]);
    assert_eq!(seen(&group, anns).await, [true, true, false, false]);
    assert_eq!(seen(&group, Id::from_bits(7)).await, [false; 4], "as one that is not there");
    // Nor can it be shown, worn or thrown away by whoever does not see it.
    let steal = TableCommand::WriteNote {
        note: None,
        title: "偷看".to_owned(),
        text: String::new(),
        picture: Some(hidden),
        to: Audience::Host,
        show: false,
    };
    for picture in [hidden, Id::from_bits(7)] {
        let steal = match steal.clone() {
            TableCommand::WriteNote { note, title, text, to, show, .. } => {
                TableCommand::WriteNote { note, title, text, picture: Some(picture), to, show }
            }
            other => other,
        };
        let erase = TableCommand::ErasePicture { picture };
        for command in [steal, erase] {
            let refused = Group::why(group.at_table(ben, command).await);
            assert_eq!(refused, ("B-43".to_owned(), "table-no-such-picture".to_owned()));
        }
    }
    // Sending it again keeps one (B-11); the same picture twice has two ids and no common address.
    let id = group.next_id();
    let one = group.table.add_picture(ann, id, drawn("同一张")).await.unwrap();
    assert_eq!(group.table.add_picture(ann, id, drawn("同一张")).await.unwrap(), one);
    let stranger = group.table.add_picture(ben, id, drawn("同一张")).await;
    assert_eq!(Group::why(stranger).1, "table-command-id-taken");
    let two = bring(&mut group, ann, "同一张").await;
    assert_ne!(one, Answer::Picture { picture: two });
    let spectator = group.table.add_picture(group.eve, CommandId::numbered(900), drawn("看")).await;
    assert_eq!(Group::why(spectator).1, "table-spectators-look");
}

#[tokio::test]
async fn b43_everyone_has_a_share_of_their_own_and_what_is_thrown_away_makes_room() {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let (host, ann, ben) = (group.host, group.ann, group.ben);
    let heavy = |name: &str| {
        let mut picture = drawn(name);
        picture.whole.1.resize(6 << 20, b'.');
        picture
    };
    let mut brought = Vec::new();
    for number in 0..2 {
        let id = group.next_id();
        let added = group.table.add_picture(ann, id, heavy(&number.to_string())).await.unwrap();
        brought.push(added);
    }
    let id = group.next_id();
    let refused = group.table.add_picture(ann, id, heavy("太多")).await;
    assert_eq!(Group::why(refused).1, "table-pictures-full");
    // What others have is no matter: being refused tells nothing of it (B-30).
    for by in [ben, host] {
        let id = group.next_id();
        group.table.add_picture(by, id, heavy("还行")).await.unwrap();
    }
    let Answer::Picture { picture } = brought[0] else { panic!("a picture") };
    let kept = store.pictures(group.table.id()).await.unwrap().len();
    assert_eq!(kept, 6, "the same bytes of Ben and the host are kept once");
    group.at_table(ann, TableCommand::ErasePicture { picture }).await.unwrap();
    assert_eq!(store.pictures(group.table.id()).await.unwrap().len(), kept - 2, "its bytes too");
    assert_eq!(seen(&group, picture).await, [false; 4]);
    let id = group.next_id();
    group.table.add_picture(ann, id, heavy("现在行了")).await.unwrap();
}

/// The ids of the characters there are, by whether a seat sees them.
fn keys(view: &std::collections::BTreeMap<String, Json>, prefix: &str) -> Vec<String> {
    view.keys().filter(|key| key.starts_with(prefix)).cloned().collect()
}

#[tokio::test]
async fn b43_a_face_is_seen_with_what_it_belongs_to() {
    for pack in ["mist-2d6", "fate-condensed", "timeline"] {
        let pack = group::shipped(pack);
        let mut group = Group::sit(Arc::new(MemoryStore::new()), pack).await;
        scene::set(&mut group).await;
        let (host, ann) = (group.host, group.ann);
        let view = group.table.view(ann).await.unwrap();
        let own = keys(&view, "character/").into_iter().find(|key| view[key]["seat"] == json!(ann));
        let own = own.expect("Ann plays somebody");
        let others = keys(&view, "character/").into_iter().find(|key| *key != own);
        let picture = bring(&mut group, ann, "自画像").await;
        let face = |of: &str, picture| TableCommand::SetFace { of: of.to_owned(), picture };
        if let Some(other) = others {
            let refused = group.at_table(ann, face(&other, Some(picture))).await;
            assert_eq!(Group::why(refused).1, "table-face-not-yours");
        }
        let nothing = group.at_table(ann, face("character/zzzzzzzzzzzz", Some(picture))).await;
        assert_eq!(Group::why(nothing).1, "table-face-of-nothing");
        group.at_table(ann, face(&own, Some(picture))).await.unwrap();
        assert_eq!(seen(&group, picture).await, [true; 4], "whoever sees Ann sees her face");
        let faces = group.table.view(group.eve).await.unwrap()["table/faces"]["faces"].clone();
        assert_eq!(faces[&own]["width"], json!(40));
        // A scene's picture is seen while the scene of that title is there.
        let night = bring(&mut group, host, "夜").await;
        group.at_table(host, face("scene/从没有过的一场", Some(night))).await.unwrap();
        assert_eq!(seen(&group, night).await, [true, false, false, false], "it is prepared");
        group.at_table(ann, face(&own, None)).await.unwrap();
        assert_eq!(seen(&group, picture).await, [true, true, false, false]);
    }
}

#[tokio::test]
async fn b43_the_face_of_what_is_hidden_comes_when_it_is_revealed() {
    let pack = group::shipped("mist-bureau");
    let mut group = Group::sit(Arc::new(MemoryStore::new()), pack).await;
    scene::set(&mut group).await;
    let (host, ann) = (group.host, group.ann);
    let challenge = json!({ "do": "add-challenge", "challenge": { "name": "暗影", "text": "",
        "hidden": true, "limits": [], "threats": [], "tags": [] } });
    let before = keys(&group.table.view(host).await.unwrap(), "challenge/");
    group.game(host, challenge).await.unwrap();
    let now = keys(&group.table.view(host).await.unwrap(), "challenge/");
    let key = now.into_iter().find(|key| !before.contains(key)).expect("a challenge");
    let picture = bring(&mut group, host, "暗影").await;
    let mut page = Page::open(&group.table, ann).await;
    page.read();
    let set = TableCommand::SetFace { of: key.clone(), picture: Some(picture) };
    group.at_table(host, set).await.unwrap();
    assert_eq!(page.read(), 0, "no frame for the face of what is hidden");
    assert_eq!(seen(&group, picture).await, [true, false, false, false]);
    let thing = key.strip_prefix("challenge/").expect("its key");
    group.game(host, json!({ "do": "show", "thing": thing, "to": "all" })).await.unwrap();
    page.read();
    assert!(page.parts["table/faces"]["faces"].get(&key).is_some(), "it comes with its face");
    assert_eq!(seen(&group, picture).await, [true; 4]);
    // And goes with it when that is undone.
    group.at_table(host, TableCommand::Undo).await.unwrap();
    page.read();
    assert!(!page.parts.contains_key("table/faces"));
    assert_eq!(page.parts, group.table.view(ann).await.unwrap(), "as whoever comes now sees it");
}

async fn archived(table: &TableHandle) -> Archive {
    let archive = Archive::new(table.id(), table.export().await.unwrap());
    archive.with_pictures(table.pictures().await.unwrap())
}

#[tokio::test]
async fn b50_pictures_go_into_the_file_and_come_back() {
    let mut group = toy().await;
    let (host, ann) = (group.host, group.ann);
    let shown = bring(&mut group, host, "地图").await;
    let gone = bring(&mut group, host, "废稿").await;
    group.at_table(host, TableCommand::ErasePicture { picture: gone }).await.unwrap();
    let map = TableCommand::WriteNote {
        note: None,
        title: "地图".to_owned(),
        text: "别走夜路".to_owned(),
        picture: Some(shown),
        to: Audience::All,
        show: true,
    };
    group.at_table(host, map).await.unwrap();
    let archive = archived(&group.table).await;
    assert_eq!(archive.pictures.len(), 2, "large and small, without what was thrown away");
    let file = archive.write();
    let read = Archive::read(file.as_bytes()).expect("it is whole");
    assert_eq!(read, archive);
    verify(&read.records).expect("every roll is proven");
    let copy = group.tables.import_with(&read.records, &read.pictures).await.unwrap();
    let bytes = copy.picture(ann, shown, false).await.expect("Ann sees it there too");
    assert_eq!(bytes, (PictureForm::Jpeg, b"whole \xe5\x9c\xb0\xe5\x9b\xbe".to_vec()));
    assert_eq!(copy.notes(ann).await.unwrap()[0].text, "别走夜路");
    // A changed bit and a missing picture are found.
    let place = file.find("\"bytes\":\"").expect("a picture") + 12;
    let mut changed = file.clone().into_bytes();
    changed[place] ^= 1;
    assert!(matches!(Archive::read(&changed), Err(NotRead::Changed(_))));
    let cut: Vec<&str> = file.lines().collect();
    let cut = cut[..cut.len() - 1].join("\n") + "\n";
    assert!(matches!(Archive::read(cut.as_bytes()), Err(NotRead::Length { .. })));
    let mut other = archive.pictures.clone();
    let (hash, _) = other.pop_first().expect("a picture");
    other.insert(PictureHash::of(b"another"), b"another".to_vec());
    assert_ne!(hash, PictureHash::of(b"another"));
    let forged = Archive { pictures: other, ..archive }.write();
    assert_eq!(Archive::read(forged.as_bytes()), Err(NotRead::Pictures(1)));
}

#[tokio::test]
async fn b72_pictures_are_files_beside_the_database_and_go_into_its_copies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mistline.db");
    let store = Arc::new(SqliteStore::open(&path).await.unwrap());
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let host = group.host;
    let picture = bring(&mut group, host, "地图").await;
    let table = group.table.id();
    let beside = folder.path().join("mistline.pictures").join(table.to_string());
    let files = std::fs::read_dir(&beside).unwrap().count();
    assert_eq!(files, 2);
    #[cfg(unix)]
    for entry in std::fs::read_dir(&beside).unwrap() {
        assert!(!table::store::private::is_open(&entry.unwrap().path()), "its owner's only (B-79)");
    }
    let copy = folder.path().join("copy.db");
    store.backup(&copy).await.unwrap();
    let looked = SqliteStore::look(&copy).await.unwrap();
    assert_eq!(looked.check().await, Ok(vec![]), "a copy is whole by itself");
    // Put in place elsewhere, it has its pictures as files.
    let elsewhere = tempfile::tempdir().unwrap();
    let there = elsewhere.path().join("mistline.db");
    std::fs::copy(&copy, &there).unwrap();
    for _ in 0..2 {
        let restored = SqliteStore::open(&there).await.unwrap();
        assert_eq!(restored.check().await, Ok(vec![]));
        assert_eq!(restored.pictures(table).await.unwrap().len(), 2);
        restored.close().await;
    }
    assert!(elsewhere.path().join("mistline.pictures").join(table.to_string()).is_dir());
    // One that is damaged is found, and not served as if it were whole.
    let file = std::fs::read_dir(&beside).unwrap().next().unwrap().unwrap().path();
    std::fs::write(&file, b"changed").unwrap();
    let flaws = store.check().await.unwrap();
    let [Flaw { table: Some(of), fault: StoreError::Picture(_) }] = flaws.as_slice() else {
        panic!("one flaw: {flaws:?}")
    };
    assert_eq!(*of, table);
    let served = [
        group.table.picture(host, picture, false).await.is_ok(),
        group.table.picture(host, picture, true).await.is_ok(),
    ];
    assert_eq!(served.into_iter().filter(|served| *served).count(), 1);
    // With the table its pictures go (B-76).
    group.tables.delete(table).await.unwrap();
    assert!(!beside.exists());
}

#[tokio::test]
async fn b11_what_a_killed_upload_leaves_is_swept_and_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mistline.db");
    let store = Arc::new(SqliteStore::open(&path).await.unwrap());
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let (host, table) = (group.host, group.table.id());
    // Killed after the bytes were kept and before the log had them.
    let orphan = PictureHash::of(b"orphan");
    store.keep_picture(table, orphan, b"orphan").await.unwrap();
    assert_eq!(store.check().await, Ok(vec![]), "nothing is missing");
    bring(&mut group, host, "一").await;
    assert_eq!(store.pictures(table).await.unwrap().len(), 3, "it may yet be on its way");
    let behind = jiff::Timestamp::now().duration_since(group.clock.now());
    group.clock.pass(behind.max(SignedDuration::ZERO) + SignedDuration::from_hours(2));
    bring(&mut group, host, "二").await;
    let kept = store.pictures(table).await.unwrap();
    assert!(kept.iter().all(|kept| kept.hash != orphan) && kept.len() == 4);
}

#[tokio::test]
async fn b76_what_a_person_wrote_and_brought_is_taken_out() {
    let store = Arc::new(MemoryStore::new());
    let mut group = Group::sit(store.clone(), group::toy()).await;
    let (host, ann) = (group.host, group.ann);
    let photo = bring(&mut group, ann, "我的照片").await;
    let kept = bring(&mut group, host, "地图").await;
    let diary = write(&mut group, ann, note("日记", "我住在海边", Audience::All)).await;
    // The host has mended a word of it: it is Ann's all the same.
    let mended = TableCommand::WriteNote {
        note: Some(diary),
        title: "日记".to_owned(),
        text: "我住在海边的镇上".to_owned(),
        picture: None,
        to: Audience::All,
        show: false,
    };
    group.at_table(host, mended).await.unwrap();
    write(&mut group, host, note("名单", "安、本、采", Audience::All)).await;
    group.table.redact(ann, "某人".to_owned()).await.unwrap();
    let log = json!(group.table.export().await.unwrap()).to_string();
    for gone in ["我的照片", "日记", "我住在海边"] {
        assert!(!log.contains(gone), "{gone}");
    }
    assert_eq!(seen(&group, photo).await, [false; 4]);
    assert_eq!(seen(&group, kept).await, [true, false, false, false]);
    let left = store.pictures(group.table.id()).await.unwrap();
    assert_eq!(left.len(), 2, "the photo's bytes are gone, the map's are there");
    assert_eq!(titles(&group, host).await, ["…", "名单"]);
}

#[tokio::test]
async fn b43_a_table_with_two_hundred_pictures_opens_as_fast_as_one_with_none() {
    let mut bare = toy().await;
    let mut full = toy().await;
    let host = full.host;
    for number in 0..200 {
        let picture = bring(&mut full, host, &format!("图 {number}")).await;
        let page = TableCommand::WriteNote {
            note: None,
            title: format!("第 {number} 页"),
            text: "很长的一页。".repeat(600),
            picture: Some(picture),
            to: Audience::All,
            show: false,
        };
        full.at_table(host, page).await.unwrap();
    }
    // What a seat is sent on arriving tells of each page, and holds none.
    let size = async |group: &mut Group| {
        let (snapshot, _) = group.table.attach(group.ann, None, None).await.unwrap();
        serde_json::to_string(&snapshot).unwrap().len()
    };
    let (bare, full) = (size(&mut bare).await, size(&mut full).await);
    assert!(full < bare + 200 * 600, "{bare} {full}: a few hundred bytes for each page");
}
