//! Pictures and notes by plain requests (B-43): what is too large for the table's own line, or is
//! asked for only when somebody looks at it.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, RawPathParams, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use picture::upload::{self, Cleaned, Form, Unfit};
use rules::{Id, Refusal, message};
use table::{Answer, NewPicture, NotePart, NoteText, PictureForm};
use tokio::time::timeout;

use crate::Site;
use crate::refusing::{Asked, Refusing, SeatRefused, Seated};
use crate::wire::{BringPicture, FindNotes, PictureBrought, Refused, ShowPicture};

/// How long a picture may take to come: from a phone with a poor line.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(120);

/// `POST /api/tables/{id}/pictures?id=…&name=…`: keeps a picture; the body is its file.
#[utoipa::path(
    post,
    path = "/api/tables/{id}/pictures",
    params(
        ("id" = String, Path, description = "The table."),
        ("command" = String, Query, description = "Made by the page, so that asking again keeps one."),
        ("name" = String, Query, description = "What it is called.")
    ),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses(
        (status = 201, description = "Kept: read, cleaned and written anew.", body = PictureBrought),
        (status = 400, description = "The body cannot be read.", body = Refused),
        (status = 413, description = "The file is too large.", body = Refused),
        (status = 415, description = "It is no picture.", body = Refused),
        SeatRefused
    )
)]
pub async fn bring(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
    Asked(asked): Asked<BringPicture>,
    request: Request,
) -> Result<Response, Refusing> {
    let seat = sitting.seat;
    if let Some(Answer::Picture { picture }) = table.answered(seat, asked.command).await? {
        return Ok((StatusCode::CREATED, Json(PictureBrought { picture })).into_response());
    }
    // Whoever may bring none need not send it; nor do all send theirs at once.
    table.room_for_picture(seat).await?;
    let _place = site.upload_place().await;
    let file = file_of(request, || unfit(Unfit::Heavy)).await?;
    let cleaned = site.workers().run(table.id(), seat, move || upload::clean(&file)).await?;
    let cleaned = cleaned.map_err(unfit)?;
    let new = new_picture(&asked.name, cleaned);
    match table.add_picture(seat, asked.command, new).await? {
        Answer::Picture { picture } => {
            Ok((StatusCode::CREATED, Json(PictureBrought { picture })).into_response())
        }
        Answer::Done | Answer::Seat { .. } | Answer::Link { .. } | Answer::Note { .. } => {
            Err(Refusal::new("B-11", message!("table-command-id-taken")).into())
        }
    }
}

/// The file that is the body of a request.
///
/// # Errors
/// When it takes too long to come, or is cut off; `heavy` when it is larger than its door allows.
pub async fn file_of(
    request: Request,
    heavy: impl FnOnce() -> Refusing,
) -> Result<Bytes, Refusing> {
    let file = timeout(PATIENCE, Bytes::from_request(request, &())).await.map_err(|_| {
        let refusal = Refusal::new("B-12", message!("server-too-late"));
        Refusing::new(StatusCode::REQUEST_TIMEOUT, refusal)
    })?;
    file.map_err(|fault| match fault.status() {
        StatusCode::PAYLOAD_TOO_LARGE => heavy(),
        _ => Refusing::unreadable(&fault),
    })
}

fn unfit(unfit: Unfit) -> Refusing {
    let (status, refusal) = refusal(unfit);
    Refusing::new(status, refusal)
}

/// Why a file is not taken, and how HTTP says so.
pub fn refusal(unfit: Unfit) -> (StatusCode, Refusal) {
    let (status, what) = match unfit {
        Unfit::NoPicture => (StatusCode::UNSUPPORTED_MEDIA_TYPE, message!("server-no-picture")),
        Unfit::Heavy => {
            let most = upload::LARGEST >> 20;
            (StatusCode::PAYLOAD_TOO_LARGE, message!("server-picture-heavy", most = most))
        }
        Unfit::Large => (StatusCode::PAYLOAD_TOO_LARGE, message!("server-picture-large")),
        Unfit::Broken => (StatusCode::UNSUPPORTED_MEDIA_TYPE, message!("server-picture-broken")),
    };
    (status, Refusal::new("B-43", what).instead(message!("server-picture-instead")))
}

/// A cleaned picture under a name, to be kept.
pub fn new_picture(name: &str, cleaned: Cleaned) -> NewPicture {
    let form = |(form, bytes): (Form, Vec<u8>)| match form {
        Form::Jpeg => (PictureForm::Jpeg, bytes),
        Form::Png => (PictureForm::Png, bytes),
    };
    NewPicture {
        name: name.to_owned(),
        width: cleaned.width,
        height: cleaned.height,
        whole: form(cleaned.whole),
        small: form(cleaned.small),
    }
}

/// The last part of the address, as an id.
pub fn named(params: &RawPathParams, name: &str, missing: fn() -> Refusal) -> Result<Id, Refusing> {
    let named = params.iter().find(|(key, _)| *key == name);
    let id = named.and_then(|(_, id)| id.parse().ok());
    id.ok_or_else(|| Refusing::missing(missing()))
}

/// `GET /api/tables/{id}/pictures/{picture}?small=true`: a picture the asking seat sees.
///
/// Whether there is one that it does not see is not told.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/pictures/{picture}",
    params(
        ("id" = String, Path, description = "The table."),
        ("picture" = String, Path, description = "The picture."),
        ("small" = Option<bool>, Query, description = "Whether a small one will do.")
    ),
    responses(
        (status = 200, description = "The picture.", content_type = "image/jpeg"),
        SeatRefused
    )
)]
pub async fn show(
    Seated { table, sitting }: Seated,
    Asked(asked): Asked<ShowPicture>,
    params: RawPathParams,
    headers: HeaderMap,
) -> Result<Response, Refusing> {
    let missing = || Refusal::new("B-43", message!("table-no-such-picture"));
    let picture = named(&params, "picture", missing)?;
    let found = table.picture(sitting.seat, picture, asked.small).await;
    let (form, bytes) = found.map_err(Refusing::missing)?;
    // A picture never changes; whether the seat still sees it is asked each time.
    let tag = format!("\"{picture}{}\"", if asked.small { "s" } else { "" });
    let keep = [
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
        (header::ETAG, HeaderValue::try_from(&tag).expect("letters and digits")),
        (header::VARY, HeaderValue::from_static("cookie")),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, keep).into_response());
    }
    let content_type = HeaderValue::from_static(form.content_type());
    Ok((keep, [(header::CONTENT_TYPE, content_type)], bytes).into_response())
}

/// `GET /api/tables/{id}/notes/{note}`: a note the asking seat may read.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/notes/{note}",
    params(
        ("id" = String, Path, description = "The table."),
        ("note" = String, Path, description = "The note.")
    ),
    responses(
        (status = 200, description = "What the note says."),
        SeatRefused
    )
)]
pub async fn note(
    Seated { table, sitting }: Seated,
    params: RawPathParams,
) -> Result<Json<NoteText>, Refusing> {
    let missing = || Refusal::new("B-43", message!("table-no-such-note"));
    let note = named(&params, "note", missing)?;
    Ok(Json(table.note(sitting.seat, note).await.map_err(Refusing::missing)?))
}

/// `GET /api/tables/{id}/notes?text=门`: the notes the asking seat may read that say something.
#[utoipa::path(
    get,
    path = "/api/tables/{id}/notes",
    params(
        ("id" = String, Path, description = "The table."),
        ("text" = String, Query, description = "What is sought.")
    ),
    responses((status = 200, description = "The notes that say it."), SeatRefused)
)]
pub async fn find_notes(
    State(site): State<Site>,
    Seated { table, sitting }: Seated,
    Asked(asked): Asked<FindNotes>,
) -> Result<Json<Vec<NotePart>>, Refusing> {
    let found = export::find_notes(site.workers(), &table, sitting.seat, &asked.text).await?;
    Ok(Json(found))
}
