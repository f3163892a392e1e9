//! Characters in and out by plain requests (B-50, B-51): as a file of ours, and from the files of
//! other programs.

use axum::Json;
use axum::extract::{RawPathParams, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use export::Workers;
use export::character::{self, Incoming, TakenIn};
use picture::upload;
use rules::{Id, Refusal, SeatId, message};
use table::{Answer, Command, CommandId, TableCommand, TableHandle};

use crate::Site;
use crate::pictures;
use crate::refusing::{Asked, Refusing, SeatRefused, Seated};
use crate::take_home;
use crate::wire::{CharactersTaken, Refused, TakeCharacters};

/// `GET /api/tables/{id}/characters/{character}`: a character the asking seat sees, as a file.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/characters/{character}",
    params(
        ("id" = String, Path, description = "The table."),
        ("character" = String, Path, description = "The character.")
    ),
    responses(
        (status = 200, description = "The character as a file of Mistline's own, with the portrait."),
        SeatRefused
    )
)]
pub async fn give(
    Seated { table, sitting }: Seated,
    params: RawPathParams,
) -> Result<Response, Refusing> {
    let missing = || Refusal::new("B-51", message!("character-none"));
    let wanted: Id = pictures::named(&params, "character", missing)?;
    let known = character::names(&table, sitting.seat).await?;
    let Some((_, name)) = known.into_iter().find(|(id, _)| *id == wanted) else {
        return Err(Refusing::missing(missing()));
    };
    let file = character::file(&table, sitting.seat, wanted).await.map_err(Refusing::missing)?;
    let text = serde_json::to_string_pretty(&file).unwrap_or_default() + "\n";
    Ok(take_home::file(&format!("{name}.mistline.json"), "application/json", text))
}

/// `POST /api/tables/{id}/characters?command=…`: takes in the characters of a file.
#[utoipa::path(
    post,
    path = "/api/tables/{id}/characters",
    params(
        ("id" = String, Path, description = "The table."),
        ("command" = String, Query, description = "Made by the page, so that asking again takes each in once."),
        ("seat" = Option<String>, Query, description = "Whose they are, if a host says so.")
    ),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses(
        (status = 201, description = "Taken in; what was not understood is listed.", body = CharactersTaken),
        (status = 400, description = "It is no file that is known, or the rules refuse it.", body = Refused),
        (status = 413, description = "The file is too large.", body = Refused),
        SeatRefused
    )
)]
pub async fn take(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
    Asked(asked): Asked<TakeCharacters>,
    request: Request,
) -> Result<(StatusCode, Json<CharactersTaken>), Refusing> {
    let seat = sitting.seat;
    let _place = site.upload_place().await;
    let file = pictures::file_of(request, || {
        let most = character::LARGEST >> 20;
        let refusal = Refusal::new("B-51", message!("character-heavy", most = most));
        Refusing::new(StatusCode::PAYLOAD_TOO_LARGE, refusal)
    });
    let file = file.await?;
    let workers = site.workers();
    let read = workers.run(table.id(), seat, move || character::read(&file)).await??;
    let taken = take_in(workers, &table, seat, asked.command, read, asked.seat).await?;
    Ok((StatusCode::CREATED, Json(CharactersTaken { characters: taken })))
}

/// Takes characters in one after another, each with its portrait (B-51).
///
/// # Errors
/// When the first is refused; what later ones lack is said in their lists.
pub async fn take_in(
    workers: &Workers,
    table: &TableHandle,
    by: SeatId,
    id: CommandId,
    read: Vec<Incoming>,
    to: Option<SeatId>,
) -> Result<Vec<TakenIn>, Refusal> {
    let mut all = Vec::new();
    for (place, mut incoming) in read.into_iter().enumerate() {
        let id = character::command_of(id, place);
        let portrait = incoming.portrait.take();
        let mut taken = match character::take_in(table, by, id, incoming, to).await {
            Ok(taken) => taken,
            Err(refused) if all.is_empty() => return Err(refused),
            // Those before are here already: the refusal is told beside them.
            Err(refused) => {
                let last: Option<&mut TakenIn> = all.last_mut();
                if let Some(last) = last {
                    let number = place + 1;
                    let why = refused.what;
                    last.left.push(message!("character-not-taken", number = number, why = why));
                }
                break;
            }
        };
        if let Some(portrait) = portrait
            && let Err(refused) = give_face(workers, table, by, id, &taken, portrait).await
        {
            let what = message!("character-portrait");
            taken.left.push(message!("character-refused", what = what, why = refused.what));
        }
        all.push(taken);
    }
    Ok(all)
}

/// The portrait of a character who was taken in: cleaned like any picture, and given to them.
async fn give_face(
    workers: &Workers,
    table: &TableHandle,
    by: SeatId,
    id: CommandId,
    taken: &TakenIn,
    portrait: Vec<u8>,
) -> Result<(), Refusal> {
    table.room_for_picture(by).await?;
    let cleaned = workers.run(table.id(), by, move || upload::clean(&portrait)).await?;
    let new = pictures::new_picture(&taken.name, cleaned.map_err(|it| pictures::refusal(it).1)?);
    let (of_picture, of_face) = character::portrait_ids(id);
    if let Answer::Picture { picture } = table.add_picture(by, of_picture, new).await? {
        let of = format!("character/{}", taken.character);
        let face = TableCommand::SetFace { of, picture: Some(picture) };
        table.command(by, of_face, Command::Table(face)).await?;
    }
    Ok(())
}
